//! The attributes of the dialect: floating point flags, and words such as
//! linkage and calling convention.

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
            // As in MLIR, a string may have several flags; none is said alone.
            let quoted = parser.parse_optional_quoted()?;
            let words = match &quoted {
                Some(words) => words.as_str(),
                None => parser.parse_any_keyword()?,
            };
            for name in words.split(',').map(str::trim) {
                flags = flags.union(match FLAGS.iter().find(|flag| flag.1 == name) {
                    Some(flag) => flag.0,
                    None if words == "none" => Self::NONE,
                    None if name == "fast" => Self::FAST,
                    None => {
                        let message = format!(
                            "expected none, fast, nnan, ninf, nsz, arcp, contract, afn or reassoc, found '{name}'"
                        );
                        return Err(parser.error(position, message));
                    }
                });
            }
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(">")?;
        Ok(flags)
    }
}

/// Declares enums that are attributes of one word: `#llvm.linkage<internal>`.
macro_rules! word_attributes {
    ($($(#[$meta:meta])* $name:ident $mnemonic:literal $default:ident {
        $($(#[$variant_meta:meta])* $variant:ident $word:literal,)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
            pub enum $name {
                $($(#[$variant_meta])* $variant,)*
            }

            impl $name {
                const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $word),)*];

                /// The keyword in text.
                pub fn keyword(self) -> &'static str {
                    match self {
                        $(Self::$variant => $word,)*
                    }
                }

                /// As an attribute.
                pub fn attribute(self, ctx: &Context) -> Attribute {
                    ctx.dialect_attribute(self)
                }

                /// Reads the keyword, if one is next.
                pub(super) fn parse_optional(parser: &mut AsmParser<'_, '_>) -> Option<Self> {
                    Self::ALL.iter().find(|entry| parser.parse_optional_keyword(entry.1)).map(|entry| entry.0)
                }

                /// Reads the keyword into an attribute; the default if there is none.
                pub(super) fn parse_or_default(parser: &mut AsmParser<'_, '_>) -> Attribute {
                    Self::parse_optional(parser).unwrap_or(Self::$default).attribute(parser.context())
                }

                /// The attribute's keyword, if it is not the default.
                pub(super) fn shown(ctx: &Context, attribute: Option<Attribute>) -> Option<&'static str> {
                    let value = *attribute?.as_dialect::<Self>(ctx)?;
                    (value != Self::$default).then(|| value.keyword())
                }
            }

            impl DialectAttribute for $name {
                const DIALECT: &'static str = "llvm";
                const MNEMONIC: &'static str = $mnemonic;

                fn print(&self, printer: &mut AsmPrinter<'_>) {
                    printer.display(format_args!("<{}>", self.keyword()));
                }

                fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
                    parser.parse_punct("<")?;
                    // As in MLIR, the word may be quoted.
                    let found = match parser.parse_optional_quoted()? {
                        Some(word) => Self::ALL.iter().find(|entry| entry.1 == word).map(|entry| entry.0),
                        None => Self::parse_optional(parser),
                    };
                    let Some(value) = found else {
                        let words: Vec<&str> = Self::ALL.iter().map(|entry| entry.1).collect();
                        return Err(parser.expected(&format!("one of {}", words.join(", "))));
                    };
                    parser.parse_punct(">")?;
                    Ok(value)
                }
            }
        )*
    };
}

