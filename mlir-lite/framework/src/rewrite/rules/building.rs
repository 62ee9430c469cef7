//! Builds the results of a rule to replace the matched ops.

use crate::rewrite::PatternRewriter;
use crate::rewrite::rules::{
    Bindings, Bound, Found, ResultOp, ResultValue, Rule, RuleLocation, TypeOf, location_of,
};
pub(crate) use mlir_lite::attributes::Attribute;
use mlir_lite::ir::inference::InferenceInput;
use mlir_lite::ir::op_def::Arity;
use mlir_lite::ir::relations::KnownTypes;
use mlir_lite::ir::signature::Argument;
use mlir_lite::ir::{
    Location, OpBuilder, OpId, OperationState, RegionId, RegionRef, TraitFlags, UniquedLocation,
    ValueId,
};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Builds the results and replaces the root.
pub(super) fn build(rule: &Rule, root: OpId, found: Found, rewriter: &mut PatternRewriter<'_>) {
    let body = rewriter.body();
    let locations: SmallVec<[Location; 4]> =
        found.ops.iter().map(|&op| body.location(op)).collect();
    let location = match &locations[..] {
        [one] => *one,
        many => body.context().fused_location_of_replaced(many),
    };
    let declared = rule.source.op.signature.results.len();
    let mut results: SmallVec<[Bound; 2]> = SmallVec::new();
    let mut builder = Builder { rewriter, bindings: found.bindings, location };
    // The last values that are built replace the results, counted from the end.
    let counts: SmallVec<[usize; 4]> =
        rule.results.iter().map(|result| builder.count(result)).collect();
    for (index, result) in rule.results.iter().enumerate() {
        let following: usize = counts[index + 1..].iter().sum();
        let place = (following + counts[index] <= declared)
            .then(|| declared - following - counts[index]..declared - following);
        let types = place.as_ref().filter(|place| !place.is_empty()).map(|place| {
            let body = builder.rewriter.body();
            let group = |group: usize| {
                body.result_group(root, group)
                    .map(|index| body.ty(body.result(root, index)))
                    .collect()
            };
            place.clone().map(group).collect::<Groups<Types>>()
        });
        let built = builder.value(result, types.as_deref());
        if place.is_some() {
            results.push(built);
        }
    }
    let body = builder.rewriter.body();
    let values: SmallVec<[ValueId; 4]> =
        results.iter().flat_map(|bound| bound.values(body)).collect();
    let count = body.num_results(root);
    // Auxiliary results come first: only the last ones replace the root's results.
    builder.rewriter.replace_op(root, &values[values.len().saturating_sub(count)..]);
}

/// The types of a group of results.
type Types = SmallVec<[Type; 2]>;

/// A list with an entry for each group of an op's operands or results.
type Groups<T> = SmallVec<[T; 2]>;

fn one(ty: Type) -> Types {
    SmallVec::from_elem(ty, 1)
}

struct Builder<'b, 'r> {
    rewriter: &'b mut PatternRewriter<'r>,
    bindings: Bindings,
    /// Of all matched ops.
    location: Location,
}

impl Builder<'_, '_> {
    /// The number of declared values of a result.
    fn count(&self, result: &ResultValue) -> usize {
        match result {
            ResultValue::Op(op, None) => op.op.signature.results.len(),
            ResultValue::Bound(reference) if reference.result.is_none() => {
                match self.bindings[reference.symbol] {
                    Bound::Op(op) => {
                        self.rewriter.body().def(op).map_or(1, |def| def.results.len())
                    }
                    _ => 1,
                }
            }
            ResultValue::Absent => 0,
            _ => 1,
        }
    }

