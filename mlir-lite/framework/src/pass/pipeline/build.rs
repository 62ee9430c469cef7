//! Builds pipelines of passes from elements.

use super::parse::{Element, PipelineParser, Word};
use crate::pass::manager::{
    anchors, check_anchor, check_pass_on, is_same_anchor, resolve_anchor, suggest,
};
use crate::pass::registry::Registered;
use crate::pass::{OptionError, OptionText, PassManager, PassRegistry};
use mlir_lite::context::Context;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, did_you_mean, nearest};

/// A step of a pipeline that is built from flags in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PipelineStep {
    /// A text: `func(cse), inline`.
    Text(String),
    /// A pass or pipeline by its name, with its options without the braces: `canonicalize`,
    /// `max-iterations=3`. A pass for one op is nested under its op; one for any op runs on the
    /// module.
    Named(String, String),
}

/// The pipeline for modules that a text describes.
///
/// The dialects that the passes depend on are loaded before the first pass is created.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::Context;
/// # mod tidy {
/// #     use mlir_lite::ir::Body;
/// #     use mlir_lite::pass::{PassContext, RunPass, pass};
/// #     use mlir_lite_diagnostics::Reported;
/// #     /// Remove what nobody uses.
/// #     #[pass(name = "tidy")]
/// #     pub struct TidyPass;
/// #     impl RunPass for TidyPass {
/// #         fn run(&self, _body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
/// #             Ok(())
/// #         }
/// #     }
/// # }
/// use mlir_lite::pass::{PassRegistry, parse_pipeline};
/// use mlir_lite::text::Spelling;
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// let mut registry = PassRegistry::new();
/// registry.register(tidy::TidyPass::info());
/// let text = "module(tidy, tidy), tidy";
/// let manager = parse_pipeline(&ctx, text, &registry, &mut Diagnostics::new()).unwrap();
/// assert_eq!(manager.to_text(&ctx, Spelling::Std), text);
/// assert_eq!(manager.to_text(&ctx, Spelling::Upstream), "builtin.module(builtin.module(tidy,tidy),tidy)");
/// ```
///
/// # Errors
/// `diagnostics` has the errors, each with its location in the text.
pub fn parse_pipeline(
    ctx: &Context,
    text: &str,
    registry: &PassRegistry,
    diagnostics: &mut Diagnostics,
) -> Result<PassManager, Reported> {
    parse_steps(ctx, &[PipelineStep::Text(text.to_string())], registry, diagnostics)
}

/// The pipeline for modules that several steps describe.
///
/// # Errors
/// As [`parse_pipeline`].
pub fn parse_steps(
    ctx: &Context,
    steps: &[PipelineStep],
    registry: &PassRegistry,
    diagnostics: &mut Diagnostics,
) -> Result<PassManager, Reported> {
    let mut parsed = Vec::new();
    for step in steps {
        let (text, is_flat) = match step {
            PipelineStep::Text(text) => (text.clone(), false),
            PipelineStep::Named(name, options) if options.is_empty() => (name.clone(), true),
            PipelineStep::Named(name, options) => (format!("{name}{{{options}}}"), true),
        };
        let file = ctx.sources().add("<pass-pipeline>", text).map_err(|error| {
            diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
        })?;
        let elements = PipelineParser::new(file.text(), file.base())
            .pipeline()
            .map_err(|error| diagnostics.error(*error))?;
        parsed.push((elements, is_flat));
    }
    let mut manager = PassManager::new();
    let mut builder = Builder { ctx, registry, diagnostics };
    for (elements, _) in &parsed {
        builder.load_dialects(elements);
    }
    let mut result = Ok(());
    for (elements, is_flat) in &parsed {
        let elements = match &elements[..] {
            [Element { name, nested: Some(nested), .. }]
                if resolve_anchor(ctx, &name.text) == resolve_anchor(ctx, manager.anchor()) =>
            {
                nested
            }
            _ => elements,
        };
        result = result.and(builder.add_all(&mut manager, elements, *is_flat));
    }
    result.map(|()| manager)
}

struct Builder<'b> {
    ctx: &'b Context,
    registry: &'b PassRegistry,
    diagnostics: &'b mut Diagnostics,
}

