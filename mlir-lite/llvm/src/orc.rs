//! The owner of LLVM's ORC JIT: a thin, safe wrapper of the C interface of `LLJIT`.
//!
//! It links objects and looks up addresses. ORC compiles nothing here: modules arrive as object
//! files, so that no session depends on the lifetime of an LLVM context. ORC's linker resolves
//! symbols in the session first, then in the libraries of the process.
//!
//! Invariants: `jit` is a live `LLJIT` until `drop`; `reports` outlives it, because ORC holds its
//! address.
#![allow(unsafe_code)]

use std::{
    env,
    ffi::{CStr, c_char, c_void},
    mem,
    ptr::{self, NonNull},
    sync::{Mutex, PoisonError},
};

use inkwell::{
    llvm_sys::{
        error::{LLVMConsumeError, LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage},
        execution_engine::{LLVMCreateGDBRegistrationListener, LLVMCreatePerfJITEventListener},
        orc2::{
            LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags,
            LLVMOrcAbsoluteSymbols, LLVMOrcCSymbolMapPair,
            LLVMOrcCreateDynamicLibrarySearchGeneratorForPath, LLVMOrcDisposeMaterializationUnit,
            LLVMOrcExecutionSessionRef, LLVMOrcExecutionSessionSetErrorReporter,
            LLVMOrcJITDylibAddGenerator, LLVMOrcJITDylibCreateResourceTracker,
            LLVMOrcJITDylibDefine, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine,
            LLVMOrcObjectLayerRef, LLVMOrcReleaseResourceTracker, LLVMOrcResourceTrackerRemove,
            ee::{
                LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager,
                LLVMOrcRTDyldObjectLinkingLayerRegisterJITEventListener,
            },
            lljit::{
                LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcDisposeLLJIT,
                LLVMOrcLLJITAddObjectFileWithRT, LLVMOrcLLJITBuilderSetJITTargetMachineBuilder,
                LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator, LLVMOrcLLJITGetExecutionSession,
                LLVMOrcLLJITGetGlobalPrefix, LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITLookup,
                LLVMOrcLLJITMangleAndIntern, LLVMOrcOpaqueLLJIT,
            },
        },
    },
    memory_buffer::MemoryBuffer,
    targets::TargetMachine,
};

/// The observers of linked code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Observers {
    /// No observers.
    None,
    /// Debuggers, and profilers if requested.
    Debuggers,
}

/// A JIT instance: the code and data that it has linked live until it is dropped.
#[derive(Debug)]
pub(super) struct Orc {
    jit: NonNull<LLVMOrcOpaqueLLJIT>,
    reports: Box<Reports>,
}

/// Errors that ORC reports in addition to those that it returns: the causes.
type Reports = Mutex<Vec<String>>;

impl Orc {
    /// A JIT without objects. ORC only takes the triple and the data layout from the machine.
    pub(super) fn new(machine: TargetMachine, observers: Observers) -> Result<Self, String> {
        let reports = Box::new(Reports::default());
        let mut jit = ptr::null_mut();
        // SAFETY: ORC's target machine builder takes over the machine, which is forgotten
        // here; the `LLJIT` builder takes over that; `LLVMOrcCreateLLJIT` consumes the
        // `LLJIT` builder whether it succeeds or not.
        let error = unsafe {
            let builder = LLVMOrcCreateLLJITBuilder();
            let target =
                LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine.as_mut_ptr());
            mem::forget(machine);
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, target);
            if observers == Observers::Debuggers {
                LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(
                    builder,
                    create_observed_layer,
                    ptr::null_mut(),
                );
            }
            LLVMOrcCreateLLJIT(&raw mut jit, builder)
        };
        check(error)?;
        let jit = NonNull::new(jit).ok_or("ORC returned no JIT")?;
        // SAFETY: `jit` is live; the session calls the reporter at most until the JIT is
        // disposed of, which `drop` does before it frees `reports`.
        unsafe {
            LLVMOrcExecutionSessionSetErrorReporter(
                LLVMOrcLLJITGetExecutionSession(jit.as_ptr()),
                collect_report,
                ptr::from_ref::<Reports>(&reports).cast_mut().cast(),
            );
        }
        Ok(Self { jit, reports })
    }

    /// Adds an object file and links it by looking up `symbol`, one of its definitions; without one
    /// the object stays unlinked, as nothing can refer to it. If linking fails, the object is
    /// removed again.
    pub(super) fn add_object(
        &self,
        object: MemoryBuffer<'static>,
        symbol: Option<&CStr>,
    ) -> Result<(), String> {
        // SAFETY: the JIT is live. ORC takes over the buffer, whether it succeeds or not.
        // The tracker is released once, before this function returns; if nothing was
        // removed, releasing it hands the object to the library itself.
        unsafe {
            let dylib = LLVMOrcLLJITGetMainJITDylib(self.jit.as_ptr());
            let tracker = LLVMOrcJITDylibCreateResourceTracker(dylib);
            let buffer = object.as_mut_ptr();
            mem::forget(object);
            let added =
                self.check(LLVMOrcLLJITAddObjectFileWithRT(self.jit.as_ptr(), tracker, buffer));
            let linked = match symbol {
                Some(symbol) => added.and_then(|()| self.lookup(symbol).map(drop)),
                None => added,
            };
            if linked.is_err() {
                LLVMConsumeError(LLVMOrcResourceTrackerRemove(tracker));
            }
            LLVMOrcReleaseResourceTracker(tracker);
            linked
        }
    }

    /// Defines a symbol as an address of the process.
    pub(super) fn define(&self, name: &CStr, address: *const c_void) -> Result<(), String> {
        let flags = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
            | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8;
        // SAFETY: the JIT is live. The materialization unit takes over the interned name
        // and is itself taken over by the library, unless defining fails.
        let error = unsafe {
            let mut symbol = LLVMOrcCSymbolMapPair {
                Name: LLVMOrcLLJITMangleAndIntern(self.jit.as_ptr(), name.as_ptr()),
                Sym: LLVMJITEvaluatedSymbol {
                    Address: address as u64,
                    Flags: LLVMJITSymbolFlags { GenericFlags: flags, TargetFlags: 0 },
                },
            };
            let unit = LLVMOrcAbsoluteSymbols(&raw mut symbol, 1);
            let dylib = LLVMOrcLLJITGetMainJITDylib(self.jit.as_ptr());
            let error = LLVMOrcJITDylibDefine(dylib, unit);
            if !error.is_null() {
                LLVMOrcDisposeMaterializationUnit(unit);
            }
            error
        };
        self.check(error)
    }

    /// Finds symbols in a shared library, too, after those that are found without it.
    pub(super) fn load(&self, path: &CStr) -> Result<(), String> {
        let mut generator = ptr::null_mut();
        // SAFETY: the JIT is live, the path is NUL-terminated, and there is no filter. The library
        // of JIT'd code takes over the generator.
        unsafe {
            self.check(LLVMOrcCreateDynamicLibrarySearchGeneratorForPath(
                &raw mut generator,
                path.as_ptr(),
                LLVMOrcLLJITGetGlobalPrefix(self.jit.as_ptr()),
                None,
                ptr::null_mut(),
            ))?;
            LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(self.jit.as_ptr()), generator);
        }
        Ok(())
    }

    /// The address of a symbol; links the object that defines it if necessary.
    pub(super) fn lookup(&self, name: &CStr) -> Result<*const c_void, String> {
        let mut address = 0;
        // SAFETY: the JIT is live, the name is NUL-terminated.
        let error =
            unsafe { LLVMOrcLLJITLookup(self.jit.as_ptr(), &raw mut address, name.as_ptr()) };
        self.check(error)?;
        Ok(ptr::with_exposed_provenance(address as usize))
    }

    /// Turns ORC's error into a text that starts with the cause, if ORC reported one.
    fn check(&self, error: LLVMErrorRef) -> Result<(), String> {
        let result = check(error);
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = mem::take(&mut *reports);
        result.map_err(|text| {
            lines.push(text);
            lines.join("; ")
        })
    }
}

