// Casts of floats that share a scale.

func.func @extend(%a: f4E2M1FN, %s: f8E8M0FNU, %v: vector<4xf8E4M3FN>, %w: vector<4xf32>) {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %v, %w fastmath<nnan> : vector<4xf8E4M3FN>, vector<4xf32> to vector<4xbf16>
  %2 = arith.scaling_extf %a, %s {tag} : f4E2M1FN, f8E8M0FNU to f16
  return
}

func.func @round(%a: f32, %s: f8E8M0FNU, %v: vector<4xf32>, %w: vector<4xf16>, %t: tensor<?xf32>) {
  %0 = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  %1 = arith.scaling_truncf %v, %w to_nearest_even fastmath<nnan> : vector<4xf32>, vector<4xf16> to vector<4xf6E3M2FN>
  %2 = arith.scaling_truncf %t, %t downward {tag} : tensor<?xf32>, tensor<?xf32> to tensor<?xf8E5M2>
  return
}
