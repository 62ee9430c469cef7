// Calls in the regions of an unknown op are not inlined, those beside it are, as in mlir-opt.
// RUN: mlir-opt -allow-unregistered-dialect --inline %s > %t
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --inline --canonicalize %s | diff %t -

func.func private @callee(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}

func.func @calls(%x: i32) -> i32 {
  %r = "foo.region"() ({
    %y = "foo.src"() : () -> i32
    %i = func.call @callee(%y) : (i32) -> i32
    "foo.yield"(%i) : (i32) -> ()
  }, {
  }) : () -> i32
  %q = call @callee(%r) : (i32) -> i32
  return %q : i32
}
