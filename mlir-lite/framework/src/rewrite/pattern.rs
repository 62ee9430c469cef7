//! Patterns and sets of them.
//!
//! A set keeps the order in which patterns were added. Freezing it sorts them
//! once, by op and benefit; the frozen set is shared by all threads and runs.

use crate::rewrite::rules::Rule;
use crate::rewrite::{Observed, PatternRewriter, PatternSummary};
use mlir_lite::context::{Context, OpName};
use mlir_lite::ir::{Body, OpDefinition, OpId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;
use std::marker::PhantomData;

/// Why a pattern does not apply. It is not an error: the driver tries the next pattern, and shows
/// the reason only in a trace or report of why nothing applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchFailure {
    reason: Cow<'static, str>,
}

impl MatchFailure {
    /// A failure with a reason, a clause such as `the shape is not known`.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: reason.into() }
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for MatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for MatchFailure {}

impl From<&'static str> for MatchFailure {
    fn from(reason: &'static str) -> Self {
        Self::new(reason)
    }
}

impl From<String> for MatchFailure {
    fn from(reason: String) -> Self {
        Self::new(reason)
    }
}

/// Whether a pattern was applied.
pub type MatchResult = Result<(), MatchFailure>;

/// Which ops a pattern is tried on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PatternRoot {
    /// Ops of this name. An isolated op is the root of a body of its own, and is there when the
    /// pattern is applied: it is updated in place, and what it holds may be rewritten.
    Op(&'static str),
    /// Isolated ops of this name, in the bodies that hold them: they may be erased, replaced, or
    /// moved, by what is beside them, such as the references to a function.
    Link(&'static str),
    /// All ops, without those of [`Link`](Self::Link).
    Any,
}

impl PatternRoot {
    /// The name of the ops; none for all ops.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Op(name) | Self::Link(name) => Some(name),
            Self::Any => None,
        }
    }
}

/// The op that must define an operand of the ops that a pattern applies to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OperandDefinition {
    /// Full name of the op that defines the operand.
    pub op: &'static str,
    /// The index of the operand; any operand if this is none.
    pub operand: Option<usize>,
}

/// A rewrite of one op.
///
/// A pattern that fails must not have changed anything. One that succeeds has
/// replaced, erased or updated the op, through the rewriter only.
pub trait RewritePattern: Send + Sync {
    /// Which ops the pattern is tried on.
    fn root(&self) -> PatternRoot;

    /// The benefit; patterns of higher benefit are tried first, and of equal ones the one that was
    /// added first.
    fn benefit(&self) -> u16 {
        1
    }

    /// The op that must define an operand for the pattern to apply. A driver asks this once, and
    /// then tries the pattern only where it holds; it is a necessary condition, and the pattern
    /// still checks for itself.
    fn operand_definition(&self) -> Option<OperandDefinition> {
        None
    }

    /// Name for messages.
    fn name(&self) -> &str;

    /// Names of the ops that the pattern creates, as far as it declares them.
    fn generated_ops(&self) -> &[&'static str] {
        &[]
    }

    /// The declared rule of the pattern, if it was written with [`rewrite!`](crate::rewrite!).
    fn rule(&self) -> Option<&'static Rule> {
        None
    }

    /// Rewrites `op`, or returns why the pattern does not apply.
    fn match_and_rewrite(&self, op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult;
}

struct OpPattern<O, F> {
    root: PatternRoot,
    name: Cow<'static, str>,
    benefit: u16,
    rewrite: F,
    op: PhantomData<fn() -> O>,
}

impl<O, F> RewritePattern for OpPattern<O, F>
where
    O: OpDefinition,
    F: Fn(O, &mut PatternRewriter<'_>) -> MatchResult + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        self.root
    }
    fn benefit(&self) -> u16 {
        self.benefit
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn match_and_rewrite(&self, op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        (self.rewrite)(O::from_id(op), rewriter)
    }
}

struct RootedPattern<F> {
    root: PatternRoot,
    name: Cow<'static, str>,
    benefit: u16,
    rewrite: F,
}

impl<F> RewritePattern for RootedPattern<F>
where
    F: Fn(OpId, &mut PatternRewriter<'_>) -> MatchResult + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        self.root
    }
    fn benefit(&self) -> u16 {
        self.benefit
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn match_and_rewrite(&self, op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        (self.rewrite)(op, rewriter)
    }
}

/// Patterns in the order in which they were added.
#[derive(Default)]
pub struct RewritePatternSet {
    patterns: Vec<Box<dyn RewritePattern>>,
}

