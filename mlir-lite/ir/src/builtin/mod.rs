//! The builtin dialect: modules, and casts between type systems.

mod cast;

pub use cast::*;

use crate::ir::prelude::*;
use crate::ir::symbols::TransparentSymbols;

/// `builtin`: `module` and other ops that every compiler needs.
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
#[op(
    name = "builtin.module",
    traits(
        IsolatedFromAbove,
        Symbol,
        SymbolTable,
        IsolatedSymbols,
        MayBeTransparent,
        SingleBlock,
        NoTerminator,
        GraphRegion,
        AffineScope
    ),
    implements(VerifyOp),
    upstream(name = "builtin.module"),
    format = "($sym_name^)? attr-dict-with-keyword $body"
)]
pub struct ModuleOp {
    /// The name; most modules have none.
    #[attr]
    sym_name: Optional<SymbolNameAttr>,
    /// Who may refer to the module. Public if absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// One block with the symbols.
    #[region]
    body: SingleBlockRegion,
}

impl VerifyOp for ModuleOp {
    fn verify(op: ModuleOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.body().entry().is_some_and(|block| !block.arguments().is_empty()) {
            diagnostics.error(op.op_error("region should have no arguments"));
        }
        let transparent = TransparentSymbols::attr_of(op.op());
        if transparent.is_some_and(|value| value != Attribute::UNIT) {
            let name = TransparentSymbols::NAME;
            diagnostics.error(op.op_error(format_args!("attribute '{name}' is a unit attribute")));
        }
        let attributes = op.op().body().discardable_attrs(op.op().id());
        let mut names = attributes.iter().map(|entry| entry.0.text(op.context()));
        if let Some(name) = names.find(|name| !name.contains('.')) {
            let message =
                format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
            diagnostics.error(op.op_error(message));
        }
    }
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
    /// If `module` is not the body of a verified module.
    #[track_caller]
    pub fn body_block(module: &Body) -> BlockId {
        module.entry_block(module.region(module.root(), 0)).expect("a module has a block")
    }
}
