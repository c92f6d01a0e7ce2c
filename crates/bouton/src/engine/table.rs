//! The one table: the values of all positions of a space.

use std::sync::Arc;

use super::bits::Bits;
use super::space::{Numbering, Space, Tier};
use super::values::{Outcome, Solved, Values};
use crate::game::Position;
use crate::job::Lease;

/// The values of many positions, in layers of cells. A cell holds the Grundy number of a position; where only outcomes are
/// known, 0 stands for P and 1 for N.
pub(crate) struct Table<'b> {
    numbering: Arc<dyn Numbering>,
    layers: Vec<Cells>,
    positions: usize,
    /// The kernel that computed it.
    kernel: &'static str,
    _lease: Lease<'b>,
}

/// Sizes from the first to the second, both included.
pub(crate) type Run = (u32, u32);

/// The cells of a layer, in the order of places.
pub(crate) enum Cells {
    /// One bit each: 1 for P.
    Bits(Bits),
    /// One byte each.
    Bytes(Vec<u8>),
    /// Two bytes each.
    Pairs(Vec<u16>),
    /// Four bytes each.
    Words(Vec<u32>),
    /// The runs of places that are P, upwards.
    Runs(Vec<Run>),
}

/// How wide cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Bit,
    Byte,
    Pair,
    Word,
    Run,
}

impl Width {
    /// Cells that hold these numbers.
    pub(crate) fn holding(most: usize) -> Width {
        match most {
            ..=0xff => Width::Byte,
            0x100..=0xffff => Width::Pair,
            _ => Width::Word,
        }
    }

    /// Makes cells of numbers wider; `false` if they are as wide as can be.
    pub(super) fn widen(&mut self) -> bool {
        let wider = match self {
            Width::Byte => Width::Pair,
            Width::Pair => Width::Word,
            Width::Bit | Width::Word | Width::Run => return false,
        };
        *self = wider;
        true
    }

    /// The bytes of a layer with this many cells; of runs, how many there are is not known beforehand.
    pub(crate) fn bytes(self, cells: u64) -> u64 {
        match self {
            Width::Bit => cells / 8 + 64,
            Width::Byte => cells,
            Width::Pair => cells.saturating_mul(2),
            Width::Word => cells.saturating_mul(4),
            Width::Run => 0,
        }
    }
}

impl Cells {
    /// No cells yet, with room for some.
    pub(crate) fn with_room(width: Width, len: usize) -> Cells {
        match width {
            Width::Bit => Cells::Bits(Bits::with_room(len)),
            Width::Byte => Cells::Bytes(Vec::with_capacity(len)),
            Width::Pair => Cells::Pairs(Vec::with_capacity(len)),
            Width::Word => Cells::Words(Vec::with_capacity(len)),
            Width::Run => Cells::Runs(Vec::new()),
        }
    }

    /// Removes all cells and keeps the room.
    pub(super) fn clear(&mut self) {
        match self {
            Cells::Bits(bits) => bits.clear(),
            Cells::Bytes(numbers) => numbers.clear(),
            Cells::Pairs(numbers) => numbers.clear(),
            Cells::Words(numbers) => numbers.clear(),
            Cells::Runs(runs) => runs.clear(),
        }
    }

    /// The number in a cell.
    #[inline]
    pub(crate) fn number(&self, place: usize) -> u32 {
        match self {
            Cells::Bits(bits) => u32::from(!bits.get(place)),
            Cells::Bytes(numbers) => u32::from(numbers[place]),
            Cells::Pairs(numbers) => u32::from(numbers[place]),
            Cells::Words(numbers) => numbers[place],
            Cells::Runs(runs) => {
                let behind = runs.partition_point(|&(first, _)| first as usize <= place);
                u32::from(behind == 0 || (runs[behind - 1].1 as usize) < place)
            }
        }
    }

    /// The greatest number.
    fn greatest(&self) -> u32 {
        fn most<G: Number>(numbers: &[G]) -> u32 {
            numbers.iter().map(|number| number.get() as u32).max().unwrap_or(0)
        }
        match self {
            Cells::Bits(_) | Cells::Runs(_) => 1,
            Cells::Bytes(numbers) => most(numbers),
            Cells::Pairs(numbers) => most(numbers),
            Cells::Words(numbers) => most(numbers),
        }
    }

    /// The bytes that the cells take.
    pub(crate) fn bytes(&self) -> u64 {
        (match self {
            Cells::Bits(bits) => bits.bytes(),
            Cells::Bytes(numbers) => numbers.capacity(),
            Cells::Pairs(numbers) => numbers.capacity() * 2,
            Cells::Words(numbers) => numbers.capacity() * 4,
            Cells::Runs(runs) => runs.capacity() * size_of::<Run>() + size_of::<Cells>(),
        }) as u64
    }
}

impl<'b> Table<'b> {
    pub(super) fn new(
        numbering: Arc<dyn Numbering>,
        layers: Vec<Cells>,
        positions: usize,
        kernel: &'static str,
        lease: Lease<'b>,
    ) -> Table<'b> {
        Table { numbering, layers, positions, kernel, _lease: lease }
    }

    /// The name of the kernel that computed it.
    pub(crate) fn kernel(&self) -> &'static str {
        self.kernel
    }

    /// How many positions it holds.
    pub(crate) fn positions(&self) -> usize {
        self.positions
    }

    /// The values of a position; `None` if it is not in the table.
    pub(crate) fn get(&self, position: &Position, want: Values) -> Option<Solved> {
        let (layer, place) = self.numbering.find(position)?;
        Some(Solved::of_number(self.layers.get(layer)?.number(place), want))
    }

    /// The number of heaps or coordinates as they are typed, if all lists of numbers are positions; `None` if it is not
    /// in the table.
    pub(super) fn number(&self, typed: &[usize], tier: Tier) -> Option<u32> {
        let (layer, place) = self.numbering.find_small(typed, tier)?;
        Some(self.layers.get(layer)?.number(place))
    }

    /// The space that it is numbered by, if it is one.
    pub(super) fn space(&self) -> Option<&Space> {
        self.numbering.space()
    }

    /// The cells of a layer.
    pub(super) fn layer(&self, layer: usize) -> &Cells {
        &self.layers[layer]
    }

    /// The greatest number, or more.
    pub(super) fn greatest(&self) -> u32 {
        self.layers.iter().map(Cells::greatest).max().unwrap_or(0)
    }
}

impl Solved {
    /// What a number in a table says.
    pub(super) fn of_number(number: u32, want: Values) -> Solved {
        Solved {
            outcome: if number == 0 { Outcome::P } else { Outcome::N },
            grundy: want.grundy.then_some(number),
            length: None,
        }
    }
}

/// Integers that hold Grundy numbers.
pub(super) trait Number: Copy + Default + Ord + 'static {
    const MOST: usize;
    fn of(n: usize) -> Self;
    fn get(self) -> usize;
    /// The cells of this width, none if they have another one.
    fn cells(cells: &Cells) -> &[Self];
    fn cells_mut(cells: &mut Cells) -> Option<&mut Vec<Self>>;
}

macro_rules! number {
    ($int:ident, $cells:ident) => {
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
            fn cells(cells: &Cells) -> &[$int] {
                match cells {
                    Cells::$cells(numbers) => numbers,
                    _ => &[],
                }
            }
            fn cells_mut(cells: &mut Cells) -> Option<&mut Vec<$int>> {
                match cells {
                    Cells::$cells(numbers) => Some(numbers),
                    _ => None,
                }
            }
        }
    };
}

number!(u8, Bytes);
number!(u16, Pairs);
number!(u32, Words);
