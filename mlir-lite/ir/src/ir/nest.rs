//! Bodies within bodies, one after the other.

use crate::ir::body::Body;
use crate::ir::entities::OpId;

impl Body {
    /// Calls `visit` for this body and all bodies in it, a body after those in
    /// it, in source order otherwise. Stops at the first error.
    pub fn visit_innermost_first<E>(
        &mut self,
        mut visit: impl FnMut(&mut Body) -> Result<(), E>,
    ) -> Result<(), E> {
        for path in self.body_paths() {
            visit(self.body_at_mut(&path))?;
        }
        Ok(())
    }

    /// The links that lead to each body, innermost first.
    pub(crate) fn body_paths(&self) -> Vec<Vec<OpId>> {
        let mut paths = Vec::new();
        let mut stack: Vec<(Vec<OpId>, &Body)> = vec![(Vec::new(), self)];
        while let Some((path, body)) = stack.pop() {
            for op in body.pre_order(body.root()) {
                if let Some(child) = body.child(op) {
                    let mut path = path.clone();
                    path.push(op);
                    stack.push((path, child));
                }
            }
            paths.push(path);
        }
        // What was found is each body before those in it, last ones first.
        paths.reverse();
        paths
    }

    /// The body that the links lead to.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub(crate) fn body_at_mut(&mut self, path: &[OpId]) -> &mut Body {
        path.iter().fold(self, |body, &link| body.child_mut(link).expect("a link has a body"))
    }
}
