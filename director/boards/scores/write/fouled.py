"""Fouled boards: which tables played other cards, said and taken back."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards import sentences
from director.boards.results.read.acts import GROUPS
from director.boards.results.read.scored import section_scored
from director.boards.results.write.acts import section_act
from director.boards.scores.read.fouled import LETTERS, GroupsChange
from director.boards.scores.read.lines import section_lines
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
        changes = _changes(section)
        if wanted == _stands(changes, board_no):
            return
        at = timezone.now().isoformat(timespec="seconds")
        change: GroupsChange = {"board": board_no, "groups": wanted, "by": str(user or ""), "at": at}
        _keep(section, board_no, [*changes, change], journal)


def board_group_undo(*, section: Section, board_no: int, user: User | None) -> None:
    """Take back the latest change of the groups of *board_no*.

    :raises DeskError: if there is none
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=GROUPS, words="", user=user) as journal:
        changes = _changes(section)
        last = max((at for at, change in enumerate(changes) if change["board"] == board_no), default=None)
        if last is None:
            raise DeskError(sentences.NO_CARDS_TO_UNDO, board_no=board_no)
        _keep(section, board_no, changes[:last] + changes[last + 1 :], journal)


def _changes(section: Section) -> list[GroupsChange]:
    """Return what stands in the database now, which *section* may have read before."""
    section.refresh_from_db(fields=["fouled"])
    changes: list[GroupsChange] = section.fouled
    return changes


def _stands(changes: list[GroupsChange], board_no: int) -> dict[str, str]:
    return next((change["groups"] for change in reversed(changes) if change["board"] == board_no), {})


def _keep(section: Section, board_no: int, changes: list[GroupsChange], journal: Journal) -> None:
    groups = sorted(set(_stands(changes, board_no).values()))
    journal.words = f"Cards of board {board_no}: as dealt{''.join(f', {letter}' for letter in groups)}."
    journal.change(section, fouled=changes)
    section_scored(section)
