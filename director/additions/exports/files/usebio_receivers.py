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
    SentBoard,
    SentEntry,
    SentEvent,
    SentLine,
    SentSection,
    SentSession,
)
from director.boards.paper.exports import SentPlayer
from director.formats.errors import ExportError
from director.formats.usebio import NOBODY
from director.sheets import Points


class UsebioScoring(NamedTuple):
    """The name of a method, the unit in the tags of its points, and its event type before 1.2."""

    method: str
    unit: str = ""
    old_type: str = ""


OTHER = UsebioScoring("OTHER")
SCORINGS = {
    "matchpoints": UsebioScoring("MATCH_POINTS", "MATCH_POINTS", "MP_PAIRS"),
    "cross-imps": UsebioScoring("CROSS_IMPS", "CROSS_IMP_POINTS", "CROSS_IMP"),
    "butler": UsebioScoring("BUTLER_IMPS", "BUTLER_POINTS", "BUTLER_PAIRS"),
    "aggregate": UsebioScoring("AGGREGATE"),
    "imps": UsebioScoring("IMPS", "IMPS"),
    "bam": UsebioScoring("BAM"),
    "hybrid": UsebioScoring("HYBRID"),
}
"""The names by scoring method in files."""


def find_scoring(method: str) -> UsebioScoring:
    """Return the names of *method*.

    >>> find_scoring("butler").unit, find_scoring("").method
    ('BUTLER_POINTS', 'OTHER')
    """
    return SCORINGS.get(method, OTHER)


class Receiver(NamedTuple):
    """A receiver of USEBIO files.

    With *has_details* it needs the club's number, the version of the program, counts, and an
    element for every membership number, even if it is empty.  With *has_charges* it needs the
    charge code and the master point scale.  If it *takes_simple_files*, a file is one list of pairs
    with two players each.  *needs_numbers* says whether players without a number are a problem.
    """

    key: str
    label: str
    called: str
    has_details: bool = True
    has_charges: bool = False
    takes_simple_files: bool = False
    needs_numbers: bool = True

    @property
    def file_label(self) -> str:
        """The label of its file in a list: ``"USEBIO for the EBU"``."""
        return f"USEBIO for {self.called}"


GENERAL = Receiver("general", "Any program", "your union", has_details=False)
EBU = Receiver("ebu", "EBU", "the EBU", has_charges=True)
MYABF = Receiver("myabf", "MyABF", "MyABF", takes_simple_files=True)
BRIDGEWEBS = Receiver("bridgewebs", "BridgeWebs", "BridgeWebs", needs_numbers=False)
RECEIVERS = (GENERAL, EBU, MYABF, BRIDGEWEBS)
"""The receivers there are, the one without needs first."""


