//! Passes that print the IR's structure and change nothing.

mod def_use;
mod nesting;
mod op_graph;
mod op_stats;

pub use def_use::PrintDefUsePass;
pub use nesting::PrintNestingPass;
pub use op_graph::{GraphOptions, ViewOpGraphPass};
pub use op_stats::PrintOpStatsPass;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, visible_lines};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a report goes.
#[derive(Clone, Debug, Default)]
pub enum ReportSink {
    /// Standard output.
    #[default]
    Stdout,
    /// Standard error.
    Stderr,
    /// To a buffer that the caller reads.
    Buffer(Arc<Mutex<String>>),
}

impl ReportSink {
    fn write(&self, report: &str, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        // Names of ops and symbols may have any characters.
        let report = &*visible_lines(report);
        let written = match self {
            Self::Stdout => io::stdout().lock().write_all(report.as_bytes()),
            Self::Stderr => io::stderr().lock().write_all(report.as_bytes()),
            Self::Buffer(buffer) => {
                buffer.lock().unwrap_or_else(PoisonError::into_inner).push_str(report);
                Ok(())
            }
        };
        written.map_err(|error| {
            diagnostics.error(Diagnostic::error(
                Position::Unknown,
                format!("cannot write the report: {error}"),
            ))
        })
    }
}
