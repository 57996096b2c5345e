"""Fouled boards: which tables played other cards, as somebody says it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from director.boards.movement.acts import GROUPS
from director.boards.movement.lines.fouled import LETTERS, section_groups
from director.boards.movement.lines.read import section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.results.acts import section_act, update_fouled
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import FouledLine, Section


def group_board(
    *, section: Section, board_no: int, groups: Mapping[tuple[int, int], str], user: User | None
) -> None:
    """Divide the lines of *board_no* into groups that are compared apart.

    The groups are letters by N-S and E-W pair, ``""`` for the cards as dealt.

    Lines that are not named keep the cards as dealt.  The same groups again change nothing.

    :raises DeskError: if the section does not play the board
    :raises DeskError: for a line or a letter that is none
    :raises ScoringError: if the event's method cannot score groups
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=GROUPS, words="", user=user) as journal:
        lines = section_lines(section)
        if not lines.on_board(board_no):
            raise DeskError(
                BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text()
            )
        for (ns, ew), letter in groups.items():
            if lines.find(board_no, ns, ew) is None:
                raise DeskError(BoardSentences.PAIRS_DO_NOT_MEET, ns=ns, ew=ew, board_no=board_no)
            if letter and letter not in LETTERS:
                raise DeskError(
                    BoardSentences.NO_GROUP_OF_CARDS, letter=letter, letters=", ".join(LETTERS)
                )
        wanted = {pairs: letter for pairs, letter in groups.items() if letter}
        _store_groups(section, board_no, wanted, journal)
        journal.words = groups_words(board_no, wanted.values())
        if journal.changes:
            section_scored(section)


def move_groups(*, section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Let the lines that were moved to others of their boards keep the cards that they were played with.

    *moves* say where each line went.  On another board nobody has said yet with which cards it was
    played.
    """
    section.refresh_from_db(fields=["is_fouled"])
    moved: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    for line, letter in section_groups(section).items():
        board_no, ns, ew = moves.get(line, line)
        moved[line[0]][(ns, ew) if board_no == line[0] else line[1:]] = letter
    for board_no, letters in moved.items():
        _store_groups(section, board_no, letters, journal)


def _store_groups(
    section: Section, board_no: int, letters: Mapping[tuple[int, int], str], journal: Journal
) -> None:
    """Let the lines of *board_no* have these *letters*, by N-S and E-W pair, and no others."""
    stored = section.fouled_lines.filter(board_no=board_no)
    if {(line.ns, line.ew): line.letter for line in stored} == letters:
        return
    journal.delete(stored)
    journal.create_all(
        [
            FouledLine(section=section, board_no=board_no, ns=ns, ew=ew, letter=letters[ns, ew])
            for ns, ew in letters
        ]
    )
    update_fouled(section)


def groups_words(board_no: int, letters: Iterable[str]) -> str:
    """Return what was done where the lines of *board_no* have these *letters* now."""
    return f"Cards of board {board_no}: as dealt{''.join(f', {letter}' for letter in sorted(set(letters)))}."
