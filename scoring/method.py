"""The interface of a scoring method: name, options, and the function that ranks a field.

The methods are in ``scoring.methods``; ``scoring.registry`` lists them all. ``choose_settings``
completes the options of anything that has options.

Before a field is scored, all its problems are found at once, so that a file is corrected in one go.
``check_field`` looks for contradictions that no method could score: boards listed twice, contestants
with two results, credits of unknown contestants. ``check_field_rulings`` looks for rulings that the
chosen method has no rule for.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.bridge.contracts import get_duplicate_game
from scoring.bridge.rulings import (
    ADJUSTMENT_UNITS,
    KINDS_OF_ROUNDS,
    SHIFT_UNITS,
    Adjustment,
    LineState,
    PointShift,
)
from scoring.display import format_contestant_name
from scoring.errors import FieldError, ScoringError
from scoring.model import DEFAULT_LISTS, Board, Field, Line, Ranking, get_line_keys
from scoring.option import Option
from scoring.refusals import make_field_twice_on_board_error
from scoring.working import ScoredSide, Working

MOVED_POINTS = "moved"
"""The accepted ruling of methods that can score points moved by hand."""
SHARED_UNITS = frozenset({"matchpoints", "IMPs", "matches", "games", "tricks"})
"""Units that mean the same in every method, as "points" don't."""
SCALE_OPTION_NAME = "victory_points"
"""The option of methods that score a match in IMPs and may turn them into victory points."""
_PROPER_NAMES = ("Butler", "Howell", "Safford", "Swiss")
"""The people and the country after whom methods are named. They keep the capital in a sentence."""

_RESULT_KINDS = {
    LineState.PASSED_OUT: ("a score of 0",),
    LineState.PLAYED: ("a score", "a score of 0"),
    LineState.NOT_PLAYED: ("no result",),
    LineState.ARTIFICIAL: ("an artificial score",),
    LineState.TO_BE_PLAYED: ("no result",),
}
"""The kinds of result that a line can have in each state."""


def _get_zero_points(_settings: Mapping[str, str], _boards: int) -> int:
    return 0


def _accept_any_length(_settings: Mapping[str, str], _boards: int) -> None:
    """Accept matches of any number of boards, for a method without matches or scales."""


