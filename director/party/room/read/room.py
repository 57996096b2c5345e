"""What the room reads from ten metres: next seats page by page, the clock, the tables still playing, who won."""

from dataclasses import dataclass

from director.desk.tags.cards import party_figure
from director.names import by_family
from director.party.models import Party
from director.party.options import is_skat
from director.party.play.read.games import Evening, party_evening
from director.party.play.read.page import PartyClock, party_clock
from director.party.skat.read.session import skat_sessions
from director.party.words import table_words
from scoring import ScoringError

LINES, AISLE_LINES = 36, 24  # on a page that can be read from afar; with aisles a line is longer
SEATS, CLOCK, RESULTS, WAITING = "seats", "clock", "results", "waiting"


@dataclass(frozen=True, slots=True)
class RoomLine:
    """One line: a player's seat, or a place in the standings."""

    left: str
    name: str
    right: str


@dataclass(frozen=True, slots=True)
class Room:
    """What the room screen shows now; *page* counts from 1."""

    kind: str
    round_no: int
    rounds: int
    clock: PartyClock
    playing: tuple[int, ...]
    lines: tuple[RoomLine, ...]
    page: int
    pages: int

    @property
    def next_page(self) -> int:
        """The page after this one, the first after the last."""
        return self.page % self.pages + 1 if self.pages else 1


def party_room(party: Party, page: int = 1) -> Room:
    """Return what the room shows of *party*; three queries whatever the size."""
    evening = party_evening(party)
    one, clock = evening.latest, party_clock(party)
    if one is None:
        return Room(WAITING, 0, party.rounds, clock, (), (), 1, 1)
    is_played = not one.waiting and (party.is_over or one.round_no >= party.rounds)
    if is_played and party.session.event.is_published:
        kind, lines = RESULTS, _standings(evening)
    elif not one.results and not clock.is_running and not clock.has_rung:
        kind, lines = SEATS, _seats(evening)
    else:
        kind, lines = CLOCK, []
    most = AISLE_LINES if kind == SEATS and one.has_rows else LINES
    pages = max(1, -(-len(lines) // most))
    page = (page - 1) % pages + 1
    shown = tuple(lines[(page - 1) * most : page * most])
    return Room(kind, one.round_no, party.rounds, clock, one.waiting, shown, page, pages)


def _seats(evening: Evening) -> list[RoomLine]:
    """Return everybody by family name, those without a name by number behind them."""
    one, names = evening.latest, evening.names
    places = sorted(
        one.places.values(),
        key=lambda place: (
            names.by_player[place.player].person_id is None,
            by_family(names[place.player]) if names.by_player[place.player].person_id else ("", ""),
            int(place.player),
        ),
    )
    return [
        RoomLine(
            place.player,
            names[place.player],
            "sits out"
            if place.sits_out
            else f"{table_words(place.table_no, place.row, has_rows=one.has_rows)} {place.seat}",
        )
        for place in places
    ]


def _standings(evening: Evening) -> list[RoomLine]:
    if is_skat(evening.party):
        prizes = [prize for one in skat_sessions(evening) for prize in one.prizes if prize.names]
        return [RoomLine(str(at), ", ".join(prize.names), prize.title) for at, prize in enumerate(prizes, 1)]
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return []
    return [RoomLine(one.place_text, evening.names[one.player], party_figure(one.total)) for one in standings]
