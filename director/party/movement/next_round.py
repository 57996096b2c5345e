"""The next round: seats from the tables' reports, who waits or goes out, and each player's move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from director.errors import PartyError
from director.names import join_names
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.games import Evening, PlayedRound, make_table_sheet
from director.party.movement.options import compute_deciding_points, is_fixed
from director.party.movement.seating import PartyNames
from director.party.movement.words import format_table_number
from director.party.sheets import PartySeat, PartyTableSheet
from movements.errors import MovementError
from movements.party.model import OUT, PartyTable, Place, Seating, TableOutcome
from movements.party.rounds import change_players, going_out, next_seating, seat_changes

# Seats for the next round, computed from the tables' reports.


def compute_next_seating(party: Party, played_round: PlayedRound) -> Seating:
    """Return the seats of the round after *played_round*.

    :raises PartyError: if reports are missing
    :raises MovementError: if the movement can't seat the players after these reports
    """
    waiting = played_round.unreported_tables
    if waiting and not is_fixed(party):
        raise make_winners_missing_error(party, waiting, played_round.round_no)
    outcomes = {
        table_no: make_table_outcome(party, result)
        for table_no, result in played_round.results.items()
    }
    seating = next_seating(
        party.system,
        played_round.seating,
        outcomes,
        options=party.options,
        round_no=played_round.round_no,
    )
    return with_announced_changes(
        party,
        seating,
        fetch_announced_changes(party, played_round.round_no + 1),
        played_round.round_no + 1,
    )


def make_table_outcome(party: Party, result: PartyResult) -> TableOutcome:
    """Return the part of *result* that decides who moves."""
    return TableOutcome(
        result.winner,
        compute_deciding_points(party, result.points, result.beside),
        tuple(result.cut),
        tuple(result.out),
    )


@dataclass(frozen=True, slots=True)
class AnnouncedChanges:
    """Arrivals and leavers announced for a round before its seats are made."""

    round_no: int
    arrivals: tuple[PartyPlayer, ...]
    leavers: tuple[PartyPlayer, ...]
    word: str = "round"

    @property
    def text(self) -> str:
        """All arrivals and leavers in a sentence, or ""."""
        parts = [
            _join_names_with_verb(self.arrivals, "comes", "come"),
            _join_names_with_verb(self.leavers, "leaves", "leave"),
        ]
        text = "; ".join(filter(None, parts))
        if text:
            return f"From {self.word} {self.round_no}: {text}."
        return ""


def fetch_announced_changes(party: Party, round_no: int) -> AnnouncedChanges:
    """Return arrivals and leavers announced before *round_no*. One query."""
    players = party.players.select_related("person").filter(
        Q(joined_round=round_no) | Q(left_round=round_no)
    )
    # Somebody announced for this round who has already withdrawn takes no seat.
    arrivals = tuple(
        player
        for player in players
        if player.joined_round == round_no and player.left_round is None
    )
    leavers = tuple(player for player in players if player.left_round == round_no)
    return AnnouncedChanges(round_no, arrivals, leavers, party.round_word)


def with_announced_changes(
    party: Party, seating: Seating, people: AnnouncedChanges, round_no: int
) -> Seating:
    """Return *seating* of round *round_no* with arrivals and without leavers.

    :raises MovementError: if the system can't seat this number of players
    """
    seated = {player for table in seating for player in table.players}
    leavers = [str(player.number) for player in people.leavers if str(player.number) in seated]
    arrivals_a: list[str] = []
    arrivals_b: list[str] = []
    for player in people.arrivals:
        # Players without a group take B seats.
        arrivals = arrivals_a if player.group == "A" else arrivals_b
        arrivals.append(str(player.number))
    return change_players(
        party.system,
        seating,
        leavers,
        arrivals_a,
        arrivals_b,
        options=party.options,
        round_no=round_no,
    )


def _join_names_with_verb(players: Sequence[PartyPlayer], singular: str, plural: str) -> str:
    names = [str(player) for player in players]
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} {singular}"
    return f"{', '.join(names[:-1])} and {names[-1]} {plural}"


def make_winners_missing_error(party: Party, waiting: Sequence[int], round_no: int) -> PartyError:
    """Return the error for a step that needs the reports of the *waiting* tables."""
    return PartyError(
        "winners-missing",
        "{tables_have} no winner in {word} {round_no} yet. Enter that first.",
        tables_have=format_tables_have(waiting),
        word=party.round_word,
        round_no=round_no,
    )


def format_tables_have(numbers: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> format_tables_have([4]), format_tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(numbers) == 1:
        return f"Table {numbers[0]} has"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} have"


# Players who wait to come in at a table, and players who go out for them.

OUT_FIELDS = tuple(f"out-{place}" for place in range(1, 5))
"""Fields for the players who go out. A table shows one per player who waits there."""
_MAX_DIGITS = 6  # longer than any player's number


def parse_leaving_players(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players chosen to go out in the form's *data*."""
    players = [str(data.get(name, "")).strip()[:_MAX_DIGITS] for name in OUT_FIELDS]
    return tuple(dict.fromkeys(filter(None, players)))


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Players who wait at a table, its seated players, and the fields for who goes out.

    Each of *fields* is a field's name and the player chosen in it, empty if the rule decides.
    After the report, *words* says who goes out and who comes in.
    """

    names: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    words: str = ""

    @property
    def text(self) -> str:
        """Who waits, in a sentence."""
        verb = "waits" if len(self.names) == 1 else "wait"
        return f"{join_names(self.names)} {verb} here."

    @property
    def is_named(self) -> bool:
        """Whether a player was chosen to go out instead of the one by the rule."""
        return any(player for _name, player in self.fields)

    def with_typed(self, data: Mapping[str, str]) -> "WaitingLine":
        """Return the line with the form's *data* in its fields."""
        return replace(
            self,
            fields=tuple((name, data.get(name, player)) for name, player in self.fields),
            words="",
        )


