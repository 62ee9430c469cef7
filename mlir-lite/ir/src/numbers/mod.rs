//! Integers of any width, the floating point formats, and float literals. This layer does not
//! depend on types or IR.

mod apint;
pub mod float;
mod float_kind;

pub use apint::ApInt;
pub use float_kind::{FloatKind, FloatLayout, NonFinite};

/// The value of decimal digits. None if there is another character, or so many digits that the
/// number may not fit into 64 bits.
pub(crate) fn few_digits(text: &str) -> Option<u64> {
    const FITTING: usize = 19;
    if text.is_empty() || text.len() > FITTING {
        return None;
    }
    text.bytes().try_fold(0, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| value * 10 + u64::from(digit))
    })
}
