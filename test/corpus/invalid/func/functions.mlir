// Functions, calls and returns.

// The result is missing.
func.func @f() -> i32 {
  return
}

// -----

// No result.
func.func @f(%x: i32) {
  return %x : i32
}

// -----

// Results in another order.
func.func @f(%x: f32, %n: i32) -> (i32, f32) {
  return %x, %n : f32, i32
}

// -----

// Two of one name.
func.func @f() {
  return
}
func.func @f() {
  return
}

// -----

// Two arguments of one name.
func.func @f(%x: i32, %x: i32) {
  return
}

// -----

// The type of an argument is missing.
func.func @f(%x) {
  return
}

// -----

// Arguments without names need no body.
func.func @f(i32) {
  return
}

// -----

// No such visibility.
func.func hidden @f() {
  return
}

// -----

// The type is the arguments'.
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// As many arguments as the type has.
"func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// The type is a function's.
"func.func"() <{function_type = i32, sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// The name is missing.
"func.func"() <{function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// Attributes for as many arguments as there are.
"func.func"() <{arg_attrs = [{}, {}], function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// No such function.
func.func @f(%x: f32, %n: i32) {
  func.call @g() : () -> ()
  return
}

// -----

// An argument too few.
func.func private @g(i32)
func.func @f() {
  call @g() : () -> ()
  return
}

// -----

// A result of another type.
func.func private @g() -> i32
func.func @f() {
  %0 = call @g() : () -> f32
  return
}

// -----

// The operand has another type than it says.
func.func private @g(i32)
func.func @f(%x: f32) {
  call @g(%x) : (i32) -> ()
  return
}

// -----

// A global is not called.
memref.global @g : memref<4xf32>
func.func @f() {
  call @g() : () -> ()
  return
}

// -----

// A number is not called.
func.func @f(%x: f32, %n: i32) {
  %0 = call_indirect %n(%x) : (f32) -> f32
  return
}

// -----

// The function has another type.
func.func @f(%g: (i32) -> i32, %x: f32) {
  %0 = call_indirect %g(%x) : (f32) -> f32
  return
}

// -----

// No such function.
func.func @f(%x: f32, %n: i32) {
  %0 = func.constant @g : () -> ()
  return
}

// -----

// The function has another type.
func.func private @g(i32)
func.func @f() {
  %0 = func.constant @g : () -> ()
  return
}

// -----

// Within a loop, not at the function's end.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    func.return
  }
  return
}

// -----

// Outside of a function.
func.func @f(%x: f32, %n: i32) {
  RAW
  func.return
  return
}

// -----

// A value of another function.
func.func @f(%x: i32) {
  return
}
func.func @g() {
  %0 = arith.addi %x, %x : i32
  return
}

// -----

// A result that comes after its use.
func.func @f() {
  %0 = arith.addi %1, %1 : i32
  %1 = arith.constant 1 : i32
  return
}

// -----

// As many names as results.
func.func private @g() -> (i32, i32)
func.func @f() {
  %0 = call @g() : () -> (i32, i32)
  return
}

// -----

// The result of that number.
func.func private @g() -> (i32, i32)
func.func @f() -> i32 {
  %0:2 = call @g() : () -> (i32, i32)
  return %0#2 : i32
}
