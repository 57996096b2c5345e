"""Giving a line something otherwise than by its cards, also to two pairs that never met."""

from contextlib import nullcontext

from django.contrib.auth.models import User

from director.boards import sentences
from director.boards.acts import RESULT
from director.boards.lines.entry import NOT_PLAYED
from director.boards.lines.write import NOTHING_SAID, Sides, kind_of_award, line_award, line_stored, value_of
from director.boards.results.write.acts import section_act
from director.boards.scores.read.undoing import result_words
from director.boards.scores.write.result import entry_read, line_as_it_was
from director.desk.journal.write import Journal
from director.errors import EnteredError
from director.models import Award, Section
from director.models.award import Given


def award_give(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    text: str,
    user: User | None,
    sides: Sides = NOTHING_SAID,
    kind: Given | None = None,
    journal: Journal | None = None,
) -> Award:
    """Let *text* count for *ns* and *ew* on *board_no*, whatever was made there and whether they met or not.

    *text* is anything that can be typed for a line; *sides* is what is said of each side.  *kind* is seen from the
    text, but for ``Given.VOID``, which its caller has to say.  The same again is a new award.  *journal*: the award is
    part of this act of the caller.

    :raises ScoringError: if the text cannot be read, or the event's method cannot score it
    :raises EnteredError: if there is no text, or the board was not played and no reason is given
    :raises BoardOutsidePlanError: if the section does not play the board
    :raises PairNumberError: if the section has no such pair
    :raises DeskError: if both are the same pair
    :raises FinalError: if the results are final
    """
    with nullcontext(journal) if journal else section_act(section=section, kind=RESULT, words="", user=user) as act:
        line = line_as_it_was(section=section, board_no=board_no, ns=ns, ew=ew)
        entered = entry_read(section.session.event, line, text)
        if entered is None or entered.text == NOT_PLAYED:
            raise EnteredError(sentences.NOT_PLAYED_WITHOUT_REASON if entered else sentences.AWARD_WITHOUT_TEXT)
        award = line_award(
            section=section,
            line=line,
            result=line_stored(section, line),
            value=value_of(entered, board_no),
            kind=kind or kind_of_award(entered),
            sides=sides,
            user=user,
            journal=act,
        )
        act.words = act.words or result_words(section, award.result)
    return award
