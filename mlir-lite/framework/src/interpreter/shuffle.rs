//! Shuffles of two vectors, in any dialect: a mask lists the positions of the result's elements in
//! the concatenation of both vectors. -1 is an element that does not matter.

use crate::interpreter::Value;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::TypeKind;

/// The vector type with this many elements; `vector` where there is no such type.
#[doc(hidden)]
pub fn shuffled(ctx: &Context, vector: Type, positions: usize) -> Type {
    if positions == 0 || !vector.element_or_self(ctx).may_be_in_vectors(ctx) {
        return vector;
    }
    // A scalable vector is shuffled to one.
    let scalable = match vector.kind(ctx) {
        TypeKind::Vector { scalable, .. } => scalable.get(..1).unwrap_or_default(),
        _ => &[],
    };
    ctx.scalable_vector_type(&[positions as i64], scalable, vector.element_or_self(ctx))
}

/// Writes ` %v, %w [0, 4]`, and the other attributes.
#[doc(hidden)]
pub fn print_shuffle<'b>(op: OpRef<'b>, mask: Attribute, printer: &mut OpAsmPrinter<'_, 'b>) {
    let mask = mask.as_i64_array(op.context()).unwrap_or_default();
    let mask: Vec<String> = mask.iter().map(i64::to_string).collect();
    printer.write(" ");
    printer.operands(op.operands());
    printer.display(format_args!(" [{}]", mask.join(", ")));
    printer.attr_dict(op, &["mask"]);
}

/// Reports positions outside the concatenation of two vectors of this many elements.
#[doc(hidden)]
pub fn verify_positions(op: OpRef<'_>, mask: &[i64], elements: i64, diagnostics: &mut Diagnostics) {
    if mask.iter().any(|&position| position < -1 || position >= elements) {
        let message = format!("expects positions from -1 to {} in its mask", elements - 1);
        diagnostics.error(op.op_error(message));
    }
}

/// The vector of the elements at these positions of both vectors.
#[doc(hidden)]
pub fn choose<'v>(
    first: impl IntoIterator<Item = &'v Value>,
    second: impl IntoIterator<Item = &'v Value>,
    mask: &[i64],
) -> Value {
    let values: Vec<&Value> = first.into_iter().chain(second).collect();
    let at =
        |&position: &i64| usize::try_from(position).ok().and_then(|position| values.get(position));
    let chosen =
        mask.iter().map(|position| at(position).map_or(Value::Poison, |&value| value.clone()));
    let chosen: Vec<Value> = chosen.collect();
    Value::elements(&[chosen.len() as i64], chosen)
}
