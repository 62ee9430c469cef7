//! Unsafe code outside of the JIT: LLVM's two error handlers, C's output streams, and functions
//! that inkwell has no safe call for.
//!
//! LLVM reports errors of code generation in three ways. Most are returned as values. Some go to
//! the LLVM context's diagnostic handler, whose default ends the process; [`collect_errors`] turns
//! them into values. Errors that LLVM considers a bug of its caller ("cannot select", out of
//! memory) are fatal: LLVM offers no way to recover, so [`report_fatal_errors`] makes sure that
//! they are reported.
#![allow(unsafe_code)]

use std::{
    ffi::{CStr, c_char, c_int, c_void},
    io::{self, Write as _},
    process, ptr,
};

use inkwell::{
    builder::Builder,
    llvm_sys::{
        LLVMDiagnosticSeverity,
        core::{
            LLVMAliasSetAliasee, LLVMBuildGEPWithNoWrapFlags, LLVMConstArray2, LLVMConstBitCast,
            LLVMConstDataArray, LLVMConstNamedStruct, LLVMContextGetDiagnosticContext,
            LLVMContextGetDiagnosticHandler, LLVMContextSetDiagnosticHandler, LLVMDeleteFunction,
            LLVMDisposeMessage, LLVMGEPGetNoWrapFlags, LLVMGetDiagInfoDescription,
            LLVMGetDiagInfoSeverity, LLVMGetElementType, LLVMGetModuleContext,
            LLVMGetNamedGlobalAlias, LLVMGetPoison, LLVMGetUndef, LLVMIsConstant,
            LLVMMDNodeInContext2, LLVMMDStringInContext2, LLVMMetadataAsValue, LLVMSetNNeg,
            LLVMValueAsMetadata,
        },
        debuginfo::{LLVMMetadataReplaceAllUsesWith, LLVMTemporaryMDNode},
        prelude::LLVMDiagnosticInfoRef,
    },
    module::Module,
    support::error_handling::install_fatal_error_handler,
    types::{AsTypeRef, BasicTypeEnum, FloatType},
    values::{
        ArrayValue, AsValueRef, BasicValueEnum, FloatValue, FunctionValue, GlobalValue,
        InstructionOpcode, InstructionValue, IntValue, MetadataValue,
    },
};

/// Runs `work` on the module and returns the errors that LLVM reported meanwhile to the module's
/// context. Warnings and remarks are dropped: they are about LLVM's passes, not about the user's
/// program.
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
        LLVMContextSetDiagnosticHandler(
            context,
            Some(collect_error),
            ptr::from_mut(&mut errors).cast(),
        );
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

/// Reports LLVM's fatal errors on standard error and ends the process with status 1, where LLVM
/// alone would abort.
pub(super) fn report_fatal_errors() {
    // SAFETY: the handler is a plain function that does not unwind.
    unsafe { install_fatal_error_handler(report_fatal_error) }
}

extern "C" fn report_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated text that lives until the handler returns.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    // If flushing fails, the error cannot be reported any more.
    let _ = io::stdout().flush();
    let _ = writeln!(io::stderr(), "error: LLVM cannot compile this program and stops: {reason}");
    process::exit(1);
}

/// Flushes C's output streams (`printf` in compiled code).
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

/// Frees memory that C's `malloc` has allocated.
///
/// # Safety
/// It is such memory, and was not freed before.
pub(super) unsafe fn free(address: *mut c_void) {
    unsafe extern "C" {
        fn free(address: *mut c_void);
    }
    // SAFETY: the caller's promise.
    unsafe { free(address) }
}

/// The address `pointer[indices]` of elements `element`; pointer and indices may be vectors.
/// `flags` are LLVM's: 1 for `inbounds`, 2 for `nusw`, 4 for `nuw`.
///
/// The caller has checked that the indices are valid for the type: the first may be anything, one
/// into a struct is a constant below the number of fields. LLVM would crash otherwise. The builder
/// is positioned.
pub(super) fn build_gep<'ctx>(
    builder: &Builder<'ctx>,
    element: BasicTypeEnum<'ctx>,
    pointer: BasicValueEnum<'ctx>,
    indices: &[BasicValueEnum<'ctx>],
    flags: u32,
) -> BasicValueEnum<'ctx> {
    let mut indices: Vec<_> = indices.iter().map(AsValueRef::as_value_ref).collect();
    // SAFETY: the indices lead into the type, as the caller promises; what the address is used for
    // is the program's matter. LLVM copies the list; the result is an address or a vector of
    // addresses.
    unsafe {
        BasicValueEnum::new(LLVMBuildGEPWithNoWrapFlags(
            builder.as_mut_ptr(),
            element.as_type_ref(),
            pointer.as_value_ref(),
            indices.as_mut_ptr(),
            indices.len() as u32,
            c"".as_ptr(),
            flags,
        ))
    }
}

/// The flags of a `getelementptr`, as [`build_gep`] takes them.
pub(super) fn no_wrap_flags(address: InstructionValue<'_>) -> u32 {
    debug_assert_eq!(address.get_opcode(), InstructionOpcode::GetElementPtr);
    // SAFETY: the only caller passes such an instruction.
    unsafe { LLVMGEPGetNoWrapFlags(address.as_value_ref()) }
}

