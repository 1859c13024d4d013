//! A newtype is what it holds, so it is no more public than that.

mod shop {
    use mongo_runtime::Embedded;

    #[derive(Embedded)]
    struct Private {
        value: i32,
    }

    #[derive(Embedded)]
    pub struct Public(Private);
}

fn main() {}
