"""Build the scored field of an imported session, with its official figures.

Nothing is stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from director.additions.imports.formats.source.matches import SCORES
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourceMatch,
    SourceSection,
)
from director.additions.imports.official.figures import (
    LineKey,
    LinePoints,
    OfficialFigure,
    OfficialFigures,
    PairFigures,
    PairKey,
    make_line_key,
    make_official_figures,
    make_pair_keys,
)
from director.additions.imports.store.plans import has_match_rounds
from director.additions.imports.store.sections import SourceSession
from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LineEntry, parse_line_entry
from director.errors import DeskError
from director.formats.result import make_result_entry
from director.models import Section
from director.models.event import Game
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.model import Board, DueMatch, Field, Line, MatchKey, MatchResult, Ranking
from scoring.totals.players import IndividualField, rank_players

Partners = Mapping[int, tuple[int, int]]
"""The two players of each partnership, by their numbers in scoring."""


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """A session of a file with its *entries_by_line* by line, its scored *field* and official figures.

    *partners* are those of single players, else empty.
    """

    source_session: SourceSession
    entries_by_line: dict[LineKey, LineEntry]
    field: Field
    official_figures: OfficialFigures
    partners: Partners


def rank_field(
    method: ScoringMethod,
    field: Field,
    settings: Mapping[str, str],
    partners: Partners | None = None,
) -> Ranking:
    """Return the ranking of *field*, of single players if it has *partners*."""
    if not partners:
        return method.rank(field, settings)
    pairs_field = replace(field, credits=())
    return rank_players(method, IndividualField(pairs_field, partners, field.credits), settings)


def make_imported_session(
    source_session: SourceSession, *, has_own_average: bool
) -> ImportedSession:
    """Return the field of a session of a file.

    Without *has_own_average*, an average of the pair's own percentage becomes a flat one.
    """
    entries_by_line: dict[LineKey, LineEntry] = {}
    lines: list[LinePoints] = []
    lines_by_board: dict[int, list[Line]] = defaultdict(list)
    reader = _EntryReader(
        has_own_average=has_own_average, game=source_session.scoring_field.event.game
    )
    is_divided = source_session.scoring_field.has_several_sections
    for section, line, key in source_session.lines:
        board_no = key[0]
        entries_by_line[key], pairless_line = reader.read_entry(line, board_no)
        lines.append(_make_line_points(line, key))
        letter = section.letter if is_divided else ""
        lines_by_board[board_no].append(_seat_pairs(pairless_line, key, letter))
    pairs = (
        PairFigures(
            *source_session.get_pair_key(section, pair), pair.total, pair.percent, pair.rank
        )
        for section, source_section in source_session.sections
        for pair in source_section.pairs
    )
    if source_session.scoring_field.has_matches:
        field = _make_field_of_matches(source_session, lines_by_board)
    else:
        field = _make_field_of_pairs(source_session.scoring_field.winners, lines_by_board)
    has_matches = source_session.scoring_field.has_matches
    matches = _collect_matches_with_figures(source_session) if has_matches else {}
    official_figures = make_official_figures(pairs, lines, matches, has_matches=has_matches)
    return ImportedSession(
        source_session, entries_by_line, field, official_figures, _get_partners(source_session)
    )


def _make_line_points(line: SourceLine, key: LineKey) -> LinePoints:
    """Return the official points of *line*, first those of the pair that sat N-S."""
    figures = line.ns_points, line.ew_points, line.ns_percent, line.ew_percent
    if line.is_turned:
        figures = line.ew_points, line.ns_points, line.ew_percent, line.ns_percent
    return LinePoints(key, *figures)


def _seat_pairs(line: Line, key: LineKey, letter: str) -> Line:
    """Return *line* between the pairs of *key* in the section with *letter*."""
    _board_no, ns, ew = key
    if ns < 0:
        return line.with_contestants(-ns, -ew, letter)._replace(lists=("EW", "NS"))
    return line.with_contestants(ns, ew, letter)


def _get_partners(source_session: SourceSession) -> Partners:
    scoring_field = source_session.scoring_field
    partners_by_number = {}
    for section, source_section in source_session.sections:
        for number in source_section.partners_by_number:
            side = scoring_field.get_field_number(section, number)
            partners_by_number[scoring_field.get_scoring_number(side)] = scoring_field.get_partners(
                side
            )
    return partners_by_number


def _make_field_of_matches(
    source_session: SourceSession, lines_by_board: Mapping[int, Sequence[Line]]
) -> Field:
    """Return the field of a contest of teams or pairs with its matches.

    If each round is a match, a board of several rounds is compared within each.
    """
    rounds_by_match = _get_rounds_by_match(source_session)
    lines_by_round: dict[tuple[int, int | None], list[Line]] = defaultdict(list)
    lines_by_match: dict[tuple[int | None, int, int], list[tuple[int, Line]]] = defaultdict(list)
    for board_no in sorted(lines_by_board):
        for line in sorted(lines_by_board[board_no], key=lambda line: line.ns):
            low, high = sorted((line.ns, line.ew))
            round_no = rounds_by_match.get((board_no, low, high))
            lines_by_round[board_no, round_no].append(line)
            lines_by_match[round_no, low, high].append((board_no, line))
    due_matches_by_key = {}
    for key, match_lines in lines_by_match.items():
        board_numbers = {board_no for board_no, _line in match_lines}
        is_over = all(map(_is_settled, (line for _board_no, line in match_lines)))
        due_matches_by_key[key] = DueMatch(*key, len(board_numbers), is_over)
    # A result that was entered without boards counts in place of the boards that there are.
    for match in _list_reported_matches(source_session):
        due_matches_by_key[match.round_no, match.home, match.away] = match
    return Field(
        1,
        tuple(
            Board(board_no, tuple(board_lines), round_no)
            for (board_no, round_no), board_lines in lines_by_round.items()
        ),
        contest=CONTESTS[source_session.scoring_field.event.contest].scoring_contest,
        matches=tuple(due_matches_by_key.values()),
    )


def iter_matches(
    source_session: SourceSession,
) -> Iterator[tuple[Section, MatchKey, SourceMatch]]:
    """Yield each match of the file with its section and its key in the field.

    The lower number in the field is the first side of the match.
    """
    scoring_field = source_session.scoring_field
    for section, source_section in source_session.sections:
        has_rounds = has_match_rounds(section, source_section)
        for match in source_section.matches:
            first, second = (
                scoring_field.get_scoring_number(scoring_field.get_field_number(section, number))
                for number in (match.first_no, match.second_no)
            )
            round_no = match.round_no if has_rounds else None
            if first < second:
                yield section, (round_no, first, second), match
            else:
                yield section, (round_no, second, first), match.exchange_sides()


def _collect_matches_with_figures(source_session: SourceSession) -> dict[MatchKey, SourceMatch]:
    """Return the matches with figures whose key only they have."""
    matches_by_key: dict[MatchKey, list[SourceMatch]] = defaultdict(list)
    for _section, key, match in iter_matches(source_session):
        matches_by_key[key].append(match)
    # Two teams alone play one match, whose parts can have figures of their own.
    return {
        key: matches[0]
        for key, matches in matches_by_key.items()
        if len(matches) == 1 and matches[0].has_figures
    }


def _list_reported_matches(source_session: SourceSession) -> list[DueMatch]:
    """Return the matches whose boards aren't in the file, with their results."""
    parts_by_key: dict[MatchKey, list[tuple[SourceMatch, MatchResult]]] = defaultdict(list)
    for _section, key, match in iter_matches(source_session):
        result = find_match_result(match)
        if result and not match.is_played:
            parts_by_key[key].append((match, result))
    due_matches = []
    for key, parts in parts_by_key.items():
        results = [result for _match, result in parts]
        board_numbers = {board_no for match, _result in parts for board_no in match.boards}
        total = MatchResult(
            results[0].unit,
            sum((Fraction(result.home) for result in results), Fraction(0)),
            sum((Fraction(result.away) for result in results), Fraction(0)),
        )
        due_matches.append(DueMatch(*key, len(board_numbers), True, total))
    return due_matches


