"""What is published or exported of a section: each sheet made when it is first asked for, all from one scoring."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from director.boards.results.read.extras import Extras, by_pair, stratum_places
from director.boards.results.read.lines import board_sheet, pair_card
from director.boards.results.read.scored import Scored, line_of, section_penalties, section_scored
from director.boards.scores.read.lines import Line, SectionLines, section_lines, section_plan
from director.boards.words import heading, names_by_pair
from director.models import Plan, Ruling, Section
from director.sheets import (
    BoardSheet,
    Heading,
    PairCard,
    Points,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)
from scoring import Ranking, Standing, find_method

GROUP_TITLES = {"NS": "North-South", "EW": "East-West", "": ""}


class SectionSheets:
    """The sheets of one section, with the attributes of ``EventSheets``; nothing is computed before it is asked for.

    Whatever is asked for, the section is scored once at most, in twelve queries at most whatever the size.  *section*
    should come with its session, event and club.

    Everything but ``heading``, ``method`` and what concerns the number of results raises a ``ScoringError`` where the
    results that are in cannot be scored.
    """

    def __init__(self, section: Section) -> None:
        self.section = section

    def read(self) -> None:
        """Read now whatever the sheets follow from: what is asked for later is computed, and no query is made."""
        _all_read = self.lines, self.names, self.heading, self.penalties

    @cached_property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return section_plan(self.section)

    @cached_property
    def lines(self) -> SectionLines:
        """Every line the section plays."""
        return section_lines(self.section, self.plan)

    @cached_property
    def scored(self) -> Scored:
        """The section scored by its event's method."""
        return section_scored(self.section, self.lines, penalties=self.penalties)

    @cached_property
    def penalties(self) -> tuple[Ruling, ...]:
        """The rulings that take something from a pair."""
        return section_penalties(self.section)

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of each pair."""
        return names_by_pair(self.section)

    @cached_property
    def heading(self) -> Heading:
        """What every sheet carries."""
        return heading(self.section, self.plan)

    @property
    def method(self) -> str:
        """What the scoring method is called."""
        return find_method(self.section.session.event.scoring).name

    @property
    def results_in(self) -> int:
        """How many lines have a result."""
        return self.lines.results_in

    @property
    def results_due(self) -> int:
        """How many the plan asks for, 0 where there is none."""
        return len(self.lines.all) if self.plan else 0

    @property
    def is_complete(self) -> bool:
        """Whether every result the plan asks for is in."""
        return self.results_in >= self.results_due

    @property
    def board_numbers(self) -> list[int]:
        """The numbers of the boards in play, ascending."""
        return self.lines.boards

    @cached_property
    def rows(self) -> list[StandingRow]:
        """Every pair in order of place."""
        rows = standing_rows(self.section, self.scored.ranking, self.names, self.scored.penalties)
        return _with_extras(self.scored, rows)

    @cached_property
    def standings(self) -> Standings:
        """The standings."""
        return Standings(
            heading=self.heading,
            method=self.method,
            groups=standing_groups(self.section, self.rows),
            results_in=self.results_in,
            results_due=self.results_due,
            notes=self.scored.ranking.notes,
        )

    @cached_property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards."""
        return tuple(self.board(board_no) for board_no in self.board_numbers)

    def board(self, board_no: int) -> BoardSheet:
        """Return the traveller of one board."""
        return board_sheet(self.scored, self.heading, self.names, board_no)

    @property
    def rows_by_number(self) -> list[StandingRow]:
        """Every pair in order of its number."""
        return sorted(self.rows, key=lambda row: row.contestant)

    @cached_property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, in order of their numbers."""
        return tuple(self._card(row) for row in self.rows_by_number)

    def card(self, pair_no: int) -> PairCard | None:
        """Return the card of one pair, ``None`` if there is no such pair."""
        row = next((row for row in self.rows if row.contestant == pair_no), None)
        return self._card(row) if row else None

    @cached_property
    def recap(self) -> Recap:
        """The whole field, board by board."""
        boards = tuple(self.board_numbers)
        points = self._points_by_pair
        return Recap(
            heading=self.heading,
            boards=boards,
            rows=tuple(
                RecapRow(row, tuple(points[row.contestant].get(board_no) for board_no in boards)) for row in self.rows
            ),
        )

    def _card(self, row: StandingRow) -> PairCard:
        return pair_card(self.scored, self.heading, self.names, row, self._lines_by_pair[row.contestant])

    @cached_property
    def _lines_by_pair(self) -> dict[int, list[Line]]:
        lines: dict[int, list[Line]] = defaultdict(list)
        for board_no in self.board_numbers:
            for line in self.lines.on_board(board_no):
                lines[line.ns].append(line)
                lines[line.ew].append(line)
        return lines

    @cached_property
    def _points_by_pair(self) -> dict[int, dict[int, Points]]:
        """The points of each pair by board; a pair that meets a board twice keeps the later round's."""
        points: dict[int, dict[int, Points]] = defaultdict(dict)
        for line in sorted(self.lines.all, key=lambda line: (line.round_no or 0, line.board_no)):
            scored = self.scored.points.get(line_of(line))
            points[line.ns][line.board_no] = scored.ns_points if scored else None
            points[line.ew][line.board_no] = scored.ew_points if scored else None
        return points


