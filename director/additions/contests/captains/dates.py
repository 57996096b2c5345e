"""Dates that captains offer each other for a match: stored, answered and shown to the director.

``offers`` has the rule. Each offer and each answer is a stored entry of the captain's link, so that a
form that is sent twice is stored once, and no offer is lost.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.utils import timezone

from director.additions.contests.captains.matches import (
    CaptainAnswer,
    TeamFixture,
    get_required_fixture,
    lock_captain_section,
)
from director.additions.contests.captains.offers import (
    OFFERED_DATES,
    Answer,
    DateOffer,
    Duty,
    Turn,
    get_duty,
    get_fault,
)
from director.additions.contests.matches.reported import TypedMatch, enter_matches
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture
from director.boards.movement.lines.section_lines import MatchKey
from director.core.base.versions import increment_event_version
from director.core.night.kind_parts import PhoneAnswer, PhoneEntry
from director.core.night.phone_entries import (
    CREATED_STATUS,
    find_previous_answer,
    store_phone_entry,
)
from director.errors import DeskError
from director.models import Access, Section, TableWord
from director.pdf.words import format_date

OFFER = "offer"
"""Key in the body of a stored answer: the primary key of the offer that it answers."""


@dataclass(frozen=True, slots=True)
class StoredOffer:
    """An offer of dates by one team of a match."""

    number: int  # the primary key of its TableWord
    team_no: int
    offer: DateOffer

    @property
    def days_text(self) -> str:
        """The dates in words: "3 November 2026, 5 November 2026"."""
        return ", ".join(map(format_date, self.offer.days))


@dataclass(frozen=True, slots=True)
class DateTalk:
    """What both captains of *fixture* have offered and answered, in order."""

    fixture: Fixture
    offers: tuple[StoredOffer, ...]

    @property
    def duty(self) -> Duty:
        """Who owes the next step towards a date."""
        return get_duty([stored.offer for stored in self.offers])

    @property
    def fault_text(self) -> str:
        """Who is at fault if the match isn't played: "At fault: 3 Elm, offered no three dates."."""
        if self.fixture.play_by is None:
            return ""
        duty = get_fault([stored.offer for stored in self.offers], self.fixture.play_by)
        names = {
            Turn.HOME: self.fixture.home,
            Turn.AWAY: self.fixture.away,
            Turn.BOTH: "both",
            Turn.NOBODY: "nobody",
        }
        return f"At fault: {names[duty.turn]} ({duty.reason})."

    def find_waiting_offer(self, team_no: int) -> StoredOffer | None:
        """Return the last offer of the other side that *team_no* hasn't answered, or None."""
        for stored in reversed(self.offers):
            if stored.team_no != team_no and stored.offer.answer is Answer.NONE:
                return stored
        return None

    def find_own_offer(self, team_no: int) -> StoredOffer | None:
        """Return the last offer of *team_no* that waits for its answer, or None."""
        for stored in reversed(self.offers):
            if stored.team_no == team_no:
                return stored if stored.offer.answer is Answer.NONE else None
        return None


def fetch_date_talks_by_match(
    section: Section, fixtures: Iterable[Fixture]
) -> dict[MatchKey, DateTalk]:
    """Return what captains of *section* said about the dates of *fixtures*. (Costs one query.)"""
    stored_entries = TableWord.objects.filter(
        access__section=section, access__is_captain=True, kind=TableWord.Kind.DATES
    )
    entries_by_match: dict[MatchKey, list[TableWord]] = defaultdict(list)
    for stored_entry in stored_entries.order_by("pk"):
        entries_by_match[
            stored_entry.round_no or 0, stored_entry.ns or 0, stored_entry.ew or 0
        ].append(stored_entry)
    return {
        fixture.key: DateTalk(fixture, _list_offers(fixture, entries_by_match[fixture.key]))
        for fixture in fixtures
    }


def _list_offers(fixture: Fixture, stored_entries: Sequence[TableWord]) -> tuple[StoredOffer, ...]:
    """Return the offers among *stored_entries*, each with its answer."""
    answers_by_offer: dict[int, Answer] = {}
    for stored_entry in stored_entries:
        if OFFER in stored_entry.answer:
            answers_by_offer[stored_entry.answer[OFFER]] = (
                Answer.ACCEPTED if stored_entry.text else Answer.REFUSED
            )
    offers: list[StoredOffer] = []
    _round_no, lower_team, higher_team = fixture.key
    for stored_entry in stored_entries:
        if OFFER in stored_entry.answer:
            continue
        team_no = lower_team if stored_entry.side == "ns" else higher_team
        days = tuple(map(date.fromisoformat, stored_entry.text.split()))
        offer = DateOffer(
            is_home=team_no == fixture.home_no,
            days=days,
            offered_on=timezone.localdate(stored_entry.heard_at),
            answer=answers_by_offer.get(stored_entry.pk, Answer.NONE),
        )
        offers.append(StoredOffer(stored_entry.pk, team_no, offer))
    return tuple(offers)


