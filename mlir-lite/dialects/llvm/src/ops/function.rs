//! Functions.

use crate::constraints::*;
use crate::llvm_types::{LlvmFunctionType, LlvmVoidType, function_type, is_value_type, void_type};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::verify::verify_signature_attributes;

/// The attributes that a function and a call of one both have, for the export.
#[doc(hidden)]
pub trait FunctionAttributes: OpDefinition {
    /// The memory that is read and written.
    fn memory_effects(op: View<'_, Self>) -> Option<MemoryEffectsAttr>;
    /// Whether it depends on other threads of its group.
    fn convergent(op: View<'_, Self>) -> Option<Attribute>;
    /// It throws nothing.
    fn no_unwind(op: View<'_, Self>) -> Option<Attribute>;
    /// It ends.
    fn will_return(op: View<'_, Self>) -> Option<Attribute>;
    /// It is not inlined.
    fn no_inline(op: View<'_, Self>) -> Option<Attribute>;
    /// It is inlined wherever that is possible.
    fn always_inline(op: View<'_, Self>) -> Option<Attribute>;
    /// It is better inlined.
    fn inline_hint(op: View<'_, Self>) -> Option<Attribute>;
}

/// A function: defined if it has a body, else declared.
///
/// ```mlir
/// llvm.func internal @twice(%x: i32) -> i32 {
///   %sum = llvm.add %x, %x : i32
///   llvm.return %sum : i32
/// }
/// ```
#[op(
    name = "llvm.func",
    properties = FURTHER,
    traits(IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope),
    implements(
        CustomAssembly, VerifyOp, CallableOpInterface,
        FunctionAttributes {
            memory_effects, convergent, no_unwind, will_return, no_inline, always_inline,
            inline_hint
        },
    )
)]
pub struct LlvmFuncOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    sym_visibility: Optional<StrAttr>,
    #[attr]
    function_type: LlvmFunctionTypeAttr,
    #[attr(typed, default = Linkage::External)]
    linkage: Linkage,
    /// How it is called.
    #[attr(typed, name = "CConv", default = CConv::C)]
    calling_convention: CConv,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(typed, name = "visibility_", default = Visibility::Default)]
    visibility: Visibility,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr(typed)]
    unnamed_addr: Optional<UnnamedAddr>,
    #[attr]
    dso_local: Optional<UnitAttr>,
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// Further attributes of LLVM's: names, or pairs of name and value.
    #[attr]
    passthrough: Optional<ArrayAttr>,
    /// The function that is called while the stack is unwound.
    #[attr(typed)]
    personality: Optional<FlatSymbolRefAttr>,
    #[attr(name = "garbageCollector")]
    garbage_collector: Optional<StrAttr>,
    #[attr]
    section: Optional<StrAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(typed)]
    target_cpu: Optional<StrAttr>,
    #[attr(typed)]
    tune_cpu: Optional<StrAttr>,
    /// `#llvm.target_features<["+sse"]>`
    #[attr(typed)]
    target_features: Optional<TargetFeaturesAttr>,
    /// The memory that it reads and writes.
    #[attr(typed)]
    memory_effects: Optional<MemoryEffectsAttr>,
    #[attr(typed)]
    frame_pointer: Optional<FramePointerKind>,
    #[attr(typed)]
    uwtable_kind: Optional<UwtableKind>,
    /// The sizes of scalable vectors.
    #[attr(typed)]
    vscale_range: Optional<VScaleRangeAttr>,
    /// How often it is called, by a profile.
    #[attr]
    function_entry_count: Optional<I64Attr>,
    /// The group of symbols of which the linker keeps one.
    #[attr]
    comdat: Optional<AnyAttr>,
    /// The treatment of denormal numbers.
    #[attr(typed)]
    denormal_fp_math: Optional<DenormalMode>,
    /// The treatment of those of type `f32`, if it differs.
    #[attr(typed)]
    denormal_fp_math_f32: Optional<DenormalMode>,
    #[attr(typed)]
    fp_contract: Optional<StrAttr>,
    #[attr(typed)]
    instrument_function_entry: Optional<StrAttr>,
    #[attr(typed)]
    instrument_function_exit: Optional<StrAttr>,
    #[attr(typed)]
    no_infs_fp_math: Optional<BoolAttr>,
    #[attr(typed)]
    no_nans_fp_math: Optional<BoolAttr>,
    #[attr(typed)]
    no_signed_zeros_fp_math: Optional<BoolAttr>,
    #[attr(typed)]
    prefer_vector_width: Optional<StrAttr>,
    #[attr(typed)]
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
    vec_type_hint: Optional<VecTypeHintAttr>,
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

/// The attributes that MLIR counts as a function's own, besides those declared above.
const FURTHER: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::any("arm_in_za"),
    PropertyDef::any("arm_inout_za"),
    PropertyDef::any("arm_locally_streaming"),
    PropertyDef::any("arm_new_za"),
    PropertyDef::any("arm_out_za"),
    PropertyDef::any("arm_preserves_za"),
    PropertyDef::any("arm_streaming"),
    PropertyDef::any("arm_streaming_compatible"),
    PropertyDef::any("comdat"),
    PropertyDef::any("denormal_fp_math"),
    PropertyDef::any("denormal_fp_math_f32"),
    PropertyDef::any("fp_contract"),
    PropertyDef::any("frame_pointer"),
    PropertyDef::any("function_entry_count"),
    PropertyDef::any("instrument_function_entry"),
    PropertyDef::any("instrument_function_exit"),
    PropertyDef::any("intel_reqd_sub_group_size"),
    PropertyDef::any("memory_effects"),
    PropertyDef::any("no_infs_fp_math"),
    PropertyDef::any("no_nans_fp_math"),
    PropertyDef::any("no_signed_zeros_fp_math"),
    PropertyDef::any("prefer_vector_width"),
    PropertyDef::any("reciprocal_estimates"),
    PropertyDef::any("reqd_work_group_size"),
    PropertyDef::any("target_features"),
    PropertyDef::any("uwtable_kind"),
    PropertyDef::any("vec_type_hint"),
    PropertyDef::any("vscale_range"),
    PropertyDef::any("work_group_size_hint"),
]);

