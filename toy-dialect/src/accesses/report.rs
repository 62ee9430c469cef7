//! The list of `toyc check --accesses`: each access, with its proof or that it is checked.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashSet;

use super::{Proof, Verdict, verdict};
use crate::messages::out_of_range::file_line_column;
use crate::ops::subscripts::Subscripted;

/// The accesses of a module whose shapes are inferred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessReport {
    /// A line for each distinct access, in source order.
    pub lines: Vec<String>,
    /// How many of them are proved.
    pub proved: usize,
    /// How many are checked at run time.
    pub checked: usize,
}

/// Lists the accesses in the functions of a module. A function may be compiled several times: equal
/// results for an access are listed once.
pub fn access_report(module: &Body) -> AccessReport {
    let mut found = Vec::new();
    for link in
        module.as_op().regions().flat_map(|region| region.ops()).filter(|op| op.is::<FuncOp>())
    {
        let Some(function) = module.child(link.id()) else { continue };
        // Loops over ranges have accesses of their own, which are not in the source.
        let is_access = |op: &OpRef<'_>| {
            op.implements::<dyn Subscripted>() && op.location() != Location::UNKNOWN
        };
        let ops: Vec<OpRef<'_>> = function.walk().filter(is_access).collect();
        let asked = ops.iter().filter_map(|op| {
            op.ask::<dyn Subscripted, _>(|view| {
                let subscripts = view.subscripts();
                // Requires inferred shapes.
                let accesses = subscripts.accesses().unwrap_or_default();
                (op.id(), subscripts.place_in_source(), accesses, subscripts.variables())
            })
        });
        for (op, at, accesses, variables) in asked {
            for (dimension, access) in (0..).zip(accesses) {
                let verdict = verdict(function, op, &variables, access);
                let (place, count, size) = access;
                let elements = elements(place.as_constant(function.context()), verdict, count);
                let dimension: usize = dimension;
                let size = size.in_type();
                found.push((file_line_column(&at), dimension, verdict, elements, size));
            }
        }
    }
    found.sort_by(|a, b| (&a.0, a.1, a.4, &a.3).cmp(&(&b.0, b.1, b.4, &b.3)));
    found.dedup();
    // A range is accessed by a loop over whole blocks, and one over the rest: either may be empty.
    let never = Verdict::Proved(Proof::NeverRuns);
    let runs: FxHashSet<_> = found
        .iter()
        .filter(|(_, _, verdict, ..)| *verdict != never)
        .map(|(at, dimension, ..)| (at.clone(), *dimension))
        .collect();
    found.retain(|(at, dimension, verdict, ..)| {
        *verdict != never || !runs.contains(&(at.clone(), *dimension))
    });
    let mut report = AccessReport::default();
    for ((file, line, col), dimension, verdict, elements, size) in found {
        let how = match verdict {
            Verdict::Proved(Proof::Constant) => "proved by constants",
            Verdict::Proved(Proof::Bounds { .. }) => "proved by the bounds of loops",
            Verdict::Proved(Proof::Sizes) => "proved by the sizes",
            Verdict::Proved(Proof::NeverRuns) => "proved by a loop that has no iteration",
            Verdict::Wrong { .. } | Verdict::Checked { .. } => "checked at run time",
        };
        match verdict {
            Verdict::Proved(_) => report.proved += 1,
            _ => report.checked += 1,
        }
        let at = if file.is_empty() { String::new() } else { format!("{file}:{line}:{col}: ") };
        report
            .lines
            .push(format!("{at}{how}: {elements} of dimension {dimension}, of size {size}"));
    }
    report
}

/// Describes the elements of an access.
fn elements(constant: Option<i64>, verdict: Verdict, count: i64) -> String {
    let more = i128::from(count.max(1) - 1);
    let indices = match verdict {
        Verdict::Proved(Proof::Bounds { least, greatest }) => Some((least.into(), greatest.into())),
        Verdict::Wrong { least, greatest } => Some((least, greatest)),
        Verdict::Checked { indices } => indices,
        Verdict::Proved(_) => constant.map(|constant| (constant.into(), constant.into())),
    };
    match indices {
        None => "elements".to_owned(),
        Some((least, greatest)) if least == greatest + more => format!("element {least}"),
        Some((least, greatest)) => format!("elements {least} to {}", greatest + more),
    }
}
