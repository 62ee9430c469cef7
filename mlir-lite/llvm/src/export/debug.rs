//! Debug information: the locations of ops become those of machine instructions.
//!
//! Debuggers and profilers get files, functions and lines from the locations that all ops have. A
//! location inside of an inlined function becomes one of LLVM's inlined locations, as far as the
//! function at the source location is known. Instructions of ops without a location have line 0,
//! which means none.
//!
//! Deliberately not here: variables and types.

use std::cell::RefCell;
use std::sync::Arc;

use super::TypeTranslation;
use inkwell::{
    context::Context as LlvmContext,
    debug_info::{
        AsDIScope, DIFile, DIFlags, DIFlagsConstants, DILocation, DISubprogram, DISubroutineType,
        DWARFEmissionKind, DWARFSourceLanguage, DebugInfoBuilder, debug_metadata_version,
    },
    module::{FlagBehavior, Linkage, Module},
    values::FunctionValue,
};
use mlir_lite::context::Context;
use mlir_lite::ir::Location;
use mlir_lite::ir::view::OpRef;
use mlir_lite_diagnostics::Position;
use rustc_hash::FxHashMap;

/// The emitted version of DWARF.
const DWARF: u64 = 5;

/// The source, compiler and options that debug information names.
#[derive(Clone, Copy)]
pub struct DebugInfo<'a> {
    /// The name of the source.
    pub file: &'a str,
    /// The folder that names of files are relative to.
    pub folder: &'a str,
    /// The name and version of the compiler.
    pub producer: &'a str,
    /// Whether the code is optimised.
    pub is_optimized: bool,
    /// The source function that contains a line of a file.
    pub function_at: &'a dyn Fn(&str, u32) -> Option<SourceFunction>,
}

/// A function of a source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFunction {
    /// Its name.
    pub name: String,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// A line and a column of a file.
struct LineColumn {
    file: Arc<str>,
    line: u32,
    column: u32,
}

/// A function of the program, and the default file of its lines.
#[derive(Clone)]
pub(super) struct Scope<'ctx> {
    function: DISubprogram<'ctx>,
    file: Arc<str>,
}

/// Builds the debug information of a module.
pub(super) struct DebugExport<'d, 'ctx> {
    info: DebugInfo<'d>,
    ctx: Context,
    llvm: &'ctx LlvmContext,
    builder: DebugInfoBuilder<'ctx>,
    /// The types of functions are not described.
    ty: DISubroutineType<'ctx>,
    files: RefCell<FxHashMap<Arc<str>, DIFile<'ctx>>>,
    /// Functions that were inlined.
    inlined: RefCell<FxHashMap<(Arc<str>, SourceFunction), DISubprogram<'ctx>>>,
}

impl<'d, 'ctx> DebugExport<'d, 'ctx> {
    pub(super) fn new(
        module: &Module<'ctx>,
        types: &TypeTranslation<'ctx>,
        info: DebugInfo<'d>,
    ) -> Self {
        let number = |value| types.llvm.i32_type().const_int(value, false);
        let version = u64::from(debug_metadata_version());
        module.add_basic_value_flag("Debug Info Version", FlagBehavior::Warning, number(version));
        module.add_basic_value_flag("Dwarf Version", FlagBehavior::Warning, number(DWARF));
        let (builder, unit) = module.create_debug_info_builder(
            true,
            // DWARF has no number for this language; with C's, debuggers show numbers and calls.
            DWARFSourceLanguage::C,
            info.file,
            info.folder,
            info.producer,
            info.is_optimized,
            "",
            0,
            "",
            DWARFEmissionKind::Full,
            0,
            true,
            false,
            "",
            "",
        );
        let ty = builder.create_subroutine_type(unit.get_file(), None, &[], DIFlags::ZERO);
        let files = RefCell::new(FxHashMap::from_iter([(info.file.into(), unit.get_file())]));
        let (ctx, llvm) = (types.ctx.clone(), types.llvm);
        Self { info, ctx, llvm, builder, ty, files, inlined: RefCell::default() }
    }

