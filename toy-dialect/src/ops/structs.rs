//! The ops on structs: `toy.struct_constant`, `toy.struct_construct` and `toy.struct_access`.
//!
//! Structs exist only before lowering: once calls are inlined, each access folds to the element
//! that the struct was built with.

use crate::interpret::constant_tensor;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

use crate::interpret::set_result;
use crate::ops::GenericCallOp;
use crate::tensor::shape::InferShape;
use crate::types::{StructType, ToyStruct, ToyValue, are_compatible};

/// Makes a struct of constants: an array of elements, with an array in it for each struct in the
/// struct.
///
/// ```mlir
/// %0 = toy.struct_constant [dense<[1.0, 2.0]> : tensor<2xf64>] : !toy.struct<tensor<*xf64>>
/// ```
#[op(
    name = "toy.struct_constant",
    traits(Pure, ConstantLike),
    implements(VerifyOp, FoldOp, InterpretOp, InferShape),
    format = "$value attr-dict `:` type($output)"
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
    implements(VerifyOp, InterpretOp, InferShape),
    format = "`(` $elements `:` type($elements) `)` attr-dict `:` type($output)"
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
    implements(VerifyOp, FoldOp, InterpretOp, InferShape),
    format = "$input `[` $index `]` attr-dict `:` type($input) `->` type($output)"
)]
pub struct StructAccessOp {
    #[operand]
    input: ToyStruct,
    #[attr(typed)]
    index: I64Attr,
    #[result]
    output: ToyValue,
}

/// The most precise type of a constant value; none if it is not the value of a struct.
fn type_of_constant(ctx: &Context, value: Attribute) -> Option<Type> {
    // Arrays nest no deeper than the parser admits; the explicit stack is of the types of the open
    // arrays.
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
        let ty = StructType::get(ctx, std::mem::take(types).into());
        open.pop();
        match open.last_mut() {
            Some((_, types)) => types.push(ty),
            None => return Some(ty),
        }
    }
}

impl VerifyOp for StructConstantOp {
    fn verify(op: StructConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.output().ty());
        let Some(value) = type_of_constant(ctx, op.value()) else {
            diagnostics
                .error(op.op().op_error("expects elements, and arrays of elements, as its value"));
            return;
        };
        if !are_compatible(ctx, value, ty) {
            let (value, ty) = (print_type(ctx, value), print_type(ctx, ty));
            diagnostics.error(op.op().op_error(format_args!(
                "returns a value of type '{ty}', but its value is of type '{value}'"
            )));
        }
    }
}

impl InferShape for StructConstantOp {
    fn infer_type(op: StructConstantOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let ty = type_of_constant(op.context(), op.value());
        Ok(ty.unwrap_or_else(|| op.output().ty()))
    }
}

impl FoldOp for StructConstantOp {
    fn fold(op: StructConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

/// Where the value of an access to a member comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemberSource {
    /// The value that the struct was made with.
    Value(ValueId),
    /// An attribute: that of a constant, or the known result of a call.
    Constant(Attribute),
    /// A member of a struct that this call returns.
    Returned(OpId),
    /// Anything else.
    Unknown,
}

impl StructAccessOpRef<'_> {
    /// Where the value comes from, through accesses to structs within structs.
    pub(crate) fn source(self) -> MemberSource {
        let (ctx, body) = (self.context(), self.op().body());
        let Some(index) = self.position() else { return MemberSource::Unknown };
        let mut path: SmallVec<[usize; 4]> = SmallVec::from_elem(index, 1);
        let mut input = self.input().id();
        loop {
            let Some(op) = body.defining_op(input).map(|id| body.op(id)) else {
                return MemberSource::Unknown;
            };
            if let Some(access) = op.cast::<StructAccessOp>() {
                let Some(index) = access.position() else { return MemberSource::Unknown };
                path.push(index);
                input = access.input().id();
                continue;
            }
            if let Some(made) = op.cast::<StructConstructOp>() {
                let element = path.pop().and_then(|index| made.elements().get(index));
                let Some(element) = element else { return MemberSource::Unknown };
                input = element.id();
                if path.is_empty() {
                    return MemberSource::Value(input);
                }
                continue;
            }
            let call = op.cast::<GenericCallOp>();
            let constant = op.cast::<StructConstantOp>().map(|constant| constant.value());
            let value = constant.or_else(|| call?.returned());
            let member =
                |value: Attribute, index: &usize| value.as_array(ctx)?.get(*index).copied();
            return match (value, call) {
                (Some(value), _) => match path.iter().rev().try_fold(value, member) {
                    Some(value) if value.ty(ctx).is_some() => MemberSource::Constant(value),
                    _ => MemberSource::Unknown,
                },
                (None, Some(call)) => MemberSource::Returned(call.op().id()),
                (None, None) => MemberSource::Unknown,
            };
        }
    }
}

