//! A nested document with ten line items, about 964 bytes.

use bson::{DateTime, Decimal128, RawArrayBuf, RawDocumentBuf, cstr, oid::ObjectId};
use mongo_runtime::{Document, Embedded};
use serde::{Deserialize, Serialize};

use super::{Sample, text};

/// An order with its lines.
#[derive(Debug, Clone, PartialEq, Document, Serialize, Deserialize)]
#[mongo(collection = "order")]
#[expect(missing_docs, reason = "the fields are samples")]
pub struct Order {
    #[mongo(id)]
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[mongo(max_len = 32)]
    pub number: String,
    pub customer: Customer,
    pub status: Status,
    pub shipping: Address,
    #[mongo(max_items = 200)]
    pub items: Vec<Item>,
    pub total: Decimal128,
    pub created_at: DateTime,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[mongo(max_len = 500)]
    pub note: Option<String>,
    pub revision: i64,
}

/// Who ordered.
#[derive(Debug, Clone, PartialEq, Embedded, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are samples")]
pub struct Customer {
    pub id: ObjectId,
    #[mongo(max_len = 80)]
    pub name: String,
    #[mongo(max_len = 128)]
    pub email: String,
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Embedded, Serialize, Deserialize)]
#[mongo(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are samples")]
pub enum Status {
    Open,
    Paid,
    InTransit,
    Delivered,
}

/// Where it goes.
#[derive(Debug, Clone, PartialEq, Embedded, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are samples")]
pub struct Address {
    #[mongo(max_len = 120)]
    pub street: String,
    #[mongo(max_len = 80)]
    pub city: String,
    #[mongo(max_len = 16)]
    pub zip: String,
    #[mongo(max_len = 2)]
    pub country: String,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Embedded, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are samples")]
pub struct Item {
    #[mongo(max_len = 24)]
    pub sku: String,
    pub qty: i32,
    pub price: Decimal128,
}

impl Sample for Order {
    const NAME: &'static str = "order";

    fn sample(n: usize) -> Self {
        let stamp = u32::try_from(n).unwrap_or_default();
        let items = (0..10).map(|line| Item {
            sku: text("SKU-4711", n + line),
            qty: i32::try_from(line).unwrap_or_default() + 1,
            price: Decimal128::from_bytes(
                [(n + line).to_le_bytes(), (0x303E_u64 << 48).to_le_bytes()]
                    .concat()
                    .try_into()
                    .unwrap_or_default(),
            ),
        });
        Self {
            id: ObjectId::from_parts(1_700_000_000 + stamp, [1, 2, 3, 4, 5], [6, 7, 8]),
            number: format!("2026-{n:07}"),
            customer: Customer {
                id: ObjectId::from_parts(1_600_000_000 + stamp, [5, 4, 3, 2, 1], [8, 7, 6]),
                name: text("Maria N", n),
                email: text("maria@example.org", n + 3),
            },
            status: [Status::Open, Status::Paid, Status::InTransit, Status::Delivered][n % 4],
            shipping: Address {
                street: text("Lange Straße 1", n + 1),
                city: text("Bielefeld", n + 2),
                zip: format!("{:05}", 33_602 + n % 1000),
                country: "DE".to_owned(),
            },
            items: items.collect(),
            total: Decimal128::from_bytes(
                [n.to_le_bytes(), (0x303C_u64 << 48).to_le_bytes()]
                    .concat()
                    .try_into()
                    .unwrap_or_default(),
            ),
            created_at: DateTime::from_millis(1_700_000_000_000 + i64::from(stamp)),
            paid_at: (!n.is_multiple_of(3))
                .then(|| DateTime::from_millis(1_700_000_100_000 + i64::from(stamp))),
            note: n.is_multiple_of(2).then(|| text("please ring twice", n)),
            revision: i64::from(stamp),
        }
    }

    fn by_hand(&self) -> RawDocumentBuf {
        let mut out = RawDocumentBuf::new();
        out.append(cstr!("_id"), self.id);
        out.append(cstr!("number"), self.number.as_str());
        let mut customer = RawDocumentBuf::new();
        customer.append(cstr!("id"), self.customer.id);
        customer.append(cstr!("name"), self.customer.name.as_str());
        customer.append(cstr!("email"), self.customer.email.as_str());
        out.append(cstr!("customer"), customer);
        let status = match self.status {
            Status::Open => "open",
            Status::Paid => "paid",
            Status::InTransit => "in_transit",
            Status::Delivered => "delivered",
        };
        out.append(cstr!("status"), status);
        let mut shipping = RawDocumentBuf::new();
        shipping.append(cstr!("street"), self.shipping.street.as_str());
        shipping.append(cstr!("city"), self.shipping.city.as_str());
        shipping.append(cstr!("zip"), self.shipping.zip.as_str());
        shipping.append(cstr!("country"), self.shipping.country.as_str());
        out.append(cstr!("shipping"), shipping);
        let mut items = RawArrayBuf::new();
        for item in &self.items {
            let mut line = RawDocumentBuf::new();
            line.append(cstr!("sku"), item.sku.as_str());
            line.append(cstr!("qty"), item.qty);
            line.append(cstr!("price"), item.price);
            items.push(line);
        }
        out.append(cstr!("items"), items);
        out.append(cstr!("total"), self.total);
        out.append(cstr!("created_at"), self.created_at);
        if let Some(paid_at) = self.paid_at {
            out.append(cstr!("paid_at"), paid_at);
        }
        if let Some(note) = &self.note {
            out.append(cstr!("note"), note.as_str());
        }
        out.append(cstr!("revision"), self.revision);
        out
    }
}
