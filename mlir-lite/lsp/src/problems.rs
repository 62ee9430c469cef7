//! Diagnostics in the form of the protocol.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Uri,
};
use mlir_lite_diagnostics::Severity;

use crate::language::Problem;
use crate::positions::Encoding;
use crate::text::Text;

/// A problem as the protocol writes it.
pub(crate) fn diagnostic(
    uri: &Uri,
    text: &Text,
    problem: &Problem,
    encoding: Encoding,
) -> Diagnostic {
    let related = problem.related.iter().map(|(range, message)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), encoding.range(text, range)),
        message: message.clone(),
    });
    Diagnostic {
        range: encoding.range(text, &problem.range),
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Remark => DiagnosticSeverity::INFORMATION,
            Severity::Note => DiagnosticSeverity::HINT,
        }),
        code: problem.code.map(|code| NumberOrString::String(code.to_owned())),
        source: None,
        message: problem.message.clone(),
        related_information: (!problem.related.is_empty()).then(|| related.collect()),
        ..Diagnostic::default()
    }
}