def make_waiting_line(
    party: Party,
    names: PartyNames,
    table: PartyTable,
    waiting: Sequence[str],
    result: PartyResult | None,
) -> WaitingLine:
    """Return the line of the players *waiting* at *table*. No query."""
    chosen = result.out if result else ()
    field_values = [*chosen, *[""] * len(waiting)][: len(waiting)]
    line = WaitingLine(
        names=tuple(names[player] for player in waiting),
        players=tuple((player, names[player]) for player in table.players),
        # OUT_FIELDS is as long as the largest table; fewer players may wait.
        fields=tuple(zip(OUT_FIELDS, field_values, strict=False)),
    )
    if result is None:
        return line
    leavers = going_out(
        party.system, table, len(waiting), make_table_outcome(party, result), options=party.options
    )
    leaver_names = join_names([names[player] for player in leavers])
    arrival_names = join_names(line.names[: len(leavers)])
    return replace(line, words=f"Out: {leaver_names}. In: {arrival_names}.")


# The tables of the next round, with each player's move.


@dataclass(frozen=True, slots=True)
class ComingTable:
    """A table of the next round. Each player "stays" or comes "from table 4"."""

    sheet: PartyTableSheet
    sides: tuple[tuple[tuple[PartySeat, str], ...], ...]


def build_next_tables(
    evening: Evening, played_round: PlayedRound
) -> tuple[tuple[ComingTable, ...], str]:
    """Return the tables of the next round, and a problem if they can't be made."""
    party = evening.party
    if played_round.unreported_tables and not is_fixed(party):
        return (), ""  # the page lists the missing reports already
    try:
        seating = compute_next_seating(party, played_round)
    except (PartyError, MovementError) as error:
        return (), str(error)
    if all(table.sits_out for table in seating):
        return (), ""
    return make_coming_tables(evening, played_round, seating), ""


def make_coming_tables(
    evening: Evening, played_round: PlayedRound, seating: Seating
) -> tuple[ComingTable, ...]:
    """Return the tables of *seating*, which follows *played_round*."""
    next_round = PlayedRound(played_round.round_no + 1, seating, {}, played_round.system)
    old_places = {
        change.player: change.old_place for change in seat_changes(played_round.seating, seating)
    }
    if played_round.has_rows:
        rows = {table.table_no: table.row for table in played_round.seating}
    else:
        rows = {}
    tables = []
    for table in seating:
        sheet = make_table_sheet(evening, next_round, table)
        sides = tuple(
            tuple((seat, _describe_arrival(old_places, seat, table, rows)) for seat in side)
            for side in sheet.sides
        )
        tables.append(ComingTable(sheet, sides))
    return tuple(tables)


def _describe_arrival(
    old_places: Mapping[str, Place | None],
    seat: PartySeat,
    table: PartyTable,
    rows: Mapping[int, int],
) -> str:

    player = str(seat.number)
    place = old_places.get(player)
    if table.waits_at == OUT and (place is None or place.sits_out):
        return ""  # already out, which the line of the table says
    if player not in old_places:
        return "stays"
    if place is None:
        return "new"
    if place.sits_out or table.waits_at:
        return _describe_rest_change(place)
    if place.table_no == table.table_no:
        return "stays, other seat"
    old_table = format_table_number(
        place.table_no, rows.get(place.table_no, 1), has_rows=bool(rows)
    )
    return f"from {old_table}"


def _describe_rest_change(place: Place) -> str:
    """Return the change of a player who sat out at *place*, or sits out next."""
    if not place.sits_out:
        return "goes out"
    if place.waits_at:
        return "comes in"
    return "sat out"
