"""Swiss rounds as JSON: a value in, the next round out.

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
    get_swiss_system,
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
    system = get_swiss_system(key)
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
    system = get_swiss_system(key)
    units = f"{system.unit}s"
    for unit, number in sizes.items():
        if number is not None and unit != units:
            raise make_wrong_unit_error(
                movement=system.name,
                contest=units,
                entered_unit=unit,
                possible_units=f"--{units}",
            )
    size = sizes.get(units)
    if size is None:
        raise make_size_missing_error(movement=system.name, units=units)
    if size not in system.legal_sizes:
        legal = system.legal_sizes
        raise make_size_error(
            movement=system.name, size=size, sizes=system.sizes, legal=legal, noun=system.unit
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

    >>> system = get_swiss_system("swiss-teams")
    >>> data = {"contestants": [{"contestant": 7, "score": "7/3"}], "round": 2}
    >>> entrant = swiss_field_from_json(data, system, {}).entrants[0]
    >>> entrant.number, entrant.score, entrant.opponents
    (7, Fraction(7, 3), ())

    :raises UnreadableShapeError: with everything that can't be read in ``problems``.
    """
    reader = _FieldReader()
    fields = reader.read_fields(data)
    swiss_field = reader.read_swiss_field(fields)
    options_in_data = reader.read_options(fields)
    if reader.problems:
        raise UnreadableShapeError(
            "unreadable-swiss",
            "This draw doesn’t work: {listing}.",
            problems=tuple(reader.problems),
        )
    return replace(swiss_field, options=system.resolve_options({**options_in_data, **options}))


def draw_to_json(draw: SwissDraw, swiss_field: SwissField, system: SwissSystem) -> dict[str, Any]:
    """Return *draw* as a JSON value: pairings, bye, rows of the round and notes.

    ``triangle`` and ``seed`` are left out if they are empty.

    >>> drawn, field = SwissDraw(((2, 1),)), SwissField((SwissEntrant(1), SwissEntrant(2)), round_no=4)
    >>> draw_to_json(drawn, field, get_swiss_system("swiss-pairs"))["rows"]
    [{'round': 4, 'table': 1, 'ns': 2, 'ew': 1}]
    """
    is_at_home = has_home_tables(swiss_field.options)
    rows = (
        _team_rows_to_json(draw) if system.unit == "team" else _pair_rows_to_json(draw, swiss_field)
    )
    data: dict[str, Any] = {
        "key": system.key,
        "round": swiss_field.round_no,
        "options": dict(swiss_field.options),
        "pairings": list(map(list, draw.pairings)),
        "bye": draw.bye,
        "repeated": list(map(list, draw.repeated_pairings)),
        "rows": [
            {"round": swiss_field.round_no, "table": row["ns"] if is_at_home else table_no, **row}
            for table_no, row in enumerate(rows, start=1)
        ],
        "notes": list(draw.notes),
    }
    if draw.triangle:
        data["triangle"] = list(draw.triangle)
        data["triangle_rows"] = _triangle_rows_to_json(draw, len(rows), is_at_home=is_at_home)
    if draw.seed:
        data["seed"] = draw.seed
    return data


def _team_rows_to_json(draw: SwissDraw) -> list[dict[str, Any]]:
    """Return two tables for each match: at the first the home team sits N-S, at the second E-W."""
    rows = []
    for home, away in draw.pairings:
        rows += [{"ns": home, "ew": away}, {"ns": away, "ew": home}]
    return rows


def _pair_rows_to_json(draw: SwissDraw, swiss_field: SwissField) -> list[dict[str, Any]]:
    is_switched_round = (
        swiss_field.get_choice("turned") == "even-tables" and swiss_field.round_no % 2 == 1
    )
    rows: list[dict[str, Any]] = []
    for table_no, (home, away) in enumerate(draw.pairings, start=1):
        rows.append({"ns": home, "ew": away})
        if is_switched_round and table_no % 2 == 0:
            rows[-1]["arrow_switched"] = True
    return rows


