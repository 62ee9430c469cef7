//! Names that mean something: which dialects and ops a name can be about.
//!
//! A name that nothing has is a mistake of whoever wrote it: a conversion that makes the ops of dialect `arithh` illegal
//! converts nothing. Where ops of dialects that are not loaded are allowed, any dialect's name may be meant.

use crate::context::op_name::SHORT_NAME_PREFIXES;
use crate::context::{Context, DialectId};
use mlir_lite_diagnostics::{did_you_mean, nearest};
use std::sync::atomic::Ordering;

/// The dialects of this crate, which may be loaded at any time, and the prefixes that MLIR 22 has for their ops.
const OWN_DIALECTS: [&str; 15] = [
    "builtin",
    "std",
    "scf",
    "affine",
    "llvm",
    "arith",
    "bufferization",
    "cf",
    "complex",
    "func",
    "index",
    "math",
    "memref",
    "tensor",
    "vector",
];

impl Context {
    /// Says whether ops of dialects that are not loaded are allowed. Text that is parsed with
    /// [`allow_unregistered`](crate::text::ParseOptions::allow_unregistered) allows them too.
    pub fn allow_unregistered_dialects(&self, allowed: bool) {
        self.data().allows_unregistered.store(allowed, Ordering::Relaxed);
    }

    /// Whether ops of dialects that are not loaded are allowed.
    pub fn allows_unregistered_dialects(&self) -> bool {
        self.data().allows_unregistered.load(Ordering::Relaxed)
    }

    /// Notes that text has a name that only MLIR 22 has.
    pub(crate) fn note_upstream_name(&self) {
        self.data().reads_upstream_names.store(true, Ordering::Relaxed);
    }

    /// Whether text that has been read has names that only MLIR 22 has.
    pub(crate) fn reads_upstream_names(&self) -> bool {
        self.data().reads_upstream_names.load(Ordering::Relaxed)
    }

    /// The name of an op, given that of its declaration, in the generation of names that text has which has been read; of
    /// those of 2020, without the dialect where that can be left out.
    pub(crate) fn spelling_of(&self, declared: &'static str) -> &'static str {
        let short = || {
            declared.strip_prefix("std.").or(declared.strip_prefix("builtin.")).unwrap_or(declared)
        };
        if !self.reads_upstream_names() {
            return short();
        }
        let def = self.registered_op_as_written(declared).and_then(|name| self.op_info(name).def());
        let upstream = def.and_then(|def| def.upstream.as_ref()?.names.first().copied());
        upstream.unwrap_or(declared)
    }

    /// Checks that there may be ops of dialect `name`, in any spelling.
    ///
    /// # Errors
    /// What is wrong, and what the name was probably meant to be.
    pub fn check_dialect_name(&self, name: &str) -> Result<(), String> {
        if self.dialect_of_prefix(name).is_some()
            || OWN_DIALECTS.contains(&name)
            || self.op_names().any(|op| self.op_info(op).namespace() == name)
        {
            return Ok(());
        }
        let known = self.dialect_prefixes();
        let near = nearest(name, known.iter().copied().chain(OWN_DIALECTS));
        let help = match near {
            // Of a dialect that is not loaded, but hardly by chance so like one that is.
            Some(near) => format!("; {}", did_you_mean(near)),
            None if self.allows_unregistered_dialects() => return Ok(()),
            None => format!("; there are {}", known.join(", ")),
        };
        Err(format!("no dialect '{name}' is loaded{help}"))
    }

    /// Checks that there may be ops of that name, in any spelling.
    ///
    /// # Errors
    /// What is wrong, and what the name was probably meant to be.
    pub fn check_op_name(&self, name: &str) -> Result<(), String> {
        if self.registered_op(name).is_some() || self.has_op_name(name) {
            return Ok(());
        }
        let Some((prefix, short)) = name.split_once('.') else {
            if self.allows_unregistered_dialects() {
                return Ok(());
            }
            return Err(format!("there is no op '{name}'{}", self.near_op(name)));
        };
        let Some(dialect) = self.dialect_of_prefix(prefix) else {
            return self.check_dialect_name(prefix);
        };
        if self.allows_unknown(dialect) {
            return Ok(());
        }
        Err(format!("dialect '{prefix}' has no op '{short}'{}", self.near_op(name)))
    }

    /// A question after the op that a name was probably meant to be, to be put after a message.
    fn near_op(&self, name: &str) -> String {
        let names = self.op_spellings();
        nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!("; {}", did_you_mean(near)))
    }

    /// All names of the ops of loaded dialects: those of their declarations, those without the dialect where that is
    /// short for the op, and those of MLIR 22.
    fn op_spellings(&self) -> Vec<&'static str> {
        let dialects =
            self.loaded_dialects().into_iter().filter_map(|namespace| self.dialect_id(namespace));
        let mut names = Vec::new();
        for def in dialects.flat_map(|dialect| self.dialect_ops(dialect)) {
            names.push(def.name);
            names.extend(
                SHORT_NAME_PREFIXES.iter().find_map(|prefix| def.name.strip_prefix(prefix)),
            );
            names.extend(def.upstream.as_ref().map_or(&[][..], |upstream| upstream.names));
        }
        names
    }

    /// Namespaces of the loaded dialects, and the prefixes that MLIR 22 has for their ops; sorted.
    pub fn dialect_prefixes(&self) -> Vec<&'static str> {
        let mut prefixes = self.loaded_dialects();
        prefixes.extend(self.upstream_prefixes());
        prefixes.sort_unstable();
        prefixes.dedup();
        prefixes
    }

    /// The loaded dialect that `name` is about: its own namespace, or a prefix that MLIR 22 has for some of its ops.
    pub fn find_dialect(&self, name: &str) -> Option<DialectId> {
        self.dialect_of_prefix(name)
    }
}
