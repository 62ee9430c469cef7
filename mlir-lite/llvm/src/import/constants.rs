//! Constants: read, and written as ops.

use super::emit::{quoted, symbol};
use super::lexer::{Kind, Read};
use super::reader::Reader;
use super::types::Ty;
use rustc_hash::FxHashMap;

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Integer(String),
    /// The bits, in hexadecimal.
    Float(String),
    Zero,
    Undef,
    Poison,
    NoToken,
    Bytes(Vec<u8>),
    Parts(Vec<(Ty, Constant)>),
    Splat(Box<(Ty, Constant)>),
    Address(String),
    /// An op on constants, as the text around its operands.
    Op(String, Vec<(Ty, Constant)>, String),
}

/// The ops that make the constants of a function, each of them once.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) lines: Vec<String>,
    known: FxHashMap<String, String>,
}

impl Pool {
    fn add(&mut self, op: String) -> String {
        if let Some(known) = self.known.get(&op) {
            return known.clone();
        }
        let name = format!("%c{}", self.known.len());
        self.lines.push(format!("{name} = {op}"));
        self.known.insert(op, name.clone());
        name
    }

    /// The value of a constant. Constants nest as deep as LLVM's reader lets them.
    pub(super) fn value(&mut self, ty: &Ty, constant: &Constant) -> String {
        if let Some(attribute) = attribute(ty, constant) {
            return self.add(format!("llvm.mlir.constant({attribute}) : {ty}"));
        }
        match constant {
            Constant::Undef => self.add(format!("llvm.mlir.undef : {ty}")),
            Constant::Poison => self.add(format!("llvm.mlir.poison : {ty}")),
            Constant::NoToken => self.add(format!("llvm.mlir.none : {ty}")),
            Constant::Address(name) => {
                self.add(format!("llvm.mlir.addressof {} : {ty}", symbol(name)))
            }
            Constant::Splat(part) => {
                let count = match ty {
                    Ty::Vector { length, .. } => *length as usize,
                    _ => 1,
                };
                self.parts(ty, &vec![(**part).clone(); count])
            }
            Constant::Parts(parts) => self.parts(ty, parts),
            Constant::Op(before, operands, after) => {
                let operands: Vec<String> =
                    operands.iter().map(|(ty, operand)| self.value(ty, operand)).collect();
                let op = match operands.split_first() {
                    Some((base, _)) if after.starts_with('[') => format!("{before} {base}{after}"),
                    // The subscripts of an address are in brackets.
                    Some((base, subscripts)) if before.starts_with("llvm.getelementptr") => {
                        format!("{before} {base}[{}]{after}", subscripts.join(", "))
                    }
                    _ => format!("{before} {}{after}", operands.join(", ")),
                };
                self.add(op)
            }
            // The others have an attribute.
            _ => self.add(format!("llvm.mlir.zero : {ty}")),
        }
    }

    fn parts(&mut self, ty: &Ty, parts: &[(Ty, Constant)]) -> String {
        let mut whole = self.add(format!("llvm.mlir.poison : {ty}"));
        for (index, (part_ty, part)) in parts.iter().enumerate() {
            let part = self.value(part_ty, part);
            whole = if ty.is_vector() {
                let index = self.add(format!("llvm.mlir.constant({index} : i64) : i64"));
                self.add(format!("llvm.insertelement {part}, {whole}[{index} : i64] : {ty}"))
            } else {
                self.add(format!("llvm.insertvalue {part}, {whole}[{index}] : {ty}"))
            };
        }
        whole
    }
}

