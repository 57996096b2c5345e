"""Results that stand one a line, as most formats have them, put together to an event with sections and pairs.

Pairs are known by number, or by the names of those who sat there.  Where the file does not say whether there is one
winner or two, it follows from who sat where.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache

from director.files.deals.model import FiledDeal
from director.files.errors import ImportFileError, raise_faults
from director.files.source.errors import (
    NoDateDoubt,
    NoLinesError,
    NoNamesDoubt,
    OwnOpponentError,
    PlayersDoubt,
    SideError,
    TurnedLineError,
    TwiceOnBoardError,
)
from director.files.source.hands import source_hands
from director.files.source.lines import Report, check_result
from director.files.source.model import (
    SourceBoard,
    SourceEvent,
    SourceLine,
    SourcePair,
    SourcePlayer,
    SourceRound,
    SourceSection,
)
from director.files.source.results import Made
from scoring import vulnerability

LARGEST = 16_000
"""The largest number of a pair: E-W numbers are stored after the N-S numbers, and both below 32,768."""
_LABEL = re.compile(
    r"(?P<before>[A-Za-z]{0,2})[ -]?0*(?P<number>[0-9]{1,5})\s*(?P<after>N-?S|E-?W|N|E)?", re.IGNORECASE
)
_SIDES = {"NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class Label:
    """What a file calls a pair: its *number*, and the *direction* that stands with it, if any."""

    number: int
    direction: str = ""


@dataclass(frozen=True, slots=True)
class FlatLine:
    """One result: where it stands, who met (by label, else by the names in *seats*), and what was made."""

    where: str
    board_no: int
    result: Made
    ns: Label | None = None
    ew: Label | None = None
    seats: tuple[str, ...] = ()  # who sat N, E, S and W
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    round_no: int | None = None
    table_no: int | None = None


@dataclass(frozen=True, slots=True)
class FlatPair:
    """What a file says of a pair besides its results."""

    label: Label
    players: tuple[SourcePlayer, ...] = ()
    total: Decimal | None = None
    percent: Decimal | None = None
    place: int | None = None


@dataclass(slots=True)
class FlatSection:
    """A section of a session: its results, what is said of its pairs, and movement and cards where they are told."""

    session: str = ""
    name: str = ""
    winners: int = 0  # 0: the file does not say
    lines: list[FlatLine] = field(default_factory=list)
    pairs: list[FlatPair] = field(default_factory=list)
    rounds: tuple[SourceRound, ...] = ()
    hands: list[FiledDeal | ImportFileError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of the event as a whole."""

    scoring: str
    title: str = ""
    club: str = ""
    on: date | None = None
    program: str = ""


@lru_cache(maxsize=65_536)  # every pair stands on many lines
def read_label(text: str) -> Label | None:
    """Return what *text* calls a pair, ``None`` where it is no number of a pair.

    >>> read_label("5NS"), read_label("12"), read_label("N 3"), read_label("Ash")
    (Label(number=5, direction='NS'), Label(number=12, direction=''), Label(number=3, direction='NS'), None)
    """
    match = _LABEL.fullmatch(text.strip().removesuffix(".0"))
    if match is None or not 1 <= int(match["number"]) <= LARGEST:
        return None
    signs = (match["after"] or match["before"]).upper().replace("-", "")
    return Label(int(match["number"]), {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}.get(signs, ""))


def flat_event(head: Head, sections: Sequence[FlatSection], report: Report) -> SourceEvent:
    """Return the event of *sections*, those of one session beside each other, in the order in which they come.

    :raises ImportFileError: with every fault that is in *report*, or is found now
    """
    by_session: dict[str, list[FlatSection]] = defaultdict(list)
    for section in sections:
        if section.lines:
            by_session[section.session].append(section)
    if not any(section.lines for section in sections) and not report.faults:
        raise NoLinesError()
    is_divided = sum(map(len, by_session.values())) > 1
    sessions = []
    for number, flat in enumerate(by_session.values(), start=1):
        session_place = f"Session {number}" if len(by_session) > 1 else ""
        sessions.append(tuple(_placed(section, session_place, report, is_divided=is_divided) for section in flat))
    raise_faults(report.faults)
    nameless = [doubt for doubt in report.doubts if isinstance(doubt, NoNamesDoubt)]
    if len(nameless) > 1 and len(nameless) == sum(map(len, sessions)):
        report.doubts = [doubt for doubt in report.doubts if doubt not in nameless] + [NoNamesDoubt()]
    if head.on is None:
        report.doubts.append(NoDateDoubt())
    return SourceEvent(
        club=head.club,
        club_id="",
        identifier="",
        title=head.title,
        description="",
        date=head.on,
        program=head.program,
        program_version="",
        scoring=head.scoring,
        sessions=tuple(sessions),
        warnings=tuple(report.doubts),
    )


