//! Ranges whose length depends on the variables of loops, such as `a[:i]`.
//!
//! A tensor of such elements has no shape, but results computed from them may have one: a sum, a
//! product of vectors, or the tensor to which they are assigned. Shape inference gives the range,
//! and element-wise results of it, the type that they have for one element: size 1 in the dimension
//! of the range, which is its [`Extent`]. These ops are templates. Where elements are combined or
//! assigned, [`build`] makes a loop over the range, with copies of the templates for the elements
//! of an iteration. The templates are erased in the end.

mod build;

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position};
use rustc_hash::FxHashMap;
use toy_ast::Code;

use super::conversions::inferred;
use crate::builtins::MatMulOp;
use crate::builtins::{I64Op, Reduces};
use crate::ops::elementwise::is_elementwise;
use crate::ops::numbers::{self, Linear};
use crate::ops::subscripts::{Length, LinearPart, Subscripted};
use crate::ops::{CastOp, CompareOp, InsertOp, NonZeroOp, SliceOp, SubscriptKind};
use crate::sizes::{Size, Sizes, is_symbolic};
use crate::tensor::elements;
use crate::tensor::known_sizes::needs_known_sizes;
use crate::tensor::shape::known_shape;

/// A dimension whose size depends on loops.
#[derive(Clone, Debug)]
struct Extent {
    /// The number of dimensions after it.
    from_last: usize,
    /// The number of elements; if it is below 1, there are none.
    length: Linear,
    /// Where the range is written.
    at: Position,
}

/// The state of an op after a visit.
pub(super) enum Visit {
    /// It has nothing to do with such ranges.
    Other,
    /// It is a template; its result has this type for one element.
    Template(Type),
    /// Its result is this value, which a loop computes.
    Replaced(ValueId),
}

/// The templates of a function.
#[derive(Default)]
pub(super) struct Ranges {
    /// The extents of values, in the order of dimensions.
    extents: FxHashMap<ValueId, Vec<Extent>>,
    /// The subscripts of slices that are such ranges.
    parts: FxHashMap<OpId, Vec<LinearPart>>,
    /// In the order of the program.
    templates: Vec<OpId>,
}

/// The parts that subscripts take, and their positions in the source.
type WrittenParts = (Vec<LinearPart>, Vec<Position>);

/// How an op uses the elements of ranges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// One by one; operands are broadcast to each other.
    Elementwise,
    /// It combines all elements, or those along a dimension.
    Reduction(Option<usize>),
    /// A product of matrices.
    Product,
}

/// The role of an operand's dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// It is the dimension of the result with this number of dimensions after it.
    Kept(usize),
    /// Elements along it are combined.
    Combined,
}

impl Role {
    /// The role of an op, whose numbers are resolved; none if it takes tensors of known shapes.
    fn of(body: &Body, op: OpId) -> Option<Self> {
        let is_checked = I64Op::is(body, op) || NonZeroOp::is(body, op);
        let is_other = CompareOp::is(body, op) || CastOp::is(body, op);
        if is_elementwise(body, op) || is_checked || is_other {
            return Some(Self::Elementwise);
        }
        if MatMulOp::is(body, op) {
            return Some(Self::Product);
        }
        let rank = rank(body, body.operands(op).next()?);
        let dimension = body.op(op).ask::<dyn Reduces, _>(|op| op.dimension(rank));
        dimension?.ok().map(Self::Reduction)
    }

    /// The role of the dimension of an operand that has `from_last` after it. `ranks` are those of
    /// all operands.
    fn target(self, ranks: &[usize], operand: usize, from_last: usize) -> Target {
        match self {
            Self::Elementwise => Target::Kept(from_last),
            Self::Reduction(None) => Target::Combined,
            Self::Reduction(Some(dimension)) => {
                let combined = ranks[operand] - 1 - dimension;
                match from_last.cmp(&combined) {
                    std::cmp::Ordering::Equal => Target::Combined,
                    std::cmp::Ordering::Less => Target::Kept(from_last),
                    std::cmp::Ordering::Greater => Target::Kept(from_last - 1),
                }
            }
            Self::Product => {
                let [rows, columns] = [0, 1].map(|operand| usize::from(ranks[operand] > 1));
                let is_vector = ranks[operand] == 1;
                match (operand, from_last) {
                    (_, 0) if is_vector => Target::Combined,
                    (0, 0) | (1, 1) => Target::Combined,
                    (0, 1) => Target::Kept(columns),
                    (1, 0) => Target::Kept(0),
                    _ => Target::Kept(from_last - 2 + rows + columns),
                }
            }
        }
    }
}

