//! Functions that forward to a field: the traits of the type and attribute parser and printer for
//! those of ops, and the tokens of a parser.

/// Declares functions that call those of the same name of a field.
macro_rules! forward {
    (shared $field:ident:
        $($vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $result:ty;)*) => {
        $(#[inline]
        $vis fn $name(&self, $($arg: $ty),*) -> $result {
            self.$field.$name($($arg),*)
        })*
    };
    (mutable $field:ident:
        $($vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $result:ty;)*) => {
        $(#[inline]
        $vis fn $name(&mut self, $($arg: $ty),*) -> $result {
            self.$field.$name($($arg),*)
        })*
    };
}

pub(super) use forward;