/// The attribute of a constant that is numbers or text.
pub(super) fn attribute(ty: &Ty, constant: &Constant) -> Option<String> {
    match constant {
        Constant::Integer(text) if text == "true" || text == "false" => Some(text.clone()),
        Constant::Integer(text) | Constant::Float(text) => Some(format!("{text} : {ty}")),
        Constant::Bytes(bytes) => Some(quoted(bytes)),
        Constant::Parts(parts) if !parts.is_empty() => {
            let mut shape = Vec::new();
            let element = shape_of(ty, &mut shape)?;
            let list = numbers(&Constant::Parts(parts.clone()))?;
            Some(format!("dense<{list}> : {}", shaped(ty, &shape, &element)))
        }
        Constant::Splat(part) => match (ty, numbers(&part.1)) {
            (Ty::Vector { element, .. }, Some(number))
                if element.is_float() || element.is_integer() =>
            {
                Some(format!("dense<{number}> : {ty}"))
            }
            _ => None,
        },
        Constant::Zero => match ty {
            Ty::Vector { element, .. } if element.is_integer() => Some(format!("dense<0> : {ty}")),
            Ty::Vector { element, .. } if element.is_float() => Some(format!("dense<0.0> : {ty}")),
            _ => None,
        },
        _ => None,
    }
}

fn shaped(ty: &Ty, shape: &[u64], element: &Ty) -> String {
    if ty.is_vector() {
        return ty.to_string();
    }
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}{element}>")
}

/// The type of the numbers in arrays or a vector, with the sizes of these.
fn shape_of(ty: &Ty, shape: &mut Vec<u64>) -> Option<Ty> {
    match ty {
        Ty::Array(length, element) => {
            shape.push(*length);
            match &**element {
                element if element.is_float() || element.is_integer() => Some(element.clone()),
                Ty::Vector { .. } => None,
                element => shape_of(element, shape),
            }
        }
        Ty::Vector { length, is_scalable: false, element } => {
            shape.push(*length);
            (element.is_float() || element.is_integer()).then(|| (**element).clone())
        }
        _ => None,
    }
}

/// The numbers as elements in nested lists.
fn numbers(constant: &Constant) -> Option<String> {
    match constant {
        Constant::Integer(text) | Constant::Float(text) => Some(text.clone()),
        Constant::Parts(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|(_, part)| numbers(part)).collect();
            Some(format!("[{}]", parts?.join(", ")))
        }
        _ => None,
    }
}

