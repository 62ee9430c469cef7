//! Values of attributes that the declaration of an op requires.
//!
//! The verifier checks the kind of each declared attribute. Code that reads a verified op does not
//! replace an attribute of another kind by a default value: the op is then wrong, and so would be
//! what is computed from it.

use super::Attribute;
use crate::data::Context;
use smallvec::SmallVec;

impl Attribute {
    /// The number of an integer attribute that a declaration requires.
    ///
    /// # Panics
    /// If it is not an integer of at most 64 bits, which the verifier reports.
    #[track_caller]
    pub fn expect_i64(self, ctx: &Context) -> i64 {
        self.as_i64(ctx).unwrap_or_else(|| self.is_not("an integer", ctx))
    }

    /// The numbers of a dense array that a declaration requires.
    ///
    /// # Panics
    /// If it is not a dense array of integers, which the verifier reports.
    #[track_caller]
    pub fn expect_i64_array(self, ctx: &Context) -> SmallVec<[i64; 4]> {
        self.i64_elements(ctx).unwrap_or_else(|| self.is_not("a dense array of integers", ctx))
    }

    /// The elements of an array that a declaration requires.
    ///
    /// # Panics
    /// If it is not an array, which the verifier reports.
    #[track_caller]
    pub fn expect_array(self, ctx: &Context) -> &[Attribute] {
        self.as_array(ctx).unwrap_or_else(|| self.is_not("an array", ctx))
    }

    #[track_caller]
    fn is_not(self, expected: &str, ctx: &Context) -> ! {
        panic!(
            "an op that was not verified has the attribute {}, where its declaration requires \
                {expected}",
            ctx.attribute_text(self)
        )
    }
}
