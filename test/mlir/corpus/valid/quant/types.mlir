// Types of quantized numbers, in all forms.

func.func private @any(!quant.any<i8<-8:7>:f32>, !quant.any<i8:f32>, !quant.any<i8>, !quant.any<u8<1:7>>)

func.func private @storages(!quant.any<i1:f32>, !quant.any<u1:f32>, !quant.any<i32:f32>, !quant.any<u32:f32>, !quant.any<si8:f32>, !quant.any<ui8:f32>, !quant.any<i8<-128:127>:f32>, !quant.any<u8<0:255>:f32>)

func.func private @uniform(!quant.uniform<u8:f32, 2.0:128>, !quant.uniform<u8:f32, 2.0>, !quant.uniform<i8:f32, 2.0:-5>, !quant.uniform<i8<-5:5>:f32, 0.1:0>, !quant.uniform<i8 : f32, 2.0 : 12>)

func.func private @expressed(!quant.uniform<u8:f64, 1.0e40>, !quant.uniform<u8:f64, 1.0e-300>, !quant.uniform<u8:f16, 1.0e-6>, !quant.uniform<u8:bf16, 1.5>, !quant.uniform<u8:f8E4M3FN, 1.5>)

func.func private @digits(!quant.uniform<i8:f32, 9.99e-1:1>, !quant.uniform<i8:f32, 0.30000000000000004:1>, !quant.uniform<i8:f32, 3.14159265358979:1>, !quant.uniform<i8:f32, 1234567.0:1>)

func.func private @per_axis(tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {2.0e-2, 3.0e-2:1}>>, tensor<*x!quant.uniform<i8:f32:0, {2.0e-2}>>, !quant.uniform<i8 : f32 : 1, { 2.0 : 1 , 3.0 } >)

func.func private @sub_channel(tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>, tensor<2x!quant.uniform<i8:f32:{0:1}, {2.0, 3.0}>>, tensor<2x4x!quant.uniform<i8:f32:{1:2, 0:1}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>, !quant.uniform<i8:f32:{}, {2.0}>, !quant.uniform<i8:f32:{0:1, 1:2}, {{{2.0}, {3.0}}}>)

func.func private @calibrated(!quant.calibrated<f32<-0.998:1.2321>>, tensor<?x!quant.calibrated<f16<-1.0:70000.0>>>)

func.func private @tensors(tensor<4x?x!quant.any<u8:f32>>, tensor<*x!quant.any<u8:f32>>)
