//! JIT sessions: compile modules, look up addresses, and run functions.
//!
//! Invariants:
//! * A module that was added is valid, optimised, compiled and linked; it stays in memory as
//!   long as the session, and later modules see its symbols.
//! * If a module is refused, the session is unchanged.
//!
//! Deliberately not here: lazy compilation, threads, and replacing a definition; a session only
//! grows.

use std::{
    ffi::{CString, c_void},
    io::{self, Write as _},
    path::Path,
    time::{Duration, Instant},
};

use inkwell::{
    module::{Linkage, Module},
    targets::FileType,
};

use super::{
    HostTarget, LlvmError, OptLevel, ffi,
    orc::{self, Observers, Orc},
    target::baseline_machine,
    verify,
};

/// The time that compiling a module took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompileTimes {
    /// Verifying and optimising its LLVM IR.
    pub optimize: Duration,
    /// Generating machine code.
    pub generate: Duration,
    /// Linking it into the process.
    pub link: Duration,
}

/// Compiled modules that live in this process and see each other's symbols.
///
/// A name that a module declares and does not define is looked up in the session (earlier
/// modules, [`define_symbol`](Self::define_symbol)), then in the process: all of C's library
/// (`printf`, `malloc`, `memcpy`) and its mathematical functions are there.
///
/// ```
/// # mod mlir_lite {
/// #     pub use mlir_lite_framework::*;
/// #     pub mod dialects {
/// #         pub use mlir_lite_framework::dialects::builtin;
/// #         pub extern crate mlir_lite_llvm_dialect as llvm;
/// #     }
/// #     pub extern crate mlir_lite_llvm as llvm;
/// # }
/// use inkwell::{context::Context, memory_buffer::MemoryBuffer};
/// use mlir_lite::llvm::{JitSession, LlvmError, OptLevel};
///
/// let ir = "
///   @text = private constant [7 x i8] c\"hello\\0A\\00\"
///   declare i32 @printf(ptr, ...)
///   define void @main() {
///     %n = call i32 (ptr, ...) @printf(ptr @text)
///     ret void
///   }";
/// let context = Context::create();
/// let buffer = MemoryBuffer::create_from_memory_range_copy(ir.as_bytes(), "hello");
/// let module = context.create_module_from_ir(buffer).expect("the text is LLVM IR");
///
/// let mut session = JitSession::new(OptLevel::None)?;
/// session.add_module(module)?;
/// // SAFETY: `main` is a `void()` that prints a terminated text.
/// unsafe { session.run_void("main")? };
/// # Ok::<(), LlvmError>(())
/// ```
#[derive(Debug)]
pub struct JitSession {
    orc: Orc,
    target: HostTarget,
}

impl JitSession {
    /// An empty session that compiles at this level.
    ///
    /// # Errors
    /// [`LlvmError::Target`] if this LLVM has no code generator or linker for the host.
    pub fn new(level: OptLevel) -> Result<Self, LlvmError> {
        Self::with_observers(level, Observers::None)
    }