/// The number of dimensions of a value.
fn rank(body: &Body, value: ValueId) -> usize {
    known_shape(body.value(value)).len()
}

/// The numbers of dimensions of an op's operands.
fn operand_ranks(body: &Body, op: OpId) -> Vec<usize> {
    body.operands(op).map(|operand| rank(body, operand)).collect()
}

/// A dimension of an operand, or of the elements that are assigned to.
struct Dimension<'r> {
    size: i64,
    extent: Option<&'r Extent>,
}

impl Ranges {
    /// Whether an op has such a range as an operand.
    pub(super) fn are_used_by(&self, body: &Body, op: OpId) -> bool {
        !self.extents.is_empty()
            && body.operands(op).any(|operand| self.extents.contains_key(&operand))
    }

    /// Visits an op, the shapes of whose operands are known.
    ///
    /// # Errors
    /// If ranges are used where that is not possible.
    pub(super) fn visit(&mut self, body: &mut Body, op: OpId) -> Result<Visit, Box<Diagnostic>> {
        let own = own_parts(body, op)?;
        let uses_range = self.are_used_by(body, op);
        if own.is_none() && !uses_range {
            return Ok(Visit::Other);
        }
        if body.op(op).operand_types().any(|ty| is_symbolic(body.context(), ty)) {
            return Err(needs_known_sizes(body.op(op)));
        }
        if let (Some((parts, places)), Some(slice)) = (&own, SliceOp::cast(body, op))
            && !uses_range
        {
            let sizes = known_shape(body.value(slice.input(body))).to_vec();
            let (shape, extents) = selected(&sizes, parts, places);
            self.parts.insert(op, parts.clone());
            let element = elements::element_of(body.context(), body.ty(slice.input(body)));
            return Ok(self.template(
                body,
                op,
                body.context().tensor_type(&shape, element),
                extents,
            ));
        }
        if let Some(insert) = InsertOp::cast(body, op)
            && !self.extents.contains_key(&insert.base(body))
        {
            return self.insertion(body, insert, own).map(Visit::Replaced);
        }
        numbers::resolve(body, op)?;
        let Some(role) = Role::of(body, op) else { return Err(self.used_as_a_whole(body, op)) };
        let ty = inferred(body.op(op));
        let Some(ty) = ty.transpose()? else { return Err(self.used_as_a_whole(body, op)) };
        let (kept, combined) = self.extents_of_result(body, op, role)?;
        if combined.is_some() && kept.is_empty() {
            return build::combination(self, body, op).map(Visit::Replaced);
        }
        Ok(self.template(body, op, ty, kept))
    }

    /// Makes an op a template, whose result has this type for one element.
    fn template(&mut self, body: &Body, op: OpId, ty: Type, extents: Vec<Extent>) -> Visit {
        self.extents.insert(body.result(op, 0), extents);
        self.templates.push(op);
        Visit::Template(ty)
    }

    /// Erases the templates, which loops have copies of. Those that are still used are operands of
    /// ops that were reported, or not visited.
    pub(super) fn erase_templates(&mut self, body: &mut Body) {
        for op in std::mem::take(&mut self.templates).into_iter().rev() {
            if body.is_live(op) && body.results(op).all(|result| !body.has_uses(result)) {
                body.erase_op(op);
            }
        }
        self.extents.clear();
        self.parts.clear();
    }

    /// The extents of a value; none for a value of known shape.
    fn of(&self, value: ValueId) -> &[Extent] {
        self.extents.get(&value).map_or(&[], |extents| extents)
    }

