//! The instances of a run: every pass, verifier and nested pipeline, numbered
//! in the order of the pipeline.
//!
//! The number is the instance's identity in reports: two instances of one pass
//! are two rows.

use crate::pass::Pass;
use crate::pass::manager::{Item, PassManager};

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
    /// Name in reports.
    pub(super) name: String,
}

pub(super) struct Plan<'p> {
    pub(super) nodes: Vec<PlanNode<'p>>,
}

impl<'p> Plan<'p> {
    /// Plans a run. `op_name` maps the name of an op to the name in reports.
    pub(super) fn new(
        manager: &'p PassManager,
        verify_each: bool,
        op_name: &dyn Fn(&str) -> String,
    ) -> Self {
        let mut plan = Self { nodes: Vec::new() };
        plan.add_pipeline(manager, 0, verify_each, op_name);
        plan
    }

    fn push(&mut self, kind: PlanKind<'p>, depth: usize, name: String) -> usize {
        self.nodes.push(PlanNode { kind, depth, children: Vec::new(), name });
        self.nodes.len() - 1
    }

    fn add_pipeline(
        &mut self,
        manager: &'p PassManager,
        depth: usize,
        verify_each: bool,
        op_name: &dyn Fn(&str) -> String,
    ) -> usize {
        let name = format!("'{}' Pipeline", op_name(manager.anchor()));
        let this = self.push(PlanKind::Pipeline(manager), depth, name);
        for item in manager.items() {
            let child = match item {
                Item::Pass(pass) => {
                    self.push(PlanKind::Pass(&**pass), depth + 1, pass.name().to_string())
                }
                Item::Nested(nested) => self.add_pipeline(nested, depth + 1, verify_each, op_name),
            };
            self.nodes[this].children.push(child);
            if verify_each {
                let verifier = self.push(PlanKind::Verifier, depth + 1, VERIFIER.to_string());
                self.nodes[this].children.push(verifier);
            }
        }
        this
    }

    pub(super) fn display_name(&self, instance: usize) -> String {
        self.nodes[instance].name.clone()
    }
}
