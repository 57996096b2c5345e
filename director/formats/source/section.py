"""Assemble a section from flat lines: its boards, its pairs with numbers, and its movement.

Readers of formats with one result per line collect a ``FlatSection``; this module turns it into a
``SourceSection`` and reports contradictions.  If the file doesn't state the number of winners, it
follows from the seats.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from director.formats.errors import Doubt, ImportFileError
from director.formats.source.cut import cut_doubt
from director.formats.source.hands import source_hands
from director.formats.source.lines import Report, check_result
from director.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourcePair,
    SourcePlayer,
    SourceRound,
    SourceSection,
)
from director.formats.source.results import FlatLine, FlatPair, FlatSection, Label
from director.formats.source.seats import seats_only, without_seat_names
from director.formats.source.sentences import ImportSentences
from scoring import vulnerability


def board_sets(together: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return the board set of each board, from boards played *together*.

    A round is whole even if a table didn't play one of its boards.

    >>> board_sets([[1, 2], [2], [3, 4]])
    {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    """
    sets: dict[int, set[int]] = {}
    max_set_size = 0
    for boards in together:
        max_set_size = max(max_set_size, len(set(boards)))
        joined_set = set(boards).union(*(sets.get(board_no, ()) for board_no in boards))
        sets |= dict.fromkeys(joined_set, joined_set)
    # Sets of different tables overlap, so there is no common division into sets.
    if any(len(boards) > max_set_size for boards in sets.values()):
        return {}
    known_sets = {board_no: tuple(sorted(boards)) for board_no, boards in sets.items()}
    blocks = {board_no: _block(board_no, max_set_size) for board_no in known_sets}
    is_in_blocks = all(
        set(boards) <= set(blocks[board_no]) for board_no, boards in known_sets.items()
    )
    # A block also holds the boards that nobody played.
    return blocks if is_in_blocks else known_sets


def _block(board_no: int, size: int) -> tuple[int, ...]:
    """Return the set of a board where sets are laid out one after the other.

    >>> _block(5, 3)
    (4, 5, 6)
    """
    first_board = (board_no - 1) // size * size + 1
    return tuple(range(first_board, first_board + size))


_SIDES = {"NS": "N-S", "EW": "E-W"}


def read_section(flat: FlatSection, name: str, place: str, report: Report) -> SourceSection:
    """Return the section of *flat*. Messages go into *report*."""
    return _Section(flat, report).read(name, place)


@dataclass(slots=True)
class _Board:
    """A board being assembled."""

    ns: set[int]
    ew: set[int]
    lines: list[SourceLine] = field(default_factory=list)


