//! Identifiers: strings uniqued in the context, as 32-bit handles.

use std::num::NonZeroU32;

/// A uniqued string: an attribute name, a symbol name, a file name.
///
/// Identifiers are compared as numbers, so that of another context is equal to none here: an
/// attribute or a symbol of that name is not found. Only its text is asked of a context, which
/// refuses a foreign one; a check of each comparison would cost time in every search.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ident(NonZeroU32);

macro_rules! fixed_idents {
    ($($(#[$meta:meta])* $name:ident = $index:literal $text:literal;)*) => {
        const FIXED: &[&str] = &[$($text),*];

        impl Ident {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Self = match NonZeroU32::new($index + 1) {
                    Some(raw) => Self(raw),
                    None => unreachable!(),
                };
            )*
        }
    };
}

fixed_idents! {
    SYM_NAME = 0 "sym_name";
    SYM_VISIBILITY = 1 "sym_visibility";
    FUNCTION_TYPE = 2 "function_type";
    ARG_ATTRS = 3 "arg_attrs";
    RES_ATTRS = 4 "res_attrs";
    VALUE = 5 "value";
    CALLEE = 6 "callee";
    TYPE = 7 "type";
    /// The name of an attribute that text cannot write: the properties `<..>` of an unregistered
    /// op.
    PROPERTIES = 8 "";
}

/// The number of strings that each context has at the same handles.
const FIXED_COUNT: u32 = FIXED.len() as u32;

/// The identifiers of a context.
pub(crate) type Idents = crate::support::uniquer::Uniquer<Box<str>, FIXED_COUNT>;

impl Ident {
    pub(crate) fn intern_fixed(idents: &Idents) {
        for (i, text) in FIXED.iter().enumerate() {
            let index = idents.intern((*text).into());
            assert_eq!(index as usize, i);
        }
    }

    /// The handle of the string with a number in the context's table.
    pub(crate) fn of_number(number: u32) -> Self {
        Self(crate::support::pool::encode(number as usize))
    }

    /// The number of the string in the context's table.
    pub(crate) fn number(self) -> u32 {
        self.0.get() - 1
    }
}
