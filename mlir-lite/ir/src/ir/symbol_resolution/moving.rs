//! Moves and copies symbols from one table to another, and changes references so that they mean
//! what they meant.

use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::builder::{BodyBuilder, InsertionPoint, OpBuilder};
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbol_resolution::tables::is_same;
use crate::ir::symbol_resolution::{SymbolTables, key, references, references_that_leave};
use crate::ir::symbols::SymbolTable;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::FxHashMap;
use std::iter::once;

/// Moves a symbol to the end of another table.
///
/// The symbol is an isolated op, such as a function or a module. `from` has the links from `top` to
/// the body that the symbol is in, as [`SymbolTables::path_to`] returns them; `to` has those to the
/// table. References that leave the symbol, and those to it or through it, are changed so that they
/// resolve to the same symbols. Returns the op in its new table.
///
/// # Errors
/// If this is not possible. Nothing is changed then. The table has a symbol of that name; a
/// reference cannot be resolved; after the move, there would be no reference to what it refers to,
/// because an op isolates symbols, or a symbol is private; an op is not registered and could be a
/// symbol table.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::Context;
/// use mlir_lite::ir::{symbol_resolution::move_symbol, symbols::SymbolTable};
/// use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// let text = r#"module {
///   module @outer attributes {builtin.transparent_symbols} {
///     module @moved attributes {builtin.transparent_symbols} {
///       "my.user"() {use = @.super::@.super::@other} : () -> ()
///     }
///   }
///   module @other {}
/// }"#;
/// let file = ctx.sources().add("a.mlir", text).unwrap();
/// let options = ParseOptions::default().with_allow_unregistered(true);
/// let mut module = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
/// let outer = SymbolTable::new(&module).lookup(ctx.ident("outer")).unwrap();
/// let moved = SymbolTable::new(module.child(outer).unwrap()).lookup(ctx.ident("moved")).unwrap();
/// move_symbol(&mut module, (&[outer], moved), &[]).unwrap();
/// assert!(print_op(module.as_op(), PrintOptions::default()).contains("use = @.super::@other}"));
/// ```
#[track_caller]
pub fn move_symbol(
    top: &mut Body,
    (from, symbol): (&[OpId], OpId),
    to: &[OpId],
) -> Result<OpId, Box<Diagnostic>> {
    let op = top.body_at(from).op(symbol);
    check(top, op, op.symbol_name(), to)?;
    if to.len() > from.len() && to[..from.len()] == *from && to[from.len()] == symbol {
        return Err(op.op_error("cannot be moved into itself").into());
    }
    let meanings = meanings(top, op, top.as_op())?;
    let source = top.body_at_mut(from);
    let old_place = match (source.next_op(symbol), source.block(symbol)) {
        (Some(next), _) => InsertionPoint::Before(next),
        (None, Some(block)) => InsertionPoint::End(block),
        (None, None) => InsertionPoint::Detached,
    };
    let child = source.take_child(symbol).expect("an isolated op has a body");
    let moved = append(top, to, child);
    let result = keep_meanings(top, &meanings, |user| user);
    if result.is_err()
        && let Some(child) = top.body_at_mut(to).take_child(moved)
    {
        let mut builder = BodyBuilder::new(top.body_at_mut(from), old_place);
        builder.create_isolated(child, &[], &[]);
    }
    result.map(|()| moved)
}

/// Copies a symbol to the end of a table, with the name `name`. Paths are those of [`move_symbol`].
///
/// References that leave the symbol are changed in the copy, so that they resolve to the same
/// symbols as in the original. If the symbol refers to itself by its name, the copy refers to the
/// original.
///
/// # Errors
/// As [`move_symbol`].
#[track_caller]
pub fn copy_symbol(
    top: &mut Body,
    (from, symbol): (&[OpId], OpId),
    to: &[OpId],
    name: Ident,
) -> Result<OpId, Box<Diagnostic>> {
    let op = top.body_at(from).op(symbol);
    check(top, op, Some(name), to)?;
    let meanings = meanings(top, op, op)?;
    let originals = identities(op);
    let mut child = op.body().child(symbol).expect("an isolated op has a body").deep_clone();
    let root = child.root();
    let value = child.context().ident_attr(name);
    child.set_attr(root, Ident::SYM_NAME, value);
    let copy = append(top, to, child);
    let copies = identities(top.body_at(to).op(copy));
    let copies: FxHashMap<OpId, OpId> = originals.into_iter().zip(copies).collect();
    let result = keep_meanings(top, &meanings, |user| copies.get(&user).copied().unwrap_or(user));
    if result.is_err() {
        top.body_at_mut(to).take_child(copy);
    }
    result.map(|()| copy)
}

/// A reference and the symbol that it resolves to.
struct Meaning {
    user: OpId,
    reference: Attribute,
    symbol: OpId,
}

/// Identifies an op while it is moved: an isolated one by its root, which the links around it do
/// not change.
fn identity(op: OpRef<'_>) -> OpId {
    key(op).1
}

/// The identities of an op and those in it.
fn identities(op: OpRef<'_>) -> Vec<OpId> {
    once(op).chain(op.walk()).map(identity).collect()
}

