func.func @f(%n: index) {
  // expected-error@below {{expected 0 dynamic sizes}}
  %0 = bufferization.alloc_tensor(%n) : tensor<4xf32>
  return
}

// -----

func.func @f(%n: index, %t: tensor<?xf32>) {
  // expected-error@below {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@below {{operand type 'memref<4xf32>' and result type 'memref<4xf64>' are cast incompatible}}
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@below {{operand #0 must be tensor}}
  bufferization.dealloc_tensor %m : memref<4xf32>
  return
}
