//! Traits that verify the parent of an op, and its nested ops.

use crate::{context, rejected, round_trip};
use mlir_lite::diagnostics::{Diagnostics, Reported};
use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, PassManager, RunOptions, RunPass, pass};
use pretty_assertions::assert_eq;
use test_support::{messages, read};

/// At most `N` books are in the op, at any depth.
struct AtMostBooks<const N: usize>;

impl<const N: usize> OpTrait for AtMostBooks<N> {
    const NAME: &'static str = "AtMostBooks";
    const VERIFY_REGIONS: Option<VerifyFn> = Some(|op, diagnostics| {
        let pages = op.walk().filter_map(|op| Some(op.cast::<BookOp>()?.pages()));
        let counts: Vec<i64> = pages.filter_map(|pages| pages.as_i64(op.context())).collect();
        assert!(counts.iter().all(|pages| *pages > 0), "nested ops are verified before");
        if counts.len() > N {
            let message = format!("has {} books, but room for {N}", counts.len());
            diagnostics.error(op.op_error(message));
        }
    });
}

/// Holds shelves.
#[op(
    name = "vr.library",
    traits(IsolatedFromAbove, NoTerminator, AtMostBooks<3>),
    format = "$body attr-dict"
)]
struct LibraryOp {
    #[region]
    body: SingleBlockRegion,
}

/// Holds books. It is isolated, and has a parent nevertheless.
#[op(
    name = "vr.shelf",
    traits(IsolatedFromAbove, NoTerminator, HasParent<LibraryOp>),
    format = "$body attr-dict"
)]
struct ShelfOp {
    #[region]
    body: SingleBlockRegion,
}

/// Holds books, and is not isolated.
#[op(name = "vr.box", traits(NoTerminator, AtMostBooks<1>), format = "$body attr-dict")]
struct BoxOp {
    #[region]
    body: SingleBlockRegion,
}

/// A book.
#[op(name = "vr.book", implements(VerifyOp), format = "$pages attr-dict")]
struct BookOp {
    #[attr]
    pages: I64Attr,
}

impl VerifyOp for BookOp {
    fn verify(op: BookOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.pages().as_i64(op.context()).is_some_and(|pages| pages < 1) {
            diagnostics.error(op.op_error("is empty"));
        }
    }
}

struct LibraryDialect;

impl Dialect for LibraryDialect {
    const NAMESPACE: &'static str = "vr";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<LibraryOp>();
        dialect.op::<ShelfOp>();
        dialect.op::<BoxOp>();
        dialect.op::<BookOp>();
    }
}

#[test]
fn isolated_ops_know_their_parent() {
    round_trip::<LibraryDialect>(
        "module {
  vr.library {
    vr.shelf {
      vr.book 100
    }
  }
}",
    );
    let message = "'vr.shelf' op expects parent op 'vr.library'";
    rejected::<LibraryDialect>("vr.shelf {}", message);
    rejected::<LibraryDialect>("vr.library { vr.box { vr.shelf {} } }", message);
}

#[test]
fn regions_are_verified_at_any_depth() {
    let full = "vr.library { vr.shelf { vr.book 1\n vr.book 2 }\n vr.box { vr.book 3 } }";
    assert!(read(&context::<LibraryDialect>(), full).is_ok());
    rejected::<LibraryDialect>(
        "vr.library { vr.shelf { vr.book 1\n vr.book 2 }\n vr.shelf { vr.book 3\n vr.book 4 } }",
        "'vr.library' op has 4 books, but room for 3",
    );
}

/// The trait asserts that it sees no wrong op.
#[test]
fn regions_are_verified_if_all_in_them_is_valid() {
    rejected::<LibraryDialect>(
        "vr.library { vr.shelf { vr.book 1\n vr.book 0 }\n vr.shelf { vr.book 3\n vr.book 4 } }",
        "'vr.book' op is empty",
    );
}

#[test]
fn errors_of_regions_come_in_source_order_without_those_around_them() {
    let holds =
        |count: usize, rest: &str| format!("vr.box {{ {rest} {} }}\n", "vr.book 1\n".repeat(count));
    let text = [holds(5, &holds(2, "")), holds(3, ""), holds(1, ""), holds(0, &holds(4, ""))];
    rejected::<LibraryDialect>(
        &text.concat(),
        "'vr.box' op has 2 books, but room for 1
'vr.box' op has 3 books, but room for 1
'vr.box' op has 4 books, but room for 1",
    );
}

/// Adds a book.
#[pass(name = "add-book", on = ShelfOp)]
struct AddBookPass;

impl RunPass for AddBookPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let block = body.entry_block(body.region(body.root(), 0)).expect("a shelf has a block");
        let pages = body.context().i64_attr(1);
        BookOp::build(&mut BodyBuilder::at_end(body, block), Location::UNKNOWN, pages);
        Ok(())
    }
}

/// A pass on a shelf has changed the library, which has a body of its own.
#[test]
fn regions_are_verified_after_passes_on_nested_ops() {
    let ctx = context::<LibraryDialect>();
    let run = |text: &str| {
        let mut module = read(&ctx, text).unwrap();
        let mut passes = PassManager::new();
        passes.nest("vr.library").nest("vr.shelf").add_pass(AddBookPass);
        let mut diagnostics = Diagnostics::new();
        let _ = passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
        messages(&diagnostics)
    };
    assert_eq!(run("vr.library { vr.shelf { vr.book 1 }\n vr.box { vr.book 2 } }"), "");
    assert_eq!(
        run("vr.library { vr.shelf { vr.book 1 }\n vr.shelf { vr.book 2 } }"),
        "'vr.library' op has 4 books, but room for 3"
    );
}
