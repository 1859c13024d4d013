//! Which documents may share a collection, checked at compile time.

use crate::{
    document::{Declaration, Family},
    shape::{Identity, Managed, Shape, Text, str_eq},
};

/// The first two documents that can't share their collection, as the text of a compile error.
#[doc(hidden)]
#[must_use]
pub const fn clash(documents: &[&Declaration]) -> Option<Text> {
    let mut later = 1;
    while later < documents.len() {
        let mut earlier = 0;
        while earlier < later {
            let (first, second) = (documents[earlier], documents[later]);
            // A type whose derive has failed has no collection.
            if !first.collection.is_empty()
                && str_eq(first.collection, second.collection)
                && let Some(broken) = clash_of(first, second)
            {
                return Some(broken);
            }
            earlier += 1;
        }
        later += 1;
    }
    None
}

const fn clash_of(first: &Declaration, second: &Declaration) -> Option<Text> {
    let both = both(first, second);
    let (field, other) = match (first.discriminator_field(), second.discriminator_field()) {
        (Some(field), Some(other)) => (field, other),
        (None, None) => {
            return Some(both.and(
                ", and nothing in a document says of which type it is: write `discriminator(kind = \"..\")` on both, each \
                 with a tag of its own, or give one of them another `collection = \"..\"`",
            ));
        }
        (Some(field), None) => return Some(no_tag(both, field, second)),
        (None, Some(field)) => return Some(no_tag(both, field, first)),
    };
    if !str_eq(field, other) {
        return Some(
            both.and(", but one is told apart by `")
                .and(field)
                .and("` and the other by `")
                .and(other)
                .and("`: write the same field in both"),
        );
    }
    match (first.family, second.family) {
        (None, None) => clash_of_types(both, first, second),
        (Some(family), None) => clash_with(both, first, family, second),
        (None, Some(family)) => clash_with(both, second, family, first),
        (Some(one), Some(other)) => match clash_of_families(both, second, other, one) {
            Some(broken) => Some(broken),
            None => clash_of_families(both, first, one, other),
        },
    }
}

const fn both(first: &Declaration, second: &Declaration) -> Text {
    Text::new("`")
        .and(first.name)
        .and("` and `")
        .and(second.name)
        .and("` are both stored in the collection `")
        .and(first.collection)
        .and("`")
}

const fn no_tag(both: Text, field: &str, without: &Declaration) -> Text {
    both.and(", and nothing in a document says that it is a `")
        .and(without.name)
        .and("`: write `discriminator(")
        .and(field)
        .and(" = \"..\")` on it, with a tag of its own")
}

const fn clash_of_types(both: Text, first: &Declaration, second: &Declaration) -> Option<Text> {
    if let (Some(one), Some(other)) = (first.discriminator, second.discriminator)
        && str_eq(one.tag, other.tag)
    {
        return Some(
            both.and(" with the tag `")
                .and(one.tag)
                .and("`: give each a tag of its own, or list one"),
        );
    }
    if !same_id(first, second) {
        return Some(both.and(
            ", and the types of their `_id` differ: give all documents of a collection one type of `_id`",
        ));
    }
    if first.validation.level as u8 != second.validation.level as u8
        || first.validation.action as u8 != second.validation.action as u8
    {
        return Some(both.and(
            ", which has one validator, and declare it differently: write the same `validation(..)` on all of its documents",
        ));
    }
    same_index(first, second)
}

/// Whether the `_id` of both is stored alike.
pub(crate) const fn same_id(first: &Declaration, second: &Declaration) -> bool {
    let (Some(one), Some(other)) = (id(first), id(second)) else { return true };
    let (one, other) = (Identity::new("", &[one], &[]), Identity::new("", &[other], &[]));
    str_eq(one.as_str(), other.as_str())
}

const fn id(of: &Declaration) -> Option<&'static Shape> {
    let mut rest = of.shape.fields;
    while let [field, next @ ..] = rest {
        if matches!(field.managed, Managed::Id) {
            return Some(field.shape);
        }
        rest = next;
    }
    None
}

/// The server has one index of a name in a collection.
const fn same_index(first: &Declaration, second: &Declaration) -> Option<Text> {
    let mut rest = first.indexes;
    while let [one, next @ ..] = rest {
        let mut others = second.indexes;
        while let [other, behind @ ..] = others {
            if str_eq(one.name, other.name) {
                return Some(
                    both(first, second)
                        .and(", and both have an index `")
                        .and(one.name)
                        .and("`: give each index of a collection a name of its own"),
                );
            }
            others = behind;
        }
        rest = next;
    }
    None
}

