//! Which values are booleans: the results of comparisons, `and`, `or`, `not`, `any`, `all` and
//! `bool`, also after they were stored in variables and structs, passed to functions, or
//! rearranged. As a subscript, a boolean is a mask, not an index.
//!
//! A comparison of floats gives floats 1 and 0, with which programs compute, so the type of a value
//! does not say whether it is a boolean. It is found from the uses back to the definitions.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use super::inference::passed_on;
use crate::builtins::LoadOp;
use crate::messages::operand_locations::place_of;
use crate::npy;
use crate::ops::{
    ConstantOp, GenericCallOp, HostTensorOp, IfOp, ReshapeOp, ReturnOp, StructAccessOp,
    StructConstructOp, UndefinedOp,
};
use crate::tensor::elements::{
    BitOperands, BooleanOperands, Element, ElementTypes, Takes, elements_of,
};
use crate::tensor::promotion::{common, operands_of, rules};
use crate::types::StructType;
use toy_ast::Code;

/// The kind of a value as a subscript.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Numbers, which are indices.
    Number,
    /// Booleans.
    Boolean,
    /// Booleans where it comes from one definition, and numbers where it comes from another one.
    Mixed,
}

/// The kinds of a function's values that are known outside of it.
#[derive(Clone, Default)]
pub(crate) struct Booleans {
    /// The kinds of the parameters; of a struct, those of its tensors.
    parameters: Vec<Kind>,
    /// The same of the results of calls that were inferred.
    calls: FxHashMap<OpId, Vec<Kind>>,
}

impl Booleans {
    /// Those of a function whose parameters have these kinds; none if all are numbers.
    pub(crate) fn of_parameters(parameters: Vec<Kind>) -> Self {
        Self { parameters, calls: FxHashMap::default() }
    }

    /// Remembers the kinds of the results of a call.
    pub(crate) fn set_results(&mut self, call: OpId, kinds: &[Kind]) {
        if kinds.iter().any(|kind| *kind != Kind::Number) {
            self.calls.insert(call, kinds.to_vec());
        }
    }

