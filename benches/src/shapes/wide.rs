//! A hundred fields, about 2,090 bytes.

use bson::{DateTime, RawDocumentBuf, cstr, oid::ObjectId};
use mongo_runtime::Document;
use serde::{Deserialize, Serialize};

use super::{Sample, text};

/// The parts of a wide document that repeat for each field: the struct, its samples, and the code by hand.
macro_rules! wide {
    ($($field:ident $key:literal: $ty:ty = |$n:ident| $value:expr;)*) => {
        /// A wide flat document.
        #[derive(Debug, Clone, PartialEq, Document, Serialize, Deserialize)]
        #[mongo(collection = "wide")]
        #[expect(missing_docs, reason = "the fields are samples")]
        pub struct Wide {
            #[mongo(id)]
            #[serde(rename = "_id")]
            pub id: ObjectId,
            $(pub $field: $ty,)*
        }

        impl Sample for Wide {
            const NAME: &'static str = "wide";

            fn sample(n: usize) -> Self {
                Self {
                    id: object_id(n),
                    $($field: { let $n = n; $value },)*
                }
            }

            fn by_hand(&self) -> RawDocumentBuf {
                let mut out = RawDocumentBuf::new();
                out.append(cstr!("_id"), self.id);
                $(out.append(cstr!($key), self.$field.by_hand());)*
                out
            }
        }
    };
}

