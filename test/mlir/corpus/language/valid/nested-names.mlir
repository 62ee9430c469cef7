// A name is not given again in regions that nest, isolated ones included.
%0 = "test.op"() : () -> i32
func.func @f() -> i32 {
  %1 = "test.op"() : () -> i32
  return %1 : i32
}

// -----

%i1 = arith.constant 1 : i32
%s = arith.addi %i1, %i1 : i32
func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4xf32>
  memref.store %0, %m[%i] : memref<4xf32>
  return
}
func.func @g(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %d = arith.constant 2 : i32
  %x = arith.addi %c, %d : i32
  return %x : i32
}
%i2 = arith.constant 2 : i32
%i3 = arith.constant 1 : i32

// -----

// Names that nothing suggests, in unknown ops, modules and functions.
%0:2 = "test.two"() : () -> (i32, f32)
"test.region"() ({
^bb0(%a: i32):
  %1 = "test.op"(%a, %0#1) : (i32, f32) -> i32
  builtin.module {
    %2 = "test.op"() : () -> i32
    %c = arith.constant 5 : index
    func.func @f(%b: i32) {
      %3 = "test.op"(%b) : (i32) -> i32
      %c5 = arith.constant 5 : index
      "test.branch"()[^bb1] : () -> ()
    ^bb1(%4: f32):
      "test.region"() ({
        %5 = "test.op"(%3, %c5, %4) : (i32, index, f32) -> i32
        %c6 = arith.constant 5 : index
        func.func @inner(%d: i32) -> i32 {
          %c7 = arith.constant 5 : index
          %6 = "test.op"(%d, %c7) : (i32, index) -> i32
          func.return %6 : i32
        }
      }) : () -> ()
      return
    }
  }
  %7 = "test.op"(%1) : (i32) -> i32
}, {
  %8 = "test.op"() : () -> i32
  func.func private @g(i32)
}) : () -> ()

// -----

// A module has its short name in a module alone.
module @outer {
  module @inner {
    %c = arith.constant 0 : i64
    %0 = builtin.unrealized_conversion_cast %c : i64 to i32
  }
  func.func @f(%a: i64) {
    builtin.module {
      func.func @g(%b: i64) {
        %0 = builtin.unrealized_conversion_cast %b : i64 to i32
        return
      }
    }
    %0 = builtin.unrealized_conversion_cast %a : i64 to i32
    "test.region"() ({
      %1 = builtin.unrealized_conversion_cast %a : i64 to i32
      builtin.module {
      }
    }) : () -> ()
    return
  }
  %c = arith.constant 0 : i64
  %0 = builtin.unrealized_conversion_cast %c : i64 to i32
}