def _placed(flat: FlatSection, session_place: str, report: Report, *, is_divided: bool) -> SourceSection:
    own = Report()
    name = flat.name if is_divided else ""
    place = ", ".join(filter(None, (session_place, f"Section {name}" if name else "")))
    section = _Section(flat, own).read(name, place)
    report.take(own, place)
    return section


class _Section:
    """Puts together one section."""

    def __init__(self, flat: FlatSection, report: Report) -> None:
        self._flat, self._report = flat, report
        self._lines = _numbered(flat.lines)
        self._winners = flat.winners or _winners(self._lines, flat)

    def read(self, name: str, place: str) -> SourceSection:
        boards: dict[int, list[SourceLine]] = defaultdict(list)
        seen: set[tuple[int, int, str]] = set()
        for line in self._lines:
            ns, ew = self._side(line, "NS"), self._side(line, "EW")
            if ns is None or ew is None:
                continue
            if ns == ew:
                self._report.faults.append(OwnOpponentError(where=line.where))
            for number, direction in (ns, ew):
                if (line.board_no, number, direction) in seen and ns != ew:
                    pair = f"{number}{direction}"
                    self._report.faults.append(TwiceOnBoardError(board_no=line.board_no, pair=pair))
                seen.add((line.board_no, number, direction))
            boards[line.board_no].append(self._line(line, ns[0], ew[0]))
        rounds = self._flat.rounds or tuple(_rounds(self._lines))
        pairs = tuple(self._pairs(boards, rounds))
        ordered = tuple(SourceBoard(board_no, tuple(boards[board_no])) for board_no in sorted(boards))
        hands = source_hands(self._flat.hands, self._report)
        return SourceSection(name, place, self._winners, pairs, ordered, rounds, hands)

    def _side(self, line: FlatLine, side: str) -> tuple[int, str] | None:
        """Return number and direction of the pair that sat on a *side*."""
        label = line.ns if side == "NS" else line.ew
        if label is None:
            self._report.faults.append(SideError(where=line.where, side=_SIDES[side], given=""))
            return None
        if self._winners == 1:
            return label.number, ""
        if label.direction not in ("", side):
            pair = f"{label.number}{label.direction}"
            self._report.faults.append(TurnedLineError(where=line.where, pair=pair, side=_SIDES[side]))
        return label.number, side

    def _line(self, line: FlatLine, ns_no: int, ew_no: int) -> SourceLine:
        result = line.result
        source = SourceLine(
            ns_no=ns_no,
            ew_no=ew_no,
            contract=result.contract,
            declarer=result.declarer,
            lead=line.lead,
            tricks=result.tricks,
            score=result.score,
            artificial=result.artificial,
            ns_points=line.ns_points,
            ew_points=line.ew_points,
        )
        check_result(source, line.where, vulnerability(line.board_no), self._report)
        return source

    def _pairs(self, boards: Mapping[int, Sequence[SourceLine]], rounds: Sequence[SourceRound]) -> Iterator[SourcePair]:
        ns, ew = ("NS", "EW") if self._winners == 2 else ("", "")
        met = [(line.ns_no, line.ew_no) for lines in boards.values() for line in lines]
        met += [(row.ns_no, row.ew_no) for row in rounds]
        keys = {(number, side) for both in met for number, side in zip(both, (ns, ew), strict=True) if number}
        listed = {(pair.label.number, pair.label.direction if ns else ""): pair for pair in self._flat.pairs}
        seated = self._seated(ns, ew)
        is_named = bool(seated) or any(pair.players for pair in self._flat.pairs)
        if keys and not is_named:
            self._report.doubts.append(NoNamesDoubt())
        for number, direction in sorted(keys, key=lambda key: (key[1] == "EW", key[0])):
            given = listed.get((number, direction)) or FlatPair(Label(number, direction))
            players = given.players or tuple(
                SourcePlayer(name, "", "") for name in seated.get((number, direction), ()) if name
            )
            label = f"{number}{direction}"
            if is_named and len([player for player in players if player.name]) != 2:
                self._report.doubts.append(PlayersDoubt(pair=label, count=_counted(players)))
            yield SourcePair(label, number, direction, players, given.total, given.percent, given.place)

    def _seated(self, ns: str, ew: str) -> dict[tuple[int, str], tuple[str, ...]]:
        """Return the names of those who sat first as each pair."""
        names: dict[tuple[int, str], tuple[str, ...]] = {}
        for line in self._lines:
            if len(line.seats) == 4 and line.ns and line.ew:
                names.setdefault((line.ns.number, ns), line.seats[::2])
                names.setdefault((line.ew.number, ew), line.seats[1::2])
        return names