wide! {
    north_alpha "north_alpha": i32 = |n| small(n);
    north_beta "north_beta": i64 = |n| i64::from(small(n + 1)) << 9;
    north_gamma "north_gamma": f64 = |n| f64::from(small(n + 2)) * 0.25;
    north_delta "north_delta": String = |n| text("value", n + 3);
    north_epsil "north_epsil": bool = |n| (n + 4).is_multiple_of(2);
    north_zeta "north_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 5)));
    north_theta "north_theta": i32 = |n| small(n + 6);
    north_kappa "north_kappa": String = |n| text("value", n + 7);
    north_lambd "north_lambd": i64 = |n| i64::from(small(n + 8)) << 9;
    north_sigma "north_sigma": ObjectId = |n| object_id(n + 9);
    south_alpha "south_alpha": i32 = |n| small(n + 10);
    south_beta "south_beta": i64 = |n| i64::from(small(n + 11)) << 9;
    south_gamma "south_gamma": f64 = |n| f64::from(small(n + 12)) * 0.25;
    south_delta "south_delta": String = |n| text("value", n + 13);
    south_epsil "south_epsil": bool = |n| (n + 14).is_multiple_of(2);
    south_zeta "south_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 15)));
    south_theta "south_theta": i32 = |n| small(n + 16);
    south_kappa "south_kappa": String = |n| text("value", n + 17);
    south_lambd "south_lambd": i64 = |n| i64::from(small(n + 18)) << 9;
    south_sigma "south_sigma": ObjectId = |n| object_id(n + 19);
    east_alpha "east_alpha": i32 = |n| small(n + 20);
    east_beta "east_beta": i64 = |n| i64::from(small(n + 21)) << 9;
    east_gamma "east_gamma": f64 = |n| f64::from(small(n + 22)) * 0.25;
    east_delta "east_delta": String = |n| text("value", n + 23);
    east_epsil "east_epsil": bool = |n| (n + 24).is_multiple_of(2);
    east_zeta "east_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 25)));
    east_theta "east_theta": i32 = |n| small(n + 26);
    east_kappa "east_kappa": String = |n| text("value", n + 27);
    east_lambd "east_lambd": i64 = |n| i64::from(small(n + 28)) << 9;
    east_sigma "east_sigma": ObjectId = |n| object_id(n + 29);
    west_alpha "west_alpha": i32 = |n| small(n + 30);
    west_beta "west_beta": i64 = |n| i64::from(small(n + 31)) << 9;
    west_gamma "west_gamma": f64 = |n| f64::from(small(n + 32)) * 0.25;
    west_delta "west_delta": String = |n| text("value", n + 33);
    west_epsil "west_epsil": bool = |n| (n + 34).is_multiple_of(2);
    west_zeta "west_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 35)));
    west_theta "west_theta": i32 = |n| small(n + 36);
    west_kappa "west_kappa": String = |n| text("value", n + 37);
    west_lambd "west_lambd": i64 = |n| i64::from(small(n + 38)) << 9;
    west_sigma "west_sigma": ObjectId = |n| object_id(n + 39);
    upper_alpha "upper_alpha": i32 = |n| small(n + 40);
    upper_beta "upper_beta": i64 = |n| i64::from(small(n + 41)) << 9;
    upper_gamma "upper_gamma": f64 = |n| f64::from(small(n + 42)) * 0.25;
    upper_delta "upper_delta": String = |n| text("value", n + 43);
    upper_epsil "upper_epsil": bool = |n| (n + 44).is_multiple_of(2);
    upper_zeta "upper_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 45)));
    upper_theta "upper_theta": i32 = |n| small(n + 46);
    upper_kappa "upper_kappa": String = |n| text("value", n + 47);
    upper_lambd "upper_lambd": i64 = |n| i64::from(small(n + 48)) << 9;
    upper_sigma "upper_sigma": ObjectId = |n| object_id(n + 49);
    lower_alpha "lower_alpha": i32 = |n| small(n + 50);
    lower_beta "lower_beta": i64 = |n| i64::from(small(n + 51)) << 9;
    lower_gamma "lower_gamma": f64 = |n| f64::from(small(n + 52)) * 0.25;
    lower_delta "lower_delta": String = |n| text("value", n + 53);
    lower_epsil "lower_epsil": bool = |n| (n + 54).is_multiple_of(2);
    lower_zeta "lower_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 55)));
    lower_theta "lower_theta": i32 = |n| small(n + 56);
    lower_kappa "lower_kappa": String = |n| text("value", n + 57);
    lower_lambd "lower_lambd": i64 = |n| i64::from(small(n + 58)) << 9;
    lower_sigma "lower_sigma": ObjectId = |n| object_id(n + 59);
    inner_alpha "inner_alpha": i32 = |n| small(n + 60);
    inner_beta "inner_beta": i64 = |n| i64::from(small(n + 61)) << 9;
    inner_gamma "inner_gamma": f64 = |n| f64::from(small(n + 62)) * 0.25;
    inner_delta "inner_delta": String = |n| text("value", n + 63);
    inner_epsil "inner_epsil": bool = |n| (n + 64).is_multiple_of(2);
    inner_zeta "inner_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 65)));
    inner_theta "inner_theta": i32 = |n| small(n + 66);
    inner_kappa "inner_kappa": String = |n| text("value", n + 67);
    inner_lambd "inner_lambd": i64 = |n| i64::from(small(n + 68)) << 9;
    inner_sigma "inner_sigma": ObjectId = |n| object_id(n + 69);
    outer_alpha "outer_alpha": i32 = |n| small(n + 70);
    outer_beta "outer_beta": i64 = |n| i64::from(small(n + 71)) << 9;
    outer_gamma "outer_gamma": f64 = |n| f64::from(small(n + 72)) * 0.25;
    outer_delta "outer_delta": String = |n| text("value", n + 73);
    outer_epsil "outer_epsil": bool = |n| (n + 74).is_multiple_of(2);
    outer_zeta "outer_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 75)));
    outer_theta "outer_theta": i32 = |n| small(n + 76);
    outer_kappa "outer_kappa": String = |n| text("value", n + 77);
    outer_lambd "outer_lambd": i64 = |n| i64::from(small(n + 78)) << 9;
    outer_sigma "outer_sigma": ObjectId = |n| object_id(n + 79);
    left_alpha "left_alpha": i32 = |n| small(n + 80);
    left_beta "left_beta": i64 = |n| i64::from(small(n + 81)) << 9;
    left_gamma "left_gamma": f64 = |n| f64::from(small(n + 82)) * 0.25;
    left_delta "left_delta": String = |n| text("value", n + 83);
    left_epsil "left_epsil": bool = |n| (n + 84).is_multiple_of(2);
    left_zeta "left_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 85)));
    left_theta "left_theta": i32 = |n| small(n + 86);
    left_kappa "left_kappa": String = |n| text("value", n + 87);
    left_lambd "left_lambd": i64 = |n| i64::from(small(n + 88)) << 9;
    left_sigma "left_sigma": ObjectId = |n| object_id(n + 89);
    right_alpha "right_alpha": i32 = |n| small(n + 90);
    right_beta "right_beta": i64 = |n| i64::from(small(n + 91)) << 9;
    right_gamma "right_gamma": f64 = |n| f64::from(small(n + 92)) * 0.25;
    right_delta "right_delta": String = |n| text("value", n + 93);
    right_epsil "right_epsil": bool = |n| (n + 94).is_multiple_of(2);
    right_zeta "right_zeta": DateTime = |n| DateTime::from_millis(1_700_000_000_000 + i64::from(small(n + 95)));
    right_theta "right_theta": i32 = |n| small(n + 96);
    right_kappa "right_kappa": String = |n| text("value", n + 97);
    right_lambd "right_lambd": i64 = |n| i64::from(small(n + 98)) << 9;
}

fn small(n: usize) -> i32 {
    i32::try_from(n % 1000).unwrap_or_default()
}

fn object_id(n: usize) -> ObjectId {
    ObjectId::from_parts(1_700_000_000 + small(n).unsigned_abs(), [1, 2, 3, 4, 5], [6, 7, 8])
}

/// A value as `append` takes it.
trait ByHand {
    type Raw<'a>
    where
        Self: 'a;
    fn by_hand(&self) -> Self::Raw<'_>;
}

macro_rules! copied {
    ($($ty:ty)*) => { $(
        impl ByHand for $ty {
            type Raw<'a> = Self;

            fn by_hand(&self) -> Self {
                *self
            }
        }
    )* };
}

copied! { i32 i64 f64 bool DateTime ObjectId }

impl ByHand for String {
    type Raw<'a> = &'a str;

    fn by_hand(&self) -> &str {
        self
    }
}
