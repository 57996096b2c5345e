"""The matches of a team as its captain sees and reports them.

A result counts when it is sent. The other captain confirms it, or sends another one, which is stored
until the director decides (``disputes``): nothing that was sent is lost.
"""

from dataclasses import dataclass, replace
from enum import Enum

from django.db import transaction

from director.additions.contests.matches.reported import (
    TypedMatch,
    check_claim,
    list_offered_units,
    store_match_result,
)
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.match_words import (
    CLAIM,
    TeamStatement,
    TeamStatements,
    claim_to_json,
)
from director.additions.contests.scoring.sheets import ScoredMatch
from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import MatchKey, has_matches
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import DECIDED, fetch_scoring_field
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.versions import increment_event_version
from director.core.night.journal import lock_event, refuse_final
from director.core.night.kind_parts import Json, PhoneAnswer, PhoneEntry
from director.core.night.phone_entries import (
    CREATED_STATUS,
    find_previous_answer,
    store_phone_entry,
)
from director.errors import DeskError
from director.models import Access, Entry, Plan, Section, TableWord
from scoring.model import MatchResult, format_match_result


def has_captains(section: Section, plan: Plan | None) -> bool:
    """Return whether captains can send results: each round is one match of teams."""
    contest = get_contest_record(section)
    # With a team size, the movement seats each player of a team, not its two halves.
    if plan is None or not contest.has_halves or section.team_size:
        return False
    return is_by_round(plan) and has_matches(plan)


@dataclass(frozen=True, slots=True)
class TeamFixture:
    """A match of a team, and what both teams say about its result."""

    fixture: Fixture
    team_no: int
    result_mark: str  # identifies the result that is shown, "" before there is one
    own_statement: TeamStatement | None
    opponent_statement: TeamStatement | None
    counts_by_boards: bool = False  # whether only boards count, so that no captain sends a result

    @property
    def is_home(self) -> bool:
        """Whether the team is the home team."""
        return self.fixture.home_no == self.team_no

    @property
    def opponent_no(self) -> int:
        """The number of the other team."""
        return self.fixture.away_no if self.is_home else self.fixture.home_no

    @property
    def opponent_name(self) -> str:
        """The number and name of the other team."""
        return self.fixture.away if self.is_home else self.fixture.home

    @property
    def code(self) -> str:
        """The match in addresses and forms."""
        return self.fixture.code

    @property
    def reported_text(self) -> str:
        """The result as it was sent, home team first, or "" if it is scored from boards."""
        if self.fixture.stored_match is None:
            return ""
        return self._format_home_first(get_reported_result(self.fixture.stored_match))

    @property
    def result_text(self) -> str:
        """The result as it was sent, or else the score."""
        if self.fixture.is_finished:
            return self.reported_text or self.fixture.result_text
        return ""

    @property
    def needs_confirmation(self) -> bool:
        """Whether the other captain has sent the result and waits for this one."""
        opponent_statement = self.opponent_statement
        if (
            not self.fixture.is_finished
            or opponent_statement is None
            or not opponent_statement.is_current
        ):
            return False
        has_answered = self.own_statement is not None and self.own_statement.is_current
        return opponent_statement.is_right and not has_answered

    @property
    def is_waiting(self) -> bool:
        """Whether this captain has sent the result, and the other one hasn't said anything."""
        own_statement = self.own_statement
        if not self.fixture.is_finished or own_statement is None:
            return False
        is_answered = self.opponent_statement is not None and self.opponent_statement.is_current
        return own_statement.is_current and own_statement.is_right and not is_answered

    @property
    def state_text(self) -> str:
        """The state of the match as its captains read it, or ""."""
        if not (self.fixture.is_finished and self.fixture.is_scheduled):
            return self.fixture.state_without_score
        disputes = self._describe_disputes()
        if disputes:
            return f"{disputes} The director decides."
        return self._describe_answers()

    def _describe_answers(self) -> str:
        """Return who still has to confirm the result, or that both captains did."""
        if self.is_waiting:
            return f"waiting for {self.opponent_name}"
        if self.needs_confirmation:
            return "waiting for you"
        statements = (self.own_statement, self.opponent_statement)
        if all(
            statement and statement.is_current and statement.is_right for statement in statements
        ):
            return "confirmed by both"
        return ""

    def _describe_disputes(self) -> str:
        """Return what is said against the result, as sentences."""
        sentences = []
        if self.own_statement and self.own_statement.is_open_dispute:
            sentences.append(f"You say {self._format_claim(self.own_statement)}.")
        if self.opponent_statement and self.opponent_statement.is_open_dispute:
            sentences.append(
                f"{self.opponent_name} says {self._format_claim(self.opponent_statement)}."
            )
        return " ".join(sentences)

    def _format_claim(self, statement: TeamStatement) -> str:
        return self._format_home_first(statement.claim) or "it isn’t right"

    def _format_home_first(self, result: MatchResult | None) -> str:
        if result is None:
            return ""
        _round_no, lower_team, _higher_team = self.fixture.key
        # A result is stored with the lower number first.
        if self.fixture.home_no != lower_team:
            result = MatchResult(result.unit, result.away, result.home)
        return format_match_result(result)


