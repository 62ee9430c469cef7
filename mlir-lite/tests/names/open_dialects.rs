//! Ops are added to dialects of other crates, under their prefixes.

use crate::{messages, panic_of};
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::docs::op_doc;
use mlir_lite::ir::op_interface::DialectExtension;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::PassManager;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use pretty_assertions::assert_eq;
use test_support::{print, read, run_passes};

/// Adds elements at the end of a tensor.
#[op(
    name = "tensor.my_pad",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp),
    format = "$source `by` $amount attr-dict `:` type($source) `to` type($result)"
)]
struct PadOp {
    #[operand]
    source: AnyRankedTensor,
    #[attr(typed)]
    amount: I64Attr,
    #[result]
    result: AnyRankedTensor,
}

impl VerifyOp for PadOp {
    fn verify(op: PadOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.amount() < 0 {
            diagnostics.error(op.op().op_error("pads by at least 0"));
        }
    }
}

impl FoldOp for PadOp {
    fn fold(op: PadOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        match op.amount() == 0 && op.source().ty() == op.result().ty() {
            true => Fold::value(op.source()),
            false => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for PadOp {
    /// One after the other is one by the sum.
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("pad-of-pad", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let inner = view.source().defining::<Self>().ok_or("no pad before it")?;
            let amount = view.amount() + inner.amount();
            let (source, ty) = (inner.source().id(), view.result().ty());
            let location = view.op().location();
            rewriter.replace_op_with(op.id(), |b| Self::build(b, location, source, amount, ty));
            Ok(())
        });
    }
}

/// A value of scf.
#[op(name = "scf.my_op", traits(Pure), format = "attr-dict `:` type($result)")]
struct ScfOp {
    #[result]
    result: AnyType,
}

/// An op as MLIR has it, which `std` does not have.
#[op(name = "tensor.rank_of", upstream(name = "tensor.rank_of"), format = "attr-dict")]
struct UpstreamOp {}

/// Has another prefix.
#[op(name = "own.op")]
struct OtherPrefixOp {}

/// There is such an op.
#[op(name = "tensor.extract")]
struct ExtractAgainOp {}

const TEXT: &str = "func @f(%arg0: tensor<2xf32>) -> tensor<5xf32> {
  %0 = tensor.my_pad %arg0 by 0 : tensor<2xf32> to tensor<2xf32>
  %1 = tensor.my_pad %0 by 1 : tensor<2xf32> to tensor<3xf32>
  %2 = tensor.my_pad %1 by 2 : tensor<3xf32> to tensor<5xf32>
  %3 = scf.my_op : i1
  return %2 : tensor<5xf32>
}";

/// Contexts with the ops, added before and after the dialects were loaded.
fn contexts() -> [Context; 2] {
    [true, false].map(|is_loaded_first| {
        let ctx = Context::new();
        if is_loaded_first {
            ctx.load::<ScfDialect>();
            ctx.load::<StdDialect>();
        }
        ctx.extend::<StdDialect>(|std| {
            std.op::<PadOp>();
            std.op::<UpstreamOp>();
        });
        ctx.extend::<ScfDialect>(|scf| scf.op::<ScfOp>());
        ctx.load::<ScfDialect>();
        ctx.load::<StdDialect>();
        ctx
    })
}

#[test]
fn ops_are_added_to_dialects_of_other_crates() {
    for ctx in contexts() {
        let std = ctx.dialect_id("std");
        assert_eq!(ctx.op_info(PadOp::name(&ctx)).dialect(), std);
        assert_eq!(ctx.check_op_name("tensor.my_pad"), Ok(()));
        assert!(op_doc(&ctx, "tensor.my_pad").unwrap().contains("end of a tensor"));
        let mut module = read(&ctx, TEXT).unwrap();
        assert!(print(&module).contains("%3 = scf.my_op : i1"), "{}", print(&module));

        let mut passes = PassManager::new();
        passes.add_pass(CanonicalizerPass::new(&ctx));
        run_passes(&passes, &mut module).unwrap();
        let text = print(&module);
        let expected = "  func @f(%arg0: tensor<2xf32>) -> tensor<5xf32> {
    %0 = tensor.my_pad %arg0 by 3 : tensor<2xf32> to tensor<5xf32>
    return %0 : tensor<5xf32>
  }";
        assert!(text.contains(expected), "{text}");

        let wrong = read(&ctx, &TEXT.replace("by 2", "by -2")).map(|_| ()).unwrap_err();
        assert_eq!(wrong, "'tensor.my_pad' op pads by at least 0");
    }
}

