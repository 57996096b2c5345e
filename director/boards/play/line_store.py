"""Change what counts on a line: the result of the table, or what the director awards instead.

What was made is never overwritten by what is given, and comes back when that is undone.  What
counted before is kept as a version of the line, whoever put it there.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entry import LATER, LineEntry, read_line_entry
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.lines.readings import reading_of
from director.boards.movement.scoring_field import Key
from director.core.night.history.write import Journal
from director.models import Award, Result, ResultVersion, Section
from director.models.award import AwardKind
from scoring import USUAL_LISTS, LineState


@dataclass(frozen=True, slots=True)
class EntryFields:
    """The stored parts of an entry: text, N-S score, parsed result and lead."""

    text: str = ""
    ns_score: int | None = None
    reading: str = ""
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Sides:
    """The fault of each side of an award ("" if not given), the law and the director's words."""

    ns_fault: str = ""
    ew_fault: str = ""
    ns_law: str = ""
    ew_law: str = ""
    ns_words: str = ""
    ew_words: str = ""


NO_ENTRY = EntryFields()
VOID_TEXT = "NP: void, a pair had played the board before"
EMPTY_SIDES = Sides()


def entry_fields(entered: LineEntry, board_no: int, lead: str = "") -> EntryFields:
    """Return the stored parts of the *entered* result and its *lead*."""
    return EntryFields(entered.text, entered.ns_score(board_no), reading_of(entered), lead)


def played_fields(result: Result) -> EntryFields:
    """Return the result of the table on the line of *result*, whatever counts there."""
    return EntryFields(result.text, result.ns_score, result.reading, result.lead)


def kind_of_award(entered: LineEntry) -> AwardKind:
    """Return what sort of award *entered* is."""
    if entered.text == LATER:
        return AwardKind.LATER
    if entered.state is LineState.NOT_PLAYED:
        return AwardKind.NOT_PLAYED
    return AwardKind.AWARD


def locked_result(section: Section, line: SectionLine) -> Result | None:
    """Return the stored row of *line*, locked until the transaction ends, or None."""
    stored = section.results.select_for_update(of=("self",))
    return stored.filter(board_no=line.board_no, ns=line.ns, ew=line.ew).order_by("pk").first()


def store_played_result(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    value: EntryFields,
    journal: Journal,
) -> Result:
    """Store *value* as the result of *line* and withdraw its award. Return the saved row.

    *result* is that row, ``None`` if there is none yet.
    """
    if result is None:
        return _create(section, line, value, journal)
    _no_award(result, journal)
    _change(result, value, value, journal, at=(line.round_no, line.table_no))
    return result


def store_award(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    value: EntryFields,
    kind: str,
    journal: Journal,
    sides: Sides = EMPTY_SIDES,
) -> Award:
    """Let *value* count on *line* instead of the table's result. Return the new award.

    *result* is the row of the line, ``None`` if there is none yet.
    """
    over = None
    if result is None:
        result = _create(section, line, NO_ENTRY, journal)
        result.counted, result.counted_score = value.text, value.ns_score
    else:
        at = (line.round_no, line.table_no)
        over = _no_award(result, journal)
        _change(result, played_fields(result), value, journal, at=at)
    award = Award(
        result=result,
        kind=kind,
        text=value.text,
        ns_score=value.ns_score,
        reading=value.reading,
        ns_fault=sides.ns_fault,
        ew_fault=sides.ew_fault,
        ns_law=sides.ns_law,
        ew_law=sides.ew_law,
        ns_words=sides.ns_words,
        ew_words=sides.ew_words,
        version=result.version,
        over=over,
        given_by=journal.user,
        given_at=result.entered_at,
    )
    journal.create(award)
    return award


def restore_played_result(*, result: Result, journal: Journal) -> None:
    """Withdraw the award on the line of *result*, so that the table's result counts again."""
    _no_award(result, journal)
    as_it_was = played_fields(result)
    _change(result, as_it_was, as_it_was, journal)


