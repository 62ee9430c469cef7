//! Fields of structs and elements of arrays.

use crate::constraints::*;
use crate::llvm_types::type_at;
use crate::ops::constants::{PoisonOp, UndefOp, ZeroOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, part_of, zero_value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::text::print_type;

fn print_position(position: Attribute, printer: &mut OpAsmPrinter<'_, '_>) {
    let position = position.i64_elements(printer.context());
    printer.write("[");
    printer.comma_separated(position.iter().flatten(), |printer, &index| printer.number(index));
    printer.write("]");
}

fn parse_position(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<i64>> {
    parser.parse_punct("[")?;
    let mut position = Vec::new();
    parser.parse_list_until("]", |parser| {
        position.push(parser.parse_integer()?);
        Ok(())
    })?;
    Ok(position)
}

/// MLIR 22 ends these ops with a space.
pub(super) fn print_line_end(printer: &mut OpAsmPrinter<'_, '_>) {
    if printer.is_upstream() {
        printer.write(" ");
    }
}

/// A field of a struct or an element of an array.
///
/// ```mlir
/// %first = llvm.extractvalue %pair[0] : !llvm.struct<(i32, f64)>
/// ```
#[op(
    name = "llvm.extractvalue",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp)
)]
pub struct ExtractValueOp {
    /// Index of the field, index in that, and so on.
    #[attr]
    position: DenseI64ArrayAttr,
    #[operand]
    container: LlvmAggregate,
    #[result]
    res: LlvmValue,
}

/// The ops that insert or extract parts are followed for at most as many steps.
const MOST_STEPS: usize = 64;

impl FoldOp for ExtractValueOp {
    fn fold(op: ExtractValueOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let mut position = op.position().expect_i64_array(ctx).to_vec();
        let part = constants.container().and_then(|it| part_of_constant(ctx, it, &position));
        if let Some(part) = part.filter(|part| part.ty(ctx) == Some(op.res().ty())) {
            return Fold::constant(part);
        }
        // The part is in `container`, at `position`.
        let mut container = op.container();
        for _ in 0..MOST_STEPS {
            if let Some(outer) = container.defining::<Self>() {
                position = [&outer.position().expect_i64_array(ctx)[..], &position[..]].concat();
                container = outer.container();
                continue;
            }
            let Some(insert) = container.defining::<InsertValueOp>() else { break };
            let inserted = insert.position().expect_i64_array(ctx);
            container = match position.strip_prefix(&inserted[..]) {
                Some([]) => return Fold::value(insert.value()),
                Some(inner) => {
                    position = inner.to_vec();
                    insert.value()
                }
                // A part of the extracted one is new.
                None if inserted.starts_with(&position) => break,
                None => insert.container(),
            };
        }
        if container.id() == op.container().id() {
            return Fold::Unchanged;
        }
        let (handle, container) = (op.handle(), container.id());
        let position = ctx.i64_array_attr(&position);
        Fold::in_place(move |body| {
            handle.set_container(body, container);
            handle.set_position(body, position);
        })
    }
}

/// A part of a constant that is written as a list.
fn part_of_constant(ctx: &Context, constant: Attribute, position: &[i64]) -> Option<Attribute> {
    position.iter().try_fold(constant, |part, &index| {
        part.as_array(ctx)?.get(usize::try_from(index).ok()?).copied()
    })
}

impl CanonicalizeOp for ExtractValueOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("llvm.extractvalue-of-equal-parts", 1, extract_from_equal_parts);
    }
}

/// Every part of poison is poison, of an undefined value undefined, and of zero zero.
fn extract_from_equal_parts(op: ExtractValueOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (container, ty) = (op.container(body), body.ty(op.res(body)));
    let part = if PoisonOp::defining(body, container).is_some() {
        PoisonOp::create(rewriter, ty)
    } else if UndefOp::defining(body, container).is_some() {
        UndefOp::create(rewriter, ty)
    } else if ZeroOp::defining(body, container).is_some() {
        ZeroOp::create(rewriter, ty)
    } else {
        return Err("the parts are not known to be equal".into());
    };
    rewriter.replace_op(op.id(), &[part]);
    Ok(())
}

impl InterpretOp for ExtractValueOp {
    fn interpret<'b>(op: ExtractValueOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut value = m.get(op.container());
        for index in indices(op.context(), op.position())? {
            if matches!(value, Value::Poison) {
                break;
            }
            value = value.as_aggregate()?.get(index).cloned().ok_or_else(Trap::malformed)?;
        }
        m.set_result(op.res(), value)
    }
}

