"""An event with boards as exports need it, from one scoring of each session."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from director.boards.contests import CONTESTS
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.words import dealer_name, vulnerable_text
from director.boards.paper.exports.matches import matches_tables
from director.boards.paper.exports.people import People, entry_people, event_people
from director.boards.paper.exports.players import TITLE, players_table
from director.boards.paper.exports.results import SentResult, sent_result
from director.boards.paper.tables.files import pairs_files
from director.boards.scoring.extras import by_pair
from director.boards.scoring.scored import field_ranking, line_of
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.parts import played_parts
from director.boards.scoring.standings.sheets import SessionSheets
from director.formats.deals.model import FiledDeal
from director.formats.event_file import (
    SentBoard,
    SentEntry,
    SentEvent,
    SentLine,
    SentMatch,
    SentMatchBoard,
    SentPart,
    SentPlayer,
    SentSection,
    SentSession,
)
from director.formats.formats import EventTables
from director.models import Event, Section
from director.models.event import Game
from director.sheets import Points, StandingRow
from movements import KNOCK_OUT, is_swiss
from scoring import Board, TeamMatch, find_method

SCALE = "victory_points"
"""The option of a method whose matches can bring victory points."""


def sent_event(results: EventResults, *, numbered: bool = True) -> SentEvent:
    """Return the event of *results* for files. One query.

    :raises ScoringError: if the results that are in cannot be scored
    """
    event = results.event
    people = event_people(event, numbered=numbered)
    sessions = [_Session(sheets, people) for sheets in results.sessions]
    method = find_method(event.scoring)
    return SentEvent(
        event_id=event.pk,
        club=event.club.name,
        name=event.name,
        date=event.date,
        contest=CONTESTS[event.contest].plays,
        drawn=_draws_text(results),
        method=method.in_files,
        method_name=method.name,
        scale=method.unit == "victory points"
        or method.settings(event.scoring_options).get(SCALE, "none") != "none",
        sessions=tuple(session.sent for session in sessions),
        standings=tuple(_standings(results, {session.number: session for session in sessions})),
    )


def is_sent(event: Event) -> bool:
    """Return whether other programs have words for *event*, that is for bridge."""
    return event.game == Game.BRIDGE


def event_files(results: EventResults, *, numbered: bool = True) -> EventTables:
    """Return everything that can be exported, with people's numbers if *numbered*."""
    files = pairs_files(results)
    makers = (
        files.makers
        | matches_tables(results)
        | {TITLE.lower(): partial(players_table, results, numbered=numbered)}
    )
    sent = partial(sent_event, results, numbered=numbered) if is_sent(results.event) else None
    return replace(
        files, makers=makers, sent=sent, unnumbered=partial(event_files, results, numbered=False)
    )


def _draws_text(results: EventResults) -> str:
    keys = set()
    for sheets in results.sessions:
        for plan in sheets.plans.values():
            keys.add(plan.key)
    if any(map(is_swiss, keys)):
        return "swiss"
    if KNOCK_OUT in keys:
        return "knock-out"
    return ""


def _standings(
    results: EventResults, sessions: Mapping[int, "_Session"]
) -> Iterator[tuple[SentEntry, ...]]:
    first = min(sessions)
    for group in results.standings.groups:
        yield tuple(
            sessions[row.session_no or first].entry(row, is_own=not results.has_several)
            for row in group.rows
        )


