//! Poison: values that are not defined, and constants of which ops with poison as operand fold.

use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::attributes::AttributeKind;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite_macros::attr_def;

/// `#ub.poison`: no value, of any type.
#[attr_def(name = "ub.poison")]
#[derive(Copy)]
pub struct PoisonAttr;

/// Whether an attribute says that a value is poison. A number would make it a constant.
fn says_poison(ctx: &Context, attribute: Attribute) -> bool {
    let is_opaque = matches!(attribute.kind(ctx), AttributeKind::Opaque { .. });
    is_opaque || is_poison(ctx, Some(attribute))
}

mlir_lite_framework::attr_constraints! {
    /// `#ub.poison`, or an attribute of a dialect that is not loaded.
    pub PoisonValueAttr = "attribute that says what poison is: '#ub.poison'",
        |ctx, attr| says_poison(ctx, attr);
}

/// A value that is not defined: what is computed of it is not defined, either.
///
/// ```mlir
/// %0 = ub.poison : vector<4xf32>
/// ```
#[op(
    name = "std.poison",
    traits(Pure, ConstantLike),
    implements(CustomAssembly, FoldOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "ub.poison", only)
)]
pub struct PoisonOp {
    /// `#ub.poison`, or an attribute of another dialect.
    #[attr]
    value: PoisonValueAttr,
    /// The value.
    #[result]
    result: AnyType,
}

// A value that is left out of the text is there in memory, as constants have it.
impl CustomAssembly for PoisonOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let value = match parser.parse_optional_punct("<") {
            true => {
                let value = parser.parse_attribute(None)?;
                parser.parse_punct(">")?;
                value
            }
            false => poison_attr(parser.context()),
        };
        parser.set_attr("value", value);
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: PoisonOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.attr_dict(op.op(), &["value"]);
        if !is_poison(op.context(), Some(op.value())) {
            printer.write(" <");
            printer.attribute(op.value());
            printer.write(">");
        }
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

/// `#ub.poison`.
pub fn poison_attr(ctx: &Context) -> Attribute {
    ctx.dialect_attribute(PoisonAttr)
}

/// Whether a constant is `#ub.poison`.
pub fn is_poison(ctx: &Context, constant: Option<Attribute>) -> bool {
    constant.is_some_and(|constant| constant.as_dialect::<PoisonAttr>(ctx).is_some())
}

impl FoldOp for PoisonOp {
    fn fold(op: PoisonOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

impl InterpretOp for PoisonOp {
    fn interpret<'b>(op: PoisonOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.result(), Value::Poison)
    }
}

impl LowerTo<Llvm> for PoisonOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.converted_type(op.result(b.body()))?;
        Ok(llvm::PoisonOp::create(b, ty).into())
    }
}

pub(crate) fn register_poison(dialect: &mut DialectRegistration<'_>) {
    dialect.upstream_attribute::<PoisonAttr>();
    dialect.op::<PoisonOp>();
}
