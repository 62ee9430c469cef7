//! Debug output of parts of the framework, and remarks of passes, for those who ask.
//!
//! A part has a name, such as `dialect-conversion`. A program may have parts of its own. Output is
//! formatted only if it has been requested.

use crate::data::Context;
use mlir_lite_diagnostics::RemarkFilter;
use std::sync::{MutexGuard, PoisonError};

type Write = Box<dyn Fn(&str) + Send + Sync>;

/// The parts of mlir-lite that have debug output: `dialect-conversion` logs how each op is
/// legalized.
pub const DEBUG_PARTS: &[&str] = &["dialect-conversion"];

/// The parts whose output is requested, and the function that receives it.
pub(crate) struct DebugOutput {
    parts: Vec<String>,
    write: Write,
}

impl Context {
    /// Adds a part of the program that has debug output.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// let ctx = mlir_lite::Context::new();
    /// ctx.add_debug_part("my-analysis");
    /// ctx.set_debug_output(["my-analysis"], |text| eprint!("{text}"));
    /// if let Some(write) = ctx.debug_output("my-analysis") {
    ///     write("nothing was found\n");
    /// }
    /// ```
    pub fn add_debug_part(&self, name: &str) {
        self.debug_parts().push(name.to_owned());
    }

    fn debug_parts(&self) -> MutexGuard<'_, Vec<String>> {
        self.data().debug_parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the debug output of `parts` to `write`, in pieces of whole lines. Pieces about bodies
    /// that are processed in parallel come in any order. Only the first call for a context has an
    /// effect; returns whether this is the first.
    ///
    /// # Panics
    /// If a part is neither in [`DEBUG_PARTS`] nor was added by [`Context::add_debug_part`].
    #[track_caller]
    pub fn set_debug_output(
        &self,
        parts: impl IntoIterator<Item = impl Into<String>>,
        write: impl Fn(&str) + Send + Sync + 'static,
    ) -> bool {
        let parts: Vec<String> = parts.into_iter().map(Into::into).collect();
        for part in &parts {
            assert!(
                DEBUG_PARTS.contains(&&**part) || self.debug_parts().contains(part),
                "no part '{part}' has debug output; there are {DEBUG_PARTS:?}"
            );
        }
        self.data().debug.set(DebugOutput { parts, write: Box::new(write) }).is_ok()
    }

    /// The function that receives the output of `part`, if it is requested.
    pub fn debug_output(&self, part: &str) -> Option<&(dyn Fn(&str) + Send + Sync)> {
        let output = self.data().debug.get()?;
        output.parts.iter().any(|name| name == part).then_some(&*output.write)
    }

    /// Asks passes for the remarks that the filter accepts. Only the first call for a context has
    /// an effect; returns whether this is the first.
    pub fn set_remark_filter(&self, filter: RemarkFilter) -> bool {
        self.data().remarks.set(filter).is_ok()
    }

    /// Which remarks are wanted; none if no remark is.
    pub fn remark_filter(&self) -> Option<&RemarkFilter> {
        self.data().remarks.get().filter(|filter| !filter.is_empty())
    }
}
