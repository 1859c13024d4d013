//! What a find may ask: limits, hints, slices.
