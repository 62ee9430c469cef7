//! The attributes of the dialect, and the keywords of their integer values.
//!
//! Each vocabulary is declared once: parser, printer, verifier, interpreter and export use the same
//! enum.

use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::scalar::NoWrap;
use mlir_lite_macros::{attr_def, enum_attr};

/// LLVM fastmath flags
///
/// `#llvm.fastmath<nnan, contract>`: what the optimiser may assume of and do to
/// a floating point op.
#[enum_attr(name = "llvm.fastmath", bits, separator = ", ")]
pub enum FastmathFlags {
    /// Nothing is allowed.
    #[case("none")]
    None = 0,
    /// All flags.
    #[case("fast")]
    Fast = 127,
    /// No NaN occurs.
    #[case("nnan")]
    Nnan = 1,
    /// No infinity occurs.
    #[case("ninf")]
    Ninf = 2,
    /// The sign of zero does not matter.
    #[case("nsz")]
    Nsz = 4,
    /// Division may become multiplication by the reciprocal.
    #[case("arcp")]
    Arcp = 8,
    /// Product and sum may become one op.
    #[case("contract")]
    Contract = 16,
    /// Approximations of functions are allowed.
    #[case("afn")]
    Afn = 32,
    /// Reassociation is allowed.
    #[case("reassoc")]
    Reassoc = 64,
}

/// 32-bit signless integer attribute: LLVM integer overflow flags, 1 (nsw) and 2 (nuw)
///
/// `overflow<nsw, nuw>`: which overflows do not occur.
#[enum_attr(storage = i32, name = "llvm.overflow", bits, separator = ", ", unquoted)]
pub enum OverflowFlags {
    /// Any overflow may occur.
    #[case("none")]
    None = 0,
    /// No signed wrap.
    #[case("nsw")]
    Nsw = 1,
    /// No unsigned wrap.
    #[case("nuw")]
    Nuw = 2,
}

impl From<OverflowFlags> for NoWrap {
    fn from(flags: OverflowFlags) -> Self {
        Self {
            signed: flags.contains(OverflowFlags::NSW),
            unsigned: flags.contains(OverflowFlags::NUW),
        }
    }
}

/// 32-bit signless integer attribute: flags, 1 (inbounds, with 2), 2 (nusw) and 4 (nuw)
///
/// `inbounds|nuw`: what is assumed of the address of an element.
#[enum_attr(storage = i32, bits, groups)]
pub enum GepFlags {
    /// Nothing.
    #[case("none")]
    None = 0,
    /// The part of `inbounds` that `nusw` does not imply.
    #[case("inbounds_flag")]
    InboundsFlag = 1,
    /// The offset does not wrap when its sign is considered, nor does the address.
    #[case("nusw")]
    Nusw = 2,
    /// Neither offset nor address wraps when it is unsigned.
    #[case("nuw")]
    Nuw = 4,
    /// The address is within the object, or right at its end.
    #[case("inbounds")]
    Inbounds = 3,
}

/// LLVM linkage specification
///
/// `#llvm.linkage<internal>`: the visibility of a symbol, and how the linker merges several of one
/// name.
#[enum_attr(name = "llvm.linkage")]
pub enum Linkage {
    /// Not in the symbol table.
    #[case("private")]
    Private,
    /// Seen in this module only.
    #[case("internal")]
    Internal,
    /// Here for inlining; the definition is elsewhere.
    #[case("available_externally")]
    AvailableExternally,
    /// One of several is kept, or none if unused.
    #[case("linkonce")]
    Linkonce,
    /// One of several is kept.
    #[case("weak")]
    Weak,
    /// C's tentative definitions.
    #[case("common")]
    Common,
    /// Arrays of that name are joined.
    #[case("appending")]
    Appending,
    /// Null if it is not defined.
    #[case("extern_weak")]
    ExternWeak,
    /// As `linkonce`; all are the same.
    #[case("linkonce_odr")]
    LinkonceOdr,
    /// As `weak`; all are the same.
    #[case("weak_odr")]
    WeakOdr,
    /// Seen everywhere.
    #[case("external")]
    External,
}

