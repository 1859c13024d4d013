//! Makes what is missing. Nothing is ever dropped.

use bson::{Document as BsonDocument, doc};

use super::{
    Admin, Change, Difference, Report,
    indexes::{self, Match},
    live::Live,
};
use crate::{
    db::executor::Effect, document::Declaration, error::Error, index::Owner, validator::validator,
};

pub(super) async fn apply(
    admin: &Admin,
    declaration: &'static Declaration,
    live: &Live,
    report: &mut Report,
) -> Result<(), Error> {
    validate(admin, declaration, live, report).await?;
    for declared in declaration.indexes.iter().filter(|index| index.owner != Owner::Search) {
        let (collection, index, spec) = (declaration.collection, declared.name, declared.render());
        match indexes::look_for(&spec, &live.indexes) {
            Match::Same => {}
            Match::Missing if declared.owner != Owner::Application => {
                report.differences.push(indexes::missing(collection, declared));
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
    live.compare_unmanaged(declaration, report);
    Ok(())
}

/// Creates the collection, or sets its validator, where that is needed.
async fn validate(
    admin: &Admin,
    declaration: &'static Declaration,
    live: &Live,
    report: &mut Report,
) -> Result<(), Error> {
    let collection = declaration.collection;
    if live.has_validator(declaration) {
        return Ok(());
    }
    let (verb, done) = match live.options {
        None => ("create", Change::CollectionCreated { collection }),
        Some(_) => ("collMod", Change::ValidatorSet { collection }),
    };
    let command = doc! {
        verb: collection,
        "validator": validator(declaration),
        "validationLevel": declaration.validation.level.as_str(),
        "validationAction": declaration.validation.action.as_str(),
    };
    change(admin, declaration, command).await?;
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
