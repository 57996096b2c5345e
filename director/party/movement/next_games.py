"""The seats of the next round, as they follow from what the tables told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from director.errors import PartyError
from director.party import sentences
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.games.tables import table_sheet
from director.party.movement.options import deciding_points, is_fixed
from director.party.movement.seating.read import Names
from director.party.movement.words import table_words
from director.party.sheets import PartySeat, PartyTableSheet
from movements import (
    OUT,
    MovementError,
    PartyTable,
    Place,
    Seating,
    TableOutcome,
    change_players,
    going_out,
    next_seating,
    seat_changes,
)


def next_seats(party: Party, played_round: PlayedRound) -> Seating:
    """Return the seats that follow from round *played_round*.

    :raises PartyError: if tables have not told who won
    :raises MovementError: if the seats cannot follow from what the tables told
    """
    if (waiting := played_round.waiting) and not is_fixed(party):
        raise winners_missing(party, waiting, played_round.round_no)
    outcomes = {table_no: table_outcome(party, result) for table_no, result in played_round.results.items()}
    seating = next_seating(
        party.system, played_round.seating, outcomes, options=party.options, round_no=played_round.round_no
    )
    return with_announced(party, seating, announced(party, played_round.round_no + 1), played_round.round_no + 1)


def table_outcome(party: Party, result: PartyResult) -> TableOutcome:
    """Return what *result* says about who moves."""
    return TableOutcome(
        result.winner, deciding_points(party, result.points, result.beside), tuple(result.cut), tuple(result.out)
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """Who comes and who leaves with the seats of a round that is not seated yet."""

    round_no: int
    arrivals: tuple[PartyPlayer, ...]
    leavers: tuple[PartyPlayer, ...]
    word: str = "round"

    @property
    def text(self) -> str:
        """All of it in a sentence; empty where nobody comes or leaves."""
        parts = [_together(self.arrivals, "comes", "come"), _together(self.leavers, "leaves", "leave")]
        said = "; ".join(part for part in parts if part)
        return f"From {self.word} {self.round_no}: {said}." if said else ""


def announced(party: Party, round_no: int) -> Announced:
    """Return who was announced during the round before *round_no*; one query."""
    players = party.players.select_related("person").filter(Q(joined_round=round_no) | Q(left_round=round_no))
    return Announced(
        round_no,
        tuple(player for player in players if player.joined_round == round_no and player.left_round is None),
        tuple(player for player in players if player.left_round == round_no),
        party.round_word,
    )


def with_announced(party: Party, seating: Seating, people: Announced, round_no: int) -> Seating:
    """Return *seating*, which is for round *round_no*, with those who come and without those who leave.

    :raises MovementError: if the system cannot seat so many
    """
    how = {"options": party.options, "round_no": round_no}
    seated = {player for table in seating for player in table.players}
    leavers = [str(player.number) for player in people.leavers if str(player.number) in seated]
    a, b = (
        [str(player.number) for player in people.arrivals if (player.group == "A") is is_a] for is_a in (True, False)
    )
    return change_players(party.system, seating, leavers, a, b, **how)


def _together(players: Sequence[PartyPlayer], single: str, several: str) -> str:
    """Return names with the verb for so many."""
    names = [str(player) for player in players]
    if len(names) < 2:
        return "".join(f"{name} {single}" for name in names)
    return f"{', '.join(names[:-1])} and {names[-1]} {several}"


def winners_missing(party: Party, waiting: Sequence[int], round_no: int) -> PartyError:
    """Return the refusal of what needs all tables of a round while these are *waiting*."""
    told: dict[str, Any] = {"tables_have": tables_have(waiting), "word": party.round_word, "round_no": round_no}
    return PartyError(sentences.WINNERS_MISSING, **told)


def tables_have(numbers: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> tables_have([4]), tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(numbers) == 1:
        return f"Table {numbers[0]} has"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} have"


# Who waits at a table to come in, and who goes out of it for them.

OUT_FIELDS = tuple(f"out-{place}" for place in range(1, 5))
"""The fields that name who goes out; a table has as many as wait there."""
_MOST_DIGITS = 6


def out_named(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players who go out as the fields of a table name them, each once; the others go by the rule."""
    named = (str(data.get(name, "")).strip()[:_MOST_DIGITS] for name in OUT_FIELDS)
    return tuple(dict.fromkeys(player for player in named if player))


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Those who wait at a table by name, who plays there by number and name, and the fields for who goes out.

    Each field comes with the number that stands in it, empty where the rule decides.  *words* say who goes out and who
    comes in, once that is known.
    """

    names: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    words: str = ""

    @property
    def text(self) -> str:
        """Who waits, in a sentence."""
        return f"{_joined(self.names)} {'waits' if len(self.names) == 1 else 'wait'} here."

    @property
    def is_named(self) -> bool:
        """Whether somebody was named who goes out, whatever the rule is."""
        return any(player for _name, player in self.fields)

    def typed(self, data: Mapping[str, str]) -> "WaitingLine":
        """Return the line with what was typed."""
        return replace(self, fields=tuple((name, data.get(name, player)) for name, player in self.fields), words="")


def waiting_line(
    party: Party, names: Names, table: PartyTable, waiting: Sequence[str], result: PartyResult | None
) -> WaitingLine:
    """Return the line of those *waiting* at *table*, with what it told; no query."""
    named = [*(result.out if result else ()), *[""] * len(waiting)]
    line = WaitingLine(
        names=tuple(names[player] for player in waiting),
        players=tuple((player, names[player]) for player in table.players),
        fields=tuple(zip(OUT_FIELDS, named[: len(waiting)], strict=False)),
    )
    if result is None:
        return line
    out = going_out(party.system, table, len(waiting), table_outcome(party, result), options=party.options)
    gone = _joined([names[player] for player in out])
    return replace(line, words=f"Out: {gone}. In: {_joined(line.names[: len(out)])}.")


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


# The tables of the next round as the evening page shows them: who sits there, and how each comes to the seat.


@dataclass(frozen=True, slots=True)
class ComingTable:
    """One table of the next round: everybody with how the place is reached, such as "stays" or "from table 4"."""

    sheet: PartyTableSheet
    sides: tuple[tuple[tuple[PartySeat, str], ...], ...]


def tables_ahead(evening: Evening, played_round: PlayedRound) -> tuple[tuple[ComingTable, ...], str]:
    """Return the next tables with who moves and who stays, or why there are none though every table is in."""
    party = evening.party
    if played_round.waiting and not is_fixed(party):
        return (), ""
    try:
        seating = next_seats(party, played_round)
    except (PartyError, MovementError) as error:
        return (), str(error)
    if all(table.sits_out for table in seating):
        return (), ""
    return coming_tables(evening, played_round, seating), ""


def coming_tables(evening: Evening, played_round: PlayedRound, seating: Seating) -> tuple[ComingTable, ...]:
    """Return the tables of *seating*, which follows round *played_round*, with who moves and who stays."""
    then = PlayedRound(played_round.round_no + 1, seating, {}, played_round.system)
    before = {change.player: change.before for change in seat_changes(played_round.seating, seating)}
    rows = {table.table_no: table.row for table in played_round.seating} if played_round.has_rows else {}
    tables = []
    for table in seating:
        sheet = table_sheet(evening, then, table)
        sides = tuple(tuple((seat, _how(before, seat, table, rows)) for seat in side) for side in sheet.sides)
        tables.append(ComingTable(sheet, sides))
    return tuple(tables)


def _how(before: Mapping[str, Place | None], seat: PartySeat, table: PartyTable, rows: Mapping[int, int]) -> str:
    """Return how the player of *seat* comes there; *before* has who moves from where, *rows* aisles by table."""
    player = str(seat.number)
    place = before.get(player)
    if table.waits_at == OUT and (place is None or place.sits_out):
        return ""  # was out before, as the line says
    if player not in before:
        return "stays"
    if place is None:
        return "new"
    if place.sits_out or table.waits_at:
        return _from_or_to_rest(place)
    if place.table_no == table.table_no:
        return "stays, other seat"
    return f"from {table_words(place.table_no, rows.get(place.table_no, 1), has_rows=bool(rows))}"


def _from_or_to_rest(place: Place) -> str:
    """Return what becomes of somebody who did not play at *place*, or will not play next."""
    if not place.sits_out:
        return "goes out"
    return "comes in" if place.waits_at else "sat out"
