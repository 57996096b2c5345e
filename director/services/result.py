"""Entering and correcting results: checked against the plan, stored at once, the former value kept."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from director.errors import BoardOutsidePlanError, ChangedMeanwhileError, NotMeetingError
from director.models import Result, ResultVersion, Section
from director.selectors.lines import Line, SectionLines, section_lines
from scoring import read_entry


def result_enter(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    text: str,
    user: AbstractBaseUser | None,
    version: int | None = None,
    lines: SectionLines | None = None,
) -> Result:
    """Store what happened on *board_no* between *ns* and *ew*; return the stored result.

    *text* is what the director typed; empty text takes the result out again.  *version* is the version that was shown
    to the director (0: nothing was in); ``None`` overwrites whatever is there.  *lines* may be passed by a caller
    that has them already.

    :raises ScoringError: if the text cannot be read or the score is not possible on this board
    :raises BoardOutsidePlanError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it
    :raises ChangedMeanwhileError: if somebody else changed the line since *version* was shown
    """
    line = line_find(section=section, board_no=board_no, ns=ns, ew=ew, lines=lines)
    canonical, ns_score = _read(section, board_no, text)
    with transaction.atomic():
        result = section.results.select_for_update().filter(board_no=board_no, ns=ns, ew=ew).first()
        if result is None:
            return _create(section, line, canonical, ns_score, user)
        _refuse_changed(result, section, canonical, version)
        if result.text == canonical:
            return result
        return _correct(result, canonical, ns_score, user)


def result_undo(*, result: Result, user: AbstractBaseUser | None) -> Result:
    """Put the value before the latest change of *result* back, as one more change; return the result."""
    with transaction.atomic():
        result = Result.objects.select_for_update().get(pk=result.pk)
        former = result.versions.first()
        return _correct(result, former.text if former else "", former.ns_score if former else None, user)


def line_find(*, section: Section, board_no: int, ns: int, ew: int, lines: SectionLines | None = None) -> Line:
    """Return the line of the plan on which *ns* and *ew* play *board_no*.

    :raises BoardOutsidePlanError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, saying whom they meet instead
    """
    lines = lines or section_lines(section)
    if line := lines.find(board_no, ns, ew):
        return line
    if not (on_board := lines.on_board(board_no)):
        raise BoardOutsidePlanError(board_no=board_no, boards=lines.boards_text())
    label = section.label
    reversed_line = lines.find(board_no, ew, ns)
    meets = [line for line in on_board if ns in (line.ns, line.ew)]
    if reversed_line:
        hint = f"They do, but with {label(ew)} sitting N-S."
    elif meets:
        hint = f"On this board {label(ns)} meets {label(meets[0].ew if meets[0].ns == ns else meets[0].ns)}."
    else:
        hint = f"{label(ns)} does not play this board."
    raise NotMeetingError(where=f"Board {board_no}", ns=label(ns), ew=label(ew), hint=hint)


def _read(section: Section, board_no: int, text: str) -> tuple[str, int | None]:
    if not text.strip():
        return "", None
    entry = read_entry(text, game=section.session.event.game)
    entry.check(board_no)
    return str(entry), entry.ns_score(board_no)


def _create(section: Section, line: Line, text: str, ns_score: int | None, user: AbstractBaseUser | None) -> Result:
    fields = {
        "round_no": line.round_no,
        "table_no": line.table_no,
        "text": text,
        "ns_score": ns_score,
        "entered_by": user,
        "entered_at": timezone.now(),
    }
    try:
        with transaction.atomic():
            return Result.objects.create(section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, **fields)
    except IntegrityError:  # another director stored this line between our look and our write
        theirs = section.results.select_for_update().get(board_no=line.board_no, ns=line.ns, ew=line.ew)
        _refuse_changed(theirs, section, text, 0)
        return theirs


def _refuse_changed(result: Result, section: Section, text: str, version: int | None) -> None:
    """Refuse if *result* was changed since *version* was shown, unless both say the same."""
    if version is None or version == result.version or result.text == text:
        return
    raise ChangedMeanwhileError(
        board_no=result.board_no,
        ns=section.label(result.ns),
        ew=section.label(result.ew),
        who=result.entered_by or "somebody",
        theirs=result.text or "nothing",
        at=timezone.localtime(result.entered_at).strftime("%H:%M"),
        yours=text or "nothing",
        current=result,
    )


def _correct(result: Result, text: str, ns_score: int | None, user: AbstractBaseUser | None) -> Result:
    """Give *result* a new value and keep the former one."""
    now = timezone.now()
    ResultVersion.objects.create(
        result=result,
        version=result.version,
        text=result.text,
        ns_score=result.ns_score,
        entered_by=result.entered_by,
        entered_at=result.entered_at,
        replaced_by=user,
        replaced_at=now,
    )
    result.text, result.ns_score, result.entered_by, result.entered_at = text, ns_score, user, now
    result.version += 1
    result.save()
    return result