    /// The value itself; an op that replaces the root is built with `types` for the groups of its
    /// results.
    fn value(&mut self, value: &ResultValue, types: Option<&[Types]>) -> Bound {
        match value {
            ResultValue::Bound(reference) => reference.of(self.rewriter.body(), &self.bindings),
            ResultValue::Absent => Bound::Absent,
            ResultValue::Location => Bound::Location(self.location),
            ResultValue::Op(op, selected) => {
                let types = types.filter(|_| selected.is_none());
                let new = self.op(op, types);
                let body = self.rewriter.body();
                match selected {
                    None => Bound::Op(new),
                    Some(group) => Bound::Values(
                        body.result_group(new, *group)
                            .map(|index| body.result(new, index))
                            .collect(),
                    ),
                }
            }
            ResultValue::Call { function, arguments } => {
                let arguments: SmallVec<[Bound; 4]> =
                    arguments.iter().map(|argument| self.value(argument, None)).collect();
                function(self.rewriter, &arguments)
            }
            ResultValue::List(elements) => {
                let mut values = SmallVec::new();
                for element in *elements {
                    let bound = self.value(element, None);
                    values.extend(bound.values(self.rewriter.body()));
                }
                Bound::Values(values)
            }
        }
    }

    fn op(&mut self, result: &ResultOp, types: Option<&[Types]>) -> OpId {
        let def = (result.op.def)();
        let ctx = self.rewriter.context().clone();
        let mut operands: Groups<SmallVec<[ValueId; 2]>> =
            SmallVec::from_elem(SmallVec::new(), def.operands.len());
        let mut attrs: SmallVec<[(usize, Attribute); 4]> = SmallVec::new();
        for (argument, &declared) in result.arguments.iter().zip(result.op.signature.arguments) {
            let value = self.value(argument, None);
            match (declared, value) {
                (Argument::Operand { group, .. }, value) => {
                    operands[group] = value.values(self.rewriter.body());
                }
                (Argument::Attr { slot, .. }, Bound::Attr(value)) => attrs.push((slot, value)),
                (Argument::Attr { .. }, _) => {}
            }
        }
        let given =
            result.types.map(|types| types.iter().map(|ty| one(self.type_of(ty))).collect());
        let types: Groups<Types> = match (given, types) {
            (Some(given), _) => given,
            (None, Some(types)) => types.into(),
            (None, None) => self.inferred(result, &operands, &attrs),
        };
        let moved = self.regions(result);
        let location = self.location(&result.location);
        let mut state = OperationState::new(ctx.op_name_of(def), location);
        state.operands.extend(operands.iter().flatten().copied());
        state.result_types.extend(types.iter().flatten().copied());
        for _ in &moved {
            state.regions.push(self.rewriter.body_mut().create_region());
        }
        let op = self.rewriter.body_mut().create_op(state);
        let flags = self.rewriter.body().info(op).flags();
        let mut set_sizes = |name: &str, sizes: Vec<i32>| {
            if let Some(slot) = def.attrs.iter().position(|attr| attr.name == name) {
                attrs.push((slot, ctx.i32_array_attr(&sizes)));
            }
        };
        if flags.contains(TraitFlags::ATTR_SIZED_OPERANDS) {
            set_sizes(
                "operandSegmentSizes",
                operands.iter().map(|group| group.len() as i32).collect(),
            );
        }
        if flags.contains(TraitFlags::ATTR_SIZED_RESULTS) {
            set_sizes("resultSegmentSizes", types.iter().map(|group| group.len() as i32).collect());
        }
        for (slot, value) in attrs {
            self.rewriter.body_mut().set_inherent_attr(op, slot, Some(value));
        }
        self.rewriter.insert(op);
        for (index, region) in moved.into_iter().enumerate() {
            if let Some(region) = region {
                let to = self.rewriter.body().region(op, index);
                self.rewriter.move_region(region, to);
            }
        }
        if let Some(symbol) = result.symbol {
            self.bindings[symbol] = Bound::Op(op);
        }
        op
    }

    /// The regions that move to a new op; none where it has an empty one.
    fn regions(&self, result: &ResultOp) -> SmallVec<[Option<RegionId>; 2]> {
        let mut regions = SmallVec::new();
        for (symbol, arity) in result.regions.iter().zip(result.op.signature.regions) {
            match symbol.map(|symbol| &self.bindings[symbol]) {
                Some(Bound::Regions(moved)) => regions.extend(moved.iter().copied().map(Some)),
                _ if *arity == Arity::Variadic => {}
                _ => regions.push(None),
            }
        }
        regions
    }

