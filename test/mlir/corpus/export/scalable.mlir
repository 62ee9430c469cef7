llvm.func @integers(%a: vector<[4]xi32>, %b: vector<[4]xi32>, %n: i32, %i: i64) -> vector<[4]xi32> {
  %0 = llvm.add %a, %b overflow<nsw> : vector<[4]xi32>
  %1 = llvm.icmp "slt" %0, %b : vector<[4]xi32>
  %2 = llvm.select %1, %0, %b : vector<[4]xi1>, vector<[4]xi32>
  %3 = llvm.extractelement %2[%i : i64] : vector<[4]xi32>
  %4 = llvm.mul %3, %n : i32
  %5 = llvm.insertelement %4, %2[%i : i64] : vector<[4]xi32>
  %6 = llvm.shufflevector %5, %a [0, 0, 0, 0] : vector<[4]xi32>
  %7 = llvm.sext %6 : vector<[4]xi32> to vector<[4]xi64>
  %8 = llvm.trunc %7 : vector<[4]xi64> to vector<[4]xi32>
  %9 = llvm.freeze %8 : vector<[4]xi32>
  llvm.return %9 : vector<[4]xi32>
}

llvm.func @floats(%a: vector<[2]xf64>, %b: vector<[2]xf64>, %s: i1) -> vector<[2]xf64> {
  %0 = llvm.fneg %a : vector<[2]xf64>
  %1 = llvm.fcmp "olt" %0, %b : vector<[2]xf64>
  %2 = llvm.select %1, %0, %b : vector<[2]xi1>, vector<[2]xf64>
  %3 = llvm.select %s, %2, %a : i1, vector<[2]xf64>
  %4 = llvm.intr.fma(%3, %a, %b) : (vector<[2]xf64>, vector<[2]xf64>, vector<[2]xf64>) -> vector<[2]xf64>
  llvm.return %4 : vector<[2]xf64>
}
