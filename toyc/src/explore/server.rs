//! Serves the page with an editor, on this machine only.
//!
//! A program runs with the rights of the user who started the server, so other users must not reach
//! it: it listens on the loopback, its addresses contain a random word, and requests from other
//! pages or for other hosts are refused. Programs are compiled and run in another process, which is
//! ended if it takes too long.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum as _;
use mlir_lite_opt::Status;
use mlir_lite_opt::source::read_text;
use mlir_lite_opt::standard_output::StandardOutput;
use serde_json::{Value, json};

use super::child::{self, Limits};
use super::request::{Refused, Request};
use super::{Engine, SAMPLE, page};
use crate::optimization::Level;
use crate::plan::Plan;

/// How long a request may take to arrive, and its answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);
/// The limits of compiling and running a program.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), output: 64 << 20 };
/// Connections and compilations at the same time.
const MAX_CONNECTIONS: usize = 32;
const MAX_COMPILATIONS: usize = 2;

/// The state that all connections share.
struct Server {
    /// The random word in all addresses.
    word: String,
    port: u16,
    /// The first program.
    source: String,
    level: Level,
    connections: AtomicUsize,
    compilations: AtomicUsize,
    /// The connections that wait for the other side, the oldest first, by number.
    waiting: Mutex<VecDeque<(u64, TcpStream)>>,
}

/// Serves the page until the process ends.
pub(crate) fn serve(port: u16, plan: &Plan) -> Status {
    let failed = |error: &dyn std::fmt::Display| {
        // If standard error is closed, this cannot be reported anywhere.
        let _ = writeln!(io::stderr(), "error: {error}");
        Status::InputErrors
    };
    let source = match &plan.input.file {
        None => SAMPLE.to_owned(),
        Some(file) => match read_text(file) {
            Ok(source) => source,
            Err(error) => return failed(&format!("cannot read '{}': {error}", file.display())),
        },
    };
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(listener) => listener,
        Err(error) => return failed(&format!("cannot listen on port {port}: {error}")),
    };
    let (port, word) = match (listener.local_addr(), random_word()) {
        (Ok(address), Ok(word)) => (address.port(), word),
        (Err(error), _) | (_, Err(error)) => return failed(&error),
    };
    let said = writeln!(StandardOutput, "http://127.0.0.1:{port}/{word}/")
        .and_then(|()| StandardOutput.flush());
    if let Err(error) = said {
        return failed(&format!("cannot write to standard output: {error}"));
    }
    let server = Arc::new(Server {
        word,
        port,
        source,
        level: plan.code.level,
        connections: AtomicUsize::new(0),
        compilations: AtomicUsize::new(0),
        waiting: Mutex::default(),
    });
    for (number, stream) in (0..).zip(listener.incoming()) {
        serve_one(&server, number, stream);
    }
    Status::Success
}

