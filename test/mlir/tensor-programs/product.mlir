// The product of two matrices, as tensors that loops carry.
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %k = tensor.dim %a, %c1 : tensor<?x?xf64>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%rows = %empty) -> (tensor<?x?xf64>) {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%c = %rows) -> (tensor<?x?xf64>) {
      %sum = scf.for %l = %c0 to %k step %c1 iter_args(%s = %zero) -> (f64) {
        %x = tensor.extract %a[%i, %l] : tensor<?x?xf64>
        %y = tensor.extract %b[%l, %j] : tensor<?x?xf64>
        %p = arith.mulf %x, %y : f64
        %t = arith.addf %s, %p : f64
        scf.yield %t : f64
      }
      %next = tensor.insert %sum into %c[%i, %j] : tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    scf.yield %row : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  %b = arith.constant dense<[[0.5, 1.5, 2.5], [-1.0, 2.0, 0.25]]> : tensor<2x3xf64>
  %x = tensor.cast %a : tensor<3x2xf64> to tensor<?x?xf64>
  %y = tensor.cast %b : tensor<2x3xf64> to tensor<?x?xf64>
  %p = call @product(%x, %y) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %e = tensor.extract %p[%i, %j] : tensor<?x?xf64>
      vector.print %e : f64
    }
  }
  return
}
