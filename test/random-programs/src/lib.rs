//! Random valid Toy programs, and an evaluator that shares no code with the compiler.
