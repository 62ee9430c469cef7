//! Symbol references that begin with `@.super`: the RFC's rules and examples, and consequences of
//! them.

use mlir_lite::Context;
use mlir_lite::attributes::{Attribute, SymbolPath};
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::symbol_resolution::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::text::{
    ParseOptions, PrintOptions, Spelling, parse_module, print_attribute, print_op,
};
use mlir_lite_diagnostics::{Diagnostics, Position};
use pretty_assertions::assert_eq;
use std::sync::LazyLock;
use test_support::read;

/// All tests read into one context: Miri takes long to load dialects.
static CONTEXT: LazyLock<Context> = LazyLock::new(|| {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
});

fn module(text: &str) -> Body {
    read(&CONTEXT, text).unwrap_or_else(|messages| panic!("{messages}"))
}

/// The op with that attribute `at`.
fn user<'b>(module: &'b Body, at: &str) -> OpRef<'b> {
    let is_it = |op: &OpRef<'_>| {
        op.attr_named("at").is_some_and(|value| value.as_str(module.context()) == Some(at))
    };
    module.walk().find(is_it).unwrap()
}

fn uses<'b>(user: OpRef<'b>) -> Vec<Attribute> {
    references(user.context(), user.attr_named("uses").unwrap())
}

/// The targets of the references of the user at `at`: the attribute `t.is` of the symbol, or the
/// error.
fn resolved(module: &Body, at: &str) -> Vec<String> {
    let (tables, user) = (SymbolTables::new(module), user(module, at));
    let name = |symbol: OpRef<'_>| {
        symbol.attr_named("t.is").and_then(|is| Some(is.as_str(&CONTEXT)?.to_owned())).unwrap()
    };
    uses(user)
        .into_iter()
        .map(|reference| tables.resolve(user, reference).map_or_else(|e| e.to_string(), name))
        .collect()
}

/// The RFC's example, with an attribute that lets references out of @bar.
const EXAMPLE: &str = r#"module {
  module @foo {
    func @nested() attributes {t.is = "nested"}
  }
  module @bar attributes {builtin.transparent_symbols} {
    "symbol_user.user"() {at = "bar", uses = [@.super::@foo::@nested]} : () -> ()
  }
}"#;

/// With a public declaration, as the RFC has it and today's `func.func` does not allow it; with a
/// nested one; and with a private one, which a sibling does not see.
#[test]
fn the_example_is_read_printed_and_resolved() {
    let with = |visibility: &str| EXAMPLE.replace("func @", &format!("func {visibility} @"));
    for (text, expected) in [
        (EXAMPLE.to_owned(), "nested"),
        (with("nested"), "nested"),
        (with("private"), "component #2 is private to its table"),
    ] {
        let module = module(&text);
        assert_eq!(resolved(&module, "bar"), [expected]);
        assert_eq!(print_op(module.as_op(), PrintOptions::local()), text);
        let options = PrintOptions::local().with_generic(true);
        let generic = print_op(module.as_op(), options);
        assert!(generic.contains("uses = [@.super::@foo::@nested]"), "{generic}");
        let again = read(&CONTEXT, &generic).unwrap();
        assert_eq!(print_op(again.as_op(), PrintOptions::local()), text);
    }
}

/// Modules isolate symbols if they do not say otherwise.
#[test]
fn references_do_not_cross_a_boundary() {
    let module = module(&EXAMPLE.replace(" attributes {builtin.transparent_symbols}", ""));
    assert_eq!(
        resolved(&module, "bar"),
        ["component #0 leads out of a 'builtin.module' op, which isolates symbols"]
    );
}

/// Tables at three levels, each with an @x.
const LEVELS: &str = r#"
func @x() attributes {t.is = "x of the root"} { return }
module @a attributes {t.is = "a", builtin.transparent_symbols} {
  func @x() attributes {t.is = "x of a"} { return }
  func private @secret() attributes {t.is = "secret of a"} { return }
  module @b attributes {t.is = "b", builtin.transparent_symbols} {
    func @x() attributes {t.is = "x of b"} { return }
    func @f() {
      "t.user"() {at = "b", uses = [
        @x, @.super::@x, @.super::@.super::@x, @.super::@.super::@.super::@x,
        @.super::@b::@x, @.super::@.super::@a::@b::@x, @.super::@.super::@a, @.super::@b,
        @.super::@only_below, @.super::@secret, @only_above, @.super::@x::@y
      ]} : () -> ()
      return
    }
    func @only_below() { return }
  }
  func @only_above() { return }
  module @c attributes {t.is = "c", builtin.transparent_symbols} {
    func private @secret() { return }
    "t.user"() {at = "c", uses = [@.super::@b::@x, @.super::@b::@only_below::@z]} : () -> ()
  }
  module @d attributes {builtin.transparent_symbols} {
    "t.user"() {at = "d", uses = [@.super::@secret, @.super::@c::@secret]} : () -> ()
  }
}
"t.user"() {at = "root", uses = [@a::@b::@x, @a::@x, @x, @.super::@x]} : () -> ()
"#;

