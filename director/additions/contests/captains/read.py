"""The matches of a team as its captain sees them, and those about which two captains disagree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, QuerySet

from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.additions.contests.scoring.match_results import Matches
from director.additions.contests.scoring.match_words import MatchStatements, MatchWords, TeamWord
from director.additions.contests.scoring.sheets import MatchSheet
from director.boards.contests import get_contest
from director.boards.movement.lines.section_lines import MatchKey, format_match_code, has_matches
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Access, Entry, Plan, Section, TableWord
from scoring.model import MatchResult, match_result_text

KEEP = "keep"
"""The choice of the director that leaves the result as it is."""


def has_captains(section: Section, plan: Plan | None) -> bool:
    """Return whether captains can send results: each round is one match of teams."""
    contest = get_contest(section)
    # With a team size, the movement seats each player of a team, not its two halves.
    if plan is None or not contest.has_halves or section.team_size:
        return False
    return is_by_round(plan) and has_matches(plan)


@dataclass(frozen=True, slots=True)
class TeamFixture:
    """A match of *team*, and what both teams say about its result.

    *result_mark* identifies the result that is shown, "" before there is one.
    """

    fixture: Fixture
    team: int
    result_mark: str
    own_word: TeamWord | None
    other_word: TeamWord | None

    @property
    def is_home(self) -> bool:
        """Whether the team is the home team."""
        return self.fixture.home_no == self.team

    @property
    def opponent_no(self) -> int:
        """The number of the other team."""
        return self.fixture.away_no if self.is_home else self.fixture.home_no

    @property
    def opponent(self) -> str:
        """The number and name of the other team."""
        return self.fixture.away if self.is_home else self.fixture.home

    @property
    def code(self) -> str:
        """The match in addresses and forms."""
        return self.fixture.code

    @property
    def reported(self) -> str:
        """The result as it was sent, home team first, or "" if it is scored from boards."""
        result = (
            get_reported_result(self.fixture.stored_match) if self.fixture.stored_match else None
        )
        return self._format_home_first(result)

    @property
    def result(self) -> str:
        """The result as it was sent, or else the score."""
        if self.fixture.is_finished:
            return self.reported or self.fixture.score_text
        return ""

    @property
    def needs_confirmation(self) -> bool:
        """Whether the other captain has sent the result and waits for this one."""
        other_word = self.other_word
        if not self.fixture.is_finished or other_word is None or not other_word.is_current:
            return False
        has_answered = self.own_word is not None and self.own_word.is_current
        return other_word.is_right and not has_answered

    @property
    def is_waiting(self) -> bool:
        """Whether this captain has sent the result, and the other one hasn't said anything."""
        own_word = self.own_word
        if not self.fixture.is_finished or own_word is None:
            return False
        is_answered = self.other_word is not None and self.other_word.is_current
        return own_word.is_current and own_word.is_right and not is_answered

    @property
    def state(self) -> str:
        """The state of the match as its captains read it, or ""."""
        if not (self.fixture.is_finished and self.fixture.is_scheduled):
            return self.fixture.state_without_score
        doubts = self._describe_doubts()
        if doubts:
            return f"{doubts} The director decides."
        return self._describe_answers()

    def _describe_answers(self) -> str:
        """Return whose word is still to come, or that both captains confirmed the result."""
        if self.is_waiting:
            return f"waiting for {self.opponent}"
        if self.needs_confirmation:
            return "waiting for you"
        words = (self.own_word, self.other_word)
        if all(word and word.is_current and word.is_right for word in words):
            return "confirmed by both"
        return ""

    def _describe_doubts(self) -> str:
        """Return what is said against the result, as sentences."""
        sentences = []
        if self.own_word and self.own_word.is_open_dispute:
            sentences.append(f"You say {self._format_claim(self.own_word)}.")
        if self.other_word and self.other_word.is_open_dispute:
            sentences.append(f"{self.opponent} says {self._format_claim(self.other_word)}.")
        return " ".join(sentences)

    def _format_claim(self, word: TeamWord) -> str:
        return self._format_home_first(word.claim) or "it isn’t right"

    def _format_home_first(self, result: MatchResult | None) -> str:
        if result is None:
            return ""
        _round_no, lower_team, _higher_team = self.fixture.key
        # A result is stored with the lower number first.
        if self.fixture.home_no != lower_team:
            result = MatchResult(result.unit, result.away, result.home)
        return match_result_text(result)


