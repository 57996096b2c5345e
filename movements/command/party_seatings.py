"""Seatings and reports of tables as JSON, for the command line.

The shape is ``{"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}], "winners": {"1":
0}}`` with the further parts ``points``, ``cuts``, ``out`` and ``round``. Reading collects all
problems of a file. Whether the seating makes sense is checked in :mod:`movements.party.checks`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movements.errors import UnreadableShapeError
from movements.party.model import OUT, Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.sentences import PartyMovementSentences

MAX_NUMBER = 9999
"""Limit of the numbers in a file. A larger one is a mistake or an attack."""


@dataclass(frozen=True, slots=True)
class PartyState:
    """A seating with the reports of its tables, and the number of the round.

    >>> PartyState((), {}).round_no
    1
    """

    seating: Seating
    outcomes: Outcomes
    round_no: int = 1


def seating_to_json(seating: Seating) -> dict[str, Any]:
    """Return *seating* as a JSON object, without default values.

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
    parts: dict[str, dict[str, Any]] = {"winners": {}, "points": {}, "cuts": {}, "out": {}}
    for table_no, outcome in state.outcomes.items():
        table_key = str(table_no)
        if outcome.winner is not None:
            parts["winners"][table_key] = outcome.winner
        if outcome.points:
            parts["points"][table_key] = list(outcome.points)
        if outcome.cut:
            parts["cuts"][table_key] = list(outcome.cut)
        if outcome.players_out:
            parts["out"][table_key] = list(outcome.players_out)
    reports = {name: part for name, part in parts.items() if part}
    return {**seating_to_json(state.seating), **reports, "round": state.round_no}


def party_state_from_json(data: object) -> PartyState:
    """Return the seating and reports in a JSON value.

    >>> party_state_from_json({"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}]}).seating[0].table_no
    1

    :raises UnreadableShapeError: with all unreadable parts in ``problems``.
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
    """Reads a state and collects its problems.

    A part with a problem gets a harmless value, so that reading goes on and finds all problems.
    """

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
            self.table(entry, f"table entry {number}")
            for number, entry in enumerate(tables, start=1)
        )
        round_no = self.number(data.get("round", 1), '"round"', lowest=1)
        return PartyState(seating, self.outcomes(data), round_no)

    def table(self, data: object, place: str) -> PartyTable:
        if not isinstance(data, Mapping):
            self.problems.append(f"{place} isn't an object")
            return PartyTable(0, ())
        number = self.number(data.get("table"), f'{place}: "table"', lowest=1)
        if number:
            place = f"table {number}"
        sides = tuple(
            self.side(entry, f"{place}, side {index}")
            for index, entry in enumerate(self.sides(data, place))
        )
        return PartyTable(
            number,
            sides,
            row=self.number(data.get("row", 1), f'{place}: "row"', lowest=1),
            waits_at=self.number(data.get("waits_at", 0), f'{place}: "waits_at"', lowest=OUT),
            games_here=self.games(data, place),
            seats=self.seats(data, sides, place),
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
        """Return the id of a player, or "" for an empty seat."""
        if data is None:
            return ""
        if isinstance(data, str):
            return data.strip()
        # In Python a bool is an int, too.
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
        player_count = sum(len(side) for side in sides)
        if seats == "":
            return ""
        if isinstance(seats, str) and len(seats) == player_count and set(seats) <= set("AB"):
            return seats
        self.problems.append(
            f'{place}: "seats" must be a letter A or B for each of its {player_count} players'
        )
        return ""

    def outcomes(self, data: Mapping[str, object]) -> dict[int, TableOutcome]:
        winners = {
            table_no: self.number(side, f"the winner of table {table_no}")
            for table_no, side in self.by_table(data, "winners").items()
        }
        points = self.numbers_by_table(data, "points")
        cuts = self.numbers_by_table(data, "cuts")
        players_out = {
            table_no: self.side(players, f'"out" of table {table_no}')
            for table_no, players in self.by_table(data, "out").items()
        }
        return {
            table_no: TableOutcome(
                winner=winners.get(table_no),
                points=points.get(table_no, ()),
                cut=cuts.get(table_no, ()),
                players_out=players_out.get(table_no, ()),
            )
            for table_no in sorted({*winners, *points, *cuts, *players_out})
        }

    def numbers_by_table(self, data: Mapping[str, object], name: str) -> dict[int, tuple[int, ...]]:
        return {
            table_no: self.numbers(numbers, f'"{name}" of table {table_no}')
            for table_no, numbers in self.by_table(data, name).items()
        }

    def by_table(self, data: Mapping[str, object], name: str) -> dict[int, object]:
        reports = data.get(name, {})
        if not isinstance(reports, Mapping):
            self.problems.append(f'"{name}" must be an object by table number')
            return {}
        by_table = {}
        for key, value in reports.items():
            text = str(key)
            # isdigit() alone accepts digits such as "²", which int() refuses.
            if text.isascii() and text.isdigit():
                by_table[int(text[:9])] = value  # int() is slow for thousands of digits
            else:
                self.problems.append(f'"{name}": "{key}" isn\'t a table number')
        return by_table

    def numbers(self, data: object, place: str) -> tuple[int, ...]:
        if not isinstance(data, list):
            self.problems.append(f"{place} must be a list of numbers, one per side")
            return ()
        return tuple(self.number(entry, place, lowest=-MAX_NUMBER) for entry in data)

    def number(self, data: object, place: str, lowest: int = 0) -> int:
        if isinstance(data, int) and not isinstance(data, bool) and lowest <= data <= MAX_NUMBER:
            return data
        self.problems.append(f"{place} must be a whole number from {lowest} to {MAX_NUMBER}")
        return 0
