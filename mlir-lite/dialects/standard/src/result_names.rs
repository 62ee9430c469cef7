//! The names that MLIR 22 suggests for the results of ops.

macro_rules! suggested_names {
    ($($view:ident = $name:literal;)*) => {
        $(impl OpAsmNameInterface for $view<'_> {
            fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
                upstream.then(|| $name.to_string())
            }
        })*
    };
}
pub(crate) use suggested_names;
