//! Passes and pipelines by name.
//!
//! A registry is a value: a program fills the one it uses, and nothing is registered globally.

use crate::pass::manager::suggest;
use crate::pass::{OptionDef, OptionError, OptionText, Pass, PassManager, PassOptions, Statistic};
use mlir_lite::context::Context;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

type Create =
    dyn Fn(&Context, &[OptionText]) -> Result<Arc<dyn Pass>, (usize, OptionError)> + Send + Sync;
type Build = dyn Fn(&Context, &mut PassManager, &[OptionText]) -> Result<(), (usize, OptionError)>
    + Send
    + Sync;

/// The description of a pass, without an instance of it.
pub struct PassInfo {
    argument: &'static str,
    aliases: Vec<&'static str>,
    summary: String,
    description: String,
    anchor: Option<&'static str>,
    options: Vec<OptionDef>,
    statistics: &'static [Statistic],
    load_dialects: Box<dyn Fn(&Context) + Send + Sync>,
    create: Box<Create>,
}

/// The parts of a declaration that `#[pass]` passes to the registry.
#[doc(hidden)]
pub struct PassDeclaration {
    pub argument: &'static str,
    pub aliases: &'static [&'static str],
    pub summary: &'static str,
    pub description: &'static str,
    pub anchor: Option<&'static str>,
    pub only: &'static [OnlyOption],
    pub statistics: &'static [Statistic],
    pub load_dialects: fn(&Context),
}

/// An option that MLIR's pass has and this one does not: it may be given with the values that mean
/// what the pass does.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct OnlyOption {
    pub key: &'static str,
    /// The first is the default.
    pub values: &'static [&'static str],
    /// Why there is no other.
    pub reason: &'static str,
}

impl OnlyOption {
    fn definition(&self) -> OptionDef {
        OptionDef {
            key: self.key,
            kind: format!("only {}", self.values.join(" or ")),
            default: self.values[0].to_string(),
            description: self.reason,
        }
    }

    fn check(&self, option: &OptionText) -> Result<(), OptionError> {
        let value = option.value.as_deref().unwrap_or("true");
        if self.values.contains(&value) {
            return Ok(());
        }
        let values = self.values.iter().map(|value| format!("'{value}'"));
        let values = values.collect::<Vec<_>>().join(" or ");
        Err(OptionError::InvalidValue(format!(
            "'{}' can only be {values}, found '{value}': {}",
            self.key, self.reason
        )))
    }
}

impl PassInfo {
    /// A pass without options, created by `create`.
    pub fn new<P: Pass + 'static>(
        argument: &'static str,
        summary: &str,
        create: impl Fn(&Context) -> P + Send + Sync + 'static,
    ) -> Self {
        Self::with_options(argument, summary, move |ctx, _: &()| create(ctx))
    }

    /// A pass with options.
    pub fn with_options<O: PassOptions, P: Pass + 'static>(
        argument: &'static str,
        summary: &str,
        create: impl Fn(&Context, &O) -> P + Send + Sync + 'static,
    ) -> Self {
        Self {
            argument,
            aliases: Vec::new(),
            summary: summary.to_string(),
            description: String::new(),
            anchor: None,
            options: O::definitions(),
            statistics: &[],
            load_dialects: Box::new(|_| ()),
            create: Box::new(move |ctx, texts| Ok(Arc::new(create(ctx, &read::<O>(texts)?)))),
        }
    }

    /// A pass that `#[pass]` declares, created by `create`.
    #[doc(hidden)]
    pub fn declared<O: PassOptions, P: Pass + 'static>(
        declaration: PassDeclaration,
        create: impl Fn(&Context, O) -> P + Send + Sync + 'static,
    ) -> Self {
        let PassDeclaration { only, load_dialects: load, .. } = declaration;
        let mut options = O::definitions();
        options.extend(only.iter().map(OnlyOption::definition));
        Self {
            argument: declaration.argument,
            aliases: declaration.aliases.to_vec(),
            summary: declaration.summary.to_string(),
            description: declaration.description.to_string(),
            anchor: declaration.anchor,
            options,
            statistics: declaration.statistics,
            load_dialects: Box::new(load),
            create: Box::new(move |ctx, texts| {
                Ok(Arc::new(create(ctx, read_besides::<O>(only, texts)?)))
            }),
        }
    }

    /// A further name, such as that of the other spelling.
    pub fn alias(mut self, alias: &'static str) -> Self {
        self.aliases.push(alias);
        self
    }

    /// A longer description of the pass, in Markdown.
    pub fn description(mut self, description: &str) -> Self {
        self.description = description.to_string();
        self
    }

    /// Loads the dialects that instances need, before any is created.
    pub fn dialects(mut self, load: impl Fn(&Context) + Send + Sync + 'static) -> Self {
        self.load_dialects = Box::new(load);
        self
    }

    /// The only op that the pass runs on, in any spelling.
    pub fn on(mut self, anchor: &'static str) -> Self {
        self.anchor = Some(anchor);
        self
    }

    /// The name on command lines.
    pub fn argument(&self) -> &'static str {
        self.argument
    }

    /// Further names.
    pub fn aliases(&self) -> &[&'static str] {
        &self.aliases
    }

    /// One sentence.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    pub(super) fn anchor(&self) -> Option<&'static str> {
        self.anchor
    }

    pub(super) fn options(&self) -> &[OptionDef] {
        &self.options
    }

    pub(super) fn load_dialects(&self, ctx: &Context) {
        (self.load_dialects)(ctx);
    }

    /// Creates an instance.
    ///
    /// # Errors
    /// The wrong option, and why it is wrong.
    pub fn create(
        &self,
        ctx: &Context,
        options: &[OptionText],
    ) -> Result<Arc<dyn Pass>, (usize, OptionError)> {
        (self.create)(ctx, options)
    }

    /// The documentation in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("### `-{}`\n\n_{}_\n", self.argument, self.summary);
        // Writing to a string does not fail.
        if !self.aliases.is_empty() {
            let names: Vec<_> = self.aliases.iter().map(|alias| format!("`-{alias}`")).collect();
            let _ = write!(text, "\nAlso: {}.\n", names.join(", "));
        }
        if let Some(anchor) = self.anchor {
            let _ = write!(text, "\nRuns on `{anchor}` ops.\n");
        }
        if !self.description.is_empty() {
            let _ = write!(text, "\n{}\n", self.description);
        }
        text += &options_markdown(&self.options);
        if !self.statistics.is_empty() {
            text += "\n#### Statistics\n\n```\n";
            let width =
                self.statistics.iter().map(|statistic| statistic.name.len()).max().unwrap_or(0);
            for Statistic { name, description } in self.statistics {
                let _ = writeln!(text, "{name:<width$} : {description}");
            }
            text += "```\n";
        }
        text
    }
}

