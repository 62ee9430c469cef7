//! Instructions on memory.

use super::constants::Constant;
use super::emit::dictionary;
use super::function::{Function, Value};
use super::lexer::{Kind, Read};
use super::reader::Reader;
use super::types::Ty;

/// The orderings of atomic accesses, as LLVM writes them and as the dialect does.
const ORDERINGS: [&str; 6] = ["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

impl Reader<'_> {
    /// Reads an access of memory, or an address.
    pub(super) fn access(
        &mut self,
        function: &mut Function,
        word: &str,
        name: Option<String>,
        at: usize,
    ) -> Read<()> {
        let op = match word {
            "alloca" => self.allocation(function, at)?,
            "load" => self.load(function)?,
            "getelementptr" => self.address(function)?,
            "cmpxchg" => self.compare_and_exchange(function)?,
            "atomicrmw" => self.read_modify_write(function)?,
            "store" => {
                let op = self.store(function)?;
                function.lines.push(op);
                return Ok(());
            }
            "fence" => {
                let scope = self.scope()?;
                let ordering = self.ordering()?;
                function.lines.push(format!("llvm.fence{scope} {ordering}"));
                return Ok(());
            }
            word => return self.missing(at, word),
        };
        let result = function.define(name);
        function.lines.push(format!("{result} = {op}"));
        Ok(())
    }

    /// Reads `syncscope("agent")`.
    fn scope(&mut self) -> Read<String> {
        if !self.optional_word("syncscope") {
            return Ok(String::new());
        }
        self.expect('(')?;
        let name = self.text_in_quotes()?;
        self.expect(')')?;
        Ok(format!(" syncscope({name})"))
    }

    fn ordering(&mut self) -> Read<&'static str> {
        let at = self.place();
        match self.one_of(&ORDERINGS) {
            Some(ordering) => Ok(ordering),
            None => Err(self.problem(at, "expected how the access is ordered")),
        }
    }

    /// Reads `, align 4, !nontemporal !0`, as entries of a dictionary.
    fn alignment(&mut self, entries: &mut Vec<String>) -> Read<()> {
        while self.at_punct(',') {
            match self.after_next() {
                Kind::Word(word) if word == "align" => {
                    self.advance();
                    self.advance();
                    entries.push(format!("alignment = {} : i64", self.number()?));
                }
                Kind::Metadata(note) => {
                    if note == "nontemporal" {
                        entries.push("nontemporal".into());
                    }
                    self.advance();
                    self.skip_note();
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn allocation(&mut self, function: &mut Function, at: usize) -> Read<String> {
        let is_argument = self.optional_word("inalloca");
        if self.at_word("swifterror") {
            return self.missing(at, "swifterror");
        }
        let element = self.ty()?;
        let mut size = None;
        let (mut entries, mut space) = (Vec::new(), 0);
        while self.at_punct(',') && !matches!(self.after_next(), Kind::Metadata(_)) {
            self.advance();
            if self.optional_word("align") {
                entries.push(format!("alignment = {} : i64", self.number()?));
            } else if self.optional_word("addrspace") {
                space = self.in_parentheses()?;
            } else {
                size = Some(self.typed(function)?);
            }
        }
        let (ty, size) = match size {
            Some(size) => size,
            None => {
                let ty = Ty::plain("i32");
                let one = Value::Constant(Constant::Integer("1".into()));
                let one = function.value(&ty, &one);
                (ty, one)
            }
        };
        let pointer = match space {
            0 => "!llvm.ptr".to_owned(),
            space => format!("!llvm.ptr<{space}>"),
        };
        let argument = if is_argument { "inalloca " } else { "" };
        let entries = dictionary(&entries);
        Ok(format!("llvm.alloca {argument}{size} x {element}{entries} : ({ty}) -> {pointer}"))
    }

    fn load(&mut self, function: &mut Function) -> Read<String> {
        let is_atomic = self.optional_word("atomic");
        let volatile = if self.optional_word("volatile") { "volatile " } else { "" };
        let ty = self.ty()?;
        self.expect(',')?;
        let (pointer, address) = self.typed(function)?;
        let order = self.order(is_atomic)?;
        let mut entries = Vec::new();
        self.alignment(&mut entries)?;
        Ok(format!(
            "llvm.load {volatile}{address}{order}{} : {pointer} -> {ty}",
            dictionary(&entries)
        ))
    }

    fn store(&mut self, function: &mut Function) -> Read<String> {
        let is_atomic = self.optional_word("atomic");
        let volatile = if self.optional_word("volatile") { "volatile " } else { "" };
        let (ty, value) = self.typed(function)?;
        self.expect(',')?;
        let (pointer, address) = self.typed(function)?;
        let order = self.order(is_atomic)?;
        let mut entries = Vec::new();
        self.alignment(&mut entries)?;
        let entries = dictionary(&entries);
        Ok(format!("llvm.store {volatile}{value}, {address}{order}{entries} : {ty}, {pointer}"))
    }

    /// Reads `syncscope("agent") acquire` of an atomic access.
    fn order(&mut self, is_atomic: bool) -> Read<String> {
        if !is_atomic {
            return Ok(String::new());
        }
        let scope = self.scope()?;
        Ok(format!(" atomic{scope} {}", self.ordering()?))
    }

    fn compare_and_exchange(&mut self, function: &mut Function) -> Read<String> {
        let weak = if self.optional_word("weak") { "weak " } else { "" };
        let volatile = if self.optional_word("volatile") { "volatile " } else { "" };
        let (pointer, address) = self.typed(function)?;
        self.expect(',')?;
        let (ty, expected) = self.typed(function)?;
        self.expect(',')?;
        let (_, new) = self.typed(function)?;
        let scope = self.scope()?;
        let (success, failure) = (self.ordering()?, self.ordering()?);
        let mut entries = Vec::new();
        self.alignment(&mut entries)?;
        Ok(format!(
            "llvm.cmpxchg {weak}{volatile}{address}, {expected}, {new}{scope} {success} {failure}\
                {} \
                : {pointer}, {ty}",
            dictionary(&entries)
        ))
    }

    fn read_modify_write(&mut self, function: &mut Function) -> Read<String> {
        let volatile = if self.optional_word("volatile") { "volatile " } else { "" };
        let kind = match &self.word()?[..] {
            kind @ ("and" | "or" | "xor") => format!("_{kind}"),
            kind => kind.to_owned(),
        };
        let (pointer, address) = self.typed(function)?;
        self.expect(',')?;
        let (ty, value) = self.typed(function)?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let mut entries = Vec::new();
        self.alignment(&mut entries)?;
        Ok(format!(
            "llvm.atomicrmw {volatile}{kind} {address}, {value}{scope} {ordering}{} \
                : {pointer}, {ty}",
            dictionary(&entries)
        ))
    }

    /// The fields of structs are numbers in the dialect; other subscripts keep their types.
    fn address(&mut self, function: &mut Function) -> Read<String> {
        let flags = self.address_flags()?;
        let element = self.ty()?;
        self.expect(',')?;
        let (base_ty, base) = self.typed(function)?;
        let (mut subscripts, mut types) = (Vec::new(), vec![base_ty.to_string()]);
        let (mut result, mut part) = (base_ty, Some(&element));
        let mut is_first = true;
        while self.at_punct(',') && self.after_next().begins_type() {
            self.advance();
            let ty = self.ty()?;
            let value = self.value(&ty)?;
            let is_field = !is_first && matches!(part, Some(Ty::Struct { .. } | Ty::Named { .. }));
            let number = match &value {
                Value::Constant(Constant::Integer(text)) => text.parse::<usize>().ok(),
                Value::Constant(Constant::Zero) => Some(0),
                _ => None,
            };
            match number.filter(|_| is_field) {
                Some(number) => subscripts.push(number.to_string()),
                None => {
                    subscripts.push(function.value(&ty, &value));
                    types.push(ty.to_string());
                }
            }
            if !is_first {
                part = part.and_then(|ty| ty.at(&[number.unwrap_or(0) as u64]));
            }
            is_first = false;
            if let (Ty::Vector { length, is_scalable, .. }, Ty::Plain(_)) = (&ty, &result) {
                let (length, is_scalable) = (*length, *is_scalable);
                result = Ty::Vector { length, is_scalable, element: Box::new(result) };
            }
        }
        Ok(format!(
            "llvm.getelementptr{flags} {base}[{}] : ({}) -> {result}, {element}",
            subscripts.join(", "),
            types.join(", ")
        ))
    }
}