def _counted(players: Iterable[SourcePlayer]) -> str:
    named = sum(1 for player in players if player.name)
    return "no player" if named == 0 else "1 player" if named == 1 else f"{named} players"


def _winners(lines: Sequence[FlatLine], flat: FlatSection) -> int:
    """Return how many winners there are: two where directions are named, or nobody ever changed sides."""
    labels = [label for line in lines for label in (line.ns, line.ew) if label]
    if any(label.direction for label in labels):
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
    return 2 if never_moved or len({pair.label.direction for pair in flat.pairs} - {""}) == 2 else 1


def _numbered(lines: Sequence[FlatLine]) -> list[FlatLine]:
    """Return *lines* with a number for every pair: those that are known by names alone get theirs in their order.

    Where everybody kept their direction each side is numbered by itself.
    """
    by_name = [line for line in lines if line.ns is None and line.ew is None and any(line.seats)]
    if not by_name or len(by_name) < len(lines):
        return list(lines)
    ns, ew = ({frozenset(line.seats[at::2]): None for line in lines} for at in (0, 1))
    if ns.keys() & ew.keys():
        everybody = ns | ew
        numbers = {names: at for at, names in enumerate(everybody, start=1)}
        numbers_ns = numbers_ew = numbers
        directions = ("", "")
    else:
        numbers_ns, numbers_ew = ({names: at for at, names in enumerate(side, start=1)} for side in (ns, ew))
        directions = ("NS", "EW")
    return [
        replace(
            line,
            ns=Label(numbers_ns[frozenset(line.seats[::2])], directions[0]),
            ew=Label(numbers_ew[frozenset(line.seats[1::2])], directions[1]),
        )
        for line in lines
    ]


def _rounds(lines: Iterable[FlatLine]) -> Iterator[SourceRound]:
    """Yield the movement that follows from the rounds and tables of *lines*; nothing where one of them has none."""
    boards: dict[tuple[int, int], list[int]] = defaultdict(list)
    met: dict[tuple[int, int], tuple[int, int]] = {}
    for line in lines:
        if line.round_no is None or line.table_no is None or line.ns is None or line.ew is None:
            return
        place = line.round_no, line.table_no
        if met.setdefault(place, (line.ns.number, line.ew.number)) != (line.ns.number, line.ew.number):
            return
        boards[place].append(line.board_no)
    sets = _sets(boards.values())
    for (round_no, table_no), played in sorted(boards.items()):
        ns_no, ew_no = met[round_no, table_no]
        yield SourceRound(round_no, table_no, ns_no, ew_no, sets[played[0]] if sets else tuple(sorted(set(played))))


def _sets(together: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return the set of each board where boards that were played *together* make sets, else nothing.

    So a board that a table did not play is part of its round all the same.
    """
    sets: dict[int, set[int]] = {}
    most = 0
    for boards in together:
        most = max(most, len(set(boards)))
        joined = set(boards).union(*(sets.get(board_no, ()) for board_no in boards))
        sets |= dict.fromkeys(joined, joined)
    if any(len(boards) > most for boards in sets.values()):  # tables that cut the boards in other ways
        return {}
    known = {board_no: tuple(sorted(boards)) for board_no, boards in sets.items()}
    blocks = {board_no: _block(board_no, most) for board_no in known}
    is_in_blocks = all(set(boards) <= set(blocks[board_no]) for board_no, boards in known.items())
    return blocks if is_in_blocks else known  # a board that nobody played is part of its set too


def _block(board_no: int, size: int) -> tuple[int, ...]:
    """Return the set of a board where sets are laid out one after the other.

    >>> _block(5, 3)
    (4, 5, 6)
    """
    first = (board_no - 1) // size * size + 1
    return tuple(range(first, first + size))
