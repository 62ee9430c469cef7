//! LLVM IR as text, for comparing two translators: without the names of local values and blocks,
//! the numbers of attribute groups and metadata, comments, the target, and the order of
//! definitions.

use std::collections::HashMap;

/// The definitions of a module as LLVM prints it, sorted.
pub fn definitions(text: &str) -> Vec<String> {
    let groups: HashMap<&str, &str> = text.lines().filter_map(attribute_group).collect();
    let mut found = Vec::new();
    let mut lines = text.lines().map(without_comment).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let is_left_out = ["attributes ", "source_filename", "target ", "!"];
        if is_left_out.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        if !line.starts_with("define ") {
            let line =
                if line.starts_with('@') { address_without_types(line) } else { line.to_owned() };
            found.push(renamed(&line, &HashMap::new(), &groups));
            continue;
        }
        let mut body = vec![line.to_owned()];
        for line in lines.by_ref() {
            body.push(line.to_owned());
            if line == "}" {
                break;
            }
        }
        found.push(function(&body, &groups));
    }
    found.sort();
    found
}

/// `attributes #0 = { nounwind }`
fn attribute_group(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("attributes ")?.split_once(" = ")
}

/// A line without the comment at its end and blanks there.
fn without_comment(line: &str) -> &str {
    let mut is_string = false;
    let end = line.find(|c| {
        is_string ^= c == '"';
        c == ';' && !is_string
    });
    line[..end.unwrap_or(line.len())].trim_end()
}

/// A constant address without what mlir-translate folds in it:
/// `getelementptr inbounds nuw (i8, ptr @g, i64 4)`.
fn address_without_types(line: &str) -> String {
    let Some((head, tail)) = line.split_once("getelementptr ") else { return line.to_owned() };
    let Some((_, tail)) = tail.split_once('(') else { return line.to_owned() };
    format!("{head}getelementptr ({}", tail.replace("i32 ", "i64 "))
}

/// The parts of a line: strings, and the text between them in identifiers and single signs.
fn tokens(line: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    let (mut found, mut rest) = (Vec::new(), line);
    while let Some(first) = rest.chars().next() {
        let string = |text: &str| text.find('"').map_or(text.len(), |end| end + 1);
        let len = match first {
            '"' => 1 + string(&rest[1..]),
            '%' | '@' | '$' | '#' | '!' if rest[1..].starts_with('"') => 2 + string(&rest[2..]),
            '%' | '@' | '$' | '#' | '!' => {
                1 + rest[1..].find(|c| !is_name(c)).unwrap_or(rest.len() - 1)
            }
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        found.push(&rest[..len]);
        rest = &rest[len..];
    }
    found
}

/// A line with other local names, groups of attributes instead of their numbers, and metadata
/// without numbers.
fn renamed(line: &str, names: &HashMap<String, String>, groups: &HashMap<&str, &str>) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let rename = |token: &str| match token.split_at_checked(1) {
        Some(("#", number)) if is_number(number) => {
            groups.get(token).copied().unwrap_or(token).to_owned()
        }
        Some(("!", number)) if is_number(number) => "!N".to_owned(),
        _ => names.get(token).cloned().unwrap_or_else(|| token.to_owned()),
    };
    tokens(line).into_iter().map(rename).collect()
}

/// The name that a line defines: a block's label, or the result of an instruction.
fn defined(line: &str) -> Option<String> {
    if !line.starts_with(' ') {
        return Some(format!("%{}", line.strip_suffix(':')?));
    }
    let (name, _) = line.trim_start().split_once(" = ")?;
    name.starts_with('%').then(|| name.to_owned())
}

/// The value and the block of a phi with one incoming value.
fn single_phi(line: &str) -> Option<(String, String)> {
    let (name, phi) = line.trim_start().split_once(" = phi ")?;
    let (_, entries) = phi.split_once('[')?;
    let (value, rest) = entries.split_once(',')?;
    (!rest.contains('[')).then(|| (name.to_owned(), value.trim().to_owned()))
}

/// A function with names by the order of definitions.
fn function(lines: &[String], groups: &HashMap<&str, &str>) -> String {
    // mlir-translate splits edges by blocks that only pass values on; these are their operands.
    let copies: HashMap<String, String> =
        lines.iter().filter_map(|line| single_phi(line)).collect();
    let is_copy = |line: &&String| single_phi(line).is_none();
    let lines: Vec<String> =
        lines.iter().filter(is_copy).map(|line| renamed(line, &copies, &HashMap::new())).collect();
    let mut names: HashMap<String, String> = HashMap::new();
    let mut add = |name: String| {
        let number = names.len();
        names.entry(name).or_insert_with(|| format!("%v{number}"));
    };
    let parameters = lines.first().map(|line| tokens(line)).unwrap_or_default();
    for parameter in parameters.into_iter().filter(|token| token.starts_with('%')) {
        // The types of structs have names of their own, which both keep.
        add(parameter.to_owned());
    }
    lines.iter().skip(1).filter_map(|line| defined(line)).for_each(add);
    let lines = lines.iter().map(|line| match defined(line).filter(|_| !line.starts_with(' ')) {
        Some(label) => format!("{}:", names.get(&label).cloned().unwrap_or(label)),
        None => in_order(&renamed(line, &names, groups)),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A line whose incoming values are sorted, if it is a phi.
fn in_order(line: &str) -> String {
    let Some((head, incoming)) = line.split_once(" = phi ") else { return line.to_owned() };
    let Some(start) = incoming.find('[') else { return line.to_owned() };
    let mut entries: Vec<&str> =
        incoming[start..].split("], ").map(|value| value.trim_end_matches(']')).collect();
    entries.sort_unstable();
    format!("{head} = phi {}{}]", &incoming[..start], entries.join("], "))
}
