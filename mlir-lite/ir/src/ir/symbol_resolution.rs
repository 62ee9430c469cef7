//! Resolves symbol references across nested bodies.
//!
//! A reference is resolved in the nearest symbol table that encloses its user, and from there
//! downwards, one symbol table for each further name. Outer tables and ops that are not directly in
//! the table are not searched. References in the attributes of a table op itself are resolved in
//! the enclosing table. An unregistered op might be a table, which makes a reference in it
//! unresolvable.
//!
//! A reference uses every symbol on its path: `@module::@function` is a use of both.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbols::{SymbolTable, Visibility};
use crate::ir::view::OpRef;
use rustc_hash::FxHashMap;
use std::fmt;

/// The symbol tables of nested bodies, each built when it is first needed.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, ir::symbol_resolution::SymbolTables, text::{ParseOptions, parse_module}};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// let text = "module @outer { module @inner {} }\n\"my.user\"() {use = @outer::@inner} : () -> ()";
/// let file = ctx.sources().add("a.mlir", text).unwrap();
/// let options = ParseOptions::default().with_allow_unregistered(true);
/// let module = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
/// let user = module.walk().last().unwrap();
/// let inner = SymbolTables::new(&module).resolve(user, user.attr_named("use").unwrap()).unwrap();
/// assert_eq!(inner.symbol_name(), Some(ctx.ident("inner")));
/// ```
pub struct SymbolTables<'b> {
    /// The link of each body except the outermost.
    links: FxHashMap<*const Body, OpRef<'b>>,
    tables: FxHashMap<*const Body, SymbolTable>,
}

/// Why a reference cannot be resolved.
#[derive(Copy, Clone)]
#[non_exhaustive]
pub enum ResolveError<'b> {
    /// The attribute is not a symbol reference.
    NotAReference,
    /// No symbol table encloses the user.
    NoSymbolTable,
    /// An unregistered op, which could be a table, is between the user and the nearest table.
    UnknownScope(OpRef<'b>),
    /// No symbol has the name.
    Unresolved {
        /// The index of the name in the reference.
        component: usize,
        /// Where there is no such symbol.
        table: OpRef<'b>,
    },
    /// The symbol is private to a table that the user is not in.
    NotVisible {
        /// The index of the name in the reference.
        component: usize,
        /// The symbol.
        symbol: OpRef<'b>,
    },
    /// More names follow, but the symbol is not a symbol table.
    NotASymbolTable {
        /// The index of the name in the reference.
        component: usize,
        /// The symbol.
        symbol: OpRef<'b>,
    },
}

impl fmt::Display for ResolveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAReference => f.write_str("expected a symbol reference"),
            Self::NoSymbolTable => f.write_str("there is no symbol table around the op"),
            Self::UnknownScope(op) => {
                let name = op.spelled_name();
                write!(f, "'{name}' is not a known op: whether it is a symbol table cannot be said")
            }
            Self::Unresolved { component, .. } => {
                write!(f, "name #{component} is not a symbol of its table")
            }
            Self::NotVisible { component, .. } => {
                write!(f, "name #{component} is private to its table")
            }
            Self::NotASymbolTable { component, .. } => {
                write!(f, "name #{component} is not a symbol table")
            }
        }
    }
}

impl fmt::Debug for ResolveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A reference with a symbol on its path.
#[derive(Copy, Clone)]
pub struct SymbolUse<'b> {
    /// The op whose attributes contain the reference.
    pub user: OpRef<'b>,
    /// The reference.
    pub reference: Attribute,
    /// The index of the symbol's name in the reference.
    pub component: usize,
}

impl<'b> SymbolTables<'b> {
    /// Tables for `top` and the bodies nested in it. Enclosing bodies are ignored.
    pub fn new(top: &'b Body) -> Self {
        let mut links: FxHashMap<*const Body, OpRef<'b>> = FxHashMap::default();
        let mut bodies = vec![top];
        while let Some(body) = bodies.pop() {
            for op in body.pre_order(body.root()) {
                if let Some(child) = body.child(op) {
                    links.insert(child, body.op(op));
                    bodies.push(child);
                }
            }
        }
        Self { links, tables: FxHashMap::default() }
    }

