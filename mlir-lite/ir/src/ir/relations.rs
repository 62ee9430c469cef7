//! Relations between types in an op's declaration: the verifier checks them, and formats use them
//! to infer types that are not written.

use crate::data::Context;
use crate::data::types::Type;
use crate::ir::op_def::{Arity, Aspect, Member, OpDef, TraitFlags, TypeRelation};
use crate::ir::traits::shapes_agree;
use crate::ir::view::OpRef;
use smallvec::SmallVec;

/// The types of a member. Empty if it is absent.
fn types(op: OpRef<'_>, member: Member) -> TypeList {
    let body = op.body();
    match member {
        Member::Operand(group) => {
            body.operand_group(op.id(), group).map(|index| body.ty(op.operand(index))).collect()
        }
        Member::Result(group) => {
            body.result_group(op.id(), group).map(|index| body.ty(op.result(index))).collect()
        }
        Member::Attr(slot) => {
            op.inherent_attr(slot).and_then(|value| value.ty(op.context())).into_iter().collect()
        }
    }
}

fn name(def: &OpDef, member: Member) -> &'static str {
    match member {
        Member::Operand(group) => def.operands[group].name,
        Member::Result(group) => def.results[group].name,
        Member::Attr(slot) => def.attrs[slot].name,
    }
}

/// Whether two types agree in the aspect that the relation is about.
fn agree(ctx: &Context, aspect: Aspect, a: Type, b: Type) -> bool {
    let rank = |ty: Type| ty.shape(ctx).map(<[i64]>::len);
    match aspect {
        Aspect::Type => a == b,
        Aspect::Shape => shapes_agree(a.shape(ctx), b.shape(ctx)),
        Aspect::ElementType => a.element_or_self(ctx) == b.element_or_self(ctx),
        Aspect::Rank => rank(a).is_none() || rank(b).is_none() || rank(a) == rank(b),
    }
}

/// Checks a relation; the error says what does not hold.
pub(crate) fn check(op: OpRef<'_>, def: &OpDef, relation: &TypeRelation) -> Result<(), String> {
    let ctx = op.context();
    match relation {
        TypeRelation::AllMatch { members, aspect } => {
            let all: SmallVec<[Type; 4]> =
                members.iter().flat_map(|&member| types(op, member)).collect();
            let Some((&first, rest)) = all.split_first() else { return Ok(()) };
            if rest.iter().all(|&ty| agree(ctx, *aspect, first, ty)) {
                return Ok(());
            }
            let names: Vec<&str> = members.iter().map(|&member| name(def, member)).collect();
            let what = match aspect {
                Aspect::Type => "type",
                Aspect::Shape => "shape",
                Aspect::ElementType => "element type",
                Aspect::Rank => "rank",
            };
            Err(format!("all of {{{}}} have same {what}", names.join(", ")))
        }
        TypeRelation::MatchWith { summary, from, to, transform } => {
            let (Some(&given), Some(&found)) = (types(op, *from).first(), types(op, *to).first())
            else {
                return Ok(());
            };
            match transform(ctx, given) {
                Some(wanted) if wanted == found => Ok(()),
                Some(wanted) => Err(format!(
                    "{summary}: expected '{}', found '{}'",
                    ctx.type_text(wanted),
                    ctx.type_text(found)
                )),
                None => Err(format!("{summary}: '{}' does not fit", ctx.type_text(given))),
            }
        }
    }
}

/// The types of a group of values, usually one.
type TypeList = SmallVec<[Type; 2]>;

/// The known types of an op that is being parsed.
#[doc(hidden)]
pub struct KnownTypes<'d> {
    def: &'d OpDef,
    flags: TraitFlags,
    /// The types of all groups, one after the other.
    types: SmallVec<[Type; 8]>,
    operands: SmallVec<[TypeRange; 4]>,
    results: SmallVec<[TypeRange; 2]>,
}

/// The range of a group's types, if they are known.
type TypeRange = Option<(u32, u32)>;

impl<'d> KnownTypes<'d> {
    #[doc(hidden)]
    pub fn new(def: &'d OpDef, flags: TraitFlags) -> Self {
        let mut known = Self::empty(def, flags);
        known.set_up();
        known
    }

    /// Without places for the groups. Copying a set-up one costs as much as parsing a token, so it
    /// is [set up](Self::set_up) where it stays.
    #[inline(always)]
    pub(crate) fn empty(def: &'d OpDef, flags: TraitFlags) -> Self {
        let (operands, results) = (SmallVec::new(), SmallVec::new());
        Self { def, flags, types: SmallVec::new(), operands, results }
    }

    /// Adds a place for each group.
    #[inline]
    pub(crate) fn set_up(&mut self) {
        // Mostly one or two, which is less than a call.
        for _ in self.def.operands {
            self.operands.push(None);
        }
        for _ in self.def.results {
            self.results.push(None);
        }
    }

