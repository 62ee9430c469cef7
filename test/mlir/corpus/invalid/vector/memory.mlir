func.func @f(%i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{'vector.load' op base and result element types should match}}
  %0 = vector.load %A[%i, %i] : memref<7x?xf32>, vector<8xf64>
  return
}

// -----

func.func @f(%i: index, %C: memref<8x8xf32, strided<[1, 8]>>) {
  // expected-error@below {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %C[%i, %i] : memref<8x8xf32, strided<[1, 8]>>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %D: memref<8xvector<4xf32>>) {
  // expected-error@below {{'vector.load' op base memref and result vector types should match}}
  %0 = vector.load %D[%i] : memref<8xvector<4xf32>>, vector<2xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{'vector.store' op requires 2 indices}}
  vector.store %w, %A[%i] : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.maskedload' op requires 2 indices}}
  %0 = vector.maskedload %A[%i], %m, %w : memref<7x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m2: vector<4x8xi1>) {
  // expected-error@below {{'vector.maskedload' op expected result shape to match mask shape}}
  %0 = vector.maskedload %A[%i, %i], %m2, %w : memref<7x?xf32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.maskedload' op expected pass_thru of same type as result type}}
  %0 = vector.maskedload %A[%i, %i], %m, %a4 : memref<7x?xf32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.maskedstore' op expected valueToStore shape to match mask shape}}
  vector.maskedstore %A[%i, %i], %m, %a4 : memref<7x?xf32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.maskedstore' op requires 2 indices}}
  vector.maskedstore %A[%i], %m, %w : memref<7x?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %iv: vector<8xi32>) {
  // expected-error@below {{'vector.gather' op requires 2 indices}}
  %0 = vector.gather %A[%i] [%iv], %m, %w : memref<7x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %iv: vector<8xi32>, %m2: vector<4x8xi1>) {
  // expected-error@below {{'vector.gather' op expected result dim to match mask dim}}
  %0 = vector.gather %A[%i, %i] [%iv], %m2, %w : memref<7x?xf32>, vector<8xi32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %iv: vector<8xi32>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.gather' op expected result dim to match indices dim}}
  %0 = vector.gather %A[%i, %i] [%iv], %m, %a4 : memref<7x?xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.gather' op operand #3 must be vector of integer or index values, but got 'vector<8xf32>'}}
  %0 = vector.gather %A[%i, %i] [%w], %m, %w : memref<7x?xf32>, vector<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %iv: vector<8xi32>) {
  // expected-error@below {{'vector.scatter' op requires 2 indices}}
  vector.scatter %A[%i] [%iv], %m, %w : memref<7x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %iv: vector<8xi32>, %m2: vector<4x8xi1>) {
  // expected-error@below {{'vector.scatter' op expected valueToStore dim to match mask dim}}
  vector.scatter %A[%i, %i] [%iv], %m2, %w : memref<7x?xf32>, vector<8xi32>, vector<4x8xi1>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %iv: vector<8xi32>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.scatter' op expected valueToStore dim to match indices dim}}
  vector.scatter %A[%i, %i] [%iv], %m, %a4 : memref<7x?xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.expandload' op requires 2 indices}}
  %0 = vector.expandload %A[%i], %m, %w : memref<7x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.expandload' op expected pass_thru of same type as result type}}
  %0 = vector.expandload %A[%i, %i], %m, %a4 : memref<7x?xf32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.expandload' op expected result dim to match mask dim}}
  %0 = vector.expandload %A[%i, %i], %m, %a4 : memref<7x?xf32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.compressstore' op requires 2 indices}}
  vector.compressstore %A[%i], %m, %w : memref<7x?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %m: vector<8xi1>, %a4: vector<4xf32>) {
  // expected-error@below {{'vector.compressstore' op expected valueToStore dim to match mask dim}}
  vector.compressstore %A[%i, %i], %m, %a4 : memref<7x?xf32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%A: memref<7x?xf32>) {
  // expected-error@below {{'vector.type_cast' op operand #0 must be statically shaped memref of any type values, but got 'memref<7x?xf32>'}}
  %0 = vector.type_cast %A : memref<7x?xf32> to memref<vector<7x8xf32>>
  return
}

// -----

func.func @f(%B: memref<8x8xf32>) {
  // expected-error@below {{'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<8x4xf32>>'}}
  %0 = vector.type_cast %B : memref<8x8xf32> to memref<vector<8x4xf32>>
  return
}

// -----

func.func @f(%C: memref<8x8xf32, strided<[1, 8]>>) {
  // expected-error@below {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %C : memref<8x8xf32, strided<[1, 8]>> to memref<vector<8x8xf32>>
  return
}
