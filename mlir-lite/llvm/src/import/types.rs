//! Types of LLVM IR's text.

use super::lexer::{Kind, Read};
use super::reader::Reader;
use std::fmt;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ty {
    /// A number, `void`, a pointer and so on: the text in the llvm dialect.
    Plain(String),
    Array(u64, Box<Ty>),
    Vector {
        length: u64,
        is_scalable: bool,
        element: Box<Ty>,
    },
    Struct {
        fields: Vec<Ty>,
        is_packed: bool,
    },
    /// A struct with a name.
    Named {
        name: String,
        body: Option<Box<Ty>>,
    },
    Function {
        result: Box<Ty>,
        parameters: Vec<Ty>,
        is_var_arg: bool,
    },
}

impl Ty {
    pub(super) fn plain(text: &str) -> Self {
        Self::Plain(text.into())
    }

    pub(super) fn is_void(&self) -> bool {
        *self == Self::plain("!llvm.void")
    }

    pub(super) fn is_float(&self) -> bool {
        const FLOATS: [&str; 6] = ["f16", "bf16", "f32", "f64", "f80", "f128"];
        matches!(self, Self::Plain(text) if FLOATS.contains(&&text[..]))
    }

    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Self::Plain(text) if text.starts_with('i'))
    }

    pub(super) fn is_vector(&self) -> bool {
        matches!(self, Self::Vector { .. })
    }

    /// The fields or elements of an aggregate or a vector.
    pub(super) fn part(&self, index: usize) -> Option<&Self> {
        match self {
            Self::Array(_, element) | Self::Vector { element, .. } => Some(element),
            Self::Struct { fields, .. } => fields.get(index),
            Self::Named { body, .. } => body.as_ref()?.part(index),
            Self::Plain(_) | Self::Function { .. } => None,
        }
    }

    /// The type of a part of an aggregate.
    pub(super) fn at(&self, position: &[u64]) -> Option<&Self> {
        position.iter().try_fold(self, |ty, &index| ty.part(index as usize))
    }
}

