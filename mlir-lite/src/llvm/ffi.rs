//! The unsafe edges that are not the JIT: LLVM's two error handlers, C's output streams, and what inkwell has no safe
//! call for.
//!
//! LLVM reports errors of code generation in three ways. Most come back as values. Some go
//! to the LLVM context's diagnostic handler, whose default ends the process;
//! [`collect_errors`] turns them into values. What LLVM holds for a bug of its caller
//! ("cannot select", out of memory) is fatal: LLVM offers no way back, so
//! [`report_fatal_errors`] makes sure that the end is not silent.
#![allow(unsafe_code)]

use std::{
    ffi::{CStr, c_char, c_int, c_void},
    io::{self, Write as _},
    process, ptr,
};

use inkwell::{
    builder::{Builder, BuilderError},
    llvm_sys::{
        LLVMDiagnosticSeverity,
        core::{
            LLVMConstBitCast, LLVMConstDataArray, LLVMContextGetDiagnosticContext,
            LLVMContextGetDiagnosticHandler, LLVMContextSetDiagnosticHandler, LLVMDisposeMessage,
            LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity, LLVMGetModuleContext, LLVMMDNodeInContext2,
            LLVMMDStringInContext2, LLVMMetadataAsValue, LLVMValueAsMetadata,
        },
        debuginfo::{LLVMMetadataReplaceAllUsesWith, LLVMTemporaryMDNode},
        prelude::LLVMDiagnosticInfoRef,
    },
    module::Module,
    support::error_handling::install_fatal_error_handler,
    types::{AsTypeRef, BasicTypeEnum, FloatType},
    values::{ArrayValue, AsValueRef, FloatValue, IntValue, MetadataValue, PointerValue},
};

/// Runs `work` on the module and returns what LLVM reported meanwhile as errors to the
/// module's context. Warnings and remarks are dropped: they speak of LLVM's passes, not of
/// the user's program.
pub(super) fn collect_errors<T>(module: &Module<'_>, work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let mut errors: Vec<String> = Vec::new();
    // SAFETY: `module` is alive, so are its context and the handler installed there, which
    // is put back below. `errors` outlives the handler's installation and is not touched
    // here meanwhile; the handler runs on this thread, inside `work`. `work` calls into
    // LLVM, which does not unwind.
    let result = unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let handler = LLVMContextGetDiagnosticHandler(context);
        let argument = LLVMContextGetDiagnosticContext(context);
        LLVMContextSetDiagnosticHandler(context, Some(collect_error), ptr::from_mut(&mut errors).cast());
        let result = work();
        LLVMContextSetDiagnosticHandler(context, handler, argument);
        result
    };
    (result, errors)
}

extern "C" fn collect_error(diagnostic: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic and the pointer that `collect_errors` gave it.
    // The description is ours to dispose of.
    unsafe {
        if LLVMGetDiagInfoSeverity(diagnostic) == LLVMDiagnosticSeverity::LLVMDSError {
            let description = LLVMGetDiagInfoDescription(diagnostic);
            let text = CStr::from_ptr(description).to_string_lossy().into_owned();
            LLVMDisposeMessage(description);
            (*errors.cast::<Vec<String>>()).push(text);
        }
    }
}

/// Has LLVM's fatal errors reported on standard error and end the process with status 1,
/// where LLVM alone would abort.
pub(super) fn report_fatal_errors() {
    // SAFETY: the handler is a plain function that does not unwind.
    unsafe { install_fatal_error_handler(report_fatal_error) }
}

extern "C" fn report_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated text that lives until the handler returns.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    // Nobody is left to tell if the streams are gone.
    let _ = io::stdout().flush();
    let _ = writeln!(io::stderr(), "error: LLVM cannot compile this program and stops: {reason}");
    process::exit(1);
}

/// Writes out what C's streams hold (`printf` in compiled code).
///
/// # Errors
/// If it cannot be written.
pub fn flush_c_streams() -> io::Result<()> {
    unsafe extern "C" {
        fn fflush(stream: *mut c_void) -> c_int;
    }
    // SAFETY: a null stream asks C's library to flush all of its output streams; it locks
    // each of them itself.
    match unsafe { fflush(ptr::null_mut()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The address `pointer[indices]` of elements `element`.
///
/// The caller has checked that the indices lead into the type: the first is any, one into
/// a struct is a constant below the number of fields. LLVM would crash otherwise.
pub(super) fn build_gep<'ctx>(
    builder: &Builder<'ctx>,
    element: BasicTypeEnum<'ctx>,
    pointer: PointerValue<'ctx>,
    indices: &[IntValue<'ctx>],
    is_in_bounds: bool,
) -> Result<PointerValue<'ctx>, BuilderError> {
    // SAFETY: the indices lead into the type, as the caller promises; what the address is
    // used for is the program's matter.
    unsafe {
        if is_in_bounds {
            builder.build_in_bounds_gep(element, pointer, indices, "")
        } else {
            builder.build_gep(element, pointer, indices, "")
        }
    }
}

/// A constant float of any format from its bits, an integer constant as wide.
pub(super) fn const_float_from_bits<'ctx>(bits: IntValue<'ctx>, ty: FloatType<'ctx>) -> FloatValue<'ctx> {
    // SAFETY: both types have the same width, as the caller promises, and live in one
    // context; the cast of a constant integer is folded to a constant float.
    unsafe { FloatValue::new(LLVMConstBitCast(bits.as_value_ref(), ty.as_type_ref())) }
}

/// A constant array of numbers from their bytes, in the host's order, without a constant per
/// element. `element` is an integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64.
pub(super) fn const_data_array<'ctx>(element: BasicTypeEnum<'ctx>, bytes: &[u8]) -> ArrayValue<'ctx> {
    // SAFETY: the element type lives in the context that the value is made in, `bytes` is
    // copied; LLVM reads exactly its length. The result is a constant array.
    unsafe { ArrayValue::new(LLVMConstDataArray(element.as_type_ref(), bytes.as_ptr().cast(), bytes.len())) }
}

/// The `llvm.loop` metadata of one loop that is not to be vectorised. Its first operand is the node itself, which makes it
/// another one than that of any other loop.
pub(super) fn scalar_loop<'ctx>(module: &Module<'ctx>) -> MetadataValue<'ctx> {
    const KEY: &str = "llvm.loop.vectorize.enable";
    let no = module.get_context().bool_type().const_zero();
    // SAFETY: all nodes are made in the module's context, which is alive, from arrays that LLVM copies. The placeholder is
    // replaced by the node, which disposes of it, and is not used afterwards.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let key = LLVMMDStringInContext2(context, KEY.as_ptr().cast(), KEY.len());
        let mut property = [key, LLVMValueAsMetadata(no.as_value_ref())];
        let property = LLVMMDNodeInContext2(context, property.as_mut_ptr(), property.len());
        let placeholder = LLVMTemporaryMDNode(context, ptr::null_mut(), 0);
        let mut operands = [placeholder, property];
        let node = LLVMMDNodeInContext2(context, operands.as_mut_ptr(), operands.len());
        LLVMMetadataReplaceAllUsesWith(placeholder, node);
        MetadataValue::new(LLVMMetadataAsValue(context, node))
    }
}
