//! All folds and patterns of the loaded dialects, found in their declarations: nothing is listed by
//! hand.

use crate::workshop::Workshop;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::OpName;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::interfaces::DialectFoldInterface;
use mlir_lite::ir::op_def::{OpDef, TraitFlags};
use mlir_lite::ir::{Body, Fold, FoldValue, InsertionPoint, OpId, SymbolRequests, ValueId};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, PatternApplicator, RewriteDriver, RewritePattern, RewritePatternSet,
    constant_value, fold_op, materialize_constant,
};
use mlir_lite::rewrite::{add_canonicalization_patterns, rules::Rule as DeclaredRule};
use std::sync::Arc;

/// The kind of rewrite.
#[derive(Clone)]
enum Kind {
    /// The op's own fold.
    Fold,
    /// The fold of one of its traits.
    TraitFold(usize),
    /// Constants of a commutative op move after its other operands.
    ConstantsLast,
    /// The fold of its dialect.
    DialectFold(&'static dyn DialectFoldInterface),
    /// A pattern: its index among those that are tried on the op.
    Pattern(Arc<FrozenRewritePatternSet>, usize),
}

/// A fold or a pattern.
#[derive(Clone)]
pub struct Rule {
    /// Its name, which is unique among those of its root.
    pub name: String,
    /// The op that it is tried on.
    pub root: &'static OpDef,
    /// The declaration, if it is a rule of `rewrite!`.
    pub declared: Option<&'static DeclaredRule>,
    kind: Kind,
}

/// All folds and patterns, sorted by the names of their roots.
pub fn rules(workshop: &Workshop) -> Vec<Rule> {
    let ctx = &workshop.ctx;
    let mut rules = Vec::new();
    let dialect_folds = ctx.dialects_with_interface::<dyn DialectFoldInterface>();
    for &root in &workshop.ops {
        let mut add =
            |name: String, kind, declared| rules.push(Rule { name, root, declared, kind });
        let flags = root.traits.iter().fold(TraitFlags::NONE, |flags, it| flags.union(it.flags));
        if root.fold.is_some() {
            add("fold".to_owned(), Kind::Fold, None);
        }
        if flags.contains(TraitFlags::COMMUTATIVE) {
            add("constants come last".to_owned(), Kind::ConstantsLast, None);
        }
        for (index, it) in root.traits.iter().enumerate().filter(|(_, it)| it.fold.is_some()) {
            add(format!("fold of the trait {}", it.name), Kind::TraitFold(index), None);
        }
        let own = ctx.op_info(ctx.op_name_of(root)).dialect();
        for &(id, interface) in dialect_folds.iter().filter(|(id, _)| Some(*id) == own) {
            add(
                format!("fold of the dialect {}", ctx.dialect_namespace(id)),
                Kind::DialectFold(interface),
                None,
            );
        }
        let mut set = RewritePatternSet::new();
        if add_canonicalization_patterns(ctx.op_info(ctx.op_name_of(root)), &mut set) {
            let set = Arc::new(set.freeze(ctx));
            for (at, pattern) in set.patterns_for(ctx.op_name_of(root)).enumerate() {
                add(pattern.name().to_owned(), Kind::Pattern(Arc::clone(&set), at), pattern.rule());
            }
        }
    }
    rules
}

/// The driver of a pattern that is applied once.
struct Once;

impl RewriteDriver for Once {}

impl Rule {
    /// The rule among all, as text.
    pub fn title(&self) -> String {
        format!("{}: {}", self.root.name, self.name)
    }

    /// The kind: a `fold`, a `rule` of `rewrite!`, or a `pattern` in Rust.
    pub fn kind(&self) -> &'static str {
        match &self.kind {
            Kind::Pattern(..) if self.declared.is_some() => "rule",
            Kind::Pattern(..) => "pattern",
            _ => "fold",
        }
    }

