"""Statements of teams about the results of their matches, and whether they are still current.

A team confirms a result on its phone, or says that it isn't right. The statement is stored with a
version of the result that was shown. After a correction the result has another version, so the
statement is no longer current and needs no deletion.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias

from django.utils import timezone

from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.sheets import MatchBoard, ScoredMatch
from director.boards.scoring.hooks import MatchSheet, MatchTeam, ShownBoard, ShownStatement
from director.models import TableWord
from director.pdf.words import format_date

_VERSION_LENGTH = 16
_Meeting: TypeAlias = tuple[int, int, int]
"""Round and both teams of a match, the lower number first."""


@dataclass(frozen=True, slots=True)
class TeamStatement:
    """The last statement of a team about the result of its match."""

    team_name: str  # for a sentence: "team 3"
    is_right: bool
    is_current: bool  # whether the result is still the one that the team saw
    heard_at: datetime

    @property
    def is_open_dispute(self) -> bool:
        """Whether the team says that the result as it is now isn't right."""
        return self.is_current and not self.is_right

    @property
    def dispute_text(self) -> str:
        """What the team says against the result, as a sentence."""
        return f"Not right, says {self.team_name}."

    @property
    def sentence(self) -> str:
        """The statement as the phones of the match show it."""
        team = self.team_name.capitalize()
        if not self.is_current:
            if self.is_right:
                return f"{team} confirmed the result before a correction."
            return f"{team} said before a correction that the result isn’t right."
        time = _format_local_time(self.heard_at)
        if self.is_right:
            return f"{team} confirmed the result {time}."
        return f"{team} said {time} that the result isn’t right."


@dataclass(frozen=True, slots=True)
class MatchStatements:
    """A match with the last statement of each team that said something about it."""

    scored_match: ScoredMatch
    statement_by_team: dict[int, TeamStatement]

    @property
    def round_no(self) -> int:
        """The round, or 0 for a match over several rounds."""
        return _get_match_round(self.scored_match)

    @property
    def name(self) -> str:
        """Round and teams: ``"Round 2, 3 Elm against 5 Oak"``."""
        home, away = self.scored_match.home, self.scored_match.away
        home_name = f"{home.label} {home.names}".strip()
        away_name = f"{away.label} {away.names}".strip()
        teams = f"{home_name} against {away_name}"
        return f"Round {self.round_no}, {teams}" if self.round_no else teams

    @property
    def is_disputed(self) -> bool:
        """Whether a team says that the result as it is now isn't right."""
        return any(statement.is_open_dispute for statement in self.statement_by_team.values())

    @property
    def sentences(self) -> str:
        """The statements of both teams for the director, disputes first."""
        statements = self.statement_by_team.values()
        parts = [statement.dispute_text for statement in statements if statement.is_open_dispute]
        for is_current, ending in ((True, ""), (False, " before a correction")):
            teams = [
                statement.team_name
                for statement in statements
                if statement.is_right and statement.is_current == is_current
            ]
            if teams:
                by_whom = "both teams" if len(teams) > 1 else teams[0]
                parts.append(f"Confirmed by {by_whom}{ending}.")
        parts += [
            f"Not right, said {statement.team_name} before a correction."
            for statement in statements
            if not statement.is_current and not statement.is_right
        ]
        return " ".join(parts)


def _iter_table_results(board: MatchBoard) -> Iterator[tuple[int, int, str]]:
    """Yield what was entered on *board* at both tables."""
    for line in (board.open_room, board.closed_room):
        if line:
            result = (line.contract, line.declarer, line.tricks, line.score, line.group)
            points = (line.ns.points, line.ew.points)
            yield line.ns.number, line.ew.number, " ".join(map(str, (*result, *points)))


