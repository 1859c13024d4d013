//! Who may talk to whom: the links between members and their clients, and how each is broken.

use tokio::sync::watch;

/// One end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    Member(usize),
    Client,
}

/// What becomes of the bytes that one party sends to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    Open,
    /// They wait, as on a network that sends again what was not confirmed.
    Held,
    /// They are gone, and with them the sense of what follows.
    Lost,
}

/// What is broken at the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    held: Vec<[Party; 2]>,
    /// From whom, to whom.
    lost: Vec<[Party; 2]>,
}

impl Links {
    pub(super) fn passage(&self, from: Party, to: Party) -> Passage {
        if self.held.contains(&[from, to]) || self.held.contains(&[to, from]) {
            Passage::Held
        } else if self.lost.contains(&[from, to]) {
            Passage::Lost
        } else {
            Passage::Open
        }
    }
}

/// The links of one cluster. A change holds for every byte from the moment it has returned.
#[derive(Debug)]
pub(super) struct Network(watch::Sender<Links>);

impl Network {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Links::default()))
    }

    pub(super) fn links(&self) -> watch::Receiver<Links> {
        self.0.subscribe()
    }

    /// Holds all bytes between one party and others, both ways.
    pub(super) fn hold(&self, one: Party, others: impl IntoIterator<Item = Party>) {
        self.0.send_modify(|links| {
            links.held.extend(others.into_iter().filter(|other| *other != one).map(|o| [one, o]));
        });
    }

    /// Swallows all bytes that one party sends to the other.
    pub(super) fn lose(&self, from: Party, to: Party) {
        self.0.send_modify(|links| links.lost.push([from, to]));
    }

    pub(super) fn heal(&self) {
        self.0.send_modify(|links| *links = Links::default());
    }
}

#[cfg(test)]
mod tests {
    use super::{Party::*, *};

    #[test]
    fn a_link_is_held_both_ways_and_lost_one_way_until_it_is_healed() {
        let network = Network::new();
        network.hold(Member(0), [Member(0), Member(1), Client]);
        network.lose(Member(2), Client);
        let links = network.links();
        let passage = |from, to| links.borrow().passage(from, to);
        assert_eq!(passage(Member(0), Member(0)), Passage::Open, "its link to itself");
        for other in [Member(1), Client] {
            assert_eq!(passage(Member(0), other), Passage::Held);
            assert_eq!(passage(other, Member(0)), Passage::Held);
        }
        assert_eq!(passage(Member(1), Member(2)), Passage::Open);
        assert_eq!(passage(Member(2), Client), Passage::Lost);
        assert_eq!(passage(Client, Member(2)), Passage::Open);
        network.heal();
        assert_eq!(*links.borrow(), Links::default());
    }
}
