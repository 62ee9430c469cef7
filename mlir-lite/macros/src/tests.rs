//! What is wrong with a declaration is a compile error that says so.

use crate::declaration::Declaration;
use proc_macro2::TokenStream;
use quote::quote;

fn error(options: TokenStream, item: TokenStream) -> String {
    Declaration::parse(options, item).err().map(|error| error.to_string()).unwrap_or_default()
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
        ("$lhs $rhs attr-dict $result", "`$result` is a result, which stands before the op's name"),
        ("$lhs $rhs foo-dict", "unknown directive `foo-dict`"),
        ("$lhs $rhs `:` type($rhs)", "missing `attr-dict`"),
        ("$lhs attr-dict", "operand `$rhs` is not written"),
        ("$lhs $lhs $rhs attr-dict", "`lhs` is written twice"),
        ("$lhs $rhs attr-dict `§`", "`§` is neither a keyword nor punctuation"),
        ("$lhs $rhs attr-dict `open", "this literal has no end"),
        ("$lhs, $rhs attr-dict", "unexpected `,`"),
        ("$lhs ($rhs `x`)? attr-dict", "an optional group needs an anchor"),
        ("($lhs^ `x`)? $rhs attr-dict", "an optional group starts with what shows that it is there"),
        ("$lhs (`x` attr-dict^)? $rhs", "this element cannot be an anchor"),
        ("$lhs $rhs attr-dict type(lhs)", "expected `$name`, `operands` or `results`, found `lhs`"),
        ("$lhs $rhs attr-dict ref($lhs)", "`ref` stands only among the arguments of `custom`"),
    ];
    for (format, expected) in errors {
        let found = format_error(format);
        assert!(found.contains(expected), "{format}: {found}");
    }
}

#[test]
fn options_and_fields_are_checked() {
    let op = quote!(
        pub struct Op {}
    );
    let errors = [
        (quote!(), op.clone(), "missing `name = \"dialect.op\"`"),
        (quote!(name = "op"), op.clone(), "an op's name is `dialect.op`"),
        (quote!(name = "t.op", folds), op.clone(), "unknown option `folds`; expected name, traits"),
        (quote!(name = "t.op", fold, fold), op.clone(), "option `fold` is given twice"),
        (quote!(name = "t.op", format = "attr-dict", assembly = custom), op.clone(), "an op has one form"),
        (quote!(name = "t.op", assembly = generic), op.clone(), "expected `assembly = custom`"),
        (quote!(name = "t.op", upstream(format = "attr-dict")), op, "missing `name = \"dialect.op\"`"),
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