impl LlvmFuncOp {
    /// A declaration of an external function, as a body of its own.
    pub fn declaration(ctx: &Context, location: Location, name: &str, function_type: Type) -> Body {
        let mut body = Body::new(ctx, Self::name(ctx), location, 1);
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(name));
        body.set_attr(root, ctx.ident("function_type"), ctx.type_attr(function_type));
        body.set_attr(root, ctx.ident("linkage"), Linkage::External.attribute(ctx));
        body
    }
}

/// The attributes that are shown outside of the dictionary; the first only if its form is short.
const SHOWN: [&str; 9] = [
    "vscale_range",
    "sym_name",
    "function_type",
    "linkage",
    "visibility_",
    "unnamed_addr",
    "CConv",
    "arg_attrs",
    "res_attrs",
];

/// Parses linkage, visibility and `unnamed_addr`, which precede the names of functions and globals.
pub(super) fn parse_linkage(parser: &mut OpAsmParser<'_, '_>) {
    let linkage = Linkage::parse_optional(parser).unwrap_or(Linkage::External);
    let visibility = Visibility::parse_optional(parser).unwrap_or(Visibility::Default);
    let unnamed = UnnamedAddr::parse_optional(parser).unwrap_or(UnnamedAddr::None);
    let ctx = parser.context().clone();
    parser.set_attr("linkage", linkage.attribute(&ctx));
    parser.set_attr("visibility_", visibility.attribute(&ctx));
    parser.set_attr("unnamed_addr", unnamed.attribute(&ctx));
}

/// The parsed arguments of a function.
#[derive(Default)]
struct Parameters<'s> {
    /// Those with names; all or none have one.
    named: Vec<(UnresolvedOperand<'s>, Type)>,
    types: Vec<Type>,
    attributes: Vec<Attribute>,
    is_var_arg: bool,
}

