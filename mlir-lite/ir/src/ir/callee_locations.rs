//! Collects the locations in a function that is inlined.

use crate::data::location::CalleeLocations;
use crate::ir::body::Body;

impl CalleeLocations {
    #[doc(hidden)]
    pub fn of(function: &Body) -> Self {
        let mut locations = Vec::new();
        for op in std::iter::once(function.root()).chain(function.pre_order(function.root())) {
            locations.push(function.location(op));
            for block in function.regions(op).iter().flat_map(|&region| function.blocks(region)) {
                let arguments = function.arguments(block).iter();
                locations.extend(arguments.map(|&argument| function.argument_location(argument)));
            }
        }
        Self::new(locations)
    }
}
