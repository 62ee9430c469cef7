//! Converted arguments of blocks, and the order in which materializations are asked.

use super::*;
use pretty_assertions::assert_eq;

const REGION: &str = r#""x.region"() ({
^bb0(%arg0: i1, %arg1: i64, %arg2: i32):
  "ok.use"(%arg0, %arg1, %arg2) : (i1, i64, i32) -> ()
  "ok.br"()[^bb1(%arg0 : i1)] : () -> ()
^bb1(%0: i1):  // pred: ^bb0
  "ok.use"(%0) : (i1) -> ()
}) : () -> ()
"#;

/// `i1` becomes `i8`, and back by `ok.back`.
fn bytes(ctx: &Context) -> TypeConverter {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|_, ty| if ty == Type::I1 { Type::I8 } else { ty });
    converter.add_source_materialization(|builder, ty, values| {
        let op = create_dyn(builder, "ok.back", values, ty);
        builder.body().result(op, 0)
    });
    converter
}

/// Converts the region of `x.region` with the result of `signature` for its entry block.
fn with_signature(
    text: &str,
    signature: fn(&mut ConversionPatternRewriter<'_>, OpId) -> SignatureConversion,
    whole_region: bool,
) -> Result<String, String> {
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    partial(text, say, |ctx| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(bytes(ctx)));
        patterns.add_rooted(
            PatternRoot::Op("x.region"),
            "region",
            1,
            &[],
            move |op, _, rewriter| {
                let region = rewriter.body().region(op, 0);
                let signature = signature(rewriter, op);
                if whole_region {
                    rewriter.convert_region_types(region, Some(&signature))?;
                } else {
                    let entry = rewriter.body().entry_block(region).ok_or("there is no block")?;
                    rewriter.apply_signature_conversion(entry, &signature);
                }
                let name = rewriter.context().op_name("ok.region");
                rewriter.update_in_place(op, |body| body.rename_op(op, name));
                Ok(())
            },
        );
        patterns
    })
}

/// New inputs come in the order in which they are added; an input may be any of them, or a value.
#[test]
fn inputs_are_added_moved_and_replaced() {
    let signature = |rewriter: &mut ConversionPatternRewriter<'_>, op: OpId| {
        let before = create(rewriter, "ok.known", &[], &[Type::I32]);
        let known = rewriter.body().result(before, 0);
        rewriter.move_op_before(op, before);
        let mut signature = SignatureConversion::new(3);
        signature.add_new_inputs(&[Type::INDEX]);
        signature.add_inputs(1, &[Type::I64]);
        signature.add_new_inputs(&[Type::I8]);
        signature.remap_input(0, 2, 1);
        signature.remap_input_to_value(2, known);
        assert_eq!(signature.converted_types(), [Type::INDEX, Type::I64, Type::I8]);
        assert_eq!((signature.input_range(0), signature.input_range(2)), (Some(2..3), None));
        signature
    };
    let expected = r#"%0 = "ok.known"() : () -> i32
"ok.region"() ({
^bb0(%arg0: index, %arg1: i64, %arg2: i8):
  %1 = "ok.back"(%arg2) : (i8) -> i1
  "ok.use"(%1, %arg1, %0) : (i1, i64, i32) -> ()
"#;
    let result = with_signature(REGION, signature, true).unwrap();
    assert!(result.starts_with(expected), "{result}");
    // All blocks of the region are converted.
    assert!(result.contains("^bb1(%2: i8):"), "{result}");
}

#[test]
fn a_signature_is_of_one_block_only() {
    let signature = |_: &mut ConversionPatternRewriter<'_>, _: OpId| {
        let mut signature = SignatureConversion::new(3);
        signature.add_inputs(0, &[Type::I8]);
        signature.add_inputs(1, &[Type::I64]);
        signature.add_inputs(2, &[Type::I32]);
        signature
    };
    let result = with_signature(REGION, signature, false).unwrap();
    assert!(result.contains("^bb0(%arg0: i8, %arg1: i64, %arg2: i32):"), "{result}");
    assert!(result.contains("^bb1(%1: i1):"), "{result}");
}

