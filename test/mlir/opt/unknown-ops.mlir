// An op that is not registered may be isolated from above, a graph, or a terminator that feeds the arguments of its
// successors: constants are not shared with its regions, nothing is moved or inlined into them.
// RUN: mlir-opt -allow-unregistered-dialect --canonicalize %s > %t
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --canonicalize %s | diff %t -
// RUN: mlir-opt -allow-unregistered-dialect --cse %s > %t
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --cse %s | diff %t -
// RUN: mlir-opt -allow-unregistered-dialect --sccp %s > %t
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --sccp %s | diff %t -
// RUN: mlir-opt -allow-unregistered-dialect --loop-invariant-code-motion %s > %t
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --loop-invariant-code-motion %s | diff %t -

func.func @same_constants(%a: index) -> index {
  %c = arith.constant 1 : index
  "foo.module"() <{sym_name = "m"}> ({
    "foo.func"() <{function_type = (index) -> ()}> ({
    ^bb0(%x: index):
      %c1 = arith.constant 1 : index
      %s = arith.addi %x, %c1 : index
      "foo.use"(%s) : (index) -> ()
      "foo.return"() : () -> ()
    }) {foo.kernel, sym_name = "k"} : () -> ()
  }) : () -> ()
  %s = arith.addi %a, %c : index
  return %s : index
}

func.func @one_constant() {
  "foo.isolated"() ({
    %c1 = arith.constant 1 : index
    "foo.use"(%c1) : (index) -> ()
    "foo.yield"() : () -> ()
  }) : () -> ()
  return
}

// What folds in a region stays there, and so do sums that the function has too.
func.func @sums(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %x = arith.addi %a, %c3 : i32
  "foo.isolated"() ({
  ^bb0(%b: i32):
    %c4 = arith.constant 4 : i32
    %y = arith.addi %c4, %c4 : i32
    %z = arith.addi %b, %y : i32
    "foo.other"() ({
      %c8 = arith.constant 8 : i32
      "foo.use"(%c8) : (i32) -> ()
    }) : () -> ()
    "foo.yield"(%z, %y) : (i32, i32) -> ()
  }) : () -> ()
  return %x : i32
}

func.func @feeds_arguments() {
  "foo.term"()[^bb1] : () -> ()
^bb1(%x: f32):
  "foo.term"(%x) : (f32) -> ()
}

func.func @graph() {
  "foo.graph"() ({
    %a = arith.addi %b, %b : i32
    %b = arith.muli %a, %a : i32
    "foo.use"(%a) : (i32) -> ()
    "foo.use"(%c) : (i32) -> ()
    %c = arith.muli %b, %b : i32
  }) : () -> ()
  return
}

func.func @in_a_loop(%n: index, %a: i32) {
  scf.for %i = %n to %n step %n {
    "foo.isolated"() ({
      %c5 = arith.constant 5 : i32
      %d = arith.divsi %c5, %c5 : i32
      "foo.use"(%d) : (i32) -> ()
    }) : () -> ()
    %s = arith.muli %a, %a : i32
    "foo.use"(%s) : (i32) -> ()
  }
  return
}
