// Locations of all kinds, aliases, arguments of blocks and functions.

"t.x"() : () -> () loc("f":1:2 to 3:4)
"t.x"() : () -> () loc("f":1:2 to :4)
"t.x"() : () -> () loc("f":1:2 to 1:4)
"t.x"() : () -> () loc("f":1:2 to 1:2)
"t.x"() : () -> () loc("f":1:2 to :2)
// expected-error@below {{expected ')', found 'to'}}
"t.x"() : () -> () loc("f":1 to 2)

// -----

// expected-error@below {{expected ':', found ')'}}
"t.x"() : () -> () loc("f":1:2 to 3)

// -----

// expected-error@below {{expected a line or column number}}
"t.x"() : () -> () loc("f":-1:0)

// -----

// expected-error@below {{undefined symbol alias id 'l'}}
"t.x"() {a = #l} : () -> ()
#l = loc("a":1:2)

// -----

// expected-error@below {{operation location alias '#l' is not defined}}
"t.x"() : () -> () loc(#l)

// -----

#l = 5
// expected-error@below {{expected location, found another attribute}}
"t.x"() : () -> () loc(#l)

// -----

// expected-error@below {{expected location, found another attribute}}
"t.x"() : () -> () loc(#l)
#l = 5

// -----

"t.x"() : () -> () loc(#l)
// expected-error@below {{operation location alias '#m' is not defined}}
#l = loc(#m)
#m = loc("a")

// -----

// expected-error@below {{operation location alias '#l' is not defined}}
"t.x"() : () -> () loc(callsite(#l at #m))
#l = loc("x")
#m = loc("a")

// -----

// expected-error@below {{expected location, found 'foo'}}
"t.x"() : () -> () loc(foo)

// -----

// expected-error@below {{expected location, found ')'}}
"t.x"() : () -> () loc()

// -----

// expected-error@below {{expected ',', found '{'}}
func.func @f(%a: i32 loc("q") {t.a = 1}) { return }

// -----

// expected-error@below {{operation location alias '#b' is not defined}}
#a = loc("n"(#b))
#b = loc("q":1:1)
"t.x"() : () -> () loc(#a)

// -----

// expected-error@below {{expected location, found 'distinct'}}
"t.x"() : () -> () loc(distinct[0]<1>)

// -----

// expected-error@below {{expected a line or column number}}
"t.x"() : () -> () loc("f":99999999999:2)

// -----

// expected-error@below {{expected ')', found 'to'}}
"t.x"() : () -> () loc("f":1 to 2)

// -----

// expected-error@below {{expected ')', found 'to'}}
"t.x"() : () -> () loc("f":1 to 2:3)

// -----

// expected-error@below {{expected ')', found 'to'}}
"t.x"() : () -> () loc("f":1 to :3)

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i32'}}
"t.x"() {a = -0 : i32, b = 0xFF : si8} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i32'}}
"t.x"() {a = -0 : i32} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'index'}}
"t.x"() {a = 0xFFFFFFFFFFFFFFFF : index} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i0'}}
"t.x"() {a = 1 : i0} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i32'}}
"t.x"() {a = dense<[1,-0]> : tensor<2xi32>, b = dense<0xFF> : tensor<2xsi8>} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i32'}}
"t.x"() {a = dense<[1,-0]> : tensor<2xi32>} : () -> ()
