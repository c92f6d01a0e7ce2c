//! Plain loops with everything hard-coded: what a speed is compared with.

/// Checks Theorem 6 of Xu & Zhu, "Bounded Greedy Nim", and Theorem 2 for fewer than three heaps: at every position of at
/// most `heaps` heaps, two or more, of at most `most` stones the formula says P exactly if it says so of no option. Gives the
/// number of positions and how many of them are P.
///
/// # Panics
///
/// Where the formula is wrong.
pub fn theorem_6(k: u32, heaps: usize, most: u32) -> (u64, u64) {
    let mut position = vec![0u32; heaps];
    let mut option = vec![0u32; heaps];
    let (mut positions, mut p_positions) = (0, 0);
    loop {
        let is_p = formula(&position, k);
        let won = (1..=k.min(position[heaps - 1])).any(|stones| {
            take(&position, stones, &mut option);
            formula(&option, k)
        });
        assert!(is_p != won, "the theorem is wrong at {position:?}");
        positions += 1;
        p_positions += u64::from(is_p);
        if !next(&mut position, most) {
            return (positions, p_positions);
        }
    }
}

/// Whether the theorem says that a position is P. Its heaps rise.
#[inline]
fn formula(position: &[u32], k: u32) -> bool {
    let [others @ .., second, largest] = position else { unreachable!("there are two heaps") };
    let s = (largest - second) % (k + 1);
    let third = others.last().copied().unwrap_or(0);
    if third == 0 {
        return s == 0;
    }
    let repeated = others.iter().rev().take_while(|&&heap| heap == third).count();
    if repeated.is_multiple_of(2) {
        return s == 0;
    }
    match (second - third) % (k + 1) {
        0 => s == k,
        r if r == k => s == 1,
        _ => s == 0,
    }
}

/// The position after a take from the largest heap, in order again.
#[inline]
fn take(position: &[u32], stones: u32, option: &mut [u32]) {
    option.copy_from_slice(position);
    let mut at = option.len() - 1;
    let heap = option[at] - stones;
    while at > 0 && option[at - 1] > heap {
        option[at] = option[at - 1];
        at -= 1;
    }
    option[at] = heap;
}

/// The next heaps that rise, none of more than `most` stones; whether there are any.
#[inline]
fn next(position: &mut [u32], most: u32) -> bool {
    match position.iter().rposition(|&heap| heap < most) {
        Some(at) => {
            let heap = position[at] + 1;
            position[at..].fill(heap);
            true
        }
        None => false,
    }
}

/// Computes the Grundy numbers of single heaps of up to `most` stones from which at most half, rounded up, may be taken,
/// and checks that they are those of Lemma 2 of Miyadera & Manabe, "Restricted Nim with a Pass". Gives the greatest.
///
/// # Panics
///
/// Where the formula is wrong.
pub fn halving(most: usize) -> u32 {
    let formula = |heap: usize| {
        let mut heap = heap;
        while heap > 0 && heap.is_multiple_of(2) {
            heap = (heap - 2) / 2;
        }
        heap.div_ceil(2) as u32
    };
    // The window of what can be reached slides: the least number that is missing is the one that has just left it
    // for good, or one that never was.
    let mut numbers = vec![0u32; most + 1];
    let mut last = vec![0usize; most + 2];
    let mut new = 1u32;
    for heap in 1..=most {
        let reached = heap - heap.div_ceil(2);
        let left = reached.checked_sub(1).map(|left| numbers[left]);
        let number = left.filter(|&left| last[left as usize] < reached).unwrap_or(new);
        new = new.max(number + 1);
        numbers[heap] = number;
        last[number as usize] = heap;
        assert_eq!(number, formula(heap), "the formula is wrong at {heap}");
    }
    numbers.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_hold() {
        // Two heaps are P if 4 divides their difference: of 0..=8, nine that are equal, five and one.
        assert_eq!(theorem_6(3, 2, 8), (45, 15));
        // The multisets of four numbers out of thirteen.
        let (positions, p_positions) = theorem_6(3, 4, 12);
        assert_eq!(positions, 1820);
        assert!(0 < p_positions && p_positions < positions);
        assert_eq!(halving(1000), 500);
    }

    #[test]
    #[should_panic(expected = "the theorem is wrong at [2, 2, 2]")]
    fn the_formula_fails_for_one_stone() {
        // The paper asks for k of at least 2.
        theorem_6(1, 3, 4);
    }
}
