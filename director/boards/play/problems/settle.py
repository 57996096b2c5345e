"""Settle what tables entered: two results of a board, or a board that was not played.

Each decision is an act of the history. Its undo asks the question again.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.movement.acts import SETTLED
from director.boards.movement.lines.entries import LATER
from director.boards.movement.scoring_field import Key
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.off_schedule import move_entry
from director.boards.play.scores.result import enter_line, find_line, get_played_line
from director.boards.play.scores.undoing import describe_line, describe_result
from director.boards.play.table_words import fetch_line_results, fetch_line_words
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import Result, Section, TableWord
from director.models.access import OUTSIDE


def settle_dispute(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    take: int | None,
    user: User | None,
    seen_text: str | None = None,
) -> bool:
    """Settle a dispute: *take* is the entry that counts, None keeps the stored result.

    *seen_text* is the stored result that the director saw, None if it wasn't sent.  Return False, and
    change nothing, if the same decision has already been stored.

    :raises DeskError: if the dispute is settled, or the stored result has changed since
    :raises ScoringError: if the event's method can't score the result
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=SETTLED, words="", user=user) as act:
        table_words = fetch_line_words(section).get(line, [])
        stored_text = _fetch_stored_text(section, line)
        questions = [table_word for table_word in table_words if table_word.is_asked]
        chosen = next((table_word for table_word in questions if table_word.pk == take), None)
        if not questions or (take is not None and chosen is None):
            # A button that was pressed twice sends the same decision again.
            if _is_already_decided(
                section, line, take=take, stored_text=stored_text, seen_text=seen_text
            ):
                return False
            raise DeskError(
                "nobody-asked", "Board {board_no} no longer needs a decision.", board_no=board_no
            )
        if seen_text not in (None, stored_text):
            raise DeskError(
                "stands-otherwise",
                "Board {board_no} has changed to {stands}, so nothing was decided. Check it and "
                "choose again.",
                board_no=board_no,
                stands=stored_text or "nothing",
            )
        if chosen:
            version = _accept(section, line, chosen, user, act)
            act.change(chosen, version=version)
        _dismiss([table_word for table_word in questions if table_word is not chosen], act)
        # If the stored result is kept, no change of a line has given the act its words.
        act.words = act.words or _describe_unchanged(section, line, stored_text)
    return True


def settle_not_played(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    later: bool,
    user: User | None,
    seen_text: str | None = None,
) -> bool:
    """Settle a board that a table reports as not played: play it *later*, or not at all.

    *seen_text* is the stored result that the director saw, None if it wasn't sent.  Return False, and
    change nothing, if the same decision has already been stored.

    :raises DeskError: if the stored result has changed since
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=SETTLED, words="", user=user) as act:
        stored_text = _fetch_stored_text(section, line)
        reports = [
            table_word
            for table_word in fetch_line_words(section).get(line, [])
            if table_word.text == stored_text and not table_word.is_asked
        ]
        if later:
            is_decided = stored_text == LATER
        else:
            is_decided = stored_text == seen_text and not reports
        if is_decided:
            return False
        if not reports or seen_text not in (None, stored_text):
            raise DeskError(
                "not-said-not-played",
                "Board {board_no} has changed to {stands}. Check it again.",
                board_no=board_no,
                stands=stored_text or "nothing",
            )
        if later:
            _enter(section, line, reports[-1], LATER, act)
        _dismiss(reports, act)
        act.words = act.words or _describe_unchanged(section, line, stored_text)
    return True


def _accept(
    section: Section, line: Key, table_word: TableWord, user: User | None, act: Journal
) -> int | None:
    """Make the phone entry *table_word* count on *line*. Return the version of the line."""
    if table_word.from_board is None:
        return _enter(section, line, table_word, table_word.text, act)
    board_no, ns, ew = line
    source = (table_word.from_board, ns, ew)
    result = move_entry(
        section=section,
        line=source,
        target_board=board_no,
        user=user,
        shown_text=table_word.text,
        journal=act,
    )
    return result.version


def _enter(
    section: Section, line: Key, table_word: TableWord, text: str, act: Journal
) -> int | None:
    """Enter *text* on *line*, played where *table_word* was sent. Return the line's version."""
    round_and_table = None
    if table_word.round_no and table_word.access.table_no:
        round_and_table = (table_word.round_no, table_word.access.table_no)
    # A board played outside the movement has no line of the schedule.
    find = get_played_line if table_word.answer.get(OUTSIDE) else find_line
    section_line = find(section, line, round_and_table)
    result = enter_line(section=section, line=section_line, text=text, journal=act)
    if result is None:
        return None
    act.words = act.words or describe_result(section, result)
    return result.version


def _dismiss(table_words: Iterable[TableWord], act: Journal) -> None:
    for table_word in table_words:
        act.change(table_word, dropped_at=timezone.now())


def _fetch_stored_text(section: Section, line: Key) -> str:
    line_result = fetch_line_results(section, [line]).get(line)
    if line_result:
        return line_result.text
    return ""


def _is_already_decided(
    section: Section, line: Key, *, take: int | None, stored_text: str, seen_text: str | None
) -> bool:
    """Return whether the line is already as the decision would leave it."""
    if take is None:
        return seen_text is not None and stored_text == seen_text
    board_no, ns, ew = line
    table_words = TableWord.objects.filter(
        pk=take, access__section=section, board_no=board_no, ns=ns, ew=ew
    )
    return table_words.filter(version__isnull=False, text=stored_text).exists()


def _describe_unchanged(section: Section, line: Key, stored_text: str) -> str:
    """Return the words of an act that leaves the result of *line* as it is."""
    if not stored_text:
        line_text = describe_line(section, line)
        return f"{line_text[:1].upper()}{line_text[1:]}: the table’s entry was not saved."
    board_no, ns, ew = line
    # describe_result() needs a record, but only its words are used.
    result = Result(section=section, board_no=board_no, ns=ns, ew=ew)
    result.counted = stored_text
    return f"{describe_result(section, result).rstrip('.')} stays."
