//! The words allowed in attributes that a dialect keeps as text: `#arith.fastmath<nnan,ninf>`.

/// The words that are allowed in the brackets of an attribute that is kept as text.
#[derive(Copy, Clone, Debug)]
pub struct KeptWords {
    /// All words there are.
    pub words: &'static [&'static str],
    /// How several words are written. None if only one word is allowed.
    pub flags: Option<KeptFlags>,
}

/// How a set of flags is written. The first word is the empty set.
#[derive(Copy, Clone, Debug)]
pub struct KeptFlags {
    /// The separator between two flags.
    pub separator: &'static str,
    /// The word that stands for all flags.
    pub all: Option<&'static str>,
    /// Whether flags may be quoted.
    pub quoted: bool,
}

/// A word in the brackets that is not allowed.
#[derive(Debug)]
pub(crate) struct WrongWord {
    /// Where the word begins, in bytes after the opening bracket.
    pub start: usize,
    pub text: String,
}

impl KeptWords {
    /// The words as they are written in text, for messages: quoted if necessary.
    pub(crate) fn spelled(&self) -> String {
        let all = self.flags.and_then(|flags| flags.all);
        let words: Vec<String> = self.words.iter().copied().chain(all).map(spell).collect();
        words.join(", ")
    }

    /// All allowed words.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().copied().chain(self.flags.and_then(|flags| flags.all))
    }

    /// The content of the brackets in canonical form: flags in declaration order, each once.
    pub(crate) fn canonical(&self, text: &str) -> Result<String, WrongWord> {
        let Some(flags) = self.flags else {
            return self.word(text).map(spell);
        };
        let mut is_set = vec![false; self.words.len()];
        for (start, item, is_quoted) in items(text, flags.quoted) {
            // As in MLIR, blanks around the flags in a string are ignored, and the empty set must
            // be alone in its string.
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

    /// The allowed word that `item` is. Words that are not identifiers must be quoted.
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

/// The items between commas, with where each begins and whether it is in quotes, where commas may
/// also separate items.
fn items(text: &str, may_be_quoted: bool) -> Vec<(usize, &str, bool)> {
    let mut items = Vec::new();
    let mut start = 0;
    loop {
        let rest = &text[start..];
        let blanks = rest.len() - rest.trim_start().len();
        let string = rest[blanks..].strip_prefix('"').filter(|_| may_be_quoted);
        let end = match string.and_then(|string| string.find('"').map(|end| (string, end))) {
            // Text after the string becomes an item of its own, so that it is rejected.
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
                    // No word begins with a quote, so this item is rejected.
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
