//! Each kind of attribute in each position of a format: what is printed is read back.
//!
//! A kind that is missing in a position is refused at compile time there, since its text could not
//! be distinguished from the text after it; `test/repository/macro-errors` has the messages.

use mlir_lite::ir::constraints::*;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;

/// The ops of each position, of a kind that is called `Kind`.
macro_rules! position {
    (BeforeAttribute) => {
        /// Before another attribute.
        #[op(name = "k.before_attribute", format = "$value $other attr-dict")]
        pub(super) struct BeforeAttribute {
            #[attr]
            value: Kind,
            #[attr]
            other: I64Attr,
        }
    };
    (BeforeString) => {
        /// Before a string.
        #[op(name = "k.before_string", format = "$value $other attr-dict")]
        pub(super) struct BeforeString {
            #[attr]
            value: Kind,
            #[attr]
            other: StrAttr,
        }
    };
    (BeforeSymbol) => {
        /// Before the name of a symbol.
        #[op(name = "k.before_symbol", format = "$value $name attr-dict")]
        pub(super) struct BeforeSymbol {
            #[attr]
            value: Kind,
            #[attr]
            name: SymbolNameAttr,
        }
    };
    (BeforeArray) => {
        /// Before an array.
        #[op(name = "k.before_array", format = "$value $list attr-dict")]
        pub(super) struct BeforeArray {
            #[attr]
            value: Kind,
            #[attr]
            list: ArrayAttr,
        }
    };
    (BeforeColon) => {
        /// Before a colon.
        #[op(name = "k.before_colon", format = "$value attr-dict `:` type($result)")]
        pub(super) struct BeforeColon {
            #[attr]
            value: Kind,
            #[result]
            result: AnyType,
        }
    };
    (BeforeDictionary) => {
        /// Before the dictionary, at the end.
        #[op(name = "k.before_dictionary", format = "$value attr-dict")]
        pub(super) struct BeforeDictionary {
            #[attr]
            value: Kind,
        }
    };
    (Last) => {
        /// Last.
        #[op(name = "k.last", format = "attr-dict $value")]
        pub(super) struct Last {
            #[attr]
            value: Kind,
        }
    };
    (AnchorBeforeSymbol) => {
        /// The anchor of a group before a symbol.
        #[op(name = "k.anchor_before_symbol", format = "($value^)? $name attr-dict")]
        pub(super) struct AnchorBeforeSymbol {
            #[attr]
            value: Optional<Kind>,
            #[attr]
            name: SymbolRefAttr,
        }
    };
    (AnchorBeforeKeyword) => {
        /// The anchor of a group before a keyword.
        #[op(name = "k.anchor_before_keyword", format = "($value^)? `end` attr-dict")]
        pub(super) struct AnchorBeforeKeyword {
            #[attr]
            value: Optional<Kind>,
        }
    };
    (AnchorBeforeDictionary) => {
        /// The anchor of a group before the dictionary, at the end.
        #[op(name = "k.anchor_before_dictionary", format = "($value^)? attr-dict")]
        pub(super) struct AnchorBeforeDictionary {
            #[attr]
            value: Optional<Kind>,
        }
    };
    (AnchorLast) => {
        /// The anchor of a group at the end.
        #[op(name = "k.anchor_last", format = "attr-dict ($value^)?")]
        pub(super) struct AnchorLast {
            #[attr]
            value: Optional<Kind>,
        }
    };
    (AfterKeyword) => {
        /// In a group that begins with a keyword, before a colon.
        #[op(name = "k.after_keyword", format = "(`is` $value^)? `,` `:` type($result) attr-dict")]
        pub(super) struct AfterKeyword {
            #[attr]
            value: Optional<Kind>,
            #[result]
            result: AnyType,
        }
    };
    (Bare) => {
        /// Optional, and in no group.
        #[op(name = "k.bare", format = "$value `end` attr-dict")]
        pub(super) struct Bare {
            #[attr]
            value: Optional<Kind>,
        }
    };
}

