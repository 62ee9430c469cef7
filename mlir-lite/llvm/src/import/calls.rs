//! Calls.

use super::emit::{dictionary, quoted, symbol};
use super::function::{End, Function};
use super::lexer::{Kind, Read};
use super::reader::Reader;
use super::types::Ty;

/// The parts of a call.
pub(super) struct Call {
    pub(super) result: Ty,
    pub(super) arguments: Vec<(Ty, String)>,
    pub(super) flags: Vec<String>,
    /// The words before the callee.
    before: String,
    callee: Callee,
    var_arg: Option<Ty>,
    argument_attributes: Vec<Vec<String>>,
    result_attributes: Vec<String>,
    attributes: Vec<String>,
    bundles: String,
}

enum Callee {
    Symbol(String),
    /// The value of an address.
    Address(String),
    Assembly {
        template: String,
        constraints: String,
        entries: Vec<String>,
    },
}

impl Reader<'_> {
    /// Reads a call after its first word.
    pub(super) fn call(
        &mut self,
        function: &mut Function,
        word: &str,
        name: Option<String>,
        at: usize,
    ) -> Read<()> {
        let mut before = String::new();
        if word != "call" {
            self.expect_word("call")?;
            before = format!("{word} ");
        }
        let call = self.call_parts(function, before)?;
        let Some(call) = call else {
            self.skip_metadata();
            return Ok(());
        };
        let intrinsic = match &call.callee {
            Callee::Symbol(name) if name.starts_with("llvm.") => Some(name.clone()),
            _ => None,
        };
        let op = match intrinsic {
            Some(intrinsic) => self.intrinsic(function, &intrinsic, &call, at)?,
            None => call.text("llvm.call"),
        };
        match call.result.is_void() {
            true => function.lines.push(op),
            false => {
                let result = function.define(name);
                function.lines.push(format!("{result} = {op}"));
            }
        }
        Ok(())
    }

    pub(super) fn invoke(&mut self, function: &mut Function, name: Option<String>) -> Read<End> {
        let at = self.place();
        let call = self.call_parts(function, String::new())?;
        let Some(call) = call else { return self.missing(at, "invoke") };
        self.expect_word("to")?;
        let next = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        let text = call.invoke_text();
        let text = match call.result.is_void() {
            true => text,
            false => format!("{} = {text}", function.define(name)),
        };
        Ok(End::Branch(text, vec![next, unwind]))
    }

    /// None for a call that is a note for debuggers.
    fn call_parts(&mut self, function: &mut Function, mut before: String) -> Read<Option<Call>> {
        let flags = self.fast_math()?;
        if let Some(convention) = self.convention()? {
            before = format!("{convention} {before}");
        }
        let result_attributes = self.parameter_attributes()?;
        let at = self.place();
        if self.at_word("addrspace") {
            return self.missing(at, "a function in an address space");
        }
        let ty = self.ty()?;
        let (result, var_arg) = match ty {
            Ty::Function { ref result, is_var_arg, .. } => {
                ((**result).clone(), is_var_arg.then(|| ty.clone()))
            }
            ty => (ty, None),
        };
        let at = self.place();
        let callee = match self.next() {
            Kind::Global(name) if name.starts_with("llvm.dbg.") => {
                self.skip_brackets();
                self.function_attributes(true)?;
                return Ok(None);
            }
            Kind::Global(name) => Callee::Symbol(name),
            Kind::Local(name) => Callee::Address(function.local(&name)),
            Kind::Word(word) if word == "asm" => self.assembly()?,
            Kind::Word(word) => return self.missing(at, &word),
            _ => return Err(self.problem(at, "expected a callee")),
        };
        self.expect('(')?;
        let (mut arguments, mut argument_attributes) = (Vec::new(), Vec::new());
        while !self.optional(')') {
            let at = self.place();
            let ty = self.ty()?;
            if ty == Ty::plain("!llvm.metadata") {
                return self.missing(at, "an argument that is metadata");
            }
            argument_attributes.push(self.parameter_attributes()?);
            let value = self.value(&ty)?;
            let value = function.value(&ty, &value);
            arguments.push((ty, value));
            self.optional(',');
        }
        let attributes = self.function_attributes(true)?;
        let bundles = self.bundles(function)?;
        Ok(Some(Call {
            result,
            arguments,
            flags,
            before,
            callee,
            var_arg,
            argument_attributes,
            result_attributes,
            attributes,
            bundles,
        }))
    }

    /// Reads `["deopt"(i32 %a)]`.
    fn bundles(&mut self, function: &mut Function) -> Read<String> {
        let mut bundles = Vec::new();
        if !self.optional('[') {
            return Ok(String::new());
        }
        while !self.optional(']') {
            let tag = self.text_in_quotes()?;
            self.expect('(')?;
            let (mut values, mut types) = (Vec::new(), Vec::new());
            while !self.optional(')') {
                let (ty, value) = self.typed(function)?;
                values.push(value);
                types.push(ty.to_string());
                self.optional(',');
            }
            let passed = match values.is_empty() {
                true => String::new(),
                false => format!("{} : {}", values.join(", "), types.join(", ")),
            };
            bundles.push(format!("{tag}({passed})"));
            self.optional(',');
        }
        Ok(format!(" [{}]", bundles.join(", ")))
    }

    fn assembly(&mut self) -> Read<Callee> {
        let mut entries = Vec::new();
        let at = self.place();
        while let Some(word) = self.one_of(&["sideeffect", "alignstack", "inteldialect", "unwind"])
        {
            entries.push(match word {
                "sideeffect" => "has_side_effects".to_owned(),
                "alignstack" => "is_align_stack".to_owned(),
                "inteldialect" => "asm_dialect = 1 : i64".to_owned(),
                word => return self.missing(at, word),
            });
        }
        let template = self.text_in_quotes()?;
        self.expect(',')?;
        let constraints = self.text_in_quotes()?;
        Ok(Callee::Assembly { template, constraints, entries })
    }
}

