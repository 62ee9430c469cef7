//! The text of types that were printed a short time ago.
//!
//! The ops of a function have few types besides the shortest, and print each many times. A slot is
//! found by some bits of the type's number; a type that has the same bits takes the slot over.

use crate::data::types::Type;

/// A power of two.
const SLOTS: usize = 32;

/// Longer text is printed again: it is rare, and would be kept in memory.
const LONGEST: usize = 128;

#[derive(Default)]
pub(super) struct PrintedTypes {
    /// Empty until a type is printed: many printers print none.
    slots: Vec<(Option<Type>, String)>,
}

impl PrintedTypes {
    fn slot(ty: Type) -> usize {
        ty.handle() as usize % SLOTS
    }

    /// The text of a type, if it is known.
    #[inline]
    pub(super) fn text(&self, ty: Type) -> Option<&str> {
        let (printed, text) = self.slots.get(Self::slot(ty))?;
        (*printed == Some(ty)).then_some(text)
    }

    /// Keeps the text of a type.
    pub(super) fn keep(&mut self, ty: Type, text: &str) {
        if text.len() > LONGEST {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, (None, String::new()));
        }
        let (printed, kept) = &mut self.slots[Self::slot(ty)];
        *printed = Some(ty);
        kept.clear();
        kept.push_str(text);
    }
}
