"""How a night can go on after something has changed: each way out with its price, beside the movement in force."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import Max
from django.utils import timezone

from director.boards.acts import PLAN, section_acts
from director.boards.lines.read import SectionLines
from director.boards.rounds import is_drawn
from director.boards.sides import seated, section_continued
from director.boards.words import boards_text, names_by_pair
from director.core.clock.read import play_finish
from director.core.history.read import act_to_undo
from director.models import Act, Plan, Section
from director.models.event import Clock
from movements import Change, Price, Proposal, RowChange, TableRound, fingerprint, replan, shown_quality
from movements import Plan as Movement

MINUTES_OF_A_MOVE = 2
NOBODY = "nobody"
_NUMBER = re.compile(r"[0-9]+")
_PAIRS = re.compile(r"\b[Pp]airs? [0-9]+(?:(?:, | and )[0-9]+)*")


@dataclass(frozen=True, slots=True)
class Was:
    """What stands in one column of a changed row: before, and now."""

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
class Way:
    """One way out: what it is, why, what it costs, and the movement of the whole night that it stands for."""

    title: str
    why: str
    figures: tuple[tuple[str, str], ...]  # "22:35" and "finish, as before"
    code: str
    movement: Movement
    rows: tuple[ChangedRow, ...]  # none where the movement in force goes on


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways out, the best first; *why_none* says why none of them is without harm, where that is so."""

    ways: tuple[Way, ...]
    why_none: str

    def find(self, code: str) -> Way | None:
        """Return the way whose movement has this *code*."""
        return next((way for way in self.ways if way.code == code), None)


@dataclass(frozen=True, slots=True)
class Present:
    """The night as it stands, which every way out is held against."""

    section: Section
    names: dict[int, str]
    price: Price
    finish: datetime | None
    now: datetime


def change_to_undo(section: Section, plan: Plan | None) -> Act | None:
    """Return the act that put *plan* in force, ``None`` for the movement the night began with; one query at most."""
    may_be = plan is not None and (plan.number > 1 or is_drawn(plan.key))
    return act_to_undo(section_acts(section, (PLAN,))) if may_be else None


def rounds_played(section: Section, lines: SectionLines) -> tuple[int, int]:
    """Return the last round that has begun for certain, and the last of which a result is in; one query.

    For certain is what the clock says, and a round of which somebody said how a table really sat: that stands for this
    table of that round.  Results typed by traveller are no sign that their rounds were played as they were due.
    """
    session = section.session
    begun = session.round_no - (session.clock == Clock.WAITING)
    told = section.played_rows.aggregate(last=Max("round_no"))["last"] or 0
    known = (line.round_no for line in lines.all if line.round_no and line.text)
    return max(begun, told), max([begun, told, *known])


def section_ways(
    section: Section, movement: Movement, lines: SectionLines, *, change: Change, from_round: int, rounds: int
) -> Ways:
    """Return how *section*, which plays *movement*, can go on from *from_round* on; two queries.

    *rounds* are those of the session, which all its sections share the clock of.

    :raises MovementError: for a change that cannot be meant
    """
    minutes = max(1, section.session.round_minutes - MINUTES_OF_A_MOVE)
    answer = replan(
        movement,
        change=change,
        from_round=from_round,
        done=_rounds_as_played(section, movement, from_round),
        played={
            (line.round_no, line.table_no)
            for line in lines.all
            if line.text and line.round_no and line.round_no < from_round and line.table_no
        },
        minutes_per_board=Fraction(minutes, movement.boards_per_set),
    )
    now = timezone.now()
    finish = play_finish(section.session, rounds, now)
    present = Present(section, names_by_pair(section), answer.now, finish, now)
    proposals = [*answer.proposals, *([answer.stays] if answer.stays else [])]
    return Ways(tuple(_way(present, proposal) for proposal in proposals), called(section, answer.why_none))


def _rounds_as_played(section: Section, movement: Movement, from_round: int) -> list[TableRound]:
    """Return all rows of the rounds before *from_round* in which a table had other opponents or boards than were due.

    A table that only sat the other way round has played what was due.
    """
    sets = {tuple(sorted(row.boards)): row.board_set for row in movement.rows}
    played = {(row.round_no, row.table_no): row for row in section.played_rows.filter(round_no__lt=from_round)}
    rounds: dict[int, list[TableRound]] = defaultdict(list)
    otherwise = set()
    for due in movement.rows:
        row, now = played.get((due.round_no, due.table_no)), due
        if row and ({row.ns, row.ew} != {due.ns, due.ew} or sorted(row.boards) != sorted(due.boards)):
            board_set = sets.get(tuple(sorted(row.boards)), due.board_set)
            now = replace(due, ns=row.ns, ew=row.ew, board_set=board_set, boards=tuple(row.boards))
            otherwise.add(due.round_no)
        rounds[due.round_no].append(now)
    return [row for round_no in sorted(otherwise) for row in rounds[round_no]]