def with_fault_texts(section: Section, fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return *fixtures* of *section*, overdue ones with the team at fault. (Costs one query.)

    If no captain has ever offered dates here, dates are agreed elsewhere and nobody is at fault.
    """
    talk_by_match = fetch_date_talks_by_match(section, fixtures)
    if not any(talk.offers for talk in talk_by_match.values()):
        return list(fixtures)
    shown_fixtures = []
    for fixture in fixtures:
        if fixture.is_overdue:
            fault_text = talk_by_match[fixture.key].fault_text
            shown_fixtures.append(replace(fixture, fault_text=fault_text))
        else:
            shown_fixtures.append(fixture)
    return shown_fixtures


def offer_dates(*, access: Access, code: str, days: Collection[date], key: str) -> CaptainAnswer:
    """Store that a captain offers *days* for the match *code*.

    The page chooses *key*, so that a form that is sent twice is stored once.

    :raises DeskError: if the team has no such match or it is played, or if *days* are too few, in the
        past or twice the same
    :raises FinalError: if the results are final
    """
    text = " ".join(day.isoformat() for day in sorted(days))
    entry = PhoneEntry(key, {"match": code, "dates": text})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_previous_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = _get_open_fixture(section, team, code)
        _refuse_days(days)
        _store_dates_entry(access, entry, team_fixture, text=text, body={"stored": True})
        return CaptainAnswer.OFFERED


def _refuse_days(days: Collection[date]) -> None:
    if len(days) < OFFERED_DATES:
        raise DeskError(
            "too-few-dates", "Type three dates from which the other captain can choose."
        )
    if len(set(days)) < len(days):
        raise DeskError("same-dates", "Two of these dates are the same. Type three different ones.")
    for day in days:
        if day < timezone.localdate():
            raise DeskError("past-date", "{day} is over. Type a day to come.", day=format_date(day))


def answer_dates(
    *, access: Access, code: str, number: int, day: date | None, key: str
) -> CaptainAnswer:
    """Store which *day* of offer *number* suits a captain, or that none does. The match gets the day.

    :raises DeskError: if the offer is answered already or was replaced, or *day* isn't among its days
    :raises ScoringError: if the results can't be scored
    :raises FinalError: if the results are final
    """
    text = day.isoformat() if day else ""
    entry = PhoneEntry(key, {"match": code, "offer": number, "date": text})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_previous_answer(access, entry):
            return CaptainAnswer.REPEATED
        team_fixture = _get_open_fixture(section, team, code)
        fixture = team_fixture.fixture
        talk = fetch_date_talks_by_match(section, [fixture])[fixture.key]
        waiting_offer = talk.find_waiting_offer(team)
        if waiting_offer is None or waiting_offer.number != number:
            raise DeskError(
                "offer-changed",
                "The other captain has offered other dates since you opened this page. Choose again.",
            )
        if day is not None and day not in waiting_offer.offer.days:
            raise DeskError("not-offered", "Choose one of the dates offered.")
        _store_dates_entry(access, entry, team_fixture, text=text, body={OFFER: number})
        if day is None:
            return CaptainAnswer.DATES_REFUSED
        _store_match_day(section, fixture, day)
        return CaptainAnswer.DATE_AGREED


def _get_open_fixture(section: Section, team: int, code: str) -> TeamFixture:
    team_fixture = get_required_fixture(section, team, code)
    if team_fixture.fixture.is_finished:
        raise DeskError("played-already", "This match is played, so it needs no date.")
    return team_fixture


def _store_match_day(section: Section, fixture: Fixture, day: date) -> None:
    stored_match = fixture.stored_match
    result = get_reported_result(stored_match) if stored_match else None
    typed_match = TypedMatch(fixture.key, result, day, fixture.venue, is_swapped=fixture.is_swapped)
    _count, error_by_key = enter_matches(section=section, typed_matches=[typed_match], user=None)
    for error in error_by_key.values():
        raise error


def _store_dates_entry(
    access: Access,
    entry: PhoneEntry,
    team_fixture: TeamFixture,
    *,
    text: str,
    body: Mapping[str, bool | int],
) -> None:
    round_no, lower_team, higher_team = team_fixture.fixture.key
    side = "ns" if team_fixture.team_no == lower_team else "ew"
    store_phone_entry(
        access,
        replace(entry, side=side),
        kind=TableWord.Kind.DATES,
        answer=PhoneAnswer(CREATED_STATUS, dict(body)),
        round_no=round_no,
        ns=lower_team,
        ew=higher_team,
        text=text,
    )
    increment_event_version(access.session.event_id)
