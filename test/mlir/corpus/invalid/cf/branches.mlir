// Branches.

// No such block.
func.func @f() {
  // expected-error@below {{reference to an undefined block}}
  cf.br ^bb7
}

// -----

// The block takes an argument.
func.func @f(%x: f32) {
  // expected-error@below {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^bb1
^bb1(%0: f32):
  return
}

// -----

// The block takes none.
func.func @f(%x: f32) {
  // expected-error@below {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^bb1(%x : f32)
^bb1:
  return
}

// -----

// The block takes another type.
func.func @f(%x: f32) {
  // expected-error@below {{type mismatch for bb argument #0 of successor #0: 'f32' is passed, 'i32' is taken}}
  cf.br ^bb1(%x : f32)
^bb1(%0: i32):
  return
}

// -----

// The operand has another type than it says.
// expected-note@below {{prior use here}}
func.func @f(%x: f32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  cf.br ^bb1(%x : i32)
^bb1(%0: i32):
  return
}

// -----

// Not at the end of the block.
func.func @f() {
  // expected-error@below {{'cf.br' op must be the last operation in the parent block}}
  cf.br ^bb1
  return
^bb1:
  return
}

// -----

// The block is in another function.
func.func @f() {
  // expected-error@below {{reference to an undefined block}}
  cf.br ^bb1
}
func.func @g() {
  cf.br ^bb1
^bb1:
  return
}

// -----

// Nothing goes back to the entry.
func.func @f() {
  cf.br ^bb0
^bb0:
  // expected-error@below {{reference to an undefined block}}
  cf.br ^bb0x
}

// -----

// Nothing goes back to the entry.
func.func @f() {
^bb0:
  // expected-error@below {{'cf.br' op branches to the entry block of its region, which may not have predecessors}}
  cf.br ^bb0
}

// -----

// The condition is one bit.
// expected-note@below {{prior use here}}
func.func @f(%n: i32) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.cond_br %n, ^bb1, ^bb1
^bb1:
  return
}

// -----

// One way only.
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1
// expected-error@above {{expected ',', found '^bb1'}}
^bb1:
  return
}

// -----

// The second block takes an argument.
func.func @f(%c: i1, %x: f32) {
  // expected-error@below {{branch has 0 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^bb1(%x : f32), ^bb1
^bb1(%0: f32):
  return
}

// -----

// A weight for each way.
func.func @f(%c: i1) {
  // expected-error@below {{'cf.cond_br' op expects number of branch weights to match number of successors: 3 vs 2}}
  cf.cond_br %c weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  return
}

// -----

// Three ways of two.
func.func @f(%c: i1) {
  // expected-error@below {{'cf.cond_br' op requires 2 successors, but found 3}}
  "cf.cond_br"(%c)[^bb1, ^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  return
}

// -----

// More operands than there are.
func.func @f(%c: i1) {
  // expected-error@below {{operandSegmentSizes do not add up to the operands}}
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()
^bb1:
  return
}

// -----

// No default.
func.func @f(%n: i32) {
  cf.switch %n : i32, [
    // expected-error@above {{expected 'default', found '1'}}
    1: ^bb1
  ]
^bb1:
  return
}

// -----

// A case of another type.
func.func @f(%n: i32) {
  cf.switch %n : i32, [
    default: ^bb1,
    // expected-error@above {{expected integer, found '1.5'}}
    1.5: ^bb1
  ]
^bb1:
  return
}

// -----

// A flag that is not an integer.
func.func @f(%x: f32) {
  // expected-error@below {{expected a signless integer type}}
  cf.switch %x : f32, [
    default: ^bb1
  ]
^bb1:
  return
}

// -----

// The type is another.
// expected-note@below {{prior use here}}
func.func @f(%n: i32) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'i64' vs 'i32'}}
  cf.switch %n : i64, [
    default: ^bb1
  ]
^bb1:
  return
}

// -----

// The case's block takes an argument.
func.func @f(%n: i32) {
  // expected-error@below {{branch has 0 operands for successor #1, but target block has 1}}
  cf.switch %n : i32, [
    default: ^bb1,
    3: ^bb2
  ]
^bb1:
  return
^bb2(%0: i32):
  return
}

// -----

// Three cases for two blocks.
func.func @f(%n: i32) {
  // expected-error@below {{'cf.switch' op number of case values (3) should match number of case destinations (2)}}
  "cf.switch"(%n)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1, 2, 3]> : vector<3xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

// Cases of another type than the flag.
func.func @f(%n: i32) {
  // expected-error@below {{'cf.switch' op case value type should match the type of the flag}}
  "cf.switch"(%n)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

// The block has no end.
// expected-error@below {{'func.func' op has an empty block: expected at least a terminator}}
func.func @f(%n: i32) {
  cf.br ^bb1
^bb1:
}

// -----

// A block of that name already.
func.func @f() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
// expected-error@below {{redefinition of block '^bb1'}}
^bb1:
  return
}

// -----

// The value is not defined on every way.
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-note@below {{operand defined here}}
  %0 = arith.constant 1 : i32
  cf.br ^bb2
^bb2:
  // expected-error@below {{operand #0 does not dominate this use}}
  %1 = arith.addi %0, %0 : i32
  return
}

// -----

// The value is defined in a block that is left out.
func.func @f(%c: i1) {
  // expected-error@below {{operand #1 does not dominate this use}}
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb1(%1: i32):
  // expected-note@below {{operand defined here}}
  %0 = arith.constant 1 : i32
  return
^bb2:
  return
}

// -----

// The condition is one bit.
// expected-note@below {{prior use here}}
func.func @f(%c: i1, %n: i32, %x: f32, %i: index) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.assert %n, "message"
  return
}

// -----

// The message is missing.
func.func @f(%c: i1, %n: i32, %x: f32, %i: index) {
  cf.assert %c
  // expected-error@above {{expected ',', found 'return'}}
  return
}

// -----

// The message is a string.
func.func @f(%c: i1, %n: i32, %x: f32, %i: index) {
  // expected-error@below {{attribute 'msg' must be: string attribute}}
  cf.assert %c, 7 : i32
  return
}

// -----

// In a region of its own.
func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@below {{reference to an undefined block}}
    cf.br ^bb1
  }
  return
^bb1:
  return
}
