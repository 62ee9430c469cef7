//! Why a symbol reference cannot be resolved.

use crate::data::attributes::Attribute;
use crate::ir::discardable::DiscardableAttr;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbols::TransparentSymbols;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostic;
use std::fmt;

/// Why a reference cannot be resolved.
///
/// A component is a part of the reference, counted from 0 as it is written: in
/// `@.super::@foo::@bar`, the component 1 is `@foo`.
#[derive(Copy, Clone)]
#[non_exhaustive]
pub enum ResolveError<'b> {
    /// The attribute is not a symbol reference.
    NotAReference,
    /// No symbol table encloses the user.
    NoSymbolTable,
    /// An unregistered op, which could be a table, is between the user or a table and the next
    /// table further out.
    UnknownScope {
        /// The component that is looked up there, or leads out of there.
        component: usize,
        /// The unregistered op.
        op: OpRef<'b>,
    },
    /// There is no symbol table further out for an `@.super`.
    PastTheRoot {
        /// The index of the `@.super`.
        component: usize,
        /// The outermost table.
        table: OpRef<'b>,
    },
    /// The reference leads out of an op that isolates symbols.
    CrossesIsolation {
        /// The index of the `@.super`, or 0 if the op is between the user and the nearest table.
        component: usize,
        /// The op.
        boundary: OpRef<'b>,
    },
    /// No symbol has the name.
    Unresolved {
        /// The index of the name.
        component: usize,
        /// Where there is no such symbol.
        table: OpRef<'b>,
    },
    /// The symbol is private to a table that the user is not in.
    NotVisible {
        /// The index of the name.
        component: usize,
        /// The symbol.
        symbol: OpRef<'b>,
    },
    /// More names follow, but the symbol is not a symbol table.
    NotASymbolTable {
        /// The index of the name.
        component: usize,
        /// The symbol.
        symbol: OpRef<'b>,
    },
}

impl<'b> ResolveError<'b> {
    /// The index of the component that cannot be resolved. None if the reference as a whole cannot.
    pub fn component(self) -> Option<usize> {
        match self {
            Self::NotAReference | Self::NoSymbolTable => None,
            Self::UnknownScope { component, .. }
            | Self::PastTheRoot { component, .. }
            | Self::CrossesIsolation { component, .. }
            | Self::Unresolved { component, .. }
            | Self::NotVisible { component, .. }
            | Self::NotASymbolTable { component, .. } => Some(component),
        }
    }

    /// An error at `user` about its attribute `reference`: names the component, and points to the
    /// op that is the reason.
    pub fn diagnostic(self, user: OpRef<'_>, reference: Attribute) -> Diagnostic {
        let ctx = user.context();
        let part = |component: usize| {
            let path = reference.as_symbol_ref(ctx);
            let name = path.and_then(|path| path.name(component)).map(|name| name.text(ctx));
            let written =
                name.map_or("@.super".to_owned(), |name| ctx.attribute_text(ctx.symbol_attr(name)));
            format!("component #{component}, '{written}',")
        };
        let message = format!(
            "cannot resolve '{}': {}",
            ctx.attribute_text(reference),
            Reason { error: self, part: &part }
        );
        let error = user.op_error(message);
        let Some((place, note)) = self.place() else { return error };
        let error = error.with_note_at(place.location().to_position(ctx), note);
        match self {
            Self::CrossesIsolation { boundary, .. }
                if boundary.has_trait(TraitFlags::MAY_BE_TRANSPARENT) =>
            {
                error.with_help(format!(
                    "the attribute '{}' of the op lets references lead out of it",
                    TransparentSymbols::NAME
                ))
            }
            _ => error,
        }
    }

    /// The op that a note refers to, and the note's text.
    fn place(self) -> Option<(OpRef<'b>, &'static str)> {
        match self {
            Self::NotAReference | Self::NoSymbolTable => None,
            Self::UnknownScope { op, .. } => Some((op, "see the unknown op here")),
            Self::PastTheRoot { table, .. } => Some((table, "see the outermost table here")),
            Self::CrossesIsolation { boundary, .. } => Some((boundary, "see the boundary here")),
            Self::Unresolved { table, .. } => Some((table, "see the symbol table here")),
            Self::NotVisible { symbol, .. } | Self::NotASymbolTable { symbol, .. } => {
                Some((symbol, "see the symbol here"))
            }
        }
    }
}

/// The reason as text, in which `part` names a component.
struct Reason<'r, 'b> {
    error: ResolveError<'b>,
    part: &'r dyn Fn(usize) -> String,
}

impl fmt::Display for Reason<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.error.component().map_or_else(String::new, self.part);
        match self.error {
            ResolveError::NotAReference => f.write_str("expected a symbol reference"),
            ResolveError::NoSymbolTable => f.write_str("there is no symbol table around the op"),
            ResolveError::UnknownScope { op, .. } => {
                let name = op.spelled_name();
                write!(f, "'{name}' is not a known op: whether it is a symbol table cannot be said")
            }
            ResolveError::PastTheRoot { .. } => {
                write!(f, "{part} leads out of the outermost symbol table")
            }
            ResolveError::CrossesIsolation { boundary, .. } => {
                let name = boundary.spelled_name();
                write!(f, "{part} leads out of a '{name}' op, which isolates symbols")
            }
            ResolveError::Unresolved { .. } => write!(f, "{part} is not a symbol of its table"),
            ResolveError::NotVisible { .. } => write!(f, "{part} is private to its table"),
            ResolveError::NotASymbolTable { .. } => write!(f, "{part} is not a symbol table"),
        }
    }
}

impl fmt::Display for ResolveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |component: usize| format!("component #{component}");
        fmt::Display::fmt(&Reason { error: *self, part: &part }, f)
    }
}

impl std::error::Error for ResolveError<'_> {}

impl fmt::Debug for ResolveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
