//! The attributes of the dialect: floating point flags and linkage.

use crate::attributes::{Attribute, DialectAttribute};
use crate::context::Context;
use crate::text::asm::{AsmParser, AsmPrinter, Parsed};

/// `#llvm.fastmath<nnan, contract>`: what the optimiser may assume of and do to
/// a floating point op.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FastmathFlags(u32);

impl FastmathFlags {
    /// Nothing is allowed.
    pub const NONE: Self = Self(0);
    /// No NaN occurs.
    pub const NNAN: Self = Self(1);
    /// No infinity occurs.
    pub const NINF: Self = Self(1 << 1);
    /// The sign of zero does not matter.
    pub const NSZ: Self = Self(1 << 2);
    /// Division may become multiplication by the reciprocal.
    pub const ARCP: Self = Self(1 << 3);
    /// Product and sum may become one op.
    pub const CONTRACT: Self = Self(1 << 4);
    /// Approximations of functions are allowed.
    pub const AFN: Self = Self(1 << 5);
    /// Reassociation is allowed.
    pub const REASSOC: Self = Self(1 << 6);
    /// All of these.
    pub const FAST: Self = Self((1 << 7) - 1);

    /// Both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set as an attribute.
    pub fn attribute(self, ctx: &Context) -> Attribute {
        ctx.dialect_attribute(self)
    }
}

/// In the order in which they are printed.
const FLAGS: [(FastmathFlags, &str); 7] = [
    (FastmathFlags::NNAN, "nnan"),
    (FastmathFlags::NINF, "ninf"),
    (FastmathFlags::NSZ, "nsz"),
    (FastmathFlags::ARCP, "arcp"),
    (FastmathFlags::CONTRACT, "contract"),
    (FastmathFlags::AFN, "afn"),
    (FastmathFlags::REASSOC, "reassoc"),
];

impl DialectAttribute for FastmathFlags {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "fastmath";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let names: Vec<&str> = match *self {
            Self::NONE => vec!["none"],
            Self::FAST => vec!["fast"],
            _ => FLAGS.iter().filter(|flag| self.contains(flag.0)).map(|flag| flag.1).collect(),
        };
        printer.display(format_args!("<{}>", names.join(", ")));
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let mut flags = Self::NONE;
        loop {
            let position = parser.position();
            flags = flags.union(match parser.parse_any_keyword()? {
                "none" => Self::NONE,
                "fast" => Self::FAST,
                name => match FLAGS.iter().find(|flag| flag.1 == name) {
                    Some(flag) => flag.0,
                    None => {
                        let message = format!(
                            "expected none, fast, nnan, ninf, nsz, arcp, contract, afn or reassoc, found '{name}'"
                        );
                        return Err(parser.error(position, message));
                    }
                },
            });
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(">")?;
        Ok(flags)
    }
}

/// `#llvm.linkage<internal>`: who sees a symbol, and what the linker does with
/// several of one name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Not in the symbol table.
    Private,
    /// Seen in this module only.
    Internal,
    /// Here for inlining; the definition is elsewhere.
    AvailableExternally,
    /// One of several is kept, or none if unused.
    Linkonce,
    /// One of several is kept.
    Weak,
    /// C's tentative definitions.
    Common,
    /// Arrays of that name are joined.
    Appending,
    /// Null if nobody defines it.
    ExternWeak,
    /// As `linkonce`; all are the same.
    LinkonceOdr,
    /// As `weak`; all are the same.
    WeakOdr,
    /// Seen everywhere.
    External,
}

const LINKAGES: [(Linkage, &str); 11] = [
    (Linkage::Private, "private"),
    (Linkage::Internal, "internal"),
    (Linkage::AvailableExternally, "available_externally"),
    (Linkage::Linkonce, "linkonce"),
    (Linkage::Weak, "weak"),
    (Linkage::Common, "common"),
    (Linkage::Appending, "appending"),
    (Linkage::ExternWeak, "extern_weak"),
    (Linkage::LinkonceOdr, "linkonce_odr"),
    (Linkage::WeakOdr, "weak_odr"),
    (Linkage::External, "external"),
];

impl Linkage {
    /// The keyword in text.
    pub fn keyword(self) -> &'static str {
        LINKAGES.iter().find(|entry| entry.0 == self).map_or("external", |entry| entry.1)
    }

    /// The linkage as an attribute.
    pub fn attribute(self, ctx: &Context) -> Attribute {
        ctx.dialect_attribute(self)
    }

    /// Reads a linkage keyword, if one is next.
    pub(super) fn parse_optional(parser: &mut AsmParser<'_, '_>) -> Option<Self> {
        LINKAGES.iter().find(|entry| parser.parse_optional_keyword(entry.1)).map(|entry| entry.0)
    }
}

impl DialectAttribute for Linkage {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "linkage";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.display(format_args!("<{}>", self.keyword()));
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let Some(linkage) = Self::parse_optional(parser) else { return Err(parser.expected("linkage")) };
        parser.parse_punct(">")?;
        Ok(linkage)
    }
}
