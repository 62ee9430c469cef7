// Modules and casts between type systems.

// No end.
module {

// -----

// An end too many.
module {
}}

// -----

// Two of one name.
module @a {
}
module @a {
}

// -----

// The name is a string.
module "a" {
}

// -----

// A module has one block.
module {
  func.func private @f()
^bb1:
  func.func private @g()
}

// -----

// A module has no arguments.
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

// A module has one region.
"builtin.module"() ({
}, {
}) : () -> ()

// -----

// A module has no operands.
module {
  %0 = arith.constant 1 : i32
  "builtin.module"(%0) ({
  }) : (i32) -> ()
}

// -----

// An attribute twice.
module attributes {t.a = 1 : i32, t.a = 2 : i32} {
}

// -----

// No such dialect.
module {
  nothing.op
}

// -----

// No such op.
module {
  "builtin.nothing"() : () -> ()
}

// -----

// An alias that is not defined.
func.func private @f(!thing)

// -----

// A cast gives something.
func.func @f(%x: f32) {
  "builtin.unrealized_conversion_cast"(%x) : (f32) -> ()
  return
}

// -----

// The operand's type is another.
func.func @f(%x: f32) {
  %0 = builtin.unrealized_conversion_cast %x : i32 to i64
  return
}
