//! Links between the pages of the repository lead to files and headings that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The pages: those at the root, and all below `docs`.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root().join("docs")];
    add_pages(&root(), &mut pages, &mut Vec::new());
    while let Some(folder) = folders.pop() {
        add_pages(&folder, &mut pages, &mut folders);
    }
    pages.sort();
    pages
}

fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>, folders: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            folders.push(path);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// The lines outside of code blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push(line);
        }
    }
    lines
}

/// The text without what is in backticks.
fn without_code(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let run = rest.len() - rest.trim_start_matches('`').len();
        let (ticks, after) = rest.split_at(run);
        let closed = after
            .match_indices(ticks)
            .find(|(end, _)| !after[..*end].ends_with('`') && !after[end + run..].starts_with('`'));
        match closed {
            Some((end, _)) => rest = &after[end + run..],
            None => rest = after,
        }
    }
    kept + rest
}

/// The targets of links such as `[text](target)`.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for paragraph in prose(text).join("\n").split("\n\n") {
        let text = without_code(paragraph);
        for (at, found) in text.match_indices("](") {
            if let Some((target, _)) = text[at + found.len()..].split_once(')') {
                links.push(target.to_owned());
            }
        }
    }
    links
}

/// The anchors of the headings, as GitHub forms them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in prose(text).into_iter().filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let anchor: String = heading.chars().filter(is_kept).collect();
        let anchor = anchor.replace(' ', "-");
        let before = anchors.iter().filter(|other| **other == anchor).count();
        anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
    }
    anchors
}

/// The error in a link of a page; none if it leads to a file.
fn complaint(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        file => page.parent()?.join(file),
    };
    if !target.exists() {
        return Some(format!("no file {file}"));
    }
    if anchor.is_empty() || target.is_dir() {
        return None;
    }
    let text = fs::read_to_string(&target).ok()?;
    let is_there = anchors(&text).iter().any(|other| other == anchor);
    (!is_there).then(|| format!("no heading for {link}"))
}

#[test]
fn links_and_anchors_are_found() {
    let text = "# A `b`: c\n[x](y.md#z)\n\n`[no](code)` and [`f`](g)\n```\n[h](i)\n```\n## A b c\n";
    assert_eq!(links(text), ["y.md#z", "g"]);
    assert_eq!(anchors(text), ["a-b-c", "a-b-c-1"]);
}

#[test]
fn the_book_has_all_pages() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the book has a summary");
    let listed: Vec<PathBuf> = links(&summary).iter().map(|link| docs.join(link)).collect();
    for page in pages().iter().filter(|page| page.starts_with(&docs)) {
        let count = listed.iter().filter(|listed| *listed == page).count();
        let is_summary = page.ends_with("SUMMARY.md");
        assert_eq!(count, usize::from(!is_summary), "{}", page.display());
    }
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("pages are text");
        for link in links(&text) {
            count += 1;
            if let Some(complaint) = complaint(&page, &link) {
                wrong.push(format!("{}: {complaint}", page.display()));
            }
        }
    }
    assert!(count > 30, "only {count} links were found");
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
}
