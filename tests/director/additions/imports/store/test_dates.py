"""A file without a date, and files in encodings and with days that other programs write."""

import re
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from director.models import Event
from tests.director.additions.imports.formats.usebio.factories import HOWELL

NO_DATE = re.sub(rb"<DATE>.*?</DATE>", b"", HOWELL)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_command_takes_the_day_too(tmp_path):
    file = tmp_path / "night.xml"
    file.write_bytes(NO_DATE)
    call_command("import_results", str(file), "--date", "2024-02-29")
    assert Event.objects.get().date == date(2024, 2, 29)
    with pytest.raises(CommandError, match="2024-02-31 isn’t a date; try 2026-11-17"):
        call_command("import_results", str(file), "--date", "2024-02-31", "--again")


TABLE = "Date,Board,NS,EW,Contract,By,Tricks\n{first},1,1,2,3NT,N,9\n{second},1,3,4,3NT,N,10\n"


@pytest.mark.django_db
def test_the_command_asks_for_the_date_and_takes_it(tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(TABLE.format(first="9/5/2026", second="9/5/2026"))
    with pytest.raises(CommandError, match="Add --date 2026-05-09 or --date 2026-09-05"):
        call_command("import_results", str(file))
    call_command("import_results", str(file), "--date", "2026-09-05")
    assert Event.objects.get().date == date(2026, 9, 5)