/// LLVM Calling Convention specification
///
/// `#llvm.cconv<fastcc>`: how a function is called. The numbers are LLVM's.
#[enum_attr(name = "llvm.cconv")]
pub enum CConv {
    /// As C does it.
    #[case("ccc")]
    C = 0,
    /// As fast as possible.
    #[case("fastcc")]
    Fast = 8,
    /// For what is rarely called.
    #[case("coldcc")]
    Cold = 9,
    /// For the Glasgow Haskell compiler.
    #[case("cc_10")]
    Ghc = 10,
    /// For HiPE, Erlang's native compiler.
    #[case("cc_11")]
    HiPe = 11,
    /// For patched call sites: any registers.
    #[case("anyregcc")]
    AnyReg = 13,
    /// Keeps most of the caller's registers.
    #[case("preserve_mostcc")]
    PreserveMost = 14,
    /// Keeps nearly all of the caller's registers.
    #[case("preserve_allcc")]
    PreserveAll = 15,
    /// As Swift does it.
    #[case("swiftcc")]
    Swift = 16,
    /// Access to thread local variables of C++.
    #[case("cxx_fast_tlscc")]
    CxxFastTls = 17,
    /// Tail calls are jumps.
    #[case("tailcc")]
    Tail = 18,
    /// Checks of Windows' control flow guard.
    #[case("cfguard_checkcc")]
    CfGuardCheck = 19,
    /// As Swift does it, with tail calls.
    #[case("swifttailcc")]
    SwiftTail = 20,
    /// Windows' `stdcall`.
    #[case("x86_stdcallcc")]
    X86StdCall = 64,
    /// Windows' `fastcall`.
    #[case("x86_fastcallcc")]
    X86FastCall = 65,
    /// Windows' `thiscall`.
    #[case("x86_thiscallcc")]
    X86ThisCall = 70,
    /// Windows' `vectorcall`.
    #[case("x86_vectorcallcc")]
    X86VectorCall = 80,
    /// System V's on x86-64.
    #[case("x86_64_sysvcc")]
    X86SysV = 78,
    /// Windows' on x86-64.
    #[case("win64cc")]
    Win64 = 79,
    /// An interrupt of x86.
    #[case("x86_intrcc")]
    X86Interrupt = 83,
    /// `regcall` of x86.
    #[case("x86_regcallcc")]
    X86RegCall = 92,
    /// ARM's old one.
    #[case("arm_apcscc")]
    ArmApcs = 66,
    /// ARM's.
    #[case("arm_aapcscc")]
    ArmAapcs = 67,
    /// ARM's with floats in registers.
    #[case("arm_aapcs_vfpcc")]
    ArmAapcsVfp = 68,
    /// AArch64's for vectors.
    #[case("aarch64_vectorcallcc")]
    AArch64Vector = 97,
    /// AArch64's for scalable vectors.
    #[case("aarch64_sve_vectorcallcc")]
    AArch64Sve = 98,
    /// A kernel of PTX.
    #[case("ptx_kernelcc")]
    PtxKernel = 71,
    /// A function of PTX.
    #[case("ptx_devicecc")]
    PtxDevice = 72,
    /// A function of SPIR.
    #[case("spir_funccc")]
    SpirFunction = 75,
    /// A kernel of SPIR.
    #[case("spir_kernelcc")]
    SpirKernel = 76,
    /// A kernel of AMD's.
    #[case("amdgpu_kernelcc")]
    AmdGpuKernel = 91,
    /// An interrupt of MSP430.
    #[case("msp430_intrcc")]
    Msp430Interrupt = 69,
    /// Intel's for OpenCL's built-in functions.
    #[case("intel_ocl_bicc")]
    IntelOclBi = 77,
    /// The HipHop virtual machine's.
    #[case("hhvmcc")]
    Hhvm = 81,
    /// The HipHop virtual machine's, to call C.
    #[case("hhvm_ccc")]
    HhvmC = 82,
    /// An interrupt of AVR.
    #[case("avr_intrcc")]
    AvrInterrupt = 84,
    /// Support functions of AVR.
    #[case("avr_builtincc")]
    AvrBuiltin = 86,
    /// A vertex shader of AMD's.
    #[case("amdgpu_vscc")]
    AmdGpuVertex = 87,
    /// A geometry shader of AMD's.
    #[case("amdgpu_gscc")]
    AmdGpuGeometry = 88,
    /// A compute shader of AMD's.
    #[case("amdgpu_cscc")]
    AmdGpuCompute = 90,
    /// A hull shader of AMD's.
    #[case("amdgpu_hscc")]
    AmdGpuHull = 93,
    /// Support functions of MSP430.
    #[case("msp430_builtincc")]
    Msp430Builtin = 94,
    /// A vertex shader of AMD's before tessellation.
    #[case("amdgpu_lscc")]
    AmdGpuLocal = 95,
    /// A shader of AMD's before a geometry shader.
    #[case("amdgpu_escc")]
    AmdGpuExport = 96,
    /// Emscripten's invoke functions of WebAssembly.
    #[case("wasm_emscripten_invokecc")]
    WasmEmscriptenInvoke = 99,
    /// A function of AMD's graphics.
    #[case("amdgpu_gfxcc")]
    AmdGpuGfx = 100,
    /// An interrupt of M68k.
    #[case("m68k_intrcc")]
    M68kInterrupt = 101,
}

