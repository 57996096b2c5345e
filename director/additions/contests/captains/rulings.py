"""Questions of captains to the director about a match, open until the director has dealt with them."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from director.additions.contests.captains.matches import (
    NO_MATCH,
    CaptainAnswer,
    find_team_fixture,
    lock_captain_section,
)
from director.boards.movement.lines.progress import format_match_name
from director.boards.movement.sections import DECIDED
from director.boards.play.results.acts import lock_section, record_section_act
from director.core.base.versions import increment_event_version
from director.core.night.kind_parts import PhoneAnswer, PhoneEntry
from director.core.night.phone_entries import (
    CREATED_STATUS,
    find_previous_answer,
    store_phone_entry,
)
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.models import Access, Section, TableWord

LONGEST_QUESTION = 200
"""Characters of what a captain writes, and of the director's reply."""
REPLY = "ruling"
"""Key in the body of a stored answer: the director's reply."""


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """A question of a captain about a match."""

    number: int  # the primary key of its TableWord
    match_name: str
    team_label: str  # of the captain's team
    text: str
    reply: str = ""  # of the director, once it is done
    is_done: bool = False


def ask_for_ruling(*, access: Access, code: str, text: str, key: str) -> CaptainAnswer:
    """Store what a captain asks the director about the match *code*.

    *key* is chosen by the page, so that a form that is sent twice is stored once.

    :raises DeskError: if the team has no such match, or *text* is empty or too long
    :raises FinalError: if the results are final
    """
    text = " ".join(strip_invisible(text).split())
    entry = PhoneEntry(key, {"match": code, "question": text})
    with transaction.atomic():
        section, team = lock_captain_section(access)
        if find_previous_answer(access, entry):
            return CaptainAnswer.REPEATED
        if not text:
            raise DeskError(
                "no-question", "Type what happened, so that the director can rule on it."
            )
        if len(text) > LONGEST_QUESTION:
            raise DeskError(
                "question-too-long",
                "This is {count} characters long. Shorten it to {most}, or ring the director.",
                count=len(text),
                most=LONGEST_QUESTION,
            )
        team_fixture = find_team_fixture(section, team, code)
        if team_fixture is None:
            raise DeskError(*NO_MATCH)
        round_no, home, away = team_fixture.fixture.key
        store_phone_entry(
            access,
            entry,
            kind=TableWord.Kind.CALL,
            answer=PhoneAnswer(CREATED_STATUS, {"stored": True}),
            round_no=round_no,
            ns=home,
            ew=away,
            text=text,
        )
        increment_event_version(access.session.event_id)
    return CaptainAnswer.ASKED


def list_ruling_requests(section: Section) -> list[RulingRequest]:
    """Return the questions of *section* that the director hasn't dealt with. (Costs one query.)"""
    questions = _fetch_questions(section).filter(dropped_at__isnull=True)
    return [_make_ruling_request(section, question) for question in questions]


def list_team_rulings(section: Section, team: int) -> list[RulingRequest]:
    """Return the questions of the captain of *team*, and answered ones about its matches. (One query.)"""
    is_from_team = Q(access__entry__pair_no=team)
    is_about_team = (Q(ns=team) | Q(ew=team)) & Q(dropped_at__isnull=False)
    questions = _fetch_questions(section).filter(is_from_team | is_about_team)
    return [_make_ruling_request(section, question) for question in questions]


def _fetch_questions(section: Section) -> QuerySet[TableWord]:
    return TableWord.objects.filter(
        access__section=section, access__is_captain=True, kind=TableWord.Kind.CALL
    ).select_related("access__entry")


def _make_ruling_request(section: Section, question: TableWord) -> RulingRequest:
    match_key = (question.round_no or 0, question.ns or 0, question.ew or 0)
    entry = question.access.entry
    return RulingRequest(
        number=question.pk,
        match_name=format_match_name(section, match_key),
        team_label=section.get_label(entry.pair_no) if entry else "",
        text=question.text,
        reply=question.answer.get(REPLY, ""),
        is_done=question.dropped_at is not None,
    )


def finish_ruling_request(
    *, section: Section, number: int, user: User | None, reply: str = ""
) -> str:
    """Mark the request *number* as dealt with, and return a sentence. The undo shows it again.

    Both captains of the match see the *reply*, if there is one.

    :raises DeskError: if it is dealt with already, or *reply* is too long
    :raises FinalError: if the results are final
    """
    reply = " ".join(strip_invisible(reply).split())
    if len(reply) > LONGEST_QUESTION:
        raise DeskError(
            "reply-too-long",
            "This answer is {count} characters long. Shorten it to {most}, or ring the captain.",
            count=len(reply),
            most=LONGEST_QUESTION,
        )
    with record_section_act(section=section, kind=DECIDED, message="", user=user) as journal:
        section = lock_section(section)
        requests_by_number = {
            ruling_request.number: ruling_request
            for ruling_request in list_ruling_requests(section)
        }
        ruling_request = requests_by_number.get(number)
        if ruling_request is None:
            raise DeskError("ruling-done", "What this captain asked is done already.")
        question = TableWord.objects.get(pk=number)
        answer = question.answer | {REPLY: reply} if reply else question.answer
        journal.change(question, dropped_at=timezone.now(), answer=answer)
        journal.message = (
            f"{ruling_request.match_name}: what team {ruling_request.team_label} asked is done."
        )
        if reply:
            journal.message = f"{ruling_request.match_name}: team {ruling_request.team_label} has the answer “{reply}”"
        return journal.message
