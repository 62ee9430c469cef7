//! Patterns of conversions.

use crate::conversion::{ConversionPatternRewriter, OneToManyOperands, TypeConverter};
use crate::rewrite::{
    MatchResult, Observed, PatternIndex, PatternRoot, PatternSummary, RewritePattern,
    RewritePatternSet, check_pattern_names,
};
use mlir_lite::context::{Context, OpName};
use mlir_lite::ir::{Adaptor, OpAdaptor, OpBuilder, OpDefinition, OpId, ValueId};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

/// A rewrite of one op that sees the replacements of its operands.
pub trait ConversionPattern: Send + Sync {
    /// Which ops the pattern is tried on.
    fn root(&self) -> PatternRoot;

    /// The benefit; see [`RewritePattern::benefit`].
    fn benefit(&self) -> u16 {
        1
    }

    /// Name for messages.
    fn name(&self) -> &str;

    /// Names of the ops that the pattern creates, if they are to count in the search for the
    /// shortest way to legal ops. A pattern that declares nothing is assumed to create legal ones.
    fn generated_ops(&self) -> &[&'static str] {
        &[]
    }

    /// Rewrites `op`, or returns why the pattern does not apply; then its changes are undone.
    ///
    /// `operands` are the current replacements of the op's operands, one for each, of converted
    /// types if the pattern has a type converter. The op's own operands are still the old values.
    fn match_and_rewrite(
        &self,
        op: OpId,
        operands: &[ValueId],
        rewriter: &mut ConversionPatternRewriter<'_>,
    ) -> MatchResult;
}

struct OpPattern<O, F> {
    name: Cow<'static, str>,
    benefit: u16,
    convert: F,
    op: PhantomData<fn() -> O>,
}

impl<O, F> ConversionPattern for OpPattern<O, F>
where
    O: OpDefinition,
    F: Fn(O, Adaptor<'_, O>, &mut ConversionPatternRewriter<'_>) -> MatchResult + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(O::NAME)
    }
    fn benefit(&self) -> u16 {
        self.benefit
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn match_and_rewrite(
        &self,
        op: OpId,
        operands: &[ValueId],
        rewriter: &mut ConversionPatternRewriter<'_>,
    ) -> MatchResult {
        let operands = OpAdaptor::of(rewriter.body().op(op), operands);
        (self.convert)(O::from_id(op), operands, rewriter)
    }
}

struct RootedPattern<F> {
    root: PatternRoot,
    name: Cow<'static, str>,
    benefit: u16,
    generated: &'static [&'static str],
    convert: F,
}

impl<F> ConversionPattern for RootedPattern<F>
where
    F: Fn(OpId, &[ValueId], &mut ConversionPatternRewriter<'_>) -> MatchResult + Send + Sync,
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
    fn generated_ops(&self) -> &[&'static str] {
        self.generated
    }
    fn match_and_rewrite(
        &self,
        op: OpId,
        operands: &[ValueId],
        rewriter: &mut ConversionPatternRewriter<'_>,
    ) -> MatchResult {
        (self.convert)(op, operands, rewriter)
    }
}

type Rewriter<'r> = ConversionPatternRewriter<'r>;
type ConvertOneToMany =
    dyn Fn(OpId, &OneToManyOperands, &mut Rewriter<'_>) -> MatchResult + Send + Sync;

/// A pattern that sees all replacements of each operand.
pub(crate) struct OneToManyPattern {
    root: PatternRoot,
    name: Cow<'static, str>,
    benefit: u16,
    convert: Box<ConvertOneToMany>,
}

impl OneToManyPattern {
    pub(crate) fn match_and_rewrite(&self, op: OpId, rewriter: &mut Rewriter<'_>) -> MatchResult {
        let mut operands = OneToManyOperands::default();
        for operand in rewriter.body().operand_list(op) {
            operands.push(&rewriter.remapped_to_many(operand)?);
        }
        (self.convert)(op, &operands, rewriter)
    }
}

/// A pattern of any kind.
pub(crate) enum AnyPattern {
    Conversion(Box<dyn ConversionPattern>),
    OneToMany(OneToManyPattern),
    /// Sees the op's own operands; the operands of the ops it builds are mapped later.
    Rewrite(Box<dyn RewritePattern>),
}

impl AnyPattern {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Conversion(pattern) => pattern.name(),
            Self::OneToMany(pattern) => &pattern.name,
            Self::Rewrite(pattern) => pattern.name(),
        }
    }

    fn root(&self) -> PatternRoot {
        match self {
            Self::Conversion(pattern) => pattern.root(),
            Self::OneToMany(pattern) => pattern.root,
            Self::Rewrite(pattern) => pattern.root(),
        }
    }

    fn benefit(&self) -> u16 {
        match self {
            Self::Conversion(pattern) => pattern.benefit(),
            Self::OneToMany(pattern) => pattern.benefit,
            Self::Rewrite(pattern) => pattern.benefit(),
        }
    }

    pub(crate) fn generated_ops(&self) -> &[&'static str] {
        match self {
            Self::Conversion(pattern) => pattern.generated_ops(),
            Self::OneToMany(_) => &[],
            Self::Rewrite(pattern) => pattern.generated_ops(),
        }
    }
}

