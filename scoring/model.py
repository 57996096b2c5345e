"""The input and the result of scoring, as frozen records.

A ``Field`` is everything that is compared: boards, and on each board one line per table.  A
``Ranking`` is the answer of one scoring method.  Names of people, tables and rounds are the
caller's business.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from scoring.bridge.artificial import Artificial
from scoring.bridge.rulings import (
    Adjustment,
    Assigned,
    Carried,
    Credit,
    LineState,
    PointShift,
    Share,
    most_carried,
)
from scoring.naming import SIDE_NAMES

Points: TypeAlias = Fraction | int
"""An exact number of points: a whole number wherever nothing was divided."""

USUAL_LISTS = ("NS", "EW")
"""The lists in which those are ranked who sit N-S and E-W."""


def lists_to_json(lists: tuple[str, str]) -> dict[str, object]:
    """Return the part ``lists`` of a line on which a contestant sat in the other direction, else
    nothing.

    >>> lists_to_json(("EW", "NS")), lists_to_json(("NS", "EW"))
    ({'lists': ['EW', 'NS']}, {})
    """
    if lists == USUAL_LISTS:
        return {}
    return {"lists": list(lists)}


class Line(NamedTuple):
    """One table's line on a board: contestants *ns* and *ew*, and their result.

    It is a named tuple because there are very many, and a frozen dataclass of so many fields is
    slow to make.

    *score* is seen from the N-S side (at whist: the tricks of N-S); *artificial* stands in its
    place where the director gave one, *assigned* where a ruling put a score together; with none of
    the three the line has no result.  Lines are compared with those of the same *group* only; a
    fouled board has more than one group.

    *section* is the section of both contestants, where there are several.

    *lists* say, where N-S and E-W are ranked apart, in which of the two who sits N-S is ranked, and
    who sits E-W: another than usual for pairs that sat the other way round.

    *adjustments* are penalties and the like, which change the total of one side; *moved* are points
    that a director moved by hand, which are points of the line itself.  *state* and *reason* say
    more than the figures can: why a line is empty, or that a score of 0 was passed out.  *contract*
    is the contract with its declarer and result where it is known, ``"3HS+1"``, for methods that do
    not compare scores.

    >>> Line(1, 6, score=420).score, Line(2, 7).score
    (420, None)
    """

    ns: int
    ew: int
    score: int | None = None
    artificial: Artificial | None = None
    group: str = ""
    declarer: str | None = None
    honours: int = 0
    assigned: Assigned | None = None
    adjustments: tuple[Adjustment, ...] = ()
    state: LineState | None = None
    reason: str = ""
    section: str = ""
    moved: PointShift | None = None
    lists: tuple[str, str] = USUAL_LISTS
    contract: str = ""

    def between(self, ns: int, ew: int, section: str = "") -> "Line":
        """Return the same as made by *ns* and *ew* of *section*.

        >>> Line(1, 6, score=420).between(2, 7) == Line(2, 7, score=420)
        True
        """
        return Line._make((ns, ew, *self[2:_SECTION], section, *self[_SECTION + 1 :]))

    @property
    def meeting(self) -> str:
        """The contestants as in a sentence.

        A contestant of the other list than usual is named with its seat.

        >>> Line(1, 6).meeting, Line(6, 1, lists=("EW", "NS")).meeting
        ('N-S 1 against E-W 6', 'E-W 6 sitting N-S against N-S 1 sitting E-W')
        """
        seats = zip(USUAL_LISTS, self.lists, (self.ns, self.ew), strict=True)
        return " against ".join(
            f"{SIDE_NAMES[name]} {number}{'' if name == side else f' sitting {SIDE_NAMES[side]}'}"
            for side, name, number in seats
        )

    @property
    def is_scored(self) -> bool:
        """Whether the line has a score that others are compared with, made at the table or assigned."""
        return self.score is not None or self.assigned is not None

    @property
    def has_result(self) -> bool:
        """Whether the line has a score of any kind."""
        return self.score is not None or self.assigned is not None or self.artificial is not None

    @property
    def is_result_of_both(self) -> bool:
        """Whether either side has a score of any kind.

        Such lines count as results of a full board.
        """
        return self.is_scored or (self.artificial is not None and not self.artificial.is_one_sided)

    def is_due_for(self, side: str) -> bool:
        """Return whether the line counts for *side* (``"NS"`` or ``"EW"``).

        Only a share of one side doesn't count for the other.

        >>> [Line(1, 6, artificial=Artificial(Fraction(60), None)).is_due_for(side) for side in ("NS", "EW")]
        [True, False]
        """
        given = self.artificial
        return given is None or (given.ns if side == "NS" else given.ew) is not None

    def has_result_for(self, side: str) -> bool:
        """Return whether *side* has a score of any kind. A contestant has at most one on a board."""
        return self.has_result and self.is_due_for(side)

    def ns_shares(self) -> tuple[Share, ...]:
        """Return the weighted parts of the N-S score, empty without a score.

        >>> Line(1, 6, score=420).ns_shares()
        (Share(score=420, weight=Fraction(1, 1)),)
        """
        if self.assigned:
            return self.assigned.ns
        return self._own_share()

    def ew_shares(self) -> tuple[Share, ...]:
        """Return the same of E-W, seen from N-S."""
        if self.assigned:
            return self.assigned.ew
        return self._own_share()

    def _own_share(self) -> tuple[Share, ...]:
        if self.score is None:
            return ()
        return (Share(self.score),)


_SECTION = Line._fields.index("section")
_USUAL = {
    "artificial": None,
    "assigned": None,
    "moved": None,
    "adjustments": (),
    "group": "",
    "lists": USUAL_LISTS,
}
_ORDINARY = (None, LineState.PLAYED)
_PASSED_OUT = (LineState.PASSED_OUT, 0)


class BoardColumns(NamedTuple):
    """The lines of a board turned round: who sat N-S and E-W, the scores, the sections, in which lists.

    They *are_plain* where a score was made on every line, all are compared with each other, and
    nothing was ruled.
    """

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    scores: tuple[int, ...]
    sections: tuple[str, ...]
    lists: tuple[tuple[str, str], ...]
    are_plain: bool


@dataclass(frozen=True)
class Board:
    """All lines of one board, in any order.

    *round_no* distinguishes boards of one number in a contest of matches.

    The boards of a half match, as in a triangle of one round, are *is_half*: it brings half the
    victory points. What is counted on a board is counted once, and kept with it.
    """

    board_no: int
    lines: tuple[Line, ...]
    round_no: int | None = None
    is_half: bool = False

    @cached_property
    def columns(self) -> BoardColumns:
        """Its lines turned round, which takes a large field less time than line by line."""
        if not self.lines:
            return BoardColumns((), (), (), (), (), are_plain=False)
        every: Any = Line._make(zip(*self.lines, strict=True))
        are_plain = None not in every.score and all(
            getattr(every, name).count(value) == len(self.lines) for name, value in _USUAL.items()
        )
        if are_plain and every.state.count(None) < len(self.lines):
            states = zip(every.state, every.score, strict=True)
            are_plain = all(
                state in _ORDINARY or (state, score) == _PASSED_OUT for state, score in states
            )
        return BoardColumns(every.ns, every.ew, every.score, every.section, every.lists, are_plain)

    @cached_property
    def scored(self) -> dict[Hashable, "ScoredBoard"]:
        """Cached points of the board, by everything that they depend on beside its lines."""
        return {}

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The number of scores in each group. A board with several groups was fouled.

        >>> dict(Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).sizes)
        {'': 1, 'fouled': 1}
        """
        if self.columns.are_plain:
            return {"": len(self.lines)}
        return Counter(
            line.group for line in self.lines if line.score is not None or line.assigned is not None
        )

    @property
    def scores(self) -> int:
        """How many lines have a score that others are compared with."""
        return sum(self.sizes.values())

    @cached_property
    def results(self) -> int:
        """How many lines have a score of any kind for either side, as a full board has on all."""
        if self.is_ruled:
            return sum(line.is_result_of_both for line in self.lines)
        return self.scores

    @cached_property
    def is_ruled(self) -> bool:
        """Whether a line has more than a score made at the table, such as an award or an
        adjustment.
        """
        return not self.columns.are_plain and any(
            line.artificial
            or line.assigned
            or line.adjustments
            or line.moved
            or line.state not in _ORDINARY
            for line in self.lines
        )

    @property
    def section(self) -> str:
        """The section of a board whose lines are all of one."""
        if self.lines:
            return self.lines[0].section
        return ""

    def scores_by_group(self) -> dict[str, list[int]]:
        """Return the scores to be compared, by group. Lines without a score are left out.

        >>> Board(7, (Line(1, 2, 420), Line(3, 4), Line(5, 6, -50, group="fouled"))).scores_by_group()
        {'': [420], 'fouled': [-50]}
        """
        groups: dict[str, list[int]] = {}
        for line in self.lines:
            if line.score is not None:
                groups.setdefault(line.group, []).append(line.score)
        return groups


