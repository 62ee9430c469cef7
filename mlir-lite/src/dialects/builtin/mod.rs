//! The builtin dialect: modules, and casts between type systems.

mod cast;

pub use cast::{UnrealizedConversionCastOp, UnrealizedConversionCastOpAdaptor};

use crate::context::{Context, Dialect, DialectRegistration, InterfaceMap};
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId};
use crate::ir::ident::Ident;
use crate::ir::location::Location;
use crate::ir::op_def::{
    Assembly, AttrConstraintDef, AttrDef, NameCache, OpDef, OpDefinition, RegionDef, TraitDef, UpstreamDef,
};
use crate::ir::view::OpRef;
use crate::ir::{constraints, traits};
use crate::text::asm::{OpAsmParser, OpAsmPrinter, Parsed, PrintRegion};

/// `builtin`: `module` and what every compiler needs.
pub struct BuiltinDialect;

impl Dialect for BuiltinDialect {
    const NAMESPACE: &'static str = "builtin";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Modules and what every compiler needs");
        dialect.op::<ModuleOp>();
        dialect.op::<UnrealizedConversionCastOp>();
    }
}

/// A container of functions and other symbols.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ModuleOp(OpId);

static MODULE: OpDef = OpDef {
    name: "builtin.module",
    upstream: Some(UpstreamDef { names: &["builtin.module"], choose: None, assembly: None }),
    summary: "A container of functions and other symbols",
    description: "",
    operands: &[],
    results: &[],
    attrs: &[
        AttrDef {
            name: "sym_name",
            constraint: AttrConstraintDef::of::<constraints::StrAttr>(),
            optional: true,
            default: None,
        },
        AttrDef {
            name: "sym_visibility",
            constraint: AttrConstraintDef::of::<constraints::StrAttr>(),
            optional: true,
            default: None,
        },
    ],
    regions: &[RegionDef { name: "body", variadic: false, single_block: true }],
    successors: &[],
    traits: &[
        TraitDef::of::<traits::IsolatedFromAbove>(),
        TraitDef::of::<traits::Symbol>(),
        TraitDef::of::<traits::SymbolTable>(),
        TraitDef::of::<traits::SingleBlock>(),
        TraitDef::of::<traits::NoTerminator>(),
        TraitDef::of::<traits::AffineScope>(),
    ],
    assembly: Assembly::Custom { parse: parse_module, print: print_module },
    verify: None,
    fold: None,
    canonicalize: None,
    cache: NameCache::new(),
};

impl OpDefinition for ModuleOp {
    const NAME: &'static str = "builtin.module";
    fn def() -> &'static OpDef {
        &MODULE
    }
    fn from_id(id: OpId) -> Self {
        Self(id)
    }
    fn id(self) -> OpId {
        self.0
    }
    fn register_interfaces(_interfaces: &mut InterfaceMap) {}
}

impl ModuleOp {
    /// An empty module.
    pub fn create(ctx: &Context, location: Location) -> Body {
        let mut body = Body::new(ctx, Self::name(ctx), location, 1);
        let region = body.region(body.root(), 0);
        body.create_block(region, &[]);
        body
    }

    /// The block that holds a module's ops.
    ///
    /// # Panics
    /// If the body is not that of a verified module.
    pub fn body_block(module: &Body) -> BlockId {
        module.entry_block(module.region(module.root(), 0)).expect("a module has a block")
    }
}

fn parse_module(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    if parser.at_symbol() {
        let name = parser.parse_symbol_name()?;
        let name = parser.context().string_attr(name.text(parser.context()));
        parser.set_attr_ident(Ident::SYM_NAME, name);
    }
    parser.parse_attr_dict_with_keyword()?;
    parser.parse_region(&[])?;
    parser.ensure_block();
    Ok(())
}

fn print_module<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    if let Some(name) = op.symbol_name() {
        printer.write(" ");
        printer.symbol_name(name.text(op.context()));
    }
    printer.attr_dict_with_keyword(op, &["sym_name"]);
    printer.write(" ");
    for region in op.regions() {
        printer.region(region, PrintRegion::default());
    }
}