/// MLIR 22 has the dialect, and not the op: the custom form would not be read.
#[test]
fn added_ops_are_generic_for_upstream() {
    for ctx in contexts() {
        let text = format!("{TEXT}\ntensor.rank_of");
        let module = read(&ctx, &text).unwrap();
        let options = PrintOptions::default().with_spelling(Spelling::Upstream);
        let text = print_op(module.as_op(), options);
        let pad = "\"tensor.my_pad\"(%arg0) <{amount = 0 : i64}> : (tensor<2xf32>) -> tensor";
        assert!(text.contains(pad), "{text}");
        assert!(text.contains("\"scf.my_op\"() : () -> i1"), "{text}");
        assert!(text.contains("\n  tensor.rank_of\n"), "{text}");
        assert_eq!(print(&read(&ctx, &text).unwrap()), print(&module));
    }
}

#[test]
fn what_cannot_be_added_is_explained() {
    let [ctx, _] = contexts();
    let before = ctx.dialect_ops(ctx.dialect_id("std").unwrap()).len();
    let add = |add: fn(&mut DialectExtension<'_>)| panic_of(|| ctx.extend::<StdDialect>(add));
    let message = add(|std| std.op::<OtherPrefixOp>());
    assert!(
        message.starts_with(
            "dialect 'std' cannot have op 'own.op': its name must begin with 'arith.' or "
        ) && message.ends_with(" or 'ub.'"),
        "{message}"
    );
    assert!(add(|std| std.op::<ScfOp>()).contains("cannot have op 'scf.my_op'"));
    let message = add(|std| std.op::<PadOp>());
    assert_eq!(message, "ops 'tensor.my_pad' and 'tensor.my_pad' have one name: 'tensor.my_pad'");
    let message = add(|std| std.op::<ExtractAgainOp>());
    assert!(message.ends_with("and 'tensor.extract' have one name: 'tensor.extract'"), "{message}");

    // Refused ops change nothing.
    assert_eq!(ctx.dialect_ops(ctx.dialect_id("std").unwrap()).len(), before);
    let extract = "func @f(%t: tensor<2xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<2xf32>
  return %0 : f32
}";
    assert!(print(&read(&ctx, extract).unwrap()).contains("= extract_element %arg0[%arg1]"));

    // If the dialect is loaded later, loading it panics.
    let ctx = Context::new();
    ctx.extend::<StdDialect>(|std| std.op::<OtherPrefixOp>());
    assert!(panic_of(|| ctx.load::<StdDialect>()).contains("cannot have op 'own.op'"));
}

/// A box.
#[type_def(name = "tensor.box", format = "`<` $content `>`")]
struct BoxType {
    content: Type,
}

/// How something is packed.
#[attr_def(name = "tensor.packing", format = "`<` $layers `>`")]
struct PackingAttr {
    layers: u32,
}

/// Takes something out of a box. The name is that of an op of `std`.
#[op(name = "tensor.extract", format = "$source attr-dict `:` type($source) `->` type($result)")]
struct UnpackOp {
    #[operand]
    source: BoxType,
    #[result]
    result: AnyType,
}

struct TensorDialect;

impl Dialect for TensorDialect {
    const NAMESPACE: &'static str = "tensor";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<BoxType>();
        dialect.attribute::<PackingAttr>();
        dialect.op::<UnpackOp>();
    }
}

/// Without `std`, a dialect may be called `tensor`, and have ops that are called like those of
/// `std`.
#[test]
fn a_prefix_of_another_dialect_is_free_where_that_is_not_loaded() {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<TensorDialect>();
    // An extension of the other dialect does not change this one.
    ctx.extend::<StdDialect>(|std| std.op::<PadOp>());
    let text = "module {
  %0 = \"x.box\"() : () -> !tensor.box<tensor<2xf32>>
  %1 = tensor.extract %0 {p = #tensor.packing<2>} : !tensor.box<tensor<2xf32>> -> tensor<2xf32>
}";
    let module = read(&ctx, text).unwrap();
    assert_eq!(print(&module), text);
    let options = PrintOptions::default().with_spelling(Spelling::Upstream);
    let upstream = print_op(module.as_op(), options);
    assert!(
        upstream.contains("%1 = \"tensor.extract\"(%0) {p = #tensor.packing<2>}"),
        "{upstream}"
    );
    assert_eq!(print(&read(&ctx, &upstream).unwrap()), text);
    let file = ctx.sources().add("a.mlir", "tensor.my_pad").unwrap();
    let mut diagnostics = Diagnostics::new();
    assert!(parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).is_err());
    assert!(messages(&diagnostics).contains("'tensor.my_pad' is unknown"));

    // With `std`, the name is taken.
    let message = panic_of(|| ctx.load::<StdDialect>());
    assert!(message.starts_with("ops 'tensor.extract' and 'std."), "{message}");
}
