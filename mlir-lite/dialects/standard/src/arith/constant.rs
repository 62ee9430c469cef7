//! Constants: numbers, elements, and functions by name.

use crate::FuncOp;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::attributes::AttributeKind;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;

/// A value known at compile time: a number, elements, or a function.
///
/// ```mlir
/// %one = constant 1 : i32
/// ```
#[op(name = "std.constant", traits(Pure, ConstantLike),
     implements(
         CustomAssembly, VerifyOp, FoldOp, InterpretOp, OpAsmNameInterface, SymbolUserOpInterface,
         LowerTo<Llvm>,
     ),
     upstream(names("arith.constant", "func.constant"), choose = upstream_name))]
pub struct ConstantOp {
    /// The value.
    #[attr]
    value: AnyAttr,
    /// The value, as SSA value.
    #[result]
    result: AnyType,
}

impl ConstantOp {
    /// Creates a constant of the attribute's own type. None if the attribute has no type.
    pub fn of(builder: &mut (impl OpBuilder + ?Sized), value: Attribute) -> Option<ValueId> {
        let ty = value.ty(builder.context())?;
        Some(Self::create(builder, value, ty))
    }

    /// Creates a constant of type `index`.
    pub fn index(builder: &mut (impl OpBuilder + ?Sized), value: i64) -> ValueId {
        let value = builder.context().index_attr(value);
        Self::create(builder, value, Type::INDEX)
    }

    /// Creates a constant of type `f64`.
    pub fn f64(builder: &mut (impl OpBuilder + ?Sized), value: f64) -> ValueId {
        let value = builder.context().f64_attr(value);
        Self::create(builder, value, Type::F64)
    }

    /// Creates a constant of an integer type.
    pub fn integer(builder: &mut (impl OpBuilder + ?Sized), value: i64, ty: Type) -> ValueId {
        let value = builder.context().integer_attr(ty, value);
        Self::create(builder, value, ty)
    }
}

const NO_TYPE: &str =
    "expected a constant with a type: a number, dense elements or a function's symbol";

fn value_of(op: OpRef<'_>) -> Option<Attribute> {
    op.attr(Ident::VALUE)
}

fn upstream_name(op: OpRef<'_>) -> &'static str {
    match value_of(op).map(|value| value.kind(op.context())) {
        Some(AttributeKind::SymbolRef { .. }) => "func.constant",
        // Today's MLIR has no constant of type `none`, as 2020's had.
        Some(AttributeKind::Unit) if op.result_types().next() == Some(Type::NONE) => "std.constant",
        _ => "arith.constant",
    }
}

impl FoldOp for ConstantOp {
    fn fold(op: ConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

impl InterpretOp for ConstantOp {
    fn interpret<'b>(op: ConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = match op.value().as_flat_symbol(op.context()) {
            Some(function) => m.function_value(function)?,
            None => m.constant(op.value(), op.result().ty())?,
        };
        m.set_result(op.result(), value)
    }
}

impl OpAsmNameInterface for ConstantOp {
    fn result_name(op: ConstantOpRef<'_>, _index: usize, _upstream: bool) -> Option<String> {
        let op = op.op();
        let ctx = op.context();
        let value = value_of(op)?;
        Some(match value.kind(ctx) {
            AttributeKind::Integer { ty, value: number } => match *ty {
                Type::I1 => if number.is_zero() { "false" } else { "true" }.to_string(),
                Type::INDEX => format!("c{}", number.to_decimal(true)),
                ty => format!("c{}_{}", number.to_decimal(true), print_type(ctx, ty)),
            },
            AttributeKind::SymbolRef { .. } => "f".to_string(),
            _ => "cst".to_string(),
        })
    }
}

impl CustomAssembly for ConstantOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let position = parser.position();
        let value = parser.parse_attribute(None)?;
        parser.set_attr_ident(Ident::VALUE, value);
        let ctx = parser.context().clone();
        let ty = match value.kind(&ctx) {
            AttributeKind::SymbolRef { .. } => {
                parser.parse_punct(":")?;
                parser.parse_type()?
            }
            AttributeKind::Unit => Type::NONE,
            _ => match value.ty(&ctx) {
                Some(ty) => ty,
                None => {
                    return Err(parser.error(position, NO_TYPE));
                }
            },
        };
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: ConstantOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.attr_dict(op.op(), &["value"]);
        printer.write(" ");
        printer.attribute(op.value());
        if let AttributeKind::SymbolRef { .. } = op.value().kind(op.context()) {
            printer.write(" : ");
            printer.ty(op.result().ty());
        }
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: ConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, value, ty) = (op.context(), op.value(), op.result().ty());
        let fits = match value.kind(ctx) {
            AttributeKind::SymbolRef { .. } => ty.as_function(ctx).is_some(),
            AttributeKind::Unit => ty == Type::NONE,
            AttributeKind::String { .. } => false,
            AttributeKind::Integer { ty: of, .. } => {
                *of == ty && (ty == Type::INDEX || ty.is_signless_integer(ctx))
            }
            _ => value.ty(ctx) == Some(ty),
        };
        if !fits {
            diagnostics.error(op.op_error(format_args!(
                "has a value that is not a constant of its result type '{}'",
                print_type(ctx, ty)
            )));
        } else if ty.is_scalable_vector(ctx) && value.dense(ctx).is_some_and(|it| !it.is_splat()) {
            diagnostics.error(op.op_error(
                "of a scalable vector has one number for all elements: how many there are is not \
                    known",
            ));
        }
    }
}

impl SymbolUserOpInterface for ConstantOp {
    fn verify_symbol_uses(
        op: ConstantOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let ctx = op.context();
        let Some(name) = op.value().as_flat_symbol(ctx) else { return };
        let function = symbols.lookup(name).filter(|symbol| symbol.is::<FuncOp>());
        let ty = function.and_then(|function| function.attr(Ident::FUNCTION_TYPE)?.as_type(ctx));
        let name = name.text(ctx);
        match ty {
            None => {
                diagnostics
                    .error(op.op_error(format_args!("reference to undefined function '@{name}'")));
            }
            Some(ty) if op.result().ty() != ty => {
                diagnostics.error(op.op_error(format_args!(
                    "reference to function '@{name}' with mismatched type: it is '{}'",
                    print_type(ctx, ty)
                )));
            }
            Some(_) => {}
        }
    }
}

impl LowerTo<Llvm> for ConstantOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (value, ty) = (op.value(b.body()), b.converted_type(op.result(b.body()))?);
        Ok(match value.kind(b.context()) {
            AttributeKind::SymbolRef { .. } => llvm::AddressOfOp::create(b, value, ty).into(),
            _ => llvm::ConstantOp::create(b, value, ty).into(),
        })
    }
}

pub(crate) fn register_constant(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstantOp>();
}
