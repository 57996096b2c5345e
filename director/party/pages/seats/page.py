"""The players of a party, where each starts, and who sits at each table."""

from dataclasses import dataclass

from director.core.club.people.read import people_labels
from director.names import by_family
from director.party.models import Party, SkatSheet
from director.party.movement.games.cards import read_cards
from director.party.movement.games.read import Evening, PlayedRound, round_read
from director.party.movement.games.tables import table_sheet
from director.party.movement.options import is_skat, ranks_pairs
from director.party.movement.seating.read import party_names
from director.party.movement.words import rest_words, table_words
from director.party.sheets import PartyTableSheet


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player: *name* as it must be typed, and the first seat in words."""

    number: int
    name: str
    group: str
    start: str
    has_left: bool
    team: str = ""

    @property
    def text(self) -> str:
        """Name, group and team in one text, to see whether they were changed."""
        return player_text(self.name, self.group, self.team)


def player_text(name: str, group: str, team: str) -> str:
    """Return name, group and team, if there is one, in one text."""
    return "|".join((name, group, team) if team else (name, group))


@dataclass(frozen=True, slots=True)
class PartySeats:
    """All players, the names to offer, and the tables of round 1."""

    rows: tuple[PlayerSeat, ...]
    known: tuple[str, ...]
    tables: tuple[PartyTableSheet, ...]
    is_begun: bool
    has_rows: bool = False  # several aisles

    @property
    def places(self) -> list[tuple[int, str]]:
        """The numbers of seated players, with labels for a list."""
        return [(row.number, f"{row.number} {row.name}".strip()) for row in self.rows if row.start]

    @property
    def named(self) -> int:
        """How many have a name."""
        return sum(bool(row.name) for row in self.rows)

    @property
    def groups(self) -> tuple[int, int]:
        """How many are in either group."""
        return sum(row.group == "A" for row in self.rows), sum(
            row.group == "B" for row in self.rows
        )


def party_seats(party: Party, *, numbered: bool = True) -> PartySeats:
    """Return the players of *party* by number. At most six queries.

    *numbered*: people of one name are told apart by their numbers.
    """
    rounds = party.played_rounds.order_by("round_no").prefetch_related("results")
    labels = people_labels(party.session.event.club, numbered=numbered)
    stored, seated = rounds.first(), rounds.count()
    first = round_read(stored) if stored else None
    evening = Evening(party, party_names(party), (first,) if first else (), cards=read_cards(party))
    of_pairs = ranks_pairs(party)
    rows = tuple(
        PlayerSeat(
            number=player.number,
            name=labels.get(player.person_id, "") if player.person_id else "",
            group=player.group,
            start=_start(first, str(player.number)),
            has_left=player.left_round is not None and player.left_round <= seated,
            team=player.team if of_pairs else "",
        )
        for player in evening.names.by_player.values()
    )
    tables = tuple(table_sheet(evening, first, table) for table in first.seating) if first else ()
    is_begun = seated > 1 or bool(first and (first.results or evening.cards or _has_sheets(party)))
    return PartySeats(
        rows,
        tuple(sorted(labels.values(), key=by_family)),
        tables,
        is_begun,
        bool(first and first.has_rows),
    )


def _has_sheets(party: Party) -> bool:
    """Return whether a Skat sheet has been handed in."""
    return is_skat(party) and SkatSheet.objects.filter(round__party=party).exists()


def _start(first: PlayedRound | None, player: str) -> str:
    place = first.places.get(player) if first else None
    if first is None or place is None:
        return ""
    if place.sits_out:
        return f"{rest_words(place.waits_at)} first"
    return f"{table_words(place.table_no, place.row, has_rows=first.has_rows)}, seat {place.seat}"
