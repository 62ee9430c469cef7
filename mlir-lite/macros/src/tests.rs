//! Wrong declarations, and their compile errors.

use crate::declaration::Declaration;
use proc_macro2::TokenStream;
use quote::quote;

/// The first error.
fn error(options: TokenStream, item: TokenStream) -> String {
    match Declaration::parse(options, item) {
        Ok(declaration) => declaration.errors.first().map(ToString::to_string).unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

/// An op of two operands and a result with this format.
fn format_error(format: &str) -> String {
    let options = quote!(name = "t.op", format = #format);
    let item = quote! {
        pub struct Op {
            #[operand] lhs: A,
            #[operand] rhs: Variadic<B>,
            #[attr] kind: C,
            #[result] result: D,
        }
    };
    error(options, item)
}

#[test]
fn a_right_declaration_is_accepted() {
    let format = "$lhs `,` $rhs `to` $kind attr-dict `:` type(operands) `->` type($result)";
    assert_eq!(format_error(format), "");
}

#[test]
fn formats_are_checked() {
    let errors = [
        ("$lhs $foo attr-dict", "unknown `$foo`; known: $lhs, $rhs, $kind, $result"),
        (
            "$lhs $rhs attr-dict $result",
            "`$result` is a result, which is printed before the op's name",
        ),
        ("$lhs $rhs foo-dict", "unknown directive `foo-dict`"),
        (
            "$lhs $rhs oilist($kind) attr-dict",
            "a clause of `oilist` starts with a keyword of its own",
        ),
        (
            "$lhs $rhs oilist(`a` $kind | `a` $kind) attr-dict",
            "a clause of `oilist` needs something that may be",
        ),
        (
            "$lhs $rhs oilist(`a`) attr-dict",
            "a clause of `oilist` needs something that may be absent",
        ),
        (
            "$rhs oilist(`a` $lhs) attr-dict",
            "`$lhs` is always there: only optional and variadic operands",
        ),
        ("$lhs $rhs oilist `a` attr-dict", "expected `(`, found literal `a`"),
        (
            "$lhs $rhs oilist(`a` attr-dict)",
            "the attribute dictionary cannot be in an optional group",
        ),
        ("$lhs $rhs `:` type($rhs)", "missing `attr-dict`"),
        ("$lhs attr-dict", "operand `$rhs` is not written"),
        ("$lhs $lhs $rhs attr-dict", "`lhs` is written twice"),
        ("$lhs $rhs attr-dict `§`", "`§` is neither a keyword nor punctuation"),
        ("$lhs $rhs attr-dict `open", "this literal has no end"),
        ("$lhs, $rhs attr-dict", "unexpected `,`"),
        ("$lhs ($rhs `x`)? attr-dict", "an optional group needs an anchor"),
        (
            "($lhs^ `x`)? $rhs attr-dict",
            "`$lhs` is always there: only optional and variadic operands",
        ),
        (
            "$lhs (type($result) $rhs^)? $kind attr-dict (`` `x`)?",
            "an optional group needs an anchor",
        ),
        ("$lhs (`x` attr-dict)? $rhs", "the attribute dictionary cannot be in an optional group"),
        (
            "$lhs (functional-type($rhs, results) $rhs^)? attr-dict",
            "an optional group starts with what shows",
        ),
        ("$lhs (`x`^)? $rhs attr-dict", "this element cannot be an anchor"),
        (
            "$lhs $rhs (`x` $kind^)? attr-dict",
            "`$kind` is always there: only an optional attribute",
        ),
        ("$lhs $rhs (`x` $kind^ $kind^)? attr-dict", "`$kind` is always there"),
        ("$lhs $rhs results attr-dict", "results are printed before the op's name"),
        ("$lhs $rhs attr-dict attr-dict", "`attr-dict` is written twice"),
        ("$lhs $rhs prop-dict prop-dict attr-dict", "`prop-dict` is written twice"),
        ("operands $lhs attr-dict", "`lhs` is written twice"),
        ("$lhs $rhs attr-dict type($lhs) type(operands)", "`type(operands)` is written twice"),
        ("$lhs $rhs attr-dict qualified($lhs)", "`lhs` is written twice"),
        ("$lhs $rhs attr-dict custom<A>(ref($foo))", "unknown `$foo`"),
        ("$lhs $rhs attr-dict custom<A>(`x`)", "`custom` takes `$name`, `type(..)` and `ref(..)`"),
        ("$lhs $rhs attr-dict custom<1>($kind)", "unexpected '1'"),
        ("$lhs $foo attr-dict", "\n    $lhs $foo attr-dict\n         ^^^^"),
        ("$lhs $rhs\n     attr-dict `§` x", "\n    attr-dict `§` x\n              ^^^"),
        ("$lhs $rhs attr-dict type(lhs)", "expected `$name`, `operands` or `results`, found `lhs`"),
        ("$lhs $rhs attr-dict ref($lhs)", "`ref` is only allowed among the arguments of `custom`"),
    ];
    for (format, expected) in errors {
        let found = format_error(format);
        assert!(found.contains(expected), "{format}: {found}");
    }
}

#[test]
fn relations_name_fields() {
    let errors = [
        (quote!(traits(AllTypesMatch(a))), "`AllTypesMatch` takes two fields or more"),
        (
            quote!(traits(AllTypesMatch(a, c))),
            "`c` is not an operand, result or attribute of the op",
        ),
        (quote!(traits(AllSizesMatch(a, b))), "`AllSizesMatch` is not a relation of types"),
        (quote!(traits(TypesMatchWith("x", a, many, f))), "`many` is variadic"),
        (quote!(traits(Scalarizable)), "the trait Scalarizable needs the trait Elementwise"),
        (quote!(traits(FunctionLike)), "the trait FunctionLike needs the trait Symbol"),
    ];
    for (traits, expected) in errors {
        let item = quote! {
            struct Op {
                #[operand]
                a: A,
                #[operand]
                many: Variadic<A>,
                #[result]
                b: A,
            }
        };
        let found = error(quote!(name = "t.op", #traits), item);
        assert!(found.contains(expected), "{traits}: {found}");
    }
}

#[test]
fn enums_are_checked() {
    let enum_error = |options: TokenStream, item: TokenStream| {
        crate::enums::expand(options, item).err().map(|e| e.to_string()).unwrap_or_default()
    };
    let cases = quote!(
        enum E {
            A,
            B,
        }
    );
    assert!(enum_error(quote!(), cases.clone()).contains("an enum is stored in an integer"));
    assert!(
        enum_error(quote!(storage = f32), cases.clone())
            .contains("expected i8, i16, i32, i64 or str")
    );
    assert!(
        enum_error(quote!(storage = i32, bits), cases.clone()).contains("says its bits: `= 4`")
    );
    assert!(
        enum_error(quote!(storage = i32, separator = ","), cases.clone())
            .contains("only an enum of `bits`")
    );
    assert!(
        enum_error(quote!(name = "e"), cases).contains("an attribute's name is `dialect.name`")
    );
    assert!(
        enum_error(
            quote!(storage = i32),
            quote!(
                enum E {
                    A = 1,
                    B = 1,
                }
            )
        )
        .contains("`A` has the value 1 already")
    );
    assert!(
        enum_error(
            quote!(storage = i32),
            quote!(
                enum E {
                    A(i32),
                }
            )
        )
        .contains("a case of an enum has no fields")
    );
    assert!(
        enum_error(
            quote!(storage = i32),
            quote!(
                enum E {}
            )
        )
        .contains("an enum has cases")
    );
}

#[test]
fn parametric_types_are_checked() {
    use crate::parametric::{self, Kind};
    let type_error = |options: TokenStream| {
        let item = quote!(
            struct T {
                a: u32,
                b: u32,
            }
        );
        parametric::expand(Kind::Type, options, item)
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default()
    };
    assert!(type_error(quote!()).contains("missing `name"));
    assert!(type_error(quote!(name = "t")).contains("name is `dialect.name`"));
    assert!(
        type_error(quote!(name = "t.t", format = "`<` $a `>`"))
            .contains("parameter `$b` is not written")
    );
    assert!(
        type_error(quote!(name = "t.t", format = "$a $a $b")).contains("`$a` is written twice")
    );
    assert!(
        type_error(quote!(name = "t.t", format = "$c"))
            .contains("unknown parameter `$c`; known: $a, $b")
    );
    assert!(
        type_error(quote!(name = "t.t", format = "a"))
            .contains("unexpected `a`; expected a literal")
    );
    assert!(
        type_error(quote!(name = "t.t", format = "params", assembly = custom))
            .contains("there is one form")
    );
    assert_eq!(type_error(quote!(name = "t.t")), "");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of declarations and their errors")]
fn options_and_fields_are_checked() {
    let op = quote!(
        pub struct Op {}
    );
    let errors = [
        (quote!(), op.clone(), "missing `name = \"dialect.op\"`"),
        (quote!(name = "op"), op.clone(), "an op's name is `dialect.op`"),
        (quote!(name = "t.op", folds), op.clone(), "unknown option `folds`; expected name, traits"),
        (quote!(name = "t.op", name = "t.op"), op.clone(), "option `name` is given twice"),
        (
            quote!(name = "t.op", format = "attr-dict", implements(CustomAssembly)),
            op.clone(),
            "an op has one form",
        ),
        (
            quote!(name = "t.op", upstream(name = "u.op", assembly = generic)),
            op.clone(),
            "expected `assembly = custom`",
        ),
        (
            quote!(name = "t.op", upstream(format = "attr-dict")),
            op,
            "missing `name = \"dialect.op\"`",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    a: A,
                }
            ),
            "a field has one of #[operand]",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[input]
                    a: A,
                }
            ),
            "expected #[operand]",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[operand]
                    id: A,
                }
            ),
            "`id` is a function of every op",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[operand]
                    a: A,
                    #[result]
                    a: A,
                }
            ),
            "`a` is declared twice",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[attr(name = "x")]
                    a: A,
                    #[attr(name = "x")]
                    b: A,
                }
            ),
            "attribute `x` is declared twice",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[attr(value = 1)]
                    a: A,
                }
            ),
            "unknown option; expected `name",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[attr]
                    a: Variadic<A>,
                }
            ),
            "an op's attr is not variadic",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[operand]
                    a: Variadic<A>,
                    #[operand]
                    b: Optional<A>,
                }
            ),
            "a second operand group without fixed size needs the trait AttrSizedOperandSegments",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[result]
                    a: Variadic<A>,
                    #[result]
                    b: Variadic<A>,
                }
            ),
            "a second result group without fixed size needs the trait AttrSizedResultSegments",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[region]
                    a: Variadic<A>,
                    #[region]
                    b: Variadic<A>,
                }
            ),
            "only one group of regions or successors can be variadic",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op {
                    #[successor]
                    a: Variadic<A>,
                    #[successor]
                    b: Variadic<A>,
                }
            ),
            "only one group of regions or successors can be variadic",
        ),
        (
            quote!(name = "t.op", format = "$next attr-dict"),
            quote!(
                struct Op {
                    #[region]
                    body: A,
                    #[successor]
                    next: A,
                }
            ),
            "region `$body` is not written",
        ),
        (
            quote!(name = "t.op", format = "$body attr-dict"),
            quote!(
                struct Op {
                    #[region]
                    body: A,
                    #[successor]
                    next: A,
                }
            ),
            "successor `$next` is not written",
        ),
        (
            quote!(name = "t.op", format = "regions attr-dict $body successors"),
            quote!(
                struct Op {
                    #[region]
                    body: A,
                    #[successor]
                    next: A,
                }
            ),
            "`body` is written twice",
        ),
        (
            quote!(name = "t.op"),
            quote!(
                struct Op<T> {
                    #[operand]
                    a: T,
                }
            ),
            "an op has no generic parameters",
        ),
    ];
    for (options, item, expected) in errors {
        let found = error(options.clone(), item);
        assert!(found.contains(expected), "{options}: {found}");
    }
}