    /// The dimension of a value with `from_last` dimensions after it, if it has one.
    fn dimension(&self, body: &Body, value: ValueId, from_last: usize) -> Option<Dimension<'_>> {
        let size = known_shape(body.value(value)).iter().rev().nth(from_last).copied()?;
        let extent = self.of(value).iter().find(|extent| extent.from_last == from_last);
        Some(Dimension { size, extent })
    }

    /// The extents of the result of an op, and that along which elements are combined.
    fn extents_of_result(
        &self,
        body: &Body,
        op: OpId,
        role: Role,
    ) -> Result<(Vec<Extent>, Option<Extent>), Box<Diagnostic>> {
        let (operands, ranks) = (body.operand_list(op), operand_ranks(body, op));
        let mut by_target: Vec<(Target, Vec<Dimension<'_>>)> = Vec::new();
        for (number, &operand) in operands.iter().enumerate() {
            for from_last in 0..ranks[number] {
                let target = role.target(&ranks, number, from_last);
                let Some(dimension) = self.dimension(body, operand, from_last) else { continue };
                match by_target.iter_mut().find(|(other, _)| *other == target) {
                    Some((_, dimensions)) => dimensions.push(dimension),
                    None => by_target.push((target, vec![dimension])),
                }
            }
        }
        let (mut kept, mut combined) = (Vec::new(), None);
        for (target, dimensions) in by_target {
            let common = match (role, target) {
                (Role::Reduction(None), _) => one_extent(body, op, &dimensions)?,
                _ => common_extent(body, op, &dimensions, target != Target::Combined)?,
            };
            match (common, target) {
                (None, _) => {}
                (Some(extent), Target::Kept(from_last)) => {
                    kept.push(Extent { from_last, ..extent.clone() });
                }
                (Some(extent), Target::Combined) => combined = Some(extent.clone()),
            }
        }
        kept.sort_by_key(|extent| std::cmp::Reverse(extent.from_last));
        Ok((kept, combined))
    }

    /// Builds the loops of an assignment to a range, or of a range.
    fn insertion(
        &self,
        body: &mut Body,
        insert: InsertOp,
        own: Option<WrittenParts>,
    ) -> Result<ValueId, Box<Diagnostic>> {
        let view = insert.on(body);
        let (parts, places) = match own {
            Some(own) => own,
            None => {
                let parts = view
                    .op()
                    .ask::<dyn Subscripted, _>(|op| op.subscripts().parts())
                    .transpose()?;
                (parts.unwrap_or_default(), Vec::new())
            }
        };
        let sizes = known_shape(view.base()).to_vec();
        let (shape, extents) = selected(&sizes, &parts, &places);
        let value = insert.value(body);
        for from_last in 0..shape.len().max(rank(body, value)) {
            let target = shape.iter().rev().nth(from_last).map(|&size| {
                let extent = extents.iter().find(|extent| extent.from_last == from_last);
                Dimension { size, extent }
            });
            let assigned = self.dimension(body, value, from_last);
            let is_range = |dimension: &Option<Dimension<'_>>| {
                dimension.as_ref().is_some_and(|dimension| dimension.extent.is_some())
            };
            // A range is not repeated: not even one element of it may be assigned to several.
            let takes_one = is_range(&target) || !is_range(&assigned);
            let dimensions: Vec<_> = [target, assigned].into_iter().flatten().collect();
            common_extent(body, insert.id(), &dimensions, takes_one)?;
        }
        let selected: Sizes = shape.iter().copied().map(Size::Known).collect();
        crate::ops::check_value(insert.on(body).op(), &selected)?;
        build::insertion(self, body, insert, &parts, &extents)
    }

    /// The error for an op that takes tensors of known shapes.
    fn used_as_a_whole(&self, body: &Body, op: OpId) -> Box<Diagnostic> {
        let found = body.operands(op).find_map(|operand| self.of(operand).first());
        let at = found.map_or(Position::Unknown, |extent| extent.at.clone());
        let message = "a range whose length depends on a loop is used as a whole";
        let error = Code::VaryingRange.error(at, message).with_label(VARIES);
        let takes = "its user takes tensors of known shapes";
        Box::new(with_user(error, body, op, takes).with_help(
            "combine its elements, as `sum` and `@` do, or assign to a range of that length",
        ))
    }
}

/// The label of a range in errors.
const VARIES: &str = "of another length in each iteration";

/// The label of an op that combines elements of ranges.
const COMBINED: &str = "they are combined here";

/// The error with the place of an op that uses a range, if it is not that of the error.
fn with_user(error: Diagnostic, body: &Body, op: OpId, label: &'static str) -> Diagnostic {
    let own = body.location(op).to_position(body.context());
    if own == error.position { error } else { error.with_secondary(own, label) }
}

