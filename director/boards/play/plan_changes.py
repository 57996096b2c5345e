"""What the pages of a night say about a movement that was changed during play."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max

from director.boards.contests import CONTESTS, PAIRS, ContestRecord, Entrant
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import PLAN, fetch_section_acts
from director.boards.movement.words import format_boards
from director.boards.play.plan import list_contestants
from director.core.night.history import find_act_to_undo
from director.models import Act, Plan, Section
from director.models.event import Clock
from director.names import join_names
from movements.model import Movement, TableRound


@dataclass(frozen=True, slots=True)
class LatePair:
    """A pair, player or team that arrived after play began: where it plays first, and its names."""

    pair_no: int
    label: str
    round_no: int
    text: str
    contest: ContestRecord = PAIRS
    names: tuple[str, ...] = ()

    @property
    def boxes(self) -> list[tuple[str, str, str]]:
        """Field name, label and content of the box for each name."""
        who = f"{self.contest.contestant_word.capitalize()} {self.label}"
        boxes = []
        for number, label in enumerate(self.contest.late_boxes, start=1):
            name = self.names[number - 1] if self.names else ""
            boxes.append((f"name-{self.pair_no}-{number}", f"{who}, {label}", name))
        return boxes

    @property
    def entrant(self) -> Entrant | None:
        """The typed names, or None without any."""
        if any(self.names):
            return self.contest.make_late_entrant(self.names)
        return None


def find_change_to_undo(section: Section, plan: Plan | None) -> Act | None:
    """Return the act that put *plan* in force, or None for the first movement."""
    # The rounds of a drawn contest are put in force one by one, also the first.
    if plan and (plan.number > 1 or is_drawn(plan.key)):
        return find_act_to_undo(fetch_section_acts(section, (PLAN,)))
    return None


def find_played_rounds(section: Section, lines: SectionLines) -> tuple[int, int]:
    """Return the last round that has begun for certain, and the last that seems to have begun.

    A round has begun for certain by the clock, if all its results are entered, or if a table of it
    was stored as off schedule. The round after it seems to have begun if most of its tables have a
    result. Results typed by traveller are no sign of it, nor is a single one in a wrong round.
    """
    session = section.session
    last_begun = session.round_no
    if session.clock == Clock.WAITING:
        last_begun -= 1
    last_off_schedule = section.played_rows.aggregate(last=Max("round_no"))["last"] or 0
    lines_by_round: dict[int, list[SectionLine]] = defaultdict(list)
    for line in lines.all:
        if line.round_no:
            lines_by_round[line.round_no].append(line)
    last_certain = max(last_begun, last_off_schedule)
    for round_no, round_lines in lines_by_round.items():
        if not any(line.is_open for line in round_lines):
            last_certain = max(last_certain, round_no)
    tables = set()
    tables_entered = set()
    for line in lines_by_round[last_certain + 1]:
        tables.add(line.table_no)
        if not line.is_open:
            tables_entered.add(line.table_no)
    if 2 * len(tables_entered) > len(tables):
        return last_certain, last_certain + 1
    return last_certain, last_certain


def fetch_printed_plan(section: Section, *marks: str) -> Plan | None:
    """Return the plan of the guide cards on the tables, or None if it isn't stored any more.

    *marks* are fingerprints of the movement on the cards.
    """
    if not any(marks):
        return None
    plan = Plan.objects.filter(section=section, fingerprint__in=marks).last()
    if plan:
        plan.section = section
    return plan


def format_tables(tables: Iterable[int]) -> str:
    """Return table numbers in words: ``"table 3"``, ``"tables 2, 3 and 5"``, or ""."""
    numbers = [str(table_no) for table_no in sorted(tables)]
    if numbers:
        return f"table{'s' * (len(numbers) > 1)} {join_names(numbers)}"
    return ""


def find_late_pairs(
    section: Section, movement: Movement, former_movement: Movement
) -> tuple[LatePair, ...]:
    """Return the pairs of *movement* that are not in the movement *former_movement*."""
    former_pairs = set(list_contestants(former_movement))
    contest = CONTESTS[movement.contest]
    first_rows: dict[int, TableRound] = {}
    for row in sorted(movement.rows, key=lambda row: row.round_no):
        for pair_no in set(movement.get_row_contestants(row)) - former_pairs:
            first_rows.setdefault(pair_no, row)
    pairs = []
    for pair_no, row in sorted(first_rows.items()):
        label = section.label(pair_no)
        place = f"round {row.round_no} at table {row.table_no}, boards {format_boards(row.boards)}"
        text = f"{contest.contestant_word.capitalize()} {label}: {place}"
        pairs.append(LatePair(pair_no, label, row.round_no, text, contest))
    return tuple(pairs)