/// Each `@.super` starts one table higher, and no table further out is searched.
#[test]
fn each_super_is_one_table_further_out() {
    assert_eq!(
        resolved(&module(LEVELS), "b"),
        [
            "x of b",
            "x of a",
            "x of the root",
            "component #2 leads out of the outermost symbol table",
            "x of b",
            "x of b",
            "a",
            "b",
            "component #1 is not a symbol of its table",
            "secret of a",
            "component #0 is not a symbol of its table",
            "component #1 is not a symbol table",
        ]
    );
    assert_eq!(resolved(&module(LEVELS), "c"), ["x of b", "component #2 is not a symbol table"]);
}

/// A private symbol is visible in the tables nested in its own, but not in siblings.
#[test]
fn private_symbols_are_visible_from_nested_tables() {
    assert_eq!(
        resolved(&module(LEVELS), "d"),
        ["secret of a", "component #2 is private to its table"]
    );
}

/// Isolation is outward only.
#[test]
fn from_outside_nothing_changes() {
    let isolated = LEVELS.replace(", builtin.transparent_symbols", "");
    for text in [LEVELS, &isolated] {
        assert_eq!(
            resolved(&module(text), "root"),
            [
                "x of b",
                "x of a",
                "x of the root",
                "component #0 leads out of the outermost symbol table"
            ]
        );
    }
}

/// In the attributes of a table op, a reference starts in the table around it.
#[test]
fn a_table_op_is_outside_of_its_table() {
    let text = r#"
func @x() attributes {t.is = "outer"} { return }
module @a attributes {builtin.transparent_symbols} {
  func @x() attributes {t.is = "a"} { return }
  module @b attributes {builtin.transparent_symbols, t.at, at.x, t.uses = [@x]} {
    func @x() attributes {t.is = "b"} { return }
  }
}"#;
    let module = module(text);
    let tables = SymbolTables::new(&module);
    let b = module.walk().find(|op| op.attr_named("t.uses").is_some()).unwrap();
    let x = CONTEXT.ident("x");
    let mut names = Vec::new();
    for supers in 0..3 {
        let reference = CONTEXT.symbol_path_attr(SymbolPath { supers, root: x, nested: &[] });
        names.push(match tables.resolve(b, reference) {
            Ok(op) => op.attr_named("t.is").unwrap().as_str(&CONTEXT).unwrap().to_owned(),
            Err(error) => error.to_string(),
        });
    }
    assert_eq!(names, ["a", "outer", "component #1 leads out of the outermost symbol table"]);
}

/// Errors of the parser, with the text from which on it complains.
fn syntax_error(uses: &str) -> (String, String) {
    let ctx = CONTEXT.clone();
    let text = format!("\"symbol_user.user\"() {{uses = [{uses}]}} : () -> ()");
    let file = ctx.sources().add("t.mlir", text.as_str()).unwrap();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let mut diagnostics = Diagnostics::new();
    assert!(parse_module(&ctx, &file, options, &mut diagnostics).is_err(), "{uses}");
    let error = diagnostics.iter().next().unwrap();
    let Position::Span(span) = error.position else { panic!("no place") };
    let place = ctx.sources().line_col(span.start).unwrap();
    let rest = text.chars().skip(place.col as usize - 1).collect();
    (error.message.clone(), rest)
}

#[test]
fn supers_are_only_at_the_beginning() {
    let beginning = "'@.super' can only be at the beginning of a reference";
    let missing = "expected '::' and a symbol after '@.super', found";
    let no_name =
        "'@' without a name: names begin with a letter or '_', others are written in quotes";
    for (uses, message, from) in [
        ("@foo::@.super::@x", beginning.to_owned(), "@.super::@x]"),
        ("@.super::@foo::@.super", beginning.to_owned(), "@.super]"),
        ("@.super", format!("{missing} ']'"), "]"),
        ("@.super, @x", format!("{missing} ','"), ", @x]"),
        ("@.super::", "expected symbol after '@.super::', found ']'".to_owned(), "]"),
        ("@.super::x", "expected symbol after '@.super::', found 'x'".to_owned(), "x]"),
        ("@.super @x", format!("{missing} '@x'"), "@x]"),
        ("@.supers::@x", format!("expected attribute value, found {no_name}"), "@.supers"),
        ("@.sup::@x", format!("expected attribute value, found {no_name}"), "@.sup"),
        ("@???", format!("expected attribute value, found {no_name}"), "@???"),
        ("@x::@???", format!("expected nested symbol reference, found {no_name}"), "@???"),
    ] {
        let (found, rest) = syntax_error(uses);
        assert_eq!(found, message, "{uses}");
        assert!(rest.starts_with(from), "{uses}: {rest}");
    }
}

