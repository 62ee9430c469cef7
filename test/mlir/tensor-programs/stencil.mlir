// A stencil of one dimension: each step reads the tensor of the last one.
func.func @step(%t: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %quarter = arith.constant 0.25 : f32
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %last = arith.subi %n, %c1 : index
  %r = scf.for %i = %c1 to %last step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %left = arith.subi %i, %c1 : index
    %right = arith.addi %i, %c1 : index
    %x = tensor.extract %t[%left] : tensor<?xf32>
    %y = tensor.extract %t[%i] : tensor<?xf32>
    %z = tensor.extract %t[%right] : tensor<?xf32>
    %sides = arith.addf %x, %z : f32
    %0 = arith.mulf %sides, %quarter : f32
    %1 = arith.mulf %y, %half : f32
    %2 = arith.addf %0, %1 : f32
    %next = tensor.insert %2 into %a[%i] : tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  %high = arith.constant 64.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<9xf32>
  %middle = tensor.insert %high into %zeros[%c4] : tensor<9xf32>
  %t = tensor.cast %middle : tensor<9xf32> to tensor<?xf32>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %next = func.call @step(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %x = tensor.extract %r[%i] : tensor<?xf32>
    vector.print %x : f32
  }
  return
}
