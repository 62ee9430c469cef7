//! Op definitions: an op's declaration as data.
//!
//! The `#[op]` macro generates these records; the parser, printer, verifier and documentation read
//! them. An op can also be declared by hand.

use crate::data::Context;
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::adaptor::OpAdaptor;
use crate::ir::asm::{AsmParser, OpAsmParser, OpAsmPrinter, Parsed};
use crate::ir::body::{Body, OperationState};
use crate::ir::builder::OpBuilder;
use crate::ir::constraints::AttrStarts;
use crate::ir::dialect::InterfaceMap;
use crate::ir::discardable::DiscardableAttr;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::enums::EnumDef;
use crate::ir::fold::FoldFn;
use crate::ir::format::FormatElement;
use crate::ir::inference::{InferenceInput, OpInferAdaptor, ResultTypes};
use crate::ir::op_name::OpName;
use crate::ir::signature::OpSignature;
use crate::ir::typed_view::OpView;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use std::any::TypeId;
use std::sync::atomic::{AtomicU64, Ordering};

/// Checks an op and reports its errors.
pub type VerifyFn = fn(OpRef<'_>, &mut Diagnostics);

/// Parses an op's custom form, after its name.
pub type ParseOpFn = fn(&mut OpAsmParser<'_, '_>) -> Result<(), Reported>;

/// Prints an op's custom form, after its name.
pub type PrintOpFn = for<'p, 'b> fn(OpRef<'b>, &mut OpAsmPrinter<'p, 'b>);

/// Everything that a dialect declares about an op.
pub struct OpDef {
    /// Full name: `std.addf`.
    pub name: &'static str,
    /// Name of the Rust type.
    pub type_name: &'static str,
    /// The name and form of the op in today's MLIR, if they differ.
    pub upstream: Option<UpstreamDef>,
    /// One sentence.
    pub summary: &'static str,
    /// Documentation in Markdown.
    pub description: &'static str,
    /// Operands; variadic ones are one group of values.
    pub operands: &'static [ValueGroupDef],
    /// Results.
    pub results: &'static [ValueGroupDef],
    /// Inherent attributes. The index is the attribute's slot.
    pub attrs: &'static [AttrDef],
    /// Regions.
    pub regions: &'static [RegionDef],
    /// Successors.
    pub successors: &'static [SuccessorDef],
    /// Traits.
    pub traits: &'static [TraitDef],
    /// Relations between the types of operands, results and attributes.
    pub relations: &'static [TypeRelation],
    /// Names of the interfaces that the op implements, for documentation.
    pub interfaces: &'static [&'static str],
    /// Attributes that are properties of the op in today's MLIR but were not in 2020's.
    pub properties: &'static UpstreamProperties,
    /// The custom form.
    pub assembly: Assembly,
    /// Infers the types of results, if no relation determines them: call [`infer`](Self::infer).
    pub infer_types: Option<InferTypesFn>,
    /// Whether results may have other types than those that `infer_types` gives.
    pub compatible_types: CompatibleTypesFn,
    /// Checks beyond constraints and traits.
    pub verify: Option<VerifyFn>,
    /// Folds the op to values or constants.
    pub fold: Option<FoldFn>,
    /// Caches the op's name in the context that used it last.
    pub cache: NameCache,
}

/// Infers the types of an op's results, or says why it cannot.
pub type InferTypesFn = fn(InferenceInput<'_>) -> Result<ResultTypes, String>;

impl OpDef {
    /// The types of the results of such an op, if they are inferred.
    ///
    /// # Errors
    /// If the input lacks what the op requires, or the op says that it cannot infer them.
    pub fn infer(&self, input: InferenceInput<'_>) -> Result<ResultTypes, String> {
        input.check()?;
        let infer_types = self.infer_types.ok_or("the result types are not inferred")?;
        infer_types(input)
    }
}

/// Whether an op for which the first types were inferred may have results of the second ones.
pub type CompatibleTypesFn = fn(&Context, &[Type], &[Type]) -> bool;

/// Attributes of a 2020 op that are properties in today's MLIR. Here they are discardable; today's
/// generic form prints them as properties.
pub struct UpstreamProperties {
    /// The attributes.
    pub attrs: &'static [PropertyDef],
    /// Computes the attributes that today's generic form prints instead of those with these names.
    pub implied: Option<fn(OpRef<'_>) -> Vec<NamedAttribute>>,
    /// Checks their values further, after those of each alone.
    pub verify: Option<VerifyFn>,
}

impl UpstreamProperties {
    /// No attribute.
    pub const NONE: &'static Self = &Self::of(&[]);

    /// These attributes.
    pub const fn of(attrs: &'static [PropertyDef]) -> Self {
        Self { attrs, implied: None, verify: None }
    }

    /// Whether one of the attributes has that name.
    pub fn contains(&self, name: &str) -> bool {
        self.attrs.iter().any(|attr| attr.name == name)
    }

    /// The value that is the same as that the attribute `name` is absent.
    pub fn default_of(&self, ctx: &Context, name: &str) -> Option<Attribute> {
        let default = self.attrs.iter().find(|attr| attr.name == name)?.default?;
        Some(default(ctx))
    }
}

/// One of the [`UpstreamProperties`].
#[derive(Copy, Clone)]
pub struct PropertyDef {
    /// Its name.
    pub name: &'static str,
    /// The values that it may have; any if there is no constraint.
    pub constraint: Option<AttrConstraintDef>,
    /// The value that means the same as an absent attribute. The generic form prints it if the
    /// attribute is absent; the parser leaves it out.
    pub default: Option<fn(&Context) -> Attribute>,
    /// A value that custom forms do not print, because it means the same as an absent attribute.
    /// The op keeps it.
    pub elided: Option<Attribute>,
}

impl PropertyDef {
    /// The attribute with that key.
    pub const fn of<A: DiscardableAttr>() -> Self {
        let constraint = Some(AttrConstraintDef::of::<A::Value>());
        Self { name: A::NAME, constraint, default: None, elided: None }
    }

    /// The same, with a default value.
    pub const fn with_default(self, default: fn(&Context) -> Attribute) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same, with a value that custom forms do not print.
    pub const fn eliding(self, value: Attribute) -> Self {
        Self { elided: Some(value), ..self }
    }

    /// An attribute of any value, which is kept as it is.
    pub const fn any(name: &'static str) -> Self {
        Self { name, constraint: None, default: None, elided: None }
    }
}

/// The spelling of an op in today's MLIR.
pub struct UpstreamDef {
    /// Names that are accepted. The first is printed by default.
    pub names: &'static [&'static str],
    /// MLIR of 2020 had no such op, and its name in the 2020 spelling is our own.
    pub only: bool,
    /// Chooses the name if it depends on the op's types.
    pub choose: Option<fn(OpRef<'_>) -> &'static str>,
    /// Checks conditions that an op must satisfy if text uses one of the names.
    pub check: Option<fn(OpRef<'_>) -> Result<(), String>>,
    /// The form, where it differs.
    pub assembly: Option<Assembly>,
}

impl UpstreamDef {
    /// Whether an op has conditions to check if text uses one of the names.
    pub(crate) fn is_checked(&self) -> bool {
        self.choose.is_some() || self.check.is_some()
    }

    /// Checks an op for which text uses `name`, one of the names.
    pub(crate) fn check(&self, op: OpRef<'_>, name: &str) -> Result<(), String> {
        if let Some(chosen) = self.choose.map(|choose| choose(op)).filter(|chosen| *chosen != name)
        {
            return Err(format!("op '{name}' does not take these types: use '{chosen}'"));
        }
        self.check.map_or(Ok(()), |check| check(op))
    }
}

/// The custom form of an op.
#[derive(Copy, Clone)]
pub enum Assembly {
    /// Only the generic form exists.
    Generic,
    /// A declarative format, which the format engine interprets.
    Format(&'static [FormatElement]),
    /// By functions of the dialect.
    Custom {
        /// Reads the form.
        parse: ParseOpFn,
        /// Writes the form.
        print: PrintOpFn,
    },
}

/// How many values are in a group of operands or results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// An operand or a result, or a group of them.
pub struct ValueGroupDef {
    /// Name in formats and documentation.
    pub name: &'static str,
    /// The types that are allowed.
    pub constraint: TypeConstraintDef,
    /// How many values.
    pub arity: Arity,
}

/// A constraint on a type, as data.
#[derive(Copy, Clone)]
pub struct TypeConstraintDef {
    /// Noun phrase for messages: `tensor of 64-bit float values`.
    pub describe: fn() -> String,
    /// Whether a type satisfies it.
    pub matches: fn(&Context, Type) -> bool,
    /// The only type that satisfies it, if there is only one.
    pub only: Option<Type>,
    /// Creates the only type that satisfies it, if that needs a context.
    pub build: Option<fn(&Context) -> Type>,
}

impl TypeConstraintDef {
    /// The only type that satisfies the constraint, if there is only one.
    pub fn only_type(&self, ctx: &Context) -> Option<Type> {
        self.only.or_else(|| self.build.map(|build| build(ctx)))
    }
}

/// An inherent attribute.
pub struct AttrDef {
    /// Name in the attribute dictionary.
    pub name: &'static str,
    /// The attributes that are allowed.
    pub constraint: AttrConstraintDef,
    /// Whether it may be absent.
    pub optional: bool,
    /// The value that an absent attribute has, if there is a default.
    pub default: Option<fn(&Context) -> Attribute>,
}

/// A constraint on an attribute, as data.
#[derive(Copy, Clone)]
pub struct AttrConstraintDef {
    /// Noun phrase for messages: `64-bit signless integer attribute`.
    pub describe: fn() -> String,
    /// Whether an attribute satisfies it.
    pub matches: fn(&Context, Attribute) -> bool,
    /// The type of the attribute if a format leaves it out.
    pub implied_type: Option<Type>,
    /// How a format writes the attribute.
    pub form: AttrForm,
    /// How the attribute's text begins.
    pub starts: AttrStarts,
}

/// How a format writes an attribute.
#[derive(Copy, Clone, Debug)]
pub enum AttrForm {
    /// As attributes are written.
    Attribute,
    /// A string, written as the symbol of that name: `@name`.
    SymbolName,
    /// By being there: not at all.
    Unit,
    /// The keyword of an enum's case.
    Enum(&'static EnumDef),
    /// A dense array of integers of 32 bits, as `[1, 2]`.
    I32Array,
    /// A dense array of integers of 64 bits, as `[1, 2]`.
    I64Array,
    /// Its parameters, without `#dialect.name`. The function parses them.
    Parameters(fn(&mut AsmParser<'_, '_>) -> Parsed<Attribute>),
}

/// A region, or a group of them.
pub struct RegionDef {
    /// Name in formats and documentation.
    pub name: &'static str,
    /// Whether this is a group of any number of regions.
    pub variadic: bool,
    /// Whether each region has exactly one block.
    pub single_block: bool,
}

/// A successor, or a group of them.
pub struct SuccessorDef {
    /// Name in formats and documentation.
    pub name: &'static str,
    /// Whether this is a group of any number of successors.
    pub variadic: bool,
}

/// A trait, as data.
pub struct TraitDef {
    /// Name in documentation.
    pub name: &'static str,
    /// Properties that the framework tests by bit.
    pub flags: TraitFlags,
    /// Identity of the Rust type.
    pub id: fn() -> TypeId,
    /// The trait's own check; runs before the op's.
    pub verify: Option<VerifyFn>,
    /// The trait's check of the op's parent.
    pub verify_place: Option<VerifyFn>,
    /// The trait's check of the nested ops.
    pub verify_regions: Option<VerifyFn>,
    /// The terminator that is added to the op's blocks if text leaves it out.
    pub implicit_terminator: Option<fn(&Context) -> OpName>,
    /// Folds ops that do not fold themselves.
    pub fold: Option<FoldFn>,
    /// The Rust type's name, parameters included.
    pub type_name: fn() -> &'static str,
}

impl TraitDef {
    /// The record of trait `T`.
    pub const fn of<T: OpTrait>() -> Self {
        let mut flags = T::FLAGS;
        if T::VERIFY_PLACE.is_some() {
            flags = flags.union(TraitFlags::VERIFIES_PLACE);
        }
        if T::VERIFY_REGIONS.is_some() {
            flags = flags.union(TraitFlags::VERIFIES_REGIONS);
        }
        Self {
            name: T::NAME,
            flags,
            id: TypeId::of::<T>,
            verify: T::VERIFY,
            verify_place: T::VERIFY_PLACE,
            verify_regions: T::VERIFY_REGIONS,
            implicit_terminator: T::IMPLICIT_TERMINATOR,
            fold: T::FOLD,
            type_name: std::any::type_name::<T>,
        }
    }
}

/// A trait of ops: a Rust type, so that parametric traits are generic types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a trait of ops",
    label = "a name in `traits(..)` must implement `OpTrait`"
)]
pub trait OpTrait: 'static {
    /// Name in documentation.
    const NAME: &'static str;
    /// Properties that the framework tests by bit.
    const FLAGS: TraitFlags = TraitFlags::NONE;
    /// A check of its own. It may not rely on the ops in the regions, which are verified later.
    const VERIFY: Option<VerifyFn> = None;
    /// A check of the op's parent, [`OpRef::parent`]. An isolated op is seen as the enclosing body
    /// sees it. It is not called for the op that is verified as a whole, whose parent is not known.
    const VERIFY_PLACE: Option<VerifyFn> = None;
    /// A check of the nested ops, at any depth. It is called after they are verified, if they are
    /// valid.
    const VERIFY_REGIONS: Option<VerifyFn> = None;
    /// The terminator that is added to the op's blocks if text leaves it out.
    const IMPLICIT_TERMINATOR: Option<fn(&Context) -> OpName> = None;
    /// Folds the op if it does not fold itself, or only in place.
    const FOLD: Option<FoldFn> = None;
}

/// An operand, result or attribute whose type is part of a relation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// An operand group.
    Operand(usize),
    /// A result group.
    Result(usize),
    /// The type of an attribute.
    Attr(usize),
}

/// The aspect of types that is equal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// The types.
    Type,
    /// The shapes, as far as sizes are known.
    Shape,
    /// The element types.
    ElementType,
    /// The ranks, where they are known.
    Rank,
}

/// A relation between types, such as `AllTypesMatch(..)` among the traits. Formats leave out types
/// that follow from others.
pub enum TypeRelation {
    /// `AllTypesMatch(lhs, rhs, result)`
    AllMatch {
        /// Whose types.
        members: &'static [Member],
        /// The aspect of them that is equal.
        aspect: Aspect,
    },
    /// `TypesMatchWith("summary", from, to, transform)`
    MatchWith {
        /// The relation as text, after "failed to verify that".
        summary: &'static str,
        /// Whose type is given.
        from: Member,
        /// Whose type follows.
        to: Member,
        /// Computes the type from that of `from`. None if that does not fit.
        transform: fn(&Context, Type) -> Option<Type>,
    },
}

/// The traits that the framework itself tests.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TraitFlags(u32);

impl TraitFlags {
    /// No trait.
    pub const NONE: Self = Self(0);
    /// Values from outside are not used inside; the op owns a [`Body`].
    pub const ISOLATED_FROM_ABOVE: Self = Self(1);
    /// Ends its block.
    pub const TERMINATOR: Self = Self(1 << 1);
    /// Has no side effects and may be speculated.
    pub const PURE: Self = Self(1 << 2);
    /// `f(a, b)` is `f(b, a)`.
    pub const COMMUTATIVE: Self = Self(1 << 3);
    /// Has no operands and one result, whose value is in the attribute `value` or in the only one,
    /// or follows from the type.
    pub const CONSTANT_LIKE: Self = Self(1 << 4);
    /// Defines a symbol by its attribute `sym_name`.
    pub const SYMBOL: Self = Self(1 << 5);
    /// Its region's ops define symbols.
    pub const SYMBOL_TABLE: Self = Self(1 << 6);
    /// Each region has one block.
    pub const SINGLE_BLOCK: Self = Self(1 << 7);
    /// Blocks need no terminator.
    pub const NO_TERMINATOR: Self = Self(1 << 8);
    /// Values at its top level can be symbols of affine ops in it.
    pub const AFFINE_SCOPE: Self = Self(1 << 9);
    /// Stack memory allocated in it is freed when it is left.
    pub const AUTOMATIC_ALLOCATION_SCOPE: Self = Self(1 << 10);
    /// A function: name, type, one region for the body.
    pub const FUNCTION_LIKE: Self = Self(1 << 11);
    /// Has the effects of the ops in its regions, and no others.
    pub const RECURSIVE_EFFECTS: Self = Self(1 << 12);
    /// Returns control, and its operands, to the enclosing op.
    pub const RETURN_LIKE: Self = Self(1 << 13);
    /// Its regions are graphs: order and dominance do not matter.
    pub const GRAPH_REGION: Self = Self(1 << 14);
    /// Operand groups have their sizes in `operandSegmentSizes`.
    pub const ATTR_SIZED_OPERANDS: Self = Self(1 << 15);
    /// Result groups have their sizes in `resultSegmentSizes`.
    pub const ATTR_SIZED_RESULTS: Self = Self(1 << 16);
    /// All optional and variadic operand groups have the same size.
    pub const SAME_SIZED_OPERANDS: Self = Self(1 << 17);
    /// All optional and variadic result groups have the same size.
    pub const SAME_SIZED_RESULTS: Self = Self(1 << 18);

    /// Undefined if the second operand is zero (or, for signed division, -1), so it must not be
    /// executed where it was not executed before.
    pub const CONDITIONALLY_SPECULATABLE: Self = Self(1 << 19);
    /// All operands have the same type.
    pub const SAME_TYPE_OPERANDS: Self = Self(1 << 20);
    /// All operands and results have the same type.
    pub const SAME_OPERANDS_AND_RESULT_TYPE: Self = Self(1 << 21);
    /// Symbol references in its regions do not lead out of it.
    pub const ISOLATED_SYMBOLS: Self = Self(1 << 22);
    /// An attribute can say that it does not isolate symbols.
    pub const MAY_BE_TRANSPARENT: Self = Self(1 << 23);
    /// Names of its dialect's ops are written without prefix directly in its regions.
    pub const OPENS_OWN_DIALECT: Self = Self(1 << 26);
    /// One of its traits has a [`OpTrait::VERIFY_PLACE`].
    pub(crate) const VERIFIES_PLACE: Self = Self(1 << 24);
    /// One of its traits has a [`OpTrait::VERIFY_REGIONS`].
    pub(crate) const VERIFIES_REGIONS: Self = Self(1 << 25);

    /// Both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The traits that are in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether any of `other` is in the set.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Caches an op's dense index for the context that was used last.
#[derive(Default)]
pub struct NameCache(AtomicU64);

impl NameCache {
    /// Knows nothing yet.
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    pub(crate) fn get(&self, context: u32) -> Option<u32> {
        let entry = self.0.load(Ordering::Relaxed);
        (entry >> 32 == u64::from(context)).then_some(entry as u32)
    }

    pub(crate) fn set(&self, context: u32, index: u32) {
        self.0.store(u64::from(context) << 32 | u64::from(index), Ordering::Relaxed);
    }
}

/// A typed op: a `Copy` wrapper of an [`OpId`] whose op is known to be defined by
/// [`OpDefinition::def`]. The `#[op]` macro implements it. Its accessors panic if the op has become
/// another one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an op",
    label = "behaviour is implemented for the op: `impl Interface for MyOp`, not for its view \
        `MyOpRef<'_>`, which the functions get as their argument"
)]
pub trait OpDefinition: Copy + 'static {
    /// The op together with its body, for code that only reads.
    type View<'b>: OpView<'b, Op = Self> + 'b;

    /// The adaptor: other values in place of the operands, by name.
    type Adaptor<'v, T: Copy + 'v>: OpAdaptor<'v, T>;

    /// The adaptor for the inference of result types: types of operands, attributes and regions, by
    /// name.
    type InferAdaptor<'a>: OpInferAdaptor<'a>;

    /// Full name.
    const NAME: &'static str;

    /// Arguments and results, with which the compiler checks rewrite rules.
    const SIGNATURE: OpSignature = OpSignature::UNKNOWN;

    /// The op's definition.
    fn def() -> &'static OpDef;

    /// Wraps an id. The caller has checked the op's name; accessors check it again, since an op may
    /// become another one.
    fn from_id(id: OpId) -> Self;

    /// The id.
    fn id(self) -> OpId;

    /// The view of an op whose name the caller has checked.
    #[doc(hidden)]
    fn view_of(op: OpRef<'_>) -> Self::View<'_>;

    /// Adds the interfaces that the op implements.
    fn register_interfaces(interfaces: &mut InterfaceMap);

    /// Whether `op` is an op of this type.
    #[track_caller]
    fn is(body: &Body, op: OpId) -> bool {
        let def = body.op_info(body.name(op)).def();
        def.is_some_and(|def| std::ptr::eq(def, Self::def()))
    }

    /// Creates the op from any operands, results, named attributes and successors, with one empty
    /// region for each that is declared. Does not use the op's own builder.
    #[track_caller]
    fn build_generic(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        operands: &[ValueId],
        result_types: &[Type],
        attributes: &[NamedAttribute],
    ) -> Self {
        let def = Self::def();
        let mut state = OperationState::new(Self::name(builder.context()), location);
        let isolated = def.traits.iter().any(|t| t.flags.contains(TraitFlags::ISOLATED_FROM_ABOVE));
        if isolated {
            let mut child = Body::new(builder.context(), state.name, location, def.regions.len());
            let root = child.root();
            for &(name, value) in attributes {
                child.set_attr(root, name, value);
            }
            return Self::from_id(builder.create_isolated(child, operands, result_types));
        }
        state.operands.extend_from_slice(operands);
        state.result_types.extend_from_slice(result_types);
        state.attributes.extend_from_slice(attributes);
        for _ in def.regions {
            state.regions.push(builder.body_mut().create_region());
        }
        let op = builder.body_mut().create_op(state);
        builder.insert(op);
        Self::from_id(op)
    }

    /// `op` as a typed op, if it is one of this type.
    #[track_caller]
    fn cast(body: &Body, op: OpId) -> Option<Self> {
        Self::is(body, op).then(|| Self::from_id(op))
    }

    /// The op that defines `value`, if it is one of this type.
    #[track_caller]
    fn defining(body: &Body, value: ValueId) -> Option<Self> {
        Self::cast(body, body.defining_op(value)?)
    }

    /// The op's name in `ctx`.
    ///
    /// # Panics
    /// If the op's dialect is not loaded, which is a mistake in the compiler that creates the op,
    /// not in its input.
    fn name(ctx: &Context) -> OpName {
        ctx.op_name_of(Self::def())
    }
}
