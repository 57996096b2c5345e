"""Entering and correcting results: checked against the plan, stored at once, the former value kept."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards import sentences
from director.boards.results.read.acts import RESULT
from director.boards.results.write.acts import section_act
from director.boards.results.write.correction import correction
from director.boards.scores.read.line_entry import NOT_PLAYED, LineEntry, read_line_entry
from director.boards.scores.read.line_readings import reading_of
from director.boards.scores.read.lines import Line, SectionLines, line_planned, section_lines
from director.boards.scores.read.typed import RefusedLine, TypedLine
from director.boards.scores.read.undoing import result_words
from director.desk.journal.write import Journal, act_kept
from director.errors import (
    BoardOutsidePlanError,
    ChangedMeanwhileError,
    DeskError,
    EnteredError,
    FinalError,
    NotMeetingError,
    UndoTooLateError,
)
from director.models import Event, Result, ResultVersion, Section
from scoring import Board, Field, ScoringError, rank
from scoring import Line as ScoringLine


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of a page of typed lines: results stored or changed by it, and lines refused with the reason."""

    stored: tuple[Result, ...]
    refused: tuple[RefusedLine, ...]


def result_enter(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    text: str,
    user: User | None,
    version: int | None = None,
    at: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
    seen: str | None = None,
    journal: Journal | None = None,
) -> Result | None:
    """Store what happened on *board_no* between *ns* and *ew*; return the stored result.

    *text* is what the director typed; empty text takes the result out again, and returns ``None`` if nothing was in.
    Entering again what stands already changes nothing.  *version* is the version that was shown to the director (0:
    nothing was in) and *seen* its text; ``None`` overwrites whatever is there.  *at* is the round and table the result
    comes from, where that is known.  *lines* may be passed by a caller that enters a whole night and keeps its plan
    from changing.  *journal*: the result is part of this act of the caller.

    :raises ScoringError: if the text cannot be read, or the score is not possible on this board or in this event
    :raises EnteredError: if the board was not played and no reason is given
    :raises BoardOutsidePlanError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not in that round at that table
    :raises ChangedMeanwhileError: if somebody else changed the line since *version* was shown
    :raises FinalError: if the results are final
    """
    with nullcontext(journal) if journal else _act(section, user) as act:
        line = line_find(section=section, board_no=board_no, ns=ns, ew=ew, at=at, lines=lines)
        read = _read(section.session.event, line, text)
        canonical = read.text
        result = section.results.select_for_update(of=("self",)).filter(board_no=board_no, ns=ns, ew=ew).first()
        stands = result or Result(
            section=section, board_no=board_no, ns=ns, ew=ew, version=0, entered_at=timezone.now()
        )
        if stands.text == canonical:
            return result
        if canonical == NOT_PLAYED:
            raise EnteredError(sentences.NOT_PLAYED_WITHOUT_REASON)
        # An undo brings back a version, so that the number alone does not say what was seen.
        if version not in (None, stands.version) or seen not in (None, stands.text):
            you = f"typed {canonical}" if canonical else "left it empty"
            raise ChangedMeanwhileError(
                sentences.CHANGED_MEANWHILE, **_latest(section, stands), typed=you, current=stands
            )
        if result is None:
            result = _create(section, line, read, user, act)
        else:
            _correct(result, read, user, act, at=(line.round_no, line.table_no))
        act.words = result_words(section, result)
        return result


def results_enter(
    *,
    section: Section,
    typed: Sequence[TypedLine],
    user: User | None,
    at: tuple[int, int] | None = None,
) -> Entered:
    """Store every line of *typed* that differs from what was shown, each by itself; say which were refused and why."""
    changed = [line for line in typed if line.is_changed]
    if not changed:
        return Entered((), ())
    try:
        with correction(section=section, user=user):
            return _enter(section, changed, user, at)
    except FinalError as error:
        return Entered((), tuple(RefusedLine(line, error) for line in changed))


def _enter(section: Section, typed: Sequence[TypedLine], user: User | None, at: tuple[int, int] | None) -> Entered:
    """Store each line as an act of its own: which lines come together is a matter of how fast the way to here is."""
    event = section.session.event
    stored: list[Result] = []
    refused: list[RefusedLine] = []
    for line in typed:
        try:
            with act_kept(event=event, section=section, kind=RESULT, words="", user=user) as journal:
                result = result_enter(
                    section=section,
                    board_no=line.board_no,
                    ns=line.ns,
                    ew=line.ew,
                    text=line.text,
                    user=user,
                    version=line.version,
                    at=at,
                    seen=line.seen,
                    journal=journal,
                )
        except (DeskError, ScoringError) as error:
            refused.append(RefusedLine(line, error))
        else:
            # The version shown plus one is this change; anything else stood there already and said the same.
            if result and result.version == line.version + 1 and result.entered_by == user:
                stored.append(result)
    return Entered(tuple(stored), tuple(refused))


def result_undo(
    *,
    result: Result,
    user: User | None,
    change: int | None = None,
    version: int | None = None,
    journal: Journal | None = None,
) -> Result:
    """Put back what stood before *change* (the version that change made; if not given the latest); return the result.

    It is one more change, so that the undone value is kept too.  *version* is the version that the director has seen;
    ``None`` undoes whatever is there.  *journal* as in :func:`result_enter`.

    :raises UndoTooLateError: if somebody changed the line since *version*
    :raises FinalError: if the results are final
    """
    section = result.section
    with nullcontext(journal) if journal else _act(section, user) as act:
        result = section.results.select_for_update(of=("self",)).get(pk=result.pk)
        if version not in (None, result.version):
            raise UndoTooLateError(sentences.UNDO_TOO_LATE, **_latest(section, result))
        before = (change or result.version) - 1
        former = result.versions.get(version=before) if before else None
        if (former.text if former else "") != result.text:
            _correct(result, _read_again(former, section.session.event.game), user, act)
            act.words = result_words(section, result)
        return result


