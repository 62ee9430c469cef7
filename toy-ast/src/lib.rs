//! The Toy language: tokens, syntax tree, parser.
