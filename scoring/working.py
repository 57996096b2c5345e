"""The working of the points on a line: steps of text, each with the figure that it comes to.

A method makes it with the functions that compute its points, so that its rule is written once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scoring.display import format_figure
from scoring.model import Board, Field, Line, Points


class Step(NamedTuple):
    """A step of a working.

    >>> str(Step("2 × 1 beaten + 1 tied", 3)), str(Step("datum 240 (mean)"))
    ('2 × 1 beaten + 1 tied = 3', 'datum 240 (mean)')
    """

    text: str
    points: Points | None = None  # None if the text alone says what the next step uses

    def __str__(self) -> str:
        if self.points is None:
            return self.text
        return f"{self.text} = {format_figure(self.points)}"


Working: TypeAlias = Sequence[Step]
"""How the points of a side were found. The last step has the points."""


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A side of a line with everything that its points depend on."""

    field: Field
    board: Board
    line: Line
    side: str
    points: Points
    top: Points | None
    options: Mapping[str, str]
    deal_total: int = 0  # the sum of both sides' scores: 13 if they are tricks, 0 for points

    @property
    def compared_lines(self) -> list[Line]:
        """The lines with which this one is compared."""
        if self.field.contest == "teams":
            return [line for line in self.match_lines if line is not self.line and line.is_scored]
        return [
            line
            for line in self.board.lines
            if line is not self.line and line.group == self.line.group and line.is_scored
        ]

    @property
    def match_lines(self) -> list[Line]:
        """The lines on which the same two contestants meet: both tables of a match of teams."""
        contestants = {self.line.ns, self.line.ew}
        return [line for line in self.board.lines if {line.ns, line.ew} == contestants]

    def list_weighted_scores(self, line: Line) -> list[tuple[int, Points]]:
        """Return the scores of *line* as seen from this side, with their weights."""
        if self.side == "NS":
            return [(share.score, share.weight) for share in line.get_ns_shares()]
        # Of the tricks of a deal, E-W have those that N-S don't have.
        return [(self.deal_total - share.score, share.weight) for share in line.get_ew_shares()]

    def list_scores(self) -> list[int]:
        """Return this side's score and those compared with it, where no score has weights."""
        lines = (self.line, *self.compared_lines)
        return [self.list_weighted_scores(line)[0][0] for line in lines]


def explain_by_rule(side: ScoredSide) -> Working:
    """Return the points without a calculation, for a method that scores a board as a whole."""
    return (Step("by the rule of the method", side.points),)


def format_signed_number(number: Points) -> str:
    """Return *number* for a difference, in brackets if it is negative."""
    if number < 0:
        return f"({format_figure(number)})"
    return format_figure(number)
