//! Bodies within bodies, one after the other.

use crate::ir::body::Body;
use crate::ir::entities::OpId;

impl Body {
    /// Calls `visit` for this body and all nested bodies, each body after those nested in it,
    /// otherwise in source order. Stops at the first error.
    pub fn visit_innermost_first<E>(
        &mut self,
        mut visit: impl FnMut(&mut Body) -> Result<(), E>,
    ) -> Result<(), E> {
        for path in self.body_paths() {
            visit(self.body_at_mut(&path))?;
        }
        Ok(())
    }

    /// The path of links to each body, innermost bodies first.
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
        // The walk found each body before those nested in it.
        paths.reverse();
        paths
    }

    /// The body at a path of links.
    ///
    /// # Panics
    /// If there is no such body.
    #[track_caller]
    pub(crate) fn body_at(&self, path: &[OpId]) -> &Body {
        path.iter().fold(self, |body, &link| body.child(link).expect("a link has a body"))
    }

    /// The body at a path of links.
    ///
    /// # Panics
    /// If there is no such body.
    #[track_caller]
    pub(crate) fn body_at_mut(&mut self, path: &[OpId]) -> &mut Body {
        path.iter().fold(self, |body, &link| body.child_mut(link).expect("a link has a body"))
    }
}
