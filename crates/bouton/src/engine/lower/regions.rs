//! Which moves reach a whole region below a position: all positions that are lower in some coordinates, by a weight of at
//! most some bound.

use super::family::Family;
use crate::rows::{Linear, Program, Reg};

/// What a rule reaches from a position: every other one that is lower in some axes, or on a diagonal of two of them, by
/// a weight of at most a bound.
#[derive(Clone)]
pub(in crate::engine) struct Region {
    /// The coordinates that are lowered, upwards.
    pub(in crate::engine) axes: Vec<usize>,
    /// What one of each weighs.
    pub(in crate::engine) weights: Vec<i64>,
    /// Whether both are lowered at once, by these numbers times the same.
    pub(in crate::engine) diagonal: Option<(usize, usize)>,
    /// The bounds of the weight, each divided by a number and rounded down; with none everything is reached.
    pub(in crate::engine) bounds: Vec<(Linear, i64)>,
    /// The family that it is of, which says when there is such a move; always, if there is none.
    pub(in crate::engine) family: Option<usize>,
}

/// The regions of all families; `None` if one is of another kind.
pub(in crate::engine) fn regions(families: &[Family], heaps: usize) -> Option<Vec<Region>> {
    // The axes of those that reach all that is lower in each of them.
    let mut each: Vec<Vec<usize>> = Vec::new();
    let mut regions = Vec::new();
    for (i, family) in families.iter().enumerate() {
        let (region, lowers_each) = region(family, heaps)?;
        let whole = region.bounds.is_empty() && region.diagonal.is_none() && always(family);
        match (whole, region.axes.len()) {
            (true, 1) => each.push(region.axes),
            (true, _) if lowers_each => each.push(region.axes),
            (false, 2..) if lowers_each => return None,
            (true, _) => regions.push(region),
            (false, _) => regions.push(Region { family: Some(i), ..region }),
        }
    }
    // All choices of some heaps together reach the whole box below.
    let all = |axes: &[usize]| {
        (1..1usize << axes.len()).all(|set| {
            let some = axes.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            each.contains(&some.map(|(_, &axis)| axis).collect())
        })
    };
    for (i, axes) in each.iter().enumerate() {
        if !all(axes) {
            return None;
        }
        let within = |other: &Vec<usize>| {
            other.len() > axes.len() && axes.iter().all(|axis| other.contains(axis))
        };
        if !each[..i].contains(axes) && !each.iter().any(within) {
            let (axes, weights) = (axes.clone(), vec![1; axes.len()]);
            regions.push(Region { axes, weights, diagonal: None, bounds: vec![], family: None });
        }
    }
    Some(regions)
}

/// Whether a family's moves are there at every position from which its heaps can be lowered.
pub(in crate::engine) fn always(family: &Family) -> bool {
    let program = &family.program;
    let filled = |part: Reg| program.known(part) == Some(1) || program.is_positive_input(part);
    program.conjuncts(family.may).into_iter().all(filled)
}

