"""The data of Seats: the players of a party, where each starts, and the tables of round 1."""

from dataclasses import dataclass

from director.core.club.people import fetch_people_labels
from director.names import make_family_key
from director.party.models import Party, SkatSheet
from director.party.movement.cards import read_cards
from director.party.movement.games import Evening, PlayedRound, make_table_sheet, read_round
from director.party.movement.options import is_ranked_by_pairs, is_skat
from director.party.movement.seating import fetch_party_names
from director.party.movement.words import describe_rest, format_table_number
from director.party.sheets import PartyTableSheet


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player, with the name as it must be typed, and the first seat in words."""

    number: int
    name: str
    group: str
    first_seat: str
    has_left: bool
    team: str = ""

    @property
    def text(self) -> str:
        """Name, group and team in one text, to find out whether they were changed."""
        return format_player(self.name, self.group, self.team)


def format_player(name: str, group: str, team: str) -> str:
    """Return name, group and team in one text. An empty team is left out."""
    return "|".join((name, group, team) if team else (name, group))


@dataclass(frozen=True, slots=True)
class PartySeats:
    """All players and the tables of round 1.

    *known* are names of the club to suggest. *is_begun* is whether play has begun, *has_rows*
    whether the tables are in several aisles.
    """

    rows: tuple[PlayerSeat, ...]
    known: tuple[str, ...]
    tables: tuple[PartyTableSheet, ...]
    is_begun: bool
    has_rows: bool = False

    @property
    def places(self) -> list[tuple[int, str]]:
        """The numbers of seated players, with labels for a list."""
        return [
            (row.number, f"{row.number} {row.name}".strip()) for row in self.rows if row.first_seat
        ]

    @property
    def named(self) -> int:
        """The number of players with a name."""
        return sum(bool(row.name) for row in self.rows)

    @property
    def groups(self) -> tuple[int, int]:
        """The numbers of players in groups A and B."""
        groups = [row.group for row in self.rows]
        return groups.count("A"), groups.count("B")


def fetch_party_seats(party: Party, *, numbered: bool = True) -> PartySeats:
    """Return the players of *party* by number. (Costs six queries at most.)

    *numbered* is whether people with the same name are distinguished by their numbers.
    """
    rounds = party.played_rounds.order_by("round_no").prefetch_related("results")
    labels = fetch_people_labels(party.session.event.club, numbered=numbered)
    stored_round = rounds.first()
    seated_rounds = rounds.count()
    first_round = read_round(stored_round) if stored_round else None
    evening = Evening(
        party,
        fetch_party_names(party),
        (first_round,) if first_round else (),
        cards=read_cards(party),
    )
    has_teams = is_ranked_by_pairs(party)
    rows = []
    for player in evening.names.by_player.values():
        row = PlayerSeat(
            number=player.number,
            name=labels.get(player.person_id, "") if player.person_id else "",
            group=player.group,
            first_seat=_describe_first_seat(first_round, str(player.number)),
            has_left=player.left_round is not None and player.left_round <= seated_rounds,
            team=player.team if has_teams else "",
        )
        rows.append(row)
    tables: tuple[PartyTableSheet, ...] = ()
    is_begun = seated_rounds > 1
    if first_round:
        tables = tuple(
            make_table_sheet(evening, first_round, table) for table in first_round.seating
        )
        is_begun = is_begun or bool(first_round.results or evening.cards or _has_skat_sheets(party))
    return PartySeats(
        rows=tuple(rows),
        known=tuple(sorted(set(labels.values()), key=make_family_key)),
        tables=tables,
        is_begun=is_begun,
        has_rows=bool(first_round and first_round.has_rows),
    )


def _has_skat_sheets(party: Party) -> bool:
    return is_skat(party) and SkatSheet.objects.filter(round__party=party).exists()


def _describe_first_seat(first_round: PlayedRound | None, player: str) -> str:
    place = first_round.seat_by_player.get(player) if first_round else None
    if first_round is None or place is None:
        return ""
    if place.sits_out:
        return f"{describe_rest(place.waits_at)} first"
    table = format_table_number(place.table_no, place.row, has_rows=first_round.has_rows)
    return f"{table}, seat {place.seat}"