    /// Completes what was built.
    pub(super) fn finish(&self) {
        self.builder.finalize();
    }

    /// Sets the source location of a function, if it is known.
    pub(super) fn declare(
        &self,
        op: OpRef<'_>,
        symbol: &str,
        function: FunctionValue<'ctx>,
    ) -> Option<Scope<'ctx>> {
        let LineColumn { file, line, .. } = self.place(op.location())?;
        let source = (self.info.function_at)(&file, line);
        let SourceFunction { name, line } =
            source.unwrap_or(SourceFunction { name: symbol.to_owned(), line });
        // If both names are equal, the linkage name is left out.
        let linkage_name = if name == symbol { "" } else { symbol };
        let is_local = function.get_linkage() != Linkage::External;
        let subprogram = self.subprogram(&file, &name, linkage_name, line, is_local);
        function.set_subprogram(subprogram);
        Some(Scope { function: subprogram, file })
    }

    fn subprogram(
        &self,
        file: &Arc<str>,
        name: &str,
        linkage_name: &str,
        line: u32,
        is_local: bool,
    ) -> DISubprogram<'ctx> {
        let file = self.file(file);
        let scope = file.as_debug_info_scope();
        let (ty, is_optimized) = (self.ty, self.info.is_optimized);
        self.builder.create_function(
            scope,
            name,
            Some(linkage_name),
            file,
            line,
            ty,
            is_local,
            true,
            line,
            DIFlags::ZERO,
            is_optimized,
        )
    }

    fn file(&self, name: &Arc<str>) -> DIFile<'ctx> {
        let mut files = self.files.borrow_mut();
        *files
            .entry(Arc::clone(name))
            .or_insert_with(|| self.builder.create_file(name, self.info.folder))
    }

    /// The location of an instruction in a function.
    pub(super) fn location(&self, function: &Scope<'ctx>, location: Location) -> DILocation<'ctx> {
        let mut scope = function.clone();
        let mut inlined_at = None;
        // From the function inwards; where a function is not known, the inlined code counts as the
        // caller's.
        let mut calls = location.call_chain(&self.ctx);
        calls.reverse();
        let inner = calls.iter().skip(1).copied().chain([location]);
        for (&call, inner) in calls.iter().zip(inner) {
            let (Some(at), Some(place)) = (self.place(call), self.place(inner)) else { continue };
            let Some(source) = (self.info.function_at)(&place.file, place.line) else { continue };
            inlined_at = Some(self.at(&at, &scope, inlined_at));
            let key = (Arc::clone(&place.file), source);
            let mut inlined = self.inlined.borrow_mut();
            let callee = inlined.entry(key).or_insert_with_key(|(file, source)| {
                self.subprogram(file, &source.name, "", source.line, true)
            });
            scope = Scope { function: *callee, file: place.file };
        }
        let nowhere = || LineColumn { file: Arc::clone(&scope.file), line: 0, column: 0 };
        self.at(&self.place(location).unwrap_or_else(nowhere), &scope, inlined_at)
    }

    fn at(
        &self,
        place: &LineColumn,
        scope: &Scope<'ctx>,
        inlined_at: Option<DILocation<'ctx>>,
    ) -> DILocation<'ctx> {
        let mut inner = scope.function.as_debug_info_scope();
        if place.file != scope.file {
            let block = self.builder.create_lexical_block(
                inner,
                self.file(&place.file),
                place.line,
                place.column,
            );
            inner = block.as_debug_info_scope();
        }
        self.builder.create_debug_location(self.llvm, place.line, place.column, inner, inlined_at)
    }

    /// The source position of a location.
    fn place(&self, location: Location) -> Option<LineColumn> {
        match location.to_position(&self.ctx) {
            Position::Span(span) => {
                let place = self.ctx.sources().line_col(span.start)?;
                Some(LineColumn {
                    file: place.file.name().into(),
                    line: place.line,
                    column: place.col,
                })
            }
            Position::FileLineCol { file, line, col } => {
                Some(LineColumn { file, line, column: col })
            }
            Position::Unknown => None,
        }
    }
}
