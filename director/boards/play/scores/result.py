"""Entering and correcting results: checked against the plan, stored at once, the former value kept."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.contests import CONTESTS, contest_of
from director.boards.movement.acts import RESULT
from director.boards.movement.lines.entry import NOT_PLAYED, LineEntry, read_line_entry
from director.boards.movement.lines.page_input import RefusedLine, TypedLine
from director.boards.movement.lines.read import (
    SectionLine,
    SectionLines,
    line_planned,
    section_lines,
)
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import (
    NO_ENTRY,
    entry_fields,
    kind_of_award,
    locked_result,
    restore_played_result,
    restore_voided_results,
    store_award,
    store_played_result,
    void_second_score,
)
from director.boards.play.results.acts import section_act
from director.boards.play.results.correction import correction
from director.boards.play.scores.undoing import result_words
from director.boards.scoring.units import has_own_average
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal, act_kept
from director.errors import ChangedMeanwhileError, DeskError, FinalError, NotMeetingError
from director.models import Event, Result, Section
from director.models.award import AwardKind
from scoring import Board, BridgeSentences, Field, Line, ScoringError, rank


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What became of a page of typed lines.

    The results stored or changed, and the refused lines with the reason.
    """

    stored: tuple[Result, ...]
    refused: tuple[RefusedLine, ...]


def enter_result(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    text: str,
    user: User | None,
    at: tuple[int, int] | None = None,
) -> Result | None:
    """Store the director's result of *board_no* between *ns* and *ew*, and return it.

    *at* is the round and table the result comes from, where that is known.  All else is as
    :func:`enter_line` says.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not in that round at that table
    :raises FinalError: if the results are final
    """
    with _act(section, user) as act:
        return enter_line(
            section=section, line=find_line(section, (board_no, ns, ew), at), text=text, journal=act
        )


def store_unscheduled_result(
    *, section: Section, key: Key, text: str, user: User | None, at: tuple[int, int] | None = None
) -> Result | None:
    """Store a result that may be off schedule.

    *key* is its line, *at* the table at which it was played.

    It is void where one of them has a score on the board already.  All else is as
    :func:`enter_result` says.

    :raises DeskError: if there is no such pair, or both are the same
    """
    with _act(section, user) as act:
        return enter_line(
            section=section, line=played_line(section, key, at), text=text, journal=act
        )


def import_result(
    *, section: Section, line: SectionLine, text: str, user: User | None
) -> Result | None:
    """Store *text* on *line* as :func:`enter_line` does, for a caller that enters a whole night.

    It holds the lines of the movement, by which nobody comes to a board twice.
    """
    entered = entry_of_text(section.session.event, line, text)
    with _act(section, user) as act:
        result = locked_result(section, line)
        if _differs(result, entered):
            result = _store(section, line, result, entered, act)
            act.words = result_words(section, result)
        return result


def enter_line(
    *, section: Section, line: SectionLine, text: str, journal: Journal, lead: str = ""
) -> Result | None:
    """Store the result of *line* as part of a change, and return it.

    *text* is what was typed: what was made, which then counts, or what is given in its place, such
    as ``A6040`` or ``LATER``.  Empty text takes what is given back, or if nothing is what was made,
    and returns ``None`` if nothing was in.  Entering the same again changes nothing.  *lead* is the
    card that was led, such as ``"HK"``; where none is given, the one stored before is kept if a
    contract was played.

    :raises ScoringError: if the text cannot be read, or the score is not possible on this board or
        in this event
    :raises DeskError: if the board was not played and no reason is given
    """
    entered = entry_of_text(section.session.event, line, text)
    return store_entry(
        section=section,
        line=line,
        result=locked_result(section, line),
        entered=entered,
        journal=journal,
        lead=lead,
    )


def store_entry(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    entered: LineEntry | None,
    journal: Journal,
    lead: str = "",
) -> Result | None:
    """Store the entry of *line*, whose stored row is *result*.

    See :func:`enter_line`.

    What is a second score of a pair on the board then is void, and what no longer is one counts
    again.
    """
    if not _differs(result, entered):
        return result
    was = result.counted if result else ""
    stored = _store(section, line, result, entered, journal, lead)
    void_second_score(
        section=section, result=stored, journal=journal, may_be_given=result is not None
    )
    if entered is None or entered.is_award:
        restore_voided_results(section=section, boards=[line.board_no], journal=journal)
    journal.words = result_words(section, stored, was)
    return stored


