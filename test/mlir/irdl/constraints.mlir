%0 = "testd.any"() : () -> i32
%1 = "testd.any"() : () -> !testd.none
%2 = "testd.any"() : () -> !testd.none<>
%3 = "testd.any"() : () -> !testd<none>
%4 = "testd.any"() : () -> !testd.param<!testd.param<"x">>
%5 = "testd.any"() : () -> !testd.param<[1, {a = 2 : i8}, @a::@b, affine_map<(d0) -> (d0)>, unit, 1.5]>
%6 = "testd.any"() : () -> !testd.two<"x", "x", i8>
%7 = "testd.any"() : () -> tensor<2x!testd.none, #testd.color<"red">>
%8 = "testd.any"() : () -> !testd.list<!testd.list<!testd.list<i32>>>
%9 = "testd.any"() : () -> ((!testd.none) -> !testd.param<i32>)

// -----

// expected-error@below {{expected 1 type arguments, but had 0}}
%0 = "testd.any"() : () -> !testd.param

// -----

// expected-error@below {{expected 1 type arguments, but had 2}}
%0 = "testd.any"() : () -> !testd.param<i32, i32>

// -----

// expected-error@below {{expected 0 type arguments, but had 1}}
%0 = "testd.any"() : () -> !testd.none<i32>

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
%0 = "testd.any"() : () -> !testd.two<i32, i64, i8>

// -----

// expected-error@below {{expected base type 'builtin.integer' but got 'builtin.f32'}}
%0 = "testd.any"() : () -> !testd.two<i32, i32, f32>

// -----

// expected-error@below {{expected type, got attribute '3 : i32'}}
%0 = "testd.any"() : () -> !testd.two<i32, i32, 3 : i32>

// -----

// expected-error@below {{'!testd.param<i32>' does not satisfy the constraint}}
%0 = "testd.any"() : () -> !testd.list<!testd.list<!testd.param<i32>>>

// -----

// expected-error@below {{unknown type 'unknown' in dialect 'testd'. If this is intended, use -allow-unregistered-dialect}}
%0 = "testd.any"() : () -> !testd.unknown<i32>

// -----

// expected-error@below {{unknown attribute 'unknown' in dialect 'testd'. If this is intended, use -allow-unregistered-dialect}}
"testd.nothing"() {a = #testd.unknown<i32>} : () -> ()

// -----

"testd.nothing"() {a = #testd.color<"red">, b = #testd<color<"blue">>, testd.c = 1} : () -> ()
"testd.1digit"() : () -> ()

// -----

// expected-error@below {{'"green"' does not satisfy the constraint}}
"testd.nothing"() {a = #testd.color<"green">} : () -> ()

// -----

// expected-error@below {{op expects exactly 0 results, but got 1}}
%0 = "testd.nothing"() : () -> i32

// -----

%0 = "testd.any"() : () -> i32
// expected-error@below {{op expects exactly 0 operands, but got 1}}
"testd.nothing"(%0) : (i32) -> ()

// -----

// expected-error@below {{'testd.nothing' op unexpected number of regions: expected 0 but got 1}}
"testd.nothing"() ({}) : () -> ()

// -----

// expected-error@below {{operation 'testd.attributes' has no properties: write its attributes as `{..}`}}
"testd.attributes"() <{first = i32, second = i64}> : () -> ()

// -----

// expected-error@below {{dialect 'testd' has no operation 'unknown'. If this is intended, use -allow-unregistered-dialect}}
"testd.unknown"() : () -> ()

// -----

// expected-error@below {{op 'testd.nothing' has no custom form: write it in generic form, "testd.nothing"(..)}}
testd.nothing

// -----

%0 = "testd.is"() : () -> i32
%1 = "testd.any_of"() : () -> i32
%2 = "testd.any_of"() : () -> i64
%3 = "testd.all_of"() : () -> i64

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
%0 = "testd.is"() : () -> i64

// -----

// expected-error@below {{'i1' does not satisfy the constraint}}
%0 = "testd.any_of"() : () -> i1

// -----

// expected-error@below {{'i1' does not satisfy the constraint}}
%0 = "testd.all_of"() : () -> i1

// -----

// expected-error@below {{expected 'i64' but got 'i32'}}
%0 = "testd.all_of"() : () -> i32

// -----

%0 = "testd.type_base"() : () -> !testd.param<i32>
%1 = "testd.type_base"() : () -> !testd.param<!testd.param<"x">>
"testd.attribute_base"() {color = #testd.color<"red">} : () -> ()

// -----

// expected-error@below {{expected base type 'testd.param' but got 'builtin.integer'}}
%0 = "testd.type_base"() : () -> i32

// -----

// expected-error@below {{expected base type 'testd.param' but got 'testd.none'}}
%0 = "testd.type_base"() : () -> !testd.none

// -----

// expected-error@below {{expected base attribute 'testd.color' but got 'builtin.type'}}
"testd.attribute_base"() {color = i32} : () -> ()

// -----

%0 = "testd.named_type_base"() : () -> i32
%1 = "testd.named_type_base"() : () -> si8
"testd.named_attribute_base"() {a = 0 : i32} : () -> ()
"testd.named_attribute_base"() {a = true} : () -> ()

// -----

// expected-error@below {{expected base type 'builtin.integer' but got 'builtin.vector'}}
%0 = "testd.named_type_base"() : () -> vector<2xi32>

// -----

// expected-error@below {{expected base attribute 'builtin.integer' but got 'builtin.type'}}
"testd.named_attribute_base"() {a = i32} : () -> ()

// -----

%0 = "testd.parametric"() : () -> !testd.param<i32>
%1 = "testd.parametric"() : () -> !testd.param<i64>

// -----

// expected-error@below {{expected base type 'testd.param' but got 'i32'}}
%0 = "testd.parametric"() : () -> i32

// -----

// expected-error@below {{'i1' does not satisfy the constraint}}
%0 = "testd.parametric"() : () -> !testd.param<i1>

// -----

%0 = "testd.any"() : () -> !testd.param<!testd.param<f32>>
%1 = "testd.nested"(%0) : (!testd.param<!testd.param<f32>>) -> f32

// -----

%0 = "testd.any"() : () -> !testd.param<!testd.param<f32>>
// expected-error@below {{expected 'f32' but got 'f64'}}
%1 = "testd.nested"(%0) : (!testd.param<!testd.param<f32>>) -> f64

// -----

%0:2 = "testd.variables"() : () -> (i32, i32)
%1:2 = "testd.variables"() : () -> (i64, i64)

// -----

// expected-error@below {{expected 'i64' but got 'i32'}}
%0:2 = "testd.variables"() : () -> (i64, i32)

// -----

"testd.attributes"() {first = i32, second = i64} : () -> ()
"testd.attributes"() {first = i32, second = i64, third, testd.fourth = 1} : () -> ()

// -----

// expected-error@below {{'testd.attributes' op attribute "second" is expected but not provided}}
"testd.attributes"() {first = i32} : () -> ()

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
"testd.attributes"() {first = i64, second = i64} : () -> ()

// -----

%0 = "testd.attribute_and_type"() {type = f32} : () -> f32

// -----

// expected-error@below {{expected 'f32' but got 'f64'}}
%0 = "testd.attribute_and_type"() {type = f32} : () -> f64

// -----

// expected-error@below {{expected '"f32"' but got 'f32'}}
%0 = "testd.attribute_and_type"() {type = "f32"} : () -> f32
