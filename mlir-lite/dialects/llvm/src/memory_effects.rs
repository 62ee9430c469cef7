//! Which memory functions and calls read and write.

use super::named_parameters::parse_named;
use mlir_lite::context::Context;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::parameters::Parameter as _;
use mlir_lite::ir::prelude::{Attribute, CustomParameters};
use mlir_lite::text::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite_macros::{attr_def, enum_attr};

/// The kinds of access to memory
#[enum_attr(storage = i64)]
pub enum ModRefInfo {
    /// Nothing.
    #[case("none")]
    None,
    /// It is read.
    #[case("read")]
    Read,
    /// It is written.
    #[case("write")]
    Write,
    /// It is read and written.
    #[case("readwrite")]
    ReadWrite,
}

/// Kinds of memory, in the order of the attribute's parameters.
#[enum_attr(storage = i64)]
pub enum MemoryKind {
    /// Memory that is of none of the other kinds.
    #[case("other")]
    Other,
    /// Memory that the arguments point to.
    #[case("argMem")]
    Argument,
    /// Memory that the module cannot access.
    #[case("inaccessibleMem")]
    Inaccessible,
    /// The variable `errno`.
    #[case("errnoMem")]
    Errno,
    /// Memory of the target.
    #[case("targetMem0")]
    Target0,
    /// Memory of the target.
    #[case("targetMem1")]
    Target1,
}

impl MemoryKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Other,
        Self::Argument,
        Self::Inaccessible,
        Self::Errno,
        Self::Target0,
        Self::Target1,
    ];
}

/// LLVM memory effects: none, read, write or readwrite for each of other, argMem, inaccessibleMem,
/// errnoMem, targetMem0 and targetMem1
///
/// `#llvm.memory_effects<other = none, argMem = read, ..>`
#[attr_def(name = "llvm.memory_effects", assembly = custom)]
#[derive(Copy)]
pub struct MemoryEffectsAttr {
    /// For each of [`MemoryKind::ALL`].
    pub effects: [ModRefInfo; 6],
}

impl MemoryEffectsAttr {
    /// The effects of a function that neither reads nor writes memory.
    pub fn none(ctx: &Context) -> Attribute {
        Self::get(ctx, [ModRefInfo::None; 6])
    }

    /// Returns the accesses to memory of a kind.
    pub fn on(&self, kind: MemoryKind) -> ModRefInfo {
        self.effects[kind.value() as usize]
    }
}

impl CustomParameters for MemoryEffectsAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let start = parser.position();
        let names = MemoryKind::ALL.map(EnumAttribute::text);
        let effects = parse_named(parser, names, |parser, _| ModRefInfo::parse(parser))?;
        let missing = MemoryKind::ALL.into_iter().zip(effects).find(|(_, effect)| effect.is_none());
        if let Some((missing, _)) = missing {
            let message =
                format!("expected an effect on each kind of memory, also on '{}'", missing.text());
            return Err(parser.error(start, message));
        }
        Ok(Self { effects: effects.map(|effect| effect.unwrap_or(ModRefInfo::ReadWrite)) })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let effects =
            MemoryKind::ALL.map(|kind| format!("{} = {}", kind.text(), self.on(kind).text()));
        printer.write("<");
        printer.write(&effects.join(", "));
        printer.write(">");
    }
}