    /// The name of the ops that it is tried on.
    pub fn root_name(&self, workshop: &Workshop) -> OpName {
        workshop.ctx.op_name_of(self.root)
    }

    /// Applies the rule, and nothing else, to an op; returns whether it fired.
    ///
    /// # Errors
    /// If it breaks one of the rules for patterns.
    pub fn apply(&self, body: &mut Body, op: OpId) -> Result<bool, String> {
        let constants: Vec<Option<Attribute>> =
            body.operands(op).map(|operand| constant_value(body, operand)).collect();
        let before = body.version();
        let outcome = match &self.kind {
            Kind::Fold => {
                self.root.fold.map_or(Fold::Unchanged, |fold| fold(body.op(op), &constants))
            }
            Kind::TraitFold(index) => self.root.traits[*index]
                .fold
                .map_or(Fold::Unchanged, |fold| fold(body.op(op), &constants)),
            Kind::DialectFold(interface) => interface.fold(body.op(op), &constants),
            Kind::ConstantsLast => {
                let operands: Vec<ValueId> = body.operands(op).collect();
                // Independent of the result of the fold, the operands are in their new order.
                fold_op(body, op);
                return Ok(body.operands(op).collect::<Vec<_>>() != operands);
            }
            Kind::Pattern(set, at) => return self.apply_pattern(set, *at, body, op),
        };
        match outcome {
            Fold::Unchanged => Ok(false),
            Fold::InPlace(edit) => {
                edit.apply(body);
                match body.version() == before {
                    true => Err("says that it changed something, and changed nothing".to_owned()),
                    false => Ok(true),
                }
            }
            Fold::Replaced(values) => Ok(replace(body, op, &values)),
        }
    }

    fn apply_pattern(
        &self,
        set: &FrozenRewritePatternSet,
        at: usize,
        body: &mut Body,
        op: OpId,
    ) -> Result<bool, String> {
        let Some(wanted) = set.patterns_for(body.name(op)).nth(at) else { return Ok(false) };
        let wanted = std::ptr::from_ref(wanted).cast::<()>();
        let name = self.name.as_str();
        let mut applicator = PatternApplicator::new(set);
        // Patterns without a state of their own may have one address.
        applicator.apply_cost_model(|pattern: &dyn RewritePattern| {
            (std::ptr::from_ref(pattern).cast::<()>() == wanted && pattern.name() == name)
                .then_some(1)
        });
        let before = body.version();
        let result = applicator.match_and_rewrite(body, op, &mut Once, &mut SymbolRequests::new());
        match (result.is_ok(), body.version() != before) {
            (true, false) => Err("says that it applies, and changed nothing".to_owned()),
            (false, true) => Err("says that it does not apply, and changed something".to_owned()),
            (applies, _) => Ok(applies),
        }
    }
}

/// Replaces an op by the result of its fold, as drivers do; returns whether that is possible.
fn replace(body: &mut Body, op: OpId, values: &[FoldValue]) -> bool {
    let results: Vec<ValueId> = body.results(op).collect();
    let fits = results.len() == values.len()
        && !values.is_empty()
        && values.iter().zip(&results).all(|(value, &result)| match *value {
            FoldValue::Constant(_) => true,
            FoldValue::Value(value) => value != result && body.ty(value) == body.ty(result),
        });
    if !fits {
        return false;
    }
    let (dialect, location) = (body.info(op).dialect(), body.location(op));
    let mut replacements = Vec::new();
    for (value, &result) in values.iter().zip(&results) {
        let ty = body.ty(result);
        replacements.push(match *value {
            FoldValue::Value(value) => value,
            FoldValue::Constant(value) => {
                let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
                let Some(constant) =
                    materialize_constant(&mut builder, dialect, value, ty, location)
                else {
                    return false;
                };
                body.result(constant, 0)
            }
        });
    }
    for (&result, value) in results.iter().zip(replacements) {
        body.replace_all_uses(result, value);
    }
    body.erase_op(op);
    true
}
