"""Fairer arrow-switches of a large field: found step by step, kept in the library, and not found twice."""

from functools import partial

import pytest

from director.additions.library import switches
from director.additions.library.movements import load_saved_plan
from director.models import SavedMovement
from movements.balance import fairness
from movements.families.mitchell.switch_search import STEPS, improve_switches
from movements.registry import make_plan
from tests.director.pages import HTMX, find_elements, find_texts
from tests.factories import make_section

pytestmark = pytest.mark.django_db

ASKED = {"pairs": "40", "minutes": "130", "winners": "1"}
SHORT_APPENDIX = {"key": "appendix-mitchell", "rounds": "7", "boards": "2", "base": "11"}
SHORT_APPENDIX |= {"copies": "1", "switch": "last"}


@pytest.fixture
def quick(monkeypatch):
    """Let a step take a few turns only."""
    monkeypatch.setattr(switches, "improve_switches", partial(improve_switches, turns=200))


def read_hidden_fields(response, form: str) -> dict[str, str]:
    fields = find_elements(response, f"{form} input")
    return {
        field.get("name"): field.get("value", "")
        for field in fields
        if "csrf" not in field.get("name", "")
    }


def preview(desk, section, params):
    return desk.get(f"/sessions/{section.ref}/field/movement/", ASKED | params)


def test_a_movement_with_a_switched_last_round_offers_the_search(desk):
    section = make_section()
    searched = f"/sessions/{section.ref}/field/switches/"
    page = preview(desk, section, SHORT_APPENDIX)
    assert [form.get("action") for form in find_elements(page, "form.switches")] == [searched]
    page = preview(desk, section, SHORT_APPENDIX | {"rounds": "11", "switch": "tables"})
    assert page.status_code == 200
    assert find_elements(page, "form.switches") == []


@pytest.mark.slow
def test_each_step_sends_the_next_and_the_last_one_keeps_a_fairer_movement(desk, quick):
    section = make_section()
    address = f"/sessions/{section.ref}/field/switches/"
    sent = read_hidden_fields(preview(desk, section, SHORT_APPENDIX), "form.switches")
    for step in range(1, STEPS):
        part = desk.post(address, sent, **HTMX)
        assert find_elements(part, "progress")[0].get("value") == str(step)
        assert find_elements(part, "#switches")[0].get("hx-trigger") == "load"
        sent = read_hidden_fields(part, "#switches form")
        assert sent["step"] == str(step + 1)
    assert not SavedMovement.objects.exists()
    last = desk.post(address, sent, **HTMX)
    saved = SavedMovement.objects.get()
    kept_address = last.headers["HX-Redirect"]
    assert kept_address.startswith(f"/sessions/{section.ref}/field/saved/{saved.pk}/?pairs=40")
    whole_round = make_plan(
        "appendix-mitchell", pairs=40, rounds=7, options={"base": "11", "switch": "last"}
    )
    found = load_saved_plan(saved)
    assert fairness(found).qf > fairness(whole_round).qf + 1
    assert (found.winners, found.rounds, found.boards_per_set, found.copies) == (1, 7, 2, 1)
    assert find_texts(desk.get(kept_address), ".status h2") != []
    listed = desk.get(f"/sessions/{section.ref}/field/", ASKED)
    assert saved.name in " ".join(find_texts(listed, "#advice tbody th"))


def test_saved_switches_are_not_searched_for_again(desk, quick, monkeypatch):
    section = make_section()
    address = f"/sessions/{section.ref}/field/switches/"
    desk.post(address, ASKED | SHORT_APPENDIX | {"step": str(STEPS)})
    saved = SavedMovement.objects.get()
    monkeypatch.setattr(switches, "improve_switches", None)
    again = desk.post(address, ASKED | SHORT_APPENDIX)
    assert again.url.startswith(f"/sessions/{section.ref}/field/saved/{saved.pk}/")


def test_stop_leads_back_to_the_movement_and_keeps_nothing(desk, quick):
    section = make_section()
    page = desk.post(f"/sessions/{section.ref}/field/switches/", ASKED | SHORT_APPENDIX)
    (stop,) = find_elements(page, "#switches a")
    preview = desk.get(stop.get("href"))
    assert find_texts(preview, "form.end button") == ["Use this movement"]
    assert find_texts(preview, ".switches button") == ["Find fairer switches"]
    assert not SavedMovement.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"switch": "none"}, {"rounds": "99"}, {"key": "howell"}, {"key": ""}],
    ids=["two winners", "too long", "a Howell", "nothing"],
)
def test_other_movements_lead_back_to_their_page(desk, wrong):
    section = make_section()
    answer = desk.post(f"/sessions/{section.ref}/field/switches/", ASKED | SHORT_APPENDIX | wrong)
    assert answer.url.startswith(f"/sessions/{section.ref}/field/movement/?")
    assert not SavedMovement.objects.exists()


@pytest.mark.parametrize("typed", ["", "zz", "1 2", "-1 0 0 0 0 0 0"])
def test_switches_that_are_none_of_the_plan_begin_anew(desk, quick, typed):
    section = make_section()
    sent = ASKED | SHORT_APPENDIX | {"step": "3", "switched_tables": typed}
    page = desk.post(f"/sessions/{section.ref}/field/switches/", sent, **HTMX)
    assert page.status_code == 200
    assert find_elements(page, "progress")[0].get("value") == "3"
