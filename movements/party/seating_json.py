"""Seatings and what tables report as JSON, the language of the command line.

Responsible for the shape ``{"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}],
"winners": {"1": 0}}`` with its further parts ``points``, ``cuts``, ``out`` and ``round``, and for
naming everything in a file that is not of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movements.errors import UnreadableShapeError
from movements.party.model import OUT, Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.sentences import PartyMovementSentences

LARGEST = 9999
"""The largest number a file may hold; beyond it only a mistake or mischief is possible."""


@dataclass(frozen=True, slots=True)
class PartyState:
    """A seating with what its tables reported in a round, and the number of that round.

    >>> PartyState((), {}).round_no
    1
    """

    seating: Seating
    outcomes: Outcomes
    round_no: int = 1


def seating_to_json(seating: Seating) -> dict[str, Any]:
    """Return *seating* as a JSON object.

    Usual values are left out.

    >>> seating_to_json((PartyTable(1, (("L1", "G1"), ("L2", "G2"))),))
    {'tables': [{'table': 1, 'sides': [['L1', 'G1'], ['L2', 'G2']]}]}
    """
    return {"tables": [_table_to_json(table) for table in seating]}


def _table_to_json(table: PartyTable) -> dict[str, Any]:
    shape: dict[str, Any] = {"table": table.table_no, "sides": [list(side) for side in table.sides]}
    if table.row != 1:
        shape["row"] = table.row
    if table.games_here:
        shape["games_here"] = dict(table.games_here)
    if table.seats:
        shape["seats"] = table.seats
    if table.waits_at:
        shape["waits_at"] = table.waits_at
    return shape


def party_state_to_json(state: PartyState) -> dict[str, Any]:
    """Return *state* as a JSON object.

    >>> party_state_to_json(PartyState((), {1: TableOutcome(0)}, 3))
    {'tables': [], 'winners': {'1': 0}, 'round': 3}
    """
    parts = {
        "winners": {
            str(no): outcome.winner
            for no, outcome in state.outcomes.items()
            if outcome.winner is not None
        },
        "points": {
            str(no): list(outcome.points)
            for no, outcome in state.outcomes.items()
            if outcome.points
        },
        "cuts": {
            str(no): list(outcome.cut) for no, outcome in state.outcomes.items() if outcome.cut
        },
        "out": {
            str(no): list(outcome.out) for no, outcome in state.outcomes.items() if outcome.out
        },
    }
    return (
        seating_to_json(state.seating)
        | {name: part for name, part in parts.items() if part}
        | {"round": state.round_no}
    )


def party_state_from_json(data: object) -> PartyState:
    """Return the seating and reports that a JSON value holds.

    >>> party_state_from_json({"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}]}).seating[0].table_no
    1

    :raises UnreadableShapeError: with everything that cannot be read in ``problems``.
    """
    reader = _StateReader()
    state = reader.state(data)
    if reader.problems:
        raise UnreadableShapeError(
            PartyMovementSentences.UNREADABLE_SEATING, problems=tuple(reader.problems)
        )
    return state


@dataclass(slots=True)
class _StateReader:
    """Reads a state and remembers everything that cannot be read."""

    problems: list[str] = field(default_factory=list)

    def state(self, data: object) -> PartyState:
        if not isinstance(data, Mapping):
            self.problems.append('it isn\'t an object with "tables"')
            return PartyState((), {})
        tables = data.get("tables")
        if not isinstance(tables, list) or not tables:
            self.problems.append('"tables" must be a list of tables, the head table first')
            tables = []
        seating = tuple(
            self.table(entry, f"table entry {at}") for at, entry in enumerate(tables, start=1)
        )
        round_no = self.number(data.get("round", 1), '"round"', least=1)
        return PartyState(seating, self.outcomes(data), round_no)

    def table(self, data: object, place: str) -> PartyTable:
        if not isinstance(data, Mapping):
            self.problems.append(f"{place} isn't an object")
            return PartyTable(0, ())
        number = self.number(data.get("table"), f'{place}: "table"', least=1)
        place = f"table {number}" if number else place
        sides = tuple(
            self.side(entry, f"{place}, side {at}")
            for at, entry in enumerate(self.sides(data, place))
        )
        row = self.number(data.get("row", 1), f'{place}: "row"', least=1)
        waits_at = self.number(data.get("waits_at", 0), f'{place}: "waits_at"', least=OUT)
        return PartyTable(
            number, sides, row, self.games(data, place), self.seats(data, sides, place), waits_at
        )

    def sides(self, data: Mapping[str, object], place: str) -> list[object]:
        sides = data.get("sides")
        if isinstance(sides, list) and sides:
            return sides
        self.problems.append(f'{place}: "sides" must be a list of sides, each a list of players')
        return []

    def side(self, data: object, place: str) -> tuple[Player, ...]:
        if not isinstance(data, list) or not data:
            self.problems.append(f"{place} must be a list of players")
            return ()
        return tuple(self.player(entry, place) for entry in data)

    def player(self, data: object, place: str) -> Player:
        """Return the id of a player, '' for an empty seat, which is judged with the seating."""
        if data is None or isinstance(data, str):
            return (data or "").strip()
        if isinstance(data, int) and not isinstance(data, bool):
            return str(data)
        self.problems.append(f"{place}: a player must be text")
        return ""

    def games(self, data: Mapping[str, object], place: str) -> tuple[tuple[Player, int], ...]:
        games = data.get("games_here", {})
        if not isinstance(games, Mapping):
            self.problems.append(f'{place}: "games_here" must name players with their games')
            return ()
        return tuple(
            (str(player), self.number(number, f'{place}, "games_here" of {player}'))
            for player, number in games.items()
        )

    def seats(
        self, data: Mapping[str, object], sides: tuple[tuple[Player, ...], ...], place: str
    ) -> str:
        seats = data.get("seats", "")
        players = sum(len(side) for side in sides)
        if isinstance(seats, str) and (
            not seats or (len(seats) == players and set(seats) <= set("AB"))
        ):
            return seats
        self.problems.append(
            f'{place}: "seats" must be a letter A or B for each of its {players} players'
        )
        return ""

    def outcomes(self, data: Mapping[str, object]) -> dict[int, TableOutcome]:
        winners = {
            table: self.number(side, f"the winner of table {table}")
            for table, side in self.by_table(data, "winners").items()
        }
        points, cuts = (
            {
                table: self.numbers(some, f'"{name}" of table {table}')
                for table, some in self.by_table(data, name).items()
            }
            for name in ("points", "cuts")
        )
        out = {
            table: self.side(some, f'"out" of table {table}')
            for table, some in self.by_table(data, "out").items()
        }
        return {
            table: TableOutcome(
                winners.get(table), points.get(table, ()), cuts.get(table, ()), out.get(table, ())
            )
            for table in sorted({*winners, *points, *cuts, *out})
        }

    def by_table(self, data: Mapping[str, object], name: str) -> dict[int, object]:
        reports = data.get(name, {})
        if not isinstance(reports, Mapping):
            self.problems.append(f'"{name}" must be an object by table number')
            return {}
        good = {
            key: value
            for key, value in reports.items()
            if str(key).isascii() and str(key).isdigit()
        }
        self.problems += [
            f'"{name}": "{key}" isn\'t a table number' for key in reports if key not in good
        ]
        return {int(str(key)[:9]): value for key, value in good.items()}

    def numbers(self, data: object, place: str) -> tuple[int, ...]:
        if not isinstance(data, list):
            self.problems.append(f"{place} must be a list of numbers, one per side")
            return ()
        return tuple(self.number(entry, place, least=-LARGEST) for entry in data)

    def number(self, data: object, place: str, least: int = 0) -> int:
        if isinstance(data, int) and not isinstance(data, bool) and least <= data <= LARGEST:
            return data
        self.problems.append(f"{place} must be a whole number from {least} to {LARGEST}")
        return 0
