"""The schedule of a table: its movement, and who meets when. It needs no results."""

from dataclasses import dataclass

from director.boards.movement.lines.read import section_plan
from director.boards.movement.scoring_field import Key
from director.core.night.phones.read import cached_schedule
from director.models import Plan, Section


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """Who plays which boards at a table in a round.

    *is_shared*: another table plays them in the same round.
    """

    round_no: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    is_shared: bool = False
    is_switched: bool = False
    players: tuple[int, ...] = ()  # the numbers at N, E, S and W in an individual, else empty
    half: int = 0  # 1 or 2 of a half match; the second follows in the same round

    @property
    def round_and_half(self) -> tuple[int, int]:
        """Round and half, which identify the row at its table."""
        return self.round_no, self.half

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its lines, in playing order."""
        return tuple((board_no, self.ns, self.ew) for board_no in self.boards)


@dataclass(frozen=True, slots=True)
class TableSchedule:
    """The movement in force, if any, and the rows of a table in playing order."""

    plan: Plan | None
    rows: tuple[ScheduleRow, ...] = ()


def table_schedule(section: Section, table_no: int, *, access_id: int, mark: str) -> TableSchedule:
    """Return the schedule of a table of *section*, cached by the *mark* of its link."""
    return cached_schedule(access_id, mark, "laid", lambda: read_schedule(section, table_no))


def read_schedule(section: Section, table_no: int) -> TableSchedule:
    """Return the schedule of a table of *section* from the database. At most three queries."""
    plan = section_plan(section)
    if plan is None:
        return TableSchedule(None)
    return TableSchedule(plan, _table_rows(section, plan, table_no))


def _table_rows(section: Section, plan: Plan, table_no: int) -> tuple[ScheduleRow, ...]:
    """Return the rows of a table in playing order: one per round, or two halves."""
    played_rows = section.played_rows.filter(table_no=table_no).order_by("round_no")
    off_schedule = {
        row.round_no: ScheduleRow(row.round_no, row.ns, row.ew, tuple(row.boards))
        for row in played_rows
    }
    rows = list(off_schedule.values())
    for row in plan.rows.filter(table_no=table_no):
        # A round played off schedule replaces the round of the movement.
        if row.round_no in off_schedule:
            continue
        players: tuple[int, ...] = ()
        if section.names_players:
            players = tuple(row.players or ())
        rows.append(
            ScheduleRow(
                row.round_no,
                row.ns,
                row.ew,
                tuple(row.boards),
                is_shared=row.shared,
                is_switched=row.arrow_switched,
                players=players,
                half=row.half,
            )
        )
    return tuple(sorted(rows, key=lambda row: row.round_and_half))
