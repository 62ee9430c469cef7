//! The formulas of numbers, by the interpreter, by the lowering, and as the document writes them.

use super::*;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::interpreter::{Outcome, Value, run};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<dialects::standard::StdDialect>();
    ctx.load::<QuantDialect>();
    ctx
}

fn module(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("t.mlir", text).expect("the text is short");
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    let shown = |diagnostics: &Diagnostics| {
        diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    let module = module.unwrap_or_else(|_| panic!("{:?}\n{text}", shown(&diagnostics)));
    verify(&module, &mut diagnostics).unwrap_or_else(|_| panic!("{:?}", shown(&diagnostics)));
    module
}

fn lowered(ctx: &Context, module: &mut Body) {
    let mut passes = PassManager::new();
    passes.add_pass(LowerQuantOpsPass::new(ctx));
    let mut diagnostics = Diagnostics::new();
    passes.run(module, &mut RunOptions::default(), &mut diagnostics).expect("the pass succeeds");
    for op in module.walk() {
        let name = op.info().name();
        assert!(!["quant.qcast", "quant.dcast"].contains(&name), "{name} is left");
    }
}

/// The result of a function of one argument, by the interpreter and when it is lowered.
#[track_caller]
fn result(text: &str, argument: &Value) -> Value {
    let ctx = context();
    let mut module = module(&ctx, text);
    let run = |module: &Body| {
        let mut output = Vec::new();
        let outcome = run(module, "f", vec![argument.clone()], &mut output);
        let Outcome { results, .. } = outcome.unwrap_or_else(|error| panic!("{}", error.message));
        results[0].clone()
    };
    let interpreted = run(&module);
    lowered(&ctx, &mut module);
    let other = run(&module);
    assert_eq!(bits(&interpreted), bits(&other), "interpreted, and lowered: {text}");
    interpreted
}

/// Values in which NaN equals itself.
fn bits(value: &Value) -> Vec<(u64, u128)> {
    match value {
        Value::Elements(elements) => elements.values.iter().flat_map(bits).collect(),
        Value::Float(number) => vec![(number.to_bits(), 0)],
        other => vec![(0, other.as_int().expect("an integer"))],
    }
}

fn floats(numbers: &[f64]) -> Value {
    Value::elements(&[numbers.len() as i64], numbers.iter().map(|&it| Value::Float(it)).collect())
}

fn integers(value: &Value) -> Vec<u128> {
    bits(value).into_iter().map(|it| it.1).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    bits(value).into_iter().map(|it| f64::from_bits(it.0)).collect()
}

/// Quantizes numbers of a format to a type, whose storage is `stored`.
fn quantize(numbers: &[f64], format: &str, element: &str, stored: &str) -> Vec<u128> {
    let count = numbers.len();
    let [real, quantized, stored] =
        [format, element, stored].map(|element| format!("tensor<{count}x{element}>"));
    let text = format!(
        "func @f(%x: {real}) -> {stored} {{
           %q = \"quant.qcast\"(%x) : ({real}) -> {quantized}
           %s = \"quant.scast\"(%q) : ({quantized}) -> {stored}
           return %s : {stored}
         }}"
    );
    integers(&result(&text, &floats(numbers)))
}

/// The numbers that integers represent.
fn dequantize(bits: &[u128], format: &str, element: &str, stored: &str) -> Vec<f64> {
    let count = bits.len();
    let [real, quantized, stored] =
        [format, element, stored].map(|element| format!("tensor<{count}x{element}>"));
    let text = format!(
        "func @f(%x: {stored}) -> {real} {{
           %q = \"quant.scast\"(%x) : ({stored}) -> {quantized}
           %d = \"quant.dcast\"(%q) : ({quantized}) -> {real}
           return %d : {real}
         }}"
    );
    let values = bits.iter().map(|&it| Value::Int(it)).collect();
    numbers(&result(&text, &Value::elements(&[count as i64], values)))
}