/// Answers a connection on a thread of its own. If there are too many, the one ends that has waited
/// longest for its request.
fn serve_one(server: &Arc<Server>, number: u64, stream: io::Result<TcpStream>) {
    // A connection that ended before it was accepted needs no answer.
    let Ok(stream) = stream else { return };
    if server.connections.fetch_add(1, Ordering::SeqCst) >= MAX_CONNECTIONS {
        let oldest = server.waiting().pop_front();
        let Some((_, oldest)) = oldest else {
            server.connections.fetch_sub(1, Ordering::SeqCst);
            return;
        };
        // Its thread ends then.
        let _ = oldest.shutdown(std::net::Shutdown::Both);
    }
    if let Ok(copy) = stream.try_clone() {
        server.waiting().push_back((number, copy));
    }
    let for_thread = Arc::clone(server);
    let started = thread::Builder::new().spawn(move || {
        for_thread.answer(stream, number);
        for_thread.connections.fetch_sub(1, Ordering::SeqCst);
    });
    if started.is_err() {
        server.has_arrived(number);
        server.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A word that cannot be guessed.
fn random_word() -> io::Result<String> {
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Server {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<(u64, TcpStream)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The request of a connection is there, or will not come.
    fn has_arrived(&self, number: u64) {
        self.waiting().retain(|(other, _)| *other != number);
    }

    fn answer(&self, mut stream: TcpStream, number: u64) {
        let deadline = Instant::now() + PATIENCE;
        let limited = stream
            .set_read_timeout(Some(PATIENCE))
            .and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        if limited.is_err() {
            self.has_arrived(number);
            return;
        }
        let request = Request::read(&mut stream, deadline);
        self.has_arrived(number);
        let answer = request.and_then(|request| self.reply(&request));
        let (status, kind, body) = match answer {
            Ok((kind, body)) => ("200 OK", kind, body),
            Err(refused) => (refused.status(), "text/plain", refused.status().to_owned() + "\n"),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n\
             Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n\
             Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; \
             style-src 'unsafe-inline'; connect-src 'self'; \
             img-src data:; frame-ancestors 'none'\r\n\r\n",
            body.len()
        );
        // The client may have disconnected.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        // Unread bytes of the request would reset the connection before the answer is taken.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Ok(copy) = stream.try_clone() {
            self.waiting().push_back((number, copy));
        }
        let _ = io::copy(&mut (&stream).take(1 << 20), &mut io::sink());
        self.has_arrived(number);
    }

    /// The type and the text of an answer.
    fn reply(&self, request: &Request) -> Result<(&'static str, String), Refused> {
        let host = request.header("host").unwrap_or_default();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        // A name of another host that leads here is how pages get around the browser's rules.
        if !hosts.iter().any(|own| own == host) {
            return Err(Refused::Forbidden);
        }
        if request.header("origin").is_some_and(|origin| origin != format!("http://{host}")) {
            return Err(Refused::Forbidden);
        }
        let Some(path) =
            request.path.strip_prefix('/').and_then(|path| path.strip_prefix(&*self.word))
        else {
            return Err(Refused::NotFound);
        };
        match (&*request.method, path) {
            ("GET", "/") => {
                let data = self.explore(&self.source, self.level)?;
                let address = format!("/{}/explore", self.word);
                Ok(("text/html", page(&data, Engine::Server(&address))))
            }
            ("POST", "/explore") => {
                if request.header("content-type") != Some("application/json") {
                    return Err(Refused::WrongType);
                }
                let value: Value =
                    serde_json::from_slice(&request.body).map_err(|_| Refused::BadRequest)?;
                let (Some(source), Some(level)) =
                    (value["source"].as_str(), value["level"].as_str())
                else {
                    return Err(Refused::BadRequest);
                };
                let level = Level::from_str(level, false).map_err(|_| Refused::BadRequest)?;
                Ok(("application/json", self.explore(source, level)?.to_string()))
            }
            (_, "/" | "/explore") => Err(Refused::WrongMethod),
            _ => Err(Refused::NotFound),
        }
    }

    /// The data of a program, which is compiled and run in another process.
    fn explore(&self, source: &str, level: Level) -> Result<Value, Refused> {
        if self.compilations.fetch_add(1, Ordering::SeqCst) >= MAX_COMPILATIONS {
            self.compilations.fetch_sub(1, Ordering::SeqCst);
            return Err(Refused::Busy);
        }
        let name = level.to_possible_value();
        let level = format!("-O{}", name.as_ref().map_or("2", |name| name.get_name()));
        let arguments = ["explore", "-", "--data", "-o", "-", &level];
        let ended = child::run(&arguments, source.as_bytes().to_vec(), LIMITS, true);
        self.compilations.fetch_sub(1, Ordering::SeqCst);
        let failed =
            |messages: String| json!({ "source": source, "messages": messages, "failed": true });
        Ok(match ended {
            Err(error) => failed(format!("error: the compiler does not start: {error}")),
            Ok(ended) => match (ended.exceeded, serde_json::from_slice(&ended.output)) {
                (Some(limit), _) => failed(format!("error: cut off: compiling took {limit}")),
                (None, Ok(data)) => data,
                (None, Err(_)) => failed(String::from_utf8_lossy(&ended.messages).into_owned()),
            },
        })
    }
}
