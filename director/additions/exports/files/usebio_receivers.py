"""The receivers of USEBIO files, what each needs, and the files that MyABF takes.

No receiver publishes its rules. Those of MyABF are read from its program [COBALT], those of the EBU
from its pages for scorers [EBU-USEBIO] and from files of programs that it accepts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from director.additions.exports.files.event_file import (
    ExportedBoard,
    ExportedEntry,
    ExportedEvent,
    ExportedLine,
    ExportedSection,
    ExportedSession,
)
from director.additions.shared.usebio import UNKNOWN_PLAYER
from director.boards.paper.exports import ExportedPlayer
from director.formats.errors import ExportError
from director.sheets import Points


class UsebioScoring(NamedTuple):
    """The name of a method, the unit in the tags of its points, and its event type before 1.2."""

    method: str
    unit: str = ""
    simple_event_type: str = ""


OTHER_SCORING = UsebioScoring("OTHER")
SCORINGS_BY_METHOD = {
    "matchpoints": UsebioScoring("MATCH_POINTS", "MATCH_POINTS", "MP_PAIRS"),
    "cross-imps": UsebioScoring("CROSS_IMPS", "CROSS_IMP_POINTS", "CROSS_IMP"),
    "butler": UsebioScoring("BUTLER_IMPS", "BUTLER_POINTS", "BUTLER_PAIRS"),
    "aggregate": UsebioScoring("AGGREGATE"),
    "imps": UsebioScoring("IMPS", "IMPS"),
    "bam": UsebioScoring("BAM"),
    "hybrid": UsebioScoring("HYBRID"),
}
"""The names by scoring method in files."""


def get_usebio_scoring(method: str) -> UsebioScoring:
    """Return the names of *method*.

    >>> get_usebio_scoring("butler").unit, get_usebio_scoring("").method
    ('BUTLER_POINTS', 'OTHER')
    """
    return SCORINGS_BY_METHOD.get(method, OTHER_SCORING)


class Receiver(NamedTuple):
    """A receiver of USEBIO files.

    With *has_details* it needs the club's number, the version of the program, counts, and an
    element for every membership number, even if it is empty.  With *has_charges* it needs the
    charge code and the master point scale.  If it *needs_simple_files*, a file is one list of pairs
    with two players each.  *needs_numbers* says whether players without a number are a problem.
    """

    key: str
    label: str
    name_in_sentences: str
    has_details: bool = True
    has_charges: bool = False
    needs_simple_files: bool = False
    needs_numbers: bool = True

    @property
    def file_label(self) -> str:
        """The label of its file in a list: ``"USEBIO for the EBU"``."""
        return f"USEBIO for {self.name_in_sentences}"


GENERAL_RECEIVER = Receiver("general", "Any program", "the union", has_details=False)
EBU_RECEIVER = Receiver("ebu", "EBU", "the EBU", has_charges=True)
MYABF_RECEIVER = Receiver("myabf", "MyABF", "MyABF", needs_simple_files=True)
BRIDGEWEBS_RECEIVER = Receiver("bridgewebs", "BridgeWebs", "BridgeWebs", needs_numbers=False)
RECEIVERS = (GENERAL_RECEIVER, EBU_RECEIVER, MYABF_RECEIVER, BRIDGEWEBS_RECEIVER)
"""The receivers there are, the one without needs first."""


def get_receiver(key: str) -> Receiver:
    """Return the receiver with *key*.

    >>> get_receiver("ebu").label
    'EBU'

    :raises ExportError: naming the known receivers
    """
    for receiver in RECEIVERS:
        if receiver.key == key:
            return receiver
    known_keys = ", ".join(receiver.key for receiver in RECEIVERS)
    raise ExportError(
        "receiver",
        "Unknown receiver “{receiver}”. Choose one of {known}.",
        receiver=key,
        known=known_keys,
    )


def get_remembered_receiver(key: str) -> Receiver:
    """Return the receiver that a club has stored as *key*.

    A receiver that a newer release has offered counts as any program.

    >>> get_remembered_receiver("myabf").label, get_remembered_receiver("acbl").label
    ('MyABF', 'Any program')
    """
    for receiver in RECEIVERS:
        if receiver.key == key:
            return receiver
    return GENERAL_RECEIVER


# The files that MyABF takes: one list of pairs with their boards, for each session.
#
# MyABF [COBALT] reads the pairs and boards directly below the event, where a pair has two named
# players and a place that is a number.  It takes matchpoints, Butler and cross-IMPs only.  Its pages
# fail on a board with a single result, and on a line whose matchpoints add up to 0, since it divides
# by them.  So sessions and sections that are ranked apart become files of their own, and results that
# its pages can't show are left out. Totals and places don't change.

_MAX_NUMBER = 2_147_483_647  # its database stores membership numbers as 4-byte integers
_ARTIFICIAL = re.compile("A[0-9]{4}")
_SMALL_NUMBER_STEP = 100
"""The distance of the numbers of two sections: pair 5 of the second one is 205."""
_LARGE_NUMBER_STEP = 1000
"""The same if a section is so large that its numbers would reach into the next."""


@dataclass(frozen=True, slots=True)
class MyabfFile:
    """A file: its *name*, such as ``"session-1"``, and the event in it.

    It holds the session *session_no*, or its section *letter* alone. *omitted_boards* are boards
    with results that are left out.
    """

    name: str
    session_no: int
    letter: str
    event: ExportedEvent
    omitted_boards: tuple[int, ...]


def is_membership_number(number: str) -> bool:
    """Return whether MyABF can store *number*.

    >>> is_membership_number("0218650"), is_membership_number("J123456")
    (True, False)
    """
    return number.isascii() and number.isdigit() and int(number) <= _MAX_NUMBER


def make_myabf_files(event: ExportedEvent) -> list[MyabfFile]:
    """Return the files of *event*: one for each session, or for each section ranked apart.

    Sessions without results have none.

    :raises ExportError: if MyABF doesn't take such events, or there are no results
    """
    _refuse_unsupported_event(event)
    files = []
    for session in event.sessions:
        groups: list[Sequence[ExportedSection]] = [session.sections]
        if session.is_ranked_apart:
            groups = [(section,) for section in session.sections]
        for sections in groups:
            if _has_two_pairs(sections):
                files.append(_make_myabf_file(event, session, sections))
    if not files:
        raise ExportError(
            "myabf-no-results", "No results have been entered. Enter them in Scores first."
        )
    return files


def _refuse_unsupported_event(event: ExportedEvent) -> None:
    if event.contest != "pairs":
        raise ExportError(
            "myabf-contest", "MyABF takes pairs events only. Choose another receiver."
        )
    for session in event.sessions:
        if session.has_scale or not get_usebio_scoring(session.method).simple_event_type:
            raise ExportError(
                "myabf-scoring",
                "MyABF takes matchpoints, Butler and cross-IMPs, without victory points. Choose "
                "another receiver.",
            )


def _has_two_pairs(sections: Iterable[ExportedSection]) -> bool:
    ranked_count = 0
    for section in sections:
        ranked_count += sum(map(_is_ranked, section.entries))
    return ranked_count >= 2


def _is_ranked(entry: ExportedEntry) -> bool:
    return bool(entry.rank)


def _make_myabf_file(
    event: ExportedEvent, session: ExportedSession, sections: Sequence[ExportedSection]
) -> MyabfFile:
    name = f"session-{session.number}"
    letter = ""
    title = event.name
    if len(event.sessions) > 1:
        title = f"{title}, session {session.number}"
    if session.is_ranked_apart:
        (section,) = sections
        letter = section.letter
        name = f"{name}-{letter.lower()}"
        title = f"{title}, section {letter}"
    simple_section, omitted_boards = _SimpleSectionMaker(session, sections).make_section()
    simple_session = replace(session, sections=(simple_section,), is_ranked_apart=False)
    simple_event = replace(
        event,
        name=title,
        date=session.date,
        sessions=(simple_session,),
        standings=(simple_section.entries,),
    )
    return MyabfFile(name, session.number, letter, simple_event, omitted_boards)


class _SimpleSectionMaker:
    """Builds one section of the *sections* of *session* that are ranked together."""

    def __init__(self, session: ExportedSession, sections: Sequence[ExportedSection]) -> None:
        self._session = session
        self._sections = sections
        numbers = [entry.number for section in sections for entry in section.entries]
        self._number_step = _SMALL_NUMBER_STEP
        # The numbers of E-W pairs can come after those of N-S pairs, so they may be twice as large.
        if 2 * max(numbers, default=0) >= _SMALL_NUMBER_STEP:
            self._number_step = _LARGE_NUMBER_STEP
        # Groups are directions: with one winner there is none.
        self._winner_count = 1
        for section in sections:
            if any(entry.group for entry in section.entries):
                self._winner_count = 2

    def make_section(self) -> tuple[ExportedSection, tuple[int, ...]]:
        """Return the section, and the numbers of boards with results that are left out."""
        entries: list[ExportedEntry] = []
        lines_by_board: dict[int, list[ExportedLine]] = defaultdict(list)
        boards_by_no: dict[int, list[ExportedBoard]] = defaultdict(list)
        omitted_boards: set[int] = set()
        for index, section in enumerate(self._sections, start=1):
            section_entries = dict(self._make_entries(section, index))
            entries += section_entries.values()
            labels = {label: entry.label for label, entry in section_entries.items()}
            for board in section.boards:
                boards_by_no[board.board_no].append(board)
                section_lines = list(self._make_lines(board, labels))
                lines_by_board[board.board_no] += section_lines
                if len(section_lines) < len(board.lines):
                    omitted_boards.add(board.board_no)
        shown_boards = []
        for board_no in sorted(lines_by_board):
            if len(lines_by_board[board_no]) < 2:
                omitted_boards.add(board_no)
                continue
            board = _merge_hands(boards_by_no[board_no])
            shown_boards.append(replace(board, lines=tuple(lines_by_board[board_no])))
        # A single board or a single hand isn't a list for MyABF, and its pages fail on it.
        if len(shown_boards) < 2:
            omitted_boards.update(lines_by_board)
            shown_boards = []
        if sum(board.hand is not None for board in shown_boards) < 2:
            shown_boards = [replace(board, hand=None) for board in shown_boards]
        section = ExportedSection("", self._winner_count, tuple(entries), tuple(shown_boards))
        return section, tuple(sorted(omitted_boards))

    def _make_entries(
        self, section: ExportedSection, index: int
    ) -> Iterator[tuple[str, ExportedEntry]]:
        """Yield every ranked entry of *section* by its label there."""
        ns_numbers = [entry.number for entry in section.entries if entry.direction == "NS"]
        ew_offset = max(ns_numbers, default=0)
        for entry in section.entries:
            if not _is_ranked(entry):
                continue
            number = entry.number
            direction = entry.direction
            if self._winner_count == 1:
                # Without a direction two pairs would have the same number.
                if direction == "EW":
                    number += ew_offset
                direction = ""
            if len(self._sections) > 1:
                number += index * self._number_step
            simple_entry = replace(
                entry,
                number=number,
                direction=direction,
                section="",
                rank=entry.rank.rstrip("="),
                players=_choose_two_players(entry),
                parts=(),
            )
            yield entry.label, simple_entry

    def _make_lines(
        self, board: ExportedBoard, new_labels_by_label: Mapping[str, str]
    ) -> Iterator[ExportedLine]:
        """Yield the lines of *board* that MyABF can show, with the new *new_labels_by_label*."""
        for line in board.lines:
            if line.ns not in new_labels_by_label or line.ew not in new_labels_by_label:
                continue
            if self._can_be_shown(line):
                yield replace(
                    line, ns=new_labels_by_label[line.ns], ew=new_labels_by_label[line.ew]
                )

    def _can_be_shown(self, line: ExportedLine) -> bool:
        if line.ns_points is None or line.ew_points is None:
            return False
        if line.result.artificial and not _ARTIFICIAL.fullmatch(line.result.artificial):
            return False
        if get_usebio_scoring(self._session.method).unit != "MATCH_POINTS":
            return True
        return _sum_points(line.ns_points, line.ew_points) != 0


def _sum_points(ns_points: Points, ew_points: Points) -> Fraction:
    return Fraction(ns_points or 0) + Fraction(ew_points or 0)


def _merge_hands(boards: Sequence[ExportedBoard]) -> ExportedBoard:
    """Return the first of *boards*, with its cards only if all have the same."""
    first_board = boards[0]
    hands = {board.hand and board.hand.hands for board in boards}
    if len(hands) > 1:
        return replace(first_board, hand=None)
    return first_board


def _choose_two_players(entry: ExportedEntry) -> tuple[ExportedPlayer, ...]:
    """Return the two players of *entry* who played most, with numbers that MyABF can store."""
    players = list(entry.players)
    if entry.parts:
        parts = sorted(enumerate(entry.parts), key=lambda item: -item[1].board_count)
        players = [players[index] for index in sorted(index for index, _part in parts[:2])]
    players = [*players, ExportedPlayer(UNKNOWN_PLAYER), ExportedPlayer(UNKNOWN_PLAYER)][:2]
    return tuple(map(_make_player, players))


def _make_player(player: ExportedPlayer) -> ExportedPlayer:
    number = player.number
    if not is_membership_number(number):
        number = ""
    return ExportedPlayer(player.name or UNKNOWN_PLAYER, number, player.family)
