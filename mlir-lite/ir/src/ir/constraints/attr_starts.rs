//! The tokens with which the text of attributes begins, so that formats are not ambiguous.

use super::AttrConstraint;
use crate::ir::enums::EnumDef;
use crate::ir::format::CustomDirective;
use crate::ir::op_def::AttrForm;

/// A set of tokens with which attributes begin.
///
/// A format checks at compile time that what follows an optional attribute does not begin like it,
/// and that a type after an attribute is not read as a part of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AttrStarts(u16);

impl AttrStarts {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// `"text"`. Attributes that begin with nothing else are strings without a type.
    pub const STRING: Self = Self(1);
    /// `1`, `-1.5`, `true`, `false`
    pub const NUMBER: Self = Self(1 << 1);
    /// `[`
    pub const LIST: Self = Self(1 << 2);
    /// `{`
    pub const DICTIONARY: Self = Self(1 << 3);
    /// `@symbol`
    pub const SYMBOL: Self = Self(1 << 4);
    /// `#dialect.attribute` of a dialect that declares the attribute.
    pub const DIALECT: Self = Self(1 << 5);
    /// `affine_map`
    pub const AFFINE_MAP: Self = Self(1 << 6);
    /// `affine_set`
    pub const INTEGER_SET: Self = Self(1 << 7);
    /// `dense`, `dense_resource`, `sparse` and `opaque`
    pub const ELEMENTS: Self = Self(1 << 8);
    /// `array`
    pub const DENSE_ARRAY: Self = Self(1 << 9);
    /// Any type.
    pub const TYPE: Self = Self(1 << 10);
    /// `loc`
    pub const LOCATION: Self = Self(1 << 11);
    /// `unit`, `strided` and `distinct`
    pub const OTHER: Self = Self(1 << 12);
    /// `<`: no attribute, but the parameters of one.
    pub const PARAMETERS: Self = Self(1 << 13);
    /// Any attribute.
    pub const ANY: Self = Self((1 << 13) - 1);

    /// Both sets together.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a token is in both sets.
    pub const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How attributes of `C` begin in a format, with `qualified` if it is in that directive.
    pub const fn of<C: AttrConstraint>(qualified: bool) -> Self {
        match C::FORM {
            AttrForm::Attribute => C::STARTS,
            AttrForm::SymbolName if qualified => Self::STRING,
            AttrForm::SymbolName => Self::SYMBOL,
            AttrForm::Enum(_) if qualified => Self::DIALECT.or(Self::NUMBER),
            AttrForm::Parameters(_) if qualified => Self::DIALECT,
            AttrForm::Parameters(_) => Self::PARAMETERS,
            AttrForm::I32Array | AttrForm::I64Array if qualified => Self::DENSE_ARRAY,
            AttrForm::I32Array | AttrForm::I64Array => Self::LIST,
            AttrForm::Enum(def) if def.quoted => Self::STRING,
            AttrForm::Enum(_) | AttrForm::Unit => Self::NONE,
        }
    }

    /// Whether a colon after an attribute of `C` may begin the attribute's own type.
    pub const fn may_have_type<C: AttrConstraint>(qualified: bool) -> bool {
        matches!(C::FORM, AttrForm::Attribute)
            && C::IMPLIED_TYPE.is_none()
            && C::STARTS.0 != Self::STRING.0
            && C::STARTS.overlaps(Self::STRING)
            || qualified && matches!(C::FORM, AttrForm::SymbolName)
    }

    /// Whether an attribute of `C` may be written as this keyword.
    pub const fn may_be_keyword<C: AttrConstraint>(keyword: &str) -> bool {
        match C::FORM {
            AttrForm::Enum(def) => has_case(def, keyword),
            _ => false,
        }
    }

    /// Whether attributes of `A` and of `B` may be written as the same keyword.
    pub const fn may_be_same_keyword<A: AttrConstraint, B: AttrConstraint>() -> bool {
        let (AttrForm::Enum(a), AttrForm::Enum(b)) = (A::FORM, B::FORM) else { return false };
        let mut index = 0;
        while index < a.cases.len() {
            if has_case(b, a.cases[index].text) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether a punctuation mark after an attribute of `C` may continue it: that between the cases
    /// of a set.
    pub const fn may_continue<C: AttrConstraint>(mark: &str) -> bool {
        match C::FORM {
            AttrForm::Enum(def) => match def.separator {
                Some(separator) => is_equal(separator.trim_ascii(), mark),
                None => false,
            },
            _ => false,
        }
    }

    /// Whether it can be told if an optional attribute of `C` is there before a directive `D`: not
    /// if it is a keyword, which the directive may begin with, too.
    pub const fn may_be_absent_before<C: AttrConstraint, D: CustomDirective>(
        qualified: bool,
    ) -> bool {
        let is_keyword = matches!(C::FORM, AttrForm::Enum(def) if !qualified && !def.quoted);
        match D::STARTS {
            Some(starts) => !is_keyword && !Self::of::<C>(qualified).overlaps(starts),
            None => false,
        }
    }

    /// Whether `<` after an attribute of `C` may begin parameters of it.
    pub const fn may_have_parameters<C: AttrConstraint>(qualified: bool) -> bool {
        match C::FORM {
            // They are written.
            AttrForm::Parameters(_) => false,
            _ => Self::of::<C>(qualified).overlaps(Self::TYPE.or(Self::DIALECT)),
        }
    }
}

const fn has_case(def: &EnumDef, keyword: &str) -> bool {
    let mut index = 0;
    while index < def.cases.len() {
        if is_equal(def.cases[index].text, keyword) {
            return true;
        }
        index += 1;
    }
    false
}

/// Equality of texts at compile time.
const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}
