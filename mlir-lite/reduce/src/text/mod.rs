//! Edits of any text: lines, bracketed groups, tokens, and simpler forms of them.

mod lines;
mod simplify;
mod tokens;

use crate::search::{Edit, Search};

/// Sweeps over all edits, at most.
const SWEEPS: usize = 12;

/// Texts with more tokens are reduced by lines alone: there would be too many candidates.
const MANY_TOKENS: usize = 6000;

/// Applies all edits until none helps.
pub(crate) fn reduce(search: &mut Search<'_>, current: &mut String) -> bool {
    let by_line: [&dyn Edit; 3] = [&lines::Groups, &lines::Lines, &lines::Headers];
    let by_token: [&dyn Edit; 6] = [
        &tokens::Groups,
        &tokens::Contents,
        &tokens::Items,
        &tokens::Tokens,
        &simplify::Types,
        &simplify::Tokens,
    ];
    let mut any = false;
    for _ in 0..SWEEPS {
        let mut changed = false;
        for edit in by_line {
            changed |= search.sweep(current, edit);
        }
        if tokens::count(current) <= MANY_TOKENS {
            for edit in by_token {
                changed |= search.sweep(current, edit);
            }
        }
        any |= changed;
        if !changed {
            break;
        }
    }
    any
}
