//! A collection has at most 64 indexes.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_00", keys(f00)))]
#[mongo(index(name = "ix_01", keys(f01)))]
#[mongo(index(name = "ix_02", keys(f02)))]
#[mongo(index(name = "ix_03", keys(f03)))]
#[mongo(index(name = "ix_04", keys(f04)))]
#[mongo(index(name = "ix_05", keys(f05)))]
#[mongo(index(name = "ix_06", keys(f06)))]
#[mongo(index(name = "ix_07", keys(f07)))]
#[mongo(index(name = "ix_08", keys(f08)))]
#[mongo(index(name = "ix_09", keys(f09)))]
#[mongo(index(name = "ix_10", keys(f10)))]
#[mongo(index(name = "ix_11", keys(f11)))]
#[mongo(index(name = "ix_12", keys(f12)))]
#[mongo(index(name = "ix_13", keys(f13)))]
#[mongo(index(name = "ix_14", keys(f14)))]
#[mongo(index(name = "ix_15", keys(f15)))]
#[mongo(index(name = "ix_16", keys(f16)))]
#[mongo(index(name = "ix_17", keys(f17)))]
#[mongo(index(name = "ix_18", keys(f18)))]
#[mongo(index(name = "ix_19", keys(f19)))]
#[mongo(index(name = "ix_20", keys(f20)))]
#[mongo(index(name = "ix_21", keys(f21)))]
#[mongo(index(name = "ix_22", keys(f22)))]
#[mongo(index(name = "ix_23", keys(f23)))]
#[mongo(index(name = "ix_24", keys(f24)))]
#[mongo(index(name = "ix_25", keys(f25)))]
#[mongo(index(name = "ix_26", keys(f26)))]
#[mongo(index(name = "ix_27", keys(f27)))]
#[mongo(index(name = "ix_28", keys(f28)))]
#[mongo(index(name = "ix_29", keys(f29)))]
#[mongo(index(name = "ix_30", keys(f30)))]
#[mongo(index(name = "ix_31", keys(f31)))]
#[mongo(index(name = "ix_32", keys(f32)))]
#[mongo(index(name = "ix_33", keys(f33)))]
#[mongo(index(name = "ix_34", keys(f34)))]
#[mongo(index(name = "ix_35", keys(f35)))]
#[mongo(index(name = "ix_36", keys(f36)))]
#[mongo(index(name = "ix_37", keys(f37)))]
#[mongo(index(name = "ix_38", keys(f38)))]
#[mongo(index(name = "ix_39", keys(f39)))]
#[mongo(index(name = "ix_40", keys(f40)))]
#[mongo(index(name = "ix_41", keys(f41)))]
#[mongo(index(name = "ix_42", keys(f42)))]
#[mongo(index(name = "ix_43", keys(f43)))]
#[mongo(index(name = "ix_44", keys(f44)))]
#[mongo(index(name = "ix_45", keys(f45)))]
#[mongo(index(name = "ix_46", keys(f46)))]
#[mongo(index(name = "ix_47", keys(f47)))]
#[mongo(index(name = "ix_48", keys(f48)))]
#[mongo(index(name = "ix_49", keys(f49)))]
#[mongo(index(name = "ix_50", keys(f50)))]
#[mongo(index(name = "ix_51", keys(f51)))]
#[mongo(index(name = "ix_52", keys(f52)))]
#[mongo(index(name = "ix_53", keys(f53)))]
#[mongo(index(name = "ix_54", keys(f54)))]
#[mongo(index(name = "ix_55", keys(f55)))]
#[mongo(index(name = "ix_56", keys(f56)))]
#[mongo(index(name = "ix_57", keys(f57)))]
#[mongo(index(name = "ix_58", keys(f58)))]
#[mongo(index(name = "ix_59", keys(f59)))]
#[mongo(index(name = "ix_60", keys(f60)))]
#[mongo(index(name = "ix_61", keys(f61)))]
#[mongo(index(name = "ix_62", keys(f62)))]
#[mongo(index(name = "ix_63", keys(f63)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    f00: i32,
    f01: i32,
    f02: i32,
    f03: i32,
    f04: i32,
    f05: i32,
    f06: i32,
    f07: i32,
    f08: i32,
    f09: i32,
    f10: i32,
    f11: i32,
    f12: i32,
    f13: i32,
    f14: i32,
    f15: i32,
    f16: i32,
    f17: i32,
    f18: i32,
    f19: i32,
    f20: i32,
    f21: i32,
    f22: i32,
    f23: i32,
    f24: i32,
    f25: i32,
    f26: i32,
    f27: i32,
    f28: i32,
    f29: i32,
    f30: i32,
    f31: i32,
    f32: i32,
    f33: i32,
    f34: i32,
    f35: i32,
    f36: i32,
    f37: i32,
    f38: i32,
    f39: i32,
    f40: i32,
    f41: i32,
    f42: i32,
    f43: i32,
    f44: i32,
    f45: i32,
    f46: i32,
    f47: i32,
    f48: i32,
    f49: i32,
    f50: i32,
    f51: i32,
    f52: i32,
    f53: i32,
    f54: i32,
    f55: i32,
    f56: i32,
    f57: i32,
    f58: i32,
    f59: i32,
    f60: i32,
    f61: i32,
    f62: i32,
    f63: i32,
}

fn main() {}