impl RewritePatternSet {
    /// No patterns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rewrite of ops `O`.
    pub fn add<O: OpDefinition>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        rewrite: impl Fn(O, &mut PatternRewriter<'_>) -> MatchResult + Send + Sync + 'static,
    ) -> &mut Self {
        let root = PatternRoot::Op(O::NAME);
        self.add_pattern(OpPattern { root, name: name.into(), benefit, rewrite, op: PhantomData })
    }

    /// Adds a rewrite of isolated ops `O` in the bodies that hold them: see [`PatternRoot::Link`].
    ///
    /// Functions that are never called are erased by a pattern on functions of a module:
    ///
    /// ```
    /// # extern crate mlir_lite_framework as mlir_lite;
    /// use mlir_lite::ir::{OpBuilder, OpDefinition};
    /// use mlir_lite::rewrite::RewritePatternSet;
    ///
    /// # fn example<FuncOp: OpDefinition>(is_unused: fn(FuncOp, &mlir_lite::ir::Body) -> bool) {
    /// let mut patterns = RewritePatternSet::new();
    /// patterns.add_link::<FuncOp>("func.func-unused", 1, move |function, rewriter| {
    ///     if !is_unused(function, rewriter.body()) {
    ///         return Err("the function is used".into());
    ///     }
    ///     rewriter.erase_op(function.id());
    ///     Ok(())
    /// });
    /// # }
    /// ```
    pub fn add_link<O: OpDefinition>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        rewrite: impl Fn(O, &mut PatternRewriter<'_>) -> MatchResult + Send + Sync + 'static,
    ) -> &mut Self {
        let root = PatternRoot::Link(O::NAME);
        self.add_pattern(OpPattern { root, name: name.into(), benefit, rewrite, op: PhantomData })
    }

