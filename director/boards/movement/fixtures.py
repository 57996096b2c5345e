"""The fixtures of a movement of teams: who meets whom in each round, at which tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from director.boards.movement.words import format_boards
from movements.model import Movement, TableRound


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two teams at two tables. The home team sits N-S at the first."""

    home: str  # "4 Red Lions", or "4" before its name is known
    away: str
    tables: str  # "1, 2"
    is_followed: bool


@dataclass(frozen=True, slots=True)
class FixtureRound:
    """The matches of a round, and who has none."""

    round_no: int
    boards: str  # "1–24"; empty if its matches play different boards
    fixtures: tuple[Fixture, ...]
    waiting: str  # "7 Night Owls", or ""


def make_fixture_rounds(
    movement: Movement, label_by_team: Mapping[int, str], followed_team: int
) -> tuple[FixtureRound, ...]:
    """Return the fixtures of each round, or none if *movement* has others than matches at two tables.

    Teams of a movement for pairs, for instance, meet at one table after the other.
    """
    fixture_rounds = []
    for round_no, rows in groupby(sorted(movement.rows, key=_get_round), _get_round):
        matches = _collect_matches(rows)
        if any(len(match) != 2 for match in matches):
            return ()
        fixtures = tuple(
            Fixture(
                home=label_by_team[first.ns],
                away=label_by_team[first.ew],
                tables=f"{first.table_no}, {second.table_no}",
                is_followed=followed_team in (first.ns, first.ew),
            )
            for first, second in matches
        )
        board_numbers = {tuple(sorted(first.boards)) for first, _second in matches}
        waiting = [
            label_by_team.get(sit_out.contestant, str(sit_out.contestant))
            for sit_out in movement.sit_outs
            if sit_out.round_no == round_no
        ]
        fixture_rounds.append(
            FixtureRound(
                round_no=round_no,
                boards=format_boards(*board_numbers) if len(board_numbers) == 1 else "",
                fixtures=fixtures,
                waiting=", ".join(waiting),
            )
        )
    return tuple(fixture_rounds)


def _get_round(row: TableRound) -> int:
    return row.round_no


def _collect_matches(rows: Iterator[TableRound]) -> list[list[TableRound]]:
    """Return the rows of one round by match, each match by table."""
    rows_by_match: dict[tuple[frozenset[int], int], list[TableRound]] = {}
    for row in sorted(rows, key=lambda row: row.table_no):
        rows_by_match.setdefault((frozenset((row.ns, row.ew)), row.half), []).append(row)
    return list(rows_by_match.values())
