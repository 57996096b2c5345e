"""Everything that is published or exported of a section, scored once per request."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from director.models import Ruling, Section
from director.selectors.extras import stratum_places
from director.selectors.line_entry import LineEntry
from director.selectors.lines import Line, section_plan
from director.selectors.marks import Revoked, turned_revoke
from director.selectors.scored import Scored, line_of, section_scored
from director.selectors.words import dealer_name, heading, names_by_pair, vulnerable_text
from director.sheets import (
    BoardLine,
    BoardSheet,
    EventSheets,
    Heading,
    PairCard,
    PairCardLine,
    Points,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)
from scoring import EntryKind, Ranking, ScoredLine, find_method

GROUP_TITLES = {"NS": "North-South", "EW": "East-West", "": ""}
SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class _Sheets:
    """One scored section with the words of its sheets."""

    scored: Scored
    heading: Heading
    names: dict[int, str]
    planned: bool

    @property
    def section(self) -> Section:
        return self.scored.section


def event_sheets(section: Section) -> EventSheets:
    """Return standings, boards, pair cards and recap of *section*, scored by its event's method.

    Eight queries whatever the size; *section* should come with its session, event and club.
    """
    return event_scored(section)[1]


def event_scored(section: Section) -> tuple[Scored, EventSheets]:
    """Return *section* scored, for those who explain its figures, and its sheets; queries as :func:`event_sheets`."""
    plan = section_plan(section)
    scored = section_scored(section, plan=plan)
    made = _Sheets(scored, heading(section, plan), names_by_pair(section), planned=plan is not None)
    rows = standing_rows(section, scored.ranking, made.names, scored.penalties)
    rows = _with_extras(scored, rows)
    boards = tuple(_board_sheet(made, board_no) for board_no in scored.lines.boards)
    cards = _pair_cards(made, rows, boards)
    return scored, EventSheets(
        standings=_standings(made, rows), boards=boards, pairs=cards, recap=_recap(made, rows, cards)
    )


def standing_rows(
    section: Section, ranking: Ranking, names: Mapping[int, str], penalties: Iterable[Ruling] = ()
) -> list[StandingRow]:
    """Return the ranked pairs in order of place, then those of *names* without a result yet, by number.

    *penalties* are in the totals already; here they are named.
    """
    label, direction = section.label, section.direction
    lost = _lost(penalties)
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
        for standing in ranking.standings
        for pair_no in (section.pair_no(standing.contestant, standing.direction),)
    ]
    ranked = {row.contestant for row in rows}
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
    return [
        replace(
            row,
            carry_over=extras.carry_over_text(row.contestant),
            handicap=extras.handicap_text(row.contestant),
            gross=gross.total if gross else None,
            gross_percent=gross.percent if gross else None,
            stratum=extras.stratum(row.contestant),
            stratum_places=places.get(row.contestant, ""),
        )
        for row in rows
        for gross in (scored.gross.get(row.contestant),)
    ]


def _lost(penalties: Iterable[Ruling]) -> dict[int, str]:
    """Return the penalties of each pair that has any, in words."""
    lost: dict[int, list[str]] = {}
    for ruling in penalties:
        lost.setdefault(ruling.penalty_to, []).append(ruling.penalty_text)
    return {pair_no: ", ".join(words) for pair_no, words in lost.items()}


def _standings(made: _Sheets, rows: list[StandingRow]) -> Standings:
    lines = made.scored.lines
    return Standings(
        heading=made.heading,
        method=find_method(made.section.session.event.scoring).name,
        groups=standing_groups(made.section, rows),
        results_in=lines.results_in,
        results_due=len(lines.all) if made.planned else 0,
        notes=made.scored.ranking.notes,
    )


def standing_groups(section: Section, rows: Sequence[StandingRow]) -> tuple[StandingGroup, ...]:
    """Return *rows* as they are ranked against each other: one group, or N-S and E-W with two winners."""
    directions = ("",) if section.winners == 1 else ("NS", "EW")
    return tuple(
        StandingGroup(GROUP_TITLES[direction], tuple(row for row in rows if row.direction == direction))
        for direction in directions
    )


def _board_sheet(made: _Sheets, board_no: int) -> BoardSheet:
    scored = made.scored
    top = scored.tops.get(board_no)
    return BoardSheet(
        heading=made.heading,
        board_no=board_no,
        dealer=dealer_name(board_no),
        vulnerability=vulnerable_text(board_no, made.heading.game),
        top=top,
        lines=tuple(
            board_line(
                made.section,
                line,
                made.names,
                entered=scored.entered.get(line_of(line)),
                points=scored.points.get(line_of(line)),
                top=top,
                group=scored.groups.get(line_of(line), ""),
                settled=scored.settled.get(line_of(line), ""),
            )
            for line in scored.lines.on_board(board_no)
        ),
    )


def board_line(
    section: Section,
    line: Line,
    names: Mapping[int, str],
    *,
    entered: LineEntry | None,
    points: ScoredLine | None,
    top: Points,
    group: str = "",
    settled: str = "",
) -> BoardLine:
    """Return *line* as a traveller shows it: who met, what they did (*entered*) and what it earned (*points*).

    *group* is the one of a fouled board, *settled* says why the line counts otherwise than it was made.
    """
    entry = entered.entry if entered else None
    ns_score: Points = line.result.ns_score if line.result and line.is_in else None
    tricks: Points = entry.tricks if entry else None
    contract = contract_text(entered)
    if settled and points:
        ns_score = points.line.score
        tricks = ns_score if section.session.event.game == "whist" else tricks
        contract = contract or (entered.text if entered and ns_score is None else "")  # made, but not what counts
    return BoardLine(
        ns=section.label(line.ns),
        ew=section.label(line.ew),
        ns_no=line.ns,
        ew_no=line.ew,
        ns_names=names.get(line.ns, ""),
        ew_names=names.get(line.ew, ""),
        contract=contract,
        declarer=SIDE_NAMES.get(entry.declarer or "", entry.declarer or "") if entry else "",
        tricks=tricks,
        ns_score=ns_score,
        ns_points=points.ns_points if points else None,
        ew_points=points.ew_points if points else None,
        ns_percent=_share(points.ns_points, top) if points else None,
        group=group,
        settled=settled,
    )


def contract_text(entered: LineEntry | None) -> str:
    """Return what stands in the contract column: ``"4SX"``, ``"PASS"``, ``"A6040"``; ``""`` for a bare score."""
    if entered is None:
        return ""
    entry, mark = entered.entry, entered.mark
    if entry is None or entry.kind not in (EntryKind.SCORE, EntryKind.TRICKS, EntryKind.PLAYED):
        return entered.text
    if isinstance(mark, Revoked):
        return entered.text
    return f"{entry.contract or ''}{mark or ''}".strip()


def _share(points: Points, top: Points) -> Fraction | None:
    return None if points is None or not top else Fraction(points) * 100 / Fraction(top)


def _pair_cards(made: _Sheets, rows: list[StandingRow], boards: tuple[BoardSheet, ...]) -> tuple[PairCard, ...]:
    rounds = {line_of(line): line.round_no for line in made.scored.lines.all}
    lines: dict[int, list[PairCardLine]] = {row.contestant: [] for row in rows}
    for board in boards:
        for line in board.lines:
            round_no = rounds[board.board_no, line.ns_no, line.ew_no]
            lines.setdefault(line.ns_no, []).append(_from_ns(board, line, round_no))
            lines.setdefault(line.ew_no, []).append(_from_ew(board, line, round_no))
    order = sorted(rows, key=lambda row: row.contestant)
    return tuple(PairCard(made.heading, row, _in_order(lines[row.contestant])) for row in order)


def _in_order(lines: list[PairCardLine]) -> tuple[PairCardLine, ...]:
    return tuple(sorted(lines, key=lambda line: (line.round_no or 0, line.board_no)))


def _from_ns(board: BoardSheet, line: BoardLine, round_no: int | None) -> PairCardLine:
    return PairCardLine(
        round_no=round_no,
        board_no=board.board_no,
        direction="NS",
        opponents=line.ew,
        opponents_no=line.ew_no,
        opponent_names=line.ew_names,
        contract=line.contract,
        declarer=line.declarer,
        tricks=line.tricks,
        score=line.ns_score,
        points=line.ns_points,
        percent=line.ns_percent,
    )


def _from_ew(board: BoardSheet, line: BoardLine, round_no: int | None) -> PairCardLine:
    """Return the card line of the E-W pair: signs turned at bridge, the other tricks at whist."""
    whist = board.heading.game == "whist"
    score = None if line.ns_score is None else 13 - line.ns_score if whist else -line.ns_score
    tricks = 13 - line.tricks if whist and line.tricks is not None else line.tricks
    contract = turned_revoke(line.contract) if whist else line.contract
    return PairCardLine(
        round_no=round_no,
        board_no=board.board_no,
        direction="EW",
        opponents=line.ns,
        opponents_no=line.ns_no,
        opponent_names=line.ns_names,
        contract=contract,
        declarer=line.declarer,
        tricks=tricks,
        score=score,
        points=line.ew_points,
        percent=_share(line.ew_points, board.top),
    )


def _recap(made: _Sheets, rows: list[StandingRow], cards: tuple[PairCard, ...]) -> Recap:
    boards = tuple(made.scored.lines.boards)
    points = {card.standing.contestant: {line.board_no: line.points for line in card.lines} for card in cards}
    return Recap(
        heading=made.heading,
        boards=boards,
        rows=tuple(RecapRow(row, tuple(points[row.contestant].get(board_no) for board_no in boards)) for row in rows),
    )
