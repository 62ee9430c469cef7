// Attributes of the builtin dialect.

// expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
"t.x"() {a = 256 : i8} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
"t.x"() {a = -129 : i8} : () -> ()

// -----

// expected-error@below {{negative integer literal not valid for unsigned integer type}}
"t.x"() {a = -1 : ui8} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'si8'}}
"t.x"() {a = 200 : si8} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i1'}}
"t.x"() {a = 2 : i1} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i64'}}
"t.x"() {a = 18446744073709551616} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i64'}}
"t.x"() {a = -9223372036854775809} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found ':'}}
"t.x"() {a = true : i1} : () -> ()

// -----

// expected-error@below {{expected integer or floating point type for a number, found 'none'}}
"t.x"() {a = 1 : none} : () -> ()

// -----

// expected-error@below {{expected integer or floating point type for a number, found 'tensor<2xi32>'}}
"t.x"() {a = 1 : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{floating point value not valid for an integer type}}
"t.x"() {a = 1.0 : i32} : () -> ()

// -----

// expected-error@below {{expected attribute value, found '.'}}
"t.x"() {a = .5} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found 'e5'}}
"t.x"() {a = 1e5} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found 'e'}}
"t.x"() {a = 1.0e} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found 'x'}}
"t.x"() {a = 0x} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found 'xg'}}
"t.x"() {a = 0xg} : () -> ()

// -----

// expected-error@below {{expected ',' or '}', found 'X10'}}
"t.x"() {a = 0X10} : () -> ()

// -----

// expected-error@below {{unknown escape in string literal: expected \", \\, \n, \t or two hexadecimal digits}}
"t.x"() {a = "\x"} : () -> ()

// -----

// expected-error@below {{unknown escape in string literal: expected \", \\, \n, \t or two hexadecimal digits}}
"t.x"() {a = "\0"} : () -> ()

// -----

// expected-error@below {{expected attribute value, found ']'}}
"t.x"() {a = [1,]} : () -> ()

// -----

// expected-error@below {{duplicate key 'a' in dictionary attribute}}
"t.x"() {a = {a, a}} : () -> ()

// -----

// expected-error@below {{duplicate key 'a' in dictionary attribute}}
"t.x"() {a, a} : () -> ()

// -----

// expected-error@below {{expected valid attribute name}}
"t.x"() {"" = 1} : () -> ()

// -----

// expected-error@below {{expected attribute name, found '1'}}
"t.x"() {1 = 1} : () -> ()

// -----

// expected-error@below {{expected attribute name, found '@a'}}
"t.x"() {@a = 1} : () -> ()

// -----

// expected-error@below {{expected nested symbol reference, found 'b'}}
"t.x"() {a = @a::b} : () -> ()

// -----

// expected-error@below {{expected integer type for an integer literal: write a decimal point}}
"t.x"() {a = dense<1> : tensor<2xf32>} : () -> ()

// -----

// expected-error@below {{expected integer elements, but parsed floating-point}}
"t.x"() {a = dense<1.0> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected 2 elements in this list of the literal, found 3}}
"t.x"() {a = dense<[1,2,3]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected an element: the type has 1 dimensions, the literal has more}}
"t.x"() {a = dense<[1,[2]]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected an element: the type has 1 dimensions, the literal has more}}
"t.x"() {a = dense<[[1,2]]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{elements literal must be a shaped type of static shape}}
"t.x"() {a = dense<1> : tensor<?xi32>} : () -> ()

// -----

// expected-error@below {{elements literal must be a shaped type of static shape}}
"t.x"() {a = dense<1> : tensor<*xi32>} : () -> ()

// -----

// expected-error@below {{elements literal must be a shaped type of static shape}}
"t.x"() {a = dense<1> : i32} : () -> ()

// -----

// expected-error@below {{expected elements, found an empty literal}}
"t.x"() {a = dense<> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{expected elements, found an empty literal}}
"t.x"() {a = dense<> : tensor<i32>} : () -> ()

// -----

// expected-error@below {{expected 2 elements in this list of the literal, found 0}}
"t.x"() {a = dense<[]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{elements hex data size is invalid for provided type: 3 bytes, not 8}}
"t.x"() {a = dense<"0x010000"> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{elements hex string should start with '0x' and hold pairs of digits}}
"t.x"() {a = dense<"abc"> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{negative integer literal not valid for unsigned integer type}}
"t.x"() {a = dense<-1> : tensor<1xui8>} : () -> ()

// -----

// expected-error@below {{expected i1 type for 'true' or 'false' values}}
"t.x"() {a = dense<true> : tensor<2xi32>} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i1'}}
"t.x"() {a = dense<1> : vector<2xi1>, b = dense<2> : tensor<2xi1>} : () -> ()

// -----

// expected-error@below {{expected ':', found '}'}}
"t.x"() {a = dense<tensor<2xi32>>} : () -> ()

// -----

// expected-error@below {{expected ':', found '}'}}
"t.x"() {a = dense<1>} : () -> ()

// -----

// expected-error@below {{sparse index #0 is not contained within the value shape, with index=[0, 2], and type='tensor<2x2xi32>'}}
"t.x"() {a = sparse<[[0, 2]], [5]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error@below {{expected shape ([2, 2]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([1])}}
"t.x"() {a = sparse<[[0, 0], [0, 1]], [5]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error@below {{sparse index #0 is not contained within the value shape, with index=[-1, 0], and type='tensor<2x2xi32>'}}
"t.x"() {a = sparse<[[-1, 0]], [5]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error@below {{`dense_resource` expected a shaped type}}
"t.x"() {a = dense_resource<foo> : i32} : () -> ()

// -----

// expected-error@below {{expected '[', found '1'}}
"t.x"() {a = strided<1>} : () -> ()

// -----

// expected-error@below {{expected attribute value, found 'foo'}}
"t.x"() {a = foo} : () -> ()

// -----

// expected-error@below {{undefined symbol alias id 'foo'}}
"t.x"() {a = #foo} : () -> ()

// -----

#foo = unit
// expected-error@below {{expected attribute name, found '#foo'}}
"t.x"() {#foo} : () -> ()

// -----

// expected-error@below {{undefined symbol alias id 'b'}}
#a = #b
#b = 1
"t.x"() {a = #a} : () -> ()

// -----

// expected-error@below {{undefined symbol alias id 'a'}}
"t.x"() {a = #a} : () -> ()
#a = 1

// -----

#a = 1
// expected-error@below {{redefinition of attribute alias id 'a'}}
#a = 2
"t.x"() {a = #a} : () -> ()

// -----

// expected-error@below {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1
"t.x"() : () -> ()

// -----

module { 
// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '#a'}}
#a = 1
"t.x"() {a = #a} : () -> () }