impl<'s> Parameters<'s> {
    /// Reads `(%a: i32 {llvm.noundef}, ...)`.
    fn parse(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Self> {
        let mut parameters = Self::default();
        parser.parse_punct("(")?;
        if parser.parse_optional_punct(")") {
            return Ok(parameters);
        }
        loop {
            if parser.parse_optional_punct("...") {
                parameters.is_var_arg = true;
                break;
            }
            parameters.parse_one(parser)?;
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(")")?;
        Ok(parameters)
    }

    fn parse_one(&mut self, parser: &mut OpAsmParser<'_, 's>) -> Parsed<()> {
        let ctx = parser.context().clone();
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
        if operand.is_some() && self.named.len() != self.types.len() {
            return Err(parser.error(position, "either all arguments have names or none"));
        }
        self.types.push(ty);
        let entries = if parser.at_punct("{") { parser.parse_dictionary()? } else { Vec::new() };
        match operand {
            Some(operand) => {
                parser.parse_argument_location(&operand)?;
                self.named.push((operand, ty));
            }
            None => _ = parser.parse_optional_location()?,
        }
        self.attributes.push(ctx.dictionary_attr(&entries));
        Ok(())
    }
}

/// Parses `-> i32`, `-> (i32 {llvm.noundef})` or `-> ()`; sets the attributes of the result.
fn parse_result(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Type> {
    let ctx = parser.context().clone();
    if !parser.parse_optional_punct("->") {
        return Ok(void_type(&ctx));
    }
    let position = parser.position();
    let result = if parser.parse_optional_punct("(") {
        if parser.parse_optional_punct(")") {
            return Ok(void_type(&ctx));
        }
        let result = parser.parse_type()?;
        if parser.at_punct("{") {
            let entries = parser.parse_dictionary()?;
            let attributes = ctx.array_attr(&[ctx.dictionary_attr(&entries)]);
            parser.set_attr("res_attrs", attributes);
        }
        if !parser.parse_optional_punct(")") {
            return Err(parser.expected("')': a function has one result at most, perhaps a struct"));
        }
        result
    } else {
        parser.parse_type()?
    };
    if !is_value_type(&ctx, result) && result != void_type(&ctx) {
        let ty = print_type(&ctx, result);
        let message = format!("expected a type of LLVM's for the result, found '{ty}'");
        return Err(parser.error(position, message));
    }
    Ok(result)
}

/// Prints the dictionary at an index of a list, if it exists and is not empty.
fn print_attributes(list: Option<Attribute>, index: usize, printer: &mut OpAsmPrinter<'_, '_>) {
    let ctx = printer.context();
    let entries = list.and_then(|list| list.as_array(ctx)?.get(index)?.as_dictionary(ctx));
    if let Some(entries) = entries.filter(|entries| !entries.is_empty()) {
        printer.write(" {");
        printer.attribute_entries(entries);
        printer.write("}");
    }
}

/// Prints the form that [`Parameters::parse`] parses.
fn print_parameters<'b>(
    op: LlvmFuncOpRef<'b>,
    ty: &LlvmFunctionType,
    region: Option<RegionRef<'b>>,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.write("(");
    for (i, &parameter) in ty.parameters.iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        let argument =
            region.and_then(|region| Some((region, *region.entry()?.arguments().get(i)?)));
        let Some((region, argument)) = argument else {
            printer.ty(parameter);
            print_attributes(op.arg_attrs(), i, printer);
            continue;
        };
        printer.with_region_names(region, |printer| {
            let ty = |printer: &mut OpAsmPrinter<'_, 'b>| {
                printer.write(": ");
                printer.ty(parameter);
            };
            printer.region_argument(argument, ty, |printer| {
                print_attributes(op.arg_attrs(), i, printer)
            });
        });
    }
    if ty.is_var_arg {
        printer.write(if ty.parameters.is_empty() { "..." } else { ", ..." });
    }
    printer.write(")");
}

impl CustomAssembly for LlvmFuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        parse_linkage(parser);
        let convention = CConv::parse_optional(parser).unwrap_or(CConv::C);
        parser.set_attr("CConv", convention.attribute(&ctx));
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
        let parameters = Parameters::parse(parser)?;
        let result = parse_result(parser)?;
        let is_empty =
            |entries: &Attribute| entries.as_dictionary(&ctx).is_none_or(<[_]>::is_empty);
        if !parameters.attributes.iter().all(is_empty) {
            parser.set_attr("arg_attrs", ctx.array_attr(&parameters.attributes));
        }
        let ty = function_type(&ctx, result, &parameters.types, parameters.is_var_arg);
        parser.set_attr("function_type", ctx.type_attr(ty));
        if let Some(range) = VScaleRangeAttr::parse_optional(parser)? {
            parser.set_attr("vscale_range", range);
        }
        parser.parse_attr_dict_with_keyword()?;
        if parser.at_punct("{") {
            let position = parser.position();
            if parameters.named.len() != parameters.types.len() {
                return Err(
                    parser.error(position, "the arguments of a function with a body have names")
                );
            }
            return parser.parse_region(&parameters.named);
        }
        parser.add_empty_region();
        Ok(())
    }

    fn print<'b>(op: LlvmFuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        let words = [
            shown(op.linkage(), Linkage::External),
            shown(op.visibility(), Visibility::Default),
            shown(op.unnamed_addr().unwrap_or(UnnamedAddr::None), UnnamedAddr::None),
            shown(op.calling_convention(), CConv::C),
        ];
        for word in words.into_iter().flatten() {
            printer.write(" ");
            printer.write(word);
        }
        printer.write(" ");
        printer.symbol_name(op.op().symbol_name().map_or("", |name| name.text(ctx)));
        let Some(ty) = op.signature() else { return };
        let region = Some(op.body()).filter(|region| !region.is_empty());
        print_parameters(op, ty, region, printer);
        if ty.result.as_dialect::<LlvmVoidType>(ctx).is_none() {
            printer.write(" -> ");
            if op.res_attrs().is_some() {
                printer.write("(");
                printer.ty(ty.result);
                print_attributes(op.res_attrs(), 0, printer);
                printer.write(")");
            } else {
                printer.ty(ty.result);
            }
        }
        let range_is_shown = VScaleRangeAttr::print_short(op.vscale_range_attr(), printer);
        let shown = if range_is_shown { &SHOWN[..] } else { &SHOWN[1..] };
        printer.attr_dict_with_keyword(op.op(), shown);
        if let Some(region) = region {
            printer.write(" ");
            printer.region(region, PrintRegion { entry_args: false, terminator: true });
        }
    }
}