/// The examples of the requirements: a scale of 0.1, ties with a scale of 0.5, infinities and NaN.
#[test]
fn rounds_to_even_and_saturates() {
    let inputs = [1.0, 0.0, 100.0, -100.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 3.0e38];
    let found = quantize(&inputs, "f32", "!quant.uniform<u8:f32, 0.1:128>", "i8");
    assert_eq!(found, [138, 128, 255, 0, 255, 0, 128, 255]);
    let ties = [0.25, 0.75, -0.25, -0.75, 1.25, 1.75, 0.2500001, -0.2500001];
    let found = quantize(&ties, "f32", "!quant.uniform<u8:f32, 0.5:128>", "i8");
    assert_eq!(found, [128, 130, 128, 126, 130, 132, 129, 127]);
    // A narrow range, whose zero point is its smallest number.
    let found =
        quantize(&[-9.0, 0.0, 3.0, 99.0], "f32", "!quant.uniform<i8<-3:5>:f32, 1.0:-3>", "i8");
    assert_eq!(found, [253, 253, 0, 5]);
}

#[test]
fn integers_of_other_widths() {
    let inputs = [0.0, 1.0e9, -1.0e9, 2.5, -2.5, 3.0e9, f64::NAN];
    let found = quantize(&inputs, "f64", "!quant.uniform<i32:f64, 1.0:100>", "i32");
    let as_bits = |number: i64| u128::from(number as u32);
    assert_eq!(
        found,
        [100, 1_000_000_100, -999_999_900, 102, 98, i64::from(i32::MAX), 100].map(as_bits)
    );
    let found = quantize(&[-7.0, 7.0, 0.6], "f32", "!quant.uniform<i4:f32, 1.0>", "i4");
    assert_eq!(found, [9, 7, 1]);
    let found = quantize(&[5.0e9, 0.0, -1.0], "f64", "!quant.uniform<u32:f64, 1.0:7>", "i32");
    assert_eq!(found, [u128::from(u32::MAX), 7, 6]);
}

const SCALES: [f64; 6] = [0.1, 0.5, 1.0 / 3.0, 3.0, 1.0e-30, 7.5e30];

