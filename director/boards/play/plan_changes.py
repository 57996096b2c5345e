"""The notice on a session's pages about a movement that was changed during play."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Max

from director.boards.contests import CONTESTS, PAIRS, ContestRecord, Entrant
from director.boards.movement.cards.changes import compute_changed_tables
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    load_movement,
)
from director.boards.movement.sections import fetch_section_acts
from director.boards.movement.words import format_boards
from director.boards.play.plan import list_contestants
from director.core.base.act_kinds import ActKind
from director.core.night.history import find_act_to_undo
from director.models import Act, Plan, Section
from director.models.event import Clock
from director.names import join_names
from movements.model import Movement, TableRound


@dataclass(frozen=True, slots=True)
class LatePair:
    """A pair, player or team that arrived after play began."""

    pair_no: int
    label: str
    round_no: int  # of its first boards, as is the table
    table_no: int
    text: str  # "Pair 14: round 3 at table 7, boards 7–9"
    contest_record: ContestRecord = PAIRS
    names: tuple[str, ...] = ()

    @property
    def boxes(self) -> list[tuple[str, str, str]]:
        """Field name, label and content of the box for each name."""
        pair_description = f"{self.contest_record.contestant_noun.capitalize()} {self.label}"
        boxes = []
        for number, label in enumerate(self.contest_record.late_entrant_labels, start=1):
            name = self.names[number - 1] if self.names else ""
            boxes.append((f"name-{self.pair_no}-{number}", f"{pair_description}, {label}", name))
        return boxes

    @property
    def start_text(self) -> str:
        """Its first round and table, as a phrase."""
        contestant = self.contest_record.contestant_noun.capitalize()
        return f"{contestant} {self.label} plays from round {self.round_no}, table {self.table_no}"

    @property
    def entrant(self) -> Entrant | None:
        """The typed names, or None without any."""
        if any(self.names):
            return self.contest_record.make_late_entrant(self.names)
        return None


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """The notice of a changed movement on Play until the next round starts."""

    act: Act
    late_pairs: tuple[LatePair, ...]
    tables: frozenset[int]  # whose guide cards must be reprinted
    printed_fingerprint: str  # the fingerprint of the movement on the cards
    has_cards: bool  # a drawn contest has none

    @property
    def text(self) -> str:
        """The change in one line."""
        if self.late_pairs:
            return "; ".join(pair.start_text for pair in self.late_pairs)
        return self.act.words.rstrip(".")

    @property
    def tables_text(self) -> str:
        """The tables whose guide cards must be reprinted, in words."""
        return format_tables(self.tables)


def fetch_change_notice(
    section: Section, plan: Plan | None, lines: SectionLines
) -> ChangeNotice | None:
    """Return the notice of the change to *plan*, or None once the next round has started."""
    act = find_change_to_undo(section, plan)
    if plan is None or act is None or _has_next_round_started(section, plan, lines, act):
        return None
    previous_plan = section.plans.filter(number=plan.number - 1).first()
    late_pairs: tuple[LatePair, ...] = ()
    tables: frozenset[int] = frozenset()
    printed_fingerprint = ""
    has_cards = previous_plan is not None and not get_format(plan).is_drawn
    if previous_plan is not None and has_cards:
        # The section is loaded already; without it each plan would cost a query.
        previous_plan.section = section
        plan.section = section
        movement = load_movement(plan)
        previous_movement = load_movement(previous_plan)
        if plan.contestants > previous_plan.contestants:
            late_pairs = list_late_pairs(section, movement, previous_movement)
        printed_fingerprint = section.printed_fingerprint or previous_plan.fingerprint
        printed_movement = previous_movement
        if printed_fingerprint != previous_plan.fingerprint:
            printed_plan = fetch_printed_plan(section, printed_fingerprint)
            printed_movement = load_movement(printed_plan) if printed_plan else previous_movement
        tables = compute_changed_tables(printed_movement, movement)
    return ChangeNotice(act, late_pairs, tables, printed_fingerprint, has_cards=has_cards)


def _has_next_round_started(section: Section, plan: Plan, lines: SectionLines, act: Act) -> bool:
    session = section.session
    last_begun_round, last_entered_round = fetch_played_rounds(section, lines)
    last_begun_round = max(last_begun_round, last_entered_round)
    if last_begun_round != plan.from_round:
        return last_begun_round > plan.from_round
    # A pair that joined the round being played is shown until that round ends.
    if session.clock != Clock.RUNNING or session.round_ends_at is None:
        return session.clock != Clock.PAUSED
    started_at = session.round_ends_at - timedelta(minutes=session.round_minutes)
    return act.made_at < started_at


def find_change_to_undo(section: Section, plan: Plan | None) -> Act | None:
    """Return the act that put *plan* in force, or None for the first movement."""
    # The rounds of a drawn contest are put in force one by one, also the first.
    if plan and (plan.number > 1 or get_format(plan).is_drawn):
        return find_act_to_undo(fetch_section_acts(section, (ActKind.PLAN,)))
    return None


def fetch_played_rounds(section: Section, lines: SectionLines) -> tuple[int, int]:
    """Return the last round that has certainly begun, and the last that seems to have begun.

    A round has certainly begun by the clock, if all its results are entered, or if a table of it was
    stored as off schedule. The round after it seems to have begun if most of its tables have a
    result: a few may have been typed by traveller, or in the wrong round.
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
        plural = "s" if len(numbers) > 1 else ""
        return f"table{plural} {join_names(numbers)}"
    return ""


def list_late_pairs(
    section: Section, movement: Movement, previous_movement: Movement
) -> tuple[LatePair, ...]:
    """Return the pairs of *movement* that are not in *previous_movement*."""
    previous_pairs = set(list_contestants(previous_movement))
    contest_record = CONTESTS[movement.contest]
    first_rows: dict[int, TableRound] = {}
    for row in sorted(movement.rows, key=lambda row: row.round_no):
        for pair_no in set(movement.get_row_contestants(row)) - previous_pairs:
            first_rows.setdefault(pair_no, row)
    pairs = []
    for pair_no, row in sorted(first_rows.items()):
        label = section.get_label(pair_no)
        seat_description = (
            f"round {row.round_no} at table {row.table_no}, boards {format_boards(row.boards)}"
        )
        text = f"{contest_record.contestant_noun.capitalize()} {label}: {seat_description}"
        late_pair = LatePair(
            pair_no,
            label,
            round_no=row.round_no,
            table_no=row.table_no,
            text=text,
            contest_record=contest_record,
        )
        pairs.append(late_pair)
    return tuple(pairs)
