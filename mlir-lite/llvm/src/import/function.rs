//! Functions: signatures, blocks, and the arguments of blocks that are instructions in LLVM IR.

use super::constants::{Constant, Pool};
use super::emit::{dictionary, symbol};
use super::lexer::{Kind, Read};
use super::reader::Reader;
use super::types::Ty;
use mlir_lite::dialects::llvm::CConv;
use mlir_lite::ir::enums::EnumAttribute as _;
use rustc_hash::FxHashMap;

/// A value: of the function, or a constant.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Local(String),
    Constant(Constant),
}

/// An argument of a block.
pub(super) struct Phi {
    name: String,
    ty: Ty,
    /// The values, each with the block that it comes from.
    incoming: Vec<(Value, String)>,
}

/// The end of a block.
pub(super) enum End {
    Plain(String),
    /// An op whose text has each successor in `{}`, in order.
    Branch(String, Vec<String>),
}

#[derive(Default)]
pub(super) struct Block {
    label: String,
    phis: Vec<Phi>,
    lines: Vec<String>,
    end: Option<End>,
}

/// A function that is being read.
#[derive(Default)]
pub(super) struct Function {
    pub(super) pool: Pool,
    /// The names of values here.
    names: FxHashMap<String, String>,
    blocks: Vec<Block>,
    /// The next number of a value or block without a name.
    next: usize,
    /// The fast-math flags of the current instruction, and so on.
    pub(super) lines: Vec<String>,
}

impl Function {
    /// The name of a value in the dialect.
    pub(super) fn local(&mut self, name: &str) -> String {
        let number = self.names.len();
        self.names.entry(name.to_owned()).or_insert_with(|| format!("%v{number}")).clone()
    }

    /// The name of a new value: the given one, or the next number.
    pub(super) fn define(&mut self, name: Option<String>) -> String {
        let name = self.numbered(name);
        self.local(&name)
    }

    fn numbered(&mut self, name: Option<String>) -> String {
        match name {
            Some(name) => {
                if let Ok(number) = name.parse::<usize>() {
                    self.next = number + 1;
                }
                name
            }
            None => {
                self.next += 1;
                (self.next - 1).to_string()
            }
        }
    }

    pub(super) fn value(&mut self, ty: &Ty, value: &Value) -> String {
        match value {
            Value::Local(name) => self.local(name),
            Value::Constant(constant) => self.pool.value(ty, constant),
        }
    }
}

/// How functions, calls and globals are linked, in the words of both texts.
pub(super) const LINKAGES: [&str; 11] = [
    "private",
    "internal",
    "available_externally",
    "linkonce_odr",
    "linkonce",
    "weak_odr",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "external",
];

/// The conventions of calls with another name in the dialect, but for those that only have `cc` at
/// the end there.
const CONVENTIONS: [(&str, &str); 3] = [
    ("ghccc", "cc_10"),
    ("aarch64_vector_pcs", "aarch64_vectorcallcc"),
    ("aarch64_sve_vector_pcs", "aarch64_sve_vectorcallcc"),
];

/// The convention of that name or number, as the dialect calls it.
fn convention(word: &str) -> Option<&'static str> {
    if let Some(number) = word.strip_prefix("cc").and_then(|number| number.parse::<u32>().ok()) {
        return CConv::cases().find(|&case| case as u32 == number).map(CConv::text);
    }
    let renamed = CONVENTIONS.iter().find(|(theirs, _)| *theirs == word);
    let is_meant = |name: &str| match renamed {
        Some((_, ours)) => *ours == name,
        None => name == word || name.strip_suffix("cc") == Some(word),
    };
    CConv::cases().map(CConv::text).find(|name| is_meant(name))
}

/// A parameter as read.
struct Parameter {
    ty: Ty,
    attributes: Vec<String>,
    name: Option<String>,
}

