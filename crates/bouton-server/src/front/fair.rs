//! A queue in which clients take turns.

use std::collections::VecDeque;
use std::net::IpAddr;

/// More does not wait, in total and for one client.
const MOST: usize = 1024;
const MOST_OF_ONE: usize = 256;

/// What waits, by the client that it is for.
pub(crate) struct Fair<T> {
    /// The client whose turn is next comes first.
    clients: VecDeque<(IpAddr, VecDeque<T>)>,
    waiting: usize,
}

impl<T> Fair<T> {
    pub(crate) fn new() -> Fair<T> {
        Fair { clients: VecDeque::new(), waiting: 0 }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// Adds one for a client, or returns it if too many wait already.
    pub(crate) fn push(&mut self, client: IpAddr, one: T) -> Result<(), T> {
        let known = self.clients.iter().position(|(known, _)| *known == client);
        let waiting = known.map_or(0, |i| self.clients[i].1.len());
        if self.waiting >= MOST || waiting >= MOST_OF_ONE {
            return Err(one);
        }
        self.put(client, one);
        Ok(())
    }

    /// Adds one that had its turn already, and lost it.
    pub(crate) fn put(&mut self, client: IpAddr, one: T) {
        self.waiting += 1;
        match self.clients.iter_mut().find(|(known, _)| *known == client) {
            Some((_, waiting)) => waiting.push_back(one),
            None => self.clients.push_back((client, VecDeque::from([one]))),
        }
    }

    /// Takes one from the first client for which `choose` names a place in what it waits for. That client is the last one then.
    pub(crate) fn take(
        &mut self,
        mut choose: impl FnMut(IpAddr, &VecDeque<T>) -> Option<usize>,
    ) -> Option<T> {
        let chosen = self.clients.iter().enumerate();
        let (i, at) =
            { chosen }.find_map(|(i, (client, waiting))| Some((i, choose(*client, waiting)?)))?;
        let (client, mut waiting) = self.clients.remove(i)?;
        let one = waiting.remove(at);
        if !waiting.is_empty() {
            self.clients.push_back((client, waiting));
        }
        self.waiting -= usize::from(one.is_some());
        one
    }

    /// Removes what does not wait any more.
    pub(crate) fn retain(&mut self, mut waits: impl FnMut(&T) -> bool) {
        for (_, waiting) in &mut self.clients {
            waiting.retain(&mut waits);
        }
        self.clients.retain(|(_, waiting)| !waiting.is_empty());
        self.waiting = self.clients.iter().map(|(_, waiting)| waiting.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(n: u8) -> IpAddr {
        [10, 0, 0, n].into()
    }

    fn oldest(fair: &mut Fair<u32>) -> Option<u32> {
        fair.take(|_, _| Some(0))
    }

    #[test]
    fn clients_take_turns() {
        let mut fair = Fair::new();
        for (from, one) in [(1, 10), (1, 11), (1, 12), (2, 20), (3, 30), (2, 21)] {
            fair.push(client(from), one).unwrap();
        }
        let order: Vec<u32> = std::iter::from_fn(|| oldest(&mut fair)).collect();
        assert_eq!(order, [10, 20, 30, 11, 21, 12]);
        assert_eq!(fair.len(), 0);
    }

    #[test]
    fn one_that_does_not_fit_lets_others_pass() {
        let mut fair = Fair::new();
        for (from, one) in [(1, 10), (2, 20), (2, 21)] {
            fair.push(client(from), one).unwrap();
        }
        let even = |_, waiting: &VecDeque<u32>| waiting.iter().position(|one| one % 2 == 1);
        assert_eq!(fair.take(even), Some(21));
        assert_eq!(fair.take(even), None);
        fair.retain(|one| *one != 10);
        assert_eq!((fair.len(), oldest(&mut fair), oldest(&mut fair)), (1, Some(20), None));
    }

    #[test]
    fn a_client_cannot_fill_the_queue() {
        let mut fair = Fair::new();
        let filled = (0..).take_while(|one| fair.push(client(1), *one).is_ok()).count();
        assert_eq!(filled, MOST_OF_ONE);
        assert_eq!(fair.push(client(2), 0), Ok(()));
    }
}
