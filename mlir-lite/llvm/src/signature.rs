//! The signatures of compiled functions, as types of Rust.
//!
//! Arguments are passed by address, one address for each parameter of the compiled function, and
//! results are written to memory of the caller. So one machine signature serves all functions.

use crate::memref::{MemRef, MemRefMut};
use crate::values::JitValue;
use crate::values::sealed::Sealed;
use std::ffi::c_void;
use std::mem::{align_of, size_of};

/// The values passed for one argument of a function's declared type: a value itself, or for a
/// memref the addresses of the fields of its descriptor.
pub trait JitArgument: Sealed {
    /// The argument of the caller: the type itself, or a borrow of memory.
    type Passed<'a>;

    /// Adds the types of the parameters, as text without the prefix `!llvm.`.
    #[doc(hidden)]
    fn types(types: &mut Vec<String>);

    /// Adds the addresses of the parameters, as many as there are types.
    #[doc(hidden)]
    fn push(passed: &Self::Passed<'_>, addresses: &mut Vec<*const c_void>);
}

impl<T: JitValue> JitArgument for T {
    type Passed<'a> = T;

    fn types(types: &mut Vec<String>) {
        types.push(T::TYPE.to_owned());
    }

    fn push(passed: &T, addresses: &mut Vec<*const c_void>) {
        addresses.push(std::ptr::from_ref(passed).cast());
    }
}

impl<T: JitValue, const RANK: usize> Sealed for MemRef<T, RANK> {}

impl<T: JitValue, const RANK: usize> JitArgument for MemRef<T, RANK> {
    type Passed<'a> = MemRefMut<'a, T, RANK>;

    fn types(types: &mut Vec<String>) {
        types.extend(["ptr", "ptr"].map(str::to_owned));
        types.extend(std::iter::repeat_n("i64".to_owned(), 1 + 2 * RANK));
    }

    fn push(passed: &MemRefMut<'_, T, RANK>, addresses: &mut Vec<*const c_void>) {
        passed.descriptor().push_fields(addresses);
    }
}

/// The result of a function: nothing, a value, a memref, or a tuple of these.
pub trait JitResult: Sealed + Sized {
    /// The size in bytes.
    #[doc(hidden)]
    const SIZE: usize;
    /// The alignment in bytes, at most 16.
    #[doc(hidden)]
    const ALIGN: usize;

    /// The type in the llvm dialect, without the prefix `!llvm.`.
    #[doc(hidden)]
    fn type_text() -> String;

    /// The result that these bytes are.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Self;
}

impl Sealed for () {}

impl JitResult for () {
    const SIZE: usize = 0;
    const ALIGN: usize = 1;

    fn type_text() -> String {
        "void".to_owned()
    }

    fn read(_: &[u8]) {}
}

impl<T: JitValue> JitResult for T {
    const SIZE: usize = size_of::<T>();
    const ALIGN: usize = align_of::<T>();

    fn type_text() -> String {
        T::TYPE.to_owned()
    }

    fn read(bytes: &[u8]) -> T {
        T::from_bytes(bytes)
    }
}

impl<T: JitValue, const RANK: usize> JitResult for MemRef<T, RANK> {
    const SIZE: usize = size_of::<Self>();
    const ALIGN: usize = align_of::<Self>();

    fn type_text() -> String {
        match RANK {
            0 => "struct<(ptr, ptr, i64)>".to_owned(),
            _ => format!("struct<(ptr, ptr, i64, array<{RANK} x i64>, array<{RANK} x i64>)>"),
        }
    }

    fn read(bytes: &[u8]) -> Self {
        Self::from_bytes(bytes)
    }
}

const fn larger(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// Several results are a struct in LLVM: each field is at the next offset that is a multiple of its
/// alignment.
macro_rules! jit_result_tuples {
    ($(($($name:ident),*))*) => {
        $(
            impl<$($name: JitResult),*> Sealed for ($($name,)*) {}

            impl<$($name: JitResult),*> JitResult for ($($name,)*) {
                const SIZE: usize = {
                    let mut end = 0;
                    $(end = usize::next_multiple_of(end, $name::ALIGN) + $name::SIZE;)*
                    end.next_multiple_of(Self::ALIGN)
                };
                const ALIGN: usize = {
                    let mut align = 1;
                    $(align = larger(align, $name::ALIGN);)*
                    align
                };

                fn type_text() -> String {
                    format!("struct<({})>", [$($name::type_text()),*].join(", "))
                }

                fn read(bytes: &[u8]) -> Self {
                    let mut end = 0usize;
                    // Expressions of a tuple are evaluated in order.
                    ($({
                        let start = end.next_multiple_of($name::ALIGN);
                        end = start + $name::SIZE;
                        $name::read(&bytes[start..end])
                    },)*)
                }
            }
        )*
    };
}

jit_result_tuples! { (A, B) (A, B, C) (A, B, C, D) }

/// The type of a function: `fn(f64, f64) -> f64`, of at most eight arguments.
pub trait JitSignature {
    /// The arguments that a caller passes, as a tuple.
    type Arguments<'a>;
    /// The result.
    type Result: JitResult;

    /// The types of the parameters of the compiled function.
    #[doc(hidden)]
    fn parameter_types() -> Vec<String>;

    /// The addresses of the parameters.
    #[doc(hidden)]
    fn addresses(arguments: &Self::Arguments<'_>) -> Vec<*const c_void>;
}

macro_rules! jit_signatures {
    ($(($($name:ident $argument:ident),*))*) => {
        $(
            impl<R: JitResult, $($name: JitArgument),*> JitSignature for fn($($name),*) -> R {
                type Arguments<'a> = ($($name::Passed<'a>,)*);
                type Result = R;

                fn parameter_types() -> Vec<String> {
                    #[allow(unused_mut, reason = "a function may have no parameters")]
                    let mut types = Vec::new();
                    $($name::types(&mut types);)*
                    types
                }

                fn addresses(($($argument,)*): &Self::Arguments<'_>) -> Vec<*const c_void> {
                    #[allow(unused_mut, reason = "a function may have no parameters")]
                    let mut addresses = Vec::new();
                    $($name::push($argument, &mut addresses);)*
                    addresses
                }
            }
        )*
    };
}

jit_signatures! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
    (A a, B b, C c, D d, E e, F f, G g, H h)
}
