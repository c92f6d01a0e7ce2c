//! Vector code: loops over columns, compiled for what the CPU offers.

use std::sync::OnceLock;

use pulp::Arch;

/// Runs code that is compiled for the vectors of this CPU, and for any CPU too. With `BOUTON_VECTORS=off` in the
/// environment the latter is used.
#[inline(always)]
pub(crate) fn vectors<R>(code: impl FnOnce() -> R) -> R {
    match arch() {
        Some(arch) => arch.dispatch(code),
        None => code(),
    }
}

/// What the CPU offers; nothing if it is switched off.
#[inline]
fn arch() -> Option<Arch> {
    static ARCH: OnceLock<Option<Arch>> = OnceLock::new();
    *ARCH.get_or_init(|| {
        let off = std::env::var_os("BOUTON_VECTORS").is_some_and(|value| value == "off");
        (!off).then(Arch::new)
    })
}

/// Vectors of 32 bytes of integers, where the CPU has them and they are not switched off: for what loops do not become.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn wide() -> Option<pulp::x86::V3> {
    static WIDE: OnceLock<Option<pulp::x86::V3>> = OnceLock::new();
    *WIDE.get_or_init(|| arch().and_then(|_| pulp::x86::V3::try_new()))
}