def sheets_as_stored(section: Section, sheets: SectionSheets | None) -> None:
    """Keep with *section*, for the answer to the same request, the *sheets* its correction was stored with, or none."""
    section.__dict__["_sheets_as_stored"] = sheets


def sheets_to_show(section: Section) -> SectionSheets:
    """Return the sheets of *section*: those its correction was stored with in this request, else to be made anew."""
    return section.__dict__.pop("_sheets_as_stored", None) or SectionSheets(section)


def event_sheets(section: Section) -> SectionSheets:
    """Return the sheets of *section*, scored by its event's method.

    :raises ScoringError: if the results that are in cannot be scored
    """
    return event_scored(section)[1]


def event_scored(section: Section) -> tuple[Scored, SectionSheets]:
    """Return *section* scored, for those who explain its figures, and its sheets; errors as :func:`event_sheets`."""
    sheets = SectionSheets(section)
    return sheets.scored, sheets


def standing_rows(
    section: Section, ranking: Ranking, names: Mapping[int, str], penalties: Iterable[Ruling] = ()
) -> list[StandingRow]:
    """Return the ranked pairs in order of place, then those of *names* without a result yet, by number.

    *penalties* are in the totals already; here they are named.
    """
    label, direction = section.label, section.direction
    lost = _lost(penalties)
    ranked = by_pair(section, ranking.standings)
    rows = [
        StandingRow(
            place=standing.place_text,
            contestant=pair_no,
            label=label(pair_no),
            names=names.get(pair_no, ""),
            direction=direction(pair_no),
            boards=standing.boards,
            total=standing.total,
            percent=standing.percent,
            penalties=lost.get(pair_no, ""),
        )
        for pair_no, standing in ranked.items()
    ]
    return rows + [
        StandingRow("", pair_no, label(pair_no), pair_names, direction(pair_no), 0, None, None, lost.get(pair_no, ""))
        for pair_no, pair_names in sorted(names.items())
        if pair_no not in ranked
    ]


def _with_extras(scored: Scored, rows: list[StandingRow]) -> list[StandingRow]:
    """Return *rows* with carry-over, handicap, what they were before it, and the places in strata."""
    extras = scored.extras
    if not extras.pairs:
        return rows
    places = stratum_places(scored.section, extras, scored.ranking)
    return [_with_own(row, extras, scored.gross.get(row.contestant), places.get(row.contestant, "")) for row in rows]


def _with_own(row: StandingRow, extras: Extras, gross: Standing | None, stratum_places: str) -> StandingRow:
    return replace(
        row,
        carry_over=extras.carry_over_text(row.contestant),
        handicap=extras.handicap_text(row.contestant),
        gross=gross.total if gross else None,
        gross_percent=gross.percent if gross else None,
        stratum=extras.stratum(row.contestant),
        stratum_places=stratum_places,
    )


def _lost(penalties: Iterable[Ruling]) -> dict[int, str]:
    """Return the penalties of each pair that has any, in words."""
    lost: dict[int, list[str]] = {}
    for ruling in penalties:
        if ruling.penalty_to is not None:
            lost.setdefault(ruling.penalty_to, []).append(ruling.penalty_text)
    return {pair_no: ", ".join(words) for pair_no, words in lost.items()}


def standing_groups(section: Section, rows: Sequence[StandingRow]) -> tuple[StandingGroup, ...]:
    """Return *rows* as they are ranked against each other: one group, or N-S and E-W with two winners."""
    directions = ("",) if section.winners == 1 else ("NS", "EW")
    return tuple(
        StandingGroup(GROUP_TITLES[direction], tuple(row for row in rows if row.direction == direction))
        for direction in directions
    )
