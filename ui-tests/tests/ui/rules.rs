//! Which case shows which rule.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

#[test]
fn a_rule_has_a_case_and_a_case_has_a_rule() {
    let there: BTreeSet<String> = cases().into_iter().map(|(name, _)| name).collect();
    let mut wrong = Vec::new();
    let mut named = BTreeSet::new();
    for (rule, cases) in RULES {
        if cases.is_empty() {
            wrong.push(format!("no case for {rule}"));
        }
        for case in *cases {
            if !there.contains(*case) {
                wrong.push(format!("{case}, of {rule}, is not there"));
            }
            if !named.insert((*case).to_owned()) {
                wrong.push(format!("{case} stands twice"));
            }
        }
    }
    wrong.extend(there.difference(&named).map(|case| format!("{case} is of no rule")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The cases that must fail, as `topic/name`.
pub(super) fn cases() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    let mut found = Vec::new();
    for topic in fs::read_dir(&root).expect("the folder of cases is there") {
        let topic = topic.expect("the folder can be read").path();
        for file in fs::read_dir(&topic).expect("a topic is a folder") {
            let path = file.expect("the folder can be read").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.with_extension("");
                let name = name.strip_prefix(&root).expect("the case is in the folder");
                found.push((name.to_string_lossy().into_owned(), path));
            }
        }
    }
    found.sort();
    found
}

/// Each rule that the compiler enforces, and the cases that break it. A cycle of types in which no field has a `max_depth` is
/// the compiler's own error, and has none.
const RULES: &[(&str, &[&str])] = &[
    (
        "Mapping: refused representations",
        &[
            "representation/behind_an_alias",
            "representation/big_integer",
            "representation/big_natural_number",
            "representation/binary_of_a_number",
            "representation/bson_document",
            "representation/bson_value",
            "representation/bytes",
            "representation/bytes_with_a_bound",
            "representation/char",
            "representation/chrono_date_time",
            "representation/chrono_day",
            "representation/chrono_duration",
            "representation/chrono_instant",
            "representation/chrono_instant_of_this_machine",
            "representation/chrono_instant_with_an_offset",
            "representation/chrono_time_of_day",
            "representation/codec_for_another_type",
            "representation/duration",
            "representation/f32",
            "representation/fixed_bytes",
            "representation/foreign_type",
            "representation/i128",
            "representation/inside_of_a_fixed_array",
            "representation/inside_of_a_map",
            "representation/inside_of_a_newtype",
            "representation/inside_of_a_tuple",
            "representation/inside_of_a_variant",
            "representation/inside_of_an_array",
            "representation/inside_of_an_option",
            "representation/instant",
            "representation/isize",
            "representation/jiff_date_time",
            "representation/jiff_day",
            "representation/jiff_duration",
            "representation/jiff_instant",
            "representation/jiff_instant_with_a_zone",
            "representation/jiff_time_of_day",
            "representation/raw_document",
            "representation/serde_only_type",
            "representation/system_time",
            "representation/time_date_time",
            "representation/time_day",
            "representation/time_duration",
            "representation/time_instant",
            "representation/time_time_of_day",
            "representation/two",
            "representation/type_of_yours_without_derive",
            "representation/u128",
            "representation/u64",
            "representation/unknown",
            "representation/usize",
            "representation/wrong_for_the_type",
        ],
    ),
    (
        "Mapping: array or map without bound",
        &[
            "bounds/array",
            "bounds/set",
            "bounds/map",
            "bounds/behind_an_alias",
            "bounds/inside_of_an_option",
            "bounds/newtype_of_an_array",
            "bounds/newtype_of_an_array_with_a_codec",
            "bounds/optional_newtype_of_an_array",
            "bounds/array_in_a_map",
            "bounds/array_in_a_tuple",
            "bounds/array_in_a_tuple_with_a_bound",
            "bounds/array_in_a_variant",
            "bounds/geometry",
            "bounds/geometry_in_an_array",
            "bounds/geometry_in_a_tuple",
            "bounds/array_in_an_array",
        ],
    ),
    (
        "Mapping: a bound is a number, and has its level",
        &[
            "bounds/more_bounds_than_levels",
            "bounds/max_items_of_a_number",
            "bounds/max_items_of_a_point",
            "bounds/geometry_of_too_few_positions",
            "bounds/max_len_of_a_number",
            "bounds/zero",
        ],
    ),
    (
        "Mapping: worst-case size over `max_size`",
        &["size/worst_case_over_max_size", "size/worst_case_over_the_default"],
    ),
    (
        "Mapping: `max_size` is at most 15 MiB",
        &["size/max_size_over_the_limit", "size/max_size_without_a_unit"],
    ),
    (
        "Mapping: `proven` with something unbounded",
        &[
            "size/proven_with_opaque",
            "size/proven_with_unbounded_text",
            "size/proven_with_unbounded_text_inside",
        ],
    ),
    (
        "Mapping: stored name clash",
        &[
            "names/clash",
            "names/clash_by_rename_all",
            "names/clash_with_the_schema_version",
            "names/clash_with_the_tag",
        ],
    ),
    (
        "Mapping: stored name empty, with `.`, leading `$`, NUL",
        &[
            "names/empty",
            "names/empty_by_rename_all",
            "names/empty_by_rename_all_in_a_variant",
            "names/dot",
            "names/dollar",
            "names/nul",
            "names/too_long",
        ],
    ),
    (
        "Mapping: one stored name, in a known form",
        &["names/one_for_writing_and_one_for_reading", "names/unknown_form"],
    ),
    ("Mapping: the id of one document is none of another", &["id/of_another_document"]),
    (
        "Mapping: `_id` on another field",
        &[
            "id/unmarked",
            "id/renamed",
            "id/on_another_field_too",
            "id/in_an_embedded_type",
            "id/with_another_name",
        ],
    ),
    ("Mapping: no `_id`", &["id/none"]),
    ("Mapping: two `_id`", &["id/two", "id/version_field", "id/by_rename_all"]),
    (
        "Mapping: `_id` optional, an array, or opaque",
        &[
            "id/optional",
            "id/optional_newtype",
            "id/bounded_newtype_of_an_array",
            "id/bounded_newtype_of_an_option",
            "id/revision",
            "id/presence",
            "id/array",
            "id/opaque",
        ],
    ),
    (
        "Mapping: recursion without `max_depth`",
        &[
            "recursion/without_max_depth",
            "recursion/optional_without_max_depth",
            "recursion/variant_without_max_depth",
            "recursion/in_a_tuple",
            "recursion/generic_without_max_depth",
            "recursion/max_depth_of_a_number",
        ],
    ),
    (
        "Mapping: `max_bytes` where a cycle closes outside the type",
        &["recursion/closes_outside", "bounds/max_bytes_of_an_array", "bounds/max_bytes_of_text"],
    ),
    ("Mapping: nesting over 100", &["recursion/over_100_levels"]),
    (
        "Mapping: duplicate or empty tags",
        &["enums/duplicate_tags", "enums/duplicate_tags_by_rename_all", "enums/empty_tag"],
    ),
    (
        "Mapping: an enum with data has a tag, and its fields have names",
        &[
            "enums/data_without_a_tag",
            "enums/tuple_variant",
            "enums/tag_of_a_struct",
            "enums/tag_with_a_dot",
            "enums/no_variants",
            "enums/document",
        ],
    ),
    (
        "Mapping: a discriminator is a field and a tag of its own",
        &[
            "discriminator/empty_tag",
            "discriminator/on_the_id",
            "discriminator/with_a_dot",
            "discriminator/without_a_field",
            "discriminator/without_a_tag",
            "discriminator/two_tags",
            "discriminator/also_a_field",
            "discriminator/also_the_version",
            "discriminator/on_an_embedded_type",
            "discriminator/reader_with_another_tag",
        ],
    ),
    (
        "Mapping: an enum over documents takes all from its types",
        &[
            "discriminator/enum_over_a_type_without_a_tag",
            "discriminator/enum_over_two_collections",
            "discriminator/enum_over_two_fields",
            "discriminator/enum_over_one_tag",
            "discriminator/enum_over_two_ids",
            "discriminator/enum_over_an_enum",
            "discriminator/enum_with_a_collection",
            "discriminator/enum_with_fields",
            "discriminator/enum_with_a_renamed_variant",
            "discriminator/enum_with_two_fallbacks",
            "discriminator/enum_with_a_wrong_fallback",
            "discriminator/enum_without_a_type",
            "discriminator/enum_variant_named_id",
        ],
    ),
    (
        "Mapping: documents that share a collection are told apart",
        &[
            "discriminator/shared_without_tags",
            "discriminator/shared_with_one_tag",
            "discriminator/shared_by_two_fields",
            "discriminator/shared_tag",
            "discriminator/shared_with_two_ids",
            "discriminator/shared_index_name",
            "discriminator/catalog_without_a_variant",
        ],
    ),
    (
        "Mapping: a fallback keeps the tag or the document that is stored, once",
        &[
            "enums/fallback_of_a_number",
            "enums/fallback_of_data_as_text",
            "enums/fallback_that_keeps_nothing",
            "enums/fallback_twice",
            "enums/fallback_with_a_tag",
            "enums/fallback_alone",
            "enums/fallback_bound_of_a_document",
            "enums/fallback_bound_of_a_variant",
        ],
    ),
    (
        "Mapping: paths lead into each variant",
        &[
            "enums/variants_of_one_method",
            "enums/variant_without_a_method",
            "enums/paths_of_a_wrong_variant",
        ],
    ),
    ("Mapping: version chain gap", &["versions/gap", "versions/one_version_twice"]),
    (
        "Mapping: reader of the same or a newer version",
        &["versions/same_version", "versions/newer_version"],
    ),
    (
        "Mapping: a reader is of the same collection and version field, and has an upgrade",
        &[
            "versions/another_collection",
            "versions/another_version_field",
            "versions/no_upgrade",
            "versions/reader_is_no_document",
            "versions/reads_without_a_version",
            "versions/version_field_without_a_version",
            "versions/zero",
            "versions/negative",
            "versions/over_the_range",
        ],
    ),
    (
        "Mapping: a newer reader is newer, leaves no gap, is of the same collection and version field, and has a downgrade",
        &[
            "versions/newer_reader_is_not_newer",
            "versions/newer_reader_gap",
            "versions/newer_reader_twice",
            "versions/newer_reader_of_another_collection",
            "versions/newer_reader_of_another_version_field",
            "versions/newer_reader_without_a_version",
            "versions/no_downgrade",
        ],
    ),
    (
        "Mapping: level and action of the validator are the server's",
        &[
            "validation/unknown_level",
            "validation/unknown_action",
            "validation/nothing_said",
            "validation/unknown_key",
        ],
    ),
    ("Mapping: two revisions", &["revision/two"]),
    (
        "Mapping: wrong revision type",
        &[
            "revision/wrong_type",
            "revision/unmarked",
            "revision/in_an_embedded_type",
            "revision/optional",
            "revision/unmarked_in_an_embedded_type",
        ],
    ),
    (
        "Mapping: `Option<Option<_>>`",
        &[
            "types/option_of_a_newtype_of_an_option",
            "types/option_of_option",
            "types/option_of_a_bounded_newtype_of_an_option",
            "types/option_of_option_in_a_tuple",
            "types/newtype_of_a_presence_in_an_array",
            "types/presence_in_a_tuple_of_newtypes",
            "types/option_of_presence",
            "types/presence_in_an_array",
            "types/null_of_a_presence",
            "types/null_without_an_option",
        ],
    ),
    (
        "Mapping: unions, lifetimes, what can't be stored",
        &[
            "types/union",
            "types/lifetime",
            "types/document_with_a_lifetime",
            "types/reference",
            "types/generic_document",
            "types/document_of_a_tuple",
            "types/tuple_of_two",
            "types/transparent_with_two_fields",
            "types/renamed_inside_of_a_newtype",
            "types/refused_argument_of_a_generic_type",
            "types/argument_without_a_codec",
            "types/newtype_of_a_private_type",
        ],
    ),
    (
        "Mapping: map keys are text",
        &[
            "maps/key_is_boolean",
            "maps/key_is_character",
            "maps/key_is_integer",
            "maps/key_is_optional",
            "maps/key_is_padded",
            "maps/key_is_presence",
            "maps/tag_with_a_dot",
            "maps/key_is_object_id",
            "maps/key_is_id",
        ],
    ),
    (
        "Mapping: unknown keys and wrong values of attributes",
        &[
            "attributes/unknown_key_of_a_document",
            "attributes/unknown_key_of_a_field",
            "attributes/unknown_key_of_a_variant",
            "attributes/unknown_key_of_an_index",
            "attributes/twice",
            "attributes/flag_with_a_value",
            "attributes/key_without_a_value",
            "attributes/no_parentheses",
            "attributes/missing_comma",
            "attributes/bound_that_is_no_number",
            "attributes/bound_below_one",
            "attributes/number_by_a_constant",
            "attributes/number_in_quotes",
            "attributes/number_too_large",
            "attributes/path_in_quotes",
            "attributes/text_without_quotes",
            "attributes/value_is_missing",
            "attributes/document_key_of_an_embedded_type",
            "attributes/collection_with_a_dollar",
            "attributes/empty_collection",
            "attributes/no_collection",
            "attributes/system_collection",
        ],
    ),
    (
        "Mapping: `deny_unknown` and `rename_all` are for what has fields",
        &[
            "enums/deny_unknown_without_data",
            "types/deny_unknown_of_a_newtype",
            "types/rename_all_of_a_newtype",
        ],
    ),
    (
        "Mapping: a marker holds nothing, beside the value of a newtype",
        &["types/marker_that_holds_something", "types/marker_beside_no_newtype"],
    ),
    (
        "Mapping: no skip, no flatten, nor what else serde has",
        &[
            "attributes/skip",
            "attributes/flatten",
            "attributes/alias",
            "attributes/default",
            "attributes/deny_unknown_fields",
            "attributes/serialize_with",
            "enums/content",
            "enums/other",
            "enums/untagged",
        ],
    ),
    (
        "Mapping: mistakes are reported together, and once",
        &[
            "attributes/every_mistake_is_reported",
            "attributes/every_mistake_is_reported_by_field",
            "attributes/one_mistake_among_uses",
            "attributes/one_mistake_of_a_document_among_uses",
            "attributes/refused_type_among_uses",
        ],
    ),
    (
        "Mapping: a reference is to a document, and stored as its `_id`",
        &[
            "links/reference_of_another_type",
            "links/reference_in_another_representation",
            "links/reference_in_a_variant",
            "links/reference_of_a_newtype",
            "links/reference_to_no_document",
        ],
    ),
    (
        "Mapping: a copy is of a field that is there, and stored as it is",
        &[
            "links/copy_of_an_unknown_field",
            "links/copy_of_an_unknown_path",
            "links/copy_of_what_is_inside_of_text",
            "links/copy_of_elements",
            "links/copy_in_another_form",
            "links/copy_of_an_optional_field",
        ],
    ),
    ("Mapping: a copy has room for its source (R)", &["links/copy_that_is_shorter"]),
    (
        "Mapping: `copy_of` is of a struct, of one document, with its `_id`",
        &[
            "links/copies_without_the_id",
            "links/copy_and_not_copied",
            "links/copy_elsewhere",
            "links/copy_of_a_document_in_a_document",
            "links/copy_of_a_newtype",
            "links/copy_of_an_embedded_type",
            "links/generic_copy",
        ],
    ),
    (
        "Index: unknown path",
        &[
            "index/unknown_path",
            "index/variant_unknown",
            "index/variant_left_out",
            "index/variant_as_a_key",
            "index/unknown_path_inside",
            "index/partial_unknown_path",
            "index/path_into_a_number",
            "index/path_into_an_array",
            "index/arrays_of_arrays",
            "index/path_is_a_string",
            "index/path_with_an_index",
            "index/elements_of_a_number",
            "index/private_field",
        ],
    ),
    ("Index: over 32 keys", &["index/over_32_keys"]),
    ("Index: over 64 indexes", &["index/over_64_indexes"]),
    ("Index: text indexes outside the capability plane", &["index/text"]),
    ("Index: same name", &["index/same_name"]),
    (
        "Index: same keys",
        &[
            "index/same_keys",
            "index/same_keys_as_a_unique_one",
            "index/same_keys_with_the_same_collation",
            "index/only_the_id",
        ],
    ),
    (
        "Index: a wildcard is alone, and neither unique, sparse nor TTL",
        &[
            "index/wildcard_beside_a_key",
            "index/wildcard_that_is_unique",
            "index/wildcard_that_expires",
            "index/wildcard_that_is_sparse",
            "index/wildcard_with_a_direction",
            "index/wildcard_of_a_number",
            "index/wildcard_of_an_unknown_path",
        ],
    ),
    (
        "Index: a projection is of the whole document",
        &[
            "index/projection_of_a_plain_index",
            "index/projection_of_nothing",
            "index/projection_of_both_kinds",
            "index/projection_of_a_path_and_what_is_in_it",
            "index/projection_of_an_unknown_path",
        ],
    ),
    (
        "Index: a collation is one that the server has",
        &[
            "index/collation_without_a_locale",
            "index/collation_of_no_language",
            "index/collation_of_no_variant",
            "index/collation_that_is_simple",
            "index/collation_of_another_strength",
            "index/collation_with_case_that_does_not_count",
            "index/collation_with_case_of_the_language",
            "index/collation_with_accents_that_do_not_count",
            "index/collation_with_an_unknown_option",
            "index/collation_with_an_unknown_value",
            "index/collation_with_a_flag_without_a_value",
        ],
    ),
    (
        "Index: owner, and the operations that it serves",
        &["index/unknown_owner", "index/serves_what_is_no_name", "index/serves_one_twice"],
    ),
    (
        "Index: prefix of another (R)",
        &["index/prefix_of_a_later_one", "index/prefix_of_an_earlier_one"],
    ),
    (
        "Index: two arrays in one compound index",
        &["index/two_arrays", "index/two_arrays_of_documents"],
    ),
    (
        "Index: TTL not on one date field, on `_id`",
        &[
            "index/expiry_of_a_number",
            "index/expiry_of_a_map",
            "index/expiry_of_an_array",
            "index/expiry_through_an_array",
            "index/expiry_of_the_id",
            "index/expiry_with_two_keys",
            "index/expiry_without_a_unit",
        ],
    ),
    (
        "Index: 2dsphere off a GeoJSON field",
        &[
            "index/sphere_of_a_number",
            "index/sphere_of_a_map",
            "index/sphere_of_an_array",
            "index/sphere_of_a_pair",
        ],
    ),
    (
        "Index: hashed on an array or unique",
        &[
            "index/hashed_and_unique",
            "index/hashed_array",
            "index/hashed_beside_an_array",
            "index/hashed_beside_a_sphere",
            "index/hashed_in_an_array",
            "index/two_hashed_keys",
        ],
    ),
    ("Index: sparse with partial", &["index/sparse_and_partial"]),
    ("Index: sparse (R)", &["index/sparse"]),
    (
        "Index: unique over an optional field without saying how many may lack it",
        &[
            "index/unique_over_a_field_of_an_optional_document",
            "index/unique_over_an_optional_field",
            "index/variant_and_unique",
            "index/variant_and_unique_beside_another",
            "index/unique_over_a_field_with_null",
            "index/unique_over_a_presence",
            "index/unique_with_a_condition_on_another_field",
            "index/unique_with_a_condition_on_one_of_two",
            "index/one_absent_beside_a_condition",
            "index/unique_over_optional_fields",
            "index/one_absent_of_a_required_field",
            "index/one_absent_without_unique",
        ],
    ),
    ("Index: partial filter operators the server refuses", &["index/partial_not_equal"]),
    (
        "Index: a condition is one that documents can meet",
        &[
            "index/partial_without_a_condition",
            "index/partial_without_an_operator",
            "index/partial_literal_of_a_date",
            "index/partial_literal_too_large",
            "index/partial_literal_too_long",
            "index/partial_literal_with_a_suffix",
            "index/partial_literal_without_padding",
            "index/partial_on_a_map",
            "index/partial_equal_twice",
            "index/partial_two_lower_limits",
            "index/partial_limit_of_an_equal",
            "index/partial_between_nothing",
            "index/partial_literal_of_another_type",
            "index/partial_literal_out_of_range",
            "index/partial_unknown_tag",
            "index/partial_range_of_a_bool",
            "index/partial_range_of_a_tag",
            "index/partial_on_a_document",
            "index/variant_that_exists",
            "index/variant_of_a_number",
            "index/variant_of_two",
            "index/variant_in_an_array",
        ],
    ),
    (
        "Index: name over the length limit, empty, or taken",
        &["index/name_is_empty", "index/name_of_the_server", "index/name_too_long"],
    ),
    (
        "Index: an index has a name and keys, each once",
        &[
            "index/no_name",
            "index/no_keys",
            "index/empty_keys",
            "index/key_twice",
            "index/unknown_kind_of_key",
        ],
    ),
    (
        "Index: an allowance names a rule and says why",
        &[
            "index/allow_with_an_empty_reason",
            "index/allow_without_a_reason",
            "index/unknown_rule_in_allow",
        ],
    ),
    (
        "Query: operand type",
        &[
            "filter/operand_of_another_type",
            "filter/variant_compared",
            "update/variant_set",
            "filter/id_as_text",
            "filter/text_for_an_enum",
            "filter/text_in_an_array",
            "filter/none",
            "filter/optional_id",
            "filter/id_of_another_document",
            "filter/by_id_of_another_document",
            "filter/of_another_document",
            "filter/absence_of_a_required_field",
        ],
    ),
    (
        "Query: operator the type lacks",
        &[
            "filter/range_on_a_bool",
            "filter/range_on_a_tag",
            "filter/pattern_on_a_number",
            "filter/element_of_a_number",
            "filter/all_elements",
            "filter/variant_through_each",
            "filter/is_variant_through_each",
            "filter/variant_left_out",
            "filter/each_of_each",
            "filter/near_a_number",
            "filter/within_a_line",
            "filter/intersects_text",
        ],
    ),
    ("Query: regex not anchored", &["filter/pattern_without_an_anchor"]),
    ("Manifest: the check of the file is in a feature", &["manifest/without_its_feature"]),
    ("Query: operation name", &["filter/operation_name"]),
    (
        "Query: an operation is listed once, with its document, and an index serves what is listed",
        &[
            "catalog/two_operations_of_one_name",
            "catalog/operation_of_an_unlisted_document",
            "catalog/operation_that_is_none",
            "catalog/index_serves_an_unlisted_operation",
        ],
    ),
    ("Query: a sort is by one plain value", &["sort/array", "sort/through_an_array"]),
    (
        "Update: `_id`, revision",
        &["update/id", "update/revision", "update/whole_document", "recipe/id", "recipe/revision"],
    ),
    (
        "Update: unknown path",
        &[
            "recipe/unknown_field",
            "recipe/unknown_path",
            "recipe/sort_by_an_unknown_field",
            "update/update_where_of_an_unknown_field",
        ],
    ),
    (
        "Update: operand of another type",
        &[
            "recipe/constant_of_another_type",
            "recipe/element_of_another_type",
            "recipe/expectation_of_another_type",
            "recipe/operand_of_another_type",
            "recipe/operand_that_is_an_option",
            "recipe/push_of_another_type",
            "recipe/several_of_one_value",
            "update/increment_of_another_type",
        ],
    ),
    (
        "Update: an optional part is an `Option`, and `None` means one thing",
        &[
            "recipe/optional_set_or_unset",
            "recipe/optional_without_an_option",
            "recipe/set_or_unset_without_an_option",
        ],
    ),
    (
        "Update: the same or an enclosing path twice",
        &[
            "recipe/each_element_and_some",
            "recipe/enclosing_path",
            "recipe/matched_beside_each",
            "recipe/same_elements_twice",
            "recipe/same_path_as_a_constant",
            "recipe/same_path_twice",
        ],
    ),
    (
        "Update: arithmetic on what is no number",
        &[
            "update/arithmetic_on_text",
            "update/arithmetic_that_narrows",
            "update/bits_of_text",
            "update/product_of_a_duration",
            "recipe/arithmetic_on_text",
            "recipe/arithmetic_that_narrows",
            "recipe/bits_of_a_double",
            "recipe/minimum_of_a_tag",
            "recipe/product_of_a_duration",
        ],
    ),
    (
        "Update: array operators off arrays",
        &[
            "update/push_to_a_number",
            "update/push_to_a_set",
            "update/through_an_array",
            "update/update_each_of_a_number",
            "update/update_each_of_a_set",
            "recipe/brackets_on_a_number",
            "recipe/elements_of_a_set",
            "recipe/pop_of_a_number",
            "recipe/push_to_a_number",
            "recipe/push_to_a_set",
            "recipe/through_an_array_without_brackets",
        ],
    ),
    (
        "Update: `slice` above `max_items`, modifiers without a push",
        &[
            "recipe/position_without_push",
            "recipe/slice_over_the_bound",
            "recipe/slice_without_push",
            "recipe/sort_without_push",
        ],
    ),
    (
        "Update: unset of a required field",
        &[
            "update/unset_of_a_required_field",
            "recipe/set_or_unset_of_a_required_field",
            "recipe/unset_of_a_required_field",
        ],
    ),
    (
        "Update: current date off a date",
        &["update/current_date_of_a_number", "recipe/current_date_of_a_number"],
    ),
    ("Update: a part of an optional document", &["recipe/part_of_an_optional_document"]),
    (
        "Update: an expectation can be compared, and is of the document",
        &[
            "update/expectation_of_a_set",
            "recipe/expectation_of_a_set",
            "recipe/expectation_of_each_element",
        ],
    ),
    (
        "Update: positional without an array predicate",
        &[
            "recipe/matched_of_an_inner_array",
            "recipe/matched_of_another_array",
            "recipe/matched_without_a_condition",
            "recipe/two_matched_arrays",
        ],
    ),
    (
        "Update: unused or undeclared array filter name",
        &[
            "recipe/element_without_a_name",
            "recipe/name_of_another_array",
            "recipe/name_of_two_arrays",
            "recipe/name_that_is_not_declared",
            "recipe/name_that_is_not_used",
            "recipe/name_with_a_capital",
        ],
    ),
    (
        "Update: what a recipe is",
        &[
            "recipe/bad_operation_name",
            "recipe/enum",
            "recipe/no_document",
            "recipe/no_operation",
            "recipe/nothing",
            "recipe/recipe_of_another_document",
            "recipe/tuple",
        ],
    ),
    (
        "Update: an operand has one operator, which is known there",
        &[
            "recipe/constant_without_a_value",
            "recipe/field_without_an_operator",
            "recipe/operator_that_needs_a_field",
            "recipe/operator_that_needs_no_field",
            "recipe/path_as_text",
            "recipe/two_operators",
            "recipe/unknown_operator",
            "recipe/unknown_operator_of_the_struct",
            "recipe/value_that_is_not_taken",
        ],
    ),
    (
        "Mapping: what goes through serde",
        &["serde/feature_is_off", "serde/of_a_newtype", "serde/with_null", "serde/lossless"],
    ),
    (
        "Mapping: values stored as another type",
        &[
            "stored_as/no_impl",
            "stored_as/no_macro",
            "stored_as/another_type",
            "stored_as/module",
            "stored_as/refused_type",
            "stored_as/optional",
            "stored_as/order_of_what_has_none",
            "stored_as/range_without_order",
            "stored_as/arithmetic",
        ],
    ),
    (
        "Mapping: ownership of the document",
        &[
            "ownership/catch_all_without_a_bound",
            "ownership/catch_all_of_another_type",
            "ownership/two_catch_alls",
            "ownership/catch_all_and_deny_unknown",
            "ownership/catch_all_and_owns_document",
            "ownership/owns_document_and_deny_unknown",
            "ownership/owns_document_of_an_embedded_type",
            "ownership/catch_all_with_a_name",
            "ownership/catch_all_in_a_variant",
            "ownership/catch_all_of_a_newtype",
            "ownership/not_the_owner",
        ],
    ),
];
