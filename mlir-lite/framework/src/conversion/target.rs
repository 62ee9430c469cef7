//! Conversion targets: which ops are legal.

use mlir_lite::context::{Context, OpName, SHORT_NAME_PREFIXES};
use mlir_lite::ir::{Body, OpDefinition, OpId, OpRef};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

type Condition = Box<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;

enum Action {
    Legal,
    Illegal,
    /// Legal where the condition holds, illegal elsewhere.
    Dynamic(Condition),
    /// Legal where the target's own condition holds.
    ByTarget,
}

/// Whether an op is legal, according to the target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// It may stay.
    Legal,
    /// The op may stay, with everything nested in it.
    RecursivelyLegal,
    /// It must go.
    Illegal,
    /// The target does not say.
    Unknown,
}

/// Declares which ops are legal: by op, by dialect, and for all others. A declaration for an op
/// overrides one for its dialect; later declarations override earlier ones.
///
/// Ops and dialects have the names of any spelling: `std.addf`, `addf` and `arith.addf` are one op,
/// and `arith` is those ops of `std` that MLIR 22 has in that dialect. A declaration for these
/// overrides one for all of `std`. A name that no op can have where the target is used is an error
/// there.
pub struct ConversionTarget {
    ctx: Context,
    /// By the name of the op's declaration, if its dialect was loaded then.
    ops: FxHashMap<Box<str>, Action>,
    dialects: FxHashMap<&'static str, Action>,
    unknown: Option<Condition>,
    by_target: Option<Condition>,
    recursive: FxHashMap<&'static str, Condition>,
}

impl ConversionTarget {
    /// Nothing is declared legal or illegal.
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
        let declared = self.ctx.registered_op(name).map(|name| self.ctx.op_info(name).name());
        self.ops.insert(declared.unwrap_or(name).into(), action);
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

    /// Ops of that name are illegal.
    pub fn add_illegal_op_named(&mut self, name: &str) -> &mut Self {
        self.set(name, Action::Illegal)
    }

    /// The ops of the dialect are illegal.
    pub fn add_illegal_dialect(&mut self, namespace: &'static str) -> &mut Self {
        self.dialects.insert(namespace, Action::Illegal);
        self
    }

    /// Ops `O` are legal where `legal` holds, and illegal elsewhere.
    pub fn add_dynamically_legal_op<O: OpDefinition>(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.set(O::NAME, Action::Dynamic(Box::new(legal)))
    }

    /// Ops of that name are legal where `legal` holds, and illegal elsewhere.
    pub fn add_dynamically_legal_op_named(
        &mut self,
        name: &str,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.set(name, Action::Dynamic(Box::new(legal)))
    }

    /// The ops of the dialect are legal where `legal` holds, and illegal elsewhere.
    pub fn add_dynamically_legal_dialect(
        &mut self,
        namespace: &'static str,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dialects.insert(namespace, Action::Dynamic(Box::new(legal)));
        self
    }

    /// Ops `O` are legal where the function of [`ConversionTarget::set_dynamic_legality`] returns
    /// true.
    pub fn mark_op_dynamically_legal<O: OpDefinition>(&mut self) -> &mut Self {
        self.set(O::NAME, Action::ByTarget)
    }

    /// The ops of the dialect are legal where the function of
    /// [`ConversionTarget::set_dynamic_legality`] returns true.
    pub fn mark_dialect_dynamically_legal(&mut self, namespace: &'static str) -> &mut Self {
        self.dialects.insert(namespace, Action::ByTarget);
        self
    }

    /// Sets the condition for ops that are marked as dynamically legal without a condition of their
    /// own; without this, they are illegal.
    pub fn set_dynamic_legality(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.by_target = Some(Box::new(legal));
        self
    }

    /// Ops that no other declaration covers are legal where `legal` holds, and illegal elsewhere.
    pub fn mark_unknown_op_dynamically_legal(
        &mut self,
        legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.unknown = Some(Box::new(legal));
        self
    }

    /// Where an op `O` is legal and `condition` holds, everything nested in it is legal too.
    ///
    /// # Panics
    /// If `O` was not declared before, or was declared illegal.
    #[track_caller]
    pub fn mark_op_recursively_legal<O: OpDefinition>(
        &mut self,
        condition: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        assert!(
            self.may_be_legal(self.ctx.op_name(O::NAME), false),
            "'{}' is to be recursively legal and must be made legal first",
            O::NAME
        );
        self.recursive.insert(O::NAME, Box::new(condition));
        self
    }

    /// The errors in the names that the target has, for ops of `ctx`; sorted.
    pub(crate) fn wrong_names(&self, ctx: &Context) -> Vec<String> {
        let dialects = self.dialects.keys().filter_map(|name| ctx.check_dialect_name(name).err());
        let ops = self.ops.keys().filter_map(|name| ctx.check_op_name(name).err());
        let mut wrong: Vec<String> = dialects
            .chain(ops)
            .map(|wrong| format!("the conversion target names what nothing has: {wrong}"))
            .collect();
        wrong.sort_unstable();
        wrong
    }

