//! Pattern observers: which patterns exist, and which of them apply.

use crate::rewrite::PatternRoot;
use mlir_lite::context::Context;
use std::sync::Arc;

/// The properties that a pattern declares.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct PatternSummary<'p> {
    /// Which ops it is tried on.
    pub root: PatternRoot,
    /// Its name.
    pub name: &'p str,
    /// Patterns of higher benefit are tried first.
    pub benefit: u16,
    /// Names of the ops that it creates, as far as it declares them.
    pub generated_ops: &'p [&'static str],
}

impl<'p> PatternSummary<'p> {
    pub(crate) fn new(
        root: PatternRoot,
        name: &'p str,
        benefit: u16,
        generated_ops: &'p [&'static str],
    ) -> Self {
        Self { root, name, benefit, generated_ops }
    }
}

/// Is notified of the patterns that are frozen in a context, and of those that apply, whatever
/// driver tries them: for tools that measure test coverage, or that ask which patterns change a
/// program.
///
/// Several threads may call it at once. All methods are optional.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::Context;
/// use mlir_lite::dialects::builtin::ModuleOp;
/// use mlir_lite::rewrite::{
///     PatternObserver, PatternSummary, RewritePatternSet, observe_patterns,
/// };
/// use std::sync::{Arc, Mutex};
///
/// #[derive(Default)]
/// struct Names(Mutex<Vec<String>>);
///
/// impl PatternObserver for Names {
///     fn pattern_frozen(&self, pattern: PatternSummary<'_>) {
///         self.0.lock().unwrap().push(pattern.name.to_owned());
///     }
/// }
///
/// let ctx = Context::new();
/// let names = Arc::new(Names::default());
/// assert!(observe_patterns(&ctx, names.clone()));
/// let mut patterns = RewritePatternSet::new();
/// patterns.add::<ModuleOp>("empty-module", 1, |_, _| Err("is kept".into()));
/// patterns.freeze(&ctx);
/// assert_eq!(*names.0.lock().unwrap(), ["empty-module"]);
/// ```
pub trait PatternObserver: Send + Sync {
    /// A pattern is in a set that was frozen.
    fn pattern_frozen(&self, _pattern: PatternSummary<'_>) {}

    /// A pattern has applied. In a conversion, its changes may still be undone.
    fn pattern_applied(&self, _root: PatternRoot, _name: &str) {}
}

/// The observer, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Observed(Option<Arc<dyn PatternObserver>>);

impl Observed {
    /// The observer of a context, which is notified of the patterns of a set.
    pub(crate) fn set<'p>(
        ctx: &Context,
        patterns: impl Iterator<Item = PatternSummary<'p>>,
    ) -> Self {
        let observer = ctx.attached::<Observer>().map(|it| Arc::clone(&it.0));
        if let Some(observer) = &observer {
            patterns.for_each(|pattern| observer.pattern_frozen(pattern));
        }
        Self(observer)
    }

    pub(crate) fn applied(&self, root: PatternRoot, name: &str) {
        if let Some(observer) = &self.0 {
            observer.pattern_applied(root, name);
        }
    }
}

/// The observer of a context.
struct Observer(Arc<dyn PatternObserver>);

/// Sets the observer of patterns that are frozen from now on; returns false if there is one
/// already.
pub fn observe_patterns(ctx: &Context, observer: Arc<dyn PatternObserver>) -> bool {
    ctx.attach(Observer(observer))
}
