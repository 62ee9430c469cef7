//! The shapes of values by the places in the source where they are computed, for editors.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Position, Span};
use rustc_hash::FxHashMap;

use crate::builtins::F32Op;
use crate::tensor::elements::Element;
use crate::tensor::shape::shown;

/// The shapes in a module whose shapes are known, in Toy's syntax. A function that is compiled for
/// several shapes has several for one place; each list has no shape twice.
#[derive(Clone, Debug, Default)]
pub struct ShapesOfValues {
    values: FxHashMap<Span, Vec<String>>,
    parameters: FxHashMap<String, Vec<Vec<String>>>,
    results: FxHashMap<String, Vec<String>>,
}

impl ShapesOfValues {
    /// The shapes in a module.
    pub fn of(module: &Body) -> Self {
        let ctx = module.context();
        let shape = |ty: Type| {
            let element = match Element::of(ctx, ty) {
                Element::F64 => "",
                element => element.name(),
            };
            Some(format!("{element}{}", shown(ty.static_shape(ctx)?)))
        };
        let mut shapes = Self::default();
        let functions = module.as_op().regions().flat_map(|region| region.ops());
        for function in functions.filter(|op| op.is::<FuncOp>()) {
            let Some(name) = function.symbol_name() else { continue };
            let name = name.text(ctx);
            // A copy for some shapes is named after them.
            let name = name.split('$').next().unwrap_or(name);
            let entry = function.region(0).and_then(|region| region.entry());
            let arguments = entry.map_or(&[][..], |block| block.arguments());
            let body = entry.map(|block| block.body());
            let parameters = shapes.parameters.entry(name.to_owned()).or_default();
            parameters.resize_with(arguments.len().max(parameters.len()), Vec::new);
            for (known, argument) in parameters.iter_mut().zip(arguments) {
                add(known, body.and_then(|body| shape(body.ty(*argument))));
            }
            for op in function.walk() {
                if op.is::<crate::ops::ReturnOp>() {
                    let known = shapes.results.entry(name.to_owned()).or_default();
                    op.operand_types().for_each(|ty| add(known, shape(ty)));
                }
                let Position::Span(span) = op.location().to_position(ctx) else { continue };
                if is_rounded_there(op) {
                    continue;
                }
                for ty in op.result_types() {
                    if let Some(shape) = shape(ty) {
                        add(shapes.values.entry(span).or_default(), Some(shape));
                    }
                }
            }
        }
        shapes
    }

    /// The shapes of the values that are computed at a position in the source.
    pub fn at(&self, span: Span) -> &[String] {
        self.values.get(&span).map_or(&[], Vec::as_slice)
    }

    /// The shapes that a parameter of a function has.
    pub fn parameter(&self, function: &str, index: usize) -> &[String] {
        let parameters = self.parameters.get(function);
        parameters.and_then(|list| list.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The shapes that a function returns.
    pub fn result(&self, function: &str) -> &[String] {
        self.results.get(function).map_or(&[], Vec::as_slice)
    }
}

/// Whether what an op computes is rounded by a conversion of the same place.
fn is_rounded_there(op: OpRef<'_>) -> bool {
    let mut users = op.results().flat_map(|result| op.body().users(result)).peekable();
    let is_rounding =
        |user| F32Op::is(op.body(), user) && op.body().location(user) == op.location();
    users.peek().is_some() && users.all(is_rounding)
}

fn add(known: &mut Vec<String>, shape: Option<String>) {
    if let Some(shape) = shape.filter(|shape| !known.contains(shape)) {
        known.push(shape);
    }
}