/// The subscripts of an op if one of them is a range whose length depends on loops, and where they
/// are written.
fn own_parts(body: &Body, op: OpId) -> Result<Option<WrittenParts>, Box<Diagnostic>> {
    let found = body.op(op).ask::<dyn Subscripted, _>(|op| {
        let subscripts = op.subscripts();
        let mut kinds = subscripts.kinds.iter().flatten();
        let unbound = [SubscriptKind::At, SubscriptKind::All, SubscriptKind::Rest];
        let unbound = unbound.map(|kind| kind as i64);
        if kinds.all(|kind| unbound.contains(kind)) {
            return Ok(None);
        }
        let parts = subscripts.parts()?;
        if !parts.iter().any(|part| matches!(part.length, Length::Linear(_))) {
            return Ok(None);
        }
        let places = (0..parts.len()).map(|number| subscripts.place_of_subscript(number));
        let places = places.collect();
        Ok(Some((parts, places)))
    });
    found.unwrap_or(Ok(None))
}

/// The shape of the selection of subscripts, for one element of each range whose length depends on
/// loops, and the extents of these.
fn selected(sizes: &[i64], parts: &[LinearPart], places: &[Position]) -> (Vec<i64>, Vec<Extent>) {
    let (mut shape, mut extents) = (Vec::new(), Vec::new());
    for (number, &size) in sizes.iter().enumerate() {
        match parts.get(number).map(|part| &part.length) {
            Some(Length::Single) => {}
            Some(Length::Known(count)) => shape.push(*count),
            None | Some(Length::Symbolic(_)) => shape.push(size),
            Some(Length::Linear(length)) => {
                let at = places.get(number).cloned().unwrap_or(Position::Unknown);
                extents.push(Extent { from_last: shape.len(), length: length.clone(), at });
                shape.push(1);
            }
        }
    }
    for extent in &mut extents {
        extent.from_last = shape.len() - 1 - extent.from_last;
    }
    (shape, extents)
}

/// The extent that all these dimensions have, if one has; one of size 1 is repeated if `repeats` is
/// true for it.
fn common_extent<'r>(
    body: &Body,
    op: OpId,
    dimensions: &[Dimension<'r>],
    repeats: bool,
) -> Result<Option<&'r Extent>, Box<Diagnostic>> {
    let Some(common) = dimensions.iter().find_map(|dimension| dimension.extent) else {
        return Ok(None);
    };
    for Dimension { size, extent } in dimensions {
        let (message, place) = match extent {
            None if *size == 1 && repeats => continue,
            None => (
                format!("cannot combine a range of varying length with a dimension of size {size}"),
                None,
            ),
            Some(extent) => match extent.length.clone().plus(&common.length, -1) {
                Some(Linear { constant: 0, terms }) if terms.is_empty() => continue,
                Some(Linear { constant, terms }) if terms.is_empty() => {
                    (format!("the lengths of ranges differ by {}", constant.abs()), Some(extent))
                }
                _ => ("the lengths of ranges differ".to_owned(), Some(extent)),
            },
        };
        let mut error = Code::VaryingRange.error(common.at.clone(), message);
        error = match place {
            Some(extent) => error
                .with_label("of one length")
                .with_secondary(extent.at.clone(), "of another length"),
            None => error.with_label(VARIES),
        };
        return Err(Box::new(
            with_user(error, body, op, COMBINED)
                .with_help("take ranges of one length: `a[:i] + b[:i]`, `a[i:] @ b[i:]`"),
        ));
    }
    Ok(Some(common))
}

/// The only extent of a tensor whose elements are all combined.
fn one_extent<'r>(
    body: &Body,
    op: OpId,
    dimensions: &[Dimension<'r>],
) -> Result<Option<&'r Extent>, Box<Diagnostic>> {
    let Some(extent) = dimensions.iter().find_map(|dimension| dimension.extent) else {
        return Ok(None);
    };
    let others = dimensions.iter().filter(|other| other.extent.is_some() || other.size != 1);
    if others.count() == 1 {
        return Ok(Some(extent));
    }
    let sizes: Vec<String> = dimensions
        .iter()
        .rev()
        .map(|other| other.extent.map_or_else(|| other.size.to_string(), |_| "?".to_owned()))
        .collect();
    let message = format!(
        "elements of shape <{}> cannot be combined at once: the length of a range varies",
        sizes.join(", ")
    );
    let error = Code::VaryingRange.error(extent.at.clone(), message).with_label(VARIES);
    Err(Box::new(with_user(error, body, op, COMBINED).with_help(
        "combine them along one dimension after the other: `sum(sum(a[:i, :], axis=1))`",
    )))
}
