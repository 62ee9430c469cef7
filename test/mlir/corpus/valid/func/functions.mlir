// Functions, calls, returns.

func.func private @declared(i32, tensor<4xf32>) -> f32
func.func private @nothing()
func.func private @attributes(i32 {t.a = 1 : i32}, f32) -> (i1 {t.b}, f32)
func.func private @one_result_with_attributes() -> (i32 {t.c = "x"})

func.func @empty() {
  return
}

func.func @public() -> i32 {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

func.func private @private(%a: i32) -> i32 {
  return %a : i32
}

func.func nested @nested() {
  return
}

func.func @argument_attributes(%a: i32 {t.a}, %b: memref<?xf32> {t.b = [1, 2]}) -> (i32 {t.r}) {
  return %a : i32
}

func.func @with_attributes() attributes {t.tag = "x", inline} {
  return
}

func.func @many_results(%a: i32, %b: f32) -> (i32, f32, i32) {
  return %a, %b, %a : i32, f32, i32
}

func.func @calls(%a: i32, %t: tensor<4xf32>) -> f32 {
  call @nothing() : () -> ()
  %0 = call @private(%a) : (i32) -> i32
  %1 = func.call @declared(%0, %t) : (i32, tensor<4xf32>) -> f32
  %2:3 = call @many_results(%a, %1) : (i32, f32) -> (i32, f32, i32)
  %3 = call @private(%2#0) {tag} : (i32) -> i32
  return %2#1 : f32
}

func.func @indirect(%a: i32) -> i32 {
  %f = constant @private : (i32) -> i32
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

func.func @higher_order(%f: (i32) -> i32, %a: i32) -> ((i32) -> i32) {
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %f : (i32) -> i32
}

func.func @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

func.func @calls_in_regions(%c: i1) {
  scf.if %c {
    func.call @nothing() : () -> ()
  }
  return
}

func.func @"quoted name"() {
  return
}

"func.func"() <{function_type = (i32) -> i32, sym_name = "generic"}> ({
^bb0(%a: i32):
  "func.return"(%a) : (i32) -> ()
}) : () -> ()

module @inner {
  func.func @in_module() {
    return
  }
}

module attributes {t.tag} {
}