/// Checks that `op` can be in the table at `to` by this name, apart from references.
fn check(
    top: &Body,
    op: OpRef<'_>,
    name: Option<Ident>,
    to: &[OpId],
) -> Result<(), Box<Diagnostic>> {
    let Some(name) = name.filter(|_| op.body().child(op.id()).is_some()) else {
        return Err(op.op_error("is not an isolated op that defines a symbol").into());
    };
    if op.num_operands() > 0 || op.num_results() > 0 {
        return Err(op.op_error("has operands or results, so it is not only a symbol").into());
    }
    let table = top.body_at(to);
    if !table.as_op().has_trait(TraitFlags::SYMBOL_TABLE) || block_of(table).is_none() {
        return Err(table.as_op().op_error("is not a symbol table with a block").into());
    }
    match SymbolTable::new(table).lookup(name) {
        Some(other) if !(is_same(table.op(other), op)) => {
            let ctx = op.context();
            let name = ctx.attribute_text(ctx.symbol_ident_attr(name));
            let error = op.op_error(format_args!("cannot be where '{name}' is defined already"));
            let other = table.op(other).location().to_position(ctx);
            Err(error.with_note_at(other, "see the other symbol here").into())
        }
        _ => Ok(()),
    }
}

/// Returns the symbols that references which leave `op`, and those in `scope` with `op` on their
/// path, resolve to.
fn meanings<'b>(
    top: &'b Body,
    op: OpRef<'b>,
    scope: OpRef<'b>,
) -> Result<Vec<Meaning>, Box<Diagnostic>> {
    if let Some(unknown) = once(scope).chain(scope.walk()).find(|op| op.may_be_unknown_table()) {
        let message = "is not registered and could be a symbol table, so it is not known what its \
            references mean";
        return Err(unknown.op_error(message).into());
    }
    let tables = SymbolTables::new(top);
    let mut found = Vec::new();
    let mut add = |user: OpRef<'b>, reference, symbol: OpRef<'b>| {
        found.push(Meaning { user: identity(user), reference, symbol: identity(symbol) });
    };
    for (user, reference) in references_that_leave(op) {
        let symbol = tables.resolve(user, reference);
        add(user, reference, symbol.map_err(|error| error.diagnostic(user, reference))?);
    }
    if is_same(op, scope) {
        return Ok(found);
    }
    for user in scope.walk() {
        for (_, attribute) in user.body().attributes(user.id()) {
            for reference in references(user.context(), attribute) {
                let component = tables.component(op, user, reference).map_err(|error| {
                    let reference = user.context().attribute_text(reference);
                    user.op_error(format_args!("refers to '{reference}': {error}"))
                })?;
                // References that cannot be resolved now have no symbol to keep.
                if component.is_some()
                    && let Ok(symbol) = tables.resolve(user, reference)
                {
                    add(user, reference, symbol);
                }
            }
        }
    }
    Ok(found)
}

/// The block of a table to which symbols are added.
fn block_of(table: &Body) -> Option<crate::ir::entities::BlockId> {
    table.as_op().region(0)?.entry().map(|block| block.id())
}

fn append(top: &mut Body, to: &[OpId], child: Body) -> OpId {
    let table = top.body_at_mut(to);
    let block = block_of(table).expect("it was checked");
    let end = table.last_op(block).filter(|&op| table.has_trait(op, TraitFlags::TERMINATOR));
    let point = end.map_or(InsertionPoint::End(block), InsertionPoint::Before);
    BodyBuilder::new(table, point).create_isolated(child, &[], &[])
}

/// Changes the references of `user(meaning.user)`, so that they resolve to the same symbols.
fn keep_meanings(
    top: &mut Body,
    meanings: &[Meaning],
    user: impl Fn(OpId) -> OpId,
) -> Result<(), Box<Diagnostic>> {
    let mut edits = Vec::new();
    {
        let top = &*top;
        let tables = SymbolTables::new(top);
        let ops: FxHashMap<OpId, OpRef<'_>> =
            once(top.as_op()).chain(top.walk()).map(|op| (identity(op), op)).collect();
        let mut changes: FxHashMap<OpId, Vec<(Attribute, Attribute)>> = FxHashMap::default();
        for meaning in meanings {
            let (user, reference) = (ops[&user(meaning.user)], meaning.reference);
            let symbol = ops[&meaning.symbol];
            if tables.resolve(user, reference).is_ok_and(|found| is_same(found, symbol)) {
                continue;
            }
            let Some(new) = tables.reference_to(user, symbol) else {
                let ctx = user.context();
                let error = user.op_error(format_args!(
                    "refers to '{}', to which there would be no reference from its new place",
                    ctx.attribute_text(reference)
                ));
                let symbol = symbol.location().to_position(ctx);
                return Err(error.with_note_at(symbol, "see the symbol here").into());
            };
            changes.entry(identity(user)).or_default().push((reference, new));
        }
        for (user, changes) in changes {
            let user = ops[&user];
            for (name, value) in user.body().attributes(user.id()) {
                let new = value.replace_parts(user.context(), &mut |part| {
                    changes.iter().find(|(old, _)| *old == part).map(|(_, new)| *new)
                });
                if new != value {
                    edits.push((tables.path_to(user), user.id(), name, new));
                }
            }
        }
    }
    for (path, op, name, value) in edits {
        top.body_at_mut(&path).set_attr(op, name, value);
    }
    Ok(())
}
