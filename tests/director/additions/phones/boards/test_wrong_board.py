"""What does not belong to a table: a board that it played all the same, and people who sit at the wrong one."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.core.base.act_kinds import ActKind
from director.models import Act, Call, TableWord
from tests.director.additions.phones.tables import KEYS, TablePhones, read_table_state
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(section):
    return TablePhones(section, confirm="own")


def say(tables, table_no=1, **data):
    sent = {"key": f"key-{next(KEYS)}", "device": "aa", "side": "ns", **data}
    return tables._send(table_no, "results", sent)


def played(tables, table_no=1, **data):
    """Let table 1 say that its pairs of the first round played board 9, which the movement has elsewhere then."""
    return say(
        tables,
        table_no,
        **{"board": 9, "ns": 1, "ew": 6, "result": "4SS=", "outside": True, **data},
    )


def needs(desk, section):
    return desk.get(f"/sessions/{section.ref}/play/")


def settle(desk, section, take, **line):
    sent = {"board_no": 9, "ns": 1, "ew": 6, "seen": "", "take": take, **line}
    return desk.post(f"/sessions/{section.ref}/play/settle/", sent, follow=True)


def test_a_board_outside_the_round_is_kept_for_the_director_and_counts_for_nobody(tables, section):
    assert say(tables, board=9, ns=1, ew=6, result="4SS=").status_code == 422
    response = played(tables)
    assert response.status_code == 201
    assert response.json()["waits_for"] == "director"
    assert not section.results.exists()
    assert not Act.objects.filter(kind=ActKind.SETTLED).exists()
    (board,) = read_table_state(tables)["outside"]
    assert board["board"] == 9
    assert board["asked"]["result"] == "4SS="
    assert board["agreed"] is False
    assert board["round"] == 1
    assert read_table_state(tables, 2)["outside"] == []


def test_the_other_side_is_asked_the_same_and_may_say_no(tables):
    played(tables)
    pairs = {"board": 9, "pairs": [1, 6], "confirm": True, "device": "bb", "side": "ew"}
    assert say(tables, **pairs, outside=True).status_code == 201
    assert read_table_state(tables)["outside"][0]["agreed"]
    assert say(tables, **pairs, outside=False).status_code == 201
    assert read_table_state(tables)["outside"] == []


def test_the_same_from_both_sides_is_one_question_that_both_agree_to(tables):
    played(tables)
    played(tables, device="bb", side="ew")
    (board,) = read_table_state(tables)["outside"]
    assert board["agreed"]
    assert TableWord.objects.filter(kind=TableWord.Kind.RESULT).count() == 1


@pytest.mark.slow
def test_the_director_keeps_it_as_it_was_played_and_an_undo_asks_again(desk, tables, section):
    played(tables)
    page = needs(desk, section)
    (told,) = [words for words in find_texts(page, "#needs li") if "Off schedule" in words]
    assert "Table 1, board 9" in told
    word = TableWord.objects.get()
    settle(desk, section, str(word.pk))
    stored = section.results.get()
    assert stored.board_no == 9
    assert stored.ns == 1
    assert stored.ew == 6
    assert stored.text == "4SS="
    assert stored.round_no == 1
    assert stored.table_no == 1
    assert read_table_state(tables)["outside"] == []
    assert "Off schedule" not in " ".join(find_texts(needs(desk, section), "#needs li"))
    refused = played(tables, result="4SS+1")
    assert refused.status_code == 422
    assert "4SS=" in refused.json()["error"]
    act = fetch_section_acts(section, (ActKind.SETTLED,)).get()
    undo_section(section=section, number=act.number, user=None, kinds=(ActKind.SETTLED,))
    assert not section.results.exists()
    assert read_table_state(tables)["outside"][0]["asked"]["result"] == "4SS="


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"board": 99}, "99"),
        ({"ns": 2, "ew": 7}, "2 and 2 don’t play board"),
        ({"outside": "yes"}, "outside"),
        ({"result": "A6040"}, "Only the director can enter A6040"),
        ({"result": "9SS="}, "9SS="),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(tables, sent, told):
    response = played(tables, **sent)
    assert response.status_code == 422
    assert not TableWord.objects.exists()
    assert told in response.json()["error"].replace(" N-S", "").replace(" E-W", "")


def test_a_board_of_the_round_that_is_said_to_be_outside_is_entered_as_ever(tables, section):
    assert played(tables, board=1).json()["waits_for"] == "opponents"
    assert section.results.get().text == "4SS="


def test_two_tables_with_each_others_boards_are_both_named(desk, tables, section):
    lines = fetch_section_lines(section)
    first, third = lines.get_table_lines(1, 1)[0], lines.get_table_lines(1, 3)[0]
    played(tables, board=third.board_no)
    alone = needs(desk, section).content.decode()
    assert "scheduled at table 3 then" in " ".join(alone.split())
    assert "each other’s boards" not in alone
    played(tables, 3, board=first.board_no, ns=third.ns, ew=third.ew)
    assert "Tables 1 and 3 may have each other’s boards" in " ".join(
        find_texts(needs(desk, section), "#needs li")
    )
    settle(desk, section, "stands", board_no=third.board_no)
    assert "each other’s boards" not in needs(desk, section).content.decode()


def test_people_at_the_wrong_table_read_where_they_play_and_both_tables_are_marked(tables):
    response = say(tables, here="2 E-W")
    assert response.status_code == 201
    assert response.json()["goes"] == "table 2, E-W"
    calls = dict(Call.objects.values_list("table_no", "reason"))
    assert calls == {1: "2 E-W sits here; plays at table 2, E-W", 2: "2 E-W sits at table 1"}
    assert say(tables, here="2 E-W").status_code == 201
    assert Call.objects.count() == 2
    assert read_table_state(tables)["call"]["what"] == "2 E-W sits here; plays at table 2, E-W"


def test_people_who_belong_there_call_nobody_and_an_unknown_number_is_refused(tables):
    assert say(tables, here="1 N-S").json()["goes"] == "table 1, N-S"
    assert say(tables, here="2").json()["goes"] == "table 2, N-S or table 2, E-W"
    Call.objects.all().delete()
    for here in ("77", "", [], {"a": 1}, "9" * 500):
        response = say(tables, here=here)
        assert response.status_code == 422
        assert "guide card" in response.json()["error"]
    assert not Call.objects.exists()


def test_a_board_outside_the_round_is_said_without_scripts_too(tables, section):
    address = f"/t/{tables.open[1].token}/"
    assert "Wrong board" in Client().get(address).content.decode()
    sent = {"key": "form", "board": "9", "ns": "1", "ew": "6", "result": "4SS=", "outside": "1"}
    assert Client().post(address, sent).status_code == 302
    page = " ".join(Client().get(address).content.decode().split())
    assert "Board 9 is not in this round: 4SS=. The director decides." in page