def _triangle_rows_to_json(
    draw: SwissDraw, tables: int, *, is_at_home: bool
) -> list[dict[str, int]]:
    """Return the three tables of the triangle in both halves, after the other *tables*."""
    rows = []
    for half, triangle_tables in enumerate(HALVES, start=1):
        for home, visitor, set_no in triangle_tables:
            rows.append(
                {
                    "half": half,
                    "table": draw.triangle[home] if is_at_home else tables + home + 1,
                    "ns": draw.triangle[home],
                    "ew": draw.triangle[visitor],
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

    def read_fields(self, data: object) -> Mapping[str, object]:
        if isinstance(data, Mapping):
            return data
        self.problems.append('it isn’t an object with "contestants" and "round"')
        return {}

    def read_options(self, fields: Mapping[str, object]) -> Mapping[str, str]:
        options = fields.get("options", {})
        if isinstance(options, Mapping) and all(
            isinstance(value, str) for value in options.values()
        ):
            return {str(name): str(value) for name, value in options.items()}
        self.problems.append('"options" must be an object of texts')
        return {}

    def read_swiss_field(self, fields: Mapping[str, object]) -> SwissField:
        if self.problems:
            return SwissField((), 1)
        entrants = []
        for number, entry in enumerate(self.read_entries(fields, "contestants"), start=1):
            entrants.append(self.read_entrant(entry, f"contestant entry {number}"))
        self.check_duplicates(entrants)
        fixed = self.read_couples(fields, "fixed")
        forbidden = self.read_couples(fields, "forbidden")
        return SwissField(
            tuple(entrants),
            self.read_number(fields.get("round"), '"round"', min_number=1),
            forbidden_couples=frozenset(map(frozenset, forbidden)),
            fixed_pairings=fixed,
            bye=self.read_number_or_none(fields.get("bye"), '"bye"'),
            triangle=self.read_triangle(fields),
            seed=str(fields.get("seed", "")),
        )

    def read_entrant(self, data: object, location: str) -> SwissEntrant:
        if not isinstance(data, Mapping):
            self.problems.append(f"{location} isn’t an object")
            return SwissEntrant(0)
        number = self.read_number(data.get("contestant"), f'{location}: "contestant"', min_number=1)
        location = f"contestant {number}" if number else location
        opponents_met = self.read_numbers(data.get("met", []), f'{location}: "met"')
        if number in opponents_met:
            self.problems.append(f"{location} can’t have met itself")
        counts = {
            name: self.read_number(data.get(name, 0), f'{location}: "{name}"', min_number=0)
            for name in ("byes", "triangles", "home")
        }
        rank = self.read_number_or_none(data.get("place"), f'{location}: "place"')
        score = self.read_score(data.get("score", 0), location)
        return SwissEntrant(
            number,
            score,
            opponents_met,
            bye_count=counts["byes"],
            triangle_count=counts["triangles"],
            home_count=counts["home"],
            rank=rank,
        )

    def check_duplicates(self, entrants: Sequence[SwissEntrant]) -> None:
        counts = Counter(entrant.number for entrant in entrants if entrant.number)
        for number, count in sorted(counts.items()):
            if count > 1:
                self.problems.append(f"contestant {number} is listed {count} times")

    def read_entries(
        self, fields: Mapping[str, object], name: str, default: object = None
    ) -> list[object]:
        entries = fields.get(name, default)
        if isinstance(entries, list):
            return entries
        self.problems.append(f'"{name}" must be a list')
        return []

    def read_couples(self, fields: Mapping[str, object], name: str) -> tuple[tuple[int, int], ...]:
        return tuple(self.read_couple(entry, name) for entry in self.read_entries(fields, name, []))

    def read_couple(self, data: object, name: str) -> tuple[int, int]:
        numbers = self.read_numbers(data, f'"{name}"')
        if len(numbers) == 2 and numbers[0] != numbers[1]:
            return numbers[0], numbers[1]
        self.problems.append(f'"{name}" must hold lists of two different contestants')
        return 0, 0

    def read_triangle(self, fields: Mapping[str, object]) -> tuple[int, ...]:
        numbers = self.read_numbers(fields.get("triangle") or [], '"triangle"')
        if len(numbers) not in (0, 3):
            self.problems.append('"triangle" must name three contestants')
        return numbers

    def read_score(self, data: object, location: str) -> Fraction:
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
        self.problems.append(f'{location}: "score" must be a number such as "34.50"')
        return Fraction(0)

    def read_numbers(self, data: object, location: str) -> tuple[int, ...]:
        if not isinstance(data, list):
            self.problems.append(f"{location} must be a list of numbers")
            return ()
        return tuple(self.read_number(entry, location, min_number=1) for entry in data)

    def read_number_or_none(self, data: object, location: str) -> int | None:
        if data is None:
            return None
        return self.read_number(data, location, min_number=1)

    def read_number(self, data: object, location: str, min_number: int) -> int:
        if (
            isinstance(data, int)
            and not isinstance(data, bool)
            and min_number <= data <= MAX_NUMBER
        ):
            return data
        self.problems.append(f"{location} must be a whole number from {min_number} to {MAX_NUMBER}")
        return min_number - 1
