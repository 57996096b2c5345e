"""Phones and directors at the same instant, each in a thread and a connection of its own: one result, and no error."""

from itertools import count

import pytest
from django.test import Client

from director.boards.movement.sections import fetch_section
from director.boards.play.problems.found import settle_dispute
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import renew_entry_address
from director.core.night.events import move_to_archive
from director.core.night.links import (
    open_entry_addresses,
    open_table_addresses,
    renew_access,
)
from director.core.night.publishing import publish_results
from director.models import Access, Call, TableWord
from tests.director.additions.phones.tables import TablePhones
from tests.director.simultaneous import run_simultaneously
from tests.factories import make_director, make_night

pytestmark = pytest.mark.django_db(transaction=True)
KEYS = count(1)


@pytest.fixture
def section(real_database):
    return make_night(pairs=6, boards_per_set=2)


@pytest.fixture
def tables(section):
    return TablePhones(section, tables=3)


@pytest.fixture
def user(section):
    return make_director("prompt")


def saying(tables, line, text, **data):
    data = {
        "key": f"at-once-{next(KEYS)}",
        "board": line.board_no,
        "ns": line.ns,
        "ew": line.ew,
        **data,
    }
    return post(tables, line, {**data, "result": text})


def agreeing(tables, line, **data):
    pairs = [line.ns, line.ew]
    return post(
        tables,
        line,
        {
            "key": f"at-once-{next(KEYS)}",
            "board": line.board_no,
            "pairs": pairs,
            "confirm": True,
            **data,
        },
    )


def post(tables, line, sent):
    path = f"/t/{tables.open[line.table_no].token}/results"
    return lambda: Client().post(path, sent, content_type="application/json")


def entering(section, line, text, user, **data):
    where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
    return lambda: enter_result(section=section, **where, text=text, user=user, **data)


def statuses(answers):
    return sorted(response.status_code for response in answers)


def line_of(section, line):
    return section.results.counted().get(board_no=line.board_no, ns=line.ns, ew=line.ew)


def test_the_same_entry_several_times_is_stored_once(section, tables, lines):
    for line in lines:
        answers = run_simultaneously([saying(tables, line, "4SS=", key=f"k{line.board_no}")] * 4)
        assert statuses(answers) == [200, 200, 200, 201]
        assert len({response.content for response in answers}) == 1
        assert line_of(section, line).version == 1
    assert section.acts.filter(kind="result").count() == len(lines)


def test_several_phones_with_different_results_one_of_which_stands(section, tables, lines):
    for line in lines:
        sent = ["4SS=", "4SS-1", "3NTN=", "PASS"]
        answers = run_simultaneously(
            [saying(tables, line, text, device=f"d{text}") for text in sent]
        )
        assert statuses(answers) == [201, 409, 409, 409]
        stands = line_of(section, line)
        assert stands.version == 1
        assert {
            response.json()["stands"]["result"]
            for response in answers
            if response.status_code == 409
        } == {stands.text}
        words = TableWord.objects.filter(board_no=line.board_no)
        assert sorted(words.values_list("text", flat=True)) == sorted(sent)  # none is lost


def test_several_phones_with_the_same_result_agree(section, tables, lines):
    for line in lines:
        answers = run_simultaneously(
            [saying(tables, line, "4SS=", device=device) for device in ("aa", "bb", "cc")]
        )
        assert statuses(answers) == [201, 201, 201]
        assert sorted(str(answer.json()["waits_for"]) for answer in answers) == [
            "None",
            "None",
            "opponents",
        ]
        assert line_of(section, line).version == 1


def test_the_word_of_the_opponents_and_a_change(section, tables, lines):
    for line in lines:
        tables.say(line, "4SS=", device="aa")
        word, change = run_simultaneously(
            [
                agreeing(tables, line, result="4SS=", device="bb"),
                saying(tables, line, "4SS-1", device="aa"),
            ]
        )
        assert (word.status_code, change.status_code) in {(201, 409), (409, 201)}
        stands = line_of(section, line)
        assert (stands.text, stands.version) == (
            ("4SS=", 1) if word.status_code == 201 else ("4SS-1", 2)
        )


