// Properties, and attributes of functions and modules.

"t.x"() <{a = 1}> {b = 2} : () -> ()

// -----

"t.x"() <{a = 1}> {a = 2} : () -> ()

// -----

"t.x"() <{}> : () -> ()

// -----

"t.x"() <{a}> : () -> ()

// -----

"t.x"() <5 : i32> : () -> ()

// -----

"t.x"() <"abc"> {c} : () -> ()

// -----

"t.x"() <unit> : () -> ()

// -----

"t.x"() <[1,2]> ({ }) {b = 1} : () -> ()

// -----

"t.x"() <{b = 1, a = 2}> : () -> ()

// -----

%0 = "arith.constant"() <{value = 1 : i32}> {foo = 1} : () -> i32

// -----

%0 = "arith.constant"() <{}> {value = 1 : i32} : () -> i32

// -----

%0 = "arith.constant"() <{value = 1 : i32}> {value = 2 : i32} : () -> i32

// -----

%0 = "arith.constant"() {value = 2 : i32} : () -> i32

// -----

%0 = "arith.constant"() <{value = 1 : i32}> {a.b = 2 : i32} : () -> i32

// -----

%0 = "arith.constant"() {value = 1 : i32, a.b = 2 : i32} : () -> i32

// -----

"func.func"() <{sym_name = "f", function_type = () -> ()}> ({ "func.return"() : () -> () }) {sym_visibility = "private"} : () -> ()

// -----

module attributes {foo.a = 1} {}

// -----

module attributes {sym_visibility = "private"} {}

// -----

module @a attributes {sym_visibility = "private"} {}

// -----

module attributes {sym_name = "x"} {}

// -----

func.func @f() attributes {foo = 1} { return }

// -----

func.func @f(%a: i32 {foo.x = 1}) { return }

// -----

func.func private @f(i32 {llvm.x = 1})

// -----

func.func nested @f() -> i32

// -----

func.func private @f() -> ()

// -----

func.func private @f() -> (() -> ())

// -----

func.func private @f(i32) attributes {arg_attrs = [{t.a = 1}]}

// -----

func.func private @"a b"()

// -----

func.func @f() { "t.x"() : () -> () }

// -----

func.func @f() { return { } }

// -----

func.func @f() { return {a = 1} loc("x") }

// -----

"t.x"() <{a = affine_map<(d0) -> (d0)>}> {b = affine_map<(d0) -> (d0 + 1)>} : () -> ()

// -----

"t.x"() <{a = dense_resource<x> : tensor<1xi8>}> : () -> () loc("x")
{-# dialect_resources: { builtin: { x: "0x0400000001" } } #-}
