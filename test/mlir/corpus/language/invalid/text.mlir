// expected-error@below {{alias '!a' is defined by itself}}
!a = !a

// -----

// expected-error@below {{alias '!a' is defined by itself}}
!a = tuple<!a>

// -----

// expected-error@below {{expected affine expression, found ')'}}
"t.x"() {a = affine_map<(d0) -> (d0 +)>} : () -> ()

// -----

// expected-error@below {{expected identifier, found '1'}}
"t.x"() {a = affine_map<(1) -> (d0)>} : () -> ()

// -----

// expected-error@below {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
"t.x"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()

// -----

// expected-error@below {{redefinition of identifier 'd0'}}
"t.x"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()

// -----

// expected-error@below {{use of undeclared identifier 'd1'}}
"t.x"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// expected-error@below {{integer does not fit into 64 bits}}
"t.x"() {a = affine_map<(d0) -> (9223372036854775808)>} : () -> ()

// -----

// expected-error@below {{expected '>=', '<=' or '==', found '>'}}
"t.x"() {a = affine_set<(d0) : (d0 > 0)>} : () -> ()

// -----

// expected-error@below {{expected ':', found '->'}}
"t.x"() {a = affine_set<(d0) -> (d0)>} : () -> ()

// -----

// expected-error@below {{expected number after '-', found 'x'}}
"t.x"() {a = -x} : () -> ()

// -----

// expected-error@below {{expected '<' after 'dense', found '1'}}
"t.x"() {a = dense 1} : () -> ()

// -----

// expected-error@below {{expected a list of 2 at this depth of the elements literal, found '1'}}
"t.x"() {a = dense<[1]> : tensor<9223372036854775807x2xi64>} : () -> ()

// -----

// expected-error@below {{elements hex string should start with '0x' and hold pairs of digits}}
"t.x"() {a = dense<"a"> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected an element: the type has 1 dimensions, the literal has more}}
"t.x"() {a = dense<[1, [2]]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected a list of 1 at this depth of the elements literal, found '2'}}
"t.x"() {a = dense<[[1], 2]> : tensor<2x1xi32>} : () -> ()

// -----

// expected-error@below {{expected string element, found '1'}}
"t.x"() {a = dense<["a", 1]> : tensor<2x!t.s>} : () -> ()

// -----

// expected-error@below {{expected '<' after 'sparse', found '1'}}
"t.x"() {a = sparse 1} : () -> ()

// -----

// expected-error@below {{expected key of a resource, found '1'}}
"t.x"() {a = dense_resource<1> : tensor<1xi32>} : () -> ()

// -----

// expected-error@below {{expected ',', found ')'}}
"t.x"() {a = dense<(1.0)> : tensor<complex<f32>>} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i32'}}
"t.x"() {a = array<i32: 4294967296>} : () -> ()

// -----

// expected-error@below {{expected '>', found '1'}}
"t.x"() {a = array<i32 1>} : () -> ()

// -----

// expected-error@below {{expected named operation to have at least 1 result}}
%0:0 = "t.x"() : () -> ()

// -----

// expected-error@below {{operation defines 0 results but was provided 1 to bind}}
%0 = "t.x"() : () -> ()

// -----

// expected-error@below {{operation defines 1 results but was provided 2 to bind}}
%0:2 = "t.x"() : () -> i32

// -----

// expected-error@below {{empty operation name is invalid}}
""() : () -> ()

// -----

%0 = "t.x"() : () -> i32
// expected-error@below {{expected 1 operand types but had 0}}
"t.y"(%0) : () -> ()

// -----

// expected-error@below {{use of undeclared SSA value name '%0'}}
"t.y"(%0) : (i32) -> ()

// -----