/// The section on options.
fn options_markdown(options: &[OptionDef]) -> String {
    if options.is_empty() {
        return String::new();
    }
    let width = options.iter().map(|option| option.key.len()).max().unwrap_or(0);
    let mut text = String::from("\n#### Options\n\n```\n");
    for OptionDef { key, kind, default, description } in options {
        let default = if default.is_empty() { "none" } else { default };
        // Writing to a string does not fail.
        let _ = writeln!(text, "-{key:<width$} : {description} ({kind}; default: {default})");
    }
    text += "```\n";
    text
}

/// Reads options besides those that can only have one meaning.
fn read_besides<O: PassOptions>(
    only: &[OnlyOption],
    texts: &[OptionText],
) -> Result<O, (usize, OptionError)> {
    let (mut own, mut indices) = (Vec::new(), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        match only.iter().find(|option| option.key == text.key) {
            Some(option) => option.check(text).map_err(|error| (index, error))?,
            None => {
                own.push(text.clone());
                indices.push(index);
            }
        }
    }
    read::<O>(&own).map_err(|(index, error)| (indices[index], error))
}

/// Reads options; an error has the number of the wrong option. If a key is given twice, the last
/// value counts; lists have the elements of both.
fn read<O: PassOptions>(texts: &[OptionText]) -> Result<O, (usize, OptionError)> {
    let mut options = O::default();
    let definitions = O::definitions();
    for (index, text) in texts.iter().enumerate() {
        let is_list = definitions.iter().any(|option| option.key == text.key && option.is_list());
        let earlier = texts[..index].iter().filter(|earlier| is_list && earlier.key == text.key);
        let values = earlier.chain([text]).filter_map(|text| text.value.as_deref());
        let values: Vec<&str> = values.filter(|value| !value.is_empty()).collect();
        let value =
            text.value.as_ref().map(|value| if is_list { values.join(",") } else { value.clone() });
        options
            .set(&OptionText { key: text.key.clone(), value })
            .map_err(|error| (index, error))?;
    }
    Ok(options)
}

/// A pipeline that has a name.
pub(super) struct PipelineInfo {
    pub(super) argument: &'static str,
    pub(super) summary: String,
    pub(super) options: Vec<OptionDef>,
    pub(super) build: Box<Build>,
}

