//! The program of `docs/second-day/attributes.md`.

use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::ir::parameters::VerifyParameters;
use mlir_lite::ir::prelude::*;
use mlir_lite::read_module;

/// The order of the elements of a grid in memory.
#[enum_attr(storage = i32)]
pub enum Order {
    /// Row by row.
    #[case("rows")]
    Rows,
    /// Column by column.
    #[case("columns")]
    Columns,
}

/// A grid of elements of any type, with its order.
#[type_def(
    name = "grid.grid",
    format = "`<` $width `x` $height `of` $element (`in` $order^)? `>`",
    verify
)]
pub struct GridType {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
    /// The type of an element.
    pub element: Type,
    /// The order, if it matters.
    pub order: Option<Order>,
}

impl VerifyParameters for GridType {
    fn verify(&self, ctx: &Context) -> Result<(), String> {
        if self.width == 0 || self.height == 0 {
            return Err("a grid has at least one element".to_owned());
        }
        match self.element.is_float(ctx) || self.element.is_integer(ctx) {
            true => Ok(()),
            false => Err("the elements of a grid are numbers".to_owned()),
        }
    }
}

/// The file that a grid is read from.
#[attr_def(name = "grid.source", format = "`<` $path (`,` `skip` `=` $skip^)? `>`")]
pub struct SourceAttr {
    /// The path.
    pub path: String,
    /// The lines at the start of the file that are not read.
    #[default(0)]
    pub skip: i64,
}

/// Reads a grid.
#[op(name = "grid.read", format = "$source attr-dict `:` type($result)")]
pub struct ReadOp {
    #[attr]
    source: SourceAttr,
    #[result]
    result: GridType,
}

struct GridDialect;

impl Dialect for GridDialect {
    const NAMESPACE: &'static str = "grid";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.enumeration::<Order>();
        dialect.ty::<GridType>();
        dialect.attribute::<SourceAttr>();
        dialect.op::<ReadOp>();
    }
}

fn main() {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<GridDialect>();
    let text = r#"%0 = grid.read <"a.csv", skip = 2> : !grid.grid<3 x 4 of f64 in rows>"#;
    let module = read_module(&ctx, text).expect("the text is right");
    assert_eq!(module.to_string(), format!("module {{\n  {text}\n}}"));

    let read = module.walk().find_map(|op| op.cast::<ReadOp>()).expect("it is there");
    let grid = GridType::of(&ctx, read.result().ty()).expect("it is a grid");
    assert_eq!((grid.width, grid.height, grid.order), (3, 4, Some(Order::Rows)));
    let same = GridType::get(&ctx, 3, 4, Type::F64, Some(Order::Rows));
    assert_eq!(read.result().ty(), same);

    let wrong = text.replace("3 x 4", "0 x 4");
    let error = read_module(&ctx, &wrong).expect_err("the grid is empty");
    assert!(error.contains("a grid has at least one element"), "{error}");
}
