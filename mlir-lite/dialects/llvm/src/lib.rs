//! The `llvm` dialect: LLVM IR as MLIR 22 has it.
//!
//! Scalars are builtin types, pointers are opaque; the text is what
//! `mlir-translate` 22 reads. The ops are those that lowering needs.
//!
//! ```
//! # mod mlir_lite {
//! #     pub use mlir_lite_framework::*;
//! #     pub mod dialects {
//! #         pub use mlir_lite_framework::dialects::builtin;
//! #         pub extern crate mlir_lite_llvm_dialect as llvm;
//! #     }
//! # }
//! use mlir_lite::{Context, text::{self, ParseOptions, PrintOptions}, dialects::llvm::LlvmDialect};
//! use mlir_lite_diagnostics::Diagnostics;
//!
//! let source = "module {\n  llvm.func @puts(!llvm.ptr) -> i32\n}\n";
//! let ctx = Context::new();
//! ctx.load::<LlvmDialect>();
//! let file = ctx.sources().add("a.mlir", source).unwrap();
//! let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).unwrap();
//! assert_eq!(text::print_op(module.as_op(), PrintOptions::default()) + "\n", source);
//! ```

mod constant_range;
mod constraints;
mod cost;
mod inline;
mod interpret;
mod intrinsic_interface;
mod llvm_attributes;
mod llvm_types;
mod memory_effects;
mod named_parameters;
mod ops;
mod parameters;
mod runtime;
mod target;
#[cfg(test)]
mod tests;
mod vec_type_hint;

pub use constant_range::ConstantRangeAttr;
pub use constraints::{
    AddressSpaceAttr, BitAttr, FloatClassesAttr, LlvmAggregate, LlvmBool, LlvmFloat,
    LlvmFunctionTypeAttr, LlvmInteger, LlvmIntegerOrPointer, LlvmPointer, LlvmPointerOrVector,
    LlvmToken, LlvmValue, LlvmVector, LocalityAttr, SymbolArrayAttr, ZeroArrayAttr,
};
pub use cost::{Cost, cost_estimate, cost_estimate_with_guess};
pub use intrinsic_interface::*;
pub use llvm_attributes::{
    AsmDialect, AtomicBinOp, AtomicOrdering, CConv, FastmathFlags, FramePointerKind, GepFlags,
    Linkage, OverflowFlags, TailCallKind, UnnamedAddr, UwtableKind, Visibility, ZeroAttr,
};
pub use llvm_types::{
    LlvmArrayType, LlvmFunctionType, LlvmLabelType, LlvmMetadataType, LlvmPointerType,
    LlvmPpcFp128Type, LlvmStructType, LlvmTokenType, LlvmVoidType, LlvmX86AmxType, array_type,
    function_type, has_size, is_aggregate, is_pointer, is_value_type, named_struct_type,
    pointer_type, pointer_type_in, struct_type, type_at, void_type,
};
pub use memory_effects::{MemoryEffectsAttr, MemoryKind, ModRefInfo};
use ops::register_ops;
pub use ops::*;
pub use runtime::{define_runtime_functions, is_runtime_function};
pub use target::{DenormalMode, DenormalModeKind, TargetFeaturesAttr, VScaleRangeAttr};
pub use vec_type_hint::VecTypeHintAttr;

use mlir_lite::attributes::Attribute;
use mlir_lite::context::{Dialect, DialectRegistration};
use mlir_lite::interpreter::DialectInterpreterInterface;
use mlir_lite::ir::builder::OpBuilder;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::interfaces::{
    DialectAttributeInterface, DialectConstantInterface, DialectInlinerInterface,
};
use mlir_lite::ir::location::Location;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::text::asm::UnknownTypeHelp;
use mlir_lite::types::Type;

/// `llvm`: LLVM IR.
pub struct LlvmDialect;

impl Dialect for LlvmDialect {
    const NAMESPACE: &'static str = "llvm";
    const UPSTREAM: bool = true;
    const ONLY_UPSTREAM: bool = true;
    /// Ops of LLVM's dialect that are not declared here are kept unchanged.
    const ALLOWS_UNKNOWN: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("LLVM IR");
        dialect.interface::<dyn DialectInterpreterInterface>(&interpret::LlvmInterpreter);
        llvm_types::register(dialect);
        dialect.attribute::<FastmathFlags>();
        dialect.attribute::<CConv>();
        dialect.attribute::<Linkage>();
        dialect.attribute::<TailCallKind>();
        dialect.attribute::<FramePointerKind>();
        dialect.attribute::<UwtableKind>();
        dialect.attribute::<ZeroAttr>();
        dialect.attribute::<OverflowFlags>();
        dialect.attribute::<MemoryEffectsAttr>();
        dialect.attribute::<TargetFeaturesAttr>();
        dialect.attribute::<VScaleRangeAttr>();
        dialect.attribute::<ConstantRangeAttr>();
        dialect.attribute::<VecTypeHintAttr>();
        dialect.aliased_attributes(&ALIASED_ATTRIBUTES);
        register_ops(dialect);
        dialect.interface::<dyn DialectConstantInterface>(&LlvmDialect);
        dialect.interface::<dyn DialectInlinerInterface>(&inline::LlvmInliner);
        dialect.interface::<dyn UnknownTypeHelp>(&LlvmDialect);
        dialect.interface::<dyn DialectAttributeInterface>(&parameters::ParameterAttributes);
    }
}

/// The attributes about memory, loops and debugging that MLIR prints under aliases.
const ALIASED_ATTRIBUTES: [&str; 36] = [
    "access_group",
    "alias_scope",
    "alias_scope_domain",
    "di_basic_type",
    "di_common_block",
    "di_compile_unit",
    "di_composite_type",
    "di_derived_type",
    "di_file",
    "di_generic_subrange",
    "di_global_variable",
    "di_global_variable_expression",
    "di_imported_entity",
    "di_label",
    "di_lexical_block",
    "di_lexical_block_file",
    "di_local_variable",
    "di_module",
    "di_namespace",
    "di_null_type",
    "di_string_type",
    "di_subprogram",
    "di_subroutine_type",
    "loop_annotation",
    "loop_distribute",
    "loop_interleave",
    "loop_licm",
    "loop_peeled",
    "loop_pipeline",
    "loop_unroll",
    "loop_unroll_and_jam",
    "loop_unswitch",
    "loop_vectorize",
    "tbaa_root",
    "tbaa_tag",
    "tbaa_type_desc",
];

impl DialectConstantInterface for LlvmDialect {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        if value.as_flat_symbol(builder.context()).is_some() {
            return is_pointer(builder.context(), ty)
                .then(|| AddressOfOp::build(builder, location, value, ty).id());
        }
        is_value_type(builder.context(), ty)
            .then(|| ConstantOp::build(builder, location, value, ty).id())
    }
}

impl UnknownTypeHelp for LlvmDialect {
    fn help(&self, text: &str) -> String {
        self.replaced(text).unwrap_or_else(|| llvm_types::FORMS.into())
    }

    fn replaced(&self, text: &str) -> Option<String> {
        llvm_types::todays_form(text)
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attr_constraints, attributes, constants, context, conversion,
    interpreter, ir, pass, rewrite, scalar, smallvec, support, text, type_constraints, types,
    verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
}
