"""The fixtures of a contest of matches: who meets whom in each round, and with what score."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from director.additions.contests.scoring.match_results import (
    collect_finished_matches_by_key,
    get_match_decimals,
)
from director.additions.contests.scoring.provisional import (
    get_unplayed_points,
    list_provisional_matches,
)
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import MatchState, SectionMatch, collect_matches
from director.boards.movement.lines.section_lines import MatchKey, format_match_code
from director.boards.movement.rounds import list_cancelled_matches_at_tables
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Match, Plan, PlanRow, Section
from director.sheets import MINUS, Heading, Points
from scoring.display import format_for_note, format_rounded
from scoring.teams.unplayed import describe_provisional_score


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the schedule, between teams *home_no* and *away_no* of the section *section_id*.

    *score* is None for both sides until the match has one. *imps* are those won by both sides if a
    scale turned them into the score.
    """

    section_id: int
    key: MatchKey
    home_no: int
    away_no: int
    home_name: str
    away_name: str
    tables: tuple[int, ...]
    score: tuple[Points, Points]
    decimals: int  # of the scores of all matches
    match: SectionMatch
    provisional_text: str = ""  # what it counts until it is played, such as "9 : 9 until …"
    imps: tuple[Points, Points] | None = None

    @property
    def home(self) -> str:
        """The number and name of the home team: ``"3 Elm"``."""
        return f"{self.home_no} {self.home_name}".strip()

    @property
    def away(self) -> str:
        """The number and name of the other team."""
        return f"{self.away_no} {self.away_name}".strip()

    @property
    def code(self) -> str:
        """The match in addresses and forms."""
        return format_match_code(self.key)

    @property
    def round_no(self) -> int:
        """The round of the match."""
        return self.key[0]

    @property
    def stored_match(self) -> Match | None:
        """What is stored besides its boards, or None."""
        return self.match.stored_match

    @property
    def state(self) -> MatchState:
        """How far the match is."""
        return self.match.state

    @property
    def remark(self) -> str:
        """What the director noted, such as when it is played, or ""."""
        return self.stored_match.remark if self.stored_match else ""

    @property
    def is_postponed(self) -> bool:
        """Whether it was postponed, even if it has been played since."""
        return bool(self.stored_match and self.stored_match.is_postponed)

    @property
    def is_cancelled(self) -> bool:
        """Whether it is not played since a team has withdrawn."""
        return self.match.is_cancelled

    @property
    def is_void(self) -> bool:
        """Whether it doesn't count, whatever is entered."""
        return self.match.is_void

    @property
    def is_scheduled(self) -> bool:
        """Whether it is to be played, or was: it is neither cancelled nor void."""
        return not (self.is_cancelled or self.is_void)

    @property
    def has_details(self) -> bool:
        """Whether there is anything to say besides its score."""
        return bool(self.remark or self.state_without_score)

    @property
    def is_swapped(self) -> bool:
        """Whether the home team of the schedule plays away."""
        return bool(self.stored_match and self.stored_match.is_swapped)

    @property
    def is_open(self) -> bool:
        """Whether the result is still to come."""
        return self.state in (MatchState.DUE, MatchState.PLAYING, MatchState.POSTPONED)

    @property
    def is_finished(self) -> bool:
        """Whether the match has its score."""
        return self.score != (None, None)

    @property
    def state_without_score(self) -> str:
        """Why the match has no score, such as "postponed", or "" if it is still to be finished.

        A match that counts provisionally says so: "postponed, 9 : 9 until it is played".
        """
        if self.state in (MatchState.DUE, MatchState.PLAYING, MatchState.PLAYED):
            return self.provisional_text
        return ", ".join(filter(None, (self.state, self.provisional_text)))

    @property
    def score_text(self) -> str:
        """The score in words, or "" before the match is finished."""
        home, away = self.score
        if home is None or away is None:
            return ""
        texts = [format_rounded(figure, self.decimals) for figure in (home, away)]
        return " : ".join(texts).replace("-", MINUS)

    @property
    def imps_text(self) -> str:
        """The IMPs of which the score was made: ``"83 : 39 IMPs"``, or "" if it wasn't."""
        if self.imps is None:
            return ""
        texts = [format_for_note(Fraction(figure or 0)) for figure in self.imps]
        return f"{' : '.join(texts)} IMPs".replace("-", MINUS)

    @property
    def result_text(self) -> str:
        """The score with the IMPs of which it was made: ``"19.03 : 0.97 (83 : 39 IMPs)"``."""
        return f"{self.score_text} ({self.imps_text})" if self.imps_text else self.score_text


@dataclass(frozen=True, slots=True)
class FixtureList:
    """The fixtures of a section on paper, by round."""

    heading: Heading
    lines: tuple[Fixture, ...]


