//! Formats of types and attributes that cannot be read back, or say what nothing has.

use mlir_lite::ir::prelude::*;

#[type_def(name = "t.unanchored", format = "`<` $a (`,` $b)? `>`")]
struct UnanchoredType {
    a: i64,
    b: Option<i64>,
}

#[type_def(name = "t.outside", format = "`<` $a `,` $b `>`")]
struct OutsideType {
    a: i64,
    b: Option<i64>,
}

#[type_def(name = "t.all")]
struct AllType {
    a: i64,
    b: Option<i64>,
}

#[type_def(name = "t.first", format = "`<` $a ($b^)? `>`")]
struct FirstType {
    a: i64,
    b: Option<i64>,
}

#[attr_def(name = "t.without", format = "`<` (`,` $a $b^)? `>`")]
struct WithoutAttr {
    a: i64,
    b: Option<i64>,
}

#[attr_def(name = "t.open", format = "`<` (`,` $b^ `>`")]
struct OpenAttr {
    b: Option<i64>,
}

#[attr_def(name = "t.directive", format = "`<` custom<Directive> `>`")]
struct DirectiveAttr {
    b: i64,
}

struct Nothing;

#[attr_def(name = "t.unimplemented", format = "`<` custom<Nothing>($b) `>`")]
struct UnimplementedAttr {
    b: i64,
}

fn main() {}
