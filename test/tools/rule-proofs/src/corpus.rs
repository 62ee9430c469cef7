//! Functions in which rules are tried, besides those generated from declarations: those of the
//! repository's tests, and those of random modules. A rule that is written with a test is tried in
//! the test's functions, changed at random.

use crate::module::module_with;
use crate::workshop::Workshop;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::dialects::standard::{ConstantOp, FuncOp, ReturnOp};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::op_def::{AttrForm, TraitFlags};
use mlir_lite::ir::{
    Body, Ident, InsertionPoint, Location, OpBuilder, OpDefinition, OpId, OperationState, ValueId,
};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::types::{Type, TypeKind};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Random modules among the functions.
const RANDOM_MODULES: u64 = 100;

/// Ops of a function, at most.
const MAX_OPS: usize = 150;

/// Functions, and where in them ops of a name are.
#[derive(Default)]
pub struct Corpus {
    functions: Vec<Body>,
    places: HashMap<&'static str, Vec<OpIndices>>,
}

/// An op of a function: by their numbers.
pub type OpIndices = (usize, usize);

impl Corpus {
    /// Parses the texts; invalid ones, usually deliberate, are left out.
    pub fn new(workshop: &Workshop, texts: &[String]) -> Self {
        let mut corpus = Self::default();
        for text in texts {
            let Ok(file) = workshop.ctx.sources().add("corpus", text.clone()) else { continue };
            let options = ParseOptions::default().with_allow_unregistered(true);
            let Ok(mut module) =
                parse_module(&workshop.ctx, &file, options, &mut Diagnostics::new())
            else {
                continue;
            };
            if verify(&module, &mut Diagnostics::new()).is_err() {
                continue;
            }
            let functions: Vec<OpId> = module
                .children()
                .filter(|(_, body)| {
                    body.as_op().is::<FuncOp>() && body.op_capacity() <= 2 * MAX_OPS
                })
                .map(|(op, _)| op)
                .collect();
            for op in functions {
                if let Some(function) = module.child_mut(op) {
                    corpus.add(workshop, function);
                }
            }
        }
        corpus
    }

    fn add(&mut self, workshop: &Workshop, function: &mut Body) {
        let ctx = &workshop.ctx;
        let region = function.region(function.root(), 0);
        if function.entry_block(region).is_none() || !adapt(ctx, function) {
            return;
        }
        let root = function.root();
        function.set_attr(root, Ident::SYM_NAME, ctx.string_attr("before"));
        function.remove_attr(root, Ident::SYM_VISIBILITY);
        // One that refers to others is of no use alone.
        let alone = module_with(ctx, vec![function.deep_clone()]);
        if verify(&alone, &mut Diagnostics::new()).is_err() {
            return;
        }
        let number = self.functions.len();
        for (at, op) in function.own_ops().into_iter().enumerate() {
            if let Some(def) = function.def(op) {
                self.places.entry(def.name).or_default().push((number, at));
            }
        }
        self.functions.push(function.deep_clone());
    }

    /// Where ops of a name are.
    pub fn places(&self, name: &str) -> &[OpIndices] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }

    /// A copy of the function, and the op in it.
    pub fn get(&self, (function, at): OpIndices) -> Option<(Body, OpId)> {
        let body = self.functions.get(function)?.deep_clone();
        let op = body.own_ops().get(at).copied()?;
        Some((body, op))
    }
}

/// The texts of the repository's tests and of random modules.
pub fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut files = Vec::new();
    for folder in ["test", "mlir-lite", "toy-dialect", "examples"] {
        find(&root.join(folder), &mut files);
    }
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if file.extension().is_some_and(|extension| extension == "rs") {
            texts.extend(literals(&text));
            continue;
        }
        let mut part = String::new();
        for line in text.lines() {
            if line.starts_with("// -----") {
                texts.push(std::mem::take(&mut part));
            } else {
                part += line;
                part += "\n";
            }
        }
        texts.push(part);
    }
    texts.extend((0..RANDOM_MODULES).map(|seed| random_ir::generate(seed).text));
    texts
}

/// String literals of a Rust source that have a function in them.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find('"') {
        let is_raw = rest[..start].ends_with("r#");
        rest = &rest[start + 1..];
        let end = match is_raw {
            true => rest.find("\"#"),
            false => {
                rest.match_indices('"').map(|(at, _)| at).find(|&at| !rest[..at].ends_with('\\'))
            }
        };
        let Some(end) = end else { break };
        let text = &rest[..end];
        rest = &rest[end + 1..];
        if text.contains("func") && text.contains('%') {
            let plain = text.replace("\\n", "\n").replace("\\\"", "\"");
            found.push(plain.replace("{{", "{").replace("}}", "}"));
            found.push(plain);
        }
    }
    found
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "target" && name != "invalid" {
            find(&path, files);
        } else if name.ends_with(".mlir") || name.ends_with(".rs") {
            files.push(path);
        }
    }
}

