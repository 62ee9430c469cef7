//! LLVM IR's text to the llvm dialect.
//!
//! LLVM reads and checks the text first, so what follows meets valid text only: it goes through the
//! tokens once, and writes the ops as text of the dialect, which is parsed. Values of `phi` become
//! arguments of blocks, constants become ops at the beginning of a function, and calls of
//! intrinsics the ops that the dialect has for them. Notes (`!dbg`, `!tbaa`) are left out. What the
//! dialect has no counterpart of is an error at its place.
//!
//! | file | concept |
//! |---|---|
//! | `lexer.rs`, `reader.rs` | tokens, and the place among them |
//! | `types.rs`, `constants.rs`, `attributes.rs` | types, constants, attributes |
//! | `function.rs`, `instructions.rs`, `memory.rs`, `calls.rs` | functions and what is in them |
//! | `intrinsics.rs` | the ops that calls of intrinsics become |
//! | `emit.rs` | names and strings in the text of the dialect |

mod attributes;
mod calls;
mod constants;
mod emit;
mod function;
mod instructions;
mod intrinsics;
mod lexer;
mod memory;
mod reader;
#[cfg(test)]
mod tests;
mod types;

use constants::{Constant, Pool, attribute};
use emit::{dictionary, symbol};
use inkwell::context::Context as LlvmContext;
use inkwell::memory_buffer::MemoryBuffer;
use lexer::{Kind, Problem, Read};
use mlir_lite::context::Context;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported, SourceFile, Span};
use reader::Reader;

/// Reads LLVM IR as a module of the llvm dialect, which the context has to have.
///
/// # Errors
/// If the text is not valid LLVM IR, or has something that the dialect has no counterpart of.
pub fn import_module(
    ctx: &Context,
    file: &SourceFile,
    diagnostics: &mut Diagnostics,
) -> Result<Body, Reported> {
    let text = file.text();
    let read = check(text).and_then(|()| module(text));
    let text = read.map_err(|problem| {
        let at = file.base() + problem.at.min(text.len()) as u32;
        diagnostics.error(Diagnostic::error(Span::new(at, at), problem.message))
    })?;
    let read = ctx
        .sources()
        .add(file.name(), &text)
        .map_err(|error| diagnostics.error(Diagnostic::error(file.span(), error.to_string())))?;
    parse_module(ctx, &read, ParseOptions::default(), diagnostics)
}

/// Whether LLVM accepts the text.
fn check(text: &str) -> Read<()> {
    let llvm = LlvmContext::create();
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    let buffer = MemoryBuffer::create_from_memory_range_copy(&bytes, "source");
    let problem = |message: &str| problem_at(text, message);
    let module = llvm.create_module_from_ir(buffer);
    let module = module.map_err(|error| problem(&error.to_string()))?;
    module.verify().map_err(|error| problem(&error.to_string()))
}

/// The message of LLVM without `source:3:5: error: ` before it, at that place.
fn problem_at(text: &str, message: &str) -> Problem {
    let first = message.lines().next().unwrap_or_default();
    let parts: Vec<&str> = first.splitn(4, ':').collect();
    let place = match parts[..] {
        ["source", line, column, rest] => {
            line.parse::<usize>().ok().zip(column.parse::<usize>().ok()).zip(Some(rest))
        }
        _ => None,
    };
    let Some(((line, column), rest)) = place else {
        return Problem { at: 0, message: first.to_owned() };
    };
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = rest.trim();
    let message = rest.strip_prefix("error: ").unwrap_or(rest).to_owned();
    Problem { at: start + column.saturating_sub(1), message }
}

/// The module in the text of the dialect.
fn module(text: &str) -> Read<String> {
    let mut reader = Reader::new(text)?;
    let (mut attributes, mut parts) = (Vec::new(), Vec::new());
    loop {
        let at = reader.place();
        match reader.next() {
            Kind::End => break,
            Kind::Word(word) => match &word[..] {
                "define" => parts.extend(reader.function(true)?),
                "declare" => parts.extend(reader.function(false)?),
                "target" => {
                    let is_layout = !reader.optional_word("triple");
                    if is_layout {
                        reader.expect_word("datalayout")?;
                    }
                    reader.expect('=')?;
                    let key = if is_layout { "data_layout" } else { "target_triple" };
                    attributes.push(format!("llvm.{key} = {}", reader.text_in_quotes()?));
                }
                "source_filename" => {
                    reader.expect('=')?;
                    reader.text_in_quotes()?;
                }
                "attributes" => {
                    reader.advance();
                    reader.expect('=')?;
                    reader.skip_brackets();
                }
                word => return reader.missing(at, word),
            },
            // A type, which is read where it is used.
            Kind::Local(_) => {
                reader.expect('=')?;
                reader.expect_word("type")?;
                if !reader.optional_word("opaque") {
                    reader.ty()?;
                }
            }
            Kind::Metadata(_) => {
                reader.expect('=')?;
                reader.optional_word("distinct");
                if let Kind::Metadata(name) = reader.kind().clone() {
                    reader.advance();
                    if name.is_empty() || reader.at_punct('(') {
                        reader.skip_brackets();
                    }
                }
            }
            Kind::Global(name) => parts.push(reader.global(&name)?),
            Kind::Comdat(_) => return reader.missing(at, "comdat"),
            _ => return Err(reader.problem(at, "expected a definition")),
        }
    }
    let attributes = match attributes.is_empty() {
        true => String::new(),
        false => format!(" attributes{}", dictionary(&attributes)),
    };
    Ok(format!("module{attributes} {{\n{}}}\n", parts.concat()))
}

