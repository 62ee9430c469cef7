//! The ops on structs: `toy.struct_constant`, `toy.struct_construct` and `toy.struct_access`.
//!
//! Structs exist above the lowering only: once calls are inlined, each access folds to the value that was put in.

use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

use crate::shapes::InferShape;
use crate::types::{StructType, ToyStruct, ToyValue, are_compatible};

/// Makes a struct of constants: an array of elements, with an array in it for each struct in the struct.
///
/// ```mlir
/// %0 = toy.struct_constant [dense<[1.0, 2.0]> : tensor<2xf64>] : !toy.struct<tensor<*xf64>>
/// ```
#[op(
    name = "toy.struct_constant",
    traits(Pure, ConstantLike),
    interfaces(InferShape),
    format = "$value attr-dict `:` type($output)",
    verify,
    fold
)]
pub struct StructConstantOp {
    #[attr]
    value: ArrayAttr,
    #[result]
    output: ToyStruct,
}

/// Makes a struct of values.
///
/// ```mlir
/// %1 = toy.struct_construct(%arg0, %0 : tensor<*xf64>, tensor<2xf64>) : !toy.struct<tensor<*xf64>, tensor<*xf64>>
/// ```
#[op(
    name = "toy.struct_construct",
    traits(Pure),
    interfaces(InferShape),
    format = "`(` $elements `:` type($elements) `)` attr-dict `:` type($output)",
    verify
)]
pub struct StructConstructOp {
    #[operand]
    elements: Variadic<ToyValue>,
    #[result]
    output: ToyStruct,
}

/// Takes an element out of a struct.
///
/// ```mlir
/// %1 = toy.struct_access %0[0] : !toy.struct<tensor<*xf64>> -> tensor<*xf64>
/// ```
#[op(
    name = "toy.struct_access",
    traits(Pure),
    interfaces(InferShape),
    format = "$input `[` $index `]` attr-dict `:` type($input) `->` type($output)",
    verify,
    fold
)]
pub struct StructAccessOp {
    #[operand]
    input: ToyStruct,
    #[attr]
    index: I64Attr,
    #[result]
    output: ToyValue,
}

/// The most precise type of a constant value; none if it is no value of a struct.
fn type_of_constant(ctx: &Context, value: Attribute) -> Option<Type> {
    // Arrays nest no deeper than the parser admits; the explicit stack is of the types of the open arrays.
    let mut open: Vec<(&[Attribute], Vec<Type>)> = vec![(value.as_array(ctx)?, Vec::new())];
    loop {
        let (rest, types) = open.last_mut()?;
        if let Some((first, others)) = rest.split_first() {
            *rest = others;
            match first.as_array(ctx) {
                Some(inner) => open.push((inner, Vec::new())),
                None => types.push(first.dense(ctx)?.ty()),
            }
            continue;
        }
        if types.is_empty() {
            return None;
        }
        let ty = StructType::get(ctx, types);
        open.pop();
        match open.last_mut() {
            Some((_, types)) => types.push(ty),
            None => return Some(ty),
        }
    }
}

impl VerifyOp for StructConstantOp {
    fn verify(op: StructConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let ty = op.body().ty(op.result(0));
        let Some(value) = op.attr_named("value").and_then(|value| type_of_constant(ctx, value)) else {
            diagnostics.error(op.op_error("expects elements, and arrays of elements, as its value"));
            return;
        };
        if !are_compatible(ctx, value, ty) {
            let (value, ty) = (print_type(ctx, value), print_type(ctx, ty));
            diagnostics.error(op.op_error(format_args!(
                "returns a value of type '{ty}', but its value is of type '{value}'"
            )));
        }
    }
}

impl InferShape for StructConstantOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let op = self.op();
        let value = op.attr_named("value").and_then(|value| type_of_constant(op.context(), value));
        Ok(value.unwrap_or(op.body().ty(op.result(0))))
    }
}

impl FoldOp for StructConstantOp {
    fn fold(op: StructConstantOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        Fold::constant(this.value(body))
    }
}

impl VerifyOp for StructConstructOp {
    fn verify(op: StructConstructOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let ty = op.body().ty(op.result(0));
        let elements: Vec<Type> = op.operand_types().collect();
        if !elements.is_empty() && are_compatible(ctx, StructType::get(ctx, &elements), ty) {
            return;
        }
        let expected = print_type(ctx, ty);
        let found: Vec<_> = elements.iter().map(|ty| print_type(ctx, *ty)).collect();
        diagnostics.error(
            op.op_error(format_args!("expects the elements of '{expected}', found '{}'", found.join(", "))),
        );
    }
}

impl InferShape for StructConstructOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let op = self.op();
        let elements: Vec<Type> = op.operand_types().collect();
        Ok(StructType::get(op.context(), &elements))
    }
}

/// The element of `ty` that a `toy.struct_access` takes.
fn accessed(op: OpRef<'_>) -> Option<Type> {
    let ctx = op.context();
    let index = op.attr_named("index")?.as_i64(ctx)?;
    StructType::elements(ctx, op.body().ty(op.operand(0)))?.get(usize::try_from(index).ok()?).copied()
}

impl VerifyOp for StructAccessOp {
    fn verify(op: StructAccessOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(element) = accessed(op) else {
            let ty = op.body().ty(op.operand(0));
            let count = StructType::elements(ctx, ty).map_or(0, <[Type]>::len);
            diagnostics.error(op.op_error(format_args!(
                "expects an index of an element: '{}' has {count}",
                print_type(ctx, ty)
            )));
            return;
        };
        let result = op.body().ty(op.result(0));
        if !are_compatible(ctx, element, result) {
            let (element, result) = (print_type(ctx, element), print_type(ctx, result));
            diagnostics.error(op.op_error(format_args!(
                "expects the type of the element, '{element}', as the result's, found '{result}'"
            )));
        }
    }
}

impl InferShape for StructAccessOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let op = self.op();
        Ok(accessed(op).unwrap_or(op.body().ty(op.result(0))))
    }
}

impl FoldOp for StructAccessOp {
    /// An access to a constant or to a struct that was just made is the element, if its type is known as well.
    fn fold(op: StructAccessOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let ctx = op.context();
        let Some(index) = op.index().as_i64(ctx).and_then(|index| usize::try_from(index).ok()) else {
            return Fold::Unchanged;
        };
        let ty = op.output().ty();
        if let Some(elements) = constants.first().and_then(|constant| constant.as_ref()?.as_array(ctx)) {
            return match elements.get(index) {
                Some(&element) if element.as_array(ctx).is_some() || element.ty(ctx) == Some(ty) => {
                    Fold::constant(element)
                }
                _ => Fold::Unchanged,
            };
        }
        let made = op.input().defining::<StructConstructOp>();
        match made.and_then(|made| made.elements().get(index)) {
            Some(element) if element.ty() == ty => Fold::value(element),
            _ => Fold::Unchanged,
        }
    }
}
