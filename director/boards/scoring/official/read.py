"""Our figures and the official ones side by side, for a page of the event."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.words import fetch_field_names
from director.boards.scoring.official.figures import (
    OfficialFigures,
    PairKey,
    Printed,
    PrintedPair,
    fetch_official_figures,
)
from director.boards.scoring.scored import score_field
from director.boards.scoring.standings.rows import apply_field_places
from director.core.base.tags.cards import points
from scoring import Points, Ranking, Standing


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """A figure of ours beside the official one, as texts, "" if missing."""

    our_text: str
    official_text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class PairRow:
    """The figures of one pair, ours beside the official ones."""

    label: str
    names: str
    total: FigureComparison
    percent: FigureComparison
    place: FigureComparison

    @property
    def differs(self) -> bool:
        """Whether a figure of the pair differs."""
        return self.total.differs or self.percent.differs or self.place.differs


@dataclass(frozen=True, slots=True)
class LineRow:
    """The points of one line, ours beside the official ones."""

    board_no: int
    ns: str
    ew: str
    ns_points: FigureComparison
    ew_points: FigureComparison

    @property
    def differs(self) -> bool:
        """Whether the points of a side differ."""
        return self.ns_points.differs or self.ew_points.differs


Row = TypeVar("Row", PairRow, LineRow)


@dataclass(frozen=True)
class OfficialComparison:
    """All official figures of a session beside ours."""

    scoring_field: ScoringField
    official: OfficialFigures
    ranking: Ranking

    @cached_property
    def pairs(self) -> tuple[PairRow, ...]:
        """Every pair in order of number."""
        names = fetch_field_names(self.scoring_field)
        ours = {
            (standing.direction, standing.contestant): standing
            for standing in self.ranking.standings
        }
        return tuple(
            self._make_pair_row(key, printed, ours.get(key), names)
            for key, printed in self.official.pairs.items()
        )

    @cached_property
    def lines(self) -> tuple[LineRow, ...]:
        """Every line, board by board."""
        return tuple(self._make_line_rows())

    @property
    def differing_pairs(self) -> tuple[PairRow, ...]:
        """The pairs with a figure that differs."""
        return _filter_differing(self.pairs)

    @property
    def differing_lines(self) -> tuple[LineRow, ...]:
        """The lines with a figure that differs."""
        return _filter_differing(self.lines)

    def _make_pair_row(
        self, key: PairKey, printed: PrintedPair, ours: Standing | None, names: Mapping[int, str]
    ) -> PairRow:
        direction, number = key
        pair_no = self.scoring_field.pair_no(number, direction)
        our_place, our_total, our_percent = "", None, None
        differs = False
        if ours:
            our_place, our_total, our_percent = ours.place_text, ours.total, ours.percent
            differs = printed.place is not None and printed.place != ours.place
        printed_place = "" if printed.place is None else str(printed.place)
        return PairRow(
            self.scoring_field.label(pair_no),
            names.get(pair_no, ""),
            _compare_points(our_total, printed.total),
            _compare_points(our_percent, printed.percent),
            FigureComparison(our_place, printed_place, differs),
        )

    def _make_line_rows(self) -> Iterator[LineRow]:
        label = self.scoring_field.label
        for board in self.ranking.boards:
            for scored in board.lines:
                ns, ew = scored.line.ns, scored.line.ew
                printed = self.official.lines.get((board.board_no, ns, ew))
                if printed:
                    ns_printed, ew_printed = printed
                    yield LineRow(
                        board.board_no,
                        label(self.scoring_field.pair_no(ns, "NS")),
                        label(self.scoring_field.pair_no(ew, "EW")),
                        _compare_points(scored.ns_points, ns_printed),
                        _compare_points(scored.ew_points, ew_printed),
                    )


def compare_official(scoring_field: ScoringField) -> OfficialComparison:
    """Return the official figures of *scoring_field* beside ours.

    :raises ScoringError: if the results cannot be scored as the event says
    """
    ranking = apply_field_places(scoring_field, score_field(scoring_field).ranking)
    return OfficialComparison(scoring_field, fetch_official_figures(scoring_field), ranking)


def _compare_points(ours: Points | None, printed: Printed | None) -> FigureComparison:
    # At least two decimals, so that a figure printed without any shows how far ours is off.
    decimals = 2
    printed_value = None
    if printed:
        decimals = max(decimals, printed.decimals)
        printed_value = printed.value
    differs = ours is not None and printed is not None and not printed.agrees(ours)
    return FigureComparison(points(ours, decimals), points(printed_value, decimals), differs)


def _filter_differing(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(row for row in rows if row.differs)
