//! Opens the database of an import, with collections, validators and indexes as the model declares them.

use mongo_runtime::db::{Admin, AdminConfig, Environment, Store, StoreConfig};

use crate::sample_data::SampleData;

/// Provisions a database of this machine, and connects to it. A database elsewhere must be as declared already.
///
/// # Errors
///
/// The server can't be asked, or the database is not as declared; the text says what differs.
pub async fn open(
    uri: &str,
    database: &str,
) -> Result<Store<SampleData>, Box<dyn std::error::Error>> {
    let config = AdminConfig::new(uri, database).environment(Environment::Local);
    let admin = Admin::connect(config).await?;
    let report = admin.provision::<SampleData>().await;
    admin.close().await;
    let report = report?;
    if !report.is_as_declared() {
        let text =
            format!("the database is not as the model declares it, and was left alone:\n{report}");
        return Err(text.into());
    }
    let config = StoreConfig::new(uri, database).app_name("mongo-examples import");
    Ok(Store::connect(config).await?)
}
