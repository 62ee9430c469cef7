// The functions behind those of MLIR's runtime libraries, which `mod.rs` adds, one for each type of
// elements. A ranked memref is a pointer to its descriptor: the allocated and the aligned pointer,
// the offset, the sizes and the strides.

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @dprintf(i32, !llvm.ptr, ...) -> i32
llvm.func @putchar(i32) -> i32
llvm.func @clock_gettime(i32, !llvm.ptr) -> i32

llvm.mlir.global internal constant
    @mlir.runtime.shape("Unranked Memref base@ = %p rank = %ld offset = %ld sizes = [\00")
    {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.strides("] strides = [\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.end("]\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.data(" data = \0A\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.first("%ld\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.next(", %ld\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.comma(", \00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.open("( \00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.close(" )\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.text("%s\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.character("%c\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.signed("%ld\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.unsigned("%lu\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.float("%g\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.complex("(%g,%g)\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @mlir.runtime.flops("%f GFLOPS\0A\00") {addr_space = 0 : i32}

// Numbers and punctuation.

llvm.func internal @mlir.runtime.print_i64(%number: i64) {
  %format = llvm.mlir.addressof @mlir.runtime.signed : !llvm.ptr
  %0 = llvm.call @printf(%format, %number) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @mlir.runtime.print_u64(%number: i64) {
  %format = llvm.mlir.addressof @mlir.runtime.unsigned : !llvm.ptr
  %0 = llvm.call @printf(%format, %number) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @mlir.runtime.print_f64(%number: f64) {
  %format = llvm.mlir.addressof @mlir.runtime.float : !llvm.ptr
  %0 = llvm.call @printf(%format, %number) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.return
}

llvm.func internal @mlir.runtime.print_f32(%number: f32) {
  %wide = llvm.fpext %number : f32 to f64
  llvm.call @mlir.runtime.print_f64(%wide) : (f64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.print_f16(%bits: i16) {
  %number = llvm.call @mlir.runtime.f16_to_f32(%bits) : (i16) -> f32
  llvm.call @mlir.runtime.print_f32(%number) : (f32) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.print_bf16(%bits: i16) {
  %number = llvm.call @mlir.runtime.bf16_to_f32(%bits) : (i16) -> f32
  llvm.call @mlir.runtime.print_f32(%number) : (f32) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.print_text(%text: !llvm.ptr) {
  %format = llvm.mlir.addressof @mlir.runtime.text : !llvm.ptr
  %0 = llvm.call @printf(%format, %text) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.return
}

llvm.func @printOpen() {
  %text = llvm.mlir.addressof @mlir.runtime.open : !llvm.ptr
  llvm.call @mlir.runtime.print_text(%text) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @printClose() {
  %text = llvm.mlir.addressof @mlir.runtime.close : !llvm.ptr
  llvm.call @mlir.runtime.print_text(%text) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @printComma() {
  %text = llvm.mlir.addressof @mlir.runtime.comma : !llvm.ptr
  llvm.call @mlir.runtime.print_text(%text) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.print_newline() {
  %newline = llvm.mlir.constant(10 : i32) : i32
  %0 = llvm.call @putchar(%newline) : (i32) -> i32
  llvm.return
}

// Standard error is the file with the number 2.
llvm.func @printFlops(%flops: f64) {
  %file = llvm.mlir.constant(2 : i32) : i32
  %giga = llvm.mlir.constant(1.0e9 : f64) : f64
  %format = llvm.mlir.addressof @mlir.runtime.flops : !llvm.ptr
  %number = llvm.fdiv %flops, %giga : f64
  %0 = llvm.call @dprintf(%file, %format, %number) vararg(!llvm.func<i32 (i32, ptr, ...)>) : (i32, !llvm.ptr, f64) -> i32
  llvm.return
}

// The clock with the number 0 counts seconds and nanoseconds of the calendar.
llvm.func internal @mlir.runtime.time() -> !llvm.struct<(i64, i64)> {
  %one = llvm.mlir.constant(1 : i32) : i32
  %clock = llvm.mlir.constant(0 : i32) : i32
  %time = llvm.alloca %one x !llvm.struct<(i64, i64)> : (i32) -> !llvm.ptr
  %0 = llvm.call @clock_gettime(%clock, %time) : (i32, !llvm.ptr) -> i32
  %read = llvm.load %time : !llvm.ptr -> !llvm.struct<(i64, i64)>
  llvm.return %read : !llvm.struct<(i64, i64)>
}

llvm.func @rtclock() -> f64 {
  %giga = llvm.mlir.constant(1.0e9 : f64) : f64
  %time = llvm.call @mlir.runtime.time() : () -> !llvm.struct<(i64, i64)>
  %seconds = llvm.extractvalue %time[0] : !llvm.struct<(i64, i64)>
  %nanoseconds = llvm.extractvalue %time[1] : !llvm.struct<(i64, i64)>
  %whole = llvm.sitofp %seconds : i64 to f64
  %part = llvm.sitofp %nanoseconds : i64 to f64
  %fraction = llvm.fdiv %part, %giga : f64
  %sum = llvm.fadd %whole, %fraction : f64
  llvm.return %sum : f64
}

llvm.func internal @mlir.runtime.nanoseconds() -> i64 {
  %giga = llvm.mlir.constant(1000000000 : i64) : i64
  %time = llvm.call @mlir.runtime.time() : () -> !llvm.struct<(i64, i64)>
  %seconds = llvm.extractvalue %time[0] : !llvm.struct<(i64, i64)>
  %nanoseconds = llvm.extractvalue %time[1] : !llvm.struct<(i64, i64)>
  %whole = llvm.mul %seconds, %giga : i64
  %sum = llvm.add %whole, %nanoseconds : i64
  llvm.return %sum : i64
}

// Narrow floats. No instruction converts them on every processor.

llvm.func internal @mlir.runtime.bf16_to_f32(%bits: i16) -> f32 {
  %count = llvm.mlir.constant(16 : i32) : i32
  %wide = llvm.zext %bits : i16 to i32
  %shifted = llvm.shl %wide, %count : i32
  %number = llvm.bitcast %shifted : i32 to f32
  llvm.return %number : f32
}

// The exponent's bias is 15, that of f32 is 127: the number is too small by the factor 2^112, also
// if it is subnormal. The largest exponent is that of infinity and NaN.
llvm.func internal @mlir.runtime.f16_to_f32(%bits: i16) -> f32 {
  %count = llvm.mlir.constant(13 : i32) : i32
  %up = llvm.mlir.constant(16 : i32) : i32
  %without_sign = llvm.mlir.constant(32767 : i32) : i32
  %sign_bit = llvm.mlir.constant(32768 : i32) : i32
  %largest = llvm.mlir.constant(31744 : i32) : i32
  %largest_of_f32 = llvm.mlir.constant(2139095040 : i32) : i32
  %factor_bits = llvm.mlir.constant(2004877312 : i32) : i32
  %wide = llvm.zext %bits : i16 to i32
  %magnitude = llvm.and %wide, %without_sign : i32
  %shifted = llvm.shl %magnitude, %count : i32
  %small = llvm.bitcast %shifted : i32 to f32
  %factor = llvm.bitcast %factor_bits : i32 to f32
  %scaled = llvm.fmul %small, %factor : f32
  %scaled_bits = llvm.bitcast %scaled : f32 to i32
  %not_finite_bits = llvm.or %shifted, %largest_of_f32 : i32
  %is_not_finite = llvm.icmp "uge" %magnitude, %largest : i32
  %chosen = llvm.select %is_not_finite, %not_finite_bits, %scaled_bits : i1, i32
  %sign = llvm.and %wide, %sign_bit : i32
  %sign_of_f32 = llvm.shl %sign, %up : i32
  %signed = llvm.or %chosen, %sign_of_f32 : i32
  %number = llvm.bitcast %signed : i32 to f32
  llvm.return %number : f32
}

// Elements of memrefs.

llvm.func internal @mlir.runtime.element_I8(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @mlir.runtime.character : !llvm.ptr
  %element = llvm.load %at : !llvm.ptr -> i8
  %wide = llvm.zext %element : i8 to i32
  %0 = llvm.call @printf(%format, %wide) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.return
}

llvm.func internal @mlir.runtime.element_I16(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i16
  %wide = llvm.sext %element : i16 to i64
  llvm.call @mlir.runtime.print_i64(%wide) : (i64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_I32(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i32
  %wide = llvm.sext %element : i32 to i64
  llvm.call @mlir.runtime.print_i64(%wide) : (i64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_I64(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i64
  llvm.call @mlir.runtime.print_i64(%element) : (i64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_Ind(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i64
  llvm.call @mlir.runtime.print_u64(%element) : (i64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_F16(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i16
  llvm.call @mlir.runtime.print_f16(%element) : (i16) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_BF16(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> i16
  llvm.call @mlir.runtime.print_bf16(%element) : (i16) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_F32(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> f32
  llvm.call @mlir.runtime.print_f32(%element) : (f32) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_F64(%at: !llvm.ptr) {
  %element = llvm.load %at : !llvm.ptr -> f64
  llvm.call @mlir.runtime.print_f64(%element) : (f64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.complex_number(%real: f64, %imaginary: f64) {
  %format = llvm.mlir.addressof @mlir.runtime.complex : !llvm.ptr
  %0 = llvm.call @printf(%format, %real, %imaginary) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, f64) -> i32
  llvm.return
}

llvm.func internal @mlir.runtime.element_C32(%at: !llvm.ptr) {
  %second = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %real = llvm.load %at : !llvm.ptr -> f32
  %imaginary = llvm.load %second : !llvm.ptr -> f32
  %0 = llvm.fpext %real : f32 to f64
  %1 = llvm.fpext %imaginary : f32 to f64
  llvm.call @mlir.runtime.complex_number(%0, %1) : (f64, f64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.element_C64(%at: !llvm.ptr) {
  %second = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %real = llvm.load %at : !llvm.ptr -> f64
  %imaginary = llvm.load %second : !llvm.ptr -> f64
  llvm.call @mlir.runtime.complex_number(%real, %imaginary) : (f64, f64) -> ()
  llvm.return
}

// Memrefs.

// 1, 2, 3
llvm.func internal @mlir.runtime.list(%numbers: !llvm.ptr, %count: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %first = llvm.mlir.addressof @mlir.runtime.first : !llvm.ptr
  %next = llvm.mlir.addressof @mlir.runtime.next : !llvm.ptr
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %is_inside = llvm.icmp "slt" %i, %count : i64
  llvm.cond_br %is_inside, ^body, ^end
^body:
  %is_first = llvm.icmp "eq" %i, %zero : i64
  %format = llvm.select %is_first, %first, %next : i1, !llvm.ptr
  %at = llvm.getelementptr %numbers[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %number = llvm.load %at : !llvm.ptr -> i64
  %0 = llvm.call @printf(%format, %number) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  %i_next = llvm.add %i, %one : i64
  llvm.br ^head(%i_next : i64)
^end:
  llvm.return
}

llvm.func internal @mlir.runtime.print_shape(%rank: i64, %descriptor: !llvm.ptr) {
  %format = llvm.mlir.addressof @mlir.runtime.shape : !llvm.ptr
  %strides_text = llvm.mlir.addressof @mlir.runtime.strides : !llvm.ptr
  %end = llvm.mlir.addressof @mlir.runtime.end : !llvm.ptr
  %aligned_at = llvm.getelementptr %descriptor[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %offset_at = llvm.getelementptr %descriptor[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %sizes = llvm.getelementptr %descriptor[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %aligned = llvm.load %aligned_at : !llvm.ptr -> !llvm.ptr
  %offset = llvm.load %offset_at : !llvm.ptr -> i64
  %0 = llvm.call @printf(%format, %aligned, %rank, %offset) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr, i64, i64) -> i32
  llvm.call @mlir.runtime.list(%sizes, %rank) : (!llvm.ptr, i64) -> ()
  llvm.call @mlir.runtime.print_text(%strides_text) : (!llvm.ptr) -> ()
  llvm.call @mlir.runtime.list(%strides, %rank) : (!llvm.ptr, i64) -> ()
  llvm.call @mlir.runtime.print_text(%end) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.print_header(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @mlir.runtime.print_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.call @mlir.runtime.print_newline() : () -> ()
  llvm.return
}

// The elements from dimension %dimension on, in brackets. %data is the first of them, and elements
// take %bytes.
llvm.func internal @mlir.runtime.print_elements(
    %data: !llvm.ptr, %dimension: i64, %rank: i64, %sizes: !llvm.ptr, %bytes: i64,
    %print: !llvm.ptr
) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %open = llvm.mlir.constant(91 : i32) : i32
  %close = llvm.mlir.constant(93 : i32) : i32
  %space = llvm.mlir.constant(32 : i32) : i32
  %comma = llvm.mlir.addressof @mlir.runtime.comma : !llvm.ptr
  %is_element = llvm.icmp "eq" %dimension, %rank : i64
  llvm.cond_br %is_element, ^element, ^list
^element:
  llvm.call %print(%data) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.return
^list:
  %0 = llvm.call @putchar(%open) : (i32) -> i32
  %inner = llvm.add %dimension, %one : i64
  %strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size_at = llvm.getelementptr %sizes[%dimension] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %stride_at = llvm.getelementptr %strides[%dimension] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %stride = llvm.load %stride_at : !llvm.ptr -> i64
  %distance = llvm.mul %stride, %bytes : i64
  llvm.br ^head(%zero, %data : i64, !llvm.ptr)
^head(%i: i64, %at: !llvm.ptr):
  %is_inside = llvm.icmp "slt" %i, %size : i64
  llvm.cond_br %is_inside, ^part, ^end
^part:
  %is_first = llvm.icmp "eq" %i, %zero : i64
  llvm.cond_br %is_first, ^print, ^separator
^separator:
  llvm.call @mlir.runtime.print_text(%comma) : (!llvm.ptr) -> ()
  %is_innermost = llvm.icmp "eq" %inner, %rank : i64
  llvm.cond_br %is_innermost, ^indent(%zero : i64), ^line
^line:
  llvm.call @mlir.runtime.print_newline() : () -> ()
  llvm.br ^indent(%zero : i64)
^indent(%column: i64):
  %1 = llvm.call @putchar(%space) : (i32) -> i32
  %column_next = llvm.add %column, %one : i64
  %is_indented = llvm.icmp "eq" %column_next, %inner : i64
  llvm.cond_br %is_indented, ^print, ^indent(%column_next : i64)
^print:
  llvm.call @mlir.runtime.print_elements(%at, %inner, %rank, %sizes, %bytes, %print)
    : (!llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  %i_next = llvm.add %i, %one : i64
  %at_next = llvm.getelementptr %at[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.br ^head(%i_next, %at_next : i64, !llvm.ptr)
^end:
  %2 = llvm.call @putchar(%close) : (i32) -> i32
  llvm.return
}

// The address of the element whose indices are all 0.
llvm.func internal @mlir.runtime.first_element(%descriptor: !llvm.ptr, %bytes: i64) -> !llvm.ptr {
  %aligned_at = llvm.getelementptr %descriptor[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %offset_at = llvm.getelementptr %descriptor[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %aligned = llvm.load %aligned_at : !llvm.ptr -> !llvm.ptr
  %offset = llvm.load %offset_at : !llvm.ptr -> i64
  %distance = llvm.mul %offset, %bytes : i64
  %first = llvm.getelementptr %aligned[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.return %first : !llvm.ptr
}

llvm.func internal @mlir.runtime.print_memref(
    %rank: i64, %descriptor: !llvm.ptr, %bytes: i64, %print: !llvm.ptr
) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %open = llvm.mlir.constant(91 : i32) : i32
  %close = llvm.mlir.constant(93 : i32) : i32
  %text = llvm.mlir.addressof @mlir.runtime.data : !llvm.ptr
  llvm.call @mlir.runtime.print_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.call @mlir.runtime.print_text(%text) : (!llvm.ptr) -> ()
  %first = llvm.call @mlir.runtime.first_element(%descriptor, %bytes)
    : (!llvm.ptr, i64) -> !llvm.ptr
  %is_scalar = llvm.icmp "eq" %rank, %zero : i64
  llvm.cond_br %is_scalar, ^scalar, ^list
^scalar:
  %0 = llvm.call @putchar(%open) : (i32) -> i32
  llvm.call %print(%first) : !llvm.ptr, (!llvm.ptr) -> ()
  %1 = llvm.call @putchar(%close) : (i32) -> i32
  llvm.br ^end
^list:
  %sizes = llvm.getelementptr %descriptor[3] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.call @mlir.runtime.print_elements(%first, %zero, %rank, %sizes, %bytes, %print)
    : (!llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.br ^end
^end:
  llvm.call @mlir.runtime.print_newline() : () -> ()
  llvm.return
}

// Copies elements of %bytes between unranked memrefs of one shape: each is a pointer to its rank
// and the pointer to its descriptor.
llvm.func @memrefCopy(%bytes: i64, %source: !llvm.ptr, %target: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %source_at = llvm.getelementptr %source[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %target_at = llvm.getelementptr %target[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %rank = llvm.load %source : !llvm.ptr -> i64
  %from = llvm.load %source_at : !llvm.ptr -> !llvm.ptr
  %to = llvm.load %target_at : !llvm.ptr -> !llvm.ptr
  %from_first = llvm.call @mlir.runtime.first_element(%from, %bytes) : (!llvm.ptr, i64) -> !llvm.ptr
  %to_first = llvm.call @mlir.runtime.first_element(%to, %bytes) : (!llvm.ptr, i64) -> !llvm.ptr
  %sizes = llvm.getelementptr %from[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %to_sizes = llvm.getelementptr %to[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %to_strides = llvm.getelementptr %to_sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.call @mlir.runtime.copy_elements(%from_first, %to_first, %zero, %rank,
    %sizes, %to_strides, %bytes) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

llvm.func internal @mlir.runtime.copy_elements(
    %from: !llvm.ptr, %to: !llvm.ptr, %dimension: i64, %rank: i64, %sizes: !llvm.ptr,
    %to_strides: !llvm.ptr, %bytes: i64
) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %is_element = llvm.icmp "eq" %dimension, %rank : i64
  llvm.cond_br %is_element, ^element, ^list
^element:
  "llvm.intr.memcpy"(%to, %from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
^list:
  %inner = llvm.add %dimension, %one : i64
  %from_strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size_at = llvm.getelementptr %sizes[%dimension] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %from_stride_at = llvm.getelementptr %from_strides[%dimension]
    : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %to_stride_at = llvm.getelementptr %to_strides[%dimension] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %from_stride = llvm.load %from_stride_at : !llvm.ptr -> i64
  %to_stride = llvm.load %to_stride_at : !llvm.ptr -> i64
  %from_distance = llvm.mul %from_stride, %bytes : i64
  %to_distance = llvm.mul %to_stride, %bytes : i64
  llvm.br ^head(%zero, %from, %to : i64, !llvm.ptr, !llvm.ptr)
^head(%i: i64, %from_at: !llvm.ptr, %to_at: !llvm.ptr):
  %is_inside = llvm.icmp "slt" %i, %size : i64
  llvm.cond_br %is_inside, ^part, ^end
^part:
  llvm.call @mlir.runtime.copy_elements(%from_at, %to_at, %inner, %rank,
    %sizes, %to_strides, %bytes) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64) -> ()
  %i_next = llvm.add %i, %one : i64
  %from_next = llvm.getelementptr %from_at[%from_distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %to_next = llvm.getelementptr %to_at[%to_distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.br ^head(%i_next, %from_next, %to_next : i64, !llvm.ptr, !llvm.ptr)
^end:
  llvm.return
}
