//! Debug output of parts of the framework.
//!
//! A part has a name, such as `dialect-conversion`. Output is formatted only if it has been
//! requested.

use crate::data::Context;

type Write = Box<dyn Fn(&str) + Send + Sync>;

/// The parts that have debug output: `dialect-conversion` logs how each op is legalized.
pub const DEBUG_PARTS: &[&str] = &["dialect-conversion"];

/// The parts whose output is requested, and the function that receives it.
pub(crate) struct DebugOutput {
    parts: Vec<String>,
    write: Write,
}

impl Context {
    /// Sends the debug output of `parts` to `write`, in pieces of whole lines. Pieces about bodies
    /// that are processed in parallel come in any order. Only the first call for a context has an
    /// effect; returns whether this is the first.
    ///
    /// [`DEBUG_PARTS`] lists the parts.
    ///
    /// # Panics
    /// If a part is not in [`DEBUG_PARTS`].
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

    /// The function that receives the output of `part`, if it is requested.
    #[doc(hidden)]
    pub fn debug_output(&self, part: &str) -> Option<&(dyn Fn(&str) + Send + Sync)> {
        let output = self.data().debug.get()?;
        output.parts.iter().any(|name| name == part).then_some(&*output.write)
    }
}
