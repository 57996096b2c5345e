"""What happened in a session, finding by finding, and what a choice does to the figures of the pairs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import LineState, read_artificial
from scoring.errors import ScoringError
from scoring.laws.irregularities.missing import find_missing_boards
from scoring.laws.irregularities.mistakes import find_mistakes
from scoring.laws.irregularities.model import (
    FULL_BOTH,
    LATER,
    NEITHER,
    NOT_DUE,
    VOID,
    Choice,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    TableLine,
    make_award_choice,
    say,
)
from scoring.laws.irregularities.played import OnBoard, PlayedIndex
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Key, Line, get_contestant_keys

FOULED_LAW = "Law 87"


def find_all(session: PlayedLines) -> tuple[Finding, ...]:
    """Return the differences of *session* from its plan, those to settle first.

    >>> from scoring.laws.irregularities.model import TableLine
    >>> due = (TableLine(7, 1, 2, 1, 1), TableLine(7, 3, 4, 1, 2))
    >>> done = TableLine(7, 2, 1, 1, 1), TableLine(7, 3, 4, 1, 2)
    >>> for finding in find_all(PlayedLines(due, done, rounds_over=1)):
    ...     print(finding.words, finding.law)
    Wrong direction: pair 2 sat N-S and pair 1 E-W on board 7 at table 1 in round 1. Law 5

    Source: [LAWS2017] Laws 12C2, 15B, 82B and 87.
    """
    played = PlayedIndex(session)
    claimed: set[OnBoard] = set()
    # Mistakes come first, since they explain boards that are missing later.
    findings = list(find_mistakes(played, claimed))
    findings += find_missing_boards(played, claimed)
    findings += _find_fouled_boards(played)
    return tuple(sorted(findings, key=lambda finding: not finding.is_open))


def _find_fouled_boards(played: PlayedIndex) -> Iterator[Finding]:
    boards: dict[int, list[TableLine]] = defaultdict(list)
    for line in played.session.done:
        if played.scores.get((line.board_no, line.ns)) is line:  # a score that stands
            boards[line.board_no].append(line)
    for board_no, lines in boards.items():
        sizes = Counter(line.group for line in lines)
        if len(sizes) < 2:
            continue
        lone_lines = [line for line in lines if sizes[line.group] == 1]
        if lone_lines and not played.session.rates_small_groups:
            for line in lone_lines:
                if (board_no, line.ns) not in played.settled:
                    yield _make_lone_finding(played, line)
            continue
        words = say(
            "Board {board_no} is fouled: groups of {sizes} results.",
            board_no=board_no,
            sizes=" and ".join(str(size) for size in sizes.values()),
        )
        pairs = tuple(pair for line in lines for pair in (line.ns, line.ew))
        choices = (Choice("stands", say("Keep the score")),)
        yield Finding(
            Kind.FOULED, f"fouled-{board_no}", words, FOULED_LAW, (board_no,), pairs, choices
        )


def _make_lone_finding(played: PlayedIndex, line: TableLine) -> Finding:
    """Return the finding of a result without comparison: average plus or minus for both."""
    session = played.session
    rows = (line,)
    words = say(
        "Board {board_no} was fouled for {ns} and {ew} only.",
        board_no=line.board_no,
        ns=session.name(line.ns),
        ew=session.name(line.ew),
    )
    choices = tuple(
        make_award_choice(session, rows, faults, "fouled board") for faults in (NEITHER, FULL_BOTH)
    )
    key = f"fouled-{line.board_no}-{line.ns}-{line.ew}"
    return Finding(
        Kind.FOULED, key, words, FOULED_LAW, (line.board_no,), (line.ns, line.ew), choices
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """The figure of *pair* now and after a choice. None if it has no result."""

    pair: int
    before: Fraction | None
    after: Fraction | None
    is_percent: bool = True


class Effects:
    """The effects of choices on a *field*, which is ranked once for each choice.

    *key_of* returns the direction and number in *field* of a pair of the session.

    >>> from scoring.laws.irregularities.model import SideFault
    >>> from scoring.registry import find_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 450))), Board(2, (Line(3, 4, 50),))))
    >>> line = RuledLine(2, 1, 2, "A60+/NP", SideFault.NONE, SideFault.NONE, "Law 12C2(a)", "robbed")
    >>> effects = Effects(field, find_method("matchpoints"), {}, lambda pair: (None, pair))
    >>> choice = Choice("award", "Award", (line,))
    >>> [(effect.pair, str(effect.before), str(effect.after)) for effect in effects.compute(choice)]
    [(1, '0', '30'), (2, '100', '100')]
    """

    def __init__(
        self,
        field: Field,
        method: ScoringMethod,
        options: Mapping[str, str],
        key_of: Callable[[int], Key],
        section: str = "",
    ) -> None:
        self._field = field
        self._method = method
        self._options = options
        self._key_of = key_of
        self._section = section
        self._is_percent = "%" in method.accepts
        self._before = self._compute_figures(field)

    def compute(self, choice: Choice, pairs: Iterable[int] = ()) -> tuple[Effect, ...]:
        """Return the effects of *choice* on its pairs and on *pairs*, none if it can't be scored."""
        new_figures = self._before
        if choice.lines:
            try:
                field = with_ruled_lines(self._field, choice.lines, self._key_of, self._section)
                new_figures = self._compute_figures(field)
            except ScoringError:
                return ()
        choice_pairs = [pair for line in choice.lines for pair in (line.ns, line.ew)]
        effects = []
        for pair in dict.fromkeys((*choice_pairs, *pairs)):
            key = self._key_of(pair)
            effects.append(
                Effect(pair, self._before.get(key), new_figures.get(key), self._is_percent)
            )
        return tuple(effects)

    def _compute_figures(self, field: Field) -> dict[Key, Fraction | None]:
        if not any(board.lines for board in field.boards):  # nothing to rank
            return {}
        figures = {}
        for standing in self._method.rank(field, self._options).standings:
            figure = standing.percent if self._is_percent else standing.total
            figures[standing.direction, standing.contestant] = figure
        return figures


