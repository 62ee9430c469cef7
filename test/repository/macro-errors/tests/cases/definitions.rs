use mlir_lite::ir::prelude::*;

#[enum_attr(storage = i32)]
enum Kind {
    A = 1,
    B = 1,
}

#[type_def(name = "demo.range", format = "`<` $low `>`")]
struct RangeType {
    low: i64,
    high: i64,
}

#[attr_def(name = "range")]
struct RangeAttr {
    low: i64,
}

fn main() {}
