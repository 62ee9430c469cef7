//! Dialects that files in IRDL define: `--irdl-file`, in the opt tool and in tools that load them
//! into many contexts.

use std::path::PathBuf;
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::dialects::irdl::{IrdlDialect, load_irdl};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile, SourceMap};

use crate::report::{DiagnosticStyle, report};
use crate::source;
use crate::status::Status;

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

/// Files that define dialects, for tools that load these into many contexts: servers and reducers.
#[derive(Clone, Debug)]
pub struct Definitions(Vec<PathBuf>);

impl Definitions {
    /// The files of a command line. They are loaded once into a context that `set_up` prepares, so
    /// that errors in them are reported here.
    ///
    /// # Errors
    /// The exit status, if a file cannot be loaded.
    pub fn new(files: Vec<PathBuf>, set_up: impl FnOnce(&Context)) -> Result<Self, Status> {
        let definitions = Self(files);
        if definitions.0.is_empty() {
            return Ok(definitions);
        }
        let (sources, mut diagnostics) = (Arc::new(SourceMap::new()), Diagnostics::new());
        let ctx = Context::with_sources(Arc::clone(&sources));
        set_up(&ctx);
        let loaded = definitions.try_load(&ctx, &mut diagnostics);
        report(&sources, &diagnostics, DiagnosticStyle::Auto);
        loaded.map(|()| definitions).map_err(|_| Status::InputErrors)
    }

    /// Loads the dialects as the files are now. If a file has become wrong, its dialects and those
    /// of the files after it are unknown.
    pub fn load(&self, ctx: &Context) {
        // A server has no place for errors in other files than those that are open.
        let _ = self.try_load(ctx, &mut Diagnostics::new());
    }

    fn try_load(&self, ctx: &Context, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        if self.0.is_empty() {
            return Ok(());
        }
        let files = read(&self.0, ctx.sources(), diagnostics)?;
        load(ctx, &files, ParseOptions::default(), diagnostics)
    }
}
