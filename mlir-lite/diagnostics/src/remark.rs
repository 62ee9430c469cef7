//! Remarks of passes: what a transformation did, did not do, or found, for those who asked for it.
//!
//! Kinds, categories and texts are those of MLIR 22.

use std::fmt;

use regex_lite::Regex;

/// The kinds of [`Remark`]s: whether a transformation was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    /// It was done.
    Passed,
    /// It was not done, for a reason.
    Missed,
    /// It was tried and did not succeed.
    Failure,
    /// A fact about the program.
    Analysis,
}

impl RemarkKind {
    /// The word for it in messages and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passed => "Passed",
            Self::Missed => "Missed",
            Self::Failure => "Failure",
            Self::Analysis => "Analysis",
        }
    }
}

/// One remark: its kind, the name of what it is about, a category to choose it by, and named facts.
///
/// ```
/// use mlir_lite_diagnostics::Remark;
/// let remark = Remark::missed("unroll")
///     .in_category("loops")
///     .in_function("f")
///     .with("Reason", "the number of iterations is not known");
/// assert_eq!(
///     remark.to_string(),
///     "[Missed] unroll | Category:loops | Function=f | Reason=\"the number of iterations is not \
///      known\""
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a remark that is not emitted is lost"]
pub struct Remark {
    kind: RemarkKind,
    name: String,
    category: String,
    function: Option<String>,
    facts: Vec<(String, String)>,
}

impl Remark {
    fn new(kind: RemarkKind, name: impl Into<String>) -> Self {
        let (category, facts) = (String::new(), Vec::new());
        Self { kind, name: name.into(), category, function: None, facts }
    }

    /// That the transformation `name` was done.
    pub fn passed(name: impl Into<String>) -> Self {
        Self::new(RemarkKind::Passed, name)
    }

    /// That it was not done.
    pub fn missed(name: impl Into<String>) -> Self {
        Self::new(RemarkKind::Missed, name)
    }

    /// That it was tried and did not succeed.
    pub fn failed(name: impl Into<String>) -> Self {
        Self::new(RemarkKind::Failure, name)
    }

    /// A fact that the analysis `name` found.
    pub fn analysis(name: impl Into<String>) -> Self {
        Self::new(RemarkKind::Analysis, name)
    }

    /// The category by which it is chosen.
    pub fn in_category(mut self, category: impl Into<String>) -> Self {
        self.category = category.into();
        self
    }

    /// The function that it is about.
    pub fn in_function(mut self, function: impl Into<String>) -> Self {
        self.function = Some(function.into());
        self
    }

    /// Adds a fact. MLIR's own remarks call them `Remark`, `Reason`, `Suggestion`, or by the name
    /// of what was counted.
    pub fn with(mut self, name: impl Into<String>, fact: impl fmt::Display) -> Self {
        self.facts.push((name.into(), fact.to_string()));
        self
    }

    /// Whether the transformation was done.
    pub fn kind(&self) -> RemarkKind {
        self.kind
    }

    /// The name of the transformation or analysis.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The category.
    pub fn category(&self) -> &str {
        &self.category
    }

    /// The function that it is about, if that is known.
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// The named facts, in the order in which they were added.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().map(|(name, fact)| (name.as_str(), fact.as_str()))
    }

    /// The document of a YAML file of remarks, in the form of LLVM's; `place` is the file, the line
    /// and the column.
    pub fn to_yaml(&self, place: Option<(&str, u32, u32)>) -> String {
        let mut text = format!("--- !{}\n", self.kind.word());
        let mut entry = |name: &str, value: &str| text += &format!("{name:<17}{value}\n");
        entry("Pass:", &yaml_scalar(&self.category));
        entry("Name:", &yaml_scalar(&self.name));
        if let Some((file, line, column)) = place {
            let file = yaml_scalar(file);
            entry("DebugLoc:", &format!("{{ File: {file}, Line: {line}, Column: {column} }}"));
        }
        let function = self.function.as_deref().unwrap_or("<unknown function>");
        entry("Function:", &yaml_scalar(function));
        if !self.facts.is_empty() {
            text += "Args:\n";
            for (name, fact) in &self.facts {
                text += &format!("  - {:<17}{}\n", format!("{name}:"), yaml_scalar(fact));
            }
        }
        text + "...\n"
    }
}

/// The message: `[Missed] unroll | Category:loops | Reason=".."`.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.kind.word(), self.name)?;
        if !self.category.is_empty() {
            write!(f, " | Category:{}", self.category)?;
        }
        if let Some(function) = &self.function {
            write!(f, " | Function={function}")?;
        }
        for (index, (name, fact)) in self.facts.iter().enumerate() {
            f.write_str(if index == 0 { " | " } else { ", " })?;
            // A number is a metric, any other fact a text.
            match fact.parse::<f64>() {
                Ok(_) => write!(f, "{name}={fact}")?,
                Err(_) => write!(f, "{name}=\"{fact}\"")?,
            }
        }
        Ok(())
    }
}

/// A text as a scalar of YAML, with quotes where its characters need them.
fn yaml_scalar(text: &str) -> String {
    if text.chars().any(char::is_control) {
        return format!("\"{}\"", text.escape_default());
    }
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '^' | '.' | ',' | ' ');
    let reads_as_itself = text.chars().all(is_plain)
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && !matches!(text.to_ascii_lowercase().as_str(), "null" | "true" | "false");
    let is_number = text.parse::<f64>().is_ok();
    match reads_as_itself || is_number {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

/// Which remarks are wanted: for each kind, the categories, by a regular expression that matches a
/// whole category.
///
/// ```
/// use mlir_lite_diagnostics::{Remark, RemarkFilter, RemarkKind};
/// let filter = RemarkFilter::new().with(RemarkKind::Missed, "loop.*")?;
/// assert!(filter.accepts(&Remark::missed("unroll").in_category("loops")));
/// assert!(!filter.accepts(&Remark::passed("unroll").in_category("loops")));
/// assert!(RemarkFilter::new().with(RemarkKind::Missed, "(").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RemarkFilter {
    wanted: Vec<(RemarkKind, Regex)>,
}

impl RemarkFilter {
    /// No remarks.
    pub fn new() -> Self {
        Self::default()
    }

    /// All kinds of remarks whose category matches.
    ///
    /// # Errors
    /// If the text is not a regular expression.
    pub fn with_all(self, category: &str) -> Result<Self, String> {
        use RemarkKind::{Analysis, Failure, Missed, Passed};
        [Passed, Missed, Failure, Analysis].into_iter().try_fold(self, |it, k| it.with(k, category))
    }

    /// Remarks of this kind, too, if their category matches.
    ///
    /// # Errors
    /// If the text is not a regular expression.
    pub fn with(mut self, kind: RemarkKind, category: &str) -> Result<Self, String> {
        let regex = Regex::new(&format!("^(?:{category})$"));
        let regex =
            regex.map_err(|error| format!("'{category}' is not a regular expression: {error}"))?;
        self.wanted.push((kind, regex));
        Ok(self)
    }

    /// The remarks of this filter, and those of another one.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.wanted.extend(other.wanted);
        self
    }

    /// Whether no remark is wanted.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Whether the remark is wanted.
    pub fn accepts(&self, remark: &Remark) -> bool {
        let matches = |(kind, regex): &(RemarkKind, Regex)| {
            *kind == remark.kind && regex.is_match(&remark.category)
        };
        self.wanted.iter().any(matches)
    }
}