def find_receiver(key: str) -> Receiver:
    """Return the receiver with *key*.

    >>> find_receiver("ebu").label
    'EBU'

    :raises ExportError: naming the known receivers
    """
    for receiver in RECEIVERS:
        if receiver.key == key:
            return receiver
    known_keys = ", ".join(receiver.key for receiver in RECEIVERS)
    raise ExportError(
        "receiver",
        'Unknown receiver "{receiver}". Choose one of {known}.',
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
    return GENERAL


# The files that MyABF takes: one list of pairs with their boards, for each session.
#
# MyABF [COBALT] reads the pairs and boards directly below the event, where a pair has two named
# players and a place that is a number.  It takes matchpoints, Butler and cross-IMPs only.  Its pages
# fail on a board with a single result, and on a line whose matchpoints add up to 0, since it divides
# by them.  So sessions and sections that are ranked apart become files of their own, and results that
# its pages can't show are left out. Totals and places don't change.

_MAX_NUMBER = 2_147_483_647  # its database stores membership numbers as 4-byte integers
_ARTIFICIAL = re.compile("A[0-9]{4}")
_SMALL_DISTANCE = 100
"""The distance of the numbers of two sections: pair 5 of the second one is 205."""
_LARGE_DISTANCE = 1000
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
    event: SentEvent
    omitted_boards: tuple[int, ...]


def is_membership_number(number: str) -> bool:
    """Return whether MyABF can store *number*.

    >>> is_membership_number("0218650"), is_membership_number("J123456")
    (True, False)
    """
    return number.isascii() and number.isdigit() and int(number) <= _MAX_NUMBER


def make_myabf_files(event: SentEvent) -> list[MyabfFile]:
    """Return the files of *event*: one for each session, or for each section ranked apart.

    Sessions without results have none.

    :raises ExportError: if MyABF doesn't take such events, or there are no results
    """
    _refuse_other_events(event)
    files = []
    for session in event.sessions:
        groups: list[Sequence[SentSection]] = [session.sections]
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


def _refuse_other_events(event: SentEvent) -> None:
    if event.contest != "pairs":
        raise ExportError(
            "myabf-contest", "MyABF takes pairs events only. Choose another receiver."
        )
    for session in event.sessions:
        if session.scale or not find_scoring(session.method).old_type:
            raise ExportError(
                "myabf-scoring",
                "MyABF takes matchpoints, Butler and cross-IMPs, without victory points. Choose "
                "another receiver.",
            )


def _has_two_pairs(sections: Iterable[SentSection]) -> bool:
    ranked_count = 0
    for section in sections:
        ranked_count += sum(map(_is_ranked, section.entries))
    return ranked_count >= 2


def _is_ranked(entry: SentEntry) -> bool:
    return bool(entry.place)


def _make_myabf_file(
    event: SentEvent, session: SentSession, sections: Sequence[SentSection]
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
    simple_section, omitted_boards = _SimpleSection(session, sections).build()
    simple_session = replace(session, sections=(simple_section,), is_ranked_apart=False)
    simple_event = replace(
        event,
        name=title,
        date=session.date,
        sessions=(simple_session,),
        standings=(simple_section.entries,),
    )
    return MyabfFile(name, session.number, letter, simple_event, omitted_boards)


class _SimpleSection:
    """Builds one section of the *sections* of *session* that are ranked together."""

    def __init__(self, session: SentSession, sections: Sequence[SentSection]) -> None:
        self._session = session
        self._sections = sections
        numbers = [entry.number for section in sections for entry in section.entries]
        self._distance = _SMALL_DISTANCE
        # The numbers of E-W pairs can come after those of N-S pairs, so they may be twice as large.
        if 2 * max(numbers, default=0) >= _SMALL_DISTANCE:
            self._distance = _LARGE_DISTANCE
        # Groups are directions: with one winner there is none.
        self._winners = 1
        for section in sections:
            if any(entry.group for entry in section.entries):
                self._winners = 2

    def build(self) -> tuple[SentSection, tuple[int, ...]]:
        """Return the section, and the numbers of boards with results that are left out."""
        entries: list[SentEntry] = []
        lines: dict[int, list[SentLine]] = defaultdict(list)
        boards: dict[int, list[SentBoard]] = defaultdict(list)
        omitted_boards: set[int] = set()
        for index, section in enumerate(self._sections, start=1):
            section_entries = dict(self._make_entries(section, index))
            entries += section_entries.values()
            labels = {label: entry.label for label, entry in section_entries.items()}
            for board in section.boards:
                boards[board.board_no].append(board)
                section_lines = list(self._make_lines(board, labels))
                lines[board.board_no] += section_lines
                if len(section_lines) < len(board.lines):
                    omitted_boards.add(board.board_no)
        kept_boards = []
        for board_no in sorted(lines):
            if len(lines[board_no]) < 2:
                omitted_boards.add(board_no)
                continue
            board = _with_common_hand(boards[board_no])
            kept_boards.append(replace(board, lines=tuple(lines[board_no])))
        # A single board or a single hand isn't a list for MyABF, and its pages fail on it.
        if len(kept_boards) < 2:
            omitted_boards.update(lines)
            kept_boards = []
        if sum(board.hand is not None for board in kept_boards) < 2:
            kept_boards = [replace(board, hand=None) for board in kept_boards]
        section = SentSection("", self._winners, tuple(entries), tuple(kept_boards))
        return section, tuple(sorted(omitted_boards))

    def _make_entries(self, section: SentSection, index: int) -> Iterator[tuple[str, SentEntry]]:
        """Yield every ranked entry of *section* by its label there."""
        ns_numbers = [entry.number for entry in section.entries if entry.direction == "NS"]
        ew_offset = max(ns_numbers, default=0)
        for entry in section.entries:
            if not _is_ranked(entry):
                continue
            number = entry.number
            direction = entry.direction
            if self._winners == 1:
                # Without a direction two pairs would have the same number.
                if direction == "EW":
                    number += ew_offset
                direction = ""
            if len(self._sections) > 1:
                number += index * self._distance
            simple_entry = replace(
                entry,
                number=number,
                direction=direction,
                section="",
                place=entry.place.rstrip("="),
                players=_choose_two_players(entry),
                parts=(),
            )
            yield entry.label, simple_entry

    def _make_lines(self, board: SentBoard, labels: Mapping[str, str]) -> Iterator[SentLine]:
        """Yield the lines of *board* that MyABF can show, with the new *labels*."""
        for line in board.lines:
            if line.ns not in labels or line.ew not in labels:
                continue
            if self._can_be_shown(line):
                yield replace(line, ns=labels[line.ns], ew=labels[line.ew])

    def _can_be_shown(self, line: SentLine) -> bool:
        if line.ns_points is None or line.ew_points is None:
            return False
        if line.result.artificial and not _ARTIFICIAL.fullmatch(line.result.artificial):
            return False
        if find_scoring(self._session.method).unit != "MATCH_POINTS":
            return True
        return _sum_points(line.ns_points, line.ew_points) != 0


def _sum_points(ns_points: Points, ew_points: Points) -> Fraction:
    return Fraction(ns_points or 0) + Fraction(ew_points or 0)


def _with_common_hand(boards: Sequence[SentBoard]) -> SentBoard:
    """Return the first of *boards*, with its cards only if all have the same."""
    first = boards[0]
    hands = {board.hand and board.hand.cards for board in boards}
    if len(hands) > 1:
        return replace(first, hand=None)
    return first


def _choose_two_players(entry: SentEntry) -> tuple[SentPlayer, ...]:
    """Return the two players of *entry* who played most, with numbers that MyABF can store."""
    players = list(entry.players)
    if entry.parts:
        parts = sorted(enumerate(entry.parts), key=lambda item: -item[1].boards)
        players = [players[index] for index in sorted(index for index, _part in parts[:2])]
    players = [*players, SentPlayer(NOBODY), SentPlayer(NOBODY)][:2]
    return tuple(map(_make_player, players))


def _make_player(player: SentPlayer) -> SentPlayer:
    number = player.number
    if not is_membership_number(number):
        number = ""
    return SentPlayer(player.name or NOBODY, number, player.family)
