llvm.func @shuffle_of_f64(%mask: i32, %value: f64) {
  // expected-error@below {{'nvvm.shfl.sync' op operand #1 must be 32-bit signless integer or 32-bit float, but got 'f64'}}
  %0 = nvvm.shfl.sync bfly %mask, %value, %mask, %mask : f64 -> f64
  llvm.return
}

// -----

llvm.func @unknown_kind(%mask: i32, %value: f32) {
  // expected-error@below {{expected one of bfly, up, down, idx, found 'left'}}
  %0 = nvvm.shfl.sync left %mask, %value, %mask, %mask : f32 -> f32
  llvm.return
}

// -----

llvm.func @no_mask(%holds: i1) {
  // expected-error@below {{expected ',', found '->'}}
  %0 = nvvm.vote.sync any %holds -> i1
  llvm.return
}

// -----

// expected-note@below {{prior use here}}
llvm.func @vote_of_a_number(%mask: i32) {
  // expected-error@below {{use of value '%mask' expects different type than prior uses: 'i1' vs 'i32'}}
  %0 = nvvm.vote.sync any %mask, %mask -> i1
  llvm.return
}

// -----

llvm.func @result_without_flag(%mask: i32, %value: f32) {
  // expected-error@below {{'nvvm.shfl.sync' op without `return_value_and_is_valid` has a result of type 'f32', found '!llvm.struct<(f32, i1)>'}}
  %0 = nvvm.shfl.sync bfly %mask, %value, %mask, %mask : f32 -> !llvm.struct<(f32, i1)>
  llvm.return
}

// -----

llvm.func @flag_without_result(%mask: i32, %value: f32) {
  // expected-error@below {{'nvvm.shfl.sync' op with `return_value_and_is_valid` has a result of type '!llvm.struct<(f32, i1)>', found 'f32'}}
  %0 = nvvm.shfl.sync bfly %mask, %value, %mask, %mask {return_value_and_is_valid} : f32 -> f32
  llvm.return
}

// -----

llvm.func @ballot_of_one_bit(%mask: i32, %holds: i1) {
  // expected-error@below {{'nvvm.vote.sync' op of kind `ballot` has a result of type 'i32', found 'i1'}}
  %0 = nvvm.vote.sync ballot %mask, %holds -> i1
  llvm.return
}

// -----

llvm.func @range_of_another_type() {
  // expected-error@below {{expected an integer type}}
  %0 = nvvm.read.ptx.sreg.tid.x range <f32, 0, 32> : i32
  llvm.return
}

// -----

llvm.func @unknown_register() {
  // expected-error@below {{custom op 'nvvm.read.ptx.sreg.tid.w' is unknown (tried 'nvvm.read.ptx.sreg.tid.w' as well as its dialect)}}
  %0 = nvvm.read.ptx.sreg.tid.w : i32
  llvm.return
}
