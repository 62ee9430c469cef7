//! Lines of LLVM IR and of assembly, with the locations in the source that debug information gives.

use rustc_hash::FxHashMap;

use super::lines::{Lines, Location};

/// The lines of a text of LLVM IR. Debug information in the text is left out.
pub(super) fn llvm_lines(lines: &mut Lines, text: &str) -> Vec<u32> {
    let debug_locations = debug_locations(text);
    let mut found = Vec::new();
    let shown: Vec<&str> = text.lines().filter(|line| !is_metadata(line)).collect();
    let is_empty = |line: &&&str| line.is_empty();
    let end = shown.len() - shown.iter().rev().take_while(is_empty).count();
    for line in &shown[..end] {
        let (shown, number) = without_debug(line);
        let locations = number.map_or(Vec::new(), |number| locations(&debug_locations, number));
        found.push(lines.add(&shown, locations));
    }
    found
}

/// Whether a line defines metadata or declares what only debug information uses.
fn is_metadata(line: &str) -> bool {
    line.starts_with('!') || line.starts_with("source_filename") || line.starts_with("; ModuleID")
}

/// The line without its reference to a location, and the number of that location.
fn without_debug(line: &str) -> (String, Option<u32>) {
    let Some((before, after)) = line.split_once("!dbg !") else { return (line.to_owned(), None) };
    let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    let before = before.trim_end();
    let before = before.strip_suffix(',').unwrap_or(before);
    (format!("{before}{}", &after[end..]), after[..end].parse().ok())
}

/// A location, and the number of the one that it is inlined at.
type DebugLocation = (Location, Option<u32>);

fn debug_locations(text: &str) -> FxHashMap<u32, DebugLocation> {
    let mut found = FxHashMap::default();
    for line in text.lines().filter(|line| line.starts_with('!')) {
        let Some((number, value)) = line[1..].split_once(" = ") else { continue };
        let Ok(number) = number.parse() else { continue };
        let is_location = value.contains("!DILocation(");
        if !is_location && !value.contains("!DISubprogram(") {
            continue;
        }
        let field = |name: &str| {
            let (_, after) = value.split_once(name)?;
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            after[..end].parse::<u32>().ok()
        };
        let (column, inlined) = match is_location {
            true => (field("column: ").unwrap_or(1), field("inlinedAt: !")),
            false => (1, None),
        };
        if let Some(line) = field(" line: ").or_else(|| field("(line: ")).filter(|line| *line > 0) {
            found.insert(number, ((line, column.max(1)), inlined));
        }
    }
    found
}

/// The locations of a location, innermost first.
fn locations(debug_locations: &FxHashMap<u32, DebugLocation>, number: u32) -> Vec<Location> {
    let (mut locations, mut next) = (Vec::new(), Some(number));
    // Locations are a chain; the limit is for a text that is wrong.
    while let Some((location, outer)) = next.and_then(|number| debug_locations.get(&number))
        && locations.len() < 64
    {
        if !locations.contains(location) {
            locations.push(*location);
        }
        next = *outer;
    }
    locations
}

/// The lines of assembly: instructions, labels and data. Directives for debuggers are left out.
pub(super) fn assembly_lines(lines: &mut Lines, text: &str) -> Vec<u32> {
    let (mut found, mut locations, mut is_debug) = (Vec::new(), Vec::new(), false);
    for line in text.lines() {
        let word = line.trim_start();
        if word.starts_with(".section") || word == ".text" || word == ".data" {
            is_debug = word.contains(".debug_") || word.contains(".note.");
        }
        if let Some(location) = word.strip_prefix(".loc") {
            let mut numbers = location.split_whitespace().skip(1).map(|word| word.parse().ok());
            let location = (numbers.next().flatten(), numbers.next().flatten());
            locations = match location {
                (Some(line), Some(column)) if line > 0 => vec![(line, u32::max(column, 1))],
                _ => Vec::new(),
            };
            continue;
        }
        let is_directive = [".cfi_", ".file", ".addrsig", ".ident", ".Ltmp", ".Lfunc_", ".p2align"]
            .iter()
            .any(|start| word.starts_with(start));
        if is_debug || is_directive || word.is_empty() {
            continue;
        }
        // The code generator writes comments with the names of LLVM IR.
        let shown = line.split("# ").next().unwrap_or(line).trim_end();
        let shown = shown.replace('\t', "    ");
        if shown.trim().is_empty() || shown.trim() == "#" {
            continue;
        }
        let is_code = word.starts_with(|c: char| c.is_ascii_lowercase());
        found.push(lines.add(&shown, if is_code { locations.clone() } else { Vec::new() }));
    }
    found
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use serde_json::json;

    use super::*;

    #[test]
    fn llvm_ir_has_the_places_of_its_metadata() {
        let mut lines = Lines::default();
        let text = "\
; ModuleID = 'toy'
define void @main() !dbg !4 {
  %1 = fadd double %0, %0, !dbg !7
  ret void
}

!4 = distinct !DISubprogram(name: \"main\", scope: !1, file: !1, line: 8, type: !5)
!7 = !DILocation(line: 5, column: 25, scope: !4, inlinedAt: !8)
!8 = distinct !DILocation(line: 12, column: 9, scope: !4)
";
        llvm_lines(&mut lines, text);
        let (texts, table) = lines.data();
        assert_eq!(
            texts,
            json!(["define void @main() {", "  %1 = fadd double %0, %0", "  ret void", "}"])
        );
        assert_eq!(table, json!([[0, 8, 1], [1, 5, 25, 12, 9], [2], [3]]));
    }

    #[test]
    fn assembly_has_the_places_of_its_directives() {
        let mut lines = Lines::default();
        let text = "\t.text\nmain:\n\t.loc\t1 5 25 is_stmt 1\n\taddsd\t%xmm0, %xmm1 # comment\n\
                    .Ltmp0:\n\tretq\n\t.section\t.debug_info\n\t.long 3\n";
        assembly_lines(&mut lines, text);
        let (texts, table) = lines.data();
        assert_eq!(texts, json!(["    .text", "main:", "    addsd    %xmm0, %xmm1", "    retq"]));
        assert_eq!(table, json!([[0], [1], [2, 5, 25], [3, 5, 25]]));
    }
}
