//! Source maps, diagnostics and their renderers.
