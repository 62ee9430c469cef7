//! The TextMate grammar of MLIR gives each token the scope of its class, and the names of ops, all
//! of them and nothing else, that of names of ops. The parser tells where they are.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::LazyLock;

use editors::mlir::{Class, is_builtin_type, tokens};
use editors::repository::{files, grammar, line};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::ir::{Location, LocationKind};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::{Context, register_all_dialects};
use toy_dialect::ToyDialect;

/// The kind of a token for a reader; words are of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Token(Class),
    Op,
    Type,
    Key,
    Constant,
}

/// The kind whose scopes begin so.
fn kind(scope: &str) -> Option<Kind> {
    const SCOPES: [(&str, Kind); 20] = [
        ("comment.line.", Kind::Token(Class::Comment)),
        ("string.quoted.", Kind::Token(Class::String)),
        ("variable.other.value.", Kind::Token(Class::Value)),
        ("entity.name.label.", Kind::Token(Class::Block)),
        ("entity.name.function.symbol.", Kind::Token(Class::Symbol)),
        ("entity.name.function.op.", Kind::Op),
        ("constant.other.attribute.", Kind::Token(Class::Attribute)),
        ("storage.type.dialect.", Kind::Token(Class::DialectType)),
        ("storage.type.builtin.", Kind::Type),
        ("constant.numeric.", Kind::Token(Class::Number)),
        ("constant.language.", Kind::Constant),
        ("entity.other.attribute-name.", Kind::Key),
        ("keyword.other.", Kind::Token(Class::Word)),
        ("keyword.operator.word.", Kind::Token(Class::Word)),
        ("variable.parameter.dimension.", Kind::Token(Class::Word)),
        ("keyword.operator.dimension.", Kind::Token(Class::Times)),
        ("keyword.operator.", Kind::Token(Class::Punctuation)),
        ("punctuation.section.", Kind::Token(Class::Punctuation)),
        ("punctuation.separator.", Kind::Token(Class::Punctuation)),
        ("invalid.illegal.", Kind::Token(Class::Unknown)),
    ];
    SCOPES.iter().find(|(prefix, _)| scope.starts_with(prefix)).map(|(_, kind)| *kind)
}

/// The parts of a file between lines `// -----`, with their offsets.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with("// -----") {
            parts.push((start, &text[start..at]));
            start = at + line.len();
        }
        at += line.len();
    }
    parts.push((start, &text[start..]));
    parts
}

/// A context with all dialects.
fn context() -> Context {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<ToyDialect>();
    ctx
}

/// The offsets of all ops in a text. `None` if it is not valid, or gives ops other locations.
fn ops(ctx: &Context, text: &str) -> Option<BTreeSet<usize>> {
    let file = ctx.sources().add("a.mlir", text).ok()?;
    let options = ParseOptions::default().with_allow_unregistered(true);
    let module = parse_module(ctx, &file, options, &mut Diagnostics::new()).ok()?;
    let place = |location: Location| match location.kind(ctx) {
        LocationKind::Position(position) => Some((position - file.base()) as usize),
        _ => None,
    };
    let mut found =
        module.walk().map(|op| place(op.location())).collect::<Option<BTreeSet<usize>>>()?;
    found.extend(place(module.as_op().location()));
    Some(found)
}

/// A token with its place and class.
type Token = (Range<usize>, Class);

/// The kinds that a token may have. `ops` are the places of ops, if they are known.
fn allowed(text: &str, tokens: &[Token], at: usize, ops: Option<&BTreeSet<usize>>) -> Vec<Kind> {
    let (place, class) = &tokens[at];
    if *class != Class::Word {
        return vec![Kind::Token(*class)];
    }
    let next = tokens.get(at + 1).map_or("", |(place, _)| &text[place.clone()]);
    let word = &text[place.clone()];
    let mut kinds = match word {
        _ if next == "=" => vec![Kind::Key],
        "true" | "false" | "unit" | "unknown" => vec![Kind::Constant],
        _ if is_builtin_type(word) => vec![Kind::Type],
        "array" | "vec" if next == "<" => vec![Kind::Type, Kind::Token(Class::Word)],
        _ if word.contains('.') => vec![Kind::Key],
        _ => vec![Kind::Token(Class::Word)],
    };
    // In a type that is wrong, such as `tensor<-1xf32>`.
    if ops.is_none() && word.starts_with('x') && is_after_size(text, place.start) {
        kinds.extend([Kind::Token(Class::Times), Kind::Token(Class::Number), Kind::Type]);
    }
    // Its place is unknown if the text gives it another one.
    // So is that of the op at the end of a module, which is skipped.
    if ["module", "module_terminator"].contains(&word) {
        return vec![Kind::Op, Kind::Token(Class::Word)];
    }
    match ops {
        Some(ops) if ops.contains(&place.start) && is_found(text, tokens, at) => vec![Kind::Op],
        Some(ops) if !ops.contains(&place.start) => kinds,
        _ => {
            kinds.push(Kind::Op);
            kinds
        }
    }
}

