//! Times of resolving symbol references, by the number of symbols and the depth of tables:
//! `bench --symbols` prints the table of `docs/performance.md`.

use mlir_lite::attributes::SymbolPath;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::{Context, attributes::Attribute};
use mlir_lite_diagnostics::Diagnostics;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

const SYMBOLS: [usize; 3] = [10, 1_000, 100_000];
const DEPTHS: [usize; 4] = [1, 5, 20, 50];

/// Lookups for each time of one.
const LOOKUPS: u32 = 20_000;

/// A table with `symbols` symbols, and in it a chain of tables `@m` of that depth; the innermost
/// has as many symbols, and the user.
fn module(ctx: &Context, symbols: usize, depth: usize) -> Result<Body, String> {
    let mut text = String::new();
    let functions = |text: &mut String| {
        for number in 0..symbols {
            let _ = writeln!(text, "func nested @s{number}()");
        }
    };
    functions(&mut text);
    for _ in 0..depth {
        text += "module @m attributes {builtin.transparent_symbols} {\n";
    }
    functions(&mut text);
    text += "\"t.user\"() : () -> ()\n";
    text += &"}\n".repeat(depth);
    text += "\"t.user\"() : () -> ()\n";
    let file = ctx.sources().add("symbols.mlir", text).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    parse_module(ctx, &file, options, &mut diagnostics).map_err(|_| format!("{diagnostics:?}"))
}

/// Nanoseconds for one lookup, the least of several measurements.
fn time<'b>(
    tables: &SymbolTables<'b>,
    user: OpRef<'b>,
    reference: Attribute,
) -> Result<f64, String> {
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..LOOKUPS {
            let symbol = tables.resolve(user, black_box(reference));
            black_box(symbol.map_err(|error| error.to_string())?);
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(LOOKUPS));
    }
    Ok(least)
}

/// Prints the table.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
pub(crate) fn run() -> Result<(), String> {
    println!(
        "| symbols of a table | depth | all tables, ms | `@s` | `@.super::..::@s` | `@m::..::@s` |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    for symbols in SYMBOLS {
        for depth in DEPTHS {
            println!("{}", row(symbols, depth)?);
        }
    }
    Ok(())
}

fn row(symbols: usize, depth: usize) -> Result<String, String> {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    let module = module(&ctx, symbols, depth)?;
    let mut users = module.walk().filter(|op| op.info().name() == "t.user");
    let (inner, outer) = users.next().zip(users.next()).ok_or("there are two users")?;
    let name = ctx.ident(&format!("s{}", symbols / 2));
    let path = vec![ctx.ident("m"); depth - 1];
    let nested: Vec<_> = path.iter().copied().chain([name]).collect();
    let flat = ctx.symbol_ident_attr(name);
    let leaving =
        ctx.symbol_path_attr(SymbolPath { supers: depth as u32, root: name, nested: &[] });
    let entering = ctx.symbol_ref_attr(ctx.ident("m"), &nested);
    let start = Instant::now();
    let tables = SymbolTables::new(&module);
    for (user, reference) in [(inner, flat), (inner, leaving), (outer, entering)] {
        tables.resolve(user, reference).map_err(|error| error.to_string())?;
    }
    let built = start.elapsed().as_secs_f64() * 1e3;
    let times = [(inner, flat), (inner, leaving), (outer, entering)]
        .map(|(user, reference)| time(&tables, user, reference));
    let [flat, leaving, entering] = times;
    Ok(format!(
        "| {symbols} | {depth} | {built:.3} | {:.0} | {:.0} | {:.0} |",
        flat?, leaving?, entering?
    ))
}