/// Turns unknown ops into probes, and lets the function return the memory that it is given. Returns
/// whether the function can then be run.
fn adapt(ctx: &mlir_lite::Context, function: &mut Body) -> bool {
    for (number, op) in function.own_ops().into_iter().enumerate() {
        if function.def(op).is_some() || op == function.root() {
            continue;
        }
        if function.child(op).is_some()
            || !function.regions(op).is_empty()
            || function.num_successors(op) > 0
        {
            return false;
        }
        let state = OperationState::new(ctx.op_name("probe.op"), Location::UNKNOWN)
            .operands(&function.operand_list(op))
            .results(&function.result_types(op))
            .attribute(ctx.ident("number"), ctx.i64_attr(number as i64));
        let probe = function.create_op(state);
        function.insert_op_before(op, probe);
        for index in 0..function.num_results(op) {
            let (from, to) = (function.result(op, index), function.result(probe, index));
            function.replace_all_uses(from, to);
        }
        function.erase_op(op);
    }
    let region = function.region(function.root(), 0);
    let Some(entry) = function.entry_block(region) else { return false };
    let memory: Vec<ValueId> = function
        .arguments(entry)
        .iter()
        .copied()
        .filter(|&value| function.ty(value).is_memref(ctx))
        .collect();
    for op in function.own_ops() {
        if ReturnOp::is(function, op) && function.parent_op(op) == Some(function.root()) {
            let mut operands = function.operand_list(op);
            operands.extend_from_slice(&memory);
            function.set_operands(op, &operands);
        }
    }
    renew_type(function);
    true
}

/// Gives a function the type of its arguments and results.
pub(crate) fn renew_type(function: &mut Body) {
    let ctx = function.context().clone();
    let region = function.region(function.root(), 0);
    let Some(entry) = function.entry_block(region) else { return };
    let inputs: Vec<Type> =
        function.arguments(entry).iter().map(|&value| function.ty(value)).collect();
    let end = function
        .own_ops()
        .into_iter()
        .find(|&op| ReturnOp::is(function, op) && function.parent_op(op) == Some(function.root()));
    let results: Vec<Type> = match end {
        Some(end) => function.operands(end).map(|value| function.ty(value)).collect(),
        None => Vec::new(),
    };
    let ty = ctx.function_type(&inputs, &results);
    FuncOp::set_ty(function, ty);
    for name in ["arg_attrs", "res_attrs"] {
        let root = function.root();
        function.remove_attr(root, ctx.ident(name));
    }
}

/// Changes a function at random; it may be invalid then.
pub fn mutate(
    workshop: &Workshop,
    body: &mut Body,
    root: OpId,
    is_tame: bool,
    random: &mut Random,
) {
    let ctx = &workshop.ctx;
    if is_tame {
        for op in body.own_ops() {
            for (name, value) in workshop.promises(body.name(op), random) {
                body.set_attr(op, name, value);
            }
        }
    }
    for _ in 0..random.below(4) {
        let ops: Vec<OpId> = body.own_ops();
        // The ops near the root matter most.
        let near: Vec<OpId> = std::iter::once(root)
            .chain(body.operands(root).filter_map(|value| body.defining_op(value)))
            .chain(body.results(root).flat_map(|value| body.users(value)))
            .chain(body.own_ops_in(root))
            .collect();
        let list = if random.chance(60) { &near } else { &ops };
        let Some(&op) = random.pick(list) else { return };
        match random.below(6) {
            0 => change_constants(workshop, body, is_tame, random),
            1 => change_operand(workshop, body, op, is_tame, random),
            2 => change_attribute(workshop, body, op, random),
            3 => change_type(workshop, body, is_tame, random),
            4 => add_probe(ctx, body, op, random),
            _ => change_operand(workshop, body, op, is_tame, random),
        }
    }
}

fn change_constants(workshop: &Workshop, body: &mut Body, is_tame: bool, random: &mut Random) {
    for op in body.own_ops() {
        let is_constant = body.has_trait(op, TraitFlags::CONSTANT_LIKE);
        if is_constant && random.chance(35) {
            let ty = body.ty(body.result(op, 0));
            // Bounds of loops and indices are small numbers.
            let is_tame = is_tame || ty == Type::INDEX && random.chance(80);
            if let Some(value) = workshop.constant(ty, is_tame, random) {
                body.set_attr(op, Ident::VALUE, value);
            }
        }
    }
}