def test_both_sides_take_a_change_at_once(section, tables, lines):
    for line in lines:
        tables.say(line, "4SS=", confirm=True)
        tables.say(line, "4SS-1", change=True)
        answers = run_simultaneously(
            [agreeing(tables, line, result="4SS-1", device=device) for device in ("aa", "bb", "cc")]
        )
        assert statuses(answers) == [201, 201, 201]
        stands = line_of(section, line)
        assert stands.text == "4SS-1"
        assert stands.version == 2


def test_the_director_and_a_phone(section, tables, lines, user):
    for line in lines:
        said, _entered = run_simultaneously(
            [saying(tables, line, "4SS="), entering(section, line, "3NTN=", user)]
        )
        assert said.status_code in (201, 409)
        stands = line_of(section, line)
        assert stands.text == "3NTN="
        assert stands.version == (2 if said.status_code == 201 else 1)


def test_a_phone_and_the_undo_of_its_entry(section, tables, lines, user):
    for line in lines:
        tables.say(line, "4SS=", key=f"k{line.board_no}")
        number = section.acts.order_by("-number").first().number
        again, _undone = run_simultaneously(
            [
                saying(tables, line, "4SS=", key=f"k{line.board_no}"),
                lambda number=number: undo_section(section=section, number=number, user=user),
            ]
        )
        assert again.status_code == 200
        assert not section.results.filled().exists()


def test_the_director_settles_while_a_phone_brings_another_value(section, tables, lines, user):
    for line in lines:
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        word = TableWord.objects.get(board_no=line.board_no, is_dispute=True)
        where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
        said, settled = run_simultaneously(
            [
                saying(tables, line, "5SS=", device="cc"),
                lambda where=where, word=word: settle_dispute(
                    section=section, **where, take=word.pk, user=user
                ),
            ]
        )
        assert said.status_code == 409
        assert settled is True
        assert line_of(section, line).text == "4SS-1"


@pytest.mark.parametrize("act", [publish_results, move_to_archive])
def test_nothing_comes_in_once_play_is_closed(section, tables, lines, act):
    said, _done = run_simultaneously(
        [
            saying(tables, lines[0], "4SS="),
            lambda: act(event=fetch_section(section.session_id).session.event),
        ]
    )
    assert said.status_code in (201, 422)
    assert section.results.exists() is (said.status_code == 201)
    assert not section.session.event.versions.filter(action="corrected").exists()


def test_a_table_calls_once(section, tables, lines):
    path = f"/t/{tables.open[1].token}/calls"
    sent = [{"key": f"c{number}", "what": "director"} for number in range(4)]
    answers = run_simultaneously(
        [
            lambda said=said: Client().post(path, said, content_type="application/json")
            for said in sent
        ]
    )
    assert statuses(answers) == [201] * 4
    assert Call.objects.count() == 1


def test_an_address_is_renewed_once_by_two_directors(section, tables):
    former = Access.objects.select_related("session__event", "section", "entry").get(
        pk=tables.open[1].pk
    )
    renewed = run_simultaneously([lambda: renew_access(access=former)] * 3)
    assert len(set(renewed)) == 1
    assert Access.objects.filter(table_no=1, revoked_at__isnull=True).get() == renewed[0]


def test_a_pair_gets_one_new_address_from_two_directors(section):
    open_entry_addresses(section=section, pairs=[1])
    renewed = run_simultaneously([lambda: renew_entry_address(section=section, pair_no=1)] * 3)
    live = Access.objects.filter(entry__pair_no=1, revoked_at__isnull=True).get()
    assert live in renewed


def test_tables_are_opened_once(section):
    opened = run_simultaneously(
        [lambda: open_table_addresses(session=section.session, section=section, tables=range(1, 4))]
        * 3
    )
    assert opened[0] == opened[1] == opened[2]
