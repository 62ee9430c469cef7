//! What an op's struct implements by hand where its declaration says so, and
//! the markers that stand in declarations.

use crate::attributes::Attribute;
use crate::context::Context;
use crate::ir::fold::Fold;
use crate::ir::op_def::OpDefinition;
use crate::ir::typed_view::View;
use crate::text::asm::{OpAsmParser, OpAsmPrinter, Parsed};
use crate::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// `verify` in a declaration: checks beyond constraints and traits, which
/// hold already.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `verify`, but there is no `impl VerifyOp for {Self}`",
    label = "`verify` asks for `VerifyOp`"
)]
pub trait VerifyOp: OpDefinition {
    /// Reports what is wrong with the op.
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics);
}

/// `fold` in a declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `fold`, but there is no `impl FoldOp for {Self}`",
    label = "`fold` asks for `FoldOp`"
)]
pub trait FoldOp: OpDefinition {
    /// What the op equals, given the constants among its operands, or how it gets simpler without anything being
    /// created.
    fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold;
}

/// `infer_types` in a declaration: result types that follow from operands and attributes, where no relation says so.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `infer_types`, but there is no `impl InferTypes for {Self}`",
    label = "`infer_types` asks for `InferTypes`"
)]
pub trait InferTypes: OpDefinition {
    /// The types of the results, given those of the operands, and attributes by name.
    ///
    /// # Errors
    /// Why there are none.
    fn infer_types(
        ctx: &Context,
        operands: &[Type],
        attribute: &dyn Fn(&str) -> Option<Attribute>,
    ) -> Result<SmallVec<[Type; 1]>, String>;
}

/// `assembly = custom` in a declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `assembly = custom`, but there is no `impl CustomAssembly for {Self}`",
    label = "`assembly = custom` asks for `CustomAssembly`"
)]
pub trait CustomAssembly: OpDefinition {
    /// Reads the op's form, after its name.
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()>;
    /// Writes the op's form, after its name.
    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>);
}

/// In a declaration: none or one `C`.
pub struct Optional<C>(PhantomData<C>);

/// In a declaration: any number of `C`.
pub struct Variadic<C>(PhantomData<C>);

/// What a region of an op is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no constraint on regions",
    label = "expected `AnyRegion` or `SingleBlockRegion`"
)]
pub trait RegionConstraint: 'static {
    /// Whether it has exactly one block.
    const SINGLE_BLOCK: bool;
}

/// Any region.
pub struct AnyRegion;

impl RegionConstraint for AnyRegion {
    const SINGLE_BLOCK: bool = false;
}

/// A region of exactly one block.
pub struct SingleBlockRegion;

impl RegionConstraint for SingleBlockRegion {
    const SINGLE_BLOCK: bool = true;
}

/// Any block as successor.
pub struct AnySuccessor;