@dataclass(frozen=True, slots=True)
class Stratum:
    """Contestants who are also ranked separately: direction (None with one winner) and number of
    each.
    """

    name: str
    members: tuple[tuple[str | None, int], ...]


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A scheduled match: its number of *boards*, and whether it *is_over*. *home* is the lower
    number.
    """

    round_no: int | None
    home: int
    away: int
    boards: int
    is_over: bool = True


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A contestant knocked out *by* another, with *rounds_left* rounds to play afterwards.

    That is 0 for the final.  *decided* says how, where it was not by the score: ``"by lot"``.
    """

    contestant: int
    by: int
    rounds_left: int
    decided: str = ""
    round_no: int = 0


@dataclass(frozen=True, slots=True)
class Knockout:
    """The state of a knock-out: who has *won* it, who is still *playing*, and who is *out*."""

    won: tuple[int, ...]
    playing: tuple[int, ...]
    out: tuple[KnockedOut, ...]

    @property
    def everybody(self) -> tuple[int, ...]:
        """All who took part.

        >>> Knockout(won=(3,), playing=(), out=(KnockedOut(1, by=3, rounds_left=0),)).everybody
        (3, 1)
        """
        return *self.won, *self.playing, *(lost.contestant for lost in self.out)

    def lost(self, contestant: int) -> KnockedOut | None:
        """Return where *contestant* was put out, ``None`` for somebody who was not."""
        return next((lost for lost in self.out if lost.contestant == contestant), None)


