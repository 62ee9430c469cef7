//! Measures the parts of a run, for `-timing`.

use mlir_lite::support::recording;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

/// Times of the parts of one run, in order.
#[derive(Debug)]
pub(crate) struct Timing {
    begin: Instant,
    parts: Vec<(&'static str, Duration)>,
    notes: Vec<String>,
}

impl Timing {
    /// Begins to count the total.
    pub(crate) fn new() -> Self {
        Self { begin: Instant::now(), parts: Vec::new(), notes: Vec::new() }
    }

    /// Measures one part of the work; parts of the same name are added up.
    pub(crate) fn time<R>(&mut self, part: &'static str, work: impl FnOnce() -> R) -> R {
        recording::phase(part);
        let begin = Instant::now();
        let result = work();
        self.add(part, begin.elapsed());
        result
    }

    /// Adds the time of a part that was measured elsewhere.
    pub(crate) fn add(&mut self, part: &'static str, time: Duration) {
        match self.parts.iter_mut().find(|(name, _)| *name == part) {
            Some((_, sum)) => *sum += time,
            None => self.parts.push((part, time)),
        }
    }

    /// Adds a line to the end of the report.
    pub(crate) fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    #[cfg(feature = "llvm")]
    /// The time of a part; zero if it was not run.
    pub(crate) fn part(&self, part: &str) -> Duration {
        self.parts.iter().find(|(name, _)| *name == part).map_or(Duration::ZERO, |(_, time)| *time)
    }

    /// Prints the parts, their share of the total, and the total to standard error.
    pub(crate) fn report(&self) {
        // If standard error is closed, this cannot be reported anywhere.
        let _ = io::stderr().write_all(self.text(self.begin.elapsed()).as_bytes());
    }

    fn text(&self, total: Duration) -> String {
        let known: Duration = self.parts.iter().map(|(_, time)| *time).sum();
        let rest = ("everything else", total.saturating_sub(known));
        let mut text = String::from("       time   share  part\n");
        for (part, time) in self.parts.iter().chain([&rest, &("total", total)]) {
            let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
            text += &format!("{:>8.2} ms {share:>5.1} %  {part}\n", time.as_secs_f64() * 1e3);
        }
        for note in &self.notes {
            text += &format!("{note}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn parts_have_their_share_of_the_total() {
        let mut timing = Timing::new();
        timing.add("parse", Duration::from_micros(1250));
        timing.add("run", Duration::from_millis(2));
        timing.add("parse", Duration::from_micros(750));
        timing.note("level: auto".to_owned());
        assert_eq!(
            timing.text(Duration::from_millis(10)),
            "       time   share  part
    2.00 ms  20.0 %  parse
    2.00 ms  20.0 %  run
    6.00 ms  60.0 %  everything else
   10.00 ms 100.0 %  total
level: auto
"
        );
    }
}
