//! Loads the dialects that a module defines into its context.

mod op_checks;
mod segments;

use crate::builtin_names::{is_builtin_attribute, is_builtin_type};
use crate::constraint::{Checker, Constraint, Definition, Kind};
use crate::ops::{
    AllOfOp, AnyOfOp, AnyOp, AttributeOp, BaseOp, CPredOp, DialectOp, Found, IsOp, OperationOp,
    ParametersOp, ParametricOp, RegionOp, TypeOp, definition_of, not_a_definition, not_found,
};
use mlir_lite::Context;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::ir::dynamic::DynamicDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::{Body, RegionRef};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use op_checks::OpChecks;
use rustc_hash::FxHashMap;

/// How deeply constraints may be nested.
const MAX_DEPTH: usize = 256;

/// Loads the dialects that a module defines by `irdl.dialect`. The module must be valid, and the
/// dialects must be loaded before text that uses them is read.
///
/// ```
/// # use mlir_lite_framework as mlir_lite;
/// use mlir_lite::Context;
/// use mlir_lite::text::{ParseOptions, parse_module};
/// use mlir_lite::verify::verify;
/// use mlir_lite_diagnostics::Diagnostics;
/// use mlir_lite_irdl::{IrdlDialect, load_irdl};
///
/// let ctx = Context::new();
/// ctx.load::<IrdlDialect>();
/// let mut diagnostics = Diagnostics::new();
/// let text = "
///   irdl.dialect @shop {
///     irdl.operation @pay {
///       %0 = irdl.is i64
///       irdl.operands(price: %0)
///     }
///   }";
/// let file = ctx.sources().add("shop.irdl.mlir", text).expect("the text is short");
/// let shop = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)?;
/// verify(&shop, &mut diagnostics)?;
/// load_irdl(&shop, &mut diagnostics)?;
///
/// let file = ctx.sources().add("a.mlir", "\"shop.pay\"() : () -> ()").expect("it is short");
/// let module = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)?;
/// assert!(verify(&module, &mut diagnostics).is_err());
/// # Ok::<(), mlir_lite_diagnostics::Reported>(())
/// ```
///
/// # Errors
/// If a constraint cannot be checked, such as `irdl.c_pred`, or another dialect has a namespace. No
/// dialect is loaded in the first case.
pub fn load_irdl(module: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let loader = Loader { tables: SymbolTables::new(module) };
    let mut dialects = Vec::new();
    for op in module.walk().filter(|op| op.is::<DialectOp>()) {
        dialects.push((op, loader.dialect(op, diagnostics)?));
    }
    for (op, dialect) in dialects {
        if let Err(message) = module.context().load_dynamic(dialect) {
            return Err(diagnostics.error(op.op_error(message)));
        }
    }
    Ok(())
}

/// The constraints of a definition, and the index of the one that each value stands for.
#[derive(Default)]
struct Constraints {
    list: Vec<Constraint>,
    depths: Vec<usize>,
    indices: FxHashMap<ValueId, usize>,
}

impl Constraints {
    /// The constraints that the operands of an op stand for.
    fn of_operands(&self, op: OpRef<'_>) -> Result<Vec<usize>, String> {
        let index = |value| self.indices.get(&value).copied();
        let indices = op.operands().map(index).enumerate().map(|(number, index)| {
            index.ok_or_else(|| format!("operand #{number} is not a constraint of this definition"))
        });
        indices.collect()
    }

    fn add(&mut self, value: ValueId, constraint: Constraint) -> Result<(), String> {
        let depth = constraint.parts().iter().map(|&part| self.depths[part] + 1).max();
        let depth = depth.unwrap_or_default();
        if depth > MAX_DEPTH {
            return Err(format!("constraints are nested more than {MAX_DEPTH} deep"));
        }
        self.indices.insert(value, self.list.len());
        self.list.push(constraint);
        self.depths.push(depth);
        Ok(())
    }
}

struct Loader<'m> {
    tables: SymbolTables<'m>,
}

impl<'m> Loader<'m> {
    fn dialect(
        &self,
        op: OpRef<'m>,
        diagnostics: &mut Diagnostics,
    ) -> Result<DynamicDialect, Reported> {
        let mut dialect = DynamicDialect::new(name_of(op));
        for part in ops_in(op) {
            if part.is::<TypeOp>() {
                dialect.ty(name_of(part), self.parameters(part, diagnostics)?);
            } else if part.is::<AttributeOp>() {
                dialect.attribute(name_of(part), self.parameters(part, diagnostics)?);
            } else if part.is::<OperationOp>() {
                let constraints = self.constraints(part, diagnostics)?;
                let checks = OpChecks::new(part, constraints, diagnostics)?;
                dialect.op(name_of(part), move |op, diagnostics| {
                    if let Err(error) = checks.check(op) {
                        diagnostics.error(*error);
                    }
                });
            }
        }
        Ok(dialect)
    }

