"""Swiss rounds at the command line: a JSON value in, the next round out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from movements.errors import MovementError, UnreadableShapeError, unsupported_size
from movements.model import KNOCK_OUT
from movements.sentences import MovementSentences
from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissDraw, SwissEntrant, SwissField
from movements.swiss.knockout import knockout_from_json
from movements.swiss.sentences import SwissSentences
from movements.swiss.systems import SwissSystem, find_swiss_system
from movements.swiss.triangles import HALVES

LARGEST = 9999
"""The largest number of a contestant, a round or a count; beyond it only a mistake is possible."""

LONGEST_SCORE = 30


def pair(key: str, data: object, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the next round of the Swiss contest *key*, or of a knock-out, from a JSON value.

    >>> entrants = [{"contestant": number, "score": "0", "met": [], "byes": 0} for number in (1, 2, 3, 4)]
    >>> pair("swiss-teams", {"contestants": entrants, "round": 1}, {})["pairings"]
    [[1, 3], [2, 4]]

    :raises MovementError: one of its kinds, with everything that is wrong.
    """
    if key == KNOCK_OUT:
        return knockout_from_json(data, options)
    system = find_swiss_system(key)
    asked = swiss_field_from_json(data, system, options)
    return draw_to_json(draw_round(asked), asked, system)