fn change_operand(
    workshop: &Workshop,
    body: &mut Body,
    op: OpId,
    is_tame: bool,
    random: &mut Random,
) {
    if body.num_operands(op) == 0 {
        return;
    }
    let index = random.below(body.num_operands(op));
    let ty = body.ty(body.operand(op, index));
    let Some(block) = body.block(op) else { return };
    if random.chance(40)
        && let Some(value) =
            workshop.constant(ty, is_tame || ty == Type::INDEX && random.chance(80), random)
    {
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
        let constant = ConstantOp::build(&mut builder, Location::UNKNOWN, value, ty);
        let constant = constant.result(builder.body());
        body.set_operand(op, index, constant);
        return;
    }
    let mut values: Vec<ValueId> = body.arguments(block).to_vec();
    for other in body.ops(block) {
        if other == op {
            break;
        }
        values.extend(body.results(other));
    }
    let region = body.region(body.root(), 0);
    if let Some(entry) = body.entry_block(region) {
        values.extend(body.arguments(entry));
    }
    values.retain(|&value| body.ty(value) == ty);
    if let Some(&value) = random.pick(&values) {
        body.set_operand(op, index, value);
    }
}

fn change_attribute(workshop: &Workshop, body: &mut Body, op: OpId, random: &mut Random) {
    let ctx = &workshop.ctx;
    let Some(def) = body.def(op).filter(|def| !def.attrs.is_empty()) else { return };
    let slot = random.below(def.attrs.len());
    let attr = &def.attrs[slot];
    if attr.name.contains("egmentSizes") {
        return;
    }
    let value = match attr.constraint.form {
        AttrForm::Enum(cases) => {
            random.pick(cases.cases).map(|case| (cases.to_attribute)(ctx, case.value))
        }
        _ => {
            let old = body.inherent_attr(op, slot).and_then(|value| value.ty(ctx));
            let fits = |&&value: &&Attribute| {
                (attr.constraint.matches)(ctx, value) && (old.is_none() || value.ty(ctx) == old)
            };
            let fitting: Vec<&Attribute> = workshop.attributes.iter().filter(fits).collect();
            random.pick(&fitting).map(|&&value| value)
        }
    };
    if value.is_some() {
        body.set_inherent_attr(op, slot, value);
    }
}

/// Puts a scalar type in place of another everywhere.
fn change_type(workshop: &Workshop, body: &mut Body, is_tame: bool, random: &mut Random) {
    let ctx = &workshop.ctx;
    let ops = body.own_ops();
    let scalar = |ty: Type| {
        let element = ty.element_or_self(ctx);
        matches!(element.kind(ctx), TypeKind::Integer { .. } | TypeKind::Float(_))
            .then_some(element)
    };
    let types: Vec<Type> = ops
        .iter()
        .flat_map(|&op| body.results(op))
        .filter_map(|value| scalar(body.ty(value)))
        .collect();
    let Some(&from) = random.pick(&types) else { return };
    if from == Type::I1 {
        return;
    }
    let to =
        if from.is_float(ctx) { workshop.any_float(random) } else { workshop.any_integer(random) };
    let map = |ty: Type| match ty.element_or_self(ctx) == from {
        true => workshop.with_element(ty, to).unwrap_or(ty),
        false => ty,
    };
    for op in ops {
        let arguments: Vec<ValueId> = body
            .regions(op)
            .iter()
            .flat_map(|&region| body.blocks(region))
            .flat_map(|block| body.arguments(block).to_vec())
            .collect();
        for value in arguments.into_iter().chain(body.results(op).collect::<Vec<_>>()) {
            let ty = map(body.ty(value));
            body.set_type(value, ty);
        }
        for (name, value) in body.attributes(op) {
            let new = match value.kind(ctx) {
                AttributeKind::Type(ty) if !matches!(ty.kind(ctx), TypeKind::Function { .. }) => {
                    Some(ctx.type_attr(map(*ty)))
                }
                _ => value
                    .ty(ctx)
                    .filter(|&ty| map(ty) != ty)
                    .and_then(|ty| workshop.constant(map(ty), is_tame, random)),
            };
            if let Some(new) = new.filter(|&new| new != value) {
                body.set_attr(op, name, new);
            }
        }
    }
    renew_type(body);
}

/// A probe is another user of an op's results.
fn add_probe(ctx: &mlir_lite::Context, body: &mut Body, op: OpId, random: &mut Random) {
    if body.num_results(op) == 0 || body.block(op).is_none() {
        return;
    }
    let value = body.result(op, random.below(body.num_results(op)));
    let state = OperationState::new(ctx.op_name("probe.op"), Location::UNKNOWN)
        .operands(&[value])
        .attribute(ctx.ident("number"), ctx.i64_attr(1000));
    let probe = body.create_op(state);
    body.insert_op_after(op, probe);
}
