// What MLIR 22 accepts, or crashes on, and mlir-lite rejects: docs/conformance.md says why.
// RUN: mlir-lite-opt -allow-unregistered-dialect -verify-diagnostics -split-input-file %s

func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 2>, %t: memref<1xi32>, %i: index) {
  // expected-error@below {{'affine.dma_start' op expects the attributes 'src_map', 'dst_map', 'tag_map' and operands for them}}
  "affine.dma_start"(%a, %i, %b, %i, %t, %i, %i) : (memref<8xf32>, index, memref<8xf32, 2>, index, memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf64, 2>, %t: memref<1xi32>, %i: index) {
  // expected-error@below {{'affine.dma_start' op expects source and destination of one element type}}
  "affine.dma_start"(%a, %i, %b, %i, %t, %i, %i) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index, memref<8xf64, 2>, index, memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @f(%t: memref<1xi32>, %i: index) {
  // expected-error@below {{'affine.dma_wait' op expects the attributes 'tag_map' and operands for them}}
  "affine.dma_wait"(%t, %i, %i) : (memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.for' op expects as many lower bound operands as its map has inputs: 0, but found 1}}
  "affine.for"(%n, %n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.for' op expects a step of at least 1}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 0 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expects steps of at least 1}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [0], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expects loop variables of type 'index'}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: i32):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expects as many operands as the maps of its bounds have inputs}}
  "affine.parallel"(%n) <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

llvm.func @f(%s: i64) {
  // expected-error@below {{'llvm.bitcast' op expects types of as many bits, but found 64 and 32}}
  %0 = llvm.bitcast %s : i64 to i32
  llvm.return
}

// -----

// expected-error@below {{expected a type of the llvm dialect, an integer, a float or a vector}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (index)>}> ({}) : () -> ()

// -----

// expected-error@below {{'llvm.func' op expects 'passthrough' to have strings, or arrays of two strings: name and value}}
llvm.func @f() attributes {passthrough = [["a", "b", "c"]]}

// -----

// expected-error@below {{'llvm.func' op expects 'passthrough' to have strings, or arrays of two strings: name and value}}
llvm.func @f() attributes {passthrough = [3 : i32]}

// -----

// expected-error@below {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global internal @g() : !llvm.func<void ()>

// -----

llvm.func @f(%v: vector<4xf32>) {
  // expected-error@below {{'llvm.shufflevector' op expects positions from -1 to 7 in its mask}}
  %0 = llvm.shufflevector %v, %v [8] : vector<4xf32>
  llvm.return
}

// -----

func.func @f(%n: index, %i: index) {
  // expected-error@below {{'scf.index_switch' op expects regions without arguments}}
  "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
  ^bb0(%a: index):
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.thread<x>]}
  return
}

// -----

// What is read is not an op, or an op that is not complete.

// expected-error@below {{symbol names are UTF-8}}
"t.x"() {a = @"\FF"} : () -> ()

// -----

// expected-error@below {{names of attributes are UTF-8}}
"t.x"() {"\FF" = 1} : () -> ()

// -----

// expected-error@below {{right operand of mod must be positive}}
"t.x"() {a = affine_map<(d0) -> (d0 mod -1)>} : () -> ()

// -----

// expected-error@below {{right operand of floordiv must be positive}}
"t.x"() {a = affine_map<(d0) -> (d0 floordiv 0)>} : () -> ()

// -----

// expected-error@below {{right operand of ceildiv must be positive}}
"t.x"() {a = affine_map<(d0) -> (d0 ceildiv 0)>} : () -> ()

// -----

// expected-error@below {{sparse elements are integers, floating point or complex numbers}}
"t.x"() {a = sparse<[[0]], ["a"]> : tensor<1x!t.s>} : () -> ()

// -----

// expected-error@below {{expected element: a number, 'true' or 'false', found '('}}
"t.x"() {a = dense<(1, 2)> : tensor<i32>} : () -> ()

// -----

// expected-error@below {{op names are UTF-8}}
"t\FF"() : () -> ()

// -----

// expected-error@below {{names in locations are UTF-8}}
"t.x"() {a = loc("\FF")} : () -> ()

// -----

// expected-error@below {{names in locations are UTF-8}}
"t.x"() : () -> () loc("\FF":1:1)

// -----

// expected-error@below {{expected a resource's key in UTF-8}}
"t.x"() {a = dense_resource<"\FF"> : tensor<1xi8>} : () -> ()

// -----

{-#
  dialect_resources: {
    builtin: {
      // expected-error@below {{keys of resources are UTF-8}}
      "\FF": "0x08000000"
    }
  }
#-}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op expects a dictionary of attributes for each result, 1 in all, but found 0}}
  %0 = "llvm.call"(%a) <{callee = @g, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>, res_attrs = []}> : (i32) -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op expects a dictionary of attributes for each argument, 1 in all, but found 2}}
  %0 = "llvm.call"(%a) <{arg_attrs = [{}, {}], callee = @g, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> i32
  llvm.return
}

// -----

func.func @f(%v: vector<2x5x4xi32>, %w: vector<3x4xi32>) {
  // expected-error@below {{'vector.insert' op expected the source's shape to be that of the last dimensions of the dest vector}}
  %0 = vector.insert %w, %v[1] : vector<3x4xi32> into vector<2x5x4xi32>
  return
}