impl Drop for Orc {
    fn drop(&mut self) {
        // SAFETY: `jit` is live and never used again. An error here concerns memory that is
        // released now in any case.
        unsafe { LLVMConsumeError(LLVMOrcDisposeLLJIT(self.jit.as_ptr())) }
    }
}

/// The environment variable by which profilers request linked code.
const PROFILE: &str = "JITDUMPDIR";

/// The layer of ORC's older linker, the one that notifies debuggers and profilers.
extern "C" fn create_observed_layer(
    _: *mut c_void,
    session: LLVMOrcExecutionSessionRef,
    _: *const c_char,
) -> LLVMOrcObjectLayerRef {
    // SAFETY: ORC passes its session, which owns the layer from now on. The listeners are
    // LLVM's own, and none is a null pointer; that for debuggers lives as long as the process, that
    // for profilers belongs to the layer's end, too.
    unsafe {
        let layer = LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager(session);
        let profiler = if env::var_os(PROFILE).is_some() {
            LLVMCreatePerfJITEventListener()
        } else {
            ptr::null_mut()
        };
        for listener in [LLVMCreateGDBRegistrationListener(), profiler] {
            if !listener.is_null() {
                LLVMOrcRTDyldObjectLinkingLayerRegisterJITEventListener(layer, listener);
            }
        }
        layer
    }
}

extern "C" fn collect_report(reports: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: ORC passes the address that `Orc::new` gave it.
    let reports = unsafe { &*reports.cast::<Reports>() };
    if let Err(text) = check(error) {
        reports.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

/// Consumes LLVM's error value.
fn check(error: LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: a non-null error is consumed by taking its message, which is ours to free.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().trim_end().to_owned();
        LLVMDisposeErrorMessage(message);
        Err(text)
    }
}

/// Calls compiled code that takes two addresses.
///
/// # Safety
/// `address` is a function `void(ptr, ptr)` with C's calling convention whose code stays linked
/// during the call, and whose run with these arguments is sound.
pub(super) unsafe fn call_packed(
    address: *const c_void,
    arguments: *const *const c_void,
    result: *mut c_void,
) {
    type Packed = extern "C" fn(*const *const c_void, *mut c_void);
    // SAFETY: as in `call`.
    unsafe {
        let function = mem::transmute::<*const c_void, Packed>(address);
        function(arguments, result);
    }
}

/// Calls compiled code.
///
/// # Safety
/// `address` is a function `void()` with C's calling convention whose code stays linked
/// during the call, and whose run is sound.
pub(super) unsafe fn call(address: *const c_void) {
    // SAFETY: the caller's promise; a data pointer and a function pointer have the same
    // representation on every platform that the JIT runs on.
    unsafe {
        let function = mem::transmute::<*const c_void, extern "C" fn()>(address);
        function();
    }
}
