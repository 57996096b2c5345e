"""Change what counts on a line: the result of the table, or the director's award.

An award covers the result of the table without overwriting it; when the award is withdrawn, the
result counts again. Each text that counted before is kept as a version of the line. The checks of a
text and the question who may change it are left to the callers.

A *result* is the stored row of a line, a *value* the stored parts of one entry. A result is *void*
if one of its pairs had a score on the board before.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LATER, LineEntry, parse_line_entry
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    find_planned_line,
)
from director.boards.movement.rounds import begins_each_round
from director.boards.movement.sections import Key
from director.core.night.journal import Journal
from director.models import Award, Result, ResultVersion, Section
from director.models.award import AwardKind
from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from scoring.bridge.rulings import LineState
from scoring.model import DEFAULT_LISTS


@dataclass(frozen=True, slots=True)
class EntryFields:
    """The stored parts of an entry."""

    text: str = ""
    ns_score: int | None = None
    lead: str = ""


@dataclass(frozen=True, slots=True)
class AwardSides:
    """The fault, the law and the director's own reason for each side of an award, "" if not given."""

    ns_fault: str = ""
    ew_fault: str = ""
    ns_law: str = ""
    ew_law: str = ""
    ns_words: str = ""
    ew_words: str = ""


_AWARDS_IN_FORCE = Award.objects.filter(result=OuterRef("pk"), in_force=True).order_by()
NO_ENTRY = EntryFields()
VOID_TEXT = "NP: void, a pair had played the board before"
NO_SIDES = AwardSides()


def make_entry_fields(entry: LineEntry, board_no: int, lead: str = "") -> EntryFields:
    """Return the stored parts of *entry* and its *lead*."""
    return EntryFields(entry.text, entry.compute_ns_score(board_no), lead)


def get_played_fields(result: Result) -> EntryFields:
    """Return the table's result on the line of *result*, also if an award covers it."""
    return EntryFields(result.text, result.ns_score, result.lead)


def get_award_kind(entry: LineEntry) -> AwardKind:
    """Return the kind of award that *entry* is."""
    if entry.text == LATER:
        return AwardKind.LATER
    if entry.state is LineState.NOT_PLAYED:
        return AwardKind.NOT_PLAYED
    return AwardKind.AWARD


def lock_result(section: Section, line: SectionLine) -> Result | None:
    """Return the stored row of *line*, locked until the transaction ends, or None."""
    results = section.results.select_for_update(of=("self",)).order_by()
    row: Any = (
        results.filter(board_no=line.board_no, ns=line.ns, ew=line.ew)
        .annotate(has_award=Exists(_AWARDS_IN_FORCE))
        .first()
    )
    if row is None:
        return None
    result: Result = row
    result.section = section
    if not row.has_award:
        result.award_in_force = None
    return result


def store_played_result(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    value: EntryFields,
    journal: Journal,
) -> Result:
    """Store *value* as the result of *line* and withdraw its award. Return the saved row.

    *result* is the stored row of the line, None if there is none yet.
    """
    if result is None:
        new_result = _make_result(section, line, value, journal.user)
        journal.create_all([new_result])
        return new_result
    _withdraw_current_award(result, journal)
    _change_result(result, value, value, journal, round_and_table=(line.round_no, line.table_no))
    return result


def store_award(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    value: EntryFields,
    kind: str,
    journal: Journal,
    sides: AwardSides = NO_SIDES,
) -> Award:
    """Store *value* as an award on *line*, which counts instead of the table's result. Return it.

    *result* is the stored row of the line, None if there is none yet.
    """
    previous_award = None
    if result is None:
        # An award needs a row to cover, even if nothing was played.
        result = _make_result(section, line, NO_ENTRY, journal.user)
        journal.create_all([result])
        _set_counted(result, value)
    else:
        previous_award = _withdraw_current_award(result, journal)
        _change_result(
            result,
            get_played_fields(result),
            value,
            journal,
            round_and_table=(line.round_no, line.table_no),
        )
    award = Award(
        result=result,
        kind=kind,
        text=value.text,
        ns_score=value.ns_score,
        ns_fault=sides.ns_fault,
        ew_fault=sides.ew_fault,
        ns_law=sides.ns_law,
        ew_law=sides.ew_law,
        ns_words=sides.ns_words,
        ew_words=sides.ew_words,
        version=result.version,
        over=previous_award,
        given_by=journal.user,
        given_at=result.entered_at,
    )
    journal.create(award)
    result.award_in_force = award
    return award


def restore_played_result(*, result: Result, journal: Journal) -> None:
    """Withdraw the award on the line of *result*, so that the table's result counts again."""
    _withdraw_current_award(result, journal)
    played_fields = get_played_fields(result)
    _change_result(result, played_fields, played_fields, journal)


def withdraw_award(*, award: Award, journal: Journal) -> None:
    """Withdraw *award*, which is in force, so that the award or result before it counts again.

    Earlier awards are skipped if their ruling was withdrawn.
    """
    result = award.result
    previous_award = award.over
    while previous_award and _is_ruling_withdrawn(previous_award):
        previous_award = previous_award.over
    if previous_award is None:
        restore_played_result(result=result, journal=journal)
        return
    _withdraw_current_award(result, journal)
    _change_result(result, get_played_fields(result), _get_award_fields(previous_award), journal)
    _change_award(previous_award, journal, in_force=True)
    result.award_in_force = previous_award


