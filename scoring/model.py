"""The input and the result of scoring, as frozen records.

A ``Field`` is everything that is compared: boards, and on each board one *line* per table. A
``Ranking`` is the result of one scoring method. Contestants are numbers; names, tables and rounds
are left to the caller.

With two winners N-S and E-W are ranked apart, each in its own *list*. Scores are seen from N-S.
Fields are large and scored often, so lines are named tuples, and figures of a board are cached.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scoring.bridge.rulings import (
    Adjustment,
    ArtificialScore,
    AssignedScore,
    CarryOverLimit,
    Credit,
    LineState,
    PointShift,
    WeightedScore,
    compute_most_carried,
)
from scoring.display import SIDE_NAMES, exact_text

Points: TypeAlias = Fraction | int
"""An exact number of points. It is an ``int`` as long as nothing was divided."""

USUAL_LISTS = ("NS", "EW")
"""The lists in which the contestants sitting N-S and E-W are usually ranked."""


def lists_to_json(lists: tuple[str, str]) -> dict[str, object]:
    """Return the JSON part ``lists`` of a line, empty for the usual lists.

    >>> lists_to_json(("EW", "NS")), lists_to_json(("NS", "EW"))
    ({'lists': ['EW', 'NS']}, {})
    """
    if lists == USUAL_LISTS:
        return {}
    return {"lists": list(lists)}


class Line(NamedTuple):
    """One table's line on a board: contestants *ns* and *ew*, and their result.

    It is a named tuple because there are very many of them, and a frozen dataclass of so many
    fields is slow to create.

    - *score* is seen from N-S; at whist it is the tricks of N-S. In place of it the line may have an
      *artificial* score or an *assigned* one of several parts. Without any of them it has no result.
    - *group*: lines are compared within their group only. A fouled board has several groups.
    - *section* is the section of both contestants, empty if there is only one.
    - *lists*: with two winners, the lists in which the N-S and the E-W contestant are ranked. They
      differ from the usual ones for pairs that sat the other way round.
    - *adjustments* change the total of one side, such as penalties. *moved* are points that a
      director moved by hand; they are points of the line itself.
    - *state* and *reason* say more than the score: why the line is empty, or that a score of 0 was
      passed out.
    - *contract* is the contract with its declarer and result, ``"3HS+1"``, if it is known. Some
      methods do not compare scores.

    >>> Line(1, 6, score=420).score, Line(2, 7).score
    (420, None)
    """

    ns: int
    ew: int
    score: int | None = None
    artificial: ArtificialScore | None = None
    group: str = ""
    declarer: str | None = None
    honours: int = 0
    assigned: AssignedScore | None = None
    adjustments: tuple[Adjustment, ...] = ()
    state: LineState | None = None
    reason: str = ""
    section: str = ""
    moved: PointShift | None = None
    lists: tuple[str, str] = USUAL_LISTS
    contract: str = ""

    def between(self, ns: int, ew: int, section: str = "") -> "Line":
        """Return the line with contestants *ns* and *ew* of *section*.

        >>> Line(1, 6, score=420).between(2, 7) == Line(2, 7, score=420)
        True
        """
        return Line._make((ns, ew, *self[2:_SECTION], section, *self[_SECTION + 1 :]))

    @property
    def meeting(self) -> str:
        """The contestants in words, with their seats if they differ from their lists.

        >>> Line(1, 6).meeting, Line(6, 1, lists=("EW", "NS")).meeting
        ('1 N-S against 6 E-W', '6 E-W sitting N-S against 1 N-S sitting E-W')
        """
        names = []
        for side, list_name, number in zip(
            USUAL_LISTS, self.lists, (self.ns, self.ew), strict=True
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
            or self.moved
            or self.state not in _PLAYED_STATES
        )

    @property
    def is_result_of_both(self) -> bool:
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


_SECTION = Line._fields.index("section")
_RULING_FIELDS = ("artificial", "assigned", "moved", "adjustments", "group", "lists", "state")
_get_ruling = itemgetter(*map(Line._fields.index, _RULING_FIELDS))
_NO_RULING = (None, None, None, (), "", USUAL_LISTS, None)
_PLAYED_STATES = (None, LineState.PLAYED)
_PASSED_OUT = (LineState.PASSED_OUT, 0)


class BoardColumns(NamedTuple):
    """The lines of a board as columns, and what is counted of them.

    They *are_plain* if every line has a played score, all are compared with each other, and there
    are no rulings. The numbers in *seated* sit N-S and E-W. The other counts are those of ``Board``.
    """

    ns: Sequence[int]
    ew: Sequence[int]
    scores: Sequence[int]
    sections: Sequence[str]
    lists: Sequence[tuple[str, str]]
    seated: tuple[frozenset[int], frozenset[int]]
    sizes: Mapping[str, int]
    results: int
    are_plain: bool = False
    is_ruled: bool = False

    def seat_each_once(self, *, one_winner: bool) -> bool:
        """Return whether the lines are plain and nobody has two of them, as on nearly all boards.

        With *one_winner* a number is the same contestant in both directions.
        """
        ns_numbers, ew_numbers = self.seated
        seats = 2 * len(self.ns)
        if not self.are_plain or len(ns_numbers) + len(ew_numbers) < seats:
            return False
        return not one_winner or ns_numbers.isdisjoint(ew_numbers)


def _are_plain(lines: Collection[Line]) -> bool:
    """Return whether no line of *lines*, which all have a score, has a group or a ruling."""
    if list(map(_get_ruling, lines)).count(_NO_RULING) == len(lines):
        return True
    return all(
        _get_ruling(line)[:-1] == _NO_RULING[:-1]
        and (line.state in _PLAYED_STATES or (line.state, line.score) == _PASSED_OUT)
        for line in lines
    )


@dataclass(frozen=True)
class Board:
    """All lines of one board, in any order.

    *round_no* distinguishes boards of the same number in a contest of matches. *is_half* marks the
    boards of a half match, as in a triangle of one round, which is worth half the victory points.
    """

    board_no: int
    lines: tuple[Line, ...]
    round_no: int | None = None
    is_half: bool = False

    @classmethod
    def from_columns(
        cls,
        board_no: int,
        ns: Sequence[int],
        ew: Sequence[int],
        results: Sequence[Line],
        sections: Sequence[str] = (),
        *,
        round_no: int | None = None,
        is_half: bool = False,
    ) -> "Board":
        """Return a board of the contestants *ns* and *ew*, with *results* that lines may share.

        Ranking needs only the columns; the lines are made of them when they are read.

        >>> made = Line(0, 0, score=420)
        >>> Board.from_columns(7, (1, 2), (3, 4), (made, made)) == Board(7, (Line(1, 3, 420), Line(2, 4, 420)))
        True
        """
        board = cls.__new__(cls)
        unread = (results, ns, ew, sections or ("",) * len(ns))
        vars(board).update(
            board_no=board_no, round_no=round_no, is_half=is_half, scored={}, _unread=unread
        )
        return board

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[Line, ...]:
            """Make the lines of a board of columns when they are read first."""
            if name != "lines" or "_unread" not in vars(self):
                raise AttributeError(name)
            lines = tuple(map(Line.between, *self._unread))
            vars(self)["lines"] = lines
            return lines

    @cached_property
    def columns(self) -> BoardColumns:
        """The lines as columns, which are much faster in a large field than single lines."""
        if "_unread" in vars(self):
            results, ns, ew, sections = vars(self)["_unread"]
        else:
            results = self.lines
            ns = [line.ns for line in results]
            ew = [line.ew for line in results]
            sections = [line.section for line in results]
        seated = (frozenset(ns), frozenset(ew))
        scores = [result.score for result in results]
        # Lines may share a result, which is looked at once.
        different = dict(zip(map(id, results), results, strict=True)).values()
        if scores and None not in scores and _are_plain(different):
            lines = len(scores)
            return BoardColumns(
                ns, ew, scores, sections, (), seated, {"": lines}, lines, are_plain=True
            )
        return BoardColumns(
            ns,
            ew,
            scores,
            sections,
            [result.lists for result in results],
            seated,
            sizes=Counter(result.group for result in results if result.is_scored),
            results=sum(result.is_result_of_both for result in results),
            is_ruled=any(result.is_ruled for result in different),
        )

    @cached_property
    def scored(self) -> dict[Hashable, "ScoredBoard"]:
        """Cached points of the board, by everything else that they depend on."""
        return {}

    @cached_property
    def passed(self) -> set[Hashable]:
        """The checks in which its lines had no faults."""
        return set()

    @property
    def sizes(self) -> Mapping[str, int]:
        """The number of scores in each group. A board with several groups was fouled.

        >>> dict(Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).sizes)
        {'': 1, 'fouled': 1}
        """
        return self.columns.sizes

    @property
    def scores(self) -> int:
        """The number of lines with a score that others are compared with."""
        return sum(self.columns.sizes.values())

    @property
    def results(self) -> int:
        """The number of lines with a score of any kind for both sides."""
        return self.columns.results

    @property
    def is_ruled(self) -> bool:
        """Whether a line has more than a played score, such as an award or an adjustment."""
        return self.columns.is_ruled

    @property
    def section(self) -> str:
        """The section of the first line, for a board of one section."""
        return self.columns.sections[0] if self.columns.sections else ""

    def group_scores(self) -> dict[str, list[int]]:
        """Return the played scores by group. Lines without one are left out.

        >>> Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).group_scores()
        {'': [420], 'fouled': [-50]}
        """
        groups: dict[str, list[int]] = {}
        for line in self.lines:
            if line.score is not None:
                groups.setdefault(line.group, []).append(line.score)
        return groups


@dataclass(frozen=True, slots=True)
class Stratum:
    """Contestants who are also ranked separately, by direction (None with one winner) and number."""

    name: str
    members: tuple[tuple[str | None, int], ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that was reported without its boards.

    *unit* is ``"imp"``, ``"vp"`` or ``"mp"`` (points of boards).
    """

    unit: str
    home: Points
    away: Points