def fetch_captain_team(access: Access) -> tuple[Section, int]:
    """Return the section and the number of the team of a captain's *access*, as stored now."""
    # 0 is no entry's key, so a link without an entry raises DoesNotExist.
    entry = Entry.objects.select_related("section__session__event__club").get(
        pk=access.entry_id or 0
    )
    return entry.section, entry.pair_no


def list_team_fixtures(section: Section, team: int) -> tuple[TeamFixture, ...]:
    """Return the matches of *team* in *section* by round."""
    session_results = SessionResults(fetch_scoring_field(section))
    statements = _CaptainStatements(session_results, section)
    return tuple(
        statements.make_team_fixture(fixture, team)
        for fixture in list_section_fixtures(session_results, section)
        if team in (fixture.home_no, fixture.away_no)
    )


def list_round_fixtures(section: Section, team: int, round_no: int) -> tuple[TeamFixture, ...]:
    """Return the matches of *team* in a round: one, or both of a three-way match."""
    fixtures = list_team_fixtures(section, team)
    return tuple(fixture for fixture in fixtures if fixture.fixture.round_no == round_no)


def find_team_fixture(section: Section, team: int, code: str) -> TeamFixture | None:
    """Return the match of *team* with *code*, or None if the team has no such match."""
    session_results = SessionResults(fetch_scoring_field(section))
    for fixture in list_section_fixtures(session_results, section):
        if team in (fixture.home_no, fixture.away_no) and code == fixture.code:
            return _CaptainStatements(session_results, section).make_team_fixture(fixture, team)
    return None


def fetch_result_mark(section: Section, key: MatchKey) -> str:
    """Return the mark of the result that the match *key* of *section* has now."""
    session_results = SessionResults(fetch_scoring_field(section))
    return _CaptainStatements(session_results, section).get_mark(key)


class _CaptainStatements:
    """What both teams of each match of *section* said last about its result."""

    def __init__(self, session_results: SessionResults, section: Section) -> None:
        self._scoring_field = session_results.scoring_field
        self._section = section
        self._plan_by_section = session_results.plan_by_section
        self._matches = SessionMatches(session_results)
        self._statements = TeamStatements(self._matches)

    def make_team_fixture(self, fixture: Fixture, team: int) -> TeamFixture:
        """Return *fixture* as the captain of *team* sees it."""
        opponent = fixture.away_no if team == fixture.home_no else fixture.home_no
        statements_by_team: dict[int, TeamStatement] = {}
        mark = ""
        if fixture.is_finished:
            mark = self.get_mark(fixture.key)
            statements_by_team = self._get_statements_by_team(fixture.key)
        plan = self._plan_by_section.get(self._section.pk)
        return TeamFixture(
            fixture=fixture,
            counts_by_boards=not list_offered_units(self._section, plan, fixture.match),
            team_no=team,
            result_mark=mark,
            own_statement=statements_by_team.get(
                self._scoring_field.get_field_number(self._section, team)
            ),
            opponent_statement=statements_by_team.get(
                self._scoring_field.get_field_number(self._section, opponent)
            ),
        )

    def get_mark(self, key: MatchKey) -> str:
        """Return the mark of the result of the match *key*, or "" without such a match."""
        scored_match = self._find_scored_match(key)
        return self._statements.mark(scored_match) if scored_match else ""

    def _get_statements_by_team(self, key: MatchKey) -> dict[int, TeamStatement]:
        scored_match = self._find_scored_match(key)
        statements = self._statements.get_for_match(scored_match) if scored_match else None
        return statements.statement_by_team if statements else {}

    def _find_scored_match(self, key: MatchKey) -> ScoredMatch | None:
        round_no, *teams = key
        # A key has the lower number first, whoever is at home.
        lower, higher = (
            self._scoring_field.get_field_number(self._section, team) for team in teams
        )
        return self._matches.match(lower, higher, round_no)


NO_MATCH = (
    "no-match",
    "Your team has no such match. Choose one from the list.",
)


class CaptainAnswer(Enum):
    """The outcome of a result that a captain sent."""

    STORED = "stored"  # it counts
    CONFIRMED = "confirmed"  # it is the one that counts already
    DISPUTED = "disputed"  # another one counts, and the director decides
    ASKED = "asked"  # the director is asked for a ruling
    OFFERED = "offered"  # the other captain has dates to choose from
    DATE_AGREED = "date agreed"  # the match has its date
    DATES_REFUSED = "dates refused"  # the captain's own dates are expected
    REPEATED = "repeated"  # the same form was sent before


