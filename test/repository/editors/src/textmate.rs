//! An interpreter of TextMate grammars, as editors have them: the part of the format that the
//! grammars of `toyc/editors` use.
//!
//! A line is read from left to right. Of all rules that are active, the one whose match begins
//! first applies; of several that begin at one place, the first in the grammar. The match gets the
//! rule's scope. A rule with `begin` and `end` changes the active rules until its end is found,
//! perhaps on a later line.

use std::collections::HashMap;

use fancy_regex::Captures as Groups;
use serde_json::Value;

use crate::pattern::Pattern;

/// A grammar that is ready to be used.
pub struct Grammar {
    root_scope: String,
    rules: Vec<Rule>,
    /// The patterns that are active outside of all regions.
    root: Vec<usize>,
}

/// The keys that a grammar and its rules may have.
const KEYS: [&str; 15] = [
    "$schema",
    "name",
    "scopeName",
    "fileTypes",
    "patterns",
    "repository",
    "comment",
    "match",
    "captures",
    "begin",
    "end",
    "beginCaptures",
    "endCaptures",
    "include",
    "contentName",
];

enum Rule {
    Match { regex: Pattern, name: Option<String>, captures: Captures },
    Region(Box<Region>),
}

struct Region {
    name: Option<String>,
    content_name: Option<String>,
    begin: Pattern,
    begin_captures: Captures,
    end: Pattern,
    end_captures: Captures,
    patterns: Vec<usize>,
}

/// The scopes of groups of a regular expression, by their numbers.
type Captures = Vec<(usize, Capture)>;

struct Capture {
    name: Option<String>,
    patterns: Vec<usize>,
}

/// Builds the rules of a grammar. Rules that include each other are built once.
struct Builder<'v> {
    grammar: &'v Value,
    rules: Vec<Option<Rule>>,
    /// The number of the rule of each value, by the value's address.
    built: HashMap<*const Value, usize>,
}

impl<'v> Builder<'v> {
    /// The rules of a list, in order, with those of the lists that it includes.
    fn list(&mut self, owner: &'v Value) -> Result<Vec<usize>, String> {
        let (mut found, mut visited) = (Vec::new(), Vec::new());
        self.add_list(owner, &mut found, &mut visited)?;
        Ok(found)
    }

