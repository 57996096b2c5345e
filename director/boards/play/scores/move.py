"""Move an entry from the wrong board to the right one in one step.

Both lines keep their former values.
"""

from contextlib import nullcontext

from django.contrib.auth.models import User

from director.boards.movement.acts import RESULT
from director.boards.movement.lines.entry import LATER, read_line_entry
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import (
    NO_ENTRY,
    EntryFields,
    entry_fields,
    locked_result,
    restore_voided_results,
    store_played_result,
    void_second_score,
)
from director.boards.play.results.acts import section_act
from director.boards.play.scores.result import played_line
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import Result, Section


def move_entry(
    *,
    section: Section,
    line: Key,
    to: int,
    user: User | None,
    seen: str | None = None,
    journal: Journal | None = None,
) -> Result:
    """Move the result of *line* to board *to* of the same round, and return it.

    The result of that board moves to the board of *line*: the two change places.  The same contract
    has the score of the vulnerability there.  *seen* is what the page showed for *line*, ``None``
    if nobody looked.  The pairs need not have been due to play the board.  *journal*: it is part of
    this act of the caller.

    :raises DeskError: if there is no result or another one, both boards are the same, or either was
        given
    :raises ScoringError: if what was made cannot be on the other board
    :raises DeskError: if the section does not play board *to*
    :raises FinalError: if the results are final
    """
    with (
        nullcontext(journal)
        if journal
        else section_act(section=section, kind=RESULT, words="", user=user) as act
    ):
        board_no, ns, ew = line
        if board_no == to:
            raise DeskError(BoardSentences.MOVED_TO_ITSELF, board_no=board_no)
        near = played_line(section, line)
        here = locked_result(section, near)
        if here is None or not here.counted or seen not in (None, here.counted):
            stands = (here and here.counted) or "nothing"
            labels = map(section.label, (ns, ew))
            raise DeskError(
                BoardSentences.NOT_THERE_TO_MOVE,
                board_no=board_no,
                pairs=" against ".join(labels),
                stands=stands,
            )
        at = (here.round_no, here.table_no) if here.round_no and here.table_no else None
        far = played_line(section, (to, ns, ew), at)
        other = locked_result(section, far)
        _refuse_given(section, near, here)
        is_swap = other is not None and other.counted not in ("", LATER)
        if other and is_swap:
            _refuse_given(section, far, other)
        game = section.session.event.game
        values = (
            _value_on(here, to, game),
            _value_on(other, board_no, game) if other and is_swap else NO_ENTRY,
        )
        arrived = store_played_result(
            section=section, line=far, result=other, value=values[0], journal=act
        )
        store_played_result(section=section, line=near, result=here, value=values[1], journal=act)
        for result in (arrived, here):
            void_second_score(section=section, result=result, journal=act)
        restore_voided_results(section=section, boards=[board_no, to], journal=act)
        act.words = _words(section, near, far, values)
        return arrived


def _refuse_given(section: Section, line: SectionLine, result: Result) -> None:
    if result.awards.filter(in_force=True).exists():
        pairs = " against ".join(map(section.label, (line.ns, line.ew)))
        raise DeskError(
            BoardSentences.GIVEN_NOT_MOVED, board_no=line.board_no, pairs=pairs, text=result.counted
        )


def _value_on(result: Result, board_no: int, game: str) -> EntryFields:
    """Return what was made on the line of *result* as it is on another board."""
    entered = read_line_entry(result.text, game=game)
    entered.check(board_no)
    return entry_fields(entered, board_no, result.lead)


def _words(
    section: Section, near: SectionLine, far: SectionLine, values: tuple[EntryFields, EntryFields]
) -> str:
    pairs = f"{section.label(near.ns)} against {section.label(near.ew)}"
    moved, came = (value.text for value in values)
    if came:
        places = f"Boards {near.board_no} and {far.board_no} swapped"
        return (
            f"{places}, {pairs}: board {far.board_no} is {moved}, board {near.board_no} is {came}."
        )
    return f"Moved from board {near.board_no} to board {far.board_no}, {pairs}: {moved}."
