"""Progressive parties as JSON: a seating with the reports of its tables, and a sample evening.

A seating and the reports of its tables have the shape ``{"tables": [{"table": 1, "sides":
[["L1", "G1"], ["L2", "G2"]]}], "winners": {"1": 0}}`` with the further parts ``points``, ``cuts``,
``out`` and ``round``. Reading collects all problems of a file. Whether the seating makes sense is
checked in :mod:`movements.party.checks`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movements.errors import MovementError, UnreadableShapeError
from movements.party.model import (
    OUT_TABLE_NO,
    Outcomes,
    PartySystem,
    PartyTable,
    Player,
    Seating,
    TableOutcome,
)
from movements.party.rounds import (
    get_progressive_system,
    get_system_and_rule,
    make_next_seating,
    make_opening_seating,
    resolve_party_options,
)
from movements.party.rules.rotation import compute_chart_facts
from movements.party.rules.shifts import ShiftRule
from movements.refusals import make_players_wanted_error

MAX_NUMBER = 9999
"""Limit of the numbers in a file. A larger one is a mistake or an attack."""

PARTY_GUARANTEES = {
    "letters-stay": "Players keep their seat letter, A or B, except at a short table.",
    "sit-outs-in-turn": "No player sits out twice before all players with that letter have sat out once.",
    "partners-stay": "Partners stay together for the whole event.",
    "each-ns-meets-each-ew": "Every N-S pair meets every E-W pair once.",
    "all-pairs-meet": "All pairs meet once.",
    "table-partners-once": "Each of the four players at a table partners the other three once.",
    "seats-stay": "Everyone keeps their seat for the session.",
    "partners-once": "All players partner each other exactly once.",
    "no-partner-again": "Nobody has the same partner twice.",
    "opponents-twice": "All players oppose each other exactly twice.",
    "sit-outs-even": "Everyone sits out equally often.",
    "each-fort-visits-each": "The two players who go out visit every other fort once before any fort again.",
    "waits-one-game": "Nobody waits two games in a row.",
}
"""The guarantees of progressive systems by key. They hold for a complete evening."""

MAX_SHOWN_ROUNDS = 100
"""Rounds shown at most if the evening has no fixed length."""


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
    payload: dict[str, Any] = {
        "table": table.table_no,
        "sides": [list(side) for side in table.sides],
    }
    if table.row != 1:
        payload["row"] = table.row
    if table.games_here:
        payload["games_here"] = dict(table.games_here)
    if table.seats:
        payload["seats"] = table.seats
    if table.waits_at:
        payload["waits_at"] = table.waits_at
    return payload


def party_state_from_json(data: object) -> PartyState:
    """Return the seating and reports in a JSON value.

    >>> party_state_from_json({"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}]}).seating[0].table_no
    1

    :raises UnreadableShapeError: with all unreadable parts in ``problems``.
    """
    reader = _StateReader()
    state = reader.read_state(data)
    if reader.problems:
        raise UnreadableShapeError(
            "unreadable-seating",
            "This isn’t a valid seating: {listing}.",
            problems=tuple(reader.problems),
        )
    return state


@dataclass(slots=True)
class _StateReader:
    """Reads a state and collects its problems.

    A part with a problem gets a harmless value, so that reading goes on and finds all problems.
    """

    problems: list[str] = field(default_factory=list)

    def read_state(self, data: object) -> PartyState:
        if not isinstance(data, Mapping):
            self.problems.append('it isn’t an object with "tables"')
            return PartyState((), {})
        tables = data.get("tables")
        if not isinstance(tables, list) or not tables:
            self.problems.append('"tables" must be a list of tables, the head table first')
            tables = []
        seating = tuple(
            self.read_table(entry, f"table entry {number}")
            for number, entry in enumerate(tables, start=1)
        )
        round_no = self.read_number(data.get("round", 1), '"round"', lowest=1)
        return PartyState(seating, self.read_outcomes(data), round_no)

    def read_table(self, data: object, location: str) -> PartyTable:
        if not isinstance(data, Mapping):
            self.problems.append(f"{location} isn’t an object")
            return PartyTable(0, ())
        number = self.read_number(data.get("table"), f'{location}: "table"', lowest=1)
        if number:
            location = f"table {number}"
        sides = tuple(
            self.read_side(entry, f"{location}, side {index}")
            for index, entry in enumerate(self.read_sides(data, location))
        )
        return PartyTable(
            number,
            sides,
            row=self.read_number(data.get("row", 1), f'{location}: "row"', lowest=1),
            waits_at=self.read_number(
                data.get("waits_at", 0), f'{location}: "waits_at"', lowest=OUT_TABLE_NO
            ),
            games_here=self.read_games(data, location),
            seats=self.read_seats(data, sides, location),
        )

    def read_sides(self, data: Mapping[str, object], location: str) -> list[object]:
        sides = data.get("sides")
        if isinstance(sides, list) and sides:
            return sides
        self.problems.append(f'{location}: "sides" must be a list of sides, each a list of players')
        return []

    def read_side(self, data: object, location: str) -> tuple[Player, ...]:
        if not isinstance(data, list) or not data:
            self.problems.append(f"{location} must be a list of players")
            return ()
        return tuple(self.read_player(entry, location) for entry in data)

    def read_player(self, data: object, location: str) -> Player:
        """Return the id of a player, or "" for an empty seat."""
        if data is None:
            return ""
        if isinstance(data, str):
            return data.strip()
        # In Python a bool is an int, too.
        if isinstance(data, int) and not isinstance(data, bool):
            return str(data)
        self.problems.append(f"{location}: a player must be text")
        return ""

    def read_games(
        self, data: Mapping[str, object], location: str
    ) -> tuple[tuple[Player, int], ...]:
        games = data.get("games_here", {})
        if not isinstance(games, Mapping):
            self.problems.append(f'{location}: "games_here" must name players with their games')
            return ()
        return tuple(
            (str(player), self.read_number(number, f'{location}, "games_here" of {player}'))
            for player, number in games.items()
        )

    def read_seats(
        self, data: Mapping[str, object], sides: tuple[tuple[Player, ...], ...], location: str
    ) -> str:
        seats = data.get("seats", "")
        player_count = sum(len(side) for side in sides)
        if seats == "":
            return ""
        if isinstance(seats, str) and len(seats) == player_count and set(seats) <= set("AB"):
            return seats
        self.problems.append(
            f'{location}: "seats" must be a letter A or B for each of its {player_count} players'
        )
        return ""

    def read_outcomes(self, data: Mapping[str, object]) -> dict[int, TableOutcome]:
        winners = {
            table_no: self.read_number(side, f"the winner of table {table_no}")
            for table_no, side in self.read_values_by_table(data, "winners").items()
        }
        points = self.read_numbers_by_table(data, "points")
        cuts = self.read_numbers_by_table(data, "cuts")
        players_out = {
            table_no: self.read_side(players, f'"out" of table {table_no}')
            for table_no, players in self.read_values_by_table(data, "out").items()
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

    def read_numbers_by_table(
        self, data: Mapping[str, object], name: str
    ) -> dict[int, tuple[int, ...]]:
        return {
            table_no: self.read_numbers(numbers, f'"{name}" of table {table_no}')
            for table_no, numbers in self.read_values_by_table(data, name).items()
        }

    def read_values_by_table(self, data: Mapping[str, object], name: str) -> dict[int, object]:
        reports = data.get(name, {})
        if not isinstance(reports, Mapping):
            self.problems.append(f'"{name}" must be an object by table number')
            return {}
        value_by_table = {}
        for key, value in reports.items():
            text = str(key)
            # isdigit() alone accepts digits such as "²", which int() refuses.
            if text.isascii() and text.isdigit():
                value_by_table[int(text[:9])] = value  # int() is slow for thousands of digits
            else:
                self.problems.append(f'"{name}": "{key}" isn’t a table number')
        return value_by_table

    def read_numbers(self, data: object, location: str) -> tuple[int, ...]:
        if not isinstance(data, list):
            self.problems.append(f"{location} must be a list of numbers, one per side")
            return ()
        return tuple(self.read_number(entry, location, lowest=-MAX_NUMBER) for entry in data)

    def read_number(self, data: object, location: str, lowest: int = 0) -> int:
        if isinstance(data, int) and not isinstance(data, bool) and lowest <= data <= MAX_NUMBER:
            return data
        self.problems.append(f"{location} must be a whole number from {lowest} to {MAX_NUMBER}")
        return 0


def list_chart_guarantees(players: int) -> tuple[str, ...]:
    """Return the guarantees of the whole chart of a fixed rotation for *players*.

    >>> list_chart_guarantees(8)
    ('partners-once', 'no-partner-again', 'opponents-twice', 'sit-outs-even')
    >>> list_chart_guarantees(10)
    ('no-partner-again', 'sit-outs-even')
    """
    facts = compute_chart_facts(players)
    _min_together, max_together = facts.partners
    keys = []
    if facts.partners == (1, 1):
        keys.append("partners-once")
    if max_together == 1:
        keys.append("no-partner-again")
    if facts.opponents == (2, 2):
        keys.append("opponents-twice")
    keys.append("sit-outs-even")
    return tuple(keys)


def list_guarantees(system: PartySystem, players: int) -> tuple[str, ...]:
    """Return the guarantees of *system* for this number of *players*.

    >>> from movements.party.rounds import get_progressive_system
    >>> list_guarantees(get_progressive_system("whist-4"), 16)
    ('partners-stay', 'all-pairs-meet')
    """
    if system.by_chart:
        return list_chart_guarantees(players)
    return system.guarantees


def seat_next_round(key: str, data: object, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the next seating for a JSON value, in the same shape, with its ``round`` counted up.

    >>> tables = [{"table": no, "sides": [[f"L{no}", f"G{no}"], [f"M{no}", f"H{no}"]]} for no in (1, 2)]
    >>> seat_next_round("rapid-euchre", {"tables": tables, "winners": {"1": 0, "2": 0}}, {})["tables"][0]["sides"]
    [['M1', 'G2'], ['L2', 'H1']]
    """
    state = party_state_from_json(data)
    seating = make_next_seating(
        key, state.seating, state.outcomes, options=options, round_no=state.round_no
    )
    payload = seating_to_json(seating)
    _restore_number_ids(payload, data)
    if isinstance(data, Mapping) and "round" in data:
        payload["round"] = state.round_no + 1
    return payload


def _restore_number_ids(payload: dict[str, Any], data: Any) -> None:
    """Make ids of players in *payload* numbers again if they are numbers in *data*."""
    input_ids = {}
    for table in data["tables"]:
        for side in table["sides"]:
            for player in side:
                input_ids[str(player)] = player
    for table in payload["tables"]:
        table["sides"] = [[input_ids[player] for player in side] for side in table["sides"]]


def make_sample_rounds(
    key: str, *, players: int | None, rounds: int | None, options: Mapping[str, str]
) -> tuple[Seating, ...]:
    """Return the seatings of a sample party whose players are called A1, B1, A2 and so on.

    A fixed rotation has all its rounds, or the first *rounds*. Fixed shifts have the rounds before
    players meet again, other systems the first seating only.

    >>> len(make_sample_rounds("whist-4", players=16, rounds=None, options={}))
    7

    :raises MovementError: for an impossible number of players or rounds, or a wrong option.
    """
    system, rule = get_system_and_rule(key, options)
    if players is None:
        raise make_players_wanted_error(movement=system.name)
    size_b = players // 2
    size_a = players - size_b
    names_a = [f"A{number}" for number in range(1, size_a + 1)]
    names_b = [f"B{number}" for number in range(1, size_b + 1)]
    seatings = [make_opening_seating(key, names_a, names_b, options=options)]
    max_rounds = 1
    if rule.fixed:
        max_rounds = rule.most_rounds(players) or 1
    default_rounds = max_rounds
    if isinstance(rule, ShiftRule):
        default_rounds = rule.count_rounds_apart(players)
        max_rounds = MAX_SHOWN_ROUNDS
    if rounds is not None and not 1 <= rounds <= max_rounds:
        raise MovementError(
            "party-rounds",
            "{system} for {players} players can show {most}, not {rounds}.",
            system=system.name,
            players=players,
            most=_describe_max_rounds(max_rounds),
            rounds=rounds,
        )
    for round_no in range(1, rounds or default_rounds):
        seatings.append(
            make_next_seating(key, seatings[-1], {}, options=options, round_no=round_no)
        )
    return tuple(seatings)


def _describe_max_rounds(max_rounds: int) -> str:
    if max_rounds == 1:
        return "only its first seating, since later ones depend on who wins"
    return f"1 to {max_rounds} rounds"


def party_to_json(
    key: str, *, players: int | None, rounds: int | None, options: Mapping[str, str]
) -> dict[str, Any]:
    """Return a party as a JSON object for ``show``.

    >>> party_to_json("rotation", players=5, rounds=1, options={})["opponents"]
    {'min': 2, 'max': 2}
    """
    system = get_progressive_system(key)
    seatings = make_sample_rounds(key, players=players, rounds=rounds, options=options)
    payload: dict[str, Any] = {
        "key": system.key,
        "name": system.name,
        "contest": system.contest,
        "source": system.source,
        "options": dict(resolve_party_options(system, options)),
        "players": players,
        "rounds": [
            {"round": number} | seating_to_json(seating)
            for number, seating in enumerate(seatings, start=1)
        ],
        "guarantees": list(list_guarantees(system, players or 0)),
    }
    if system.by_chart:
        facts = compute_chart_facts(players or 0)
        payload["partners"] = _range_to_json(facts.partners)
        payload["opponents"] = _range_to_json(facts.opponents)
    return payload


def _range_to_json(counts: tuple[int, int]) -> dict[str, int]:
    lowest, highest = counts
    return {"min": lowest, "max": highest}
