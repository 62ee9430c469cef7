// Functions, calls and returns.

// The result is missing.
func.func @f() -> i32 {
  // expected-error@below {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

// No result.
func.func @f(%x: i32) {
  // expected-error@below {{'func.return' op has 1 operands, but enclosing function (@f) returns 0}}
  return %x : i32
}

// -----

// Results in another order.
func.func @f(%x: f32, %n: i32) -> (i32, f32) {
  // expected-error@below {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f}}
  return %x, %n : f32, i32
}

// -----

// Two of one name.
// expected-note@below {{see existing symbol definition here}}
func.func @f() {
  return
}
// expected-error@below {{redefinition of symbol named 'f'}}
func.func @f() {
  return
}

// -----

// Two arguments of one name.
// expected-error@below {{redefinition of SSA value '%x'}}
// expected-note@below {{previously defined here}}
func.func @f(%x: i32, %x: i32) {
  return
}

// -----

// The type of an argument is missing.
// expected-error@below {{expected ':', found ')'}}
func.func @f(%x) {
  return
}

// -----

// Arguments without names need no body.
// expected-error@below {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @f(i32) {
  return
}

// -----

// No such visibility.
// expected-error@below {{expected symbol name, found 'hidden'}}
func.func hidden @f() {
  return
}

// -----

// The type is the arguments'.
// expected-error@below {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// As many arguments as the type has.
// expected-error@below {{'func.func' op entry block must have 2 arguments to match function signature}}
"func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// The type is a function's.
// expected-error@below {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{function_type = i32, sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// The name is missing.
// expected-error@below {{'func.func' op requires attribute 'sym_name'}}
"func.func"() <{function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// Attributes for as many arguments as there are.
// expected-error@below {{'func.func' op expects a dictionary of attributes for each argument, 1 in all, but found 2}}
"func.func"() <{arg_attrs = [{}, {}], function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// No such function.
func.func @f(%x: f32, %n: i32) {
  // expected-error@below {{'func.call' op 'g' does not reference a valid function}}
  func.call @g() : () -> ()
  return
}

// -----

// An argument too few.
func.func private @g(i32)
func.func @f() {
  // expected-error@below {{'func.call' op incorrect number of operands for callee: expected 1, found 0}}
  call @g() : () -> ()
  return
}

// -----

// A result of another type.
func.func private @g() -> i32
func.func @f() {
  // expected-error@below {{'func.call' op result type mismatch: expected result type 'i32', but provided 'f32' for result number 0}}
  %0 = call @g() : () -> f32
  return
}

// -----

// The operand has another type than it says.
func.func private @g(i32)
// expected-note@below {{prior use here}}
func.func @f(%x: f32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  call @g(%x) : (i32) -> ()
  return
}

// -----

// A global is not called.
memref.global @g : memref<4xf32>
func.func @f() {
  // expected-error@below {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

// A number is not called.
// expected-note@below {{prior use here}}
func.func @f(%x: f32, %n: i32) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: '(f32) -> f32' vs 'i32'}}
  %0 = call_indirect %n(%x) : (f32) -> f32
  return
}

// -----

// The function has another type.
// expected-note@below {{prior use here}}
func.func @f(%g: (i32) -> i32, %x: f32) {
  // expected-error@below {{use of value '%g' expects different type than prior uses: '(f32) -> f32' vs '(i32) -> i32'}}
  %0 = call_indirect %g(%x) : (f32) -> f32
  return
}

// -----

// No such function.
func.func @f(%x: f32, %n: i32) {
  // expected-error@below {{'func.constant' op reference to undefined function '@g'}}
  %0 = func.constant @g : () -> ()
  return
}

// -----

// The function has another type.
func.func private @g(i32)
func.func @f() {
  // expected-error@below {{'func.constant' op reference to function '@g' with mismatched type: it is '(i32) -> ()'}}
  %0 = func.constant @g : () -> ()
  return
}

// -----

// Within a loop, not at the function's end.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@below {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

// Outside of a function.
func.func @f(%x: f32, %n: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
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
  // expected-error@below {{use of undeclared SSA value name '%x'}}
  %0 = arith.addi %x, %x : i32
  return
}

// -----

// A result that comes after its use.
func.func @f() {
  // expected-error@below {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %1 : i32
  // expected-note@below {{operand defined here}}
  %1 = arith.constant 1 : i32
  return
}

// -----

// As many names as results.
func.func private @g() -> (i32, i32)
func.func @f() {
  // expected-error@below {{operation defines 2 results but was provided 1 to bind}}
  %0 = call @g() : () -> (i32, i32)
  return
}

// -----

// The result of that number.
func.func private @g() -> (i32, i32)
func.func @f() -> i32 {
  %0:2 = call @g() : () -> (i32, i32)
  // expected-error@below {{reference to invalid result number}}
  return %0#2 : i32
}

// -----

// expected-error@below {{expected non-empty function body}}
func.func @f() {
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'arith.constant' op has a value that is not a constant of its result type 'f32'}}
  %0 = "arith.constant"() <{value = unit}> : () -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{op 'arith.constant' does not take these types: use 'std.constant'}}
  %0 = arith.constant unit
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{expected a constant with a type: a number, dense elements or a function's symbol}}
  %0 = arith.constant [1, 2]
  return
}

// -----

func.func @f() {
  "func.func"() <{function_type = () -> (), sym_name = "g"}> ({
  ^bb0:
    // expected-error@below {{reference to an undefined block}}
    "cf.br"()[^bb1] : () -> ()
  }) : () -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1) {
  "scf.if"(%c) ({
    // expected-error@below {{reference to an undefined block}}
    "cf.br"()[^bb1] : () -> ()
  }, {}) : (i1) -> ()
  return
^bb1:
  return
}

// -----

// A function in a nested table.
module @m {
  func.func @f() {
    return
  }
}
func.func @g() {
  // expected-error@below {{attribute 'callee' must be: flat symbol reference attribute}}
  func.call @m::@f() : () -> ()
  return
}