def send_result(
    *, access: Access, code: str, result: MatchResult | None, key: str, questioned_text: str = ""
) -> CaptainAnswer:
    """Store the *result* that a captain sends for the match *code*, the lower number first.

    The page chooses *key*, so that a form that is sent twice is stored once. *questioned_text* is an
    unlikely result that the page has asked about.

    :raises DeskError: if the team has no such match, or the result is impossible
    :raises FinalError: if the results are final
    """
    entry = PhoneEntry(key, {"match": code, "result": claim_to_json(result) if result else ""})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_previous_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = get_required_fixture(section, team, code)
        if result is None:
            raise DeskError("no-result", "Type the result of both teams.")
        typed_match = TypedMatch(team_fixture.fixture.key, result, questioned_text=questioned_text)
        stored_match = team_fixture.fixture.stored_match
        is_finished = team_fixture.fixture.is_finished
        if is_finished and stored_match and get_reported_result(stored_match) == result:
            outcome = CaptainAnswer.CONFIRMED
        elif not is_finished or _can_correct(team_fixture):
            _store_report(section, typed_match, f"sent by team {section.get_label(team)}")
            outcome = CaptainAnswer.STORED
        else:
            check_claim(section, typed_match)
            outcome = CaptainAnswer.DISPUTED
        sender = (section, team)
        _store_captain_statement(
            access, entry, sender, typed_match, is_right=outcome is not CaptainAnswer.DISPUTED
        )
        return outcome


def confirm_result(*, access: Access, code: str, mark: str, key: str) -> CaptainAnswer:
    """Store a captain's confirmation of the match *code*. *mark* identifies the result on the page.

    :raises DeskError: if the match has no result, or another one than was shown
    :raises FinalError: if the results are final
    """
    entry = PhoneEntry(key, {"match": code, "mark": mark})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_previous_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = get_required_fixture(section, team, code)
        if not team_fixture.fixture.is_finished:
            raise DeskError("nothing-to-confirm", "This match has no result yet. Send it.")
        if team_fixture.result_mark != mark:
            raise DeskError(
                "changed",
                "The result has changed since you opened this page. Check it and try again.",
            )
        typed_match = TypedMatch(team_fixture.fixture.key, None)
        _store_captain_statement(access, entry, (section, team), typed_match, is_right=True)
        return CaptainAnswer.CONFIRMED


def lock_captain_section(access: Access) -> tuple[Section, int]:
    """Lock the event of *access*, and return its section with the number of the team.

    :raises DeskError: if the event is archived
    :raises FinalError: if the results are final
    """
    event = lock_event(access.session.event)
    refuse_final(event)
    if event.removed_at:
        raise DeskError("archived", "This event is archived. Ask the director to restore it.")
    return fetch_captain_team(access)


def get_required_fixture(section: Section, team: int, code: str) -> TeamFixture:
    """Return the match of *team* with *code*.

    :raises DeskError: if there is none, or it is cancelled or void
    """
    team_fixture = find_team_fixture(section, team, code)
    if team_fixture is None:
        raise DeskError(*NO_MATCH)
    if team_fixture.fixture.is_cancelled:
        raise DeskError("cancelled", "This match isn’t played: a team has withdrawn.")
    if team_fixture.fixture.is_void:
        raise DeskError(
            "void",
            "This match is void, so it needs no result. Ask the director if it should count.",
        )
    return team_fixture


def _can_correct(team_fixture: TeamFixture) -> bool:
    """Return whether the result is the captain's own, and the other one hasn't said anything."""
    return team_fixture.is_waiting and bool(team_fixture.reported_text)


def _store_report(section: Section, typed_match: TypedMatch, sender: str) -> None:
    with record_section_act(section=section, kind=DECIDED, message="", user=None) as journal:
        change = store_match_result(lock_section(section), typed_match, journal)
        journal.message = f"{change.removesuffix('.')}, {sender}."
        score_section(section)


def _store_captain_statement(
    access: Access,
    entry: PhoneEntry,
    sender: tuple[Section, int],
    typed_match: TypedMatch,
    *,
    is_right: bool,
) -> None:
    """Store what the captain at *sender* says about the result that counts now."""
    section, team = sender
    round_no, home, away = typed_match.key
    body: Json = {"stored": True, "round": round_no, "right": is_right}
    if typed_match.result:
        body[CLAIM] = claim_to_json(typed_match.result)
    side = "ns" if team == home else "ew"
    store_phone_entry(
        access,
        replace(entry, side=side),
        kind=TableWord.Kind.MATCH,
        answer=PhoneAnswer(CREATED_STATUS, body),
        round_no=round_no,
        ns=home,
        ew=away,
        text=fetch_result_mark(section, typed_match.key),
        is_dispute=not is_right,
    )
    increment_event_version(access.session.event_id)
