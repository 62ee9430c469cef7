//! Attributes of parameters, results and functions.

use super::emit::quoted;
use super::lexer::{Kind, Read};
use super::reader::Reader;

impl Reader<'_> {
    /// Reads the attributes of a parameter or a result, as entries of a dictionary.
    pub(super) fn parameter_attributes(&mut self) -> Read<Vec<String>> {
        const UNITS: [&str; 16] = [
            "noundef",
            "inreg",
            "returned",
            "signext",
            "zeroext",
            "noalias",
            "readonly",
            "readnone",
            "writeonly",
            "nest",
            "nofree",
            "nonnull",
            "allocptr",
            "allocalign",
            "noext",
            "swiftself",
        ];
        const TYPES: [&str; 6] =
            ["byref", "byval", "elementtype", "sret", "inalloca", "preallocated"];
        const NUMBERS: [&str; 2] = ["dereferenceable", "dereferenceable_or_null"];
        let mut entries = Vec::new();
        loop {
            let at = self.place();
            if let Some(word) = self.one_of(&UNITS) {
                entries.push(format!("llvm.{word}"));
            } else if self.optional_word("immarg") {
                // Said of intrinsics, which are ops.
            } else if let Some(word) = self.one_of(&TYPES) {
                self.expect('(')?;
                let ty = self.ty()?;
                self.expect(')')?;
                entries.push(format!("llvm.{word} = {ty}"));
            } else if let Some(word) = self.one_of(&NUMBERS) {
                entries.push(format!("llvm.{word} = {} : i64", self.in_parentheses()?));
            } else if self.optional_word("align") {
                let bytes = match self.at_punct('(') {
                    true => self.in_parentheses()?.to_string(),
                    false => self.number()?,
                };
                entries.push(format!("llvm.align = {bytes} : i64"));
            } else if self.optional_word("captures") {
                self.expect('(')?;
                if !self.optional_word("none") {
                    return self.missing(at, "captures");
                }
                self.expect(')')?;
                entries.push("llvm.nocapture".into());
            } else if self.optional_word("range") {
                self.expect('(')?;
                let ty = self.ty()?;
                let lower = self.number()?;
                self.expect(',')?;
                let upper = self.number()?;
                self.expect(')')?;
                let range = format!("#llvm.constant_range<{ty}, {lower}, {upper}>");
                entries.push(format!("llvm.range = {range}"));
            } else if let Kind::Text(_) = self.kind() {
                return self.missing(at, "an attribute in quotes");
            } else {
                return Ok(entries);
            }
        }
    }

    /// Reads the attributes of a function, those of groups included, as entries of a dictionary.
    pub(super) fn function_attributes(&mut self, of_call: bool) -> Read<Vec<String>> {
        let (mut entries, mut passed) = (Vec::new(), Vec::new());
        self.function_words(&mut entries, &mut passed)?;
        if !passed.is_empty() && !of_call {
            entries.push(format!("passthrough = [{}]", passed.join(", ")));
        }
        Ok(entries)
    }

    fn function_words(&mut self, entries: &mut Vec<String>, passed: &mut Vec<String>) -> Read<()> {
        loop {
            let at = self.place();
            match self.kind().clone() {
                Kind::Group(number) => {
                    self.advance();
                    let Some(&begin) = self.groups.get(&number) else { continue };
                    let back = std::mem::replace(&mut self.position, begin);
                    self.function_words(entries, passed)?;
                    self.position = back;
                }
                Kind::Text(key) => {
                    self.advance();
                    let key = String::from_utf8_lossy(&key).into_owned();
                    let value = match self.optional('=') {
                        true => match self.next() {
                            Kind::Text(value) => Some(String::from_utf8_lossy(&value).into_owned()),
                            _ => return Err(self.problem(at, "expected a value in quotes")),
                        },
                        false => None,
                    };
                    match of_text(&key, value.as_deref()) {
                        Some(entry) => entries.push(entry),
                        None => {
                            let key = quoted(key.as_bytes());
                            passed.push(match value {
                                Some(value) => format!("[{key}, {}]", quoted(value.as_bytes())),
                                None => key,
                            });
                        }
                    }
                }
                Kind::Word(word) => match self.function_word(&word, passed)? {
                    Some(entry) => entries.push(entry),
                    None if self.place() == at => return Ok(()),
                    None => {}
                },
                _ => return Ok(()),
            }
        }
    }

    /// Reads one attribute that is a word. Does not move if the word is none.
    fn function_word(&mut self, word: &str, passed: &mut Vec<String>) -> Read<Option<String>> {
        const NAMED: [(&str, &str); 7] = [
            ("convergent", "convergent"),
            ("noinline", "no_inline"),
            ("alwaysinline", "always_inline"),
            ("inlinehint", "inline_hint"),
            ("nounwind", "no_unwind"),
            ("willreturn", "will_return"),
            ("optnone", "optimize_none"),
        ];
        const PASSED: [&str; 35] = [
            "cold",
            "hot",
            "mustprogress",
            "nofree",
            "norecurse",
            "noreturn",
            "nosync",
            "speculatable",
            "optsize",
            "minsize",
            "naked",
            "nobuiltin",
            "builtin",
            "noduplicate",
            "nomerge",
            "noredzone",
            "noimplicitfloat",
            "nonlazybind",
            "noprofile",
            "nocallback",
            "nocf_check",
            "null_pointer_is_valid",
            "returns_twice",
            "safestack",
            "sanitize_address",
            "sanitize_hwaddress",
            "sanitize_memory",
            "sanitize_thread",
            "ssp",
            "sspreq",
            "sspstrong",
            "strictfp",
            "disable_sanitizer_instrumentation",
            "skipprofile",
            "jumptable",
        ];
        if let Some((_, name)) = NAMED.iter().find(|(found, _)| *found == word) {
            self.advance();
            return Ok(Some((*name).into()));
        }
        if PASSED.contains(&word) {
            self.advance();
            passed.push(quoted(word.as_bytes()));
            return Ok(None);
        }
        self.function_word_with_value(word, passed)
    }

    /// Reads an attribute with a value, `uwtable(sync)`.
    fn function_word_with_value(
        &mut self,
        word: &str,
        passed: &mut Vec<String>,
    ) -> Read<Option<String>> {
        let at = self.place();
        match word {
            "memory" => {
                self.advance();
                self.memory_effects(at).map(Some)
            }
            "uwtable" => {
                self.advance();
                let mut kind = "async".to_owned();
                if self.optional('(') {
                    kind = self.word()?;
                    self.expect(')')?;
                }
                Ok(Some(format!("uwtable_kind = #llvm.uwtableKind<{kind}>")))
            }
            "vscale_range" => {
                self.advance();
                self.expect('(')?;
                let least = self.number()?;
                let most = if self.optional(',') { self.number()? } else { least.clone() };
                self.expect(')')?;
                let range = format!("minRange = {least} : i32, maxRange = {most} : i32");
                Ok(Some(format!("vscale_range = #llvm.vscale_range<{range}>")))
            }
            "alignstack" => {
                self.advance();
                let bytes = match self.optional('=') {
                    true => self.number()?,
                    false => self.in_parentheses()?.to_string(),
                };
                passed.push(format!("[\"alignstack\", \"{bytes}\"]"));
                Ok(None)
            }
            "allockind"
            | "allocsize"
            | "presplitcoroutine"
            | "sanitize_realtime"
            | "fn_ret_thunk_extern"
            | "hybrid_patchable"
            | "shadowcallstack"
            | "sanitize_memtag" => self.missing(at, word),
            _ => Ok(None),
        }
    }

    /// Reads `(argmem: read)`.
    fn memory_effects(&mut self, at: usize) -> Read<String> {
        const KINDS: [(&str, &str); 6] = [
            ("other", ""),
            ("argMem", "argmem"),
            ("inaccessibleMem", "inaccessiblemem"),
            ("errnoMem", "errnomem"),
            ("targetMem0", "target_mem0"),
            ("targetMem1", "target_mem1"),
        ];
        let word_of = |word: &str| {
            Some(match word {
                "none" => "none",
                "read" => "read",
                "write" => "write",
                "readwrite" => "readwrite",
                _ => return None,
            })
        };
        self.expect('(')?;
        let mut found = [None; KINDS.len()];
        while !self.optional(')') {
            let kind = match self.next() {
                Kind::Label(label) => {
                    let kind = KINDS.iter().position(|(_, name)| *name == label);
                    let Some(kind) = kind else { return self.missing(at, &label) };
                    found[kind] = word_of(&self.word()?);
                    self.optional(',');
                    continue;
                }
                Kind::Word(word) => word_of(&word),
                _ => None,
            };
            found[0] = kind;
            self.optional(',');
        }
        // The kind without a name is that of all that are not named.
        let rest = found[0].unwrap_or("none");
        let entries: Vec<String> = KINDS
            .iter()
            .zip(found)
            .map(|((name, _), kind)| format!("{name} = {}", kind.unwrap_or(rest)))
            .collect();
        Ok(format!("memory_effects = #llvm.memory_effects<{}>", entries.join(", ")))
    }
}

/// The attribute of the dialect for one in quotes; none for one that is passed on.
fn of_text(key: &str, value: Option<&str>) -> Option<String> {
    let value = value?;
    Some(match key {
        "frame-pointer" => format!(
            "frame_pointer = #llvm.framePointerKind<{}>",
            match value {
                "non-leaf" => quoted(value.as_bytes()),
                value => value.to_owned(),
            }
        ),
        "target-cpu" => format!("target_cpu = {}", quoted(value.as_bytes())),
        "tune-cpu" => format!("tune_cpu = {}", quoted(value.as_bytes())),
        "target-features" => {
            let features: Vec<String> =
                value.split(',').map(|feature| quoted(feature.as_bytes())).collect();
            format!("target_features = #llvm.target_features<[{}]>", features.join(", "))
        }
        _ => return None,
    })
}
