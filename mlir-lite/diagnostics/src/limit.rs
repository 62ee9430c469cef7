//! Limits on the cost of an input, each with the option that sets it.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A limit of the process, such as how deeply a text may nest. The command line sets it before
/// anything is read.
#[derive(Debug)]
pub struct Limit {
    option: &'static str,
    default: usize,
    most: usize,
    value: AtomicUsize,
}

impl Limit {
    /// A limit that `option`, which is written as in `--max-copies=N`, may lower or raise.
    pub const fn new(option: &'static str, default: usize) -> Self {
        Self { option, default, most: usize::MAX, value: AtomicUsize::new(default) }
    }

    /// The same limit, which can never exceed `most`: it protects the stack.
    pub const fn at_most(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// The value unless it is set.
    pub const fn default_value(&self) -> usize {
        self.default
    }

    /// The largest value that it can be set to.
    pub const fn most(&self) -> usize {
        self.most
    }

    /// The current value.
    pub fn get(&self) -> usize {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the limit; values above the maximum are lowered to the maximum.
    pub fn set(&self, value: usize) {
        self.value.store(value.min(self.most), Ordering::Relaxed);
    }

    /// The advice in a message that the limit is reached: `'--max-copies=N' allows more`.
    pub fn advice(&self) -> String {
        let (option, most) = (self.option, self.most);
        match self.get() {
            now if now >= most => format!("'{option}' allows no more than {most}"),
            _ if most == usize::MAX => format!("'{option}' allows more"),
            _ => format!("'{option}' allows up to {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    #[test]
    fn limits_say_how_they_are_raised() {
        let open = Limit::new("--max-copies=N", 10);
        assert_eq!((open.get(), open.advice().as_str()), (10, "'--max-copies=N' allows more"));
        let stack = Limit::new("--max-nesting=N", 5).at_most(5);
        assert_eq!(stack.advice(), "'--max-nesting=N' allows no more than 5");
        stack.set(4);
        assert_eq!((stack.get(), stack.advice().as_str()), (4, "'--max-nesting=N' allows up to 5"));
        stack.set(6);
        assert_eq!(stack.get(), 5);
    }
}