    /// As [`new`](Self::new), and registers linked code with debuggers, so that they find functions
    /// and lines in it. With the environment variable `JITDUMPDIR` it also writes there what
    /// `perf inject --jit` reads, where LLVM was built for that.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn for_debuggers(level: OptLevel) -> Result<Self, LlvmError> {
        Self::with_observers(level, Observers::Debuggers)
    }

    fn with_observers(level: OptLevel, observers: Observers) -> Result<Self, LlvmError> {
        Ok(Self {
            orc: Orc::new(baseline_machine(level)?, observers).map_err(LlvmError::Target)?,
            target: HostTarget::new(level)?,
        })
    }

    /// Verifies, optimises, compiles and links a module. The symbols that the module declares must
    /// be defined before, in the session or in the process.
    ///
    /// # Errors
    /// [`LlvmError::Verify`], [`LlvmError::Optimize`], [`LlvmError::Codegen`], and
    /// [`LlvmError::Link`] if a symbol is undefined or defined twice. The session is then
    /// unchanged.
    pub fn add_module(&mut self, module: Module<'_>) -> Result<CompileTimes, LlvmError> {
        let start = Instant::now();
        verify(&module)?;
        self.compile(module, start)
    }

    /// As [`add_module`](Self::add_module), without LLVM's verifier in a release build: it takes
    /// longer than the translation of a module. Clang does the same.
    ///
    /// # Safety
    /// The module is valid: LLVM's verifier accepts it.
    ///
    /// # Errors
    /// As [`add_module`](Self::add_module).
    #[allow(unsafe_code)]
    pub unsafe fn add_valid_module(
        &mut self,
        module: Module<'_>,
    ) -> Result<CompileTimes, LlvmError> {
        let start = Instant::now();
        if cfg!(debug_assertions) {
            verify(&module)?;
        }
        self.compile(module, start)
    }

    fn compile(&mut self, module: Module<'_>, start: Instant) -> Result<CompileTimes, LlvmError> {
        self.target.optimize(&module)?;
        let optimized = Instant::now();
        let symbol = defined_symbol(&module);
        let object = self.target.generate(module, FileType::Object)?;
        let generated = Instant::now();
        self.orc.add_object(object, symbol.as_deref()).map_err(LlvmError::Link)?;
        Ok(CompileTimes {
            optimize: optimized - start,
            generate: generated - optimized,
            link: generated.elapsed(),
        })
    }

    /// Defines a symbol of the host for the modules that are added from now on, such as a
    /// runtime function that compiled code calls. It hides a symbol of that name in the process.
    ///
    /// LLVM knows the semantics of C's functions and replaces calls to them (`printf` of a fixed
    /// text by `puts`): a runtime function is reliably called only under a name that C does not
    /// have.
    ///
    /// # Safety
    /// `address` is what the modules declare, a function of that type (which does not unwind into
    /// them) or data of that layout, as long as they may run.
    ///
    /// # Errors
    /// [`LlvmError::Link`] if the session has the symbol, [`LlvmError::SymbolName`].
    #[allow(unsafe_code)]
    pub unsafe fn define_symbol(
        &mut self,
        name: &str,
        address: *const c_void,
    ) -> Result<(), LlvmError> {
        self.orc.define(&c_name(name)?, address).map_err(LlvmError::Link)
    }

    /// Loads a shared library. Its symbols are found after those of the session and of the process.
    ///
    /// # Safety
    /// Code of the library that runs when it is loaded is sound.
    ///
    /// # Errors
    /// [`LlvmError::Link`] if it cannot be loaded, [`LlvmError::SymbolName`] if its path has a NUL.
    #[allow(unsafe_code)]
    pub unsafe fn load_library(&mut self, path: &Path) -> Result<(), LlvmError> {
        let shown = path.to_string_lossy();
        let failed = |error| LlvmError::Link(format!("cannot load '{shown}': {error}"));
        self.orc.load(&c_name(&shown)?).map_err(failed)
    }

    /// The address of a function or global variable that a module of this session or
    /// [`define_symbol`](Self::define_symbol) defines. It is valid as long as the session.
    #[must_use]
    pub fn lookup(&self, name: &str) -> Option<*const c_void> {
        self.orc.lookup(&c_name(name).ok()?).ok()
    }

    /// Calls a function without arguments and results. Rust's standard output is flushed before,
    /// C's streams after, so that the output of compiled code appears in the right order.
    ///
    /// # Safety
    /// The function is a `void()` and its run is sound: the verifier has checked the form of its
    /// code, not which memory it reads and writes.
    ///
    /// # Errors
    /// [`LlvmError::UnknownSymbol`], [`LlvmError::SymbolName`], and [`LlvmError::Output`] if the
    /// output cannot be written, for instance to a pipe that was closed.
    #[allow(unsafe_code)]
    pub unsafe fn run_void(&self, name: &str) -> Result<(), LlvmError> {
        let address = self
            .orc
            .lookup(&c_name(name)?)
            .map_err(|_| LlvmError::UnknownSymbol(name.to_owned()))?;
        io::stdout().flush().map_err(LlvmError::Output)?;
        // SAFETY: the session keeps the code; the rest is the caller's promise.
        unsafe {
            orc::call(address);
        }
        ffi::flush_c_streams().map_err(LlvmError::Output)
    }
}

