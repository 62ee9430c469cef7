//! Subjects of commits are short.

use std::process::Command;
use test_support::repository;

/// The most characters of a subject.
const MAX_SUBJECT: usize = 72;

/// Earlier commits are not checked.
const SINCE: &str = "--since=2026-11-28T10:16:00Z";

#[test]
fn subjects_of_commits_are_short() {
    let log = ["log", "--no-merges", SINCE, "--format=%h %s"];
    let Ok(output) = Command::new("git").args(log).current_dir(repository()).output() else {
        return;
    };
    // Outside of a checkout with git, there is no output.
    let text = String::from_utf8_lossy(&output.stdout);
    let subject = |line: &str| line.split_once(' ').map_or(0, |(_, it)| it.chars().count());
    let long: Vec<&str> = text.lines().filter(|line| subject(line) > MAX_SUBJECT).collect();
    assert!(long.is_empty(), "subjects of more than {MAX_SUBJECT} characters: {long:#?}");
}