fn list(f: &mut fmt::Formatter<'_>, types: &[Ty]) -> fmt::Result {
    for (i, ty) in types.iter().enumerate() {
        write!(f, "{}{ty}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::Array(length, element) => write!(f, "!llvm.array<{length} x {element}>"),
            Self::Vector { length, is_scalable: false, element } => {
                write!(f, "vector<{length}x{element}>")
            }
            Self::Vector { length, element, .. } => write!(f, "vector<[{length}]x{element}>"),
            Self::Struct { fields, is_packed } => {
                write!(f, "!llvm.struct<{}(", if *is_packed { "packed " } else { "" })?;
                list(f, fields)?;
                f.write_str(")>")
            }
            Self::Named { name, body } => {
                let name = super::emit::quoted(name.as_bytes());
                match body.as_deref() {
                    Some(Self::Struct { fields, is_packed }) => {
                        let packed = if *is_packed { "packed " } else { "" };
                        write!(f, "!llvm.struct<{name}, {packed}(")?;
                        list(f, fields)?;
                        f.write_str(")>")
                    }
                    Some(Self::Plain(_)) => write!(f, "!llvm.struct<{name}>"),
                    _ => write!(f, "!llvm.struct<{name}, opaque>"),
                }
            }
            Self::Function { result, parameters, is_var_arg } => {
                match result.is_void() {
                    true => f.write_str("!llvm.func<void (")?,
                    false => write!(f, "!llvm.func<{result} (")?,
                }
                list(f, parameters)?;
                let rest = match (*is_var_arg, parameters.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                write!(f, "{rest})>")
            }
        }
    }
}

impl Reader<'_> {
    /// Reads a type. Types nest as deep as LLVM's reader, which has read them before, lets them.
    pub(super) fn ty(&mut self) -> Read<Ty> {
        let mut ty = self.ty_without_parameters()?;
        while self.at_punct('(') {
            self.advance();
            let (mut parameters, mut is_var_arg) = (Vec::new(), false);
            while !self.optional(')') {
                if self.optional_word("...") {
                    is_var_arg = true;
                } else {
                    parameters.push(self.ty()?);
                }
                self.optional(',');
            }
            ty = Ty::Function { result: Box::new(ty), parameters, is_var_arg };
        }
        Ok(ty)
    }

    fn ty_without_parameters(&mut self) -> Read<Ty> {
        let at = self.place();
        match self.next() {
            Kind::Word(word) => self.word_ty(&word, at),
            Kind::Local(name) => self.named_ty(name),
            Kind::Punct('[') => {
                let length = self.length()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(']')?;
                Ok(Ty::Array(length, Box::new(element)))
            }
            Kind::Punct('{') => self.fields(false),
            Kind::Punct('<') if self.optional('{') => {
                let ty = self.fields(true)?;
                self.expect('>')?;
                Ok(ty)
            }
            Kind::Punct('<') => {
                let is_scalable = self.optional_word("vscale");
                if is_scalable {
                    self.expect_word("x")?;
                }
                let length = self.length()?;
                self.expect_word("x")?;
                let element = Box::new(self.ty()?);
                self.expect('>')?;
                Ok(Ty::Vector { length, is_scalable, element })
            }
            _ => Err(self.problem(at, "expected a type")),
        }
    }

    fn word_ty(&mut self, word: &str, at: usize) -> Read<Ty> {
        let text = match word {
            "void" => "!llvm.void",
            "half" => "f16",
            "bfloat" => "bf16",
            "float" => "f32",
            "double" => "f64",
            "fp128" => "f128",
            "x86_fp80" => "f80",
            "ppc_fp128" => "!llvm.ppc_fp128",
            "x86_amx" => "!llvm.x86_amx",
            "token" => "!llvm.token",
            "label" => "!llvm.label",
            "metadata" => "!llvm.metadata",
            "ptr" => {
                if self.optional_word("addrspace") {
                    let space = self.in_parentheses()?;
                    return Ok(match space {
                        0 => Ty::plain("!llvm.ptr"),
                        space => Ty::Plain(format!("!llvm.ptr<{space}>")),
                    });
                }
                "!llvm.ptr"
            }
            word if is_integer(word) => word,
            _ => return Err(self.problem(at, format!("the llvm dialect has no type '{word}'"))),
        };
        Ok(Ty::plain(text))
    }

    /// The type of that name, with its fields, unless it is part of itself.
    fn named_ty(&mut self, name: String) -> Read<Ty> {
        if self.open_names.contains(&name) {
            return Ok(Ty::Named { name, body: Some(Box::new(Ty::plain(""))) });
        }
        let Some(&definition) = self.named.get(&name) else {
            return Ok(Ty::Named { name, body: None });
        };
        let back = std::mem::replace(&mut self.position, definition);
        self.open_names.push(name.clone());
        let body = match self.optional_word("opaque") {
            true => Ok(None),
            false => self.ty().map(|body| Some(Box::new(body))),
        };
        self.open_names.pop();
        self.position = back;
        Ok(Ty::Named { name, body: body? })
    }

    fn fields(&mut self, is_packed: bool) -> Read<Ty> {
        let mut fields = Vec::new();
        while !self.optional('}') {
            fields.push(self.ty()?);
            self.optional(',');
        }
        Ok(Ty::Struct { fields, is_packed })
    }

    fn length(&mut self) -> Read<u64> {
        let at = self.place();
        self.number()?.parse().map_err(|_| self.problem(at, "expected a number of elements"))
    }
}

fn is_integer(word: &str) -> bool {
    word.strip_prefix('i')
        .is_some_and(|width| !width.is_empty() && width.bytes().all(|digit| digit.is_ascii_digit()))
}

impl Kind {
    /// Whether a type begins here.
    pub(super) fn begins_type(&self) -> bool {
        const WORDS: [&str; 14] = [
            "void",
            "half",
            "bfloat",
            "float",
            "double",
            "fp128",
            "x86_fp80",
            "ppc_fp128",
            "ptr",
            "token",
            "label",
            "metadata",
            "x86_amx",
            "target",
        ];
        match self {
            Self::Word(word) => WORDS.contains(&&word[..]) || is_integer(word),
            Self::Local(_) => true,
            Self::Punct(sign) => matches!(sign, '[' | '{' | '<'),
            _ => false,
        }
    }
}
