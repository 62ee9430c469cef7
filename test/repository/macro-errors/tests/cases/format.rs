use mlir_lite::ir::prelude::*;

#[op(name = "demo.unknown", format = "$lhs `,` $foo attr-dict")]
struct UnknownOp {
    #[operand]
    lhs: F64,
}

#[op(
    name = "demo.anchor",
    format = "$lhs
              (`with` $rest)? attr-dict"
)]
struct AnchorOp {
    #[operand]
    lhs: F64,
    #[operand]
    rest: Variadic<F64>,
}

#[op(name = "demo.lost", format = "$lhs `:` type($lhs)")]
struct LostOp {
    #[operand]
    lhs: AnyType,
}

#[op(name = "demo.open", format = "$input attr-dict `:` type($input)")]
struct OpenOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyFloat,
}

#[op(name = "demo.inferred")]
struct InferredOp {
    #[result(inferred)]
    output: AnyFloat,
}

#[op(name = "demo.anchors", format = "(`a` $a^) : (`b` $b^)? attr-dict")]
struct AnchorsOp {
    #[attr]
    a: Optional<F64Attr>,
    #[attr]
    b: Optional<F64Attr>,
}

#[op(name = "demo.directive", format = "(`a` custom<Form>($a)^)? attr-dict")]
struct DirectiveOp {
    #[attr]
    a: I64Attr,
}

fn main() {}
