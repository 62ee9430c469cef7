//! The symbol tables of nested bodies, and the resolution of references in them.

use crate::data::attributes::{Attribute, SymbolPath};
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbol_resolution::ResolveError;
use crate::ir::symbols::{SymbolTable, Visibility};
use crate::ir::view::OpRef;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The symbol tables of nested bodies, each built when it is first needed, by whichever thread
/// needs it first.
///
/// A table has its own symbols only. The symbols of references are not cached, and the bodies
/// cannot be changed while they are borrowed here, so no answer can be out of date.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, ir::symbol_resolution::SymbolTables};
/// use mlir_lite::text::{ParseOptions, parse_module};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// let text = r#"
/// module @foo { module @nested {} }
/// module @bar attributes {builtin.transparent_symbols} {
///   "my.user"() {use = @.super::@foo::@nested} : () -> ()
/// }"#;
/// let file = ctx.sources().add("a.mlir", text).unwrap();
/// let options = ParseOptions::default().with_allow_unregistered(true);
/// let module = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
/// let user = module.walk().last().unwrap();
/// let nested = SymbolTables::new(&module).resolve(user, user.attr_named("use").unwrap()).unwrap();
/// assert_eq!(nested.symbol_name(), Some(ctx.ident("nested")));
/// ```
///
/// ```compile_fail
/// # extern crate mlir_lite_ir as mlir_lite;
/// # use mlir_lite::{Context, builtin::ModuleOp, ir::prelude::*};
/// # use mlir_lite::ir::symbol_resolution::SymbolTables;
/// # let ctx = Context::new();
/// let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
/// let tables = SymbolTables::new(&module);
/// let root = module.root();
/// module.set_attr(root, Ident::SYM_NAME, ctx.string_attr("name"));
/// tables.nearest_table(module.as_op());
/// ```
pub struct SymbolTables<'b> {
    top: &'b Body,
    /// The link of each body except the outermost, by the address of the body.
    links: FxHashMap<usize, OpRef<'b>>,
    tables: FxHashMap<Key, Table<'b>>,
}

/// Identifies an op: the address of the body that has its regions, and its id there.
pub(crate) type Key = (usize, OpId);

pub(crate) fn key(op: OpRef<'_>) -> Key {
    match op.body().child(op.id()) {
        Some(child) => (address(child), child.root()),
        None => (address(op.body()), op.id()),
    }
}

fn address(body: &Body) -> usize {
    std::ptr::from_ref(body) as usize
}

struct Table<'b> {
    symbols: Arc<OnceLock<SymbolTable>>,
    /// The next table further out.
    outer: OnceLock<Result<OpRef<'b>, Obstacle<'b>>>,
}

/// Why there is no table further out.
#[derive(Copy, Clone)]
enum Obstacle<'b> {
    Boundary(OpRef<'b>),
    Unknown(OpRef<'b>),
    /// The outermost op was reached.
    End,
}

impl<'b> Obstacle<'b> {
    /// The error for an `@.super`, which leads out of `table`.
    fn outside(self, component: usize, table: OpRef<'b>) -> ResolveError<'b> {
        match self {
            Self::Boundary(boundary) => ResolveError::CrossesIsolation { component, boundary },
            Self::Unknown(op) => ResolveError::UnknownScope { component, op },
            Self::End => ResolveError::PastTheRoot { component, table },
        }
    }

    /// The error where not even the nearest table is found.
    fn around_user(self) -> ResolveError<'b> {
        match self {
            Self::Boundary(boundary) => ResolveError::CrossesIsolation { component: 0, boundary },
            Self::Unknown(op) => ResolveError::UnknownScope { component: 0, op },
            Self::End => ResolveError::NoSymbolTable,
        }
    }
}

/// Symbol tables that several lookups share, so that each is built once.
#[derive(Default)]
pub(crate) struct BuiltTables(Mutex<FxHashMap<Key, Arc<OnceLock<SymbolTable>>>>);

impl BuiltTables {
    /// The table of an op, which may not have been built yet.
    pub(crate) fn of(&self, table: Key) -> Arc<OnceLock<SymbolTable>> {
        Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(table).or_default())
    }
}

impl<'b> SymbolTables<'b> {
    /// Tables for `top` and the bodies nested in it. Enclosing bodies are ignored.
    pub fn new(top: &'b Body) -> Self {
        Self::collect(top, |_| Arc::default())
    }

    /// Like [`SymbolTables::new`], with the tables that others have built.
    pub(crate) fn sharing(top: &'b Body, built: &BuiltTables) -> Self {
        Self::collect(top, |table| built.of(table))
    }

