//! The arguments of the attribute, checked.

use syn::{
    Error, Ident, LitInt, LitStr, Path, Result, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};

/// What the user wrote, with defaults for the rest.
pub(crate) struct Args {
    pub(crate) root: Path,
    /// 0 is the current thread.
    pub(crate) worker_threads: usize,
    pub(crate) min_server: Option<(u32, u32, u32)>,
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut root = syn::parse_quote!(::mongo_testkit);
        let mut threads: Option<(Ident, usize)> = None;
        let mut is_current = false;
        let mut min_server = None;
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            let name = key.to_string();
            if seen.contains(&name) {
                return Err(Error::new(
                    key.span(),
                    format!("`{name}` stands here twice; remove one"),
                ));
            }
            input.parse::<Token![=]>()?;
            match &*name {
                "crate" => root = input.parse()?,
                "worker_threads" => threads = Some((key, positive(&input.parse()?)?)),
                "flavor" => is_current = flavor(&input.parse()?)?,
                "min_server" => min_server = Some(version(&input.parse()?)?),
                _ => {
                    let text = format!(
                        "unknown argument `{name}`; known are `min_server`, `flavor`, `worker_threads` and `crate`"
                    );
                    return Err(Error::new(key.span(), text));
                }
            }
            seen.push(name);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let worker_threads = match threads {
            Some((key, _)) if is_current => {
                let text =
                    "`flavor = \"current_thread\"` has no worker threads; remove `worker_threads`";
                return Err(Error::new(key.span(), text));
            }
            Some((_, n)) => n,
            None if is_current => 0,
            None => 2,
        };
        Ok(Self { root, worker_threads, min_server })
    }
}

fn positive(number: &LitInt) -> Result<usize> {
    match number.base10_parse() {
        Ok(0) | Err(_) => {
            Err(Error::new(number.span(), "`worker_threads` must be a number above 0"))
        }
        Ok(n) => Ok(n),
    }
}

fn flavor(text: &LitStr) -> Result<bool> {
    match &*text.value() {
        "current_thread" => Ok(true),
        "multi_thread" => Ok(false),
        _ => {
            Err(Error::new(text.span(), "`flavor` must be \"multi_thread\" or \"current_thread\""))
        }
    }
}

fn version(text: &LitStr) -> Result<(u32, u32, u32)> {
    let value = text.value();
    let numbers: std::result::Result<Vec<u32>, _> = value.split('.').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([major, minor]) => Ok((*major, *minor, 0)),
        Ok([major, minor, patch]) => Ok((*major, *minor, *patch)),
        _ => Err(Error::new(
            text.span(),
            "`min_server` must be a version such as \"7.0\" or \"6.0.9\"",
        )),
    }
}
