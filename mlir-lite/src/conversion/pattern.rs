//! Patterns of conversions.

use crate::context::{Context, OpName};
use crate::conversion::{ConversionPatternRewriter, TypeConverter};
use crate::ir::{OpDefinition, OpId, ValueId};
use crate::rewrite::{MatchResult, PatternIndex, PatternRoot, RewritePattern, RewritePatternSet};
use std::marker::PhantomData;
use std::sync::Arc;

/// A rewrite of one op that knows what its operands have become.
pub trait ConversionPattern: Send + Sync {
    /// Which ops the pattern is tried on.
    fn root(&self) -> PatternRoot;

    /// How much is gained; see [`RewritePattern::benefit`].
    fn benefit(&self) -> u16 {
        1
    }

    /// Name for messages.
    fn name(&self) -> &str;

    /// Names of the ops that the pattern creates, if they are to count when
    /// the shortest way to legal ops is chosen. A pattern that says nothing is
    /// taken to create legal ones.
    fn generated_ops(&self) -> &[&'static str] {
        &[]
    }

    /// Rewrites `op`, or says why the pattern does not apply; what it has done
    /// until then is taken back.
    ///
    /// `operands` are the values that stand for the op's operands now, one for
    /// each, of converted types if the pattern has a type converter. The op's
    /// own operands are the old values still.
    fn match_and_rewrite(
        &self,
        op: OpId,
        operands: &[ValueId],
        rewriter: &mut ConversionPatternRewriter<'_>,
    ) -> MatchResult;
}

struct OpPattern<O, F> {
    name: &'static str,
    benefit: u16,
    convert: F,
    op: PhantomData<fn() -> O>,
}

impl<O, F> ConversionPattern for OpPattern<O, F>
where
    O: OpDefinition,
    F: Fn(O, &[ValueId], &mut ConversionPatternRewriter<'_>) -> MatchResult + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(O::NAME)
    }
    fn benefit(&self) -> u16 {
        self.benefit
    }
    fn name(&self) -> &str {
        self.name
    }
    fn match_and_rewrite(
        &self,
        op: OpId,
        operands: &[ValueId],
        rewriter: &mut ConversionPatternRewriter<'_>,
    ) -> MatchResult {
        (self.convert)(O::from_id(op), operands, rewriter)
    }
}

struct RootedPattern<F> {
    root: PatternRoot,
    name: &'static str,
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
        self.name
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

/// A pattern of either kind.
pub(crate) enum AnyPattern {
    Conversion(Box<dyn ConversionPattern>),
    /// Sees the op's own operands; what it builds on them is mapped later.
    Rewrite(Box<dyn RewritePattern>),
}

impl AnyPattern {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Conversion(pattern) => pattern.name(),
            Self::Rewrite(pattern) => pattern.name(),
        }
    }

    fn root(&self) -> PatternRoot {
        match self {
            Self::Conversion(pattern) => pattern.root(),
            Self::Rewrite(pattern) => pattern.root(),
        }
    }

    fn benefit(&self) -> u16 {
        match self {
            Self::Conversion(pattern) => pattern.benefit(),
            Self::Rewrite(pattern) => pattern.benefit(),
        }
    }

    pub(crate) fn generated_ops(&self) -> &[&'static str] {
        match self {
            Self::Conversion(pattern) => pattern.generated_ops(),
            Self::Rewrite(pattern) => pattern.generated_ops(),
        }
    }
}

/// Patterns in the order in which they were added, and the type converter that
/// those that are added now use.
#[derive(Default)]
pub struct ConversionPatternSet {
    patterns: Vec<(AnyPattern, Option<Arc<TypeConverter>>)>,
    converter: Option<Arc<TypeConverter>>,
}

impl ConversionPatternSet {
    /// No patterns, and no type converter: types stay, or patterns see to them.
    pub fn new() -> Self {
        Self::default()
    }

    /// No patterns; those that are added use `converter`.
    pub fn with_converter(converter: &Arc<TypeConverter>) -> Self {
        Self { patterns: Vec::new(), converter: Some(converter.clone()) }
    }

    /// Adds a rewrite of ops `O`.
    pub fn add<O: OpDefinition>(
        &mut self,
        name: &'static str,
        benefit: u16,
        convert: impl Fn(O, &[ValueId], &mut ConversionPatternRewriter<'_>) -> MatchResult + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(OpPattern { name, benefit, convert, op: PhantomData })
    }

    /// Adds a rewrite of ops that are known by their name only, or of all ops,
    /// that creates ops of the names `generated`.
    pub fn add_rooted(
        &mut self,
        root: PatternRoot,
        name: &'static str,
        benefit: u16,
        generated: &'static [&'static str],
        convert: impl Fn(OpId, &[ValueId], &mut ConversionPatternRewriter<'_>) -> MatchResult
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        self.add_pattern(RootedPattern { root, name, benefit, generated, convert })
    }

    /// Adds a pattern.
    pub fn add_pattern(&mut self, pattern: impl ConversionPattern + 'static) -> &mut Self {
        self.patterns.push((AnyPattern::Conversion(Box::new(pattern)), self.converter.clone()));
        self
    }

    /// Adds patterns that know nothing of conversions.
    pub fn add_rewrites(&mut self, patterns: RewritePatternSet) -> &mut Self {
        let patterns = patterns.into_patterns().into_iter();
        self.patterns.extend(patterns.map(|pattern| (AnyPattern::Rewrite(pattern), None)));
        self
    }

    /// Adds the patterns of another set, with their type converters.
    pub fn extend(&mut self, other: ConversionPatternSet) -> &mut Self {
        self.patterns.extend(other.patterns);
        self
    }

    /// Sorts the patterns for use; all dialects must be loaded by then.
    pub fn freeze(self, ctx: &Context) -> FrozenConversionPatternSet {
        let index = PatternIndex::new(
            ctx,
            self.patterns.iter().map(|(pattern, _)| (pattern.root(), pattern.benefit())),
        );
        let (patterns, converters) = self.patterns.into_iter().unzip();
        FrozenConversionPatternSet { patterns, converters, index }
    }
}

/// A conversion's patterns, ready for use by any number of threads.
pub struct FrozenConversionPatternSet {
    patterns: Vec<AnyPattern>,
    converters: Vec<Option<Arc<TypeConverter>>>,
    index: PatternIndex,
}

impl FrozenConversionPatternSet {
    pub(crate) fn candidates(&self, op: OpName) -> &[u32] {
        self.index.candidates(op)
    }

    pub(crate) fn pattern(&self, number: u32) -> &AnyPattern {
        &self.patterns[number as usize]
    }

    pub(crate) fn converter(&self, number: u32) -> Option<&Arc<TypeConverter>> {
        self.converters[number as usize].as_ref()
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