def fetch_captain_team(access: Access) -> tuple[Section, int]:
    """Return the section and the number of the team of a captain's *access*, as stored now."""
    # 0 is no entry's key, so a link without an entry raises DoesNotExist.
    entry = Entry.objects.select_related("section__session__event__club").get(
        pk=access.entry_id or 0
    )
    return entry.section, entry.pair_no


def list_team_fixtures(section: Section, team: int) -> tuple[TeamFixture, ...]:
    """Return the matches of *team* in *section* by round."""
    sheets = SessionSheets(fetch_scoring_field(section))
    words = _CaptainWords(sheets, section)
    return tuple(
        words.make_team_fixture(fixture, team)
        for fixture in list_section_fixtures(sheets, section)
        if team in (fixture.home_no, fixture.away_no)
    )


def list_round_fixtures(section: Section, team: int, round_no: int) -> tuple[TeamFixture, ...]:
    """Return the matches of *team* in a round: one, or both of a three-way match."""
    fixtures = list_team_fixtures(section, team)
    return tuple(own for own in fixtures if own.fixture.round_no == round_no)


def find_team_fixture(section: Section, team: int, code: str) -> TeamFixture | None:
    """Return the match of *team* with *code*, or None if the team has no such match."""
    sheets = SessionSheets(fetch_scoring_field(section))
    for fixture in list_section_fixtures(sheets, section):
        if team in (fixture.home_no, fixture.away_no) and code == fixture.code:
            return _CaptainWords(sheets, section).make_team_fixture(fixture, team)
    return None


def get_result_mark(section: Section, key: MatchKey) -> str:
    """Return the mark of the result that the match *key* of *section* has now."""
    sheets = SessionSheets(fetch_scoring_field(section))
    return _CaptainWords(sheets, section).mark(key)


class _CaptainWords:
    """The last words of both teams on each match of *section*."""

    def __init__(self, sheets: SessionSheets, section: Section) -> None:
        self._field = sheets.scoring_field
        self._section = section
        self._matches = Matches(sheets)
        self._words = MatchWords(self._matches)

    def make_team_fixture(self, fixture: Fixture, team: int) -> TeamFixture:
        """Return *fixture* as the captain of *team* sees it."""
        opponent = fixture.away_no if team == fixture.home_no else fixture.home_no
        by_team: dict[int, TeamWord] = {}
        mark = ""
        if fixture.is_finished:
            mark = self.mark(fixture.key)
            by_team = self._get_words_by_team(fixture.key)
        return TeamFixture(
            fixture=fixture,
            team=team,
            result_mark=mark,
            own_word=by_team.get(self._field.pair(self._section, team)),
            other_word=by_team.get(self._field.pair(self._section, opponent)),
        )

    def mark(self, key: MatchKey) -> str:
        """Return the mark of the result of the match *key*, or "" without such a match."""
        sheet = self._find_sheet(key)
        return self._words.mark(sheet) if sheet else ""

    def _get_words_by_team(self, key: MatchKey) -> dict[int, TeamWord]:
        sheet = self._find_sheet(key)
        words = self._words.get_for_match(sheet) if sheet else None
        return words.word_by_team if words else {}

    def _find_sheet(self, key: MatchKey) -> MatchSheet | None:
        round_no, *teams = key
        # A key has the lower number first, whoever is at home.
        lower, higher = (self._field.pair(self._section, team) for team in teams)
        return self._matches.match(lower, higher, round_no)


@dataclass(frozen=True, slots=True)
class DisputeChoice:
    """A button of a dispute: *value* is the key of the word whose result counts, or ``KEEP``."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class MatchDispute:
    """A match about whose result the captains disagree, with the stored result or ""."""

    key: MatchKey
    name: str
    sentence: str
    stored_text: str
    choices: tuple[DisputeChoice, ...]

    @property
    def code(self) -> str:
        """The match in forms."""
        return format_match_code(self.key)


def list_match_disputes(
    section: Section, sheets: SessionSheets | None = None
) -> tuple[MatchDispute, ...]:
    """Return the matches of *section* about which captains disagree.

    Pass *sheets* if the page has scored the results already. (Costs one query if nobody disagrees.)
    """
    if not fetch_disputing_words(section):
        return ()
    return tuple(_make_disputes(sheets or SessionSheets(fetch_scoring_field(section)), section))


def fetch_disputing_words(section: Section) -> list[TableWord]:
    """Return the captains' words against results of *section*, also of results since corrected."""
    return list(fetch_captains_words(section).filter(is_dispute=True, dropped_at__isnull=True))


