"""How a director settles the problems at the tables of a section.

Each decision is an act of the history. Its undo makes the line a problem again.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.movement.lines.entries import LATER
from director.boards.movement.sections import Key
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.entry_moves import move_entry
from director.boards.play.scores.result import enter_line, fetch_line, fetch_played_line
from director.boards.play.scores.undoing import describe_line, describe_result
from director.boards.play.table_words import fetch_entries_by_line, fetch_result_by_line
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Result, Section, TableWord
from director.models.access import OUTSIDE_KEY


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

    *seen_text* is the stored result that the director saw, None if it wasn't submitted. Return False
    and change nothing if the same decision has already been stored.

    :raises DeskError: if the dispute is settled, or the stored result has changed since
    :raises ScoringError: if the event's method can't score the result
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        stored_entries = fetch_entries_by_line(section).get(line, [])
        stored_text = _fetch_stored_text(section, line)
        questions = [stored_entry for stored_entry in stored_entries if stored_entry.needs_decision]
        chosen_entry = next(
            (stored_entry for stored_entry in questions if stored_entry.pk == take), None
        )
        if not questions or (take is not None and chosen_entry is None):
            # A button that was pressed twice submits the same decision again.
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
        if chosen_entry:
            version = _accept_phone_entry(section, line, chosen_entry, user, act)
            act.change(chosen_entry, version=version)
        other_entries = [
            stored_entry for stored_entry in questions if stored_entry is not chosen_entry
        ]
        _dismiss_phone_entries(other_entries, act)
        # If the stored result is kept, no change of a line has given the act its message.
        act.message = act.message or _describe_unchanged(section, line, stored_text)
    return True


def settle_not_played(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    is_later: bool,
    user: User | None,
    seen_text: str | None = None,
) -> bool:
    """Settle a board that a table reports as not played. With *is_later* it is played later.

    *seen_text* is the stored result that the director saw, None if it wasn't submitted. Return False
    and change nothing if the same decision has already been stored.

    :raises DeskError: if the stored result has changed since
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        stored_text = _fetch_stored_text(section, line)
        reports = [
            stored_entry
            for stored_entry in fetch_entries_by_line(section).get(line, [])
            if stored_entry.text == stored_text and not stored_entry.needs_decision
        ]
        if is_later:
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
        if is_later:
            _enter_phone_text(section, line, reports[-1], LATER, act)
        _dismiss_phone_entries(reports, act)
        act.message = act.message or _describe_unchanged(section, line, stored_text)
    return True


def _accept_phone_entry(
    section: Section, line: Key, stored_entry: TableWord, user: User | None, journal: Journal
) -> int | None:
    """Make the phone entry *stored_entry* count on *line*. Return the version of the line."""
    if stored_entry.from_board is None:
        return _enter_phone_text(section, line, stored_entry, stored_entry.text, journal)
    board_no, ns, ew = line
    source = (stored_entry.from_board, ns, ew)
    result = move_entry(
        section=section,
        line=source,
        target_board=board_no,
        user=user,
        shown_text=stored_entry.text,
        journal=journal,
    )
    return result.version


def _enter_phone_text(
    section: Section, line: Key, stored_entry: TableWord, text: str, journal: Journal
) -> int | None:
    """Enter *text* on *line*, played where *stored_entry* was sent. Return the line's version."""
    round_and_table = None
    if stored_entry.round_no and stored_entry.access.table_no:
        round_and_table = (stored_entry.round_no, stored_entry.access.table_no)
    # A board played outside the movement has no line of the schedule.
    fetch_entered_line = fetch_played_line if stored_entry.answer.get(OUTSIDE_KEY) else fetch_line
    section_line = fetch_entered_line(section, line, round_and_table)
    result = enter_line(section=section, line=section_line, text=text, journal=journal)
    if result is None:
        return None
    journal.message = journal.message or describe_result(section, result)
    return result.version


def _dismiss_phone_entries(stored_entries: Iterable[TableWord], journal: Journal) -> None:
    for stored_entry in stored_entries:
        journal.change(stored_entry, dropped_at=timezone.now())


def _fetch_stored_text(section: Section, line: Key) -> str:
    line_result = fetch_result_by_line(section, [line]).get(line)
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
    stored_entries = TableWord.objects.filter(
        pk=take, access__section=section, board_no=board_no, ns=ns, ew=ew
    )
    return stored_entries.filter(version__isnull=False, text=stored_text).exists()


def _describe_unchanged(section: Section, line: Key, stored_text: str) -> str:
    """Return the message of an act that leaves the result of *line* as it is."""
    if not stored_text:
        line_text = describe_line(section, line)
        return f"{line_text[:1].upper()}{line_text[1:]}: the table’s entry was not saved."
    board_no, ns, ew = line
    # describe_result() needs a record, which isn't stored.
    result = Result(section=section, board_no=board_no, ns=ns, ew=ew)
    result.counted = stored_text
    return f"{describe_result(section, result).rstrip('.')} stays."
