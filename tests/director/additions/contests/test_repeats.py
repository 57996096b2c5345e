"""A night whose rounds are drawn is started again with its game and settings only."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.models import Event, Session
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


def test_only_game_and_settings_are_taken_over_and_the_sentence_says_so(desk):
    section = start_swiss(desk)
    Event.objects.update(date=timezone.localdate() - timedelta(days=7))
    page = desk.get("/events/new/")
    assert find_texts(page, ".repeat p")[0].endswith(
        "Only the game and its settings are taken over: choose the movement at Field."
    )
    answer = desk.post(find_elements(page, "form.repeat")[0].get("action"))
    session = Session.objects.latest("pk")
    assert answer.url == f"/sessions/{session.pk}/field/"
    assert session.sections.get().plan is None
    previous_event = section.session.event
    assert session.event.contest == "teams"
    assert session.event.scoring == previous_event.scoring
    assert session.event.scoring_options == previous_event.scoring_options
