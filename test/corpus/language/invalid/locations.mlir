// Locations of all kinds, aliases, arguments of blocks and functions.

"t.x"() : () -> () loc("f":1:2 to 3:4)
"t.x"() : () -> () loc("f":1:2 to :4)
"t.x"() : () -> () loc("f":1:2 to 1:4)
"t.x"() : () -> () loc("f":1:2 to 1:2)
"t.x"() : () -> () loc("f":1:2 to :2)
"t.x"() : () -> () loc("f":1 to 2)

// -----

"t.x"() : () -> () loc("f":1:2 to 3)

// -----

"t.x"() : () -> () loc("f":-1:0)

// -----

"t.x"() {a = #l} : () -> ()
#l = loc("a":1:2)

// -----

"t.x"() : () -> () loc(#l)

// -----

#l = 5
"t.x"() : () -> () loc(#l)

// -----

"t.x"() : () -> () loc(#l)
#l = 5

// -----

"t.x"() : () -> () loc(#l)
#l = loc(#m)
#m = loc("a")

// -----

"t.x"() : () -> () loc(callsite(#l at #m))
#l = loc("x")
#m = loc("a")

// -----

"t.x"() : () -> () loc(foo)

// -----

"t.x"() : () -> () loc()

// -----

func.func @f(%a: i32 loc("q") {t.a = 1}) { return }

// -----

#a = loc("n"(#b))
#b = loc("q":1:1)
"t.x"() : () -> () loc(#a)

// -----

"t.x"() : () -> () loc(distinct[0]<1>)

// -----

"t.x"() : () -> () loc("f":99999999999:2)

// -----

"t.x"() : () -> () loc("f":1 to 2)

// -----

"t.x"() : () -> () loc("f":1 to 2:3)

// -----

"t.x"() : () -> () loc("f":1 to :3)

// -----

"t.x"() {a = -0 : i32, b = 0xFF : si8} : () -> ()

// -----

"t.x"() {a = -0 : i32} : () -> ()

// -----

"t.x"() {a = 0xFFFFFFFFFFFFFFFF : index} : () -> ()

// -----

"t.x"() {a = 1 : i0} : () -> ()

// -----

"t.x"() {a = dense<[1,-0]> : tensor<2xi32>, b = dense<0xFF> : tensor<2xsi8>} : () -> ()

// -----

"t.x"() {a = dense<[1,-0]> : tensor<2xi32>} : () -> ()
