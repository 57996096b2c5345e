"""The headline of standings: who won each ranking, with a picture of the field.

Kinds of events and lists of stored standings turn their rows into :class:`RankedFigure`, so that the
headline says the same words and draws the same picture everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.core.base.bars import choose_middle
from director.core.base.pictures import (
    DotKind,
    DotPlot,
    FieldFigure,
    list_common_parts,
    make_dot_plot,
    make_scale,
)
from director.sheets import MAX_WINNERS

MAX_RANKINGS = 6
"""With more, each table speaks for itself."""
PERCENTAGE_SPAN = 20
"""Percentage points that the scale spans at least, so that small differences look small."""
HALF = 50


@dataclass(frozen=True, slots=True)
class RankedFigure:
    """Somebody in a ranking, with the figure as it is and as people read it."""

    place: str  # "1=", empty before anything is scored
    name: str
    figure: int | Fraction | None
    figure_text: str  # "61.11%", "78.41 VPs"
    address: str = ""
    is_own: bool = False  # of the reader or of the page

    @property
    def is_first(self) -> bool:
        """Whether it has or shares the first place."""
        return self.place.rstrip("=") == "1"


@dataclass(frozen=True, slots=True)
class FieldRanking:
    """Figures that are ranked against each other, the best first. The only ranking needs no title."""

    title: str
    rows: tuple[RankedFigure, ...]


@dataclass(frozen=True, slots=True)
class Headline:
    """Who won a ranking. *others* are those on the next places, if it is the only ranking.

    There are no *winners* if too many share the first place to be named.
    """

    phrase: str  # "North-South", "Winner", "First place, shared by 2"
    winners: tuple[RankedFigure, ...]
    figure_text: str
    others: tuple[RankedFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldPicture:
    """The headlines of all rankings, and the dots of the field if there are at least two figures."""

    headlines: tuple[Headline, ...]
    plot: DotPlot | None
    description: str  # a sentence with the same figures


def make_field_picture(
    rankings: Sequence[FieldRanking],
    *,
    is_complete: bool = True,
    are_percentages: bool = False,
    has_plot: bool = True,
) -> FieldPicture | None:
    """Return the headlines of *rankings* and their picture, or None before anything is scored.

    Without *has_plot* there are headlines only.
    """
    played_rankings = [ranking for ranking in rankings if any(row.is_first for row in ranking.rows)]
    if not played_rankings or len(rankings) > MAX_RANKINGS:
        return None
    is_only = len(rankings) == 1
    return FieldPicture(
        headlines=tuple(
            _make_headline(ranking, is_only=is_only, is_complete=is_complete)
            for ranking in played_rankings
        ),
        plot=_make_plot(played_rankings, are_percentages=are_percentages) if has_plot else None,
        description=_describe(played_rankings),
    )


def _make_headline(ranking: FieldRanking, *, is_only: bool, is_complete: bool) -> Headline:
    winners = tuple(row for row in ranking.rows if row.is_first)
    phrase = ranking.title
    if not phrase:
        phrase = "First place" if len(winners) > 1 else "Winner"
        if not is_complete:
            phrase = "In the lead"
    elif not is_complete:
        phrase = f"{phrase}, in the lead"
    if len(winners) > 1:
        phrase = f"{phrase}, shared by {len(winners)}"
    others: list[RankedFigure] = []
    if is_only and len(winners) <= MAX_WINNERS:
        others = [row for row in ranking.rows if row.place.rstrip("=") in ("2", "3")]
    return Headline(
        phrase=phrase,
        winners=winners if len(winners) <= MAX_WINNERS else (),
        figure_text=winners[0].figure_text,
        others=tuple(others) if len(winners) + len(others) <= MAX_WINNERS else (),
    )


def _make_plot(rankings: Sequence[FieldRanking], *, are_percentages: bool) -> DotPlot | None:
    drawn_rankings = [(ranking.title, _list_field_figures(ranking)) for ranking in rankings]
    figures = [figure.figure for _title, field in drawn_rankings for figure in field]
    if len(figures) < 2:
        return None
    if are_percentages:
        scale = make_scale(figures, middle=HALF, min_span=PERCENTAGE_SPAN)
    else:
        middle = choose_middle(figures)
        min_span = max(Fraction(2), Fraction(max(figures)) / 10)
        # An average is no round figure, so it has no line of its own.
        scale = make_scale(figures, middle=middle if middle == 0 else None, min_span=min_span)
    filled_rankings = [(title, field) for title, field in drawn_rankings if field]
    return make_dot_plot(filled_rankings, scale, unit="%" if are_percentages else "")


def _list_field_figures(ranking: FieldRanking) -> list[FieldFigure]:
    field = []
    # Winners who share the place have one label.
    labelled_texts = set()
    for row in ranking.rows:
        if row.figure is None:
            continue
        kind: DotKind = "lead" if row.is_first else "field"
        if row.is_own:
            kind = "own"
        label = ""
        if kind != "field" and row.figure_text not in labelled_texts:
            label = row.figure_text
            labelled_texts.add(label)
        field.append(FieldFigure(row.figure, kind, label))
    return field


def _describe(rankings: Iterable[FieldRanking]) -> str:
    """Return the figures of *rankings* in a sentence, with the own ones."""
    phrases = []
    for ranking in rankings:
        rows = [row for row in ranking.rows if row.figure is not None]
        if not rows:
            continue
        parts = list_common_parts([row.figure for row in rows if row.figure is not None])
        lowest, highest = (rows[parts.index(end)] for end in (min(parts), max(parts)))
        title = f"{ranking.title}: " if ranking.title else ""
        phrase = f"{title}{len(rows)} from {lowest.figure_text} to {highest.figure_text}"
        own = next((row for row in rows if row.is_own), None)
        if own:
            phrase = f"{phrase}, {own.name} {own.figure_text}"
        phrases.append(phrase)
    return "; ".join(phrases)