#[test]
fn documentation_is_split_after_the_first_paragraph() {
    let item = quote! {
        /// Adds two
        /// numbers.
        ///
        /// Wraps.
        struct Op {}
    };
    let declaration = Declaration::parse(quote!(name = "t.op"), item).ok().unwrap();
    assert_eq!((&*declaration.summary, &*declaration.description), ("Adds two numbers", "Wraps."));
}

#[test]
fn rustdoc_shows_the_names_and_forms() {
    let options = quote!(
        name = "t.remi_unsigned",
        format = "$lhs attr-dict",
        upstream(name = "u.remui", format = "$lhs `as` `i32` attr-dict"),
    );
    let item = quote! {
        /// The remainder.
        pub struct RemOp { #[operand] lhs: A }
    };
    let declaration = Declaration::parse(options, item).unwrap_or_else(|error| panic!("{error}"));
    let (mut text, mut aliases) = (Vec::new(), Vec::new());
    for attribute in &declaration.attrs {
        let string = |value: &syn::Expr| match value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => text.value(),
            _ => panic!("a text"),
        };
        match &attribute.meta {
            syn::Meta::NameValue(doc) => text.push(string(&doc.value)),
            syn::Meta::List(list) => {
                let alias: syn::MetaNameValue = list.parse_args().expect("an alias");
                assert!(alias.path.is_ident("alias"));
                aliases.push(string(&alias.value));
            }
            syn::Meta::Path(_) => panic!("documentation has a value"),
        }
    }
    assert_eq!(aliases, ["t.remi_unsigned", "u.remui"]);
    let expected = [
        " The remainder.",
        "",
        "# Name and form",
        "",
        "```text",
        "t.remi_unsigned $lhs attr-dict",
        "u.remui $lhs `as` `i32` attr-dict",
        "```",
    ];
    assert_eq!(text, expected);
    // The page of the dialect shows names and forms on its own.
    assert_eq!((&*declaration.summary, &*declaration.description), ("The remainder", ""));
}

#[test]
fn what_ops_share_is_checked() {
    let item = || {
        quote!(
            pub struct Op {
                #[operand]
                lhs: A,
                #[attr]
                kind: B,
            }
        )
    };
    let right = quote!(
        name = "t.op",
        implements(
            CustomAssembly = Some<Self>,
            VerifyOp = All<Self>,
            FoldOp,
            One { lhs, set_kind },
            Two { kind }
        ),
    );
    assert_eq!(error(right, item()), "");
    let twice = quote!(name = "t.op", implements(FoldOp, FoldOp = All<Self>));
    assert_eq!(error(twice, item()), "`FoldOp` is listed twice");
    let accessor = quote!(name = "t.op", implements(One { rhs }));
    let declaration =
        Declaration::parse(accessor, item()).unwrap_or_else(|error| panic!("{error}"));
    let code = crate::by_accessors::expand(&declaration).to_string();
    assert!(code.contains("the op has no accessor `rhs`"), "{code}");
}
