//! `toyc check`: checks a program as a run with its arguments would. Without arguments, code that
//! depends on the shapes of files that are arguments cannot be checked, and is listed.

use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported, visible_lines};
use mlir_lite_opt::output::write_dump;
use toy_dialect::accesses::{self, AccessReport};
use toy_dialect::lowering::copies::{self, CopyReport};
use toy_dialect::shapes::check_known_shapes;

use crate::pipeline::Pipeline;
use crate::plan::{CheckLists, Plan};

/// Whether the program takes arguments, for each of which `usage` has a word, but was given none:
/// then some shapes are unknown.
fn is_partial(usage: &[&str], plan: &Plan) -> bool {
    !usage.is_empty() && plan.input.words.is_empty()
}

/// Checks a module, and prints the lists.
pub(super) fn run(
    mut module: Body,
    usage: &[&str],
    lists: CheckLists,
    plan: &Plan,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let copy = |is_wanted: bool| is_wanted.then(|| module.deep_clone());
    let (for_accesses, for_copies) = (copy(lists.accesses), copy(lists.copies));
    check(&mut module, usage, plan, diagnostics)?;
    if let Some(copy) = for_accesses {
        print_list(copy, usage, plan, Pipeline::specialize, access_list, diagnostics)?;
    }
    if let Some(copy) = for_copies {
        print_list(copy, usage, plan, Pipeline::infer_shapes, copy_list, diagnostics)?;
    }
    Ok(())
}

/// Checks the shapes of a module; `usage` has a word for each argument of the program.
///
/// # Errors
/// If the program is wrong; it was reported.
pub(crate) fn check(
    module: &mut Body,
    usage: &[&str],
    plan: &Plan,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if !is_partial(usage, plan) {
        return plan.pipeline.infer_shapes(module, diagnostics);
    }
    plan.pipeline.inline(module, diagnostics)?;
    let mut remarks = check_known_shapes(module, diagnostics)?.remarks();
    if let Some(last) = remarks.pop() {
        let file = plan.input.file.as_ref().map_or("-".into(), |file| file.display().to_string());
        let help = format!(
            "`toyc check {file} -- {}` checks it with the shapes of these files",
            usage.join(" ")
        );
        remarks.push(last.with_help(help));
    }
    diagnostics.extend(remarks);
    Ok(())
}

/// The list of accesses: which are proved to be in range, and which are checked at run time.
fn access_list(module: &Body) -> String {
    let AccessReport { lines, proved, checked } = accesses::access_report(module);
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{lines}{proved} accesses proved, {checked} checked at run time\n")
}

/// The list of assignments to elements: which store in place, and which copy the tensor, and why.
fn copy_list(module: &Body) -> String {
    let CopyReport { lines, in_place, copied } = copies::copy_report(module);
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{lines}{in_place} assignments in place, {copied} copy the tensor\n")
}

/// Prints a list of ops in a module whose shapes are inferred, by these passes. The module was
/// checked, and `usage` has a word for each argument of the program: without arguments, code that
/// depends on the shape of a file is listed by the remarks of the check.
fn print_list(
    mut module: Body,
    usage: &[&str],
    plan: &Plan,
    infer: impl FnOnce(&Pipeline, &mut Body, &mut Diagnostics) -> Result<(), Reported>,
    list: fn(&Body) -> String,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if is_partial(usage, plan) {
        check_known_shapes(&mut module, diagnostics)?;
    } else {
        infer(&plan.pipeline, &mut module, diagnostics)?;
    }
    write_dump(visible_lines(&list(&module)).as_bytes(), None, diagnostics)
}
