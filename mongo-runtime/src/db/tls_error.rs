//! Why TLS has failed, read out of what the driver says about the servers that it could not select.

/// What may be told of a message of the driver: only our own words, since the message has addresses and names in it.
///
/// rustls has no other way through the driver than its text. Where its words have changed, nothing is told.
pub(crate) fn told_by(message: &str) -> Option<&'static str> {
    const REASONS: [(&[&str], &str); 5] = [
        (
            &["certificate expired", "certificate: Expired"],
            "no suitable server was found: a server's certificate has expired, and it needs a new one",
        ),
        (
            &["certificate not valid yet", "certificate: NotValidYet"],
            "no suitable server was found: a server's certificate is not valid yet; check the clocks of both machines",
        ),
        (
            &["certificate not valid for name", "certificate: NotValidForName"],
            "no suitable server was found: a server's certificate is for another host; connect by a name that it has",
        ),
        (
            &["invalid peer certificate"],
            "no suitable server was found: a server's certificate is of no authority that is trusted; name the authority with \
             `tlsCAFile`",
        ),
        (
            &["tls handshake eof", "received corrupt message of type InvalidContentType"],
            "no suitable server was found: a server does not answer with TLS; turn TLS on there",
        ),
    ];
    let stands_there = |words: &[&str]| words.iter().any(|it| message.contains(it));
    REASONS.iter().find(|(words, _)| stands_there(words)).map(|(_, told)| *told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_words_are_told_and_the_nearest_of_them() {
        for (message, word) in [
            ("invalid peer certificate: certificate expired: verification time 1", "expired"),
            ("invalid peer certificate: certificate not valid yet: ..", "clocks"),
            ("invalid peer certificate: certificate not valid for name \"c4n4ry\"", "another host"),
            ("invalid peer certificate: UnknownIssuer", "tlsCAFile"),
            ("I/O error: tls handshake eof, labels: {}", "turn TLS on"),
        ] {
            let told = told_by(&format!("c4n4ry {message}")).unwrap();
            assert!(told.contains(word) && !told.contains("c4n4ry"), "{told}");
        }
        assert_eq!(told_by("Connection refused"), None);
    }
}
