//! The tables in `docs/performance.md`, with our previous results for comparison.

use std::fmt::Write;
use std::path::PathBuf;

/// A table of the document.
#[derive(Copy, Clone)]
pub enum Section {
    /// Reading and printing.
    Text,
    /// Modules of several shapes.
    Shapes,
    /// Passes.
    Passes,
    /// Modules like those of reports about slow passes.
    Pain,
    /// Work and span.
    Span,
    /// Work and span of the Toy compiler.
    ToySpan,
    /// The Toy compiler on generated programs.
    Toy,
    /// Sessions of the Toy compiler.
    Sessions,
    /// Compiled functions on large data.
    Kernels,
}

impl Section {
    /// The lines around the table.
    fn bounds(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("<!-- make bench writes from here -->\n", "<!-- to here -->\n"),
            Self::Passes => {
                ("<!-- make bench writes passes from here -->\n", "<!-- passes to here -->\n")
            }
            Self::Shapes => {
                ("<!-- make bench writes shapes from here -->\n", "<!-- shapes to here -->\n")
            }
            Self::Pain => {
                ("<!-- make bench writes pain from here -->\n", "<!-- pain to here -->\n")
            }
            Self::Span => {
                ("<!-- make bench writes span from here -->\n", "<!-- span to here -->\n")
            }
            Self::ToySpan => (
                "<!-- make bench writes span of toyc from here -->\n",
                "<!-- span of toyc to here -->\n",
            ),
            Self::Sessions => {
                ("<!-- make bench writes sessions from here -->\n", "<!-- sessions to here -->\n")
            }
            Self::Kernels => {
                ("<!-- make bench writes kernels from here -->\n", "<!-- kernels to here -->\n")
            }
            Self::Toy => ("<!-- make bench writes toyc from here -->\n", "<!-- toyc to here -->\n"),
        }
    }
}

fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// Puts a table, created with our previous results, into the document, prints it, and stores our
/// results, names and seconds, for the next time.
///
/// # Errors
/// The document cannot be read or written, or the lines around the table are missing; the text says
/// which.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
pub fn write(
    section: Section,
    table: &dyn Fn(&str) -> String,
    results: Vec<(String, f64)>,
) -> Result<(), String> {
    let document = repository().join("docs/performance.md");
    let file = repository().join("test/bench/mlir/last.tsv");
    let last = std::fs::read_to_string(&file).unwrap_or_default();
    let table = table(&last);
    print!("{table}");
    let explain = |error: std::io::Error| format!("{}: {error}", document.display());
    let text = std::fs::read_to_string(&document).map_err(explain)?;
    let (begin, end) = section.bounds();
    let parts =
        text.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let Some((before, after)) = parts else {
        return Err(format!("{}: the lines around the table are missing", document.display()));
    };
    std::fs::write(&document, format!("{before}{begin}{table}{end}{after}")).map_err(explain)?;
    let is_new = |line: &str| results.iter().any(|(name, _)| line.split('\t').next() == Some(name));
    let mut kept = String::new();
    for line in last.lines().filter(|line| !is_new(line)) {
        let _ = writeln!(kept, "{line}");
    }
    for (name, seconds) in &results {
        let _ = writeln!(kept, "{name}\t{:.3}", 1e3 * seconds);
    }
    std::fs::write(&file, kept).map_err(|error| format!("{}: {error}", file.display()))
}

/// Times of both tools, in seconds, beside each other.
pub fn times(theirs: f64, ours: f64) -> String {
    format!("{:.1} / {:.1} ms = **{:.1}x**", 1e3 * theirs, 1e3 * ours, theirs / ours)
}

/// How a time in seconds compares with the last results' one of that name.
pub fn change(last: &str, name: &str, seconds: f64) -> String {
    match last_seconds(last, name) {
        Some(last) => format!("{:+.0} %", 100.0 * (seconds / last - 1.0)),
        None => "new".to_owned(),
    }
}

/// A time in the last results, in seconds.
fn last_seconds(last: &str, name: &str) -> Option<f64> {
    let line = last.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'))?;
    Some(line.parse::<f64>().ok()? / 1e3)
}