/// Patterns in the order in which they were added, and the type converter of the patterns that are
/// added next.
#[derive(Default)]
pub struct ConversionPatternSet {
    patterns: Vec<Entry>,
    converter: Option<Arc<TypeConverter>>,
    keeps_attributes: bool,
}

/// A pattern with its type converter and settings.
struct Entry {
    pattern: AnyPattern,
    converter: Option<Arc<TypeConverter>>,
    keeps_attributes: bool,
}

impl ConversionPatternSet {
    /// No patterns, and no type converter: types stay, unless patterns convert them.
    pub fn new() -> Self {
        Self::default()
    }

    /// No patterns; those that are added use `converter`.
    pub fn with_converter(converter: &Arc<TypeConverter>) -> Self {
        Self { converter: Some(converter.clone()), ..Self::default() }
    }

    /// Keeps the discardable attributes of the ops that patterns added from now on replace: they
    /// are copied to the op that gives the first new result, or to the last op that a pattern
    /// creates. If it creates none, nothing is copied.
    pub fn keep_discardable_attributes(&mut self) -> &mut Self {
        self.keeps_attributes = true;
        self
    }

    /// Adds a rewrite of ops `O`, which gets the op, the replacements of its operands, and the
    /// rewriter.
    pub fn add<O: OpDefinition>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        convert: impl Fn(O, Adaptor<'_, O>, &mut ConversionPatternRewriter<'_>) -> MatchResult
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        self.add_pattern(OpPattern { name: name.into(), benefit, convert, op: PhantomData })
    }

    /// Adds a rewrite of ops that are identified only by their name, or of all ops, that creates
    /// ops of the names `generated`.
    pub fn add_rooted(
        &mut self,
        root: PatternRoot,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        generated: &'static [&'static str],
        convert: impl Fn(OpId, &[ValueId], &mut ConversionPatternRewriter<'_>) -> MatchResult
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        self.add_pattern(RootedPattern { root, name: name.into(), benefit, generated, convert })
    }

    /// Adds a rewrite of ops `O` that gets all replacements of each operand: several or none where
    /// the type of an operand is converted to that many types. An accessor of the adaptor returns a
    /// slice of values in place of a value.
    ///
    /// ```
    /// # extern crate mlir_lite_framework as mlir_lite;
    /// # use mlir_lite::conversion::ConversionPatternSet;
    /// # use mlir_lite::ir::prelude::*;
    /// /// Negates a complex number.
    /// #[op(
    ///     name = "c.neg",
    ///     traits(Pure, SameOperandsAndResultType),
    ///     format = "$input attr-dict `:` type($input)"
    /// )]
    /// pub struct NegOp {
    ///     #[operand]
    ///     input: AnyComplex,
    ///     #[result]
    ///     result: AnyComplex,
    /// }
    ///
    /// /// Replaces them, where a complex number is converted to its two parts.
    /// fn add(patterns: &mut ConversionPatternSet) {
    ///     patterns.add_one_to_many::<NegOp>("neg-of-parts", 1, |op, operands, rewriter| {
    ///         let [re, im] = *operands.input() else { return Err("expects two parts".into()) };
    ///         rewriter.replace_op_with_multiple(op.id(), &[&[re, im]]);
    ///         Ok(())
    ///     });
    /// }
    /// ```
    pub fn add_one_to_many<O: OpDefinition>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        convert: impl for<'v> Fn(O, Adaptor<'v, O, &'v [ValueId]>, &mut Rewriter<'_>) -> MatchResult
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        let root = PatternRoot::Op(O::NAME);
        self.add_rooted_one_to_many(root, name, benefit, move |op, operands, rewriter| {
            let lists: SmallVec<[&[ValueId]; 4]> = operands.iter().collect();
            let adaptor = OpAdaptor::of(rewriter.body().op(op), &lists);
            convert(O::from_id(op), adaptor, rewriter)
        })
    }

    /// As [`add_one_to_many`](Self::add_one_to_many), for ops that are identified only by their
    /// name, or for all ops.
    pub fn add_rooted_one_to_many(
        &mut self,
        root: PatternRoot,
        name: impl Into<Cow<'static, str>>,
        benefit: u16,
        convert: impl Fn(OpId, &OneToManyOperands, &mut Rewriter<'_>) -> MatchResult
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        let (name, convert) = (name.into(), Box::new(convert));
        self.add_any(AnyPattern::OneToMany(OneToManyPattern { root, name, benefit, convert }))
    }

    /// Adds a pattern.
    pub fn add_pattern(&mut self, pattern: impl ConversionPattern + 'static) -> &mut Self {
        self.add_any(AnyPattern::Conversion(Box::new(pattern)))
    }

    fn add_any(&mut self, pattern: AnyPattern) -> &mut Self {
        let (converter, keeps_attributes) = (self.converter.clone(), self.keeps_attributes);
        self.patterns.push(Entry { pattern, converter, keeps_attributes });
        self
    }

    /// Adds patterns that know nothing of conversions.
    pub fn add_rewrites(&mut self, patterns: RewritePatternSet) -> &mut Self {
        let patterns = patterns.into_patterns().into_iter();
        self.patterns.extend(patterns.map(|pattern| Entry {
            pattern: AnyPattern::Rewrite(pattern),
            converter: None,
            keeps_attributes: false,
        }));
        self
    }

    /// Adds the patterns of another set, with their type converters.
    pub fn extend(&mut self, other: ConversionPatternSet) -> &mut Self {
        self.patterns.extend(other.patterns);
        self
    }

    /// Sorts the patterns for use; all dialects must be loaded by then.
    ///
    /// # Panics
    /// If a pattern is for ops, or generates ops, that cannot exist in the context: see
    /// [`Context::check_op_name`].
    #[track_caller]
    pub fn freeze(self, ctx: &Context) -> FrozenConversionPatternSet {
        for Entry { pattern, .. } in &self.patterns {
            check_pattern_names(ctx, pattern.name(), pattern.root(), pattern.generated_ops());
        }
        let index = PatternIndex::new(
            ctx,
            self.patterns.iter().map(|entry| (entry.pattern.root(), entry.pattern.benefit())),
        );
        let observed = Observed::set(
            ctx,
            self.patterns.iter().map(|Entry { pattern: it, .. }| {
                PatternSummary::new(it.root(), it.name(), it.benefit(), it.generated_ops())
            }),
        );
        FrozenConversionPatternSet { patterns: self.patterns, index, observed }
    }
}

