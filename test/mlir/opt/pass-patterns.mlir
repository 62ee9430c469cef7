// The patterns of a pass, as they are declared: root, name, benefit, and what they build.
// RUN: mlir-lite-opt --pass-patterns=canonicalize | FileCheck %s --check-prefix=CANONICAL
// RUN: mlir-lite-opt --pass-patterns=lower-affine | FileCheck %s --check-prefix=AFFINE
// RUN: mlir-lite-opt --pass-patterns=symbol-dce | FileCheck %s --check-prefix=NONE
// RUN: not mlir-lite-opt --pass-patterns=canonicalise 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CANONICAL: {{^}}affine.for: affine.for-no-effect, benefit 2{{$}}
// CANONICAL: {{^}}std.addi: std.addi-of-addi-constant, benefit 2, builds std.addi, std.addi{{$}}
// AFFINE-NOT: addi-of
// AFFINE: {{^}}affine.load: affine.load-to-std, benefit 1
// NONE: {{^}}symbol-dce has no patterns
// UNKNOWN: error: there is no pass 'canonicalise'
// UNKNOWN: help: did you mean 'canonicalize'?
