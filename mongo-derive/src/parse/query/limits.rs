//! Limits of a query, its hint, and the reason of a scan.

use syn::LitStr;

use crate::parse::attr::Entry;

/// `deadline = "2 s"`, in milliseconds.
pub(super) fn deadline_ms(entry: &Entry<'_>) -> syn::Result<u32> {
    const HELP: &str = "expected a time of 1 ms to 1 hour, such as `\"2 s\"` (units: ms, s, min)";
    let text = entry.value(|input| {
        input.parse::<LitStr>().map_err(|error| syn::Error::new(error.span(), HELP))
    })?;
    let value = text.value();
    let ms = value.split_once(' ').and_then(|(number, unit)| {
        let factor = match unit.trim() {
            "ms" => 1,
            "s" => 1_000,
            "min" => 60_000,
            _ => return None,
        };
        number.parse::<u32>().ok()?.checked_mul(factor)
    });
    ms.filter(|ms| (1..=3_600_000).contains(ms)).ok_or_else(|| syn::Error::new(text.span(), HELP))
}

/// `hint`, `hint = "ix_name"`
pub(super) fn hint(entry: &Entry<'_>) -> syn::Result<Option<LitStr>> {
    if entry.flag().is_ok() { Ok(None) } else { entry.text().map(Some) }
}

/// `collection_scan = "reason"`
pub(super) fn reason(entry: &Entry<'_>) -> syn::Result<LitStr> {
    let reason = entry.text()?;
    if reason.value().trim().is_empty() {
        return Err(syn::Error::new(reason.span(), "say why: the manifest lists the reason"));
    }
    Ok(reason)
}