    /// The kinds of some values, one for each tensor in them; none if all are numbers.
    pub(crate) fn of_values(
        &self,
        body: &Body,
        values: impl IntoIterator<Item = ValueId>,
    ) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for value in values {
            self.add_kinds(body, value, &mut Vec::new(), body.ty(value), &mut kinds);
        }
        if kinds.iter().all(|kind| *kind == Kind::Number) { Vec::new() } else { kinds }
    }

    /// The kinds of a function's results.
    pub(crate) fn of_results(&self, body: &Body) -> Vec<Kind> {
        let entry = body.regions(body.root()).first().and_then(|region| body.entry_block(*region));
        let end = entry.and_then(|entry| body.terminator(entry));
        let end = end.filter(|end| ReturnOp::is(body, *end));
        end.map_or_else(Vec::new, |end| self.of_values(body, body.operands(end)))
    }

    /// Adds the kinds of the tensors in a value, or in the member of it that a path leads to.
    /// Structs nest as deep as the parser admits.
    fn add_kinds(
        &self,
        body: &Body,
        value: ValueId,
        path: &mut Vec<usize>,
        ty: Type,
        kinds: &mut Vec<Kind>,
    ) {
        match StructType::elements(body.context(), ty) {
            Some(members) => {
                for (index, member) in members.iter().enumerate() {
                    path.push(index);
                    self.add_kinds(body, value, path, *member, kinds);
                    path.pop();
                }
            }
            None => kinds.push(self.kind_of_member(body, value, path)),
        }
    }

    /// The kind of a tensor.
    pub(crate) fn kind_of(&self, body: &Body, value: ValueId) -> Kind {
        self.kind_of_member(body, value, &[])
    }

    /// The kind of a tensor in a value, to which a path of members leads.
    fn kind_of_member(&self, body: &Body, value: ValueId, path: &[usize]) -> Kind {
        /// Values that are visited at most.
        const MOST: usize = 1 << 12;
        let (mut pending, mut seen) = (vec![(value, path.to_vec())], FxHashSet::default());
        let (mut booleans, mut numbers) = (false, false);
        while let Some((value, path)) = pending.pop() {
            if !seen.insert((value, path.clone())) || seen.len() > MOST {
                continue;
            }
            match self.sources(body, value, path) {
                Sources::Kind(Kind::Boolean) => booleans = true,
                Sources::Kind(Kind::Number) => numbers = true,
                Sources::Kind(Kind::Mixed) => return Kind::Mixed,
                Sources::Values(values) => pending.extend(values),
            }
            if booleans && numbers {
                return Kind::Mixed;
            }
        }
        if booleans { Kind::Boolean } else { Kind::Number }
    }

    fn sources(&self, body: &Body, value: ValueId, mut path: Vec<usize>) -> Sources {
        let ctx = body.context();
        let ty = body.ty(value);
        if path.is_empty() && ty.is_tensor(ctx) && Element::of(ctx, ty) == Element::Bool {
            return Sources::Kind(Kind::Boolean);
        }
        let same = |values: Vec<ValueId>, path: Vec<usize>| {
            Sources::Values(values.into_iter().map(|value| (value, path.clone())).collect())
        };
        // The conditional of an `and` or `or` has no names.
        let conditional = body.defining_op(value).and_then(|op| IfOp::cast(body, op));
        if conditional.is_some_and(|conditional| conditional.names(body).is_none()) {
            return Sources::Kind(Kind::Boolean);
        }
        let passed_on = passed_on(body, value);
        if !passed_on.is_empty() {
            return same(passed_on, path);
        }
        let Some(id) = body.defining_op(value) else {
            return Sources::Kind(self.kind_of_parameter(body, value, &path));
        };
        let op = body.op(id);
        if let Some(access) = op.cast::<StructAccessOp>() {
            let Ok(index) = usize::try_from(access.index()) else {
                return Sources::Kind(Kind::Number);
            };
            path.insert(0, index);
            return same(vec![access.input().id()], path);
        }
        if let Some(made) = op.cast::<StructConstructOp>() {
            if path.is_empty() {
                return Sources::Kind(Kind::Number);
            }
            let member = made.elements().get(path.remove(0));
            return same(member.map(|member| member.id()).into_iter().collect(), path);
        }
        if op.is::<GenericCallOp>() {
            // A call that was not inferred yet tells nothing; see `check_masks`.
            let kinds = self.calls.get(&id);
            let kind = kinds.and_then(|kinds| kinds.get(leaf(ctx, ty, &path)));
            let is_known = is_inferred(body, id);
            return match kind {
                Some(kind) => Sources::Kind(*kind),
                None if is_known => Sources::Kind(Kind::Number),
                None => Sources::Values(Vec::new()),
            };
        }
        if op.is::<UndefinedOp>() {
            return Sources::Values(Vec::new());
        }
        if let Some(load) = op.cast::<LoadOp>() {
            let path = load.file().known();
            let is_boolean = path.is_ok_and(|path| npy::holds_booleans(&path));
            return Sources::Kind(if is_boolean { Kind::Boolean } else { Kind::Number });
        }
        if let Some(tensor) = op.cast::<HostTensorOp>() {
            let is_boolean = tensor.is_boolean().is_some();
            return Sources::Kind(if is_boolean { Kind::Boolean } else { Kind::Number });
        }
        if op.is::<ReshapeOp>() {
            return same(op.operands().take(1).collect(), path);
        }
        let about = op.ask::<dyn ElementTypes, _>(|types| {
            let moved = (0..op.num_operands())
                .filter(|index| matches!(types.takes(*index), Takes::Common | Takes::Follows));
            (types.gives_booleans(), types.boolean_operands(), moved.collect::<Vec<usize>>())
        });
        match about {
            Some((true, ..)) => Sources::Kind(Kind::Boolean),
            Some((_, BooleanOperands::Kept, moved)) => {
                let data = crate::ops::numbers::first_number_of(op).unwrap_or(usize::MAX);
                let moved = moved.into_iter().filter(|index| *index < data);
                let moved = moved.map(|index| op.operand(index));
                // The numbers 1 and 0 beside booleans are booleans: `m[0] = 1`.
                let moved: Vec<_> = moved.filter(|value| !is_zero_or_one(body, *value)).collect();
                match moved.is_empty() {
                    true => Sources::Kind(Kind::Number),
                    false => same(moved, path),
                }
            }
            _ => Sources::Kind(Kind::Number),
        }
    }

    /// The kind of a parameter of the function, or of a member of it.
    fn kind_of_parameter(&self, body: &Body, value: ValueId, path: &[usize]) -> Kind {
        if self.parameters.is_empty() {
            return Kind::Number;
        }
        let ctx = body.context();
        let Some(block) = body.defining_block(value) else { return Kind::Number };
        if body.block_owner(block) != Some(body.root()) {
            return Kind::Number;
        }
        let mut before = 0;
        for &argument in body.arguments(block) {
            if argument == value {
                let index = before + leaf(ctx, body.ty(value), path);
                return self.parameters.get(index).copied().unwrap_or(Kind::Number);
            }
            before += leaves(ctx, body.ty(argument));
        }
        Kind::Number
    }

    /// Checks that no subscript of an op is a boolean.
    ///
    /// # Errors
    /// If one is, or may be one.
    pub(crate) fn check_subscripts(&self, op: OpRef<'_>) -> Result<(), Box<Diagnostic>> {
        let body = op.body();
        for (index, operand) in op.operands().enumerate() {
            let takes = op.ask::<dyn ElementTypes, _>(|op| op.takes(index));
            if takes != Some(Takes::Index) {
                continue;
            }
            match self.kind_of(body, operand) {
                Kind::Number => {}
                kind => return Err(not_an_index(op, index, kind)),
            }
        }
        Ok(())
    }
}

