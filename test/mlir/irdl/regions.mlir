"reg.any"() ({
^bb0:
  llvm.unreachable
}) : () -> ()

// -----

"reg.any"() ({
^bb0(%arg0: i32, %arg1: f32):
  llvm.unreachable
}) : () -> ()

// -----

"reg.any"() ({
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

"reg.any"() ({}) : () -> ()

// -----

// expected-error@below {{'reg.any' op unexpected number of regions: expected 1 but got 0}}
"reg.any"() : () -> ()

// -----

// expected-error@below {{'reg.any' op unexpected number of regions: expected 1 but got 2}}
"reg.any"() ({
^bb0:
  llvm.unreachable
}, {
^bb0:
  llvm.unreachable
}) : () -> ()

// -----

"reg.none"() ({
^bb0:
  llvm.unreachable
}) : () -> ()

// -----

"reg.none"() ({
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

"reg.none"() ({}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.none"() ({
// expected-error@below {{expected region 0 to have 0 arguments but got 1}}
^bb0(%arg0: i32):
  llvm.unreachable
}) : () -> ()

// -----

"reg.two"() ({
^bb0(%arg0: i32, %arg1: i64):
  llvm.unreachable
}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.two"() ({
// expected-error@below {{expected region 0 to have 2 arguments but got 1}}
^bb0(%arg0: i32):
  llvm.unreachable
}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.two"() ({
// expected-error@below {{expected region 0 to have 2 arguments but got 3}}
^bb0(%arg0: i32, %arg1: i64, %arg2: f64):
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{expected region 0 to have 2 arguments but got 0}}
"reg.two"() ({
^bb0:
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{expected region 0 to have 2 arguments but got 0}}
"reg.two"() ({}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.two"() ({
// expected-error@below {{expected 'i64' but got 'f64'}}
^bb0(%arg0: i32, %arg1: f64):
  llvm.unreachable
}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.two"() ({
// expected-error@below {{expected 'i32' but got 'f32'}}
^bb0(%arg0: f32, %arg1: i64):
  llvm.unreachable
}) : () -> ()

// -----

"reg.three"() ({
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{expected region 0 to have 3 block(s) but got 2}}
"reg.three"() ({
^bb0:
  cf.br ^bb1
^bb1:
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{expected region 0 to have 3 block(s) but got 0}}
"reg.three"() ({}) : () -> ()

// -----

// expected-error@below {{expected region 0 to have 3 block(s) but got 1}}
"reg.three"() ({
^bb0:
  llvm.unreachable
}) : () -> ()

// -----

"reg.three"() ({
^bb0(%arg0: i8):
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

"reg.several"() ({
^bb0:
  llvm.unreachable
}, {
^bb0(%arg0: i32, %arg1: i64):
  llvm.unreachable
}, {
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

// expected-note@below {{see the operation}}
"reg.several"() ({
^bb0:
  llvm.unreachable
}, {
// expected-error@below {{expected region 1 to have 2 arguments but got 1}}
^bb0(%arg0: i32):
  llvm.unreachable
}, {
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{expected region 2 to have 3 block(s) but got 2}}
"reg.several"() ({
^bb0:
  llvm.unreachable
}, {
^bb0(%arg0: i32, %arg1: i64):
  llvm.unreachable
}, {
^bb0:
  cf.br ^bb1
^bb1:
  llvm.unreachable
}) : () -> ()

// -----

// expected-error@below {{'reg.several' op unexpected number of regions: expected 3 but got 2}}
"reg.several"() ({
^bb0:
  llvm.unreachable
}, {
^bb0(%arg0: i32, %arg1: i64):
  llvm.unreachable
}) : () -> ()

// -----

"reg.several"() ({
^bb0(%arg0: i1):
  llvm.unreachable
}, {
^bb0(%arg0: i32, %arg1: i64):
  llvm.unreachable
}, {
^bb0:
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  llvm.unreachable
}) : () -> ()

// -----

%0 = "reg.same"() ({
^bb0(%arg0: i32):
  llvm.unreachable
}) : () -> i32

// -----

// expected-note@below {{see the operation}}
%0 = "reg.same"() ({
// expected-error@below {{expected 'i64' but got 'i32'}}
^bb0(%arg0: i32):
  llvm.unreachable
}) : () -> i64

// -----

%0 = "reg.same"() ({
^bb0(%arg0: f32):
  %1 = "reg.same"() ({
  ^bb0(%arg1: f64):
    llvm.unreachable
  }) : () -> f64
  llvm.unreachable
}) : () -> f32
