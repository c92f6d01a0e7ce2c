//! Boxes of at least fifty positions, and the positions of a box, without a look at how the library goes through them.

use std::ops::RangeInclusive;

use bouton::engine::Extent;
use bouton::game::Counters;
use bouton::lang::syntax::Order;
use bouton::{Game, Position};
use bouton_draw::Draw;
use dashu_int::UBig;

/// Every game has at least this many positions.
pub const FEWEST: usize = 50;

/// Boxes of more positions are not drawn.
const MOST: usize = 160;

/// A box of a game that has enough positions and not too many.
pub fn draw(d: &Draw, game: &Game) -> Option<(Extent, Vec<Position>)> {
    let heaps = heaps(d, game);
    let counters = counters(d, game);
    let coordinates = game.coordinates().map_or(1, <[String]>::len);
    // Coordinates of different sizes, each a little more or less than the others.
    let uneven = if d.chance(50) { 2 } else { 0 };
    let more: Vec<u64> = (0..coordinates).map(|_| d.number(0, uneven)).collect();
    let extra = d.number(0, 1);
    let grown = (1..=70).map(|most| Extent {
        heaps: 0..=heaps,
        most: more.iter().map(|more| most + more).collect(),
        counters: counters.clone(),
    });
    let mut found = 0;
    for extent in grown {
        let all = positions(game, &extent);
        if all.len() > MOST {
            return None;
        }
        if all.len() >= FEWEST {
            if found == extra || all.len() > MOST / 2 {
                return Some((extent, all));
            }
            found += 1;
        }
    }
    None
}

/// The greatest number of heaps.
fn heaps(d: &Draw, game: &Game) -> usize {
    let drawn = match () {
        () if !game.summands().is_empty() => d.pick(&[1, 1, 2]),
        () if game.coordinates().is_some() => 0,
        () if game.order().has_places() => d.pick(&[2, 3, 3]),
        // Heaps that are split become many: there are few stones.
        () if game.splits() && game.order() == Order::Row => 5,
        () if game.splits() => d.pick(&[3, 4, 5]),
        () if game.order() == Order::Row => d.pick(&[2, 3, 3]),
        () => d.pick(&[1, 2, 2, 3, 3, 4]),
    };
    let most = game.heaps().and_then(|most| usize::try_from(most).ok());
    most.map_or(drawn, |most| if game.order().has_places() { most } else { most.min(drawn) })
}

/// Ranges of counters, for some games.
fn counters(d: &Draw, game: &Game) -> Vec<(String, RangeInclusive<u64>)> {
    let start = game.start();
    let named = start.named().into_iter().filter(|(_, value)| value.is_some());
    named
        .filter(|_| d.chance(30))
        .map(|(name, value)| {
            let most = u64::try_from(value.as_ref().expect("it was looked at")).unwrap_or(0);
            let range = match name {
                "turn" => d.number(1, 3)..=4,
                "last" => 0..=d.number(0, 3),
                _ => d.number(0, most)..=most,
            };
            (name.to_string(), range)
        })
        .collect()
}

/// All positions of a box: counters outermost, then from the lowest numbers to the highest, the first one counting most.
pub fn positions(game: &Game, extent: &Extent) -> Vec<Position> {
    let parts = game.summands().iter().map(|part| positions(part, &of_part(part, extent)));
    let parts = product(&parts.collect::<Vec<_>>());
    let mut all = Vec::new();
    for values in product(&counted(game, extent)) {
        let counters = counters_of(&values);
        if game.summands().is_empty() {
            let heaps = lists(game, extent).into_iter();
            let at = |list: Vec<u64>| {
                let heaps = list.into_iter().map(UBig::from);
                // Tuples that do not satisfy the condition of the game are no positions.
                game.at_counters(heaps, counters.clone()).ok()
            };
            all.extend(heaps.filter_map(at));
        } else {
            let whole = |parts: &Vec<Position>| Position {
                heaps: Vec::new(),
                counters: counters.clone(),
                parts: parts.clone(),
            };
            all.extend(parts.iter().map(whole));
        }
    }
    all
}

/// The heaps or coordinates of a box.
fn lists(game: &Game, extent: &Extent) -> Vec<Vec<u64>> {
    let tuple = game.coordinates().is_some();
    let places = game.order().has_places();
    let said = game.heaps().and_then(|most| usize::try_from(most).ok());
    let asked = *extent.heaps.end();
    let most = match (tuple, places) {
        (true, _) => extent.most.clone(),
        (false, true) => vec![extent.most[0]; said.unwrap_or(asked.max(1))],
        (false, false) => vec![extent.most[0]; asked],
    };
    let numbers: Vec<Vec<u64>> = most.iter().map(|&most| (0..=most).collect()).collect();
    let fits = |list: &Vec<u64>| match game.order() {
        _ if tuple => true,
        Order::None => list.is_sorted(),
        // Empty heaps of a row stand behind the others.
        Order::Row => list.windows(2).all(|two| two[0] > 0 || two[1] == 0),
        Order::Fixed | Order::Circle => true,
    };
    let filled =
        |list: &Vec<u64>| tuple || extent.heaps.contains(&list.iter().filter(|&&n| n > 0).count());
    let mut all = product(&numbers);
    all.retain(|list| fits(list) && filled(list));
    all
}

/// All lists with one element of each of some lists, the first one counting most.
fn product<T: Clone>(of: &[Vec<T>]) -> Vec<Vec<T>> {
    of.iter().fold(vec![Vec::new()], |all, next| {
        let longer = |first: &Vec<T>| -> Vec<Vec<T>> {
            next.iter().map(|one| [&first[..], std::slice::from_ref(one)].concat()).collect()
        };
        all.iter().flat_map(longer).collect()
    })
}

/// For each counter of the game, its name with each value that the box asks for.
fn counted(game: &Game, extent: &Extent) -> Vec<Vec<(&'static str, u64)>> {
    let start = game.start();
    let of = |(name, value): (&'static str, &Option<UBig>)| {
        let value = u64::try_from(value.as_ref()?).ok()?;
        let given = extent.counters.iter().find(|(given, _)| given == name);
        let least = if matches!(name, "pass" | "other") { 0 } else { value };
        let range = given.map_or(least..=value, |(_, range)| range.clone());
        Some(range.map(|n| (name, n)).collect())
    };
    start.named().into_iter().filter_map(of).collect()
}

fn counters_of(values: &[(&str, u64)]) -> Counters {
    let of = |name: &str| values.iter().find(|(own, _)| *own == name).map(|(_, n)| (*n).into());
    Counters { turn: of("turn"), last: of("last"), passes: of("pass"), other: of("other") }
}

/// The box of a game of a sum.
fn of_part(part: &Game, extent: &Extent) -> Extent {
    let coordinates = part.coordinates().map_or(1, <[String]>::len);
    let said = part.heaps().and_then(|most| usize::try_from(most).ok());
    let heaps = said.map_or(*extent.heaps.end(), |most| most.min(*extent.heaps.end()));
    let start = part.start();
    let has = |name: &str| start.named().iter().any(|(own, value)| *own == name && value.is_some());
    let counters = extent.counters.iter().filter(|(name, _)| has(name)).cloned().collect();
    Extent { heaps: 0..=heaps, most: vec![extent.most[0]; coordinates], counters }
}
