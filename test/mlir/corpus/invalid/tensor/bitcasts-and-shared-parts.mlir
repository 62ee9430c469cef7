func.func @f(%t: tensor<4xi32>) {
  // expected-error@below {{'tensor.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<4xf16>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xf16>
  return
}

// -----

func.func @f(%t: tensor<4xi32>) {
  // expected-error@below {{'tensor.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xindex>) {
  // expected-error@below {{'tensor.bitcast' op operand type 'tensor<4xindex>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xindex> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<8xf32>, %x: tensor<2xf32>) {
  // expected-error@below {{'tensor.parallel_insert_slice' op expected to be in 'scf.forall.in_parallel'}}
  tensor.parallel_insert_slice %x into %t[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return
}

// -----

func.func @f(%t: tensor<8xf32>, %x: tensor<2xf32>) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-error@below {{may only insert into an output block argument}}
      tensor.parallel_insert_slice %x into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return
}