def move_result(*, result: Result, to: Key, journal: Journal, game: str) -> None:
    """Move the result of *result* and its awards to the line *to* (board, N-S and E-W pair).

    On another board the same contract has the score of its vulnerability.

    :raises ScoringError: if what was made or given cannot be on that board
    """
    awards = list(_standing_awards(result))
    stand = [
        played_fields(result),
        *(EntryFields(award.text, award.ns_score, award.reading) for award in awards),
    ]
    if to[0] != result.board_no:
        stand = [_on_board(value, to[0], game) for value in stand]
    own, *given = stand
    moved = dict(zip(("board_no", "ns", "ew"), to, strict=True))
    _change(result, own, given[0] if given else own, journal, moved=moved)
    for award, value in zip(awards, given, strict=True):
        _change_award(
            award, journal, in_force=award.in_force, ns_score=value.ns_score, reading=value.reading
        )


def _standing_awards(result: Result) -> Iterator[Award]:
    """Yield the award in force on the line of *result*, then those below it."""
    award = result.awards.filter(in_force=True).first()
    while award:
        yield award
        award = award.over


def _on_board(value: EntryFields, board_no: int, game: str) -> EntryFields:
    """Return *value* as it is on another board."""
    if not value.text:
        return value
    entered = read_line_entry(value.text, game=game)
    entered.check(board_no)
    return entry_fields(entered, board_no, value.lead)


def first_score(section: Section, board_no: int, ns: int, ew: int) -> Result | None:
    """Return the earliest line of *board_no* on which a player of *ns* or *ew* has a score.

    A line that was not played is none, one still to be played neither, and a share of one side is
    one of its pair only. Of a team each half plays the board once.
    """
    of_ns, of_ew = _same_people(section, ns, ew)
    others = section.results.filled().filter(board_no=board_no).exclude(ns=ns, ew=ew)
    others = others.filter(Q(ns__in=of_ns) | Q(ew__in=of_ew)).order_by("entered_at", "pk")
    game = section.session.event.game
    return next(
        (other for other in others if _has_score(other, game, {"NS": of_ns, "EW": of_ew})), None
    )


def _same_people(section: Section, ns: int, ew: int) -> tuple[set[int], set[int]]:
    """Return the numbers that share a player with *ns* or *ew*, for the N-S and the E-W side."""
    if CONTESTS[section.session.event.contest].has_halves and not section.team_size:
        return {ns}, {ew}
    players = {player for number in (ns, ew) for player in section.partners.get(str(number), ())}
    sharing = {
        int(number) for number, both in section.partners.items() if not players.isdisjoint(both)
    }
    return {ns, ew} | sharing, {ns, ew} | sharing


def _has_score(result: Result, game: str, numbers: Mapping[str, set[int]]) -> bool:
    """Return whether a side of *result* among *numbers* has a score that counts."""
    line = read_line_entry(result.counted, game=game).line(
        ns=result.ns, ew=result.ew, board_no=result.board_no
    )
    sides = zip(USUAL_LISTS, (line.ns, line.ew), strict=True)
    return any(number in numbers[side] and line.has_result_for(side) for side, number in sides)


def void_second_score(
    *, section: Section, result: Result, journal: Journal, may_be_given: bool = True
) -> None:
    """Void *result* if one of its pairs has a score on the board already.

    What the director gave in its place stands, where it *may be given* anything.  Source:
    [LAWS2017] Law 15B1.
    """
    if not result.text or (may_be_given and result.awards.filter(in_force=True).exists()):
        return
    if first_score(section, result.board_no, result.ns, result.ew) is None:
        return
    line = SectionLine(
        result.board_no, result.ns, result.ew, result.round_no, result.table_no, None
    )
    void = read_line_entry(VOID_TEXT, game=section.session.event.game)
    store_award(
        section=section,
        line=line,
        result=result,
        value=entry_fields(void, result.board_no),
        kind=AwardKind.VOID,
        journal=journal,
        sides=Sides(ns_law="15B1", ew_law="15B1"),
    )


