//! Filters and updates of a type that reads other versions, as they are sent.

use mongo_runtime::{
    Document, Embedded, Revision, Upgrade, UpgradeError,
    bson::{Document as BsonDocument, doc},
    filter::Filter,
    prelude::*,
    update::{IntoUpdate, Rejection},
};

#[derive(Document)]
#[mongo(collection = "people", schema_version = 3, version_field = "v", reads(PersonV2))]
struct Person {
    #[mongo(id)]
    id: i32,
    name: String,
    /// Text in version 2.
    born: i32,
    /// Shorter in version 2, and not there before.
    #[mongo(max_len = 20)]
    motto: String,
    home: Home,
    /// The same type in all versions, optional before.
    work: Place,
    #[mongo(max_items = 4)]
    visits: Vec<Visit>,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 2, version_field = "v", reads(PersonV0, PersonV1))]
struct PersonV2 {
    #[mongo(id)]
    id: i32,
    name: String,
    born: String,
    #[mongo(max_len = 10)]
    motto: String,
    home: HomeV2,
    work: Option<Place>,
    #[mongo(max_items = 4)]
    visits: Vec<VisitV2>,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 1, version_field = "v")]
struct PersonV1 {
    #[mongo(id)]
    id: i32,
    name: String,
}

#[derive(Document)]
#[mongo(collection = "people")]
struct PersonV0 {
    #[mongo(id)]
    id: i32,
    name: String,
}

#[derive(Embedded)]
struct Home {
    town: String,
    floor: i32,
}

#[derive(Embedded)]
struct HomeV2 {
    town: String,
    floor: i64,
}

#[derive(Embedded)]
struct Place {
    town: String,
}

#[derive(Embedded)]
struct Visit {
    place: String,
    minutes: i32,
}

#[derive(Embedded)]
struct VisitV2 {
    place: String,
    hours: i32,
}

impl Upgrade<PersonV2> for Person {
    fn upgrade(_: PersonV2) -> Result<Self, UpgradeError> {
        Err(UpgradeError::new("not in this test"))
    }
}

impl Upgrade<PersonV1> for PersonV2 {
    fn upgrade(_: PersonV1) -> Result<Self, UpgradeError> {
        Err(UpgradeError::new("not in this test"))
    }
}

impl Upgrade<PersonV0> for PersonV2 {
    fn upgrade(_: PersonV0) -> Result<Self, UpgradeError> {
        Err(UpgradeError::new("not in this test"))
    }
}

#[track_caller]
fn shows<D: Document>(filter: &Filter<D>, expected: &BsonDocument) {
    assert_eq!(filter.render().as_ref(), Ok(expected));
}

#[track_caller]
fn refuses<D: Document>(filter: &Filter<D>, part: &str) {
    let refusal = filter.render().expect_err("a broken rule").to_string();
    assert!(refusal.contains(part), "{refusal}");
}

/// The versions that an update may touch.
#[track_caller]
fn touches(update: impl IntoUpdate<Person>, expected: BsonDocument) {
    let rendered = update.into_update().render().expect("a good update");
    assert_eq!(rendered.guards[0].condition, doc! { "v": expected });
    assert_eq!(rendered.guards[0].rejection, Rejection::OlderVersion { current: 3 });
}

#[test]
fn a_filter_on_what_each_version_stores_alike_is_sent_as_it_is() {
    let f = Person::fields();
    shows(&f.name().eq("Ada"), &doc! { "name": "Ada" });
    shows(&by_id(1).and(f.name().ne("Ada")), &doc! { "_id": 1, "name": { "$ne": "Ada" } });
}

#[test]
fn a_filter_on_what_another_version_lacks_or_stores_otherwise_says_what_of_those() {
    let f = Person::fields();
    let text = "`born` is not in documents of version 0, which `Person` still reads, so say what the filter does about them: \
                `.of_current_version()` leaves them out, `.as_stored()` judges them as they are stored, \
                `.or_of_version(PersonV0::fields()..)` asks them something else";
    assert_eq!(f.born().gt(1900).render().expect_err("refused").to_string(), text);
    refuses(&f.name().eq("Ada").or(f.born().gt(1900)), "`born` is not in documents of version 0");
    refuses(&f.name().eq("Ada").and(f.born().gt(1900).not()), "`born` is not in");
}

