//! Memory that a program frees and takes again.
//!
//! C's library gives large blocks back to the system, which clears each page before a program gets
//! it again. A loop whose steps make tensors would spend most of its time there.

/// Keeps memory that compiled code frees, up to 256 MB, for what it asks for next; blocks of more
/// than 32 MB go back. `toyc/src/native/memory.c` does the same in programs that run without toyc.
pub(crate) fn keep() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[allow(unsafe_code, reason = "C's library has this function")]
        unsafe extern "C" {
            fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
        }
        /// The parameters of `malloc.h`.
        const TRIM_THRESHOLD: std::ffi::c_int = -1;
        const MMAP_THRESHOLD: std::ffi::c_int = -3;
        // SAFETY: the function may be called at any time, with any values; it refuses wrong ones.
        #[allow(unsafe_code, reason = "C's library has this function")]
        unsafe {
            mallopt(MMAP_THRESHOLD, 32 << 20);
            mallopt(TRIM_THRESHOLD, 256 << 20);
        }
    }
}