impl<'b> LlvmFuncOpRef<'b> {
    /// The type, as data.
    pub fn signature(self) -> Option<&'b LlvmFunctionType> {
        let ctx = self.op().context();
        self.function_type().as_type(ctx)?.as_dialect::<LlvmFunctionType>(ctx)
    }
}

impl VerifyOp for LlvmFuncOp {
    fn verify(op: LlvmFuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(ty) = op.signature() else { return };
        if let Some(&wrong) =
            ty.parameters.iter().find(|&&parameter| !is_value_type(ctx, parameter))
        {
            let wrong = print_type(ctx, wrong);
            let message = format!("expects parameters of LLVM types, found '{wrong}'");
            diagnostics.error(op.op().op_error(message));
        }
        if op.linkage() == Linkage::Common {
            diagnostics.error(op.op().op_error("functions cannot have 'common' linkage"));
        }
        verify_passthrough(op, diagnostics);
        let has_result = ty.result.as_dialect::<LlvmVoidType>(ctx).is_none();
        let results = if has_result { &[ty.result][..] } else { &[] };
        verify_signature_attributes(op.op(), &ty.parameters, results, diagnostics);
        let Some(entry) = op.body().entry() else {
            if !matches!(op.linkage(), Linkage::External | Linkage::ExternWeak) {
                let message = "external functions must have 'external' or 'extern_weak' linkage";
                diagnostics.error(op.op().op_error(message));
            }
            return;
        };
        let arguments = entry.arguments().iter().map(|&argument| entry.body().ty(argument));
        if !arguments.eq(ty.parameters.iter().copied()) {
            let message = "entry block arguments must have the function's parameter types";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

/// Checks that the entries of `passthrough` are names, or names with values.
fn verify_passthrough(op: LlvmFuncOpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let is_text = |attribute: &Attribute| attribute.as_str(ctx).is_some();
    let passed = op.passthrough().and_then(|list| list.as_array(ctx)).unwrap_or_default();
    let fits = |entry: &Attribute| {
        is_text(entry)
            || entry.as_array(ctx).is_some_and(|pair| pair.len() == 2 && pair.iter().all(is_text))
    };
    if !passed.iter().all(fits) {
        let message =
            "expects 'passthrough' to have strings, or arrays of two strings: name and value";
        diagnostics.error(op.op().op_error(message));
    }
}
