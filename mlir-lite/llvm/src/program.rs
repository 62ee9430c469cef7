//! Compiled programs whose functions are called with values of Rust.
//!
//! For each function that a module defines, the JIT also compiles one that takes the addresses of
//! the arguments and of the result. Rust calls that one, so that no type of a function pointer has
//! to be guessed: the signature that a caller states is compared with the declared one.

use crate::export::{ExportOptions, Translations, export_module_with};
use crate::signature::{JitResult, JitSignature};
use crate::{JitSession, LlvmError, OptLevel};
use inkwell::AddressSpace;
use inkwell::attributes::{Attribute as LlvmAttribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::context::Context as LlvmContext;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicType as _, BasicTypeEnum};
use inkwell::values::FunctionValue;
use mlir_lite::dialects::llvm::{LlvmFuncOp, LlvmFuncOpRef};
use mlir_lite::ir::Body;
use mlir_lite::ir::typed_view::OpView;
use mlir_lite::text::print_type;
use mlir_lite::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;

/// The prefix of the functions that take addresses.
const PACKED: &str = "_mlir_lite_packed_";

/// The parameters and results of a function, as text without the prefix `!llvm.`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature {
    parameters: Vec<String>,
    result: String,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}) -> {}", self.parameters.join(", "), self.result)
    }
}

/// A module of the llvm dialect that is compiled in this process.
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
/// use mlir_lite::Context;
/// use mlir_lite::dialects::llvm::LlvmDialect;
/// use mlir_lite::llvm::{JitProgram, OptLevel};
/// use mlir_lite::text::{ParseOptions, parse_module};
///
/// let ctx = Context::new();
/// # ctx.load::<mlir_lite::dialects::builtin::BuiltinDialect>();
/// ctx.load::<LlvmDialect>();
/// let text = "llvm.func @scale(%x: f64, %n: i64) -> f64 {
///   %0 = llvm.sitofp %n : i64 to f64
///   %1 = llvm.fmul %x, %0 : f64
///   llvm.return %1 : f64
/// }";
/// # let mut diagnostics = Default::default();
/// let file = ctx.sources().add("scale.mlir", text)?;
/// let module = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)?;
///
/// let program = JitProgram::new(&module, OptLevel::default())?;
/// // SAFETY: `@scale` only computes.
/// let scale = unsafe { program.function::<fn(f64, i64) -> f64>("scale")? };
/// assert_eq!(scale.call((1.5, 4)), 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Functions of std become such functions by the pass `convert-std-to-llvm`. A memref is a
/// [`MemRef`](crate::MemRef) in the signature, and a [`MemRefMut`](crate::MemRefMut) is passed for
/// it.
#[derive(Debug)]
pub struct JitProgram {
    session: JitSession,
    functions: FxHashMap<String, Signature>,
}

impl JitProgram {
    /// Compiles a module at this level.
    ///
    /// # Errors
    /// [`LlvmError::Translate`] if LLVM cannot represent an op, and the errors of
    /// [`JitSession::add_module`].
    pub fn new(module: &Body, level: OptLevel) -> Result<Self, LlvmError> {
        Self::in_session(JitSession::new(level)?, module)
    }

    /// Compiles a module in a session that has symbols which the module declares, such as runtime
    /// functions in Rust.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn in_session(session: JitSession, module: &Body) -> Result<Self, LlvmError> {
        Self::translated(session, module, ExportOptions::default())
    }

    /// As [`in_session`](Self::in_session), for a module with ops of other dialects that these
    /// translations export.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_translations(
        session: JitSession,
        module: &Body,
        translations: &Translations,
    ) -> Result<Self, LlvmError> {
        let options = ExportOptions::default().with_translations(translations);
        Self::translated(session, module, options)
    }

    fn translated(
        mut session: JitSession,
        module: &Body,
        options: ExportOptions<'_>,
    ) -> Result<Self, LlvmError> {
        let context = LlvmContext::create();
        let exported = export_module_with(module, &context, "program", options)
            .map_err(|error| LlvmError::Translate(Box::new(error)))?;
        let mut functions = FxHashMap::default();
        for op in module.as_op().regions().flat_map(|region| region.ops()) {
            let Some(function) = op.cast::<LlvmFuncOp>() else { continue };
            let Some(name) = function.op().symbol_name() else { continue };
            let name = name.text(module.context());
            let Some(compiled) = exported.get_function(name) else { continue };
            // A function of the program may have the name of the packed one.
            let packed = format!("{PACKED}{name}");
            if exported.get_function(&packed).is_some() {
                continue;
            }
            if let Some(signature) = callable(function, compiled) {
                add_packed(&exported, compiled, &packed)
                    .map_err(|error| LlvmError::Verify(error.to_string()))?;
                functions.insert(name.to_owned(), signature);
            }
        }
        session.add_module(exported)?;
        Ok(Self { session, functions })
    }

    /// A function that the module defines, if it has this signature.
    ///
    /// # Errors
    /// [`LlvmError::UnknownSymbol`] if the module defines no such function, one with a variable
    /// number of arguments or arguments that are passed in LLVM's special ways (`byval`, `sret`),
    /// or also one whose name is this one after `_mlir_lite_packed_`;
    /// [`LlvmError::Signature`] if it has another signature.
    ///
    /// # Safety
    /// For all arguments of these types, a call is sound: the function reads and writes only memory
    /// of its arguments and its own. The types do not tell the sizes of memrefs, so the function
    /// must accept any, or callers pass those that it expects.
    #[allow(unsafe_code)]
    pub unsafe fn function<S: JitSignature>(
        &self,
        name: &str,
    ) -> Result<JitFunction<'_, S>, LlvmError> {
        let unknown = || LlvmError::UnknownSymbol(name.to_owned());
        let declared = self.functions.get(name).ok_or_else(unknown)?;
        let stated = Signature { parameters: S::parameter_types(), result: S::Result::type_text() };
        if stated != *declared {
            let (expected, found) = (declared.to_string(), stated.to_string());
            return Err(LlvmError::Signature { name: name.to_owned(), expected, found });
        }
        let address = self.session.lookup(&format!("{PACKED}{name}")).ok_or_else(unknown)?;
        Ok(JitFunction { address, program: PhantomData })
    }

    /// The session, for adding modules that call the functions of this one.
    pub fn session_mut(&mut self) -> &mut JitSession {
        &mut self.session
    }
}

