"""Step 6: standings, their scoring, and what leads on from them."""

import pytest
from django.test import Client

from director.models import Event
from tests.factories import (
    make_played_section,
    results_address,
)

pytestmark = pytest.mark.django_db


def scoring(section):
    return f"{results_address(section)}?tab=scoring"


def choose(scoring="matchpoints", **options):
    return {"scoring": scoring} | {f"option_{name}": value for name, value in options.items()}


def test_step_6_needs_a_director():
    section = make_played_section()
    assert (
        Client().get(results_address(section)).url == f"/sign-in/?next={results_address(section)}"
    )
    response = Client().post(results_address(section), choose(per_beaten="1"))
    assert response.status_code == 403
    assert Event.objects.get().scoring_options == {}


def test_there_is_no_step_6_of_a_night_that_is_not(desk):
    assert desk.get("/sessions/99/results/").status_code == 404