#[test]
fn each_of_the_three_answers_is_sent_as_it_says() {
    let born = || Person::fields().born().gt(1900);
    shows(&born().of_current_version(), &doc! { "v": 3, "born": { "$gt": 1900 } });
    shows(&born().as_stored(), &doc! { "born": { "$gt": 1900 } });
    let in_v2 = PersonV2::fields().born().eq("1901").of_current_version();
    let in_v1 = PersonV1::fields().name().eq("Ada");
    let in_v0 = PersonV0::fields().name().eq("Eva");
    refuses(&born().or_of_version::<PersonV2>(&in_v2), "`born` is not in documents of version 0");
    let each = born()
        .or_of_version::<PersonV2>(&in_v2)
        .or_of_version::<PersonV1>(&in_v1)
        .or_of_version::<PersonV0>(&in_v0);
    let expected = doc! { "$or": [
        { "v": 3, "born": { "$gt": 1900 } },
        { "$and": [{ "v": 2 }, { "v": 2, "born": "1901" }] },
        { "v": 1, "name": "Ada" },
        { "v": { "$in": [null, 0], "$not": { "$type": 10 } }, "name": "Eva" },
    ] };
    shows(&each, &expected);
    let no_older = born().of_current_version().or_of_version::<PersonV1>(&in_v1);
    let expected = doc! { "$or": [{ "v": 3, "born": { "$gt": 1900 } }, { "v": 1, "name": "Ada" }] };
    shows(&no_older, &expected);
}

#[test]
fn what_is_said_of_versions_holds_for_what_is_asked_beside_it() {
    let f = Person::fields();
    let born = || Person::fields().born().gt(1900);
    let both = f.motto().eq("a").and(born().of_current_version());
    shows(&both, &doc! { "motto": "a", "v": 3, "born": { "$gt": 1900 } });
    refuses(&f.motto().eq("a").or(born().of_current_version()), "`motto` is not in");
    // The opposite is about documents of the same versions.
    shows(
        &born().of_current_version().not(),
        &doc! { "v": 3, "born": { "$not": { "$gt": 1900 } } },
    );
    let none = Filter::none_of([born().of_current_version(), f.name().eq("Ada")]);
    shows(
        &none,
        &doc! { "v": 3, "born": { "$not": { "$gt": 1900 } }, "$nor": [{ "name": "Ada" }] },
    );
    let deep = f.name().eq("Ada").or(born().of_current_version()).not();
    refuses(&deep, "say it of the whole");
}

#[test]
fn a_filter_for_a_version_is_of_a_type_that_reads_it() {
    #[derive(Document)]
    #[mongo(collection = "people", schema_version = 1, version_field = "v")]
    struct Other {
        #[mongo(id)]
        id: i32,
        born: i32,
    }
    let born = Person::fields().born().gt(1900);
    let of_other = born.clone().or_of_version::<Other>(Other::fields().born().gt(1900));
    refuses(&of_other, "`Other`, and that is no type by which `Person` reads another version");
    let in_v1 = || PersonV1::fields().name().eq("Ada");
    let twice = born.or_of_version::<PersonV1>(in_v1()).or_of_version::<PersonV1>(in_v1());
    refuses(&twice, "two filters for version 1");
}

