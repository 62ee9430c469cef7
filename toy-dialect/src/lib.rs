//! The toy dialect: ops, types, transformations and lowerings.