/// It may be wherever an attribute may, also in a type's text.
#[test]
fn any_number_of_supers_is_read() {
    let many = format!("{}@x", "@.super::".repeat(1000));
    for text in ["@.super::@.super::@x", "@.super::@\"a b\"::@\"c\\22d\"", &many] {
        let module = module(&format!(
            "\"t.user\"() {{a = {text}, b = {{c = [{text}, #t.x<{text}>]}}}} : () -> !t.y<{text}>"
        ));
        let printed = print_op(module.as_op(), PrintOptions::local());
        assert_eq!(printed.matches(text).count(), 4, "{printed}");
        assert_eq!(print_op(self::module(&printed).as_op(), PrintOptions::local()), printed);
    }
}

#[test]
fn a_symbol_may_be_named_like_the_keyword() {
    let text = r#"module {
  func.func @".super"() attributes {t.is = "quoted"} {
    return
  }
  "t.user"() {at = "u", uses = [@".super"]} : () -> ()
  module @m attributes {builtin.transparent_symbols} {
    "t.user"() {at = "m", uses = [@.super::@".super"]} : () -> ()
  }
}"#;
    let module = module(text);
    assert_eq!(resolved(&module, "u"), ["quoted"]);
    assert_eq!(resolved(&module, "m"), ["quoted"]);
    let options = PrintOptions::local().with_spelling(Spelling::Upstream);
    assert_eq!(print_op(module.as_op(), options), text);
    // Without quotes, it is not a name.
    assert_eq!(
        read(&CONTEXT, "func private @.super()").err(),
        Some(
            "expected symbol name, found '@.super', which leads out of a symbol table (a symbol of \
             that name is written '@\".super\"')"
                .to_owned()
        )
    );
}

#[test]
fn references_are_equal_if_all_parts_are() {
    let ctx = &*CONTEXT;
    let (a, b) = (ctx.ident("a"), ctx.ident("b"));
    let attr =
        |supers, root, nested: &[_]| ctx.symbol_path_attr(SymbolPath { supers, root, nested });
    assert_eq!(attr(0, a, &[]), ctx.symbol_attr("a"));
    assert_eq!(attr(0, a, &[b]), ctx.symbol_ref_attr(a, &[b]));
    assert_eq!(attr(1, a, &[b]), attr(1, a, &[b]));
    let different =
        [attr(0, a, &[]), attr(1, a, &[]), attr(2, a, &[]), attr(1, a, &[b]), attr(1, b, &[])];
    for (i, one) in different.iter().enumerate() {
        assert!(different[i + 1..].iter().all(|other| other != one));
    }
    assert_eq!(attr(0, a, &[]).as_flat_symbol(ctx), Some(a));
    assert_eq!(attr(1, a, &[]).as_flat_symbol(ctx), None);
    let path = attr(2, a, &[b]).as_symbol_ref(ctx).unwrap();
    assert_eq!((path.supers, path.num_components(), path.leaf()), (2, 4, b));
    assert_eq!(
        (path.name(1), path.name(2), path.name(3), path.name(4)),
        (None, Some(a), Some(b), None)
    );
}

/// An op that is given the RFC's example asks for two references to one symbol.
#[test]
fn there_is_one_shortest_reference() {
    let module = module(LEVELS);
    let tables = SymbolTables::new(&module);
    let user = user(&module, "b");
    let shortest: Vec<String> = uses(user)
        .into_iter()
        .map(|reference| print_attribute(&CONTEXT, tables.shortest(user, reference)))
        .collect();
    assert_eq!(
        shortest,
        [
            "@x",
            "@.super::@x",
            "@.super::@.super::@x",
            // Not resolved.
            "@.super::@.super::@.super::@x",
            "@x",
            "@x",
            // A table is not in itself.
            "@.super::@.super::@a",
            "@.super::@b",
            "@.super::@only_below",
            "@.super::@secret",
            "@only_above",
            "@.super::@x::@y",
        ]
    );
}

