"""An entry that was made for the wrong board is moved to the right one, in one step; both lines keep what they were."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import nullcontext

from django.contrib.auth.models import User

from director.boards import sentences
from director.boards.movement.acts import GROUPS, RESULT
from director.boards.movement.lines.dependent_scores import LETTERS, section_groups
from director.boards.movement.lines.entry import LATER, read_line_entry
from director.boards.movement.lines.read import SectionLine, section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.line_store import (
    NOTHING,
    EntryFields,
    line_make,
    line_stored,
    value_of,
    void_no_more,
    void_second,
)
from director.boards.play.results.acts import fouled_update, section_act
from director.boards.play.scores.result import line_as_it_was
from director.boards.scoring.scored import section_scored
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import FouledLine, Result, Section


def entry_move(
    *, section: Section, line: Key, to: int, user: User | None, seen: str | None = None, journal: Journal | None = None
) -> Result:
    """Let what was made on *line* be of board *to*, between the same pairs in the same round; return its result there.

    The result of that board moves to the board of *line*: the two change places.  The same contract has the
    score of the vulnerability there.  *seen* is what the page showed for *line*, ``None`` if nobody looked.  The
    pairs need not have been due to play the board.  *journal*: it is part of this act of the caller.

    :raises DeskError: if there is no result or another one, both boards are the same, or either was given
    :raises ScoringError: if what was made cannot be on the other board
    :raises DeskError: if the section does not play board *to*
    :raises FinalError: if the results are final
    """
    with nullcontext(journal) if journal else section_act(section=section, kind=RESULT, words="", user=user) as act:
        board_no, ns, ew = line
        if board_no == to:
            raise DeskError(sentences.MOVED_TO_ITSELF, board_no=board_no)
        near = line_as_it_was(section, line)
        here = line_stored(section, near)
        if here is None or not here.counted or seen not in (None, here.counted):
            stands = (here and here.counted) or "nothing"
            labels = map(section.label, (ns, ew))
            raise DeskError(
                sentences.NOT_THERE_TO_MOVE, board_no=board_no, pairs=" against ".join(labels), stands=stands
            )
        at = (here.round_no, here.table_no) if here.round_no and here.table_no else None
        far = line_as_it_was(section, (to, ns, ew), at)
        other = line_stored(section, far)
        _refuse_given(section, near, here)
        is_swap = other is not None and other.counted not in ("", LATER)
        if other and is_swap:
            _refuse_given(section, far, other)
        game = section.session.event.game
        values = _value_on(here, to, game), _value_on(other, board_no, game) if other and is_swap else NOTHING
        arrived = line_make(section=section, line=far, result=other, value=values[0], journal=act)
        line_make(section=section, line=near, result=here, value=values[1], journal=act)
        for result in (arrived, here):
            void_second(section=section, result=result, journal=act)
        void_no_more(section=section, boards=[board_no, to], journal=act)
        act.words = _words(section, near, far, values)
        return arrived


def _refuse_given(section: Section, line: SectionLine, result: Result) -> None:
    if result.awards.filter(in_force=True).exists():
        pairs = " against ".join(map(section.label, (line.ns, line.ew)))
        raise DeskError(sentences.GIVEN_NOT_MOVED, board_no=line.board_no, pairs=pairs, text=result.counted)


def _value_on(result: Result, board_no: int, game: str) -> EntryFields:
    """Return what was made on the line of *result* as it is on another board."""
    entered = read_line_entry(result.text, game=game)
    entered.check(board_no)
    return value_of(entered, board_no, result.lead)


def _words(section: Section, near: SectionLine, far: SectionLine, values: tuple[EntryFields, EntryFields]) -> str:
    pairs = f"{section.label(near.ns)} against {section.label(near.ew)}"
    moved, came = (value.text for value in values)
    if came:
        places = f"Boards {near.board_no} and {far.board_no} swapped"
        return f"{places}, {pairs}: board {far.board_no} is {moved}, board {near.board_no} is {came}."
    return f"Moved from board {near.board_no} to board {far.board_no}, {pairs}: {moved}."


# Fouled boards: which tables played other cards, as somebody says it.


def board_group(*, section: Section, board_no: int, groups: Mapping[tuple[int, int], str], user: User | None) -> None:
    """Compare the lines of *board_no* within groups only: by N-S and E-W pair a letter, ``""`` for the cards as dealt.

    Lines that are not named keep the cards as dealt.  The same groups again change nothing.

    :raises DeskError: if the section does not play the board
    :raises DeskError: for a line or a letter that is none
    :raises ScoringError: if the event's method cannot score groups
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=GROUPS, words="", user=user) as journal:
        lines = section_lines(section)
        if not lines.on_board(board_no):
            raise DeskError(sentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text())
        for (ns, ew), letter in groups.items():
            if lines.find(board_no, ns, ew) is None:
                raise DeskError(sentences.PAIRS_DO_NOT_MEET, ns=ns, ew=ew, board_no=board_no)
            if letter and letter not in LETTERS:
                raise DeskError(sentences.NO_GROUP_OF_CARDS, letter=letter, letters=", ".join(LETTERS))
        wanted = {pairs: letter for pairs, letter in groups.items() if letter}
        _groups_put(section, board_no, wanted, journal)
        journal.words = groups_words(board_no, wanted.values())
        if journal.changes:
            section_scored(section)


def groups_move(*, section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Let the lines that were moved to others of their boards keep the cards that they were played with.

    *moves* say where each line went.  On another board nobody has said yet with which cards it was played.
    """
    section.refresh_from_db(fields=["is_fouled"])
    moved: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    for line, letter in section_groups(section).items():
        board_no, ns, ew = moves.get(line, line)
        moved[line[0]][(ns, ew) if board_no == line[0] else line[1:]] = letter
    for board_no, letters in moved.items():
        _groups_put(section, board_no, letters, journal)


def _groups_put(section: Section, board_no: int, letters: Mapping[tuple[int, int], str], journal: Journal) -> None:
    """Let the lines of *board_no* have these *letters*, by N-S and E-W pair, and no others."""
    stored = section.fouled_lines.filter(board_no=board_no)
    if {(line.ns, line.ew): line.letter for line in stored} == letters:
        return
    journal.delete(stored)
    journal.create_all(
        [FouledLine(section=section, board_no=board_no, ns=ns, ew=ew, letter=letters[ns, ew]) for ns, ew in letters]
    )
    fouled_update(section)


def groups_words(board_no: int, letters: Iterable[str]) -> str:
    """Return what was done where the lines of *board_no* have these *letters* now."""
    return f"Cards of board {board_no}: as dealt{''.join(f', {letter}' for letter in sorted(set(letters)))}."