    /// The declaration for ops of that name.
    fn declared_for(&self, name: OpName) -> Declared<'_> {
        let info = self.ctx.op_info(name);
        let upstream = info.def().and_then(|def| def.upstream.as_ref());
        let names = upstream.map_or(&[][..], |upstream| upstream.names);
        let own = self.ops.get(info.name()).or_else(|| {
            // The declaration was made before the dialect was loaded.
            let short =
                SHORT_NAME_PREFIXES.iter().find_map(|prefix| info.name().strip_prefix(prefix));
            let spellings =
                short.filter(|_| info.is_registered()).into_iter().chain(names.iter().copied());
            spellings.into_iter().find_map(|spelling| self.ops.get(spelling))
        });
        if own.is_some() {
            return Declared::One(own);
        }
        let of_prefix =
            |name: &str| self.dialects.get(name.split_once('.').map_or("", |name| name.0));
        let of_dialect = self.dialects.get(info.namespace());
        match upstream.and_then(|upstream| upstream.choose) {
            Some(choose) if names.iter().any(|name| of_prefix(name).is_some()) => {
                Declared::ByName(choose)
            }
            _ => Declared::One(names.first().and_then(|name| of_prefix(name)).or(of_dialect)),
        }
    }

    /// The declaration for the dialect of ops that MLIR 22 calls `name`, where there is none for
    /// the op.
    fn declared_for_dialect(&self, name: &str, namespace: &str) -> Option<&Action> {
        let prefix = name.split_once('.').map_or("", |name| name.0);
        self.dialects.get(prefix).or_else(|| self.dialects.get(namespace))
    }

    /// Whether ops of that name may be legal: the end of chains of patterns. `unless_said` is the
    /// answer for ops that nothing is declared for.
    fn may_be_legal(&self, name: OpName, unless_said: bool) -> bool {
        let may_be = |action: Option<&Action>| match action {
            Some(action) => !matches!(action, Action::Illegal),
            None => unless_said,
        };
        match self.declared_for(name) {
            Declared::One(action) => may_be(action),
            Declared::ByName(_) => {
                let info = self.ctx.op_info(name);
                let names = info
                    .def()
                    .and_then(|def| def.upstream.as_ref())
                    .map_or(&[][..], |def| def.names);
                names.iter().any(|name| may_be(self.declared_for_dialect(name, info.namespace())))
            }
        }
    }

    /// Whether ops of that name may be legal: the end of chains of patterns.
    pub(crate) fn may_end_chain(&self, name: OpName) -> bool {
        self.may_be_legal(name, self.unknown.is_some())
    }

    /// The legality of an op.
    pub(crate) fn legality(&self, body: &Body, op: OpId) -> Legality {
        self.legality_of(self.declared_for(body.name(op)), body, op)
    }

    fn legality_of(&self, declared: Declared<'_>, body: &Body, op: OpId) -> Legality {
        let action = match declared {
            Declared::One(action) => action,
            Declared::ByName(choose) => {
                self.declared_for_dialect(choose(body.op(op)), body.info(op).namespace())
            }
        };
        self.legality_by(action, body, op)
    }

    fn legality_by(&self, action: Option<&Action>, body: &Body, op: OpId) -> Legality {
        let legal = match (action, &self.unknown) {
            (Some(Action::Legal), _) => true,
            (Some(Action::Illegal), _) => false,
            (Some(Action::ByTarget), _) => {
                self.by_target.as_ref().is_some_and(|condition| condition(body.op(op)))
            }
            (Some(Action::Dynamic(condition)), _) | (None, Some(condition)) => {
                condition(body.op(op))
            }
            (None, None) => return Legality::Unknown,
        };
        if !legal {
            return Legality::Illegal;
        }
        if self.recursive.is_empty() {
            return Legality::Legal;
        }
        match self.recursive.get(body.info(op).name()) {
            Some(condition) if condition(body.op(op)) => Legality::RecursivelyLegal,
            _ => Legality::Legal,
        }
    }

    /// Whether an op may stay.
    pub fn is_legal(&self, op: OpRef<'_>) -> bool {
        matches!(self.legality(op.body(), op.id()), Legality::Legal | Legality::RecursivelyLegal)
    }
}

/// The declaration for ops of one name.
#[derive(Copy, Clone)]
enum Declared<'t> {
    /// The same of all.
    One(Option<&'t Action>),
    /// By the dialect that contains the op under its MLIR 22 name.
    ByName(fn(OpRef<'_>) -> &'static str),
}

/// The number of names whose declarations are kept.
const KEPT: usize = 1 << 10;

/// The declarations for op names, looked up when a name is first asked for: a conversion asks for
/// each op, and again for each op that it creates. All bodies that are converted share them, since
/// most have few ops.
pub(crate) struct KnownActions<'t> {
    target: &'t ConversionTarget,
    by_name: Box<[OnceLock<Declared<'t>>]>,
}

impl<'t> KnownActions<'t> {
    pub(crate) fn of(target: &'t ConversionTarget) -> Self {
        Self { target, by_name: std::iter::repeat_with(OnceLock::new).take(KEPT).collect() }
    }

    /// As [`ConversionTarget::legality`].
    pub(crate) fn legality(&self, body: &Body, op: OpId) -> Legality {
        let name = body.name(op);
        let declared = match self.by_name.get(name.index()) {
            Some(known) => *known.get_or_init(|| self.target.declared_for(name)),
            None => self.target.declared_for(name),
        };
        self.target.legality_of(declared, body, op)
    }
}