/// A document beside an enum over the types of the collection.
const fn clash_with(
    both: Text,
    whole: &Declaration,
    family: Family,
    one: &Declaration,
) -> Option<Text> {
    let Some(own) = one.discriminator else { return None };
    match of_tag(family, own.tag) {
        Some(part) if str_eq(part.shape.id, one.shape.id) => None,
        Some(part) => Some(
            both.and(", and the tag `")
                .and(own.tag)
                .and("` is that of `")
                .and(part.name)
                .and("` in `")
                .and(whole.name)
                .and("`: give each type a tag of its own"),
        ),
        None if family.keeps_others => None,
        None => Some(no_variant(both, whole, one)),
    }
}

const fn clash_of_families(
    both: Text,
    whole: &Declaration,
    family: Family,
    other: Family,
) -> Option<Text> {
    let mut rest = other.types;
    while let [one, next @ ..] = rest {
        if let Some(broken) = clash_with(both, whole, family, one) {
            return Some(broken);
        }
        rest = next;
    }
    None
}

const fn no_variant(both: Text, whole: &Declaration, one: &Declaration) -> Text {
    both.and(", and `")
        .and(whole.name)
        .and("` can't read a `")
        .and(one.name)
        .and("`: give it a variant `")
        .and(one.name)
        .and("(")
        .and(one.name)
        .and(")`, or one with `#[mongo(fallback)]`")
}

const fn of_tag(family: Family, tag: &str) -> Option<&'static Declaration> {
    let mut rest = family.types;
    while let [one, next @ ..] = rest {
        if let Some(own) = one.discriminator
            && str_eq(own.tag, tag)
        {
            return Some(one);
        }
        rest = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::Discriminator, index::IndexDeclaration, shape::DocumentShape};

    static SHAPE: DocumentShape = DocumentShape::new("x", "X", &[], false);
    static OTHER: DocumentShape = DocumentShape::new("y", "Y", &[], false);

    fn text(documents: &[&Declaration]) -> String {
        clash(documents).map_or_else(String::new, |text| text.as_str().to_owned())
    }

    const fn tagged(name: &'static str, field: &'static str, tag: &'static str) -> Declaration {
        let mut made = Declaration::new(name, "vehicles", &SHAPE);
        made.discriminator = Some(Discriminator { field, tag });
        made
    }

    #[test]
    fn two_documents_that_nothing_tells_apart_share_no_collection() {
        let (a, b, c) = (
            Declaration::new("Order", "orders", &SHAPE),
            Declaration::new("Customer", "customers", &SHAPE),
            Declaration::new("OldOrder", "orders", &SHAPE),
        );
        assert!(clash(&[&a, &b]).is_none());
        assert!(text(&[&a, &b, &c]).starts_with(
            "`Order` and `OldOrder` are both stored in the collection `orders`, and nothing in a document says"
        ));
    }

    #[test]
    fn documents_with_tags_share_a_collection() {
        let (car, truck) = (tagged("Car", "kind", "car"), tagged("Truck", "kind", "truck"));
        assert_eq!(text(&[&car, &truck]), "");
        let plain = Declaration::new("Old", "vehicles", &SHAPE);
        assert!(text(&[&car, &plain]).ends_with(
            "nothing in a document says that it is a `Old`: write `discriminator(kind = \"..\")` on it, with a tag of its own"
        ));
        assert!(
            text(&[&car, &tagged("Bus", "type", "bus")])
                .contains("by `kind` and the other by `type`")
        );
        assert!(text(&[&car, &tagged("Auto", "kind", "car")]).contains("with the tag `car`"));
    }

    #[test]
    fn an_index_name_is_taken_once_in_a_collection() {
        static INDEXES: [IndexDeclaration; 1] = [IndexDeclaration::new("ix_plate", &[])];
        let (mut car, mut truck) = (tagged("Car", "kind", "car"), tagged("Truck", "kind", "truck"));
        (car.indexes, truck.indexes) = (&INDEXES, &INDEXES);
        assert!(text(&[&car, &truck]).contains("both have an index `ix_plate`"));
    }

    #[test]
    fn an_enum_stands_beside_its_types_and_has_a_variant_for_each() {
        static CAR: Declaration = tagged("Car", "kind", "car");
        static TYPES: &[&Declaration] = &[&CAR];
        let family = |keeps_others| {
            let mut made = Declaration::new("Vehicle", "vehicles", &OTHER);
            made.family = Some(Family { field: "kind", types: TYPES, keeps_others });
            made
        };
        assert_eq!(text(&[&family(false), &CAR]), "");
        let truck = tagged("Truck", "kind", "truck");
        assert!(text(&[&family(false), &truck]).contains("`Vehicle` can't read a `Truck`"));
        assert_eq!(text(&[&truck, &family(true)]), "");
        let mut copy = tagged("Copy", "kind", "car");
        copy.shape = &OTHER;
        assert!(
            text(&[&family(true), &copy]).contains("the tag `car` is that of `Car` in `Vehicle`")
        );
    }
}
