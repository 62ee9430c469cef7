// expected-error@below {{'shape.func' op symbol declaration cannot have public visibility}}
shape.func @f(!shape.shape) -> index

// -----

// expected-error@below {{'shape.func' op has an empty block: expected at least a terminator}}
shape.func @f(%a: !shape.shape) {
}

// -----

// expected-error@below {{'shape.func' op entry block must have 0 arguments to match function signature}}
"shape.func"() ({
^bb0(%a: index):
  "shape.return"() : () -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()

// -----

func.func @f() {
  // expected-error@below {{'shape.return' op expects parent op 'shape.func'}}
  shape.return
}

// -----

shape.function_library @l {
  func private @f()
// expected-error@below {{expected 'mapping', found the end of the file}}
}

// -----

shape.function_library @l {
// expected-error@below {{expected '{', found '['}}
} mapping [1]

// -----

// expected-error@below {{expected symbol name, found '{'}}
shape.function_library {
} mapping {}

// -----

shape.func @f() {
  // expected-error@below {{expected SSA operand, found 'return'}}
  add
  return
}

// -----

shape.func @f() {
  // expected-error@below {{custom op 'nothing' is unknown (tried 'shape.nothing' and 'std.nothing' as well)}}
  nothing
  return
}

// -----

// expected-error@below {{unknown type 'nothing' in dialect 'shape'. If this is intended, use -allow-unregistered-dialect}}
func.func private @f(!shape.nothing)
