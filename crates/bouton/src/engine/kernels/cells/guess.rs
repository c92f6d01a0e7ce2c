//! How many moves the positions of a table have, by a look at a few of them: conditions may leave much less than bounds allow.

use crate::engine::lower::{Family, Output};
use crate::engine::space::{Outer, Space};
use crate::rows::{Program, Reg, Rows};

/// So many places of the table are looked at.
const SAMPLE: usize = 64;

/// What is found on average.
pub(super) struct Average {
    /// The share of the places that are computed.
    pub(super) share: f64,
    /// For each family, how many values the variables before the last one have, and all of them.
    pub(super) values: Vec<(f64, f64)>,
}

impl Average {
    /// Looks at places that are spread over a table.
    pub(super) fn of(space: &Space, is: Option<&Output>, families: &[Family]) -> Average {
        let mut bounds: Vec<Bounds> = families.iter().map(Bounds::new).collect();
        let mut is = is.map(|(program, reg)| Scalars::new(program, &[*reg]));
        let mut random = fastrand::Rng::with_seed(0);
        let (mut count, mut sums) = (0, vec![(0.0, 0.0); families.len()]);
        for _ in 0..SAMPLE {
            let Some(inputs) = position(space, &mut random) else { continue };
            if is.as_mut().is_some_and(|is| is.compute(&inputs, 0) == 0) {
                continue;
            }
            count += 1;
            for (bounds, sum) in bounds.iter_mut().zip(&mut sums) {
                let (outer, all) = bounds.values(&inputs);
                *sum = (sum.0 + outer, sum.1 + all);
            }
        }
        let each = f64::from(count.max(1));
        let values = sums.into_iter().map(|(outer, all)| (outer / each, all / each)).collect();
        Average { share: f64::from(count) / SAMPLE as f64, values }
    }
}

/// The heaps and counters of a random place; `None` if more stones are left than can be on that turn.
fn position(space: &Space, random: &mut fastrand::Rng) -> Option<Vec<i64>> {
    let place = random.usize(..space.layout.positions().max(1));
    let row = space.layout.row_of(place);
    let mut heaps = row.heaps;
    if let Some(first) = heaps.first_mut() {
        *first = place - row.start;
    }
    let counts = space.count(random.usize(..space.counts().max(1)));
    let mut turn = 0;
    if let Outer::Turns(turns) = &space.outer {
        turn = turns.start() + random.usize(..space.all_layers().max(1));
        let left = heaps.iter().sum::<usize>() + counts.passes + counts.other;
        if left + turn.saturating_sub(*turns.end()) > space.stones + space.most_passes() {
            return None;
        }
    }
    let counters = [turn, counts.last, counts.passes, counts.other];
    Some(heaps.into_iter().chain(counters).map(|n| n as i64).collect())
}

/// A program on columns, for one position at a time.
struct Scalars {
    rows: Rows<i64>,
}

impl Scalars {
    fn new(program: &Program, outputs: &[Reg]) -> Scalars {
        Scalars { rows: Rows::new(program, outputs, 1) }
    }

    fn get(&self, i: usize) -> i64 {
        self.rows.output(i, 1).get(0)
    }

    /// Sets the first inputs, runs the program and gets an output.
    fn compute(&mut self, inputs: &[i64], i: usize) -> i64 {
        inputs.iter().enumerate().for_each(|(i, &n)| self.rows.column(i)[0] = n);
        self.rows.run(1);
        self.get(i)
    }
}

/// The bounds of the variables of a family.
struct Bounds {
    /// Whether there are moves, and the bounds of the first variable.
    begin: Scalars,
    /// The bounds of each of the others.
    others: Vec<Scalars>,
    variables: usize,
}

impl Bounds {
    fn new(family: &Family) -> Bounds {
        let Family { program, lo, hi, may, .. } = family;
        let begin: Vec<Reg> =
            [*may].into_iter().chain(lo.first().copied()).chain(hi.first().copied()).collect();
        let others = lo.iter().zip(hi).skip(1);
        Bounds {
            begin: Scalars::new(program, &begin),
            others: others.map(|(&lo, &hi)| Scalars::new(program, &[lo, hi])).collect(),
            variables: lo.len(),
        }
    }

    /// About how many values the variables before the last one have in a position, and all of them. A variable is at the
    /// middle of its values where those behind it are counted.
    fn values(&mut self, inputs: &[i64]) -> (f64, f64) {
        if self.begin.compute(inputs, 0) == 0 {
            return (0.0, 0.0);
        }
        let (mut outer, mut all) = (1.0, 1.0);
        let mut inputs = inputs.to_vec();
        for at in 0..self.variables {
            let (lo, hi) = match at {
                0 => (self.begin.get(1), self.begin.get(2)),
                _ => {
                    let bounds = &mut self.others[at - 1];
                    (bounds.compute(&inputs, 0), bounds.get(1))
                }
            };
            if lo > hi {
                return (all, 0.0);
            }
            outer = all;
            all *= (hi - lo + 1) as f64;
            // Variables stand behind the counters among the inputs.
            inputs.push(lo.midpoint(hi));
        }
        (outer, all)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Extent, Game};

    fn seconds(text: &str) -> f64 {
        let game = Game::parse(text).unwrap();
        let extent = Extent { heaps: 0..=3, most: vec![100], counters: Vec::new() };
        let explained = game.table().within(extent).explain(false);
        assert_eq!(explained.kernel, Some("a table of all positions"));
        explained.seconds.unwrap()
    }

    #[test]
    fn rules_that_hardly_ever_apply_count_little() {
        let always = seconds("take 1..m from each of 2 heaps");
        let hardly = seconds("take 1..m from each of 2 heaps when total = 7");
        assert!(5.0 * hardly < always, "{hardly} {always}");
    }
}
