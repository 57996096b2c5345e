"""The seating list of teams: a line per team, which sits at two tables."""

import pytest
from django.core.management import call_command

from director.models import Entry
from tests.director.pdf.reading import read_pages
from tests.factories import make_demo_event

pytestmark = pytest.mark.django_db


def test_a_team_has_one_line_with_its_name_and_players(tmp_path):
    event = make_demo_event("teams")
    path = tmp_path / "list.pdf"
    call_command("print", str(event.pk), "--kind", "seating-list", "--output", str(path))
    words = " ".join(text for page in read_pages(path.read_bytes()) for text in page.texts)
    teams = Entry.objects.filter(section__session__event=event).exclude(name="")
    assert teams
    for team in teams:
        names = ", ".join(player.person.name for player in team.entry_players.order_by("order"))
        assert words.count(f"{team.name}: {names}") == 1
    assert words.count("N-S, E-W") == len(teams)