/// A conversion's patterns, ready for use by any number of threads.
pub struct FrozenConversionPatternSet {
    patterns: Vec<Entry>,
    index: PatternIndex,
    observed: Observed,
}

impl FrozenConversionPatternSet {
    /// # Panics
    /// If the patterns were frozen for another context.
    #[track_caller]
    pub(crate) fn check_context(&self, ctx: &Context) {
        self.index.check_context(ctx);
    }

    /// Notifies the observer of patterns that one has applied.
    pub(crate) fn applied(&self, number: u32) {
        let pattern = self.pattern(number);
        self.observed.applied(pattern.root(), pattern.name());
    }

    pub(crate) fn candidates(&self, op: OpName) -> &[u32] {
        self.index.candidates(op)
    }

    pub(crate) fn link_candidates(&self, op: OpName) -> &[u32] {
        self.index.link_candidates(op)
    }

    pub(crate) fn pattern(&self, number: u32) -> &AnyPattern {
        &self.patterns[number as usize].pattern
    }

    pub(crate) fn converter(&self, number: u32) -> Option<&Arc<TypeConverter>> {
        self.patterns[number as usize].converter.as_ref()
    }

    /// Whether the discardable attributes of the ops that the pattern replaces are kept.
    pub(crate) fn keeps_attributes(&self, number: u32) -> bool {
        self.patterns[number as usize].keeps_attributes
    }

    pub(crate) fn roots(&self) -> impl Iterator<Item = OpName> + '_ {
        self.index.roots()
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
