//! The builtin dialect: modules.

use crate::context::{Dialect, DialectRegistration};

/// `builtin`: `module` and `unrealized_conversion_cast`.
pub struct BuiltinDialect;

impl Dialect for BuiltinDialect {
    const NAMESPACE: &'static str = "builtin";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Modules and what every compiler needs");
    }
}