/// The pass or pipeline that a name stands for.
pub(super) enum Registered<'r> {
    Pass(&'r PassInfo),
    Pipeline(&'r PipelineInfo),
}

/// Passes and pipelines by name.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::pass::PassRegistry;
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
/// use tidy::TidyPass;
///
/// let mut registry = PassRegistry::new();
/// registry.register(TidyPass::info());
/// registry.register_pipeline("twice", "Tidy, and again", |ctx, manager, (): &()| {
///     manager.add_pass(TidyPass::new(ctx)).add_pass(TidyPass::new(ctx));
/// });
/// assert_eq!(registry.names(), ["tidy", "twice"]);
/// ```
#[derive(Default)]
pub struct PassRegistry {
    passes: Vec<PassInfo>,
    pipelines: Vec<PipelineInfo>,
    by_name: BTreeMap<&'static str, Entry>,
    /// Passes of other tools, with the reason why there is none here.
    absent: BTreeMap<&'static str, &'static str>,
}

#[derive(Copy, Clone)]
enum Entry {
    Pass(usize),
    Pipeline(usize),
}

impl PassRegistry {
    /// A registry without passes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pass. It replaces a pass of the same name.
    pub fn register(&mut self, info: PassInfo) -> &mut Self {
        let entry = Entry::Pass(self.passes.len());
        for name in info.aliases.iter().copied().chain([info.argument]) {
            self.by_name.insert(name, entry);
        }
        self.passes.push(info);
        self
    }

    /// Adds a pipeline: `build` adds its passes to the manager. The type of its last parameter says
    /// which options the pipeline has: `(): &()` for none.
    pub fn register_pipeline<O: PassOptions>(
        &mut self,
        argument: &'static str,
        summary: &str,
        build: impl Fn(&Context, &mut PassManager, &O) + Send + Sync + 'static,
    ) -> &mut Self {
        self.by_name.insert(argument, Entry::Pipeline(self.pipelines.len()));
        self.pipelines.push(PipelineInfo {
            argument,
            summary: summary.to_string(),
            options: O::definitions(),
            build: Box::new(move |ctx, manager, texts| {
                build(ctx, manager, &read::<O>(texts)?);
                Ok(())
            }),
        });
        self
    }

    /// Says why there is no pass of a name that other tools have: messages about the unknown name
    /// give the reason, and what to use instead. A pass of that name that is registered counts.
    pub fn register_absent(&mut self, name: &'static str, reason: &'static str) -> &mut Self {
        self.absent.insert(name, reason);
        self
    }

    /// Why there is no pass or pipeline of a name, if that is known.
    pub fn absence(&self, name: &str) -> Option<&'static str> {
        let is_absent = !self.by_name.contains_key(name);
        self.absent.get(name).copied().filter(|_| is_absent)
    }

    /// The names of absent passes with the reasons, sorted.
    pub fn absences(&self) -> Vec<(&'static str, &'static str)> {
        let absent = self.absent.iter().filter(|(name, _)| !self.by_name.contains_key(*name));
        absent.map(|(&name, &reason)| (name, reason)).collect()
    }

    /// The pass of that name.
    pub fn pass(&self, name: &str) -> Option<&PassInfo> {
        match self.by_name.get(name)? {
            Entry::Pass(index) => self.passes.get(*index),
            Entry::Pipeline(_) => None,
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<Registered<'_>> {
        match *self.by_name.get(name)? {
            Entry::Pass(index) => self.passes.get(index).map(Registered::Pass),
            Entry::Pipeline(index) => self.pipelines.get(index).map(Registered::Pipeline),
        }
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&'static str> {
        self.by_name.keys().copied().collect()
    }

    /// All names with one sentence each, sorted; pipelines are marked.
    pub fn summaries(&self) -> Vec<(&'static str, &str)> {
        let summary = |entry: &Entry| match *entry {
            Entry::Pass(index) => self.passes[index].summary.as_str(),
            Entry::Pipeline(index) => self.pipelines[index].summary.as_str(),
        };
        self.by_name.iter().map(|(name, entry)| (*name, summary(entry))).collect()
    }

    /// Whether a name stands for a pipeline.
    pub fn is_pipeline(&self, name: &str) -> bool {
        matches!(self.by_name.get(name), Some(Entry::Pipeline(_)))
    }

    /// A "did you mean" question for an unknown name.
    pub fn suggestion(&self, name: &str) -> Option<String> {
        suggest(name, self.by_name.keys().copied())
    }

    /// The names of passes and pipelines, a line each.
    pub fn list(&self) -> String {
        let own = |(name, _): &(&'static str, &str)| match self.get(name) {
            Some(Registered::Pass(info)) => info.argument == *name,
            _ => true,
        };
        let rows: Vec<_> = self.summaries().into_iter().filter(own).collect();
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (title, pipelines) in [("Passes", false), ("Pass pipelines", true)] {
            let mut rows =
                rows.iter().filter(|(name, _)| self.is_pipeline(name) == pipelines).peekable();
            if rows.peek().is_some() {
                text += title;
                text += ":\n";
            }
            for (name, summary) in rows {
                // Writing to a string does not fail.
                let _ = writeln!(text, "  --{name:<width$} - {summary}");
            }
        }
        text
    }

    /// The documentation of all passes and pipelines in Markdown, sorted.
    pub fn markdown(&self) -> String {
        let mut passes: Vec<&PassInfo> = self.passes.iter().collect();
        passes.sort_by_key(|info| info.argument);
        let mut sections: Vec<String> = vec!["## Passes\n".to_string()];
        sections.extend(passes.into_iter().map(PassInfo::markdown));
        let mut pipelines: Vec<&PipelineInfo> = self.pipelines.iter().collect();
        pipelines.sort_by_key(|info| info.argument);
        if !pipelines.is_empty() {
            sections.push("## Pass pipelines\n".to_string());
        }
        sections.extend(pipelines.into_iter().map(|info| {
            format!("### `-{}`\n\n_{}_\n", info.argument, info.summary)
                + &options_markdown(&info.options)
        }));
        sections.join("\n")
    }
}