def match_result_text(result: MatchResult) -> str:
    """Return the *result* of a match in words.

    >>> match_result_text(MatchResult("vp", Fraction(27, 2), Fraction(13, 2)))
    '13.5 : 6.5 VPs'
    """
    unit = {"imp": "IMPs", "vp": "VPs", "mp": "points"}[result.unit]
    return f"{exact_text(result.home)} : {exact_text(result.away)} {unit}"


MatchKey: TypeAlias = tuple[int | None, int, int]
"""The round of a match, None if unknown, and both contestants, the lower number first."""


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A scheduled match of *boards* boards. *home* is the lower number.

    A match with a *reported* result counts by that, whatever boards are entered.  *credits* are
    awards and penalties of its two contestants. Those in IMPs count before a scale.
    """

    round_no: int | None
    home: int
    away: int
    boards: int
    is_over: bool = True
    reported: MatchResult | None = None
    credits: tuple[Credit, ...] = ()

    def where(self, contestant: int) -> str:
        """Return the match as *contestant* has it.

        >>> DueMatch(3, 2, 5, boards=8).where(5)
        'match against 2 in round 3'
        """
        opponent = self.away if contestant == self.home else self.home
        if self.round_no:
            return f"match against {opponent} in round {self.round_no}"
        return f"match against {opponent}"


@dataclass(frozen=True, slots=True)
class Elimination:
    """A contestant knocked out *by* another, with *rounds_left* rounds to come, 0 for the final.

    *decided* says how if not by the score, such as ``"by lot"``. *losses* are the matches that
    everybody has lost who is out, 2 in a double elimination. One that *has_gone_on* won a match
    before, or was among those who go on from a match of three.
    """

    contestant: int
    by: int
    rounds_left: int
    decided: str = ""
    round_no: int = 0
    losses: int = 1
    has_gone_on: bool = False


@dataclass(frozen=True, slots=True)
class Knockout(ABC):
    """The state of a knock-out: the winner (*won*), those still *playing* and those *out*.

    *first_losses* are the matches of a double elimination that put nobody out. How it ranks is
    known to those who score contests of matches (``scoring.teams.knockout``).
    """

    won: tuple[int, ...]
    playing: tuple[int, ...]
    out: tuple[Elimination, ...]
    first_losses: tuple[Elimination, ...] = ()

    @property
    def everybody(self) -> tuple[int, ...]:
        """All contestants of the knock-out.

        >>> from scoring.teams.knockout import RankedKnockout
        >>> RankedKnockout(won=(3,), playing=(), out=(Elimination(1, by=3, rounds_left=0),)).everybody
        (3, 1)
        """
        return *self.won, *self.playing, *(lost.contestant for lost in self.out)

    def lost(self, contestant: int) -> Elimination | None:
        """Return how *contestant* was knocked out, or None if it was not."""
        for knocked_out in self.out:
            if knocked_out.contestant == contestant:
                return knocked_out
        return None

    @abstractmethod
    def rank(self, ranking: "Ranking") -> "Ranking":
        """Return *ranking* with the places of the knock-out."""

    @abstractmethod
    def describe_progress(self, contestant: int) -> str:
        """Return in a few words how far *contestant* came, empty if it took no part."""

    @abstractmethod
    def describe_run(self, contestant: int, name_of: Callable[[int], str] = str) -> str:
        """Return how far *contestant* came and against whom, for the end of a formula.

        *name_of* returns the name of another contestant, by default its number.
        """


@dataclass(frozen=True, slots=True)
class Field:
    """All boards that are scored together, for one winner or two.

    - *winners*: with two, N-S and E-W are ranked apart, and a number may be one pair in each
      direction.
    - *boards*: lines may name their sections, within which a method can compare.
    - *credits* are carry-overs, handicaps and penalties of contestants.
    - *contest* is ``"pairs"``, ``"teams"`` or ``"individual"``.
    - *strata* are ranked among themselves too; ``standings_of`` returns their places.
    - *knockout*: places are by the round that everybody reached.
    - *matches* are the scheduled matches. A match that is not among them is over, with as many
      boards as count.
    - *withdrawn* are teams that left a contest in which everybody meets, in this order. Their
      unfinished matches will not be finished.
    - *carried* is for a part of a field: the most that can be carried over into the whole.

    >>> Field(winners=2, boards=(Board(1, (Line(1, 1, score=50),)),)).winners
    2
    """

    winners: int
    boards: tuple[Board, ...]
    credits: tuple[Credit, ...] = ()
    contest: str = "pairs"
    strata: tuple[Stratum, ...] = ()
    knockout: Knockout | None = None
    matches: tuple[DueMatch, ...] = ()
    withdrawn: tuple[int, ...] = ()
    carried: CarryOverLimit | None = None

    @property
    def max_carry_over(self) -> CarryOverLimit:
        """The most that a contestant can carry over into the field."""
        if self.carried is not None:
            return self.carried
        if self.credits:
            return compute_most_carried(self.credits)
        return CarryOverLimit()

    @property
    def has_match_credits(self) -> bool:
        """Whether a ruling changed the score of a match."""
        return any(match.credits for match in self.matches)

    @property
    def due_matches(self) -> dict[MatchKey, DueMatch]:
        """The scheduled matches by round, lower and higher number."""
        return {(match.round_no, match.home, match.away): match for match in self.matches}

    @property
    def kind(self) -> str:
        """The word for a contestant without a direction."""
        return {"teams": "Team", "individual": "Player"}.get(self.contest, "Pair")


def without_handicaps(field: Field) -> Field:
    """Return *field* without handicaps, for the gross list. Without any return *field* itself.

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