impl CustomAssembly for ExtractValueOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let container = parser.parse_operand()?;
        let at = parser.position();
        let position = parse_position(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let value = parser.resolve(&container, ty)?;
        parser.add_operand(value);
        let ctx = parser.context().clone();
        parser.set_attr("position", ctx.i64_array_attr(&position));
        match type_at(&ctx, ty, &position) {
            Ok(ty) => {
                parser.add_result_type(ty);
                Ok(())
            }
            Err(message) => Err(parser.error(at, message)),
        }
    }

    fn print<'b>(op: ExtractValueOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.container().id());
        print_position(op.position(), printer);
        printer.attr_dict(op.op(), &["position"]);
        printer.write(" : ");
        printer.ty(op.container().ty());
        print_line_end(printer);
    }
}

impl VerifyOp for ExtractValueOp {
    fn verify(op: ExtractValueOpRef<'_>, diagnostics: &mut Diagnostics) {
        check_position(op.op(), op.position(), op.container(), op.res(), diagnostics);
    }
}

/// Reports an error if the part at the op's position does not have the type of `inner`.
fn check_position(
    op: OpRef<'_>,
    position: Attribute,
    container: ValueRef<'_>,
    inner: ValueRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    match type_at(ctx, container.ty(), &position.expect_i64_array(ctx)) {
        Ok(ty) if ty == inner.ty() => {}
        Ok(ty) => {
            let (ty, inner) = (print_type(ctx, ty), print_type(ctx, inner.ty()));
            diagnostics.error(op.op_error(format_args!(
                "expects a value of type '{ty}' for the position, found '{inner}'"
            )));
        }
        Err(message) => {
            diagnostics.error(op.op_error(message));
        }
    }
}

/// A struct or array with one field or element changed.
///
/// ```mlir
/// %new = llvm.insertvalue %x, %pair[0] : !llvm.struct<(i32, f64)>
/// ```
#[op(name = "llvm.insertvalue", traits(Pure), implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct InsertValueOp {
    /// Index of the field, index in that, and so on.
    #[attr]
    position: DenseI64ArrayAttr,
    #[operand]
    container: LlvmAggregate,
    #[operand]
    value: LlvmValue,
    #[result]
    res: LlvmAggregate,
}

impl InterpretOp for InsertValueOp {
    fn interpret<'b>(op: InsertValueOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (container, part) = (m.get(op.container()), m.get(op.value()));
        let position = indices(op.context(), op.position())?;
        let value = with_part(op.context(), op.res().ty(), &container, &position, part)?;
        m.set_result(op.res(), value)
    }
}

/// A position as the interpreter's indices.
fn indices(ctx: &Context, position: Attribute) -> Result<Vec<usize>, Trap> {
    let position = position.as_i64_array(ctx).ok_or_else(Trap::malformed)?;
    position
        .into_iter()
        .map(|index| usize::try_from(index).map_err(|_| Trap::malformed()))
        .collect()
}

/// The aggregate with another value at a position. Positions are as deep as types nest, which the
/// text limits.
fn with_part(
    ctx: &Context,
    ty: Type,
    aggregate: &Value,
    position: &[usize],
    part: Value,
) -> Result<Value, Trap> {
    let Some((&index, rest)) = position.split_first() else { return Ok(part) };
    let mut parts = match aggregate {
        Value::Poison => match zero_value(ctx, ty) {
            Value::Aggregate(parts) => vec![Value::Poison; parts.len()],
            _ => return Err(Trap::malformed()),
        },
        aggregate => aggregate.as_aggregate()?.to_vec(),
    };
    let (_, inner) = part_of(ctx, ty, index as i64)?;
    let slot = parts.get_mut(index).ok_or_else(Trap::malformed)?;
    *slot = with_part(ctx, inner, slot, rest, part)?;
    Ok(Value::aggregate(parts))
}

impl CustomAssembly for InsertValueOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let container = parser.parse_operand()?;
        let at = parser.position();
        let position = parse_position(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        parser.set_attr("position", ctx.i64_array_attr(&position));
        let inner = match type_at(&ctx, ty, &position) {
            Ok(inner) => inner,
            Err(message) => return Err(parser.error(at, message)),
        };
        let container = parser.resolve(&container, ty)?;
        let value = parser.resolve(&value, inner)?;
        parser.add_operands(&[container, value]);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertValueOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands([op.value().id(), op.container().id()]);
        print_position(op.position(), printer);
        printer.attr_dict(op.op(), &["position"]);
        printer.write(" : ");
        printer.ty(op.res().ty());
        print_line_end(printer);
    }
}

impl VerifyOp for InsertValueOp {
    fn verify(op: InsertValueOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.container().ty() != op.res().ty() {
            diagnostics.error(op.op().op_error("expects a result of the container's type"));
            return;
        }
        check_position(op.op(), op.position(), op.container(), op.value(), diagnostics);
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractValueOp>();
    dialect.op::<InsertValueOp>();
}
