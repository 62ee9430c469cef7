//! The Toy compiler.

fn main() {}