def _is_ruling_withdrawn(award: Award) -> bool:
    return Award.objects.filter(pk=award.pk, ruling__withdrawn_at__isnull=False).exists()


def move_result(*, result: Result, new_line: Key, journal: Journal, game: str) -> None:
    """Move *result* and its awards to the line *new_line* (board, N-S and E-W pair).

    On another board, the same contract gets the score of the vulnerability there.

    :raises ScoringError: if the result or an award is impossible on the other board
    """
    awards = list(_iter_award_chain(result))
    played_fields = get_played_fields(result)
    award_values = [_get_award_fields(award) for award in awards]
    new_board_no = new_line[0]
    if new_board_no != result.board_no:
        played_fields = _rescore_on_board(played_fields, new_board_no, game)
        award_values = [_rescore_on_board(value, new_board_no, game) for value in award_values]
    counted_values = award_values[0] if award_values else played_fields
    new_key = dict(zip(("board_no", "ns", "ew"), new_line, strict=True))
    _change_result(result, played_fields, counted_values, journal, new_key=new_key)
    for award, value in zip(awards, award_values, strict=True):
        _change_award(award, journal, in_force=award.in_force, ns_score=value.ns_score)


def _iter_award_chain(result: Result) -> Iterator[Award]:
    """Yield the award in force on the line of *result*, then the awards that it covers."""
    award = result.awards.filter(in_force=True).first()
    while award:
        yield award
        award = award.over


def _get_award_fields(award: Award) -> EntryFields:
    return EntryFields(award.text, award.ns_score)


def _rescore_on_board(value: EntryFields, board_no: int, game: str) -> EntryFields:
    if not value.text:
        return value
    entry = parse_line_entry(value.text, game=game)
    entry.check(board_no)
    return make_entry_fields(entry, board_no, value.lead)


def find_first_score(
    section: Section, board_no: int, ns: int, ew: int, round_no: int | None
) -> Result | None:
    """Return the earliest other line of *board_no* on which a player of *ns* or *ew* has a score.

    If every round begins at the first board, it is a line of *round_no*, or of the planned round of
    the two if that is None.

    A line that was not played, or is to be played later, has no score. An award to one side is a
    score of its pair only. Each half of a team plays the board once. In mnemonic duplicate the two
    pairs play it again with each other's cards.
    """
    ns_numbers, ew_numbers = _collect_numbers_sharing_players(section, ns, ew)
    other_results = section.results.filled().filter(board_no=board_no).exclude(ns=ns, ew=ew)
    other_results = other_results.filter(Q(ns__in=ns_numbers) | Q(ew__in=ew_numbers))
    game = section.session.event.game
    for result in other_results.order_by("entered_at", "pk"):
        if not _has_score(result, game, {"NS": ns_numbers, "EW": ew_numbers}):
            continue
        if (result.ns, result.ew) == (ew, ns) and _is_played_both_ways(section):
            continue
        if _is_of_another_round(section, result, (board_no, ns, ew), round_no):
            continue
        return result
    return None


def _find_first_score_of(section: Section, result: Result) -> Result | None:
    return find_first_score(section, result.board_no, result.ns, result.ew, result.round_no)


def _is_of_another_round(
    section: Section, result: Result, line_key: Key, round_no: int | None
) -> bool:
    """Return whether *result* is of another round than the line, whose board then has other cards."""
    if section.plan is None or not begins_each_round(section.plan):
        return False
    if round_no is None and (line := find_planned_line(section, *line_key)):
        round_no = line.round_no
    return round_no is not None and round_no != result.round_no


def _has_other_line(section: Section, lines: SectionLines, result: Result) -> bool:
    """Return whether a player of *result* has another line on its board, with or without result."""
    ns_numbers, ew_numbers = _collect_numbers_sharing_players(section, result.ns, result.ew)
    own_line = lines.find_line(result.board_no, result.ns, result.ew)
    if own_line:
        lines_with_deal = lines.get_lines_with_deal(own_line)
    else:
        lines_with_deal = lines.get_board_lines(result.board_no)
    for line in lines_with_deal:
        has_player = line.ns in ns_numbers or line.ew in ew_numbers
        if has_player and (line.ns, line.ew) != (result.ns, result.ew):
            return True
    return False


def _is_played_both_ways(section: Section) -> bool:
    return section.plan is not None and BOARDS_PLAYED_BOTH_WAYS in section.plan.guarantees


def _collect_numbers_sharing_players(
    section: Section, ns: int, ew: int
) -> tuple[set[int], set[int]]:
    """Return the numbers that share a player with *ns* or *ew*, sitting N-S and sitting E-W."""
    contest_record = CONTESTS[section.session.event.contest]
    # The other half of a team plays the same board in the other direction, with a score of its own.
    if contest_record.has_halves and not section.team_size:
        return {ns}, {ew}
    players: set[int] = set()
    for number in (ns, ew):
        players.update(section.partners.get(str(number), ()))
    numbers = {ns, ew}
    for number_text, partners in section.partners.items():
        if not players.isdisjoint(partners):
            numbers.add(int(number_text))
    return numbers, numbers