impl Reader<'_> {
    /// Reads a global after its name.
    fn global(&mut self, name: &str) -> Read<String> {
        self.expect('=')?;
        let (mut head, is_local) = self.linkage();
        let mut attributes = Vec::new();
        if is_local {
            attributes.push("dso_local".to_owned());
        }
        let at = self.place();
        if self.optional_word("thread_local") {
            if self.at_punct('(') {
                return self.missing(at, "thread_local with a model");
            }
            head += " thread_local";
        }
        if let Some(word) = self.one_of(&["unnamed_addr", "local_unnamed_addr"]) {
            head += &format!(" {word}");
        }
        let space = match self.optional_word("addrspace") {
            true => self.in_parentheses()?,
            false => 0,
        };
        if self.optional_word("externally_initialized") {
            attributes.push("externally_initialized".to_owned());
        }
        let at = self.place();
        match self.one_of(&["constant", "global", "alias"]) {
            Some("constant") => head += " constant",
            Some("global") => {}
            Some("alias") => return self.alias(name, &head),
            _ => return self.missing(at, "this definition"),
        }
        let ty = self.ty()?;
        let has_value = !self.at_global_end();
        let value = has_value.then(|| self.constant(&ty)).transpose()?;
        loop {
            if self.at_punct(',') && matches!(self.after_next(), Kind::Metadata(_)) {
                self.skip_metadata();
                continue;
            }
            let at = self.place();
            if !self.optional(',') {
                break;
            }
            if self.optional_word("align") {
                attributes.push(format!("alignment = {} : i64", self.number()?));
            } else if self.optional_word("section") {
                attributes.push(format!("section = {}", self.text_in_quotes()?));
            } else {
                return self.missing(at, &self.clone_word());
            }
        }
        attributes.push(format!("addr_space = {space} : i32"));
        // Attributes that LLVM lists after a global are passed on by functions only.
        let list = match name {
            "llvm.global_ctors" | "llvm.global_dtors" => Some(name),
            _ => None,
        };
        if let (Some(list), Some(value)) = (list, &value) {
            return self.calls_at_ends(list, value, at);
        }
        let (short, region) = match &value {
            None => (String::new(), String::new()),
            Some(value) => match attribute(&ty, value) {
                Some(attribute) => (attribute, String::new()),
                None => {
                    let mut pool = Pool::default();
                    let result = pool.value(&ty, value);
                    let lines: String =
                        pool.lines.iter().map(|line| format!("  {line}\n")).collect();
                    (String::new(), format!(" {{\n{lines}  llvm.return {result} : {ty}\n}}"))
                }
            },
        };
        Ok(format!(
            "llvm.mlir.global {head} {}({short}){} : {ty}{region}\n",
            symbol(name),
            dictionary(&attributes)
        ))
    }

    fn clone_word(&self) -> String {
        match self.kind() {
            Kind::Word(word) => word.clone(),
            _ => "this".into(),
        }
    }

    /// Whether a declaration of a global ends here.
    fn at_global_end(&self) -> bool {
        self.at_punct(',') || matches!(self.kind(), Kind::End) || self.at_line_start()
    }

    /// Reads an alias after `alias`.
    fn alias(&mut self, name: &str, head: &str) -> Read<String> {
        let ty = self.ty()?;
        self.expect(',')?;
        let (pointer, value) = self.typed_constant()?;
        let mut pool = Pool::default();
        let result = pool.value(&pointer, &value);
        let lines: String = pool.lines.iter().map(|line| format!("  {line}\n")).collect();
        Ok(format!(
            "llvm.mlir.alias {head} {} : {ty} {{\n{lines}  llvm.return {result} : {pointer}\n}}\n",
            symbol(name)
        ))
    }

    /// The functions that run before and after `main`.
    fn calls_at_ends(&self, list: &str, value: &Constant, at: usize) -> Read<String> {
        let Constant::Parts(entries) = value else {
            return self.missing(at, "an empty list of functions");
        };
        let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for (_, entry) in entries {
            let Constant::Parts(fields) = entry else { return self.missing(at, list) };
            let [(_, Constant::Integer(priority)), (_, Constant::Address(function)), (_, datum)] =
                &fields[..]
            else {
                return self.missing(at, list);
            };
            functions.push(symbol(function));
            priorities.push(format!("{priority} : i32"));
            data.push(match datum {
                Constant::Zero => "#llvm.zero".to_owned(),
                Constant::Address(name) => symbol(name),
                _ => return self.missing(at, list),
            });
        }
        let kind = if list == "llvm.global_ctors" { "ctors" } else { "dtors" };
        Ok(format!(
            "llvm.mlir.global_{kind} {kind} = [{}], priorities = [{}], data = [{}]\n",
            functions.join(", "),
            priorities.join(", "),
            data.join(", ")
        ))
    }
}
