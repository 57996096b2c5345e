"""A phone that comes in another's place, or as a second one: the others are told, and the director may refuse it."""

import json
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from director.additions.phones.keys import make_phone_label
from director.core.base.roles import Role
from director.core.night import phones as alive
from director.models import (
    Access,
    Act,
)
from tests.director.additions.phones.tables import KEYS, TablePhones, get_phone_label
from tests.director.pages import find_elements, find_texts
from tests.factories import make_account, sign_in

pytestmark = pytest.mark.django_db

REFUSED = "The director has blocked this phone at this table. Ask the director to allow it."
TWICE = "Table 1: several phones in use for N-S."
WAITS = "This phone can’t enter results until the director allows it. Ask the director."


def ask_for_state(tables, device, side="", **headers):
    return Client().get(
        f"/t/{tables.open[1].token}/state.json?device={device}&side={side}", headers=headers
    )


def long_ago(tables, device, minutes):
    """Let a phone of table 1 have come, and been heard last, so many minutes ago."""
    access, moment = (
        Access.objects.get(pk=tables.open[1].pk),
        timezone.now() - timedelta(minutes=minutes),
    )
    access.table_phones.filter(device=device).update(since=moment - timedelta(minutes=30))
    cache, name = caches["tables"], alive._make_cache_key(access.pk)
    kept = [
        alive.Phone(device, p.side, moment, 2, moment) if p.device == device else p
        for p in cache.get(name)
    ]
    cache.set(name, kept)
    return timezone.localtime(moment).strftime("%H:%M")


def replace_phone(tables, side=""):
    """Let the phone ``aa`` of table 1 be dead for ten minutes and ``bb`` come; return when the first was heard last."""
    ask_for_state(tables, "aa", side)
    last = long_ago(tables, "aa", 10)
    ask_for_state(tables, "bb", side)
    return last


def list_needs(desk, section):
    texts = find_texts(desk.get(f"/sessions/{section.ref}/play/"), "#needs li p")
    return [words for words in texts if "unsent entries" not in words]  # the dead one had two


def press_phone_button(desk, section, put, access, device):
    return desk.post(
        f"/sessions/{section.ref}/play/phone/",
        {"phone": f"{put} {access.pk} {device}"},
        follow=True,
    )


@pytest.mark.slow
def test_one_that_wakes_again_was_not_replaced(desk, section, tables):
    replace_phone(tables)
    ask_for_state(tables, "aa")
    assert ask_for_state(tables, "bb").json()["came"][0]["last"] is None
    assert list_needs(desk, section) == []


def read_by(tables, path, device="", method="get"):
    return getattr(Client(), method)(
        f"/t/{tables.open[1].token}/{path}{'?device=' + device if device else ''}"
    )


def test_the_page_of_a_refused_phone_says_so_and_nothing_else(desk, section, tables, line):
    assert tables.say(line, "4SS=", device="aa", confirm=True).status_code == 201
    tables.call(1, "lead out of turn")
    replace_phone(tables)
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    for device, words in (("bb", REFUSED), ("zz", WAITS), ("", WAITS)):
        page = read_by(tables, "", device)
        assert find_texts(page, ".say") == [words]
        state = json.loads("".join(find_elements(page, "#state")[0].itertext()))
        assert state["shut"] == words
        assert state["table"] == 1
        assert state["event"] == section.session.event.name
        assert state["boards"] == []
        assert state["round"] == 0
        assert state["seats"] == {"N": "", "S": "", "E": "", "W": ""}
        assert "lead out of turn" not in page.content.decode()


