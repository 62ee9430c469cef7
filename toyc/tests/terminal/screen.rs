//! A terminal with `toyc` in it.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// The time limit for the screen to show the expected text: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

const ROWS: u16 = 40;
const COLUMNS: u16 = 100;

/// Keys.
pub(crate) const ENTER: &str = "\r";
pub(crate) const TAB: &str = "\t";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const BACKSPACE: &str = "\x7f";
pub(crate) const CTRL_A: &str = "\x01";
pub(crate) const CTRL_C: &str = "\x03";
pub(crate) const CTRL_D: &str = "\x04";
pub(crate) const CTRL_R: &str = "\x12";
pub(crate) const CTRL_W: &str = "\x17";

/// A terminal with a session in it, whose history is in a folder of the test.
pub(crate) struct Screen {
    keys: Pty,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    process: Child,
}

impl Screen {
    /// Starts a session and waits for its prompt.
    pub(crate) fn start(state: &Path) -> Self {
        Self::start_with(state, &[])
    }

    /// Types bytes that may not be text.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.keys.write_all(bytes).expect("the terminal takes keys");
        self
    }

    /// Starts a session with additional environment variables.
    pub(crate) fn start_with(state: &Path, environment: &[(&str, &str)]) -> Self {
        let (keys, terminal) = open().expect("a pseudo-terminal");
        keys.resize(Size::new(ROWS, COLUMNS)).expect("the size is set");
        let process = Command::new(env!("CARGO_BIN_EXE_toyc"))
            .env("XDG_STATE_HOME", state)
            .env("TERM", "xterm-256color")
            // Without a pager.
            .env("PAGER", "")
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied())
            .spawn(terminal)
            .expect("toyc starts");
        let mut reader = std::fs::File::from(
            std::os::fd::AsFd::as_fd(&keys).try_clone_to_owned().expect("the terminal is open"),
        );
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // It ends with an error when the other side is closed.
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut screen =
            Self { keys, output, parser: vt100::Parser::new(ROWS, COLUMNS, 1000), process };
        screen.wait_for("the prompt", |text| text.ends_with("toy>"));
        screen
    }

    /// Types keys.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        self.keys.write_all(keys.as_bytes()).expect("the session reads");
        self
    }

    /// Types an entry and waits until it has run.
    pub(crate) fn enter(&mut self, entry: &str) -> &mut Self {
        let prompts = self.text().matches("toy>").count();
        self.keys(entry).keys(ENTER);
        self.wait_for("the next prompt", |text| {
            text.matches("toy>").count() > prompts && text.ends_with("toy>")
        });
        self
    }

    /// Types Ctrl-C and waits for the prompt.
    pub(crate) fn interrupt(&mut self) -> &mut Self {
        self.keys(CTRL_C).wait_for("the prompt", |text| text.ends_with("toy>"))
    }

    /// Waits until the text of the screen is as expected.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, what: &str, is_expected: impl Fn(&str) -> bool) -> &mut Self {
        let begin = Instant::now();
        while !is_expected(&self.text()) {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{what} does not come; the screen is\n{}", self.text())
                }
            }
        }
        self
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) -> &mut Self {
        self.wait_for(&format!("'{text}'"), |screen| screen.contains(text))
    }

    /// The text on the screen, without trailing spaces and lines.
    pub(crate) fn text(&self) -> String {
        let screen = self.parser.screen();
        let rows: Vec<_> = screen.rows(0, COLUMNS).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    /// The cell of the first character of a text on the screen.
    #[track_caller]
    pub(crate) fn cell_of(&self, text: &str) -> &vt100::Cell {
        let screen = self.parser.screen();
        let place = screen
            .rows(0, COLUMNS)
            .enumerate()
            .find_map(|(row, line)| Some((row, line.find(text)?)));
        let (row, column) =
            place.unwrap_or_else(|| panic!("'{text}' is not on the screen\n{}", self.text()));
        screen.cell(row as u16, column as u16).expect("a cell of the screen")
    }

    /// Column of the cursor, from 0.
    pub(crate) fn cursor(&self) -> u16 {
        self.parser.screen().cursor_position().1
    }

    /// Waits for the end of the session; returns whether it was successful.
    pub(crate) fn ends(mut self) -> bool {
        let begin = Instant::now();
        loop {
            // Its remaining output has to be read.
            while self.output.try_recv().is_ok() {}
            if let Some(status) = self.process.try_wait().expect("the session is our child") {
                return status.success();
            }
            assert!(begin.elapsed() < PATIENCE, "the session does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The session's process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the session at once.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("the session runs");
        self.process.wait().expect("the session is our child");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
