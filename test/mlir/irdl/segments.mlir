%0 = "seg.single"(%0) : (i32) -> i32

// -----

// expected-error@below {{op expects exactly 1 operands, but got 0}}
%0 = "seg.single"() : () -> i32

// -----

// expected-error@below {{op expects exactly 1 operands, but got 2}}
%0 = "seg.single"(%0, %0) : (i32, i32) -> i32

// -----

// expected-error@below {{op expects exactly 1 operands, but got 0}}
"seg.single"() : () -> ()

// -----

// expected-error@below {{op expects exactly 1 results, but got 2}}
%0:2 = "seg.single"(%0#0) : (i32) -> (i32, i32)

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
%0 = "seg.single"(%0) : (i64) -> i64

// -----

%0:2 = "seg.variadic"() : () -> (i16, i64)

// -----

%0:3 = "seg.variadic"() : () -> (i16, i32, i64)

// -----

%0:4 = "seg.variadic"() : () -> (i16, i32, i32, i64)

// -----

%0:5 = "seg.variadic"() : () -> (i16, i32, i32, i32, i64)

// -----

// expected-error@below {{op expects at least 2 results, but got 1}}
%0 = "seg.variadic"() : () -> i16

// -----

// expected-error@below {{op expects at least 2 results, but got 0}}
"seg.variadic"() : () -> ()

// -----

// expected-error@below {{expected 'i16' but got 'i64'}}
%0:2 = "seg.variadic"() : () -> (i64, i64)

// -----

// expected-error@below {{expected 'i64' but got 'i16'}}
%0:2 = "seg.variadic"() : () -> (i16, i16)

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
%0:3 = "seg.variadic"() : () -> (i16, i64, i64)

// -----

// expected-error@below {{expected 'i32' but got 'i64'}}
%0:4 = "seg.variadic"() : () -> (i16, i32, i64, i64)

// -----

%0:2 = "seg.optional"() : () -> (i16, i64)

// -----

%0:3 = "seg.optional"() : () -> (i16, i32, i64)

// -----

// expected-error@below {{op expects at most 3 results, but got 4}}
%0:4 = "seg.optional"() : () -> (i16, i32, i32, i64)

// -----

// expected-error@below {{op expects at least 2 results, but got 1}}
%0 = "seg.optional"() : () -> i16

// -----

// expected-error@below {{op expects at least 2 results, but got 0}}
"seg.optional"() : () -> ()

// -----

// expected-error@below {{expected 'i32' but got 'i16'}}
%0:3 = "seg.optional"() : () -> (i16, i16, i64)

// -----

%0:3 = "seg.several"() {resultSegmentSizes = array<i32: 2, 0, 1>} : () -> (i16, i16, i64)

// -----

%0:4 = "seg.several"() {resultSegmentSizes = array<i32: 2, 1, 1>} : () -> (i16, i16, i32, i64)

// -----

%0:2 = "seg.several"() {resultSegmentSizes = array<i32: 0, 1, 1>} : () -> (i32, i64)

// -----

%0 = "seg.several"() {resultSegmentSizes = array<i32: 0, 0, 1>} : () -> i64

// -----

// expected-error@below {{'resultSegmentSizes' attribute for specifying result segments must have 3 elements, but got 4}}
%0:3 = "seg.several"() {resultSegmentSizes = array<i32: 1, 1, 1, 1>} : () -> (i16, i32, i64)

// -----

// expected-error@below {{'resultSegmentSizes' attribute for specifying result segments must have 3 elements, but got 2}}
%0:2 = "seg.several"() {resultSegmentSizes = array<i32: 1, 1>} : () -> (i16, i32)

// -----

// expected-error@below {{'resultSegmentSizes' attribute for specifying result segments must have non-negative values}}
"seg.several"() {resultSegmentSizes = array<i32: 2, -1, 1>} : () -> ()

// -----

// expected-error@below {{element 2 in 'resultSegmentSizes' attribute must be equal to 1}}
"seg.several"() {resultSegmentSizes = array<i32: 0, 0, 0>} : () -> ()

// -----

// expected-error@below {{element 1 in 'resultSegmentSizes' attribute must be equal to 0 or 1}}
"seg.several"() {resultSegmentSizes = array<i32: 0, 2, 0>} : () -> ()

// -----

// expected-error@below {{sum of elements in 'resultSegmentSizes' attribute must be equal to the number of results}}
%0:2 = "seg.several"() {resultSegmentSizes = array<i32: 0, 0, 1>} : () -> (i32, i64)

// -----

// expected-error@below {{sum of elements in 'resultSegmentSizes' attribute must be equal to the number of results}}
%0:2 = "seg.several"() {resultSegmentSizes = array<i32: 2, 0, 1>} : () -> (i16, i64)

// -----

// expected-error@below {{expected 'i16' but got 'i32'}}
%0:2 = "seg.several"() {resultSegmentSizes = array<i32: 1, 0, 1>} : () -> (i32, i64)

// -----

// expected-error@below {{sum of elements in 'resultSegmentSizes' attribute must be equal to the number of results}}
%0 = "seg.several"() {resultSegmentSizes = array<i32: 2147483647, 0, 1>} : () -> i64

// -----

// expected-error@below {{'resultSegmentSizes' attribute for specifying result segments must have 3 elements, but got 0}}
%0 = "seg.several"() {resultSegmentSizes = array<i32>} : () -> i64

// -----

// expected-error@below {{'resultSegmentSizes' attribute is expected but not provided}}
%0:3 = "seg.several"() : () -> (i16, i16, i64)

// -----

// expected-error@below {{'resultSegmentSizes' attribute is expected to be a dense i32 array}}
%0:3 = "seg.several"() {resultSegmentSizes = i32} : () -> (i16, i16, i64)

// -----

// expected-error@below {{'resultSegmentSizes' attribute is expected to be a dense i32 array}}
%0:2 = "seg.several"() {resultSegmentSizes = array<i64: 1, 0, 1>} : () -> (i16, i64)

// -----

// expected-error@below {{'resultSegmentSizes' attribute is expected to be a dense i32 array}}
%0:2 = "seg.several"() {resultSegmentSizes = [1, 0, 1]} : () -> (i16, i64)

// -----

// expected-error@below {{'resultSegmentSizes' attribute is expected to be a dense i32 array}}
%0:2 = "seg.several"() {resultSegmentSizes = dense<[1, 0, 1]> : tensor<3xi32>} : () -> (i16, i64)

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
"seg.several_operands"() {operandSegmentSizes = array<i32: 0, 0>} : () -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
"seg.several_operands"(%0#0) {operandSegmentSizes = array<i32: 1, 0>} : (i32) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
"seg.several_operands"(%0#0) {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
"seg.several_operands"(%0#0, %0#0) {operandSegmentSizes = array<i32: 2, 0>} : (i32, i32) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
"seg.several_operands"(%0#0, %0#1) {operandSegmentSizes = array<i32: 1, 1>} : (i32, i64) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
// expected-error@below {{expected 'i32' but got 'i64'}}
"seg.several_operands"(%0#0, %0#1) {operandSegmentSizes = array<i32: 2, 0>} : (i32, i64) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
// expected-error@below {{sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands}}
"seg.several_operands"(%0#0, %0#1) {operandSegmentSizes = array<i32: 1, 0>} : (i32, i64) -> ()

// -----

%0:2 = builtin.unrealized_conversion_cast to i32, i64
// expected-error@below {{'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1}}
"seg.several_operands"(%0#0) {operandSegmentSizes = array<i32: 1>} : (i32) -> ()