    /// The check of the parameters of a type or attribute.
    fn parameters(
        &self,
        definition: OpRef<'m>,
        diagnostics: &mut Diagnostics,
    ) -> Result<impl Fn(&Context, &[Attribute]) -> Result<(), String> + 'static, Reported> {
        let constraints = self.constraints(definition, diagnostics)?;
        let list = ops_in(definition).find(|op| op.is::<ParametersOp>());
        let expected = match list {
            Some(list) => constraints
                .of_operands(list)
                .map_err(|message| diagnostics.error(list.op_error(message)))?,
            None => Vec::new(),
        };
        let constraints = constraints.list;
        Ok(move |ctx: &Context, parameters: &[Attribute]| {
            if parameters.len() != expected.len() {
                let (expected, count) = (expected.len(), parameters.len());
                return Err(format!("expected {expected} type arguments, but had {count}"));
            }
            let mut checker = Checker::new(ctx, &constraints);
            let mut pairs = parameters.iter().zip(&expected);
            pairs.try_for_each(|(&parameter, &constraint)| checker.check(parameter, constraint))
        })
    }

    /// The constraints of a definition, in their order.
    fn constraints(
        &self,
        definition: OpRef<'m>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Constraints, Reported> {
        let mut constraints = Constraints::default();
        for op in ops_in(definition) {
            let mut results = op.results();
            let (Some(value), None) = (results.next(), results.next()) else { continue };
            if op.is::<RegionOp>() {
                continue;
            }
            let constraint = self.constraint(op, &constraints);
            let added = constraint.and_then(|constraint| constraints.add(value, constraint));
            added.map_err(|message| diagnostics.error(op.op_error(message)))?;
        }
        Ok(constraints)
    }

    fn constraint(&self, op: OpRef<'m>, before: &Constraints) -> Result<Constraint, String> {
        let ctx = op.context();
        if let Some(is) = op.cast::<IsOp>() {
            // They are freed with the ops that have them.
            if matches!(is.expected().kind(ctx), AttributeKind::LargeElements) {
                return Err("has elements of more than 1 KiB, which are not compared".to_owned());
            }
            return Ok(Constraint::Is(is.expected()));
        }
        if let Some(base) = op.cast::<BaseOp>() {
            let definition = match base.base_ref() {
                Some(reference) => self.referenced(op, reference)?,
                None => {
                    let name = base.base_name().and_then(|name| name.as_str(ctx));
                    named(ctx, name.unwrap_or_default())?
                }
            };
            return Ok(Constraint::Base(definition));
        }
        if let Some(parametric) = op.cast::<ParametricOp>() {
            let definition = self.referenced(op, parametric.base_type())?;
            return Ok(Constraint::Parametric(definition, before.of_operands(op)?));
        }
        if op.is::<AnyOp>() {
            return Ok(Constraint::Any);
        }
        if op.is::<AnyOfOp>() {
            return Ok(Constraint::AnyOf(before.of_operands(op)?));
        }
        if op.is::<AllOfOp>() {
            return Ok(Constraint::AllOf(before.of_operands(op)?));
        }
        if op.is::<CPredOp>() {
            return Err("cannot be checked: its predicate is C++".to_owned());
        }
        Err("is not a constraint that can be checked".to_owned())
    }

    /// The definition that a reference in a constraint leads to.
    fn referenced(&self, op: OpRef<'m>, reference: Attribute) -> Result<Definition, String> {
        let resolve = |start, reference| self.tables.resolve(start, reference);
        let found = match definition_of(op, reference, resolve) {
            Found::Definition(found) => found,
            Found::Other(other) => return Err(not_a_definition(op, reference, other)),
            Found::Missing => return Err(not_found(op, reference)),
        };
        let kind = if found.is::<TypeOp>() { Kind::Type } else { Kind::Attribute };
        let dialect = found.parent().map_or("", name_of);
        Ok(Definition { kind, name: format!("{dialect}.{}", name_of(found)) })
    }
}

/// The definition of a type or attribute by its name, after `!` or `#`.
fn named(ctx: &Context, text: &str) -> Result<Definition, String> {
    let (kind, name) = match text.strip_prefix('!') {
        Some(name) => (Kind::Type, name),
        None => (Kind::Attribute, text.strip_prefix('#').unwrap_or(text)),
    };
    let (namespace, mnemonic) = name.split_once('.').unwrap_or(("", name));
    let is_known = match (kind, namespace) {
        (Kind::Type, "builtin") => is_builtin_type(mnemonic),
        (Kind::Attribute, "builtin") => is_builtin_attribute(mnemonic),
        (Kind::Type, _) => ctx.declares_type(namespace, mnemonic),
        (Kind::Attribute, _) => ctx.declares_attribute(namespace, mnemonic),
    };
    match is_known {
        true => Ok(Definition { kind, name: name.to_owned() }),
        false => Err(format!("no registered {kind} with name {text}")),
    }
}

/// The name of the symbol that a definition defines.
fn name_of(definition: OpRef<'_>) -> &str {
    definition.symbol_name().map_or("", |name| name.text(definition.context()))
}

/// The ops directly in a definition.
fn ops_in(definition: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    definition.regions().flat_map(RegionRef::ops)
}