@dataclass(frozen=True)
class _Session:
    """One session of the event: everything by the numbers of its scoring field."""

    sheets: SessionSheets
    people: People

    @property
    def number(self) -> int:
        return self.sheets.scoring_field.session.number

    @property
    def sent(self) -> SentSession:
        return SentSession(
            self.number, tuple(map(self._section, self.sheets.scoring_field.sections))
        )

    def entry(self, row: StandingRow, *, is_own: bool = True) -> SentEntry:
        """Return the entry of *row*. *is_own* limits it to this session."""
        scoring_field = self.sheets.scoring_field
        section, own = scoring_field.place(row.contestant)
        entered = self.sheets.entered.get(row.contestant)
        parts = played_parts(self.sheets, row) if is_own else ()
        name = entered.name if entered else ""
        return SentEntry(
            number=section.number(own),
            direction=section.direction(own),
            section=scoring_field.letter(row.contestant),
            group=row.direction,
            name=name,
            players=entry_people(self.people, entered, parts),
            boards=row.boards,
            total=row.total,
            percent=row.percent,
            place=row.place,
            adjustment=self._adjustments.get(row.contestant),
            parts=tuple(SentPart(part.boards, part.total, part.percent) for part in parts),
        )

    def _section(self, section: Section) -> SentSection:
        scoring_field = self.sheets.scoring_field
        rows = [row for group in self.sheets.standings.groups for row in group.rows]
        own = sorted(
            (row for row in rows if scoring_field.place(row.contestant)[0] == section),
            key=lambda row: row.contestant,
        )
        boards = (self._board(section, board_no) for board_no in self.sheets.board_numbers)
        letter = section.letter if scoring_field.is_divided else ""
        return SentSection(
            letter=letter,
            winners=section.winners,
            entries=tuple(map(self.entry, sorted(own, key=lambda row: row.contestant))),
            boards=tuple(board for board in boards if board.lines),
            matches=tuple(self._matches(section)),
        )

    def _board(self, section: Section, board_no: int) -> SentBoard:
        scoring_field = self.sheets.scoring_field
        lines = (
            line
            for line in self.sheets.lines.on_board(board_no)
            if scoring_field.place(line.ns)[0] == section
        )
        return replace(self._board_of(board_no, lines), hand=self._hand(section, board_no))

    def _hand(self, section: Section, board_no: int) -> FiledDeal | None:
        hand = self.sheets.visible_hands.get((section.pk, board_no))
        if hand:
            return FiledDeal(board_no, hand.cards, hand.makeable)
        return None

    def _board_of(
        self, board_no: int, lines: Iterator[SectionLine] | Sequence[SectionLine]
    ) -> SentBoard:
        sent = tuple(line for line in map(self._line, lines) if line)
        return SentBoard(board_no, dealer_name(board_no)[0], vulnerable_text(board_no), sent)

    def _line(self, line: SectionLine) -> SentLine | None:
        key = line_of(line)
        entered = self.sheets.scored.entered.get(key)
        scored = self.sheets.scored.points.get(key)
        result = sent_result(entered, line.covered, line.board_no, scored) if entered else None
        if result is None:
            return None
        points = (scored.ns_points, scored.ew_points) if scored else (None, None)
        return self._sides(line, result, points)

    def _sides(
        self, line: SectionLine, result: SentResult, points: tuple[Points, Points]
    ) -> SentLine:
        """Return *line* with the pairs as listed. A turned line loses its contract.

        A list of N-S pairs that holds one of E-W is refused by every reader.
        """
        seats = self._seats(line)
        ns, ew = line.ns, line.ew
        section, own = self.sheets.scoring_field.place(ns)
        lead = line.lead
        if section.direction(own) == "EW" and self._direction(ew) == "NS":
            ns, ew, points, result, lead = ew, ns, points[::-1], result.turned, ""
            seats = (*seats[1:], seats[0])
        return SentLine(
            ns=self._label(ns),
            ew=self._label(ew),
            contract=result.contract,
            declarer=result.declarer,
            tricks=result.tricks,
            lead=lead,
            score=result.score,
            artificial=result.artificial,
            ns_points=points[0],
            ew_points=points[1],
            round_no=line.round_no,
            table_no=line.table_no,
            seats=seats,
            ruled=result.ruled,
        )

    def _direction(self, pair_no: int) -> str:
        section, own = self.sheets.scoring_field.place(pair_no)
        return section.direction(own)

    def _label(self, pair_no: int) -> str:
        section, own = self.sheets.scoring_field.place(pair_no)
        if section.partners and not section.team_size:
            return section.label(own)
        (number,) = section.members(own)  # of two players of a team it is the team's
        return f"{section.number(number)}{section.direction(number)}"

    def _seats(self, line: SectionLine) -> tuple[SentPlayer | None, ...]:
        """Return who sat N, E, S and W."""
        key, round_no = line_of(line), line.round_no
        if players := self.sheets.seats.get(key):
            return tuple(next(iter(self._players(player, round_no)), None) for player in players)
        if sitters := self.sheets.sitters.get(key):
            return tuple(
                self.people.get(who.person_id, SentPlayer(who.name)) if who else None
                for who in sitters
            )
        if not CONTESTS[self.sheets.scoring_field.event.contest].is_side:
            return None, None, None, None
        ns, ew = (
            (*self._players(pair_no, round_no), None, None)[:2] for pair_no in (line.ns, line.ew)
        )
        return ns[0], ew[0], ns[1], ew[1]

    def _players(self, pair_no: int, round_no: int | None) -> tuple[SentPlayer, ...]:
        entered = self.sheets.entered.get(pair_no)
        seated = entered.in_round(round_no).values() if entered else ()
        return tuple(
            self.people.get(sitter.person_id, SentPlayer(sitter.name)) for sitter in seated
        )

    @cached_property
    def _adjustments(self) -> dict[int, Points]:
        """What each contestant has besides its boards."""
        field = self.sheets.scored.field
        boards = tuple(
            replace(
                board,
                lines=tuple(
                    line._replace(adjustments=()) if line.adjustments else line
                    for line in board.lines
                ),
            )
            for board in field.boards
        )
        bare = replace(field, boards=boards, credits=())
        if bare == field:
            return {}
        scoring_field = self.sheets.scoring_field
        without = by_pair(
            scoring_field, field_ranking(scoring_field, bare).standings
        )  # not whom no line has
        given = by_pair(scoring_field, self.sheets.scored.ranking.standings)
        differences = {
            pair_no: own.total - (without[pair_no].total if pair_no in without else 0)
            for pair_no, own in given.items()
        }
        return {pair_no: difference for pair_no, difference in differences.items() if difference}

    def _matches(self, section: Section) -> Iterator[SentMatch]:
        scoring_field = self.sheets.scoring_field
        for match in self.sheets.scored.ranking.matches:
            home = scoring_field.pair_no(match.home, None)
            if match.boards and scoring_field.place(home)[0] == section:
                yield self._match(match, home, scoring_field.pair_no(match.away, None))

    def _match(self, match: TeamMatch, home: int, away: int) -> SentMatch:
        lines: dict[int, list[SectionLine]] = defaultdict(list)
        for line in self._lines_between.get(frozenset((home, away)), ()):
            if match.round_no in (None, line.round_no):
                lines[line.board_no].append(line)
        return SentMatch(
            match.round_no or self._round_of(lines),
            self._label(home),
            self._label(away),
            (match.home_points, match.away_points),
            (None, None) if match.is_unfinished else (match.home_score, match.away_score),
            tuple(
                SentMatchBoard(
                    self._board_of(board_no, lines[board_no]),
                    self._home_points(lines[board_no], home),
                )
                for board_no in sorted(lines)
            ),
        )

    def _round_of(self, lines: Mapping[int, Sequence[SectionLine]]) -> int | None:
        rounds = set()
        for own in lines.values():
            for line in own:
                rounds.add(line.round_no)
        if len(rounds) == 1:
            return rounds.pop()
        return None

    def _home_points(self, lines: Sequence[SectionLine], home: int) -> Points:
        for line in lines:
            if scored := self.sheets.scored.points.get(line_of(line)):
                if home in self.sheets.scoring_field.members(line.ns):
                    return scored.ns_points
                return scored.ew_points
        return None

    @cached_property
    def _lines_between(self) -> dict[frozenset[int], list[SectionLine]]:
        lines: dict[frozenset[int], list[SectionLine]] = defaultdict(list)
        for line in self.sheets.lines.all:
            members = self.sheets.scoring_field.members
            lines[frozenset((*members(line.ns), *members(line.ew)))].append(line)
        return lines


def _without_adjustments(board: Board) -> Board:
    if not any(line.adjustments for line in board.lines):
        return board
    return replace(board, lines=tuple(line._replace(adjustments=()) for line in board.lines))