    /// The types that follow from the arguments. Where they do not fit, the
    /// verifier reports the op.
    fn inferred(
        &self,
        result: &ResultOp,
        operands: &[SmallVec<[ValueId; 2]>],
        attrs: &[(usize, Attribute)],
    ) -> Groups<Types> {
        let body = self.rewriter.body();
        let (ctx, def) = (body.context(), (result.op.def)());
        let flags = ctx.op_info(ctx.op_name_of(def)).flags();
        // Arithmetic ops need no check of constraints.
        if flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE)
            && let ([group], Some(&[first])) =
                (def.results, operands.first().map(|values| &values[..]))
            && group.arity == Arity::One
        {
            return SmallVec::from_elem(one(body.ty(first)), 1);
        }
        let attr = |slot: usize| attrs.iter().find(|entry| entry.0 == slot).map(|entry| entry.1);
        let types = |group: &SmallVec<[ValueId; 2]>| -> Types {
            group.iter().map(|&value| body.ty(value)).collect()
        };
        let mut known = KnownTypes::new(def, flags);
        let counts: Vec<usize> = operands.iter().map(SmallVec::len).collect();
        for (group, values) in operands.iter().enumerate() {
            known.set_operand(group, &types(values));
        }
        known.infer(ctx, &counts, &|slot| attr(slot)?.ty(ctx));
        if known.results().any(|types| types.is_none()) && def.infer_types.is_some() {
            let all: Vec<Type> = operands.iter().flat_map(types).collect();
            let sizes: Vec<i32> = operands.iter().map(|group| group.len() as i32).collect();
            let by_name = |name: &str| match name {
                "operandSegmentSizes" => Some(ctx.i32_array_attr(&sizes)),
                _ => attr(def.attrs.iter().position(|attr| attr.name == name)?),
            };
            let regions = self.regions(result).into_iter().flatten();
            let regions: SmallVec<[RegionRef<'_>; 2]> =
                regions.map(|region| body.region_ref(region)).collect();
            let input = InferenceInput::of_def(ctx, def, &all, &by_name).with_regions(&regions);
            if let Ok(types) = def.infer(input) {
                return types.into_iter().map(one).collect();
            }
        }
        let missing = |arity| if arity == Arity::One { one(Type::NONE) } else { Types::new() };
        known
            .results()
            .zip(def.results)
            .map(|(types, group)| types.map_or_else(|| missing(group.arity), Types::from_slice))
            .collect()
    }

    fn type_of(&self, ty: &TypeOf) -> Type {
        let body = self.rewriter.body();
        match ty {
            TypeOf::Bound(reference) => match reference.of(body, &self.bindings) {
                Bound::Attr(value) => value.ty(body.context()).unwrap_or(Type::NONE),
                bound => bound.values(body).first().map_or(Type::NONE, |&value| body.ty(value)),
            },
            TypeOf::Call { function, arguments } => {
                let arguments: SmallVec<[Bound; 4]> =
                    arguments.iter().map(|reference| reference.of(body, &self.bindings)).collect();
                function(body, &arguments)
            }
        }
    }

    fn location(&self, location: &RuleLocation) -> Location {
        let body = self.rewriter.body();
        let ctx = body.context();
        match location {
            RuleLocation::Sources => self.location,
            RuleLocation::Of(symbols) => {
                let places: SmallVec<[Location; 4]> = symbols
                    .iter()
                    .map(|&symbol| location_of(body, &self.bindings[symbol]))
                    .collect();
                match &places[..] {
                    [one] => *one,
                    many => ctx.fused_location(many, None),
                }
            }
            RuleLocation::Named(name) => ctx.location(UniquedLocation::Name {
                name: ctx.ident(name),
                child: Location::UNKNOWN,
            }),
        }
    }
}
