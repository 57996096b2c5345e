"""A phone that comes in another's place, or as a second one: the others are told, and the director may refuse it."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.utils import timezone

from director.additions.phones.keys import make_phone_label
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.base.roles import Role
from director.core.night import phones as alive
from director.core.night.links import fetch_open_accesses_by_table
from director.core.night.phones import set_phone_admission, store_phone
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import (
    Access,
    Act,
    Call,
    EntryPlayer,
    Result,
    Session,
    TablePhone,
)
from director.models.event import Clock
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


def format_now():
    return timezone.localtime().strftime("%H:%M")


def list_labels(tables, *devices):
    return sorted(get_phone_label(tables, device) for device in devices)


def list_needs(desk, section):
    texts = find_texts(desk.get(f"/sessions/{section.ref}/play/"), "#needs li p")
    return [words for words in texts if "unsent entries" not in words]  # the dead one had two


def press_phone_button(desk, section, put, access, device):
    return desk.post(
        f"/sessions/{section.ref}/play/phone/",
        {"phone": f"{put} {access.pk} {device}"},
        follow=True,
    )


def test_a_first_phone_is_new_to_nobody(desk, section, tables):
    assert "came" not in ask_for_state(tables, "aa").json()
    assert list_needs(desk, section) == []


def test_a_phone_in_place_of_a_dead_one_is_told_and_the_director_sees_which_and_since_when(
    desk, section, tables
):
    last, since = replace_phone(tables), format_now()
    (came,) = ask_for_state(tables, "bb").json()["came"]
    assert came == {
        "phone": get_phone_label(tables, "bb"),
        "since": since,
        "side": "",
        "last": last,
        "held": 2,
    }
    assert f"Table 1: a new phone since {since}, replacing one last seen at {last}." in list_needs(
        desk, section
    )


def test_the_phone_of_the_other_side_is_told_too_and_is_none_of_those_replaced(tables, section):
    tables = TablePhones(section, confirm="own")
    ask_for_state(tables, "cc", "ew")
    replace_phone(tables, "ns")
    (came,) = ask_for_state(tables, "cc", "ew").json()["came"]
    assert came["phone"] == get_phone_label(tables, "bb")
    assert came["side"] == "ns"
    assert bool(came["last"])


def test_a_phone_that_shares_a_table_with_one_that_answers_is_no_matter_for_the_director(
    desk, section, tables
):
    ask_for_state(tables, "aa")
    (came,) = ask_for_state(tables, "bb").json()["came"]
    assert came["last"] is None
    assert ask_for_state(tables, "aa").json()["came"] == [came]
    assert list_needs(desk, section) == []


def test_one_that_wakes_again_was_not_replaced(desk, section, tables):
    replace_phone(tables)
    ask_for_state(tables, "aa")
    assert ask_for_state(tables, "bb").json()["came"][0]["last"] is None
    assert list_needs(desk, section) == []


def test_after_the_program_was_killed_nobody_seems_replaced_who_answers(
    desk, section, tables, monkeypatch
):
    ask_for_state(tables, "aa")
    ask_for_state(tables, "bb")
    caches["tables"].clear()
    assert ask_for_state(tables, "bb").json()["came"][0]["last"] is None
    assert list_needs(desk, section) == []
    monkeypatch.setattr(
        alive, "PRESENCE_PERIOD", -timedelta(seconds=1)
    )  # minutes later the first was not heard any more
    access = fetch_open_accesses_by_table(section.session, section)[1]
    heard = [alive.Phone("bb", "", timezone.now() + timedelta(seconds=9), 0, timezone.now())]
    (came,) = alive.detect_new_phones(alive.list_known_phones(access.phones), heard)
    assert came.previous_heard_at == heard[0].first_heard_at


def test_a_refused_phone_is_told_in_one_sentence_and_enters_nothing_until_it_is_let_in(
    desk, section, tables, line
):
    replace_phone(tables)
    access = tables.open[1]
    shown = press_phone_button(desk, section, "out", access, "bb")
    assert f"Table 1: phone that joined at {format_now()} blocked." in " ".join(
        find_texts(shown, "body")
    )
    listed = desk.get(f"/sessions/{section.ref}/tables/?table=1")
    assert {
        words.split(" Phone")[0].split(" of ")[0] for words in find_texts(listed, ".tables button")
    } == {
        "Allow",
        "Block",
        "Create new link",
    }
    for response in (
        ask_for_state(tables, "bb"),
        tables.say(line, "4SS=", device="bb"),
        tables._send(1, "calls", {"key": "c", "device": "bb"}),
    ):
        assert response.status_code == 403
        assert response.json() == {"error": REFUSED, "shut": True}
    assert not Result.objects.filled().exists()
    assert not Call.objects.exists()
    assert tables.say(line, "4SS=", device="aa").status_code == 201
    press_phone_button(desk, section, "in", access, "bb")
    assert ask_for_state(tables, "bb").status_code == 200
    assert tables.agree(line, device="bb").status_code == 201
    assert list_needs(desk, section) == []


def test_refusing_and_letting_in_are_undone_at_play(desk, section, tables):
    replace_phone(tables)
    access = tables.open[1]
    press_phone_button(desk, section, "out", access, "bb")
    act = Act.objects.get(kind="phones")
    assert act.section == section
    assert act.made_by.get_username() == "dora"
    page = desk.post(f"/sessions/{section.ref}/play/undo/", {"act": act.number}, follow=True)
    assert f"Undone: {act.words}" in " ".join(find_texts(page, "body"))
    assert "It is asked again" not in " ".join(find_texts(page, "body"))
    assert ask_for_state(tables, "bb").status_code == 200
    assert any("a new phone since" in words for words in list_needs(desk, section))
    press_phone_button(desk, section, "in", access, "bb")
    assert list_needs(desk, section) == []


def read_by(tables, path, device="", method="get"):
    return getattr(Client(), method)(
        f"/t/{tables.open[1].token}/{path}{'?device=' + device if device else ''}"
    )


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("", "get"),
        ("", "head"),
        ("boards/1.json", "post"),
        ("people.json", "get"),
        ("people.json", "head"),
        ("state.json", "get"),
        ("state.json", "head"),
    ],
)
def test_a_refused_phone_reads_nothing_of_the_table(desk, section, tables, line, path, method):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={},
    )
    EntryPlayer.objects.filter(section=section).delete()
    assert tables.say(line, "4SS=", device="aa", confirm=True).status_code == 201
    replace_phone(tables)
    assert read_by(tables, path, "bb", method).status_code == 200
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    for device in ("bb", "zz", ""):
        response = read_by(tables, path, device, method)
        assert response.status_code == 403
        assert "4SS=" not in response.content.decode()
    assert read_by(tables, path, "aa", method).status_code == 200
    press_phone_button(desk, section, "in", tables.open[1], "bb")
    assert read_by(tables, path, "bb", method).status_code == 200


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


def test_a_phone_that_is_let_in_is_known_by_its_key(desk, section, tables, line):
    path = f"/t/{tables.open[1].token}/"
    own = Client()
    own.get(path)
    own.get(f"{path}state.json")
    replace_phone(tables)
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    assert "shut" not in find_elements(own.get(path), "#state")[0].text
    form = {"key": "f", "board": "1", "ns": str(line.ns), "ew": str(line.ew), "result": "4SS="}
    assert own.post(path, form).status_code == 302
    assert Result.objects.filled().count() == 1


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

    def test_the_key_is_hidden_from_scripts_and_worth_nothing_elsewhere(self, tables, own):
        cookie = own.cookies["table_key"]
        assert cookie["httponly"]
        assert cookie["path"] == f"/t/{tables.open[1].token}/"
        other = Client()
        other.cookies["table_key"] = cookie.value
        other.get(f"/t/{tables.open[2].token}/state.json?device=bb")
        assert [phone.device for phone in tables.open[2].table_phones.all()] == ["bb"]

    def test_a_link_that_is_only_looked_at_makes_no_record(self, tables):
        for method in ("head", "get"):
            getattr(Client(), method)(f"/t/{tables.open[1].token}/")
        assert not TablePhone.objects.exists()

    def test_no_text_stands_for_a_phone_with_a_key(self, desk, section, tables, own, line):
        phone = TablePhone.objects.get()
        assert self.enter(own, tables, line, "4SS=").status_code == 201
        for device in (phone.device, own.cookies["table_key"].value):
            copied = self.enter(Client(), tables, line, "7NTN=", device=device)
            assert copied.status_code == 409
        assert self.enter(own, tables, line, "4SS+1", device="aa").status_code == 201
        press_phone_button(desk, section, "out", tables.open[1], phone.device)
        assert self.enter(own, tables, line, "4SS+2", device="aa").status_code == 403
        assert self.enter(Client(), tables, line, "4SS+2", device="zz").status_code == 403

    def test_a_forged_key_is_no_key(self, desk, section, tables, own, line):
        forged = Client()
        forged.cookies["table_key"] = TablePhone.objects.get().device + ":" + "x" * 43
        assert self.enter(own, tables, line, "4SS=").status_code == 201
        assert self.enter(forged, tables, line, "7NTN=").status_code == 409

    def test_a_phone_without_scripts_can_be_let_in(self, desk, section, tables, line):
        replace_phone(tables)
        press_phone_button(desk, section, "out", tables.open[1], "bb")
        plain, path = Client(), f"/t/{tables.open[1].token}/"
        assert [plain.get(path).status_code for _time in range(2)] == [403, 403]
        phone = TablePhone.objects.get(standing="waits")
        press_phone_button(desk, section, "in", tables.open[1], phone.device)
        assert plain.get(path).status_code == 200

    def test_the_director_reads_whose_phone_it_is_and_what_it_entered(
        self, desk, section, tables, own, line
    ):
        self.enter(own, tables, line, "4SS=")
        page = desk.get(f"/sessions/{section.ref}/tables/?table=1")
        assert find_texts(page, ".phone b") == ["Ada & Fred’s phone"]
        assert "for N-S · joined" in find_texts(page, ".phone small")[0]
        assert "1 result · last result: board" in find_texts(page, ".phone small")[0]


def test_no_phone_is_told_by_which_name_another_asks(section, line):
    """Whoever knows the name of another phone could ask, and enter, as that."""
    tables = TablePhones(section, confirm="own")
    secret, other = "5ec7e75ec7e75ec7", "07e207e207e207e2"
    ask_for_state(tables, secret, "ns")
    ask_for_state(tables, other, "ns")
    tables.say(line, "4SS=", device=secret, side="ns")
    tables.say(line, "4SS-1", device=secret, side="ns", change=True)
    tables.say(line, "3NTN=", device=other, side="ns", change=True)
    turned = {"key": "t", "round": 1, "ns": 1, "ew": 6, "turned": True}
    tables._send(1, "results", turned | {"device": secret, "side": "ns"})
    payload = ask_for_state(tables, "07e307e307e307e3", "ew").json()
    assert payload["phone"] == get_phone_label(tables, "07e307e307e307e3")
    assert payload["boards"][0]["phone"] == get_phone_label(tables, secret)
    assert payload["turned"]["phone"] == get_phone_label(tables, secret)
    assert payload["twice"] == {"ns": list_labels(tables, secret, other)}
    assert get_phone_label(tables, other) in [phone["phone"] for phone in payload["came"]]
    everything = [
        ask_for_state(tables, other, "ns").content,
        Client().get(f"/t/{tables.open[1].token}/").content,
    ]
    assert not any(secret.encode() in text for text in everything)


def test_a_label_says_nothing_at_another_table_and_passes_for_no_phone(desk, section, tables, line):
    replace_phone(tables)
    assert make_phone_label(tables.open[2].pk, "aa") != get_phone_label(tables, "aa")
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    assert ask_for_state(tables, get_phone_label(tables, "aa")).status_code == 403
    assert tables.say(line, "4SS=", device=get_phone_label(tables, "aa")).status_code == 403


def test_a_missing_or_false_phone_name_does_not_evade_a_refusal(desk, section, tables, line):
    replace_phone(tables)
    access = tables.open[1]
    press_phone_button(desk, section, "out", access, "bb")
    for device in ("", "zz"):
        response = tables.say(line, "4SS=", **({"device": device} if device else {}))
        assert response.status_code == 403
        assert response.json() == {"error": WAITS, "shut": True}
    form = {"key": "f", "board": "1", "ns": str(line.ns), "ew": str(line.ew), "result": "4SS="}
    plain = Client().post(f"/t/{access.token}/", form)
    assert plain.status_code == 403
    assert WAITS in " ".join(find_texts(plain, ".say"))
    assert not Result.objects.filled().exists()
    assert ask_for_state(tables, "zz").status_code == 403
    assert (
        f"Table 1: a phone has been waiting since {format_now()}, because another is blocked."
        in list_needs(desk, section)
    )
    press_phone_button(desk, section, "in", access, "zz")
    assert tables.say(line, "4SS=", device="zz").status_code == 201


def test_a_phone_refused_since_still_gets_the_answer_to_its_stored_result(
    desk, section, tables, line
):
    replace_phone(tables)
    assert tables.say(line, "4SS=", device="bb", key="lost").status_code == 201
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    again = tables.say(line, "4SS=", device="bb", key="lost")
    assert again.status_code == 200
    assert again.json()["stored"] is True


def test_a_refused_phone_counts_for_none_that_answers(desk, section, tables):
    tables = TablePhones(section, confirm="own")
    ask_for_state(tables, "aa", "ns")
    assert ask_for_state(tables, "bb", "ns").json()["twice"] == {
        "ns": list_labels(tables, "aa", "bb")
    }
    assert any("’s phone for N-S since" in words for words in list_needs(desk, section))
    press_phone_button(desk, section, "out", tables.open[1], "bb")
    ask_for_state(tables, "bb", "ns")
    assert not any(TWICE in words for words in list_needs(desk, section))


def test_a_phone_that_was_known_costs_no_statement_more(tables, django_assert_num_queries):
    replace_phone(tables)
    tag = ask_for_state(tables, "bb")["ETag"]
    with django_assert_num_queries(1):
        assert ask_for_state(tables, "bb", **{"if-none-match": tag}).status_code == 304


def test_a_replaced_phone_is_not_reported_at_another_table(tables):
    replace_phone(tables)
    other = Client().get(f"/t/{tables.open[2].token}/state.json?device=bb").json()
    assert "came" not in other


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


def test_names_of_phones_are_text_and_only_so_many_are_kept(desk, section, tables):
    for number in range(20):
        ask_for_state(tables, f"<script>{number}")
    access = Access.objects.get(pk=tables.open[1].pk)
    assert access.table_phones.count() == alive.MAX_STORED_PHONES
    page = desk.get(f"/sessions/{section.ref}/tables/")
    assert page.status_code == 200
    assert b"<script>1" not in page.content
    values = [button.get("value") for button in find_elements(page, "button")]
    assert f"out {access.pk} <script>19" in values


def test_a_flood_of_names_does_not_push_out_who_was_refused(director, tables):
    ask_for_state(tables, "aa")
    ask_for_state(tables, "bb")
    set_phone_admission(access=tables.open[1], device="bb", is_admitted=False, user=director)
    for number in range(20):
        assert ask_for_state(tables, f"x{number}").status_code == 403
    assert ask_for_state(tables, "bb").status_code == 403
    assert ask_for_state(tables, "aa").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_phones_that_come_at_once_are_all_kept(tables):
    access = tables.open[1]

    def come(number):
        try:
            store_phone(access.pk, device=f"d{number}", side="")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(come, range(8)))
    assert set(access.table_phones.values_list("device", flat=True)) == {
        f"d{number}" for number in range(8)
    }


def test_a_new_address_knows_none_of_them(desk, section, tables):
    replace_phone(tables)
    access = tables.open[1]
    press_phone_button(desk, section, "out", access, "bb")
    desk.post(
        f"/sessions/{section.ref}/tables/addresses/", {"act": "1", "access-1": str(access.pk)}
    )
    fresh = section.session.accesses.get(table_no=1, revoked_at__isnull=True)
    assert not fresh.table_phones.exists()
    response = Client().post(
        f"/t/{fresh.token}/calls",
        json.dumps({"key": "x", "device": "bb"}),
        content_type="application/json",
    )
    assert response.status_code == 201


def test_both_phones_of_a_side_are_told_and_the_director_too(desk, section):
    tables = TablePhones(section, confirm="own")
    first = ask_for_state(tables, "aa", "ns")
    assert "twice" not in first.json()
    assert "twice" not in ask_for_state(tables, "cc", "ew").json()
    assert ask_for_state(tables, "bb", "ns").json()["twice"] == {
        "ns": list_labels(tables, "aa", "bb")
    }
    again = ask_for_state(tables, "aa", "ns", **{"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert again.json()["twice"] == {"ns": list_labels(tables, "aa", "bb")}
    assert ask_for_state(tables, "aa", "ns", **{"if-none-match": again["ETag"]}).status_code == 304
    assert list_needs(desk, section) == [
        f"Table 1: Ada & Fred’s phone for N-S since {format_now()}, while another is in use."
    ]
    press_phone_button(desk, section, "in", tables.open[1], "bb")
    assert list_needs(desk, section) == [f"{TWICE} Compare them"]
    line = fetch_section_lines(section).get_table_lines(1, 1)[0]
    assert tables.say(line, "4SS=", device="bb", side="ns").status_code == 201  # a warning, no lock


def test_one_that_fell_silent_is_no_second_phone(desk, section):
    tables = TablePhones(section, confirm="own")
    tables.heard(1, device="aa", minutes=3)
    assert "twice" not in ask_for_state(tables, "bb", "ns").json()
    assert not any(TWICE in words for words in list_needs(desk, section))


def test_phones_that_both_sides_share_are_no_matter(desk, section):
    tables = TablePhones(section)
    for device in ("aa", "bb"):
        ask_for_state(tables, device, "ns")
    assert not any(TWICE in words for words in list_needs(desk, section))


def test_script_is_sent_packed_and_unchanged_without_its_bytes(client):
    whole = client.get("/t/table.js", headers={"Accept-Encoding": "gzip"})
    assert whole.status_code == 200
    assert whole.headers["Content-Encoding"] == "gzip"
    page = client.get(
        "/t/table.js", headers={"Accept-Encoding": "gzip", "If-None-Match": whole.headers["ETag"]}
    )
    assert page.status_code == 304
    assert page.content == b""


def listed_phones(desk, section, query=""):
    """Return the texts of the phones on the page of phones, without their buttons."""
    page = desk.get(f"/sessions/{section.ref}/tables/{query}")
    return [" ".join(words.split()) for words in find_texts(page, ".phone span small")]


def listed_names(desk, section, query=""):
    return find_texts(desk.get(f"/sessions/{section.ref}/tables/{query}"), ".phone b")


def test_two_phones_of_one_side_are_told_apart(desk, section, line, monkeypatch):
    moments = count(0)  # no minute ends in between
    begun = timezone.now().replace(second=0)
    monkeypatch.setattr(timezone, "now", lambda: begun + timedelta(milliseconds=next(moments)))
    tables = TablePhones(section, confirm="own")
    for device, side in (("aa", "ns"), ("cc", "ew"), ("bb", "ns")):
        ask_for_state(tables, device, side)
    tables.say(line, "4SS=", device="aa", side="ns")
    assert listed_names(desk, section) == [
        "Ada & Fred’s phone 2",
        "Fred & Kit’s phone",
        "Ada & Fred’s phone 1",
    ]
    newest, opponents, first = listed_phones(desk, section)
    said = f"joined {format_now()} · no results yet · seen {format_now()}"
    assert newest == f"for N-S · {said}"
    assert opponents == f"for E-W · {said}"
    last_result = f"last result: board {line.board_no} at {format_now()}"
    assert (
        first == f"for N-S · joined {format_now()} · 1 result · {last_result} · seen {format_now()}"
    )
    buttons = find_texts(desk.get(f"/sessions/{section.ref}/tables/"), ".phone button")
    assert buttons[0] == f"Block Ada & Fred’s phone 2 of table 1, joined {format_now()}"


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
