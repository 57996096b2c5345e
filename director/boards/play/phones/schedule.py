"""The schedule of a table: its movement, and who meets when. It needs no results."""

from dataclasses import dataclass

from director.boards.movement.lines.read import section_plan
from director.boards.movement.scoring_field import Key
from director.core.night.phones.read import cached_schedule
from director.models import Plan, Section


@dataclass(frozen=True, slots=True)
class AtRound:
    """Who plays which boards at a table in a round. *is_shared*: another table has them too."""

    round_no: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    is_shared: bool = False
    is_switched: bool = False
    players: tuple[int, ...] = ()  # who sit N, E, S and W, where single players do
    half: int = 0  # 1 or 2 of a half match; the second follows in the same round

    @property
    def turn(self) -> tuple[int, int]:
        """Round and half: no other row of a table has both."""
        return self.round_no, self.half

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its lines, in playing order."""
        return tuple((board_no, self.ns, self.ew) for board_no in self.boards)


@dataclass(frozen=True, slots=True)
class TableSchedule:
    """The movement in force, or None, and everything that is played at a table in turn."""

    plan: Plan | None
    turns: tuple[AtRound, ...] = ()


def table_schedule(section: Section, table_no: int, *, access_id: int, mark: str) -> TableSchedule:
    """Return the schedule of a table of *section*, cached by the *mark* of its link."""
    return cached_schedule(access_id, mark, "laid", lambda: read_schedule(section, table_no))


def read_schedule(section: Section, table_no: int) -> TableSchedule:
    """Return the schedule of a table of *section* from the database. At most three queries."""
    plan = section_plan(section)
    if plan is None:
        return TableSchedule(None)
    return TableSchedule(plan, _turns(section, plan, table_no))


def _turns(section: Section, plan: Plan, table_no: int) -> tuple[AtRound, ...]:
    """Return all that is played at a table one after the other: one a round, or two halves."""
    due = [
        AtRound(
            row.round_no,
            row.ns,
            row.ew,
            tuple(row.boards),
            row.shared,
            row.arrow_switched,
            tuple(row.players or ()) if section.names_players else (),
            row.half,
        )
        for row in plan.rows.filter(table_no=table_no)
    ]
    played = section.played_rows.filter(table_no=table_no).order_by("round_no")
    otherwise = {
        row.round_no: AtRound(row.round_no, row.ns, row.ew, tuple(row.boards)) for row in played
    }
    due = [row for row in due if row.round_no not in otherwise]
    return tuple(sorted([*due, *otherwise.values()], key=lambda row: row.turn))