    /// The types of an operand group.
    pub(crate) fn operand(&self, group: usize) -> Option<&[Type]> {
        self.at(self.operands[group])
    }

    /// The types of a result group.
    pub(crate) fn result(&self, group: usize) -> Option<&[Type]> {
        self.at(self.results[group])
    }

    /// The types of all operand groups.
    pub(crate) fn operands(&self) -> impl Iterator<Item = Option<&[Type]>> {
        self.operands.iter().map(|&place| self.at(place))
    }

    /// The types of all result groups.
    #[doc(hidden)]
    pub fn results(&self) -> impl Iterator<Item = Option<&[Type]>> {
        self.results.iter().map(|&place| self.at(place))
    }

    fn at(&self, place: TypeRange) -> Option<&[Type]> {
        place.map(|(start, len)| &self.types[start as usize..][..len as usize])
    }

    /// Sets the types of an operand group.
    #[doc(hidden)]
    pub fn set_operand(&mut self, group: usize, types: &[Type]) {
        self.operands[group] = self.add(types);
    }

    /// Sets the types of a result group.
    pub(crate) fn set_result(&mut self, group: usize, types: &[Type]) {
        self.results[group] = self.add(types);
    }

    fn add(&mut self, types: &[Type]) -> TypeRange {
        let place = (self.types.len() as u32, types.len() as u32);
        self.types.extend_from_slice(types);
        Some(place)
    }

    /// The only type that is known, if there is only one.
    pub(crate) fn only(&self) -> Option<Type> {
        if let [ty] = self.types[..] { Some(ty) } else { None }
    }

    /// The type of a group of one value, or of an attribute.
    fn one(&self, member: Member, attribute: &dyn Fn(usize) -> Option<Type>) -> Option<Type> {
        let types = match member {
            Member::Operand(group) => self.operand(group)?,
            Member::Result(group) => self.result(group)?,
            Member::Attr(slot) => return attribute(slot),
        };
        types.first().copied()
    }

    /// Sets the type of a member that has none yet; `counts` are the sizes of the operand groups.
    /// Returns whether it was new.
    fn give(&mut self, member: Member, ty: Type, counts: &[usize]) -> bool {
        let (slot, count) = match member {
            Member::Operand(group) => (&mut self.operands[group], counts[group]),
            // The size of a result group is only known from its types.
            Member::Result(group) if self.def.results[group].arity != Arity::One => return false,
            Member::Result(group) => (&mut self.results[group], 1),
            Member::Attr(_) => return false,
        };
        if slot.is_some() {
            return false;
        }
        let start = self.types.len();
        *slot = Some((start as u32, count as u32));
        self.types.resize(start + count, ty);
        true
    }

    /// The members whose types a trait makes equal.
    fn same_types(&self) -> impl Iterator<Item = Member> + use<> {
        let all = self.flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE);
        let some = all || self.flags.contains(TraitFlags::SAME_TYPE_OPERANDS);
        let operands = if some { self.def.operands.len() } else { 0 };
        let results = if all { self.def.results.len() } else { 0 };
        (0..operands).map(Member::Operand).chain((0..results).map(Member::Result))
    }

    /// Infers types from those that are known.
    #[doc(hidden)]
    pub fn infer(
        &mut self,
        ctx: &Context,
        counts: &[usize],
        attribute: &dyn Fn(usize) -> Option<Type>,
    ) {
        for group in 0..self.def.operands.len() {
            if let Some(ty) = self.def.operands[group].constraint.only_type(ctx) {
                self.give(Member::Operand(group), ty, counts);
            }
        }
        for group in 0..self.def.results.len() {
            if let Some(ty) = self.def.results[group].constraint.only_type(ctx) {
                self.give(Member::Result(group), ty, counts);
            }
        }
        if self.operands.iter().all(Option::is_some) && self.results.iter().all(Option::is_some) {
            return;
        }
        // Each iteration infers at least one more type, or is the last.
        loop {
            let mut changed = false;
            if let Some(ty) = self.same_types().find_map(|member| self.one(member, attribute)) {
                for member in self.same_types() {
                    changed |= self.give(member, ty, counts);
                }
            }
            for relation in self.def.relations {
                match relation {
                    TypeRelation::AllMatch { members, aspect: Aspect::Type } => {
                        let known = members.iter().find_map(|&member| self.one(member, attribute));
                        if let Some(ty) = known {
                            for &member in *members {
                                changed |= self.give(member, ty, counts);
                            }
                        }
                    }
                    TypeRelation::AllMatch { .. } => {}
                    TypeRelation::MatchWith { from, to, transform, .. } => {
                        let ty = self.one(*from, attribute).and_then(|ty| transform(ctx, ty));
                        if let Some(ty) = ty {
                            changed |= self.give(*to, ty, counts);
                        }
                    }
                }
            }
            if !changed || self.def.relations.is_empty() {
                return;
            }
        }
    }
}
