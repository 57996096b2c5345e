"""Store which tables played a fouled board with other cards than were dealt."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from director.boards.movement.acts import GROUPS
from director.boards.movement.lines.fouled import LETTERS, fetch_section_groups
from director.boards.movement.lines.read import fetch_section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.results.acts import record_section_act, update_fouled
from director.boards.scoring.scored import score_section
from director.boards.sentences import BoardSentences
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import FouledLine, Section


def group_board(
    *, section: Section, board_no: int, groups: Mapping[tuple[int, int], str], user: User | None
) -> None:
    """Divide the lines of *board_no* into groups that are compared separately.

    *groups* are letters by N-S and E-W pair, "" for the cards as dealt. Lines that are not in
    *groups* were played with the cards as dealt. The same groups again change nothing.

    :raises DeskError: if the section does not play the board
    :raises DeskError: if two pairs do not meet on the board, or a letter stands for no group
    :raises ScoringError: if the event's method cannot score groups
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=GROUPS, words="", user=user) as journal:
        lines = fetch_section_lines(section)
        if not lines.get_board_lines(board_no):
            raise DeskError(
                BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.format_boards()
            )
        for (ns, ew), letter in groups.items():
            if lines.find(board_no, ns, ew) is None:
                raise DeskError(BoardSentences.PAIRS_DO_NOT_MEET, ns=ns, ew=ew, board_no=board_no)
            if letter and letter not in LETTERS:
                raise DeskError(
                    BoardSentences.NO_GROUP_OF_CARDS, letter=letter, letters=", ".join(LETTERS)
                )
        letters = {pairs: letter for pairs, letter in groups.items() if letter}
        _store_groups(section, board_no, letters, journal)
        journal.words = describe_groups(board_no, letters.values())
        # Scoring again raises if the method can't score groups, which undoes the change.
        if journal.changes:
            score_section(section)


def move_groups(*, section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Move the groups of lines that were moved to other pairs on the same board.

    *moves* are the new lines by the former ones. A line that went to another board leaves its group
    behind, since nobody has said yet which cards were played there.
    """
    # The caller may have read the section before it was locked.
    section.refresh_from_db(fields=["is_fouled"])
    letters_by_board: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    for line, letter in fetch_section_groups(section).items():
        board_no, ns, ew = line
        new_board_no, new_ns, new_ew = moves.get(line, line)
        pairs = (new_ns, new_ew) if new_board_no == board_no else (ns, ew)
        letters_by_board[board_no][pairs] = letter
    for board_no, letters in letters_by_board.items():
        _store_groups(section, board_no, letters, journal)


def _store_groups(
    section: Section, board_no: int, letters: Mapping[tuple[int, int], str], journal: Journal
) -> None:
    """Replace the groups of *board_no* by *letters*, which are by N-S and E-W pair."""
    stored = section.fouled_lines.filter(board_no=board_no)
    if {(line.ns, line.ew): line.letter for line in stored} == letters:
        return
    journal.delete(stored)
    journal.create_all(
        [
            FouledLine(section=section, board_no=board_no, ns=ns, ew=ew, letter=letter)
            for (ns, ew), letter in letters.items()
        ]
    )
    # The section remembers whether any board is fouled, so that most pages need no query.
    update_fouled(section)


def describe_groups(board_no: int, letters: Iterable[str]) -> str:
    """Return the history's sentence for a board that is now divided into *letters*."""
    groups = ", ".join(["as dealt", *sorted(set(letters))])
    return f"Cards of board {board_no}: {groups}."
