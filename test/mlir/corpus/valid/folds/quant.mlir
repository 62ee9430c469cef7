// Casts of quantized numbers that fold.

func.func @storage_and_back(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = quant.scast %a : tensor<4xi8> to tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  %1 = quant.scast %0 : tensor<4x!quant.uniform<u8:f32, 0.5:128>> to tensor<4xi8>
  return %1 : tensor<4xi8>
}

func.func @quantized_and_back(%a: !quant.uniform<i8:f32, 0.5>) -> !quant.uniform<i8:f32, 0.5> {
  %0 = quant.scast %a : !quant.uniform<i8:f32, 0.5> to i8
  %1 = quant.scast %0 : i8 to !quant.uniform<i8:f32, 0.5>
  return %1 : !quant.uniform<i8:f32, 0.5>
}

func.func @other_type(%a: !quant.uniform<i8:f32, 0.5>) -> !quant.uniform<i8:f32, 0.25> {
  %0 = quant.scast %a : !quant.uniform<i8:f32, 0.5> to i8
  %1 = quant.scast %0 : i8 to !quant.uniform<i8:f32, 0.25>
  return %1 : !quant.uniform<i8:f32, 0.25>
}

func.func @expressed_and_back(%a: tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>> {
  %0 = quant.dcast %a : tensor<4x!quant.uniform<u8:f32, 0.5:128>> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  return %1 : tensor<4x!quant.uniform<u8:f32, 0.5:128>>
}

func.func @expressed_and_other(%a: tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4x!quant.uniform<u8:f32, 0.25:128>> {
  %0 = quant.dcast %a : tensor<4x!quant.uniform<u8:f32, 0.5:128>> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!quant.uniform<u8:f32, 0.25:128>>
  return %1 : tensor<4x!quant.uniform<u8:f32, 0.25:128>>
}

func.func @unused(%a: f32) {
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32, 0.5>
  %1 = quant.scast %0 : !quant.uniform<i8:f32, 0.5> to i8
  return
}