impl Reader<'_> {
    /// Reads what precedes the type of a function or a global: the text in the dialect, and whether
    /// it is local.
    pub(super) fn linkage(&mut self) -> (String, bool) {
        let linkage = self.one_of(&LINKAGES).unwrap_or("external").to_owned();
        let is_local = self.one_of(&["dso_local", "dso_preemptable"]) == Some("dso_local");
        let visibility = self.one_of(&["hidden", "protected", "default"]);
        let visibility = visibility.filter(|&word| word != "default");
        let text = match visibility {
            Some(visibility) => format!("{linkage} {visibility}"),
            None => linkage,
        };
        (text, is_local)
    }

    /// Reads a declaration or a definition.
    pub(super) fn function(&mut self, is_definition: bool) -> Read<Option<String>> {
        while let Kind::Metadata(_) = self.kind() {
            self.skip_note();
        }
        let (mut head, is_local) = self.linkage();
        let convention = self.convention()?;
        let results = self.parameter_attributes()?;
        let result = self.ty()?;
        let name = self.global_name()?;
        let (parameters, is_var_arg) = self.parameters(is_definition)?;
        let mut attributes = Vec::new();
        if is_local {
            attributes.push("dso_local".to_owned());
        }
        if let Some(word) = self.one_of(&["unnamed_addr", "local_unnamed_addr"]) {
            head += &format!(" {word}");
        }
        if let Some(convention) = convention {
            head += &format!(" {convention}");
        }
        attributes.extend(self.function_attributes(false)?);
        self.function_end(&mut attributes)?;
        // Intrinsics are ops.
        if !is_definition && name.starts_with("llvm.") {
            return Ok(None);
        }
        let mut function = Function::default();
        let list: Vec<String> = parameters
            .into_iter()
            .map(|parameter| {
                let text = format!("{}{}", parameter.ty, dictionary(&parameter.attributes));
                match is_definition {
                    true => format!("{}: {text}", function.define(parameter.name)),
                    false => text,
                }
            })
            .chain(is_var_arg.then(|| "...".to_owned()))
            .collect();
        let result = match (result.is_void(), results.is_empty()) {
            (true, _) => String::new(),
            (false, true) => format!(" -> {result}"),
            (false, false) => format!(" -> ({result}{})", dictionary(&results)),
        };
        let attributes = match attributes.is_empty() {
            true => String::new(),
            false => format!(" attributes{}", dictionary(&attributes)),
        };
        let mut text =
            format!("llvm.func {head} {}({}){result}{attributes}", symbol(&name), list.join(", "));
        if is_definition {
            text += " {\n";
            self.body(&mut function)?;
            text += &function.text();
            text += "}";
        }
        Ok(Some(text + "\n"))
    }

    pub(super) fn convention(&mut self) -> Read<Option<&'static str>> {
        let Kind::Word(word) = self.kind().clone() else { return Ok(None) };
        let at = self.place();
        if word == "cc" {
            return self.missing(at, "a convention of calls by its number");
        }
        let found = convention(&word);
        if found.is_some() {
            self.advance();
        }
        Ok(found.filter(|&name| name != "ccc"))
    }

    fn parameters(&mut self, is_definition: bool) -> Read<(Vec<Parameter>, bool)> {
        self.expect('(')?;
        let (mut parameters, mut is_var_arg) = (Vec::new(), false);
        while !self.optional(')') {
            if self.optional_word("...") {
                is_var_arg = true;
                continue;
            }
            let ty = self.ty()?;
            let attributes = self.parameter_attributes()?;
            let name = match self.kind().clone() {
                Kind::Local(name) => {
                    self.advance();
                    Some(name).filter(|_| is_definition)
                }
                _ => None,
            };
            parameters.push(Parameter { ty, attributes, name });
            self.optional(',');
        }
        Ok((parameters, is_var_arg))
    }

    /// Reads `section "s" comdat align 8 gc "g" personality ptr @p`.
    fn function_end(&mut self, attributes: &mut Vec<String>) -> Read<()> {
        loop {
            let at = self.place();
            if self.optional_word("align") {
                attributes.push(format!("alignment = {} : i64", self.number()?));
            } else if self.optional_word("section") {
                attributes.push(format!("section = {}", self.text_in_quotes()?));
            } else if self.optional_word("gc") {
                attributes.push(format!("garbageCollector = {}", self.text_in_quotes()?));
            } else if self.optional_word("personality") {
                self.ty()?;
                attributes.push(format!("personality = {}", symbol(&self.global_name()?)));
            } else if let Some(word) =
                self.one_of(&["comdat", "prefix", "prologue", "partition", "addrspace"])
            {
                return self.missing(at, word);
            } else if matches!(self.kind(), Kind::Metadata(_)) {
                self.skip_note();
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn text_in_quotes(&mut self) -> Read<String> {
        let at = self.place();
        match self.next() {
            Kind::Text(text) => Ok(super::emit::quoted(&text)),
            _ => Err(self.problem(at, "expected text in quotes")),
        }
    }

    fn body(&mut self, function: &mut Function) -> Read<()> {
        self.expect('{')?;
        let mut block: Option<Block> = None;
        while !self.optional('}') {
            if let Kind::Label(label) = self.kind().clone() {
                self.advance();
                let label = function.numbered(Some(label));
                block = Some(Block { label, ..Block::default() });
                continue;
            }
            // Notes for debuggers.
            if let Kind::Group(_) = self.kind() {
                self.advance();
                self.skip_brackets();
                continue;
            }
            if block.is_none() {
                let label = function.numbered(None);
                block = Some(Block { label, ..Block::default() });
            }
            let Some(current) = &mut block else { continue };
            self.instruction(function, current)?;
            current.lines.append(&mut function.lines);
            if current.end.is_some() {
                function.blocks.extend(block.take());
            }
        }
        Ok(())
    }

    fn instruction(&mut self, function: &mut Function, block: &mut Block) -> Read<()> {
        let mut name = None;
        if let Kind::Local(found) = self.kind().clone() {
            self.advance();
            self.expect('=')?;
            name = Some(found);
        }
        if self.optional_word("phi") {
            self.fast_math()?;
            let ty = self.ty()?;
            let mut incoming = Vec::new();
            loop {
                self.expect('[')?;
                let value = self.value(&ty)?;
                self.expect(',')?;
                let label = self.local_name()?;
                self.expect(']')?;
                incoming.push((value, label));
                if matches!(self.after_next(), Kind::Metadata(_)) || !self.optional(',') {
                    break;
                }
            }
            let name = function.define(name);
            block.phis.push(Phi { name, ty, incoming });
        } else {
            block.end = self.operation(function, name)?;
        }
        self.skip_metadata();
        Ok(())
    }

    pub(super) fn local_name(&mut self) -> Read<String> {
        let at = self.place();
        match self.next() {
            Kind::Local(name) => Ok(name),
            _ => Err(self.problem(at, "expected the name of a value or block")),
        }
    }

    /// Reads `label %name`.
    pub(super) fn label(&mut self) -> Read<String> {
        self.expect_word("label")?;
        self.local_name()
    }

    /// Reads a value of a type.
    pub(super) fn value(&mut self, ty: &Ty) -> Read<Value> {
        if let Kind::Local(name) = self.kind().clone() {
            self.advance();
            return Ok(Value::Local(name));
        }
        self.constant(ty).map(Value::Constant)
    }
}

impl Function {
    /// The blocks as text.
    fn text(&mut self) -> String {
        let blocks = std::mem::take(&mut self.blocks);
        let numbers: FxHashMap<&str, usize> =
            blocks.iter().enumerate().map(|(number, block)| (&block.label[..], number)).collect();
        let mut texts = Vec::new();
        for (number, block) in blocks.iter().enumerate() {
            let mut text = String::new();
            if number > 0 {
                let arguments: Vec<String> =
                    block.phis.iter().map(|phi| format!("{}: {}", phi.name, phi.ty)).collect();
                let arguments = match arguments.is_empty() {
                    true => String::new(),
                    false => format!("({})", arguments.join(", ")),
                };
                text += &format!("^bb{number}{arguments}:\n");
            }
            for line in &block.lines {
                text += &format!("  {line}\n");
            }
            match &block.end {
                Some(End::Plain(end)) => text += &format!("  {end}\n"),
                Some(End::Branch(end, labels)) => {
                    let mut end = end.clone();
                    for label in labels {
                        let target = numbers.get(&label[..]).copied().unwrap_or(0);
                        let passed = self.passed(&blocks[target], &block.label);
                        end = end.replacen("{}", &format!("^bb{target}{passed}"), 1);
                    }
                    text += &format!("  {end}\n");
                }
                None => {}
            }
            texts.push(text);
        }
        let constants = std::mem::take(&mut self.pool.lines);
        let constants: String = constants.iter().map(|line| format!("  {line}\n")).collect();
        constants + &texts.concat()
    }

    /// The operands that a branch from a block passes to another.
    fn passed(&mut self, target: &Block, from: &str) -> String {
        let (mut values, mut types) = (Vec::new(), Vec::new());
        for phi in &target.phis {
            let value = phi.incoming.iter().find(|(_, label)| label == from);
            let Some((value, _)) = value else { continue };
            values.push(self.value(&phi.ty, value));
            types.push(phi.ty.to_string());
        }
        match values.is_empty() {
            true => String::new(),
            false => format!("({} : {})", values.join(", "), types.join(", ")),
        }
    }
}
