//! A session of edits, most of which break the text. A server that has seen all of them has to
//! answer as one that sees the text for the first time.

use serde_json::Value;

use crate::Editor;

/// A session.
pub struct EditingSession<'s> {
    /// The document that is edited.
    pub uri: &'s str,
    /// A document that is opened with the text of the other one.
    pub fresh: &'s str,
    /// The text at the beginning, and now and then again.
    pub text: &'s str,
    /// The pieces that are typed.
    pub pieces: &'s [&'s str],
    /// The seed for the positions and pieces.
    pub seed: u64,
    /// The documents are compared after each `every` edits.
    pub every: usize,
    /// The number of places that are asked about.
    pub places: usize,
    /// The questions about the whole text.
    pub questions: &'s [&'s str],
}

/// The number of edits.
const EDITS: usize = 200;

/// The questions about a place.
const AT: [&str; 4] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/documentHighlight",
];

impl EditingSession<'_> {
    /// Plays the session; returns how often nothing was wrong with the text.
    ///
    /// # Panics
    /// If an answer is another one.
    pub fn play(&self, editor: &mut Editor) -> usize {
        editor.open(self.uri, self.text);
        let mut state = self.seed;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let mut whole = 0;
        for step in 0..EDITS {
            if step % 10 == 9 {
                let len = editor.text(self.uri).len();
                editor.edit(self.uri, 0..len, self.text);
            } else {
                let text = editor.text(self.uri);
                let start = boundary(text, below(text.len() + 1));
                let end = boundary(text, (start + below(6)).min(text.len()));
                editor.edit(self.uri, start..end, self.pieces[below(self.pieces.len())]);
            }
            if (step + 1) % self.every == 0 {
                whole += usize::from(self.compare(editor, &mut below));
            }
        }
        whole
    }

    /// Compares the documents; returns whether nothing is wrong with them.
    fn compare(&self, editor: &mut Editor, below: &mut impl FnMut(usize) -> usize) -> bool {
        let text = editor.text(self.uri).to_owned();
        editor.open(self.fresh, &text);
        // Places that belong to a message name the document.
        let renamed =
            |found: Vec<Value>| Value::from(found).to_string().replace(self.fresh, self.uri);
        let found = renamed(editor.diagnostics(self.uri));
        assert_eq!(found, renamed(editor.diagnostics(self.fresh)), "{text}");
        for _ in 0..self.places {
            let at = boundary(&text, below(text.len()));
            for method in AT {
                let seen = editor.ask_at(method, self.uri, at);
                let fresh = editor.ask_at(method, self.fresh, at);
                assert_eq!(seen, fresh, "{method} at {at} of {text}");
            }
        }
        for method in self.questions {
            let (seen, fresh) =
                (editor.ask_of(method, self.uri), editor.ask_of(method, self.fresh));
            assert_eq!(seen, fresh, "{method} of {text}");
        }
        editor.close(self.fresh);
        found == "[]"
    }
}

/// The last end of a character at or before a byte.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
