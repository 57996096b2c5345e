"""The input and the result of scoring, as frozen records.

A ``Field`` is everything that is compared: boards, and on each board one *line* per table. A
``Ranking`` is the result of one scoring method. Contestants are numbers; names, tables and rounds
are left to the caller.

With two winners N-S and E-W are ranked apart, each in its own *list*. Scores are seen from N-S.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scoring.bridge.rulings import (
    Adjustment,
    ArtificialScore,
    AssignedScore,
    CarryOverLimit,
    Credit,
    LineState,
    PointShift,
    WeightedScore,
    compute_carry_over_limit,
)
from scoring.display import SIDE_NAMES, format_figure
from scoring.elimination import Knockout

BoardNo: TypeAlias = int
RoundNo: TypeAlias = int
ContestantNo: TypeAlias = int
"""The number of a pair, of a player in an individual contest, or of a team."""

Points: TypeAlias = Fraction | int
"""An exact number of points. It is an ``int`` as long as nothing was divided."""

Lists: TypeAlias = tuple[str, str]
"""The lists ("NS" or "EW") in which the contestants sitting N-S and E-W are ranked."""
ContestantKey: TypeAlias = tuple[str | None, ContestantNo]
"""One contestant: direction (None with one winner) and number."""
MatchKey: TypeAlias = tuple[RoundNo | None, ContestantNo, ContestantNo]
"""The round of a match, None if unknown, and both contestants, the lower number first."""

DEFAULT_LISTS: Lists = ("NS", "EW")

_STATES_OF_PLAYED_LINES = (None, LineState.PLAYED)


def make_lists_json(lists: Lists) -> dict[str, object]:
    """Return the JSON key ``lists`` of a line with its value, empty for the default lists.

    >>> make_lists_json(("EW", "NS")), make_lists_json(("NS", "EW"))
    ({'lists': ['EW', 'NS']}, {})
    """
    if lists == DEFAULT_LISTS:
        return {}
    return {"lists": list(lists)}


class Line(NamedTuple):
    """One table's line on a board: two contestants and their result.

    A large field has thousands of lines, and a frozen dataclass with this many fields is slow to
    create: hence the named tuple.

    Without a *score*, *artificial* or *assigned* score the line has no result.

    >>> Line(1, 6, score=420).score, Line(2, 7).score
    (420, None)
    """

    ns: ContestantNo  # sitting N-S
    ew: ContestantNo  # sitting E-W
    score: int | None = None  # seen from N-S; at whist, the tricks of N-S
    artificial: ArtificialScore | None = None  # in place of a score
    group: str = ""  # lines are compared within their group only; a fouled board has several
    declarer: str | None = None
    honours: int = 0  # at auction, those of the side that won the points
    assigned: AssignedScore | None = None  # in place of a score, several weighted scores
    adjustments: tuple[Adjustment, ...] = ()  # changes to the total of one side, such as penalties
    state: LineState | None = None  # why the line is empty, or that a score of 0 was passed out
    reason: str = ""  # what *state* leaves out, in words
    section: str = ""  # the section of both contestants, empty if there is only one
    point_shift: PointShift | None = None  # the points of the line that a director moved by hand
    # With two winners, the lists in which the N-S and the E-W contestant are ranked. They are
    # exchanged for pairs that sat the other way round.
    lists: Lists = DEFAULT_LISTS
    # The contract with its declarer and result, "3HS+1", if it is known. For methods that compare
    # contracts in place of scores.
    contract: str = ""

    def with_contestants(self, ns: int, ew: int, section: str = "") -> "Line":
        """Return the line with contestants *ns* and *ew* of *section*.

        >>> Line(1, 6, score=420).with_contestants(2, 7) == Line(2, 7, score=420)
        True
        """
        # Slices take half the time of _replace, and every line of a large field is made here.
        return Line._make((ns, ew, *self[2:_SECTION_INDEX], section, *self[_SECTION_INDEX + 1 :]))

    @property
    def contestants_text(self) -> str:
        """The contestants in words, with their seats if they differ from their lists.

        >>> Line(1, 6).contestants_text, Line(6, 1, lists=("EW", "NS")).contestants_text
        ('1 N-S against 6 E-W', '6 E-W sitting N-S against 1 N-S sitting E-W')
        """
        names = []
        for side, list_name, number in zip(
            DEFAULT_LISTS, self.lists, (self.ns, self.ew), strict=True
        ):
            name = f"{number} {SIDE_NAMES[list_name]}"
            if list_name != side:
                name += f" sitting {SIDE_NAMES[side]}"
            names.append(name)
        return " against ".join(names)

    @property
    def is_scored(self) -> bool:
        """Whether the line has a score, played or assigned, that others are compared with."""
        return self.score is not None or self.assigned is not None

    @property
    def has_result(self) -> bool:
        """Whether the line has a score of any kind."""
        return self.score is not None or self.assigned is not None or self.artificial is not None

    @property
    def is_ruled(self) -> bool:
        """Whether the line has more than a played score, such as an award or an adjustment."""
        return bool(
            self.artificial
            or self.assigned
            or self.adjustments
            or self.point_shift
            or self.state not in _STATES_OF_PLAYED_LINES
        )

    @property
    def has_both_results(self) -> bool:
        """Whether both sides have a score of any kind, as on every line of a full board."""
        return self.is_scored or (self.artificial is not None and not self.artificial.is_one_sided)

    def is_due_for(self, side: str) -> bool:
        """Return whether the line counts for *side* (``"NS"`` or ``"EW"``).

        A share for one side only does not count for the other side.

        >>> [Line(1, 6, artificial=ArtificialScore(Fraction(60), None)).is_due_for(side) for side in ("NS", "EW")]
        [True, False]
        """
        if self.artificial is None:
            return True
        share = self.artificial.ns if side == "NS" else self.artificial.ew
        return share is not None

    def has_result_for(self, side: str) -> bool:
        """Return whether *side* has a score of any kind. A contestant has at most one on a board."""
        return self.has_result and self.is_due_for(side)

    def get_ns_shares(self) -> tuple[WeightedScore, ...]:
        """Return the weighted parts of the N-S score, empty without a score.

        >>> Line(1, 6, score=420).get_ns_shares()
        (WeightedScore(score=420, weight=Fraction(1, 1)),)
        """
        if self.assigned:
            return self.assigned.ns
        return self._make_played_share()

    def get_ew_shares(self) -> tuple[WeightedScore, ...]:
        """Return the weighted parts of the E-W score, seen from N-S."""
        if self.assigned:
            return self.assigned.ew
        return self._make_played_share()

    def _make_played_share(self) -> tuple[WeightedScore, ...]:
        if self.score is None:
            return ()
        return (WeightedScore(self.score),)


_SECTION_INDEX = Line._fields.index("section")


@dataclass(frozen=True)
class Board:
    """All lines of one board, in any order."""

    board_no: BoardNo
    lines: tuple[Line, ...]
    # Distinguishes boards with the same number in a contest of matches.
    round_no: RoundNo | None = None
    # It belongs to a half match, which is worth half the victory points. A three-way match of one
    # round has such halves.
    is_half: bool = False

    @cached_property
    def size_by_group(self) -> Mapping[str, int]:
        """The number of scores in each group. A board with several groups was fouled.

        >>> dict(Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).size_by_group)
        {'': 1, 'fouled': 1}
        """
        scored_lines = [
            line for line in self.lines if line.score is not None or line.assigned is not None
        ]
        return Counter([line.group for line in scored_lines])

    @property
    def score_count(self) -> int:
        """The number of lines with a score that others are compared with."""
        return sum(self.size_by_group.values())

    @cached_property
    def result_count(self) -> int:
        """The number of lines with a score of any kind for both sides."""
        unscored_lines = [line for line in self.ruled_lines if not line.is_scored]
        return self.score_count + sum(line.has_both_results for line in unscored_lines)

    @cached_property
    def ruled_lines(self) -> tuple[Line, ...]:
        """The lines with more than a played score, such as an award or an adjustment."""
        return tuple([line for line in self.lines if line.is_ruled])

    @property
    def section(self) -> str:
        """The section of the first line, for a board of one section."""
        return self.lines[0].section if self.lines else ""

    def get_scores_by_group(self) -> dict[str, list[int]]:
        """Return the played scores by group. Lines without one are left out.

        >>> Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).get_scores_by_group()
        {'': [420], 'fouled': [-50]}
        """
        scores_by_group: dict[str, list[int]] = {}
        for line in self.lines:
            if line.score is not None:
                scores_by_group.setdefault(line.group, []).append(line.score)
        return scores_by_group


@dataclass(frozen=True, slots=True)
class Stratum:
    """Contestants who are also ranked separately, by direction (None with one winner) and number."""

    name: str
    members: tuple[ContestantKey, ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that was reported without its boards."""

    unit: str  # "imp", "vp" or "mp" (points of boards)
    home: Points
    away: Points


