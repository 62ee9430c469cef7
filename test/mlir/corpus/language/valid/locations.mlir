// Locations of all kinds, aliases, arguments of blocks and functions.

func.func @f(%a: i32 loc("f":1:2), %b: i32) -> i32 { return %a : i32 loc("x":1:1) } loc("y":2:2)

// -----

func.func @f(%a: i32) { cf.br ^bb1(%a : i32) ^bb1(%b: i32 loc("g":3:4)): return }

// -----

"t.x"() ({ ^bb0(%a: i32 loc("f":1:2), %b: f32): "t.y"() : () -> () }) : () -> ()

// -----

"t.x"() : () -> () loc("f":1)

// -----

"t.x"() : () -> () loc("f":0:0)

// -----

"t.x"() : () -> () loc("f":4:0 to 2:0)

// -----

"t.x"() : () -> () loc(fused["a", "b"])
"t.x"() : () -> () loc(fused<"meta">["a", "b"])
"t.x"() : () -> () loc(fused<1 : i32>["a"])
"t.x"() : () -> () loc(fused["a"])
"t.x"() : () -> () loc(fused["a", "a"])
"t.x"() : () -> () loc(fused["a", unknown])
"t.x"() : () -> () loc(fused[unknown])
"t.x"() : () -> () loc(fused<"m">[unknown])

// -----

"t.x"() : () -> () loc(fused[])

// -----

"t.x"() : () -> () loc(fused<"m">[])

// -----

"t.x"() : () -> () loc(fused[fused["a", "b"], "c"])
"t.x"() : () -> () loc(fused<"m">[fused<"m">["a", "b"], "c"])
"t.x"() : () -> () loc(fused<"m">[fused<"n">["a", "b"], "c"])

// -----

"t.x"() : () -> () loc("a"("b"("c":1:2)))
"t.x"() : () -> () loc(callsite("a" at "b"))
"t.x"() : () -> () loc(callsite("a"("f":1:2) at callsite("b" at unknown)))
"t.x"() : () -> () loc("a"(unknown))

// -----

"t.x"() : () -> () loc("a"("b"))

// -----

"t.x"() : () -> () loc("")

// -----

"t.x"() : () -> () loc(#l)
#l = loc("a":1:2)

// -----

#l = loc("a":1:2)
"t.x"() : () -> () loc(#l)
"t.x"() {a = loc("a":1:2), b = #l} : () -> () loc("a":1:2)

// -----

"t.x"() : () -> () loc("a" : 1 : 2)

// -----

module { "t.x"() : () -> () } loc("m")

// -----

module @a { "t.x"() : () -> () }

// -----

module attributes {t.a = loc("q")} { "t.x"() : () -> () loc("q") } loc("q")

// -----

"t.x"() : () -> ()
"t.y"() : () -> ()

// -----

%0 = "t.x"() : () -> i32

// -----

  func.func @f() { affine.for %i = 0 to 10 { "t.y"(%i) : (index) -> () } return }

// -----

func.func @f(%a: index) { scf.for %i = %a to %a step %a { "t.y"(%i) : (index) -> () loc("q") } return }

// -----

func.func private @f(%a: i32 loc("q"))

// -----

func.func private @f(%a: i32 {t.a = 1} loc("q"))

// -----

func.func @f(%a: i32 {t.a = 1} loc("q")) { return }

// -----

func.func @f(%a: i32 loc(#l)) { return }
#l = loc("q")

// -----

"func.func"() ({ ^bb0(%a: i32 loc("q")): "func.return"() : () -> () loc("r") }) {sym_name = "f", function_type = (i32) -> ()} : () -> () loc("s")

// -----

"t.x"() ({ ^bb0(%a: i32 loc(unknown), %b: i32 loc(fused["a", "b"])): "t.y"() : () -> () loc(unknown) }) : () -> () loc(unknown)

// -----

#loc = loc("q":1:1)
#loc1 = loc("n"(#loc))
#loc7 = loc(fused<#loc1>[#loc, #loc1])
"t.x"() : () -> () loc(#loc7)

// -----

"t.x"() {a = 0xFFFFFFFFFFFFFFFF} : () -> ()

// -----

"t.x"() {a = 0 : i0} : () -> ()

// -----

#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: i32 {t.m = #map}) -> (i32 {t.m = affine_map<(d0) -> (d0 + 2)>}) { return %a : i32 }

// -----

#map = affine_map<(d0) -> (d0 + 1)>
func.func private @f(i32 {t.m = #map}) -> (i32 {t.m = affine_map<(d0) -> (d0 + 2)>})

// -----

#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: i32 {t.m = #map}) { "t.x"() {m = #map} : () -> () return }

// -----

func.func @f(%a: index, %m: memref<?xindex>) { affine.parallel (%i) = (0) to (4) { affine.yield } scf.parallel (%i) = (%a) to (%a) step (%a) { scf.reduce } scf.forall (%i) in (4) { scf.forall.in_parallel { } }
 %0 = scf.while (%x = %a) : (index) -> index { %c = arith.constant true scf.condition(%c) %x : index } do { ^bb0(%y: index): scf.yield %y : index } 
  %q = affine.for %i = 0 to 10 iter_args(%z = %a) -> index { affine.yield %z : index } 
  %z = tensor.generate %a { ^bb0(%j: index): tensor.yield %j : index } : tensor<?xindex> 
  return }

// -----

llvm.func @f(%a: i32 {llvm.noundef}, %b: i32 loc("x")) -> i32 { llvm.return %a : i32 }

// -----

llvm.func @f(i32)

// -----

#set = affine_set<(d0) : (d0 >= 0)>
"t.x"() {a = #set, b = affine_map<() -> ()>} : () -> () loc(fused<#set>["a"])