/// Each reason, for the component that it is about.
#[test]
fn errors_name_the_component() {
    let module = module(LEVELS);
    let op = module.as_op();
    let texts = [
        (ResolveError::NotAReference, None, "expected a symbol reference"),
        (ResolveError::NoSymbolTable, None, "there is no symbol table around the op"),
        (
            ResolveError::UnknownScope { component: 0, op },
            Some(0),
            "'builtin.module' is not a known op: whether it is a symbol table cannot be said",
        ),
        (
            ResolveError::PastTheRoot { component: 1, table: op },
            Some(1),
            "component #1 leads out of the outermost symbol table",
        ),
        (
            ResolveError::CrossesIsolation { component: 1, boundary: op },
            Some(1),
            "component #1 leads out of a 'builtin.module' op, which isolates symbols",
        ),
        (
            ResolveError::Unresolved { component: 2, table: op },
            Some(2),
            "component #2 is not a symbol of its table",
        ),
        (
            ResolveError::NotVisible { component: 3, symbol: op },
            Some(3),
            "component #3 is private to its table",
        ),
        (
            ResolveError::NotASymbolTable { component: 4, symbol: op },
            Some(4),
            "component #4 is not a symbol table",
        ),
    ];
    for (error, component, text) in texts {
        assert_eq!((error.component(), error.to_string().as_str()), (component, text));
    }
}

const RENAMED: &str = r#"
module @foo {
  func.func nested @x() { return }
}
module @bar attributes {builtin.transparent_symbols} {
  func.func nested @foo() { return }
  "t.user"() {at = "bar", uses = [
    @foo, @.super::@foo::@x, @.super::@bar::@foo, [{a = @.super::@foo}]
  ]} : () -> ()
}
"t.user"() {at = "root", uses = [@foo::@x, @bar::@foo]} : () -> ()
"#;

#[test]
fn uses_and_renaming_see_references_that_leave_a_table() {
    let mut module = module(RENAMED);
    let ctx = module.context().clone();
    let foo = SymbolTable::new(&module).lookup(ctx.ident("foo")).unwrap();
    {
        let tables = SymbolTables::new(&module);
        let found = tables.uses(module.op(foo), module.as_op()).unwrap();
        let found: Vec<(String, usize)> = found
            .iter()
            .map(|found| (print_attribute(&ctx, found.reference), found.component))
            .collect();
        let expected = [("@.super::@foo::@x", 1), ("@.super::@foo", 1), ("@foo::@x", 0)];
        assert_eq!(found, expected.map(|(text, component)| (text.to_owned(), component)));
        assert!(!tables.is_known_unused(module.op(foo), module.as_op()));
    }
    rename_symbol(&mut module, foo, ctx.ident("foo2")).unwrap();
    let uses = |at| print_attribute(&ctx, user(&module, at).attr_named("uses").unwrap());
    assert_eq!(
        uses("bar"),
        "[@foo, @.super::@foo2::@x, @.super::@bar::@foo, [{a = @.super::@foo2}]]"
    );
    assert_eq!(uses("root"), "[@foo2::@x, @bar::@foo]");
}

/// Text of an unknown attribute that only looks like a reference is kept.
#[test]
fn uses_and_renaming_do_not_see_the_text_of_unknown_attributes() {
    let mut module = module(
        "func private @f()\n\"u.u\"() {a = #u.text<@f>, b = !u.text<[@f]>, c = @f} : () -> ()\n",
    );
    let ctx = module.context().clone();
    let f = SymbolTable::new(&module).lookup(ctx.ident("f")).unwrap();
    let found =
        SymbolTables::new(&module).uses(module.op(f), module.as_op()).map(|uses| uses.len());
    assert_eq!(found, Some(1));
    rename_symbol(&mut module, f, ctx.ident("g")).unwrap();
    let printed = print_op(module.as_op(), PrintOptions::default());
    assert!(printed.contains("{a = #u.text<@f>, b = !u.text<[@f]>, c = @g}"), "{printed}");
}