/// All numbers of 8 bits: each becomes the number of the formula, and comes back.
#[test]
fn all_numbers_of_eight_bits_there_and_back() {
    let all: Vec<u128> = (0..256).collect();
    for (signed, zero_points) in [(false, [0, 128, 255]), (true, [-128, 0, 127])] {
        for (scale, zero_point) in SCALES.into_iter().flat_map(|it| zero_points.map(|z| (it, z))) {
            let prefix = if signed { "i" } else { "u" };
            let element = format!("!quant.uniform<{prefix}8:f32, {scale:.17e}:{zero_point}>");
            let real = dequantize(&all, "f32", &element, "i8");
            let formula = |&bits: &u128| {
                let stored = if signed { i64::from(bits as u8 as i8) } else { bits as i64 };
                f64::from((stored - zero_point) as i32 as f32 * scale as f32)
            };
            assert_eq!(real, all.iter().map(formula).collect::<Vec<_>>(), "{element}");
            assert_eq!(quantize(&real, "f32", &element, "i8"), all, "{element}");
        }
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Numbers around the range of 8 bits of a scale, and any numbers.
    fn reals(&mut self, count: usize, scale: f64) -> Vec<f64> {
        let number = |random: &mut Self| match random.next() % 4 {
            // Any bits.
            0 => f64::from(f32::from_bits(random.next() as u32)),
            // Next to a tie.
            1 => f64::from((((random.next() % 600) as f64 - 300.0 + 0.5) * scale) as f32),
            _ => f64::from(((random.next() % 60_000) as f64 / 100.0 - 300.0) as f32 * scale as f32),
        };
        (0..count).map(|_| number(self)).collect()
    }
}

/// The formula of the document, on `f32`.
fn formula_f32(real: f64, scale: f64, zero_point: i64, [min, max]: [i64; 2]) -> i64 {
    let rounded = (real as f32 / scale as f32).round_ties_even();
    // A cast of Rust saturates, and makes 0 of NaN.
    (i64::from(rounded as i32) + zero_point).clamp(min, max)
}

#[test]
fn random_floats_as_the_formula_says() {
    let mut random = Random(1);
    for round in 0..60 {
        let scale = SCALES[round % SCALES.len()];
        let signed = round % 2 == 0;
        let [min, max] = if signed { [-128, 127] } else { [0, 255] };
        let zero_point = min + (random.next() % 256) as i64;
        let prefix = if signed { "i" } else { "u" };
        let real = random.reals(200, scale);
        let element = format!("!quant.uniform<{prefix}8:f32, {scale:.17e}:{zero_point}>");
        let formula =
            |&real: &f64| u128::from(formula_f32(real, scale, zero_point, [min, max]) as u8);
        let expected: Vec<u128> = real.iter().map(formula).collect();
        assert_eq!(quantize(&real, "f32", &element, "i8"), expected, "{element}");
        // In `f64`, and in 16 bits.
        let element = format!("!quant.uniform<i16:f64, {scale:.17e}:{zero_point}>");
        let formula = |&real: &f64| {
            let rounded = (real / scale).round_ties_even();
            let stored = (i64::from(rounded as i32) + zero_point).clamp(-32768, 32767);
            u128::from(stored as u16)
        };
        let expected: Vec<u128> = real.iter().map(formula).collect();
        assert_eq!(quantize(&real, "f64", &element, "i16"), expected, "{element}");
    }
}

/// Formats with few digits: the interpreter and the lowering agree, which `result` checks.
#[test]
fn floats_with_few_digits() {
    let mut random = Random(2);
    let all: Vec<u128> = (0..256).collect();
    for format in ["f16", "bf16"] {
        for scale in [0.5, 0.1, 3.0] {
            let kind = if format == "f16" { FloatFormat::F16 } else { FloatFormat::BF16 };
            let rounded = |&it: &f64| scalar::Float::from(it).rounded_to(kind).as_f64().unwrap();
            let real: Vec<f64> = random.reals(200, scale).iter().map(rounded).collect();
            let element = format!("!quant.uniform<u8:{format}, {scale:.17e}:3>");
            quantize(&real, format, &element, "i8");
            dequantize(&all, format, &element, "i8");
            // The difference of two numbers of 16 bits is not one of these floats.
            let element = format!("!quant.uniform<i16:{format}, {scale:.17e}:-32768>");
            quantize(&real, format, &element, "i16");
        }
    }
}

use mlir_lite::types::FloatKind as FloatFormat;

/// A scale for each index of a dimension, and for each block.
#[test]
fn several_scales() {
    let mut random = Random(3);
    let real = random.reals(24, 0.3);
    let scales = [(0.1, 3), (0.5, 0), (2.0, -7)];
    let shape = [2, 3, 4];
    let text = |element: &str| {
        let [real, quantized, stored] =
            ["f32", element, "i8"].map(|element| format!("tensor<2x3x4x{element}>"));
        format!(
            "func @f(%x: {real}) -> {stored} {{
               %q = \"quant.qcast\"(%x) : ({real}) -> {quantized}
               %s = \"quant.scast\"(%q) : ({quantized}) -> {stored}
               return %s : {stored}
             }}"
        )
    };
    let argument = Value::elements(&shape, real.iter().map(|&it| Value::Float(it)).collect());
    let check = |element: &str, scale_at: &dyn Fn(usize) -> (f64, i64)| {
        let found = integers(&result(&text(element), &argument));
        let formula = |(at, &real): (usize, &f64)| {
            let (scale, zero_point) = scale_at(at);
            u128::from(formula_f32(real, scale, zero_point, [-128, 127]) as u8)
        };
        let expected: Vec<u128> = real.iter().enumerate().map(formula).collect();
        assert_eq!(found, expected, "{element}");
    };
    check("!quant.uniform<i8:f32:1, {0.1:3, 0.5, 2.0:-7}>", &|at| scales[at / 4 % 3]);
    // Blocks of two along the last dimension, whole along the first.
    let element = "!quant.uniform<i8:f32:{1:1, 2:2, 0:2},
        {{{0.1:3, 0.5}, {2.0:-7, 0.1:3}, {0.5, 2.0:-7}}}>";
    check(element, &|at| scales[(at / 4 % 3 * 2 + at % 4 / 2) % 3]);
}