class _Section:
    """Puts together one section."""

    def __init__(self, flat: FlatSection, report: Report) -> None:
        self._flat, self._report = flat, report
        if fault := seats_only(flat.lines):
            report.faults.append(fault)
        self._lines = [] if fault else without_seat_names(_with_pair_numbers(flat.lines))
        self._winners = flat.winners or _winners(self._lines, flat)
        self._ns, self._ew = ("NS", "EW") if self._winners == 2 else ("", "")
        self._boards: dict[int, _Board] = {}

    def read(self, name: str, place: str) -> SourceSection:
        """Return the section."""
        for line in self._lines:
            self._take(line)
        rounds = self._flat.rounds or tuple(_rounds(self._lines))
        pairs = tuple(self._pairs(rounds))
        boards = tuple(
            SourceBoard(board_no, tuple(self._boards[board_no].lines))
            for board_no in sorted(self._boards)
        )
        hands = source_hands(self._flat.hands, self._report)
        self._doubt_cut_off()
        return SourceSection(name, place, self._winners, pairs, boards, rounds, hands)

    def _take(self, line: FlatLine) -> None:
        """Add *line* to its board, or report missing sides."""
        ns, ew = line.ns, line.ew
        if ns is None or ew is None:
            sides = (side for side, label in (("NS", ns), ("EW", ew)) if label is None)
            self._report.faults += [
                ImportFileError(
                    ImportSentences.LINE_SIDE, where=line.where, side=_SIDES[side], given=""
                )
                for side in sides
            ]
            return
        if ns.direction == "EW" or ew.direction == "NS":
            self._report_turned(line, ns, ew)
        board = self._boards.get(line.board_no) or self._new_board(line.board_no)
        ns_no, ew_no = ns.number, ew.number
        if ns_no == ew_no and board.ns is board.ew:
            self._report.faults.append(
                ImportFileError(ImportSentences.OWN_OPPONENT, where=line.where)
            )
        elif ns_no in board.ns or ew_no in board.ew:
            repeated_pairs = []
            if ns_no in board.ns:
                repeated_pairs.append(f"{ns_no}{self._ns}")
            if ew_no in board.ew:
                repeated_pairs.append(f"{ew_no}{self._ew}")
            self._report.faults += [
                ImportFileError(ImportSentences.TWICE_ON_BOARD, board_no=line.board_no, pair=pair)
                for pair in repeated_pairs
            ]
        board.ns.add(ns_no)
        board.ew.add(ew_no)
        board.lines.append(self._line(line, ns_no, ew_no))

    def _report_turned(self, line: FlatLine, ns: Label, ew: Label) -> None:
        """Report pairs of *line* against their direction."""
        for side, label in (("NS", ns), ("EW", ew)):
            if self._winners == 2 and label.direction not in ("", side):
                pair = f"{label.number}{label.direction}"
                self._report.faults.append(
                    ImportFileError(
                        ImportSentences.LINE_TURNED, where=line.where, pair=pair, side=_SIDES[side]
                    )
                )

    def _new_board(self, board_no: int) -> _Board:
        ns_numbers: set[int] = set()
        # With one winner all pairs share their numbers, so both sides share one set.
        ew_numbers = ns_numbers if self._winners == 1 else set()
        board = self._boards[board_no] = _Board(ns_numbers, ew_numbers)
        return board

    def _line(self, line: FlatLine, ns_no: int, ew_no: int) -> SourceLine:
        result = line.result
        source = SourceLine(
            ns_no,
            ew_no,
            result.contract,
            result.declarer,
            line.lead,
            result.tricks,
            result.score,
            result.artificial,
            line.ns_points,
            line.ew_points,
            result.entered,
        )
        if not result.entered:  # Duplicate auction has other scores, which its reader has checked.
            check_result(source, line.where, vulnerability(line.board_no), self._report)
        return source

    def _pairs(self, rounds: Sequence[SourceRound]) -> Iterator[SourcePair]:
        boards = self._boards.values()
        keys = {(number, self._ns) for board in boards for number in board.ns}
        keys |= {(number, self._ew) for board in boards for number in board.ew}
        keys |= {(row.ns_no, self._ns) for row in rounds if row.ns_no}
        keys |= {(row.ew_no, self._ew) for row in rounds if row.ew_no}
        listed = {
            (pair.label.number, pair.label.direction if self._ns else ""): pair
            for pair in self._flat.pairs
        }
        seated_names = self._first_seated_names(self._ns, self._ew)
        is_named = bool(seated_names) or any(pair.players for pair in self._flat.pairs)
        if keys and not is_named:
            self._report.doubts.append(Doubt(ImportSentences.DOUBT_NO_NAMES))
        for number, direction in sorted(keys, key=lambda key: (key[1] == "EW", key[0])):
            listed_pair = listed.get((number, direction)) or FlatPair(Label(number, direction))
            players = listed_pair.players or tuple(
                SourcePlayer(name, "", "")
                for name in seated_names.get((number, direction), ())
                if name
            )
            label = f"{number}{direction}"
            if is_named and len([player for player in players if player.name]) != 2:
                self._report.doubts.append(
                    Doubt(ImportSentences.DOUBT_PLAYERS, pair=label, count=_count_text(players))
                )
            yield SourcePair(
                label,
                number,
                direction,
                players,
                listed_pair.total,
                listed_pair.percent,
                listed_pair.place,
            )

    def _doubt_cut_off(self) -> None:
        """Note where the file may have been cut off."""
        listed_boards = {
            self._pair_label(pair.label, pair.label.direction): pair.boards
            for pair in self._flat.pairs
            if pair.boards
        }
        meetings = (
            (line.ns, line.ew) for line in self._lines if listed_boards and line.ns and line.ew
        )
        boards_played = Counter(
            label
            for ns, ew in meetings
            for label in (self._pair_label(ns, "NS"), self._pair_label(ew, "EW"))
        )
        if doubt := cut_doubt(
            [line.board_no for line in self._lines], boards_played, listed_boards
        ):
            self._report.doubts.append(doubt)

    def _pair_label(self, label: Label, side: str) -> str:
        return f"{label.number}{side if self._winners == 2 else ''}"

    def _first_seated_names(self, ns: str, ew: str) -> dict[tuple[int, str], tuple[str, ...]]:
        """Return the names of those who first sat as each pair."""
        names: dict[tuple[int, str], tuple[str, ...]] = {}
        for line in self._lines:
            if len(line.seats) == 4 and line.ns and line.ew:
                names.setdefault((line.ns.number, ns), line.seats[::2])
                names.setdefault((line.ew.number, ew), line.seats[1::2])
        return names


