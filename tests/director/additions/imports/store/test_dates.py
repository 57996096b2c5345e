"""A file without a date, and files in encodings and with days that other programs write."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from director.additions.imports.formats.door import read_source
from director.additions.imports.store.event import import_file
from director.formats.errors import ImportFileError
from director.models import Club, Event
from tests.director.additions.imports.formats.usebio.factories import HOWELL
from tests.director.pages import find_elements, find_texts
from tests.scoring.hands.cards import FILE

NO_DATE = re.sub(rb"<DATE>.*?</DATE>", b"", HOWELL)
TODAYS = "The file has no date, so today’s is used. Change it under Nights if it’s wrong."


def dated(text):
    return read_source(re.sub(rb"<DATE>.*?</DATE>", f"<DATE>{text}</DATE>".encode(), HOWELL)).date


@pytest.mark.parametrize(
    "text",
    [
        "27/07/2022", "27.7.2022", "27-07-22", "27/07/22", "2022-07-27", "2022/07/27", "2022-07-27T19:30:00Z",
        "20220727", "27-Jul-22", "27 July 2022", "July 27, 2022", "Jul. 27 2022", "7/27/2022", "7/27/2022 7:30 PM",
    ],
)  # fmt: skip
def test_days_are_read_however_programs_write_them(text):
    assert dated(text) == date(2022, 7, 27)


@pytest.mark.parametrize(
    "text",
    [
        "31/06/2022",
        "27/Foo/2022",
        "July",
        "27072022",
        "0/0/00",
        "0001-01-01",
        "9999-12-31",
    ],
)
def test_text_that_is_no_day_is_refused(text):
    with pytest.raises(ImportFileError, match=r"isn’t a date\. Use a form such as 21/07/2022"):
        dated(text)


@pytest.mark.django_db
def test_a_file_without_a_date_is_of_today_and_that_is_said():
    imported = import_file(data=NO_DATE, file_name="night.xml")
    assert imported.event.date == timezone.localdate()
    assert TODAYS in imported.doubts


@pytest.mark.django_db
def test_a_day_beside_it_is_taken_where_the_file_has_none(desk):
    file = SimpleUploadedFile("night.xml", NO_DATE)
    page = desk.post("/import/", {"file": file, "date": "2024-02-29"}, follow=True)
    assert Event.objects.get().date == date(2024, 2, 29)
    assert TODAYS not in find_texts(page, "#messages .say")
    assert import_file(data=HOWELL, file_name="other.xml", on=date(2024, 2, 29)).event.date == date(
        2022, 7, 27
    )


@pytest.mark.django_db
def test_a_day_that_is_none_is_refused_and_nothing_is_stored(desk):
    page = desk.post(
        "/import/", {"file": SimpleUploadedFile("night.xml", NO_DATE), "date": "2024-02-31"}
    )
    assert page.status_code == 422
    assert "This isn’t a date. Type it as 2026-11-17." in page.content.decode()
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_the_command_takes_the_day_too(tmp_path):
    file = tmp_path / "night.xml"
    file.write_bytes(NO_DATE)
    call_command("import_results", str(file), "--date", "2024-02-29")
    assert Event.objects.get().date == date(2024, 2, 29)
    with pytest.raises(CommandError, match="2024-02-31 isn’t a date; try 2026-11-17"):
        call_command("import_results", str(file), "--date", "2024-02-31", "--again")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_unicode_files_of_all_kinds_are_read(encoding):
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    plain = "\n" + HOWELL.decode().partition("?>")[2]
    assert read_source((mark + plain).encode(encoding)).sections == read_source(HOWELL).sections
    pbn = '% PBN 2.1\n[Event "A"]\n[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "Pass"]\n'
    assert read_source((mark + pbn).encode(encoding)).sections == read_source(pbn.encode()).sections


def test_cards_without_results_say_where_they_belong():
    with pytest.raises(ImportFileError) as refused:
        read_source(FILE.read_bytes())
    assert str(refused.value) == (
        "The file has the deals of 28 boards but no results. Import it under Hands in the session that plays them."
    )


TABLE = "Date,Board,NS,EW,Contract,By,Tricks\n{first},1,1,2,3NT,N,9\n{second},1,3,4,3NT,N,10\n"
ASKED = "The date of the file may be 9 May 2026 or 5 September 2026. Choose one."


@pytest.mark.parametrize(
    ("first", "second", "event_date"),
    [
        ("10/15/2026", "10/15/2026", date(2026, 10, 15)),
        ("9/5/2026", "9/19/2026", date(2026, 9, 5)),
        ("9/5/2026", "19/5/2026", date(2026, 5, 9)),
        ("9.5.2026", "9.5.2026", date(2026, 5, 9)),
        ("5/5/2026", "5/5/2026", date(2026, 5, 5)),
        ("2026-05-09", "2026-05-09", date(2026, 5, 9)),
    ],
)
def test_any_date_of_a_table_proves_the_order_of_the_others(first, second, event_date):
    source = read_source(TABLE.format(first=first, second=second).encode())
    assert source.date == event_date
    assert source.possible_dates == ()


@pytest.mark.django_db
@pytest.mark.parametrize("chosen", ["2026-05-09", "2026-09-05"])
def test_a_date_that_may_be_either_of_two_is_asked(desk, chosen):
    table = TABLE.format(first="9/5/2026", second="9/5/2026").encode()
    page = desk.post("/import/", {"file": SimpleUploadedFile("night.csv", table)})
    assert find_texts(page, ".say p") == [ASKED]
    assert not Event.objects.exists()
    sent = {}
    for control in find_elements(page, "#import-answer input"):
        if control.get("type") == "hidden":
            sent[control.get("name")] = control.get("value")
    for select in find_elements(page, "#import-answer select"):
        (value,) = [
            each.get("value") for each in select.iter("option") if "selected" in each.attrib
        ]
        sent[select.get("name")] = value
    assert desk.post("/import/", {**sent, "day": chosen}).status_code == 302
    assert str(Event.objects.get().date) == chosen


@pytest.mark.django_db
def test_the_command_asks_for_the_date_and_takes_it(tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(TABLE.format(first="9/5/2026", second="9/5/2026"))
    with pytest.raises(CommandError, match="Add --date 2026-05-09 or --date 2026-09-05"):
        call_command("import_results", str(file))
    call_command("import_results", str(file), "--date", "2026-09-05")
    assert Event.objects.get().date == date(2026, 9, 5)


@pytest.mark.django_db
def test_a_club_with_american_paper_writes_the_month_first():
    Club.objects.create(name="Riverside Club", paper="letter")
    table = TABLE.format(first="9/5/2026", second="9/5/2026").encode()
    assert import_file(data=table, file_name="night.csv").event.date == date(2026, 9, 5)
