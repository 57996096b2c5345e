"""What the room reads from ten metres: next seats page by page, the clock, the tables still playing, who won."""

from dataclasses import dataclass, replace

from director.desk.room.read import FIRST_PAGE, RoomLine, RoomPage, Turn, turned
from director.desk.tags.cards import party_figure
from director.names import by_family
from director.party.cards.read.games import all_handed_in, is_typed_from_cards
from director.party.models import Party
from director.party.options import is_skat
from director.party.play.read.clock import PartyClock, party_clock
from director.party.play.read.games import Evening, PlayedRound, party_evening
from director.party.results.read.sheets import presence_told
from director.party.seats.read.seating import Names, chairs
from director.party.skat.read.session import skat_sessions
from director.party.words import rest_words, table_words
from scoring import PartyStanding, ScoringError

SEATS, CLOCK, RESULTS, WAITING = "seats", "clock", "results", "waiting"


@dataclass(frozen=True, slots=True)
class Room:
    """What the room screen shows now, with its *page* of lines."""

    kind: str
    round_no: int
    rounds: int
    clock: PartyClock
    playing: tuple[int, ...]
    page: RoomPage
    trump: str = ""  # of the round, where trumps go in turn
    moves_by_itself: bool = False  # nobody tells which round is played

    @property
    def bell(self) -> str:
        """What the bell of the clock does, for those who listen."""
        return "rung" if self.clock.has_rung else "runs" if self.clock.is_running else "rests"


def party_room(party: Party, turn: Turn = FIRST_PAGE) -> Room:
    """Return what the room shows of *party*, of several pages that of *turn*; three queries whatever the size."""
    evening = party_evening(party)
    current, clock = evening.latest, party_clock(party)
    if current is None:
        return Room(WAITING, 0, party.rounds, clock, (), RoomPage())
    by_cards = is_typed_from_cards(party)
    is_played = (
        all_handed_in(party, evening.contestants, evening.cards)
        if by_cards
        else not current.waiting and _is_last(party, current)
    )
    page = RoomPage()
    if is_played and party.session.event.is_published:
        kind, page = RESULTS, turned([("Results", _standings(evening))], turn)
    elif not current.results and not clock.is_running and not clock.has_rung:
        kind, page = SEATS, turned([(_seats_title(current), _seats(current, evening.names))], turn)
    else:
        kind = CLOCK
    trump = "" if is_played or by_cards else party.trump_words(current.round_no)
    playing = () if by_cards else current.waiting
    return Room(kind, current.round_no, party.rounds, clock, playing, page, trump, moves_by_itself=by_cards)


def _is_last(party: Party, current: PlayedRound) -> bool:
    return party.is_over or current.round_no >= party.rounds


def _seats_title(current: PlayedRound) -> str:
    """Return what stands above the seats; where there are partners, by which seats they know each other."""
    largest = max(current.tables, key=lambda table: len(table.players), default=None)
    sides = chairs(largest, current.system and replace(current.system, sides=())) if largest else ()
    partners = ", ".join(f"{first} with {' '.join(others)}" for first, *others in sides if others)
    return f"Take your seats: {partners}" if partners else "Please take your seats"


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
            rest_words(place.waits_at)
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
    has_played = len({standing.played for standing in standings}) > 1
    return [
        RoomLine(standing.place_text, _with_absence(evening, standing, has_played), party_figure(standing.total))
        for standing in standings
    ]


def _with_absence(evening: Evening, standing: PartyStanding, has_played: bool) -> str:
    """Return a contestant's name, with the games played where they are not the same for all, and why."""
    name, played = evening.contestants[standing.player], f"{standing.played} played" if has_played else ""
    told = ", ".join(filter(None, (played, presence_told(evening, standing))))
    return f"{name} ({told})" if told else name
