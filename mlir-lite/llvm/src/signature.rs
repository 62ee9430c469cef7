//! Rust's types of what compiled functions take and return.
//!
//! Invariants:
//! * A Rust type stands for exactly one type of the llvm dialect (or, as an argument, for a list of
//!   them), and has the layout that LLVM gives it.
//! * Arguments are passed by address, one address for each parameter of the compiled function;
//!   results are written to memory of the caller. So one machine signature serves all functions.

#![allow(unsafe_code)]

use crate::memref::{MemRef, MemRefMut};
use std::ffi::c_void;
use std::mem::{align_of, size_of};

/// The types of the llvm dialect that a function takes or returns, as text without the prefix
/// `!llvm.`.
pub(crate) type TypeTexts = Vec<String>;

/// A number or a pointer that compiled code takes or returns.
///
/// Integers have no sign in compiled code: `u32` and `i32` are both `i32` there. `index` is `i64`.
///
/// # Safety
/// The type has the size, alignment and valid values of the type named `TYPE` in LLVM.
pub unsafe trait JitValue: Copy + 'static {
    /// The type in the llvm dialect, without the prefix `!llvm.`.
    const TYPE: &'static str;
}

macro_rules! jit_values {
    ($($rust:ty => $name:literal),* $(,)?) => {
        // SAFETY: numbers have one layout on all machines for which LLVM compiles here.
        $(unsafe impl JitValue for $rust {
            const TYPE: &'static str = $name;
        })*
    };
}

jit_values! {
    bool => "i1", i8 => "i8", u8 => "i8", i16 => "i16", u16 => "i16", i32 => "i32", u32 => "i32",
    i64 => "i64", u64 => "i64", isize => "i64", usize => "i64", f32 => "f32", f64 => "f64",
}

// SAFETY: a pointer of the address space 0.
unsafe impl<T: 'static> JitValue for *const T {
    const TYPE: &'static str = "ptr";
}

// SAFETY: as above.
unsafe impl<T: 'static> JitValue for *mut T {
    const TYPE: &'static str = "ptr";
}

/// What is passed for one argument of a function's declared type: a value itself, or for a memref
/// the addresses of the fields of its descriptor.
///
/// # Safety
/// `push` adds as many addresses as `types` adds types, of values of these types.
pub unsafe trait JitArgument {
    /// What a caller passes: the type itself, or a borrow of memory.
    type Passed<'a>;

    /// Adds the types of the parameters.
    #[doc(hidden)]
    fn types(types: &mut TypeTexts);

    /// Adds the addresses of the parameters.
    #[doc(hidden)]
    fn push(passed: &Self::Passed<'_>, addresses: &mut Vec<*const c_void>);
}

// SAFETY: one value, of its type.
unsafe impl<T: JitValue> JitArgument for T {
    type Passed<'a> = T;

    fn types(types: &mut TypeTexts) {
        types.push(T::TYPE.to_owned());
    }

    fn push(passed: &T, addresses: &mut Vec<*const c_void>) {
        addresses.push(std::ptr::from_ref(passed).cast());
    }
}

// SAFETY: the descriptor's fields in order, which is what a memref becomes as an argument.
unsafe impl<T: JitValue, const RANK: usize> JitArgument for MemRef<T, RANK> {
    type Passed<'a> = MemRefMut<'a, T, RANK>;

    fn types(types: &mut TypeTexts) {
        types.extend(["ptr", "ptr"].map(str::to_owned));
        types.extend(std::iter::repeat_n("i64".to_owned(), 1 + 2 * RANK));
    }

    fn push(passed: &MemRefMut<'_, T, RANK>, addresses: &mut Vec<*const c_void>) {
        passed.descriptor().push_fields(addresses);
    }
}

/// What a function returns: nothing, a value, a memref, or a tuple of these.
///
/// # Safety
/// `read` reads a value of the type that `type_text` names, at most `SIZE` bytes, from memory that
/// is aligned to `ALIGN`.
pub unsafe trait JitResult: Sized {
    /// The size in bytes.
    #[doc(hidden)]
    const SIZE: usize;
    /// The alignment in bytes, at most 16.
    #[doc(hidden)]
    const ALIGN: usize;

    /// The type in the llvm dialect, without the prefix `!llvm.`.
    #[doc(hidden)]
    fn type_text() -> String;

    /// Reads a result.
    ///
    /// # Safety
    /// There is one at the address.
    #[doc(hidden)]
    unsafe fn read(address: *const u8) -> Self;
}

// SAFETY: nothing is read.
unsafe impl JitResult for () {
    const SIZE: usize = 0;
    const ALIGN: usize = 1;

    fn type_text() -> String {
        "void".to_owned()
    }

    unsafe fn read(_: *const u8) {}
}

// SAFETY: the layout of a value is that of its type.
unsafe impl<T: JitValue> JitResult for T {
    const SIZE: usize = size_of::<T>();
    const ALIGN: usize = align_of::<T>();

    fn type_text() -> String {
        T::TYPE.to_owned()
    }

    unsafe fn read(address: *const u8) -> T {
        // SAFETY: the caller has one there, aligned.
        unsafe { address.cast::<T>().read() }
    }
}

// SAFETY: `MemRef` has the layout of the descriptor.
unsafe impl<T: JitValue, const RANK: usize> JitResult for MemRef<T, RANK> {
    const SIZE: usize = size_of::<Self>();
    const ALIGN: usize = align_of::<Self>();

    fn type_text() -> String {
        match RANK {
            0 => "struct<(ptr, ptr, i64)>".to_owned(),
            _ => format!("struct<(ptr, ptr, i64, array<{RANK} x i64>, array<{RANK} x i64>)>"),
        }
    }

    unsafe fn read(address: *const u8) -> Self {
        // SAFETY: the caller has one there, aligned.
        unsafe { address.cast::<Self>().read() }
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
            // SAFETY: the fields are read at the offsets that LLVM gives them.
            unsafe impl<$($name: JitResult),*> JitResult for ($($name,)*) {
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

                unsafe fn read(address: *const u8) -> Self {
                    let mut end = 0usize;
                    // Expressions of a tuple are evaluated in order.
                    ($({
                        let start = end.next_multiple_of($name::ALIGN);
                        #[allow(unused_assignments, reason = "nothing follows the last field")]
                        {
                            end = start + $name::SIZE;
                        }
                        // SAFETY: the caller has the struct there.
                        unsafe { $name::read(address.add(start)) }
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
    /// What it returns.
    type Result: JitResult;

    /// The types of the parameters of the compiled function.
    #[doc(hidden)]
    fn parameter_types() -> TypeTexts;

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

                fn parameter_types() -> TypeTexts {
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
