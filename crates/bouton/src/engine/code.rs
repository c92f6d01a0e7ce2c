//! Lists of numbers as bytes: short for small numbers, and in the same order as the numbers.

use dashu_int::UBig;

use crate::game::Position;

/// Up to here a number is one byte.
const SMALL: u8 = 239;

/// Writes a number. Smaller numbers give smaller bytes, and none is the beginning of another.
pub(super) fn write(out: &mut Vec<u8>, number: &UBig) {
    if let Ok(word) = u64::try_from(number) {
        if word <= u64::from(SMALL) {
            return out.push(word as u8);
        }
        let bytes = word.to_be_bytes();
        let skip = (word.leading_zeros() / 8) as usize;
        out.push(SMALL + (8 - skip) as u8);
        return out.extend_from_slice(&bytes[skip..]);
    }
    let bytes = number.to_be_bytes();
    out.push(SMALL + 9);
    out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    out.extend_from_slice(&bytes);
}

/// Reads a number from the front of the bytes.
pub(super) fn read(bytes: &mut &[u8]) -> UBig {
    let first = bytes[0];
    *bytes = &bytes[1..];
    if first <= SMALL {
        return UBig::from(first);
    }
    let length = if first == SMALL + 9 {
        let (length, rest) = bytes.split_at(4);
        *bytes = rest;
        u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize
    } else {
        usize::from(first - SMALL)
    };
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    UBig::from_be_bytes(number)
}

/// Writes a position: the counters that it has, then the heaps.
pub(super) fn write_position(out: &mut Vec<u8>, position: &Position) {
    for (_, counter) in position.counters.named() {
        if let Some(counter) = counter {
            write(out, counter);
        }
    }
    for heap in &position.heaps {
        write(out, heap);
    }
    for part in &position.parts {
        write(out, &UBig::from(part.heaps.len()));
        write_position(out, part);
    }
}

/// Reads a position with the same counters and parts as `like`.
pub(super) fn read_position(mut bytes: &[u8], like: &Position) -> Position {
    let mut position = like.clone();
    read_counters(&mut position, &mut bytes);
    for part in &mut position.parts {
        let heaps = usize::try_from(read(&mut bytes)).unwrap_or(0);
        read_counters(part, &mut bytes);
        part.heaps.extend((0..heaps).map(|_| read(&mut bytes)));
    }
    while !bytes.is_empty() {
        position.heaps.push(read(&mut bytes));
    }
    position
}

fn read_counters(position: &mut Position, bytes: &mut &[u8]) {
    for counter in position.counters.values_mut() {
        *counter = read(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_keep_their_order() {
        let mut numbers: Vec<UBig> = (0u32..600).map(UBig::from).collect();
        for bits in [16, 31, 32, 63, 64, 65, 128, 2000, 4096] {
            let power = UBig::ONE << bits;
            numbers.extend([&power - UBig::ONE, power.clone(), power + UBig::ONE]);
        }
        numbers.sort();
        numbers.dedup();
        let coded: Vec<Vec<u8>> = numbers
            .iter()
            .map(|n| {
                let mut out = Vec::new();
                write(&mut out, n);
                out
            })
            .collect();
        assert!(coded.is_sorted());
        for (number, code) in numbers.iter().zip(&coded) {
            assert_eq!(read(&mut &code[..]), *number);
        }
    }
}
