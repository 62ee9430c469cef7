//! Random functions around an op, generated from the ops' declarations.
//!
//! Operands are arguments, constants, existing values, or results of other ops, which are generated
//! in the same way. The verifier checks what declarations do not express: an op that it rejects is
//! removed again.

use crate::workshop::{Workshop, is_simple};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::standard::{
    AllocOp, ConstantOp, CreateComplexOp, FuncOp, ImOp, LoadOp, ReOp, ReturnOp, StoreOp,
};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::inference::InferenceInput;
use mlir_lite::ir::op_def::{
    Arity, Aspect, AttrDef, AttrForm, Member, OpDef, TraitFlags, TypeRelation, ValueGroupDef,
};
use mlir_lite::ir::signature::Argument;
use mlir_lite::ir::{Body, InsertionPoint, Location, OpBuilder, OpId, OperationState, ValueId};
use mlir_lite::rewrite::materialize_constant;
use mlir_lite::rewrite::rules::{Constraint, SourceArgument, SourceOp};
use mlir_lite::types::{DYNAMIC, Type, TypeKind};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::collections::HashMap;
use toy_dialect::shapes::InferShape;

/// How often an op is tried to be made.
const TRIES: usize = 12;

/// Ops that are tried to be made for one program.
const BUDGET: usize = 50;

/// Which ops were neighbours when a rule fired, and how often: they are generated as neighbours
/// more often then.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    fired: HashMap<&'static str, usize>,
    /// An op that is preferred for one program: a rule may fire only next to an op that is
    /// generated rarely.
    pub favourite: Option<&'static str>,
}

