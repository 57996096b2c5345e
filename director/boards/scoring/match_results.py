"""The matches of one session of teams, out of the one scoring of it."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from director.boards.contests import CONTESTS
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.boards.scoring.lines import seated_line
from director.boards.scoring.matches.sheets import (
    CrossCell,
    CrossRow,
    CrossTable,
    MatchBoard,
    MatchSheet,
    PlayedMatch,
)
from director.boards.scoring.matches.totals import SCALE
from director.boards.scoring.scored import line_of
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Plan
from director.sheets import BoardLine, Points, StandingRow
from scoring import TeamMatch, find_method, noted_text, percent_text

SCALED = "victory points"
MINUS = "\N{MINUS SIGN}"


class SheetsAfter(SessionSheets):
    """The sheets of a session as they were after *round_no*."""

    def __init__(self, sheets: SessionSheets, round_no: int) -> None:
        super().__init__(sheets.scoring_field)
        self._whole, self._round_no = sheets, round_no

    @cached_property
    def lines(self) -> SectionLines:
        """The lines of the rounds until then, and those without a known round."""
        whole = self._whole.lines
        until = [
            line for line in whole.all if line.round_no is None or line.round_no <= self._round_no
        ]
        byes = [bye for bye in whole.byes if bye.round_no <= self._round_no]
        return SectionLines(
            until,
            byes,
            plans=whole.plans,
            until=self._round_no,
            is_by_round=whole.is_by_round,
            is_knockout=whole.is_knockout,
        )

    @cached_property
    def plans(self) -> dict[int, Plan]:
        """The stored plans of the sections, by the key of the section."""
        return self._whole.plans

    @cached_property
    def players(self) -> dict[int, list[str]]:
        """The names of the players of each team."""
        return self._whole.players


@dataclass(frozen=True)
class Matches:
    """The matches of the session of *sheets*, calculated when needed."""

    sheets: SessionSheets

    @property
    def of_boards(self) -> str:
        """The unit of the boards' points."""
        if not CONTESTS[self.sheets.scoring_field.event.contest].has_halves:
            return "matchpoints"
        if self.unit == SCALED:
            return "IMPs"
        return "points"

    @property
    def rounds(self) -> list[int]:
        """The rounds that have a result, ascending."""
        return sorted(
            {line.round_no for line in self.sheets.lines.all if line.is_in and line.round_no}
        )

    @property
    def unit(self) -> str:
        """In what the scores of matches are."""
        event = self.sheets.scoring_field.event
        method = find_method(event.scoring)
        scale = method.settings(event.scoring_options).get(SCALE)
        if scale is None:
            return method.unit
        if scale != "none":
            return SCALED
        return "IMPs"

    @property
    def cross_table(self) -> CrossTable:
        """Every team against every other."""
        teams = tuple(self.sheets.rows_by_number)
        byes = self._byes
        return CrossTable(
            heading=self.sheets.heading,
            unit=self.unit,
            teams=teams,
            rows=tuple(
                CrossRow(
                    own,
                    tuple(self._cell(own.contestant, other.contestant) for other in teams),
                    byes.get(own.contestant, ""),
                )
                for own in teams
            ),
        )

    @property
    def played(self) -> tuple[PlayedMatch, ...]:
        """Every match with a result, by round, then by home team."""
        rows = {row.contestant: row for row in self.sheets.rows}
        number = self.sheets.scoring_field.pair_no
        rounds: dict[frozenset[int], set[int]] = defaultdict(set)
        for line in self.sheets.lines.all:
            if line.round_no and line.is_in:
                rounds[frozenset((line.ns, line.ew))].add(line.round_no)
        met = []
        for match in (match for match in self.sheets.scored.ranking.matches if match.boards):
            home, away = number(match.home, None), number(match.away, None)
            own = (
                (match.round_no,)
                if match.round_no
                else tuple(sorted(rounds[frozenset((home, away))]))
            )
            met.append(PlayedMatch(own, rows[home], rows[away], match.boards, *_figures(match)))
        return tuple(sorted(met, key=lambda match: (match.rounds, match.home.contestant)))

    def match(self, home: int, away: int, round_no: int = 0) -> MatchSheet | None:
        """Return what *home* and *away* played in *round_no*, without it in all rounds together.

        It is ``None`` where one is no team or they were not to meet.
        """
        rows = {row.contestant: row for row in self.sheets.rows_by_number}
        lines = sorted(
            self._lines(home, away), key=lambda line: (line.round_no or 0, line.board_no)
        )
        # Two tables of three teams may be in two rounds: the match is of the later.
        round_of = {line.board_no: line.round_no or 0 for line in lines}
        rounds = tuple(sorted({*round_of.values()} - {0})) if self.sheets.lines.is_by_round else ()
        matches = list(self._meetings.get((home, away), ()))
        if round_no in rounds:
            lines = [line for line in lines if round_of[line.board_no] == round_no]
            matches = [match for match in matches if match.round_no == round_no]
        if home == away or not lines:
            return None
        label = self.sheets.scoring_field.label
        for team in {home, away} - rows.keys():  # without names and results
            rows[team] = StandingRow("", team, label(team), "", "", 0, None, None)
        return MatchSheet(
            heading=self.sheets.heading,
            home=rows[home],
            away=rows[away],
            boards=tuple(self._boards(home, lines)),
            points=_sum_pairs(match.points for match in matches),
            score=_sum_pairs(match.score for match in matches),
            why="; ".join(
                _why(match, self.unit, self.of_boards, is_one=len(matches) == 1)
                for match in matches
            ),
            tables=tuple(sorted({line.table_no for line in lines if line.table_no})),
            rounds=rounds,
            round_no=round_no if round_no in rounds else 0,
            beside=tuple(self._beside((rows[home], rows[away]), {line_of(line) for line in lines})),
        )

    def _beside(self, teams: Iterable[StandingRow], lines: Container[Key]) -> Iterator[str]:
        """Yield what *teams* bring along, and what rulings on *lines* take from their totals."""
        for team in teams:
            called = f"{self.sheets.heading.called.capitalize()} {team.label}"
            if carried := self.sheets.extras.carry_over_text(team.contestant):
                yield f"{called}: carry-over {carried}"
            for penalty in self.sheets.penalties:
                if penalty.to == team.contestant and penalty.line in lines:
                    yield f"{called}: penalty {penalty.text}, ruling {penalty.number}"

    def _cell(self, own: int, other: int) -> CrossCell | None:
        met = self._meetings.get((own, other), ())
        if met:
            return CrossCell(
                other, _sum_pairs(match.score for match in met)[0], sum(each.boards for each in met)
            )
        return None

    @cached_property
    def _meetings(self) -> Mapping[tuple[int, int], list["_TeamMatch"]]:
        """Every match with a result, once for each team."""
        number = self.sheets.scoring_field.pair_no
        met: dict[tuple[int, int], list[_TeamMatch]] = defaultdict(list)
        for match in self.sheets.scored.ranking.matches:
            home, away = number(match.home, None), number(match.away, None)
            if match.boards:
                met[home, away].append(_TeamMatch.of(match))
                met[away, home].append(_TeamMatch.of(match).turned)
        return met

    @property
    def _byes(self) -> dict[int, str]:
        """The rounds in which the movement gives teams no opponents."""
        scoring_field, rounds = self.sheets.scoring_field, defaultdict[int, list[int]](list)
        for section in scoring_field.sections:
            plan = self.sheets.plans.get(section.pk)
            for round_no, contestant, *_rest in plan.sit_outs if plan else ():
                rounds[scoring_field.pair(section, contestant)].append(round_no)
        return {
            team: f"round{'s' if len(own) > 1 else ''} {', '.join(map(str, sorted(own)))}"
            for team, own in rounds.items()
        }

    def _lines(self, home: int, away: int) -> Iterator[SectionLine]:
        return (
            line
            for line in self.sheets.lines.all
            if {*self._team(line.ns), *self._team(line.ew)} == {home, away}
        )

    def _team(self, side: int) -> tuple[int, ...]:
        return self.sheets.scoring_field.members(side)

    def _boards(self, home: int, lines: Iterable[SectionLine]) -> Iterator[MatchBoard]:
        rooms: dict[tuple[int | None, int, int], dict[bool, BoardLine]] = defaultdict(dict)
        tables: Counter[tuple[int | None, int, bool]] = (
            Counter()
        )  # of larger teams a board is at several both ways
        last_of = {
            line.board_no: line.round_no for line in lines
        }  # two tables may be in two rounds of three teams
        is_by_seat = (
            self.sheets.heading.by_seat
        )  # then tables may exchange boards from round to round
        for line in lines:
            sheet = seated_line(self.sheets.scored, self.sheets.people, line)
            played_in = last_of[line.board_no] if self.sheets.lines.is_by_round else line.round_no
            round_no, is_home = None if is_by_seat else played_in, home in self._team(line.ns)
            rooms[round_no, line.board_no, tables[round_no, line.board_no, is_home]][is_home] = (
                sheet
            )
            tables[round_no, line.board_no, is_home] += 1
        running: tuple[Points, Points] = (0, 0)
        last: int | None = None
        for (round_no, board_no, _table), both in rooms.items():
            if self.sheets.lines.is_by_round and round_no != last:
                running, last = (0, 0), round_no
            own, other = _points(both)
            if own is not None and other is not None:
                running = _sum_pairs((running, (own, other)))
            yield MatchBoard(
                round_no, board_no, both.get(True), both.get(False), own, other, running
            )


