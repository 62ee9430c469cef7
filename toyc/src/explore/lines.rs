//! Lines of stages, each with the locations in the source that it comes from.
//!
//! Most lines are in several stages or after several passes, so lines are numbered.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// A line and a column of the source, from 1 on.
pub(super) type Location = (u32, u32);

/// A table without duplicates.
#[derive(Debug)]
pub(super) struct Table<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn number(&mut self, value: T) -> u32 {
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        number
    }
}

/// All lines of an exploration.
#[derive(Debug, Default)]
pub(super) struct Lines {
    texts: Table<String>,
    /// The number of the text, and the locations that the line comes from: where the op is first,
    /// then the calls that were inlined around it.
    lines: Table<(u32, Vec<Location>)>,
}

impl Lines {
    /// The number of a line.
    pub(super) fn add(&mut self, text: &str, locations: Vec<Location>) -> u32 {
        let text = self.texts.number(text.to_owned());
        self.lines.number((text, locations))
    }

    /// The number of the text of a line. Lines of the same text may come from different locations.
    pub(super) fn text(&self, line: u32) -> u32 {
        self.lines.values[line as usize].0
    }

    /// The text of a line.
    pub(super) fn text_of(&self, line: u32) -> &str {
        &self.texts.values[self.text(line) as usize]
    }

    /// The lines of IR that was printed without and with locations.
    pub(super) fn of_ir(&mut self, plain: &str, located: &str, file: &str) -> Vec<u32> {
        let before = format!("\"{}\":", file.replace('\\', "\\\\").replace('"', "\\22"));
        let mut located = located.lines();
        plain
            .lines()
            .map(|line| {
                let with = located.next().unwrap_or_default();
                let location = with.strip_prefix(line).unwrap_or(with);
                self.add(line, locations(location, &before))
            })
            .collect()
    }

    /// The lines of a dump of the syntax tree. Places are shown without the name of the file.
    pub(super) fn of_tree(&mut self, text: &str, file: &str) -> Vec<u32> {
        let before = format!("@{file}:");
        let add = |line: &str| {
            let locations = locations(line, &before);
            self.add(&line.replace(&before, "@"), locations)
        };
        text.lines().map(add).collect()
    }

    /// The table as JSON: texts, and lines as `[text, line, column, line, column...]`.
    pub(super) fn data(&self) -> (Value, Value) {
        let lines: Vec<Vec<u32>> = self
            .lines
            .values
            .iter()
            .map(|(text, locations)| {
                let locations = locations.iter().flat_map(|(line, column)| [*line, *column]);
                std::iter::once(*text).chain(locations).collect()
            })
            .collect();
        (json!(self.texts.values), json!(lines))
    }
}

/// The locations in a text, which are `LINE:COLUMN` after a given text.
fn locations(text: &str, before: &str) -> Vec<Location> {
    let mut locations = Vec::new();
    for (at, _) in text.match_indices(before) {
        let mut numbers = text[at + before.len()..].splitn(2, ':');
        let number = |word: Option<&str>| {
            let word = word.unwrap_or_default();
            let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
            word[..end].parse::<u32>().ok()
        };
        if let (Some(line), Some(column)) = (number(numbers.next()), number(numbers.next()))
            && !locations.contains(&(line, column))
        {
            locations.push((line, column));
        }
    }
    locations
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn places_are_found_in_locations() {
        let location = r#" loc(callsite("a.toy":5:25 at fused["a.toy":12:9, "b.toy":1:1]))"#;
        assert_eq!(locations(location, "\"a.toy\":"), [(5, 25), (12, 9)]);
        assert_eq!(locations("@a.toy:4:1'", "@a.toy:"), [(4, 1)]);
        assert_eq!(locations("@a.toy:x @a.toy:4 @a.toy:99999999999:1", "@a.toy:"), []);
    }

    #[test]
    fn lines_of_ir_have_the_places_that_are_printed_after_them() {
        let mut lines = Lines::default();
        let found = lines.of_ir("a\n  b\na", "a loc(\"f\":1:2)\n  b\na loc(\"f\":3:4)", "f");
        let (texts, table) = lines.data();
        assert_eq!(found, [0, 1, 2]);
        assert_eq!(texts, json!(["a", "  b"]));
        assert_eq!(table, json!([[0, 1, 2], [1], [0, 3, 4]]));
    }
}
