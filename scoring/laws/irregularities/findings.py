"""The irregularities of a session, and the effect of a choice on the figures of the pairs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import LineState, parse_artificial
from scoring.errors import ScoringError
from scoring.laws.irregularities.missing import iter_missing_boards
from scoring.laws.irregularities.mistakes import iter_mistakes
from scoring.laws.irregularities.model import (
    CANCELLED,
    FULL_FAULTS,
    NO_FAULTS,
    NOT_DUE,
    PLAY_LATER,
    Irregularity,
    IrregularityKind,
    RuledLine,
    RulingChoice,
    SessionLines,
    TableLine,
    format_sentence,
    make_award_choice,
)
from scoring.laws.irregularities.played import BoardAndPair, SessionIndex
from scoring.method import ScoringMethod
from scoring.model import Board, ContestantKey, Field, Line, get_line_contestants

FOULED_LAW = "Law 87"


def list_irregularities(session: SessionLines) -> tuple[Irregularity, ...]:
    """Return how *session* differs from its plan. Differences that are still to be settled come first.

    >>> from scoring.laws.irregularities.model import TableLine
    >>> due = (TableLine(7, 1, 2, 1, 1), TableLine(7, 3, 4, 1, 2))
    >>> done = TableLine(7, 2, 1, 1, 1), TableLine(7, 3, 4, 1, 2)
    >>> for irregularity in list_irregularities(SessionLines(due, done, last_round_over=1)):
    ...     print(irregularity.description, irregularity.law)
    Wrong direction: pair 2 sat N-S and pair 1 E-W on board 7 at table 1 in round 1. Law 5

    Source: [LAWS2017] Laws 12C2, 15B, 82B and 87.
    """
    played = SessionIndex(session)
    explained_boards: set[BoardAndPair] = set()
    # Mistakes are looked for first, because they explain some of the missing boards.
    irregularities = list(iter_mistakes(played, explained_boards))
    irregularities += iter_missing_boards(played, explained_boards)
    irregularities += _iter_fouled_boards(played)
    return tuple(sorted(irregularities, key=lambda irregularity: not irregularity.is_open))


def _iter_fouled_boards(played: SessionIndex) -> Iterator[Irregularity]:
    lines_by_board: dict[int, list[TableLine]] = defaultdict(list)
    for line in played.session.started_lines:
        has_standing_score = played.line_by_board_and_pair.get((line.board_no, line.ns)) is line
        if has_standing_score:
            lines_by_board[line.board_no].append(line)
    for board_no, lines in lines_by_board.items():
        size_by_group = Counter(line.group for line in lines)
        if len(size_by_group) < 2:
            continue
        lone_lines = [line for line in lines if size_by_group[line.group] == 1]
        if lone_lines and not played.session.scores_lone_results:
            for line in lone_lines:
                if (board_no, line.ns) not in played.awarded_boards:
                    yield _make_lone_result_irregularity(played, line)
            continue
        description = format_sentence(
            "Board {board_no} is fouled: groups of {sizes} results.",
            board_no=board_no,
            sizes=" and ".join(str(size) for size in size_by_group.values()),
        )
        pairs = tuple(pair for line in lines for pair in (line.ns, line.ew))
        choices = (RulingChoice("stands", format_sentence("Keep the score")),)
        yield Irregularity(
            IrregularityKind.FOULED,
            f"fouled-{board_no}",
            description=description,
            law=FOULED_LAW,
            board_nos=(board_no,),
            pairs=pairs,
            choices=choices,
        )


def _make_lone_result_irregularity(played: SessionIndex, line: TableLine) -> Irregularity:
    """Return the irregularity of a result without comparison. Both get average plus, or both minus."""
    session = played.session
    lines = (line,)
    description = format_sentence(
        "Board {board_no} was fouled for {ns} and {ew} only.",
        board_no=line.board_no,
        ns=session.get_name(line.ns),
        ew=session.get_name(line.ew),
    )
    choices = tuple(
        make_award_choice(session, lines, faults, "fouled board")
        for faults in (NO_FAULTS, FULL_FAULTS)
    )
    key = f"fouled-{line.board_no}-{line.ns}-{line.ew}"
    return Irregularity(
        IrregularityKind.FOULED,
        key,
        description=description,
        law=FOULED_LAW,
        board_nos=(line.board_no,),
        pairs=(line.ns, line.ew),
        choices=choices,
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """The figure of a pair before and after a choice, None if it has no result."""

    pair: int
    figure_before: Fraction | None
    figure_after: Fraction | None
    is_percent: bool = True


class EffectCalculator:
    """The effects of choices on a *field*, which is ranked once for each choice.

    *get_contestant_key* returns the direction and number that a pair of the session has in *field*.

    >>> from scoring.laws.irregularities.model import SideFault
    >>> from scoring.registry import get_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 450))), Board(2, (Line(3, 4, 50),))))
    >>> line = RuledLine(2, 1, 2, "A60+/NP", SideFault.NONE, SideFault.NONE, "Law 12C2(a)", "robbed")
    >>> effects = EffectCalculator(field, get_method("matchpoints"), {}, lambda pair: (None, pair))
    >>> choice = RulingChoice("award", "Award", (line,))
    >>> [(effect.pair, str(effect.figure_before), str(effect.figure_after)) for effect in effects.compute_effects(choice)]
    [(1, '0', '30'), (2, '100', '100')]
    """

    def __init__(
        self,
        field: Field,
        method: ScoringMethod,
        options: Mapping[str, str],
        get_contestant_key: Callable[[int], ContestantKey],
        section: str = "",
    ) -> None:
        self._field = field
        self._method = method
        self._options = options
        self._get_contestant_key = get_contestant_key
        self._section = section
        self._is_percent = "%" in method.accepted_rulings
        self._figure_by_contestant = self._compute_figure_by_contestant(field)

    def compute_effects(
        self, choice: RulingChoice, pairs: Iterable[int] = ()
    ) -> tuple[Effect, ...]:
        """Return the effects of *choice* on its pairs and *pairs*, empty if it can't be scored."""
        new_figures = self._figure_by_contestant
        if choice.lines:
            try:
                field = with_ruled_lines(
                    self._field, choice.lines, self._get_contestant_key, self._section
                )
                new_figures = self._compute_figure_by_contestant(field)
            except ScoringError:
                return ()
        choice_pairs = [pair for line in choice.lines for pair in (line.ns, line.ew)]
        effects = []
        for pair in dict.fromkeys((*choice_pairs, *pairs)):
            key = self._get_contestant_key(pair)
            effects.append(
                Effect(
                    pair,
                    self._figure_by_contestant.get(key),
                    new_figures.get(key),
                    self._is_percent,
                )
            )
        return tuple(effects)

    def _compute_figure_by_contestant(self, field: Field) -> dict[ContestantKey, Fraction | None]:
        if not any(board.lines for board in field.boards):  # nothing to rank
            return {}
        figures = {}
        for standing in self._method.rank(field, self._options).standings:
            figure = standing.percent if self._is_percent else standing.total
            figures[standing.direction, standing.contestant] = figure
        return figures


