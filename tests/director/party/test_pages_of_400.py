"""Pages of large parties: a page at a time, nobody else touched, everybody found."""

import pytest

from tests.director.pages import find_texts
from tests.director.party.parties import (
    enter_winner,
    make_party,
    make_player_name,
    make_seated_party,
)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_one_player_is_found_in_seats_and_results(desk):
    party = make_seated_party(players=400, named=True)
    for table_no in range(1, 101):
        enter_winner(party, table_no)
    for number, asked in ((222, "222"), (323, f"{make_player_name(322)}")):
        response = desk.get(f"/parties/{party.pk}/results/", {"find": asked})
        assert find_texts(response, "#standings tbody th") == [make_player_name(number - 1)]
    assert (
        f'value="{make_player_name(221)}"'
        in desk.get(f"/parties/{party.pk}/seats/?find=222").content.decode()
    )
    assert find_texts(desk.get(f"/parties/{party.pk}/seats/?find=222"), "table.seats tbody a") == [
        "222"
    ]
    assert "Nobody found" in desk.get(f"/parties/{party.pk}/seats/?find=nobody").content.decode()
    assert "Nobody found" in desk.get(f"/parties/{party.pk}/results/?find=nobody").content.decode()
    whys = desk.get(f"/parties/{party.pk}/results/?by=group&why=222")
    assert len(find_texts(whys, "#standings tr.why")) == 1


def test_names_typed_on_a_page_stay_when_a_list_is_refused(desk):
    party = make_party(players=120, named=True)
    sent = {
        "page": "2",
        "name-51": "New Name",
        "was-51": f"{make_player_name(50)}|A",
        "text": f"7 {make_player_name(0)}",
    }
    response = desk.post(f"/parties/{party.pk}/seats/list/", sent)
    assert response.status_code == 422
    assert 'value="New Name"' in response.content.decode()


def test_draw_keeps_what_was_typed_on_a_later_page(desk):
    party = make_party(players=120, named=True)
    desk.post(
        f"/parties/{party.pk}/seats/draw/",
        {"page": "3", "name-120": "Last One", "was-120": f"{make_player_name(119)}|B"},
    )
    assert party.players.get(number=120).person.name == "Last One"
    assert party.played_rounds.count() == 1
