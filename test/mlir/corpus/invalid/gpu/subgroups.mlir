// What ops of subgroups have to fulfil.

func.func @a(%x: f32) {
  // expected-error@below {{`and` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.subgroup_reduce and %x : (f32) -> f32
  return
}

// -----

func.func @a(%x: vector<4x4xf32>) {
  // expected-error@below {{'gpu.subgroup_reduce' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<4x4xf32>'}}
  %0 = gpu.subgroup_reduce add %x : (vector<4x4xf32>) -> vector<4x4xf32>
  return
}

// -----

func.func @a(%x: vector<[4]xf32>) {
  // expected-error@below {{'gpu.subgroup_reduce' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<[4]xf32>'}}
  %0 = gpu.subgroup_reduce add %x : (vector<[4]xf32>) -> vector<[4]xf32>
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.subgroup_reduce' op cluster size 0 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 0) : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.subgroup_reduce' op cluster stride 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 3) : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.subgroup_reduce' op cluster stride can only be specified if cluster size is specified}}
  %0 = "gpu.subgroup_reduce"(%x) {cluster_stride = 2 : i32, op = #gpu<all_reduce_op add>} : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.rotate' op offset must be in the range [0, 16)}}
  %0, %1 = gpu.rotate %x, 16, 16 : f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{attribute 'width' must be: 32-bit signless integer attribute whose value is a power of two > 0}}
  %0, %1 = gpu.rotate %x, 1, 15 : f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{attribute 'offset' must be: 32-bit signless integer attribute whose minimum value is 0}}
  %0, %1 = gpu.rotate %x, -1, 16 : f32
  return
}

// -----

func.func @a(%x: f32, %i: i32) {
  // expected-error@below {{'gpu.subgroup_broadcast' op lane must be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// -----

func.func @a(%x: f32, %i: i32) {
  // expected-error@below {{'gpu.subgroup_broadcast' op lane can only be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %x, first_active_lane %i : f32
  return
}

// -----

func.func @a(%x: index, %i: i32) {
  %0 = gpu.subgroup_broadcast %x, first_active_lane : index
  // expected-error@below {{'gpu.rotate' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %1, %2 = gpu.rotate %x, 1, 16 : index
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error@below {{'gpu.subgroup_reduce' op requires the same type for all operands and results}}
  %0 = gpu.subgroup_reduce add %x : (f32) -> i32
  return
}

// -----

func.func @a(%x: index) {
  // expected-error@below {{'gpu.subgroup_reduce' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %0 = gpu.subgroup_reduce add %x : (index) -> index
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error@below {{`minnumf` reduction operation is not compatible with type 'i32'}}
  %0 = gpu.subgroup_reduce minnumf %x : (i32) -> i32
  return
}
