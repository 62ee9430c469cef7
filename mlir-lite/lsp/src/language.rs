//! The language's part of a server: questions about a text, without the protocol.

use std::ops::Range;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostic, Position, Severity};

use crate::files::Files;
use crate::text::Text;

/// A language. Its functions get a [`View`] of a text and answer in offsets of bytes; each is one
/// feature of an editor, and one that the language does not have does nothing.
///
/// There are two kinds of knowledge. The *syntax* is found out after each edit, before anything
/// else is answered: it must be quick, and must make the best of a text that is not well formed. An
/// *analysis* is made in the background and may take its time; it is there, or not.
pub trait Language: Send + Sync + 'static {
    /// Information about any text that is available at once.
    type Syntax: Send + Sync + 'static;
    /// Information about a text that takes a while.
    type Analysis: Send + 'static;

    /// The name of the server.
    fn name(&self) -> &str;

    /// Its version.
    fn version(&self) -> &str;

    /// Whether a line is a good one to begin a piece of a text with: see [`Text::new`].
    fn may_begin_piece(_line: &str) -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Looks at a text after an edit. `before` is the syntax before it.
    fn syntax(&self, text: &Text, before: Option<&Self::Syntax>) -> Self::Syntax;

    /// Checks a text; called on another thread.
    fn analyze(
        &self,
        path: &Path,
        text: &Text,
        syntax: &Self::Syntax,
        files: &Files,
    ) -> Checked<Self::Analysis>;

    /// Whether what is found out about a text depends on other files: it is checked again when the
    /// editor changes one of those.
    fn depends_on_files(&self, _syntax: &Self::Syntax) -> bool {
        false
    }

    /// The text that is shown about the name at an offset.
    fn hover(&self, _view: &View<'_, Self>, _offset: usize) -> Option<Hover> {
        None
    }

    /// Where the thing at an offset is defined.
    fn definition(&self, _view: &View<'_, Self>, _offset: usize) -> Vec<SourceRange> {
        Vec::new()
    }

    /// The mentions of the name at an offset, in order, at most `limit`.
    fn references(&self, _view: &View<'_, Self>, _offset: usize, _limit: usize) -> Vec<Mention> {
        Vec::new()
    }

    /// The mentions of the name at an offset in other files, at most `limit`.
    fn references_elsewhere(
        &self,
        _view: &View<'_, Self>,
        _offset: usize,
        _limit: usize,
    ) -> Vec<InFile<Mention>> {
        Vec::new()
    }

    /// The part of the text at an offset that is a name which can be changed.
    ///
    /// # Errors
    /// If something there has a name which cannot be changed: the reason.
    fn renamed(
        &self,
        _view: &View<'_, Self>,
        _offset: usize,
    ) -> Result<Option<Range<usize>>, String> {
        Ok(None)
    }

    /// The edits that give the thing at an offset another name.
    ///
    /// # Errors
    /// If it cannot have this name: the reason.
    fn rename(
        &self,
        _view: &View<'_, Self>,
        _offset: usize,
        _name: &str,
    ) -> Result<Vec<Edit>, String> {
        Err("there is no name here".to_owned())
    }

    /// The edits of other files that belong to those of [`Self::rename`].
    ///
    /// # Errors
    /// If the thing cannot have this name there: the reason.
    fn rename_elsewhere(
        &self,
        _view: &View<'_, Self>,
        _offset: usize,
        _name: &str,
    ) -> Result<Vec<InFile<Edit>>, String> {
        Ok(Vec::new())
    }

    /// The completions at an offset, and the range that they replace.
    fn completion(&self, _view: &View<'_, Self>, _offset: usize) -> (Range<usize>, Vec<Proposal>) {
        (0..0, Vec::new())
    }

    /// The characters after which [`Self::completion`] is asked for.
    fn completion_triggers(&self) -> &'static [&'static str] {
        &[]
    }

    /// The call that an offset is in.
    fn call(&self, _view: &View<'_, Self>, _offset: usize) -> Option<Call> {
        None
    }

    /// The tokens of a range, in order.
    fn tokens(
        &self,
        _view: &View<'_, Self>,
        _range: Range<usize>,
    ) -> Vec<(Range<usize>, TokenKind)> {
        Vec::new()
    }

    /// Inlay hints of a range, which are not in the text, in order.
    fn hints(&self, _view: &View<'_, Self>, _range: Range<usize>) -> Vec<Hint> {
        Vec::new()
    }

    /// The text in the language's style.
    ///
    /// # Errors
    /// If it has none, because the text is not well formed: the reason.
    fn formatted(&self, _view: &View<'_, Self>) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Ranges that can be shown as one line.
    fn folds(&self, _view: &View<'_, Self>) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The definitions of the text, each with those inside it.
    fn symbols(&self, _view: &View<'_, Self>) -> Vec<Symbol> {
        Vec::new()
    }
}

/// A text that an editor has open, with its syntax and analysis.
#[non_exhaustive]
pub struct View<'v, L: Language + ?Sized> {
    /// The file that it is an edited copy of.
    pub path: &'v Path,
    /// The text.
    pub text: &'v Text,
    /// The syntax, which any text has.
    pub syntax: &'v L::Syntax,
    /// The analysis, if it is done.
    pub analysis: Option<&'v L::Analysis>,
    /// The files around it.
    pub files: &'v Files,
}

/// The result of checking a text.
pub struct Checked<A> {
    /// The analysis for the other functions; `None` if there is none.
    pub analysis: Option<A>,
    /// The errors and warnings.
    pub problems: Vec<Problem>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub range: Range<usize>,
    /// How bad it is.
    pub severity: Severity,
    /// The code of the language's messages.
    pub code: Option<&'static str>,
    /// The error or warning, and advice on how to repair it.
    pub message: String,
    /// Related ranges in the text, and a message about each.
    pub related: Vec<(Range<usize>, String)>,
    /// The edits that repair it, if the repair is certain.
    pub fix: Vec<Edit>,
}