    fn collect(top: &'b Body, symbols: impl Fn(Key) -> Arc<OnceLock<SymbolTable>>) -> Self {
        let mut links: FxHashMap<usize, OpRef<'b>> = FxHashMap::default();
        let mut tables: FxHashMap<Key, Table<'b>> = FxHashMap::default();
        let mut add = |op: OpRef<'b>| {
            if op.has_trait(TraitFlags::SYMBOL_TABLE) {
                let key = key(op);
                tables.insert(key, Table { symbols: symbols(key), outer: OnceLock::new() });
            }
        };
        add(top.as_op());
        let mut bodies = vec![top];
        while let Some(body) = bodies.pop() {
            for op in body.pre_order(body.root()) {
                if body.is_plain(op) {
                    continue;
                }
                add(body.op(op));
                if let Some(child) = body.child(op) {
                    links.insert(address(child), body.op(op));
                    bodies.push(child);
                }
            }
        }
        Self { top, links, tables }
    }

    /// The op directly in `table` that defines `name`.
    pub fn lookup_in(&self, table: OpRef<'b>, name: Ident) -> Option<OpRef<'b>> {
        let known = self.tables.get(&key(table))?;
        let symbol = known.symbols.get_or_init(|| SymbolTable::of(table)).lookup(name)?;
        Some(table.body().child(table.id()).unwrap_or(table.body()).op(symbol))
    }

    /// How many tables have been built.
    #[doc(hidden)]
    pub fn num_built(&self) -> usize {
        self.tables.values().filter(|table| table.symbols.get().is_some()).count()
    }

    /// The nearest symbol table that encloses an op, or the op itself.
    ///
    /// # Errors
    /// If there is none, or if an unregistered op or one that isolates symbols is nearer.
    pub fn nearest_table(&self, op: OpRef<'b>) -> Result<OpRef<'b>, ResolveError<'b>> {
        self.nearest(op).map_err(Obstacle::around_user)
    }

    fn nearest(&self, op: OpRef<'b>) -> Result<OpRef<'b>, Obstacle<'b>> {
        let mut current = Some(self.link(op));
        while let Some(op) = current {
            if op.has_trait(TraitFlags::SYMBOL_TABLE) {
                return Ok(op);
            }
            if op.isolates_symbols() {
                return Err(Obstacle::Boundary(op));
            }
            if op.may_be_unknown_table() {
                return Err(Obstacle::Unknown(op));
            }
            current = self.parent(op);
        }
        Err(Obstacle::End)
    }

    /// The next table further out than `table`.
    fn outer(&self, table: OpRef<'b>) -> Result<OpRef<'b>, Obstacle<'b>> {
        let Some(known) = self.tables.get(&key(table)) else { return Err(Obstacle::End) };
        *known.outer.get_or_init(|| match self.parent(table) {
            None => Err(Obstacle::End),
            Some(_) if table.isolates_symbols() => Err(Obstacle::Boundary(table)),
            Some(parent) => self.nearest(parent),
        })
    }

    /// The table in which the references of `user` are resolved. Those in the attributes of a table
    /// op are resolved in the enclosing one.
    ///
    /// # Errors
    /// As for [`SymbolTables::nearest_table`].
    pub fn nearest_table_around(&self, user: OpRef<'b>) -> Result<OpRef<'b>, ResolveError<'b>> {
        match self.parent(self.link(user)) {
            Some(parent) => self.nearest_table(parent),
            None => Err(ResolveError::NoSymbolTable),
        }
    }

    /// The next table further out than `table`, if references lead there.
    pub(super) fn table_out_of(&self, table: OpRef<'b>) -> Option<OpRef<'b>> {
        self.outer(table).ok()
    }

    /// Resolves `reference` in an attribute of `user`.
    ///
    /// # Errors
    /// If it cannot be resolved, or if the symbol is not visible to `user`.
    pub fn resolve(
        &self,
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
        &self,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> Result<Vec<OpRef<'b>>, ResolveError<'b>> {
        let supers = reference.as_symbol_ref(user.context()).map_or(0, |path| path.supers);
        self.visible(user, supers as usize, self.follow(user, reference))
    }

    /// The symbols on a path, after `supers` `@.super` parts, if `user` can see them and there is
    /// no error.
    fn visible(
        &self,
        user: OpRef<'b>,
        supers: usize,
        (path, error): (Vec<OpRef<'b>>, Option<ResolveError<'b>>),
    ) -> Result<Vec<OpRef<'b>>, ResolveError<'b>> {
        for (index, &symbol) in path.iter().enumerate() {
            let outside = index > 0 && !self.contains(path[index - 1], user);
            if outside && symbol.symbol_visibility() == Visibility::Private {
                return Err(ResolveError::NotVisible { component: supers + index, symbol });
            }
        }
        error.map_or(Ok(path), Err)
    }

    /// The symbol at a path from the outermost table, such as `@module::@function`, wherever `user`
    /// is. A program that has absolute names finds the symbol with this, and
    /// [`SymbolTables::reference_to`] gives the reference to it.
    ///
    /// # Errors
    /// If there is no such symbol, or it is not visible to `user`.
    pub fn resolve_absolute(
        &self,
        user: OpRef<'b>,
        path: Attribute,
    ) -> Result<OpRef<'b>, ResolveError<'b>> {
        let names = path.as_symbol_ref(user.context()).filter(|path| path.supers == 0);
        let names = names.ok_or(ResolveError::NotAReference)?;
        let found = self.visible(user, 0, self.path_from(self.top(), names))?;
        found.last().copied().ok_or(ResolveError::NotAReference)
    }

    /// The path from the outermost table to a symbol: the same wherever it is used. None if a table
    /// on the way has no name, or is not directly in the next one.
    pub fn absolute_path(&self, symbol: OpRef<'b>) -> Option<Attribute> {
        let mut names = Vec::new();
        let mut inner = self.link(symbol);
        while let Some(table) = self.parent(inner) {
            names.push(inner.symbol_name()?);
            if !table.has_trait(TraitFlags::SYMBOL_TABLE) {
                return None;
            }
            inner = table;
        }
        names.reverse();
        let (&root, nested) = names.split_first()?;
        Some(symbol.context().symbol_ref_attr(root, nested))
    }

    /// The symbols on a reference's path, up to the first name that cannot be resolved, whether or
    /// not they are visible to `user`.
    pub(super) fn follow(
        &self,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> (Vec<OpRef<'b>>, Option<ResolveError<'b>>) {
        let Some(path) = reference.as_symbol_ref(user.context()) else {
            return (Vec::new(), Some(ResolveError::NotAReference));
        };
        match self.nearest_table_around(user) {
            Ok(table) => self.path_from(table, path),
            Err(error) => (Vec::new(), Some(error)),
        }
    }

    /// The symbols on the path of a reference in `table`, up to the first name that cannot be
    /// resolved, whether or not they are visible there; and why it cannot be resolved.
    pub fn path_from(
        &self,
        mut table: OpRef<'b>,
        path: SymbolPath<'_>,
    ) -> (Vec<OpRef<'b>>, Option<ResolveError<'b>>) {
        let mut symbols = Vec::new();
        for component in 0..path.supers as usize {
            match self.outer(table) {
                Ok(outer) => table = outer,
                Err(obstacle) => return (symbols, Some(obstacle.outside(component, table))),
            }
        }
        for (component, name) in (path.supers as usize..).zip(path.names()) {
            if !symbols.is_empty() && !table.has_trait(TraitFlags::SYMBOL_TABLE) {
                let error =
                    ResolveError::NotASymbolTable { component: component - 1, symbol: table };
                return (symbols, Some(error));
            }
            let Some(symbol) = self.lookup_in(table, name) else {
                return (symbols, Some(ResolveError::Unresolved { component, table }));
            };
            symbols.push(symbol);
            table = symbol;
        }
        (symbols, None)
    }

    /// The op as one of the bodies that these tables are of. None if it is in another body.
    pub(crate) fn own(&self, op: OpRef<'_>) -> Option<OpRef<'b>> {
        let body = match self.links.get(&address(op.body())) {
            Some(link) => link.body().child(link.id())?,
            None if std::ptr::eq(op.body(), self.top) => self.top,
            None => return None,
        };
        Some(body.op(op.id()))
    }

    /// The outermost op.
    pub(super) fn top(&self) -> OpRef<'b> {
        self.top.as_op()
    }

    /// The link of an op in the enclosing body, or the op itself if it is the outermost.
    pub(super) fn link(&self, op: OpRef<'b>) -> OpRef<'b> {
        if op.id() != op.body().root() {
            return op;
        }
        self.links.get(&address(op.body())).copied().unwrap_or(op)
    }

    pub(super) fn parent(&self, op: OpRef<'b>) -> Option<OpRef<'b>> {
        Some(self.link(op.parent()?))
    }

    /// Whether `user` is nested in `table`.
    fn contains(&self, table: OpRef<'b>, user: OpRef<'b>) -> bool {
        let mut current = self.parent(self.link(user));
        while let Some(op) = current {
            if is_same(op, table) {
                return true;
            }
            current = self.parent(op);
        }
        false
    }

    /// The links from the outermost body to the op's body.
    pub fn path_to(&self, op: OpRef<'b>) -> Vec<OpId> {
        let mut path = Vec::new();
        let mut body = op.body();
        while let Some(link) = self.links.get(&address(body)) {
            path.push(link.id());
            body = link.body();
        }
        path.reverse();
        path
    }
}

pub(super) fn is_same(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    a.id() == b.id() && std::ptr::eq(a.body(), b.body())
}
