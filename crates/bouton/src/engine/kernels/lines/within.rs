//! Which of some neighbouring numbers stand within reach on one of several lines: a bit each.

use crate::engine::table::Number;
#[cfg(target_arch = "x86_64")]
use {
    pulp::{bytemuck::cast, x86::V3},
    std::arch::x86_64::__m256i,
};

/// Numbers that are looked at together.
pub(super) const CHUNK: usize = 32;

/// A line and the first place on it that is within reach: where its places begin among those of all lines.
pub(super) type Line<T> = (usize, T);

/// A way to look at [`CHUNK`] numbers.
pub(super) trait Within<T>: Copy {
    /// For the numbers from `from` on: whether their last place on one of the lines is within reach.
    fn within(self, last: &[T], from: usize, lines: &[Line<T>]) -> u32;
}

/// `N` places from one on.
#[inline(always)]
fn places<T: Copy, const N: usize>(last: &[T], from: usize) -> [T; N] {
    last[from..from + N].try_into().expect("the slice has N places")
}

/// Loops that any CPU can do.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl<T: Number> Within<T> for Plain {
    #[inline(always)]
    fn within(self, last: &[T], from: usize, lines: &[Line<T>]) -> u32 {
        let mut within = [0u8; CHUNK];
        for &(line, least) in lines {
            let places: [T; CHUNK] = places(last, line + from);
            for i in 0..CHUNK {
                within[i] |= u8::from(places[i] >= least);
            }
        }
        let mut bits = 0;
        for (i, eight) in within.chunks_exact(8).enumerate() {
            let eight = u64::from_le_bytes(eight.try_into().expect("there are eight"));
            // The lowest bits of the eight bytes, brought together in the highest byte.
            let together = eight.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= (together as u32) << (8 * i);
        }
        bits
    }
}

/// Vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Wide(pub(super) V3);

#[cfg(target_arch = "x86_64")]
impl<T: Place> Within<T> for Wide {
    #[inline(always)]
    fn within(self, last: &[T], from: usize, lines: &[Line<T>]) -> u32 {
        T::wide(self.0, last, from, lines)
    }
}

/// Integers that hold places. The last place of a line is looked at by nobody, so it need not fit.
pub(super) trait Place: Number {
    /// The same with vectors of 32 bytes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide(_: V3, last: &[Self], from: usize, lines: &[Line<Self>]) -> u32 {
        Plain.within(last, from, lines)
    }
}

impl Place for u8 {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide(simd: V3, last: &[u8], from: usize, lines: &[Line<u8>]) -> u32 {
        let mut within: __m256i = cast([0u8; 32]);
        for &(line, least) in lines {
            let places: __m256i = cast(places::<u8, CHUNK>(last, line + from));
            // There is no comparison of unsigned numbers: a place is not less if it is the greater of both.
            let greater = simd.avx2._mm256_max_epu8(places, simd.avx._mm256_set1_epi8(least as i8));
            let not_less = simd.avx2._mm256_cmpeq_epi8(greater, places);
            within = simd.avx2._mm256_or_si256(within, not_less);
        }
        simd.avx2._mm256_movemask_epi8(within) as u32
    }
}

impl Place for u16 {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide(simd: V3, last: &[u16], from: usize, lines: &[Line<u16>]) -> u32 {
        let mut within: [__m256i; 2] = cast([0u8; 64]);
        for &(line, least) in lines {
            let least: __m256i = simd.avx._mm256_set1_epi16(least as i16);
            for (half, within) in within.iter_mut().enumerate() {
                let places = places::<u16, { CHUNK / 2 }>(last, line + from + half * CHUNK / 2);
                let places: __m256i = cast(places);
                let greater = simd.avx2._mm256_max_epu16(places, least);
                let not_less = simd.avx2._mm256_cmpeq_epi16(greater, places);
                *within = simd.avx2._mm256_or_si256(*within, not_less);
            }
        }
        // Both are packed by halves: the second and the third eight change places.
        let bytes = simd.avx2._mm256_packs_epi16(within[0], within[1]);
        let [first, third, second, fourth] =
            (simd.avx2._mm256_movemask_epi8(bytes) as u32).to_le_bytes();
        u32::from_le_bytes([first, second, third, fourth])
    }
}

impl Place for u32 {}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Vectors and plain loops find the same numbers within reach.
    fn agree<T: Place>(look: impl Within<T>, of: impl Fn(u64) -> T) {
        let mut state = 1u64;
        let mut random = || {
            // Any numbers will do: those of Knuth's generator.
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        for lines in 0..5 {
            for _ in 0..200 {
                let last: Vec<T> = (0..6 * CHUNK).map(|_| of(random())).collect();
                let lines: Vec<Line<T>> =
                    (0..lines).map(|line| (line * CHUNK, of(random()))).collect();
                let (fast, plain) =
                    (look.within(&last, CHUNK, &lines), Plain.within(&last, CHUNK, &lines));
                assert_eq!(fast, plain);
                for i in 0..CHUNK {
                    let is = lines.iter().any(|&(line, least)| last[line + CHUNK + i] >= least);
                    assert_eq!(plain >> i & 1 == 1, is);
                }
            }
        }
    }

    #[test]
    fn vectors_and_loops_agree() {
        // The first and the last numbers of their kind, and any.
        let near = |n: u64, most: u64| match n % 4 {
            0 => n / 4 % 3,
            1 => most - n / 4 % 3,
            2 => most / 2 + n / 4 % 3,
            _ => n % most,
        };
        agree::<u32>(Plain, |n| near(n, u32::MAX.into()) as u32);
        let Some(simd) = pulp::x86::V3::try_new() else { return };
        agree::<u8>(Wide(simd), |n| near(n, u8::MAX.into()) as u8);
        agree::<u16>(Wide(simd), |n| near(n, u16::MAX.into()) as u16);
    }
}
