//! Checks names of dialects and ops that users write, such as in options.
//!
//! A name that no dialect or op has is an error: a conversion that makes the ops of dialect
//! `arithh` illegal would convert nothing. If ops of dialects that are not loaded are allowed, any
//! dialect's name is accepted.

use crate::data::Context;
use crate::data::asm::Spelling;
use crate::ir::dialect::DialectId;
use crate::ir::op_name_table::SHORT_NAME_PREFIXES;
use mlir_lite_diagnostics::{did_you_mean, nearest};
use std::sync::atomic::Ordering;

/// The dialects of mlir-lite, which may be loaded at any time, and the prefixes that MLIR 22 has
/// for their ops.
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
    /// Returns whether ops of dialects that are not loaded are allowed. Text that is parsed with
    /// [`allow_unregistered`](crate::text::ParseOptions::allow_unregistered) allows them too.
    pub fn allow_unregistered_dialects(&self, allowed: bool) {
        self.definitions().allows_unregistered.store(allowed, Ordering::Relaxed);
    }

    /// Whether ops of dialects that are not loaded are allowed.
    pub fn allows_unregistered_dialects(&self) -> bool {
        self.definitions().allows_unregistered.load(Ordering::Relaxed)
    }

    /// Records that text uses a name that only one of the spellings has.
    pub(crate) fn note_name_of(&self, spelling: Spelling) {
        let definitions = self.definitions();
        let noted = match spelling {
            Spelling::Std => &definitions.reads_std_names,
            Spelling::Upstream => &definitions.reads_upstream_names,
        };
        noted.store(true, Ordering::Relaxed);
    }

    /// The spelling of the text that has been read: that of today's MLIR if names of it and none
    /// that only 2020's has were read, otherwise that of 2020.
    pub fn input_spelling(&self) -> Spelling {
        let definitions = self.definitions();
        let reads_std = definitions.reads_std_names.load(Ordering::Relaxed);
        let reads_upstream = definitions.reads_upstream_names.load(Ordering::Relaxed);
        if reads_upstream && !reads_std { Spelling::Upstream } else { Spelling::Std }
    }

    /// Returns an op's name in the spelling of the text that was read. `declared` is the name in
    /// the op's declaration. In the 2020 spelling, the dialect is left out where that is allowed.
    pub(crate) fn spelling_of(&self, declared: &'static str) -> &'static str {
        let short = || {
            declared.strip_prefix("std.").or(declared.strip_prefix("builtin.")).unwrap_or(declared)
        };
        if !self.input_spelling().is_upstream() {
            return short();
        }
        let def = self.registered_op_as_written(declared).and_then(|name| self.op_info(name).def());
        let upstream = def.and_then(|def| def.upstream.as_ref()?.names.first().copied());
        upstream.unwrap_or(declared)
    }

    /// Checks that `name` is a dialect, in either spelling.
    ///
    /// # Errors
    /// A message with the reason and a suggestion.
    pub fn check_dialect_name(&self, name: &str) -> Result<(), String> {
        if self.dialect_of_prefix(name).is_some()
            || OWN_DIALECTS.contains(&name)
            || self.has_op_of(name)
        {
            return Ok(());
        }
        let known = self.dialect_prefixes();
        let near = nearest(name, known.iter().copied().chain(OWN_DIALECTS));
        let help = match near {
            // The dialect is known but not loaded, and the name is close to that of a loaded one.
            Some(near) => format!("; {}", did_you_mean(near)),
            None if self.allows_unregistered_dialects() => return Ok(()),
            None => format!("; there are {}", known.join(", ")),
        };
        Err(format!("no dialect '{name}' is loaded{help}"))
    }

    /// Checks that `name` is an op, in either spelling.
    ///
    /// # Errors
    /// A message with the reason and a suggestion.
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

    /// A suggestion for a misspelled op name, to be appended to a message.
    fn near_op(&self, name: &str) -> String {
        let names = self.op_spellings();
        nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!("; {}", did_you_mean(near)))
    }

    /// All names of ops of loaded dialects: those of the declarations, short names without the
    /// dialect, and those of MLIR 22.
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

    /// The loaded dialect that has the namespace or prefix `name`: its own namespace, or a prefix
    /// that MLIR 22 uses for some of its ops.
    pub fn find_dialect(&self, name: &str) -> Option<DialectId> {
        self.dialect_of_prefix(name)
    }
}
