"""The matches of a team as its captain sees and reports them, and disputes of captains.

A result counts when it is sent. The other captain confirms it, or sends another one, which is kept
until the director decides: nothing that was sent is lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from director.additions.contests.matches.reported import TypedMatch, check_claim, store_match_result
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.additions.contests.scoring.match_results import Matches
from director.additions.contests.scoring.match_words import (
    CLAIM,
    MatchStatements,
    MatchWords,
    TeamWord,
    claim_to_json,
    read_claim,
)
from director.additions.contests.scoring.sheets import MatchSheet
from director.boards.contests import get_contest
from director.boards.movement.lines.progress import match_name
from director.boards.movement.lines.section_lines import MatchKey, format_match_code, has_matches
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import DECIDED, fetch_scoring_field
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.versions import count_change
from director.core.night.history import lock_event, refuse_final
from director.core.night.phone_entries import CREATED, find_earlier_answer, store_phone_entry
from director.errors import DeskError
from director.event_kinds import Json, PhoneAnswer, PhoneEntry
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
    REPEATED = "repeated"  # the same form was sent before


def send_result(
    *, access: Access, code: str, result: MatchResult | None, key: str, asked_about: str = ""
) -> CaptainAnswer:
    """Store the *result* that a captain sends of the match *code*, the lower number first.

    *key* is chosen by the page, so that a form that is sent twice is stored once. *asked_about* is
    an unlikely result that the page has asked about.

    :raises DeskError: if the team has no such match, or the result is impossible
    :raises FinalError: if the results are final
    """
    entry = PhoneEntry(key, {"match": code, "result": claim_to_json(result) if result else ""})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_earlier_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = _get_required_fixture(section, team, code)
        if result is None:
            raise DeskError("no-result", "Type the result of both teams.")
        typed = TypedMatch(team_fixture.fixture.key, result, asked_about=asked_about)
        stored = team_fixture.fixture.stored_match
        if team_fixture.fixture.is_finished and stored and get_reported_result(stored) == result:
            outcome = CaptainAnswer.CONFIRMED
        elif not team_fixture.fixture.is_finished or _may_correct(team_fixture):
            _report(section, typed, f"sent by team {section.label(team)}")
            outcome = CaptainAnswer.STORED
        else:
            check_claim(section, typed)
            outcome = CaptainAnswer.DISPUTED
        place = (section, team)
        _store_word(access, entry, place, typed, is_right=outcome is not CaptainAnswer.DISPUTED)
        return outcome


def confirm_result(*, access: Access, code: str, mark: str, key: str) -> CaptainAnswer:
    """Store a captain's confirmation of the match *code*. *mark* is of the result on the page.

    :raises DeskError: if the match has no result, or another one than was shown
    :raises FinalError: if the results are final
    """
    entry = PhoneEntry(key, {"match": code, "mark": mark})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_earlier_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = _get_required_fixture(section, team, code)
        if not team_fixture.fixture.is_finished:
            raise DeskError("nothing-to-confirm", "This match has no result yet. Send it.")
        if team_fixture.result_mark != mark:
            raise DeskError(
                "changed",
                "The result has changed since you opened this page. Check it and try again.",
            )
        typed = TypedMatch(team_fixture.fixture.key, None)
        _store_word(access, entry, (section, team), typed, is_right=True)
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


def _get_required_fixture(section: Section, team: int, code: str) -> TeamFixture:
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


def _may_correct(team_fixture: TeamFixture) -> bool:
    """Return whether the result is the captain's own, and the other one hasn't said anything."""
    return team_fixture.is_waiting and bool(team_fixture.reported)


def _report(section: Section, typed: TypedMatch, sender: str) -> None:
    with record_section_act(section=section, kind=DECIDED, words="", user=None) as journal:
        words = store_match_result(lock_section(section), typed, journal)
        journal.words = f"{words.removesuffix('.')}, {sender}."
        score_section(section)


def _store_word(
    access: Access,
    entry: PhoneEntry,
    place: tuple[Section, int],
    typed: TypedMatch,
    *,
    is_right: bool,
) -> None:
    """Store what the captain at *place* says about the result that counts now."""
    section, team = place
    round_no, home, away = typed.key
    body: Json = {"stored": True, "round": round_no, "right": is_right}
    if typed.result:
        body[CLAIM] = claim_to_json(typed.result)
    side = "ns" if team == home else "ew"
    store_phone_entry(
        access,
        replace(entry, side=side),
        kind=TableWord.Kind.MATCH,
        answer=PhoneAnswer(CREATED, body),
        round_no=round_no,
        ns=home,
        ew=away,
        text=get_result_mark(section, typed.key),
        is_dispute=not is_right,
    )
    count_change(access.session.event_id)


def decide_dispute(*, section: Section, code: str, take: str, seen: str, user: User | None) -> str:
    """Decide between two captains, and return what counts in words.

    *take* is the word whose result counts, or ``KEEP``. *seen* is the result that the page showed.
    The undo asks again.

    :raises DeskError: if they don't disagree any more, or the result has changed
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, words="", user=user) as journal:
        section = lock_section(section)
        disputes = {dispute.code: dispute for dispute in list_match_disputes(section)}
        dispute = disputes.get(code)
        if dispute is None or take not in {choice.value for choice in dispute.choices}:
            raise DeskError(
                "decided-already",
                "The captains no longer disagree about this match. Check its result.",
            )
        if dispute.stored_text != seen:
            raise DeskError(
                "stored-changed",
                "The result of this match has changed since you opened this page. Decide again.",
            )
        if take == KEEP:
            kept_result = dispute.stored_text or "the result"
            journal.words = f"{match_name(section, dispute.key)}: {kept_result} stays."
        else:
            chosen = next(word for word in fetch_disputing_words(section) if f"{word.pk}" == take)
            typed = TypedMatch(dispute.key, read_claim(chosen))
            journal.words = store_match_result(section, typed, journal)
        # Nobody is asked again about what the director has decided.
        for word in _fetch_match_words(section, dispute.key):
            journal.change(word, dropped_at=timezone.now())
        score_section(section)
        return journal.words


def _fetch_match_words(section: Section, key: MatchKey) -> list[TableWord]:
    round_no, home, away = key
    words = fetch_captains_words(section).filter(round_no=round_no, ns=home, ew=away)
    return list(words.filter(dropped_at__isnull=True))
