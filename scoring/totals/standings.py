"""From scored boards to standings, for every method of pairs.

A method whose boards have tops is ranked by percentage, any other by its total.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from movements.option import Option, numbers
from scoring.bridge.rulings import LineState
from scoring.display import noted_text
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Standing
from scoring.naming import board_notes, contestant_notes
from scoring.ranking import FinalFigures, Key, Tally, contestant_keys, place, tally
from scoring.totals.adjusting import Extra, extra_notes, extras, with_moved
from scoring.totals.habits import board_percents, over_the_cap, round_points, session_boards
from scoring.totals.ties import break_ties

# Results that stand alone on their board, or in their group of a fouled one: what they get, for the
# reader to see.


def lone_notes(
    boards: Iterable[Board], scored: Iterable[ScoredBoard], decimals: int = 2
) -> list[str]:
    """Return a sentence for every result without comparison, with its points in *scored*.

    >>> from scoring.model import Line, ScoredLine
    >>> line = Line(1, 6, 420, group="b")
    >>> lone_notes([Board(7, (line, Line(2, 7)))], [ScoredBoard(7, 6, (ScoredLine(line, 3, 3),))])
    ['Board 7: N-S 1 against E-W 6 is the only score of group "b", with nothing to compare; \
N-S get 3 and E-W 3, of a top of 6.']
    """
    return board_notes(
        (board.board_no, said)
        for board, scored_board in zip(boards, scored, strict=True)
        for said in _single_result_notes(board, scored_board, decimals)
    )


def _single_result_notes(board: Board, scored: ScoredBoard, decimals: int) -> Iterator[str]:
    sizes = board.sizes
    if not sizes or min(sizes.values()) > 1:
        return
    top = "" if scored.top is None else f", of a top of {noted_text(scored.top, decimals)}"
    for scored_line in scored.lines:
        line = scored_line.line
        if (
            line.is_scored
            and sizes[line.group] == 1
            and scored_line.ns_points is not None
            and scored_line.ew_points is not None
        ):
            ns, ew = (
                noted_text(points, decimals)
                for points in (scored_line.ns_points, scored_line.ew_points)
            )
            points = f"N-S get {ns} and E-W {ew}{top}"
            if line.group:
                where = f' of group "{line.group}"'
            elif len(sizes) > 1:
                where = " outside the groups"
            else:
                where = ""
            yield f"{line.meeting} is the only score{where}, with nothing to compare; {points}."


# Artificial scores that give way to a contestant's own average of the other boards.


def own_averages(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, Fraction]:
    """Return each contestant's average over the boards on which no own average is asked for.

    It is a share of the tops, 0 to 1, where boards have tops, and points a board where they have
    none; contestants without any such board are not among them.

    Source: [LAWS2017] Law 12C2(c).
    """
    tallies: dict[Key, Tally] = {}
    for board in boards:
        for scored in board.lines:
            for key, points, is_own in _sides(field, scored):
                if points is None or is_own:
                    continue
                seen = tallies.setdefault(key, Tally(key[1], key[0]))
                seen.points += points
                seen.available += 1 if board.top is None else board.top
    return {
        key: Fraction(seen.points) / seen.available
        for key, seen in tallies.items()
        if seen.available
    }


def with_own_averages(
    field: Field, boards: Iterable[ScoredBoard], averages: dict[Key, Fraction]
) -> list[ScoredBoard]:
    """Return *boards* with the own average in place of artificial scores that depend on it.

    A share above 50 gives way to a higher average, one below 50 to a lower.
    """
    return [
        replace(
            board,
            lines=tuple(_settle_line(field, board.top, scored, averages) for scored in board.lines),
        )
        if any(_needs_averages(scored) for scored in board.lines)
        else board
        for board in boards
    ]


def _needs_averages(scored: ScoredLine) -> bool:
    return scored.line.artificial is not None and scored.line.artificial.is_own


def _sides(field: Field, scored: ScoredLine) -> Iterator[tuple[Key, Points | None, bool]]:
    ns, ew = contestant_keys(field, scored.line)
    artificial = scored.line.artificial
    yield ns, scored.ns_points, artificial is not None and artificial.ns_own
    yield ew, scored.ew_points, artificial is not None and artificial.ew_own


def _settle_line(
    field: Field, top: Points | None, scored: ScoredLine, averages: dict[Key, Fraction]
) -> ScoredLine:
    artificial = scored.line.artificial
    if artificial is None:
        return scored
    settled = []
    for (key, points, is_own), share in zip(
        _sides(field, scored), (artificial.ns, artificial.ew), strict=True
    ):
        if not is_own or points is None or share is None or key not in averages:
            settled.append(points)
            continue
        own = averages[key] * (1 if top is None else top)
        settled.append(max(points, own) if share > 50 else min(points, own))
    return scored._replace(ns_points=settled[0], ew_points=settled[1])


SHARE_SIT_OUTS = Option(
    "sit_outs",
    "Pairs that played fewer boards",
    {
        "scaled": "as if they had played as many as others in their direction",
        "as-played": "as played, without missing boards",
        "sixty": "with 60 % of the top per board sat out",
        "average": "with 50 % of the top per board sat out",
        "scaled-to-session": "scaled to the boards of the whole session",
    },
    note="Ranked by percentage.",
)
PLUS_SIT_OUTS = Option(
    SHARE_SIT_OUTS.name,
    SHARE_SIT_OUTS.label,
    {
        "as-played": "as played, average (0) per board sat out",
        "scaled": SHARE_SIT_OUTS.phrases["scaled"],
        "sixty": "with average plus per board sat out",
    },
)
AVERAGE_PLUS = Option(
    "average_plus",
    "IMPs of an average plus",
    numbers(2, 3),
    note="For A60. Other artificial scores are in proportion; A50 scores 0.",
)

_SIT_OUT_SHARES = {"sixty": Fraction(60, 100), "average": Fraction(50, 100)}
_SIT_OUT_NOTES = {
    "scaled": "total scaled",
    "as-played": "total as played",
    "sixty": "60 % per board sat out",
    "average": "50 % per board sat out",
    "scaled-to-session": "total scaled to the session",
}
UNRANKED = -(10**9)
"""The merit of a contestant without a percentage where others have one: behind them all."""


@dataclass(frozen=True, slots=True)
class Customs:
    """The rules for totals: *sit_outs*, *ties*, and the value of a board sat out at 60 %.

    *sit_out_plus* counts where boards have no tops.  *is_percent*: whether they have.
    *is_compared*: whether a result counts against others, so that one alone is worth a note, which
    has *decimals* as the method.  *total*, *percent_from* and *gain_cap* are choices of ``habits``.
    """

    sit_outs: str
    ties: str
    is_percent: bool
    sit_out_plus: Points = 0
    is_compared: bool = True
    decimals: int = 2
    total: str = "points"
    percent_from: str = "exact-total"
    gain_cap: str = "none"


def rank_boards(
    method_key: str,
    field: Field,
    counted: Sequence[ScoredBoard],
    customs: Customs,
    notes: Iterable[str] = (),
    shown: Sequence[ScoredBoard] | None = None,
) -> Ranking:
    """Return the ranking of *counted*, the boards with their points. *shown* are the boards to
    print.

    *notes* of the method come first; those on lines, sit-outs and adjustments follow.
    """
    is_ruled = any(board.is_ruled for board in field.boards)
    if is_ruled and any(
        line.artificial and line.artificial.is_own for board in field.boards for line in board.lines
    ):
        averages = own_averages(field, with_moved(counted))
        counted = with_own_averages(field, counted, averages)
        shown = None if shown is None else with_own_averages(field, shown, averages)
    if is_ruled:
        counted = with_moved(counted)
        shown = None if shown is None else with_moved(shown)
    tallies = tally(field, counted)
    by_key = extras(field, counted) if is_ruled or field.credits else {}
    results = _Results(field, counted, tallies, customs, by_key)
    standings = place(break_ties(field, counted, map(results.figures, tallies), customs.ties))
    alone = lone_notes(field.boards, counted, customs.decimals) if customs.is_compared else ()
    lines = line_notes(field) if is_ruled else ()
    rulings = extra_notes(field, customs.decimals) if is_ruled or field.credits else ()
    all_notes = (
        *notes,
        *alone,
        *lines,
        *_sit_out_notes(tallies, customs.sit_outs, field.kind),
        *rulings,
    )
    return Ranking(method_key, tuple(counted if shown is None else shown), standings, all_notes)


class _Results:
    """The final figures of every contestant, from the *tallies* of its boards."""

    def __init__(
        self,
        field: Field,
        counted: Sequence[ScoredBoard],
        tallies: Sequence[Tally],
        customs: Customs,
        extras_of: Mapping[Key, Extra],
    ) -> None:
        self._field, self._counted, self._tallies, self._customs = field, counted, tallies, customs
        self._extras, self._carried = extras_of, field.most_carried
        self._boards, self._lines = _most(tallies, "boards"), _most(tallies, "lines")
        if customs.sit_outs == "scaled-to-session":
            self._session = session_boards(tallies, field.winners)
        else:
            self._session = 0
        top = max((board.top for board in counted if board.top is not None), default=0)
        share = _SIT_OUT_SHARES.get(customs.sit_outs, 0)
        plus = customs.sit_out_plus if customs.sit_outs == "sixty" else 0
        # What one board sat out brings, and what there was to get on it.
        self._per_sit_out = (share * top, top if share else 0) if customs.is_percent else (plus, 0)
        if customs.gain_cap != "none":
            self._over = over_the_cap(field, counted, customs.gain_cap)
        else:
            self._over = {}
        self._means = self._mean_percents() if customs.total == "mean-of-boards" else {}

    def _mean_percents(self) -> dict[Key, Fraction]:
        sat_out = {(seen.direction, seen.contestant): self._sat_out(seen) for seen in self._tallies}
        return board_percents(
            self._field, self._counted, sat_out, _SIT_OUT_SHARES.get(self._customs.sit_outs)
        )

    def _sat_out(self, seen: Tally) -> int:
        return self._lines[seen.direction] - seen.lines

    def figures(self, seen: Tally) -> FinalFigures:
        """Return the final figures of whom *seen* is the tally of, without a place."""
        customs, key = self._customs, (seen.direction, seen.contestant)
        points, available = seen.points + self._over.get(key, 0), seen.available
        if sat_out := self._sat_out(seen):
            points += sat_out * self._per_sit_out[0]
            available += sat_out * self._per_sit_out[1]
        full = self._boards[seen.direction] if customs.sit_outs == "scaled" else self._session
        if 0 < seen.boards < full:
            factor = Fraction(full, seen.boards)
            points, available = points * factor, available * factor
        if customs.percent_from == "rounded-total":
            points = round_points(points, 2)
        total = points
        if extra := self._extras.get(key):
            total += extra.points_of(available, self._carried)
        percent = None
        if available and customs.is_percent:
            from_boards = (
                self._means[key] * Fraction(available) / 100 if key in self._means else points
            )
            in_all = self._carried.added_to(available) if any(self._carried) else available
            percent = _percent(from_boards + total - points, in_all)
        nothing = UNRANKED if customs.is_percent else total
        merit = nothing if percent is None else percent
        return FinalFigures(
            contestant=seen.contestant,
            direction=seen.direction,
            total=total,
            percent=percent,
            boards=seen.boards,
            merit=merit,
        )


def _percent(total: Points, available: Points) -> Fraction:
    """Return *total* as a percentage of *available*, in one step."""
    return Fraction(
        100 * total.numerator * available.denominator, total.denominator * available.numerator
    )


def _most(tallies: Iterable[Tally], what: str) -> dict[str | None, int]:
    most: dict[str | None, int] = {}
    for seen in tallies:
        most[seen.direction] = max(most.get(seen.direction, 0), getattr(seen, what))
    return most


def _sit_out_notes(tallies: Sequence[Tally], habit: str, kind: str) -> list[str]:
    most = _most(tallies, "boards")
    fewer = [seen for seen in tallies if seen.boards < most[seen.direction]]
    said = (
        (
            seen.direction,
            seen.contestant,
            f"{seen.boards} of {most[seen.direction]} boards, {_SIT_OUT_NOTES[habit]}.",
        )
        for seen in sorted(fewer, key=lambda seen: (seen.direction == "EW", seen.contestant))
    )
    return contestant_notes(said, kind)


def other_table_notes(field: Field) -> list[str]:
    """Return a sentence for every table of a match of *field* whose other table has not been entered."""
    return board_notes(
        (
            board.board_no,
            f"N-S {line.ns} against E-W {line.ew} has no result to compare yet, so it doesn't count.",
        )
        for board in field.boards
        for line in board.lines
        if line.is_scored
        and not any((other.ns, other.ew) == (line.ew, line.ns) for other in board.lines)
    )


def line_notes(field: Field) -> list[str]:
    """Return a sentence for every line of *field* with a ruling, not played, or still to be played."""
    return [
        f"Board {board.board_no}: {line.meeting} {what}."
        for board in field.boards
        for line in board.lines
        if (what := _line_note(line))
    ]


def _line_note(line: Line) -> str:
    if line.assigned is not None:
        if line.assigned.is_split:
            return "has a split score"
        if len(line.assigned.ns) > 1:
            return "has a weighted score"
        return "has an assigned score"
    if line.state is LineState.TO_BE_PLAYED:
        return "hasn't been played yet; places are provisional"
    if line.state is LineState.NOT_PLAYED:
        return f"wasn't played: {line.reason}"
    return ""


def standings_of(
    standings: Iterable[Standing], members: Iterable[tuple[str | None, int]]
) -> tuple[Standing, ...]:
    """Return the places among *members* alone (direction and number), for a stratum, a section or a class.

    Who was equal stays equal; totals and percentages are those of the whole field.

    >>> one, two, three = (Standing(n, None, Fraction(9 - n), None, n, False, 4) for n in (1, 2, 3))
    >>> [(seen.contestant, seen.place_text) for seen in standings_of([one, two, three], [(None, 3), (None, 2)])]
    [(2, '1'), (3, '2')]
    """
    chosen = set(members)
    kept = [seen for seen in standings if (seen.direction, seen.contestant) in chosen]
    results = [
        FinalFigures(
            seen.contestant,
            seen.direction,
            seen.total,
            seen.percent,
            seen.boards,
            merit=-seen.place,
        )
        for seen in kept
    ]
    return place(results)


def by_column_notes(field: Field) -> list[str]:
    """Return a sentence for the boards of *field* whose lines are not all compared with each other."""
    return board_notes(
        (board.board_no, f"{groups} groups, each compared separately.")
        for board in field.boards
        if (groups := len(board.sizes)) > 1
    )
