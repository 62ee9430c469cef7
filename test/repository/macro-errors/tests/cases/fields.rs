use mlir_lite::ir::prelude::*;

#[op(name = "demo.groups")]
struct GroupsOp {
    #[operand]
    keys: Variadic<AnyType>,
    #[operand]
    values: Variadic<AnyType>,
}

#[op(name = "demo.unmarked")]
struct UnmarkedOp {
    lhs: AnyType,
}

#[op(name = "demo.relation", traits(AllTypesMatch(lhs, right)))]
struct RelationOp {
    #[operand]
    lhs: AnyType,
    #[operand]
    rhs: AnyType,
}

#[op(name = "demo.function", traits(FunctionLike))]
struct FunctionOp {}

#[op(name = "demo.option", folds)]
struct OptionOp {}

#[op(name = "demo.effects", implements(MemoryEffectOpInterface))]
struct EffectsOp {
    #[operand(effects(Read, Reads))]
    first: AnyMemRef,
    #[operand(effects(Write, Write))]
    second: AnyMemRef,
    #[operand(inferred)]
    third: AnyMemRef,
    #[operand(effects(Free))]
    fourth: AnyMemRef,
    #[result(upstream_name = "many")]
    results: Variadic<AnyType>,
}

fn main() {}