fn is_after_size(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit() || c == ']')
}

/// Whether a grammar of lines can find the op here: it is the first on its line, or in a region or
/// a block, or it has results.
fn is_found(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    let (previous, class) = &tokens[before];
    text[previous.end..tokens[at].0.start].contains('\n')
        || *class == Class::Comment
        || ["{", "}", ":", "="].contains(&&text[previous.clone()])
}

/// The tokens of a file, each with the kinds that it may have.
type Kinds = Vec<(Range<usize>, Vec<Kind>)>;

/// All files with their tokens, which several tests look at.
pub(crate) static FILES: LazyLock<Vec<(PathBuf, String, Kinds)>> = LazyLock::new(|| {
    let ctx = context();
    let all = files(".mlir").into_iter();
    all.map(|(path, text)| {
        let kinds = kinds(&ctx, &text);
        (path, text, kinds)
    })
    .collect()
});

fn kinds(ctx: &Context, text: &str) -> Kinds {
    let mut known = Vec::new();
    for (start, part) in parts(text) {
        let places = ops(ctx, part).map(|ops| ops.into_iter().map(|at| at + start).collect());
        known.push((start + part.len(), places));
    }
    let ops_at = |at: usize| -> Option<&BTreeSet<usize>> {
        known.iter().find(|(end, _)| at < *end).and_then(|(_, ops)| ops.as_ref())
    };
    let tokens = tokens(text);
    let all = tokens.iter().enumerate();
    all.map(|(at, (place, _))| (place.clone(), allowed(text, &tokens, at, ops_at(place.start))))
        .collect()
}

/// The complaints about a text, and the number of names of ops that are known to be some.
fn check<'s>(
    scopes: impl Fn(usize) -> &'s [String],
    text: &str,
    tokens: &Kinds,
    wrong: &mut Vec<String>,
) -> usize {
    let (mut end, mut ops) = (0, 0);
    for (place, allowed) in tokens {
        let mut complain = |message: String| {
            let (number, line) = line(text, place.start);
            wrong.push(format!("{number}: `{}`: {message}: {line}", &text[place.clone()]));
        };
        // White space is in regions alone, which have no scope of their own.
        if (end..place.start).any(|byte| !scopes(byte).is_empty()) {
            complain("the white space before it has a scope".to_owned());
        }
        end = place.end;
        ops += usize::from(allowed == &[Kind::Op]);
        for byte in place.clone() {
            let found = match scopes(byte) {
                [only] => kind(only),
                [only, escape] if escape == "constant.character.escape.mlir" => kind(only),
                _ => None,
            };
            if found.is_none_or(|found| !allowed.contains(&found)) {
                complain(format!("it has {:?}, and may be {allowed:?}", scopes(byte)));
                break;
            }
        }
    }
    ops
}

#[test]
fn each_token_has_the_scope_of_its_class() {
    // No region goes on after its line, so all files are read as one, and equal lines once.
    let texts: Vec<&str> = FILES.iter().map(|(_, text, _)| text.as_str()).collect();
    let scopes = grammar("mlir").scopes(&texts.join("\n"));
    let mut start = 0;
    let (mut wrong, mut count, mut ops) = (Vec::new(), 0, 0);
    for (path, text, tokens) in FILES.iter() {
        let mut found = Vec::new();
        ops += check(|byte| scopes.at(start + byte), text, tokens, &mut found);
        start += text.len() + 1;
        count += tokens.len();
        wrong.extend(found.into_iter().map(|found| format!("{}:{found}", path.display())));
    }
    let first = wrong[..wrong.len().min(60)].join("\n");
    assert!(wrong.is_empty(), "{} of {count}:\n{first}", wrong.len());
    let counts = [FILES.len(), count, ops];
    assert!(counts[0] > 250 && count > 150_000 && ops > 9_000, "{counts:?}");
}