def restore_voided_results(*, section: Section, boards: Collection[int], journal: Journal) -> None:
    """Count voided results of *boards* again if they are the pair's only score there."""
    void = Award.objects.filter(
        in_force=True, kind=AwardKind.VOID, text=VOID_TEXT, result__section=section
    )
    second = section.results.filter(board_no__in=boards, pk__in=void.values("result"))
    for result in second.exclude(text=""):
        if first_score(section, result.board_no, result.ns, result.ew) is None:
            restore_played_result(result=result, journal=journal)


def withdraw_award(*, award: Award, journal: Journal) -> None:
    """Withdraw *award*, which is in force, so that what it replaced counts again.

    That is the award before it, unless the ruling that it came from is withdrawn, then the one
    before that; else what was made.
    """
    result, former = award.result, award.over
    while (
        former and Award.objects.filter(pk=former.pk, ruling__withdrawn_at__isnull=False).exists()
    ):
        former = former.over
    if former is None:
        restore_played_result(result=result, journal=journal)
        return
    _no_award(result, journal)
    counts = EntryFields(former.text, former.ns_score, former.reading)
    _change(result, played_fields(result), counts, journal)
    _change_award(former, journal, in_force=True)


def _no_award(result: Result, journal: Journal) -> Award | None:
    """Withdraw the award on the line of *result* and return it."""
    award = result.awards.filter(in_force=True).first()
    counted = award or result
    result.counted, result.counted_score = (
        counted.text,
        counted.ns_score,
    )  # until the line is changed
    if award:
        _change_award(award, journal, in_force=False)
    return award


def _change_award(award: Award, journal: Journal, **fields: Any) -> None:
    """Add the line of the award to the change, so that history can tell what it did."""
    said = {"result_id": award.result_id, "text": award.text, "ns_score": award.ns_score}
    journal.change(award, keep_all=True, **said | fields)


def _create(section: Section, line: SectionLine, value: EntryFields, journal: Journal) -> Result:
    result = Result(
        section=section,
        board_no=line.board_no,
        ns=line.ns,
        ew=line.ew,
        round_no=line.round_no,
        table_no=line.table_no,
        text=value.text,
        ns_score=value.ns_score,
        reading=value.reading,
        lead=value.lead,
        entered_by=journal.user,
        entered_at=timezone.now(),
    )
    journal.create_all([result])
    result.counted, result.counted_score = value.text, value.ns_score
    return result


def _change(
    result: Result,
    value: EntryFields,
    counts: EntryFields,
    journal: Journal,
    at: tuple[int | None, int | None] | None = None,
    moved: Mapping[str, int] | None = None,
) -> None:
    """Store *value* as the table's result and *counts* as what counts, at the given table.

    What counted until now is kept.  *moved* are board and pairs, where it becomes the row of
    another line.
    """
    now = timezone.now()
    former = ResultVersion(
        result=result,
        version=result.version,
        text=result.counted,
        ns_score=result.counted_score,
        entered_by_id=result.entered_by_id,
        entered_at=result.entered_at,
        replaced_by=journal.user,
        replaced_at=now,
    )
    journal.create_all([former])
    round_no, table_no = at or (result.round_no, result.table_no)
    entered_by_id = journal.user.pk if journal.user else None
    journal.change(
        result,
        keep_all=True,
        round_no=round_no,
        table_no=table_no,
        text=value.text,
        ns_score=value.ns_score,
        reading=value.reading,
        lead=value.lead,
        version=result.version + 1,
        entered_by_id=entered_by_id,
        entered_at=now,
        **moved or {},
    )
    result.entered_by = journal.user
    result.counted, result.counted_score = counts.text, counts.ns_score
