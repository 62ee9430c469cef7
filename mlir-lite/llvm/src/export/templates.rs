//! Instructions and attributes that LLVM's C interface cannot build: they are parsed from LLVM's
//! text, and copied.
//!
//! An instruction is parsed in a function of its own, whose parameters are placeholders for the
//! operands; copies get the actual operands. Parsed instructions are cached, so that each text is
//! parsed once.

use super::function::Exported;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::Builder;
use inkwell::context::Context as LlvmContext;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionValue, Operand};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The cache of parsed instructions.
pub(super) struct Templates<'ctx> {
    llvm: &'ctx LlvmContext,
    instructions: RefCell<FxHashMap<String, Rc<Template<'ctx>>>>,
    attributes: RefCell<FxHashMap<String, Vec<Attribute>>>,
}

struct Template<'ctx> {
    instruction: InstructionValue<'ctx>,
    /// For each operand of the instruction that is a parameter, its index.
    operands: Vec<(u32, usize)>,
    /// Owns the instruction.
    _module: Module<'ctx>,
}

/// The text of a value's type; none for a named struct, which is only meaningful within its module.
pub(super) fn type_text(value: BasicValueEnum<'_>) -> Option<String> {
    let text = value.get_type().print_to_string().to_string();
    (!text.contains(['%', '='])).then_some(text)
}

impl<'ctx> Templates<'ctx> {
    pub(super) fn new(llvm: &'ctx LlvmContext) -> Self {
        Self { llvm, instructions: RefCell::default(), attributes: RefCell::default() }
    }

    /// The LLVM context.
    pub(super) fn llvm(&self) -> &'ctx LlvmContext {
        self.llvm
    }

    /// Inserts the instruction `text`, in which `%0`, `%1` and so on are the operands.
    pub(super) fn instruction(
        &self,
        builder: &Builder<'ctx>,
        text: &str,
        operands: &[BasicValueEnum<'ctx>],
    ) -> Exported<InstructionValue<'ctx>> {
        let types: Option<Vec<String>> =
            operands.iter().map(|&operand| type_text(operand)).collect();
        let types = types.ok_or("a struct with a name is not supported here")?.join(", ");
        let text = format!("define void @t({types}) {{\nentry:\n  {text}\n  unreachable\n}}\n");
        let known = self.instructions.borrow().get(&text).cloned();
        let template = match known {
            Some(template) => template,
            None => {
                let template = Rc::new(self.read(&text)?);
                self.instructions.borrow_mut().insert(text, Rc::clone(&template));
                template
            }
        };
        let copy = template.instruction.explicit_clone();
        for &(index, operand) in &template.operands {
            copy.set_operand(index, operands[operand]);
        }
        builder.insert_instruction(&copy, None);
        Ok(copy)
    }

    fn read(&self, text: &str) -> Exported<Template<'ctx>> {
        let module = self.parse(text)?;
        let function = module.get_function("t").ok_or("LLVM has read no function")?;
        let block = function.get_first_basic_block();
        let instruction = block.and_then(|block| block.get_first_instruction());
        let instruction = instruction.ok_or("LLVM has read no instruction")?;
        let parameters = function.get_params();
        let mut operands = Vec::new();
        for index in 0..instruction.get_num_operands() {
            if let Some(Operand::Value(value)) = instruction.get_operand(index)
                && let Some(parameter) = parameters.iter().position(|&parameter| parameter == value)
            {
                operands.push((index, parameter));
            }
        }
        Ok(Template { instruction, operands, _module: module })
    }

    /// The function attributes in `text`.
    pub(super) fn function_attributes(&self, text: &str) -> Exported<Vec<Attribute>> {
        self.attributes(format!("declare void @t() {text}"), AttributeLoc::Function)
    }

    /// The attributes in `text` for an argument of the type with the text `ty`.
    pub(super) fn parameter_attributes(&self, ty: &str, text: &str) -> Exported<Vec<Attribute>> {
        self.attributes(format!("declare void @t({ty} {text})"), AttributeLoc::Param(0))
    }

    fn attributes(&self, text: String, of: AttributeLoc) -> Exported<Vec<Attribute>> {
        if let Some(known) = self.attributes.borrow().get(&text) {
            return Ok(known.clone());
        }
        let module = self.parse(&text)?;
        let function = module.get_function("t").ok_or("LLVM has read no function")?;
        let attributes = function.attributes(of);
        self.attributes.borrow_mut().insert(text, attributes.clone());
        Ok(attributes)
    }

    /// Parses a module from LLVM's text.
    pub(super) fn parse(&self, text: &str) -> Exported<Module<'ctx>> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "llvm");
        self.llvm.create_module_from_ir(buffer).map_err(|message| {
            let message = message.to_string();
            // The rest of LLVM's message quotes the text, which the user has not written.
            message.lines().next().unwrap_or_default().to_owned()
        })
    }
}
