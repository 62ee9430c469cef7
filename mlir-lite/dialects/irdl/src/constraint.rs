//! Constraints as data, and how they are checked.

use crate::builtin_names::{attribute_name, type_name};
use mlir_lite::Context;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::ir::dynamic::DynamicData;
use mlir_lite::text::print_attribute;
use std::fmt;

/// How many constraints may be compared with attributes in the check of one op, type or attribute.
/// The alternatives of `irdl.any_of` may be tried in a number of ways that grows exponentially.
const MAX_COMPARISONS: usize = 100_000;

/// A constraint on an attribute. A type is the attribute that holds it. Other constraints are
/// named by their indices in the definition.
#[derive(Debug)]
pub(crate) enum Constraint {
    Any,
    Is(Attribute),
    Base(Definition),
    Parametric(Definition, Vec<usize>),
    AnyOf(Vec<usize>),
    AllOf(Vec<usize>),
}

impl Constraint {
    /// The constraints that this one consists of.
    pub(crate) fn parts(&self) -> &[usize] {
        match self {
            Self::Any | Self::Is(_) | Self::Base(_) => &[],
            Self::Parametric(_, parts) | Self::AnyOf(parts) | Self::AllOf(parts) => parts,
        }
    }
}

/// The definition of a type or attribute.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) kind: Kind,
    /// With the namespace: `builtin.integer`.
    pub(crate) name: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Type,
    Attribute,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Type => "type",
            Self::Attribute => "attribute",
        })
    }
}

/// Checks the attributes of one op, type or attribute. The uses of one constraint must be the same
/// attribute.
pub(crate) struct Checker<'c> {
    ctx: &'c Context,
    constraints: &'c [Constraint],
    /// The attribute that each constraint stands for, once it was satisfied.
    values: Vec<Option<Attribute>>,
    /// The constraints that have values, in the order in which they were satisfied.
    satisfied: Vec<usize>,
    comparisons: usize,
}

impl<'c> Checker<'c> {
    pub(crate) fn new(ctx: &'c Context, constraints: &'c [Constraint]) -> Self {
        let values = vec![None; constraints.len()];
        Self { ctx, constraints, values, satisfied: Vec::new(), comparisons: 0 }
    }

    /// Checks an attribute against the constraint of that index.
    ///
    /// # Errors
    /// Says why it does not satisfy the constraint.
    pub(crate) fn check(&mut self, attribute: Attribute, constraint: usize) -> Result<(), String> {
        self.satisfy(attribute, constraint).map_err(|mismatch| mismatch.message(self.ctx))
    }

