// Rows of a matrix are exchanged as parts, and joined to a vector.
func.func @exchange(%t: tensor<3x4xi32>, %i: index, %j: index) -> tensor<3x4xi32> {
  %a = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
  %b = tensor.extract_slice %t[%j, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
  %0 = tensor.insert_slice %b into %t[%i, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<3x4xi32>
  %1 = tensor.insert_slice %a into %0[%j, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<3x4xi32>
  return %1 : tensor<3x4xi32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %t = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %s = call @exchange(%t, %c0, %c2) : (tensor<3x4xi32>, index, index) -> tensor<3x4xi32>
  %u = call @exchange(%s, %c1, %c1) : (tensor<3x4xi32>, index, index) -> tensor<3x4xi32>
  %odd = tensor.extract_slice %u[0, 1] [3, 2] [1, 2] : tensor<3x4xi32> to tensor<3x2xi32>
  %flat = tensor.collapse_shape %u [[0, 1]] : tensor<3x4xi32> into tensor<12xi32>
  scf.for %i = %c0 to %c12 step %c1 {
    %x = tensor.extract %flat[%i] : tensor<12xi32>
    vector.print %x : i32
  }
  %a = tensor.extract %odd[%c0, %c1] : tensor<3x2xi32>
  %b = tensor.extract %odd[%c2, %c0] : tensor<3x2xi32>
  vector.print %a : i32
  vector.print %b : i32
  return
}
