//! Traits of the framework that ops list in `implements(..)`, and marker types for declarations.

use crate::data::Context;
use crate::data::types::Type;
use crate::ir::adaptor::FoldAdaptor;
use crate::ir::asm::{OpAsmParser, OpAsmPrinter, Parsed};
use crate::ir::fold::Fold;
use crate::ir::inference::{InferAdaptor, ResultTypes};
use crate::ir::op_interface::OpModel;
use crate::ir::typed_view::View;
use mlir_lite_diagnostics::Diagnostics;
use std::marker::PhantomData;

/// Verifies ops: checks beyond constraints and traits, which have passed when it runs.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `VerifyOp`, but there is no `impl VerifyOp for {Self}`",
    label = "`implements(..)` lists `VerifyOp`"
)]
pub trait VerifyOp: OpModel {
    /// Reports errors in the op.
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics);
}

/// Folds ops.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `FoldOp`, but there is no `impl FoldOp for {Self}`",
    label = "`implements(..)` lists `FoldOp`"
)]
pub trait FoldOp: OpModel {
    /// Returns what the op equals, given the constants among its operands, or how it can be
    /// simplified in place. Creates nothing.
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold;
}

/// Infers the types of results: computes them from operands, attributes and regions, where no
/// relation determines them. The verifier reports an op whose result types are not compatible with
/// these.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `InferTypes`, but there is no `impl InferTypes for {Self}`",
    label = "`implements(..)` lists `InferTypes`"
)]
pub trait InferTypes: OpModel {
    /// The types of the results, given the types of the operands, the attributes and the regions,
    /// which the adaptor has by name.
    ///
    /// # Errors
    /// A message that says why they cannot be inferred.
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String>;

    /// Whether an op for which `inferred` types were computed may have results of the types
    /// `found`. Only the same types, unless the op says otherwise.
    fn are_compatible(_ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        inferred == found
    }
}

/// Parses and prints ops in a form of their own.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `CustomAssembly`, but there is no `impl CustomAssembly for \
        {Self}`",
    label = "`implements(..)` lists `CustomAssembly`"
)]
pub trait CustomAssembly: OpModel {
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