/// An undefined value of a type; each use may see another value.
pub(super) fn undef(ty: BasicTypeEnum<'_>) -> BasicValueEnum<'_> {
    // SAFETY: every basic type has such a constant.
    unsafe { BasicValueEnum::new(LLVMGetUndef(ty.as_type_ref())) }
}

/// A poison value of a type.
pub(super) fn poison(ty: BasicTypeEnum<'_>) -> BasicValueEnum<'_> {
    // SAFETY: every basic type has such a constant.
    unsafe { BasicValueEnum::new(LLVMGetPoison(ty.as_type_ref())) }
}

/// Whether a value is a constant.
pub(super) fn is_constant(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: a value may be asked that at any time.
    unsafe { LLVMIsConstant(value.as_value_ref()) != 0 }
}

/// A constant struct or array of constants.
///
/// The caller has checked that `ty` is a struct whose fields have the types of the values, or an
/// array whose elements have; of an array, the number of values is its length.
pub(super) fn const_aggregate<'ctx>(
    ty: BasicTypeEnum<'ctx>,
    values: &[BasicValueEnum<'ctx>],
) -> BasicValueEnum<'ctx> {
    let mut values: Vec<_> = values.iter().map(AsValueRef::as_value_ref).collect();
    // SAFETY: the values fit the type, as the caller promises; LLVM copies the list. The result is
    // a constant.
    unsafe {
        BasicValueEnum::new(match ty {
            BasicTypeEnum::ArrayType(array) => LLVMConstArray2(
                LLVMGetElementType(array.as_type_ref()),
                values.as_mut_ptr(),
                values.len() as u64,
            ),
            _ => LLVMConstNamedStruct(ty.as_type_ref(), values.as_mut_ptr(), values.len() as u32),
        })
    }
}

/// The alias of that name.
pub(super) fn alias<'ctx>(module: &Module<'ctx>, name: &str) -> Option<GlobalValue<'ctx>> {
    // SAFETY: the module is alive; the name is read for its length.
    unsafe {
        let alias = LLVMGetNamedGlobalAlias(module.as_mut_ptr(), name.as_ptr().cast(), name.len());
        (!alias.is_null()).then(|| GlobalValue::new(alias))
    }
}

/// Sets the aliasee of an alias.
///
/// `alias` comes from [`alias`], and `target` is a constant address of the same module.
pub(super) fn set_aliasee<'ctx>(alias: GlobalValue<'ctx>, target: BasicValueEnum<'ctx>) {
    // SAFETY: as the caller promises.
    unsafe { LLVMAliasSetAliasee(alias.as_value_ref(), target.as_value_ref()) }
}

/// Sets the flag `nneg`: the operand of an instruction is not negative.
///
/// The instruction extends an unsigned integer, or converts one to a float: the ops that declare
/// the flag are exported as these.
pub(super) fn set_not_negative(instruction: InstructionValue<'_>) {
    // SAFETY: the instruction is one of those that have the flag, as the caller promises.
    unsafe { LLVMSetNNeg(instruction.as_value_ref(), 1) }
}

/// Removes a function that nothing refers to.
pub(super) fn delete_function(function: FunctionValue<'_>) {
    // SAFETY: the function is alive, and neither it nor what is in it is used afterwards.
    unsafe { LLVMDeleteFunction(function.as_value_ref()) }
}

/// A constant float of any format from its bits, an integer constant of the same width.
pub(super) fn const_float_from_bits<'ctx>(
    bits: IntValue<'ctx>,
    ty: FloatType<'ctx>,
) -> FloatValue<'ctx> {
    // SAFETY: both types have the same width, as the caller promises, and live in one
    // context; the cast of a constant integer is folded to a constant float.
    unsafe { FloatValue::new(LLVMConstBitCast(bits.as_value_ref(), ty.as_type_ref())) }
}

/// A constant array of numbers from their bytes, in the host's order, without a constant per
/// element. `element` is an integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64.
pub(super) fn const_data_array<'ctx>(
    element: BasicTypeEnum<'ctx>,
    bytes: &[u8],
) -> ArrayValue<'ctx> {
    // SAFETY: the element type lives in the context that the value is made in, `bytes` is
    // copied; LLVM reads exactly its length. The result is a constant array.
    unsafe {
        ArrayValue::new(LLVMConstDataArray(
            element.as_type_ref(),
            bytes.as_ptr().cast(),
            bytes.len(),
        ))
    }
}

/// The `llvm.loop` metadata of one loop that is not to be vectorised. Its first operand is the node
/// itself, which makes it distinct from the metadata of other loops.
pub(super) fn scalar_loop<'ctx>(module: &Module<'ctx>) -> MetadataValue<'ctx> {
    const KEY: &str = "llvm.loop.vectorize.enable";
    let no = module.get_context().bool_type().const_zero();
    // SAFETY: all nodes are made in the module's context, which is alive, from arrays that LLVM
    // copies. The placeholder is replaced by the node, which disposes of it, and is not used
    // afterwards.
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
