//! The substitutions in a `RUN:` line: `%s`, `%t`, `%%` and the names of tools.
//!
//! One pass from left to right, so inserted text is not substituted again.

use std::path::Path;

use crate::Tool;

/// The meaning of the placeholders in one test.
pub(crate) struct Substitutions<'a> {
    /// The test's path, relative to the repository's root.
    pub(crate) source: &'a Path,
    /// The folder for temporary files.
    pub(crate) scratch: &'a Path,
    /// The tools that are called by their bare names.
    pub(crate) tools: &'a [Tool],
}

impl Substitutions<'_> {
    /// The command that bash gets. An error says which tool is not installed.
    pub(crate) fn apply(&self, command: &str) -> Result<String, String> {
        let mut result = String::with_capacity(command.len() * 2);
        let mut rest = command;
        let mut at_word_start = true;
        while let Some(next) = rest.chars().next() {
            if let Some((text, after)) = self.placeholder(rest) {
                result.push_str(&text);
                rest = after;
                at_word_start = false;
            } else if let Some(tool) = self.tool(rest).filter(|_| at_word_start) {
                if !tool.path.is_file() {
                    return Err(format!(
                        "the test needs {}, which is not at {}; `scripts/setup test` installs what \
                            the tests need",
                        tool.name,
                        tool.path.display()
                    ));
                }
                result.push_str(&quoted(&tool.path));
                rest = &rest[tool.name.len()..];
                at_word_start = false;
            } else {
                result.push(next);
                rest = &rest[next.len_utf8()..];
                at_word_start = separates_words(next);
            }
        }
        Ok(result)
    }

    /// The meaning of a placeholder at the start of `text`, and the text after it.
    fn placeholder<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        let after = text.strip_prefix('%')?;
        let meaning = match after.chars().next()? {
            's' => quoted(self.source),
            't' => quoted(
                &self.scratch.join(self.source.display().to_string().replace('/', "_") + ".tmp"),
            ),
            '%' => "%".to_owned(),
            _ => return None,
        };
        Some((meaning, &after[1..]))
    }

    /// The tool whose name is the whole first word of `text`.
    fn tool(&self, text: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| {
            text.strip_prefix(&tool.name)
                .is_some_and(|rest| rest.chars().next().is_none_or(separates_words))
        })
    }
}

fn separates_words(character: char) -> bool {
    character.is_whitespace() || "|&;()".contains(character)
}

/// The path as one word of bash.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    if path
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || "/._-+".contains(character))
    {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Applies the substitutions of the test `test/a/one.toy` with the tools `bash` and `absent`.
    fn apply(command: &str) -> Result<String, String> {
        Substitutions {
            source: Path::new("test/a/one.toy"),
            scratch: Path::new("/tmp/scratch"),
            tools: &[Tool::new("bash", "/bin/bash"), Tool::new("absent", "/nonexistent/absent")],
        }
        .apply(command)
    }

    #[test]
    fn the_source_is_relative_and_the_temporary_file_absolute() {
        assert_eq!(
            apply("cat %s > %t.mlir").as_deref(),
            Ok("cat test/a/one.toy > /tmp/scratch/test_a_one.toy.tmp.mlir")
        );
    }

    #[test]
    fn other_per_cent_signs_stay() {
        assert_eq!(apply("printf '%d %%s' 100%").as_deref(), Ok("printf '%d %s' 100%"));
    }

    #[test]
    fn a_tool_is_replaced_where_a_word_starts() {
        assert_eq!(apply("bash x|bash;(bash)").as_deref(), Ok("/bin/bash x|/bin/bash;(/bin/bash)"));
    }

    #[test]
    fn a_part_of_a_word_is_no_tool() {
        let command = "rebash bash-5 ./bash -bash bashful 'bash'";
        assert_eq!(apply(command).as_deref(), Ok(command));
    }

    #[test]
    fn a_tool_that_is_not_installed_is_named() {
        let message = apply("cat %s | absent").err().unwrap_or_default();
        assert!(
            message.contains("needs absent") && message.contains("scripts/setup test"),
            "{message}"
        );
    }

    #[test]
    fn an_absent_tool_matters_only_where_it_is_used() {
        assert_eq!(apply("echo 'absent'").as_deref(), Ok("echo 'absent'"));
    }

    #[test]
    fn paths_are_single_words_of_bash() {
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }
}
