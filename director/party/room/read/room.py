"""What the room reads from ten metres: next seats page by page, the clock, the tables still playing, who won."""

from dataclasses import dataclass

from director.desk.tags.cards import party_figure
from director.names import by_family
from director.party.models import Party
from director.party.options import is_skat
from director.party.play.read.games import Evening, PlayedRound, party_evening
from director.party.play.read.page import PartyClock, party_clock
from director.party.seats.read.seating import Names
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
    current, clock = evening.latest, party_clock(party)
    if current is None:
        return Room(WAITING, 0, party.rounds, clock, (), (), 1, 1)
    is_played = not current.waiting and (party.is_over or current.round_no >= party.rounds)
    if is_played and party.session.event.is_published:
        kind, lines = RESULTS, _standings(evening)
    elif not current.results and not clock.is_running and not clock.has_rung:
        kind, lines = SEATS, _seats(current, evening.names)
    else:
        kind, lines = CLOCK, []
    most = AISLE_LINES if kind == SEATS and current.has_rows else LINES
    pages = max(1, -(-len(lines) // most))
    page = (page - 1) % pages + 1
    shown = tuple(lines[(page - 1) * most : page * most])
    return Room(kind, current.round_no, party.rounds, clock, current.waiting, shown, page, pages)


def _seats(current: PlayedRound, names: Names) -> list[RoomLine]:
    """Return everybody by family name, those without a name by number behind them."""
    places = sorted(
        current.places.values(),
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
            else f"{table_words(place.table_no, place.row, has_rows=current.has_rows)} {place.seat}",
        )
        for place in places
    ]


def _standings(evening: Evening) -> list[RoomLine]:
    if is_skat(evening.party):
        prizes = [prize for session in skat_sessions(evening) for prize in session.prizes if prize.names]
        return [RoomLine(str(at), ", ".join(prize.names), prize.title) for at, prize in enumerate(prizes, 1)]
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return []
    return [
        RoomLine(standing.place_text, evening.names[standing.player], party_figure(standing.total))
        for standing in standings
    ]