def format_match_result(result: MatchResult) -> str:
    """Return the *result* of a match in words.

    >>> format_match_result(MatchResult("vp", Fraction(27, 2), Fraction(13, 2)))
    '13.5 : 6.5 VPs'
    """
    unit = {"imp": "IMPs", "vp": "VPs", "mp": "points"}[result.unit]
    return f"{format_figure(result.home)} : {format_figure(result.away)} {unit}"


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A scheduled match."""

    round_no: RoundNo | None
    home: ContestantNo  # the lower number
    away: ContestantNo
    board_count: int
    is_over: bool = True
    reported_result: MatchResult | None = None  # if given, boards that are entered don't count
    # Awards and penalties of the two contestants. Those in IMPs count before IMPs become victory
    # points.
    credits: tuple[Credit, ...] = ()

    def describe_for_contestant(self, contestant: int) -> str:
        """Return the match as *contestant* has it.

        >>> DueMatch(3, 2, 5, board_count=8).describe_for_contestant(5)
        'match against 2 in round 3'
        """
        opponent = self.away if contestant == self.home else self.home
        if self.round_no:
            return f"match against {opponent} in round {self.round_no}"
        return f"match against {opponent}"


@dataclass(frozen=True, slots=True)
class Field:
    """All boards that are scored together.

    >>> Field(winner_count=2, boards=(Board(1, (Line(1, 1, score=50),)),)).winner_count
    2
    """

    # With two, N-S and E-W are ranked apart, and a number may be one pair in each direction.
    winner_count: int
    # Lines may name their sections, and a method can compare within sections only.
    boards: tuple[Board, ...]
    credits: tuple[Credit, ...] = ()  # carry-overs, handicaps and penalties of contestants
    contest: str = "pairs"  # "pairs", "teams" or "individual"
    strata: tuple[Stratum, ...] = ()  # the contestants of each are ranked among themselves too
    knockout: Knockout | None = None  # contestants are ranked by the round that they reached
    # The scheduled matches. Any other match is over, and all boards entered for it count.
    matches: tuple[DueMatch, ...] = ()
    # The teams that have left a round robin, in the order in which they left. Their unfinished
    # matches stay unfinished.
    withdrawn_teams: tuple[ContestantNo, ...] = ()
    # Given for a part of a field: the most that a contestant can carry over into the whole field.
    carry_over_limit: CarryOverLimit | None = None

    @property
    def max_carry_over(self) -> CarryOverLimit:
        """The most that a contestant can carry over into the field."""
        if self.carry_over_limit is not None:
            return self.carry_over_limit
        if self.credits:
            return compute_carry_over_limit(self.credits)
        return CarryOverLimit()

    @property
    def has_match_credits(self) -> bool:
        """Whether a ruling changed the score of a match."""
        return any(match.credits for match in self.matches)

    @property
    def due_match_by_key(self) -> dict[MatchKey, DueMatch]:
        """The scheduled matches by round, lower and higher number."""
        return {(match.round_no, match.home, match.away): match for match in self.matches}

    @property
    def contestant_noun(self) -> str:
        """The noun before the number of a contestant without a direction."""
        return {"teams": "Team", "individual": "Player"}.get(self.contest, "Pair")


def without_handicaps(field: Field) -> Field:
    """Return *field* without handicaps, for the gross list. If it has none, it is returned itself.

    >>> without_handicaps(Field(1, (), (Credit(7, None, "handicap", Fraction(4), "%"),))).credits
    ()
    """
    credits = tuple(credit for credit in field.credits if credit.kind != "handicap")
    if credits == field.credits:
        return field
    return replace(field, credits=credits)


class ScoredLine(NamedTuple):
    """A line with the points of both sides.

    Both are None if the line has no result. One is None if the line does not count for that side.
    """

    line: Line
    ns_points: Points | None
    ew_points: Points | None


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board's lines with their points."""

    board_no: BoardNo
    top: Points | None  # the most that a side can get, None if the method has no top
    lines: tuple[ScoredLine, ...]  # in the order of the board
    section: str = ""  # if given, only its lines are compared and listed