fn types(list: &[(Ty, String)], attributes: &[Vec<String>]) -> String {
    let none = Vec::new();
    let types = list
        .iter()
        .enumerate()
        .map(|(i, (ty, _))| format!("{ty}{}", dictionary(attributes.get(i).unwrap_or(&none))));
    types.collect::<Vec<_>>().join(", ")
}

impl Call {
    /// The values of the arguments.
    pub(super) fn values(&self) -> String {
        let values = self.arguments.iter().map(|(_, value)| value.clone());
        values.collect::<Vec<_>>().join(", ")
    }

    /// `(i32, f32) -> f32`
    pub(super) fn signature(&self) -> String {
        let result = if self.result.is_void() { "()".to_owned() } else { self.result.to_string() };
        format!("({}) -> {result}", types(&self.arguments, &[]))
    }

    fn full_signature(&self) -> String {
        let result = match (self.result.is_void(), self.result_attributes.is_empty()) {
            (true, _) => "()".to_owned(),
            (false, true) => self.result.to_string(),
            (false, false) => format!("({}{})", self.result, dictionary(&self.result_attributes)),
        };
        format!("({}) -> {result}", types(&self.arguments, &self.argument_attributes))
    }

    fn target(&self) -> (String, &'static str) {
        match &self.callee {
            Callee::Symbol(name) => (symbol(name), ""),
            Callee::Address(value) => (value.clone(), "!llvm.ptr, "),
            Callee::Assembly { .. } => (String::new(), ""),
        }
    }

    fn var_arg_text(&self) -> String {
        self.var_arg.as_ref().map_or_else(String::new, |ty| format!(" vararg({ty})"))
    }

    /// The op of that name which calls.
    fn text(&self, op: &str) -> String {
        if let Callee::Assembly { template, constraints, entries } = &self.callee {
            let words: String = entries
                .iter()
                .filter(|entry| !entry.contains('='))
                .map(|entry| format!("{entry} "))
                .collect();
            let dialect = entries.iter().find(|entry| entry.contains('='));
            let dialect = if dialect.is_some() { "asm_dialect = intel " } else { "" };
            let tail = match self.before.trim() {
                "" => String::new(),
                tail => format!("tail_call_kind = <{tail}> "),
            };
            return format!(
                "llvm.inline_asm {words}{tail}{dialect}{template}, {constraints} {} : {}",
                self.values(),
                self.signature()
            );
        }
        let (target, pointer) = self.target();
        let entries: Vec<String> = self.flags.iter().chain(&self.attributes).cloned().collect();
        format!(
            "{op} {}{target}({}){}{}{} : {pointer}{}",
            self.before,
            self.values(),
            self.var_arg_text(),
            self.bundles,
            dictionary(&entries),
            self.full_signature()
        )
    }

    fn invoke_text(&self) -> String {
        let (target, pointer) = self.target();
        format!(
            "llvm.invoke {}{target}({}) to {{}} unwind {{}}{}{} : {pointer}{}",
            self.before,
            self.values(),
            self.var_arg_text(),
            self.bundles,
            self.full_signature()
        )
    }

    /// `llvm.call_intrinsic` of that name.
    pub(super) fn intrinsic_text(&self, name: &str) -> String {
        format!(
            "llvm.call_intrinsic {}({}){}{} : {}",
            quoted(name.as_bytes()),
            self.values(),
            self.bundles,
            dictionary(&self.flags),
            self.signature()
        )
    }

    /// The bundles as text.
    pub(super) fn bundles(&self) -> &str {
        &self.bundles
    }
}
