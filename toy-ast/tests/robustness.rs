//! Random tokens: for any text, parsing terminates, does not panic, and points into the text.

mod common;

use mlir_lite_diagnostics::{Diagnostics, Position, RenderStyle, Renderer, SourceMap};
use toy_ast::{parse_module, parse_repl_input};

/// A linear congruential generator (Knuth's constants for MMIX): the same soups in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % end
    }
}

const PIECES: [&str; 36] = [
    "def",
    "struct",
    "var",
    "return",
    "f",
    "print",
    "S",
    "a",
    "b",
    "1",
    ".5",
    "1.2.3",
    "[1, 2]",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "<2, 3>",
    ",",
    ";",
    ";\n",
    "=",
    ".",
    "+",
    "-",
    "*",
    "/",
    "# c\n",
    "\n",
    "@",
    "ä",
    "def f(a) { return a; }",
];

fn check(text: &str) {
    let sources = SourceMap::new();
    sources.add("before", "x").unwrap();
    let file = sources.add("t", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&file, &mut diagnostics);
    assert_eq!(module.is_err(), diagnostics.has_errors());
    if let Ok(module) = module {
        toy_ast::dump(&module, &sources, &mut std::io::sink()).unwrap();
    }
    parse_repl_input(&file, &|_| false, &mut diagnostics);
    for diagnostic in &diagnostics {
        let places = diagnostic.labels.iter().map(|label| &label.position);
        for position in places.chain([&diagnostic.position]) {
            let Position::Span(span) = position else { panic!("{text}: {diagnostic:?}") };
            assert!(
                file.span().start <= span.start
                    && span.start <= span.end
                    && span.end <= file.span().end
            );
        }
    }
    for style in [RenderStyle::Plain, RenderStyle::Fancy { colour: true }, RenderStyle::Json] {
        Renderer::new(&sources, style).render_all(&diagnostics, &mut std::io::sink()).unwrap();
    }
}

#[test]
fn soups_of_tokens() {
    let mut random = Random(1);
    for _ in 0..3000 {
        let length = random.below(40);
        let glue = [" ", ""][random.below(2)];
        let soup: Vec<_> = (0..length).map(|_| PIECES[random.below(PIECES.len())]).collect();
        check(&soup.join(glue));
    }
}

/// A program that is right, with one piece of it removed, doubled or replaced.
#[test]
fn programs_with_one_error() {
    let program = "struct S { var a ; var b ; }\ndef f ( S s , x ) {\n return s . a * - x + [ [ 1 \
        , 2 ] ] ;\n}\n\
                   def main ( ) {\n var v < 1 , 2 > = [ 1 , 2 ] ;\n S s = { v , { v } } ;\n print \
                   ( f ( s , 3 ) ) ;\n}";
    let pieces: Vec<&str> = program.split(' ').collect();
    for at in 0..pieces.len() {
        for replacement in
            PIECES.iter().map(|piece| vec![*piece]).chain([vec![], vec![pieces[at]; 2]])
        {
            let mut changed = pieces.clone();
            changed.splice(at..=at, replacement);
            check(&changed.join(" "));
        }
        check(&pieces[..at].join(" "));
    }
}
