//! Traits that an op's struct implements by hand if its declaration says so, and marker types for
//! declarations.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::ir::adaptor::FoldAdaptor;
use crate::ir::asm::{OpAsmParser, OpAsmPrinter, Parsed};
use crate::ir::fold::Fold;
use crate::ir::op_def::OpDefinition;
use crate::ir::typed_view::View;
use mlir_lite_diagnostics::Diagnostics;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// `verify` in a declaration: checks beyond constraints and traits, which have passed when it runs.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `verify`, but there is no `impl VerifyOp for \
        {Self}`",
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
    /// Returns what the op equals, given the constants among its operands, or how it can be
    /// simplified in place. Creates nothing.
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold;
}

/// `infer_types` in a declaration: computes result types from operands and attributes, where no
/// relation determines them. The verifier reports an op with other result types.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `infer_types`, but there is no `impl InferTypes \
        for {Self}`",
    label = "`infer_types` asks for `InferTypes`"
)]
pub trait InferTypes: OpDefinition {
    /// The types of the results, given those of the operands and the attributes by name.
    ///
    /// # Errors
    /// A message that says why they cannot be inferred.
    fn infer_types(
        ctx: &Context,
        operands: &[Type],
        attribute: &dyn Fn(&str) -> Option<Attribute>,
    ) -> Result<SmallVec<[Type; 1]>, String>;
}

/// `assembly = custom` in a declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `assembly = custom`, but there is no `impl \
        CustomAssembly for {Self}`",
    label = "`assembly = custom` asks for `CustomAssembly`"
)]
pub trait CustomAssembly: OpDefinition {
    /// Parses the op's form, after its name.
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()>;
    /// Prints the op's form, after its name.
    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>);
}

/// In a declaration: at most one `C`.
pub struct Optional<C>(PhantomData<C>);

/// In a declaration: any number of `C`.
pub struct Variadic<C>(PhantomData<C>);

/// A constraint on a region.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constraint on regions",
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
