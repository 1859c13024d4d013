//! What a type does that comes or goes, or that is told apart in another way.

use super::{ChangeClass, Found};
use crate::manifest::recorded::Collection;

const NOT_FOUND: &str = "stored documents stay as they are, and no query of the type finds them";

/// A type that the catalog did not have.
pub(super) fn gained(new: &Collection) -> Found {
    match &new.discriminator {
        None => {
            Found::new(ChangeClass::Additive, "is a new collection", "no stored document is in it")
        }
        Some((field, tag)) => Found::new(
            ChangeClass::Additive,
            "is a new type",
            format!(
                "no stored document has `{tag}` as its `{field}`; an old binary that reads the whole collection meets them"
            ),
        ),
    }
}

/// A type that the catalog has no more under this name: given up, or stored under another name now.
pub(super) fn lost<'a>(
    name: &str,
    old: &Collection,
    gained: impl Iterator<Item = (&'a str, &'a Collection)>,
) -> Found {
    let by_hand = format!("if it is given up, remove `\"{name}\"` from the file by hand");
    let twins: Vec<_> = gained.filter(|(_, new)| new.fields == old.fields).collect();
    let collection = collection(name, old);
    let is_here = |twin: &&(&str, &Collection)| self::collection(twin.0, twin.1) == collection;
    if let Some((_, new)) = twins.iter().find(is_here) {
        return tag(old, new, &by_hand);
    }
    match twins.first() {
        Some((twin, new)) => Found::new(
            ChangeClass::Breaking,
            format!("is the collection `{}` now", self::collection(twin, new)),
            "its stored documents stay where they are, and nothing reads them",
        )
        .advice(format!(
            "keep the old name with `#[mongo(collection = \"{collection}\")]`; {by_hand}"
        )),
        None => Found::new(
            ChangeClass::Breaking,
            "is in no catalog any more",
            "its stored documents stay, and nothing reads them",
        )
        .advice(format!("list its type in `catalog!` again; {by_hand}")),
    }
}

/// The same type in the same collection, with another tag.
fn tag(old: &Collection, new: &Collection, by_hand: &str) -> Found {
    let what = match (&old.discriminator, &new.discriminator) {
        (Some((field, old)), Some((_, new))) => {
            format!("has the tag `{new}` in `{field}` now, which was `{old}`")
        }
        (None, Some((field, _))) => {
            format!("is told apart by `{field}` now, which no document has")
        }
        (Some((field, _)), None) => format!("is not told apart by `{field}` any more"),
        (None, None) => "is stored under another name".to_owned(),
    };
    let keep = match &old.discriminator {
        Some((field, tag)) => format!("keep the old tag with {}", attribute(field, tag)),
        None => "remove `discriminator(..)`, or give the documents that are stored the tag first"
            .to_owned(),
    };
    let effect = match &new.discriminator {
        Some(_) => NOT_FOUND,
        None => "its queries find the documents of other types, too, and can't read them",
    };
    Found::new(ChangeClass::Breaking, what, effect).advice(format!("{keep}; {by_hand}"))
}

/// The same tag in another field.
pub(super) fn field(old: &Collection, new: &Collection) -> Option<Found> {
    let ((was, tag), (is, _)) = (old.discriminator.as_ref()?, new.discriminator.as_ref()?);
    (was != is).then(|| {
        let what = format!("is told apart by `{is}`, which was `{was}`");
        Found::new(ChangeClass::Breaking, what, NOT_FOUND)
            .advice(format!("keep the old field with {}", attribute(was, tag)))
    })
}

/// What it does that an enum over the types keeps documents of others, or no longer does, by collection.
pub(super) fn others<'a>(old: &'a [String], new: &'a [String]) -> Vec<(&'a str, Found)> {
    let gained = new.iter().filter(|collection| !old.contains(collection)).map(|collection| {
        let effect = "they are read, and nothing that is stored changes";
        let what = "keeps documents of types that no variant is for now";
        (collection.as_str(), Found::new(ChangeClass::Additive, what, effect))
    });
    let lost = old.iter().filter(|collection| !new.contains(collection)).map(|collection| {
        let effect = "a read of the whole collection that meets one fails";
        let what = "keeps documents of types that no variant is for no longer";
        let found = Found::new(ChangeClass::Breaking, what, effect);
        (
            collection.as_str(),
            found.advice("keep the variant marked `#[mongo(fallback)]` in the enum over the types"),
        )
    });
    gained.chain(lost).collect()
}

