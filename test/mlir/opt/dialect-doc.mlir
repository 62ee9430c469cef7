// The documentation of a dialect comes from its declarations.
// RUN: mlir-lite-opt -dialect-doc=affine | FileCheck %s
// RUN: mlir-lite-opt --dialect-doc=std -o %t && FileCheck %s --check-prefix=STD < %t
// RUN: mlir-lite-opt --dialect-doc=shape | FileCheck %s --check-prefix=SHAPE
// RUN: not mlir-lite-opt --dialect-doc=afine 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: # 'affine' Dialect
// CHECK: ## Operations
// CHECK: ### `affine.apply` (ApplyOp)
// CHECK: #### Operands:
// CHECK: ### `affine.for` (ForOp)
// CHECK: Traits: {{.*}}`SingleBlockImplicitTerminator<YieldOp>`
// CHECK: #### Regions:

// STD: ### `std.addf` (AddFOp)
// STD: operation ::= `std.addf` $lhs `,` $rhs attr-dict `:` type($result)
// STD: In today's MLIR: `arith.addf`
// STD: Traits: `Pure`, `SameOperandsAndResultType`

// UNKNOWN: error: no dialect 'afine'; there are affine, builtin, gpu, index, irdl, llvm, nvvm, quant, scf, shape, std

// SHAPE: # 'shape' Dialect
// SHAPE: ### `shape.assuming` (AssumingOp)
// SHAPE: _Runs a region that relies on a constraint, and gives what the region yields_
// SHAPE: ### `shape.function_library` (FunctionLibraryOp)
// SHAPE: ## Types
// SHAPE: {{^}}### WitnessType