def _has_score(result: Result, game: str, numbers_by_side: Mapping[str, set[int]]) -> bool:
    """Return whether a side of *result* is among the numbers and has a score that counts."""
    line = parse_line_entry(result.counted, game=game).make_line(
        ns=result.ns, ew=result.ew, board_no=result.board_no
    )
    sides = zip(DEFAULT_LISTS, (line.ns, line.ew), strict=True)
    return any(
        number in numbers_by_side[side] and line.has_result_for(side) for side, number in sides
    )


def void_second_score(
    *,
    section: Section,
    result: Result,
    journal: Journal,
    lines: SectionLines | None = None,
) -> None:
    """Void *result* if one of its pairs already has a score on the board.

    An award of the director stays in force. The *lines* of the section, if they are known, save
    queries, since nearly always nobody has a second line on a board. Source: [LAWS2017] Law 15B1.
    """
    if lines and not _has_other_line(section, lines, result):
        return
    if not result.text or result.award_in_force:
        return
    if _find_first_score_of(section, result) is None:
        return
    line = SectionLine(
        result.board_no, result.ns, result.ew, result.round_no, result.table_no, None
    )
    void_entry = parse_line_entry(VOID_TEXT, game=section.session.event.game)
    store_award(
        section=section,
        line=line,
        result=result,
        value=make_entry_fields(void_entry, result.board_no),
        kind=AwardKind.VOID,
        journal=journal,
        sides=AwardSides(ns_law="15B1", ew_law="15B1"),
    )


def restore_voided_results(*, section: Section, boards: Collection[int], journal: Journal) -> None:
    """Count voided results of *boards* again if they are the pair's only score there."""
    # Only the program's own void awards; a director may also have voided a line.
    void_awards = Award.objects.filter(
        in_force=True, kind=AwardKind.VOID, text=VOID_TEXT, result__section=section
    )
    voided_results = section.results.filter(
        board_no__in=boards, pk__in=void_awards.values("result")
    )
    for result in voided_results.exclude(text=""):
        if _find_first_score_of(section, result) is None:
            restore_played_result(result=result, journal=journal)


def _withdraw_current_award(result: Result, journal: Journal) -> Award | None:
    """Withdraw the award on the line of *result* and return it, or None if there is none."""
    award = result.award_in_force
    # The text that counted until now becomes a version when the line is changed.
    if award:
        _set_counted(result, _get_award_fields(award))
        _change_award(award, journal, in_force=False)
        result.award_in_force = None
    return award


def _set_counted(result: Result, value: EntryFields) -> None:
    """Set what counts on the line of *result* without asking the database again."""
    result.counted = value.text
    result.counted_score = value.ns_score


def _change_award(award: Award, journal: Journal, **fields: Any) -> None:
    # Line and text are recorded even if they stay, so that the history can say what changed.
    identity = {"result_id": award.result_id, "text": award.text, "ns_score": award.ns_score}
    journal.change(award, is_complete=True, **identity | fields)


def _make_result(
    section: Section, line: SectionLine, value: EntryFields, user: User | None
) -> Result:
    result = Result(
        section=section,
        board_no=line.board_no,
        ns=line.ns,
        ew=line.ew,
        round_no=line.round_no,
        table_no=line.table_no,
        text=value.text,
        ns_score=value.ns_score,
        lead=value.lead,
        entered_by=user,
        entered_at=timezone.now(),
    )
    result.award_in_force = None
    _set_counted(result, value)
    return result


def _change_result(
    result: Result,
    played_fields: EntryFields,
    counted_values: EntryFields,
    journal: Journal,
    round_and_table: tuple[int | None, int | None] | None = None,
    new_key: Mapping[str, int] | None = None,
) -> None:
    """Store *played_fields* as the table's result and *counted_values* as what counts.

    The text that counted until now is kept as a version. With *new_key* (board and pairs), the row
    becomes that of another line.
    """
    now = timezone.now()
    previous_version = ResultVersion(
        result=result,
        version=result.version,
        text=result.counted,
        ns_score=result.counted_score,
        entered_by_id=result.entered_by_id,
        entered_at=result.entered_at,
        replaced_by=journal.user,
        replaced_at=now,
    )
    journal.create_all([previous_version])
    if round_and_table is None:
        round_and_table = (result.round_no, result.table_no)
    round_no, table_no = round_and_table
    entered_by_id = journal.user.pk if journal.user else None
    journal.change(
        result,
        is_complete=True,
        round_no=round_no,
        table_no=table_no,
        text=played_fields.text,
        ns_score=played_fields.ns_score,
        lead=played_fields.lead,
        version=result.version + 1,
        entered_by_id=entered_by_id,
        entered_at=now,
        **(new_key or {}),
    )
    result.entered_by = journal.user
    _set_counted(result, counted_values)
