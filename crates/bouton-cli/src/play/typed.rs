//! Moves as people type them: `take 3 from 5`, `3 5`, `pass`, the number of a listed move, or its
//! target.

use bouton::{Game, How, Move, Position, Stop, Taken, parse_number};

use super::table::Table;
use super::words as told;

/// What was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// Exactly one legal move.
    Legal(Box<Move>),
    /// Something else, with what is wrong with it.
    Wrong(String),
}

/// Moves that are shown as examples.
const SHOWN: usize = 6;

/// Finds the typed move. `listed` means that the legal moves were shown with their numbers.
pub fn understand(table: &mut Table<'_>, text: &str, listed: bool) -> Result<Typed, Stop> {
    let text = text.trim();
    if let Some(target) = target(text) {
        return leading_to(table, target);
    }
    let words = words(text);
    if is_number(text) && listed {
        return Ok(numbered(table, text));
    }
    if text == "0" {
        return leading_to(table, text);
    }
    let mut found =
        table.legal().iter().filter(|m| is_called(table.game, table.position(), m, &words));
    match (found.next(), found.next()) {
        (Some(only), None) => return Ok(Typed::Legal(Box::new(only.clone()))),
        (Some(a), Some(b)) => {
            let several: Vec<&Move> = [a, b].into_iter().chain(found).collect();
            let several = shown(table, &several);
            return Ok(Typed::Wrong(format!("`{text}` can mean several moves:\n{several}")));
        }
        (None, _) => {}
    }
    // There may be too many moves for a list, and a list has only one of several moves to the same
    // position.
    let natural = |text: &String| parse_number(text).ok().and_then(|n| n.as_ubig().cloned());
    let numbers: Option<Vec<_>> = words.iter().map(natural).collect();
    let (pairs, rest) = numbers.as_deref().unwrap_or_default().as_chunks();
    let taken: Vec<_> = pairs.iter().map(|[stones, heap]| (stones.clone(), heap.clone())).collect();
    if !taken.is_empty() && rest.is_empty() {
        let position = table.position().clone();
        if let Some(found) = table.moves().take(&position, &taken)? {
            return Ok(Typed::Legal(Box::new(found)));
        }
    }
    Ok(Typed::Wrong(illegal(table, text, &words)))
}

/// The position that a text names, if it names a position rather than a take.
fn target(text: &str) -> Option<&str> {
    let to = text.strip_prefix("to ").or(text.strip_prefix('→'));
    let numbers = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains([',', '|', ';']);
    to.map(str::trim).or(numbers.then_some(text))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The move with a number in the list.
fn numbered(table: &Table<'_>, number: &str) -> Typed {
    let legal = table.legal();
    let chosen = number.parse::<usize>().ok().and_then(|n| legal.get(n.checked_sub(1)?));
    match chosen {
        Some(chosen) => Typed::Legal(Box::new(chosen.clone())),
        None => Typed::Wrong(format!("The moves are numbered from 1 to {}.", legal.len())),
    }
}

/// The move to a position. Counters that are not typed follow from the move.
fn leading_to(table: &mut Table<'_>, text: &str) -> Result<Typed, Stop> {
    let target = match table.game.position(text) {
        Ok(target) => target,
        Err(error) => return Ok(Typed::Wrong(told::no_position(text, &error))),
    };
    let counted = text.contains('=');
    let leads = |m: &&Move| match counted {
        true => m.to == target,
        false => m.how != How::Pass && m.to.has_heaps_of(&target),
    };
    let mut found = table.legal().iter().find(leads).cloned();
    if found.is_none() && !table.all_listed() {
        let position = table.position().clone();
        let heaps: Vec<_> = target.heaps.iter().map(|heap| heap.clone().into()).collect();
        found = table.moves().to(&position, &heaps)?;
    }
    Ok(match found {
        Some(found) => Typed::Legal(Box::new(found)),
        None => {
            let legal = examples(table);
            let position = table.position();
            Typed::Wrong(format!("No legal move leads from {position} to {text}.\n{legal}"))
        }
    })
}

/// Words that may be left out.
const LEFT_OUT: [&str; 10] =
    ["take", "from", "the", "heap", "heaps", "of", "stone", "stones", "and", "rest"];

/// The words of a text, without those that may be left out.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split([' ', '\t', ',', ':']);
    words.filter(|w| !w.is_empty() && !LEFT_OUT.contains(w)).map(str::to_string).collect()
}