/// LLVM tail call kind
///
/// `#llvm.tailcallkind<musttail>`: whether a call may be a jump.
#[enum_attr(name = "llvm.tailcallkind")]
pub enum TailCallKind {
    /// Not specified.
    #[case("none")]
    None,
    /// It may.
    #[case("tail")]
    Tail,
    /// It must.
    #[case("musttail")]
    MustTail,
    /// It must not.
    #[case("notail")]
    NoTail,
}

/// ATT (0) or Intel (1) asm dialect
///
/// The syntax of assembly.
#[enum_attr(storage = i64)]
pub enum AsmDialect {
    /// That of AT&T.
    #[case("att")]
    Att,
    /// That of Intel.
    #[case("intel")]
    Intel,
}

/// LLVM frame pointer kind
///
/// `#llvm.framePointerKind<"non-leaf">`: which functions keep the address of their frame in a
/// register.
#[enum_attr(name = "llvm.framePointerKind")]
pub enum FramePointerKind {
    /// None.
    #[case("none")]
    None,
    /// Those that call others.
    #[case("non-leaf")]
    NonLeaf,
    /// All.
    #[case("all")]
    All,
    /// None, but the register is used for nothing else.
    #[case("reserved")]
    Reserved,
    /// Those that call others; no function uses the register for something else.
    #[case("non-leaf-no-reserve")]
    NonLeafNoReserve,
}

/// LLVM unwind table kind
///
/// `#llvm.uwtableKind<async>`: the unwind tables of a function.
#[enum_attr(name = "llvm.uwtableKind")]
pub enum UwtableKind {
    /// Nothing.
    #[case("none")]
    None,
    /// Enough at each call.
    #[case("sync")]
    Sync,
    /// Enough at each instruction.
    #[case("async")]
    Async,
}

/// 64-bit signless integer attribute: 0 (default), 1 (hidden) or 2 (protected)
///
/// Who sees a symbol of a shared library.
#[enum_attr(storage = i64)]
pub enum Visibility {
    /// Everybody, and others may replace it.
    #[case("default")]
    Default,
    /// The library only.
    #[case("hidden")]
    Hidden,
    /// Everybody, but the library uses its own.
    #[case("protected")]
    Protected,
}

