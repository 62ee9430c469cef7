//! The recipes of the page: edits of files.
//!
//! A recipe is a section below `## Recipes`. A line that says where text goes is followed by a code
//! block with the text:
//! ```text
//! New file `PATH`:
//! In `PATH`, after `LINE`:
//! In `PATH`, before `LINE`:
//! In `PATH`, before the last `LINE`:
//! In `PATH`, instead of `LINE`:
//! In `PATH`, at the end:
//! ```
//! `LINE` is a whole line without its indentation, which occurs once. If it ends with ` ...`, it is
//! the beginning of that line.

/// A section of the page.
#[derive(Debug)]
pub struct Recipe {
    /// Its heading.
    pub title: String,
    /// The changes, in order.
    pub edits: Vec<Edit>,
}

/// Text that is added to a file.
#[derive(Debug)]
pub struct Edit {
    /// The file, relative to the root of the repository.
    pub path: String,
    /// The position in the file.
    pub place: Position,
    /// The lines that are added.
    pub text: String,
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// The file is new.
    NewFile,
    /// After the line.
    After(String),
    /// Before the line.
    Before(String),
    /// Before the last occurrence of the line.
    BeforeLast(String),
    /// The line is replaced.
    Instead(String),
    /// After the last line.
    End,
}

impl Recipe {
    /// The text tests that it adds, with `RUN` lines.
    pub fn tests(&self) -> Vec<&str> {
        let new = self.edits.iter().filter(|edit| edit.place == Position::NewFile);
        let tests = new.filter(|edit| edit.path.starts_with("test/") && edit.text.contains("RUN:"));
        tests.map(|edit| edit.path.as_str()).collect()
    }
}

/// The recipes of a page.
///
/// # Errors
/// The page has no section of recipes, or a line that says where text goes is not followed by a
/// block.
pub fn recipes(page: &str) -> Result<Vec<Recipe>, String> {
    let (_, section) = page.split_once("\n## Recipes\n").ok_or("there is no section 'Recipes'")?;
    let section = section.split("\n## ").next().unwrap_or(section);
    headed(section).into_iter().map(|(title, text)| recipe(title, &text)).collect()
}

/// The parts of a text below headings of the third level. Lines in code blocks are not headings.
fn headed(section: &str) -> Vec<(&str, String)> {
    let (mut parts, mut is_code) = (Vec::new(), false);
    for line in section.lines() {
        is_code ^= line.starts_with("```");
        match line.strip_prefix("### ") {
            Some(title) if !is_code => parts.push((title, String::new())),
            _ => {
                if let Some((_, text)) = parts.last_mut() {
                    *text += line;
                    text.push('\n');
                }
            }
        }
    }
    parts
}

fn recipe(title: &str, text: &str) -> Result<Recipe, String> {
    let mut edits = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((path, place)) = place(line) else { continue };
        let fence = lines.find(|line| !line.is_empty()).unwrap_or_default();
        if !fence.starts_with("```") {
            return Err(format!("'{title}': no code block follows: {line}"));
        }
        let block = lines.by_ref().take_while(|line| *line != "```");
        let text: String = block.map(|line| format!("{line}\n")).collect();
        edits.push(Edit { path, place, text });
    }
    Ok(Recipe { title: title.to_owned(), edits })
}

/// The file and the position that a line of the page names.
fn place(line: &str) -> Option<(String, Position)> {
    let line = line.strip_suffix(':')?;
    if let Some(path) = line.strip_prefix("New file `") {
        return Some((path.strip_suffix('`')?.to_owned(), Position::NewFile));
    }
    let (path, place) = line.strip_prefix("In `")?.split_once("`, ")?;
    // Code with backticks is between two of them and a space.
    let quoted = |text: &str| match text.strip_prefix("` ") {
        Some(text) => Some(text.strip_suffix(" ``")?.to_owned()),
        None => Some(text.strip_suffix('`')?.to_owned()),
    };
    let place = if let Some(text) = place.strip_prefix("after `") {
        Position::After(quoted(text)?)
    } else if let Some(text) = place.strip_prefix("before the last `") {
        Position::BeforeLast(quoted(text)?)
    } else if let Some(text) = place.strip_prefix("before `") {
        Position::Before(quoted(text)?)
    } else if let Some(text) = place.strip_prefix("instead of `") {
        Position::Instead(quoted(text)?)
    } else if place == "at the end" {
        Position::End
    } else {
        return None;
    };
    Some((path.to_owned(), place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_line_names_a_file_and_a_position() {
        let found = |line: &str| place(line).map(|(_, place)| place);
        assert_eq!(found("New file `a.rs`:"), Some(Position::NewFile));
        assert_eq!(found("In `a.rs`, after `mod a;`:"), Some(Position::After("mod a;".into())));
        assert_eq!(found("In `a.rs`, before `mod a;`:"), Some(Position::Before("mod a;".into())));
        assert_eq!(
            found("In `a.rs`, before the last `}`:"),
            Some(Position::BeforeLast("}".into()))
        );
        assert_eq!(
            found("In `a.rs`, instead of `a ...`:"),
            Some(Position::Instead("a ...".into()))
        );
        assert_eq!(
            found("In `a.md`, after `` | `a` | ``:"),
            Some(Position::After("| `a` |".into()))
        );
        assert_eq!(found("In `a.rs`, at the end:"), Some(Position::End));
        assert_eq!(found("In `a.rs`, the op is declared:"), None);
    }

    #[test]
    fn a_recipe_has_the_blocks_that_follow() {
        let page =
            "# Page\n\n## Recipes\n\nText.\n\n### One\n\nNew file `a`:\n```rust\n### x\n```\n";
        let recipes = recipes(page).expect("it is well-formed");
        assert_eq!(recipes[0].title, "One");
        assert_eq!(recipes[0].edits[0].text, "### x\n");
    }

    #[test]
    fn a_block_must_follow() {
        assert!(recipes("\n## Recipes\n\n### One\n\nNew file `a`:\n\nText.\n").is_err());
    }
}
