//! The flags of `mlir-opt` 22 that are not here, with the reason and what to use instead.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use mlir_lite::pass::PassRegistry;

/// Reasons, with the names of flags.
pub(crate) const ABSENT_FLAGS: [(&str, &str); 11] = [
    (
        "mlir-opt 22 has 'one-shot-bufferize' in its place",
        "arith-bufferize func-bufferize linalg-bufferize scf-bufferize tensor-bufferize \
            vector-bufferize bufferization-bufferize finalizing-bufferize buffer-deallocation",
    ),
    (
        "mlir-opt 22 does not have it any more; '--convert-to-llvm' lowers all dialects to 'llvm'",
        "convert-linalg-to-llvm",
    ),
    ("there is no bytecode: IR is kept as text", "emit-bytecode emit-bytecode-version"),
    (
        "dialects and passes are added by a tool of one's own: see 'docs/own-dialects.md'",
        "load-dialect-plugin load-pass-plugin",
    ),
    (
        "'--debug-only=dialect-conversion' shows what a conversion does",
        "log-actions-to \
      log-mlir-actions-filter profile-actions-to mlir-debug-counter mlir-print-debug-counter \
      mlir-enable-debugger-hook",
    ),
    ("'--list-passes' and '--help' list the passes and the flags", "help-list help-list-hidden"),
    ("locations have one form: '--mlir-print-debuginfo'", "mlir-pretty-debuginfo"),
    (
        "more than 100 elements are printed as one hexadecimal number",
        "mlir-print-elementsattrs-with-hex-if-larger",
    ),
    (
        "an invalid op is printed in generic form; '--verify-each=false' leaves out checks",
        "mlir-very-unsafe-disable-verifier-on-parsing",
    ),
    ("notes are always shown", "mlir-disable-diagnostic-notes mlir-diagnostic-verbosity-level"),
    (
        "'--pass-pipeline-crash-reproducer=FILE' writes one where a pass fails",
        "mlir-generate-reproducer mlir-output-format",
    ),
];

/// The reason why there is no flag or pass of a name, if it is one of `mlir-opt`'s.
pub(crate) fn reason(name: &str, registry: &PassRegistry) -> Option<&'static str> {
    let is_meant =
        |(_, names): &&(&str, &str)| names.split_whitespace().any(|absent| absent == name);
    let of_flag = ABSENT_FLAGS.iter().find(is_meant).map(|&(reason, _)| reason);
    of_flag.or_else(|| registry.absence(name))
}

/// The error about an unknown flag that is one of `mlir-opt`'s, with the reason.
pub(crate) fn with_reason(
    error: clap::Error,
    command: &mut Command,
    registry: &PassRegistry,
) -> clap::Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let name = unknown.trim_start_matches('-');
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    match reason(name, registry) {
        Some(reason) => {
            let message = format!("'--{name}' of mlir-opt is not here: {reason}");
            command.error(ErrorKind::UnknownArgument, message)
        }
        None => {
            let mut error = error;
            let tip = ContextValue::StyledStrs(vec![NOT_OF_MLIR_OPT.into()]);
            error.insert(ContextKind::Suggested, tip);
            error
        }
    }
}

/// The tip about a name that is none of a flag or a pass of `mlir-opt`.
const NOT_OF_MLIR_OPT: &str = "mlir-opt 22 has no such flag or pass either; a project's own passes \
    are in the tool that it builds: see 'docs/own-dialects.md'";
