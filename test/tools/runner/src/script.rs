//! The `RUN:` lines of a test file.

/// The commands of a test, in order, before substitution.
#[derive(Debug, PartialEq)]
pub(crate) struct Script {
    /// At least one.
    pub(crate) commands: Vec<String>,
}

impl Script {
    /// Collects the `RUN:` lines of a test file's text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut commands = Vec::new();
        let mut unfinished: Option<String> = None;
        for line in text.lines().filter_map(run_line) {
            let mut command = unfinished.take().unwrap_or_default();
            match line.strip_suffix('\\') {
                Some(beginning) => unfinished = Some(command + beginning),
                None => {
                    command.push_str(line);
                    commands.push(command);
                }
            }
        }
        if let Some(command) = unfinished {
            return Err(format!(
                "the last RUN line ends in a backslash, but no RUN line follows: {command}"
            ));
        }
        if commands.is_empty() {
            return Err(
                "the file has no RUN line; a file that is not a test belongs in a folder `inputs`"
                    .to_owned(),
            );
        }
        Ok(Self { commands })
    }
}

/// The command in a line like `// RUN: command`, without white space around it.
fn run_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix('#'))?;
    Some(comment.trim_start().strip_prefix("RUN:")?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn commands(text: &str) -> Vec<String> {
        Script::parse(text).map(|script| script.commands).unwrap_or_default()
    }

    #[test]
    fn both_comment_leaders_count() {
        assert_eq!(
            commands("# RUN: toyc %s\n// RUN: toyc -emit=ast %s\n"),
            ["toyc %s", "toyc -emit=ast %s"]
        );
    }

    #[test]
    fn indentation_and_missing_spaces_do_not_matter() {
        assert_eq!(commands("  #RUN:one  \n\t//   RUN:   two\n"), ["one", "two"]);
    }

    #[test]
    fn other_lines_are_no_commands() {
        let text = "RUN: no leader\n# CHECK: RUN: not at the start\n# run: lower case\n# RUN: \
            yes\ndef main() {}\n";
        assert_eq!(commands(text), ["yes"]);
    }

    #[test]
    fn a_backslash_joins_the_next_run_line() {
        let text =
            "# RUN: toyc %s | \\\n# some other comment\n# RUN:   FileCheck %s\n# RUN: true\n";
        assert_eq!(commands(text), ["toyc %s | FileCheck %s", "true"]);
    }

    #[test]
    fn a_dangling_backslash_is_an_error() {
        assert!(
            Script::parse("# RUN: toyc \\\n").is_err_and(|message| message.contains("backslash"))
        );
    }

    #[test]
    fn a_file_without_run_lines_is_an_error() {
        assert!(
            Script::parse("def main() {}\n").is_err_and(|message| message.contains("no RUN line"))
        );
    }
}
