//! Implements traits of the type and attribute parser and printer for those of ops, by forwarding
//! to a field.

/// Forwards functions of a trait to a field.
macro_rules! forward {
    (shared $field:ident: $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $result:ty;)*) => {
        $(#[inline]
        fn $name(&self, $($arg: $ty),*) -> $result {
            self.$field.$name($($arg),*)
        })*
    };
    (mutable $field:ident: $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $result:ty;)*) => {
        $(#[inline]
        fn $name(&mut self, $($arg: $ty),*) -> $result {
            self.$field.$name($($arg),*)
        })*
    };
}

pub(super) use forward;