/// A body that is changed alone does not know whether a reference that leaves it comes back.
#[test]
fn renaming_is_refused_where_a_reference_may_come_back() {
    let mut module = module(RENAMED);
    let ctx = module.context().clone();
    let link = SymbolTable::new(&module).lookup(ctx.ident("bar")).unwrap();
    let bar = module.child_mut(link).unwrap();
    let foo = SymbolTable::new(bar).lookup(ctx.ident("foo")).unwrap();
    let before = print_op(bar.as_op(), PrintOptions::default());
    assert_eq!(rename_symbol(bar, foo, ctx.ident("new")), Err(UnknownUses));
    assert_eq!(print_op(bar.as_op(), PrintOptions::default()), before);
    assert!(SymbolTables::new(bar).uses(bar.op(foo), bar.as_op()).is_none());
    // References that leave it and do not name it do no harm.
    let mut without = self::module(&RENAMED.replace("@.super::@bar::@foo", "@.super::@other"));
    let link = SymbolTable::new(&without).lookup(ctx.ident("bar")).unwrap();
    let bar = without.child_mut(link).unwrap();
    let foo = SymbolTable::new(bar).lookup(ctx.ident("foo")).unwrap();
    rename_symbol(bar, foo, ctx.ident("new")).unwrap();
    let uses = print_attribute(&ctx, user(&without, "bar").attr_named("uses").unwrap());
    assert_eq!(uses, "[@new, @.super::@foo::@x, @.super::@other, [{a = @.super::@foo}]]");
}

/// A lookup after a change finds the current symbols: tables cannot be out of date, since they
/// borrow the bodies, and no table has answers of another one.
#[test]
fn renaming_in_a_sibling_leaves_no_stale_answer() {
    let text = r#"
module @foo {
  func.func nested @old() attributes {t.is = "first"} { return }
}
module @bar attributes {builtin.transparent_symbols} {
  func.func nested @own() attributes {t.is = "own"} { return }
  "t.user"() {at = "bar", uses = [@.super::@foo::@old, @.super::@foo::@new, @own]} : () -> ()
}"#;
    let mut module = module(text);
    let absent = "component #2 is not a symbol of its table";
    assert_eq!(resolved(&module, "bar"), ["first", absent, "own"]);
    let ctx = module.context().clone();
    let tables = SymbolTable::new(&module);
    // A table of @bar, which is valid as long as no symbol of @bar changes.
    let link = tables.lookup(ctx.ident("bar")).unwrap();
    let own = SymbolTable::new(module.child(link).unwrap());
    let foo = module.child_mut(tables.lookup(ctx.ident("foo")).unwrap()).unwrap();
    let old = SymbolTable::new(foo).lookup(ctx.ident("old")).unwrap();
    rename_symbol(foo, old, ctx.ident("new")).unwrap();
    assert_eq!(resolved(&module, "bar"), [absent, "first", "own"]);
    assert!(own.lookup(ctx.ident("own")).is_some());
    assert!(own.lookup(ctx.ident("old")).is_none() && own.lookup(ctx.ident("new")).is_none());
}

/// However many references there are, and through whichever tables they lead.
#[test]
fn each_table_is_built_once() {
    let module = module(LEVELS);
    let tables = SymbolTables::new(&module);
    assert_eq!(tables.num_built(), 0);
    let user = user(&module, "b");
    tables.resolve(user, uses(user)[1]).unwrap();
    // @.super::@x needs the table of @a only.
    assert_eq!(tables.num_built(), 1);
    for at in ["b", "c", "d", "root"] {
        let user = self::user(&module, at);
        for reference in uses(user) {
            let _ = tables.resolve(user, reference);
        }
    }
    // Of the root, @a, @b and @c: no reference leads into @d.
    assert_eq!(tables.num_built(), 4);
}

/// A table that isolates symbols can be moved anywhere; in another one, references may lead out.
#[test]
fn references_that_leave_are_found_before_a_move() {
    let module = module(LEVELS);
    let ctx = module.context();
    let leaving = |name: &str| -> Vec<String> {
        let is_it = |op: &OpRef<'_>| op.symbol_name() == Some(ctx.ident(name));
        let op = module.walk().find(is_it).unwrap();
        references_that_leave(op).iter().map(|found| print_attribute(ctx, found.1)).collect()
    };
    assert_eq!(leaving("c"), ["@.super::@b::@x", "@.super::@b::@only_below::@z"]);
    assert_eq!(
        leaving("a"),
        [
            "@.super::@.super::@x",
            "@.super::@.super::@.super::@x",
            "@.super::@.super::@a::@b::@x",
            "@.super::@.super::@a"
        ]
    );
    // A function is not a table: all of its references are resolved outside of it.
    assert_eq!(leaving("f").len(), 12);
    let isolated = self::module(
        "module @m {\n func @x() { return }\n \"t.user\"() {uses = [@x, @y::@z]} : () -> ()\n}",
    );
    let table = isolated.walk().next().unwrap();
    assert_eq!(references_that_leave(table).len(), 0);
}
