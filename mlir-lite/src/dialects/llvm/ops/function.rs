//! Functions.

use crate::dialects::llvm::attributes::{CConv, Linkage, UNNAMED_ADDRESSES, VISIBILITIES};
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::{LlvmFunctionType, LlvmVoidType, function_type, is_value_type, void_type};
use crate::ir::prelude::*;
use crate::text::asm::UnresolvedOperand;
use crate::text::print_type;
use crate::verify::verify_signature_attributes;

/// A function: defined if it has a body, else declared.
#[op(
    name = "llvm.func", properties = FURTHER,
    traits(IsolatedFromAbove, Symbol, FunctionLike, AutomaticAllocationScope),
    assembly = custom,
    verify
)]
pub struct LlvmFuncOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    sym_visibility: Optional<StrAttr>,
    #[attr]
    function_type: LlvmFunctionTypeAttr,
    #[attr(default = external_linkage)]
    linkage: LinkageAttr,
    /// How it is called.
    #[attr(name = "CConv", default = c_convention)]
    calling_convention: CConvAttr,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(name = "visibility_", default = zero_i64)]
    visibility: VisibilityAttr,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr]
    unnamed_addr: Optional<UnnamedAddressAttr>,
    #[attr]
    dso_local: Optional<UnitAttr>,
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// Further attributes of LLVM's: names, or pairs of name and value.
    #[attr]
    passthrough: Optional<ArrayAttr>,
    /// What is called while the stack is unwound.
    #[attr]
    personality: Optional<FlatSymbolRefAttr>,
    #[attr(name = "garbageCollector")]
    garbage_collector: Optional<StrAttr>,
    #[attr]
    section: Optional<StrAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr]
    target_cpu: Optional<StrAttr>,
    #[attr]
    tune_cpu: Optional<StrAttr>,
    /// `#llvm.target_features<["+sse"]>`
    #[attr]
    target_features: Optional<TargetFeaturesAttr>,
    /// What memory it reads and writes.
    #[attr]
    memory_effects: Optional<MemoryEffectsAttr>,
    #[attr]
    frame_pointer: Optional<FramePointerAttr>,
    #[attr]
    uwtable_kind: Optional<UwtableKindAttr>,
    /// The sizes of scalable vectors.
    #[attr]
    vscale_range: Optional<VScaleRangeAttr>,
    /// How often it is called, by a profile.
    #[attr]
    function_entry_count: Optional<I64Attr>,
    /// The group of symbols of which the linker keeps one.
    #[attr]
    comdat: Optional<AnyAttr>,
    #[attr]
    denormal_fp_math: Optional<StrAttr>,
    #[attr]
    denormal_fp_math_f32: Optional<StrAttr>,
    #[attr]
    fp_contract: Optional<StrAttr>,
    #[attr]
    instrument_function_entry: Optional<StrAttr>,
    #[attr]
    instrument_function_exit: Optional<StrAttr>,
    #[attr]
    no_infs_fp_math: Optional<BoolAttr>,
    #[attr]
    no_nans_fp_math: Optional<BoolAttr>,
    #[attr]
    no_signed_zeros_fp_math: Optional<BoolAttr>,
    #[attr]
    prefer_vector_width: Optional<StrAttr>,
    #[attr]
    reciprocal_estimates: Optional<StrAttr>,
    #[attr]
    arm_streaming: Optional<UnitAttr>,
    #[attr]
    arm_locally_streaming: Optional<UnitAttr>,
    #[attr]
    arm_streaming_compatible: Optional<UnitAttr>,
    #[attr]
    arm_new_za: Optional<UnitAttr>,
    #[attr]
    arm_in_za: Optional<UnitAttr>,
    #[attr]
    arm_out_za: Optional<UnitAttr>,
    #[attr]
    arm_inout_za: Optional<UnitAttr>,
    #[attr]
    arm_preserves_za: Optional<UnitAttr>,
    #[attr]
    work_group_size_hint: Optional<DenseI32ArrayAttr>,
    #[attr]
    reqd_work_group_size: Optional<DenseI32ArrayAttr>,
    #[attr]
    intel_reqd_sub_group_size: Optional<I32Attr>,
    #[attr]
    vec_type_hint: Optional<AnyAttr>,
    #[attr]
    convergent: Optional<UnitAttr>,
    #[attr]
    no_inline: Optional<UnitAttr>,
    #[attr]
    always_inline: Optional<UnitAttr>,
    #[attr]
    inline_hint: Optional<UnitAttr>,
    #[attr]
    no_unwind: Optional<UnitAttr>,
    #[attr]
    will_return: Optional<UnitAttr>,
    #[attr]
    optimize_none: Optional<UnitAttr>,
    #[region]
    body: AnyRegion,
}