/// The region of a family, and whether each of its coordinates must be lowered.
fn region(family: &Family, heaps: usize) -> Option<(Region, bool)> {
    let Family { program, variables, strays, target, sums, .. } = family;
    if program.known(*strays) != Some(0) || variables.is_empty() {
        return None;
    }
    let (given, taken) = taken(family, target, heaps)?;
    let lowered = |of: &[i64]| -> Vec<usize> { (0..heaps).filter(|&i| of[i] != 0).collect() };
    let (mut axes, mut diagonal) = (Vec::new(), None);
    for of in &taken {
        match lowered(of)[..] {
            [axis] if of[axis] == 1 && !axes.contains(&axis) => axes.push(axis),
            [i, j] if variables.len() == 1 && of[i] > 0 && of[j] > 0 => {
                axes = vec![i, j];
                diagonal = Some((usize::try_from(of[i]).ok()?, usize::try_from(of[j]).ok()?));
            }
            _ => return None,
        }
    }
    let (mut bounds, mut weights) = (Vec::new(), vec![1; axes.len()]);
    let ranges: Vec<(i64, i64)> = variables.iter().map(|&v| program.range(v)).collect();
    if ranges.iter().any(|&(least, _)| least > 1) {
        return None;
    }
    let mut each: Vec<bool> = ranges.iter().map(|&(least, _)| least == 1).collect();
    for sum in sums.as_ref()? {
        let times: Vec<i64> = variables.iter().map(|&variable| sum.of(variable)).collect();
        let rest = variables.iter().fold(sum.clone(), |rest, &variable| rest.without(variable));
        if rest.terms.keys().any(|&reg| program.depends(reg, variables)) {
            return None;
        }
        if times.iter().all(|&times| times >= 0) {
            // A lower bound may only say that something is taken, at all or from one of them.
            let least = rest.constant.checked_neg()?;
            let some: Vec<usize> = (0..times.len()).filter(|&i| times[i] > 0).collect();
            let enough = rest.terms.is_empty() && some.iter().all(|&i| times[i] >= least);
            match some[..] {
                _ if !enough => return None,
                _ if least <= 0 || some.len() == times.len() && times.len() > 1 => {}
                [only] => each[only] = true,
                _ => return None,
            }
            continue;
        }
        // No more than there is.
        let natural = |i: usize| {
            let mut there = Linear::default();
            there.terms.insert(given[i], 1);
            let parts = taken.iter().zip(variables).filter(|(of, _)| of[i] != 0);
            parts.for_each(|(of, &variable)| {
                there.terms.insert(variable, -of[i]);
            });
            there == *sum
        };
        if (0..heaps).any(natural) {
            continue;
        }
        if times.iter().any(|&times| times >= 0) {
            return None;
        }
        let of: Vec<i64> = times.iter().map(|times| -times).collect();
        match &of[..] {
            &[divisor] => bounds.push((rest, divisor)),
            _ if bounds.is_empty() || of == weights => {
                weights = of;
                bounds.push((rest, 1));
            }
            _ => return None,
        }
    }
    // A bound that is the same everywhere may be known from the range of a variable alone.
    for (i, &(_, most)) in ranges.iter().enumerate() {
        let there = program.range(given[axes[i]]).1 / taken[i][axes[i]];
        let said = |(rest, divisor): &(Linear, i64)| {
            let times = if ranges.len() > 1 { weights[i] } else { *divisor };
            program.most(rest).is_some_and(|sum| sum / times <= most)
        };
        if most < there && !bounds.iter().any(said) {
            if ranges.len() > 1 {
                return None;
            }
            bounds.push((Linear { constant: most, ..Linear::default() }, 1));
        }
    }
    // Of several coordinates either all must be lowered, or any.
    let lowers_each = axes.len() > 1 && diagonal.is_none() && each.iter().all(|&each| each);
    if diagonal.is_none() && axes.len() > 1 {
        if !lowers_each && each.contains(&true) {
            return None;
        }
        // Axes upwards, with their weights.
        let mut both: Vec<(usize, i64)> = axes.into_iter().zip(weights).collect();
        both.sort_unstable();
        (axes, weights) = both.into_iter().unzip();
    }
    Some((Region { axes, weights, diagonal, bounds, family: None }, lowers_each))
}

/// The heaps, and how much each variable takes from each of them.
fn taken(family: &Family, target: &[Reg], heaps: usize) -> Option<(Vec<Reg>, Vec<Vec<i64>>)> {
    let Family { program, variables, .. } = family;
    let mut taken: Vec<Vec<i64>> = vec![vec![0; heaps]; variables.len()];
    let given: Vec<Reg> = (0..heaps).map(|heap| program.given(heap)).collect::<Option<_>>()?;
    for (place, (&heap, &to)) in given.iter().zip(target).enumerate() {
        let mut falls = program.linear(heap).plus(&program.linear(to), -1)?;
        for (of, &variable) in taken.iter_mut().zip(variables) {
            of[place] = falls.of(variable);
            falls = falls.without(variable);
        }
        if falls != Linear::default() {
            return None;
        }
    }
    Some((given, taken))
}

impl Region {
    /// In a program of the whole box: what a position weighs, and the least weight, both and one more, that is reached.
    /// More than everything if there is no move.
    pub(in crate::engine) fn compile(
        &self,
        families: &[Family],
        coordinates: &[Reg],
        program: &mut Program,
    ) -> Option<(Reg, Reg)> {
        let one = program.constant(1);
        let weight = match self.diagonal {
            // The weight is the number of steps.
            Some((step, _)) => {
                let step = program.constant(step as i64);
                program.div(coordinates[self.axes[0]], step)?
            }
            None if self.bounds.is_empty() => program.constant(0),
            None => {
                let mut sum = program.constant(0);
                for (&axis, &weight) in self.axes.iter().zip(&self.weights) {
                    let weight = program.constant(weight);
                    let part = program.mul(weight, coordinates[axis])?;
                    sum = program.add(sum, part)?;
                }
                program.cancelled(sum)
            }
        };
        let own = program.add(weight, one)?;
        let mut least = one;
        let Some(family) = self.family.map(|family| &families[family]) else {
            return Some((own, least));
        };
        let mut most: Option<Reg> = None;
        for (rest, divisor) in &self.bounds {
            let mut sum = program.constant(rest.constant);
            for (&reg, &times) in &rest.terms {
                let term = program.transplant(&family.program, reg, coordinates)?;
                let times = program.constant(times);
                let term = program.mul(times, term)?;
                sum = program.add(sum, term)?;
            }
            let sum = program.cancelled(sum);
            let divisor = program.constant(*divisor);
            let bound = program.div(sum, divisor)?;
            most = Some(match most {
                Some(most) => program.min(most, bound)?,
                None => bound,
            });
        }
        if let Some(most) = most {
            let reached = program.sub(own, most)?;
            least = program.max(one, reached)?;
        }
        let may = program.transplant(&family.program, family.may, coordinates)?;
        let never = program.constant(program.range(own).1 + 1);
        Some((own, program.select(may, least, never)))
    }
}
