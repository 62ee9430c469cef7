// Properties, and attributes of functions and modules.

// expected-error@below {{expected ':', found '<'}}
"t.x"() ({}) <{a = 1}> : () -> ()

// -----

// expected-error@below {{duplicate key 'a' in dictionary attribute}}
"t.x"() <{a = 1, a = 2}> : () -> ()

// -----

// expected-error@below {{expected attribute value, found '>'}}
"t.x"() <> : () -> ()

// -----

// expected-error@below {{expected '{', found '5'}}
%0 = "arith.constant"() <5> : () -> i32

// -----

// expected-error@below {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = "foo"}> ({ "func.return"() : () -> () }) : () -> ()

// -----

// expected-error@+2 {{'func.func' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
// expected-error@below {{'func.func' op requires visibility attribute 'sym_visibility' to be a string attribute, but got 1 : i64}}
"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = 1}> ({ "func.return"() : () -> () }) : () -> ()

// -----

// expected-error@below {{'builtin.module' op expects region 'body' to have one block}}
"builtin.module"() <{foo = 1}> ({}) : () -> ()

// -----

// expected-error@below {{'builtin.module' op expects region 'body' to have one block}}
"builtin.module"() ({}) {foo = 1} : () -> ()

// -----

// expected-error@below {{'builtin.module' op expects region 'body' to have one block}}
"builtin.module"() ({}) {a.foo = 1} : () -> ()

// -----

// expected-error@below {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'}}
module attributes {foo = 1} {}

// -----

// expected-error@below {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
module @a attributes {sym_visibility = "foo"} {}

// -----

// expected-error@below {{'func.func' op argument #0 has attribute 'foo': expected the prefix of a dialect}}
func.func @f(%a: i32 {foo = 1}) { return }

// -----

// expected-error@below {{'func.func' op argument #0 has attribute 'foo': expected the prefix of a dialect}}
func.func private @f(i32 {foo = 1})

// -----

// expected-error@below {{'func.func' op result #0 has attribute 'foo': expected the prefix of a dialect}}
func.func private @f() -> (i32 {foo = 1})

// -----

// expected-error@below {{attribute 'sym_visibility' is given twice}}
func.func private @f() -> i32 attributes {sym_visibility = "nested"}

// -----

// expected-error@below {{expected symbol name, found 'foo'}}
func.func foo @f() -> i32

// -----

// expected-error@below {{expected non-empty function body}}
func.func @f() {}

// -----

// expected-error@below {{expected non-empty function body}}
func.func private @f() {}

// -----

// expected-error@below {{either all arguments have names or none has}}
func.func private @f(%a: i32, f32)

// -----

// expected-error@below {{expected non-function type, found '%b'}}
func.func private @f(%a: i32) -> (%b: i32)

// -----

// expected-error@below {{expected non-function type, found '...'}}
func.func private @f(...)

// -----

// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '->'}}
func.func private @f() -> () -> ()

// -----

// expected-error@below {{attribute 'function_type' is given twice}}
func.func private @f(i32) attributes {function_type = i32}

// -----

// expected-error@below {{expected symbol name, found '"f"'}}
func.func private "f"()

// -----

// expected-note@+2 {{see existing symbol definition here}}
// expected-error@below {{redefinition of symbol named 'f'}}
func.func @f() { return } func.func @f() { return }

// -----

// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found ':'}}
func.func @f() { return {a} : }