class Standing(NamedTuple):
    """One contestant's rank and total.

    >>> Standing(7, None, Fraction(97), Fraction(50), rank=3, is_tied=True, board_count=18).rank_text
    '3='
    """

    contestant: ContestantNo
    direction: str | None  # "NS" or "EW" with two winners, otherwise None
    total: Fraction
    # 0 to 100; None if the method has no percentages or nothing was compared.
    percent: Fraction | None
    rank: int
    is_tied: bool
    board_count: int  # the boards on which the contestant has points

    @property
    def rank_text(self) -> str:
        """The rank as text, ``"3="`` if it is shared."""
        if self.is_tied:
            return f"{self.rank}="
        return str(self.rank)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The score of a match of two teams.

    Figures of both sides are in pairs, the home team's first.
    """

    round_no: RoundNo | None  # None if unknown
    home: ContestantNo
    away: ContestantNo
    board_count: int  # the boards with results from both tables
    points: tuple[Points, Points]  # IMPs or points of boards
    # What counts, after penalties and any scale of victory points. It is 0 while the match is
    # unfinished.
    score: tuple[Points, Points]
    is_unfinished: bool = False  # not all its boards are entered
    # The unit of a result that was reported without boards, otherwise empty. If it is "vp",
    # nobody knows the points of the boards: they are 0.
    reported_unit: str = ""
    # The most matchpoints that were possible, None in all other units.
    tops: tuple[Points, Points] | None = None
    # The IMPs that each side won, with its rulings on the match; *points* are their difference.
    # None in all other units, and if nobody knows them.
    imps_won: tuple[Points, Points] | None = None

    @property
    def teams(self) -> tuple[int, int]:
        """Both teams, the home team first."""
        return self.home, self.away

    @property
    def margin(self) -> Points:
        """The points of the home team minus the away team's."""
        return self.points[0] - self.points[1]

    @property
    def result(self) -> tuple[Points, Points]:
        """The score of both sides as "183 : 139": IMPs won by each, unless a scale counts.

        >>> TeamMatch(1, 2, 5, 32, (44, -44), (44, -44), imps_won=(183, 139)).result
        (183, 139)
        """
        is_score_in_imps = self.points == self.score
        if self.imps_won and is_score_in_imps:
            return self.imps_won
        return self.score

    @property
    def points_won(self) -> tuple[Points, Points]:
        """The points of the boards as "83 : 39": IMPs won by each side, not their difference.

        >>> TeamMatch(1, 2, 5, 16, (44, -44), (19, 1), imps_won=(83, 39)).points_won
        (83, 39)
        """
        return self.imps_won or self.points

    @property
    def imps_before_scale(self) -> tuple[Points, Points] | None:
        """The IMPs won by each side of which a scale made the score, or None without a scale.

        >>> TeamMatch(1, 2, 5, 16, (44, -44), (19, 1), imps_won=(83, 39)).imps_before_scale
        (83, 39)
        """
        return None if self.points == self.score else self.imps_won

    def view_from_team(self, team: int) -> "TeamMatch":
        """Return the match as *team* has it, whose figures come first.

        >>> TeamMatch(1, 2, 5, 32, (44, -44), (16, 4)).view_from_team(5).score
        (4, 16)
        """
        if team == self.home:
            return self
        return replace(
            self,
            home=self.away,
            away=self.home,
            points=self.points[::-1],
            score=self.score[::-1],
            tops=None if self.tops is None else self.tops[::-1],
            imps_won=None if self.imps_won is None else self.imps_won[::-1],
        )


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A figure that was needed to break ties."""

    title: str  # the heading of its column
    texts: Mapping[int, str]  # by contestant; those whose ties didn't need it have none


@dataclass(slots=True)
class Tally:
    """The sums of one contestant."""

    contestant: ContestantNo
    direction: str | None
    point_sum: Points = 0
    available_points: Points = 0
    board_count: int = 0  # boards with points
    line_count: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of a field."""

    method: str  # the key of the scoring method
    boards: tuple[ScoredBoard, ...]  # in the order of the field
    # Sorted by direction, N-S first, then by rank, then by contestant.
    standings: tuple[Standing, ...]
    notes: tuple[str, ...] = ()  # sentences on what may surprise a reader
    matches: tuple[TeamMatch, ...] = ()  # the matches of teams
    awards: tuple[Credit, ...] = ()  # the points that teams get because an opponent has withdrawn
    # The figures that were compared within ties, in the order of comparison.
    tie_breaks: tuple[TieBreak, ...] = ()
    # The sums of the boards, empty if the method has none of the whole field.
    tallies: Sequence[Tally] = field(default=(), compare=False, repr=False)


def get_line_contestants(field: Field, line: Line) -> tuple[ContestantKey, ContestantKey]:
    """Return the N-S and the E-W contestant on *line* of *field*."""
    return get_line_keys(line, has_two_winners=field.winner_count == 2)


def get_line_keys(line: Line, *, has_two_winners: bool) -> tuple[ContestantKey, ContestantKey]:
    """Return the N-S and the E-W contestant on *line*, without directions unless *has_two_winners*."""
    if has_two_winners:
        return ((line.lists[0], line.ns), (line.lists[1], line.ew))
    return ((None, line.ns), (None, line.ew))