def first_round(
    key: str, sizes: Mapping[str, int | None], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return the first round of the Swiss contest *key* for the numbers from 1 to one of *sizes*,
    by unit.

    >>> first_round("swiss-teams", {"teams": 4}, {"first_round": "neighbours"})["pairings"]
    [[1, 2], [3, 4]]

    :raises MovementError: for another unit, no size, or one that is not possible.
    """
    system = find_swiss_system(key)
    wanted = f"{system.unit}s"
    for unit, number in sizes.items():
        if number is not None and unit != wanted:
            raise MovementError(
                MovementSentences.WRONG_UNIT,
                movement=system.name,
                contest=wanted,
                given=unit,
                wanted=f"--{wanted}",
            )
    size = sizes.get(wanted)
    if size is None:
        raise MovementError(MovementSentences.SIZE_MISSING, movement=system.name, units=wanted)
    if size not in system.legal_sizes:
        legal = system.legal_sizes
        raise unsupported_size(
            movement=system.name, size=size, sizes=system.sizes, legal=legal, called=system.unit
        )
    entrants = tuple(SwissEntrant(number) for number in range(1, size + 1))
    asked = SwissField(entrants, 1, system.settled(options))
    return draw_to_json(draw_round(asked), asked, system)


def swiss_field_from_json(
    data: object, system: SwissSystem, options: Mapping[str, str]
) -> SwissField:
    """Return the field in a JSON value. *options* override those in it.

    Needed are ``contestants`` (each with its number, ``contestant``) and ``round``; a contestant
    may have ``score``, ``met``, ``byes``, ``triangles``, ``home`` and ``place``, the value
    ``options``, ``fixed``, ``forbidden``, ``bye``, ``triangle`` and ``seed``.

    >>> system = find_swiss_system("swiss-teams")
    >>> swiss_field_from_json({"contestants": [{"contestant": 7, "score": "7/3"}], "round": 2}, system, {}).entrants
    (SwissEntrant(number=7, score=Fraction(7, 3), met=(), byes=0, triangles=0, home=0, place=None, is_late=False),)

    :raises UnreadableShapeError: with everything that cannot be read in ``problems``.
    """
    reader = _FieldReader()
    told = reader.told(data)
    asked = reader.field(told)
    named = reader.options(told)
    if reader.problems:
        raise UnreadableShapeError(SwissSentences.UNREADABLE_SWISS, problems=tuple(reader.problems))
    settled = system.settled({**named, **options})
    return SwissField(
        asked.entrants,
        asked.round_no,
        settled,
        asked.forbidden,
        asked.fixed,
        asked.bye,
        asked.triangle,
        asked.seed,
    )


def draw_to_json(drawn: SwissDraw, asked: SwissField, system: SwissSystem) -> dict[str, Any]:
    """Return *drawn* as a JSON value: pairings, bye, rows of the round and remarks.

    ``triangle`` and ``seed`` are left out where there is none.

    >>> drawn, asked = SwissDraw(((2, 1),)), SwissField((SwissEntrant(1), SwissEntrant(2)), round_no=4)
    >>> draw_to_json(drawn, asked, find_swiss_system("swiss-pairs"))["rows"]
    [{'round': 4, 'table': 1, 'ns': 2, 'ew': 1}]
    """
    rows = _rows_of_teams(drawn) if system.unit == "team" else _rows_of_pairs(drawn, asked)
    shown: dict[str, Any] = {
        "key": system.key,
        "round": asked.round_no,
        "options": dict(asked.options),
        "pairings": [list(two) for two in drawn.pairings],
        "bye": drawn.bye,
        "repeated": [list(two) for two in drawn.repeated],
        "rows": [
            {"round": asked.round_no, "table": table_no, **row}
            for table_no, row in enumerate(rows, start=1)
        ],
        "notes": list(drawn.notes),
    }
    if drawn.triangle:
        shown |= {
            "triangle": list(drawn.triangle),
            "triangle_rows": _triangle_rows(drawn, len(rows)),
        }
    return shown | ({"seed": drawn.seed} if drawn.seed else {})


def _rows_of_teams(drawn: SwissDraw) -> list[dict[str, Any]]:
    """Return two tables for each match: at the first the home team sits N-S, at the second the visitors."""
    return [
        {"ns": ns, "ew": ew}
        for home, away in drawn.pairings
        for ns, ew in ((home, away), (away, home))
    ]


def _rows_of_pairs(drawn: SwissDraw, asked: SwissField) -> list[dict[str, Any]]:
    is_turned = asked.option("turned") == "even-tables" and asked.round_no % 2 == 1
    return [
        {"ns": home, "ew": away}
        | ({"arrow_switched": True} if is_turned and table_no % 2 == 0 else {})
        for table_no, (home, away) in enumerate(drawn.pairings, start=1)
    ]


def _triangle_rows(drawn: SwissDraw, tables: int) -> list[dict[str, int]]:
    """Return the three tables of the triangle in both halves.

    Each of its sets is played at one table at a time.
    """
    return [
        {
            "half": half,
            "table": tables + at + 1,
            "ns": drawn.triangle[at],
            "ew": drawn.triangle[guest],
            "board_set": set_no,
        }
        for half, places in enumerate(HALVES, start=1)
        for at, guest, set_no in places
    ]


@dataclass(slots=True)
class _FieldReader:
    """Reads a field and remembers everything that cannot be read."""

    problems: list[str] = field(default_factory=list)

    def told(self, data: object) -> Mapping[str, object]:
        if isinstance(data, Mapping):
            return data
        self.problems.append('it isn\'t an object with "contestants" and "round"')
        return {}

    def options(self, told: Mapping[str, object]) -> Mapping[str, str]:
        named = told.get("options", {})
        if isinstance(named, Mapping) and all(isinstance(value, str) for value in named.values()):
            return {str(name): str(value) for name, value in named.items()}
        self.problems.append('"options" must be an object of texts')
        return {}

    def field(self, told: Mapping[str, object]) -> SwissField:
        if self.problems:
            return SwissField((), 1)
        entrants = tuple(
            self.entrant(entry, f"contestant entry {at}")
            for at, entry in enumerate(self.entries(told, "contestants"), start=1)
        )
        self.refuse_twice(entrants)
        couples = {
            name: tuple(self.couple(entry, name) for entry in self.entries(told, name, []))
            for name in _COUPLES
        }
        return SwissField(
            entrants,
            self.number(told.get("round"), '"round"', least=1),
            forbidden=frozenset(map(frozenset, couples["forbidden"])),
            fixed=couples["fixed"],
            bye=self.number_or_none(told.get("bye"), '"bye"'),
            triangle=self.triangle(told),
            seed=str(told.get("seed", "")),
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
        placed = self.number_or_none(data.get("place"), f'{place}: "place"')
        score = self.score(data.get("score", 0), place)
        return SwissEntrant(
            number, score, met, counts["byes"], counts["triangles"], counts["home"], placed
        )

    def refuse_twice(self, entrants: tuple[SwissEntrant, ...]) -> None:
        numbers = [entrant.number for entrant in entrants if entrant.number]
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            self.problems.append(f"contestant {number} is listed {numbers.count(number)} times")

    def entries(self, told: Mapping[str, object], name: str, usual: object = None) -> list[object]:
        entries = told.get(name, usual)
        if isinstance(entries, list):
            return entries
        self.problems.append(f'"{name}" must be a list')
        return []

    def couple(self, data: object, name: str) -> tuple[int, int]:
        numbers = self.numbers(data, f'"{name}"')
        if len(numbers) == 2 and numbers[0] != numbers[1]:
            return numbers[0], numbers[1]
        self.problems.append(f'"{name}" must hold lists of two different contestants')
        return 0, 0

    def triangle(self, told: Mapping[str, object]) -> tuple[int, ...]:
        numbers = self.numbers(told.get("triangle") or [], '"triangle"')
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
            if len(text) <= LONGEST_SCORE and "e" not in text.casefold():
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
        if isinstance(data, int) and not isinstance(data, bool) and least <= data <= LARGEST:
            return data
        self.problems.append(f"{place} must be a whole number from {least} to {LARGEST}")
        return least - 1


_COUPLES = ("fixed", "forbidden")
