"""Results says how much of the whole event is missing, whichever section is open."""

import pytest

from director.models import Result
from tests.director.pages import texts
from tests.factories import make_sections

pytestmark = pytest.mark.django_db


def test_missing_results_of_all_sections_and_sessions_are_counted(desk):
    first, second, *_later = sections = make_sections(letters="AB", sessions=2)
    due = sum(section.results.count() for section in sections)
    Result.objects.filter(pk=second.results.first().pk).delete()
    for section in (first, second):
        page = desk.get(f"/sessions/{section.place}/results/")
        assert texts(page, "#progress") == [f"{due - 1} of {due} results entered"]
    asked = desk.post(f"/events/{first.session.event_id}/publish/", {})
    assert texts(asked, "#progress") == [f"{due - 1} of {due} results entered"]
    assert texts(asked, ".bad")[0].startswith(f"Missing: 1 of {due} results. ")
