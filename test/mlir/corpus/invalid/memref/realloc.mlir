func.func @f(%m: memref<?xf32>) {
  // expected-error@below {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %m : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error@below {{unnecessary dimension operand for result type 'memref<4xf32>'}}
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error@below {{different element types specified for source memref type 'memref<?xf32>' and result memref type 'memref<4xf64>'}}
  %0 = memref.realloc %m : memref<?xf32> to memref<4xf64>
  return
}

// -----

func.func @f(%m: memref<?x4xf32>) {
  // expected-error@below {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<?x4xf32>'}}
  %0 = memref.realloc %m : memref<?x4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32, 1>) {
  // expected-error@below {{different memory spaces specified for source memref type 'memref<?xf32, 1>' and result memref type 'memref<4xf32>'}}
  %0 = memref.realloc %m : memref<?xf32, 1> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32, strided<[2]>>) {
  // expected-error@below {{unsupported layout for source memref type 'memref<?xf32, strided<[2]>>'}}
  %0 = memref.realloc %m : memref<?xf32, strided<[2]>> to memref<4xf32>
  return
}