    /// The op directly in `table` that defines `name`.
    pub fn lookup_in(&mut self, table: OpRef<'b>, name: Ident) -> Option<OpRef<'b>> {
        if !table.has_trait(TraitFlags::SYMBOL_TABLE) {
            return None;
        }
        let body = table.body().child(table.id()).unwrap_or(table.body());
        let table = self.tables.entry(body).or_insert_with(|| SymbolTable::new(body));
        table.lookup(name).map(|op| body.op(op))
    }

    /// The nearest symbol table that encloses an op, or the op itself.
    ///
    /// # Errors
    /// If there is none, or if an unregistered op is nearer.
    pub fn nearest_table(&self, op: OpRef<'b>) -> Result<OpRef<'b>, ResolveError<'b>> {
        let mut current = self.link(op);
        while let Some(op) = current {
            if op.has_trait(TraitFlags::SYMBOL_TABLE) {
                return Ok(op);
            }
            if !op.info().is_registered() && op.regions().len() == 1 {
                return Err(ResolveError::UnknownScope(op));
            }
            current = self.parent(op);
        }
        Err(ResolveError::NoSymbolTable)
    }

    /// Resolves `reference` in an attribute of `user`.
    ///
    /// # Errors
    /// If it cannot be resolved, or if the symbol is not visible to `user`.
    pub fn resolve(
        &mut self,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> Result<OpRef<'b>, ResolveError<'b>> {
        let path = self.resolve_path(user, reference)?;
        path.last().copied().ok_or(ResolveError::NotAReference)
    }

    /// Like [`SymbolTables::resolve`], but returns all symbols on the path.
    ///
    /// # Errors
    /// As for [`SymbolTables::resolve`].
    pub fn resolve_path(
        &mut self,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> Result<Vec<OpRef<'b>>, ResolveError<'b>> {
        let (path, error) = self.follow(user, reference);
        for (component, &symbol) in path.iter().enumerate() {
            let outside = component > 0 && !self.contains(path[component - 1], user);
            if outside && symbol.symbol_visibility() == Visibility::Private {
                return Err(ResolveError::NotVisible { component, symbol });
            }
        }
        match error {
            Some(error) => Err(error),
            None => Ok(path),
        }
    }

    /// The symbols on a reference's path, up to the first name that cannot be resolved, whether or
    /// not they are visible to `user`.
    fn follow(
        &mut self,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> (Vec<OpRef<'b>>, Option<ResolveError<'b>>) {
        let mut path = Vec::new();
        let AttributeKind::SymbolRef { root, nested } = reference.kind(user.context()) else {
            return (path, Some(ResolveError::NotAReference));
        };
        // References on a table op are resolved in the enclosing table.
        let start = match self.link(user).and_then(|user| self.parent(user)) {
            Some(parent) => self.nearest_table(parent),
            None => Err(ResolveError::NoSymbolTable),
        };
        let mut table = match start {
            Ok(table) => table,
            Err(error) => return (path, Some(error)),
        };
        for (component, &name) in std::iter::once(root).chain(nested).enumerate() {
            if component > 0 && !table.has_trait(TraitFlags::SYMBOL_TABLE) {
                let error =
                    ResolveError::NotASymbolTable { component: component - 1, symbol: table };
                return (path, Some(error));
            }
            let Some(symbol) = self.lookup_in(table, name) else {
                return (path, Some(ResolveError::Unresolved { component, table }));
            };
            path.push(symbol);
            table = symbol;
        }
        (path, None)
    }

    /// The uses of `symbol` in the attributes of `from` and its nested ops, in source order. None
    /// if an unregistered op could be a symbol table.
    pub fn uses(&mut self, symbol: OpRef<'b>, from: OpRef<'b>) -> Option<Vec<SymbolUse<'b>>> {
        let symbol = self.link(symbol)?;
        let mut uses = Vec::new();
        for user in std::iter::once(from).chain(from.walk()) {
            if !user.info().is_registered() && user.regions().len() == 1 {
                return None;
            }
            for (_, attribute) in user.body().attributes(user.id()) {
                for reference in references(user.context(), attribute) {
                    if let Some(component) = self.component(symbol, user, reference) {
                        uses.push(SymbolUse { user, reference, component });
                    }
                }
            }
        }
        Some(uses)
    }

    /// Whether it is certain that nothing in `from` uses `symbol`.
    pub fn is_known_unused(&mut self, symbol: OpRef<'b>, from: OpRef<'b>) -> bool {
        self.uses(symbol, from).is_some_and(|uses| uses.is_empty())
    }

    /// The index of the name in a reference that resolves to `symbol`.
    fn component(
        &mut self,
        symbol: OpRef<'b>,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> Option<usize> {
        self.follow(user, reference).0.iter().position(|&passed| is_same(passed, symbol))
    }

    /// The link of an op in the enclosing body, or the op itself if it is the outermost.
    fn link(&self, op: OpRef<'b>) -> Option<OpRef<'b>> {
        if op.id() != op.body().root() {
            return Some(op);
        }
        Some(self.links.get(&std::ptr::from_ref(op.body())).copied().unwrap_or(op))
    }

    fn parent(&self, op: OpRef<'b>) -> Option<OpRef<'b>> {
        self.link(op.parent()?)
    }

    /// Whether `user` is nested in `table`.
    fn contains(&self, table: OpRef<'b>, user: OpRef<'b>) -> bool {
        let mut current = self.link(user).and_then(|user| self.parent(user));
        while let Some(op) = current {
            if is_same(op, table) {
                return true;
            }
            current = self.parent(op);
        }
        false
    }

    /// The links from the outermost body to the op's body.
    fn path_to(&self, op: OpRef<'b>) -> Vec<OpId> {
        let mut path = Vec::new();
        let mut body = op.body();
        while let Some(link) = self.links.get(&std::ptr::from_ref(body)) {
            path.push(link.id());
            body = link.body();
        }
        path.reverse();
        path
    }
}

fn is_same(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    a.id() == b.id() && std::ptr::eq(a.body(), b.body())
}

/// The symbol references in an attribute. Only arrays and dictionaries are searched.
pub fn references(ctx: &Context, attribute: Attribute) -> Vec<Attribute> {
    let mut found = Vec::new();
    let mut work = vec![attribute];
    while let Some(attribute) = work.pop() {
        match attribute.kind(ctx) {
            AttributeKind::SymbolRef { .. } => found.push(attribute),
            AttributeKind::Array(elements) => work.extend(elements.iter().rev()),
            AttributeKind::Dictionary(entries) => {
                work.extend(entries.iter().rev().map(|entry| entry.1))
            }
            _ => {}
        }
    }
    found
}

/// The uses of a symbol cannot be determined, because an unregistered op could be a symbol table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UnknownUses;

/// Renames a symbol that is directly in `top`, with all references to it in `top` and the bodies
/// nested in it.
///
/// # Errors
/// If not all uses can be determined. Nothing is changed then.
pub fn rename_symbol(top: &mut Body, symbol: OpId, name: Ident) -> Result<(), UnknownUses> {
    replace_all_symbol_uses(top, symbol, name)?;
    let value = top.context().string_attr(name.text(top.context()));
    top.set_attr(symbol, Ident::SYM_NAME, value);
    Ok(())
}

/// Replaces the name of a symbol directly in `top` in all references to it in `top` and nested
/// bodies. In a nested reference, only that name changes.
///
/// # Errors
/// If not all uses can be determined. Nothing is changed then.
pub fn replace_all_symbol_uses(
    top: &mut Body,
    symbol: OpId,
    name: Ident,
) -> Result<(), UnknownUses> {
    let mut edits = Vec::new();
    {
        let body = &*top;
        let mut tables = SymbolTables::new(body);
        let symbol = body.op(symbol);
        let ctx = body.context();
        for user in body.walk() {
            if !user.info().is_registered() && user.regions().len() == 1 {
                return Err(UnknownUses);
            }
            for (attr, value) in user.body().attributes(user.id()) {
                let renamed = map_references(ctx, value, &mut |reference| match tables
                    .component(symbol, user, reference)
                {
                    Some(component) => renamed(ctx, reference, component, name),
                    None => reference,
                });
                if renamed != value {
                    edits.push((tables.path_to(user), user.id(), attr, renamed));
                }
            }
        }
    }
    for (path, op, attr, value) in edits {
        top.body_at_mut(&path).set_attr(op, attr, value);
    }
    Ok(())
}

/// The attribute with its symbol references replaced.
fn map_references(
    ctx: &Context,
    attribute: Attribute,
    replace: &mut dyn FnMut(Attribute) -> Attribute,
) -> Attribute {
    // Attributes nest as deep as the source text, which is limited.
    match attribute.kind(ctx) {
        AttributeKind::SymbolRef { .. } => replace(attribute),
        AttributeKind::Array(elements) => {
            let mapped: Vec<_> =
                elements.iter().map(|&element| map_references(ctx, element, replace)).collect();
            ctx.array_attr(&mapped)
        }
        AttributeKind::Dictionary(entries) => {
            let mapped: Vec<_> = entries
                .iter()
                .map(|&(name, value)| (name, map_references(ctx, value, replace)))
                .collect();
            ctx.dictionary_attr(&mapped)
        }
        _ => attribute,
    }
}

fn renamed(ctx: &Context, reference: Attribute, component: usize, name: Ident) -> Attribute {
    let AttributeKind::SymbolRef { root, nested } = reference.kind(ctx) else { return reference };
    let mut names: Vec<Ident> = std::iter::once(*root).chain(nested.iter().copied()).collect();
    names[component] = name;
    ctx.symbol_ref_attr(names[0], &names[1..])
}
