// Types that do not exist.

// expected-error@below {{expected a floating-point type as expressed type, found 'i32'}}
func.func private @f(!quant.any<i8<-8:7>:i32>)

// -----

// expected-error@below {{illegal storage type prefix}}
func.func private @f(!quant.any<index:f32>)

// -----

// expected-error@below {{illegal storage type size: 33}}
func.func private @f(!quant.any<i33:f32>)

// -----

// expected-error@below {{illegal storage type size: 0}}
func.func private @f(!quant.any<i0:f32>)

// -----

// expected-error@below {{illegal storage type size: 0}}
func.func private @f(!quant.any<u0:f32>)

// -----

// expected-error@below {{illegal storage type minimum: -9}}
func.func private @f(!quant.any<i4<-9:7>:f32>)

// -----

// expected-error@below {{illegal storage type maximum: 8}}
func.func private @f(!quant.any<i4<-8:8>:f32>)

// -----

// expected-error@below {{illegal storage type minimum: -1}}
func.func private @f(!quant.any<u8<-1:255>:f32>)

// -----

// expected-error@below {{illegal storage min and storage max: (5:-5)}}
func.func private @f(!quant.any<i8<5:-5>:f32>)

// -----

// expected-error@below {{illegal storage min and storage max: (5:5)}}
func.func private @f(!quant.any<i8<5:5>:f32>)

// -----

// expected-error@below {{expected integer type for an integer literal: write a decimal point}}
func.func private @f(!quant.uniform<u8:f32, 2>)

// -----

// expected-error@below {{illegal scale: -2.000000e+00}}
func.func private @f(!quant.uniform<u8:f32, -2.0>)

// -----

// expected-error@below {{illegal scale: 0.000000e+00}}
func.func private @f(!quant.uniform<u8:f32, 0.0>)

// -----

// expected-error@below {{scale 1.000000e-46 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(!quant.uniform<u8:f32, 1.0e-46>)

// -----

// expected-error@below {{scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<u8:f16, 70000.0>)

// -----

// expected-error@below {{expected ':', found ','}}
func.func private @f(!quant.uniform<u8, 2.0>)

// -----

// expected-error@below {{expected a floating-point type as expressed type, found 'i32'}}
func.func private @f(!quant.uniform<u8:i32, 2.0>)

// -----

// expected-error@below {{expected a floating point number, found '}'}}
func.func private @f(!quant.uniform<i8:f32:1, {}>)

// -----

// expected-error@below {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {2.0}>)

// -----

// expected-error@below {{expected '{', found '2.0'}}
func.func private @f(!quant.uniform<i8:f32:0, 2.0>)

// -----

// expected-error@below {{expected a floating point number, found '{'}}
func.func private @f(!quant.uniform<i8:f32, {2.0}>)

// -----

// expected-error@below {{illegal scale: -3.000000e+00}}
func.func private @f(!quant.uniform<i8:f32:1, {2.0:1, -3.0}>)

// -----

// expected-error@below {{the number of scales is not the same in all braces of one level}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0}}>)

// -----

// expected-error@below {{the number of scales is not the same in all braces of one level}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, 4.0}>)

// -----

// expected-error@below {{expected a scale: a floating point number}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, {}>)

// -----

// expected-error@below {{expected '{', found '2.0'}}
func.func private @f(!quant.uniform<i8:f32:{}, 2.0>)

// -----

// expected-error@below {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:0}, {2.0, 3.0}>)

// -----

// expected-error@below {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:{-1:1}, {2.0, 3.0}>)

// -----

// expected-error@below {{integer does not fit into 64 bits}}
func.func private @f(!quant.uniform<i8:f32, 2.0:99999999999999999999>)

// -----

// expected-error@below {{illegal min and max: (1.000000e+00:5.000000e-01)}}
func.func private @f(!quant.calibrated<f32<1.0:0.5>>)

// -----

// expected-error@below {{illegal min and max: (1.000000e+00:1.000000e+00)}}
func.func private @f(!quant.calibrated<f32<1.0:1.0>>)

// -----

// expected-error@below {{expected a floating-point type as expressed type, found 'i8'}}
func.func private @f(!quant.calibrated<i8<0.0:1.0>>)

// -----

// expected-error@below {{expected '<', found '>'}}
func.func private @f(!quant.calibrated<f32>)
