// Arithmetic that is seldom used on scalars, on vectors and tensors.

func.func @divisions(%a: tensor<?xi16>, %v: vector<4xi64>) -> tensor<?xi16> {
  %0 = arith.ceildivsi %a, %a : tensor<?xi16>
  %1 = arith.ceildivui %0, %a : tensor<?xi16>
  %2 = arith.floordivsi %1, %a {tag} : tensor<?xi16>
  %3 = arith.remsi %2, %a : tensor<?xi16>
  %4 = arith.remui %v, %v : vector<4xi64>
  %5 = arith.divsi %4, %v exact : vector<4xi64>
  %6 = arith.divui %5, %v exact {tag} : vector<4xi64>
  return %3 : tensor<?xi16>
}

func.func @shifts(%a: tensor<2x?xi32>, %n: index) -> tensor<2x?xi32> {
  %0 = arith.shli %a, %a overflow<nsw, nuw> : tensor<2x?xi32>
  %1 = arith.shrsi %0, %a exact : tensor<2x?xi32>
  %2 = arith.shrui %1, %a : tensor<2x?xi32>
  %3 = arith.shli %n, %n : index
  return %2 : tensor<2x?xi32>
}

func.func @extremes(%a: vector<2xi8>, %x: tensor<?xf16>) -> tensor<?xf16> {
  %0 = arith.maxsi %a, %a : vector<2xi8>
  %1 = arith.maxui %0, %a {tag} : vector<2xi8>
  %2 = arith.minsi %1, %a : vector<2xi8>
  %3 = arith.minui %2, %a : vector<2xi8>
  %4 = arith.maxnumf %x, %x : tensor<?xf16>
  %5 = arith.minnumf %4, %x fastmath<nnan> : tensor<?xf16>
  %6 = arith.maximumf %5, %x fastmath<nsz> {tag} : tensor<?xf16>
  %7 = arith.minimumf %6, %x : tensor<?xf16>
  %8 = arith.remf %7, %x fastmath<fast> : tensor<?xf16>
  return %8 : tensor<?xf16>
}

func.func @extended(%a: vector<4xi32>, %n: index) -> (vector<4xi32>, vector<4xi1>) {
  %sum, %carry = arith.addui_extended %a, %a : vector<4xi32>, vector<4xi1>
  %0:2 = arith.mului_extended %sum, %a : vector<4xi32>
  %1:2 = arith.mulsi_extended %0#0, %0#1 {tag} : vector<4xi32>
  %2:2 = arith.mului_extended %n, %n : index
  return %1#1, %carry : vector<4xi32>, vector<4xi1>
}

func.func @casts(%i: vector<4xi32>, %x: tensor<?xf64>) -> tensor<?xi16> {
  %0 = arith.sitofp %i : vector<4xi32> to vector<4xf16>
  %1 = arith.uitofp %i {tag} : vector<4xi32> to vector<4xf64>
  %2 = arith.fptoui %x : tensor<?xf64> to tensor<?xi16>
  %3 = arith.fptosi %x : tensor<?xf64> to tensor<?xi1>
  %4 = arith.truncf %1 to_nearest_even : vector<4xf64> to vector<4xf32>
  %5 = arith.truncf %1 toward_zero fastmath<contract> : vector<4xf64> to vector<4xbf16>
  %6 = arith.bitcast %4 : vector<4xf32> to vector<4xi32>
  %7 = arith.index_castui %i : vector<4xi32> to vector<4xindex>
  return %2 : tensor<?xi16>
}

func.func @choices(%c: vector<4xi1>, %s: i1, %a: vector<4xf32>, %t: tensor<?xi8>, %m: memref<?xf32>) -> memref<?xf32> {
  %0 = arith.select %c, %a, %a : vector<4xi1>, vector<4xf32>
  %1 = arith.select %s, %t, %t : tensor<?xi8>
  %2 = arith.select %s, %m, %m {tag} : memref<?xf32>
  %3 = arith.cmpf une, %a, %0 fastmath<nnan> : vector<4xf32>
  %4 = arith.cmpi ugt, %t, %1 : tensor<?xi8>
  return %2 : memref<?xf32>
}