def _count_text(players: Iterable[SourcePlayer]) -> str:
    named_players = sum(1 for player in players if player.name)
    if named_players == 0:
        return "no player"
    if named_players == 1:
        return "1 player"
    return f"{named_players} players"


def _winners(lines: Sequence[FlatLine], flat: FlatSection) -> int:
    """Return the number of winners: 2 if directions are named or nobody changed sides."""
    if any(label.direction for line in lines for label in (line.ns, line.ew) if label):
        return 2
    on_board: dict[int, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for line in lines:
        if line.ns and line.ew:
            on_board[line.board_no][0].add(line.ns.number)
            on_board[line.board_no][1].add(line.ew.number)
    if any(ns & ew for ns, ew in on_board.values()):  # both sides are numbered from 1
        return 2
    all_ns = set().union(*(ns for ns, _ew in on_board.values()))
    all_ew = set().union(*(ew for _ns, ew in on_board.values()))
    never_moved = not all_ns & all_ew and min(len(all_ns), len(all_ew)) > 1
    if never_moved or len({pair.label.direction for pair in flat.pairs} - {""}) == 2:
        return 2
    return 1


def _with_pair_numbers(lines: Sequence[FlatLine]) -> list[FlatLine]:
    """Return *lines* with a number for every pair.

    Where everybody kept their direction each side is numbered by itself.
    """
    by_name = [line for line in lines if line.ns is None and line.ew is None and any(line.seats)]
    if not by_name or len(by_name) < len(lines):
        return list(lines)
    ns, ew = ({frozenset(line.seats[number::2]): None for line in lines} for number in (0, 1))
    if ns.keys() & ew.keys():
        everybody = ns | ew
        numbers = {names: number for number, names in enumerate(everybody, start=1)}
        numbers_ns = numbers_ew = numbers
        directions = ("", "")
    else:
        numbers_ns, numbers_ew = (
            {names: number for number, names in enumerate(side, start=1)} for side in (ns, ew)
        )
        directions = ("NS", "EW")
    return [
        line._replace(
            ns=Label(numbers_ns[frozenset(line.seats[::2])], directions[0]),
            ew=Label(numbers_ew[frozenset(line.seats[1::2])], directions[1]),
        )
        for line in lines
    ]


def _rounds(lines: Iterable[FlatLine]) -> Iterator[SourceRound]:
    """Yield the movement from the rounds and tables of *lines*, if all have them."""
    boards: dict[tuple[int, int], list[int]] = defaultdict(list)
    pairs_by_place: dict[tuple[int, int], tuple[int, int]] = {}
    for line in lines:
        if line.round_no is None or line.table_no is None or line.ns is None or line.ew is None:
            return
        round_and_table = line.round_no, line.table_no
        if pairs_by_place.setdefault(round_and_table, (line.ns.number, line.ew.number)) != (
            line.ns.number,
            line.ew.number,
        ):
            return
        boards[round_and_table].append(line.board_no)
    sets = board_sets(boards.values())
    for (round_no, table_no), played_boards in sorted(boards.items()):
        ns_no, ew_no = pairs_by_place[round_no, table_no]
        yield SourceRound(
            round_no,
            table_no,
            ns_no,
            ew_no,
            sets[played_boards[0]] if sets else tuple(sorted(set(played_boards))),
        )
