//! The list of `toyc check --copies`: which assignments to elements store in place, and which copy
//! the tensor first, with the reason.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;

use crate::lowering::{Carried, InPlacePlan, Placement};
use crate::messages::out_of_range::{file_line_column, place_text};
use crate::ops::control::name_of;
use crate::ops::loops::Loop;

/// The assignments to elements in a module that the passes on toy have optimized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// A line for each distinct assignment or loop, in source order.
    pub lines: Vec<String>,
    /// How many assignments store in place.
    pub in_place: usize,
    /// How many assignments copy the whole tensor each time.
    pub copied: usize,
}

/// Lists the assignments to elements in the functions of a module. A function may be compiled
/// several times: equal results for an assignment are listed once.
pub fn copy_report(module: &Body) -> CopyReport {
    let mut found = Vec::new();
    for link in
        module.as_op().regions().flat_map(|region| region.ops()).filter(|op| op.is::<FuncOp>())
    {
        let Some(function) = module.child(link.id()) else { continue };
        let plan = InPlacePlan::of(function);
        for &(op, placement) in &plan.insertions {
            let text = match placement {
                Placement::InPlace => "stored in place".to_owned(),
                copied => format!("copies the tensor, {}", reason(function, copied)),
            };
            found.push((place(function, op), text, Some(placement == Placement::InPlace)));
        }
        for (&(op, number), carried) in &plan.carried {
            let Carried::Copied(why) = *carried else { continue };
            let names = Loop::cast(function, op).and_then(|this| this.names);
            let name = name_of(function.context(), names, number).unwrap_or("a tensor");
            let why = reason(function, why);
            let text = format!("the loop copies '{name}' once, before it, {why}");
            found.push((place(function, op), text, None));
        }
    }
    found.sort();
    found.dedup();
    let mut report = CopyReport::default();
    for ((file, line, column), text, is_in_place) in found {
        match is_in_place {
            Some(true) => report.in_place += 1,
            Some(false) => report.copied += 1,
            None => {}
        }
        let at = if file.is_empty() { String::new() } else { format!("{file}:{line}:{column}: ") };
        report.lines.push(format!("{at}{text}"));
    }
    report
}

/// Why the memory of a tensor is not changed.
fn reason(function: &Body, placement: Placement) -> String {
    match placement {
        Placement::CopiedFor(reader) => {
            let place = place_text(function.context(), function.location(reader));
            match place.is_empty() {
                true => "whose old value is used afterwards".to_owned(),
                false => format!("whose old value is used afterwards: {place}"),
            }
        }
        _ => "which is an argument or a constant".to_owned(),
    }
}

/// The place of an op in the source: file, line and column.
fn place(function: &Body, op: OpId) -> (String, u32, u32) {
    file_line_column(&place_text(function.context(), function.location(op)))
}