class TeamStatements:
    """What teams said about *matches*.

    It costs one query when it is first needed.
    """

    def __init__(self, matches: SessionMatches) -> None:
        self._matches = matches

    def get_result_version(self, scored_match: ScoredMatch) -> str:
        """Return a short text that differs for every result of a match, whichever team is first."""
        teams = zip(
            (scored_match.home, scored_match.away),
            scored_match.points,
            scored_match.score,
            strict=True,
        )
        figures = [(team.contestant, str(points), str(score)) for team, points, score in teams]
        boards = [
            (board.board_no, sorted(_iter_table_results(board))) for board in scored_match.boards
        ]
        # The figures of a result in IMPs that was entered without boards have only its margin.
        reported_text = ""
        if scored_match.is_reported:
            reported_text = self._reported_text_by_meeting.get(_get_match_key(scored_match), "")
        content = repr((sorted(figures), sorted(boards), reported_text))
        return sha256(content.encode()).hexdigest()[:_VERSION_LENGTH]

    def get_for_match(self, scored_match: ScoredMatch) -> MatchStatements | None:
        """Return what the teams said about the match of *scored_match*, or None if they said nothing."""
        return self._statements_by_meeting.get(_get_match_key(scored_match))

    @property
    def all(self) -> Sequence[MatchStatements]:
        """The matches that teams said something about, disputed ones first."""
        meetings = sorted(self._statements_by_meeting)
        return sorted(
            (self._statements_by_meeting[meeting] for meeting in meetings),
            key=lambda statements: not statements.is_disputed,
        )

    @cached_property
    def _reported_text_by_meeting(self) -> dict[_Meeting, str]:
        """The results that were entered without boards."""
        return {
            meeting: f"{match.home_points} : {match.away_points} {match.unit}"
            for meeting, match in self._matches.session_results.lines.stored_matches.items()
            if match.is_reported
        }

    @cached_property
    def _statements_by_meeting(self) -> dict[_Meeting, MatchStatements]:
        scoring_field = self._matches.session_results.scoring_field
        sections_by_key = {section.pk: section for section in scoring_field.sections}
        entries_by_meeting: dict[_Meeting, list[tuple[int, TableWord]]] = defaultdict(list)
        for stored_entry in _fetch_match_entries(sections_by_key):
            section = sections_by_key[stored_entry.access.section_id or 0]
            ns, ew = (
                scoring_field.get_field_number(section, team or 0)
                for team in (stored_entry.ns, stored_entry.ew)
            )
            low, high = sorted((ns, ew))
            team = ns if stored_entry.side == "ns" else ew
            entries_by_meeting[stored_entry.round_no or 0, low, high].append((team, stored_entry))
        statements_by_meeting = {}
        for (round_no, low, high), stored_entries in entries_by_meeting.items():
            scored_match = self._matches.match(low, high, round_no)
            if scored_match:  # None once the two teams are no longer to meet
                statements_by_meeting[_get_match_key(scored_match)] = MatchStatements(
                    scored_match, self._make_statements_by_team(scored_match, stored_entries)
                )
        return statements_by_meeting

    def _make_statements_by_team(
        self, scored_match: ScoredMatch, stored_entries: Iterable[tuple[int, TableWord]]
    ) -> dict[int, TeamStatement]:
        """Return the last statement of each team by its number. *stored_entries* are in order of time."""
        version = self.get_result_version(scored_match)
        label = self._matches.session_results.scoring_field.get_label
        statements_by_team = {}
        for team, stored_entry in stored_entries:
            team_name = f"{scored_match.heading.contestant_noun} {label(team)}"
            statements_by_team[team] = TeamStatement(
                team_name=team_name,
                is_right=not stored_entry.is_dispute,
                is_current=stored_entry.text == version,
                heard_at=stored_entry.heard_at,
            )
        return dict(sorted(statements_by_team.items()))


def _format_local_time(moment: datetime) -> str:
    """Return the local time of *moment*, with its day if that isn't today."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return f"at {local:%H:%M}"
    return f"on {format_date(local.date())}"


def _fetch_match_entries(sections: Iterable[int]) -> Iterable[TableWord]:
    """Return the entries about matches of *sections*, latest last."""
    stored_entries = TableWord.objects.filter(
        kind=TableWord.Kind.MATCH, access__section__in=list(sections), dropped_at__isnull=True
    )
    return stored_entries.select_related("access").order_by("pk")


def _get_match_key(scored_match: ScoredMatch) -> _Meeting:
    low, high = sorted(scored_match.teams)
    return _get_match_round(scored_match), low, high


def _get_match_round(scored_match: ScoredMatch) -> int:
    """Return the round of a match, even if the sheet of two teams that meet once names none."""
    if not scored_match.round_no and len(scored_match.rounds) == 1:
        return scored_match.rounds[0]
    return scored_match.round_no


def find_match_sheet(
    matches: SessionMatches, home: int, away: int, round_no: int
) -> MatchSheet | None:
    """Return the match of *home* and *away* in *round_no* as phones show it, or None without one."""
    match = matches.match(home, away, round_no)
    if match is None:
        return None
    statements = TeamStatements(matches)
    match_statements = statements.get_for_match(match)
    statement_by_team = match_statements.statement_by_team if match_statements else {}
    teams = []
    for row in (match.home, match.away):
        statement = statement_by_team.get(row.contestant)
        shown_statement = None
        if statement:
            shown_statement = ShownStatement(
                statement.is_right, statement.is_current, statement.sentence
            )
        teams.append(MatchTeam(row.label, row.names, shown_statement))
    return MatchSheet(
        home=teams[0],
        away=teams[1],
        score=match.score,
        unit=matches.unit,
        board_unit=matches.board_unit,
        boards=[
            ShownBoard(board.board_no, board.home_points, board.away_points)
            for board in match.boards
        ],
        notes=[*match.rulings, *match.total_adjustments],
        version=statements.get_result_version(match),
    )
