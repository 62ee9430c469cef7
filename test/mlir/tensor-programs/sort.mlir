// Insertion sort: elements are exchanged in a tensor, and the unsorted one is read afterwards.
func.func @sort(%t: tensor<8xi64>) -> tensor<8xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c1 to %c8 step %c1 iter_args(%outer = %t) -> (tensor<8xi64>) {
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%a = %outer) -> (tensor<8xi64>) {
      %j = arith.subi %i, %k : index
      %before = arith.subi %j, %c1 : index
      %x = tensor.extract %a[%before] : tensor<8xi64>
      %y = tensor.extract %a[%j] : tensor<8xi64>
      %wrong = arith.cmpi sgt, %x, %y : i64
      %b = scf.if %wrong -> (tensor<8xi64>) {
        %0 = tensor.insert %y into %a[%before] : tensor<8xi64>
        %1 = tensor.insert %x into %0[%j] : tensor<8xi64>
        scf.yield %1 : tensor<8xi64>
      } else {
        scf.yield %a : tensor<8xi64>
      }
      scf.yield %b : tensor<8xi64>
    }
    scf.yield %s : tensor<8xi64>
  }
  return %r : tensor<8xi64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = arith.constant dense<[5, -3, 9, 0, 2, 2, 11, -7]> : tensor<8xi64>
  %s = call @sort(%t) : (tensor<8xi64>) -> tensor<8xi64>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = tensor.extract %s[%i] : tensor<8xi64>
    %y = tensor.extract %t[%i] : tensor<8xi64>
    vector.print %x : i64
    vector.print %y : i64
  }
  return
}
