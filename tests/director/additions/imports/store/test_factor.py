"""Points of a file that are ours by one factor."""

import re
from decimal import Decimal

import pytest

from director.additions.imports.store.event import import_file
from director.models import OfficialLine
from tests.director.additions.imports.formats.usebio.factories import HOWELL

POINTS = re.compile(rb"(<(?:NS|EW)_MATCH_POINTS>|<TOTAL_SCORE>)([0-9.]+)<")


def times(factor):
    """Return the file with its points times *factor*."""

    def scaled(match):
        return match[1] + f"{(Decimal(match[2].decode()) * factor).normalize():f}<".encode()

    return POINTS.sub(scaled, HOWELL)


@pytest.mark.django_db
@pytest.mark.parametrize(("factor", "shown"), [("0.1", "10"), ("0.2", "5"), ("100", "0.01")])
def test_points_by_a_factor_are_one_sentence(factor, shown):
    imported = import_file(data=times(Decimal(factor)), file_name="night.xml")
    assert f"so they were multiplied by {shown} here." in " ".join(imported.notes)
    assert imported.differences == ()
    assert OfficialLine.objects.exists()


@pytest.mark.django_db
def test_points_without_a_factor_stay_as_they_are():
    imported = import_file(data=HOWELL, file_name="night.xml")
    assert "multiplied" not in " ".join(imported.notes)
