//! What the page shows, for all examples.