/// What MLIR counts among a function's own attributes beside those that are declared above.
const FURTHER: UpstreamProperties = UpstreamProperties::of(&[
    ("arm_in_za", None),
    ("arm_inout_za", None),
    ("arm_locally_streaming", None),
    ("arm_new_za", None),
    ("arm_out_za", None),
    ("arm_preserves_za", None),
    ("arm_streaming", None),
    ("arm_streaming_compatible", None),
    ("comdat", None),
    ("denormal_fp_math", None),
    ("denormal_fp_math_f32", None),
    ("fp_contract", None),
    ("frame_pointer", None),
    ("function_entry_count", None),
    ("instrument_function_entry", None),
    ("instrument_function_exit", None),
    ("intel_reqd_sub_group_size", None),
    ("memory_effects", None),
    ("no_infs_fp_math", None),
    ("no_nans_fp_math", None),
    ("no_signed_zeros_fp_math", None),
    ("prefer_vector_width", None),
    ("reciprocal_estimates", None),
    ("reqd_work_group_size", None),
    ("target_features", None),
    ("uwtable_kind", None),
    ("vec_type_hint", None),
    ("vscale_range", None),
    ("work_group_size_hint", None),
]);

impl LlvmFuncOp {
    /// A declaration of a function outside, as a body of its own.
    pub fn declaration(ctx: &Context, location: Location, name: &str, function_type: Type) -> Body {
        let mut body = Body::new(ctx, Self::name(ctx), location, 1);
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(name));
        body.set_attr(root, ctx.ident("function_type"), ctx.type_attr(function_type));
        body.set_attr(root, ctx.ident("linkage"), external_linkage(ctx));
        body
    }
}

const SHOWN: [&str; 8] = [
    "sym_name",
    "function_type",
    "linkage",
    "visibility_",
    "unnamed_addr",
    "CConv",
    "arg_attrs",
    "res_attrs",
];

/// Reads linkage, visibility and whether the address matters, as functions and
/// globals have them before their names.
pub(super) fn parse_linkage(parser: &mut OpAsmParser<'_, '_>) {
    let linkage = Linkage::parse_or_default(parser);
    parser.set_attr("linkage", linkage);
    let visibility = VISIBILITIES.parse_optional(parser).unwrap_or(0);
    let unnamed = UNNAMED_ADDRESSES.parse_optional(parser).unwrap_or(0);
    let ctx = parser.context().clone();
    parser.set_attr("visibility_", ctx.i64_attr(visibility));
    parser.set_attr("unnamed_addr", ctx.i64_attr(unnamed));
}