def _list_no_units(_settings: Mapping[str, str]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """A way to turn results into places. ``rank`` is its entry point."""

    key: str
    name: str
    abbr: str
    unit: str  # the name of the points
    decimals: int  # the number of decimals shown
    options: tuple[Option, ...]
    source: str  # where the rule is written
    # Ranks a field without problems, with a complete set of options.
    compute: Callable[[Field, Mapping[str, str]], Ranking]
    # Returns how the points of a side that has a score were found, by the functions of *compute*.
    explain: Callable[[ScoredSide], Working]
    # The rulings that it has a rule for: "assigned", "own-average" and "one-sided" scores, points
    # "moved" by hand, and the units of adjustments. "moved" needs one of SHIFT_UNITS, and
    # "one-sided" needs "assigned".
    accepted_rulings: frozenset[str] = frozenset()
    games: tuple[str, ...] = ("bridge", "whist", "auction")  # the games whose scores it is made for
    # Games for which it is not offered, but events and files may use it.
    other_games: tuple[str, ...] = ()
    contest: str = "pairs"
    # What a score without a contract is in a file: a score of some contract ("contracts"),
    # "points" of auction, or "tricks", which are 13 at most.
    bare_score_meaning: str = "contracts"
    # Its choices for the options of another method by which it scores boards.
    fixed_choices: tuple[tuple[str, str], ...] = ()
    # The points of lines can be added up for single players: board by board ("boards"), or for a
    # whole round ("rounds"). Empty if they can't.
    player_totals_by: str = ""
    rule_text: str = ""  # in a few words, what the points are
    # What an artificial score is worth: a "share", the average of the "scores" or of the
    # "direction", "nothing" above or below it, or "none".
    artificial_basis: str = "share"
    has_percents: bool = False  # totals are also percentages of the tops of the boards
    has_average_for_missing: bool = False  # a board without a score adds an average to the total
    extra_points_reason: str = "for boards sat out"  # which other points a total has
    has_columns: bool = False  # boards are written in three columns
    has_large_teams: bool = False  # a team adds up its results at any number of tables
    has_many_tables: bool = False  # two teams may play a board at many tables
    # Matches of a team that withdraws from a round robin don't count if it has played fewer than
    # half of them.
    needs_half_played: bool = False
    # The victory points that the two sides of a match share, 0 without victory points. This function
    # and the next take the settings and the number of boards in the match.
    get_points_per_match: Callable[[Mapping[str, str], int], int] = _get_zero_points
    # Raises a ScoringError if the scale has no points for such a match.
    check_match_boards: Callable[[Mapping[str, str], int], None] = _accept_any_length
    # The units in which a match can be entered without its boards, by the settings.
    list_reported_units: Callable[[Mapping[str, str]], tuple[str, ...]] = _list_no_units
    default_for_games: tuple[str, ...] = ()  # the games for which it is the default
    name_in_files: str = ""  # its name in files of other programs
    # The options that most of those programs use.
    common_file_options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse rulings that lack another one.

        :raises ValueError: with the ruling to add
        """
        accepted_rulings = self.accepted_rulings
        if MOVED_POINTS in accepted_rulings and accepted_rulings.isdisjoint(SHIFT_UNITS):
            raise ValueError(
                f"{self.key} accepts “moved”, so it must accept a unit to move: {', '.join(SHIFT_UNITS)}."
            )
        # A penalty that counts for one side alone is stored as an assigned score.
        if "one-sided" in accepted_rulings and "assigned" not in accepted_rulings:
            raise ValueError(f"{self.key} accepts “one-sided”, so it must accept “assigned”.")

    @property
    def name_in_sentence(self) -> str:
        """The name within a sentence: "matchpoints" or "team IMPs", but "Butler IMPs"."""
        is_abbreviation = self.name[:2].isupper()
        if is_abbreviation or self.name.startswith(_PROPER_NAMES):
            return self.name
        return self.name[:1].lower() + self.name[1:]

    def get_name_with_scale(self, settings: Mapping[str, str]) -> str:
        """Return the name with the scale of victory points in *settings*: "Team IMPs, EBU".

        Without a scale it is the name alone.
        """
        for option in self.options:
            if option.name != SCALE_OPTION_NAME:
                continue
            scale = settings.get(option.name, option.default)
            if scale in option.phrases and scale != "none":
                return f"{self.name}, {option.phrases[scale]}"
        return self.name

    @property
    def has_own_average(self) -> bool:
        """Whether an average plus or minus may be a pair's own average of its other boards."""
        return "own-average" in self.accepted_rulings

    def is_meant_for_game(self, game: str) -> bool:
        """Return whether the method is made for the scores of *game*, given by its key."""
        return get_duplicate_game(game).family in self.games

    def can_score_game(self, game: str) -> bool:
        """Return whether the method can rank the scores of *game*, also if it is not made for them."""
        return get_duplicate_game(game).family in (*self.games, *self.other_games)

    def rank(self, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
        """Return the ranking of *field*. Missing options take their defaults.

        :raises ScoringError: if an option or choice is unknown
        :raises FieldError: with all problems of the field
        """
        settings = self.complete_settings(options or {})
        # Both put several lines of a team on a board, in the same direction.
        allows_many_lines = self.has_large_teams or self.has_many_tables
        problems = check_field(field, has_large_teams=allows_many_lines)
        if not problems:
            problems = check_field_rulings(field, self.name, self.accepted_rulings, self.contest)
        if problems:
            raise FieldError(problems)
        ranking = self.compute(field, settings)
        # A method that is registered later may reuse another's function, which sets its own key.
        if ranking.method != self.key:
            ranking = replace(ranking, method=self.key)
        if field.knockout:
            return field.knockout.rank(ranking)
        return ranking

    def complete_settings(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the choices of all options of the method: those in *options*, and the defaults."""
        return choose_settings(self.key, self.options, options)

    def with_fixed_choices(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return *settings* with the options that are fixed for the method."""
        return {**dict(self.fixed_choices), **settings}


def choose_settings(
    key: str, options: Sequence[Option], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Return the choice of each of *options*: the one in *chosen* or the default.

    *key* is the method whose options they are, for error messages.

    >>> choose_settings("euchre", (Option("lone_hands", "Lone hands", {"yes": "yes", "no": "no"}),), {})
    {'lone_hands': 'yes'}

    :raises ScoringError: if *chosen* has an unknown option or choice, or a text that can't be read
    """
    options_by_name = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in options_by_name:
            raise ScoringError(
                "unknown-option",
                "Unknown option “{name}” for {method}. Choose from {known}.",
                method=key,
                name=name,
                known=", ".join(options_by_name) or "none",
            )
        option = options_by_name[name]
        if not _is_valid_choice(option, value):
            raise ScoringError(
                "unknown-choice",
                "Option {name} of {method} can’t be “{value}”. Choose one of {known}.",
                method=key,
                name=name,
                value=value,
                known=", ".join(option.phrases),
            )
    return {option.name: _normalize_choice(option, chosen) for option in options}


def _is_valid_choice(option: Option, value: object) -> bool:
    """Return whether *value* is one of the choices, or a text that the option will parse."""
    if not isinstance(value, str):
        return False
    if option.parse:
        return True
    choices = option.split(value)
    return len(choices) <= option.max_choices and option.phrases.keys() >= set(choices)


def _normalize_choice(option: Option, chosen: Mapping[str, str]) -> str:
    choice = option.get_choice(chosen)
    return option.parse(choice) if option.parse else ",".join(option.split(choice))


def check_field(field: Field, *, has_large_teams: bool = False) -> list[ScoringError]:
    """Return all problems of *field*, board by board.

    With *has_large_teams* several pairs of a team may play a board in the same direction.

    >>> from scoring.model import Line
    >>> field = Field(2, (Board(1, (Line(1, 1, 50), Line(1, 2, 50))),))
    >>> [str(problem) for problem in check_field(field)]
    ['Board 1: 1 N-S has two results. Delete one.']
    """
    problems: list[ScoringError] = []
    is_for_pairs = field.contest != "teams"
    has_one_winner = is_for_pairs and field.winner_count == 1
    if field.winner_count not in (1, 2):
        problems.append(
            ScoringError(
                "field-winners",
                "A field has 1 or 2 winners, not {winners}.",
                winners=field.winner_count,
            )
        )
    seen_boards: set[tuple[int | None, int, bool]] = set()
    for board in field.boards:
        # In one round a board may be played in half matches and in whole ones: that isn't twice.
        board_key = (board.round_no, board.board_no, board.is_half)
        if board_key in seen_boards:
            problems.append(
                ScoringError(
                    "field-board-twice",
                    "Board {board_no} is listed twice. List its results once.",
                    board_no=board.board_no,
                )
            )
        seen_boards.add(board_key)
        problems += _check_lines(
            board,
            is_for_pairs=is_for_pairs,
            has_one_winner=has_one_winner,
            has_large_teams=has_large_teams,
        )
    if any(line.section for board in field.boards for line in board.lines):
        problems += _check_sections(field)
    if field.credits or field.strata:
        problems += _check_credits_and_strata(field)
    return problems


def _check_lines(
    board: Board, *, is_for_pairs: bool, has_one_winner: bool, has_large_teams: bool
) -> Iterator[ScoringError]:
    """Yield the problems of the lines of *board*."""
    # Nearly all boards have each contestant once, and results that are right by themselves.
    if has_one_winner:
        seat_count = len({line.ns for line in board.lines} | {line.ew for line in board.lines})
    else:
        ns_seats = {(line.lists[0], line.ns) for line in board.lines}
        seat_count = len(ns_seats | {(line.lists[1], line.ew) for line in board.lines})
    has_each_contestant_once = seat_count == 2 * len(board.lines)
    if has_each_contestant_once and not any(_check_all_results(board)):
        return
    if is_for_pairs:
        yield from _check_pair_lines(board, has_one_winner=has_one_winner)
    else:
        yield from _check_team_lines(board, has_large_teams=has_large_teams)


def _check_all_results(board: Board) -> Iterator[ScoringError]:
    """Yield the problems of results by themselves, whoever sits there."""
    for line in board.lines:
        if line.state is not None or line.artificial is not None or line.assigned is not None:
            yield from _check_result(board, line)


def _check_team_lines(board: Board, *, has_large_teams: bool) -> Iterator[ScoringError]:
    """Yield the problems of team lines. A team may sit once in each direction.

    N-S and E-W may be the same team, if its halves play a board against each other.
    """
    seen_seats: set[tuple[str, int]] = set()
    for line in board.lines:
        for side, number in (("N-S", line.ns), ("E-W", line.ew)):
            if (side, number) in seen_seats and not has_large_teams:
                yield make_field_twice_on_board_error(
                    board_no=board.board_no,
                    contestant=f"team {number} {side}",
                )
            seen_seats.add((side, number))
        yield from _check_result(board, line)


def format_line_name(board: Board, line: Line) -> str:
    """Return the name of *line* in sentences: board and contestants."""
    return f"Board {board.board_no}, {line.contestants_text}"


def _check_pair_lines(board: Board, has_one_winner: bool) -> Iterator[ScoringError]:
    """Yield the problems of the lines of pairs.

    With one winner, the same two pairs may replay a board with each other's cards: mnemonic
    duplicate.
    """
    seen_ns_numbers: set[int] = set()
    # With one winner a number is the same contestant in both directions.
    seen_ew_numbers: set[int] = seen_ns_numbers if has_one_winner else set()
    replays = collect_replays(board) if has_one_winner else set()
    for line in board.lines:
        if has_one_winner and line.ns == line.ew:
            yield ScoringError(
                "field-own-opponent",
                "Board {board_no}: {contestant} plays against itself. Correct one of the numbers.",
                board_no=board.board_no,
                contestant=f"pair {line.ns}",
            )
            continue
        for side, list_name, number in zip(
            DEFAULT_LISTS, line.lists, (line.ns, line.ew), strict=True
        ):
            if not line.has_result_for(side) or (line.ns, line.ew) in replays:
                continue
            seen_numbers = seen_ns_numbers if list_name == "NS" else seen_ew_numbers
            if number in seen_numbers:
                if has_one_winner:
                    contestant = f"pair {number}"
                else:
                    contestant = format_contestant_name(list_name, number)
                yield make_field_twice_on_board_error(
                    board_no=board.board_no,
                    contestant=contestant,
                )
            seen_numbers.add(number)
        yield from _check_result(board, line)


def collect_replays(board: Board) -> set[tuple[int, int]]:
    """Return the N-S and E-W pairs of lines in which two pairs hold each other's cards."""
    meetings: set[tuple[int, int]] = set()
    replays: set[tuple[int, int]] = set()
    for line in board.lines:
        if (line.ns, line.ew) in meetings:
            # A third result of the two is no replay.
            replays.discard((line.ns, line.ew))
        elif (line.ew, line.ns) in meetings:
            replays.add((line.ns, line.ew))
        meetings.add((line.ns, line.ew))
    return replays


def _check_result(board: Board, line: Line) -> Iterator[ScoringError]:
    if line.score is not None and line.artificial is not None:
        yield ScoringError(
            "field-two-results",
            "Board {board_no}: {ns} N-S against {ew} E-W has a score and an artificial score. "
            "Delete one.",
            board_no=board.board_no,
            ns=line.ns,
            ew=line.ew,
        )
    elif line.assigned is not None and (line.score is not None or line.artificial is not None):
        yield ScoringError(
            "field-two-scores",
            "{where} has an assigned score and another score. Delete one.",
            where=format_line_name(board, line),
        )
    if line.state is None:
        return
    result_kind = _get_result_kind(line)
    if result_kind not in _RESULT_KINDS[line.state]:
        yield ScoringError(
            "field-state",
            "{where} is marked as {state} but has {found}. Correct one.",
            where=format_line_name(board, line),
            state=line.state.value,
            found=result_kind,
        )
    elif line.state is LineState.NOT_PLAYED and not line.reason.strip():
        yield ScoringError(
            "field-reason",
            "{where} wasn’t played, but has no reason. Add one, or mark it as still to be played.",
            where=format_line_name(board, line),
        )


def _get_result_kind(line: Line) -> str:
    if line.artificial is not None:
        return "an artificial score"
    if line.score == 0:
        return "a score of 0"
    if line.is_scored:
        return "a score"
    return "no result"


def _check_sections(field: Field) -> Iterator[ScoringError]:
    """Yield problems for lines without a section and for contestants with two."""
    ns_sections: dict[int, str] = {}
    ew_sections = ns_sections if field.winner_count == 1 else {}
    sections_by_list = {"NS": ns_sections, "EW": ew_sections}
    reported_keys = set()
    for board in field.boards:
        for line in board.lines:
            section = line.section
            if not section:
                yield ScoringError(
                    "field-section-missing",
                    "{where} has no section, but other results do. Add it.",
                    where=format_line_name(board, line),
                )
                continue
            for list_name, key in zip(
                line.lists,
                get_line_keys(line, has_two_winners=field.winner_count == 2),
                strict=True,
            ):
                _direction, number = key
                first_section = sections_by_list[list_name].setdefault(number, section)
                if first_section != section and key not in reported_keys:
                    reported_keys.add(key)
                    yield ScoringError(
                        "field-two-sections",
                        "{contestant} plays in section {first} and on board {board_no} in section {other}. "
                        "Correct one, or use different numbers in each section.",
                        contestant=format_contestant_name(
                            *key, contestant_noun=field.contestant_noun
                        ),
                        first=first_section,
                        other=section,
                        board_no=board.board_no,
                    )


def _check_credits_and_strata(field: Field) -> Iterator[ScoringError]:
    """Yield the problems of credits and strata."""
    known_keys: set[tuple[str | None, int]] = set()
    for board in field.boards:
        for line in board.lines:
            known_keys.update(get_line_keys(line, has_two_winners=field.winner_count == 2))
    # Two kinds of contestants are known without a line: one with nothing but byes and unplayed
    # matches, and one whose matches were all reported without their boards.
    known_keys.update(
        (credit.direction, credit.contestant)
        for credit in field.credits
        if credit.kind in KINDS_OF_ROUNDS
    )
    for match in field.matches:
        if match.reported_result:
            known_keys.update(((None, match.home), (None, match.away)))
    yield from _check_credits(field, known_keys)
    yield from _check_strata(field, known_keys)


def _check_credits(
    field: Field, known_keys: Collection[tuple[str | None, int]]
) -> Iterator[ScoringError]:
    seen_credits = set()
    for credit in field.credits:
        if (credit.direction, credit.contestant) not in known_keys:
            yield ScoringError(
                "field-stranger",
                "{contestant} gets {credit} but has no line. Correct the number.",
                contestant=credit.format_contestant(field.contestant_noun),
                credit=credit,
            )
        key = (credit.direction, credit.contestant, credit.kind)
        # Several penalties and byes add up; a second carry-over or handicap is a mistake.
        if credit.kind not in ("penalty", *KINDS_OF_ROUNDS) and key in seen_credits:
            yield ScoringError(
                "field-credit-twice",
                "{contestant} has more than one {kind}. Combine them into one.",
                contestant=credit.format_contestant(field.contestant_noun),
                kind=credit.kind,
            )
        seen_credits.add(key)


def _check_strata(
    field: Field, known_keys: Collection[tuple[str | None, int]]
) -> Iterator[ScoringError]:
    counts_by_name = Counter(stratum.name for stratum in field.strata)
    for name, count in counts_by_name.items():
        if count > 1:
            yield ScoringError(
                "field-stratum-twice",
                "Stratum {stratum} is listed twice. List its contestants once.",
                stratum=name,
            )
    for stratum in field.strata:
        if not stratum.members:
            yield ScoringError(
                "field-stratum-empty",
                "Stratum {stratum} has no contestants. Add them, or remove the stratum.",
                stratum=stratum.name,
            )
        for (direction, number), count in Counter(stratum.members).items():
            contestant = format_contestant_name(
                direction, number, contestant_noun=field.contestant_noun
            )
            if (direction, number) not in known_keys:
                yield ScoringError(
                    "field-stratum-stranger",
                    "{contestant} is in stratum {stratum} but has no line. Correct the number.",
                    contestant=contestant,
                    stratum=stratum.name,
                )
            elif count > 1:
                yield ScoringError(
                    "field-stratum-member-twice",
                    "{contestant} is in stratum {stratum} twice. List each contestant once.",
                    contestant=contestant,
                    stratum=stratum.name,
                )


def check_field_rulings(
    field: Field, method: str, accepted_rulings: Collection[str], contest: str
) -> list[ScoringError]:
    """Return a problem for every ruling that the method named *method* can't score.

    *accepted_rulings* are the kinds of scores and the units of adjustments that the method has rules
    for.

    >>> from fractions import Fraction
    >>> from scoring.bridge.rulings import Adjustment
    >>> late = Adjustment("ns", Fraction(-3), "imp", "late")
    >>> field = Field(1, (Board(7, (Line(1, 2, 50, adjustments=(late,)),)),))
    >>> [str(problem) for problem in check_field_rulings(field, "Matchpoints", {"mp", "%"}, "pairs")]
    ['Board 7, 1 N-S against 2 E-W: Matchpoints doesn’t use imp. Enter the adjustment in mp, %.']
    """
    if field.contest != contest:
        return [
            ScoringError(
                "field-contest",
                "{method} is for {wanted}, but these are {given}. Choose another method.",
                method=method,
                wanted=contest,
                given=field.contest,
            )
        ]
    units = [unit for unit in ADJUSTMENT_UNITS if unit in accepted_rulings]
    problems: list[ScoringError] = []
    for board in field.boards:
        for line in board.ruled_lines:
            problems += _check_line_rulings(board, line, method, accepted_rulings, units)
    for credit in field.credits:
        if credit.unit not in accepted_rulings:
            problems.append(
                _make_unit_error(
                    credit.format_contestant(field.contestant_noun), method, credit.unit, units
                )
            )
    return problems


def _check_line_rulings(
    board: Board, line: Line, method: str, accepted_rulings: Collection[str], units: list[str]
) -> Iterator[ScoringError]:
    artificial = line.artificial
    point_shift = line.point_shift
    can_shift_points = MOVED_POINTS in accepted_rulings
    refused_rulings = []  # what the method can't score, and what to do instead
    if line.assigned is not None and "assigned" not in accepted_rulings:
        refused_rulings.append(("assigned scores of several parts", "enter one score"))
    if (
        artificial is not None
        and artificial.has_own_average
        and "own-average" not in accepted_rulings
    ):
        refused_rulings.append(
            ("a pair’s own average", f"enter a share without a sign instead of {artificial}")
        )
    if artificial is not None and artificial.is_one_sided and "one-sided" not in accepted_rulings:
        refused_rulings.append(
            ("a share of one side alone", f"give both sides a share instead of {artificial}")
        )
    if point_shift is not None and not can_shift_points:
        refused_rulings.append(("points adjusted by hand", "enter a score, or remove the points"))
    for ruling_name, instead in refused_rulings:
        yield make_field_not_scored_error(
            where=format_line_name(board, line),
            method=method,
            what=ruling_name,
            instead=instead,
        )
    changes: list[Adjustment | PointShift] = list(line.adjustments)
    if point_shift is not None and can_shift_points:
        changes.insert(0, point_shift)
    for change in changes:
        if change.unit not in accepted_rulings:
            yield _make_unit_error(format_line_name(board, line), method, change.unit, units)


def _make_unit_error(where: str, method: str, unit: str, units: list[str]) -> ScoringError:
    if not units:
        return make_field_not_scored_error(
            where=where,
            method=method,
            what="penalties and credits",
            instead="subtract it from the total by hand",
        )
    return ScoringError(
        "field-unit",
        "{where}: {method} doesn’t use {unit}. Enter the adjustment in {known}.",
        where=where,
        method=method,
        unit=unit,
        known=", ".join(units),
    )


def make_field_not_scored_error(
    *, where: object, method: object, what: object, instead: object
) -> ScoringError:
    """Return the error that *method* has no rule for *what*, and what to do *instead*."""
    return ScoringError(
        "field-not-scored",
        "{where}: {method} has no rule for {what}; {instead}.",
        where=where,
        method=method,
        what=what,
        instead=instead,
    )
