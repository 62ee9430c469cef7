// Atomic changes, and globals.

// No such kind.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected one of addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori, found 'nand'}}
  %0 = memref.atomic_rmw nand %a, %k[%n] : (i32, memref<4xi32>) -> i32
  return
}

// -----

// Of floats.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op expects a floating-point type}}
  %0 = memref.atomic_rmw addf %a, %k[%n] : (i32, memref<4xi32>) -> i32
  return
}

// -----

// Of integers.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op expects an integer type}}
  %0 = memref.atomic_rmw addi %x, %d[%n] : (f32, memref<?xf32>) -> f32
  return
}

// -----

// Of the memref's elements.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op expects value and result of the memref's element type}}
  %0 = memref.atomic_rmw addf %x, %k[%n] : (f32, memref<4xi32>) -> f32
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %0 = memref.atomic_rmw addf %x, %m[%n] : (f32, memref<8x16xf32>) -> f32
  return
}

// -----

// The result is the element.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op expects value and result of the memref's element type}}
  %0 = memref.atomic_rmw addf %x, %d[%n] : (f32, memref<?xf32>) -> f64
  return
}

// -----

// No kind of that number.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_rmw' op attribute 'kind' failed to satisfy constraint: how two numbers are combined, from 0 to 15}}
  %0 = "memref.atomic_rmw"(%x, %d, %n) <{kind = 99 : i64}> : (f32, memref<?xf32>, index) -> f32
  return
}

// -----

// The element is given.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.generic_atomic_rmw' op expects one region argument, of the memref's element type}}
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
    memref.atomic_yield %x : f32
  }
  return
}

// -----

// The element has its type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.generic_atomic_rmw' op expects one region argument, of the memref's element type}}
  %0 = memref.generic_atomic_rmw %d[%n] : memref<?xf32> {
  ^bb0(%old: i32):
    memref.atomic_yield %x : f32
  }
  return
}

// -----

// The new element has its type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.generic_atomic_rmw' op expects the region to yield the memref's element type}}
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
    // expected-error@below {{'memref.store' op is in the body of an atomic op, which should contain only operations with no side effects}}
    memref.store %old, %s[] : memref<f32>
    memref.atomic_yield %old : f32
  }
  return
}

// -----

// In its op only.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.atomic_yield' op must be the last operation in the parent block}}
  memref.atomic_yield %x : f32
  return
}

// -----

// No such visibility.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global "hidden" @g : memref<4xf32>
  return
}

// -----

// The sizes are known.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : memref<?xf32>
  return
}

// -----

// A memref.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : tensor<4xf32>
  return
}

// -----

// A value of another shape.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : memref<4xf32> = dense<[1.0, 2.0]>
  return
}

// -----

// A value of other elements.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : memref<2xf32> = dense<[1, 2]>
  return
}

// -----

// The name is missing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global : memref<4xf32>
  return
}

// -----

// The alignment is a power of two.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : memref<4xf32> {alignment = 12 : i64}
  return
}

// -----

// The type is missing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  "memref.global"() <{sym_name = "g"}> : () -> ()
  return
}

// -----

// Two of one name.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{custom op 'RAW' is unknown (tried 'std.RAW' as well)}}
  RAW
  memref.global @g : memref<4xf32>
  memref.global @g : memref<4xf32>
  return
}

// -----

// No such global.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.get_global' op 'g' does not reference a valid global memref}}
  %0 = memref.get_global @g : memref<4xf32>
  return
}

// -----

// A global of another type.
memref.global @g : memref<4xf32>
func.func @f() {
  // expected-error@below {{'memref.get_global' op result type 'memref<8xf32>' does not match type 'memref<4xf32>' of the global memref @g}}
  %0 = memref.get_global @g : memref<8xf32>
  return
}

// -----

// A function is not a global.
func.func @g() {
  return
}
func.func @f() {
  // expected-error@below {{'memref.get_global' op 'g' does not reference a valid global memref}}
  %0 = memref.get_global @g : memref<8xf32>
  return
}
