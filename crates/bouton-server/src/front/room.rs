//! The memory of what waits for clients: bodies that are being read, and answers that are being sent.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;

/// What is shorter is not counted.
pub(crate) const SHORT: usize = 1 << 14;

/// A number of bytes, of which one client may hold half.
pub(crate) struct Room {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// Why there is no room.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// There may be some soon.
    Now,
    /// There never is: this is the largest number of bytes.
    Ever(usize),
}

/// Some bytes. They are returned when it is dropped.
#[must_use]
pub(crate) struct Held {
    room: Arc<Room>,
    client: IpAddr,
    bytes: usize,
}

impl Room {
    pub(crate) fn new(most: usize) -> Room {
        Room { most, held: Mutex::default() }
    }

    /// Takes bytes for a client; `None` if they are too few to count.
    pub(crate) fn hold(
        self: &Arc<Room>,
        client: IpAddr,
        bytes: usize,
    ) -> Result<Option<Held>, NoRoom> {
        if bytes <= SHORT {
            return Ok(None);
        }
        if bytes > self.most / 2 {
            return Err(NoRoom::Ever(self.most / 2));
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = held.values().sum();
        let own = held.get(&client).copied().unwrap_or(0);
        if all + bytes > self.most || own + bytes > self.most / 2 {
            return Err(NoRoom::Now);
        }
        held.insert(client, own + bytes);
        Ok(Some(Held { room: Arc::clone(self), client, bytes }))
    }
}

impl Held {
    /// A content that holds its room until nobody needs it any more, if it is long.
    pub(crate) fn around(held: Option<Held>, content: Vec<u8>) -> Bytes {
        match held.filter(|_| content.len() > SHORT) {
            None => content.into(),
            Some(held) => Bytes::from_owner(Content { content, _held: held }),
        }
    }
}

struct Content {
    content: Vec<u8>,
    _held: Held,
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        &self.content
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.room.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = held.get_mut(&self.client) {
            *own -= self.bytes;
            if *own == 0 {
                held.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_holds_half_at_most() {
        let room = Arc::new(Room::new(10 * SHORT));
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let hold = |client, bytes| room.hold(client, bytes);
        assert!(hold(one, SHORT).is_ok_and(|held| held.is_none()));
        let first = hold(one, 4 * SHORT).unwrap();
        assert_eq!(hold(one, 2 * SHORT).err(), Some(NoRoom::Now));
        assert_eq!(hold(one, 6 * SHORT).err(), Some(NoRoom::Ever(5 * SHORT)));
        assert!(hold(other, 5 * SHORT).is_ok_and(|held| held.is_some()));
        let content = Held::around(first, vec![0; 4 * SHORT]).slice(1..);
        assert_eq!(hold(one, 2 * SHORT).err(), Some(NoRoom::Now));
        drop(content);
        assert!(hold(one, 5 * SHORT).is_ok());
    }
}