impl Neighbours {
    /// Ops that were there when the rule fired.
    pub fn fired_with(&mut self, names: &[&'static str]) {
        for &name in names {
            let weight = self.fired.entry(name).or_default();
            *weight = (*weight + 1).min(40);
        }
    }

    fn weight(&self, def: &OpDef) -> usize {
        let favoured = if self.favourite == Some(def.name) { 2000 } else { 0 };
        self.fired.get(def.name).map_or(0, |weight| weight * 10) + favoured
    }
}

/// Sizes that memory has where its type leaves them open.
const OPEN: i64 = 2;

/// Elements of memory that are written and read, at most.
const MAX_ELEMENTS: usize = 16;

/// Whether values of a type are the same in the llvm dialect.
fn is_plain(ctx: &mlir_lite::Context, ty: Type) -> bool {
    let is_number = |ty: Type| {
        matches!(ty.kind(ctx), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
    };
    match ty.kind(ctx) {
        TypeKind::Vector { shape, element, scalable } => {
            shape.len() == 1 && scalable.is_empty() && is_number(*element)
        }
        _ => is_number(ty),
    }
}

/// All positions of elements, row by row.
fn positions(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for &size in shape {
        let size = if size == DYNAMIC { OPEN } else { size };
        all = all
            .into_iter()
            .flat_map(|start| (0..size).map(move |index| [start.clone(), vec![index]].concat()))
            .take(MAX_ELEMENTS)
            .collect();
    }
    all
}

/// Constants of type `index`.
fn constants(builder: &mut BodyBuilder<'_>, values: &[i64]) -> Vec<ValueId> {
    let constant = |&value: &i64| {
        let attribute = builder.body().context().index_attr(value);
        ConstantOp::build(builder, Location::UNKNOWN, attribute, Type::INDEX).result(builder.body())
    };
    values.iter().map(constant).collect()
}

/// A function that is being made.
pub struct Generator<'w, 'r> {
    workshop: &'w Workshop,
    random: &'r mut Random,
    neighbours: &'w Neighbours,
    body: Body,
    entry: mlir_lite::ir::BlockId,
    end: OpId,
    values: Vec<ValueId>,
    /// Namespace of the root.
    namespace: &'static str,
    is_tame: bool,
    /// The bindings of the symbols of a declared rule: values and attributes.
    bound: Vec<Option<Found>>,
    /// Ops that may still be tried to be made.
    budget: usize,
    /// Names of the ops that were made beside the root.
    pub made: Vec<&'static str>,
    /// Whether the function must mean the same in the llvm dialect: its arguments and results are
    /// plain numbers.
    is_plain: bool,
}

/// The binding of a symbol of a declared rule.
#[derive(Clone)]
enum Found {
    Values(Vec<ValueId>),
    Attribute(Attribute),
}

/// The known types of an op that is being made.
struct Known {
    types: HashMap<(u8, usize), Type>,
    first: Option<Type>,
}

fn key(member: &Member) -> (u8, usize) {
    match *member {
        Member::Operand(at) => (0, at),
        Member::Result(at) => (1, at),
        Member::Attr(at) => (2, at),
    }
}

fn flags_of(def: &OpDef) -> TraitFlags {
    def.traits.iter().fold(TraitFlags::NONE, |flags, it| flags.union(it.flags))
}

impl<'w, 'r> Generator<'w, 'r> {
    /// An empty function.
    pub fn new(
        workshop: &'w Workshop,
        random: &'r mut Random,
        neighbours: &'w Neighbours,
        root: &'static OpDef,
        is_tame: bool,
    ) -> Self {
        let ctx = &workshop.ctx;
        let mut body =
            FuncOp::create(ctx, Location::UNKNOWN, "before", ctx.function_type(&[], &[]));
        let entry = FuncOp::add_entry_block(&mut body);
        let end =
            ReturnOp::build(&mut BodyBuilder::at_end(&mut body, entry), Location::UNKNOWN, &[]);
        let end = body.typed(end);
        let namespace = root.name.split('.').next().unwrap_or_default();
        let (values, bound, made) = (Vec::new(), Vec::new(), Vec::new());
        let budget = BUDGET;
        Self {
            workshop,
            random,
            neighbours,
            body,
            entry,
            end,
            values,
            namespace,
            is_tame,
            bound,
            budget,
            made,
            is_plain: false,
        }
    }

    /// A function that is given and gives plain numbers, which are the same values in the llvm
    /// dialect.
    pub fn plain(mut self) -> Self {
        self.is_plain = true;
        self
    }

    fn any_type(&mut self) -> Type {
        if self.is_plain {
            self.workshop.any_lowered_type(self.random)
        } else {
            self.workshop.any_type(self.random)
        }
    }

    /// Makes the root from its declaration.
    pub fn root(&mut self, def: &'static OpDef) -> Option<OpId> {
        // Some values that neighbours may share.
        for _ in 0..self.random.below(2) {
            let ty = self.any_type();
            self.argument(ty);
        }
        (0..4).find_map(|_| self.op(def, None, None, 2))
    }

    /// Makes the ops that a declared rule matches.
    pub fn source(&mut self, source: &'static SourceOp, symbols: usize) -> Option<OpId> {
        (0..6).find_map(|_| {
            self.bound = vec![None; symbols];
            self.op((source.op.def)(), Some(source), None, 1)
        })
    }

    /// Ends the function: it returns the unused values, the results of the root, and some other
    /// values.
    pub fn finish(mut self, root: OpId) -> Option<(Body, Vec<&'static str>)> {
        let ctx = &self.workshop.ctx;
        if self.is_plain {
            self.open_results();
        } else {
            for _ in 0..self.random.below(3) {
                self.probe();
            }
        }
        let roots: Vec<ValueId> = self.body.results(root).collect();
        let mut returned: Vec<ValueId> = Vec::new();
        for &value in &self.values {
            let wanted = roots.contains(&value) && self.random.chance(90)
                || !self.body.has_uses(value) && self.random.chance(80)
                || self.body.ty(value).is_memref(ctx)
                || self.random.chance(15);
            if wanted && (!self.is_plain || is_plain(ctx, self.body.ty(value))) {
                returned.push(value);
            }
        }
        let types: Vec<Type> = returned.iter().map(|&value| self.body.ty(value)).collect();
        let inputs: Vec<Type> =
            self.body.arguments(self.entry).iter().map(|&value| self.body.ty(value)).collect();
        self.body.set_operands(self.end, &returned);
        FuncOp::set_ty(&mut self.body, ctx.function_type(&inputs, &types));
        Some((self.body, self.made))
    }

    /// Somebody else looks at a value.
    fn probe(&mut self) {
        let Some(&value) = self.random.pick(&self.values) else { return };
        let ctx = &self.workshop.ctx;
        let number = ctx.i64_attr(self.random.below(100) as i64);
        let state = OperationState::new(ctx.op_name("probe.op"), Location::UNKNOWN)
            .operands(&[value])
            .attribute(ctx.ident("number"), number);
        let op = self.body.create_op(state);
        self.body.insert_op_before(self.end, op);
    }

    /// Numbers that values are made of, which are returned in their place.
    fn open_results(&mut self) {
        let ctx = &self.workshop.ctx;
        for value in self.values.clone() {
            let ty = self.body.ty(value);
            let mut builder = BodyBuilder::new(&mut self.body, InsertionPoint::Before(self.end));
            let location = Location::UNKNOWN;
            let mut parts = Vec::new();
            match ty.kind(ctx) {
                TypeKind::Complex(_) => {
                    parts.push(ReOp::build(&mut builder, location, value).part(builder.body()));
                    parts.push(ImOp::build(&mut builder, location, value).part(builder.body()));
                }
                TypeKind::MemRef { shape, element, layout: None, .. } => {
                    for position in positions(shape) {
                        let indices = constants(&mut builder, &position);
                        let load = LoadOp::build(&mut builder, location, value, &indices, *element);
                        parts.push(load.result(builder.body()));
                    }
                }
                _ => {}
            }
            self.values.extend(parts);
        }
    }

    /// An argument; what is not a plain number is made within the function, where it has to be.
    fn argument(&mut self, ty: Type) -> Option<ValueId> {
        let ctx = &self.workshop.ctx;
        if self.is_plain && !is_plain(ctx, ty) {
            return match ty.kind(ctx) {
                TypeKind::MemRef { .. } => self.memory(ty),
                TypeKind::Complex(part) => {
                    let (real, imaginary) = (self.argument(*part)?, self.argument(*part)?);
                    let mut builder =
                        BodyBuilder::new(&mut self.body, InsertionPoint::Before(self.end));
                    let number = CreateComplexOp::build(
                        &mut builder,
                        Location::UNKNOWN,
                        real,
                        imaginary,
                        ty,
                    );
                    let number = number.complex(builder.body());
                    self.values.push(number);
                    Some(number)
                }
                _ => self.constant(ty),
            };
        }
        let value = self.body.add_argument(self.entry, ty);
        // The function is valid at all times, so that an error is in the new op.
        let inputs: Vec<Type> =
            self.body.arguments(self.entry).iter().map(|&value| self.body.ty(value)).collect();
        FuncOp::set_ty(&mut self.body, ctx.function_type(&inputs, &[]));
        self.values.push(value);
        Some(value)
    }

    /// New memory, all of it written.
    fn memory(&mut self, ty: Type) -> Option<ValueId> {
        let ctx = &self.workshop.ctx;
        let TypeKind::MemRef { shape, element, layout: None, memory_space: None } = ty.kind(ctx)
        else {
            return None;
        };
        let mut builder = BodyBuilder::new(&mut self.body, InsertionPoint::Before(self.end));
        let open = vec![OPEN; shape.iter().filter(|&&size| size == DYNAMIC).count()];
        let sizes = constants(&mut builder, &open);
        let alloc = AllocOp::build(&mut builder, Location::UNKNOWN, &sizes, &[], None, ty);
        let memory = alloc.memref(builder.body());
        for position in positions(shape) {
            let value = self.argument(*element)?;
            let mut builder = BodyBuilder::new(&mut self.body, InsertionPoint::Before(self.end));
            let indices = constants(&mut builder, &position);
            StoreOp::build(&mut builder, Location::UNKNOWN, value, memory, &indices);
        }
        self.values.push(memory);
        Some(memory)
    }

    /// A constant of a type, as the root's dialect makes it, or another dialect.
    fn constant(&mut self, ty: Type) -> Option<ValueId> {
        let workshop = self.workshop;
        let attribute = workshop.constant(ty, self.is_tame, self.random)?;
        let dialect = workshop.ctx.dialect_id(self.namespace);
        let mut builder = BodyBuilder::new(&mut self.body, InsertionPoint::Before(self.end));
        let made = materialize_constant(&mut builder, dialect, attribute, ty, Location::UNKNOWN);
        let op = match made {
            Some(op) => op,
            None => {
                let constant = ConstantOp::build(&mut builder, Location::UNKNOWN, attribute, ty);
                builder.body().typed(constant)
            }
        };
        let value = self.body.result(op, 0);
        self.values.push(value);
        Some(value)
    }

    /// A value of a type.
    fn value(&mut self, ty: Type, depth: usize) -> Option<ValueId> {
        let mut draw = self.random.below(100);
        // The source of a declared rule determines the neighbours; its conditions often require
        // constants.
        if !self.bound.is_empty() {
            draw = if self.random.chance(50) {
                self.random.between(15, 44)
            } else {
                self.random.below(45) * 2
            };
        }
        let depth = if self.bound.is_empty() { depth } else { depth.min(usize::from(draw > 80)) };
        if draw < 25 {
            let fitting: Vec<ValueId> =
                self.values.iter().copied().filter(|&value| self.body.ty(value) == ty).collect();
            if let Some(&value) = self.random.pick(&fitting) {
                return Some(value);
            }
        }
        if (15..55).contains(&draw)
            && let Some(value) = self.constant(ty)
        {
            return Some(value);
        }
        if depth > 0
            && draw >= 45
            && let Some(value) = self.result(ty, depth - 1)
        {
            return Some(value);
        }
        self.argument(ty)
    }

    /// A result of a new op.
    fn result(&mut self, ty: Type, depth: usize) -> Option<ValueId> {
        let ctx = &self.workshop.ctx;
        let mut fitting: Vec<(&'static OpDef, usize, usize)> = Vec::new();
        for &def in &self.workshop.ops {
            let namespace = def.name.split('.').next().unwrap_or_default();
            let flags = flags_of(def);
            let is_near = namespace == self.namespace
                || namespace == "std"
                || namespace == "affine" && !self.is_plain;
            let is_quiet =
                flags.contains(TraitFlags::PURE) || matches!(namespace, "std" | "affine");
            if !is_near || !is_quiet || !is_simple(def) {
                continue;
            }
            let group = def.results.iter().position(|group| (group.constraint.matches)(ctx, ty));
            let weight =
                1 + usize::from(namespace == self.namespace) * 2 + self.neighbours.weight(def);
            fitting.extend(group.map(|group| (def, group, weight)));
        }
        if fitting.is_empty() {
            return None;
        }
        let weights: Vec<usize> = fitting.iter().map(|(.., weight)| *weight).collect();
        let (def, group, _) = fitting[self.random.weighted(&weights)];
        let op = self.op(def, None, Some((group, ty)), depth)?;
        self.made.push(def.name);
        let at = self.body.result_group(op, group).next()?;
        Some(self.body.result(op, at))
    }

    /// An op, of which one group of results may have to have a type.
    fn op(
        &mut self,
        def: &'static OpDef,
        source: Option<&'static SourceOp>,
        want: Option<(usize, Type)>,
        depth: usize,
    ) -> Option<OpId> {
        (0..TRIES).find_map(|_| {
            let bound = self.bound.clone();
            let op = self.candidate(def, source, want, depth);
            // Neighbours that were made stay: they are as good as any.
            if op.is_none() {
                self.bound = bound;
            }
            op
        })
    }

    fn candidate(
        &mut self,
        def: &'static OpDef,
        source: Option<&'static SourceOp>,
        want: Option<(usize, Type)>,
        depth: usize,
    ) -> Option<OpId> {
        self.budget = self.budget.checked_sub(1)?;
        let ctx = &self.workshop.ctx;
        let flags = flags_of(def);
        let mut known = Known { types: HashMap::new(), first: None };
        if let Some((group, ty)) = want {
            known.types.insert((1, group), ty);
            known.first = Some(ty);
        }
        let mut attributes = Vec::new();
        for (slot, attr) in def.attrs.iter().enumerate() {
            if attr.name.contains("egmentSizes") {
                continue;
            }
            let Some(value) = self.attribute(attr, slot, source, flags, &known)? else { continue };
            if let Some(ty) = value.ty(ctx) {
                known.types.insert((2, slot), ty);
                known.first = known.first.or(Some(ty));
            }
            attributes.push((ctx.ident(attr.name), value));
        }
        let (mut operands, mut results): (Vec<ValueId>, Vec<Type>) = (Vec::new(), Vec::new());
        let (mut segments, mut result_segments) = (Vec::new(), Vec::new());
        for (at, group) in def.operands.iter().enumerate() {
            let argument = source.and_then(|source| argument_of(source, at));
            let chosen = self.operands(def, at, group, argument, flags, &mut known, depth)?;
            segments.push(chosen.len() as i32);
            operands.extend(chosen);
        }
        let inferred = want.is_none().then(|| self.inferred(def, &operands, &attributes)).flatten();
        if let Some(types) = inferred {
            results = types;
        } else {
            for (at, group) in def.results.iter().enumerate() {
                let count = self.count(group.arity, want.is_some_and(|(group, _)| group == at));
                for number in 0..count {
                    let ty = if number == 0 { known.types.get(&(1, at)).copied() } else { None };
                    let ty = match ty {
                        Some(ty) => ty,
                        None => self.ty(def, (1, at), group, flags, &known)?,
                    };
                    known.types.entry((1, at)).or_insert(ty);
                    results.push(ty);
                }
                result_segments.push(count as i32);
            }
        }
        if flags.contains(TraitFlags::ATTR_SIZED_OPERANDS) {
            attributes.push((ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(&segments)));
        }
        if flags.contains(TraitFlags::ATTR_SIZED_RESULTS) {
            attributes
                .push((ctx.ident("resultSegmentSizes"), ctx.i32_array_attr(&result_segments)));
        }
        let name = ctx.op_name_of(def);
        if self.is_tame {
            attributes.extend(self.workshop.promises(name, self.random));
        }
        let mut state =
            OperationState::new(name, Location::UNKNOWN).operands(&operands).results(&results);
        state.attributes.extend(attributes);
        let op = self.body.create_op(state);
        self.body.insert_op_before(self.end, op);
        if !self.infers_shape(op, want) || verify(&self.body, &mut Diagnostics::new()).is_err() {
            self.body.erase_op(op);
            return None;
        }
        self.values.extend(self.body.results(op));
        Some(op)
    }

    fn count(&mut self, arity: Arity, is_wanted: bool) -> usize {
        match arity {
            Arity::One => 1,
            Arity::Optional => usize::from(is_wanted || self.random.chance(50)),
            Arity::Variadic => self.random.below(4).max(usize::from(is_wanted)),
        }
    }

    /// An attribute for a slot: none where it is left out, nothing at all where none fits.
    #[allow(clippy::option_option)]
    fn attribute(
        &mut self,
        attr: &AttrDef,
        slot: usize,
        source: Option<&'static SourceOp>,
        flags: TraitFlags,
        known: &Known,
    ) -> Option<Option<Attribute>> {
        let ctx = &self.workshop.ctx;
        let argument = source.and_then(|source| {
            let place = source.op.signature.arguments.iter().position(
                |argument| matches!(argument, Argument::Attr { slot: at, .. } if *at == slot),
            )?;
            source.arguments.get(place)
        });
        if let Some(SourceArgument::Bind(symbol) | SourceArgument::Constrained(Some(symbol), _)) =
            argument
            && let Some(Found::Attribute(value)) = &self.bound[*symbol]
        {
            return Some(Some(*value));
        }
        let constraint = match argument {
            Some(SourceArgument::Constrained(_, Constraint::Attr(constraint))) => constraint,
            _ => &attr.constraint,
        };
        let is_named = matches!(argument, Some(SourceArgument::Constrained(..)));
        if attr.optional && !is_named && self.random.chance(60) {
            return Some(None);
        }
        let mut value = None;
        if let AttrForm::Enum(cases) = attr.constraint.form {
            let case = self.random.pick(cases.cases)?;
            value = Some((cases.to_attribute)(ctx, case.value));
        } else if flags.contains(TraitFlags::CONSTANT_LIKE) && attr.name == "value" {
            let ty = match known.first {
                Some(ty) => ty,
                None => self.any_type(),
            };
            value = self.workshop.constant(ty, self.is_tame, self.random);
        } else if self.random.chance(30) {
            let ty = attr.constraint.implied_type.unwrap_or(Type::I64);
            value = self.workshop.constant(ty, true, self.random);
        }
        let value = value.filter(|&value| {
            (constraint.matches)(ctx, value) && (attr.constraint.matches)(ctx, value)
        });
        let value = value.or_else(|| {
            let fits = |&&it: &&Attribute| {
                (constraint.matches)(ctx, it) && (attr.constraint.matches)(ctx, it)
            };
            let fitting: Vec<&Attribute> = self.workshop.attributes.iter().filter(fits).collect();
            self.random.pick(&fitting).map(|&&value| value)
        });
        let value = value.or_else(|| attr.default.map(|default| default(ctx)));
        if value.is_none() && !attr.optional {
            return None;
        }
        if let (
            Some(SourceArgument::Bind(symbol) | SourceArgument::Constrained(Some(symbol), _)),
            Some(value),
        ) = (argument, value)
        {
            self.bound[*symbol] = Some(Found::Attribute(value));
        }
        Some(value)
    }

    /// The operands of a group.
    #[allow(clippy::too_many_arguments)]
    fn operands(
        &mut self,
        def: &'static OpDef,
        at: usize,
        group: &ValueGroupDef,
        argument: Option<&'static SourceArgument>,
        flags: TraitFlags,
        known: &mut Known,
        depth: usize,
    ) -> Option<Vec<ValueId>> {
        let ctx = &self.workshop.ctx;
        let mut chosen = Vec::new();
        let symbol = match argument {
            Some(SourceArgument::Bind(symbol) | SourceArgument::Constrained(Some(symbol), _)) => {
                Some(*symbol)
            }
            _ => None,
        };
        if let Some(Found::Values(values)) = symbol.and_then(|symbol| self.bound[symbol].clone()) {
            chosen = values;
        } else {
            let count =
                self.count(group.arity, matches!(argument, Some(SourceArgument::Op { .. })));
            for number in 0..count {
                let mut ty = self.ty(def, (0, at), group, flags, known)?;
                if let Some(SourceArgument::Constrained(_, Constraint::Type(constraint))) = argument
                    && !(constraint.matches)(ctx, ty)
                {
                    ty = constraint.only_type(ctx).or_else(|| {
                        let any = |_| self.any_type();
                        (0..30).map(any).find(|&ty| (constraint.matches)(ctx, ty))
                    })?;
                }
                chosen.push(match argument {
                    Some(SourceArgument::Op { op: nested, result, .. }) if number == 0 => {
                        let want = nested.op.signature.infers_types && self.random.chance(30);
                        let want = (!want).then_some((*result, ty));
                        let op = self.op((nested.op.def)(), Some(nested), want, depth)?;
                        let at = self.body.result_group(op, *result).next()?;
                        self.body.result(op, at)
                    }
                    _ => self.value(ty, depth)?,
                });
                known.types.entry((0, at)).or_insert_with(|| self.body.ty(chosen[0]));
                known.first = known.first.or(Some(self.body.ty(chosen[0])));
            }
            if let Some(symbol) = symbol {
                self.bound[symbol] = Some(Found::Values(chosen.clone()));
            }
        }
        if let Some(&first) = chosen.first() {
            known.types.entry((0, at)).or_insert_with(|| self.body.ty(first));
            known.first = known.first.or(Some(self.body.ty(first)));
        }
        Some(chosen)
    }

    /// A type for a member of a group: the one that follows from others, or a valid one.
    fn ty(
        &mut self,
        def: &'static OpDef,
        place: (u8, usize),
        group: &ValueGroupDef,
        flags: TraitFlags,
        known: &Known,
    ) -> Option<Type> {
        let ctx = &self.workshop.ctx;
        if let Some(ty) = group.constraint.only_type(ctx) {
            return Some(ty);
        }
        let fits = |ty: Type| (group.constraint.matches)(ctx, ty);
        let is_same = flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE)
            || place.0 == 0 && flags.contains(TraitFlags::SAME_TYPE_OPERANDS);
        let same = known.first.filter(|_| {
            is_same && (place.0 == 0 || flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE))
        });
        let of_kind = known.types.iter().find(|(at, _)| at.0 == place.0).map(|(_, &ty)| ty);
        if let Some(ty) = known.types.get(&place).copied().or(if place.0 == 0 && is_same {
            of_kind.or(same)
        } else {
            same
        }) {
            return fits(ty).then_some(ty);
        }
        for relation in def.relations {
            let ty = match relation {
                TypeRelation::AllMatch { members, aspect }
                    if members.iter().any(|it| key(it) == place) =>
                {
                    let other = members.iter().find_map(|it| known.types.get(&key(it)).copied());
                    match (aspect, other) {
                        (Aspect::Type, other) => other,
                        (Aspect::ElementType, Some(other)) => {
                            let element = other.element_or_self(ctx);
                            let ty = known.first.unwrap_or(other);
                            let ty = if self.random.chance(70) { ty } else { self.any_type() };
                            self.workshop.with_element(ty, element)
                        }
                        (Aspect::Shape | Aspect::Rank, Some(other)) => {
                            let element = self.workshop.any_scalar(self.random);
                            self.workshop.with_element(other, element)
                        }
                        _ => None,
                    }
                }
                TypeRelation::MatchWith { from, to, transform, .. } if key(to) == place => {
                    known.types.get(&key(from)).and_then(|&from| transform(ctx, from))
                }
                // The other direction is guessed: types are usually those of others.
                _ => None,
            };
            if let Some(ty) = ty.filter(|&ty| fits(ty)) {
                return Some(ty);
            }
        }
        // Conditions of declared rules often ask for values of one type.
        let bound: Vec<Type> = self
            .bound
            .iter()
            .filter_map(|found| match found {
                Some(Found::Values(values)) => values.first().map(|&value| self.body.ty(value)),
                _ => None,
            })
            .filter(|&ty| fits(ty))
            .collect();
        if self.random.chance(60)
            && let Some(&ty) = self.random.pick(&bound)
        {
            return Some(ty);
        }
        if let Some(first) = known.first.filter(|_| self.random.chance(80)) {
            for _ in 0..12 {
                let ty = self.workshop.related_type(first, self.random);
                if fits(ty) {
                    return Some(ty);
                }
            }
        }
        (0..60).map(|_| self.any_type()).find(|&ty| fits(ty))
    }

    /// Gives an op of Toy its result's type, which its verifier leaves to shape inference; that
    /// waits for the shapes of the operands. Whether it is one that is wanted.
    fn infers_shape(&mut self, op: OpId, want: Option<(usize, Type)>) -> bool {
        let ctx = &self.workshop.ctx;
        let is_known = |ty: Type| ty.element_type(ctx).is_none() || ty.static_shape(ctx).is_some();
        let are_known = self.body.op(op).operand_types().all(is_known);
        let inferred = self
            .body
            .op(op)
            .ask::<dyn InferShape, _>(|op| are_known.then(|| op.infer_type())?.ok());
        let Some(inferred) = inferred else { return true };
        let Some(ty) = inferred.filter(|ty| want.is_none_or(|(_, wanted)| wanted == *ty)) else {
            return false;
        };
        let result = self.body.result(op, 0);
        self.body.set_type(result, ty);
        true
    }

    fn inferred(
        &self,
        def: &'static OpDef,
        operands: &[ValueId],
        attributes: &[(mlir_lite::ir::Ident, Attribute)],
    ) -> Option<Vec<Type>> {
        let ctx = &self.workshop.ctx;
        def.infer_types?;
        let types: Vec<Type> = operands.iter().map(|&operand| self.body.ty(operand)).collect();
        let attribute = |name: &str| {
            let name = ctx.ident(name);
            attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
        };
        let input = InferenceInput::of_def(ctx, def, &types, &attribute);
        def.infer(input).ok().map(|types| types.to_vec())
    }
}

/// The argument of a declared rule for a group of operands.
fn argument_of(source: &'static SourceOp, at: usize) -> Option<&'static SourceArgument> {
    let declared = source.op.signature.arguments;
    let place = declared
        .iter()
        .position(|argument| matches!(argument, Argument::Operand { group, .. } if *group == at))?;
    source.arguments.get(place)
}
