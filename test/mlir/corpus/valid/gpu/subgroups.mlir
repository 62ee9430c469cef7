// What threads of a subgroup do together, and what loops become.

func.func @subgroups(%x: f32, %v: vector<4xf32>, %i: i32, %w: vector<4xi32>) {
  %0 = gpu.subgroup_reduce add %x : (f32) -> f32
  %1 = gpu.subgroup_reduce add %x uniform : (f32) -> f32
  %2 = gpu.subgroup_reduce maxnumf %v cluster(size = 4, stride = 2) : (vector<4xf32>) -> vector<4xf32>
  %3 = gpu.subgroup_reduce and %i uniform cluster(size = 8) {foo = 1 : i32} : (i32) -> i32
  %4, %p4 = gpu.rotate %x, 1, 16 : f32
  %5, %p5 = gpu.rotate %w, 0, 1 {a} : vector<4xi32>
  %6 = gpu.subgroup_broadcast %x, first_active_lane : f32
  %7 = gpu.subgroup_broadcast %v, specific_lane %i {a} : vector<4xf32>
  %8, %p8 = gpu.shuffle xor %w, %i, %i : vector<4xi32>
  return
}

func.func @mapped(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0 * 2), bound = (d0) -> (d0 ceildiv 2)>, #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
