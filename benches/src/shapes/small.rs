//! Eight scalars, about 154 bytes.

use bson::{DateTime, RawDocumentBuf, cstr, oid::ObjectId};
use mongo_runtime::Document;
use serde::{Deserialize, Serialize};

use super::{Sample, text};

/// A small flat document.
#[derive(Debug, Clone, PartialEq, Document, Serialize, Deserialize)]
#[mongo(collection = "small")]
#[expect(missing_docs, reason = "the fields are samples")]
pub struct Small {
    #[mongo(id)]
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[mongo(max_len = 64)]
    pub name: String,
    #[mongo(max_len = 128)]
    pub email: String,
    pub age: i32,
    pub score: f64,
    pub is_active: bool,
    pub visits: i64,
    pub created_at: DateTime,
}

impl Sample for Small {
    const NAME: &'static str = "small";

    fn sample(n: usize) -> Self {
        let stamp = u32::try_from(n).unwrap_or_default();
        Self {
            id: ObjectId::from_parts(1_700_000_000 + stamp, [1, 2, 3, 4, 5], [6, 7, 8]),
            name: text("Maria N", n),
            email: text("maria@example.org", n + 3),
            age: i32::try_from(n % 80).unwrap_or_default(),
            score: f64::from(stamp) * 0.5,
            is_active: n.is_multiple_of(2),
            visits: i64::from(stamp) << 8,
            created_at: DateTime::from_millis(1_700_000_000_000 + i64::from(stamp)),
        }
    }

    fn by_hand(&self) -> RawDocumentBuf {
        let mut out = RawDocumentBuf::new();
        out.append(cstr!("_id"), self.id);
        out.append(cstr!("name"), self.name.as_str());
        out.append(cstr!("email"), self.email.as_str());
        out.append(cstr!("age"), self.age);
        out.append(cstr!("score"), self.score);
        out.append(cstr!("is_active"), self.is_active);
        out.append(cstr!("visits"), self.visits);
        out.append(cstr!("created_at"), self.created_at);
        out
    }
}
