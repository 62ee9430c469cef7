//! Stack overflows of a program that this process runs: it ends with status 1, and reports the
//! overflow on standard error.
//!
//! Compiled code does not count its calls. An access below the end of the stack raises a signal; it
//! is distinguished from other invalid accesses by the distance from the stack pointer. So a call
//! whose variables are larger than the distance is not recognized, and an invalid access near the
//! stack pointer is reported as an overflow. Rust's main thread and the threads that it starts have
//! a stack for the handler; in others, and on systems other than Linux, the system's own message
//! appears. `native/stack.c` does the same for executables from IR, also in their main thread only.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::ffi::{c_int, c_void};
    use std::io::Write as _;
    use std::sync::OnceLock;

    use mlir_lite::llvm::flush_c_streams;
    use nix::libc::{siginfo_t, ucontext_t};
    use nix::sys::resource::{Resource, getrlimit};
    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

    /// The maximum distance of an overflow from the stack pointer: the system's guard pages below a
    /// stack, and the data that a call writes above the pointer.
    const BELOW: usize = 1 << 20;
    const ABOVE: usize = 1 << 16;

    /// The message, prepared in advance since a handler may not allocate.
    static MESSAGE: OnceLock<String> = OnceLock::new();

    /// The action before.
    static BEFORE: OnceLock<SigAction> = OnceLock::new();

    pub(crate) fn watch() {
        MESSAGE.get_or_init(|| {
            let size = match getrlimit(Resource::RLIMIT_STACK) {
                Ok((bytes, _)) if bytes < 1 << 40 => {
                    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
                    let bytes = crate::small_stack::size_instead_of(bytes).unwrap_or(bytes);
                    format!("the stack, which has {} KiB", bytes >> 10)
                }
                _ => "the stack".to_owned(),
            };
            format!(
                "error: the program's calls take more than {size}; 'ulimit -s' sets its size, and \
                    '-emit=interp' says which \
                 calls these are\n"
            )
        });
        let flags = SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK;
        let action = SigAction::new(SigHandler::SigAction(on_fault), flags, SigSet::empty());
        // SAFETY: the handler runs on the signal stack that Rust's runtime gives each of its
        // threads. Unless the stack has overflowed, it only restores the previous handler. If it
        // has, the handler writes a message and flushes the C streams, which is not safe in a
        // handler in general; whatever that does, the process ends within a second.
        #[allow(unsafe_code, reason = "handlers of signals are set")]
        let before = unsafe { sigaction(Signal::SIGSEGV, &action) };
        if let Ok(before) = before {
            // Only the first of several runs in a process sees the original handler.
            BEFORE.get_or_init(|| before);
        }
    }

    extern "C" fn on_fault(_: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system passes both, since the handler was set with `SA_SIGINFO`.
        #[allow(unsafe_code, reason = "the system passes addresses")]
        let (address, pointer) =
            unsafe { ((*info).si_addr().addr(), stack_pointer(&*context.cast::<ucontext_t>())) };
        let is_overflow =
            (pointer.saturating_sub(BELOW)..pointer.saturating_add(ABOVE)).contains(&address);
        if !is_overflow {
            set(BEFORE.get());
            // The access is repeated with the previous handler.
            return;
        }
        if let Some(message) = MESSAGE.get() {
            let _ = std::io::stderr().write_all(message.as_bytes());
        }
        // Flushes the output. If the stack overflowed during output, another error or a wait for a
        // lock ends the process at once.
        let end =
            SigAction::new(SigHandler::Handler(end_at_once), SaFlags::SA_ONSTACK, SigSet::empty());
        // SAFETY: the handler only ends the process.
        #[allow(unsafe_code, reason = "handlers of signals are set")]
        for signal in [Signal::SIGSEGV, Signal::SIGABRT, Signal::SIGALRM] {
            let _ = unsafe { sigaction(signal, &end) };
        }
        nix::unistd::alarm::set(1);
        let _ = flush_c_streams();
        end_at_once(0);
    }

    fn set(before: Option<&SigAction>) {
        let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
        // SAFETY: this is the previous handler, or the system's own.
        #[allow(unsafe_code, reason = "handlers of signals are set")]
        let _ = unsafe { sigaction(Signal::SIGSEGV, before.unwrap_or(&default)) };
    }

    extern "C" fn end_at_once(_: c_int) {
        // SAFETY: it does not return, and runs no code of the process.
        #[allow(unsafe_code, reason = "a handler may not clean up")]
        unsafe {
            nix::libc::_exit(1)
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn stack_pointer(context: &ucontext_t) -> usize {
        context.uc_mcontext.gregs[nix::libc::REG_RSP as usize] as usize
    }

    #[cfg(target_arch = "aarch64")]
    fn stack_pointer(context: &ucontext_t) -> usize {
        context.uc_mcontext.sp as usize
    }
}

/// Detects stack overflows of the code that this process runs from now on.
pub(crate) fn watch() {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    linux::watch();
}
