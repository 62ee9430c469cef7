//! Assembly formats: programs that one engine runs to parse and print an op.

/// One step of a format.
pub enum FormatElement {
    /// A keyword or punctuation.
    Literal(&'static str),
}
