//! Who allows a name of another form is not warned of it a second time.
#![deny(warnings)]

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded)]
#[allow(non_snake_case)]
struct Address {
    zipCode: i32,
}

#[derive(Document)]
#[allow(non_snake_case)]
#[mongo(collection = "users", index(name = "ix_zip", keys(address.zipCode)))]
struct User {
    #[mongo(id)]
    id: ObjectId,
    userName: i32,
    address: Address,
}

#[derive(Embedded)]
#[mongo(tag = "type")]
#[allow(non_snake_case, dead_code)]
enum Login {
    Token { tokenId: i32 },
}

fn main() {
    let user = User { id: ObjectId::new(), userName: 1, address: Address { zipCode: 2 } };
    let read = from_slice::<User>(&to_vec(&user).unwrap()).unwrap();
    assert_eq!((read.userName, read.address.zipCode), (1, 2));
}
