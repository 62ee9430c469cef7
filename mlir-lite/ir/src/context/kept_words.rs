//! The words of attributes that a dialect keeps as their text: `#arith.fastmath<nnan,ninf>`.

/// What an attribute that is kept as its text may have in its brackets.
#[derive(Copy, Clone, Debug)]
pub struct KeptWords {
    /// All words there are.
    pub words: &'static [&'static str],
    /// How several of them are written; none if there is one word.
    pub flags: Option<KeptFlags>,
}

/// How a set of flags is written. The first of the words is the empty set.
#[derive(Copy, Clone, Debug)]
pub struct KeptFlags {
    /// What is between two flags.
    pub separator: &'static str,
    /// The word for all flags, beside the others.
    pub all: Option<&'static str>,
    /// Whether flags may be quoted.
    pub quoted: bool,
}

/// Something in the brackets that may not be there.
#[derive(Debug)]
pub(crate) struct WrongWord {
    /// Where it begins, in bytes after the opening bracket.
    pub start: usize,
    pub text: String,
}

impl KeptWords {
    /// The words as they are written, for messages: quoted where they must be.
    pub(crate) fn spelled(&self) -> String {
        let all = self.flags.and_then(|flags| flags.all);
        let words: Vec<String> = self.words.iter().copied().chain(all).map(spell).collect();
        words.join(", ")
    }

    /// All words, as they are known.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().copied().chain(self.flags.and_then(|flags| flags.all))
    }

    /// What is in the brackets, as it is printed: flags in the order in which they are declared, each once.
    pub(crate) fn canonical(&self, text: &str) -> Result<String, WrongWord> {
        let Some(flags) = self.flags else {
            return self.word(text).map(spell);
        };
        let mut is_set = vec![false; self.words.len()];
        for (start, item, is_quoted) in items(text, flags.quoted) {
            // As in MLIR, blanks around the flags of a string do not matter, and the empty set is a string of its own.
            let word = item.trim();
            let is_alone =
                text[..start].ends_with('"') && text[start + item.len()..].starts_with('"');
            let found = self.all().find(|known| match is_quoted {
                true => *known == word && (*known != self.words[0] || (is_alone && word == item)),
                false => *known == word && is_identifier(known),
            });
            match found {
                Some(word) if Some(word) == flags.all => is_set[1..].fill(true),
                Some(word) => {
                    self.words
                        .iter()
                        .zip(&mut is_set)
                        .for_each(|(known, set)| *set |= *known == word);
                }
                None => {
                    let start = start + (item.len() - item.trim_start().len());
                    return Err(WrongWord { start, text: word.to_owned() });
                }
            }
        }
        let set: Vec<&str> = self
            .words
            .iter()
            .zip(&is_set)
            .skip(1)
            .filter(|(_, set)| **set)
            .map(|(word, _)| *word)
            .collect();
        Ok(match flags.all {
            Some(all) if set.len() + 1 == self.words.len() => all.to_owned(),
            _ if set.is_empty() => self.words[0].to_owned(),
            _ => set.join(flags.separator),
        })
    }

    /// The one word. What is no identifier is only understood in quotes.
    fn word(&self, item: &str) -> Result<&'static str, WrongWord> {
        let text = item.trim();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let found = self.all().find(|known| match inner {
            Some(inner) => *known == inner,
            None => *known == text && is_identifier(known),
        });
        let start = item.len() - item.trim_start().len();
        found.ok_or_else(|| WrongWord { start, text: text.to_owned() })
    }
}

/// What is between commas, with where it begins and whether it is part of a string, which may have commas as well.
fn items(text: &str, may_be_quoted: bool) -> Vec<(usize, &str, bool)> {
    let mut items = Vec::new();
    let mut start = 0;
    loop {
        let rest = &text[start..];
        let blanks = rest.len() - rest.trim_start().len();
        let string = rest[blanks..].strip_prefix('"').filter(|_| may_be_quoted);
        let end = match string.and_then(|string| string.find('"').map(|end| (string, end))) {
            // What follows the string is an item of its own unless there is nothing, so that it is refused.
            Some((string, length)) => {
                let after = start + blanks + length + 2;
                let end = text[after..].find(',').map_or(text.len(), |end| after + end);
                if text[after..end].trim().is_empty() {
                    let mut at = start + blanks + 1;
                    for item in string[..length].split(',') {
                        items.push((at, item, true));
                        at += item.len() + 1;
                    }
                } else {
                    // No word begins with a quote, so that this is refused.
                    items.push((start, &text[start..end], false));
                }
                end
            }
            None => {
                let end = rest.find(',').map_or(text.len(), |end| start + end);
                items.push((start, &text[start..end], false));
                end
            }
        };
        if end == text.len() {
            return items;
        }
        start = end + 1;
    }
}

fn is_identifier(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

fn spell(word: &str) -> String {
    if is_identifier(word) { word.to_owned() } else { format!("\"{word}\"") }
}
