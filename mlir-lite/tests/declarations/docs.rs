//! Documentation is generated from declarations.

use crate::context;
use mlir_lite::docs::dialect_doc;
use mlir_lite::ir::op_def::Assembly;
use mlir_lite::ir::prelude::*;
use pretty_assertions::assert_eq;

/// Adds numbers.
///
/// Wraps around.
#[op(
    name = "doc.add",
    traits(Pure, Commutative, AllTypesMatch(lhs, result)),
    implements(Cost),
    format = "$lhs (`with` $rest^ `of` type($rest))? $how attr-dict `:` type($lhs)"
)]
struct AddOp {
    #[operand]
    lhs: AnySignlessInteger,
    #[operand]
    rest: Variadic<I32>,
    #[attr(name = "mode")]
    how: Mode,
    #[attr]
    note: Optional<StrAttr>,
    #[result]
    result: AnyType,
}

/// The cost of an op.
#[op_interface]
trait Cost {}

impl Cost for AddOp {}

/// Holds ops.
#[op(name = "doc.all", traits(Terminator, HasParent<AddOp>))]
struct AllOp {
    #[region]
    body: SingleBlockRegion,
    #[successor]
    next: Variadic<AnySuccessor>,
}

/// How to add
#[enum_attr(storage = i32, bits)]
enum Mode {
    Fast = 1,
    #[case("exact")]
    Exact = 2,
}

/// An integer.
///
/// Of any width.
#[type_def(name = "doc.int", format = "`<` $width `>`")]
struct IntType {
    /// In bits.
    width: u32,
}

/// A point.
#[attr_def(name = "doc.point")]
struct PointAttr {
    x: i64,
    y: i64,
}

struct DocDialect;

impl Dialect for DocDialect {
    const NAMESPACE: &'static str = "doc";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Shows what is documented.");
        dialect.description("At length.");
        dialect.op::<AllOp>();
        dialect.op::<AddOp>();
        dialect.ty::<IntType>();
        dialect.attribute::<PointAttr>();
        dialect.enumeration::<Mode>();
    }
}

const PAGE: &str = r"# 'doc' Dialect

Shows what is documented.

At length.

[TOC]

## Operations

### `doc.add` (AddOp)

_Adds numbers_

Syntax:

```
operation ::= `doc.add` $lhs (`with` $rest^ `of` type($rest))? $mode attr-dict `:` type($lhs)
```

Wraps around.

Traits: `Pure`, `Commutative`, `AllTypesMatch<lhs, result>`

Interfaces: `Cost`

#### Attributes:

| Attribute | Presence | Description |
| :-------: | :------: | ----------- |
| `mode` | required | How to add |
| `note` | optional | string attribute |

#### Operands:

| Operand | Description |
| :-----: | ----------- |
| `lhs` | signless integer |
| `rest` | variadic of 32-bit signless integer |

#### Results:

| Result | Description |
| :----: | ----------- |
| `result` | any type |

### `doc.all` (AllOp)

_Holds ops_

Traits: `Terminator`, `HasParent<AddOp>`

#### Regions:

| Region | Description |
| :----: | ----------- |
| `body` | region with 1 block |

#### Successors:

| Successor | Description |
| :-------: | ----------- |
| `next` | variadic of any successor |

## Attributes

### PointAttr

_A point_

Syntax:

```
#doc.point<$x, $y>
```

#### Parameters:

| Parameter | Rust type | Description |
| :-------: | :-------: | ----------- |
| x | `i64` |  |
| y | `i64` |  |

## Types

### IntType

_An integer_

Syntax:

```
!doc.int<$width>
```

Of any width.

#### Parameters:

| Parameter | Rust type | Description |
| :-------: | :-------: | ----------- |
| width | `u32` | In bits |

## Enums

### Mode

_How to add_

#### Cases:

| Symbol | Value | String |
| :----: | :---: | ----------- |
| Fast | `1` | Fast |
| Exact | `2` | exact |
";

#[test]
fn a_page_says_what_the_declarations_say() {
    let ctx = context::<DocDialect>();
    assert_eq!(dialect_doc(&ctx, "doc").as_deref(), Some(PAGE));
    assert_eq!(dialect_doc(&ctx, "other"), None);
}

/// A custom form is shown by an example in the op's comment.
#[test]
fn each_op_shows_its_form() {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    let dialects = ["builtin", "std", "scf", "affine", "vector", "quant", "shape", "llvm"];
    let ops = dialects.map(|name| ctx.dialect_ops(ctx.dialect_id(name).expect("a dialect")));
    assert!(ops.iter().all(|ops| !ops.is_empty()));
    let without = ops.into_iter().flatten().filter(|def| {
        let is_custom = matches!(def.assembly, Assembly::Custom { .. });
        is_custom && !def.description.contains("```mlir")
    });
    let without: Vec<&str> = without.map(|def| def.name).collect();
    assert!(without.is_empty(), "write an example for {without:?}");
}