def enter_results(
    *,
    section: Section,
    typed: Sequence[TypedLine],
    user: User | None,
    at: tuple[int, int] | None = None,
) -> EntryOutcome:
    """Store every changed line of *typed*, each by itself.

    The outcome says which were refused and why.
    """
    changed = [line for line in typed if line.is_changed]
    if not changed:
        return EntryOutcome((), ())
    try:
        with correction(section=section, user=user):
            return _enter(section, changed, user, at)
    except FinalError as error:
        return EntryOutcome((), tuple(RefusedLine(line, error) for line in changed))


def _enter(
    section: Section, typed: Sequence[TypedLine], user: User | None, at: tuple[int, int] | None
) -> EntryOutcome:
    """Store each line as a change of its own.

    How many lines arrive together depends only on the speed of the network.
    """
    event = section.session.event
    stored: list[Result] = []
    refused: list[RefusedLine] = []
    for line in typed:
        try:
            with act_kept(
                event=event, section=section, kind=RESULT, words="", user=user
            ) as journal:
                result = enter_typed_line(section=section, typed=line, journal=journal, at=at)
        except (DeskError, ScoringError) as error:
            refused.append(RefusedLine(line, error))
        else:
            # The version shown plus one is this change; anything else was there already and is the
            # same.
            if result and result.version == line.version + 1 and result.entered_by == user:
                stored.append(result)
    return EntryOutcome(tuple(stored), tuple(refused))


def enter_typed_line(
    *, section: Section, typed: TypedLine, journal: Journal, at: tuple[int, int] | None = None
) -> Result | None:
    """Store what the director *typed*, unless the result is no longer the one that the page had shown.

    :raises ChangedMeanwhileError: if somebody else changed the line since
    """
    line = find_line(section, (typed.board_no, typed.ns, typed.ew), at)
    entered, result = (
        entry_of_text(section.session.event, line, typed.text),
        locked_result(section, line),
    )
    version, stands = (result.version, result.counted) if result else (0, "")
    # An undo brings back a version, so that the number alone does not say what was seen.
    is_other = typed.version != version or (typed.shown != stands and not typed.is_chosen)
    if is_other and _differs(result, entered):
        you = f"typed {entered.text}" if entered else "left it empty"
        current = result or Result(
            section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, version=0
        )
        current.counted = stands
        raise ChangedMeanwhileError(
            BoardSentences.CHANGED_MEANWHILE,
            **_latest(section, current),
            typed=you,
            current=current,
        )
    return store_entry(section=section, line=line, result=result, entered=entered, journal=journal)


def _differs(result: Result | None, entered: LineEntry | None) -> bool:
    """Return whether what was *entered* is anything else than what counts by the stored row.

    :raises DeskError: if the board was not played and no reason is given
    """
    text = entered.text if entered else ""
    if text == (result.counted if result else ""):
        return False
    if text == NOT_PLAYED:
        raise DeskError(BoardSentences.NOT_PLAYED_WITHOUT_REASON)
    return True


def _store(
    section: Section,
    line: SectionLine,
    result: Result | None,
    entered: LineEntry | None,
    journal: Journal,
    lead: str = "",
) -> Result:
    """Store what was *entered* on *line*.

    An emptied box removes an award, or the result if there is no award.

    What is void goes out with what was made: bare, it would be a second score again.
    """
    if entered and entered.is_award:
        value, kind = entry_fields(entered, line.board_no), kind_of_award(entered)
        return store_award(
            section=section, line=line, result=result, value=value, kind=kind, journal=journal
        ).result
    if (
        result
        and entered is None
        and result.awards.filter(in_force=True).exclude(kind=AwardKind.VOID).exists()
    ):
        restore_played_result(result=result, journal=journal)
        return result
    if entered and entered.has_lead and not lead and result:
        lead = result.lead
    value = entry_fields(entered, line.board_no, lead) if entered else NO_ENTRY
    return store_played_result(
        section=section, line=line, result=result, value=value, journal=journal
    )


def find_line(section: Section, key: Key, at: tuple[int, int] | None = None) -> SectionLine:
    """Return the line of *key* in the plan, in the round and at the table *at* if given.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, saying whom they meet instead, or
        not *at* that place
    """
    line = line_planned(section, *key)
    if line and at in (None, (line.round_no, line.table_no)):
        return line
    lines = section_lines(section)  # only to find out why not
    line = lines.find(*key)
    if line and at in (None, (line.round_no, line.table_no)):
        return line
    board_no, ns, ew = key
    if not lines.on_board(board_no):
        raise DeskError(
            BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text()
        )
    where = f"Board {board_no} in round {at[0]} at table {at[1]}" if at else f"Board {board_no}"
    hint = _elsewhere(lines, line, at) or _instead(section, lines, board_no, ns, ew)
    raise NotMeetingError(
        BoardSentences.NOT_MEETING,
        where=where,
        ns=section.label(ns),
        ew=section.label(ew),
        hint=hint,
    )


