//! Calls of the functions of a module, with interesting arguments.
//!
//! Each call is a function of its own, appended to the module's text: it creates the arguments,
//! calls, and returns the results and the final contents of the buffers that it passed. Functions
//! whose arguments cannot be created (unknown types, layouts) are not called, nor are those with
//! flags that promise something (`nsw`, `nnan`): the interpreter does not check these promises.

use mlir_lite::Context;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::interpreter::{Value, run_at_most};
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, FloatKind, Type, TypeKind};

/// The number of calls of each function.
const CALLS: usize = 4;

/// The maximum number of elements of an argument.
const MAX_ELEMENTS: i64 = 64;

/// The size of a dynamic dimension.
const OPEN_SIZE: i64 = 5;

/// The text with a function for each call, and the names of these functions.
pub(crate) fn with_calls(ctx: &Context, text: &str) -> Result<(String, Vec<String>), String> {
    let module = super::tools::parse(ctx, text)?;
    let mut text = text.to_owned();
    let mut names = Vec::new();
    for function in
        module.as_op().regions().flat_map(|region| region.ops()).filter(|op| op.is::<FuncOp>())
    {
        for number in 0..CALLS {
            let mut call = Call { ctx, number, next: 0, lines: Vec::new() };
            if let Some((name, code)) = call.of(function) {
                text += &code;
                names.push(name);
            }
        }
    }
    Ok((text, names))
}

/// The results of a call, if it finishes within this many ops.
pub(crate) fn outcome(module: &Body, name: &str, max_ops: u64) -> Result<Vec<Value>, String> {
    let outcome = run_at_most(max_ops, module, name, Vec::new(), &mut std::io::sink());
    Ok(outcome.map_err(|trap| format!("{trap:?}"))?.results.to_vec())
}

/// Whether `after` refines `before`: they are equal where `before` is defined; all NaNs are equal.
pub(crate) fn refines(before: &[Value], after: &[Value]) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).all(|(before, after)| match (before, after) {
            (Value::Poison, _) => true,
            // All of a vector may be one value that is not defined.
            (Value::Elements(elements), Value::Poison) => {
                elements.values.iter().all(|element| matches!(element, Value::Poison))
            }
            (Value::Float(a), Value::Float(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Value::Elements(a), Value::Elements(b)) => {
                a.shape == b.shape && refines(&a.values, &b.values)
            }
            (Value::Aggregate(a), Value::Aggregate(b)) => refines(a, b),
            // Addresses depend on the order of allocations.
            (Value::MemRef(a), Value::MemRef(b)) => a.sizes == b.sizes && a.strides == b.strides,
            (a, b) => a == b,
        })
}

struct Call<'c> {
    ctx: &'c Context,
    number: usize,
    next: usize,
    lines: Vec<String>,
}