/// 64-bit signless integer attribute: 0 (none), 1 (local_unnamed_addr) or 2 (unnamed_addr)
///
/// Whether the address of a symbol matters.
#[enum_attr(storage = i64)]
pub enum UnnamedAddr {
    /// It does; nothing is written.
    #[case("")]
    None,
    /// It does not in this module.
    #[case("local_unnamed_addr")]
    Local,
    /// It does not.
    #[case("unnamed_addr")]
    Global,
}

/// Atomic ordering for LLVM's memory model
///
/// How an access is ordered with others; 3 is not an ordering.
#[enum_attr(storage = i64)]
pub enum AtomicOrdering {
    /// The access is not atomic.
    #[case("not_atomic")]
    NotAtomic = 0,
    /// Not at all, but each read returns a value that was written.
    #[case("unordered")]
    Unordered = 1,
    /// With accesses of the same address.
    #[case("monotonic")]
    Monotonic = 2,
    /// With those after it.
    #[case("acquire")]
    Acquire = 4,
    /// With those before it.
    #[case("release")]
    Release = 5,
    /// With those before it and after it.
    #[case("acq_rel")]
    AcqRel = 6,
    /// All threads see one order.
    #[case("seq_cst")]
    SeqCst = 7,
}

impl AtomicOrdering {
    /// Whether accesses of the same address are ordered: other threads may see it.
    pub fn is_at_least_monotonic(self) -> bool {
        !matches!(self, Self::NotAtomic | Self::Unordered)
    }
}

/// llvm.atomicrmw binary operations
///
/// The effect of an atomic operation on the value in memory.
#[enum_attr(storage = i64)]
pub enum AtomicBinOp {
    /// Replaces it.
    #[case("xchg")]
    Xchg,
    /// Adds.
    #[case("add")]
    Add,
    /// Subtracts.
    #[case("sub")]
    Sub,
    /// Bitwise and.
    #[case("_and")]
    And,
    /// Bitwise and, all bits flipped.
    #[case("nand")]
    Nand,
    /// Bitwise or.
    #[case("_or")]
    Or,
    /// Bitwise exclusive or.
    #[case("_xor")]
    Xor,
    /// The larger signed integer.
    #[case("max")]
    Max,
    /// The smaller signed integer.
    #[case("min")]
    Min,
    /// The larger unsigned integer.
    #[case("umax")]
    UMax,
    /// The smaller unsigned integer.
    #[case("umin")]
    UMin,
    /// Adds floats.
    #[case("fadd")]
    FAdd,
    /// Subtracts floats.
    #[case("fsub")]
    FSub,
    /// The larger float, or the one that is not a NaN.
    #[case("fmax")]
    FMax,
    /// The smaller float, or the one that is not a NaN.
    #[case("fmin")]
    FMin,
    /// Adds 1; 0 after the other value.
    #[case("uinc_wrap")]
    UIncWrap,
    /// Subtracts 1; the other value after 0 and from above it.
    #[case("udec_wrap")]
    UDecWrap,
    /// Subtracts, if the result is not negative.
    #[case("usub_cond")]
    USubCond,
    /// Subtracts; 0 where the result is negative.
    #[case("usub_sat")]
    USubSat,
    /// The larger float; NaN if one operand is NaN.
    #[case("fmaximum")]
    FMaximum,
    /// The smaller float; NaN if one operand is NaN.
    #[case("fminimum")]
    FMinimum,
}

/// The text of a value, if it differs from the default.
pub(super) fn shown<E: EnumAttribute>(value: E, default: E) -> Option<&'static str> {
    (value != default).then(|| value.text())
}

/// `#llvm.zero`: no data.
#[attr_def(name = "llvm.zero")]
#[derive(Copy)]
pub struct ZeroAttr;
