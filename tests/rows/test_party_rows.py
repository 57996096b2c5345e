"""Every party by name, from its seats to standings that are right, with all of its sheets."""

import pytest

from director.party.presets import PRESETS
from tests.director.pages import find_elements
from tests.director.pdf.reading import read_pages
from tests.oracle.events import compute_event_differences
from tests.rows.parties import play_party
from tests.rows.sheets import list_cut_texts, read_standings
from tests.walk.machine import TRAIL
from tests.walk.people import make_people

pytestmark = [pytest.mark.django_db]
DAILY = ("whist-drive", "progressive-auction")


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(preset, id=preset.key, marks=() if preset.key in DAILY else pytest.mark.slow)
        for preset in PRESETS
    ],
)
def test_a_party_is_played_to_its_standings(preset):
    desk = make_people(TRAIL).director
    party = play_party(preset, desk)
    base = f"/parties/{party.session_id}/"
    page = desk.open(f"{base}print/")
    kinds = [
        box.get("value")
        for box in find_elements(page, "input")
        if box.get("name") == "kinds" and "disabled" not in box.attrib
    ]
    response = desk.post(f"{base}print/", {"kinds": kinds, "paper": "a4"})
    sheets = desk.open(response.headers["Location"])
    assert list_cut_texts(read_pages(sheets.content)) == []
    assert desk.open(f"{base}results/").status_code == 200
    standings = read_standings(desk, party.session.event_id)
    assert all(place for place, _total in standings)
    # The sessions of a congress are settled apart and have no standings together.
    assert len({total for _place, total in standings}) > 1 or party.system == "skat-congress"
    assert list(compute_event_differences(party.session.event)) == []
