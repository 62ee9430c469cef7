//! How deeply a source nests. The depth is that of the generic form of the module, so that it does
//! not depend on the form of the source.
//!
//! The parser records the deepest position. If that is near the limit, the module is printed in
//! generic form, and the levels of this text are counted by parsing it.

use crate::data::asm::Parsed;
use crate::ir::body::Body;
use crate::text::limits::MAX_NESTING;
use crate::text::parser::Parser;
use crate::text::parser::levels::Deepest;
use crate::text::{PrintOptions, print_op};
use mlir_lite_diagnostics::{Diagnostics, Reported};

impl Parser<'_> {
    /// Checks that a module can be printed in any form and parsed again. `is_around` is whether the
    /// module was added around the ops of the source, which makes them one level deeper.
    pub(in crate::text) fn check_nesting(&mut self, module: &Body, is_around: bool) -> Parsed<()> {
        self.check_locations(u32::from(is_around))?;
        // If debug information is not printed, locations are only in attributes.
        let Some(reached) = self.levels.deep.or(self.levels.deep_location) else { return Ok(()) };
        let options = PrintOptions::default().with_generic(true);
        let text = print_op(module.op(module.root()), options);
        if self.levels_of(&text) > MAX_NESTING.get() as u32 {
            return Err(self.too_deep(reached));
        }
        Ok(())
    }

    /// Checks the levels of text that is not a module.
    pub(in crate::text) fn check_levels(&mut self) -> Parsed<()> {
        self.check_locations(0)?;
        match self.levels.deep {
            Some(reached) if reached.depth > MAX_NESTING.get() as u32 => {
                Err(self.too_deep(reached))
            }
            _ => Ok(()),
        }
    }

    /// Checks locations, whose levels do not depend on the form.
    fn check_locations(&mut self, more: u32) -> Parsed<()> {
        match self.levels.deep_location {
            Some(reached) if reached.depth + more > MAX_NESTING.get() as u32 => {
                Err(self.too_deep(reached))
            }
            _ => Ok(()),
        }
    }

    /// The number of levels of a text. If it cannot be parsed, a number above the limit.
    fn levels_of(&self, text: &str) -> u32 {
        let mut diagnostics = Diagnostics::new();
        let mut parser = self.of_text(text, &mut diagnostics);
        // Other errors in the text are errors in the module, which the verifier reports.
        let _ = parser.any_module();
        let levels = |deepest: Option<Deepest>| deepest.map_or(0, |reached| reached.depth);
        parser
            .levels
            .deepest
            .max(levels(parser.levels.deep))
            .max(levels(parser.levels.deep_location))
    }

    #[cold]
    pub(in crate::text) fn too_deep(&mut self, reached: Deepest) -> Reported {
        let (limit, advice) = (MAX_NESTING.get(), MAX_NESTING.advice());
        let name = self.text_of(reached.token);
        let message = match reached.is_alias {
            true => {
                format!(
                    "nesting is deeper than {limit} levels where '{name}' is replaced by its \
                        definition; {advice}"
                )
            }
            false => format!("nesting is deeper than {limit} levels; {advice}"),
        };
        self.error(reached.token, message)
    }
}