def fetch_captains_words(section: Section) -> QuerySet[TableWord]:
    """Return the captains' words about results of *section* in order, also dropped ones."""
    words = TableWord.objects.filter(access__section=section, access__is_captain=True)
    return words.filter(kind=TableWord.Kind.MATCH).order_by("pk")


def find_awaited_captains(section: Section, sheets: SessionSheets) -> dict[MatchKey, str]:
    """Return the team whose word is awaited, for each match that only one captain confirmed.

    *sheets* are the results of the session. (Costs one query if no captain has said anything.)
    """
    if not fetch_captains_words(section).filter(dropped_at__isnull=True).exists():
        return {}
    awaited = {}
    for said in MatchWords(Matches(sheets)).all:
        key = _find_section_key(sheets, section, said)
        current = {team: word for team, word in said.word_by_team.items() if word.is_current}
        missing = [
            side for side in (said.sheet.home, said.sheet.away) if side.contestant not in current
        ]
        is_sent = any(word.is_of_captain and word.is_right for word in current.values())
        if key and is_sent and len(missing) == 1:
            awaited[key] = f"{missing[0].label} {missing[0].names}".strip()
    return awaited


def fetch_captains_version(section: Section) -> dict[str, Any]:
    """Return figures that change whenever a captain's word does. One query."""
    return (
        fetch_captains_words(section)
        .order_by()
        .aggregate(words=Max("pk"), dropped=Count("dropped_at"), last=Max("dropped_at"))
    )


def _make_disputes(sheets: SessionSheets, section: Section) -> Iterator[MatchDispute]:
    stored_matches = sheets.lines_of(section).stored_matches
    for said in MatchWords(Matches(sheets)).all:
        doubts = [
            word
            for word in said.word_by_team.values()
            if word.is_open_dispute and word.is_of_captain
        ]
        key = _find_section_key(sheets, section, said)
        if not doubts or key is None:
            continue
        stored = stored_matches.get(key)
        result = get_reported_result(stored) if stored else None
        # Boards that are all entered count, whatever was sent before.
        is_by_boards = not said.sheet.is_reported
        stored_text = match_result_text(result) if result and not is_by_boards else ""
        keep_label = f"Keep {stored_text or 'result'}"
        choices = [DisputeChoice(KEEP, keep_label)]
        if not is_by_boards:
            choices += [
                DisputeChoice(f"{word.word_id}", f"Take {match_result_text(word.claim)}")
                for word in doubts
                if word.claim
            ]
        yield MatchDispute(
            key=key,
            name=said.name,
            sentence=_format_dispute(said, stored_text),
            stored_text=stored_text,
            choices=tuple(choices),
        )


def _find_section_key(
    sheets: SessionSheets, section: Section, said: MatchStatements
) -> MatchKey | None:
    """Return the key of a match in *section*, or None if it is of another section."""
    match_section, home = sheets.scoring_field.place(said.sheet.home.contestant)
    _section, away = sheets.scoring_field.place(said.sheet.away.contestant)
    if match_section.pk != section.pk:
        return None
    return (said.round_no, min(home, away), max(home, away))


def _format_dispute(said: MatchStatements, stored_text: str) -> str:
    """Return who says what: ``"Team 3 says 40 : 12 IMPs, team 5 says 38 : 14 IMPs."``."""
    parts = []
    if stored_text:
        supporters = [
            word.team for word in said.word_by_team.values() if word.is_current and word.is_right
        ]
        if supporters:
            parts.append(f"{supporters[0]} says {stored_text}")
        else:
            parts.append(f"entered is {stored_text}")
    for word in said.word_by_team.values():
        if word.is_open_dispute and word.claim:
            parts.append(f"{word.team} says {match_result_text(word.claim)}")
        elif word.is_open_dispute:
            parts.append(f"{word.team} says the result isn’t right")
    sentence = ", ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."
