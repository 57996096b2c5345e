"""Store what captains send about their matches, and the director's decision between two of them.

A result counts when it is sent. The other captain confirms it, or sends another one, which is kept
until the director decides: nothing that was sent is lost.
"""

from dataclasses import replace
from enum import Enum

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.additions.contests.captains.read import (
    KEEP,
    TeamFixture,
    fetch_captain_team,
    fetch_captains_words,
    fetch_disputing_words,
    find_team_fixture,
    get_result_mark,
    list_match_disputes,
)
from director.additions.contests.matches.reported import TypedMatch, check_claim, store_match_result
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.match_words import CLAIM, claim_to_json, read_claim
from director.boards.movement.lines.progress import match_name
from director.boards.movement.lines.section_lines import MatchKey
from director.boards.movement.sections import DECIDED
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.scoring.scored import score_section
from director.core.base.versions import count_change
from director.core.night.history import lock_event, refuse_final
from director.core.night.phone_entries import CREATED, find_earlier_answer, store_phone_entry
from director.errors import DeskError
from director.event_kinds import Json, PhoneAnswer, PhoneEntry
from director.models import Access, Section, TableWord
from scoring.model import MatchResult

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
