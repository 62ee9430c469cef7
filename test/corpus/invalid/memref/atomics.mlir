// Atomic changes, and globals.

// No such kind.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw nand %a, %k[%n] : (i32, memref<4xi32>) -> i32
  return
}

// -----

// Of floats.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw addf %a, %k[%n] : (i32, memref<4xi32>) -> i32
  return
}

// -----

// Of integers.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw addi %x, %d[%n] : (f32, memref<?xf32>) -> f32
  return
}

// -----

// Of the memref's elements.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw addf %x, %k[%n] : (f32, memref<4xi32>) -> f32
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw addf %x, %m[%n] : (f32, memref<8x16xf32>) -> f32
  return
}

// -----

// The result is the element.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.atomic_rmw addf %x, %d[%n] : (f32, memref<?xf32>) -> f64
  return
}

// -----

// No kind of that number.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = "memref.atomic_rmw"(%x, %d, %n) <{kind = 99 : i64}> : (f32, memref<?xf32>, index) -> f32
  return
}

// -----

// The element is given.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
    memref.atomic_yield %x : f32
  }
  return
}

// -----

// The element has its type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
  ^bb0(%old: i32):
    memref.atomic_yield %x : f32
  }
  return
}

// -----

// The new element has its type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %a : i32
  }
  return
}

// -----

// Nothing else is changed.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
  ^bb0(%old: f32):
    memref.store %old, %s[] : memref<f32>
    memref.atomic_yield %old : f32
  }
  return
}

// -----

// In its op only.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.atomic_yield %x : f32
  return
}

// -----

// No such visibility.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global "hidden" @g : memref<4xf32>
  return
}

// -----

// The sizes are known.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : memref<?xf32>
  return
}

// -----

// A memref.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : tensor<4xf32>
  return
}

// -----

// A value of another shape.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : memref<4xf32> = dense<[1.0, 2.0]>
  return
}

// -----

// A value of other elements.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : memref<2xf32> = dense<[1, 2]>
  return
}

// -----

// The name is missing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global : memref<4xf32>
  return
}

// -----

// The alignment is a power of two.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : memref<4xf32> {alignment = 12 : i64}
  return
}

// -----

// The type is missing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  "memref.global"() <{sym_name = "g"}> : () -> ()
  return
}

// -----

// Two of one name.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  RAW
  memref.global @g : memref<4xf32>
  memref.global @g : memref<4xf32>
  return
}

// -----

// No such global.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.get_global @g : memref<4xf32>
  return
}

// -----

// A global of another type.
memref.global @g : memref<4xf32>
func.func @f() {
  %0 = memref.get_global @g : memref<8xf32>
  return
}

// -----

// A function is no global.
func.func @g() {
  return
}
func.func @f() {
  %0 = memref.get_global @g : memref<8xf32>
  return
}