class ScoredBoard:
    """A board's lines with their points.

    *top* is the most that a side can get, None if the method has no top.

    With a *section* only lines of that section are compared and listed.

    >>> board = ScoredBoard.from_scores(Board(7, (Line(1, 2, 420), Line(3, 4, -50))), 2, {420: (2, 0), -50: (0, 2)})
    >>> [scored.ns_points for scored in board.lines]
    [2, 0]
    """

    def __init__(
        self, board_no: int, top: Points | None, lines: Iterable[ScoredLine], section: str = ""
    ) -> None:
        self.board_no = board_no
        self.top = top
        self.section = section
        self._lines = tuple(lines)
        self._unread: Board | None = None
        self.points_by_score: Mapping[int, tuple[Points, Points]] = {}

    @classmethod
    def from_scores(
        cls,
        board: Board,
        top: Points | None,
        points_by_score: Mapping[int, tuple[Points, Points]],
    ) -> "ScoredBoard":
        """Return a plain *board* with the points of N-S and E-W for each score.

        Totals need no more; the lines are made when they are read.
        """
        scored = cls(board.board_no, top, ())
        scored._unread = board
        scored.points_by_score = points_by_score
        return scored

    @property
    def lines(self) -> tuple[ScoredLine, ...]:
        """The lines in the order of the board."""
        board = self._unread
        if board is not None:
            self._lines = tuple(
                ScoredLine(line, *self.points_by_score[score])
                for line, score in zip(board.lines, board.columns.scores, strict=True)
            )
            self._unread = None
        return self._lines

    @property
    def is_plain(self) -> bool:
        """Whether its board is plain, so that no line has a ruling."""
        return bool(self.points_by_score)

    def with_lines(self, lines: Iterable[ScoredLine]) -> "ScoredBoard":
        """Return the board with other *lines*."""
        return ScoredBoard(self.board_no, self.top, lines, self.section)

    def with_section(self, section: str) -> "ScoredBoard":
        """Return the board as one of *section*."""
        board = copy(self)
        board.section = section
        return board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoredBoard):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"ScoredBoard{self._values}"

    @property
    def _values(self) -> tuple[object, ...]:
        return self.board_no, self.top, self.lines, self.section


