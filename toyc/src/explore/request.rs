//! Reads a request of a browser, within limits of size and time.

use std::io::{self, Read};
use std::time::Instant;

/// The most bytes of a request's first line and headers.
const MAX_HEAD: usize = 16 << 10;
/// The most bytes of a request's body: a program.
pub(super) const MAX_BODY: usize = 256 << 10;

/// A request, as far as the server looks at it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    /// Names in small letters, and values.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// Why a request cannot be answered, as a status of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    BadRequest,
    Forbidden,
    NotFound,
    WrongMethod,
    TooSlow,
    TooLarge,
    WrongType,
    HeadTooLarge,
    Busy,
}

impl Refused {
    /// The status line's number and text.
    pub(super) fn status(self) -> &'static str {
        match self {
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::WrongMethod => "405 Method Not Allowed",
            Self::TooSlow => "408 Request Timeout",
            Self::TooLarge => "413 Content Too Large",
            Self::WrongType => "415 Unsupported Media Type",
            Self::HeadTooLarge => "431 Request Header Fields Too Large",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

impl Request {
    /// Reads a request until a deadline.
    ///
    /// # Errors
    /// If it is not one of HTTP/1, too large, or not there in time.
    pub(super) fn read(from: &mut impl Read, deadline: Instant) -> Result<Self, Refused> {
        let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
        let mut more = |bytes: &mut Vec<u8>| {
            if Instant::now() >= deadline {
                return Err(Refused::TooSlow);
            }
            match from.read(&mut piece) {
                Ok(0) => Err(Refused::BadRequest),
                Ok(count) => {
                    bytes.extend_from_slice(&piece[..count]);
                    Ok(())
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(_) => Err(Refused::TooSlow),
            }
        };
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            if bytes.len() > MAX_HEAD {
                return Err(Refused::HeadTooLarge);
            }
            more(&mut bytes)?;
        };
        let mut request = Self::head(&bytes[..end]).ok_or(Refused::BadRequest)?;
        if request.header("transfer-encoding").is_some() {
            return Err(Refused::BadRequest);
        }
        let length = match request.header("content-length") {
            None => 0,
            Some(text) if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => {
                return Err(Refused::BadRequest);
            }
            // A number that does not fit is too large, too.
            Some(text) => text.parse().unwrap_or(usize::MAX),
        };
        if length > MAX_BODY {
            return Err(Refused::TooLarge);
        }
        let mut body = bytes.split_off(end + 4);
        while body.len() < length {
            more(&mut body)?;
        }
        body.truncate(length);
        request.body = body;
        Ok(request)
    }

    fn head(bytes: &[u8]) -> Option<Self> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, path, version) = (words.next()?, words.next()?, words.next()?);
        if !version.starts_with("HTTP/1.") || words.next().is_some() {
            return None;
        }
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.map(header).collect::<Option<Vec<_>>>()?;
        Some(Self { method: method.to_owned(), path: path.to_owned(), headers, body: Vec::new() })
    }

    /// The value of a header that is given once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(found, _)| found == name);
        let value = values.next().map(|(_, value)| value.as_str());
        if values.next().is_some() { Some("") } else { value }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pretty_assertions::assert_eq;

    use super::*;

    fn read(text: &str) -> Result<Request, Refused> {
        Request::read(&mut text.as_bytes(), Instant::now() + Duration::from_secs(5))
    }

    #[test]
    fn requests_are_read() {
        let request = read("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcd");
        let request = request.expect("a request");
        assert_eq!((&*request.method, &*request.path, &*request.body), ("POST", "/a", &b"abc"[..]));
        assert_eq!(request.header("host"), Some("x"));
        assert_eq!(request.header("origin"), None);
    }

    #[test]
    fn wrong_requests_are_refused() {
        let large = format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "a".repeat(MAX_HEAD + 5000));
        for (text, refused) in [
            ("", Refused::BadRequest),
            ("GET /\r\n\r\n", Refused::BadRequest),
            ("GET / HTTP/2\r\n\r\n", Refused::BadRequest),
            ("GET / HTTP/1.1 x\r\n\r\n", Refused::BadRequest),
            ("GET / HTTP/1.1\r\nno header\r\n\r\n", Refused::BadRequest),
            ("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc", Refused::BadRequest),
            ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", Refused::BadRequest),
            (
                "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                Refused::BadRequest,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
                Refused::TooLarge,
            ),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", Refused::BadRequest),
            ("\u{0}\u{ff}\r\n\r\n", Refused::BadRequest),
            (&large, Refused::HeadTooLarge),
        ] {
            assert_eq!(read(text), Err(refused), "{text:?}");
        }
        let late = Request::read(&mut &b"GET"[..], Instant::now());
        assert_eq!(late, Err(Refused::TooSlow));
    }
}