%0:2 = "t.x"() : () -> (i32, i32)
// expected-error@below {{reference to invalid result number}}
"t.y"(%0#2) : (i32) -> ()

// -----

%0:2 = "t.x"() : () -> (i32, i32)
// expected-error@below {{invalid SSA value result number}}
"t.y"(%0#99999999999999999999) : (i32) -> ()

// -----

// expected-error@below {{expected block name, found '5'}}
"t.y"()[5] : () -> ()

// -----

"t.x"() ({
^bb0(%a: i32):
  "t.y"() : () -> ()
// expected-error@below {{redefinition of block '^bb0'}}
^bb0:
}) : () -> ()

// -----

"t.x"() ({
// expected-error@below {{expected ':', found ')'}}
^bb0(%a):
}) : () -> ()

// -----

"t.x"() ({
  // expected-error@below {{reference to an undefined block}}
  "t.y"()[^bb1] : () -> ()
}) : () -> ()

// -----

"t.x"() ({
  "t.y"() : () -> ()
// expected-error@above {{expected operation name in quotes, or the name of a registered operation, found the end of the file}}
// -----

// expected-error@below {{custom op 'i32' is unknown (tried 'std.i32' as well)}}
"t.x"() : () -> i32 i32

// -----

// expected-error@below {{expected '(', found 'i32'}}
"t.x"() : i32

// -----

// expected-error@below {{expected '(', found ':'}}
"t.x" : () -> ()

// -----

// expected-error@below {{expected attribute value, found a string without end}}
"t.x"() {a = "unclosed} : () -> ()

// -----

// expected-error@below {{expected non-function type, found '>'}}
"t.x"() {a = dense<1> : tensor<2x>} : () -> ()

// -----

// expected-error@below {{custom op 't.x' is unknown (tried 't.x' as well as its dialect)}}
t.x

// -----

// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '5'}}
%x = 5

// -----

// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '/'}}
/ comment

// -----

// expected-error@below {{expected integer, found 'x'}}
"t.x"() {a = loc("f":x:2)} : () -> ()

// -----

// expected-error@below {{dialect 'builtin' has no attribute 'x' of that form}}
"t.x"() {a = #builtin.x} : () -> ()

// -----

// expected-error@below {{expected ',' or ']', found '}'}}
"t.x"() {a = [1, 2} : () -> ()

// -----

// expected-error@below {{expected integer, found 'x'}}
"t.x"() {a = strided<[1, x]>} : () -> ()

// -----

// expected-error@below {{expected '[', found '1'}}
"t.x"() {a = strided<1>} : () -> ()

// -----

// expected-error@below {{expected ':', found '2'}}
"t.x"() {a = strided<[1], offset 2>} : () -> ()

// -----

// expected-error@below {{expected non-function type, found '}'}}
"t.x"() {a = () -> } : () -> ()

// -----

func.func @f() {
  "t.x"()[^bb1] ({
  }) : () -> ()
^bb1:
  "t.x"() ({
    // expected-error@below {{reference to an undefined block}}
    "t.y"()[^bb1] : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f() {
  "t.x"()[^bb0] : () -> ()
^bb0:
  // expected-error@below {{'t.x' op must be the last operation in the parent block}}
  "t.x"()[^bb0, ^bb0] : () -> ()
  return
}

// -----

func.func @f() {
  cf.br ^bb2
^bb1(%a: i32):
  return
^bb2:
  // expected-error@below {{operand #0 does not dominate this use}}
  // expected-note@below {{operand is the argument of a block that does not lead here}}
  "t.use"(%a) : (i32) -> ()
  return
}

// -----

func.func @f() {
  cf.br ^bb2
^bb1:
  // expected-note@below {{operand defined here}}
  %a = "t.def"() : () -> i32
  return
^bb2:
  // expected-error@below {{operand #0 does not dominate this use}}
  "t.use"(%a) : (i32) -> ()
  return
}

// -----

// expected-error@below {{expected a dialect's namespace in UTF-8}}
"t.x"() {a = opaque<"\FF", "0x00"> : tensor<1xi8>} : () -> ()

// -----

// expected-error@below {{expected dialect namespace, found '1'}}
"t.x"() {a = opaque<1, "0x00"> : tensor<1xi8>} : () -> ()

// -----

// expected-error@below {{expected string of hexadecimal digits, found '1'}}
"t.x"() {a = opaque<"t", 1> : tensor<1xi8>} : () -> ()

// -----

"t.x"() ({
  "t.y"() : () -> ()
  // expected-error@below {{expected operation name in quotes, or the name of a registered operation, found ')'}}
  )
}) : () -> ()

// -----

// expected-error@below {{this resource section has no end: expected '#-}'}}
{-#

// -----

// expected-error@below {{expected a list of 2 at this depth of the elements literal, found '1.5'}}
"t.x"() {a = dense<1.5> : tensor<2x!t.x>} : () -> ()

// -----

func.func @f(%m: memref<10xf32>) {
  // expected-error@below {{expected SSA value, integer or 'symbol', found 'd0'}}
  %0 = affine.load %m[d0] : memref<10xf32>
  return
}

// -----

// expected-error@below {{elements hex data size is invalid for provided type: 2 bytes, not 18446744073709551615}}
"t.x"() {a = dense<"0x0000"> : tensor<9223372036854775807x2xi64>} : () -> ()

// -----

// expected-error@below {{too many elements}}
"t.x"() {a = dense<"0x0000"> : tensor<9223372036854775807x9223372036854775807xi64>} : () -> ()

// -----

// expected-error@below {{expected 9223372036854775807 elements in this list of the literal, found 2}}
"t.x"() {a = dense<[1, 2]> : tensor<9223372036854775807xi64>} : () -> ()