    fn satisfy(&mut self, attribute: Attribute, constraint: usize) -> Result<(), Mismatch<'c>> {
        self.comparisons += 1;
        if self.comparisons > MAX_COMPARISONS {
            return Err(Mismatch::TooManyComparisons);
        }
        if let Some(value) = self.values[constraint] {
            return self.compare(value, attribute);
        }
        self.satisfy_first(attribute, &self.constraints[constraint])?;
        self.values[constraint] = Some(attribute);
        self.satisfied.push(constraint);
        Ok(())
    }

    /// Checks an attribute against a constraint that has no value yet.
    fn satisfy_first(
        &mut self,
        attribute: Attribute,
        constraint: &'c Constraint,
    ) -> Result<(), Mismatch<'c>> {
        match constraint {
            Constraint::Any => Ok(()),
            Constraint::Is(expected) => self.compare(*expected, attribute),
            Constraint::Base(definition) => match self.name_of(definition.kind, attribute)? {
                name if name == definition.name => Ok(()),
                name => Err(Mismatch::OtherBase(definition, name)),
            },
            Constraint::Parametric(definition, parts) => {
                if self.name_of(definition.kind, attribute)? != definition.name {
                    let text = print_attribute(self.ctx, attribute);
                    return Err(Mismatch::OtherBase(definition, text));
                }
                let parameters = self.parameters(attribute);
                if parameters.len() != parts.len() {
                    return Err(Mismatch::OtherCount(definition, parameters.len(), parts.len()));
                }
                let mut pairs = parameters.iter().zip(parts);
                pairs.try_for_each(|(&parameter, &part)| self.satisfy(parameter, part))
            }
            Constraint::AnyOf(parts) => {
                for &part in parts {
                    let before = self.satisfied.len();
                    match self.satisfy(attribute, part) {
                        Ok(()) => return Ok(()),
                        Err(Mismatch::TooManyComparisons) => {
                            return Err(Mismatch::TooManyComparisons);
                        }
                        Err(_) => self.undo(before),
                    }
                }
                Err(Mismatch::NoneOf(attribute))
            }
            Constraint::AllOf(parts) => {
                parts.iter().try_for_each(|&part| self.satisfy(attribute, part))
            }
        }
    }

    /// Removes the values of all but the first `count` constraints that were satisfied.
    fn undo(&mut self, count: usize) {
        for constraint in self.satisfied.drain(count..) {
            self.values[constraint] = None;
        }
    }

    fn compare(&self, expected: Attribute, found: Attribute) -> Result<(), Mismatch<'c>> {
        let ctx = self.ctx;
        // Large elements are not uniqued.
        let is_large = |it: Attribute| matches!(it.kind(ctx), AttributeKind::LargeElements);
        let is_same = expected == found
            || is_large(expected)
                && is_large(found)
                && print_attribute(ctx, expected) == print_attribute(ctx, found);
        if is_same { Ok(()) } else { Err(Mismatch::Other { expected, found }) }
    }

    /// The name of the definition of an attribute, which must be a type if `kind` is that of types.
    fn name_of(&self, kind: Kind, attribute: Attribute) -> Result<String, Mismatch<'c>> {
        match (kind, attribute.as_type(self.ctx)) {
            (Kind::Type, Some(ty)) => Ok(type_name(self.ctx, ty)),
            (Kind::Type, None) => Err(Mismatch::NotAType(attribute)),
            (Kind::Attribute, _) => Ok(attribute_name(self.ctx, attribute)),
        }
    }

    /// The parameters of a type or attribute of a dynamic dialect.
    fn parameters(&self, attribute: Attribute) -> &'c [Attribute] {
        let data = match attribute.as_type(self.ctx) {
            Some(ty) => ty.as_dialect::<DynamicData>(self.ctx),
            None => attribute.as_dialect::<DynamicData>(self.ctx),
        };
        data.map_or(&[], DynamicData::parameters)
    }
}

/// Why an attribute does not satisfy a constraint. Messages are those of MLIR, and are made only of
/// the mismatch that is reported.
enum Mismatch<'c> {
    Other { expected: Attribute, found: Attribute },
    NotAType(Attribute),
    OtherBase(&'c Definition, String),
    OtherCount(&'c Definition, usize, usize),
    NoneOf(Attribute),
    TooManyComparisons,
}

impl Mismatch<'_> {
    fn message(&self, ctx: &Context) -> String {
        let text = |attribute: &Attribute| print_attribute(ctx, *attribute);
        match self {
            Self::Other { expected, found } => {
                format!("expected '{}' but got '{}'", text(expected), text(found))
            }
            Self::NotAType(found) => format!("expected type, got attribute '{}'", text(found)),
            Self::OtherBase(Definition { kind, name }, found) => {
                format!("expected base {kind} '{name}' but got '{found}'")
            }
            Self::OtherCount(Definition { kind, name }, count, expected) => {
                format!("{kind} '{name}' has {count} parameters, but the constraint has {expected}")
            }
            Self::NoneOf(found) => format!("'{}' does not satisfy the constraint", text(found)),
            Self::TooManyComparisons => format!(
                "the constraints are too complex: they were not decided after {MAX_COMPARISONS} \
                    comparisons"
            ),
        }
    }
}