/// A compiled function, which lives as long as its program.
#[derive(Debug)]
pub struct JitFunction<'p, S> {
    address: *const c_void,
    program: PhantomData<(&'p JitProgram, S)>,
}

impl<S: JitSignature> JitFunction<'_, S> {
    /// Calls the function with a tuple of arguments: `f.call((1.5, 4))`, `g.call((x,))`.
    ///
    /// Output of compiled code by C's functions may be in C's buffers afterwards:
    /// [`flush_c_streams`](crate::flush_c_streams).
    #[allow(unsafe_code)]
    pub fn call(&self, arguments: S::Arguments<'_>) -> S::Result {
        let addresses = S::addresses(&arguments);
        // Results are at most aligned to 16 bytes; most are small.
        let size = <S::Result as JitResult>::SIZE;
        let mut result: SmallVec<[u128; 8]> = SmallVec::from_elem(0, size.div_ceil(16));
        // SAFETY: the address is that of a packed function, whose signature was compared; the
        // arguments live until the call has returned. The rest is the promise of who asked for the
        // function.
        unsafe {
            crate::orc::call_packed(self.address, addresses.as_ptr(), result.as_mut_ptr().cast());
        }
        let bytes: SmallVec<[u8; 128]> =
            result.iter().flat_map(|words| words.to_ne_bytes()).take(size).collect();
        S::Result::read(&bytes)
    }
}

/// The signature of a function that can be called from Rust.
fn callable(function: LlvmFuncOpRef<'_>, compiled: FunctionValue<'_>) -> Option<Signature> {
    let ctx = function.context();
    let ty = function.signature()?;
    if ty.is_var_arg || compiled.count_basic_blocks() == 0 || has_special_parameters(compiled) {
        return None;
    }
    let text = |ty: Type| {
        let text = print_type(ctx, ty);
        text.strip_prefix("!llvm.").unwrap_or(&text).to_owned()
    };
    let parameters = ty.parameters.iter().map(|&ty| text(ty)).collect();
    Some(Signature { parameters, result: text(ty.result) })
}

/// Whether a parameter is passed in another way than as a value of its type.
fn has_special_parameters(function: FunctionValue<'_>) -> bool {
    const SPECIAL: [&str; 4] = ["byval", "inalloca", "preallocated", "sret"];
    SPECIAL.iter().any(|name| {
        let kind = LlvmAttribute::get_named_enum_kind_id(name);
        (0..function.count_params())
            .any(|index| function.get_enum_attribute(AttributeLoc::Param(index), kind).is_some())
    })
}

/// Adds the function `name` that calls `function` with arguments at addresses: `void(ptr, ptr)`,
/// whose first parameter is the address of a list of addresses, and the second where the result
/// goes.
fn add_packed<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    name: &str,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let ty = context.void_type().fn_type(&[pointer.into(), pointer.into()], false);
    let packed = module.add_function(name, ty, None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(packed, ""));
    let parameter = |index| packed.get_nth_param(index).map(|value| value.into_pointer_value());
    let (Some(addresses), Some(place)) = (parameter(0), parameter(1)) else { return Ok(()) };
    let mut arguments = Vec::new();
    for (index, ty) in function.get_type().get_param_types().into_iter().enumerate() {
        let Some(ty) = basic_type(ty) else { continue };
        let index = context.i64_type().const_int(index as u64, false);
        let entry =
            crate::ffi::build_gep(&builder, pointer.into(), addresses.into(), &[index.into()], 0);
        let address = builder.build_load(pointer, entry.into_pointer_value(), "")?;
        let argument = builder.build_load(ty, address.into_pointer_value(), "")?;
        arguments.push(argument.into());
    }
    let call = builder.build_call(function, &arguments, "")?;
    call.set_call_convention(function.get_call_conventions());
    if let Some(result) = call.try_as_basic_value().basic() {
        builder.build_store(place, result)?;
    }
    builder.build_return(None)?;
    Ok(())
}

fn basic_type(ty: BasicMetadataTypeEnum<'_>) -> Option<BasicTypeEnum<'_>> {
    Some(match ty {
        BasicMetadataTypeEnum::ArrayType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::FloatType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::IntType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::PointerType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::StructType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::VectorType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::ScalableVectorType(ty) => ty.as_basic_type_enum(),
        BasicMetadataTypeEnum::MetadataType(_) => return None,
    })
}
