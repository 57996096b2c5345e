"""Swiss rounds at the command line: a JSON value in, the next round out.

The reader collects every problem of the value before it raises. The draw itself is the matter of
``drawing``, and knock-outs are read in ``knockout``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from movements.errors import UnreadableShapeError, make_size_error
from movements.model import KNOCK_OUT
from movements.refusals import make_size_missing_error, make_wrong_unit_error
from movements.registry import refuse_unknown_choices
from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissDraw, SwissEntrant, SwissField
from movements.swiss.knockout import draw_knockout_round, draw_three_way_json
from movements.swiss.matching import HALVES
from movements.swiss.plans import has_home_tables
from movements.swiss.systems import (
    LOSSES,
    UNEVEN,
    SwissSystem,
    find_swiss_system,
    has_three_way_matches,
    is_double_elimination,
)
from movements.swiss.two_losses import draw_two_loss_json

MAX_NUMBER = 9999
"""Limit of the numbers of contestants and rounds, and of counts. A larger one is a mistake."""

MAX_SCORE_LENGTH = 30


def draw_next_round(key: str, data: object, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the next round of the Swiss contest *key*, or of a knock-out, from a JSON value.

    >>> entrants = [{"contestant": number, "score": "0", "met": [], "byes": 0} for number in (1, 2, 3, 4)]
    >>> draw_next_round("swiss-teams", {"contestants": entrants, "round": 1}, {})["pairings"]
    [[1, 3], [2, 4]]

    :raises MovementError: if *data* can't be read or the round can't be drawn.
    """
    if key == KNOCK_OUT:
        refuse_unknown_choices("Knock-out", (LOSSES, UNEVEN), options)
        if is_double_elimination(options):
            return draw_two_loss_json(data)
        if has_three_way_matches(options):
            return draw_three_way_json(data)
        return draw_knockout_round(data)
    system = find_swiss_system(key)
    swiss_field = swiss_field_from_json(data, system, options)
    return draw_to_json(draw_round(swiss_field), swiss_field, system)