impl Call<'_> {
    fn of(&mut self, function: OpRef<'_>) -> Option<(String, String)> {
        let ctx = self.ctx;
        let callee = function.attr_named("sym_name")?.as_str(ctx)?.to_owned();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let promises = |op: OpRef<'_>| {
            op.attr_named("overflowFlags").is_some() || op.attr_named("fastmath").is_some()
        };
        if function.walk().any(promises) {
            return None;
        }
        if function.regions().all(|region| region.is_empty()) || !callee.chars().all(plain) {
            return None;
        }
        let (inputs, results) =
            function.attr_named("function_type")?.as_type(ctx)?.as_function(ctx)?;
        let (inputs, results) = (inputs.to_vec(), results.to_vec());
        let mut buffers = Vec::new();
        let mut arguments = Vec::new();
        for &ty in &inputs {
            arguments.push(self.argument(ty, &mut buffers)?);
        }
        let returned = self.fresh();
        let types = |types: &[Type]| {
            types.iter().map(|&ty| print_type(ctx, ty)).collect::<Vec<_>>().join(", ")
        };
        let bound = match results.len() {
            0 => String::new(),
            1 => format!("{returned} = "),
            count => format!("{returned}:{count} = "),
        };
        self.lines.push(format!(
            "{bound}func.call @{callee}({}) : ({}) -> ({})",
            arguments.join(", "),
            types(&inputs),
            types(&results)
        ));
        let mut values: Vec<String> = match results.len() {
            1 => vec![returned],
            count => (0..count).map(|index| format!("{returned}#{index}")).collect(),
        };
        let mut value_types = results;
        for (buffer, ty, shape, element) in buffers {
            for indices in positions(&shape) {
                let constants: Vec<String> =
                    indices.iter().map(|&index| self.index(index)).collect();
                let value = self.fresh();
                self.lines.push(format!(
                    "{value} = memref.load {buffer}[{}] : {ty}",
                    constants.join(", ")
                ));
                values.push(value);
                value_types.push(element);
            }
        }
        let name = format!("judge_{}_{callee}", self.number);
        let returned = if values.is_empty() {
            "return".to_owned()
        } else {
            format!("return {} : {}", values.join(", "), types(&value_types))
        };
        let code = format!(
            "\nfunc.func @{name}() -> ({}) {{\n  {}\n  {returned}\n}}\n",
            types(&value_types),
            self.lines.join("\n  ")
        );
        Some((name, code))
    }

    fn argument(
        &mut self,
        ty: Type,
        buffers: &mut Vec<(String, String, Vec<i64>, Type)>,
    ) -> Option<String> {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) => {
                Some(self.scalar(ty)?)
            }
            _ if ty.is_memref(ctx) => {
                let shape: Vec<i64> = ty.shape(ctx)?.iter().map(|&size| known(size)).collect();
                let element = ty.element_type(ctx)?;
                let plain = format!("memref<{}{}>", dimensions(&shape), print_type(ctx, element));
                let wanted = print_type(ctx, ty);
                // Other layouts and spaces have a comma.
                if wanted.contains(',') || shape.iter().product::<i64>() > MAX_ELEMENTS {
                    return None;
                }
                let buffer = self.fresh();
                self.lines.push(format!("{buffer} = memref.alloc() : {plain}"));
                for indices in positions(&shape) {
                    let value = self.scalar(element)?;
                    let constants: Vec<String> =
                        indices.iter().map(|&index| self.index(index)).collect();
                    self.lines.push(format!(
                        "memref.store {value}, {buffer}[{}] : {plain}",
                        constants.join(", ")
                    ));
                }
                buffers.push((buffer.clone(), plain.clone(), shape, element));
                if wanted == plain {
                    return Some(buffer);
                }
                let cast = self.fresh();
                self.lines.push(format!("{cast} = memref.cast {buffer} : {plain} to {wanted}"));
                Some(cast)
            }
            _ if ty.is_tensor(ctx) || ty.element_type(ctx).is_some() => {
                let shape: Vec<i64> = ty.shape(ctx)?.iter().map(|&size| known(size)).collect();
                let wanted = print_type(ctx, ty);
                let element = ty.element_type(ctx)?;
                if wanted.contains(['[', ',']) || shape.iter().product::<i64>() > MAX_ELEMENTS {
                    return None;
                }
                let container = wanted.split_once('<')?.0.to_owned();
                let plain =
                    format!("{container}<{}{}>", dimensions(&shape), print_type(ctx, element));
                let literal = self.elements(&shape, element)?;
                let value = self.fresh();
                self.lines.push(format!("{value} = arith.constant dense<{literal}> : {plain}"));
                if wanted == plain {
                    return Some(value);
                }
                let cast = self.fresh();
                self.lines.push(format!("{cast} = tensor.cast {value} : {plain} to {wanted}"));
                Some(cast)
            }
            _ => None,
        }
    }

    fn elements(&mut self, shape: &[i64], element: Type) -> Option<String> {
        let Some((&size, rest)) = shape.split_first() else { return self.number(element) };
        let parts: Option<Vec<String>> = (0..size).map(|_| self.elements(rest, element)).collect();
        Some(format!("[{}]", parts?.join(", ")))
    }

    fn scalar(&mut self, ty: Type) -> Option<String> {
        let number = self.number(ty)?;
        let value = self.fresh();
        self.lines
            .push(format!("{value} = arith.constant {number} : {}", print_type(self.ctx, ty)));
        Some(value)
    }

    fn index(&mut self, index: i64) -> String {
        let value = self.fresh();
        self.lines.push(format!("{value} = arith.constant {index} : index"));
        value
    }

    /// A number of a type as text: small ones, and those at the ends of the range.
    fn number(&mut self, ty: Type) -> Option<String> {
        self.next += 1;
        let turn = self.next.wrapping_mul(7) + self.number * 3;
        Some(match ty.kind(self.ctx) {
            TypeKind::Integer { width: 1, .. } => ((turn / 2) % 2).to_string(),
            TypeKind::Integer { width, .. } if ty.is_signless_integer(self.ctx) => {
                let limit = 1i128 << (*width).min(126).saturating_sub(1);
                let numbers = [0, 1, 2, -1, 3, limit - 1, -limit, 5, 7, -3];
                numbers[turn % numbers.len()].clamp(-limit, limit - 1).to_string()
            }
            TypeKind::Index => [0i64, 1, 2, 3, 4, 1, 2, 0][turn % 8].to_string(),
            TypeKind::Float(kind) => {
                let (nan, infinity) = match kind {
                    FloatKind::F16 => ("0x7E00", "0x7C00"),
                    FloatKind::BF16 => ("0x7FC0", "0x7F80"),
                    FloatKind::F32 => ("0x7FC00000", "0x7F800000"),
                    FloatKind::F64 => ("0x7FF8000000000000", "0x7FF0000000000000"),
                    _ => return None,
                };
                let numbers = [
                    "0.0", "-0.0", "1.0", "-1.5", "0.1", "1024.0", "3.0e-5", nan, infinity, "-7.25",
                ];
                numbers[turn % numbers.len()].to_owned()
            }
            _ => return None,
        })
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%argument{}", self.next)
    }
}

fn known(size: i64) -> i64 {
    if size == DYNAMIC { OPEN_SIZE } else { size }
}

fn dimensions(shape: &[i64]) -> String {
    shape.iter().map(|size| format!("{size}x")).collect()
}

/// The subscripts of all elements.
fn positions(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut positions = vec![Vec::new()];
    for &size in shape {
        let longer = |position: &Vec<i64>| -> Vec<Vec<i64>> {
            (0..size).map(|index| [&position[..], &[index]].concat()).collect()
        };
        positions = positions.iter().flat_map(longer).collect();
    }
    positions
}
