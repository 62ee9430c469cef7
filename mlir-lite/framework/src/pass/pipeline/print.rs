//! Pipelines back to text.

use crate::pass::manager::{Item, op_spelling};
use crate::pass::{OptionText, Pass, PassManager};
use mlir_lite::context::Context;
use mlir_lite::text::Spelling;

impl PassManager {
    /// The pipeline as text that [`parse_pipeline`](crate::pass::parse_pipeline)
    /// reads: `func(cse, canonicalize), inline`, or in today's spelling
    /// `builtin.module(func.func(cse,canonicalize),inline)`.
    pub fn to_text(&self, ctx: &Context, spelling: Spelling) -> String {
        self.resolved(ctx).resolved_text(ctx, spelling)
    }

    fn resolved_text(&self, ctx: &Context, spelling: Spelling) -> String {
        let text = elements(ctx, self, spelling);
        match spelling {
            // A single pipeline for modules would be read as this pipeline.
            Spelling::Std => match self.items() {
                [Item::Nested(only)] if only.anchor() == self.anchor() => {
                    format!("{}({text})", op_spelling(ctx, self.anchor(), spelling))
                }
                _ => text,
            },
            Spelling::Upstream => format!("{}({text})", op_spelling(ctx, self.anchor(), spelling)),
        }
    }
}

fn elements(ctx: &Context, manager: &PassManager, spelling: Spelling) -> String {
    let texts = manager.items().iter().map(|item| match item {
        Item::Pass(pass) => pass_text(&**pass, spelling),
        Item::Nested(nested) => {
            let name = op_spelling(ctx, nested.anchor(), spelling);
            format!("{name}({})", elements(ctx, nested, spelling))
        }
    });
    let separator = if spelling == Spelling::Std { ", " } else { "," };
    texts.collect::<Vec<_>>().join(separator)
}

/// A pass with its options.
pub(crate) fn pass_text(pass: &dyn Pass, spelling: Spelling) -> String {
    let name = match spelling {
        Spelling::Std => pass.argument(),
        Spelling::Upstream => pass.upstream_argument(),
    };
    let options = pass.options();
    if options.is_empty() {
        return name.to_string();
    }
    let option = |OptionText { key, value }: &OptionText| match value {
        Some(value) => format!("{key}={value}"),
        None => key.clone(),
    };
    format!("{name}{{{}}}", options.iter().map(option).collect::<Vec<_>>().join(" "))
}
