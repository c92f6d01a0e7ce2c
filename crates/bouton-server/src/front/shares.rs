//! How the memory of the server is divided.

use std::thread;

use crate::Settings;
use crate::wire::{Lane, Setup};

/// A worker needs this much to be of use, of which the program itself takes a third.
const LEAST: u64 = 32 << 20;

/// Quick workers that wait to replace others. They use little before they do.
const SPARES: u64 = 2;

/// More is of no use in the quick lane.
const QUICK: u64 = 64 << 20;

/// The bytes of each part.
pub(crate) struct Shares {
    /// What waits for clients.
    pub(crate) room: usize,
    /// The number of quick workers, and what each may use.
    pub(crate) quick: (usize, Setup),
    /// The number of heavy workers, and what each may use.
    pub(crate) heavy: (usize, Setup),
}

impl Shares {
    pub(crate) fn new(settings: &Settings) -> Shares {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        // More than there are cores, since some are being started again while hostile questions end them.
        let quick = cores + 2;
        // One more than there are cores, since one client never gets all of them.
        let heavy = (cores + 1).clamp(3, 9);
        let memory = settings.memory;
        let room = memory / 8;
        let of_quick = (memory / 32).min(QUICK);
        let of_heavy =
            (memory - room).saturating_sub(quick as u64 * of_quick.max(LEAST) + SPARES * LEAST / 2);
        let setup = |lane, memory: u64| Setup {
            lane,
            budget: memory / 2,
            memory: memory.max(LEAST),
            time: settings.time,
        };
        Shares {
            room: room.max(1 << 20) as usize,
            quick: (quick, setup(Lane::Quick, of_quick)),
            heavy: (heavy, setup(Lane::Heavy, of_heavy / heavy as u64)),
        }
    }
}