/// One of the symbols that a module exports.
fn defined_symbol(module: &Module<'_>) -> Option<CString> {
    let functions = module
        .get_functions()
        .filter(|function| function.count_basic_blocks() > 0)
        .map(|function| (function.get_linkage(), function.get_name().to_owned()));
    let globals = module
        .get_globals()
        .filter(|global| !global.is_declaration())
        .map(|global| (global.get_linkage(), global.get_name().to_owned()));
    functions
        .chain(globals)
        .find(|(linkage, _)| *linkage == Linkage::External)
        .map(|(_, name)| name)
}

fn c_name(name: &str) -> Result<CString, LlvmError> {
    CString::new(name).map_err(|_| LlvmError::SymbolName(name.to_owned()))
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use std::cell::RefCell;

    use inkwell::{context::Context, memory_buffer::MemoryBuffer};
    use pretty_assertions::assert_eq;

    use super::*;

    thread_local! {
        static SEEN: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    }

    extern "C" fn emit(value: f64) {
        SEEN.with_borrow_mut(|seen| seen.push(value));
    }

    fn session(level: OptLevel) -> JitSession {
        let mut session = JitSession::new(level).unwrap();
        // SAFETY: the modules below declare `emit` as `void(double)`.
        unsafe { session.define_symbol("emit", emit as *const c_void).unwrap() };
        session
    }

    fn add(session: &mut JitSession, ir: &str) -> Result<(), LlvmError> {
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(ir.as_bytes(), "test");
        session.add_module(context.create_module_from_ir(buffer).unwrap()).map(|_| ())
    }

    /// The numbers that a run of `name` emits.
    fn run(session: &JitSession, name: &str) -> Vec<f64> {
        SEEN.take();
        // SAFETY: each test's function is a `void()` that stays inside its own data.
        unsafe { session.run_void(name).unwrap() };
        SEEN.take()
    }

    const LEVELS: [OptLevel; 4] = [OptLevel::None, OptLevel::O1, OptLevel::O2, OptLevel::O3];

    #[test]
    fn a_loop_calls_the_host() {
        for level in LEVELS {
            let mut session = session(level);
            add(
                &mut session,
                "declare void @emit(double)
                define void @main() {
                entry:
                  br label %loop
                loop:
                  %i = phi i64 [0, %entry], [%next, %loop]
                  %x = sitofp i64 %i to double
                  %half = fmul double %x, 5.0e-1
                  call void @emit(double %half)
                  %next = add i64 %i, 1
                  %more = icmp ult i64 %next, 4
                  br i1 %more, label %loop, label %done
                done:
                  ret void
                }",
            )
            .unwrap();
            assert_eq!(run(&session, "main"), [0.0, 0.5, 1.0, 1.5], "{level:?}");
        }
    }

    #[test]
    fn modules_see_the_functions_and_the_state_of_earlier_ones() {
        for level in LEVELS {
            let mut session = session(level);
            add(
                &mut session,
                "@state = global double 1.0
                define double @twice(double %x) { %r = fadd double %x, %x ret double %r }",
            )
            .unwrap();
            for entry in ["first", "second"] {
                add(
                    &mut session,
                    &format!(
                        "@state = external global double
                        declare double @twice(double)
                        declare void @emit(double)
                        define void @{entry}() {{
                          %old = load double, ptr @state
                          %new = call double @twice(double %old)
                          store double %new, ptr @state
                          call void @emit(double %new)
                          ret void
                        }}"
                    ),
                )
                .unwrap();
            }
            assert_eq!(run(&session, "first"), [2.0]);
            assert_eq!(run(&session, "second"), [4.0]);
            assert_eq!(run(&session, "first"), [8.0]);
            let state = session.lookup("state").unwrap().cast::<f64>();
            // SAFETY: the first module defines `state` as a double, the session is alive.
            assert_eq!(unsafe { state.read() }, 8.0);
        }
    }

    #[test]
    fn a_session_for_debuggers_runs_the_same() {
        for level in LEVELS {
            let mut session = JitSession::for_debuggers(level).unwrap();
            // SAFETY: as in `session`.
            unsafe { session.define_symbol("emit", emit as *const c_void).unwrap() };
            let ir = "declare void @emit(double)
                define void @main() { call void @emit(double 2.5) ret void }";
            add(&mut session, ir).unwrap();
            assert_eq!(run(&session, "main"), [2.5], "{level:?}");
        }
    }

    #[test]
    fn the_process_s_libraries_are_there() {
        let names = [
            "printf", "puts", "putchar", "snprintf", "fflush", "malloc", "calloc", "free",
            "memcpy", "memset", "memmove", "abort", "sqrt", "fma", "exp", "log", "pow", "sin",
            "cos", "tan", "tanh", "fabs", "floor", "ceil", "fmod",
        ];
        let mut session = session(OptLevel::None);
        for name in names {
            let ir = format!("declare void @{name}() @address_of_{name} = global ptr @{name}");
            add(&mut session, &ir).unwrap();
        }
    }

    #[test]
    fn memory_and_mathematics_run() {
        for level in LEVELS {
            let mut session = session(level);
            add(
                &mut session,
                "declare ptr @malloc(i64)
                declare void @free(ptr)
                declare double @pow(double, double)
                declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
                declare void @emit(double)
                @table = private constant [2 x double] [double 3.0, double 4.0]
                define void @main() {
                  %m = call ptr @malloc(i64 16)
                  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr @table, i64 16, i1 false)
                  %q = getelementptr double, ptr %m, i64 1
                  %a = load double, ptr %m
                  %b = load double, ptr %q
                  %c = call double @pow(double %a, double %b)
                  call void @free(ptr %m)
                  call void @emit(double %c)
                  ret void
                }",
            )
            .unwrap();
            assert_eq!(run(&session, "main"), [81.0], "{level:?}");
        }
    }

    #[test]
    fn a_symbol_of_the_host_hides_the_process_s() {
        extern "C" fn seven() -> i32 {
            7
        }
        let mut session = session(OptLevel::None);
        // SAFETY: it is declared below as a function without arguments, which it is.
        unsafe { session.define_symbol("getpid", seven as *const c_void).unwrap() };
        add(
            &mut session,
            "declare i32 @getpid()
            declare void @emit(double)
            define void @main() {
              %p = call i32 @getpid()
              %x = sitofp i32 %p to double
              call void @emit(double %x)
              ret void
            }",
        )
        .unwrap();
        assert_eq!(run(&session, "main"), [7.0]);
    }

    #[test]
    fn a_refused_module_leaves_the_session_as_it_was() {
        let mut session = session(OptLevel::None);
        let undefined = "declare void @nowhere()
            define void @main() { call void @nowhere() ret void }";
        let error = add(&mut session, undefined).unwrap_err().to_string();
        assert!(error.contains("Symbols not found: [ nowhere ]"), "{error}");

        let good = "declare void @emit(double)
            define void @main() { call void @emit(double 1.0) ret void }";
        add(&mut session, good).unwrap();
        let duplicate = "define void @other() { ret void }
            define void @main() { ret void }";
        let error = add(&mut session, duplicate).unwrap_err().to_string();
        assert!(error.contains("duplicate definition of symbol 'main'"), "{error}");
        assert_eq!(session.lookup("other"), None);
        assert_eq!(run(&session, "main"), [1.0]);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn code_generation_errors_are_values() {
        let mut session = session(OptLevel::None);
        let no_registers =
            "define double @f(double %x) \"target-features\"=\"-sse,-sse2\" { ret double %x }";
        let error = add(&mut session, no_registers).unwrap_err();
        assert!(matches!(&error, LlvmError::Codegen(text) if text.contains("SSE")), "{error}");
        add(&mut session, "define void @f() { ret void }").unwrap();
    }

    #[test]
    fn names_are_checked() {
        let session = session(OptLevel::None);
        // SAFETY: nothing is run.
        let (unknown, nul) = unsafe { (session.run_void("nowhere"), session.run_void("a\0b")) };
        assert_eq!(
            unknown.unwrap_err().to_string(),
            "expected a definition of 'nowhere' in the JIT session, found none; \
             add the module that defines it first"
        );
        assert_eq!(
            nul.unwrap_err().to_string(),
            "expected a symbol name without NUL bytes, found \"a\\0b\""
        );
    }
}
