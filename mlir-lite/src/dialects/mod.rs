//! The dialects that every compiler needs.

pub mod builtin;
