//! Each program in `src/bin` is the code of one page in `docs/second-day`, its blocks in their
//! order. A page explains its program; a test compares them, and runs each.
