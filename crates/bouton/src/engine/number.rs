//! Integers that hold the Grundy numbers of a table.

/// Integers that hold Grundy numbers.
pub(super) trait Number: Copy + Default + 'static {
    const MOST: usize;
    fn of(n: usize) -> Self;
    fn get(self) -> usize;
}

macro_rules! number {
    ($int:ident) => {
        impl Number for $int {
            const MOST: usize = $int::MAX as usize;
            #[inline(always)]
            fn of(n: usize) -> $int {
                n as $int
            }
            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    };
}

number!(u8);
number!(u16);
number!(u32);
