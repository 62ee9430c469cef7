//! The documentation of builtins, as Markdown, generated from the table.

use super::{Builtin, CONSTANTS, Constant, Parameter, ParameterKind, Signature, TABLE};

/// The documentation of one builtin.
pub fn document(builtin: &Builtin) -> String {
    let mut text = format!("### `{}`\n\n", builtin.name);
    for signature in builtin.signatures {
        text += &format!("    {}\n", call(builtin.name, signature));
    }
    text += &format!("\n{}", builtin.summary);
    if !builtin.details.is_empty() {
        text += &format!(" {}", builtin.details);
    }
    if builtin.is_shadowable {
        text += " A program may define a function of this name, which hides this one.";
    }
    text += &format!("\n\n**Shape.** {}\n", builtin.shape);
    if !builtin.errors.is_empty() {
        text += "\n**Errors.**\n";
        for (program, message) in builtin.errors {
            text += &format!("* `{program}`: {message}\n");
        }
    }
    let (program, output) = builtin.example;
    text += &format!(
        "\n**Example.**\n\n```toy\ndef main() {{\n{}}}\n```\n\n```text\n{output}```\n",
        indented(program)
    );
    text
}

/// The documentation of one builtin, for a terminal.
pub fn explain(builtin: &Builtin) -> String {
    let mut text = String::new();
    for signature in builtin.signatures {
        text += &format!("{}\n", call(builtin.name, signature));
    }
    text += &format!("  {}\n", builtin.summary);
    if !builtin.details.is_empty() {
        text += &wrapped(builtin.details);
    }
    text += &wrapped(&format!("Shape: {}", builtin.shape));
    for (program, message) in builtin.errors {
        text += &format!("  Error: `{program}`: {message}\n");
    }
    let (program, output) = builtin.example;
    text + &format!(
        "  Example:\n{}  prints\n{}",
        indented(&indented(program)),
        indented(&indented(output))
    )
}

/// The documentation of one constant, for a terminal.
pub fn explain_constant(constant: &Constant) -> String {
    format!(
        "{}\n  A constant: {}. A variable of the same name hides it.\n",
        constant.name, constant.summary
    )
}

/// Lines of at most 90 characters, each indented by two spaces.
pub(crate) fn wrapped(text: &str) -> String {
    indented(&in_lines(text, 90))
}

/// A text in lines of at most `width` characters.
pub(crate) fn in_lines(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < width => {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// The documentation of all builtins, in the order of the table.
pub fn reference() -> String {
    let sections: Vec<_> = TABLE.iter().map(|builtin| document(builtin)).collect();
    sections.join("\n")
}

/// The document on the language: `docs/language.md`.
pub fn language() -> String {
    format!("{}{}{}", include_str!("introduction.md"), constants(), reference())
}

/// The section on constants, and the heading of the functions.
fn constants() -> String {
    let mut text = "## Constants\n\n| | |\n|---|---|\n".to_owned();
    for constant in CONSTANTS {
        text += &format!("| `{}` | {} |\n", constant.name, constant.summary);
    }
    text + "\nA variable of the same name hides a constant.\n\n## Builtin functions\n\n"
}

fn indented(program: &str) -> String {
    program.lines().map(|line| format!("  {line}\n")).collect()
}

impl Builtin {
    /// The usage, for messages: `` `max(a, [axis])` or `max(a, b)` ``.
    pub(crate) fn usage(&self) -> String {
        self.forms().map(|form| format!("`{form}`")).collect::<Vec<_>>().join(" or ")
    }

    /// How it is called, for each signature: `sum(a, [axis])`.
    pub fn forms(&self) -> impl Iterator<Item = String> {
        self.signatures.iter().map(|signature| call(self.name, signature))
    }
}

/// `sum(a, [axis])`: the syntax of a call.
fn call(name: &str, signature: &Signature) -> String {
    let parameter = |parameter: &Parameter| {
        let name = match parameter.kind {
            ParameterKind::Numbers | ParameterKind::Tensors | ParameterKind::Printed => {
                format!("{}...", parameter.name)
            }
            _ if parameter.by_name => format!("{}=", parameter.name),
            _ => parameter.name.to_owned(),
        };
        if parameter.optional { format!("[{name}]") } else { name }
    };
    let parameters: Vec<_> = signature.parameters.iter().map(parameter).collect();
    format!("{name}({})", parameters.join(", "))
}