impl CustomAssembly for LlvmFuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        parse_linkage(parser);
        let convention = CConv::parse_or_default(parser);
        parser.set_attr("CConv", convention);
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.string_attr(name.text(&ctx)));
        let mut arguments: Vec<(UnresolvedOperand<'_>, Type)> = Vec::new();
        let (mut types, mut attributes) = (Vec::new(), Vec::new());
        let mut is_var_arg = false;
        parser.parse_punct("(")?;
        if !parser.parse_optional_punct(")") {
            loop {
                if parser.parse_optional_punct("...") {
                    is_var_arg = true;
                    break;
                }
                let operand = parser.parse_optional_operand()?;
                if operand.is_some() {
                    parser.parse_punct(":")?;
                }
                let position = parser.position();
                let ty = parser.parse_type()?;
                if !is_value_type(&ctx, ty) {
                    let ty = print_type(&ctx, ty);
                    let message = format!("expected a type of LLVM's for the argument, found '{ty}'");
                    return Err(parser.error(position, message));
                }
                if operand.is_some() && arguments.len() != types.len() {
                    return Err(parser.error(position, "either all arguments have names or none"));
                }
                types.push(ty);
                let entries = if parser.at_punct("{") { parser.parse_dictionary()? } else { Vec::new() };
                match operand {
                    Some(operand) => {
                        parser.parse_argument_location(&operand)?;
                        arguments.push((operand, ty));
                    }
                    None => _ = parser.parse_optional_location()?,
                }
                attributes.push(ctx.dictionary_attr(&entries));
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct(")")?;
        }
        let mut result = void_type(&ctx);
        if parser.parse_optional_punct("->") {
            let position = parser.position();
            if parser.parse_optional_punct("(") {
                result = parser.parse_type()?;
                if parser.at_punct("{") {
                    let entries = parser.parse_dictionary()?;
                    let attributes = ctx.array_attr(&[ctx.dictionary_attr(&entries)]);
                    parser.set_attr("res_attrs", attributes);
                }
                if !parser.parse_optional_punct(")") {
                    return Err(parser.expected("')': a function has one result at most, perhaps a struct"));
                }
            } else {
                result = parser.parse_type()?;
            }
            if !is_value_type(&ctx, result) && result != void_type(&ctx) {
                let ty = print_type(&ctx, result);
                let message = format!("expected a type of LLVM's for the result, found '{ty}'");
                return Err(parser.error(position, message));
            }
        }
        if attributes.iter().any(|entries| entries.as_dictionary(&ctx).is_some_and(|e| !e.is_empty())) {
            parser.set_attr("arg_attrs", ctx.array_attr(&attributes));
        }
        let ty = function_type(&ctx, result, &types, is_var_arg);
        parser.set_attr("function_type", ctx.type_attr(ty));
        parser.parse_attr_dict_with_keyword()?;
        if parser.at_punct("{") {
            let position = parser.position();
            if arguments.len() != types.len() {
                return Err(parser.error(position, "the arguments of a function with a body have names"));
            }
            return parser.parse_region(&arguments);
        }
        parser.add_empty_region();
        Ok(())
    }

    fn print<'b>(op: LlvmFuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let ctx = op.context();
        let words = [
            Linkage::shown(ctx, op.attr_named("linkage")),
            VISIBILITIES.word(ctx, op.attr_named("visibility_")).filter(|&word| word != "default"),
            UNNAMED_ADDRESSES.word(ctx, op.attr_named("unnamed_addr")),
            CConv::shown(ctx, op.attr_named("CConv")),
        ];
        for word in words.into_iter().flatten() {
            printer.write(" ");
            printer.write(word);
        }
        printer.write(" ");
        printer.symbol_name(op.symbol_name().map_or("", |name| name.text(ctx)));
        let ty = op.attr_named("function_type").and_then(|ty| ty.as_type(ctx));
        let Some(ty) = ty.and_then(|ty| ty.as_dialect::<LlvmFunctionType>(ctx)) else { return };
        let region = op.region(0).filter(|region| !region.is_empty());
        let attributes = op.attr_named("arg_attrs").and_then(|attributes| attributes.as_array(ctx));
        let print_attributes =
            |printer: &mut OpAsmPrinter<'_, 'b>, list: Option<&[Attribute]>, index: usize| {
                let entries = list.and_then(|list| list.get(index)).and_then(|a| a.as_dictionary(ctx));
                if let Some(entries) = entries.filter(|entries| !entries.is_empty()) {
                    printer.write(" {");
                    printer.attribute_entries(entries);
                    printer.write("}");
                }
            };
        printer.write("(");
        for (i, &parameter) in ty.parameters.iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            let argument = region.and_then(|region| Some((region, *region.entry()?.arguments().get(i)?)));
            match argument {
                Some((region, argument)) => printer.with_region_names(region, |printer| {
                    let ty = |printer: &mut OpAsmPrinter<'_, 'b>| {
                        printer.write(": ");
                        printer.ty(parameter);
                    };
                    printer.region_argument(argument, ty, |printer| print_attributes(printer, attributes, i));
                }),
                None => {
                    printer.ty(parameter);
                    print_attributes(printer, attributes, i);
                }
            }
        }
        if ty.is_var_arg {
            printer.write(if ty.parameters.is_empty() { "..." } else { ", ..." });
        }
        printer.write(")");
        if ty.result.as_dialect::<LlvmVoidType>(ctx).is_none() {
            printer.write(" -> ");
            match op.attr_named("res_attrs").and_then(|attributes| attributes.as_array(ctx)) {
                Some(attributes) => {
                    printer.write("(");
                    printer.ty(ty.result);
                    print_attributes(printer, Some(attributes), 0);
                    printer.write(")");
                }
                None => printer.ty(ty.result),
            }
        }
        printer.attr_dict_with_keyword(op, &SHOWN);
        if let Some(region) = region {
            printer.write(" ");
            printer.region(region, PrintRegion { entry_args: false, terminator: true });
        }
    }
}

