//! Choices of several things, enumerated without recursion.

/// The multisets of a given size that can be made from groups of equal things. Each is a
/// nondecreasing list of group numbers. Groups of one thing each give the sets.
pub(super) struct Combinations<'g> {
    groups: &'g [usize],
    /// The number of things in each group and all later ones.
    from: Vec<usize>,
    current: Vec<usize>,
    started: bool,
}

impl<'g> Combinations<'g> {
    /// All choices of `size` things from groups of these sizes.
    pub(super) fn new(groups: &'g [usize], size: usize) -> Combinations<'g> {
        let mut from = vec![0; groups.len() + 1];
        for (i, group) in groups.iter().enumerate().rev() {
            from[i] = from[i + 1] + group;
        }
        Combinations { groups, from, current: vec![0; size], started: false }
    }

    /// The next choice, in lexicographic order.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let size = self.current.len();
        if !std::mem::replace(&mut self.started, true) {
            return (self.from[0] >= size).then(|| self.fill(0, 0));
        }
        for at in (0..size).rev() {
            let next = self.current[at] + 1;
            if next < self.groups.len() && self.from[next] >= size - at {
                return Some(self.fill(at, next));
            }
        }
        None
    }

    /// The lowest choice from `at` on that starts with a group.
    fn fill(&mut self, at: usize, mut group: usize) -> &[usize] {
        let mut left = self.groups.get(group).copied().unwrap_or(0);
        for place in &mut self.current[at..] {
            while left == 0 {
                group += 1;
                left = self.groups[group];
            }
            *place = group;
            left -= 1;
        }
        &self.current
    }
}

/// The next permutation of a list, in lexicographic order; equal things are not distinguished.
pub(super) fn next_order<T: Ord>(list: &mut [T]) -> bool {
    let Some(at) = (1..list.len()).rev().find(|&i| list[i - 1] < list[i]) else { return false };
    let swap = (at..list.len()).rev().find(|&i| list[at - 1] < list[i]).unwrap_or(at);
    list.swap(at - 1, swap);
    list[at..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(groups: &[usize], size: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let mut combinations = Combinations::new(groups, size);
        while let Some(choice) = combinations.next() {
            found.push(choice.to_vec());
        }
        found
    }

    #[test]
    fn choices_are_complete_and_without_repetition() {
        assert_eq!(all(&[2, 1, 2], 2), [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]);
        assert_eq!(all(&[1, 1, 1], 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(all(&[1; 6], 3).len(), 20);
        assert_eq!(all(&[40], 20), [vec![0; 20]]);
        assert_eq!(all(&[1, 1], 3), Vec::<Vec<usize>>::new());
        assert_eq!(all(&[], 1), Vec::<Vec<usize>>::new());
        // A choice can start only where enough things are left.
        assert_eq!(all(&[3, 1], 2), [[0, 0], [0, 1]]);
    }

    #[test]
    fn orders_are_complete_and_without_repetition() {
        let mut list = [1, 1, 2];
        let mut orders = vec![list];
        while next_order(&mut list) {
            orders.push(list);
        }
        assert_eq!(orders, [[1, 1, 2], [1, 2, 1], [2, 1, 1]]);
    }
}
