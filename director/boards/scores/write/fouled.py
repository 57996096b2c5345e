"""Fouled boards: which tables played other cards, as somebody says it."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from director.boards import sentences
from director.boards.results.read.acts import GROUPS
from director.boards.results.read.scored import section_scored
from director.boards.results.write.acts import section_act
from director.boards.scores.read.fouled import LETTERS
from director.boards.scores.read.lines import section_lines
from director.boards.sitting import Key
from director.desk.journal.write import Journal
from director.errors import BoardOutsidePlanError, DeskError
from director.models import Section


def board_group(*, section: Section, board_no: int, groups: Mapping[tuple[int, int], str], user: User | None) -> None:
    """Compare the lines of *board_no* within groups only: by N-S and E-W pair a letter, ``""`` for the cards as dealt.

    Lines that are not named keep the cards as dealt.  The same groups again change nothing.

    :raises BoardOutsidePlanError: if the section does not play the board
    :raises DeskError: for a line or a letter that is none
    :raises ScoringError: if the event's method cannot score groups
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=GROUPS, words="", user=user) as journal:
        lines = section_lines(section)
        if not lines.on_board(board_no):
            raise BoardOutsidePlanError(sentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text())
        for (ns, ew), letter in groups.items():
            if lines.find(board_no, ns, ew) is None:
                raise DeskError(sentences.PAIRS_DO_NOT_MEET, ns=ns, ew=ew, board_no=board_no)
            if letter and letter not in LETTERS:
                raise DeskError(sentences.NO_GROUP_OF_CARDS, letter=letter, letters=", ".join(LETTERS))
        wanted = {f"{ns}-{ew}": letter for (ns, ew), letter in groups.items() if letter}
        section.refresh_from_db(fields=["fouled"])
        journal.change_parts(section, "fouled", {str(board_no): wanted or None})
        journal.words = groups_words(board_no, wanted.values())
        if not journal.is_empty:
            section_scored(section)


def groups_move(*, section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Let the lines that were moved to others of their boards keep the cards that they were played with.

    *moves* say where each line went.  On another board nobody has said yet with which cards it was played.
    """
    pairs = {
        (board_no, f"{ns}-{ew}"): f"{to_ns}-{to_ew}"
        for (board_no, ns, ew), (to_board, to_ns, to_ew) in moves.items()
        if board_no == to_board
    }
    section.refresh_from_db(fields=["fouled"])
    moved = {
        board_no: {pairs.get((int(board_no), line), line): letter for line, letter in groups.items()}
        for board_no, groups in section.fouled.items()
    }
    journal.change_parts(section, "fouled", moved)


def groups_words(board_no: int, letters: Iterable[str]) -> str:
    """Return what was done where the lines of *board_no* have these *letters* now."""
    return f"Cards of board {board_no}: as dealt{''.join(f', {letter}' for letter in sorted(set(letters)))}."
