"""Giving a line something otherwise than by its cards, also to two pairs that never met."""

from director.boards.movement.lines.entry import NOT_PLAYED
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import (
    EMPTY_SIDES,
    Sides,
    entry_fields,
    kind_of_award,
    locked_result,
    store_award,
)
from director.boards.play.scores.result import entry_of_text, played_line
from director.boards.play.scores.undoing import result_words
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
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
    """Store *text* as what counts on the line of *key*, as part of a change.

    Whatever was made there, and whether the pairs met or not.

    *text* is anything that can be typed for a line; *sides* is what is said of each side.  *kind*
    is seen from the text, but for ``AwardKind.VOID``, which its caller has to say.  The same again
    is a new award.

    :raises ScoringError: if the text cannot be read, or the event's method cannot score it
    :raises DeskError: if there is no text, or the board was not played and no reason is given
    :raises DeskError: if the section does not play the board
    :raises DeskError: if the section has no such pair
    :raises DeskError: if both are the same pair
    """
    line = played_line(section, key)
    entered = entry_of_text(section.session.event, line, text)
    if entered is None or entered.text == NOT_PLAYED:
        raise DeskError(
            BoardSentences.NOT_PLAYED_WITHOUT_REASON
            if entered
            else BoardSentences.AWARD_WITHOUT_TEXT
        )
    award = store_award(
        section=section,
        line=line,
        result=locked_result(section, line),
        value=entry_fields(entered, line.board_no),
        kind=kind or kind_of_award(entered),
        sides=sides,
        journal=journal,
    )
    journal.words = journal.words or result_words(section, award.result)
    return award
