// Conversions.

func.func @integers(%a: i32) -> i64 {
  %0 = arith.extsi %a : i32 to i64
  %1 = arith.extui %a : i32 to i64
  %2 = arith.trunci %1 : i64 to i8
  %4 = arith.trunci %1 overflow<nsw> : i64 to i8
  return %0 : i64
}

func.func @floats(%x: f32) -> f64 {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.truncf %0 : f64 to f16
  %2 = arith.extf %x fastmath<nnan> : f32 to f64
  %3 = arith.truncf %0 to_nearest_even : f64 to f32
  %4 = arith.truncf %0 fastmath<fast> : f64 to bf16
  return %0 : f64
}

// Casts distinguish flags that say nothing from absent ones.
func.func @flags(%x: f32, %y: f64, %a: i32) -> f64 {
  %0 = arith.extf %x fastmath<none> : f32 to f64
  %1 = arith.truncf %y toward_zero fastmath<none> : f64 to f32
  %2 = "arith.truncf"(%y) <{fastmath = #arith.fastmath<none>, roundingmode = 4 : i32}> : (f64) -> f32
  %3 = "arith.addf"(%y, %y) <{fastmath = #arith.fastmath<none>}> {f = #arith.fastmath<none>} : (f64, f64) -> f64
  %4 = arith.addf %y, %y fastmath<"nnan, ninf", "nsz"> : f64
  %5 = arith.addi %a, %a overflow<"nuw", nsw> : i32
  return %0 : f64
}

func.func @between(%a: i32, %x: f32) -> f32 {
  %0 = arith.sitofp %a : i32 to f32
  %1 = arith.uitofp %a : i32 to f64
  %2 = arith.fptosi %x : f32 to i8
  %3 = arith.fptoui %x : f32 to i64
  return %0 : f32
}

func.func @indices(%i: index, %a: i32) -> index {
  %0 = arith.index_cast %i : index to i32
  %1 = arith.index_cast %a : i32 to index
  %2 = arith.index_castui %i : index to i64
  %3 = arith.index_castui %a : i32 to index
  return %1 : index
}

func.func @bits(%a: i32, %v: vector<2xf32>) -> f32 {
  %0 = arith.bitcast %a : i32 to f32
  %1 = arith.bitcast %v : vector<2xf32> to vector<2xi32>
  return %0 : f32
}

func.func @of_shapes(%v: vector<4xi8>, %t: tensor<?xf32>, %n: tensor<2xindex>) -> vector<4xi32> {
  %0 = arith.extsi %v : vector<4xi8> to vector<4xi32>
  %1 = arith.extf %t : tensor<?xf32> to tensor<?xf64>
  %2 = arith.index_cast %n : tensor<2xindex> to tensor<2xi64>
  return %0 : vector<4xi32>
}
