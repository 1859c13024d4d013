//! What a form takes is the filter that the program would have written.

use mongo_runtime::{
    bson,
    filter::Filter,
    form::{FilterForm, FormError, FormFault},
    prelude::*,
};
use mongo_tests::hostile::{Listing, State, form};

/// The faults and paths of what was refused.
fn faults(error: &FormError) -> Vec<(FormFault, &str)> {
    error.problems().iter().map(|problem| (problem.fault(), problem.path())).collect()
}

#[track_caller]
fn assert_asks(json: &str, pairs: &[(&str, &str)], expected: &Filter<Listing>) {
    assert_eq!(&form().parse_json(json).expect(json).filter, expected, "{json}");
    assert_eq!(&form().parse_pairs(pairs.iter().copied()).expect(json).filter, expected, "{json}");
    expected.render().expect("a filter that can be sent");
}

#[test]
fn a_value_is_read_as_what_its_field_stores() {
    let f = Listing::fields();
    let id = ObjectId::parse_str("0102030405060708090a0b0c").unwrap();
    let owner = Uuid::parse_str("00112233-4455-6677-8899-aabbccddeeff").unwrap();
    let price: Decimal128 = "12.50".parse().unwrap();
    let leap = DateTime::from_millis(1_709_209_800_250);
    assert_asks(r#"{"title": "größe"}"#, &[("title", "größe")], &f.title().eq("größe"));
    assert_asks(r#"{"title": ""}"#, &[("title", "")], &f.title().eq(""));
    assert_asks(
        r#"{"state": {"eq": "draft"}}"#,
        &[("state.eq", "draft")],
        &f.state().eq(State::Draft),
    );
    assert_asks(r#"{"stock": -7}"#, &[("stock", "-7")], &f.stock().eq(-7));
    assert_asks(
        r#"{"views": 9007199254740993}"#,
        &[("views", "9007199254740993")],
        &f.views().eq(9_007_199_254_740_993),
    );
    assert_asks(
        r#"{"views": "9223372036854775807"}"#,
        &[("views", "9223372036854775807")],
        &f.views().eq(i64::MAX),
    );
    assert_asks(r#"{"rating": 5e-1}"#, &[("rating", "0.5")], &f.rating().eq(0.5));
    assert_asks(r#"{"rating": 2}"#, &[("rating", "2")], &f.rating().eq(2.0));
    assert_asks(r#"{"price": "12.50"}"#, &[("price", "12.50")], &f.price().eq(price));
    assert_asks(r#"{"price": 12.50}"#, &[("price", "12.50")], &f.price().eq(price));
    assert_asks(r#"{"sold": false}"#, &[("sold", "false")], &f.sold().eq(false));
    assert_asks(
        r#"{"id": "0102030405060708090a0b0c"}"#,
        &[("id", "0102030405060708090a0b0c")],
        &f.id().eq(id),
    );
    let owner_text = "00112233-4455-6677-8899-aabbccddeeff";
    assert_asks(
        &format!(r#"{{"owner": "{owner_text}"}}"#),
        &[("owner", owner_text)],
        &f.owner().eq(owner),
    );
    for date in ["2024-02-29T12:30:00.250Z", "2024-02-29T14:30:00.25+02:00"] {
        let json = format!(r#"{{"listed_at": {{"lt": "{date}"}}}}"#);
        assert_asks(&json, &[("listed_at.lt", date)], &f.listed_at().lt(leap));
    }
}

#[test]
fn an_operator_asks_what_the_method_of_its_name_asks() {
    let f = Listing::fields();
    assert_asks(
        r#"{"state": {"ne": "draft"}}"#,
        &[("state.ne", "draft")],
        &f.state().ne(State::Draft),
    );
    assert_asks(
        r#"{"state": {"in": ["draft", "public"]}}"#,
        &[("state.in", "draft"), ("state.in", "public")],
        &f.state().is_in([State::Draft, State::Public]),
    );
    assert_asks(
        r#"{"stock": {"gt": 1, "lt": 9}, "views": {"gte": 3}}"#,
        &[("stock.gt", "1"), ("stock.lt", "9"), ("views.gte", "3")],
        &f.stock().gt(1).and(f.stock().lt(9)).and(f.views().gte(3)),
    );
    assert_asks(
        r#"{"title": {"starts_with": "a.b"}}"#,
        &[("title.starts_with", "a.b")],
        &f.title().starts_with("a.b"),
    );
    assert_asks(
        r#"{"title": {"contains": "(x"}}"#,
        &[("title.contains", "(x")],
        &f.title().contains("(x"),
    );
    assert_asks(r#"{"tag": "wood"}"#, &[("tag", "wood")], &f.tags().each().eq("wood"));
    assert_asks(
        r#"{"coupon": {"present": true}}"#,
        &[("coupon.present", "true")],
        &f.coupon().is_present(),
    );
    assert_asks(
        r#"{"coupon": {"present": false}}"#,
        &[("coupon.present", "false")],
        &f.coupon().is_null_or_absent(),
    );
    assert_asks("{}", &[], &Filter::all_of([] as [Filter<Listing>; 0]));
}

#[test]
fn an_order_is_asked_for_by_its_name_alone() {
    let f = Listing::fields();
    let newest = f.listed_at().desc().then(f.id().desc());
    assert_eq!(form().parse_json(r#"{"sort": "newest"}"#).unwrap().sort, Some(newest.clone()));
    assert_eq!(form().parse_pairs([("sort", "newest")]).unwrap().sort, Some(newest));
    assert_eq!(form().parse_pairs([("page", "3")]).unwrap().sort, None);
    let error = form().parse_pairs([("sort", "-listed_at")]).unwrap_err();
    assert_eq!(error.to_string(), "`sort`: no such order; known are `newest`");
    let unordered = FilterForm::<Listing>::new().field("stock", f.stock(), |it| it.eq());
    let error = unordered.parse_pairs([("sort", "newest")]).unwrap_err();
    assert_eq!(error.to_string(), "`sort`: no such field; known are `stock`");
}

#[test]
fn every_problem_is_told_with_its_path_and_what_is_allowed_and_without_its_value() {
    let json = r#"{"title": {"$ne": "canary-7313"}, "state": "canary-7313", "stock": "canary-7313", "canary 7313": 1,
        "views": {"gte": 1, "lt": 2}, "price": null, "tag": {"in": ["canary-7313", {"canary-7313": 1}]}}"#;
    let error = form().parse_json(json).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`title.$ne`: no such operator; `title` takes `eq`, `starts_with`, `contains`; \
         `state`: expected one of `draft`, `public`; \
         `stock`: expected an integer of 32 bits, found text; \
         `#4`: no such field; known are `id`, `title`, `state`, `price`, `stock`, `views`, `rating`, `sold`, `listed_at`, `owner`, \
         `tag`, `coupon`, `sort`; \
         `views.lt`: no such operator; `views` takes `eq`, `gte`; \
         `price`: expected a decimal number, as `12.50`, found null; \
         `tag.in[1]`: expected text, found an object"
    );
    assert!(!format!("{error:?}").contains("canary"), "{error:?}");
    let error = form().parse_json("{\"title\": canary-7313}").unwrap_err();
    assert_eq!(error.to_string(), "not JSON, at line 1, column 11");
}

#[test]
fn the_bounds_of_a_field_and_of_the_form_hold_for_what_comes_in() {
    let f = Listing::fields();
    let form = FilterForm::<Listing>::new()
        .field("title", f.title(), |it| it.eq().starts_with().max_len(5))
        .field("tag", f.tags().each(), |it| it.eq())
        .field("coupon", f.coupon(), |it| it.eq().ne())
        .field("stock", f.stock(), |it| it.gt().lt().eq().is_in(2))
        .max_text_len(15)
        .max_conditions(3)
        .max_input_bytes(100);
    let fault = |pairs: &[(&str, &str)]| {
        let error = form.parse_pairs(pairs.iter().copied()).expect_err("over a bound");
        faults(&error)[0].0
    };
    assert!(form.parse_pairs([("title", "ééééé"), ("tag", "fifteen letters")]).is_ok());
    assert_eq!(fault(&[("title", "sixsix")]), FormFault::TooLong);
    assert_eq!(fault(&[("title.starts_with", "sixsix")]), FormFault::TooLong);
    assert_eq!(fault(&[("tag", "sixteen letters!")]), FormFault::TooLong);
    assert_eq!(
        fault(&[("stock.in", "1"), ("stock.in", "2"), ("stock.in", "3")]),
        FormFault::TooLong
    );
    assert_eq!(
        fault(&[("stock.gt", "1"), ("stock.lt", "2"), ("stock", "3"), ("title", "a")]),
        FormFault::TooMany
    );
    assert_eq!(fault(&[("title", &"x".repeat(101))]), FormFault::TooLong);
}

#[test]
fn a_required_field_is_asked_for() {
    let f = Listing::fields();
    let form = FilterForm::<Listing>::new()
        .field("owner", f.owner(), |it| it.eq().required())
        .field("stock", f.stock(), |it| it.eq());
    let error = form.parse_pairs([("stock", "1")]).unwrap_err();
    assert_eq!(error.to_string(), "`owner`: must be asked for, by `eq`");
}

#[test]
fn two_conditions_that_two_elements_could_meet_are_refused() {
    let error = form().parse_json(r#"{"tag": {"eq": "a", "in": ["b"]}}"#).unwrap_err();
    assert_eq!(faults(&error), [(FormFault::NotTogether, "tag.in")]);
}

#[test]
fn a_form_is_made_once_and_shared_between_threads() {
    static FORM: std::sync::LazyLock<FilterForm<Listing>> = std::sync::LazyLock::new(form);
    let parsed =
        std::thread::spawn(|| FORM.parse_pairs([("stock", "1")])).join().expect("no panic");
    assert_eq!(parsed, FORM.parse_pairs([("stock", "1")]));
    let shown = format!("{:?}", *FORM);
    assert!(shown.contains("title(eq, starts_with, contains)"), "{shown}");
}

#[test]
#[should_panic(expected = "two fields of a form are called `stock`")]
fn two_fields_of_one_name_are_a_mistake_of_the_program() {
    let f = Listing::fields();
    let _ = form().field("stock", f.views(), |it| it.eq());
}

#[test]
#[should_panic(expected = "a name of a form is made of ASCII letters")]
fn a_name_is_no_path() {
    let _ = FilterForm::<Listing>::new().field("a.b", Listing::fields().views(), |it| it.eq());
}

#[test]
#[should_panic(expected = "the field `views` of a form takes no operator")]
fn a_field_without_operators_is_a_mistake_of_the_program() {
    let _ = FilterForm::<Listing>::new().field("views", Listing::fields().views(), |it| it);
}

/// Representations that are not those of the types themselves.
mod represented {
    use super::*;

    #[derive(Document)]
    #[mongo(collection = "represented")]
    struct Represented {
        #[mongo(id)]
        id: Id<Self>,
        #[mongo(as = "uuid_csharp_legacy")]
        legacy: Uuid,
        #[mongo(as = "string_padded")]
        padded: u64,
        #[mongo(as = "civil_date")]
        day: chrono::NaiveDate,
        #[mongo(as = "string")]
        digits: bigdecimal::BigDecimal,
        small: u8,
        nothing: Presence<i32>,
        clock: bson::Timestamp,
    }

    #[test]
    #[should_panic(expected = "what the field `clock` of a form holds has no text")]
    fn what_has_no_text_is_not_compared() {
        let _ = FilterForm::new().field("clock", Represented::fields().clock(), |it| it.gt());
    }

    #[test]
    fn a_representation_takes_the_text_of_what_is_stored() {
        let f = Represented::fields();
        let form = FilterForm::new()
            .field("id", f.id(), |it| it.eq())
            .field("legacy", f.legacy(), |it| it.eq())
            .field("padded", f.padded(), |it| it.gte())
            .field("day", f.day(), |it| it.gte())
            .field("digits", f.digits(), |it| it.eq())
            .field("small", f.small(), |it| it.eq())
            .field("nothing", f.nothing(), |it| it.eq().present());
        let id = ObjectId::parse_str("0102030405060708090a0b0c").unwrap();
        let legacy = Uuid::parse_str("00112233-4455-6677-8899-aabbccddeeff").unwrap();
        let day = chrono::NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
        for (pair, expected) in [
            (("id", "0102030405060708090a0b0c"), f.id().eq(Id::from(id))),
            (("legacy", "00112233-4455-6677-8899-aabbccddeeff"), f.legacy().eq(legacy)),
            (("padded.gte", "00000000000000000042"), f.padded().gte(42)),
            (("day.gte", "2024-02-29"), f.day().gte(day)),
            (("digits", "1.50"), f.digits().eq("1.50".parse::<bigdecimal::BigDecimal>().unwrap())),
            (("small", "255"), f.small().eq(255)),
            (("nothing", "1"), f.nothing().eq(1)),
        ] {
            assert_eq!(form.parse_pairs([pair]).expect(pair.0).filter, expected, "{}", pair.0);
        }
        for pair in [
            ("small", "256"),
            ("small", "-1"),
            ("padded.gte", "42"),
            ("day.gte", "2023-02-29"),
            ("digits", "much"),
            ("legacy", "0102030405060708090a0b0c"),
        ] {
            let error = form.parse_pairs([pair]).expect_err(pair.1);
            assert_eq!(error.problems()[0].path(), pair.0, "{error}");
        }
    }
}