fn attribute(field: &str, tag: &str) -> String {
    let is_name = field.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name {
        format!("`#[mongo(discriminator({field} = {tag:?}))]`")
    } else {
        format!("`#[mongo(discriminator({field:?} = {tag:?}))]`")
    }
}

/// The collection that a type is stored in: its name without the tag.
fn collection<'a>(name: &'a str, of: &Collection) -> &'a str {
    match &of.discriminator {
        Some((_, tag)) => name
            .strip_suffix('>')
            .and_then(|name| name.strip_suffix(tag.as_str()))
            .and_then(|name| name.strip_suffix('<'))
            .unwrap_or(name),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use bson::oid::ObjectId;

    use crate::{
        Document,
        document::{Declaration, OtherDocument},
        manifest::{ChangeClass, Manifest},
    };

    macro_rules! vehicle {
        ($name:ident, $($attrs:tt)*) => {
            #[derive(Document)]
            #[mongo(collection = "vehicles", $($attrs)*)]
            struct $name {
                #[mongo(id)]
                id: ObjectId,
                doors: i32,
            }
        };
    }

    #[derive(Document)]
    enum Closed {
        Car(Car),
        Truck(Truck),
    }

    #[derive(Document)]
    enum Open {
        Car(Car),
        Truck(Truck),
        #[mongo(fallback)]
        Other(OtherDocument<ObjectId>),
    }

    #[test]
    fn a_fallback_of_an_enum_over_the_types_may_come_and_not_go() {
        let (closed, open) = (Closed::DECLARATION, Open::DECLARATION);
        assert!(Manifest::of(&[open]).to_string().contains(r#""keeps_others": ["vehicles"]"#));
        let (class, text) = change(&[closed], &[open]);
        assert_eq!(class, ChangeClass::Additive);
        assert!(
            text.contains("`vehicles` keeps documents of types that no variant is for now"),
            "{text}"
        );
        let (class, text) = change(&[open], &[closed]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(
            text.contains(
                "no longer; a read of the whole collection that meets one fails; keep the variant"
            ),
            "{text}"
        );
    }

    vehicle!(Plain,);
    vehicle!(Car, discriminator(kind = "car"));
    vehicle!(Auto, discriminator(kind = "auto"));
    vehicle!(ByType, discriminator("@type" = "car"));

    #[derive(Document)]
    #[mongo(collection = "vehicles", discriminator(kind = "truck"))]
    struct Truck {
        #[mongo(id)]
        id: ObjectId,
        axles: i32,
    }

    /// The only change, as it is told.
    fn change(old: &[&Declaration], new: &[&Declaration]) -> (ChangeClass, String) {
        let changes =
            Manifest::of(new).changes_since(&Manifest::of(old).to_string()).expect("a manifest");
        let worst = changes.first().expect("a change");
        (worst.class, worst.to_string())
    }

    #[test]
    fn a_type_more_is_additive_and_one_less_is_breaking() {
        let (car, truck) = (Car::DECLARATION, Truck::DECLARATION);
        let (class, text) = change(&[car], &[car, truck]);
        assert_eq!(class, ChangeClass::Additive);
        assert!(text.contains("vehicles<truck>") && text.contains("is a new type"), "{text}");
        let (class, text) = change(&[car, truck], &[car]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(
            text.contains("vehicles<truck>") && text.contains("is in no catalog any more"),
            "{text}"
        );
    }

    #[test]
    fn another_tag_is_breaking_and_the_attribute_that_keeps_the_old_one_is_named() {
        let (class, text) = change(&[Car::DECLARATION], &[Auto::DECLARATION]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(text.contains("has the tag `auto` in `kind` now, which was `car`"), "{text}");
        assert!(text.contains(r#"#[mongo(discriminator(kind = "car"))]"#), "{text}");
    }

    #[test]
    fn another_field_is_breaking() {
        let (class, text) = change(&[ByType::DECLARATION], &[Car::DECLARATION]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(text.contains("is told apart by `kind`, which was `@type`"), "{text}");
        assert!(text.contains(r#"#[mongo(discriminator("@type" = "car"))]"#), "{text}");
    }

    #[test]
    fn a_tag_where_none_was_is_breaking_and_so_is_none_where_one_was() {
        let (class, text) = change(&[Plain::DECLARATION], &[Car::DECLARATION]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(text.contains("is told apart by `kind` now, which no document has"), "{text}");
        let (class, text) = change(&[Car::DECLARATION], &[Plain::DECLARATION]);
        assert_eq!(class, ChangeClass::Breaking);
        assert!(text.contains("is not told apart by `kind` any more"), "{text}");
    }
}
