//! The shape functions of a module, by the names of ops: also of ops that are only known when the
//! program runs.

use crate::FunctionLibraryOp;
use crate::run_time::{ShapeError, shape_value};
use mlir_lite::dialects::standard::TensorCastOp;
use mlir_lite::interpreter::{Value, run_at_most};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use std::collections::HashMap;

/// The largest number of ops that a shape function may run.
const MAX_OPS: u64 = 1_000_000;

const NO_SHAPE: &str = "the shape function does not give a shape";

/// The functions of the libraries in a module.
pub struct ShapeFunctions<'m> {
    /// The library and the name of each op's function.
    functions: HashMap<String, (&'m Body, String)>,
}

impl<'m> ShapeFunctions<'m> {
    /// Collects the functions of all `shape.function_library` directly in a module. If two map one
    /// op, the first one does.
    pub fn of(module: &'m Body) -> Self {
        let mut functions = HashMap::new();
        let ctx = module.context();
        for op in module.own_ops() {
            let Some(library) = module.child(op) else { continue };
            let Some(declared) = library.as_op().cast::<FunctionLibraryOp>() else { continue };
            let Some(entries) = declared.mapping().as_dictionary(ctx) else { continue };
            for (name, function) in entries {
                let Some(function) = function.as_flat_symbol(ctx) else { continue };
                let entry = (library, function.text(ctx).to_string());
                functions.entry(name.text(ctx).to_string()).or_insert(entry);
            }
        }
        Self { functions }
    }

    /// Whether an op of that name has a shape function.
    pub fn contains(&self, op: &str) -> bool {
        self.functions.contains_key(op)
    }

    /// The shape of the result of an op for operands of these shapes; none if the op has no shape
    /// function. Nothing is reported, and the op need not exist.
    ///
    /// # Errors
    /// The message of the shape function, or why it cannot be run.
    pub fn infer(&self, op: &str, operands: &[Vec<i64>]) -> Result<Option<Vec<i64>>, String> {
        let Some((library, function)) = self.functions.get(op) else { return Ok(None) };
        let argument = |shape: &Vec<i64>| Value::aggregate(vec![Value::Poison, shape_value(shape)]);
        let arguments = operands.iter().map(argument).collect();
        let outcome = run_at_most(MAX_OPS, library, function, arguments, &mut std::io::sink());
        let outcome = outcome.map_err(|diagnostic| diagnostic.message.clone())?;
        let result = outcome.results.into_iter().next().ok_or(NO_SHAPE)?;
        match result.into_dialect::<ShapeError>() {
            Ok(error) => Err(error.message.clone()),
            Err(value) => {
                let elements = value.as_elements().map_err(|_| NO_SHAPE)?;
                let extents = elements.values.iter().map(Value::as_index);
                Ok(Some(extents.collect::<Result<_, _>>().map_err(|_| NO_SHAPE)?))
            }
        }
    }
}

/// Infer shapes by shape functions.
///
/// The shape functions of the module are asked for the shapes of results of ops by their names,
/// where all operands have known shapes. These shapes become part of the types; an error of a
/// function is one of the op.
#[pass(name = "infer-shapes-by-functions", on = "builtin.module")]
pub struct InferShapesByFunctionsPass {}

impl RunPass for InferShapesByFunctionsPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut inferred: Vec<(OpId, Vec<(ValueId, Type)>)> = Vec::new();
        let mut result = Ok(());
        let functions = ShapeFunctions::of(module);
        for op in module.own_ops() {
            let Some(body) = module.child(op).filter(|_| !FunctionLibraryOp::is(module, op)) else {
                continue;
            };
            match infer_in(body, &functions) {
                Ok(types) => inferred.push((op, types)),
                Err(diagnostic) => result = Err(cx.error(*diagnostic)),
            }
        }
        result?;
        for (op, types) in inferred {
            if let Some(body) = module.child_mut(op) {
                types.into_iter().for_each(|(result, ty)| refine(body, result, ty));
            }
        }
        Ok(())
    }
}

/// The types of results that say more than the declared ones.
fn infer_in(
    body: &Body,
    functions: &ShapeFunctions<'_>,
) -> Result<Vec<(ValueId, Type)>, Box<Diagnostic>> {
    let ctx = body.context();
    let mut refined: HashMap<ValueId, Type> = HashMap::new();
    let mut found = Vec::new();
    for op in body.own_ops().into_iter().map(|op| body.op(op)) {
        let name = op.info().name();
        let mut results = op.results();
        let (Some(result), None) = (results.next(), results.next()) else { continue };
        if !functions.contains(name) {
            continue;
        }
        let shape = |operand: ValueId| {
            let ty = refined.get(&operand).copied().unwrap_or_else(|| body.ty(operand));
            ty.static_shape(ctx).map(<[i64]>::to_vec)
        };
        let Some(shapes) = op.operands().map(shape).collect::<Option<Vec<_>>>() else { continue };
        let inferred =
            functions.infer(name, &shapes).map_err(|message| Box::new(op.op_error(message)))?;
        let (Some(inferred), declared) = (inferred, body.ty(result)) else { continue };
        let Some(element) = declared.element_type(ctx).filter(|_| declared.is_tensor(ctx)) else {
            continue;
        };
        let ty = ctx.tensor_type(&inferred, element);
        if !fits(declared.shape(ctx), &inferred) {
            return Err(Box::new(op.op_error(format_args!(
                "has a result of type '{}', but its shape function gives '{}'",
                mlir_lite::text::print_type(ctx, declared),
                mlir_lite::text::print_type(ctx, ty)
            ))));
        }
        if ty != declared {
            refined.insert(result, ty);
            found.push((result, ty));
        }
    }
    Ok(found)
}

/// Whether a declared shape may be the inferred one.
fn fits(declared: Option<&[i64]>, inferred: &[i64]) -> bool {
    declared.is_none_or(|declared| {
        declared.len() == inferred.len()
            && declared.iter().zip(inferred).all(|(&a, &b)| a == b || a == DYNAMIC)
    })
}

/// Gives a result the inferred type. Users that are not asked for shapes see the declared one.
fn refine(body: &mut Body, result: ValueId, ty: Type) {
    let Some(op) = body.defining_op(result) else { return };
    let (declared, location) = (body.ty(result), body.location(op));
    let users: Vec<OpId> = body.users(result).collect();
    body.set_type(result, ty);
    if users.is_empty() {
        return;
    }
    let mut builder = BodyBuilder::new(body, InsertionPoint::After(op));
    let cast = TensorCastOp::build(&mut builder, location, result, declared);
    let value = cast.dest(body);
    for user in users {
        let operands: Vec<ValueId> = body
            .operands(user)
            .map(|operand| if operand == result { value } else { operand })
            .collect();
        body.set_operands(user, &operands);
    }
}
