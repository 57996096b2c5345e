"""Ways to continue a night after something changed, each with its cost."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import Max
from django.utils import timezone

from director.boards.movement.acts import PLAN, section_acts
from director.boards.movement.cards.changes import changed_tables, reprint_reasons
from director.boards.movement.lines.read import SectionLines, plan_movement
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sides import seated_sides, section_continued
from director.boards.movement.words import boards_text, names_by_pair
from director.core.night.clock.read import end_of_play
from director.core.night.history.read import act_to_undo
from director.models import Act, Plan, Section
from director.models.event import Clock
from director.names import names_in_sentence
from movements import (
    Change,
    Movement,
    Price,
    Proposal,
    Replanned,
    RowChange,
    TableRound,
    fingerprint,
    replan,
    shown_quality,
)

MINUTES_OF_A_MOVE = 2
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Was:
    """A cell of a changed row: its value before and now."""

    before: str
    now: str

    @property
    def is_same(self) -> bool:
        """Whether nothing changes here."""
        return self.before == self.now


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """One table in one round, as it was due and as it would be."""

    round_no: int
    table_no: int
    boards: Was
    ns: Was
    ew: Was


@dataclass(frozen=True, slots=True)
class LatePair:
    """A pair that came after play began: where it plays first, and its name boxes."""

    pair_no: int
    label: str
    round_no: int
    text: str
    names: tuple[str, ...] = ("", "")

    @property
    def boxes(self) -> list[tuple[str, str, str]]:
        """The name, the label and the text of each box."""
        return [
            (f"name-{self.pair_no}-{at}", f"Pair {self.label}, {which} player (optional)", name)
            for at, (which, name) in enumerate(zip(("first", "second"), self.names, strict=True), 1)
        ]


@dataclass(frozen=True, slots=True)
class ReplanOption:
    """A way to continue: what it is, why, what it costs, and the resulting movement."""

    from_round: int
    title: str
    why: str
    figures: tuple[tuple[str, str], ...]  # "22:35" and "finish, as before"
    code: str
    movement: Movement
    rows: tuple[ChangedRow, ...]  # none where the movement in force goes on
    cards: str  # the tables whose guide cards are to be printed again, "" for none
    late_pairs: tuple["LatePair", ...]


@dataclass(frozen=True, slots=True)
class ReplanOptions:
    """The ways to continue, best first. *why_none* says why none is without harm."""

    ways: tuple[ReplanOption, ...]
    why_none: str

    def find(self, code: str) -> ReplanOption | None:
        """Return the way whose movement has this *code*."""
        return next((way for way in self.ways if way.code == code), None)


@dataclass(frozen=True, slots=True)
class Present:
    """The night as it is now, with which every way to continue is compared."""

    section: Section
    names: dict[int, str]
    movement: Movement
    printed: Movement  # what the guide cards on the tables say
    finish: datetime | None


def change_to_undo(section: Section, plan: Plan | None) -> Act | None:
    """Return the act that put *plan* in force, or None for the first movement."""
    may_be = plan is not None and (plan.number > 1 or is_drawn(plan.key))
    if may_be:
        return act_to_undo(section_acts(section, (PLAN,)))
    return None


def rounds_played(section: Section, lines: SectionLines) -> tuple[int, int]:
    """Return the last round that has begun, and the last round with a result.

    For certain is what the clock says, and a round of which somebody said how a table really sat:
    that stands for this table of that round.  Results typed by traveller are no sign that their
    rounds were played as they were due.
    """
    session = section.session
    begun = session.round_no - (session.clock == Clock.WAITING)
    told = section.played_rows.aggregate(last=Max("round_no"))["last"] or 0
    known = (line.round_no for line in lines.all if line.round_no and line.text)
    return max(begun, told), max([begun, told, *known])


def section_ways(
    section: Section,
    movement: Movement,
    lines: SectionLines,
    *,
    change: Change,
    from_round: int,
    rounds: int,
) -> ReplanOptions:
    """Return how *section* can continue from *from_round* on. A few queries.

    *rounds* are those of the session, which all its sections share the clock of.  A pair that comes
    while the round before is on is first offered an empty seat in it.

    :raises MovementError: for a change that cannot be meant
    """
    finish = end_of_play(section.session, rounds, timezone.now())
    old = printed_plan(section, section.printed_fingerprint)
    present = Present(
        section, names_by_pair(section), movement, plan_movement(old) if old else movement, finish
    )
    answer = _replan(present, lines, change, from_round)
    proposals = [*answer.proposals, *([answer.stays] if answer.stays else [])]
    ways = [_way(present, proposal, answer.now, from_round) for proposal in proposals]
    on = from_round - 1
    if change.kind == "pair-arrives" and _is_on(section, movement, lines, on):
        joins = _replan(present, lines, replace(change, kind="pair-joins"), on)
        clear = (proposal for proposal in joins.proposals if not _is_played(proposal, lines, on))
        ways = [*(_way(present, proposal, joins.now, on) for proposal in clear), *ways]
    return ReplanOptions(tuple(ways), answer.trouble.text(section.label))


def _replan(present: Present, lines: SectionLines, change: Change, from_round: int) -> Replanned:
    section, movement = present.section, present.movement
    minutes = max(1, section.session.round_minutes - MINUTES_OF_A_MOVE)
    # A pair that left before it played is no longer in the movement, but it keeps its number and
    # its names.
    gone = present.names.keys() - _pairs_of(movement)
    return replan(
        movement,
        change=change,
        from_round=from_round,
        done=_rounds_as_played(section, movement, from_round),
        played={
            (line.round_no, line.table_no)
            for line in lines.all
            if line.text and line.round_no and line.round_no < from_round and line.table_no
        },
        gone=gone,
        minutes_per_board=Fraction(minutes, movement.boards_per_set),
    )


def _is_on(section: Section, movement: Movement, lines: SectionLines, round_no: int) -> bool:
    """Return whether *round_no* is being played at some table."""
    session = section.session
    return (
        session.round_no == round_no
        and session.clock in (Clock.RUNNING, Clock.PAUSED)
        and any(line.round_no == round_no and not line.text for line in lines.all)
        and all(
            row.round_no < round_no for row in _rounds_as_played(section, movement, round_no + 1)
        )
    )


def _is_played(proposal: Proposal, lines: SectionLines, round_no: int) -> bool:
    """Return whether a pair that *proposal* moves in *round_no* has already played there."""
    rows = [
        change.now for change in proposal.changed_rows if change.round_no == round_no and change.now
    ]
    return any(
        line.text and line.board_no in row.boards and {line.ns, line.ew} & {row.ns, row.ew}
        for row in rows
        for line in lines.all
    )


def printed_plan(section: Section, *marks: str) -> Plan | None:
    """Return the plan of the cards on the tables, found by *marks*, if it is still stored."""
    if any(marks):
        plan = Plan.objects.filter(section=section, fingerprint__in=marks).last()
    else:
        plan = None
    if plan:
        plan.section = section
    return plan


def tables_text(tables: Iterable[int]) -> str:
    """Return table numbers in words: ``"table 3"``, ``"tables 2, 3 and 5"``, "" for none."""
    numbers = [str(table_no) for table_no in sorted(tables)]
    if numbers:
        return f"table{'s' * (len(numbers) > 1)} {names_in_sentence(numbers)}"
    return ""


def late_pairs(section: Section, movement: Movement, before: Movement) -> tuple[LatePair, ...]:
    """Return the pairs of *movement* that were not in the one *before*."""
    known = _pairs_of(before)
    first: dict[int, TableRound] = {}
    for row in sorted(movement.rows, key=lambda row: row.round_no):
        for pair in {row.ns, row.ew} - known:
            first.setdefault(pair, row)
    return tuple(
        LatePair(
            pair,
            label := section.label(pair),
            row.round_no,
            f"Pair {label}: round {row.round_no} at table {row.table_no}, boards {boards_text(row.boards)}",
        )
        for pair, row in sorted(first.items())
    )


def _pairs_of(movement: Movement) -> set[int]:
    seated: set[int] = set()
    for row in movement.rows:
        seated.update((row.ns, row.ew))
    return seated | {wait.contestant for wait in movement.sit_outs}


def _rounds_as_played(section: Section, movement: Movement, from_round: int) -> list[TableRound]:
    """Return the rows before *from_round*, with opponents and boards as they were played.

    A table that only sat the other way round has played what was due.
    """
    sets = {tuple(sorted(row.boards)): row.board_set for row in movement.rows}
    played = {
        (row.round_no, row.table_no): row
        for row in section.played_rows.filter(round_no__lt=from_round)
    }
    rounds: dict[int, list[TableRound]] = defaultdict(list)
    otherwise = set()
    for due in movement.rows:
        row, now = played.get((due.round_no, due.table_no)), due
        if row and (
            {row.ns, row.ew} != {due.ns, due.ew} or sorted(row.boards) != sorted(due.boards)
        ):
            board_set = sets.get(tuple(sorted(row.boards)), due.board_set)
            now = replace(due, ns=row.ns, ew=row.ew, board_set=board_set, boards=tuple(row.boards))
            otherwise.add(due.round_no)
        rounds[due.round_no].append(now)
    return [row for round_no in sorted(otherwise) for row in rounds[round_no]]


def _way(present: Present, proposal: Proposal, now: Price, from_round: int) -> ReplanOption:
    section = section_continued(present.section, proposal.plan)
    cards = changed_tables(present.printed, proposal.plan) if proposal.changed_rows else ()
    if proposal.price.boards_for_new:
        arrivals = late_pairs(section, proposal.plan, present.movement)
    else:
        arrivals = ()
    return ReplanOption(
        from_round=from_round,
        title=proposal.heading.text(section.label),
        why=proposal.reason.text(section.label),
        figures=tuple(_figures(present, proposal, now, cards)),
        code=fingerprint(proposal.plan),
        movement=proposal.plan,
        rows=tuple(_changed_row(present, section, row) for row in proposal.changed_rows),
        cards=tables_text(cards),
        late_pairs=arrivals,
    )


def _figures(
    present: Present, proposal: Proposal, now: Price, cards: Collection[int]
) -> Iterator[tuple[str, str]]:
    """Yield each figure of the cost of a way, and its unit."""
    price = proposal.price
    yield (
        f"{price.sit_outs}",
        f"{_many(price.sit_outs, 'sit-out')} from now{_instead(price.sit_outs, now.sit_outs)}",
    )
    if present.finish:
        later = price.minutes_rest - now.minutes_rest
        ends = timezone.localtime(present.finish + timedelta(minutes=later))
        yield f"{ends:%H:%M}", f"finish, {_later(later)}"
    is_single = price.pairs_moved == 1
    yield f"{price.pairs_moved}", f"pair{'' if is_single else 's'} not in the planned seat"
    if price.boards_for_new is not None:
        yield f"{price.boards_for_new}", f"{_many(price.boards_for_new, 'board')} for late pairs"
    if price.boards_lost:
        yield f"{price.boards_lost}", f"{_many(price.boards_lost, 'board')} lost in total"
    if price.rematches:
        yield (
            f"{price.rematches}",
            f"{_many(price.rematches, 'round')} against the same opponents again",
        )
    if price.spare_sets:
        yield f"{price.spare_sets}", f"extra {_many(price.spare_sets, 'board set')}"
    if price.fairness is not None:
        if now.fairness is None:
            before = ""
        else:
            before = _instead(shown_quality(price.fairness), shown_quality(now.fairness))
        yield f"{shown_quality(price.fairness)}", f"fairness, of 100{before}"
    why = names_in_sentence(reprint_reasons(present.printed, proposal.plan)) or "next moves"
    which = f" ({why}): {tables_text(cards)}" if cards else ""
    yield f"{len(cards)}", f"{_many(len(cards), 'guide card')} to reprint{which}"


def _many(count: int, noun: str) -> str:
    if count == 1:
        return noun
    return f"{noun}s"


def _instead(figure: object, now: object) -> str:
    """Return the present figure if it differs."""
    if figure == now:
        return ", as planned"
    return f", planned {now}"


def _later(minutes: int) -> str:
    """Return how a finish compares with the one before.

    >>> _later(0), _later(20), _later(-1)
    ('as planned', '20 minutes later', '1 minute earlier')
    """
    if minutes == 0:
        return "as planned"
    return f"{abs(minutes)} {_many(abs(minutes), 'minute')} {'later' if minutes > 0 else 'earlier'}"


def _changed_row(present: Present, section: Section, row: RowChange) -> ChangedRow:
    before, now = row.before, row.now
    (ns, ew), (ns_now, ew_now) = _seated_pairs(before), _seated_pairs(now)
    names = present.names
    return ChangedRow(
        round_no=row.round_no,
        table_no=row.table_no,
        boards=Was(_boards(before), _boards(now)),
        ns=Was(_who(section, names, ns), _who(section, names, ns_now)),
        ew=Was(_who(section, names, ew), _who(section, names, ew_now)),
    )


def _seated_pairs(row: TableRound | None) -> tuple[int | None, int | None]:
    if row:
        return seated_sides(row)
    return (None, None)


def _boards(row: TableRound | None) -> str:
    if row:
        return boards_text(row.boards)
    return "–"


def _who(section: Section, names: dict[int, str], pair_no: int | None) -> str:
    if pair_no is None:
        return NOBODY
    return " ".join(filter(None, (section.label(pair_no).split()[0], names.get(pair_no, ""))))
