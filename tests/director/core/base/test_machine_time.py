"""The time of the machine: both changes of clocks, and clocks that are years off."""

import copy
import os
import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import transaction

from director.core.base import machine_time
from director.core.base.act_kinds import ActKind
from director.core.base.machine_time import (
    MACHINE_ZONE,
    RELEASE_DATE,
    format_moment,
    get_local_now,
    get_zone,
    list_time_warnings,
)
from director.core.night.journal import record_act_without_changes
from director.models import Event
from tests.cases import leave_to_slow
from tests.director.pages import find_texts
from tests.factories import make_night

RULE_OF_LONDON = "GMT0BST,M3.5.0/1,M10.5.0"
"""The zone as a machine without a list of zones knows it."""

DAY_BEFORE_RELEASE = RELEASE_DATE - timedelta(days=1)

posix_only = pytest.mark.skipif(os.name != "posix", reason="elsewhere no variable sets the clock")


@pytest.fixture
def set_zone(monkeypatch):
    def set_to(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_to
    monkeypatch.undo()
    time.tzset()


def do_something(event: Event) -> None:
    with transaction.atomic():
        record_act_without_changes(event=event, kind=ActKind.SENDING, message="Sent.", user=None)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


@posix_only
@pytest.mark.parametrize("zone", ["Europe/London", RULE_OF_LONDON])
@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        (utc(2026, 3, 29, 0, 59, 59), "2026-03-29T00:59:59+00:00"),
        (utc(2026, 3, 29, 1), "2026-03-29T02:00:00+01:00"),
        (utc(2026, 7, 10, 23, 30), "2026-07-11T00:30:00+01:00"),
        (utc(2026, 10, 25, 0, 59, 59), "2026-10-25T01:59:59+01:00"),
        (utc(2026, 10, 25, 1), "2026-10-25T01:00:00+00:00"),
        (utc(2026, 10, 25, 23, 40), "2026-10-25T23:40:00+00:00"),
        (utc(2032, 7, 1, 12), "2032-07-01T13:00:00+01:00"),
    ],
)
def test_a_time_has_the_offset_of_its_own_date(zone, moment, shown, set_zone):
    set_zone(zone)
    local = moment.astimezone(get_zone())
    assert local.isoformat() == shown
    assert local.astimezone(UTC) == moment


@posix_only
def test_the_machine_s_own_zone_is_used_without_its_name(set_zone):
    set_zone(RULE_OF_LONDON)
    assert get_zone() is MACHINE_ZONE
    assert copy.deepcopy(get_zone()).utcoffset(datetime(2026, 7, 1)) == timedelta(hours=1)
    set_zone(":Europe/London")
    assert str(get_zone()) == "Europe/London"


@pytest.mark.parametrize("moment", [datetime.min, datetime(1960, 1, 1), datetime.max])
def test_a_time_beyond_the_system_s_clock_is_shown(moment):
    assert MACHINE_ZONE.utcoffset(moment) is not None
    assert MACHINE_ZONE.fromutc(moment.replace(tzinfo=MACHINE_ZONE)) is not None


@posix_only
def test_a_name_that_no_zone_has_is_said(set_zone, db):
    set_zone("Europe/Londn")
    (warning,) = list_time_warnings()
    assert warning.startswith("The time zone Europe/Londn is unknown")
    for name in ("Europe/London", RULE_OF_LONDON, ":/etc/localtime", ""):
        set_zone(name)
        assert list_time_warnings() == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("now", "warning"),
    leave_to_slow(
        [
            (
                utc(1980, 1, 1),
                "This computer’s clock says 1 January 1980, 00:00, which can’t be right.",
            ),
            (
                DAY_BEFORE_RELEASE,
                f"This computer’s clock says {DAY_BEFORE_RELEASE.day} {DAY_BEFORE_RELEASE:%B %Y}, 00:00, which",
            ),
            (
                utc(2027, 3, 8, 19),
                "This computer’s clock says 8 March 2027, 19:00, but the last change is dated 10 March 2027, 22:00.",
            ),
            (utc(2027, 3, 10, 8), ""),
            (utc(2027, 9, 2, 18), ""),
            (
                utc(2036, 2, 7),
                "This computer’s clock says 7 February 2036, 00:00, but the last change is dated 10 March 2027, 22:00.",
            ),
        ],
        but=1,
    ),
    ids=["years behind", "before the release", "days behind", "hours", "summer", "years ahead"],
)
def test_a_clock_that_cannot_be_right_is_said(now, warning, set_now, client, director):
    session = make_night(pairs=6).session
    set_now(utc(2027, 3, 10, 22))
    do_something(session.event)
    set_now(now)
    warnings = list_time_warnings()
    assert len(warnings) == bool(warning)
    assert "".join(warnings).startswith(warning)
    client.force_login(director)
    for address in ("/", f"/sessions/{session.pk}/results/"):
        shown = find_texts(client.get(address, follow=True), ".say.warn")
        assert [text for text in shown if "clock" in text] == warnings


def test_the_day_of_the_last_release_is_that_of_the_changelog():
    changelog = (Path(__file__).parents[4] / "CHANGELOG.md").read_text(encoding="utf-8")
    (released,) = re.findall(r"^## \d\S*, (.*)$", changelog, re.MULTILINE)[:1]
    assert format_moment(RELEASE_DATE) == f"{released}, 00:00"


@pytest.mark.django_db
def test_a_new_club_is_not_warned(set_now):
    set_now(RELEASE_DATE + timedelta(days=3000))
    assert list_time_warnings() == []


@pytest.mark.django_db
def test_a_wrong_clock_that_was_put_right_is_forgotten(set_now, monkeypatch):
    monkeypatch.setattr(machine_time, "MAX_COMPARED_ACTS", 3)
    event = make_night(pairs=6).session.event
    set_now(utc(2036, 1, 1))
    do_something(event)
    set_now(utc(2027, 1, 1))
    counts = []
    for _number in range(4):
        counts.append(len(list_time_warnings()))
        do_something(event)
    assert counts == [1, 1, 1, 0]


@posix_only
def test_now_and_a_sentence_are_of_the_wall_clock(set_zone, set_now):
    set_zone("Europe/London")
    set_now(utc(2026, 7, 10, 23, 30))
    assert f"{get_local_now():%Y-%m-%d %H:%M}" == "2026-07-11 00:30"
    assert format_moment(utc(2026, 12, 10, 23, 30)) == "10 December 2026, 23:30"
