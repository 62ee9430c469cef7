// The functions of MLIR's runtime libraries that print memrefs: the same on every engine, and what
// mlir-runner 22 prints.
// RUN: toyc %s --entry-point-result=f32 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: toyc %s --entry-point-result=f32 -O2 --jit-optimize=always | FileCheck %s
// RUN: toyc %s --entry-point-result=f32 -emit=interp | FileCheck %s
// RUN: toyc %s -emit=mlir-llvm | toyc -x mlir - --entry-point-result=f32 | FileCheck %s
// RUN: toyc %s --entry-point-result=f32 -emit=exe -o %t && %t | FileCheck %s

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI16(memref<*xi16>) attributes {llvm.emit_c_interface}
func.func private @printMemrefInd(memref<*xindex>) attributes {llvm.emit_c_interface}
func.func private @printMemrefC32(memref<*xcomplex<f32>>) attributes {llvm.emit_c_interface}
func.func private @printMemrefBF16(memref<*xbf16>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF16(memref<*xf16>) attributes {llvm.emit_c_interface}
func.func private @printMemrefShapeF32(memref<*xf32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @g : memref<2x3x2xf32> = dense<[[[1.0,2.5],[-3.0,4.0e10],[5.0,1.0e-7]],[[1.0,2.5],[0x7fc00000,0x7f800000],[0xff800000,6.0e-1]]]>
memref.global "private" constant @g1 : memref<3xf32> = dense<[1.0,2.5,-0.0]>
memref.global "private" constant @d : memref<2x2xf64> = dense<[[1.0,2.123456789],[1.0e100,1.0e6]]>
memref.global "private" constant @i : memref<2x2xi32> = dense<[[1,-2],[3,4]]>
memref.global "private" constant @i16 : memref<2xi16> = dense<[1,-2]>
memref.global "private" constant @ind : memref<2xindex> = dense<[1,-2]>
memref.global "private" constant @z : memref<f32> = dense<1.5>
memref.global "private" constant @c : memref<2xcomplex<f32>> = dense<[(1.0,2.0),(3.0,-4.5)]>
memref.global "private" constant @b : memref<2xbf16> = dense<[1.0,2.5]>
memref.global "private" constant @h : memref<2xf16> = dense<[1.0,2.5]>
func.func @main() -> f32 {
 %0 = memref.get_global @g : memref<2x3x2xf32>
 %1 = memref.cast %0 : memref<2x3x2xf32> to memref<*xf32>
 call @printMemrefF32(%1) : (memref<*xf32>) -> ()
 call @printMemrefShapeF32(%1) : (memref<*xf32>) -> ()
 %g1 = memref.get_global @g1 : memref<3xf32>
 %g11 = memref.cast %g1 : memref<3xf32> to memref<*xf32>
 call @printMemrefF32(%g11) : (memref<*xf32>) -> ()
 %d = memref.get_global @d : memref<2x2xf64>
 %dd = memref.cast %d : memref<2x2xf64> to memref<*xf64>
 call @printMemrefF64(%dd) : (memref<*xf64>) -> ()
 %i = memref.get_global @i : memref<2x2xi32>
 %ii = memref.cast %i : memref<2x2xi32> to memref<*xi32>
 call @printMemrefI32(%ii) : (memref<*xi32>) -> ()
 %k = memref.get_global @i16 : memref<2xi16>
 %kk = memref.cast %k : memref<2xi16> to memref<*xi16>
 call @printMemrefI16(%kk) : (memref<*xi16>) -> ()
 %l = memref.get_global @ind : memref<2xindex>
 %ll = memref.cast %l : memref<2xindex> to memref<*xindex>
 call @printMemrefInd(%ll) : (memref<*xindex>) -> ()
 %z = memref.get_global @z : memref<f32>
 %zz = memref.cast %z : memref<f32> to memref<*xf32>
 call @printMemrefF32(%zz) : (memref<*xf32>) -> ()
 %c = memref.get_global @c : memref<2xcomplex<f32>>
 %cc = memref.cast %c : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
 call @printMemrefC32(%cc) : (memref<*xcomplex<f32>>) -> ()
 %b = memref.get_global @b : memref<2xbf16>
 %bb = memref.cast %b : memref<2xbf16> to memref<*xbf16>
 call @printMemrefBF16(%bb) : (memref<*xbf16>) -> ()
 %h = memref.get_global @h : memref<2xf16>
 %hh = memref.cast %h : memref<2xf16> to memref<*xf16>
 call @printMemrefF16(%hh) : (memref<*xf16>) -> ()
 %cst = arith.constant 42.125 : f32
 return %cst : f32
}

//CHECK:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 3 offset = 0 sizes = [2, 3, 2] strides = [6, 2, 1] data = 
//CHECK-NEXT:{{\[\[}}[1,    2.5], 
//CHECK-NEXT:  [-3,    4e+10], 
//CHECK-NEXT:  [5,    1e-07]], 
//CHECK-NEXT: {{\[\[}}1,    2.5], 
//CHECK-NEXT:  [nan,    inf], 
//CHECK-NEXT:  [-inf,    0.6]]]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 3 offset = 0 sizes = [2, 3, 2] strides = [6, 2, 1]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [3] strides = [1] data = 
//CHECK-NEXT:[1,  2.5,  -0]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = 
//CHECK-NEXT:{{\[\[}}1,   2.12346], 
//CHECK-NEXT: [1e+100,   1e+06]]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = 
//CHECK-NEXT:{{\[\[}}1,   -2], 
//CHECK-NEXT: [3,   4]]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//CHECK-NEXT:[1,  -2]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//CHECK-NEXT:[1,  18446744073709551614]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data = 
//CHECK-NEXT:[1.5]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//CHECK-NEXT:[(1,2),  (3,-4.5)]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//CHECK-NEXT:[1,  2.5]
//CHECK-NEXT:Unranked Memref base@ = {{0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//CHECK-NEXT:[1,  2.5]
//CHECK-NEXT:4.212500e+01