def draw_first_round(
    key: str, sizes: Mapping[str, int | None], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return the first round of the Swiss contest *key* for contestants numbered from 1.

    *sizes* holds their number by unit, of which one has to be the unit of the contest.

    >>> draw_first_round("swiss-teams", {"teams": 4}, {"first_round": "neighbours"})["pairings"]
    [[1, 2], [3, 4]]

    :raises MovementError: if the unit is wrong, or the size is missing or not possible.
    """
    system = find_swiss_system(key)
    units = f"{system.unit}s"
    for unit, number in sizes.items():
        if number is not None and unit != units:
            raise make_wrong_unit_error(
                movement=system.name,
                contest=units,
                given=unit,
                wanted=f"--{units}",
            )
    size = sizes.get(units)
    if size is None:
        raise make_size_missing_error(movement=system.name, units=units)
    if size not in system.legal_sizes:
        legal = system.legal_sizes
        raise make_size_error(
            movement=system.name, size=size, sizes=system.sizes, legal=legal, called=system.unit
        )
    entrants = tuple(SwissEntrant(number) for number in range(1, size + 1))
    swiss_field = SwissField(entrants, 1, system.resolve_options(options))
    return draw_to_json(draw_round(swiss_field), swiss_field, system)


def swiss_field_from_json(
    data: object, system: SwissSystem, options: Mapping[str, str]
) -> SwissField:
    """Return the field in a JSON value. *options* override those in it.

    Required are ``contestants``, each with its number ``contestant``, and ``round``. A contestant
    may have ``score``, ``met``, ``byes``, ``triangles``, ``home`` and ``place``. The value may have
    ``options``, ``fixed``, ``forbidden``, ``bye``, ``triangle`` and ``seed``.

    >>> system = find_swiss_system("swiss-teams")
    >>> data = {"contestants": [{"contestant": 7, "score": "7/3"}], "round": 2}
    >>> entrant = swiss_field_from_json(data, system, {}).entrants[0]
    >>> entrant.number, entrant.score, entrant.met
    (7, Fraction(7, 3), ())

    :raises UnreadableShapeError: with everything that can't be read in ``problems``.
    """
    reader = _FieldReader()
    fields = reader.fields(data)
    swiss_field = reader.swiss_field(fields)
    options_in_data = reader.options(fields)
    if reader.problems:
        raise UnreadableShapeError(
            "unreadable-swiss",
            "This draw doesn't work: {listing}.",
            problems=tuple(reader.problems),
        )
    return replace(swiss_field, options=system.resolve_options({**options_in_data, **options}))


def draw_to_json(drawn: SwissDraw, asked: SwissField, system: SwissSystem) -> dict[str, Any]:
    """Return *drawn* as a JSON value: pairings, bye, rows of the round and notes.

    ``triangle`` and ``seed`` are left out if they are empty.

    >>> drawn, field = SwissDraw(((2, 1),)), SwissField((SwissEntrant(1), SwissEntrant(2)), round_no=4)
    >>> draw_to_json(drawn, field, find_swiss_system("swiss-pairs"))["rows"]
    [{'round': 4, 'table': 1, 'ns': 2, 'ew': 1}]
    """
    at_home = has_home_tables(asked.options)
    rows = _team_rows_to_json(drawn) if system.unit == "team" else _pair_rows_to_json(drawn, asked)
    data: dict[str, Any] = {
        "key": system.key,
        "round": asked.round_no,
        "options": dict(asked.options),
        "pairings": list(map(list, drawn.pairings)),
        "bye": drawn.bye,
        "repeated": list(map(list, drawn.repeated)),
        "rows": [
            {"round": asked.round_no, "table": row["ns"] if at_home else table_no, **row}
            for table_no, row in enumerate(rows, start=1)
        ],
        "notes": list(drawn.notes),
    }
    if drawn.triangle:
        data["triangle"] = list(drawn.triangle)
        data["triangle_rows"] = _triangle_rows_to_json(drawn, len(rows), at_home=at_home)
    if drawn.seed:
        data["seed"] = drawn.seed
    return data


def _team_rows_to_json(drawn: SwissDraw) -> list[dict[str, Any]]:
    """Return two tables for each match: at the first the home team sits N-S, at the second E-W."""
    rows = []
    for home, away in drawn.pairings:
        rows += [{"ns": home, "ew": away}, {"ns": away, "ew": home}]
    return rows


def _pair_rows_to_json(drawn: SwissDraw, asked: SwissField) -> list[dict[str, Any]]:
    is_switched_round = asked.option("turned") == "even-tables" and asked.round_no % 2 == 1
    rows: list[dict[str, Any]] = []
    for table_no, (home, away) in enumerate(drawn.pairings, start=1):
        rows.append({"ns": home, "ew": away})
        if is_switched_round and table_no % 2 == 0:
            rows[-1]["arrow_switched"] = True
    return rows


def _triangle_rows_to_json(drawn: SwissDraw, tables: int, *, at_home: bool) -> list[dict[str, int]]:
    """Return the three tables of the triangle in both halves, after the other *tables*."""
    rows = []
    for half, triangle_tables in enumerate(HALVES, start=1):
        for home, visitor, set_no in triangle_tables:
            rows.append(
                {
                    "half": half,
                    "table": drawn.triangle[home] if at_home else tables + home + 1,
                    "ns": drawn.triangle[home],
                    "ew": drawn.triangle[visitor],
                    "board_set": set_no,
                }
            )
    return rows


@dataclass(slots=True)
class _FieldReader:
    """A reader of the parts of a field, which collects all *problems*.

    A method returns a harmless value for a part that can't be read.
    """

    problems: list[str] = field(default_factory=list)

    def fields(self, data: object) -> Mapping[str, object]:
        if isinstance(data, Mapping):
            return data
        self.problems.append('it isn\'t an object with "contestants" and "round"')
        return {}

    def options(self, fields: Mapping[str, object]) -> Mapping[str, str]:
        options = fields.get("options", {})
        if isinstance(options, Mapping) and all(
            isinstance(value, str) for value in options.values()
        ):
            return {str(name): str(value) for name, value in options.items()}
        self.problems.append('"options" must be an object of texts')
        return {}

    def swiss_field(self, fields: Mapping[str, object]) -> SwissField:
        if self.problems:
            return SwissField((), 1)
        entrants = []
        for number, entry in enumerate(self.entries(fields, "contestants"), start=1):
            entrants.append(self.entrant(entry, f"contestant entry {number}"))
        self.refuse_duplicates(entrants)
        fixed = self.couples(fields, "fixed")
        forbidden = self.couples(fields, "forbidden")
        return SwissField(
            tuple(entrants),
            self.number(fields.get("round"), '"round"', least=1),
            forbidden=frozenset(map(frozenset, forbidden)),
            fixed=fixed,
            bye=self.number_or_none(fields.get("bye"), '"bye"'),
            triangle=self.triangle(fields),
            seed=str(fields.get("seed", "")),
        )

    def entrant(self, data: object, place: str) -> SwissEntrant:
        if not isinstance(data, Mapping):
            self.problems.append(f"{place} isn't an object")
            return SwissEntrant(0)
        number = self.number(data.get("contestant"), f'{place}: "contestant"', least=1)
        place = f"contestant {number}" if number else place
        met = self.numbers(data.get("met", []), f'{place}: "met"')
        if number in met:
            self.problems.append(f"{place} can't have met itself")
        counts = {
            name: self.number(data.get(name, 0), f'{place}: "{name}"', least=0)
            for name in ("byes", "triangles", "home")
        }
        tie_place = self.number_or_none(data.get("place"), f'{place}: "place"')
        score = self.score(data.get("score", 0), place)
        return SwissEntrant(
            number,
            score,
            met,
            byes=counts["byes"],
            triangles=counts["triangles"],
            home=counts["home"],
            place=tie_place,
        )

    def refuse_duplicates(self, entrants: Sequence[SwissEntrant]) -> None:
        counts = Counter(entrant.number for entrant in entrants if entrant.number)
        for number, count in sorted(counts.items()):
            if count > 1:
                self.problems.append(f"contestant {number} is listed {count} times")

    def entries(
        self, fields: Mapping[str, object], name: str, default: object = None
    ) -> list[object]:
        entries = fields.get(name, default)
        if isinstance(entries, list):
            return entries
        self.problems.append(f'"{name}" must be a list')
        return []

    def couples(self, fields: Mapping[str, object], name: str) -> tuple[tuple[int, int], ...]:
        return tuple(self.couple(entry, name) for entry in self.entries(fields, name, []))

    def couple(self, data: object, name: str) -> tuple[int, int]:
        numbers = self.numbers(data, f'"{name}"')
        if len(numbers) == 2 and numbers[0] != numbers[1]:
            return numbers[0], numbers[1]
        self.problems.append(f'"{name}" must hold lists of two different contestants')
        return 0, 0

    def triangle(self, fields: Mapping[str, object]) -> tuple[int, ...]:
        numbers = self.numbers(fields.get("triangle") or [], '"triangle"')
        if len(numbers) not in (0, 3):
            self.problems.append('"triangle" must name three contestants')
        return numbers

    def score(self, data: object, place: str) -> Fraction:
        """Return a score from a number or from text such as "34.50" or "7/3"."""
        if isinstance(data, int | float | str) and not isinstance(data, bool):
            text = str(data)
        else:
            text = ""
        try:
            # An exponent such as 1e999999999 would be a number of gigabytes.
            if len(text) <= MAX_SCORE_LENGTH and "e" not in text.casefold():
                return Fraction(text)
        except (ValueError, ZeroDivisionError):
            pass
        self.problems.append(f'{place}: "score" must be a number such as "34.50"')
        return Fraction(0)

    def numbers(self, data: object, place: str) -> tuple[int, ...]:
        if not isinstance(data, list):
            self.problems.append(f"{place} must be a list of numbers")
            return ()
        return tuple(self.number(entry, place, least=1) for entry in data)

    def number_or_none(self, data: object, place: str) -> int | None:
        if data is None:
            return None
        return self.number(data, place, least=1)

    def number(self, data: object, place: str, least: int) -> int:
        if isinstance(data, int) and not isinstance(data, bool) and least <= data <= MAX_NUMBER:
            return data
        self.problems.append(f"{place} must be a whole number from {least} to {MAX_NUMBER}")
        return least - 1