    /// Adds a rewrite of ops that are identified only by their name, or of all ops.
    pub fn add_rooted(
        &mut self,
        root: PatternRoot,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        rewrite: impl Fn(OpId, &mut PatternRewriter<'_>) -> MatchResult + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(RootedPattern { root, name: name.into(), benefit, rewrite })
    }

    /// Adds a pattern.
    pub fn add_pattern(&mut self, pattern: impl RewritePattern + 'static) -> &mut Self {
        self.patterns.push(Box::new(pattern));
        self
    }

    /// Adds declarative rules, the result of [`rewrite!`](crate::rewrite!).
    pub fn add_rules(&mut self, rules: &'static [Rule]) -> &mut Self {
        for rule in rules {
            self.add_pattern(rule);
        }
        self
    }

    /// Adds the patterns of another set after those of this one.
    pub fn extend(&mut self, other: RewritePatternSet) -> &mut Self {
        self.patterns.extend(other.patterns);
        self
    }

    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    pub(crate) fn into_patterns(self) -> Vec<Box<dyn RewritePattern>> {
        self.patterns
    }

    /// Sorts the patterns for use. Patterns on ops of dialects that are loaded later are not found:
    /// freeze when all dialects are.
    ///
    /// # Panics
    /// If a pattern is for ops, or mentions ops, that cannot exist in the context: see
    /// [`Context::check_op_name`].
    #[track_caller]
    pub fn freeze(self, ctx: &Context) -> FrozenRewritePatternSet {
        for pattern in &self.patterns {
            check_pattern_names(ctx, pattern.name(), pattern.root(), pattern.generated_ops());
            if let Some(definition) = pattern.operand_definition() {
                check_pattern_names(ctx, pattern.name(), PatternRoot::Op(definition.op), &[]);
            }
        }
        let index = PatternIndex::new(
            ctx,
            self.patterns.iter().map(|pattern| (pattern.root(), pattern.benefit())),
        );
        let needs: Vec<Option<Need>> = self
            .patterns
            .iter()
            .map(|pattern| Need::new(ctx, pattern.operand_definition()?))
            .collect();
        let needed_bit =
            |&number: &u32| needs[number as usize].as_ref().map_or(u64::MAX, |need| bit(need.op));
        let needed_bits =
            |list: &[u32]| list.iter().map(needed_bit).fold(0, |bits, bit| bits | bit);
        let needed = index
            .by_name
            .iter()
            .map(|&range| range.map_or(0, |range| needed_bits(index.in_range(range))))
            .collect();
        let observed = Observed::set(
            ctx,
            self.patterns.iter().map(|it| {
                PatternSummary::new(it.root(), it.name(), it.benefit(), it.generated_ops())
            }),
        );
        FrozenRewritePatternSet { patterns: self.patterns, index, needs, needed, observed }
    }
}

/// Checks that the op names of a pattern can exist: a pattern for ops that no dialect has would
/// silently do nothing.
#[track_caller]
pub(crate) fn check_pattern_names(
    ctx: &Context,
    pattern: &str,
    root: PatternRoot,
    others: &[&'static str],
) {
    for name in root.name().iter().chain(others) {
        if let Err(wrong) = ctx.check_op_name(name) {
            panic!(
                "pattern '{pattern}' is about ops '{name}': {wrong} (load dialects before patterns \
                    are frozen, or allow \
                 unregistered ones)"
            );
        }
    }
}

/// An [`OperandDefinition`] in a context.
struct Need {
    op: OpName,
    operand: Option<usize>,
}

impl Need {
    /// None for an op that no dialect has yet: its name changes once one has.
    fn new(ctx: &Context, definition: OperandDefinition) -> Option<Self> {
        Some(Self { op: ctx.registered_op(definition.op)?, operand: definition.operand })
    }
}

/// A bit for each name, shared with other names (a Bloom filter).
fn bit(op: OpName) -> u64 {
    1 << (op.index() % u64::BITS as usize)
}

/// The ops that define the operands of an op, by name, for [`FrozenRewritePatternSet::may_apply`].
pub(crate) struct OperandNames {
    names: SmallVec<[Option<OpName>; 4]>,
    bits: u64,
}

impl OperandNames {
    pub(crate) fn of(body: &Body, op: OpId) -> Self {
        const FEW: usize = 4;
        let name = |operand| body.defining_op(operand).map(|op| body.name(op));
        let count = body.num_operands(op);
        if count > FEW {
            return Self { names: body.operands(op).map(name).collect(), bits: u64::MAX };
        }
        // Built without the loops that longer lists need.
        let (mut names, mut bits) = ([None; FEW], 0);
        for (slot, operand) in names.iter_mut().zip(body.operands(op)) {
            *slot = name(operand);
            bits |= slot.map_or(0, bit);
        }
        Self { names: SmallVec::from_buf_and_len(names, count), bits }
    }
}

/// A pattern set that is ready for use, by any number of threads.
pub struct FrozenRewritePatternSet {
    patterns: Vec<Box<dyn RewritePattern>>,
    index: PatternIndex,
    /// By number, the op that must define an operand.
    needs: Vec<Option<Need>>,
    /// By op name, the union of the bits that the patterns with this root need; all bits if one of
    /// them needs nothing.
    needed: Vec<u64>,
    observed: Observed,
}

impl FrozenRewritePatternSet {
    /// Notifies the observer of patterns that one has applied.
    pub(crate) fn applied(&self, number: u32) {
        let pattern = self.pattern(number);
        self.observed.applied(pattern.root(), pattern.name());
    }

    /// # Panics
    /// If the patterns were frozen for another context.
    #[track_caller]
    pub(crate) fn check_context(&self, ctx: &Context) {
        self.index.check_context(ctx);
    }

    /// Whether one of the candidates may be worth a try on an op with these operands: a quick
    /// check.
    pub(crate) fn may_any_apply(&self, op: OpName, operands: &OperandNames) -> bool {
        let Some(&needed) = self.needed.get(op.index()) else { return true };
        needed == u64::MAX || needed & operands.bits != 0 || !self.index.any.is_empty()
    }

    /// Whether the pattern is worth a try on an op with these operands.
    pub(crate) fn may_apply(&self, number: u32, operands: &OperandNames) -> bool {
        match &self.needs[number as usize] {
            None => true,
            Some(Need { op, operand: None }) => operands.names.contains(&Some(*op)),
            Some(Need { op, operand: Some(index) }) => {
                operands.names.get(*index) == Some(&Some(*op))
            }
        }
    }

    /// The patterns to try on an op, best first, by their numbers.
    pub(crate) fn candidates(&self, op: OpName) -> &[u32] {
        self.index.candidates(op)
    }

    /// The patterns to try on an isolated op in the body that holds it, best first.
    pub(crate) fn link_candidates(&self, op: OpName) -> &[u32] {
        self.index.link_candidates(op)
    }

    pub(crate) fn pattern(&self, number: u32) -> &dyn RewritePattern {
        &*self.patterns[number as usize]
    }

    /// The patterns to try on an op, best first.
    pub fn patterns_for(&self, op: OpName) -> impl Iterator<Item = &dyn RewritePattern> {
        self.candidates(op).iter().map(|&number| self.pattern(number))
    }

    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}

/// Which patterns to try on which op, in which order; patterns are numbered as
/// they were added.
pub(crate) struct PatternIndex {
    /// The numbers of patterns, op name by op name.
    numbers: Vec<u32>,
    /// Per op name, its range of `numbers`; none for names that are not the root of any pattern.
    by_name: Vec<Option<(u32, u32)>>,
    any: Vec<u32>,
    /// Per name of isolated ops, the patterns on these in the bodies that hold them.
    links: FxHashMap<OpName, Vec<u32>>,
    roots: Vec<OpName>,
    /// The [id](Context::id) of the context for which the patterns were frozen.
    context: u32,
}

impl PatternIndex {
    pub(crate) fn new(ctx: &Context, patterns: impl Iterator<Item = (PatternRoot, u16)>) -> Self {
        let (mut rooted, mut any) = (Vec::with_capacity(patterns.size_hint().0), Vec::new());
        let mut links: FxHashMap<OpName, Vec<(Reverse<u16>, u32)>> = FxHashMap::default();
        for (number, (root, benefit)) in (0..).zip(patterns) {
            // Patterns are tried in the order of their ranks.
            let rank: (Reverse<u16>, u32) = (Reverse(benefit), number);
            match root {
                PatternRoot::Op(name) => rooted.push((ctx.op_name(name), rank)),
                PatternRoot::Link(name) => links.entry(ctx.op_name(name)).or_default().push(rank),
                PatternRoot::Any => any.push(rank),
            }
        }
        rooted.sort_unstable();
        any.sort_unstable();
        let in_order = |mut ranks: Vec<(Reverse<u16>, u32)>| {
            ranks.sort_unstable();
            ranks.into_iter().map(|rank| rank.1).collect()
        };
        let links = links.into_iter().map(|(name, ranks)| (name, in_order(ranks))).collect();
        let mut index = Self {
            links,
            numbers: Vec::with_capacity(rooted.len()),
            by_name: vec![None; rooted.last().map_or(0, |(name, _)| name.index() + 1)],
            any: any.iter().map(|rank| rank.1).collect(),
            roots: Vec::with_capacity(rooted.len()),
            context: ctx.id(),
        };
        for group in rooted.chunk_by(|(name, _), (next, _)| name == next) {
            let name = group[0].0;
            let start = index.numbers.len() as u32;
            let ranks = group.iter().map(|&(_, rank)| rank);
            if any.is_empty() {
                index.numbers.extend(ranks.map(|rank| rank.1));
            } else {
                let mut ranks: Vec<_> = ranks.chain(any.iter().copied()).collect();
                ranks.sort_unstable();
                index.numbers.extend(ranks.into_iter().map(|rank| rank.1));
            }
            index.by_name[name.index()] = Some((start, index.numbers.len() as u32));
            index.roots.push(name);
        }
        index
    }

    /// # Panics
    /// If the patterns were frozen for another context: names of ops mean other ops there.
    #[track_caller]
    pub(crate) fn check_context(&self, ctx: &Context) {
        assert!(
            self.context == ctx.id(),
            "these patterns belong to another context: they are applied with the one for which \
                they were frozen"
        );
    }

    pub(crate) fn link_candidates(&self, op: OpName) -> &[u32] {
        self.links.get(&op).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn candidates(&self, op: OpName) -> &[u32] {
        match self.by_name.get(op.index()) {
            Some(&Some(range)) => self.in_range(range),
            _ => &self.any,
        }
    }

    fn in_range(&self, (start, end): (u32, u32)) -> &[u32] {
        &self.numbers[start as usize..end as usize]
    }

    /// The op names that are roots of patterns.
    pub(crate) fn roots(&self) -> impl Iterator<Item = OpName> + '_ {
        self.roots.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(patterns: &[(PatternRoot, u16)], op: &str) -> Vec<u32> {
        let ctx = Context::new();
        PatternIndex::new(&ctx, patterns.iter().copied()).candidates(ctx.op_name(op)).to_vec()
    }

    #[test]
    fn benefit_comes_before_order_and_any_is_sorted_in() {
        let a = PatternRoot::Op("t.a");
        let patterns = [(a, 1), (a, 2), (PatternRoot::Any, 2), (a, 2), (PatternRoot::Op("t.b"), 9)];
        assert_eq!(order(&patterns, "t.a"), [1, 2, 3, 0]);
        assert_eq!(order(&patterns, "t.c"), [2]);
    }
}
