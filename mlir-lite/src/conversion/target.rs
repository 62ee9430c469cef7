//! What a conversion aims at: which ops are legal.

use crate::context::{Context, OpName};
use crate::ir::{Body, OpDefinition, OpId, OpRef};
use rustc_hash::FxHashMap;

type Condition = Box<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;

enum Action {
    Legal,
    Illegal,
    /// Legal where the condition holds, illegal elsewhere.
    Dynamic(Condition),
    /// Legal where the target's own condition holds.
    ByTarget,
}

/// Whether an op is legal, as far as the target says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// It may stay.
    Legal,
    /// It may stay, with all that is in it.
    RecursivelyLegal,
    /// It must go.
    Illegal,
    /// The target does not say.
    Unknown,
}

/// Says which ops are legal, by op, by dialect, and for all others. What is
/// said of an op goes before what is said of its dialect; what is said later
/// replaces what was said before.
pub struct ConversionTarget {
    ctx: Context,
    ops: FxHashMap<OpName, Action>,
    dialects: FxHashMap<&'static str, Action>,
    unknown: Option<Condition>,
    by_target: Option<Condition>,
    recursive: FxHashMap<OpName, Condition>,
}

impl ConversionTarget {
    /// Nothing is known to be legal or illegal.
    pub fn new(ctx: &Context) -> Self {
        Self {
            ctx: ctx.clone(),
            ops: FxHashMap::default(),
            dialects: FxHashMap::default(),
            unknown: None,
            by_target: None,
            recursive: FxHashMap::default(),
        }
    }

    fn set(&mut self, name: &str, action: Action) -> &mut Self {
        self.ops.insert(self.ctx.op_name(name), action);
        self
    }

    /// Ops `O` may stay.
    pub fn add_legal_op<O: OpDefinition>(&mut self) -> &mut Self {
        self.set(O::NAME, Action::Legal)
    }

    /// Ops of that name may stay.
    pub fn add_legal_op_named(&mut self, name: &str) -> &mut Self {
        self.set(name, Action::Legal)
    }

    /// The ops of the dialect may stay.
    pub fn add_legal_dialect(&mut self, namespace: &'static str) -> &mut Self {
        self.dialects.insert(namespace, Action::Legal);
        self
    }

    /// Ops `O` must go.
    pub fn add_illegal_op<O: OpDefinition>(&mut self) -> &mut Self {
        self.set(O::NAME, Action::Illegal)
    }

    /// Ops of that name must go.
    pub fn add_illegal_op_named(&mut self, name: &str) -> &mut Self {
        self.set(name, Action::Illegal)
    }

    /// The ops of the dialect must go.
    pub fn add_illegal_dialect(&mut self, namespace: &'static str) -> &mut Self {
        self.dialects.insert(namespace, Action::Illegal);
        self
    }

    /// Ops `O` may stay where `legal` holds, and must go elsewhere.
    pub fn add_dynamically_legal_op<O: OpDefinition>(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.set(O::NAME, Action::Dynamic(Box::new(legal)))
    }

    /// Ops of that name may stay where `legal` holds, and must go elsewhere.
    pub fn add_dynamically_legal_op_named(
        &mut self,
        name: &str,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.set(name, Action::Dynamic(Box::new(legal)))
    }

    /// The ops of the dialect may stay where `legal` holds, and must go
    /// elsewhere.
    pub fn add_dynamically_legal_dialect(
        &mut self,
        namespace: &'static str,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dialects.insert(namespace, Action::Dynamic(Box::new(legal)));
        self
    }

    /// Ops `O` may stay where [`ConversionTarget::set_dynamic_legality`] says so.
    pub fn mark_op_dynamically_legal<O: OpDefinition>(&mut self) -> &mut Self {
        self.set(O::NAME, Action::ByTarget)
    }

    /// The ops of the dialect may stay where
    /// [`ConversionTarget::set_dynamic_legality`] says so.
    pub fn mark_dialect_dynamically_legal(&mut self, namespace: &'static str) -> &mut Self {
        self.dialects.insert(namespace, Action::ByTarget);
        self
    }

    /// Says where ops that are marked as dynamically legal, without a condition
    /// of their own, may stay; without this, nowhere.
    pub fn set_dynamic_legality(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.by_target = Some(Box::new(legal));
        self
    }

    /// Ops of which nothing else is said may stay where `legal` holds, and
    /// must go elsewhere.
    pub fn mark_unknown_op_dynamically_legal(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.unknown = Some(Box::new(legal));
        self
    }

    /// Where an op `O` is legal and `condition` holds, all that is in it may
    /// stay too.
    ///
    /// # Panics
    /// If nothing was said of `O` before, or that it must go.
    pub fn mark_op_recursively_legal<O: OpDefinition>(
        &mut self,
        condition: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        let name = self.ctx.op_name(O::NAME);
        assert!(
            matches!(self.action(name), Some(Action::Legal | Action::Dynamic(_) | Action::ByTarget)),
            "'{}' is to be recursively legal and must be made legal first",
            O::NAME
        );
        self.recursive.insert(name, Box::new(condition));
        self
    }

    fn action(&self, name: OpName) -> Option<&Action> {
        self.ops.get(&name).or_else(|| self.dialects.get(self.ctx.op_info(name).namespace()))
    }

    /// Whether ops of that name may be legal: the end of chains of patterns.
    pub(crate) fn may_be_legal(&self, name: OpName) -> bool {
        match self.action(name) {
            Some(action) => !matches!(action, Action::Illegal),
            None => self.unknown.is_some(),
        }
    }

    /// What the target says of an op.
    pub(crate) fn legality(&self, body: &Body, op: OpId) -> Legality {
        let name = body.name(op);
        self.legality_by(self.action(name), name, body, op)
    }

    fn legality_by(&self, action: Option<&Action>, name: OpName, body: &Body, op: OpId) -> Legality {
        let legal = match (action, &self.unknown) {
            (Some(Action::Legal), _) => true,
            (Some(Action::Illegal), _) => false,
            (Some(Action::ByTarget), _) => {
                self.by_target.as_ref().is_some_and(|condition| condition(body.op(op)))
            }
            (Some(Action::Dynamic(condition)), _) | (None, Some(condition)) => condition(body.op(op)),
            (None, None) => return Legality::Unknown,
        };
        if !legal {
            return Legality::Illegal;
        }
        if self.recursive.is_empty() {
            return Legality::Legal;
        }
        match self.recursive.get(&name) {
            Some(condition) if condition(body.op(op)) => Legality::RecursivelyLegal,
            _ => Legality::Legal,
        }
    }

    /// Whether an op may stay.
    pub fn is_legal(&self, op: OpRef<'_>) -> bool {
        matches!(self.legality(op.body(), op.id()), Legality::Legal | Legality::RecursivelyLegal)
    }
}

/// What a target says of all names of ops that there are, looked up once: a conversion asks for each op, and again for
/// each that it creates.
pub(crate) struct KnownActions<'t> {
    target: &'t ConversionTarget,
    by_name: Vec<Option<&'t Action>>,
}

impl<'t> KnownActions<'t> {
    pub(crate) fn of(target: &'t ConversionTarget) -> Self {
        let by_name = target.ctx.op_names().map(|name| target.action(name)).collect();
        Self { target, by_name }
    }

    /// As [`ConversionTarget::legality`].
    pub(crate) fn legality(&self, body: &Body, op: OpId) -> Legality {
        let name = body.name(op);
        match self.by_name.get(name.index()) {
            Some(&action) => self.target.legality_by(action, name, body, op),
            None => self.target.legality(body, op),
        }
    }
}
