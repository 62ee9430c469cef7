//! Variables of a session with many elements: entries use them where they are, and compute with
//! them as with any others.

use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use toyc::repl::{End, Engine, Session, Settings};

/// Enters a text that is right, and returns what it shows.
#[track_caller]
fn shown(session: &mut Session, text: &str) -> String {
    let reply = session.enter(text);
    assert_eq!(reply.end, End::Done, "{text}: {}", reply.report);
    reply.shown
}

/// The shortest of some times that an entry takes.
fn time_of(session: &mut Session, text: &str) -> Duration {
    let once = |session: &mut Session| {
        let begin = Instant::now();
        shown(session, text);
        begin.elapsed()
    };
    (0..4).map(|_| once(session)).min().unwrap_or_default()
}

#[test]
fn an_entry_costs_what_it_does_and_not_what_variables_hold() {
    let mut small = Session::new(Settings::default());
    shown(&mut small, "var r = random(1, 3000000)");
    let mut large = Session::new(Settings::default());
    shown(&mut large, "var r = random(1, 30000000)");
    for session in [&mut small, &mut large] {
        shown(session, "def f(i) { return r[i]; }");
    }
    // The last shows a few elements of all.
    for entry in ["r[5]", "f(5) + 1", "r"] {
        let (one, ten) = (time_of(&mut small, entry), time_of(&mut large, entry));
        // Ten times the elements, if they were touched.
        assert!(ten < 3 * one + Duration::from_millis(50), "{entry}: {one:?} {ten:?}");
    }
}

/// A variable whose elements were assigned has its old value after `:undo`, so there is one copy.
#[test]
fn an_assigned_element_copies_a_variable_once() {
    let mut session = Session::new(Settings::default());
    shown(&mut session, "var r = random(1, 30000000)");
    let elements = vec![1.0_f64; 30_000_000];
    let copy = || {
        let begin = Instant::now();
        assert_eq!(std::hint::black_box(elements.clone()).len(), 30_000_000);
        begin.elapsed()
    };
    let once = (0..4).map(|_| copy()).min().unwrap_or_default();
    for entry in ["r[5] = 1", "r[-1] += r[7]", "r[2:4] = [3, 4]"] {
        let found = time_of(&mut session, entry);
        // The code of the entry takes some time, too.
        assert!(found < 2 * once + Duration::from_millis(100), "{entry}: {found:?} {once:?}");
    }
    assert_eq!(
        shown(&mut session, "r[:4] * [0, 0, 1, 1] + [r[5], 0, 0, 0]"),
        "tensor<4> [1 0 3 4]\n"
    );
}

/// Elements that are found by their numbers, and the same in few elements, which are constants.
#[test]
fn large_variables_compute_as_small_ones() {
    let engines = [None, Some(Engine::Interpreter)];
    for engine in engines {
        let mut settings = Settings::default();
        settings.engine = engine.unwrap_or(settings.engine);
        let mut session = Session::new(settings);
        let entries = [
            ("var n = iota(3000)", ""),
            ("n[2999] + n[1]", "number 3000\n"),
            ("sum(n)", "number 4498500\n"),
            ("var i = i64(n) + i64(9007199254740992); i[1]", "i64 number 9007199254740993\n"),
            ("i[1] - i[0]", "i64 number 1\n"),
            ("var s = f32(n) / 10; s[1]", "f32 number 0.1\n"),
            ("s[2] + s[2]", "f32 number 0.4\n"),
            ("var t = bool(n); sum(t)", "i64 number 2999\n"),
            ("t[0]", "bool false\n"),
            ("not t[0]", "bool true\n"),
            // A comparison is a mask, also in later entries.
            ("var m = n > 2989; var k = n; k[m] = 0; sum(k)", "number 4468555\n"),
            ("n[2999]", "number 2999\n"),
            ("k[m] += 1; sum(k)", "number 4468565\n"),
            ("var rows = reshape(n, 1000, 3); rows[999]", "tensor<3> [2997 2998 2999]\n"),
            ("rows[1] @ rows[0]", "number 14\n"),
            ("n[[5, 7]]", "tensor<2> [5 7]\n"),
            ("struct P { var x; var y; } P p = {n, 1}; p.x[4] + p.y", "number 5\n"),
            ("var last = p.x[2999]; last", "number 2999\n"),
            ("def at(j) { return n[j] + s[j]; } at(10)", "f32 number 11\n"),
            ("n[5] = 50; n[5]", "number 50\n"),
            ("k[5] + p.x[5] + n[4]", "number 14\n"),
            (":undo", "as before: variable 'n'\n"),
            ("n[5]", "number 5\n"),
            ("var q = n; q[1:3] = [20, 30]; q[0] -= 7", ""),
            ("q[:4]", "tensor<4> [-7 20 30  3]\n"),
            ("q[4] = 9; q[4] + q[5]", "number 14\n"),
            (
                "i[0] = i64(9007199254740993); i[:2] - 1",
                "i64 tensor<2> [9007199254740992 9007199254740992]\n",
            ),
            ("t[0] = 5; t[:2]", "bool tensor<2> [true true]\n"),
            ("s[1] = 0.3; s[1]", "f32 number 0.3\n"),
            ("rows[1] = rows[0] * 2; rows[1]", "tensor<3> [0 2 4]\n"),
            ("m[0] = true; k[m] = 1; k[0]", "number 1\n"),
        ];
        for (entry, expected) in entries {
            assert_eq!(shown(&mut session, entry), expected, "{entry} {engine:?}");
        }
        let reply = session.enter("n[m]");
        assert!(reply.report.contains("T0101"), "{}", reply.report);
        let reply = session.enter("n[5] = 1; var w = n + [1, 2]; ");
        assert_eq!(reply.end, End::Failed);
        assert_eq!(shown(&mut session, "n[5]"), "number 5\n");
        // Machine code would end this process.
        if engine == Some(Engine::Interpreter) {
            let reply = session.enter("n[5] = 1; n[3000 + n[0]]");
            assert_eq!(reply.end, End::Failed, "{}", reply.shown);
            assert_eq!(shown(&mut session, "n[5]"), "number 5\n");
        }
    }
}
