//! Makes the users of a server, and signs connection strings with them.

use std::collections::HashMap;

use mongodb::{
    Client,
    bson::{Document, doc},
};

use super::Principal;
use crate::{
    error::{Error, Result},
    name, replica_set,
    uri::Uri,
};

/// The passwords of the users. It has no `Debug`: nothing shows them.
pub(super) struct Users(HashMap<Principal, String>);

/// A password of 128 random bits, which means the same in a connection string.
pub(super) fn password() -> String {
    format!("{}{}", name::suffix(), name::suffix())
}

impl Users {
    /// Makes the first user, which the server allows from this machine as long as there is none, and with it the others.
    pub(super) async fn create(direct: Uri, certificate: Option<&str>) -> Result<Self> {
        let passwords = Principal::WITH_PASSWORD.map(|principal| (principal, password()));
        let users = Self(passwords.into_iter().collect());
        let first = users.user(Principal::Root);
        replica_set::with_client(direct.clone(), async |client| run(client, "admin", first).await)
            .await?;
        replica_set::with_client(users.sign(direct, Principal::Root), async |client| {
            for principal in Principal::WITH_PASSWORD {
                if let Some(privileges) = principal.privileges() {
                    let role = doc! {
                        "createRole": principal.name(), "privileges": privileges, "roles": [],
                    };
                    run(client, "admin", role).await?;
                }
                if principal != Principal::Root {
                    run(client, "admin", users.user(principal)).await?;
                }
            }
            let Some(subject) = certificate else { return Ok(()) };
            let role = doc! { "role": Principal::Certificate.name(), "db": "admin" };
            run(client, "$external", doc! { "createUser": subject, "roles": [role] }).await
        })
        .await?;
        Ok(users)
    }

    fn user(&self, principal: Principal) -> Document {
        doc! {
            "createUser": principal.name(),
            "pwd": self.password_of(principal),
            "roles": principal.roles(),
        }
    }

    /// # Panics
    ///
    /// When the principal has none.
    pub(super) fn password_of(&self, principal: Principal) -> &str {
        self.0.get(&principal).expect("a principal that has a password, not a certificate")
    }

    /// Adds the credential of a principal.
    pub(super) fn sign(&self, uri: Uri, principal: Principal) -> Uri {
        match principal {
            Principal::Certificate => {
                uri.or_option("authMechanism", "MONGODB-X509").or_option("authSource", "$external")
            }
            _ => uri.signed(principal.name(), self.password_of(principal)),
        }
    }
}

async fn run(client: &Client, database: &str, command: Document) -> Result<()> {
    let done = client.database(database).run_command(command).await;
    // The reply repeats the name of the user at most.
    done.map(drop).map_err(|err| Error::driver("make the users of a server", err))
}