def list_section_fixtures(session_results: SessionResults, section: Section) -> tuple[Fixture, ...]:
    """Return the fixtures of *section* by round and table, empty unless each round is a match.

    (Costs one query more than the *session_results*.)
    """
    plan = session_results.plan_by_section.get(section.pk)
    if (
        plan is None
        or not session_results.scoring_field.has_matches
        or not get_format(plan).is_by_round
    ):
        return ()
    return tuple(_make_fixtures(session_results, section, plan))


def make_fixture_list(
    session_results: SessionResults, section: Section, heading: Heading
) -> FixtureList | None:
    """Return the list of fixtures of *section* for paper, or None if it needs none."""
    if not has_fixture_list(session_results, section):
        return None
    fixtures = list_section_fixtures(session_results, section)
    if not fixtures:
        return None
    return FixtureList(heading, fixtures)


def has_fixture_list(session_results: SessionResults, section: Section) -> bool:
    """Return whether *section* has a list of its fixtures, in Results and on paper.

    The rounds of a round robin are known at once. Of others a list has the remarks, if there are any.
    """
    plan = session_results.plan_by_section.get(section.pk)
    if plan is None or not get_format(plan).is_by_round:
        return False
    stored_matches = session_results.get_section_lines(section).stored_matches
    has_remarks = any(match.remark for match in stored_matches.values())
    return get_format(plan).is_round_robin or has_remarks


def _make_fixtures(
    session_results: SessionResults, section: Section, plan: Plan
) -> Iterator[Fixture]:
    finished_matches_by_key = collect_finished_matches_by_key(session_results)
    number_offset = session_results.scoring_field.get_field_number(section, 0)
    decimals = get_match_decimals(session_results)
    lines = session_results.get_section_lines(section)
    matches_by_key = collect_matches(lines)
    names_by_team = session_results.get_section_names_by_number(section)
    provisional_text = describe_provisional_score(get_unplayed_points(section.session.event))
    provisional_keys = _collect_provisional_keys(session_results)
    for key, planned_match in _fetch_planned_matches_by_key(plan).items():
        home, away, tables, is_cancelled = planned_match
        # A table that played other opponents off schedule has no boards of its match.
        match = matches_by_key.get(key)
        if match is None:
            match = SectionMatch(key, (), lines.stored_matches.get(key), is_cancelled)
        if match.stored_match and match.stored_match.is_swapped:
            home, away = away, home
        round_no, lower_team, higher_team = key
        field_key = (round_no, number_offset + lower_team, number_offset + higher_team)
        score: tuple[Points, Points] = (None, None)
        imps = None
        finished_match = finished_matches_by_key.get(field_key)
        if finished_match:
            score, imps = finished_match.result, finished_match.imps_before_scale
        if home != lower_team:
            score = score[::-1]
            imps = imps and imps[::-1]
        yield Fixture(
            section_id=section.pk,
            key=key,
            home_no=home,
            away_no=away,
            home_name=names_by_team.get(home, ""),
            away_name=names_by_team.get(away, ""),
            tables=tuple(tables),
            score=score,
            decimals=decimals,
            match=match,
            provisional_text=provisional_text if field_key in provisional_keys else "",
            imps=imps,
        )


def _collect_provisional_keys(session_results: SessionResults) -> set[MatchKey]:
    """Return the matches that count before they are played, by round and teams of the field."""
    scored = session_results.scored
    pair_no = scored.scoring_field.get_pair_no
    return {
        (match.round_no or 0, pair_no(match.home, None), pair_no(match.away, None))
        for match in list_provisional_matches(
            scored.scoring_field, scored.lines, scored.field.matches
        )
    }


_PlannedMatch = tuple[int, int, list[int], bool]
"""Home team, away team, tables, and whether the match is cancelled."""


def _fetch_planned_matches_by_key(plan: Plan) -> dict[MatchKey, _PlannedMatch]:
    """Return the matches of *plan* by round and table. The home team sits N-S at the first table."""
    matches_by_key: dict[MatchKey, _PlannedMatch] = {}
    rows = PlanRow.objects.filter(plan=plan).order_by("round_no", "table_no", "half")
    due_rows = [(*row, False) for row in rows.values_list("round_no", "table_no", "ns", "ew")]
    due_rows += [(*row, True) for row in list_cancelled_matches_at_tables(plan)]
    for round_no, table_no, ns, ew, is_cancelled in sorted(due_rows):
        # The halves of a team that meet play no match.
        if ns == ew:
            continue
        key = (round_no, min(ns, ew), max(ns, ew))
        if key not in matches_by_key:
            matches_by_key[key] = (ns, ew, [], is_cancelled)
        matches_by_key[key][2].append(table_no)
    return matches_by_key