impl Problem {
    /// A diagnostic as an editor shows it. `place` says where a position is in the text, if it is
    /// there; `elsewhere` stands for the diagnostic's own position if that is not.
    pub fn of(
        found: &Diagnostic,
        place: impl Fn(&Position) -> Option<Range<usize>>,
        elsewhere: Range<usize>,
    ) -> Self {
        let mut message = found.message.clone();
        let mut add = |kind: &str, text: &str| message += &format!("\n{kind}{text}");
        if let Some(label) = &found.label {
            add("", label);
        }
        for note in found.notes.iter().filter(|note| place(&note.position).is_none()) {
            add("note: ", &note.message);
        }
        found.help.iter().for_each(|help| add("help: ", help));
        let labels = found.labels.iter().map(|label| (place(&label.position), &label.message));
        let notes = found.notes.iter().map(|note| (place(&note.position), &note.message));
        let related = labels.chain(notes).filter_map(|(range, text)| Some((range?, text.clone())));
        // A repair is done as a whole or not at all.
        let edits = found.fix.iter().map(|edit| {
            let range = place(&Position::Span(edit.span))?;
            Some(Edit { range, text: edit.text.clone() })
        });
        let fix: Option<Vec<Edit>> = edits.collect();
        Self {
            range: place(&found.position).unwrap_or(elsewhere),
            severity: match found.severity {
                // A remark is requested output, which is not a mistake.
                Severity::Remark => Severity::Note,
                severity => severity,
            },
            code: found.code,
            message,
            related: related.collect(),
            fix: fix.unwrap_or_default(),
        }
    }
}

/// A range, and the text that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range.
    pub range: Range<usize>,
    /// The text.
    pub text: String,
}

/// The text that is shown about a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub range: Range<usize>,
    /// Markdown.
    pub text: String,
}

/// A range of source, in the text or in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceRange {
    /// A range of the text.
    Here(Range<usize>),
    /// A range of a file, in lines and bytes of lines from 0.
    Elsewhere {
        /// The file.
        path: PathBuf,
        /// The first byte.
        start: (usize, usize),
        /// After the last byte.
        end: (usize, usize),
    },
}

/// Results in a file other than the text itself.
#[derive(Clone)]
pub struct InFile<T> {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The results, in order.
    pub found: Vec<T>,
}

/// A mention of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub range: Range<usize>,
    /// Whether this is what defines it, or gives it a value.
    pub is_definition: bool,
}

/// Something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The text.
    pub text: String,
    /// The kind of proposal.
    pub kind: ProposalKind,
    /// A few words: a signature, a type.
    pub detail: String,
    /// Markdown; may be empty.
    pub documentation: String,
}

/// Kinds of [`Proposal`]s, which editors show as icons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProposalKind {
    /// A word of the language.
    Keyword,
    /// A function, or an op.
    Function,
    /// A variable, or a value.
    Variable,
    /// A constant.
    Constant,
    /// A type.
    Type,
    /// A member of a struct, or an argument that is given by name.
    Field,
    /// A file.
    File,
}

/// A call that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The forms of the call, and the index of the one that is probably meant.
    pub forms: Vec<Form>,
    /// The index of this form.
    pub active: usize,
    /// The index of the argument that is being written.
    pub argument: usize,
}

/// One form of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// `f(a, b)`
    pub text: String,
    /// The positions of the parameters in it.
    pub parameters: Vec<Range<usize>>,
    /// Markdown.
    pub documentation: String,
}

/// Kinds of tokens, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// A word of the language.
    Keyword,
    /// A function, or an op.
    Function,
    /// A variable, or a value.
    Variable,
    /// A parameter, or an argument of a block.
    Parameter,
    /// A member of a struct, or an attribute's name.
    Property,
    /// A type.
    Type,
    /// A number.
    Number,
    /// A text in quotes.
    String,
    /// A comment.
    Comment,
    /// An operator.
    Operator,
    /// A name of a place: a block, or an alias.
    Label,
}

impl TokenKind {
    /// All kinds, in the order of their numbers in messages.
    pub const ALL: [Self; 11] = [
        Self::Keyword,
        Self::Function,
        Self::Variable,
        Self::Parameter,
        Self::Property,
        Self::Type,
        Self::Number,
        Self::String,
        Self::Comment,
        Self::Operator,
        Self::Label,
    ];

    /// The protocol's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keyword => "keyword",
            Self::Function => "function",
            Self::Variable => "variable",
            Self::Parameter => "parameter",
            Self::Property => "property",
            Self::Type => "type",
            Self::Number => "number",
            Self::String => "string",
            Self::Comment => "comment",
            Self::Operator => "operator",
            Self::Label => "macro",
        }
    }
}

/// An inlay hint: text that is shown and is not in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it is shown.
    pub offset: usize,
    /// The text.
    pub text: String,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A few words: its parameters.
    pub detail: String,
    /// The kind of symbol.
    pub kind: SymbolKind,
    /// All of it.
    pub range: Range<usize>,
    /// Its name in the text.
    pub name_range: Range<usize>,
    /// The definitions inside it.
    pub children: Vec<Symbol>,
}

/// Kinds of [`Symbol`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A struct.
    Struct,
    /// A member of a struct.
    Field,
    /// A variable.
    Variable,
    /// A constant.
    Constant,
    /// A module, or another table of symbols.
    Module,
}
