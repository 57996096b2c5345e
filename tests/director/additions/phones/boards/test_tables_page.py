"""The page of the tables' private addresses, and what the club sets for them."""

import pytest

from director.additions.phones.boards import settings as phones
from director.core.night.table_settings import get_table_settings
from director.models import Access
from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def page_of(desk, section, query=""):
    return desk.get(f"/sessions/{section.session_id}/tables/{query}")


def test_a_new_address_closes_the_former_one_and_a_second_press_does_nothing(desk, section):
    desk.post(f"/sessions/{section.session_id}/tables/addresses/", {"act": "open"})
    former = Access.objects.get(table_no=2)
    for _press in range(2):
        desk.post(
            f"/sessions/{section.session_id}/tables/addresses/", {"act": "2", "access-2": former.pk}
        )
    assert desk.get(f"/t/{former.token}/").status_code == 404
    fresh = Access.objects.get(table_no=2, revoked_at__isnull=True)
    assert desk.get(f"/t/{fresh.token}/").status_code == 200
    assert Access.objects.filter(table_no=2).count() == 2
    page = desk.post(
        f"/sessions/{section.session_id}/tables/addresses/", {"act": "close"}, follow=True
    )
    assert not Access.objects.filter(revoked_at__isnull=True).exists()
    (undo,) = find_elements(page, "#messages form")
    for _press in range(2):
        desk.post(undo.get("action"))
        assert desk.get(f"/t/{fresh.token}/").status_code == 200
        assert desk.get(f"/t/{former.token}/").status_code == 404  # replaced before
    assert Access.objects.filter(revoked_at__isnull=True).count() == 5


def test_settings_hold_for_all_tables_but_the_exceptions(desk, section):
    sent = {
        "confirm": "same",
        "result": "total",
        "order": "free",
        "others": "round",
        "lead": "on",
        "paper": "5",
    }
    assert (
        desk.post(f"/sessions/{section.session_id}/tables/", sent | {"own": "1-2"}).status_code
        == 302
    )
    section.refresh_from_db()
    of = [get_table_settings(section, table_no) for table_no in range(1, 6)]
    assert [at.entry for at in of] == ["phones"] * 4 + ["paper"]
    assert [at.confirm for at in of] == ["own", "own", "same", "same", "same"]
    assert {(at.result, at.others, at.lead, at.clock) for at in of} == {
        ("total", "round", True, False)
    }
    page = page_of(desk, section).content.decode()
    assert 'value="1-2"' in page
    assert 'value="5"' in page


def test_a_box_that_is_no_setting_of_tables_is_refused(desk, section, monkeypatch):
    monkeypatch.setitem(phones.TICK_LABELS, "fee", "Ask for the fee")
    sent = {"confirm": "same", "result": "total", "order": "free", "others": "round"}
    with pytest.raises(TypeError, match="fee"):
        desk.post(f"/sessions/{section.session_id}/tables/", sent | {"fee": "on"})


def test_numbers_that_say_none_are_answered_and_nothing_is_lost(desk, section):
    sent = {
        "confirm": "same",
        "result": "plus",
        "order": "free",
        "others": "board",
        "paper": "seven",
    }
    page = desk.post(f"/sessions/{section.session_id}/tables/", sent).content.decode()
    assert "seven" in page
    assert 'role="alert"' in page


@pytest.mark.slow
def test_the_page_costs_the_same_with_many_tables(desk, django_assert_max_num_queries):
    for pairs in (10, 40):
        section = make_night(pairs=pairs, boards_per_set=2)
        desk.post(f"/sessions/{section.session_id}/tables/addresses/", {"act": "open"})
        with django_assert_max_num_queries(16):
            page_of(desk, section)


def test_a_table_where_a_pair_too_few_sits_out_all_evening_is_asked_for_no_phone(desk):
    section = make_night(key="howell", pairs=13, boards_per_set=2)
    desk.post(f"/sessions/{section.session_id}/tables/addresses/", {"act": "open"})
    page = page_of(desk, section)
    assert "0 of 6 tables have a phone" in page.text
    assert "Create missing links" not in page.text
    assert sorted(Access.objects.values_list("table_no", flat=True)) == list(range(2, 8))
