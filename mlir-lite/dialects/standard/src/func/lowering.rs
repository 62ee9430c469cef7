//! `func` becomes `llvm.func`.

use crate::FuncOp;
use crate::to_llvm::c_interface::{EMIT_C_INTERFACE, Signature};
use crate::to_llvm::{MemRefConvention, c_interface};
use mlir_lite::attributes::{Attribute, NamedAttribute};
use mlir_lite::context::Context;
use mlir_lite::conversion::{ConversionPatternRewriter, SignatureConversion};
use mlir_lite::dialects::llvm::{self, Linkage, LlvmFuncOp};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{Body, Ident, InsertionPoint, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use smallvec::SmallVec;

/// The blocks of a function whose arguments are converted with it.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum ConvertedBlocks {
    /// All
    All,
    /// The first; the others are converted with the branches to them.
    Entry,
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of one signature's conversion share its parts"
)]
pub(crate) fn function(
    op: OpId,
    convention: MemRefConvention,
    c_wrappers: bool,
    blocks: ConvertedBlocks,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let body = rewriter.body();
    let ty = FuncOp::ty(body).ok_or("the function has no type")?;
    let (inputs, results) = ty.as_function(&ctx).ok_or("the function has no function type")?;
    let mut signature = SignatureConversion::new(inputs.len());
    let mut expanded = Vec::new();
    for (index, &input) in inputs.iter().enumerate() {
        let types = convention.argument_types(body, input)?;
        match types[..] {
            [_] if !convention.is_collected(&ctx, input) => signature.add_inputs(index, &types),
            // One value is made of these, below.
            _ => signature.add_new_inputs(&types),
        }
        expanded.push(types.len());
    }
    let result = convention.result_type(&ctx, results, |ty| rewriter.convert_type(ty).ok())?;
    let returned = result.unwrap_or_else(|| llvm::void_type(&ctx));
    let said = SaidOfFunction::of(body, op)?;
    let llvm_type =
        llvm::function_type(&ctx, returned, signature.converted_types(), said.is_var_arg);
    let of_results =
        body.attr(op, Ident::RES_ATTRS).and_then(|list| list.as_array(&ctx)).unwrap_or_default();
    if results.len() > 1 && of_results.iter().any(|&entry| entry != ctx.dictionary_attr(&[])) {
        return Err("its results are returned in one struct, of whose fields LLVM says nothing: \
             attributes of results would be lost"
            .into());
    }
    let attributes = body.attr(op, Ident::ARG_ATTRS).and_then(|list| list.as_array(&ctx));
    let attributes = attributes.map(|list| expand_attributes(&ctx, list, &expanded));
    let location = body.location(op);
    let region = body.region(op, 0);
    let entry = body.entry_block(region);
    let old: Vec<ValueId> = entry.map(|entry| body.arguments(entry).to_vec()).unwrap_or_default();
    if let Some(entry) = entry {
        match blocks {
            ConvertedBlocks::All => rewriter.convert_region_types(region, Some(&signature))?,
            ConvertedBlocks::Entry => rewriter.apply_signature_conversion(entry, &signature),
        }
        let new = rewriter.body().arguments(entry).to_vec();
        let mut rest = &new[..];
        at(rewriter, InsertionPoint::Start(entry), |rewriter| -> MatchResult {
            for ((&old, &input), &count) in old.iter().zip(inputs).zip(&expanded) {
                let (fields, others) = rest.split_at(count);
                rest = others;
                if convention.is_collected(&ctx, input) {
                    let value = convention.collect(rewriter, input, fields)?;
                    rewriter.replace_all_uses(old, value);
                }
            }
            Ok(())
        })?;
    }
    let body = rewriter.body();
    let asks_for_c_interface = || body.attr(op, ctx.ident(EMIT_C_INTERFACE)).is_some();
    let has_c_interface =
        c_wrappers || (!body.discardable_attrs(op).is_empty() && asks_for_c_interface());
    let name = body.op(op).symbol_name();
    let mut linkage = said.linkage.unwrap_or(Linkage::External);
    if let Some(name) =
        name.filter(|_| has_c_interface && convention != MemRefConvention::BarePointer)
    {
        let convert = |ty| rewriter.convert_type(ty).ok();
        let c_result = MemRefConvention::Descriptor.result_type(&ctx, results, convert)?;
        let signature = Signature { name, inputs, results, convention, result, c_result };
        match entry {
            Some(_) => c_interface::require_wrapper(&signature, location, rewriter)?,
            None => {
                c_interface::define_by_c_function(op, &signature, location, rewriter)?;
                linkage = Linkage::Private;
            }
        }
    }
    rewriter.update_in_place(op, |body| {
        let is_kept = |name: Ident| match name {
            Ident::FUNCTION_TYPE | Ident::ARG_ATTRS => false,
            Ident::RES_ATTRS => results.len() == 1,
            _ => !SaidOfFunction::NAMES.contains(&name.text(&ctx)),
        };
        let kept = body.each_attribute(op).filter(|&(name, _)| is_kept(name));
        let mut all: SmallVec<[NamedAttribute; 16]> = kept.collect();
        all.push((Ident::FUNCTION_TYPE, ctx.type_attr(llvm_type)));
        all.push((ctx.ident("linkage"), linkage.attribute(&ctx)));
        all.extend(attributes.flatten().map(|attributes| (Ident::ARG_ATTRS, attributes)));
        if said.reads_nothing {
            let effects = llvm::MemoryEffectsAttr::none(&ctx);
            all.push((ctx.ident("memory_effects"), effects));
        }
        body.redefine_op(op, LlvmFuncOp::name(&ctx), &all);
    });
    Ok(())
}

/// Attributes of the `llvm` dialect on a function of std.
struct SaidOfFunction {
    linkage: Option<Linkage>,
    is_var_arg: bool,
    reads_nothing: bool,
}

impl SaidOfFunction {
    const NAMES: [&str; 3] = ["llvm.linkage", "func.varargs", "llvm.readnone"];

    fn of(body: &Body, op: OpId) -> Result<Self, MatchFailure> {
        let ctx = body.context();
        let [linkage, var_args, reads_nothing] = match body.discardable_attrs(op) {
            [] => [None; 3],
            _ => Self::NAMES.map(|name| body.op(op).attr_named(name)),
        };
        let linkage =
            match linkage {
                None => None,
                Some(linkage) => {
                    let linkage = linkage.as_dialect::<Linkage>(ctx).copied();
                    Some(linkage.ok_or(
                        "'llvm.linkage' is not a linkage, such as '#llvm.linkage<internal>'",
                    )?)
                }
            };
        let is_var_arg = match var_args {
            None => false,
            Some(value) => value.as_bool(ctx).ok_or("'func.varargs' is not a boolean")?,
        };
        Ok(Self { linkage, is_var_arg, reads_nothing: reads_nothing.is_some() })
    }
}

/// Attributes of arguments that are passed as they are stay; those of a memref move to the pointer
/// to its elements, the second of its fields.
pub(crate) fn expand_attributes(
    ctx: &Context,
    list: &[Attribute],
    expanded: &[usize],
) -> Option<Attribute> {
    let none = ctx.dictionary_attr(&[]);
    let mut attributes = Vec::new();
    for (&entry, &count) in list.iter().zip(expanded) {
        let carrier = usize::from(count > 1);
        attributes.extend((0..count).map(|field| if field == carrier { entry } else { none }));
    }
    attributes.iter().any(|&entry| entry != none).then(|| ctx.array_attr(&attributes))
}
