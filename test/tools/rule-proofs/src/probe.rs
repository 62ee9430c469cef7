//! The dialect `probe`: ops with unknown semantics that can be run. Their operands are recorded, so
//! that a difference is seen wherever it reaches one; their results depend on their number alone.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::Float;
use mlir_lite::types::{FloatKind, TypeKind, element_count};

/// An op with any operands and results, and unknown effects.
#[op(name = "probe.op", implements(InterpretOp))]
pub struct ProbeOp {
    /// The values to observe.
    #[operand]
    inputs: Variadic<AnyType>,
    /// Which op it is.
    #[attr]
    number: AnyAttr,
    /// Anything.
    #[result]
    results: Variadic<AnyType>,
}

/// The dialect.
pub struct ProbeDialect;

impl Dialect for ProbeDialect {
    const NAMESPACE: &'static str = "probe";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Ops that nothing is known of, and that can be run.");
        dialect.op::<ProbeOp>();
    }
}

impl InterpretOp for ProbeOp {
    fn interpret<'b>(op: ProbeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = op.number().as_i64(op.context()).unwrap_or(0);
        for input in op.inputs() {
            let value = seen(m, input.ty(), m.get(input))?;
            m.capture(number, value);
        }
        for (index, result) in op.results().into_iter().enumerate() {
            let value = given(m, result.ty(), number + index as i64);
            m.set(op.op(), index, value);
        }
        Ok(Flow::Next)
    }
}

/// The number of the probes that only watch values of a format.
fn watch(kind: FloatKind) -> i64 {
    -1 - FloatKind::ALL.iter().position(|&other| other == kind).map_or(0, |index| index as i64)
}

/// The format of the values that a probe of this number watches, if it only watches.
pub fn watched_format(number: i64) -> Option<FloatKind> {
    FloatKind::ALL.get(usize::try_from(-1 - number).ok()?).copied()
}

/// The function with a probe after each op, which sees its results.
pub fn watched(function: &Body) -> Body {
    let mut body = function.deep_clone();
    for op in body.own_ops() {
        let results: Vec<ValueId> =
            if op == body.root() { Vec::new() } else { body.results(op).collect() };
        for result in results {
            if let Some(kind) = format(body.context(), body.ty(result)) {
                let number = body.context().i64_attr(watch(kind));
                let mut builder = BodyBuilder::new(&mut body, InsertionPoint::After(op));
                ProbeOp::build(&mut builder, Location::UNKNOWN, &[result], number, &[]);
            }
        }
    }
    body
}

/// The format of a float, and of those in a vector or tensor.
fn format(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ty.element_or_self(ctx).kind(ctx) {
        TypeKind::Float(kind) if !ty.is_memref(ctx) => Some(*kind),
        _ => None,
    }
}

/// The visible part of a value: of memory its elements, and of an address nothing.
fn seen(m: &Machine<'_>, ty: Type, value: Value) -> Result<Value, Trap> {
    if !is_visible(m.context(), ty) {
        return Ok(Value::Poison);
    }
    let Value::MemRef(memref) = &value else { return Ok(value) };
    let elements = memref.positions().map(|position| m.load_element(memref, &position));
    let elements = elements.collect::<Result<Vec<_>, _>>()?;
    Ok(Value::elements(&memref.sizes, elements))
}

/// Whether values of a type mean the same in two programs: addresses and functions do not.
pub fn is_visible(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Dialect(_) | TypeKind::Function { .. } | TypeKind::Opaque { .. } => {
            ty.as_dialect::<toy_dialect::types::StructType>(ctx).is_some()
        }
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } => {
            is_visible(ctx, *element)
        }
        TypeKind::Vector { element, .. } => is_visible(ctx, *element),
        _ => true,
    }
}

/// A value of a type.
fn given(m: &Machine<'_>, ty: Type, number: i64) -> Value {
    let ctx = m.context();
    match ty.kind(ctx) {
        TypeKind::Integer { .. } | TypeKind::Index => {
            let mask = u128::MAX >> (128 - ty.bit_width(ctx).unwrap_or(64).clamp(1, 128));
            Value::Int(u128::from(number.unsigned_abs() % 5) & mask)
        }
        TypeKind::Float(kind) => Value::number(Float::from((number % 5) as f64).rounded_to(*kind)),
        TypeKind::Complex(part) => {
            Value::aggregate(vec![given(m, *part, number), given(m, *part, number + 1)])
        }
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => {
            let Some((shape, element)) = ty.shape(ctx).zip(ty.element_type(ctx)) else {
                return Value::Poison;
            };
            let shape: Vec<i64> =
                shape.iter().map(|&size| if size < 0 { 2 } else { size }).collect();
            let count = element_count(&shape).unwrap_or(0).min(4096);
            Value::elements(
                &shape,
                (0..count as i64).map(|at| given(m, element, number + at)).collect(),
            )
        }
        _ => Value::Poison,
    }
}
