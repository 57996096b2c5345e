"""Cut-in tables at the desk, on the table's phone and on everybody's pages: who waits, who goes out, what it brings."""

import json

import pytest

from director.core.night.links.opening import open_table_addresses
from director.errors import DeskError
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.play.page import fetch_party_play
from director.party.play.history import undo_party
from director.party.play.play import seat_next_round
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


def make_table(players=5, **fields):
    fields = {"method": "games", "named": True, "rounds": 10} | fields
    return make_seated_party(players=players, system="cut-in", **fields)


def sitting(party) -> dict[str, list[str]]:
    """Return who plays and who waits in the latest round, by number."""
    seats = [
        (table, player)
        for table in get_latest_round(party).seating
        for side in table["sides"]
        for player in side
    ]
    return {
        "play": [player for table, player in seats if "waits_at" not in table],
        "wait": [player for table, player in seats if "waits_at" in table],
    }


def name_of(party, number: str) -> str:
    return str(party.players.get(number=int(number)))


def test_the_desk_names_who_goes_out_and_it_is_undone_exactly(desk):
    party = make_table()
    seats = get_latest_round(party).seating
    winners, (line,) = seats[0]["sides"][0], sitting(party)["wait"]
    sent = {"winner": "0", "version": "0", "current": "1", "out-1": winners[0]}
    desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", sent)
    assert get_latest_round(party).results.get().out == [winners[0]]
    (table,) = fetch_party_play(fetch_party_by_session(party.pk)).tables
    assert (
        table.waiting_group.exchange_text
        == f"Out: {name_of(party, winners[0])}. In: {name_of(party, line)}."
    )
    assert table.waiting_group.fields == (("out-1", winners[0]),)
    seat_next_round(party=party, round_no=1, user=None)
    assert sitting(party)["wait"] == [winners[0]]
    assert line in sitting(party)["play"]
    for act in party.acts.filter(kind__in=("next", "result")):
        undo_party(party=party, number=act.number, user=None)
    assert get_latest_round(party).seating == seats
    assert get_latest_round(party).results.count() == 0


def test_who_does_not_play_there_is_refused_in_one_sentence_and_what_was_typed_stays(desk):
    party = make_table()
    (line,) = sitting(party)["wait"]
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, 0, players_out=(line,))
    playing = ", ".join(sitting(party)["play"])
    said = f"{line} can’t sit out: {playing} play and 1 wait. Name as many players as are waiting, each once."
    assert str(refused.value) == f"At table 1, {said}"
    response = desk.post(
        f"/parties/{party.pk}/play/rounds/1/tables/1/",
        {"winner": "0", "version": "0", "out-1": line},
    )
    assert f"{line} can’t sit out" in " ".join(find_texts(response, "p"))


def test_the_phone_of_the_table_says_who_waits_and_names_who_goes_out(client):
    party = make_table(players=6, options={"shared_by": "6"})
    access = open_table_addresses(session=party.session, tables=[1])[1]
    state = client.get(f"/t/{access.token}/state.json").json()
    assert state["line"]["text"].endswith("wait here.")
    assert [name for name, _chosen in state["line"]["fields"]] == ["out-1", "out-2"]
    out = get_latest_round(party).seating[0]["sides"][0][0]
    said = {"key": "a", "round": 1, "winner": 0, "out": [out, ""]}
    response = client.post(
        f"/t/{access.token}/results", json.dumps(said), content_type="application/json"
    )
    assert response.status_code == 201
    assert get_latest_round(party).results.get().out == [out]
    words = client.get(f"/t/{access.token}/state.json").json()["line"]["words"]
    assert words.startswith(f"Out: {name_of(party, out)} and ")
    page = client.get(f"/t/{access.token}/")
    assert [choice.get("name") for choice in find_elements(page, "select")] == ["out-1", "out-2"]
