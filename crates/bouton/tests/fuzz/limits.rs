//! How much is tried, for how long, and with how little.

use std::cell::Cell;
use std::ops::ControlFlow;

use bouton::job::Watch;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases each time, unless others are asked for.
pub fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1902);
    }
    config
}

/// Looks on for a while, then stops the job.
pub struct Patience(pub Cell<u32>);

impl Watch for Patience {
    fn tick(&self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        match self.0.get().checked_sub(1) {
            Some(left) => {
                self.0.set(left);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

/// Does something on a small stack, to show that nothing goes deep.
pub fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no panic");
}
