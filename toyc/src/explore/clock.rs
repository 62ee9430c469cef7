//! The time since some moment.

use std::sync::OnceLock;
use std::time::Duration;

/// Gives the time since a moment that stays the same.
pub type Clock = fn() -> Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock, where Rust's standard library knows none: in browsers. The first one counts.
pub fn set_clock(clock: Clock) {
    CLOCK.get_or_init(|| clock);
}

/// The time since some moment.
pub(super) fn now() -> Duration {
    match CLOCK.get() {
        Some(clock) => clock(),
        None => since_start(),
    }
}

#[cfg(not(target_family = "wasm"))]
fn since_start() -> Duration {
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(target_family = "wasm")]
fn since_start() -> Duration {
    Duration::ZERO
}
