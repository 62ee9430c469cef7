//! The constant ops that folds of a dialect's ops create.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::OperationState;
use crate::ir::builder::OpBuilder;
use crate::ir::dialect::{Dialect, DialectId, DialectRegistration};
use crate::ir::entities::OpId;
use crate::ir::interfaces::DialectConstantInterface;
use crate::ir::op_def::{Aspect, Member, OpDef, OpDefinition, TraitFlags, TypeRelation};

/// Where a dialect's constants come from.
#[derive(Copy, Clone)]
pub(super) enum Constants {
    /// From an op that is declared as `ConstantLike`.
    Op(&'static OpDef),
    /// From the dialect of that namespace.
    Dialect(&'static str),
}

impl Constants {
    fn op(&self) -> Option<&'static OpDef> {
        match self {
            Self::Op(def) => Some(def),
            Self::Dialect(_) => None,
        }
    }
}

impl DialectRegistration<'_> {
    /// Folds of the dialect's ops may return constants that `O` declares: its result constraint,
    /// the constraint of its attribute and relations between both say which. With several ops, the
    /// first one that fits is created. A dialect with other conditions implements
    /// [`DialectConstantInterface`], which is asked first.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::ir::prelude::*;
    ///
    /// /// A number.
    /// #[op(name = "calc.number", traits(Pure, ConstantLike), format = "$value attr-dict")]
    /// pub struct NumberOp {
    ///     #[attr]
    ///     value: F64Attr,
    ///     #[result]
    ///     result: F64,
    /// }
    ///
    /// struct CalcDialect;
    /// impl Dialect for CalcDialect {
    ///     const NAMESPACE: &'static str = "calc";
    ///     fn register(dialect: &mut DialectRegistration<'_>) {
    ///         dialect.op::<NumberOp>();
    ///         dialect.constants::<NumberOp>();
    ///     }
    /// }
    /// # let ctx = Context::new();
    /// # ctx.load::<CalcDialect>();
    /// ```
    ///
    /// # Panics
    /// If the declaration of `O` does not say `ConstantLike`.
    #[track_caller]
    pub fn constants<O: OpDefinition>(&mut self) {
        let def = O::def();
        let is_constant = def.traits.iter().any(|t| t.flags.contains(TraitFlags::CONSTANT_LIKE));
        assert!(is_constant, "'{}' is not a constant: it has no trait ConstantLike", def.name);
        self.add_constants(Constants::Op(def));
    }

    /// Folds of the dialect's ops may return constants of another dialect, which is loaded by then.
    /// As [`constants`](Self::constants), it may be one of several.
    pub fn constants_of<D: Dialect>(&mut self) {
        self.add_constants(Constants::Dialect(D::NAMESPACE));
    }
}

impl Context {
    /// Creates a constant op for a value that an op of `dialect` folded to; none if the dialect
    /// cannot.
    #[doc(hidden)]
    pub fn create_constant(
        builder: &mut dyn OpBuilder,
        dialect: DialectId,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let interface = |builder: &dyn OpBuilder, dialect| {
            builder.context().dialect_interface::<dyn DialectConstantInterface>(dialect)
        };
        if let Some(interface) = interface(builder, dialect)
            && let Some(op) = interface.materialize_constant(builder, value, ty, location)
        {
            return Some(op);
        }
        if builder.context().dialect_constants(dialect).is_empty() {
            return None;
        }
        let ctx = builder.context().clone();
        ctx.dialect_constants(dialect).iter().find_map(|constants| match constants {
            Constants::Op(def) => ctx.create_constant_op(builder, def, value, ty, location),
            // The other dialect's own constants, not those that it takes from elsewhere: two
            // dialects may name each other.
            Constants::Dialect(namespace) => {
                let other = ctx.dialect_id(namespace)?;
                let op = interface(builder, other)
                    .and_then(|other| other.materialize_constant(builder, value, ty, location));
                let declared = ctx.dialect_constants(other).iter();
                op.or_else(|| {
                    declared
                        .filter_map(Constants::op)
                        .find_map(|def| ctx.create_constant_op(builder, def, value, ty, location))
                })
            }
        })
    }

    fn create_constant_op(
        &self,
        builder: &mut dyn OpBuilder,
        def: &'static OpDef,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let name = self.op_name_of(def);
        let slot = self.op_info(name).constant_slot()?;
        let fits = (def.attrs[slot].constraint.matches)(self, value)
            && def.results.first().is_some_and(|result| (result.constraint.matches)(self, ty))
            && def.relations.iter().all(|relation| holds(self, relation, value, ty));
        fits.then(|| {
            let attribute = self.op_info(name).attr_names()[slot];
            let state = OperationState::new(name, location).results(&[ty]);
            builder.create(state.attribute(attribute, value))
        })
    }
}

/// Whether a relation between the attribute and the result of a constant holds.
fn holds(ctx: &Context, relation: &TypeRelation, value: Attribute, ty: Type) -> bool {
    let type_of = |member: &Member| match member {
        Member::Attr(_) => value.ty(ctx),
        Member::Operand(_) | Member::Result(_) => Some(ty),
    };
    match relation {
        TypeRelation::AllMatch { members, aspect: Aspect::Type } => {
            members.iter().all(|member| type_of(member) == Some(ty))
        }
        TypeRelation::AllMatch { members, aspect: Aspect::ElementType } => {
            let element = |ty: Type| ty.element_or_self(ctx);
            members.iter().all(|member| type_of(member).map(element) == Some(element(ty)))
        }
        // The verifier compares shapes.
        TypeRelation::AllMatch { aspect: Aspect::Shape | Aspect::Rank, .. } => true,
        TypeRelation::MatchWith { from, to, transform, .. } => {
            type_of(from).and_then(|from| transform(ctx, from)) == type_of(to)
        }
    }
}
