//! `toyc explore`: the page, and the server that compiles what is typed into it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use serde_json::{Value, json};

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Fails in the third iteration.
const OUT_OF_RANGE: &str = "\
def main() {
  var a = [1, 2];
  var i = 0;
  while i < 5 {
    print(a[i]);
    i = i + 1;
  }
}
";

/// LLVM removes endless loops that have no effect.
const ENDLESS: &str = "\
def main() {
  var x = 1;
  while x > 0 {
    x = x + 1;
    if x < 0 {
      print(x);
    }
  }
}
";

/// A server that ends with the test.
struct Server {
    process: Child,
    port: u16,
    /// The random part of its addresses, between slashes.
    path: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It runs until then.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(TOYC)
            .args(["explore", "--serve"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("toyc starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("an address");
        let (port, path) = rest.split_once('/').expect("a path");
        let port = port.parse().expect("a port");
        Self { process, port, path: format!("/{path}") }
    }

    /// The status and the body of the answer to these bytes.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        // The server may answer and close before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status.expect("a status"), body.to_owned())
    }

    fn get(&self, path: &str, headers: &str) -> u16 {
        self.send(format!("GET {path} HTTP/1.1\r\n{headers}\r\n").as_bytes()).0
    }

    fn post(&self, headers: &str, body: &str) -> (u16, String) {
        let (path, port, length) = (&self.path, self.port, body.len());
        self.send(
            format!(
                "POST {path}explore HTTP/1.1\r\nHost: localhost:{port}\r\n\
                 Content-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    fn explore(&self, source: &str) -> Value {
        let body = json!({ "source": source, "level": "2" }).to_string();
        let (status, body) = self.post("Content-Type: application/json\r\n", &body);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

#[test]
fn the_page_is_named_after_the_source_and_shows_the_output() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("six.toy"), "def main() {\n  print(load(arg(0)) * 2);\n}\n")
        .expect("the program is written");
    let toyc = |arguments: &[&str]| {
        let output = Command::new(TOYC).args(arguments).current_dir(&folder).output();
        let output = output.expect("toyc starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(toyc(&["-e", "save(\"three.npy\", [3]);"]).0, Some(0));
    assert_eq!(toyc(&["explore", "six.toy", "--", "three.npy"]), (Some(0), String::new()));
    let page = std::fs::read_to_string(folder.join("six.html")).expect("the page");
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains(r#""text":"6.000000 \n""#), "the output");
    for wrong in [
        &["explore"][..],
        &["explore", "six.toy", "--port", "1"],
        &["explore", "-o", "a"],
        &["explore", "six.toy", "-emit=asm"],
        &["explore", "six.toy", "--export", "main()"],
        &["explore", "six.mlir"],
    ] {
        assert_eq!(toyc(wrong).0, Some(2), "{wrong:?}");
    }
    let (status, message) = toyc(&["explore", "six.toy", "-o", "six.toy"]);
    assert!(status == Some(1) && message.contains("six.toy"), "{message}");
}

#[test]
fn only_the_page_of_the_server_itself_is_answered() {
    let server = Server::start();
    let (path, port) = (server.path.as_str(), server.port);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let (status, page) = server.send(format!("GET {path} HTTP/1.1\r\n{own}\r\n").as_bytes());
    assert_eq!(status, 200);
    assert!(page.contains("multiply_transpose") && page.contains(&format!("{path}explore")));
    for (path, headers, expected) in [
        (path, String::new(), 403),
        (path, format!("Host: evil.example:{port}\r\n"), 403),
        (path, "Host: 127.0.0.1\r\n".to_owned(), 403),
        (path, format!("{own}{own}"), 403),
        (path, format!("{own}Origin: http://evil.example\r\n"), 403),
        (path, format!("{own}Origin: null\r\n"), 403),
        ("/", own.clone(), 404),
        ("/0123456789abcdef0123456789abcdef/", own.clone(), 404),
        (&format!("{path}../{path}"), own.clone(), 404),
        (&format!("{path}explore"), own.clone(), 405),
    ] {
        assert_eq!(server.get(path, &headers), expected, "{path} {headers}");
    }
    let json = "Content-Type: application/json\r\n";
    for (headers, body, expected) in [
        ("", r#"{"source": "", "level": "2"}"#, 415),
        ("Content-Type: text/plain\r\n", r#"{"source": "", "level": "2"}"#, 415),
        (json, "", 400),
        (json, "{", 400),
        (json, "[]", 400),
        (json, r#"{"source": 1, "level": "2"}"#, 400),
        (json, r#"{"source": "", "level": "9"}"#, 400),
        (json, &"[".repeat(100_000), 400),
    ] {
        assert_eq!(server.post(headers, body).0, expected, "{headers} {body:.40}");
    }
    let large = format!("POST {path}explore HTTP/1.1\r\n{own}Content-Length: 99999999\r\n\r\n");
    assert_eq!(server.send(large.as_bytes()).0, 413);
    assert_eq!(server.send(&[b'a'; 40_000]).0, 431);
    assert_eq!(server.send(b"\x00\xff\r\n\r\n").0, 400);
}

#[test]
fn programs_are_compiled_run_and_cut_off() {
    let server = Server::start();
    let data = server.explore("def main() {\n  print(6 * 7);\n}\n");
    assert_eq!(data["output"]["text"], "42.000000 \n");
    let data = server.explore("def main() {\n  print(x);\n}\n");
    assert_eq!((&data["failed"], &data["output"]), (&json!(true), &Value::Null));
    let data = server.explore(OUT_OF_RANGE);
    let messages = data["output"]["messages"].as_str().unwrap_or_default();
    assert!(messages.contains("T0066") && data["output"]["status"] == 1, "{data}");
    let begin = Instant::now();
    let data = server.explore(ENDLESS);
    assert_eq!(data["output"]["exceeded"], "more than 5 s");
    assert!(begin.elapsed() < Duration::from_secs(20));
    let data = server.explore("def main() {\n  while 1 > 0 {\n    print(1);\n  }\n}\n");
    assert_eq!(data["output"]["exceeded"], "more than 65536 bytes of output");
    let data = server.explore(&"(".repeat(200_000));
    assert_eq!(data["failed"], true);
}

#[test]
fn slow_connections_do_not_keep_others_out() {
    let server = Server::start();
    let slow: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
            // Some are answered, and do not read the answer.
            let text: &[u8] = if number % 2 == 0 { b"GET /" } else { b"GET / HTTP/1.1\r\n\r\n" };
            let _ = stream.write_all(text);
            stream
        })
        .collect();
    let begin = Instant::now();
    assert_eq!(server.get(&server.path, &format!("Host: localhost:{}\r\n", server.port)), 200);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    drop(slow);
}