def find_match_result(match: SourceMatch, *, is_by_score: bool = False) -> MatchResult | None:
    """Return the result of *match* as it is entered without boards, or None if it has none.

    Victory points are used if there are no points of boards, or if it *is_by_score*.
    """
    (first, second), unit = match.points, match.unit
    if is_by_score or first is None or second is None:
        (first, second), unit = match.scores, SCORES
    if first is None or second is None:
        return None
    if min(first, second) < 0:
        # A file with the margin of each side, 14 and -14.
        first, second = max(first, Decimal(0)), max(second, Decimal(0))
    return MatchResult(unit, Fraction(first), Fraction(second))


def _is_settled(line: Line) -> bool:
    """Return whether nobody waits for the result of *line*."""
    return line.has_result or line.state is LineState.NOT_PLAYED


def _get_rounds_by_match(source_session: SourceSession) -> dict[tuple[int, int, int], int]:
    """Return the round in which two teams play a board, where each round is a match of its own."""
    rounds_by_match: dict[tuple[int, int, int], int] = {}
    scoring_field = source_session.scoring_field
    for section, source_section in source_session.sections:
        if not has_match_rounds(section, source_section):
            continue
        for row in source_section.rounds:
            low, high = sorted(
                scoring_field.get_scoring_number(scoring_field.get_field_number(section, team))
                for team in (row.ns_no, row.ew_no)
            )
            rounds_by_match |= {(board_no, low, high): row.round_no for board_no in row.boards}
    return rounds_by_match