def _way(present: Present, proposal: Proposal) -> Way:
    section = section_continued(present.section, proposal.plan)
    return Way(
        title=called(section, proposal.title),
        why=called(section, proposal.why),
        figures=tuple(_figures(present, proposal, section)),
        code=fingerprint(proposal.plan),
        movement=proposal.plan,
        rows=tuple(_changed(present, section, row) for row in proposal.changed_rows),
    )


def called(section: Section, sentence: str) -> str:
    """Return *sentence* with the numbers of pairs as *section* calls them."""
    return _PAIRS.sub(lambda pairs: _NUMBER.sub(lambda number: section.label(int(number[0])), pairs[0]), sentence)


def _figures(present: Present, proposal: Proposal, section: Section) -> Iterator[tuple[str, str]]:
    """Yield what is paid for a way out: a figure, and what it counts."""
    price, now = proposal.price, present.price
    yield f"{price.sit_outs}", f"{_many(price.sit_outs, 'sit-out')} from now on{_instead(price.sit_outs, now.sit_outs)}"
    if present.finish:
        later = price.minutes_rest - now.minutes_rest
        ends = timezone.localtime(present.finish + timedelta(minutes=later))
        yield f"{ends:%H:%M}", f"finish, {_later(later)}"
    is_single = price.pairs_moved == 1
    yield f"{price.pairs_moved}", f"pair{' sits' if is_single else 's sit'} otherwise than the cards say"
    if price.boards_for_new is not None:
        yield f"{price.boards_for_new}", f"{_many(price.boards_for_new, 'board')} for who has come"
    if price.boards_lost:
        yield f"{price.boards_lost}", f"{_many(price.boards_lost, 'board')} fewer for pairs, added up"
    if price.rematches:
        yield f"{price.rematches}", f"{_many(price.rematches, 'round')} against opponents met before"
    if price.spare_sets:
        yield f"{price.spare_sets}", f"{_many(price.spare_sets, 'set')} of boards to fetch"
    if price.fairness is not None:
        before = "" if now.fairness is None else _instead(shown_quality(price.fairness), shown_quality(now.fairness))
        yield f"{shown_quality(price.fairness)}", f"fairness, of 100{before}"
    cards = price.cards_to_print
    labels = ", ".join(section.label(number) for number in cards)
    yield f"{len(cards)}", f"{_many(len(cards), 'card')} to print{f': {labels}' if cards else ''}"


def _many(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _instead(figure: object, now: object) -> str:
    """Return what stands now, where that is another figure."""
    return ", as it stands now" if figure == now else f"; {now} as it stands now"


def _later(minutes: int) -> str:
    """Return how a finish compares with the one before.

    >>> _later(0), _later(20), _later(-1)
    ('as before', '20 minutes later', '1 minute earlier')
    """
    if minutes == 0:
        return "as before"
    return f"{abs(minutes)} {_many(abs(minutes), 'minute')} {'later' if minutes > 0 else 'earlier'}"


def _changed(present: Present, section: Section, row: RowChange) -> ChangedRow:
    before, now = row.before, row.now
    (ns, ew), (ns_now, ew_now) = _seated(before), _seated(now)
    names = present.names
    return ChangedRow(
        round_no=row.round_no,
        table_no=row.table_no,
        boards=Was(_boards(before), _boards(now)),
        ns=Was(_who(section, names, ns), _who(section, names, ns_now)),
        ew=Was(_who(section, names, ew), _who(section, names, ew_now)),
    )


def _seated(row: TableRound | None) -> tuple[int | None, int | None]:
    return seated(row) if row else (None, None)


def _boards(row: TableRound | None) -> str:
    return boards_text(row.boards) if row else "–"


def _who(section: Section, names: dict[int, str], pair_no: int | None) -> str:
    if pair_no is None:
        return NOBODY
    return " ".join(filter(None, (section.label(pair_no).split()[0], names.get(pair_no, ""))))
