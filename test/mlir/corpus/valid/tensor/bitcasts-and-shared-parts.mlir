// Elements of other types, and parts that the iterations of a parallel loop insert.

func.func @bitcast(%t: tensor<4xi32>, %u: tensor<*xi32>, %d: tensor<?xi32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %0 {tag} : tensor<4xui32> to tensor<4xf32>
  %2 = tensor.bitcast %u : tensor<*xi32> to tensor<*xsi32>
  %3 = tensor.bitcast %d : tensor<?xi32> to tensor<4xf32>
  return
}

func.func @insert(%t: tensor<8xf32>, %u: tensor<?x4xf32>, %x: tensor<2xf32>, %y: tensor<?x4xf32>, %n: index) -> (tensor<8xf32>, tensor<?x4xf32>) {
  %0:2 = scf.forall (%i) in (%n) shared_outs(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<?x4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %y into %b[0, 0] [%n, 4] [1, 1] {tag} : tensor<?x4xf32> into tensor<?x4xf32>
    }
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<?x4xf32>
}
