//! Dialects that files in IRDL define: `--irdl-file`.

use std::path::PathBuf;
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::dialects::irdl::{IrdlDialect, load_irdl};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile, SourceMap};

use crate::source;

/// Reads the files that define dialects.
pub(crate) fn read(
    files: &[PathBuf],
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Arc<SourceFile>>, Reported> {
    files.iter().map(|file| source::load(Some(file), sources, diagnostics)).collect()
}

/// Loads the dialects that the files define, in their order.
pub(crate) fn load(
    ctx: &Context,
    files: &[Arc<SourceFile>],
    parse: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if !files.is_empty() && ctx.dialect_id(IrdlDialect::NAMESPACE).is_none() {
        ctx.load::<IrdlDialect>();
    }
    for file in files {
        let module = text::parse_module(ctx, file, parse, diagnostics)?;
        verify(&module, diagnostics)?;
        load_irdl(&module, diagnostics)?;
    }
    Ok(())
}
