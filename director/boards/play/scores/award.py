"""Award a score on a line, also to two pairs that never met."""

from director.boards.movement.lines.entry import NOT_PLAYED
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import (
    EMPTY_SIDES,
    Sides,
    get_award_kind,
    lock_result,
    make_entry_fields,
    store_award,
)
from director.boards.play.scores.result import get_played_line, parse_typed_entry
from director.boards.play.scores.undoing import describe_result
from director.boards.sentences import BoardSentences
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import Award, Section
from director.models.award import AwardKind


def give_award(
    *,
    section: Section,
    key: Key,
    text: str,
    journal: Journal,
    sides: Sides = EMPTY_SIDES,
    kind: AwardKind | None = None,
) -> Award:
    """Store *text* as an award on the line of *key*, as part of a change. Return the award.

    The award covers any result of the table. *text* is anything that can be typed for a line,
    *sides* the faults and reasons of each side. *kind* follows from the text if not given, except
    ``AwardKind.VOID``, which the caller must give. The same text again makes a new award.

    :raises ScoringError: if the text cannot be read, or the event's method cannot score it
    :raises DeskError: if there is no text, or the board was not played and no reason is given
    :raises DeskError: if the section does not play the board, or has no such pair
    :raises DeskError: if both pairs are the same
    """
    line = get_played_line(section, key)
    entry = parse_typed_entry(section, line, text)
    if entry is None:
        raise DeskError(BoardSentences.AWARD_WITHOUT_TEXT)
    if entry.text == NOT_PLAYED:
        raise DeskError(BoardSentences.NOT_PLAYED_WITHOUT_REASON)
    award = store_award(
        section=section,
        line=line,
        result=lock_result(section, line),
        value=make_entry_fields(entry, line.board_no),
        kind=kind or get_award_kind(entry),
        sides=sides,
        journal=journal,
    )
    # A caller that awards several lines has its own words for the history.
    if not journal.words:
        journal.words = describe_result(section, award.result)
    return award