class _EntryReader:
    """Parses the results of lines, equal ones only once: a large file has few different results."""

    def __init__(self, *, has_own_average: bool, game: str) -> None:
        self._has_own_average = has_own_average
        self._game = game
        self._cached_entries_and_lines: dict[tuple[object, ...], tuple[LineEntry, Line]] = {}
        self._entries_by_text: dict[str, LineEntry] = {}

    def read_entry(self, line: SourceLine, board_no: int) -> tuple[LineEntry, Line]:
        """Return the entry of *line*, and a line to be scored that has no pairs yet."""
        key = board_no, line.result
        if key not in self._cached_entries_and_lines:
            entry = self._read_own_entry(line, board_no) or self._make_entry(line, board_no)
            self._cached_entries_and_lines[key] = entry, entry.make_unpaired_line(board_no)
        return self._cached_entries_and_lines[key]

    def _read_own_entry(self, line: SourceLine, board_no: int) -> LineEntry | None:
        """Return the entry that this program wrote into *line*, or None if it isn't needed.

        Other columns of the file say the same, except for an assigned score, an average of the
        pair's own percentage, and the results of other games than bridge.
        """
        if not line.result.own_text:
            return None
        try:
            entry = parse_line_entry(line.result.own_text, game=self._game)
            entry.check(board_no)
        except (DeskError, ScoringError):
            # Somebody edited the file: its other columns still give a result.
            return None
        if entry.ns or entry.point_shift or self._game != Game.BRIDGE:
            return entry
        if (
            entry.artificial is not None
            and entry.artificial.has_own_average
            and self._has_own_average
        ):
            return entry
        return None

    def _make_entry(self, line: SourceLine, board_no: int) -> LineEntry:
        entry = make_result_entry(line.result, board_no)
        if entry.artificial and not self._has_own_average:
            entry = replace(entry, artificial=entry.artificial.without_own_averages)
        text = str(entry)
        return self._entries_by_text.setdefault(text, LineEntry(text, entry))


def _make_field_of_pairs(winners: int, lines_by_board: dict[int, list[Line]]) -> Field:
    boards = [
        Board(board_no, tuple(sorted(lines_by_board[board_no], key=lambda line: line.ns)))
        for board_no in sorted(lines_by_board)
    ]
    return Field(winners, tuple(_filter_comparable_boards(boards, winners)))


