//! Instructions that compute, and those that end blocks.

use super::constants::Constant;
use super::emit::dictionary;
use super::function::{End, Function, Value};
use super::lexer::{Kind, Read};
use super::reader::Reader;
use super::types::Ty;

impl Reader<'_> {
    /// Reads an instruction after its name; returns the end of the block, if it is one.
    pub(super) fn operation(
        &mut self,
        function: &mut Function,
        name: Option<String>,
    ) -> Read<Option<End>> {
        let at = self.place();
        let word = self.word()?;
        if let Some(op) = self.of_numbers(function, &word, at)? {
            let result = function.define(name);
            function.lines.push(format!("{result} = {op}"));
            return Ok(None);
        }
        let op = match &word[..] {
            "select" => {
                let flags = self.fast_math()?;
                let (condition_ty, condition) = self.typed(function)?;
                self.expect(',')?;
                let (ty, on_true) = self.typed(function)?;
                self.expect(',')?;
                let (_, on_false) = self.typed(function)?;
                let flags = dictionary(&flags);
                format!(
                    "llvm.select {condition}, {on_true}, {on_false}{flags} : {condition_ty}, {ty}"
                )
            }
            "freeze" => {
                let (ty, value) = self.typed(function)?;
                format!("llvm.freeze {value} : {ty}")
            }
            "extractvalue" => {
                let (ty, value) = self.typed(function)?;
                let position = self.position()?;
                format!("llvm.extractvalue {value}[{}] : {ty}", position.join(", "))
            }
            "insertvalue" => {
                let (ty, whole) = self.typed(function)?;
                self.expect(',')?;
                let (_, part) = self.typed(function)?;
                let position = self.position()?;
                format!("llvm.insertvalue {part}, {whole}[{}] : {ty}", position.join(", "))
            }
            "extractelement" => {
                let (ty, vector) = self.typed(function)?;
                self.expect(',')?;
                let (index_ty, index) = self.typed(function)?;
                format!("llvm.extractelement {vector}[{index} : {index_ty}] : {ty}")
            }
            "insertelement" => {
                let (ty, vector) = self.typed(function)?;
                self.expect(',')?;
                let (_, part) = self.typed(function)?;
                self.expect(',')?;
                let (index_ty, index) = self.typed(function)?;
                format!("llvm.insertelement {part}, {vector}[{index} : {index_ty}] : {ty}")
            }
            "shufflevector" => self.shuffle(function, at)?,
            "landingpad" => self.landing_pad(function)?,
            "tail" | "musttail" | "notail" | "call" => {
                return self.call(function, &word, name, at).map(|()| None);
            }
            "br" | "switch" | "ret" | "unreachable" | "resume" => {
                return self.end(function, &word).map(Some);
            }
            "invoke" => return self.invoke(function, name).map(Some),
            _ => return self.access(function, &word, name, at).map(|()| None),
        };
        let result = function.define(name);
        function.lines.push(format!("{result} = {op}"));
        Ok(None)
    }

    /// Reads an instruction that computes with numbers; none for another one.
    fn of_numbers(
        &mut self,
        function: &mut Function,
        word: &str,
        at: usize,
    ) -> Read<Option<String>> {
        let op = match word {
            "add" | "sub" | "mul" | "shl" => {
                let flags = self.overflow()?;
                let (ty, lhs, rhs) = self.two(function)?;
                format!("llvm.{word} {lhs}, {rhs}{flags} : {ty}")
            }
            "sdiv" | "udiv" | "lshr" | "ashr" | "and" | "or" | "xor" | "urem" | "srem" => {
                let flag = self.one_of(&["exact", "disjoint"]).map(|flag| format!("{flag} "));
                let (ty, lhs, rhs) = self.two(function)?;
                format!("llvm.{word} {}{lhs}, {rhs} : {ty}", flag.unwrap_or_default())
            }
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => {
                let flags = self.fast_math()?;
                let (ty, lhs, rhs) = self.two(function)?;
                format!("llvm.{word} {lhs}, {rhs}{} : {ty}", dictionary(&flags))
            }
            "fneg" => {
                let flags = self.fast_math()?;
                let (ty, value) = self.typed(function)?;
                format!("llvm.fneg {value}{} : {ty}", dictionary(&flags))
            }
            "icmp" => {
                if self.at_word("samesign") {
                    return self.missing(at, "samesign");
                }
                let predicate = self.word()?;
                let (ty, lhs, rhs) = self.two(function)?;
                format!("llvm.icmp \"{predicate}\" {lhs}, {rhs} : {ty}")
            }
            "fcmp" => {
                let flags = self.fast_math()?;
                let predicate = match &self.word()?[..] {
                    "true" => "_true".to_owned(),
                    "false" => "_false".to_owned(),
                    predicate => predicate.to_owned(),
                };
                let (ty, lhs, rhs) = self.two(function)?;
                format!("llvm.fcmp \"{predicate}\" {lhs}, {rhs}{} : {ty}", dictionary(&flags))
            }
            "zext" | "sext" | "trunc" | "fptrunc" | "fpext" | "fptoui" | "fptosi" | "uitofp"
            | "sitofp" | "ptrtoint" | "inttoptr" | "bitcast" | "addrspacecast" => {
                self.cast(function, word)?
            }
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    /// Reads a type and a value.
    pub(super) fn typed(&mut self, function: &mut Function) -> Read<(Ty, String)> {
        let ty = self.ty()?;
        let value = self.value(&ty)?;
        let value = function.value(&ty, &value);
        Ok((ty, value))
    }

    /// Reads a type and two values of it.
    fn two(&mut self, function: &mut Function) -> Read<(Ty, String, String)> {
        let (ty, lhs) = self.typed(function)?;
        self.expect(',')?;
        let rhs = self.value(&ty)?;
        let rhs = function.value(&ty, &rhs);
        Ok((ty, lhs, rhs))
    }

    fn overflow(&mut self) -> Read<String> {
        let mut flags = Vec::new();
        while let Some(flag) = self.one_of(&["nuw", "nsw"]) {
            flags.push(flag);
        }
        Ok(match flags.is_empty() {
            true => String::new(),
            false => format!(" overflow<{}>", flags.join(", ")),
        })
    }

    /// Reads fast-math flags, as entries of a dictionary.
    pub(super) fn fast_math(&mut self) -> Read<Vec<String>> {
        const FLAGS: [&str; 8] =
            ["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"];
        let mut flags = Vec::new();
        while let Some(flag) = self.one_of(&FLAGS) {
            flags.push(flag);
        }
        Ok(match flags.is_empty() {
            true => Vec::new(),
            false => vec![format!("fastmathFlags = #llvm.fastmath<{}>", flags.join(", "))],
        })
    }

    fn cast(&mut self, function: &mut Function, word: &str) -> Read<String> {
        let is_exact = self.optional_word("nneg");
        let flags = if word == "trunc" { self.overflow()? } else { String::new() };
        // The dialect has no flags of casts of floats; without them, more values are defined.
        self.fast_math()?;
        let (from, value) = self.typed(function)?;
        self.expect_word("to")?;
        let to = self.ty()?;
        let exact = if is_exact { "nneg " } else { "" };
        Ok(format!("llvm.{word} {exact}{value}{flags} : {from} to {to}"))
    }

    /// Reads `, 0, 1`.
    fn position(&mut self) -> Read<Vec<String>> {
        let mut position = Vec::new();
        while self.at_punct(',') && matches!(self.after_next(), Kind::Number(_)) {
            self.advance();
            position.push(self.number()?);
        }
        Ok(position)
    }

    fn shuffle(&mut self, function: &mut Function, at: usize) -> Read<String> {
        let (ty, lhs) = self.typed(function)?;
        self.expect(',')?;
        let (_, rhs) = self.typed(function)?;
        self.expect(',')?;
        let (mask_ty, mask) = self.typed_constant()?;
        let length = match mask_ty {
            Ty::Vector { length, .. } => length as usize,
            _ => return self.missing(at, "this shuffle"),
        };
        let number = |part: &Constant| match part {
            Constant::Integer(text) => text.clone(),
            Constant::Zero => "0".to_owned(),
            _ => "-1".to_owned(),
        };
        let numbers: Vec<String> = match &mask {
            Constant::Parts(parts) => parts.iter().map(|(_, part)| number(part)).collect(),
            Constant::Splat(part) => vec![number(&part.1); length],
            mask => vec![number(mask); length],
        };
        Ok(format!("llvm.shufflevector {lhs}, {rhs} [{}] : {ty}", numbers.join(", ")))
    }

    fn landing_pad(&mut self, function: &mut Function) -> Read<String> {
        let ty = self.ty()?;
        let cleanup = if self.optional_word("cleanup") { " cleanup" } else { "" };
        let mut clauses = String::new();
        while let Some(word) = self.one_of(&["catch", "filter"]) {
            let (ty, value) = self.typed(function)?;
            clauses += &format!(" ({word} {value} : {ty})");
        }
        Ok(format!("llvm.landingpad{cleanup}{clauses} : {ty}"))
    }

    fn end(&mut self, function: &mut Function, word: &str) -> Read<End> {
        Ok(match word {
            "br" if self.at_word("label") => End::Branch("llvm.br {}".into(), vec![self.label()?]),
            "br" => {
                let (_, condition) = self.typed(function)?;
                self.expect(',')?;
                let on_true = self.label()?;
                self.expect(',')?;
                let on_false = self.label()?;
                End::Branch(
                    format!("llvm.cond_br {condition}, {{}}, {{}}"),
                    vec![on_true, on_false],
                )
            }
            "switch" => {
                let (ty, value) = self.typed(function)?;
                self.expect(',')?;
                let mut labels = vec![self.label()?];
                let mut cases = Vec::new();
                self.expect('[')?;
                while !self.optional(']') {
                    let at = self.place();
                    let (_, case) = self.typed_constant()?;
                    let Constant::Integer(case) = case else {
                        return self.missing(at, "this case");
                    };
                    self.expect(',')?;
                    labels.push(self.label()?);
                    let case = match &case[..] {
                        "true" => "-1",
                        "false" => "0",
                        case => case,
                    };
                    cases.push(format!("{case}: {{}}"));
                }
                End::Branch(
                    format!("llvm.switch {value} : {ty}, {{}} [{}]", cases.join(", ")),
                    labels,
                )
            }
            "ret" => {
                let ty = self.ty()?;
                if ty.is_void() {
                    return Ok(End::Plain("llvm.return".into()));
                }
                let value: Value = self.value(&ty)?;
                let value = function.value(&ty, &value);
                End::Plain(format!("llvm.return {value} : {ty}"))
            }
            "resume" => {
                let (ty, value) = self.typed(function)?;
                End::Plain(format!("llvm.resume {value} : {ty}"))
            }
            _ => End::Plain("llvm.unreachable".into()),
        })
    }
}