/// Structs nest as deep as their types, which the parser limits.
fn struct_value(m: &mut Machine<'_>, ctx: &Context, value: Attribute) -> Result<Value, Trap> {
    match value.as_array(ctx) {
        Some(parts) => {
            let parts = parts.iter().map(|&part| struct_value(m, ctx, part));
            Ok(Value::aggregate(parts.collect::<Result<_, _>>()?))
        }
        None => constant_tensor(m, value),
    }
}

impl InterpretOp for StructConstantOp {
    fn interpret<'b>(op: StructConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let constant = struct_value(m, op.context(), op.value())?;
        set_result(m, op.op(), constant)
    }
}

impl VerifyOp for StructConstructOp {
    fn verify(op: StructConstructOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.output().ty());
        let elements: Vec<Type> = op.elements().types().collect();
        let found = || StructType::get(ctx, elements[..].into());
        if !elements.is_empty() && are_compatible(ctx, found(), ty) {
            return;
        }
        let expected = print_type(ctx, ty);
        let found: Vec<_> = elements.iter().map(|ty| print_type(ctx, *ty)).collect();
        let found = found.join(", ");
        diagnostics.error(
            op.op().op_error(format_args!("expects the elements of '{expected}', found '{found}'")),
        );
    }
}

impl InferShape for StructConstructOp {
    fn infer_type(op: StructConstructOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let elements: Vec<Type> = op.elements().types().collect();
        Ok(StructType::get(op.context(), elements.into()))
    }

    fn takes_symbolic_sizes(_: StructConstructOpRef<'_>) -> bool {
        true
    }
}

impl InterpretOp for StructConstructOp {
    fn interpret<'b>(op: StructConstructOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let parts = m.values(op.elements()).into_vec();
        set_result(m, op.op(), Value::aggregate(parts))
    }
}

impl StructAccessOpRef<'_> {
    /// The index of the accessed element; none if the number is not an index.
    fn position(self) -> Option<usize> {
        usize::try_from(self.index()).ok()
    }

    /// The type of the accessed element, if it exists.
    fn accessed(self) -> Option<Type> {
        StructType::elements(self.context(), self.input().ty())?.get(self.position()?).copied()
    }
}

impl VerifyOp for StructAccessOp {
    fn verify(op: StructAccessOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(element) = op.accessed() else {
            let ty = op.input().ty();
            let count = StructType::elements(ctx, ty).map_or(0, <[Type]>::len);
            diagnostics.error(op.op().op_error(format_args!(
                "expects an index of an element: '{}' has {count}",
                print_type(ctx, ty)
            )));
            return;
        };
        let result = op.output().ty();
        if !are_compatible(ctx, element, result) {
            let (element, result) = (print_type(ctx, element), print_type(ctx, result));
            diagnostics.error(op.op().op_error(format_args!(
                "expects the type of the element, '{element}', as the result's, found '{result}'"
            )));
        }
    }
}

impl InferShape for StructAccessOp {
    fn infer_type(op: StructAccessOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        Ok(op.accessed().unwrap_or_else(|| op.output().ty()))
    }

    fn takes_symbolic_sizes(_: StructAccessOpRef<'_>) -> bool {
        true
    }
}

impl InterpretOp for StructAccessOp {
    fn interpret<'b>(op: StructAccessOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = m.get(op.input());
        let part = input.as_aggregate()?.get(op.position().ok_or_else(Trap::malformed)?).cloned();
        set_result(m, op.op(), part.ok_or_else(Trap::malformed)?)
    }
}

impl FoldOp for StructAccessOp {
    /// An access to a constant or to a newly constructed struct folds to the element, if its type
    /// is known as well.
    fn fold(op: StructAccessOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let Some(index) = op.position() else { return Fold::Unchanged };
        let ty = op.output().ty();
        if let Some(elements) =
            constants.values().first().and_then(|constant| constant.as_ref()?.as_array(ctx))
        {
            return match elements.get(index) {
                Some(&element)
                    if element.as_array(ctx).is_some() || element.ty(ctx) == Some(ty) =>
                {
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
