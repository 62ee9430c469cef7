//! The classes and traits, with ops of a dialect of the test: what requires what, tables by hand
//! and as an analysis, and how often each op is visited.

use circuit::traits::{InnerRefNamespace as NamespaceTrait, InnerSymbolTable as TableTrait};
use circuit::{
    InnerRefAttr, InnerRefError, InnerRefNamespace, InnerRefUserOpInterface, InnerSymAttr,
    InnerSymbol, InnerSymbolTable,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable as Symbols;
use mlir_lite::pass::{PassContext, SymbolSnapshot};
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;
use std::sync::atomic::{AtomicUsize, Ordering};
use test_support::{messages, read};

/// A namespace of another dialect.
#[op(
    name = "cls.space",
    traits(IsolatedFromAbove, SymbolTable, NamespaceTrait, SingleBlock, NoTerminator),
    format = "$body attr-dict"
)]
struct SpaceOp {
    #[region]
    body: SingleBlockRegion,
}

/// A table of another dialect.
#[op(
    name = "cls.table",
    traits(IsolatedFromAbove, Symbol, TableTrait, SingleBlock, NoTerminator),
    format = "($sym_name^)? $body attr-dict"
)]
struct TableOp {
    #[attr]
    sym_name: Optional<SymbolNameAttr>,
    #[region]
    body: SingleBlockRegion,
}

/// Is not a symbol.
#[op(
    name = "cls.no_symbol",
    traits(IsolatedFromAbove, TableTrait, SingleBlock, NoTerminator),
    format = "$body attr-dict"
)]
struct NoSymbolOp {
    #[region]
    body: SingleBlockRegion,
}

/// Is not a symbol table.
#[op(
    name = "cls.no_table",
    traits(IsolatedFromAbove, NamespaceTrait, SingleBlock, NoTerminator),
    format = "$body attr-dict"
)]
struct NoTableOp {
    #[region]
    body: SingleBlockRegion,
}

/// Has a name, a reference and a region, and counts the calls of its interfaces.
#[op(
    name = "cls.site",
    traits(SingleBlock, NoTerminator),
    implements(InnerSymbol, InnerRefUserOpInterface),
    format = "(`sym` $inner_sym^)? (`to` $target^)? $body attr-dict"
)]
struct SiteOp {
    #[attr]
    inner_sym: Optional<InnerSymAttr>,
    #[attr]
    target: Optional<InnerRefAttr>,
    #[region]
    body: SingleBlockRegion,
}

/// How often ops were asked.
#[derive(Default)]
struct Counts {
    names: AtomicUsize,
    references: AtomicUsize,
}

impl InnerSymbol for SiteOp {
    fn inner_sym_attr(op: SiteOpRef<'_>) -> Option<Attribute> {
        if let Some(counts) = op.context().attached::<Counts>() {
            counts.names.fetch_add(1, Ordering::Relaxed);
        }
        op.inner_sym()
    }
}

impl InnerRefUserOpInterface for SiteOp {
    fn verify_inner_refs(
        op: SiteOpRef<'_>,
        namespace: &InnerRefNamespace<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        if let Some(counts) = op.context().attached::<Counts>() {
            counts.references.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(target) = op.target() {
            namespace.resolve(op.op(), target, diagnostics);
        }
    }
}

struct ClassesDialect;

impl Dialect for ClassesDialect {
    const NAMESPACE: &'static str = "cls";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<SpaceOp>();
        dialect.op::<TableOp>();
        dialect.op::<NoSymbolOp>();
        dialect.op::<NoTableOp>();
        dialect.op::<SiteOp>();
    }
}

fn context() -> Context {
    let ctx = Context::new();
    circuit::load_dialects(&ctx);
    ctx.load::<ClassesDialect>();
    ctx.attach(Counts::default());
    ctx
}

fn errors(text: &str) -> String {
    read(&context(), text).map_or_else(|messages| messages, |_| String::new())
}

#[test]
fn a_table_is_a_symbol() {
    assert_eq!(errors("cls.space { cls.table @a {} }"), "");
    assert_eq!(
        errors("cls.space { cls.table {} }"),
        "'cls.table' op is an InnerSymbolTable, and has no name: expected one"
    );
    assert_eq!(
        errors("cls.space { cls.no_symbol {} }"),
        "'cls.no_symbol' op has the trait InnerSymbolTable, which requires the traits Symbol and \
            IsolatedFromAbove"
    );
}

#[test]
fn a_namespace_is_a_symbol_table() {
    assert_eq!(
        errors("cls.no_table {}"),
        "'cls.no_table' op has the trait InnerRefNamespace, which requires the traits SymbolTable \
            and IsolatedFromAbove"
    );
}

