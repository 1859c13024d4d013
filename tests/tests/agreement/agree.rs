//! Mutants: refused by both, or taken by both, but for the differences in the table.

use std::collections::{BTreeMap, BTreeSet};

use mongo_testkit::TestDb;

use crate::{
    differences::{DIFFERENCES, Server},
    models,
    mutate::mutants,
    verdict::{Codec, provision, refusals},
};

/// What was found that the table does not have: one example of each.
type Unexplained = BTreeMap<String, (usize, String)>;

#[mongo_testkit::test]
async fn the_validator_and_the_codec_refuse_the_same_but_for_the_tabled_differences(db: TestDb) {
    let models = models::all();
    provision(&db, &models).await;
    let mut unexplained = Unexplained::new();
    let mut used = BTreeSet::new();
    let (mut n_mutants, mut n_both_refuse, mut n_both_take) = (0, 0, 0);
    for model in &models {
        for valid in (model.documents)() {
            let mutants = mutants(model.declaration, &valid);
            let bytes: Vec<Vec<u8>> = mutants.iter().map(|mutant| mutant.bytes.clone()).collect();
            let codes = refusals(&db, &model.collection(), &bytes).await;
            let mut rewritten = Vec::new();
            for (mutant, code) in mutants.iter().zip(codes) {
                n_mutants += 1;
                let server = if code.is_some() { Server::Refuses } else { Server::Takes };
                let codec = (model.codec)(&mutant.bytes);
                // The same bytes are no second question.
                if let Codec::Takes(bytes) = &codec
                    && *bytes != mutant.bytes
                {
                    rewritten.push((mutant, bytes.clone()));
                }
                match (&codec, server) {
                    (Codec::Refuses, Server::Refuses) => n_both_refuse += 1,
                    (Codec::Takes(_), Server::Takes) => n_both_take += 1,
                    _ => {
                        let row =
                            DIFFERENCES.iter().position(|row| row.is_of(mutant, &codec, server));
                        if let Some(row) = row {
                            used.extend(DIFFERENCES[row].parts(row, mutant));
                            continue;
                        }
                        let codec = match codec {
                            Codec::Takes(_) => "takes",
                            Codec::Reads => "reads",
                            Codec::Refuses => "refuses",
                        };
                        let key = format!(
                            "{} | {} | the codec {codec}, the server {server:?}",
                            mutant.place, mutant.change
                        );
                        let example = format!("{}: `{}` ({code:?})", model.name, mutant.path);
                        unexplained.entry(key).or_insert((0, example)).0 += 1;
                    }
                }
            }
            let bytes: Vec<Vec<u8>> = rewritten.iter().map(|(_, bytes)| bytes.clone()).collect();
            let codes = refusals(&db, &model.collection(), &bytes).await;
            for ((mutant, _), _) in rewritten.iter().zip(codes).filter(|(_, code)| code.is_some()) {
                let key = format!(
                    "{} | {} | is refused as it is written again",
                    mutant.place, mutant.change
                );
                let example = format!("{}: `{}`", model.name, mutant.path);
                unexplained.entry(key).or_insert((0, example)).0 += 1;
            }
        }
    }
    let list: Vec<String> =
        unexplained.iter().map(|(key, (n, example))| format!("{key} ({n}, {example})")).collect();
    assert!(
        list.is_empty(),
        "{} differences are not in the table:\n{}",
        list.len(),
        list.join("\n")
    );
    let declared = DIFFERENCES.iter().enumerate().flat_map(|(row, it)| it.all_parts(row));
    let unused: Vec<String> = declared.filter(|part| !used.contains(part)).collect();
    assert!(unused.is_empty(), "no mutant needs:\n{}", unused.join("\n"));
    assert!(
        n_mutants > 8_000 && n_both_refuse > 5_000 && n_both_take > 500,
        "{n_mutants} mutants, {n_both_refuse} refused and {n_both_take} taken by both"
    );
}
