"""The signed list of a table of Skat, typed on the table's own phone: looked over, handed in, corrected, refused."""

import pytest

from director.core.night.links.opening import open_table_addresses
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from scoring.deals.skat_list import SkatLine
from tests.director.pages import find_elements
from tests.director.party.parties import send_result
from tests.director.party.play.test_journal import dump_party_records
from tests.director.party.play.test_series import hand_in, make_series, read_seats
from tests.factories import make_director
from tests.scoring.deals.test_skat_list import EVENING

pytestmark = pytest.mark.django_db
TABLE = EVENING[0][0]
"""Points, games won and lost of the four at table 1 of the published evening, none passed in."""


@pytest.fixture
def party():
    return make_series(players=4)


@pytest.fixture
def base(party):
    return f"/t/{open_table_addresses(session=party.session, tables=[1])[1].token}/"


def posted_list(party, table=TABLE, **other):
    post_data = {"passed": "0", "said": ""}
    for player, (points, won, lost) in zip(read_seats(party)[0], table.values(), strict=True):
        post_data |= {
            f"points-{player}": str(points),
            f"won-{player}": str(won),
            f"lost-{player}": str(lost),
        }
    return {"round": 1, **post_data, **other}


def points(party):
    return [result.points for result in party.played_rounds.first().results.all()]


def test_a_list_is_looked_over_while_it_is_typed_and_nothing_is_stored(client, base, party):
    check = send_result(client, base, check=True, **posted_list(party)).json()
    assert check == {"check": "The list agrees: the results add up to 4068.", "agrees": True}
    wrong = send_result(
        client, base, check=True, **posted_list(party, passed="2", said="4086")
    ).json()
    assert wrong["check"].startswith(
        "40 games won, 8 lost and 2 passed in make 50. A table of 4 plays 48 per series."
    )
    assert "4068, but the list says 4086: 18 apart" in wrong["check"]
    half = posted_list(party, **{f"won-{read_seats(party)[0][0]}": ""})
    assert send_result(client, base, check=True, **half).json() == {"check": "", "agrees": False}
    assert points(party) == []
    assert not party.session.event.acts.filter(kind="result").exists()


def test_a_list_is_stored_as_the_desk_stores_it_and_undone_exactly(client, base, party):
    before = dump_party_records(party)
    assert send_result(client, base, key="a", **posted_list(party)).status_code == 201
    assert send_result(client, base, key="a", **posted_list(party)).status_code == 200
    by_phone = party.played_rounds.get().results.values("points", "deals", "passed", "winner").get()
    act = party.acts.first()
    undo_party(party=party, number=act.number, user=None)
    assert dump_party_records(party) == before
    hand_in(party, 1, [SkatLine(letter, *figures) for letter, figures in TABLE.items()])
    assert (
        party.played_rounds.get().results.values("points", "deals", "passed", "winner").get()
        == by_phone
    )


def test_a_list_that_does_not_agree_needs_a_second_word(client, base, party):
    refused = send_result(client, base, key="a", **posted_list(party, passed="2"))
    assert refused.status_code == 422
    assert refused.json()["asks_again"] is True
    assert points(party) == []
    unreadable = send_result(client, base, key="b", **posted_list(party, passed="two"))
    assert unreadable.json() == {
        "error": "The table, games passed in: “two” isn’t a number. Type a whole number, with a minus if lost, "
        "such as 12 or -48."
    }
    assert (
        send_result(
            client, base, key="c", **posted_list(party, passed="2", **{"as-it-is": "1"})
        ).status_code
        == 201
    )
    assert points(party) == [[492, 628, 660, -32]]


def test_another_list_needs_the_tables_word_and_the_directors_stands(client, base, party):
    send_result(client, base, key="a", **posted_list(party))
    other = posted_list(party, TABLE | {"A": (592, 12, 0)})
    assert send_result(client, base, key="b", **other).status_code == 409
    assert send_result(client, base, key="c", **other, change=True).status_code == 201
    lines = [SkatLine(letter, *figures) for letter, figures in TABLE.items()]
    hand_in(party, 1, lines, user=make_director())
    refused = send_result(client, base, key="d", **other, change=True)
    assert refused.status_code == 409
    assert (
        refused.json()["error"]
        == "The director has entered this table. Tell the director what is wrong."
    )
    assert points(party) == [[492, 628, 660, -32]]


def test_the_page_takes_a_list_without_scripts_and_loses_nothing(client, base, party):
    page = client.get(base)
    names = [box.get("name") for box in find_elements(page, "fieldset input")]
    assert names == [
        name for name in posted_list(party) if name not in ("round", "passed", "said")
    ] + [
        "passed",
        "said",
    ]
    sent = posted_list(party, passed="2", key="form")
    refused = client.post(base, sent)
    shown = {box.get("name"): box.get("value") for box in find_elements(refused, "fieldset input")}
    assert refused.status_code == 422
    assert shown == {name: sent[name] for name in names}
    (again,) = find_elements(refused, "#as-it-is")
    assert "hidden" not in again.attrib
    assert client.post(base, sent | {"key": "again", "as-it-is": "1"}).status_code == 302
    assert points(party) == [[492, 628, 660, -32]]
    assert "List entered at" in client.get(base).content.decode()


def test_a_large_evening_costs_a_phone_no_more(client, django_assert_max_num_queries):
    for players in (4, 32):
        party = make_series(players=players)
        access = open_table_addresses(session=fetch_party_by_session(party.pk).session, tables=[1])[
            1
        ]
        with django_assert_max_num_queries(10):
            client.get(f"/t/{access.token}/state.json")