/// The tables and references of one dialect are in the namespace of another.
#[test]
fn dialects_share_a_namespace() {
    assert_eq!(
        errors(
            "rtl.circuit {
               cls.table @a { cls.site sym <@x> to <@b::@y> { cls.site to <@b::@p> {} } }
               rtl.module @b(%p: i1 sym @p) { %y = rtl.wire sym <@y> : i1 }
             }"
        ),
        ""
    );
    assert_eq!(
        errors("rtl.circuit { cls.table @a { cls.site { cls.site to <@a::@x> {} } } }"),
        "'cls.site' op cannot resolve #rtl.innerNameRef<@a::@x>: '@a' has no inner name '@x'"
    );
}

const CIRCUIT: &str = "cls.space {
  cls.table @a {
    cls.site sym <@x> {
      cls.site to <@b::@z> { cls.site sym <@y> {} }
    }
  }
  cls.table @b { cls.site sym <@z> to <@a::@y> {} }
  cls.table @empty {}
  cls.site to <@a::@x> {}
}";

#[test]
fn a_table_is_built_by_hand_or_as_an_analysis() {
    let ctx = context();
    let module = read(&ctx, CIRCUIT).unwrap();
    let space = module.child(module.own_ops()[0]).unwrap();
    let a = Symbols::new(space).lookup(ctx.ident("a")).unwrap();
    let body = space.child(a).unwrap();

    let by_hand = InnerSymbolTable::new(body);
    assert_eq!((by_hand.len(), by_hand.is_empty()), (2, false));
    let found = by_hand.lookup(body, ctx.ident("y")).unwrap();
    assert!(found.op.is::<SiteOp>() && found.field.is_none());
    assert!(by_hand.lookup(body, ctx.ident("z")).is_none());

    let (mut diagnostics, mut requests) = (Diagnostics::new(), Default::default());
    let symbols = SymbolSnapshot::default();
    let mut cx = PassContext::new(&mut diagnostics, &mut requests, &symbols);
    let analysis = cx.child_analysis::<InnerSymbolTable>(space, a).unwrap();
    assert_eq!(analysis.lookup(body, ctx.ident("y")).unwrap().op.id(), found.op.id());
}

#[test]
fn tables_are_built_when_they_are_asked_for_or_all_at_once() {
    let ctx = context();
    let module = read(&ctx, CIRCUIT).unwrap();
    let space = module.child(module.own_ops()[0]).unwrap();
    let counts = ctx.attached::<Counts>().unwrap();
    let asked = || counts.names.swap(0, Ordering::Relaxed);
    let reference = |symbol: &str, name: &str| InnerRefAttr {
        symbol: ctx.ident(symbol),
        name: ctx.ident(name),
    };
    asked();

    let namespace = InnerRefNamespace::new(space);
    assert_eq!(asked(), 0);
    for _ in 0..2 {
        assert!(namespace.lookup(&reference("b", "z")).is_ok());
    }
    assert_eq!(asked(), 1, "only the ops of @b are visited, and once");
    for _ in 0..2 {
        let mut diagnostics = Diagnostics::new();
        namespace.tables().build_all(&mut diagnostics);
        assert!(diagnostics.is_empty());
    }
    assert_eq!(asked(), 3, "the ops of @a, once");

    let error = |symbol, name| namespace.lookup(&reference(symbol, name)).err();
    assert!(matches!(error("c", "x"), Some(InnerRefError::NoSymbol)));
    assert!(matches!(error("a", "z"), Some(InnerRefError::NoName(op)) if op.is::<TableOp>()));
    assert_eq!(asked(), 0);
}

/// The verifier asks each op for its names when it checks the op itself, and when it builds the
/// table of the op; and once for its references.
#[test]
fn each_op_is_visited_once_to_build_tables_and_once_to_verify() {
    for threads in [1, 2, 8] {
        let ctx = context();
        ctx.set_threads(threads);
        let module = read(&ctx, CIRCUIT).unwrap();
        let counts = ctx.attached::<Counts>().unwrap();
        let asked = || {
            let [names, references] = [&counts.names, &counts.references];
            (names.swap(0, Ordering::Relaxed), references.swap(0, Ordering::Relaxed))
        };
        // Of five ops, the one that is directly in the namespace is in no table.
        assert_eq!(asked(), (5 + 4, 5));
        let mut diagnostics = Diagnostics::new();
        verify(&module, &mut diagnostics).unwrap_or_else(|_| panic!("{}", messages(&diagnostics)));
        assert_eq!(asked(), (5 + 4, 5));
    }
}