def _filter_comparable_boards(boards: Sequence[Board], winners: int) -> Iterator[Board]:
    """Yield *boards* without pairs and boards that have no result at all."""
    if all(line.has_result for board in boards for line in board.lines):
        yield from boards
        return
    pairs_with_result: set[PairKey] = set()
    for board in boards:
        for line in board.lines:
            if line.has_result:
                pairs_with_result.update(_get_line_pairs(board, line, winners))
    for board in boards:
        lines = tuple(
            line
            for line in board.lines
            if pairs_with_result.issuperset(_get_line_pairs(board, line, winners))
        )
        if any(line.has_result for line in lines):
            yield Board(board.board_no, lines)


def _get_line_pairs(board: Board, line: Line, winners: int) -> tuple[PairKey, PairKey]:
    return make_pair_keys(make_line_key(board.board_no, line), winners)


# Points that a file counts in another unit than this program, all by one factor.
#
# Some programs write a matchpoint as a tenth or a fifth of the top, or count a win as one.

FACTORS = tuple(map(Decimal, ("10", "100", "2", "5", "20", "4", "0.5", "0.1", "0.2", "0.01")))
_MIN_FIGURES = 6
_NEARLY_ALL = Fraction(19, 20)
_Figures = list[tuple[OfficialFigure, Fraction]]


def find_factor(
    imported_sessions: Iterable[ImportedSession], rankings: Iterable[Ranking]
) -> Decimal | None:
    """Return the factor by which nearly all points of lines differ from ours, or None."""
    figures: _Figures = []
    for imported_session, ranking in zip(imported_sessions, rankings, strict=True):
        for line in imported_session.official_figures.iter_line_differences(ranking):
            sides = zip(
                line.official_figures,
                (line.our_line.ns_points, line.our_line.ew_points),
                strict=True,
            )
            for official_figure, our_points in sides:
                # Nothing is nothing by every factor.
                if official_figure is not None and our_points:
                    figures.append((official_figure, Fraction(our_points)))
    if len(figures) < _MIN_FIGURES:
        return None
    for factor in FACTORS:
        agreeing_count = sum(
            official_figure.is_rounded_from(our_points / Fraction(factor))
            for official_figure, our_points in figures
        )
        if agreeing_count >= _NEARLY_ALL * len(figures):
            return factor
    return None


def with_factor(source_sessions: Sequence[SourceSession], factor: Decimal) -> list[SourceSession]:
    """Return *source_sessions* with all points times *factor*."""
    scaled_sessions = []
    for session in source_sessions:
        scaled_sections = tuple(
            _multiply_section(section, factor) for section in session.source_sections
        )
        scaled_sessions.append(replace(session, source_sections=scaled_sections))
    return scaled_sessions


def _multiply_section(section: SourceSection, factor: Decimal) -> SourceSection:
    boards = (
        SourceBoard(board.board_no, tuple(_multiply_lines(board.lines, factor)))
        for board in section.boards
    )
    pairs = (
        replace(
            pair,
            total=_multiply_figure(pair.total, factor),
            adjustment=_multiply_figure(pair.adjustment, factor),
        )
        for pair in section.pairs
    )
    return replace(section, boards=tuple(boards), pairs=tuple(pairs))


def _multiply_lines(lines: Iterable[SourceLine], factor: Decimal) -> Iterator[SourceLine]:
    for line in lines:
        yield line._replace(
            ns_points=_multiply_figure(line.ns_points, factor),
            ew_points=_multiply_figure(line.ew_points, factor),
        )


def _multiply_figure(figure: Decimal | None, factor: Decimal) -> Decimal | None:
    """Return *figure* times *factor*, with as many reliable decimals as it had.

    >>> _multiply_figure(Decimal("0.33"), Decimal(10)), _multiply_figure(Decimal("3"), Decimal("0.5"))
    (Decimal('3.3'), Decimal('1.5'))
    """
    if figure is None:
        return None
    product = figure * factor
    power = len(str(factor)) - 1
    if factor == Decimal(1).scaleb(power):
        return figure.scaleb(power)
    return product
