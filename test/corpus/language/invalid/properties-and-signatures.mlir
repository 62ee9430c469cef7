// Properties, and attributes of functions and modules.

"t.x"() ({}) <{a = 1}> : () -> ()

// -----

"t.x"() <{a = 1, a = 2}> : () -> ()

// -----

"t.x"() <> : () -> ()

// -----

%0 = "arith.constant"() <5> : () -> i32

// -----

"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = "foo"}> ({ "func.return"() : () -> () }) : () -> ()

// -----

"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = 1}> ({ "func.return"() : () -> () }) : () -> ()

// -----

"builtin.module"() <{foo = 1}> ({}) : () -> ()

// -----

"builtin.module"() ({}) {foo = 1} : () -> ()

// -----

"builtin.module"() ({}) {a.foo = 1} : () -> ()

// -----

module attributes {foo = 1} {}

// -----

module @a attributes {sym_visibility = "foo"} {}

// -----

func.func @f(%a: i32 {foo = 1}) { return }

// -----

func.func private @f(i32 {foo = 1})

// -----

func.func private @f() -> (i32 {foo = 1})

// -----

func.func private @f() -> i32 attributes {sym_visibility = "nested"}

// -----

func.func foo @f() -> i32

// -----

func.func @f() {}

// -----

func.func private @f() {}

// -----

func.func private @f(%a: i32, f32)

// -----

func.func private @f(%a: i32) -> (%b: i32)

// -----

func.func private @f(...)

// -----

func.func private @f() -> () -> ()

// -----

func.func private @f(i32) attributes {function_type = i32}

// -----

func.func private "f"()

// -----

func.func @f() { return } func.func @f() { return }

// -----

func.func @f() { return {a} : }