impl Builder<'_> {
    /// Dialects come first: canonicalization, for example, collects the patterns of the dialects
    /// that are loaded when the pass is created.
    fn load_dialects(&self, elements: &[Element]) {
        for element in elements {
            if let Some(Registered::Pass(info)) = self.registry.get(&element.name.text) {
                info.load_dialects(self.ctx);
            }
            self.load_dialects(element.nested.as_deref().unwrap_or_default());
        }
    }

    fn add_all(
        &mut self,
        manager: &mut PassManager,
        elements: &[Element],
        is_flat: bool,
    ) -> Result<(), Reported> {
        let mut result = Ok(());
        for element in elements {
            result = result.and(match &element.nested {
                Some(nested) => self.add_nested(manager, &element.name, nested),
                None => self.add_named(manager, element, is_flat),
            });
        }
        result
    }

    fn add_nested(
        &mut self,
        manager: &mut PassManager,
        name: &Word,
        elements: &[Element],
    ) -> Result<(), Reported> {
        let Some(anchor) = resolve_anchor(self.ctx, &name.text) else {
            return Err(self.unknown_op(name));
        };
        if let Err(message) = check_anchor(self.ctx, anchor) {
            return Err(self.diagnostics.error(Diagnostic::error(name.span, message)));
        }
        let mut nested = PassManager::anchored_at(anchor);
        self.add_all(&mut nested, elements, false)?;
        manager.add_nested(nested);
        Ok(())
    }

    fn unknown_op(&mut self, name: &Word) -> Reported {
        let message = format!("'{}' is not an op that a pipeline can be for", name.text);
        let mut diagnostic = Diagnostic::error(name.span, message);
        if self.registry.get(&name.text).is_some() {
            diagnostic = diagnostic.with_help(format!(
                "'{}' is a pass: its options are written in braces, as in `{}{{key=value}}`",
                name.text, name.text
            ));
        } else {
            let names = anchors(self.ctx);
            if let Some(suggestion) = suggest(&name.text, names) {
                diagnostic = diagnostic.with_help(suggestion);
            }
        }
        self.diagnostics.error(diagnostic)
    }

    fn add_named(
        &mut self,
        manager: &mut PassManager,
        element: &Element,
        is_flat: bool,
    ) -> Result<(), Reported> {
        let name = &element.name;
        let options: Vec<OptionText> = element
            .options
            .iter()
            .map(|(key, value)| OptionText {
                key: key.text.clone(),
                value: value.as_ref().map(|value| value.text.clone()),
            })
            .collect();
        match self.registry.get(&name.text) {
            Some(Registered::Pass(info)) => {
                let pass = info.create(self.ctx, &options).map_err(|error| {
                    let keys = info.options().iter().map(|option| option.key);
                    self.option_error("pass", element, keys, error)
                })?;
                let own = pass.anchor().or(info.anchor());
                let manager =
                    match own.filter(|own| is_flat && !is_same_anchor(own, manager.anchor())) {
                        Some(own) => manager.nest(own),
                        None => manager,
                    };
                if let Some(own) = own {
                    check_pass_on(self.ctx, &*pass, own, manager.anchor()).map_err(
                        |(message, help)| {
                            self.diagnostics
                                .error(Diagnostic::error(name.span, message).with_help(help))
                        },
                    )?;
                }
                manager.add_shared_pass(pass);
                Ok(())
            }
            Some(Registered::Pipeline(info)) => {
                (info.build)(self.ctx, manager, &options).map_err(|error| {
                    let keys = info.options.iter().map(|option| option.key);
                    self.option_error("pipeline", element, keys, error)
                })
            }
            None => {
                let message = format!("'{}' is not a registered pass or pass pipeline", name.text);
                let mut diagnostic = Diagnostic::error(name.span, message);
                if resolve_anchor(self.ctx, &name.text).is_some() {
                    diagnostic = diagnostic.with_help(format!(
                        "'{}' is an op: what runs on it is written in parentheses, as in `{}(cse)`",
                        name.text, name.text
                    ));
                } else if let Some(reason) = self.registry.absence(&name.text) {
                    diagnostic = diagnostic.with_help(reason);
                } else if let Some(suggestion) = self.registry.suggestion(&name.text) {
                    diagnostic = diagnostic.with_help(suggestion);
                }
                Err(self.diagnostics.error(diagnostic))
            }
        }
    }

    fn option_error(
        &mut self,
        what: &str,
        element: &Element,
        keys: impl Iterator<Item = &'static str>,
        (index, error): (usize, OptionError),
    ) -> Reported {
        let Some((key, value)) = element.options.get(index) else {
            return self
                .diagnostics
                .error(Diagnostic::error(element.name.span, "an option is wrong"));
        };
        let diagnostic = match error {
            OptionError::UnknownKey => {
                let message =
                    format!("{what} '{}' has no option '{}'", element.name.text, key.text);
                let diagnostic = Diagnostic::error(key.span, message);
                let keys: Vec<_> = keys.collect();
                match nearest(&key.text, keys.iter().copied()) {
                    Some(key) => diagnostic.with_help(did_you_mean(key)),
                    None if keys.is_empty() => diagnostic.with_help("it has no options"),
                    None => diagnostic.with_help(format!("its options are: {}", keys.join(", "))),
                }
            }
            OptionError::InvalidValue(message) => {
                let span = value.as_ref().map_or(key.span, |value| value.span);
                Diagnostic::error(
                    span,
                    format!("option '{}' of {what} '{}': {message}", key.text, element.name.text),
                )
            }
        };
        self.diagnostics.error(diagnostic)
    }
}
