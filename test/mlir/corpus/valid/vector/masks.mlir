// Masks, and masked ops.

func.func @constant_0() -> vector<2x4xi1> {
  %0 = vector.constant_mask [1, 3] : vector<2x4xi1>
  return %0 : vector<2x4xi1>
}

func.func @constant_1() -> vector<4xi1> {
  %0 = vector.constant_mask [0] : vector<4xi1>
  return %0 : vector<4xi1>
}

func.func @constant_2() -> vector<2x4xi1> {
  %0 = vector.constant_mask [0, 0] : vector<2x4xi1>
  return %0 : vector<2x4xi1>
}

func.func @constant_3() -> vector<[4]xi1> {
  %0 = vector.constant_mask [4] : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}

func.func @constant_4() -> vector<i1> {
  %0 = vector.constant_mask [1] : vector<i1>
  return %0 : vector<i1>
}

func.func @constant_5() -> vector<4x3xi1> {
  %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
  return %0 : vector<4x3xi1>
}

func.func @create_0(%i: index, %j: index) -> vector<2x4xi1> {
  %0 = vector.create_mask %i, %j : vector<2x4xi1>
  return %0 : vector<2x4xi1>
}

func.func @create_1(%i: index, %j: index) -> vector<4x[8]xi1> {
  %0 = vector.create_mask %i, %j : vector<4x[8]xi1>
  return %0 : vector<4x[8]xi1>
}

func.func @create_none(%i: index) -> vector<i1> {
  %0 = vector.create_mask %i {tag} : vector<i1>
  return %0 : vector<i1>
}

func.func @reduction(%m: vector<4xi1>, %v: vector<4xf32>, %x: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

func.func @multi_reduction(%m: vector<2x4xi1>, %v: vector<2x4xf32>, %x: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %x [0] : vector<2x4xf32> to vector<4xf32> } : vector<2x4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @outer(%m: vector<4x2xi1>, %a: vector<4xf32>, %b: vector<2xf32>, %c: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.mask %m { vector.outerproduct %a, %b, %c : vector<4xf32>, vector<2xf32> } : vector<4x2xi1> -> vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

func.func @contract(%m: vector<2x2x3xi1>, %a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32> } : vector<2x2x3xi1> -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @read(%m: vector<4xi1>, %A: tensor<?xf32>, %i: index, %p: f32, %o: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.mask %m { vector.transfer_read %A[%i], %p : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %m, %o { vector.transfer_read %A[%i], %p : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

func.func @write(%m: vector<4xi1>, %A: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  vector.mask %m { vector.transfer_write %v, %A[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return
}

func.func @gather(%m: vector<4xi1>, %A: memref<?xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.gather %A[%i] [%x], %k, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @empty(%m: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @nothing(%m: vector<4xi1>) {
  vector.mask %m { } : vector<4xi1>
  return
}
