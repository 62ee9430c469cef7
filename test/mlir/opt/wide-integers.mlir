// Integers of 200 bits: the interpreter computes what folds do. The values are those of Python's integers.
// RUN: mlir-lite-opt %s --run=values | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --run=values | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run=memory | FileCheck %s --check-prefix=MEMORY
// RUN: mlir-lite-opt %s --run=memory | FileCheck %s --check-prefix=MEMORY

// CHECK: 7141946863373290020600059537895766163162277127276292499356 : i200
// CHECK-NEXT: 7141946863373290020600060184048264114163048715268054808166 : i200
// CHECK-NEXT: -121885855432120332522101103489946440063586053903663712293477 : i200
// CHECK-NEXT: -22106072130096076048590973 : i200
// CHECK-NEXT: 125274469685546584883207271467696 : i200
// CHECK-NEXT: 225 : i200
// CHECK-NEXT: 20906948623299382947347603450702557882050746 : i200
// CHECK-NEXT: 7141946863373290020600059708097704971906163140555977287681 : i200
// CHECK-NEXT: -170201938808743886013279684788325 : i200
// CHECK-NEXT: -7141946863373290020600059878299643780650049153835662076006 : i200
// CHECK-NEXT: 657059111430341929245055056800894325104406485765519222767616 : i200
// CHECK-NEXT: -2137939277 : i200
// CHECK-NEXT: 10633823966279326983230456480104817331 : i200
// CHECK-NEXT: 7141946863373290020600059860972015138662662921272173653761 : i200
// CHECK-NEXT: 7141946863373290020600059860972015138662662921272173653761 : i200
// CHECK-NEXT: 142 : i200
// CHECK-NEXT: 7 : i200
// CHECK-NEXT: 323076248975500385793995881154405 : i200
// CHECK-NEXT: 265987403591512942817563903299466738271547489016864098274561 : i200
// CHECK-NEXT: -121885855432120332522101103489946440063586053903663712293477 : i200
// CHECK-NEXT: -1435894439891112807069494350854 : i200
// CHECK-NEXT: -121885855432120332522101103489946440063586053903663712293477 : i200
// CHECK-NEXT: 7141946863373290020600059859536120698771550114202679302907 : i200
// CHECK-NEXT: -646152497951000771587991762308810 : i200
// CHECK-NEXT: true
// CHECK-NEXT: true
// CHECK-NEXT: -323076248975500385793995881154405 : i150
// CHECK-NEXT: -323076248975500385793995881154405 : i256
// CHECK-NEXT: 1606938044258990275541962092018086353546702607988796954146971 : i256
// CHECK-NEXT: {{-[0-9.]+[eE]\+[0-9]+}} : f64
func @values() -> (i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i1, i1, i150, i256, i256, f64) {
  %a = constant 7141946863373290020600059860972015138662662921272173653761 : i200
  %b = constant -323076248975500385793995881154405 : i200
  %n = constant 77 : i200
  %three = constant 3 : i200
  %0 = addi %a, %b : i200
  %1 = subi %a, %b : i200
  %2 = muli %a, %b : i200
  %3 = divi_signed %a, %b : i200
  %4 = remi_signed %a, %b : i200
  %5 = divi_unsigned %b, %a : i200
  %6 = remi_unsigned %b, %a : i200
  %7 = and %a, %b : i200
  %8 = or %a, %b : i200
  %9 = xor %a, %b : i200
  %10 = shift_left %a, %n : i200
  %11 = shift_right_signed %b, %n : i200
  %12 = shift_right_unsigned %b, %n : i200
  %13 = maxsi %a, %b : i200
  %14 = minui %a, %b : i200
  %15 = ctpop %b : i200
  %16 = ctlz %a : i200
  %17 = absi %b : i200
  %18 = ipowi %a, %three : i200
  %x19, %y19 = mulsi_extended %a, %b : i200
  %x20, %y20 = mului_extended %a, %b : i200
  %x21, %y21 = addui_extended %b, %b : i200, i1
  %less = cmpi "slt", %b, %a : i200
  %narrow = trunci %b : i200 to i150
  %wide = sexti %b : i200 to i256
  %zero_ext = zexti %b : i200 to i256
  %f = sitofp %b : i200 to f64
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %x19, %y19, %x20, %y20, %x21, %y21, %less, %narrow, %wide, %zero_ext, %f : i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i200, i1, i1, i150, i256, i256, f64
}

// Each element takes 32 bytes, as LLVM places integers of 200 bits.
// MEMORY: -323076248975500385793995881154405
func @memory() -> i200 {
  %zero = constant 0 : index
  %one = constant 1 : index
  %a = constant 7141946863373290020600059860972015138662662921272173653761 : i200
  %b = constant -323076248975500385793995881154405 : i200
  %m = alloc() : memref<2xi200>
  store %b, %m[%one] : memref<2xi200>
  store %a, %m[%zero] : memref<2xi200>
  %0 = load %m[%one] : memref<2xi200>
  dealloc %m : memref<2xi200>
  return %0 : i200
}
