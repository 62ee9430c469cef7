//! The outcome of a module: the results of a function, and its output.

use mlir_lite::Context;
use mlir_lite::dialects::llvm::{LlvmArrayType, LlvmFunctionType, LlvmStructType};
use mlir_lite::interpreter::{Value, run_at_most};
use mlir_lite::ir::Body;
use mlir_lite::scalar::Float;
use mlir_lite::types::{Type, TypeKind};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Computed {
    /// All numbers of all results, in order.
    pub numbers: Vec<Value>,
    /// The output.
    pub output: Vec<u8>,
}

/// Runs a function with arguments that depend on the number of the run, with a limit on the number
/// of ops.
///
/// # Errors
/// If it has undefined behaviour, or exceeds the limit.
pub fn compute(module: &Body, name: &str, run: usize, max_ops: u64) -> Result<Computed, String> {
    let mut output = Vec::new();
    let outcome = run_at_most(max_ops, module, name, arguments(module, name, run), &mut output);
    let outcome = outcome.map_err(|trap| trap.message.clone())?;
    let (_, types) = signature(module, name);
    let mut numbers = Vec::new();
    for (index, value) in outcome.results.iter().enumerate() {
        flatten(module.context(), value, types.get(index).copied(), &mut numbers);
    }
    Ok(Computed { numbers, output })
}

/// The first difference between the results before and after, where the former are defined; all
/// NaNs are equal.
pub fn difference(before: &Computed, after: &Computed) -> Option<String> {
    if before.output != after.output {
        return Some(format!(
            "it printed {:?}, and now {:?}",
            String::from_utf8_lossy(&before.output),
            String::from_utf8_lossy(&after.output)
        ));
    }
    if before.numbers.len() != after.numbers.len() {
        return Some(format!("it returned {:?}, and now {:?}", before.numbers, after.numbers));
    }
    let differ = |pair: &(&Value, &Value)| match pair {
        (Value::Poison, _) => false,
        (Value::Float(a), Value::Float(b)) => {
            a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan())
        }
        (Value::WideFloat(a), Value::WideFloat(b)) => a != b && !(a.is_nan() && b.is_nan()),
        (a, b) => a != b,
    };
    let at = before.numbers.iter().zip(&after.numbers).position(|pair| differ(&pair))?;
    Some(format!(
        "number {at} of the results was {:?}, and is now {:?}",
        before.numbers[at], after.numbers[at]
    ))
}

/// The types of a function's parameters and results.
fn signature(module: &Body, name: &str) -> (Vec<Type>, Vec<Type>) {
    let ctx = module.context();
    let ops = module.as_op().regions().flat_map(|region| region.ops());
    for op in ops {
        let is_it = op.attr_named("sym_name").and_then(|it| it.as_str(ctx)) == Some(name);
        if is_it && let Some(region) = op.region(0) {
            let entry = region.entry().map_or(&[][..], |block| block.arguments());
            let inputs = entry.iter().map(|&argument| region.body().ty(argument)).collect();
            let ty = op.attr_named("function_type").and_then(|it| it.as_type(ctx));
            let results =
                ty.map_or(Vec::new(), |ty| match ty.as_dialect::<LlvmFunctionType>(ctx) {
                    Some(function) => vec![function.result],
                    None => ty.as_function(ctx).map_or(Vec::new(), |(_, results)| results.to_vec()),
                });
            return (inputs, results);
        }
    }
    (Vec::new(), Vec::new())
}

/// Numbers for the parameters of a function.
fn arguments(module: &Body, name: &str, run: usize) -> Vec<Value> {
    let ctx = module.context();
    let types = signature(module, name).0;
    types.iter().enumerate().map(|(index, &ty)| argument(ctx, ty, index + 3 * run)).collect()
}

/// The value of that number of a type; poison where there is none.
fn argument(ctx: &Context, ty: Type, number: usize) -> Value {
    const INTEGERS: [i128; 10] = [5, -3, 0, 1, 7, i128::MAX, -1, 2, 100, i128::MIN];
    const FLOATS: [f64; 8] = [1.5, -2.0, 0.0, 3.0, -0.0, 0.25, 100.0, -7.5];
    // The sizes that a type leaves open.
    const OPEN: i64 = 3;
    match ty.kind(ctx) {
        TypeKind::Float(kind) => {
            Value::number(Float::from(FLOATS[number % FLOATS.len()]).rounded_to(*kind))
        }
        TypeKind::Integer { .. } | TypeKind::Index => {
            let width = ty.bit_width(ctx).unwrap_or(64).clamp(1, 128);
            Value::Int(INTEGERS[number % INTEGERS.len()] as u128 & (u128::MAX >> (128 - width)))
        }
        TypeKind::Complex(element) => Value::aggregate(vec![
            argument(ctx, *element, number),
            argument(ctx, *element, number + 1),
        ]),
        _ => match (ty.shape(ctx), ty.element_type(ctx)) {
            (Some(shape), Some(element)) => {
                let shape: Vec<i64> =
                    shape.iter().map(|&size| if size < 0 { OPEN } else { size }).collect();
                let count = shape.iter().product::<i64>() as usize;
                Value::elements(
                    &shape,
                    (0..count).map(|at| argument(ctx, element, number + at)).collect(),
                )
            }
            _ => Value::Poison,
        },
    }
}

/// The types of the parts of a value of this type, one after the other; none of one number.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    if let TypeKind::Complex(element) = ty.kind(ctx) {
        return vec![*element; 2];
    }
    if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
        return vec![array.element; array.length as usize];
    }
    if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
        return fields.fields().to_vec();
    }
    match (ty.shape(ctx), ty.element_type(ctx)) {
        (Some(shape), Some(element)) => {
            vec![element; shape.iter().map(|&size| size.max(0) as usize).product()]
        }
        _ => Vec::new(),
    }
}

/// Adds the numbers that a value of the type consists of.
fn flatten(ctx: &Context, value: &Value, ty: Option<Type>, numbers: &mut Vec<Value>) {
    let types = ty.map_or(Vec::new(), |ty| parts(ctx, ty));
    let ty_of = |index: usize| types.get(index).or(types.last()).copied();
    let values = match value {
        Value::Poison if types.is_empty() => return numbers.push(Value::Poison),
        Value::Poison => {
            return types.iter().for_each(|&ty| flatten(ctx, &Value::Poison, Some(ty), numbers));
        }
        Value::Elements(elements) => &elements.values[..],
        Value::Aggregate(values) => values,
        other => return numbers.push(other.clone()),
    };
    for (index, value) in values.iter().enumerate() {
        flatten(ctx, value, ty_of(index), numbers);
    }
}
