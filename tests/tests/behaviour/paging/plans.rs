//! How the server answers a page: from the place on, along an index.
