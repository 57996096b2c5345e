"""Everything that is published or exported of a section, scored once per request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.models import Section
from director.selectors.lines import Line, SectionLines, section_lines, section_plan
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
from scoring import Board, Entry, EntryKind, Field, Ranking, ScoredLine, find_method, rank, read_entry
from scoring import Line as ScoringLine

GROUP_TITLES = {"NS": "North-South", "EW": "East-West", "": ""}
SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


def event_sheets(section: Section) -> EventSheets:
    """Return standings, boards, pair cards and recap of *section*, scored by its event's method.

    Seven queries whatever the size; *section* should come with its session, event and club.
    """
    scored = _score(section)
    rows = standing_rows(section, scored.ranking, scored.names)
    boards = tuple(_board_sheet(scored, board_no) for board_no in scored.lines.boards)
    cards = _pair_cards(scored, rows, boards)
    return EventSheets(
        standings=_standings(scored, rows), boards=boards, pairs=cards, recap=_recap(scored, rows, cards)
    )


def section_ranking(section: Section, lines: SectionLines) -> Ranking:
    """Return what the scoring method of the event makes of the results that are in."""
    entries = _entries(section.session.event.game, lines)
    return _rank(section, lines, entries)


@dataclass(frozen=True, slots=True)
class _Scored:
    """One section with everything its sheets are made of."""

    section: Section
    heading: Heading
    names: dict[int, str]
    lines: SectionLines
    entries: dict[tuple[int, int, int], Entry]
    ranking: Ranking
    points: dict[tuple[int, int, int], ScoredLine]
    tops: dict[int, Points]
    planned: bool


def _score(section: Section) -> _Scored:
    plan = section_plan(section)
    lines = section_lines(section, plan)
    entries = _entries(section.session.event.game, lines)
    ranking = _rank(section, lines, entries)
    return _Scored(
        section=section,
        heading=heading(section, plan),
        names=names_by_pair(section),
        lines=lines,
        entries=entries,
        ranking=ranking,
        points={
            (board.board_no, scored.line.ns, scored.line.ew): scored
            for board in ranking.boards
            for scored in board.lines
        },
        tops={board.board_no: board.top for board in ranking.boards},
        planned=plan is not None,
    )


def _key(line: Line) -> tuple[int, int, int]:
    return line.board_no, line.ns, line.ew


def _entries(game: str, lines: SectionLines) -> dict[tuple[int, int, int], Entry]:
    return {_key(line): read_entry(line.result.text, game=game) for line in lines.all if line.is_in}


def _rank(section: Section, lines: SectionLines, entries: dict[tuple[int, int, int], Entry]) -> Ranking:
    """Rank what is in; a line not played is no result."""
    event = section.session.event
    boards = []
    for board_no in lines.boards:
        scoring_lines = tuple(
            ScoringLine(ns=line.ns, ew=line.ew, score=line.result.ns_score, artificial=entries[_key(line)].artificial)
            for line in lines.on_board(board_no)
            if line.is_in and entries[_key(line)].kind is not EntryKind.NOT_PLAYED
        )
        if scoring_lines:
            boards.append(Board(board_no, scoring_lines))
    return rank(event.scoring, Field(winners=section.winners, boards=tuple(boards)), event.scoring_options)


def standing_rows(section: Section, ranking: Ranking, names: Mapping[int, str]) -> list[StandingRow]:
    """Return the ranked pairs in order of place, then those of *names* without a result yet, by number."""
    label, direction = section.label, section.direction
    rows = [
        StandingRow(
            place=standing.place_text,
            contestant=standing.contestant,
            label=label(standing.contestant),
            names=names.get(standing.contestant, ""),
            direction=direction(standing.contestant),
            boards=standing.boards,
            total=standing.total,
            percent=standing.percent,
        )
        for standing in ranking.standings
    ]
    ranked = {row.contestant for row in rows}
    return rows + [
        StandingRow("", pair_no, label(pair_no), pair_names, direction(pair_no), 0, None, None)
        for pair_no, pair_names in sorted(names.items())
        if pair_no not in ranked
    ]


def _standings(scored: _Scored, rows: list[StandingRow]) -> Standings:
    return Standings(
        heading=scored.heading,
        method=find_method(scored.section.session.event.scoring).name,
        groups=standing_groups(scored.section, rows),
        results_in=scored.lines.results_in,
        results_due=len(scored.lines.all) if scored.planned else 0,
        notes=scored.ranking.notes,
    )


def standing_groups(section: Section, rows: Sequence[StandingRow]) -> tuple[StandingGroup, ...]:
    """Return *rows* as they are ranked against each other: one group, or N-S and E-W with two winners."""
    directions = ("",) if section.winners == 1 else ("NS", "EW")
    return tuple(
        StandingGroup(GROUP_TITLES[direction], tuple(row for row in rows if row.direction == direction))
        for direction in directions
    )


def _board_sheet(scored: _Scored, board_no: int) -> BoardSheet:
    top = scored.tops.get(board_no)
    return BoardSheet(
        heading=scored.heading,
        board_no=board_no,
        dealer=dealer_name(board_no),
        vulnerability=vulnerable_text(board_no),
        top=top,
        lines=tuple(
            board_line(
                scored.section,
                line,
                scored.names,
                entry=scored.entries.get(_key(line)),
                points=scored.points.get(_key(line)),
                top=top,
            )
            for line in scored.lines.on_board(board_no)
        ),
    )


def board_line(
    section: Section,
    line: Line,
    names: Mapping[int, str],
    *,
    entry: Entry | None,
    points: ScoredLine | None,
    top: Points,
) -> BoardLine:
    """Return *line* as a traveller shows it: who met, what they did (*entry*) and what it earned (*points*)."""
    return BoardLine(
        ns=section.label(line.ns),
        ew=section.label(line.ew),
        ns_no=line.ns,
        ew_no=line.ew,
        ns_names=names.get(line.ns, ""),
        ew_names=names.get(line.ew, ""),
        contract=contract_text(entry),
        declarer=SIDE_NAMES.get(entry.declarer or "", entry.declarer or "") if entry else "",
        tricks=entry.tricks if entry else None,
        ns_score=line.result.ns_score if line.result and line.is_in else None,
        ns_points=points.ns_points if points else None,
        ew_points=points.ew_points if points else None,
        ns_percent=_share(points.ns_points, top) if points else None,
    )


def contract_text(entry: Entry | None) -> str:
    """Return what stands in the contract column: ``"4SX"``, ``"PASS"``, ``"A6040"``; ``""`` for a bare score."""
    if entry is None or entry.kind in (EntryKind.SCORE, EntryKind.TRICKS):
        return ""
    return str(entry.contract) if entry.contract else str(entry)


def _share(points: Points, top: Points) -> Fraction | None:
    return None if points is None or not top else Fraction(points) * 100 / Fraction(top)


def _pair_cards(scored: _Scored, rows: list[StandingRow], boards: tuple[BoardSheet, ...]) -> tuple[PairCard, ...]:
    rounds = {_key(line): line.round_no for line in scored.lines.all}
    lines: dict[int, list[PairCardLine]] = {row.contestant: [] for row in rows}
    for board in boards:
        for line in board.lines:
            round_no = rounds[board.board_no, line.ns_no, line.ew_no]
            lines.setdefault(line.ns_no, []).append(_from_ns(board, line, round_no))
            lines.setdefault(line.ew_no, []).append(_from_ew(board, line, round_no))
    order = sorted(rows, key=lambda row: row.contestant)
    return tuple(PairCard(scored.heading, row, _in_order(lines[row.contestant])) for row in order)


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
    return PairCardLine(
        round_no=round_no,
        board_no=board.board_no,
        direction="EW",
        opponents=line.ns,
        opponents_no=line.ns_no,
        opponent_names=line.ns_names,
        contract=line.contract,
        declarer=line.declarer,
        tricks=line.tricks,
        score=score,
        points=line.ew_points,
        percent=_share(line.ew_points, board.top),
    )


def _recap(scored: _Scored, rows: list[StandingRow], cards: tuple[PairCard, ...]) -> Recap:
    boards = tuple(scored.lines.boards)
    points = {card.standing.contestant: {line.board_no: line.points for line in card.lines} for card in cards}
    return Recap(
        heading=scored.heading,
        boards=boards,
        rows=tuple(RecapRow(row, tuple(points[row.contestant].get(board_no) for board_no in boards)) for row in rows),
    )
