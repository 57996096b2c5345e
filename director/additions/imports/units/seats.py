"""Who sits where at the tables, as the table units know it.

Pairs and teams are sent as they begin, since the units follow the movement. Single players change
partners, so they are sent for every round, by numbers that have nothing to do with membership.

Format: [BMDATA].
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from director.additions.imports.units.sentences import UnitSentences
from director.boards.contests import get_contest
from director.boards.movement.lineups import fetch_line_ups
from director.boards.movement.sections import rank_letter
from director.models import EntryPlayer, PlanRow, Section

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 3, 4
_SEATS = (_NORTH, _EAST, _SOUTH, _WEST)
_SIDES = ((_NORTH, _SOUTH), (_EAST, _WEST))
_PLAYERS_OF_SECTION = 10_000
"""More than a section has, so that players of two sections have different numbers."""


class UnitPlayer(NamedTuple):
    """A person at a table in a round. Only single players have a *number*, else it is empty."""

    round_no: int
    table_no: int
    direction: int
    name: str
    number: str = ""


def get_unit_sides(section: Section, row: PlanRow) -> tuple[int, int]:
    """Return the numbers of both sides of a table on the units."""
    if row.players:
        north, east, _south, _west = row.players
        return north, east
    return section.number(row.ns), section.number(row.ew)


def list_unit_players(section: Section, rows: Sequence[PlanRow]) -> list[UnitPlayer]:
    """Return the players at the tables of *rows*, as far as the units need them."""
    contest = get_contest(section)
    if contest.changes_partners:
        return list(_list_single_players(section, rows))
    first_rows = [row for row in rows if row.round_no == 1]
    if contest.has_line_ups:
        return list(_list_team_players(section, first_rows))
    return list(_list_pair_players(section, first_rows))


def _fetch_names(section: Section) -> dict[int, list[str]]:
    """Return the names of each contestant in their order."""
    names: dict[int, list[str]] = defaultdict(list)
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    for pair_no, name in players.values_list("entry__pair_no", "person__name"):
        names[pair_no].append(name)
    return names


def _list_single_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    names = _fetch_names(section)
    base = rank_letter(section.letter) * _PLAYERS_OF_SECTION
    for row in rows:
        for player, direction in zip(row.players or (), _SEATS, strict=False):
            # Every seat must be taken, also by somebody whose name isn't known yet.
            nameless = UnitSentences.UNIT_PLAYER.format(number=player)
            name = next(iter(names[player]), nameless)
            yield UnitPlayer(row.round_no, row.table_no, direction, name, str(base + player))


def _list_pair_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    names = _fetch_names(section)
    for row in rows:
        for pair_no, directions in zip((row.ns, row.ew), _SIDES, strict=True):
            for name, direction in zip(names[pair_no], directions, strict=False):
                yield UnitPlayer(row.round_no, row.table_no, direction, name)


def _list_team_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    seated = fetch_line_ups(section)
    for row in rows:
        sitters = seated.get_line_sitters(row.ns, row.ew, row.round_no)
        for sitter, direction in zip(sitters, _SEATS, strict=True):
            if sitter:
                yield UnitPlayer(row.round_no, row.table_no, direction, sitter.name)