def played_line(section: Section, key: Key, at: tuple[int, int] | None = None) -> SectionLine:
    """Return the line of *key*, also off schedule.

    Off schedule it has the round and table *at*.

    :raises DeskError: if the section does not play the board
    :raises DeskError: if there is no such pair, or both are the same
    """
    lines = section_lines(section)
    if line := lines.find(*key):
        return line
    board_no, ns, ew = key
    if not lines.on_board(board_no):
        raise DeskError(
            BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text()
        )
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    for pair_no in (ns, ew):
        if pair_no not in numbers:
            raise DeskError(
                BoardSentences.PAIR_NUMBER,
                pair_no=pair_no,
                pairs=", ".join(map(section.label, numbers)),
            )
    if ns == ew:
        called = contest_of(section).called.capitalize()
        raise DeskError(BoardSentences.PAIR_AGAINST_ITSELF, called=called, pair=section.label(ns))
    round_no, table_no = at or (None, None)
    return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)


def _elsewhere(lines: SectionLines, line: SectionLine | None, at: tuple[int, int] | None) -> str:
    """Return where the plan has *line*, if that isn't *at* the place named.

    ``""`` if neither is known.
    """
    if at and not lines.at_table(*at):
        return f"Table {at[1]} doesn’t play in round {at[0]}."
    if line:
        return f"They play it in round {line.round_no} at table {line.table_no}."
    return ""


def _instead(section: Section, lines: SectionLines, board_no: int, ns: int, ew: int) -> str:
    """Return whom *ns* meets on the board instead of *ew*."""
    label = section.label
    if lines.find(board_no, ew, ns):
        return f"Swap them: {label(ew)} sits N-S."
    for line in lines.on_board(board_no):
        if ns == line.ns == line.ew:
            return f"On this board the two halves of {label(ns)} meet each other."
        if ns in (line.ns, line.ew):
            return (
                f"On this board {label(ns)} meets {label(line.ew if line.ns == ns else line.ns)}."
            )
    return f"{label(ns)} doesn’t play this board."


def entry_of_text(event: Event, line: SectionLine, text: str) -> LineEntry | None:
    """Return the entry that *text* means on *line*, or ``None`` for an empty text.

    It is checked against the board and the method of *event*.

    :raises ScoringError: if it cannot be read, or is not possible on this board or in this event
    """
    if not text.strip():
        return None
    entered = read_line_entry(text, game=event.game, has_own_average=has_own_average(event))
    entered.check(line.board_no)
    if entered.is_ruled or entered.may_take_average or _is_score_of_auction(entered):
        _check_method(event, line, entered)
    return entered


def _is_score_of_auction(entered: LineEntry) -> bool:
    """Return whether a bare score of auction was entered, whose limit may depend on the declarer."""
    return bool(entered.entry and entered.entry.schedule and entered.entry.score is not None)


def _check_method(event: Event, line: SectionLine, entered: LineEntry) -> None:
    """Refuse a score that the event's scoring method has no points for, or may have to give none."""
    if entered.artificial and entered.artificial.is_own and not has_own_average(event):
        instead = f"enter a share without a sign instead of {entered.text}"
        where, what = f"Board {line.board_no}", "a pair’s own average here"
        raise ScoringError(
            BridgeSentences.FIELD_NOT_SCORED,
            where=where,
            method=event.scoring,
            what=what,
            instead=instead,
        )
    given = read_line_entry("A50", game=event.game) if entered.may_take_average else entered
    lines = [given.line(ns=line.ns, ew=line.ew, board_no=line.board_no)]
    if entered.may_take_average:  # only once another table has a score
        lines.append(Line(line.ns + line.ew, line.ns + line.ew + 1, score=0))
    contest = CONTESTS[event.contest].scored_as
    rank(
        event.scoring,
        Field(1, (Board(line.board_no, tuple(lines)),), contest=contest),
        event.scoring_options,
    )


def _act(section: Section, user: User | None) -> AbstractContextManager[Journal]:
    return section_act(section=section, kind=RESULT, words="", user=user)


def _latest(section: Section, result: Result) -> dict[str, object]:
    """Return the latest change of *result* in words.

    A result that isn't stored was removed by an undo.
    """
    if result.pk is None:
        undone = section.acts.filter(undone_no__isnull=False).order_by("-undone_no").first()
        result.entered_by = undone.undone_by if undone else None
        result.entered_at = undone.undone_at if undone else timezone.now()
    return {
        "board_no": result.board_no,
        "ns": section.label(result.ns),
        "ew": section.label(result.ew),
        "who": result.entered_by or "somebody",
        "did": f"entered {result.counted}" if result.counted else "deleted the result",
        "at": timezone.localtime(result.entered_at).strftime("%H:%M"),
    }