/// Whether ops of a position need other attributes and a result, and whether the value is optional.
fn parts(position: &str) -> (&'static str, &'static str, bool) {
    match position {
        "BeforeAttribute" => ("other = 7 : i64", "()", false),
        "BeforeString" => ("other = \"s\"", "()", false),
        "BeforeSymbol" => ("name = \"s\"", "()", false),
        "BeforeArray" => ("list = [1 : i32]", "()", false),
        "BeforeColon" => ("", "i32", false),
        "BeforeDictionary" | "Last" => ("", "()", false),
        "AnchorBeforeSymbol" => ("name = @s", "()", true),
        "AfterKeyword" => ("", "i32", true),
        _ => ("", "()", true),
    }
}

/// The op's name of a position.
fn name_of(position: &str) -> String {
    let mut name = String::from("k.");
    for (index, letter) in position.char_indices() {
        if letter.is_uppercase() && index > 0 {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn read(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("a.mlir", text).expect("it is short");
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let module = parse_module(ctx, &file, options, &mut diagnostics);
    let module = module.unwrap_or_else(|_| panic!("{text}\n{diagnostics:?}"));
    assert!(verify(&module, &mut diagnostics).is_ok(), "{text}\n{diagnostics:?}");
    module
}

/// Checks ops with each value and, where it is optional, without one, with and without other
/// attributes, and before an op in generic form. Returns how many there were.
fn check(ctx: &Context, position: &str, values: &[&str]) -> usize {
    let (others, result, is_optional) = parts(position);
    let name = name_of(position);
    let values = values.iter().map(|value| format!("value = {value}"));
    let values = values.chain(is_optional.then(String::new));
    let mut count = 0;
    for value in values {
        for extra in ["", "extra = \"e\""] {
            let attributes = [&value[..], others, extra];
            let attributes: Vec<&str> =
                attributes.into_iter().filter(|part| !part.is_empty()).collect();
            let op = format!("\"{name}\"() {{{}}} : () -> {result}", attributes.join(", "));
            let op = if result == "()" { op } else { format!("%0 = {op}") };
            let made = read(ctx, &format!("{op}\n\"x.next\"() : () -> ()\n"));
            let generic = PrintOptions::default().with_generic(true);
            let expected = print_op(made.as_op(), generic);
            for options in [PrintOptions::default(), PrintOptions::local()] {
                let text = print_op(made.as_op(), options);
                let generic_name = format!("\"{name}\"");
                assert!(text.contains(&name) && !text.contains(&generic_name), "{text}");
                let again = read(ctx, &text);
                assert_eq!(print_op(again.as_op(), generic), expected, "{text}");
                assert_eq!(print_op(again.as_op(), options), text);
            }
            count += 1;
        }
    }
    count
}

/// A kind: its constraint, the values, and the positions.
macro_rules! kinds {
    ($($module:ident $kind:ident [$($value:literal),*] [$($position:ident),*])*) => {
        $(
            mod $module {
                use super::*;

                type Kind = super::$kind;

                $(position! { $position })*

                pub(super) struct Ops;

                impl Dialect for Ops {
                    const NAMESPACE: &'static str = "k";

                    fn register(dialect: &mut DialectRegistration<'_>) {
                        $(dialect.op::<$position>();)*
                    }
                }
            }
        )*

        /// Each kind in each of its positions, as a table of numbers of ops.
        #[test]
        fn all_kinds_are_read_back_in_all_positions() {
            let mut total = 0;
            $(
                let ctx = Context::new();
                ctx.load::<$module::Ops>();
                ctx.load::<T>();
                let counts: Vec<String> = [$(stringify!($position)),*]
                    .iter()
                    .map(|position| {
                        let count = check(&ctx, position, &[$($value),*]);
                        total += count;
                        format!("{position} {count}")
                    })
                    .collect();
                println!("{}: {}", stringify!($kind), counts.join(", "));
            )*
            assert!(total > 600, "{total}");
        }
    };
}

/// A pair of numbers.
#[attr_def(name = "t.pair")]
pub(crate) struct PairAttr {
    /// The first one.
    first: i64,
    /// The second one.
    second: i64,
}

/// Some colours.
#[enum_attr(storage = str)]
enum ColourAttr {
    #[case("red")]
    Red,
    #[case("light blue")]
    Blue,
}

struct T;

impl Dialect for T {
    const NAMESPACE: &'static str = "t";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.attribute::<PairAttr>();
    }
}

mlir_lite::attr_constraints! {
    /// A string that is not empty.
    pub(crate) NameAttr = "a name", starts STRING,
        |ctx, attr| attr.as_str(ctx).is_some_and(|s| !s.is_empty());
}

type NumbersAttr = ArrayOf<I64Attr>;
type SmallAttr = Confined<I64Attr, IntPowerOfTwo>;

kinds! {
    any AnyAttr
        ["1 : i32", "1.5 : f32", "\"a\"", "\"a\" : i32", "@s", "@s::@t", "[1 : i32]", "{a}", "i32",
         "() -> i32", "affine_map<(d0) -> (d0)>", "dense<1> : tensor<2xi32>", "array<i32: 1>",
         "#t.pair<1, 2>", "unit", "true", "#x.y<1>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeDictionary,
         AnchorBeforeKeyword, AfterKeyword, Bare]
    boolean BoolAttr ["true", "false"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    int32 I32Attr ["1 : i32", "-1 : i32"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    int64 I64Attr ["1 : i64", "-1 : i64"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    index IndexAttr ["1 : index", "-1 : index"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    float32 F32Attr ["1.5 : f32", "-1.5 : f32", "0x7FC00000 : f32"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    float64 F64Attr ["1.5 : f64", "-1.5 : f64", "0x7FF0000000000000 : f64"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    integer AnyIntegerAttr ["1 : i8", "1 : i64", "true", "-1 : index"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    string StrAttr ["\"a\"", "\"\"", "\"\\22(\""]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    name NameAttr ["\"a\""]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    symbol_name SymbolNameAttr ["\"a\"", "\"a b\""]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast, AfterKeyword, Bare]
    symbol SymbolRefAttr ["@a", "@a::@b", "@\"a b\""]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast, AfterKeyword, Bare]
    flat_symbol FlatSymbolRefAttr ["@a"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast, AfterKeyword, Bare]
    array ArrayAttr ["[]", "[1 : i32, \"a\" : i32, @s, [], {a}, i32]"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    numbers NumbersAttr ["[]", "[1 : i64]"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    dictionaries DictArrayAttr ["[{a}, {}]"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    small SmallAttr ["1 : i64"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    ty TypeAttr ["i32", "() -> i32", "tensor<2xi32>", "!x.y<1>", "!x<\"y\">"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    function FunctionTypeAttr ["() -> ()", "(i32) -> (i32, i32)"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    map AffineMapAttr ["affine_map<(d0) -> (d0)>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    set IntegerSetAttr ["affine_set<(d0) : (d0 == 0)>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    elements DenseElementsAttr ["dense<1> : tensor<2xi32>", "dense<[1.0, 2.0]> : vector<2xf64>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    array32 DenseI32ArrayAttr ["array<i32>", "array<i32: 1, 2>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    array64 DenseI64ArrayAttr ["array<i64>", "array<i64: 1, 2>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    pair PairAttr ["#t.pair<1, 2>"]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
    colour ColourAttr ["\"red\"", "\"light blue\""]
        [BeforeAttribute, BeforeString, BeforeSymbol, BeforeArray, BeforeColon, BeforeDictionary,
         Last, AnchorBeforeSymbol, AnchorBeforeKeyword, AnchorBeforeDictionary, AnchorLast,
         AfterKeyword, Bare]
}