def line_find(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    at: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
) -> Line:
    """Return the line of the plan on which *ns* and *ew* play *board_no*, in the round and at the table *at* if given.

    :raises BoardOutsidePlanError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, saying whom they meet instead, or not *at* that place
    """
    line = lines.find(board_no, ns, ew) if lines else line_planned(section, board_no, ns, ew)
    if line and at in (None, (line.round_no, line.table_no)):
        return line
    lines = lines or section_lines(section)  # only to find out why not
    line = lines.find(board_no, ns, ew)
    if line and at in (None, (line.round_no, line.table_no)):
        return line
    if not lines.on_board(board_no):
        raise BoardOutsidePlanError(sentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text())
    where = f"Board {board_no} in round {at[0]} at table {at[1]}" if at else f"Board {board_no}"
    hint = _elsewhere(lines, line, at) or _instead(section, lines, board_no, ns, ew)
    raise NotMeetingError(sentences.NOT_MEETING, where=where, ns=section.label(ns), ew=section.label(ew), hint=hint)


def _elsewhere(lines: SectionLines, line: Line | None, at: tuple[int, int] | None) -> str:
    """Return where the plan has *line*, if not *at* the place named; ``""`` if neither says anything."""
    if at and not lines.at_table(*at):
        return f"Table {at[1]} does not play in round {at[0]}."
    return f"They play it in round {line.round_no} at table {line.table_no}." if line else ""


def _instead(section: Section, lines: SectionLines, board_no: int, ns: int, ew: int) -> str:
    """Return whom *ns* meets on the board instead of *ew*."""
    label = section.label
    if lines.find(board_no, ew, ns):
        return f"Turn them round: {label(ew)} sits N-S."
    for line in lines.on_board(board_no):
        if ns in (line.ns, line.ew):
            return f"On this board {label(ns)} meets {label(line.ew if line.ns == ns else line.ns)}."
    return f"{label(ns)} does not play this board."


@dataclass(frozen=True, slots=True)
class _Read:
    """What is stored of a line: its canonical text, the score from the N-S side, and what was read."""

    text: str = ""
    ns_score: int | None = None
    reading: str = ""


def _read(event: Event, line: Line, text: str) -> _Read:
    if not text.strip():
        return _Read()
    entered = read_line_entry(text, game=event.game)
    entered.check(line.board_no)
    if entered.is_ruled or entered.may_take_average:
        _check_method(event, line, entered)
    return _Read(entered.text, entered.ns_score(line.board_no), reading_of(entered))


def _read_again(former: ResultVersion | None, game: str) -> _Read:
    """Return what is stored when a *former* value comes back."""
    if former is None or not former.text:
        return _Read()
    return _Read(former.text, former.ns_score, reading_of(read_line_entry(former.text, game=game)))


def _check_method(event: Event, line: Line, entered: LineEntry) -> None:
    """Refuse an artificial or assigned score that the event's scoring method has no points for, or may have to give."""
    given = read_line_entry("A50", game=event.game) if entered.may_take_average else entered
    lines = [given.line(ns=line.ns, ew=line.ew, board_no=line.board_no)]
    if entered.may_take_average:  # only once another table has a score
        lines.append(ScoringLine(line.ns + line.ew, line.ns + line.ew + 1, score=0))
    rank(event.scoring, Field(1, (Board(line.board_no, tuple(lines)),)), event.scoring_options)


def _act(section: Section, user: User | None) -> AbstractContextManager[Journal]:
    return section_act(section=section, kind=RESULT, words="", user=user)


def _create(section: Section, line: Line, read: _Read, user: User | None, journal: Journal) -> Result:
    result = Result(
        section=section,
        board_no=line.board_no,
        ns=line.ns,
        ew=line.ew,
        round_no=line.round_no,
        table_no=line.table_no,
        text=read.text,
        ns_score=read.ns_score,
        reading=read.reading,
        entered_by=user,
        entered_at=timezone.now(),
    )
    journal.create_all([result])
    return result


def _latest(section: Section, result: Result) -> dict[str, object]:
    """Return the words for the latest change of *result*; one that is not stored was taken out by an undo."""
    if result.pk is None:
        undone = section.acts.filter(undone_at__isnull=False).order_by("-undone_at").first()
        result.entered_by = undone.undone_by if undone else None
        result.entered_at = undone.undone_at if undone else timezone.now()
    return {
        "board_no": result.board_no,
        "ns": section.label(result.ns),
        "ew": section.label(result.ew),
        "who": result.entered_by or "somebody",
        "did": f"entered {result.text}" if result.text else "took the result out",
        "at": timezone.localtime(result.entered_at).strftime("%H:%M"),
    }


def _correct(
    result: Result, read: _Read, user: User | None, journal: Journal, at: tuple[int | None, int | None] | None = None
) -> None:
    """Give *result* a new value, and the round and table *at* if given, and keep the former value."""
    now = timezone.now()
    former = ResultVersion(
        result=result,
        version=result.version,
        text=result.text,
        ns_score=result.ns_score,
        entered_by_id=result.entered_by_id,
        entered_at=result.entered_at,
        replaced_by=user,
        replaced_at=now,
    )
    journal.create_all([former])
    round_no, table_no = at or (result.round_no, result.table_no)
    journal.change(
        result,
        keep_all=True,
        round_no=round_no,
        table_no=table_no,
        text=read.text,
        ns_score=read.ns_score,
        reading=read.reading,
        version=result.version + 1,
        entered_by_id=user.pk if user else None,
        entered_at=now,
    )
    result.entered_by = user