#[test]
fn signatures_of_types_and_blocks_follow_from_the_converter() {
    let ctx = test_context();
    let converter = converter(&ctx);
    let signature =
        converter.convert_signature_args(&[Type::I1, Type::F64, Type::NONE, Type::I64]).unwrap();
    assert_eq!(signature.converted_types(), [Type::I8, Type::I32, Type::I32, Type::I64]);
    let ranges: Vec<_> = (0..4).map(|input| signature.input_range(input).unwrap()).collect();
    assert_eq!(ranges, [0..1, 1..3, 3..3, 3..4]);
    let mut module = parse(&ctx, REGION);
    let op = module.own_ops()[0];
    let block = module.entry_block(module.region(op, 0)).unwrap();
    assert_eq!(
        converter.convert_block_signature(&module, block).unwrap().converted_types(),
        [Type::I8, Type::I64, Type::I32]
    );
    assert!(!converter.are_regions_legal(module.op(op)) && converter.is_legal(Type::I64));
    module.erase_op(op);
}

/// The last one is asked first; none asks the next; a failure ends the search.
#[test]
fn materializations_are_asked_from_the_last_one_on() {
    let text = "%0 = \"x.a\"() : () -> i1\n\"ok.use\"(%0) : (i1) -> ()\n";
    let run = |last: Materialization, before: Materialization| {
        let say = |target: &mut ConversionTarget| {
            target.add_illegal_dialect("x");
        };
        partial(text, say, move |ctx| {
            let mut converter = bytes(ctx);
            converter.add_source_materialization(move |_, _, _| before);
            converter.add_source_materialization(move |_, _, _| last);
            let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
            add_rename(&mut patterns, "x.a", "ok.a", &[]);
            patterns
        })
    };
    let expected = "%0 = \"ok.a\"() : () -> i8\n%1 = \"ok.back\"(%0) : (i8) -> i1\n\"ok.use\"(%1) \
        : (i1) -> ()\n";
    assert_eq!(run(Materialization::Skip, Materialization::Skip).as_deref(), Ok(expected));
    for (last, before) in [
        (Materialization::Fail, Materialization::Skip),
        (Materialization::Skip, Materialization::Fail),
    ] {
        let error = run(last, before).unwrap_err();
        assert!(error.starts_with("failed to legalize unresolved materialization"), "{error}");
    }
}

/// Converts a region whose argument is used by an op that stays; `ok.argument` converts the new
/// argument back to the old type.
fn with_argument_materialization(
    text: &str,
    converter: fn(&Context) -> TypeConverter,
) -> Result<String, String> {
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    partial(text, say, |ctx| {
        let mut converter = converter(ctx);
        converter.add_argument_materialization(|builder, ty, values| {
            let op = create_dyn(builder, "ok.argument", values, ty);
            builder.body().result(op, 0)
        });
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
        convert_regions(&mut patterns);
        patterns
    })
}

/// Block arguments ask their own materializations.
#[test]
fn arguments_have_materializations_of_their_own() {
    let text =
        "\"x.region\"() ({\n^bb0(%arg0: i1):\n  \"ok.use\"(%arg0) : (i1) -> ()\n}) : () -> ()\n";
    let result = with_argument_materialization(text, bytes);
    let expected = "\"ok.region\"() ({\n^bb0(%arg0: i8):\n  %0 = \"ok.argument\"(%arg0) : (i8) -> \
        i1\n  \
                    \"ok.use\"(%0) : (i1) -> ()\n}) : () -> ()\n";
    assert_eq!(result.as_deref(), Ok(expected));
}

/// The replacement of an argument is materialized for an op that stays and uses the argument.
#[test]
fn an_op_that_stays_uses_what_is_made_of_several_values() {
    let text =
        "\"x.region\"() ({\n^bb0(%arg0: f64):\n  \"ok.use\"(%arg0) : (f64) -> ()\n}) : () -> ()\n";
    let result = with_argument_materialization(text, converter);
    let expected = "\"ok.region\"() ({\n^bb0(%arg0: i32, %arg1: i32):\n  \
                    %0 = \"ok.argument\"(%arg0, %arg1) : (i32, i32) -> f64\n  \
                    \"ok.use\"(%0) : (f64) -> ()\n}) : () -> ()\n";
    assert_eq!(result.as_deref(), Ok(expected));
}