#[test]
fn sizes_that_are_known_when_the_program_runs() {
    let text = "func @f(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
        %q = \"quant.qcast\"(%x)
            : (tensor<?x2xf32>) -> tensor<?x2x!quant.uniform<i8:f32, 0.5>>
        %d = \"quant.dcast\"(%q)
            : (tensor<?x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<?x2xf32>
        %p = \"quant.qcast\"(%d)
            : (tensor<?x2xf32>) -> tensor<?x2x!quant.uniform<i8:f32:1, {1.0, 2.0:1}>>
        %e = \"quant.dcast\"(%p)
            : (tensor<?x2x!quant.uniform<i8:f32:1, {1.0, 2.0:1}>>) -> tensor<?x2xf32>
        return %e : tensor<?x2xf32>
      }";
    let argument = |sizes: &[i64], reals: &[f64]| {
        Value::elements(sizes, reals.iter().map(|&it| Value::Float(it)).collect())
    };
    let found = result(text, &argument(&[2, 2], &[0.3, 2.9, -70.0, 1.1]));
    assert_eq!(numbers(&found), [0.0, 4.0, -64.0, 0.0]);
    assert_eq!(numbers(&result(text, &argument(&[0, 2], &[]))), []);
}

/// An index without a scale is an error; no number is made up.
#[test]
fn an_index_without_a_scale() {
    let ctx = context();
    let module = module(
        &ctx,
        "func @f(%x: tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
           %q = \"quant.qcast\"(%x)
               : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
           return %q : tensor<?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
         }",
    );
    let mut output = Vec::new();
    let error = run(&module, "f", vec![floats(&[1.0, 2.0, 3.0])], &mut output).unwrap_err();
    assert_eq!(error.message, "there is no scale for the index [2]");
}

/// QU-6, and that the rounding error is at most half of the scale.
#[test]
fn fixed_point_numbers() {
    let storage = Storage::all(false, 8);
    let conversion = Conversion::new(FloatFormat::F32, Scale::new(0.25, 100), storage);
    assert_eq!((conversion.affine_to_fixed(90), conversion.fixed_to_affine(-10)), (-10, 90));
    for step in 0..2000 {
        let real = f64::from(step) / 60.0 - 25.0;
        let stored = conversion.real_to_affine(f64::from(real as f32).into()).unwrap();
        let back = conversion.affine_to_real(stored).unwrap().as_f64().unwrap();
        if (1..255).contains(&stored) {
            assert!((back - real).abs() <= 0.125 + 1.0e-6, "{real} {back}");
        }
    }
}

