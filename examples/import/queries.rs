//! A few typed questions to what was imported.

use mongo_examples::sample_data::{Account, AccountNumber, Product, Theater};
use mongo_runtime::{db::Collection, prelude::*};

use crate::{Result, say};

/// How many answers are shown.
const SHOWN: u32 = 5;

pub(crate) async fn theaters(theaters: &Collection<Theater>) -> Result<()> {
    let (address, geo) =
        (Theater::fields().location().address(), Theater::fields().location().geo());

    let center = Point::new(-93.265, 44.9778)?;
    say!("\nWithin 15 km of Minneapolis, nearest first (2dsphere index `ix_geo`)");
    let mut found = theaters.find(geo.near(center, 15_000.0)).limit(SHOWN).await?;
    while let Some(theater) = found.next().await {
        let theater = theater?;
        let km = distance_km(center, theater.location.geo);
        say!(
            "  {km:>5.1} km  {}, {}",
            theater.location.address.street1,
            theater.location.address.city
        );
    }

    let in_state = address.state().eq("MN");
    say!(
        "\nIn Minnesota, by city (index `ix_state_city`): {} theaters",
        theaters.count(&in_state).await?
    );
    let by_city = address.city().asc().then(Theater::fields().id().asc());
    let mut found = theaters.find(&in_state).sort(by_city).limit(SHOWN).await?;
    while let Some(theater) = found.next().await {
        let address = theater?.location.address;
        say!("  {}, {} {}", address.city, address.state, address.zipcode);
    }

    say!("\nThe second line of an address is not always there");
    say!("  absent  {:>5}", theaters.count(address.street2().is_absent()).await?);
    say!("  null    {:>5}", theaters.count(address.street2().is_null()).await?);
    say!("  text    {:>5}", theaters.count(address.street2().is_present()).await?);
    Ok(())
}

pub(crate) async fn accounts(accounts: &Collection<Account>) -> Result<()> {
    let fields = Account::fields();

    let wanted = [Product::Derivatives, Product::Commodity, Product::CurrencyService];
    let has_all = fields.products().contains_all(wanted);
    say!(
        "\nWith derivatives, commodities and currencies (index `ix_products`): {} accounts",
        accounts.count(&has_all).await?
    );
    let by_number = fields.number().asc().then(fields.id().asc());
    let mut found = accounts.find(has_all).sort(by_number).limit(SHOWN).await?;
    while let Some(account) = found.next().await {
        let account = account?;
        say!("  {:>7}  limit {:>6}  {:?}", account.number.0, account.limit, account.products);
    }

    let number = AccountNumber(627_788);
    say!("\nThe account number {} (index `ix_number`, not unique)", number.0);
    for account in accounts.find(fields.number().eq(number)).limit(SHOWN).await?.collect().await? {
        say!("  {:>7}  limit {:>6}  {:?}", account.number.0, account.limit, account.products);
    }
    Ok(())
}

/// The great-circle distance, on a sphere as large as the server's.
fn distance_km(from: Point, to: Point) -> f64 {
    const EARTH_KM: f64 = 6_378.1;
    let (lat1, lat2) = (from.latitude().to_radians(), to.latitude().to_radians());
    let (d_lat, d_lon) = (lat2 - lat1, (to.longitude() - from.longitude()).to_radians());
    let a = (d_lat / 2.0).sin().powi(2) + lat1.cos() * lat2.cos() * (d_lon / 2.0).sin().powi(2);
    2.0 * EARTH_KM * a.sqrt().asin()
}