impl Reader<'_> {
    /// Reads a constant of a type.
    pub(super) fn constant(&mut self, ty: &Ty) -> Read<Constant> {
        let at = self.place();
        match self.next() {
            Kind::Number(text) if ty.is_integer() => Ok(Constant::Integer(text)),
            Kind::Number(text) => match float_bits(ty, &text) {
                Some(bits) => Ok(Constant::Float(bits)),
                None => self.missing(at, &format!("the number {text}")),
            },
            Kind::Word(word) if word == "true" || word == "false" => Ok(Constant::Integer(word)),
            Kind::Word(word) => self.constant_word(ty, &word, at),
            Kind::Global(name) => Ok(Constant::Address(name)),
            Kind::Bytes(bytes) => Ok(Constant::Bytes(bytes)),
            Kind::Punct('[') => self.parts(']'),
            Kind::Punct('{') => self.parts('}'),
            Kind::Punct('<') if self.optional('{') => {
                let parts = self.parts('}')?;
                self.expect('>')?;
                Ok(parts)
            }
            Kind::Punct('<') => self.parts('>'),
            _ => self.missing(at, "this constant"),
        }
    }

    fn parts(&mut self, end: char) -> Read<Constant> {
        let mut parts = Vec::new();
        while !self.optional(end) {
            parts.push(self.typed_constant()?);
            self.optional(',');
        }
        Ok(Constant::Parts(parts))
    }

    pub(super) fn typed_constant(&mut self) -> Read<(Ty, Constant)> {
        let ty = self.ty()?;
        let constant = self.constant(&ty)?;
        Ok((ty, constant))
    }

    fn constant_word(&mut self, ty: &Ty, word: &str, at: usize) -> Read<Constant> {
        Ok(match word {
            "null" | "zeroinitializer" => Constant::Zero,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "none" => Constant::NoToken,
            "splat" => {
                self.expect('(')?;
                let part = self.typed_constant()?;
                self.expect(')')?;
                Constant::Splat(Box::new(part))
            }
            "getelementptr" => return self.constant_address(ty),
            "ptrtoint" | "inttoptr" | "bitcast" | "addrspacecast" | "trunc" => {
                self.expect('(')?;
                let (from, operand) = self.typed_constant()?;
                self.expect_word("to")?;
                let to = self.ty()?;
                self.expect(')')?;
                let after = format!(" : {from} to {to}");
                Constant::Op(format!("llvm.{word}"), vec![(from, operand)], after)
            }
            "add" | "sub" | "xor" => {
                let mut flags = Vec::new();
                while let Some(flag) = self.one_of(&["nuw", "nsw"]) {
                    flags.push(flag);
                }
                self.expect('(')?;
                let lhs = self.typed_constant()?;
                self.expect(',')?;
                let rhs = self.typed_constant()?;
                self.expect(')')?;
                let flags = match flags.is_empty() {
                    true => String::new(),
                    false => format!(" overflow<{}>", flags.join(", ")),
                };
                let after = format!("{flags} : {}", lhs.0);
                Constant::Op(format!("llvm.{word}"), vec![lhs, rhs], after)
            }
            word => return self.missing(at, word),
        })
    }

    fn constant_address(&mut self, ty: &Ty) -> Read<Constant> {
        let flags = self.address_flags()?;
        self.expect('(')?;
        let element = self.ty()?;
        let mut operands = Vec::new();
        while self.optional(',') {
            operands.push(self.typed_constant()?);
        }
        self.expect(')')?;
        // The fields of structs are numbers in the dialect, too.
        let types: Vec<String> = operands.iter().map(|(ty, _)| ty.to_string()).collect();
        let numbers: Option<Vec<String>> = operands[1..]
            .iter()
            .map(|(_, operand)| match operand {
                Constant::Integer(text) if text.parse::<i32>().is_ok() => Some(text.clone()),
                _ => None,
            })
            .collect();
        Ok(match numbers {
            Some(numbers) => Constant::Op(
                format!("llvm.getelementptr{flags}"),
                operands[..1].to_vec(),
                format!("[{}] : ({}) -> {ty}, {element}", numbers.join(", "), types[0]),
            ),
            None => Constant::Op(
                format!("llvm.getelementptr{flags}"),
                operands,
                format!(" : ({}) -> {ty}, {element}", types.join(", ")),
            ),
        })
    }

    /// Reads `inbounds nuw`, as the dialect writes it.
    pub(super) fn address_flags(&mut self) -> Read<String> {
        let mut flags = Vec::new();
        loop {
            let at = self.place();
            if let Some(flag) = self.one_of(&["inbounds", "nusw", "nuw"]) {
                flags.push(flag);
            } else if self.at_word("inrange") {
                return self.missing(at, "inrange");
            } else {
                break;
            }
        }
        if flags.contains(&"inbounds") {
            flags.retain(|&flag| flag != "nusw");
        }
        Ok(if flags.is_empty() { String::new() } else { format!(" {}", flags.join("|")) })
    }
}

/// The bits of a number in LLVM's text. Of `float`, hexadecimal digits are those of a `double`.
fn float_bits(ty: &Ty, text: &str) -> Option<String> {
    let Ty::Plain(format) = ty else { return None };
    // The lower half comes first.
    if let Some((low, high)) = text.strip_prefix("0xL").and_then(|it| it.split_at_checked(16)) {
        return Some(format!("0x{high}{low}"));
    }
    if let Some(digits) = text.strip_prefix("0xK") {
        return Some(format!("0x{digits}"));
    }
    if let Some(digits) = text.strip_prefix("0xH").or_else(|| text.strip_prefix("0xR")) {
        return Some(format!("0x{digits}"));
    }
    let double = match text.strip_prefix("0x") {
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).ok()?),
        None => text.parse().ok()?,
    };
    match &format[..] {
        "f64" => Some(format!("0x{:016X}", double.to_bits())),
        "f32" if double.is_nan() => {
            let bits = double.to_bits();
            let sign = (bits >> 63) as u32;
            let payload = ((bits >> 29) & 0x7F_FFFF) as u32;
            Some(format!("0x{:08X}", sign << 31 | 0x7F80_0000 | payload))
        }
        #[allow(clippy::cast_possible_truncation, reason = "LLVM has checked that it is exact")]
        "f32" => Some(format!("0x{:08X}", (double as f32).to_bits())),
        _ => None,
    }
}