impl VerifyOp for LlvmFuncOp {
    fn verify(op: LlvmFuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let ty = op.attr_named("function_type").and_then(|ty| ty.as_type(ctx));
        let Some(ty) = ty.and_then(|ty| ty.as_dialect::<LlvmFunctionType>(ctx)) else { return };
        if let Some(&wrong) = ty.parameters.iter().find(|&&parameter| !is_value_type(ctx, parameter)) {
            let wrong = print_type(ctx, wrong);
            let message = format_args!("expects parameters of LLVM types, found '{wrong}'");
            diagnostics.error(op.op_error(message));
        }
        let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect::<Linkage>(ctx));
        let linkage = linkage.copied().unwrap_or(Linkage::External);
        if linkage == Linkage::Common {
            diagnostics.error(op.op_error("functions cannot have 'common' linkage"));
        }
        verify_passthrough(op, diagnostics);
        let has_result = ty.result.as_dialect::<LlvmVoidType>(ctx).is_none();
        let results = if has_result { &[ty.result][..] } else { &[] };
        verify_signature_attributes(op, &ty.parameters, results, diagnostics);
        let Some(entry) = op.region(0).and_then(|region| region.entry()) else {
            if !matches!(linkage, Linkage::External | Linkage::ExternWeak) {
                let message = "external functions must have 'external' or 'extern_weak' linkage";
                diagnostics.error(op.op_error(message));
            }
            return;
        };
        let arguments = entry.arguments().iter().map(|&argument| entry.body().ty(argument));
        if !arguments.eq(ty.parameters.iter().copied()) {
            diagnostics.error(op.op_error("entry block arguments must have the function's parameter types"));
        }
    }
}

/// Attributes that are passed through are names, or names with values.
fn verify_passthrough(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let is_text = |attribute: &Attribute| attribute.as_str(ctx).is_some();
    let passed = op.attr_named("passthrough").and_then(|list| list.as_array(ctx)).unwrap_or_default();
    let fits = |entry: &Attribute| {
        is_text(entry) || entry.as_array(ctx).is_some_and(|pair| pair.len() == 2 && pair.iter().all(is_text))
    };
    if !passed.iter().all(fits) {
        let message = "expects 'passthrough' to have strings, or arrays of two strings: name and value";
        diagnostics.error(op.op_error(message));
    }
}
