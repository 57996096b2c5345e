"""A captain asks for a ruling: the director sees it until it is done."""

import pytest
from django.urls import reverse

from director.additions.contests.captains.rulings import LONGEST_QUESTION, list_ruling_requests
from director.boards.play.results.acts import undo_section
from director.models import Act, TableWord
from tests.director.additions.contests.captains.test_captains import (
    Captain,
    find_first_match,
    league,
)
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db
__all__ = ("league",)
QUESTION = "They played board 3 the wrong way round. Does it count?"


def ask(captain, code, text=QUESTION, key="a1"):
    return captain.client.post(
        captain.address, {"act": "ask", "match": code, "question": text, "key": key}
    )


def questions_shown(desk, section):
    page = desk.get(reverse("session_results_fixtures", args=[section.ref]))
    return [text for text in find_texts(page, ".say.warn p") if "asks for a ruling" in text]


def test_the_director_sees_what_a_captain_asks_until_it_is_done(desk, league):
    code, home, _away = find_first_match(league)
    assert ask(home, code).status_code == 302
    (shown,) = questions_shown(desk, league)
    assert shown.endswith(f"team {home.team} asks for a ruling: {QUESTION}")
    play = desk.get(reverse("session_play", args=[league.ref]))
    assert any(QUESTION in text for text in find_texts(play, ".say.warn p"))
    (request,) = list_ruling_requests(reload_drawn_section(league))
    decide = reverse("session_captains_decide", args=[league.ref])
    done = {"done": str(request.number), "from": "fixtures"}
    assert desk.post(decide, done).status_code == 302
    assert questions_shown(desk, league) == []
    response = desk.post(decide, done, follow=True)
    assert "What this captain asked is done already." in find_texts(response, ".say")
    act = Act.objects.filter(event=league.session.event, undone_at__isnull=True).latest("number")
    undo_section(section=reload_drawn_section(league), number=act.number, user=None)
    assert len(questions_shown(desk, league)) == 1


def test_a_question_sent_twice_is_stored_once(league):
    code, home, _away = find_first_match(league)
    ask(home, code)
    ask(home, code)
    assert TableWord.objects.filter(kind=TableWord.Kind.CALL).count() == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" ", "Type what happened, so that the director can rule on it."),
        (
            "x" * (LONGEST_QUESTION + 1),
            "This is 201 characters long. Shorten it to 200, or ring the director.",
        ),
    ],
)
def test_what_cannot_be_sent_is_refused_and_stays_in_its_box(league, text, sentence):
    code, home, _away = find_first_match(league)
    response = ask(home, code, text)
    assert response.status_code == 422
    assert sentence in find_texts(response, ".say.bad")
    assert response.context["question"] == text
    assert not TableWord.objects.filter(kind=TableWord.Kind.CALL).exists()


def test_a_captain_asks_only_about_own_matches(league):
    code, home, away = find_first_match(league)
    stranger = Captain(league, next(iter({1, 2, 3, 4} - {home.team, away.team})))
    answer = ask(stranger, code)
    assert "Your team has no such match. Choose one from the list." in find_texts(
        answer, ".say.bad"
    )


def test_both_captains_read_the_directors_answer(desk, league):
    code, home, away = find_first_match(league)
    ask(home, code)
    assert "The director hasn’t answered yet." in find_texts(home.page(), "#rulings")[0]
    assert find_texts(away.page(), "#rulings") == []
    (request,) = list_ruling_requests(reload_drawn_section(league))
    decide = reverse("session_captains_decide", args=[league.ref])
    sent = {"done": str(request.number), "from": "fixtures", "reply": "Board 3 is void."}
    too_long = "x" * (LONGEST_QUESTION + 1)
    refused = desk.post(decide, sent | {"reply": too_long}, follow=True)
    assert find_elements(refused, f"#reply-{request.number}")[0].get("value") == too_long
    assert "This answer is 201 characters long." in " ".join(find_texts(refused, ".say"))
    assert desk.post(decide, sent).status_code == 302
    for captain in (home, away):
        assert "Board 3 is void." in find_texts(captain.page(), "#rulings")[0]
    act = Act.objects.filter(event=league.session.event, undone_at__isnull=True).latest("number")
    assert "Board 3 is void." in act.words
    undo_section(section=reload_drawn_section(league), number=act.number, user=None)
    assert "Board 3 is void." not in find_texts(home.page(), "#rulings")[0]
    assert find_texts(away.page(), "#rulings") == []
