"""The round that is being played, or that waits to start."""

from dataclasses import dataclass

from director.models.event import Clock
from director.party.models import Party, PartyRound
from director.party.movement.games.cards import is_on_cards


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """The round that is played or waits to start, and whether it *has_begun*.

    If it is *is_on_cards*, nobody reports it and its seats aren't stored: only the clock knows it.
    """

    round_no: int
    has_begun: bool
    is_on_cards: bool

    @property
    def next_to_begin(self) -> int:
        """The next round in which play has not begun."""
        return self.round_no + self.has_begun


def fetch_current_round(party: Party, latest: PartyRound) -> CurrentRound:
    """Return the current round of *party*. *latest* is the last one with stored seats.

    At most three queries.
    """
    session = party.session
    is_reported = latest.has_begun
    on_cards = is_on_cards(party, latest.round_no) and not is_reported
    round_no = max(latest.round_no, session.round_no) if on_cards else latest.round_no
    is_on_clock = session.round_no == round_no and session.clock != Clock.WAITING
    has_cards = on_cards and party.cards.exists()
    return CurrentRound(round_no, is_reported or is_on_clock or has_cards, on_cards)
