//! Memory for compiled code: the functions of C's library, but that the program ends with status 1 where there is no more.
//! A program that went on would use memory that is not there.

use std::ffi::c_void;
use std::io::Write as _;
use std::sync::{PoisonError, RwLock};

use mlir_lite::llvm::flush_c_streams;
use nix::libc;

use crate::allocations::{self, Allocation};
use crate::execution::Hook;

/// The large allocations of the program that runs.
static ALLOCATIONS: RwLock<Vec<Allocation>> = RwLock::new(Vec::new());

/// Says where the program that is run next allocates memory.
pub(crate) fn set_allocations(allocations: Vec<Allocation>) {
    *ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner) = allocations;
}

/// The hooks, by the names of C's functions, which they hide. LLVM makes calls of `calloc` of those of `malloc`.
pub(crate) fn hooks() -> [Hook; 3] {
    [
        Hook { name: "malloc", address: malloc as *const c_void },
        Hook { name: "aligned_alloc", address: aligned_alloc as *const c_void },
        Hook { name: "calloc", address: calloc as *const c_void },
    ]
}

/// The memory that was asked for, of so many bytes; ends the program if there is none.
fn checked(memory: *mut c_void, bytes: usize) -> *mut c_void {
    if memory.is_null() && bytes > 0 {
        // Where standard output or standard error is closed, the status says it.
        let _ = flush_c_streams();
        let known = ALLOCATIONS.read().unwrap_or_else(PoisonError::into_inner);
        let places = allocations::places(&known, bytes as u64);
        let places = if places.is_empty() { places } else { format!("{places}: ") };
        let _ = writeln!(std::io::stderr(), "{places}error: cannot allocate {bytes} bytes");
        std::process::exit(1);
    }
    memory
}

extern "C" fn malloc(bytes: usize) -> *mut c_void {
    // SAFETY: any number of bytes may be asked for.
    #[allow(unsafe_code, reason = "C's library is called")]
    let memory = unsafe { libc::malloc(bytes) };
    checked(memory, bytes)
}

extern "C" fn aligned_alloc(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: C's library gives no memory where the alignment is none that it has.
    #[allow(unsafe_code, reason = "C's library is called")]
    let memory = unsafe { libc::aligned_alloc(alignment, bytes) };
    checked(memory, bytes)
}

extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    // SAFETY: any number of bytes may be asked for.
    #[allow(unsafe_code, reason = "C's library is called")]
    let memory = unsafe { libc::calloc(count, size) };
    checked(memory, count.saturating_mul(size))
}
