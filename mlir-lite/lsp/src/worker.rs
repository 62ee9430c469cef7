//! Checks texts on a thread of their own. A text that has been edited again before its turn comes
//! is not checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::files::Files;
use crate::language::{Checked, Language};
use crate::text::Text;

/// A text to check.
pub(crate) struct Job<L: Language> {
    /// The name of the document.
    pub(crate) uri: String,
    /// The state of the document.
    pub(crate) generation: u64,
    pub(crate) path: PathBuf,
    pub(crate) text: Text,
    pub(crate) syntax: Arc<L::Syntax>,
    pub(crate) files: Arc<Files>,
    /// The analysis of an earlier state. It is dropped here, as that takes a while for a large
    /// text.
    pub(crate) outdated: Option<L::Analysis>,
}

/// The analysis of a state of a document.
pub(crate) struct Found<L: Language> {
    pub(crate) uri: String,
    pub(crate) generation: u64,
    pub(crate) checked: Checked<L::Analysis>,
}

/// The thread.
pub(crate) struct Worker<L: Language> {
    jobs: Sender<Job<L>>,
    /// The analyses that it has finished.
    pub(crate) found: Receiver<Found<L>>,
}

impl<L: Language> Worker<L> {
    /// Begins a thread that ends when the worker is dropped.
    pub(crate) fn new(language: Arc<L>) -> std::io::Result<Self> {
        let (jobs, waiting) = unbounded();
        let (results, found) = unbounded();
        let builder = thread::Builder::new().name("check".to_owned()).stack_size(STACK);
        builder.spawn(move || work(&*language, &waiting, &results))?;
        Ok(Self { jobs, found })
    }

    /// Asks for a check.
    pub(crate) fn check(&self, job: Job<L>) {
        // The thread ends only with the server.
        let _ = self.jobs.send(job);
    }
}

/// As much as a main thread has.
const STACK: usize = 8 << 20;

fn work<L: Language>(language: &L, waiting: &Receiver<Job<L>>, results: &Sender<Found<L>>) {
    while let Ok(first) = waiting.recv() {
        let mut jobs = vec![first];
        jobs.extend(waiting.try_iter());
        while !jobs.is_empty() {
            let job = jobs.remove(0);
            if jobs.iter().any(|later| later.uri == job.uri) {
                continue;
            }
            let Job { uri, generation, path, text, syntax, files, outdated } = job;
            drop(outdated);
            // A mistake in the language's code costs one analysis, not the server.
            let check = || language.analyze(&path, &text, &syntax, &files);
            let checked = catch_unwind(AssertUnwindSafe(check))
                .unwrap_or_else(|_| Checked { analysis: None, problems: Vec::new() });
            let found = Found { uri, generation, checked };
            if results.send(found).is_err() {
                return;
            }
            jobs.extend(waiting.try_iter());
        }
    }
}
