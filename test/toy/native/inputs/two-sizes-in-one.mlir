func @f(%a: tensor<?xf64, affine_map<()[s0, s1] -> (s0 + s1)>>) -> tensor<?xf64, affine_map<()[s0, s1] -> (s0 + s1)>> {
  %0 = toy.exp %a : tensor<?xf64, affine_map<()[s0, s1] -> (s0 + s1)>>
  toy.return %0 : tensor<?xf64, affine_map<()[s0, s1] -> (s0 + s1)>>
}