@dataclass(frozen=True, slots=True)
class _TeamMatch:
    """A match as one of its teams sees it."""

    round_no: int | None
    boards: int
    points: tuple[Points, Points]
    score: tuple[Points, Points]

    @classmethod
    def of(cls, match: TeamMatch) -> "_TeamMatch":
        return cls(match.round_no, match.boards, *_figures(match))

    @property
    def turned(self) -> "_TeamMatch":
        return _TeamMatch(self.round_no, self.boards, self.points[::-1], self.score[::-1])


def _figures(match: TeamMatch) -> tuple[tuple[Points, Points], tuple[Points, Points]]:
    """Return the points of both teams, and their scores as soon as the match is finished."""
    score = (None, None) if match.is_unfinished else (match.home_score, match.away_score)
    return (match.home_points, match.away_points), score


def _points(rooms: Mapping[bool, BoardLine]) -> tuple[Points, Points]:
    """Return the points of a board for the home team and the visitors."""
    if True in rooms:
        own, other = rooms[True].ns_points, rooms[True].ew_points
    else:
        own, other = rooms[False].ew_points, rooms[False].ns_points
    if own is not None and other is not None and own + other == 0:
        return max(own, 0), max(other, 0)
    return own, other


def _sum_pairs(pairs: Iterable[tuple[Points, Points]]) -> tuple[Points, Points]:
    """Return the sums of both figures of *pairs*, or None without pairs."""
    both = [(own, other) for own, other in pairs if own is not None and other is not None]
    if not both:
        return None, None
    return sum((Fraction(own) for own, _ in both), Fraction(0)), sum(
        (Fraction(other) for _, other in both), Fraction(0)
    )


def _why(match: _TeamMatch, unit: str, of_boards: str, *, is_one: bool) -> str:
    """Explain a match score by its boards: ``"23 IMPs on 4 boards gave 15.2 : 4.8 …"``."""
    boards = f"{match.boards} board{'' if match.boards == 1 else 's'}"
    boards = boards if is_one or match.round_no is None else f"{boards} of round {match.round_no}"
    if match.score == (None, None):
        return f"{boards} entered so far; the match counts when all are"
    own, other = (noted_text(Fraction(figure or 0)) for figure in match.score)
    margin = Fraction(match.points[0] or 0)
    if of_boards == "matchpoints":
        most = margin + Fraction(match.points[1] or 0)
        share = percent_text(100 * margin / most) if most else "no"
        return f"{share}% on {boards} gave {own} : {other} {unit}"
    if unit != SCALED:
        return f"{boards} gave {own} : {other} {unit}"
    return f"{noted_text(margin).replace('-', MINUS)} IMPs on {boards} gave {own} : {other} {unit}"