class TestKeys:
    """Nobody comes in another's place by a text."""

    @pytest.fixture
    def own(self, tables):
        """A browser with a key of table 1."""
        own = Client()
        own.get(f"/t/{tables.open[1].token}/")
        own.get(f"/t/{tables.open[1].token}/state.json?side=ns")
        return own

    @staticmethod
    def enter(client, tables, line, text, **data):
        sent = {"key": f"key-{next(KEYS)}", "board": line.board_no, "ns": line.ns, "ew": line.ew}
        return client.post(
            f"/t/{tables.open[line.table_no].token}/results",
            json.dumps(sent | {"result": text} | data),
            content_type="application/json",
        )

    def test_the_director_reads_whose_phone_it_is_and_what_it_entered(
        self, desk, section, tables, own, line
    ):
        self.enter(own, tables, line, "4SS=")
        page = desk.get(f"/sessions/{section.ref}/tables/?table=1")
        assert find_texts(page, ".phone b") == ["Ada & Fred’s phone"]
        assert "for N-S · joined" in find_texts(page, ".phone small")[0]
        assert "1 result · last result: board" in find_texts(page, ".phone small")[0]


def test_a_label_says_nothing_at_another_table_and_passes_for_no_phone(desk, section, tables, line):
    replace_phone(tables)
    assert make_phone_label(tables.open[2].pk, "aa") != get_phone_label(tables, "aa")
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    assert ask_for_state(tables, get_phone_label(tables, "aa")).status_code == 403
    assert tables.say(line, "4SS=", device=get_phone_label(tables, "aa")).status_code == 403


@pytest.mark.slow
def test_a_press_that_is_bent_or_late_says_what_is_wrong(desk, section, tables):
    replace_phone(tables)
    access = tables.open[1]
    for sent in ("", "out", "out x bb", f"kill {access.pk} bb", f"out {access.pk + 99} bb"):
        shown = desk.post(f"/sessions/{section.ref}/play/phone/", {"phone": sent}, follow=True)
        assert "didn’t say which phone you mean" in " ".join(find_texts(shown, "body"))
    shown = press_phone_button(desk, section, "out", access, "nobody <b>")
    assert "That phone is no longer at table 1" in " ".join(find_texts(shown, "body"))
    press_phone_button(desk, section, "out", access, "bb")
    press_phone_button(desk, section, "out", access, "bb")
    assert Act.objects.filter(kind="phones").count() == 1


def test_scorers_may_refuse_a_phone_and_viewers_may_not(section, tables):
    replace_phone(tables)
    for role, status in ((Role.VIEWER, 403), (Role.SCORER, 302)):
        client = sign_in(make_account(role.label, role))
        sent = {"phone": f"out {tables.open[1].pk} bb"}
        assert client.post(f"/sessions/{section.ref}/play/phone/", sent).status_code == status


def test_phones_that_both_sides_share_are_no_matter(desk, section):
    tables = TablePhones(section)
    for device in ("aa", "bb"):
        ask_for_state(tables, device, "ns")
    assert not any(TWICE in words for words in list_needs(desk, section))


def listed_names(desk, section, query=""):
    return find_texts(desk.get(f"/sessions/{section.ref}/tables/{query}"), ".phone b")


def test_one_phone_for_each_side_is_only_counted(desk, section):
    tables = TablePhones(section, confirm="own")
    ask_for_state(tables, "aa", "ns")
    ask_for_state(tables, "bb", "ew")
    page = desk.get(f"/sessions/{section.ref}/tables/")
    assert "2 phones" in find_texts(page, ".tables small a")
    assert listed_names(desk, section) == []
    assert listed_names(desk, section, "?table=1") == ["Fred & Kit’s phone", "Ada & Fred’s phone"]


def test_a_replaced_phone_is_folded_and_the_other_side_is_not(desk, section):
    tables = TablePhones(section, confirm="own")
    ask_for_state(tables, "aa", "ew")
    for device in ("bb", "cc"):
        ask_for_state(tables, device, "ns")
        caches["tables"].clear()
    page = desk.get(f"/sessions/{section.ref}/tables/?table=1")
    assert find_texts(page, "details.choice summary") == ["1 earlier phone"]
    assert find_texts(page, "details.choice b") == ["Ada & Fred’s phone 1"]
    assert find_texts(page, ".tables small a") == ["2 phones"]


def test_a_phone_that_was_known_costs_no_statement_more(tables, django_assert_num_queries):
    replace_phone(tables)
    tag = ask_for_state(tables, "bb")["ETag"]
    with django_assert_num_queries(1):
        assert ask_for_state(tables, "bb", **{"if-none-match": tag}).status_code == 304