#[test]
fn inside_of_documents_and_arrays_the_path_counts() {
    // In the middle of the chain, so that only version 2 is another one.
    #[derive(Document)]
    #[mongo(collection = "people", schema_version = 3, version_field = "v", reads(OnlyV2))]
    struct Now {
        #[mongo(id)]
        id: i32,
        home: Home,
        work: Place,
        #[mongo(max_items = 4)]
        visits: Vec<Visit>,
    }
    #[derive(Document)]
    #[mongo(collection = "people", schema_version = 2, version_field = "v")]
    struct OnlyV2 {
        #[mongo(id)]
        id: i32,
        home: HomeV2,
        work: Option<Place>,
        #[mongo(max_items = 4)]
        visits: Vec<VisitV2>,
    }
    impl Upgrade<OnlyV2> for Now {
        fn upgrade(_: OnlyV2) -> Result<Self, UpgradeError> {
            Err(UpgradeError::new("not in this test"))
        }
    }
    let f = Now::fields();
    shows(&f.home().town().eq("Ulm"), &doc! { "home.town": "Ulm" });
    shows(&f.work().town().eq("Ulm"), &doc! { "work.town": "Ulm" });
    refuses(
        &f.home().floor().eq(1),
        "`home.floor` is stored in another form in documents of version 2",
    );
    let place = f.visits().elem_match(|visit| visit.place().eq("Ulm"));
    shows(&place, &doc! { "visits": { "$elemMatch": { "place": "Ulm" } } });
    let minutes = f.visits().elem_match(|visit| visit.minutes().gt(5));
    refuses(&minutes, "`visits.minutes` is not in documents of version 2");
    let touched = |update: Update<Now>| update.render().expect("good").guards[0].condition.clone();
    assert_eq!(touched(f.home().town().set("Ulm")), doc! { "v": { "$in": [2, 3] } });
    assert_eq!(touched(f.home().floor().inc(1)), doc! { "v": 3 });
    // An optional document could come into being by half.
    assert_eq!(touched(f.work().town().set("Ulm")), doc! { "v": 3 });
}

#[test]
fn an_update_touches_the_versions_that_store_all_that_it_changes_alike() {
    let f = Person::fields();
    touches(f.name().set("Ada"), doc! { "$in": [null, 0, 1, 2, 3], "$not": { "$type": 10 } });
    current_only(&f.born().set(1901));
    // A longer text than version 2 could have written.
    current_only(&f.motto().set("a"));
    current_only(&f.name().set("Ada").and(f.born().set(1901)));

    #[track_caller]
    fn current_only(update: &Update<Person>) {
        let rendered = update.render().expect("a good update");
        assert_eq!(rendered.guards[0].condition, doc! { "v": 3 });
    }
}

#[test]
fn a_revision_that_older_documents_lack_keeps_an_update_from_them() {
    #[derive(Document)]
    #[mongo(collection = "counted", schema_version = 2, reads(Uncounted))]
    struct Counted {
        #[mongo(id)]
        id: i32,
        name: String,
        #[mongo(revision)]
        revision: Revision,
    }
    #[derive(Document)]
    #[mongo(collection = "counted", schema_version = 1)]
    struct Uncounted {
        #[mongo(id)]
        id: i32,
        name: String,
    }
    impl Upgrade<Uncounted> for Counted {
        fn upgrade(_: Uncounted) -> Result<Self, UpgradeError> {
            Err(UpgradeError::new("not in this test"))
        }
    }
    let rendered = Counted::fields().name().set("Ada").render().expect("a good update");
    assert_eq!(rendered.guards[0].condition, doc! { "schemaVersion": 2 });
}

#[test]
fn a_type_without_versions_has_no_condition_of_one() {
    let f = PersonV0::fields();
    assert!(f.name().set("Ada").render().expect("a good update").guards.is_empty());
    shows(&f.name().eq("Ada").of_current_version(), &doc! { "name": "Ada" });
    shows(&f.name().eq("Ada").as_stored(), &doc! { "name": "Ada" });
}

#[test]
fn debug_shows_what_is_said_of_versions_and_no_value() {
    let born = Person::fields().born().gt(1900);
    let each = born.or_of_version::<PersonV1>(PersonV1::fields().name().eq("canary"));
    let shown = format!("{each:?}");
    assert!(shown.contains("\"v\": 1") || shown.contains("v: 1"), "{shown}");
    assert!(!shown.contains("canary") && !shown.contains("1900"), "{shown}");
}
