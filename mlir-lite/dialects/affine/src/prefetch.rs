//! `affine.prefetch`: a hint that an element will be used.

use crate::access::{AffineAccess, AffineAccesses, MemoryAccess};
use crate::indexing::{Indexing, parse_memref_type};
use crate::lowering::{Std, map_results};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Says that an element of a memref will soon be read or written, and how long
/// it should stay in the cache: `locality<0>` not at all, `locality<3>` as long
/// as possible.
///
/// ```mlir
/// affine.prefetch %0[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
/// ```
#[op(name = "affine.prefetch",
     implements(
         CustomAssembly, VerifyOp, FoldOp = AffineAccesses<Self>, InterpretOp,
         AffineAccess { memref, indices, map, set_memref, set_indices, set_map }, LowerTo<Std>,
     ))]
pub struct PrefetchOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr(typed)]
    map: AffineMapAttr,
    /// Whether it will be written.
    #[attr(name = "isWrite")]
    is_write: BoolAttr,
    /// From 0 to 3.
    #[attr(name = "localityHint")]
    locality_hint: I32Attr,
    /// True for the data cache, false for the instruction cache.
    #[attr(name = "isDataCache")]
    is_data_cache: BoolAttr,
}

fn parse_alternative(parser: &mut OpAsmParser<'_, '_>, no: &str, yes: &str) -> Parsed<Attribute> {
    parser.parse_punct(",")?;
    if parser.parse_optional_keyword(no) {
        return Ok(Attribute::FALSE);
    }
    if parser.parse_optional_keyword(yes) {
        return Ok(Attribute::TRUE);
    }
    Err(parser.expected(&format!("'{no}' or '{yes}'")))
}

impl CustomAssembly for PrefetchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let access = Indexing::parse(parser)?;
        parser.set_attr("map", ctx.affine_map_attr(access.map));
        let is_write = parse_alternative(parser, "read", "write")?;
        parser.set_attr("isWrite", is_write);
        parser.parse_punct(",")?;
        parser.parse_keyword("locality")?;
        parser.parse_punct("<")?;
        let locality = parser.parse_integer()?;
        parser.parse_punct(">")?;
        parser.set_attr("localityHint", ctx.integer_attr(Type::I32, locality));
        let is_data = parse_alternative(parser, "instr", "data")?;
        parser.set_attr("isDataCache", is_data);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let (ty, _) = parse_memref_type(parser)?;
        access.add_to(parser, ty)
    }

    fn print<'b>(op: PrefetchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        MemoryAccess::of(op).print_indexing(printer);
        printer.write(if op.is_write() == Attribute::TRUE { ", write" } else { ", read" });
        printer.display(format_args!(", locality<{}>", op.locality().unwrap_or(0)));
        printer.write(if op.is_data_cache() == Attribute::TRUE { ", data" } else { ", instr" });
        printer.attr_dict(op.op(), &["map", "isWrite", "localityHint", "isDataCache"]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for PrefetchOp {
    fn verify(op: PrefetchOpRef<'_>, diagnostics: &mut Diagnostics) {
        if !op.locality().is_some_and(|locality| (0..=3).contains(&locality)) {
            diagnostics.error(op.op().op_error("expects a 'localityHint' from 0 to 3"));
        }
        MemoryAccess::of(op).verify(diagnostics);
    }
}

impl PrefetchOpRef<'_> {
    /// How long the element should stay in the cache.
    fn locality(self) -> Option<i64> {
        self.locality_hint().as_i64(self.context())
    }
}

impl InterpretOp for PrefetchOp {
    /// A hint changes nothing.
    fn interpret<'b>(_op: PrefetchOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for PrefetchOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (location, memref) = (body.location(op.id()), op.memref(body));
        let ctx = body.context();
        let flag = |value: Attribute| value.as_bool(ctx).ok_or("a flag is not a boolean");
        let (write, data) = (flag(op.is_write(body))?, flag(op.is_data_cache(body))?);
        let locality = op.locality_hint(body).as_i64(ctx).ok_or("the hint is not a number")? as i32;
        let (map, operands) = (op.map(body), op.indices(body));
        let indices = map_results(rewriter, map, &operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::PrefetchOp::build(b, location, memref, &indices, write, locality, data)
        });
        Ok(())
    }
}
