// Modules and casts between type systems.

// No end.
module {

// expected-error@-2 {{expected operation name in quotes, or the name of a registered operation, found the end of the file}}
// -----

// An end too many.
module {
// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '}'}}
}}

// -----

// Two of one name.
// expected-note@below {{see existing symbol definition here}}
module @a {
}
// expected-error@below {{redefinition of symbol named 'a'}}
module @a {
}

// -----

// The name is a string.
// expected-error@below {{expected '{', found '"a"'}}
module "a" {
}

// -----

// A module has one block.
// expected-error@below {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
module {
  func.func private @f()
^bb1:
  func.func private @g()
}

// -----

// A module has no arguments.
// expected-error@below {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

// A module has one region.
// expected-error@below {{'builtin.module' op requires 1 region, but found 2}}
"builtin.module"() ({
}, {
}) : () -> ()

// -----

// A module has no operands.
module {
  %0 = arith.constant 1 : i32
  // expected-error@below {{'builtin.module' op expected 0 operands, but found 1}}
  // expected-error@below {{'builtin.module' op expects region 'body' to have one block}}
  "builtin.module"(%0) ({
  }) : (i32) -> ()
}

// -----

// An attribute twice.
// expected-error@below {{duplicate key 't.a' in dictionary attribute}}
module attributes {t.a = 1 : i32, t.a = 2 : i32} {
}

// -----

// No such dialect.
module {
  // expected-error@below {{custom op 'nothing.op' is unknown (tried 'nothing.op' as well as its dialect)}}
  nothing.op
}

// -----

// No such op.
module {
  // expected-error@below {{dialect 'builtin' has no operation 'nothing'}}
  "builtin.nothing"() : () -> ()
}

// -----

// An alias that is not defined.
// expected-error@below {{undefined symbol alias id 'thing'}}
func.func private @f(!thing)

// -----

// A cast gives something.
func.func @f(%x: f32) {
  // expected-error@below {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"(%x) : (f32) -> ()
  return
}

// -----

// The operand's type is another.
// expected-note@below {{prior use here}}
func.func @f(%x: f32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = builtin.unrealized_conversion_cast %x : i32 to i64
  return
}

// -----

// expected-error@below {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'fruit'}}
module attributes {fruit = 1 : i32} {
}

// -----

// expected-error@below {{'builtin.module' op expects region 'body' to have one block}}
"builtin.module"() ({
}) {fruit} : () -> ()

// -----

// expected-error@below {{'builtin.module' op requires 1 region, but found 2}}
"builtin.module"() ({}, {}) : () -> ()
