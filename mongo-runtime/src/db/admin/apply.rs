//! Makes what is missing. Nothing is ever dropped.

use bson::{Document as BsonDocument, doc};

use super::{
    Admin, Change, Difference, Report,
    indexes::{self, Match},
    live::Live,
};
use crate::{
    catalog::Collection, db::executor::Effect, document::Declaration, error::Error, index::Owner,
    validator::collection_validator,
};

pub(super) async fn apply(
    admin: &Admin,
    declared: &Collection<'static>,
    live: &Live,
    report: &mut Report,
) -> Result<(), Error> {
    validate(admin, declared, live, report).await?;
    let declaration = declared.first;
    for one in declared.indexes().filter(|index| index.owner != Owner::Search) {
        let (collection, index, spec) = (declared.name, one.name, one.render());
        match indexes::look_for(&spec, &live.indexes) {
            Match::Same => {}
            Match::Missing if one.owner != Owner::Application => {
                report.differences.push(indexes::missing(collection, one));
            }
            Match::Missing => {
                change(admin, declaration, doc! { "createIndexes": collection, "indexes": [spec] })
                    .await?;
                report.changes.push(Change::IndexCreated { collection, index });
            }
            Match::Differs { live, options } => {
                report.differences.push(Difference::IndexDiffers {
                    collection,
                    index,
                    live,
                    options,
                });
            }
        }
    }
    live.compare_unmanaged(declared, report);
    Ok(())
}

/// Creates the collection, or sets its validator, where that is needed.
async fn validate(
    admin: &Admin,
    declared: &Collection<'static>,
    live: &Live,
    report: &mut Report,
) -> Result<(), Error> {
    let collection = declared.name;
    if live.has_validator(declared) {
        return Ok(());
    }
    let (verb, done) = match live.options {
        None => ("create", Change::CollectionCreated { collection }),
        Some(_) => ("collMod", Change::ValidatorSet { collection }),
    };
    let command = doc! {
        verb: collection,
        "validator": collection_validator(declared),
        "validationLevel": declared.validation().level.as_str(),
        "validationAction": declared.validation().action.as_str(),
    };
    change(admin, declared.first, command).await?;
    report.changes.push(done);
    Ok(())
}

async fn change(
    admin: &Admin,
    declaration: &'static Declaration,
    mut command: BsonDocument,
) -> Result<(), Error> {
    command.insert("writeConcern", doc! { "w": "majority" });
    admin.run(declaration, Effect::Write, command).await.map(drop)
}
