//! How much work a question may take.

/// The work that is left. One unit is a change of one number of a table.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
}

/// A question was not answered: the budget ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unknown;

impl Budget {
    /// The work that questions of passes may take: at most some seconds.
    pub const DEFAULT: u64 = 200_000_000;

    /// A budget of this amount of work.
    pub fn new(work: u64) -> Self {
        Self { left: work }
    }

    /// Takes work off the budget.
    #[inline]
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Unknown> {
        match self.left.checked_sub(work as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Unknown)
            }
        }
    }

    /// A part of the budget, at most this amount of work, for one of several questions. It is taken
    /// off; the rest of it can be [returned](Self::returned).
    #[must_use]
    pub fn part(&mut self, work: u64) -> Self {
        let part = self.left.min(work);
        self.left -= part;
        Self::new(part)
    }

    /// Adds the rest of a part again.
    pub fn returned(&mut self, part: &Self) {
        self.left += part.left;
    }
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the budget ended before the answer was known")
    }
}

impl std::error::Error for Unknown {}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}
