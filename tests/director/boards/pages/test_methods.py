"""Scores, Print, Results, its *Why?* and a phone open with every method and each ruling that it accepts."""

from datetime import date

import pytest
from django.test import Client

from director.additions.rulings.rulings import Penalty
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.boards.scoring.units import get_result_example, list_adjusted_forms
from director.core.night.links.opening import open_table_addresses
from director.models import Event
from director.models.event import Contest
from movements.registry import make_plan
from scoring.bridge.rulings import ADJUSTMENT_UNITS
from scoring.method import ScoringMethod
from scoring.registry import TEAM_METHODS, get_method, list_all_methods
from tests.director.pages import find_texts
from tests.factories import add_ruling, enter_on_line, make_club

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("method", list_all_methods(), ids=lambda method: method.key)
def test_every_page_of_a_night_opens_with_each_ruling_of_its_method(desk, method):
    section = make_section_of_method(method)
    lines = fetch_section_lines(section).all
    for line in lines:
        enter_on_line(section, line, get_result_example(method.games[0]))
    texts = list_ruling_texts(section.session.event)
    ruled_lines = list({line.board_no: line for line in lines}.values())[: len(texts)]
    for line, text in zip(ruled_lines, texts, strict=True):
        enter_on_line(section, line, text)
    for unit in ADJUSTMENT_UNITS:
        if unit in method.accepted_rulings:
            fine = Penalty(pair_no=1, amount=1, unit=unit)
            add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)

    assert_opens(desk, f"/sessions/{section.session_id}/scores/boards/{lines[0].board_no}/")
    assert_opens(desk, f"/sessions/{section.session_id}/print/")
    assert_opens(desk, f"/sessions/{section.session_id}/results/")
    for line in (*ruled_lines, lines[-1]):
        board = f"/sessions/{section.session_id}/results/boards/{line.board_no}/"
        assert_opens(desk, f"{board}?why={line.board_no}-{line.ns}-{line.ew}")
    page = assert_opens(desk, f"/sessions/{section.session_id}/results/?why=total-1")
    assert find_texts(page, ".why p")
    access = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    for page in ("", "state.json"):
        assert_opens(Client(), f"/t/{access.token}/{page}")


def make_section_of_method(method: ScoringMethod):
    """Return a night with enough lines for each ruling, scored by *method* at the first of its games."""
    is_for_teams = method in TEAM_METHODS
    session = create_event(
        club=make_club(),
        name="Night",
        date=date(2026, 11, 17),
        game=method.games[0],
        contest=Contest.TEAMS if is_for_teams else Contest.PAIRS,
    )
    Event.objects.filter(pk=session.event_id).update(scoring=method.key)
    section = fetch_section(session.pk)
    if method.key == "eights":
        movement = make_plan("eights", players=16, boards_per_set=2)
    elif is_for_teams:
        movement = make_plan("round-robin", teams=4, boards_per_set=2)
    else:
        movement = make_plan("howell", pairs=4, boards_per_set=2)
    store_plan(section=section, movement=movement)
    return fetch_section(session.pk)


def list_ruling_texts(event: Event) -> list[str]:
    """Return a text for each ruling of the event's method that is typed on a line."""
    method = get_method(event.scoring)
    texts = [form.text for form in list_adjusted_forms(event)]
    if method.artificial_basis != "none":
        texts.append("A50")
    if "own-average" in method.accepted_rulings:
        texts.append("AVE+/AVE-")
    if "one-sided" in method.accepted_rulings:
        texts.append("A50/NP")
    return texts


def assert_opens(client, address: str):
    response = client.get(address)
    assert response.status_code == 200, address
    return response
