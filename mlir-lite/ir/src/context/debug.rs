//! Debug output: what parts of the framework tell of what they do.
//!
//! A part has a name, such as `dialect-conversion`. Nothing is made up where
//! nobody listens.

use crate::context::Context;

type Write = Box<dyn Fn(&str) + Send + Sync>;

/// The parts that tell something: `dialect-conversion` tells how each op is legalized.
pub const DEBUG_PARTS: &[&str] = &["dialect-conversion"];

/// Who listens, and to which parts.
pub(crate) struct DebugOutput {
    parts: Vec<String>,
    write: Write,
}

impl Context {
    /// Sends what these parts tell to `write`, in pieces of whole lines. Pieces
    /// of bodies that are worked on at the same time come in any order. Only
    /// the first call of a context counts; the result says whether it is that.
    ///
    /// [`DEBUG_PARTS`] are the parts that there are.
    ///
    /// # Panics
    /// If there is no such part.
    #[track_caller]
    pub fn set_debug_output(
        &self,
        parts: impl IntoIterator<Item = impl Into<String>>,
        write: impl Fn(&str) + Send + Sync + 'static,
    ) -> bool {
        let parts: Vec<String> = parts.into_iter().map(Into::into).collect();
        for part in &parts {
            assert!(
                DEBUG_PARTS.contains(&&**part),
                "no part '{part}' has debug output; there are {DEBUG_PARTS:?}"
            );
        }
        self.data().debug.set(DebugOutput { parts, write: Box::new(write) }).is_ok()
    }

    /// Where a part's output goes, if anywhere.
    #[doc(hidden)]
    pub fn debug_output(&self, part: &str) -> Option<&(dyn Fn(&str) + Send + Sync)> {
        let output = self.data().debug.get()?;
        output.parts.iter().any(|name| name == part).then_some(&*output.write)
    }
}
