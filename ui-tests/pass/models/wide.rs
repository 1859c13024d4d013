//! A hundred fields and as many indexes as the server takes.

use mongo_runtime::{
    Document,
    bson::{DateTime, Decimal128, Uuid, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "wide")]
#[mongo(index(name = "ix_00", keys(f00, f30 = desc)))]
#[mongo(index(name = "ix_01", keys(f01, f31 = desc)))]
#[mongo(index(name = "ix_02", keys(f02, f32 = desc)))]
#[mongo(index(name = "ix_03", keys(f03, f33 = desc)))]
#[mongo(index(name = "ix_04", keys(f04, f34 = desc)))]
#[mongo(index(name = "ix_05", keys(f05, f35 = desc)))]
#[mongo(index(name = "ix_06", keys(f06, f36 = desc)))]
#[mongo(index(name = "ix_07", keys(f07, f37 = desc)))]
#[mongo(index(name = "ix_08", keys(f08, f38 = desc)))]
#[mongo(index(name = "ix_09", keys(f09, f39 = desc)))]
#[mongo(index(name = "ix_10", keys(f10, f40 = desc)))]
#[mongo(index(name = "ix_11", keys(f11, f41 = desc)))]
#[mongo(index(name = "ix_12", keys(f12, f42 = desc)))]
#[mongo(index(name = "ix_13", keys(f13, f43 = desc)))]
#[mongo(index(name = "ix_14", keys(f14, f44 = desc)))]
#[mongo(index(name = "ix_15", keys(f15, f45 = desc)))]
#[mongo(index(name = "ix_16", keys(f16, f46 = desc)))]
#[mongo(index(name = "ix_17", keys(f17, f47 = desc)))]
#[mongo(index(name = "ix_18", keys(f18, f48 = desc)))]
#[mongo(index(name = "ix_19", keys(f19, f49 = desc)))]
#[mongo(index(name = "ix_20", keys(f20, f50 = desc)))]
#[mongo(index(name = "ix_21", keys(f21, f51 = desc)))]
#[mongo(index(name = "ix_22", keys(f22, f52 = desc)))]
#[mongo(index(name = "ix_23", keys(f23, f53 = desc)))]
#[mongo(index(name = "ix_24", keys(f24, f54 = desc)))]
#[mongo(index(name = "ix_25", keys(f25, f55 = desc)))]
#[mongo(index(name = "ix_26", keys(f26, f56 = desc)))]
#[mongo(index(name = "ix_27", keys(f27, f57 = desc)))]
#[mongo(index(name = "ix_28", keys(f28, f58 = desc)))]
#[mongo(index(name = "ix_29", keys(f29, f59 = desc)))]
#[mongo(index(name = "ix_30", keys(f30, f60 = desc)))]
#[mongo(index(name = "ix_31", keys(f31, f61 = desc)))]
#[mongo(index(name = "ix_32", keys(f32, f62 = desc)))]
#[mongo(index(name = "ix_33", keys(f33, f63 = desc)))]
#[mongo(index(name = "ix_34", keys(f34, f64 = desc)))]
#[mongo(index(name = "ix_35", keys(f35, f65 = desc)))]
#[mongo(index(name = "ix_36", keys(f36, f66 = desc)))]
#[mongo(index(name = "ix_37", keys(f37, f67 = desc)))]
#[mongo(index(name = "ix_38", keys(f38, f68 = desc)))]
#[mongo(index(name = "ix_39", keys(f39, f69 = desc)))]
#[mongo(index(name = "ix_40", keys(f40, f70 = desc)))]
#[mongo(index(name = "ix_41", keys(f41, f71 = desc)))]
#[mongo(index(name = "ix_42", keys(f42, f72 = desc)))]
#[mongo(index(name = "ix_43", keys(f43, f73 = desc)))]
#[mongo(index(name = "ix_44", keys(f44, f74 = desc)))]
#[mongo(index(name = "ix_45", keys(f45, f75 = desc)))]
#[mongo(index(name = "ix_46", keys(f46, f76 = desc)))]
#[mongo(index(name = "ix_47", keys(f47, f77 = desc)))]
#[mongo(index(name = "ix_48", keys(f48, f78 = desc)))]
#[mongo(index(name = "ix_49", keys(f49, f79 = desc)))]
#[mongo(index(name = "ix_50", keys(f50, f80 = desc)))]
#[mongo(index(name = "ix_51", keys(f51, f81 = desc)))]
#[mongo(index(name = "ix_52", keys(f52, f82 = desc)))]
#[mongo(index(name = "ix_53", keys(f53, f83 = desc)))]
#[mongo(index(name = "ix_54", keys(f54, f84 = desc)))]
#[mongo(index(name = "ix_55", keys(f55, f85 = desc)))]
#[mongo(index(name = "ix_56", keys(f56, f86 = desc)))]
#[mongo(index(name = "ix_57", keys(f57, f87 = desc)))]
#[mongo(index(name = "ix_58", keys(f58, f88 = desc)))]
#[mongo(index(name = "ix_59", keys(f59, f89 = desc)))]
#[mongo(index(name = "ix_60", keys(f60, f90 = desc)))]
#[mongo(index(name = "ix_61", keys(f61, f91 = desc)))]
#[mongo(index(name = "ix_62", keys(f62, f92 = desc)))]
struct Wide {
    #[mongo(id)]
    id: ObjectId,
    f00: i32,
    f01: i64,
    f02: f64,
    f03: bool,
    f04: Option<i64>,
    f05: DateTime,
    f06: ObjectId,
    f07: Decimal128,
    f08: u32,
    f09: Uuid,
    f10: i32,
    f11: i64,
    f12: f64,
    f13: bool,
    f14: Option<i64>,
    f15: DateTime,
    f16: ObjectId,
    f17: Decimal128,
    f18: u32,
    f19: Uuid,
    f20: i32,
    f21: i64,
    f22: f64,
    f23: bool,
    f24: Option<i64>,
    f25: DateTime,
    f26: ObjectId,
    f27: Decimal128,
    f28: u32,
    f29: Uuid,
    f30: i32,
    f31: i64,
    f32: f64,
    f33: bool,
    f34: Option<i64>,
    f35: DateTime,
    f36: ObjectId,
    f37: Decimal128,
    f38: u32,
    f39: Uuid,
    f40: i32,
    f41: i64,
    f42: f64,
    f43: bool,
    f44: Option<i64>,
    f45: DateTime,
    f46: ObjectId,
    f47: Decimal128,
    f48: u32,
    f49: Uuid,
    f50: i32,
    f51: i64,
    f52: f64,
    f53: bool,
    f54: Option<i64>,
    f55: DateTime,
    f56: ObjectId,
    f57: Decimal128,
    f58: u32,
    f59: Uuid,
    f60: i32,
    f61: i64,
    f62: f64,
    f63: bool,
    f64: Option<i64>,
    f65: DateTime,
    f66: ObjectId,
    f67: Decimal128,
    f68: u32,
    f69: Uuid,
    f70: i32,
    f71: i64,
    f72: f64,
    f73: bool,
    f74: Option<i64>,
    f75: DateTime,
    f76: ObjectId,
    f77: Decimal128,
    f78: u32,
    f79: Uuid,
    f80: i32,
    f81: i64,
    f82: f64,
    f83: bool,
    f84: Option<i64>,
    f85: DateTime,
    f86: ObjectId,
    f87: Decimal128,
    f88: u32,
    f89: Uuid,
    f90: i32,
    f91: i64,
    f92: f64,
    f93: bool,
    f94: Option<i64>,
    f95: DateTime,
    f96: ObjectId,
    f97: Decimal128,
    f98: u32,
    f99: Uuid,
}

fn main() {
    assert_eq!(Wide::DECLARATION.shape.fields.len(), 101);
    assert_eq!(Wide::DECLARATION.indexes.len(), 63);
}