impl Booleans {
    /// Checks that an op on bits has no floats, but for those that are booleans.
    ///
    /// # Errors
    /// If it has some.
    pub(crate) fn check_bits(&self, op: OpRef<'_>) -> Result<(), Box<Diagnostic>> {
        let about = op.ask::<dyn ElementTypes, _>(|op| op.bit_operands()).flatten();
        let Some(BitOperands { sign, takes_booleans }) = about else { return Ok(()) };
        let (takes, _) = rules(op);
        let common = common(op, &takes, &operands_of(op));
        if common == Element::I64 {
            return Ok(());
        }
        let body = op.body();
        let is_boolean = |value: ValueId| {
            self.kind_of(body, value) == Kind::Boolean || is_zero_or_one(body, value)
        };
        let mut operands = op.operands().enumerate();
        let wrong = operands.find(|(_, value)| !(takes_booleans && is_boolean(*value)));
        let Some((index, _)) = wrong else { return Ok(()) };
        let taken = if takes_booleans { "integers or booleans" } else { "integers" };
        let error = Code::BitsOfFloats
            .error(
                place_of(op, index).to_position(op.context()),
                format!("operator '{sign}' takes {taken}, not floats"),
            )
            .with_label("combined as floats");
        Err(Box::new(error.with_help(match sign {
            "^" => "`i64(x)` makes integers of them; a power is written `x ** 2`",
            _ => "`i64(x)` makes integers of them",
        })))
    }
}

/// Where the kind of a value comes from.
enum Sources {
    Kind(Kind),
    /// The kinds of these values, or of members of them.
    Values(Vec<(ValueId, Vec<usize>)>),
}

/// The error for a boolean as an index.
pub(crate) fn not_an_index(op: OpRef<'_>, operand: usize, kind: Kind) -> Box<Diagnostic> {
    let place = place_of(op, operand).to_position(op.context());
    if kind == Kind::Mixed {
        let message = "a subscript must be either an index or a mask in all cases";
        let error = Code::BooleanOperand.error(place, message);
        let error = error.with_label("this is a boolean in one case, and a number in another");
        return Box::new(error.with_help("`i64(m)` makes indices of it, `bool(m)` a mask"));
    }
    let message = "a subscript must be a number, not a boolean";
    let error = Code::BooleanOperand.error(place, message).with_label("this is a boolean");
    Box::new(
        error.with_note("the number of elements that a mask selects depends on data").with_help(
            "`where(m, a, 0)` keeps the elements where the mask is true, and \
             `sum(where(m, a, 0))` adds them; `a[m] = v` assigns to them; `i64(m)` makes indices",
        ),
    )
}

/// Whether a value is the number 1 or 0 in the source.
fn is_zero_or_one(body: &Body, value: ValueId) -> bool {
    let constant = ConstantOp::defining(body, value).map(|constant| constant.value(body));
    let elements = constant.and_then(|constant| constant.dense(body.context()));
    let elements = elements.filter(|elements| elements.len(body.context()) == 1);
    let elements = elements.and_then(|elements| elements_of(body.context(), &elements));
    elements.is_some_and(|elements| matches!(elements.to_f64s()[..], [0.0 | 1.0]))
}

/// Whether the results of a call are known.
fn is_inferred(body: &Body, call: OpId) -> bool {
    body.results(call).all(|result| crate::types::is_static(body.context(), body.ty(result)))
}

/// The number of tensors in a value of a type.
pub(super) fn leaves(ctx: &Context, ty: Type) -> usize {
    let members = StructType::elements(ctx, ty);
    members.map_or(1, |members| members.iter().map(|member| leaves(ctx, *member)).sum())
}

/// The number of the tensor that a path of members leads to, among those in a value of a type.
fn leaf(ctx: &Context, ty: Type, path: &[usize]) -> usize {
    let (mut number, mut ty) = (0, ty);
    for &index in path {
        let Some(members) = StructType::elements(ctx, ty) else { break };
        number += members.iter().take(index).map(|member| leaves(ctx, *member)).sum::<usize>();
        let Some(member) = members.get(index) else { break };
        ty = *member;
    }
    number
}