def with_ruled_lines(
    field: Field, lines: Iterable[RuledLine], key_of: Callable[[int], Key], section: str = ""
) -> Field:
    """Return *field* with the *lines* of a choice, without boards that have no line left."""
    lines_by_board: dict[int, list[RuledLine]] = defaultdict(list)
    for line in lines:
        lines_by_board[line.board_no].append(line)
    boards = {board.board_no: board for board in field.boards}
    for board_no, board_lines in lines_by_board.items():
        board = boards.get(board_no) or Board(board_no, ())
        boards[board_no] = _replace_ruled_lines(field, board, board_lines, key_of, section)
    return replace(field, boards=tuple(board for board in boards.values() if board.lines))


def _replace_ruled_lines(
    field: Field,
    board: Board,
    ruled_lines: list[RuledLine],
    key_of: Callable[[int], Key],
    section: str,
) -> Board:
    """Return *board* with *ruled_lines* in place of the lines of the same pairs."""
    ruled_sides = [{key_of(line.ns), key_of(line.ew)} for line in ruled_lines]
    ruled_contestants: set[Key] = set()
    for sides in ruled_sides:
        ruled_contestants |= sides
    lines = []
    for line in board.lines:
        line_sides = set(get_contestant_keys(field, line))
        # An award without result gives way to a ruling that concerns one of its pairs.
        is_outdated = not line.has_result and line_sides & ruled_contestants
        if line_sides not in ruled_sides and not is_outdated:
            lines.append(line)
    for ruled in ruled_lines:
        if ruled.text != VOID:
            _direction, ns = key_of(ruled.ns)
            _direction, ew = key_of(ruled.ew)
            lines.append(_make_ruled_line(ruled, ns, ew, section))
    return replace(board, lines=tuple(lines))


def _make_ruled_line(line: RuledLine, ns: int, ew: int, section: str) -> Line:
    if line.text.startswith(NOT_DUE):
        return Line(ns, ew, state=LineState.NOT_PLAYED, reason=line.words, section=section)
    if line.text == LATER:
        return Line(ns, ew, state=LineState.TO_BE_PLAYED, section=section)
    return Line(ns, ew, artificial=read_artificial(line.text), section=section)
