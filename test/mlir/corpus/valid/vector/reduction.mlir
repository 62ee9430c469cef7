// Combined elements.

func.func @all_add(%v: vector<16xf32>, %x: f32) -> (f32, f32) {
  %0 = vector.reduction <add>, %v : vector<16xf32> into f32
  %1 = vector.reduction <add>, %v, %x : vector<16xf32> into f32
  return %0, %1 : f32, f32
}

func.func @all_mul(%v: vector<16xf64>, %x: f64) -> (f64, f64) {
  %0 = vector.reduction <mul>, %v : vector<16xf64> into f64
  %1 = vector.reduction <mul>, %v, %x : vector<16xf64> into f64
  return %0, %1 : f64, f64
}

func.func @all_minui(%v: vector<16xi32>, %x: i32) -> (i32, i32) {
  %0 = vector.reduction <minui>, %v : vector<16xi32> into i32
  %1 = vector.reduction <minui>, %v, %x : vector<16xi32> into i32
  return %0, %1 : i32, i32
}

func.func @all_minsi(%v: vector<16xi8>, %x: i8) -> (i8, i8) {
  %0 = vector.reduction <minsi>, %v : vector<16xi8> into i8
  %1 = vector.reduction <minsi>, %v, %x : vector<16xi8> into i8
  return %0, %1 : i8, i8
}

func.func @all_minnumf(%v: vector<16xf32>, %x: f32) -> (f32, f32) {
  %0 = vector.reduction <minnumf>, %v : vector<16xf32> into f32
  %1 = vector.reduction <minnumf>, %v, %x : vector<16xf32> into f32
  return %0, %1 : f32, f32
}

func.func @all_maxui(%v: vector<16xindex>, %x: index) -> (index, index) {
  %0 = vector.reduction <maxui>, %v : vector<16xindex> into index
  %1 = vector.reduction <maxui>, %v, %x : vector<16xindex> into index
  return %0, %1 : index, index
}

func.func @all_maxsi(%v: vector<16xi64>, %x: i64) -> (i64, i64) {
  %0 = vector.reduction <maxsi>, %v : vector<16xi64> into i64
  %1 = vector.reduction <maxsi>, %v, %x : vector<16xi64> into i64
  return %0, %1 : i64, i64
}

func.func @all_maxnumf(%v: vector<16xf16>, %x: f16) -> (f16, f16) {
  %0 = vector.reduction <maxnumf>, %v : vector<16xf16> into f16
  %1 = vector.reduction <maxnumf>, %v, %x : vector<16xf16> into f16
  return %0, %1 : f16, f16
}

func.func @all_and(%v: vector<16xi1>, %x: i1) -> (i1, i1) {
  %0 = vector.reduction <and>, %v : vector<16xi1> into i1
  %1 = vector.reduction <and>, %v, %x : vector<16xi1> into i1
  return %0, %1 : i1, i1
}

func.func @all_or(%v: vector<16xi32>, %x: i32) -> (i32, i32) {
  %0 = vector.reduction <or>, %v : vector<16xi32> into i32
  %1 = vector.reduction <or>, %v, %x : vector<16xi32> into i32
  return %0, %1 : i32, i32
}

func.func @all_xor(%v: vector<16xi16>, %x: i16) -> (i16, i16) {
  %0 = vector.reduction <xor>, %v : vector<16xi16> into i16
  %1 = vector.reduction <xor>, %v, %x : vector<16xi16> into i16
  return %0, %1 : i16, i16
}

func.func @all_minimumf(%v: vector<16xf32>, %x: f32) -> (f32, f32) {
  %0 = vector.reduction <minimumf>, %v : vector<16xf32> into f32
  %1 = vector.reduction <minimumf>, %v, %x : vector<16xf32> into f32
  return %0, %1 : f32, f32
}

func.func @all_maximumf(%v: vector<16xbf16>, %x: bf16) -> (bf16, bf16) {
  %0 = vector.reduction <maximumf>, %v : vector<16xbf16> into bf16
  %1 = vector.reduction <maximumf>, %v, %x : vector<16xbf16> into bf16
  return %0, %1 : bf16, bf16
}

func.func @fast(%v: vector<[4]xf32>, %x: f32) -> (f32, f32) {
  %0 = vector.reduction <add>, %v fastmath<reassoc> : vector<[4]xf32> into f32
  %1 = vector.reduction <mul>, %v, %x fastmath<nnan,ninf> : vector<[4]xf32> into f32
  return %0, %1 : f32, f32
}

func.func @along_0(%v: vector<4x8x16x32xf32>, %x: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.multi_reduction <add>, %v, %x [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

func.func @along_1(%v: vector<2x4xf32>, %x: f32) -> f32 {
  %0 = vector.multi_reduction <maximumf>, %v, %x [0, 1] : vector<2x4xf32> to f32
  return %0 : f32
}

func.func @along_2(%v: vector<2x4xi32>, %x: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.multi_reduction <xor>, %v, %x [1] : vector<2x4xi32> to vector<2xi32>
  return %0 : vector<2xi32>
}

func.func @along_3(%v: vector<4xf32>, %x: f32) -> f32 {
  %0 = vector.multi_reduction <mul>, %v, %x [0] : vector<4xf32> to f32
  return %0 : f32
}

func.func @along_4(%v: vector<2x[4]xi8>, %x: vector<[4]xi8>) -> vector<[4]xi8> {
  %0 = vector.multi_reduction <minsi>, %v, %x [0] : vector<2x[4]xi8> to vector<[4]xi8>
  return %0 : vector<[4]xi8>
}

func.func @along_5(%v: vector<2x4xf32>, %x: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.multi_reduction <add>, %v, %x [] : vector<2x4xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @scan_inclusive(%v: vector<2x4xf32>, %x: vector<4xf32>) -> vector<2x4xf32> {
  %0:2 = vector.scan <add>, %v, %x {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  return %0#0 : vector<2x4xf32>
}

func.func @scan_exclusive(%v: vector<2x4xi32>, %x: vector<2xi32>) -> vector<2xi32> {
  %0:2 = vector.scan <maxsi>, %v, %x {inclusive = false, reduction_dim = 1 : i64} : vector<2x4xi32>, vector<2xi32>
  return %0#1 : vector<2xi32>
}

func.func @scan_row(%v: vector<4xi32>, %x: vector<i32>) -> vector<i32> {
  %0:2 = vector.scan <mul>, %v, %x {inclusive = true, reduction_dim = 0 : i64} : vector<4xi32>, vector<i32>
  return %0#1 : vector<i32>
}
