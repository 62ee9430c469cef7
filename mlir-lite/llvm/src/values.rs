//! The numbers and pointers that compiled code and Rust pass to each other.
//!
//! Invariant: a Rust type stands for exactly one type of the llvm dialect, and has its layout in
//! LLVM. So the trait is sealed.

/// Types outside of the crate cannot be passed.
pub(crate) mod sealed {
    /// Implemented by the types that can be passed.
    pub trait Sealed {}
}

use sealed::Sealed;

/// A number or a pointer that compiled code takes or returns.
///
/// Integers have no sign in compiled code: `u32` and `i32` are both `i32` there. `index` is `i64`.
pub trait JitValue: Copy + Sealed + 'static {
    /// The type in the llvm dialect, without the prefix `!llvm.`.
    const TYPE: &'static str;

    /// The value that these bytes are, which are as many as it has.
    #[doc(hidden)]
    fn from_bytes(bytes: &[u8]) -> Self;
}

/// The first bytes of a list, as an array.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

macro_rules! numbers {
    ($($rust:ty => $name:literal),* $(,)?) => {
        $(
            impl Sealed for $rust {}

            impl JitValue for $rust {
                const TYPE: &'static str = $name;

                fn from_bytes(bytes: &[u8]) -> Self {
                    Self::from_ne_bytes(array(bytes))
                }
            }
        )*
    };
}

numbers! {
    i8 => "i8", u8 => "i8", i16 => "i16", u16 => "i16", i32 => "i32", u32 => "i32",
    i64 => "i64", u64 => "i64", isize => "i64", usize => "i64", f32 => "f32", f64 => "f64",
}

impl Sealed for bool {}

impl JitValue for bool {
    const TYPE: &'static str = "i1";

    fn from_bytes(bytes: &[u8]) -> Self {
        bytes.first().is_some_and(|byte| byte & 1 == 1)
    }
}

impl<T> Sealed for *const T {}

impl<T: 'static> JitValue for *const T {
    const TYPE: &'static str = "ptr";

    fn from_bytes(bytes: &[u8]) -> Self {
        std::ptr::with_exposed_provenance(usize::from_bytes(bytes))
    }
}

impl<T> Sealed for *mut T {}

impl<T: 'static> JitValue for *mut T {
    const TYPE: &'static str = "ptr";

    fn from_bytes(bytes: &[u8]) -> Self {
        std::ptr::with_exposed_provenance_mut(usize::from_bytes(bytes))
    }
}