/// Whether words name a move, completely or without its place, its game or its heap.
fn is_called(game: &Game, from: &Position, m: &Move, typed: &[String]) -> bool {
    let told = what(game, from, m);
    let full = words(&told);
    let no_place = without(&full, "place");
    let no_game = without(&full, "game");
    let neither = without(&no_place, "game");
    let stones = taken(&m.how).map(|taken| vec![taken.stones.to_string()]);
    [Some(full), Some(no_place), Some(no_game), Some(neither), stones]
        .iter()
        .any(|called| called.as_deref() == Some(typed))
}

/// What a move does, without its target.
fn what(game: &Game, from: &Position, m: &Move) -> String {
    let told = game.describe(from, &m.how, &m.to);
    told.rsplit_once(" → ").map_or(told.clone(), |(what, _)| what.to_string())
}

/// Words without `at place 2` or `in game 2`.
fn without(words: &[String], which: &str) -> Vec<String> {
    let left_out = |i: usize| {
        let before = i.checked_sub(1).and_then(|i| words.get(i));
        words[i] == which
            || before.is_some_and(|word| word == which)
            || words.get(i + 1).is_some_and(|word| word == which)
    };
    (0..words.len()).filter(|&i| !left_out(i)).map(|i| words[i].clone()).collect()
}

/// What is taken, if a move takes from one heap.
fn taken(how: &How) -> Option<&Taken> {
    match how {
        How::Take(taken) => Some(taken),
        How::In(_, how) => taken(how),
        How::Several(_) | How::Split(..) | How::Step | How::Pass => None,
    }
}

/// Why a text is not a legal move, and what would be.
fn illegal(table: &Table<'_>, text: &str, words: &[String]) -> String {
    let numbers = words.iter().all(|word| is_number(word));
    let heaps = || table.legal().iter().filter_map(|m| taken(&m.how));
    let why = match words {
        [pass] if pass == "pass" => "No pass is left, or passing is not allowed here.".into(),
        [stones] if numbers => format!("No legal move takes {stones} from a heap."),
        [_, heap] if numbers && !has_heap(table.position(), heap) => {
            format!("There is no heap of {heap} in {}.", table.position())
        }
        [stones, heap] if numbers => {
            let mut allowed: Vec<_> =
                heaps().filter(|t| t.heap.to_string() == *heap).map(|t| &t.stones).collect();
            allowed.sort();
            allowed.dedup();
            match (&allowed[..], table.all_listed()) {
                ([], _) => format!("Nothing can be taken from the heap of {heap} alone now."),
                ([least, .., most], true) if (*most - *least) == (allowed.len() - 1).into() => {
                    format!(
                        "{stones} cannot be taken from the heap of {heap}; {least} to {most} can."
                    )
                }
                _ => {
                    let first: Vec<String> =
                        allowed.iter().take(SHOWN).map(ToString::to_string).collect();
                    let more = if allowed.len() > SHOWN { ", …" } else { "" };
                    let first = first.join(", ");
                    format!("{stones} cannot be taken from the heap of {heap}; {first}{more} can.")
                }
            }
        }
        _ => format!("`{text}` is neither a legal move nor a command; type `help` for both."),
    };
    format!("{why}\n{}", examples(table))
}

/// Whether there is a heap of a size.
fn has_heap(position: &Position, size: &str) -> bool {
    position.heaps.iter().any(|heap| heap.to_string() == size)
        || position.parts.iter().any(|part| has_heap(part, size))
}

/// Some legal moves.
fn examples(table: &Table<'_>) -> String {
    let all: Vec<&Move> = table.legal().iter().collect();
    format!("Legal moves:\n{}", shown(table, &all))
}

/// The first of some moves, one on each line.
fn shown(table: &Table<'_>, moves: &[&Move]) -> String {
    let mut lines: Vec<String> = moves
        .iter()
        .take(SHOWN)
        .map(|m| format!("  {}", table.game.describe(table.position(), &m.how, &m.to)))
        .collect();
    if moves.len() > SHOWN {
        lines.push("  … and more; `moves` lists them".into());
    }
    lines.join("\n")
}