class Standing(NamedTuple):
    """One contestant's place.

    *direction* is ``"NS"`` or ``"EW"`` with two winners, otherwise None. *percent* is 0 to 100, or
    None if the method has none or nothing was compared. *boards* is the number of boards on which
    the contestant has points.

    >>> Standing(7, None, Fraction(97), Fraction(50), place=3, is_tied=True, boards=18).place_text
    '3='
    """

    contestant: int
    direction: str | None
    total: Fraction
    percent: Fraction | None
    place: int
    is_tied: bool
    boards: int

    @property
    def place_text(self) -> str:
        """The place as text, ``"3="`` if it is shared."""
        if self.is_tied:
            return f"{self.place}="
        return str(self.place)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The score of two teams on the *boards* with both results.

    Figures of both sides are in pairs, those of the home team first. *points* are IMPs or points of
    boards. *score* is what counts, after penalties and the scale of victory points if there is one.
    The score of a match that *is_unfinished* is 0 until all its boards are entered. *round_no* may be
    None.  *reported* is the unit of a result that was reported without boards, else "". If that unit
    is ``"vp"``, nobody knows the points of the boards: they are 0.
    *tops* are the most matchpoints that were possible, None in all other units.
    *gross* are the IMPs that each side won, with its rulings on the match, whose difference are the
    points. It is None in all other units, and if nobody knows them.
    """

    round_no: int | None
    home: int
    away: int
    boards: int
    points: tuple[Points, Points]
    score: tuple[Points, Points]
    is_unfinished: bool = False
    reported: str = ""
    tops: tuple[Points, Points] | None = None
    gross: tuple[Points, Points] | None = None

    @property
    def teams(self) -> tuple[int, int]:
        """Both teams, the home team first."""
        return self.home, self.away

    @property
    def margin(self) -> Points:
        """The points of the home team minus those of the other."""
        return self.points[0] - self.points[1]

    @property
    def result(self) -> tuple[Points, Points]:
        """The score of both sides as people say it: IMPs won by each, unless a scale counts.

        >>> TeamMatch(1, 2, 5, 32, (44, -44), (44, -44), gross=(183, 139)).result
        (183, 139)
        """
        return self.gross if self.gross and self.points == self.score else self.score

    def seen_from(self, team: int) -> "TeamMatch":
        """Return the match as *team* has it, whose figures come first.

        >>> TeamMatch(1, 2, 5, 32, (44, -44), (16, 4)).seen_from(5).score
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
            tops=self.tops and self.tops[::-1],
            gross=self.gross and self.gross[::-1],
        )


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A figure that was needed to break ties: its *title*, and its texts by contestant.

    Those who are in no tie that needed it have none.
    """

    title: str
    texts: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of a field by a scoring *method*.

    *boards* are in the order of the field. *standings* are sorted by direction, N-S first, then
    place, then contestant. *notes* are sentences on what may surprise a reader. *matches* are those
    of teams, *awards* what teams get because an opponent has withdrawn. *tie_breaks* are the figures
    that were compared within ties, in their order.
    """

    method: str
    boards: tuple[ScoredBoard, ...]
    standings: tuple[Standing, ...]
    notes: tuple[str, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    awards: tuple[Credit, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()


Key: TypeAlias = tuple[str | None, int]
"""One contestant: direction (None with one winner) and number."""


def get_contestant_keys(field: Field, line: Line) -> tuple[Key, Key]:
    """Return the N-S and the E-W contestant on *line* of *field*."""
    return get_line_keys(line, is_two=field.winners == 2)


def get_line_keys(line: Line, *, is_two: bool) -> tuple[Key, Key]:
    """Return the N-S and the E-W contestant on *line*. With *is_two* directions are ranked apart."""
    if is_two:
        return ((line.lists[0], line.ns), (line.lists[1], line.ew))
    return ((None, line.ns), (None, line.ew))