    fn add_list(
        &mut self,
        owner: &'v Value,
        found: &mut Vec<usize>,
        visited: &mut Vec<*const Value>,
    ) -> Result<(), String> {
        if visited.contains(&std::ptr::from_ref(owner)) {
            return Ok(());
        }
        visited.push(owner);
        let patterns = owner["patterns"].as_array().ok_or("no list of patterns")?;
        for pattern in patterns {
            self.add(pattern, found, visited)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        pattern: &'v Value,
        found: &mut Vec<usize>,
        visited: &mut Vec<*const Value>,
    ) -> Result<(), String> {
        if let Some(include) = pattern["include"].as_str() {
            let target = match include.strip_prefix('#') {
                Some(name) => &self.grammar["repository"][name],
                None if include == "$self" => self.grammar,
                None => return Err(format!("'{include}' is another grammar")),
            };
            if target.is_null() {
                return Err(format!("'{include}' is not in the repository"));
            }
            return self.add(target, found, visited);
        }
        if pattern.get("match").is_none() && pattern.get("begin").is_none() {
            return self.add_list(pattern, found, visited);
        }
        found.push(self.rule(pattern)?);
        Ok(())
    }

    fn rule(&mut self, value: &'v Value) -> Result<usize, String> {
        if let Some(&number) = self.built.get(&std::ptr::from_ref(value)) {
            return Ok(number);
        }
        let number = self.rules.len();
        self.built.insert(value, number);
        self.rules.push(None);
        let rule = if value.get("match").is_some() {
            Rule::Match {
                regex: regex(&value["match"])?,
                name: text(&value["name"]),
                captures: self.captures(&value["captures"])?,
            }
        } else {
            Rule::Region(Box::new(Region {
                name: text(&value["name"]),
                content_name: text(&value["contentName"]),
                begin: regex(&value["begin"])?,
                begin_captures: self.captures(&value["beginCaptures"])?,
                end: regex(&value["end"])?,
                end_captures: self.captures(&value["endCaptures"])?,
                patterns: self.list(value)?,
            }))
        };
        self.rules[number] = Some(rule);
        Ok(number)
    }

    fn captures(&mut self, value: &'v Value) -> Result<Captures, String> {
        let Some(entries) = value.as_object() else { return Ok(Vec::new()) };
        let mut captures = Vec::new();
        for (group, entry) in entries {
            let group = group.parse().map_err(|_| format!("'{group}' is not a group"))?;
            let patterns = match entry.get("patterns") {
                Some(_) => self.list(entry)?,
                None => Vec::new(),
            };
            captures.push((group, Capture { name: text(&entry["name"]), patterns }));
        }
        captures.sort_by_key(|(group, _)| *group);
        Ok(captures)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn regex(value: &Value) -> Result<Pattern, String> {
    Pattern::new(value.as_str().ok_or("a regular expression is a text")?)
}

/// Complains about keys that the interpreter does not know, at any depth.
fn check_keys(value: &Value) -> Result<(), String> {
    match value {
        Value::Array(values) => values.iter().try_for_each(check_keys),
        Value::Object(entries) => entries.iter().try_for_each(|(key, value)| {
            let is_map = matches!(key.as_str(), "repository") || key.ends_with("aptures");
            if !KEYS.contains(&key.as_str()) {
                return Err(format!("the key '{key}' is not known"));
            }
            match value.as_object().filter(|_| is_map) {
                Some(entries) => entries.values().try_for_each(check_keys),
                None => check_keys(value),
            }
        }),
        _ => Ok(()),
    }
}

impl Grammar {
    /// Reads a grammar.
    pub fn new(grammar: &Value) -> Result<Self, String> {
        check_keys(grammar)?;
        let mut builder = Builder { grammar, rules: Vec::new(), built: HashMap::new() };
        let root = builder.list(grammar)?;
        let rules = builder.rules.into_iter().flatten().collect();
        let root_scope = text(&grammar["scopeName"]).ok_or("no scopeName")?;
        Ok(Self { root_scope, rules, root })
    }

    /// The scopes of each byte of a text.
    pub fn scopes(&self, text: &str) -> Scopes {
        let mut scopes = Scopes { lists: vec![vec![self.root_scope.clone()]], bytes: Vec::new() };
        let mut regions = Regions::new();
        // Lines with the regions that they begin in: where one is, and the regions after it.
        let mut read: HashMap<(Regions, &str), (usize, Regions)> = HashMap::new();
        for line in text.split_inclusive('\n') {
            let start = scopes.bytes.len();
            let key = (regions, line);
            if let Some((same, after)) = read.get(&key) {
                regions = after.clone();
                scopes.bytes.extend_from_within(*same..*same + line.len());
                continue;
            }
            regions = key.0.clone();
            scopes.bytes.resize(start + line.len(), 0);
            let text = line.trim_end_matches(['\n', '\r']);
            Line { grammar: self, text, start, scopes: &mut scopes }.read(
                0,
                0,
                &self.root,
                &mut regions,
            );
            read.insert(key, (start, regions.clone()));
        }
        scopes
    }
}

/// The scopes of each byte of a text.
pub struct Scopes {
    /// Lists of scopes, from the outermost on.
    lists: Vec<Vec<String>>,
    /// The list of each byte.
    bytes: Vec<usize>,
}

impl Scopes {
    /// The scopes of a byte but the grammar's own, from the outermost on.
    pub fn at(&self, byte: usize) -> &[String] {
        &self.lists[self.bytes[byte]][1..]
    }

    /// A list with one scope more.
    fn with(&mut self, list: usize, name: Option<&String>) -> usize {
        let Some(name) = name else { return list };
        let mut scopes = self.lists[list].clone();
        scopes.push(name.clone());
        if let Some(found) = self.lists.iter().position(|other| *other == scopes) {
            return found;
        }
        self.lists.push(scopes);
        self.lists.len() - 1
    }
}

/// A line that is being read.
struct Line<'g> {
    grammar: &'g Grammar,
    text: &'g str,
    /// The offset of the line in the file.
    start: usize,
    scopes: &'g mut Scopes,
}

/// An open region: its rule, and the scopes in it.
type Open = (usize, usize);

/// The open regions, from the outermost on.
type Regions = Vec<Open>;

/// The pattern that applies at a place: the end of the region, or a rule.
#[derive(Clone, Copy)]
enum Part {
    End,
    Rule(usize),
}

impl<'g> Line<'g> {
    /// Reads the line from a byte on. `outer` and `patterns` are the scopes and rules outside of
    /// all regions.
    fn read(&mut self, from: usize, outer: usize, patterns: &[usize], regions: &mut Regions) {
        let (grammar, mut at) = (self.grammar, from);
        loop {
            let (scopes, active, open) = match regions.last() {
                Some(&(rule, scopes)) => {
                    let region = grammar.region(rule);
                    (scopes, &region.patterns[..], Some(region))
                }
                None => (outer, patterns, None),
            };
            let Some((part, groups)) = self.next(at, active, open) else {
                self.paint(at, self.text.len(), scopes);
                return;
            };
            let found = groups.get(0).expect("the match");
            self.paint(at, found.start(), scopes);
            at = found.end();
            match (part, open) {
                (Part::Rule(rule), _) => match &grammar.rules[rule] {
                    Rule::Region(region) => {
                        let inside = self.scopes.with(scopes, region.name.as_ref());
                        self.capture(&groups, &region.begin_captures, inside);
                        let content = self.scopes.with(inside, region.content_name.as_ref());
                        regions.push((rule, content));
                    }
                    Rule::Match { name, captures, .. } => {
                        assert!(!found.as_str().is_empty(), "nothing matches in '{}'", self.text);
                        let inside = self.scopes.with(scopes, name.as_ref());
                        self.capture(&groups, captures, inside);
                    }
                },
                (Part::End, region) => {
                    let region = region.expect("an end is that of a region");
                    regions.pop();
                    let around = regions.last().map_or(outer, |&(_, scopes)| scopes);
                    let inside = self.scopes.with(around, region.name.as_ref());
                    self.capture(&groups, &region.end_captures, inside);
                }
            }
        }
    }

    /// The first match from a byte on; of several at one place, that of the first rule.
    fn next(
        &self,
        from: usize,
        active: &[usize],
        open: Option<&Region>,
    ) -> Option<(Part, Groups<'g>)> {
        let places = self.text[from..].char_indices().map(|(offset, _)| from + offset);
        for at in places.chain([self.text.len()]) {
            if let Some(groups) = open.and_then(|region| region.end.at(self.text, at)) {
                return Some((Part::End, groups));
            }
            for &rule in active {
                let regex = match &self.grammar.rules[rule] {
                    Rule::Match { regex, .. } => regex,
                    Rule::Region(region) => &region.begin,
                };
                if let Some(groups) = regex.at(self.text, at) {
                    return Some((Part::Rule(rule), groups));
                }
            }
        }
        None
    }

    fn paint(&mut self, start: usize, end: usize, scopes: usize) {
        self.scopes.bytes[self.start + start..self.start + end].fill(scopes);
    }

    /// Gives a match its scopes, and its groups theirs.
    fn capture(&mut self, groups: &Groups<'_>, captures: &Captures, scopes: usize) {
        let all = groups.get(0).expect("the match");
        self.paint(all.start(), all.end(), scopes);
        for (number, capture) in captures {
            let Some(group) = groups.get(*number).filter(|group| !group.as_str().is_empty()) else {
                continue;
            };
            let around = self.scopes.bytes[self.start + group.start()];
            let inside = self.scopes.with(around, capture.name.as_ref());
            self.paint(group.start(), group.end(), inside);
            if !capture.patterns.is_empty() {
                let text = &self.text[..group.end()];
                let (grammar, start) = (self.grammar, self.start);
                Line { grammar, text, start, scopes: self.scopes }.read(
                    group.start(),
                    inside,
                    &capture.patterns,
                    &mut Vec::new(),
                );
            }
        }
    }
}

impl Grammar {
    fn region(&self, rule: usize) -> &Region {
        match &self.rules[rule] {
            Rule::Region(region) => region,
            Rule::Match { .. } => panic!("only regions are open"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(grammar: &Value, text: &str) -> Vec<(String, String)> {
        let scopes = Grammar::new(grammar).expect("a grammar").scopes(text);
        let mut parts: Vec<(String, String)> = Vec::new();
        for (at, c) in text.char_indices() {
            let list = scopes.at(at).join(" ");
            match parts.last_mut() {
                Some((last, text)) if *last == list => text.push(c),
                _ => parts.push((list, c.to_string())),
            }
        }
        parts
    }

    #[test]
    fn the_first_match_applies_and_of_several_the_first_rule() {
        let grammar = json!({ "scopeName": "x", "patterns": [
            { "match": "ab", "name": "long" }, { "match": "a", "name": "short" },
            { "match": "b+", "name": "b" }
        ]});
        let expected = [("short", "a"), ("long", "ab"), ("", "-"), ("b", "bb")];
        assert_eq!(found(&grammar, "aab-bb"), expected.map(|(s, t)| (s.into(), t.into())));
    }

    #[test]
    fn regions_nest_and_continue_on_the_next_line() {
        let group = json!({ "begin": "\\(", "end": "(\\))", "name": "group", "contentName": "in",
            "endCaptures": { "1": { "name": "close" } },
            "patterns": [{ "include": "$self" }, { "match": "[0-9]", "name": "digit" }] });
        let grammar = json!({ "scopeName": "x", "patterns": [{ "include": "#group" }],
            "repository": { "group": group } });
        let expected = [
            ("", "1"),
            ("group", "("),
            ("group in digit", "1"),
            // The end of a line belongs to nothing.
            ("", "\n"),
            ("group in group", "("),
            ("group in group in", "a"),
            ("group in group close", ")"),
            ("group close", ")"),
            ("", "1"),
        ];
        assert_eq!(found(&grammar, "1(1\n(a))1"), expected.map(|(s, t)| (s.into(), t.into())));
    }

    #[test]
    fn groups_have_scopes_and_rules() {
        let grammar = json!({ "scopeName": "x", "patterns": [{ "match": "(a)=(.*)", "name": "all",
            "captures": { "1": { "name": "key" }, "2": { "patterns": [
                { "match": "[0-9]+", "name": "number" }] } } }] });
        let expected = [("all key", "a"), ("all", "="), ("all number", "12"), ("all", "x")];
        assert_eq!(found(&grammar, "a=12x"), expected.map(|(s, t)| (s.into(), t.into())));
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let wrong = |grammar: Value| Grammar::new(&grammar).err().expect("it is wrong");
        let rule = |rule: Value| json!({ "scopeName": "x", "patterns": [rule] });
        assert!(wrong(rule(json!({ "match": "(" }))).contains('('));
        assert!(wrong(rule(json!({ "include": "#none" }))).contains("#none"));
        assert!(wrong(rule(json!({ "match": "a", "while": "b" }))).contains("while"));
    }
}