word_attributes! {
    /// `#llvm.linkage<internal>`: who sees a symbol, and what the linker does
    /// with several of one name.
    Linkage "linkage" External {
        /// Not in the symbol table.
        Private "private",
        /// Seen in this module only.
        Internal "internal",
        /// Here for inlining; the definition is elsewhere.
        AvailableExternally "available_externally",
        /// One of several is kept, or none if unused.
        Linkonce "linkonce",
        /// One of several is kept.
        Weak "weak",
        /// C's tentative definitions.
        Common "common",
        /// Arrays of that name are joined.
        Appending "appending",
        /// Null if nobody defines it.
        ExternWeak "extern_weak",
        /// As `linkonce`; all are the same.
        LinkonceOdr "linkonce_odr",
        /// As `weak`; all are the same.
        WeakOdr "weak_odr",
        /// Seen everywhere.
        External "external",
    }

    /// `#llvm.cconv<fastcc>`: how a function is called.
    CConv "cconv" C {
        /// As C does it.
        C "ccc",
        /// As fast as possible.
        Fast "fastcc",
        /// For what is rarely called.
        Cold "coldcc",
        /// For the Glasgow Haskell compiler.
        Ghc "cc_10",
        /// For HiPE, Erlang's native compiler.
        HiPe "cc_11",
        /// For patched call sites: any registers.
        AnyReg "anyregcc",
        /// Keeps most of the caller's registers.
        PreserveMost "preserve_mostcc",
        /// Keeps nearly all of the caller's registers.
        PreserveAll "preserve_allcc",
        /// As Swift does it.
        Swift "swiftcc",
        /// Access to thread local variables of C++.
        CxxFastTls "cxx_fast_tlscc",
        /// Tail calls are jumps.
        Tail "tailcc",
        /// Checks of Windows' control flow guard.
        CfGuardCheck "cfguard_checkcc",
        /// As Swift does it, with tail calls.
        SwiftTail "swifttailcc",
        /// Windows' `stdcall`.
        X86StdCall "x86_stdcallcc",
        /// Windows' `fastcall`.
        X86FastCall "x86_fastcallcc",
        /// Windows' `thiscall`.
        X86ThisCall "x86_thiscallcc",
        /// Windows' `vectorcall`.
        X86VectorCall "x86_vectorcallcc",
        /// System V's on x86-64.
        X86SysV "x86_64_sysvcc",
        /// Windows' on x86-64.
        Win64 "win64cc",
        /// An interrupt of x86.
        X86Interrupt "x86_intrcc",
        /// `regcall` of x86.
        X86RegCall "x86_regcallcc",
        /// ARM's old one.
        ArmApcs "arm_apcscc",
        /// ARM's.
        ArmAapcs "arm_aapcscc",
        /// ARM's with floats in registers.
        ArmAapcsVfp "arm_aapcs_vfpcc",
        /// AArch64's for vectors.
        AArch64Vector "aarch64_vectorcallcc",
        /// AArch64's for scalable vectors.
        AArch64Sve "aarch64_sve_vectorcallcc",
        /// A kernel of PTX.
        PtxKernel "ptx_kernelcc",
        /// A function of PTX.
        PtxDevice "ptx_devicecc",
        /// A function of SPIR.
        SpirFunction "spir_funccc",
        /// A kernel of SPIR.
        SpirKernel "spir_kernelcc",
        /// A kernel of AMD's.
        AmdGpuKernel "amdgpu_kernelcc",
        /// An interrupt of MSP430.
        Msp430Interrupt "msp430_intrcc",
        /// Intel's for OpenCL's built-in functions.
        IntelOclBi "intel_ocl_bicc",
        /// The HipHop virtual machine's.
        Hhvm "hhvmcc",
        /// The HipHop virtual machine's, to call C.
        HhvmC "hhvm_ccc",
        /// An interrupt of AVR.
        AvrInterrupt "avr_intrcc",
        /// Support functions of AVR.
        AvrBuiltin "avr_builtincc",
        /// A vertex shader of AMD's.
        AmdGpuVertex "amdgpu_vscc",
        /// A geometry shader of AMD's.
        AmdGpuGeometry "amdgpu_gscc",
        /// A compute shader of AMD's.
        AmdGpuCompute "amdgpu_cscc",
        /// A hull shader of AMD's.
        AmdGpuHull "amdgpu_hscc",
        /// Support functions of MSP430.
        Msp430Builtin "msp430_builtincc",
        /// A vertex shader of AMD's before tessellation.
        AmdGpuLocal "amdgpu_lscc",
        /// A shader of AMD's before a geometry shader.
        AmdGpuExport "amdgpu_escc",
        /// Emscripten's invoke functions of WebAssembly.
        WasmEmscriptenInvoke "wasm_emscripten_invokecc",
        /// A function of AMD's graphics.
        AmdGpuGfx "amdgpu_gfxcc",
        /// An interrupt of M68k.
        M68kInterrupt "m68k_intrcc",
    }

    /// `#llvm.tailcallkind<musttail>`: whether a call may be a jump.
    TailCallKind "tailcallkind" None {
        /// Nothing is said.
        None "none",
        /// It may.
        Tail "tail",
        /// It must.
        MustTail "musttail",
        /// It must not.
        NoTail "notail",
    }
}

/// `#llvm.zero`: no data.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZeroAttr;

impl DialectAttribute for ZeroAttr {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "zero";

    fn parse(_parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        Ok(Self)
    }
}

/// Words that stand for numbers in attributes: the position is the number.
pub(super) struct Words(pub(super) &'static [&'static str]);

/// Who sees a symbol of a shared library.
pub(super) const VISIBILITIES: Words = Words(&["default", "hidden", "protected"]);

/// Whether the address of a symbol matters.
pub(super) const UNNAMED_ADDRESSES: Words = Words(&["", "local_unnamed_addr", "unnamed_addr"]);

/// How an atomic access is ordered with others; 3 is no ordering.
pub(super) const ORDERINGS: Words =
    Words(&["not_atomic", "unordered", "monotonic", "", "acquire", "release", "acq_rel", "seq_cst"]);

impl Words {
    /// Reads one of the words, if one is next.
    pub(super) fn parse_optional(&self, parser: &mut AsmParser<'_, '_>) -> Option<i64> {
        let found = self.0.iter().position(|word| !word.is_empty() && parser.parse_optional_keyword(word));
        found.map(|number| number as i64)
    }

    /// Reads one of the words.
    pub(super) fn parse(&self, parser: &mut AsmParser<'_, '_>) -> Parsed<Attribute> {
        match self.parse_optional(parser) {
            Some(number) => Ok(parser.context().i64_attr(number)),
            None => {
                let words: Vec<&str> = self.0.iter().copied().filter(|word| !word.is_empty()).collect();
                Err(parser.expected(&format!("one of {}", words.join(", "))))
            }
        }
    }

    /// The attribute for a word; the first word's if there is no such word.
    pub(super) fn attribute(&self, ctx: &Context, word: &str) -> Attribute {
        ctx.i64_attr(self.0.iter().position(|known| *known == word).unwrap_or(0) as i64)
    }

    /// The word for an attribute.
    pub(super) fn word(&self, ctx: &Context, attribute: Option<Attribute>) -> Option<&'static str> {
        let number = usize::try_from(attribute?.as_i64(ctx)?).ok()?;
        self.0.get(number).copied().filter(|word| !word.is_empty())
    }
}
