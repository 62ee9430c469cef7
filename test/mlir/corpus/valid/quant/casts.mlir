// Casts between floats, quantized numbers and the integers that represent these.

!layer = !quant.uniform<i8:f32, 2.0:10>
!narrow = !quant.uniform<u8<1:254>:f32, 2.0:10>
!axis = !quant.uniform<u8<1:254>:f32:0, {2.0:10, 3.0:1, 4.0e-2:11}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>
!any = !quant.any<i8:f32>
!calibrated = !quant.calibrated<f32<-1.0:1.0>>

func.func @scalars(%a: f32) -> f32 {
  %0 = quant.qcast %a : f32 to !layer
  %1 = quant.scast %0 : !layer to i8
  %2 = quant.scast %1 : i8 to !narrow
  %3 = quant.dcast %2 : !narrow to f32
  %4 = quant.qcast %3 : f32 to !any
  %5 = quant.scast %4 {a.b} : !any to i8
  %6 = quant.scast %5 : i8 to !any
  %7 = quant.dcast %6 : !any to f32
  %8 = quant.qcast %7 : f32 to !calibrated
  %9 = quant.dcast %8 : !calibrated to f32
  return %9 : f32
}

func.func @tensors(%a: tensor<4xf32>, %b: tensor<?x2xf32>, %c: tensor<*xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %a : tensor<4xf32> to tensor<4x!layer>
  %1 = quant.scast %0 : tensor<4x!layer> to tensor<4xi8>
  %2 = quant.scast %1 : tensor<4xi8> to tensor<4x!narrow>
  %3 = quant.dcast %2 : tensor<4x!narrow> to tensor<4xf32>
  %4 = quant.qcast %b : tensor<?x2xf32> to tensor<?x2x!narrow>
  %5 = quant.qcast %c : tensor<*xf32> to tensor<*x!layer>
  %6 = quant.qcast %c : tensor<*xf32> to tensor<*x!axis>
  return %3 : tensor<4xf32>
}

func.func @several_scales(%a: tensor<3x4xf32>, %b: tensor<2x4xf32>, %c: tensor<?x?xf32>) -> tensor<2x4xf32> {
  %0 = quant.qcast %a : tensor<3x4xf32> to tensor<3x4x!axis>
  %1 = quant.scast %0 : tensor<3x4x!axis> to tensor<3x4xi8>
  %2 = quant.dcast %0 : tensor<3x4x!axis> to tensor<3x4xf32>
  %3 = quant.qcast %b : tensor<2x4xf32> to tensor<2x4x!blocks>
  %4 = quant.scast %3 : tensor<2x4x!blocks> to tensor<2x4xi8>
  %5 = quant.dcast %3 : tensor<2x4x!blocks> to tensor<2x4xf32>
  %6 = quant.qcast %c : tensor<?x?xf32> to tensor<?x?x!axis>
  %7 = quant.qcast %c : tensor<?x?xf32> to tensor<?x?x!blocks>
  return %5 : tensor<2x4xf32>
}

func.func @generic(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> tensor<4x!layer>
  %1 = "quant.dcast"(%0) : (tensor<4x!layer>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