/// QU-9.
#[test]
fn types_of_what_is_stored_and_expressed() {
    let ctx = context();
    let scheme = Scheme::PerLayer(Scale::new(0.5, 3));
    let quantized = UniformQuantizedType::get(&ctx, Storage::all(true, 8), Type::F32, scheme);
    let tensor = |element| ctx.tensor_type(&[4, 2], element);
    assert_eq!(cast_from_expressed(&ctx, quantized, Type::F32), Some(quantized));
    let found = cast_from_expressed(&ctx, quantized, tensor(Type::F32));
    assert_eq!(found, Some(tensor(quantized)));
    assert_eq!(cast_from_expressed(&ctx, quantized, Type::F64), None);
    assert_eq!(cast_to_expressed(&ctx, tensor(quantized)), Some(tensor(Type::F32)));
    assert_eq!(cast_to_storage(&ctx, tensor(quantized)), Some(tensor(Type::I8)));
    assert_eq!(cast_from_storage(&ctx, quantized, tensor(Type::I8)), Some(tensor(quantized)));
    assert_eq!(cast_from_storage(&ctx, quantized, Type::I16), None);
    // Vectors have elements of builtin types only, in MLIR 13 and 22 as well.
    let vector = ctx.vector_type(&[4], Type::F32);
    assert_eq!(cast_from_expressed(&ctx, quantized, vector), None);
}

/// A cast to floats and back is left out only where it changes no number: `bf16` has 8 digits.
#[test]
fn casts_that_lose_digits_are_kept() {
    let restores = |format, width| {
        let storage = Storage::all(true, width);
        Conversion::new(format, Scale::new(0.1, 0), storage).restores_all()
    };
    assert!(restores(FloatFormat::F32, 8) && restores(FloatFormat::F32, 16));
    assert!(restores(FloatFormat::F16, 8) && restores(FloatFormat::F64, 32));
    assert!(!restores(FloatFormat::BF16, 8) && !restores(FloatFormat::F32, 32));
    let storage = Storage::all(true, 8);
    let huge = Conversion::new(FloatFormat::F32, Scale::new(1.0e37, 0), storage);
    assert!(!huge.restores_all());
}

/// The types of simulated quantization that MLIR 13 makes of the same attributes.
#[test]
fn types_of_ranges() {
    let ctx = context();
    let text = |range: [f64; 2], bits, is_signed, is_narrow| {
        let range = range.map(|number| f64::from(number as f32));
        let fake = FakeQuant { ranges: vec![range], axis: None, bits, is_narrow, is_signed };
        fake.element(&ctx, Type::F32).map(|ty| text::print_type(&ctx, ty))
    };
    let uniform = |parameters: &str| Ok(format!("!quant.uniform<{parameters}>"));
    for (range, bits, is_signed, is_narrow, expected) in [
        ([0.0, 1.0], 8, false, false, "u8:f32, 0.0039215686274509803"),
        ([-1.0, 1.0], 8, false, false, "u8:f32, 0.0078431372549019607:128"),
        ([-1.0, 1.0], 8, true, false, "i8:f32, 0.0078431372549019607:-1"),
        ([-1.0, 1.0], 8, true, true, "i8<-127:127>:f32, 0.0078740157480314959"),
        ([-1.0, 1.0], 4, false, false, "u8:f32, 0.0078431372549019607:128"),
        ([-1.0, 1.0], 16, false, false, "u16:f32, 3.0518043793392844E-5:32768"),
        ([-1.0, 1.0], 17, false, false, "u32:f32, 4.6566128741615948E-10:2147483648"),
        ([0.0, 0.0], 8, false, false, "u8:f32, 1.000000e+00"),
        ([0.5, 1.0], 8, false, false, "u8:f32, 0.0019607843137254902"),
        ([-1.0, -0.5], 8, false, false, "u8:f32, 0.0019607843137254902:255"),
        ([-0.9987, 1.2321], 8, false, false, "u8:f32, 0.0087482354220222019:114"),
        ([-0.1, 0.3], 8, true, false, "i8:f32, 0.0015686275035727258:-64"),
    ] {
        assert_eq!(text(range, bits, is_signed, is_narrow), uniform(expected));
    }
    assert_eq!(text([1.0, -0.5], 8, false, false), Err("illegal scale: -5.882353e-03".into()));
    let message = "unsupported FakeQuant number of bits: 33";
    assert_eq!(text([-1.0, 1.0], 33, false, false), Err(message.into()));
}
