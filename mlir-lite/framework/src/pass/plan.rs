//! The instances of a run: every pass, verifier and nested pipeline, numbered
//! in the order of the pipeline.
//!
//! The number is the instance's identity in reports: two instances of one pass
//! are two rows.

use crate::pass::Pass;
use crate::pass::manager::{Item, PassManager};
use crate::pass::skipping::RepeatedId;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The name of verification in reports.
pub(super) const VERIFIER: &str = "VerifierPass";

pub(super) enum PlanKind<'p> {
    Pass(&'p dyn Pass),
    Verifier,
    Pipeline(&'p PassManager),
}

pub(super) struct PlanNode<'p> {
    pub(super) kind: PlanKind<'p>,
    /// 0 for the manager that is run.
    pub(super) depth: usize,
    /// The instances directly in a pipeline.
    pub(super) children: Vec<usize>,
    /// Name in reports. Empty for a pipeline of a run without reports.
    pub(super) name: Cow<'static, str>,
    /// Which pass or pipeline it is, if it may be skipped and the plan has it several times.
    pub(super) repeated: Option<RepeatedId>,
}

pub(super) struct Plan<'p> {
    pub(super) nodes: Vec<PlanNode<'p>>,
}

impl<'p> Plan<'p> {
    /// Plans a run. If there will be reports, `op_name` maps the name of an op to the name in them.
    pub(super) fn new(
        manager: &'p PassManager,
        verify_each: bool,
        op_name: Option<&dyn Fn(&str) -> String>,
    ) -> Self {
        let mut plan = Self { nodes: Vec::new() };
        plan.add_pipeline(manager, 0, verify_each, op_name);
        plan
    }

    /// Finds the passes and pipelines that occur several times. Two are the same if they have the
    /// same names and options.
    pub(super) fn find_repeated(&mut self) {
        // A nested pipeline has a higher number than the one around it.
        let mut texts: Vec<Option<String>> = vec![None; self.nodes.len()];
        for instance in (0..self.nodes.len()).rev() {
            texts[instance] = match self.nodes[instance].kind {
                PlanKind::Pass(pass) if pass.is_pure() => {
                    Some(format!("{} {:?}", pass.argument(), pass.options()))
                }
                PlanKind::Pass(_) => None,
                PlanKind::Verifier => Some(String::new()),
                PlanKind::Pipeline(manager) => {
                    let steps = self.nodes[instance].children.iter().map(|&step| &texts[step]);
                    let steps: Option<Vec<&str>> = steps.map(Option::as_deref).collect();
                    steps.map(|steps| format!("{}({})", manager.anchor(), steps.join(",")))
                }
            };
        }
        let mut known: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        for (instance, text) in texts.iter().enumerate() {
            if let Some(text) = text {
                known.entry(text).or_insert((instance, 0)).1 += 1;
            }
        }
        for (node, text) in self.nodes.iter_mut().zip(&texts) {
            let known = text.as_deref().and_then(|text| known.get(text));
            node.repeated = known
                .filter(|(_, count)| *count > 1 && !matches!(node.kind, PlanKind::Verifier))
                .map(|(first, _)| RepeatedId(*first));
        }
    }

    fn push(
        &mut self,
        kind: PlanKind<'p>,
        depth: usize,
        name: impl Into<Cow<'static, str>>,
    ) -> usize {
        let name = name.into();
        self.nodes.push(PlanNode { kind, depth, children: Vec::new(), name, repeated: None });
        self.nodes.len() - 1
    }

    fn add_pipeline(
        &mut self,
        manager: &'p PassManager,
        depth: usize,
        verify_each: bool,
        op_name: Option<&dyn Fn(&str) -> String>,
    ) -> usize {
        let name = op_name
            .map(|op_name| format!("'{}' Pipeline", op_name(manager.anchor())))
            .unwrap_or_default();
        let this = self.push(PlanKind::Pipeline(manager), depth, name);
        for item in manager.items() {
            let child = match item {
                Item::Pass(pass) => self.push(PlanKind::Pass(&**pass), depth + 1, pass.name()),
                Item::Nested(nested) => self.add_pipeline(nested, depth + 1, verify_each, op_name),
            };
            self.nodes[this].children.push(child);
            if verify_each {
                let verifier = self.push(PlanKind::Verifier, depth + 1, VERIFIER);
                self.nodes[this].children.push(verifier);
            }
        }
        this
    }

    pub(super) fn display_name(&self, instance: usize) -> String {
        self.nodes[instance].name.to_string()
    }
}
