//! Results of parsing that often recur, and memory for reuse.

use crate::data::Context;
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::data::types::Type;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::{Body, OperationState, SpareArrays};
use crate::ir::entities::BlockId;
use crate::ir::op_def::Assembly;
use crate::ir::op_name::OpName;
use crate::text::lexer::Token;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Types, usually few.
pub(in crate::text) type Types = SmallVec<[Type; 4]>;

/// Attributes, usually few.
pub(in crate::text) type Attributes = SmallVec<[NamedAttribute; 4]>;

/// A cache of the parts of generic forms that consecutive ops share, with their text and levels.
#[derive(Default)]
pub(in crate::text) struct LastGeneric<'s> {
    pub(in crate::text) properties: (&'s str, Attributes, u32),
    pub(in crate::text) types: (&'s str, Types, Types, u32),
}

/// An op that is being parsed.
pub(in crate::text) struct PendingOp {
    pub(in crate::text) state: OperationState,
    pub(in crate::text) isolated: bool,
    pub(in crate::text) child: Option<Body>,
    /// Where its name is.
    pub(in crate::text) name_token: Token,
    /// Where the op will be.
    pub(in crate::text) block: BlockId,
    pub(in crate::text) result_count: Option<usize>,
}

/// Caches of a parser.
pub(in crate::text) struct Caches<'s> {
    /// Op names in quotes.
    pub(in crate::text) op_names: FxHashMap<&'s str, OpName>,
    /// Op names of custom forms.
    pub(in crate::text) custom_names: FxHashMap<&'s str, (OpName, Assembly)>,
    /// Types and attributes in angle brackets, by their text. Only short texts that mean the same
    /// everywhere are cached.
    pub(in crate::text) types: FxHashMap<&'s str, Type>,
    /// The type that was found last in this cache, with its text. The text is empty at first.
    pub(in crate::text) last_type: (&'s str, Type),
    pub(in crate::text) attributes: FxHashMap<&'s str, Attribute>,
    /// Identifiers that were met: names of attributes and files. The texts are empty at first.
    idents: [(&'s str, Ident); 64],
    /// Attributes with sizes of operand and result groups.
    pub(in crate::text) segments: FxHashMap<SmallVec<[i32; 4]>, Attribute>,
    pub(in crate::text) last_generic: LastGeneric<'s>,
    /// Objects of ops that have been created, for reuse of their memory.
    #[allow(clippy::vec_box, reason = "the boxes are kept")]
    pub(in crate::text) spare_ops: Vec<Box<PendingOp>>,
    pub(in crate::text) spare_operands: Vec<Vec<UnresolvedOperand<'s>>>,
    /// Memory for the next body.
    pub(in crate::text) spare_arrays: SpareArrays,
}

impl Default for Caches<'_> {
    fn default() -> Self {
        Self {
            op_names: FxHashMap::default(),
            custom_names: FxHashMap::default(),
            types: FxHashMap::default(),
            last_type: ("", Type::NONE),
            attributes: FxHashMap::default(),
            idents: [("", Ident::TYPE); 64],
            segments: FxHashMap::default(),
            last_generic: LastGeneric::default(),
            spare_ops: Vec::new(),
            spare_operands: Vec::new(),
            spare_arrays: SpareArrays::default(),
        }
    }
}

impl<'s> Caches<'s> {
    /// The identifier of a text of the source. Consecutive ops mostly have the same few.
    pub(in crate::text) fn ident(&mut self, ctx: &Context, text: &'s str) -> Ident {
        let [first, .., last] = text.as_bytes() else { return ctx.ident(text) };
        let hash = usize::from(*first) * 5 + usize::from(*last) * 3 + text.len();
        let index = hash % self.idents.len();
        let known = self.idents[index];
        if known.0 == text {
            return known.1;
        }
        let ident = ctx.ident(text);
        self.idents[index] = (text, ident);
        ident
    }
}
