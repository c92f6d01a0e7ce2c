//! The values of the options of some positions, and what follows for the positions.

/// What is known of the options of each of some positions.
#[derive(Default)]
pub(super) struct Options {
    grundy: bool,
    /// Bits for each position: one for each Grundy number.
    bits: Vec<u64>,
    words: usize,
    /// Whether there is an option, where none of a value was seen.
    noted: Vec<bool>,
    /// The greatest number of all positions so far.
    most: usize,
}

impl Options {
    pub(super) fn new(grundy: bool) -> Options {
        Options { grundy, ..Options::default() }
    }

    /// Whether Grundy numbers are asked for.
    pub(super) fn grundy(&self) -> bool {
        self.grundy
    }

    /// Makes room for the options of some positions.
    pub(super) fn clear(&mut self, positions: usize) {
        self.words = if self.grundy { self.most / 64 + 1 } else { 1 };
        self.bits.clear();
        self.bits.resize(positions * self.words, 0);
        self.noted.clear();
        self.noted.resize(positions, false);
    }

    /// A position has an option of this value.
    #[inline]
    pub(super) fn see(&mut self, i: usize, value: usize) {
        self.bits[i * self.words + value / 64] |= 1 << (value % 64);
    }

    /// A position has an option, of some value.
    #[inline]
    pub(super) fn note(&mut self, i: usize) {
        self.noted[i] = true;
    }

    /// Whether a position has an option.
    pub(super) fn any(&self, i: usize) -> bool {
        self.noted[i]
            || self.bits[i * self.words..(i + 1) * self.words].iter().any(|&bits| bits != 0)
    }

    /// The value of a position: 0 if it is P, otherwise its Grundy number, or 1.
    pub(super) fn value(&mut self, i: usize, misere: bool) -> usize {
        let bits = &self.bits[i * self.words..(i + 1) * self.words];
        let value = match self.grundy {
            true => {
                let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
                full * 64 + bits.get(full).map_or(0, |word| word.trailing_ones() as usize)
            }
            // The last one to move loses.
            false if misere && !self.any(i) => 1,
            false => (bits[0] & 1) as usize,
        };
        self.most = self.most.max(value);
        value
    }
}
