//! The program of `docs/second-day/publishing.md`.

use mlir_lite::docs::dialect_doc;
use mlir_lite::ir::prelude::*;
use mlir_lite::read_module;

/// A point in time, in milliseconds.
#[type_def(name = "clock.time")]
pub struct TimeType;

/// The current time.
///
/// Two of them are two points in time, so that the op is not pure.
#[op(name = "clock.now", format = "attr-dict `:` type($result)")]
pub struct NowOp {
    /// The time at which the op runs.
    #[result]
    result: TimeType,
}

/// Times and durations.
pub struct ClockDialect;

impl Dialect for ClockDialect {
    const NAMESPACE: &'static str = "clock";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Times and durations.");
        dialect.ty::<TimeType>();
        dialect.op::<NowOp>();
    }
}

fn main() {
    let ctx = Context::new();
    ctx.load::<ClockDialect>();
    read_module(&ctx, "%0 = clock.now : !clock.time").expect("the text is right");
    let page = dialect_doc(&ctx, "clock").expect("the dialect is loaded");
    for part in ["Times and durations.", "The current time", "A point in time"] {
        assert!(page.contains(part), "{page}");
    }
}
