//! Cars and trucks share a collection, and no operation of one touches the other.

use std::process::Command;

#[test]
fn each_type_has_its_documents_and_the_enum_has_all() -> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_vehicles")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    for said in [
        "created the index `ix_truck_load` of `vehicles`",
        r#"a car as it is stored: { "_id": 1, "kind": "car", "plate": "C-1", "doors": 3 }"#,
        "cars: 2, vehicles: 4",
        "truck 3 as a car: None",
        "truck 3 as a vehicle: Some(Truck(Truck { id: 3",
        r#"{ "kind": "truck", "axles": { "$gte": 4 } }"#,
        r#"large: ["C-2", "T-4"]"#,
        "the document is not the variant `truck`",
        "the validator takes a bus: false",
        "all cars deleted: 2",
        "vehicles left: 2",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