def with_ruled_lines(
    field: Field,
    lines: Iterable[RuledLine],
    get_contestant_key: Callable[[int], ContestantKey],
    section: str = "",
) -> Field:
    """Return *field* with the *lines* of a choice, without boards that have no line left."""
    lines_by_board: dict[int, list[RuledLine]] = defaultdict(list)
    for line in lines:
        lines_by_board[line.board_no].append(line)
    board_by_number = {board.board_no: board for board in field.boards}
    for board_no, board_lines in lines_by_board.items():
        board = board_by_number.get(board_no) or Board(board_no, ())
        board_by_number[board_no] = _replace_ruled_lines(
            field, board, board_lines, get_contestant_key, section
        )
    return replace(field, boards=tuple(board for board in board_by_number.values() if board.lines))


def _replace_ruled_lines(
    field: Field,
    board: Board,
    ruled_lines: list[RuledLine],
    get_contestant_key: Callable[[int], ContestantKey],
    section: str,
) -> Board:
    """Return *board* with *ruled_lines* in place of the lines of the same pairs."""
    ruled_sides = [
        {get_contestant_key(line.ns), get_contestant_key(line.ew)} for line in ruled_lines
    ]
    ruled_contestants: set[ContestantKey] = set()
    for sides in ruled_sides:
        ruled_contestants |= sides
    lines = []
    for line in board.lines:
        line_sides = set(get_line_contestants(field, line))
        # An award without result gives way to a ruling that concerns one of its pairs.
        is_outdated = not line.has_result and line_sides & ruled_contestants
        if line_sides not in ruled_sides and not is_outdated:
            lines.append(line)
    for ruled_line in ruled_lines:
        if ruled_line.score_text != CANCELLED:
            _direction, ns = get_contestant_key(ruled_line.ns)
            _direction, ew = get_contestant_key(ruled_line.ew)
            lines.append(_make_ruled_line(ruled_line, ns, ew, section))
    return replace(board, lines=tuple(lines))


def _make_ruled_line(line: RuledLine, ns: int, ew: int, section: str) -> Line:
    if line.score_text.startswith(NOT_DUE):
        return Line(ns, ew, state=LineState.NOT_PLAYED, reason=line.reason, section=section)
    if line.score_text == PLAY_LATER:
        return Line(ns, ew, state=LineState.TO_BE_PLAYED, section=section)
    return Line(ns, ew, artificial=parse_artificial(line.score_text), section=section)