@dataclass(frozen=True, slots=True)
class Field:
    """All boards that are scored together, for one winner or two.

    With two winners N-S and E-W are ranked apart, and a number may stand for one pair in each
    direction.  Lines may name their sections, and a method has the choice to compare within them.
    *credits* are carry-overs, handicaps and penalties of contestants.  *contest* is ``"pairs"`` or
    ``"teams"``.  *strata* are ranked among themselves besides; ``standings_of`` gives their places.
    In a *knockout* places are by how far everybody came.  *matches* are those that are due; one
    that is not named there is over, and of as many boards as count.  Teams that have *withdrawn*
    from a contest in which everybody meets are in the order in which they left; what they have not
    finished never will be.

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
    carried: Carried | None = (
        None  # of a part of a field: the most that could be carried over into the whole
    )

    @property
    def most_carried(self) -> Carried:
        """The most that anybody can carry over into it."""
        if self.carried is not None:
            return self.carried
        if self.credits:
            return most_carried(self.credits)
        return Carried()

    @property
    def due_matches(self) -> dict[tuple[int | None, int, int], DueMatch]:
        """The matches that are due, by round, lower and higher number."""
        return {(match.round_no, match.home, match.away): match for match in self.matches}

    @property
    def kind(self) -> str:
        """The word for a contestant without a direction."""
        return {"teams": "Team", "individual": "Player"}.get(self.contest, "Pair")


def without_handicaps(field: Field) -> Field:
    """Return *field* without handicaps, for the list without them. Return itself if it has none.

    >>> without_handicaps(Field(1, (), (Credit(7, None, "handicap", Fraction(4), "%"),))).credits
    ()
    """
    credits = tuple(credit for credit in field.credits if credit.kind != "handicap")
    if credits == field.credits:
        return field
    return replace(field, credits=credits)


class ScoredLine(NamedTuple):
    """A line with the points of either side.

    Both are ``None`` where the line has no result, one is where the board was not due for that
    side.
    """

    line: Line
    ns_points: Points | None
    ew_points: Points | None


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board's lines with their points.

    *top* is the most that a side can get, None if the method has no top.

    *section* is named where only lines of that section are compared, and stand here.
    """

    board_no: int
    top: Points | None
    lines: tuple[ScoredLine, ...]
    section: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant's place.

    *direction* is ``"NS"`` or ``"EW"`` with two winners, else ``None``.  *percent* is 0 to 100,
    ``None`` where the method has none or nothing was compared.  *boards* counts those on which the
    contestant has points.

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
        """The place as it is printed, ``"3="`` for one that is shared."""
        if self.is_tied:
            return f"{self.place}="
        return str(self.place)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The score of two teams on the *boards* with both results.

    *home_points* and *away_points* are IMPs or points of boards; *home_score* and *away_score* what
    counts in the end, after penalties and by a scale of victory points where there is one.
    *round_no* is ``None`` where none is named. A match that *is_unfinished* counts once all its
    boards are in: its scores are 0 until then.
    """

    round_no: int | None
    home: int
    away: int
    boards: int
    home_points: Points
    away_points: Points
    home_score: Points
    away_score: Points
    is_unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of a field by a scoring *method*.

    *boards* are in the order of the field; *standings* go by direction, N-S first, then place, then
    contestant; *notes* are plain sentences on what the method did that a reader may wonder about.
    *matches* are those of teams, *awards* what some got for not meeting a team that has withdrawn.
    """

    method: str
    boards: tuple[ScoredBoard, ...]
    standings: tuple[Standing, ...]
    notes: tuple[str, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    awards: tuple[Credit, ...] = ()
