"""Pair numbers and rounds with gaps keep the movement of a file."""

import pytest
from django.urls import reverse

from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_section
from director.models import Match, Session

pytestmark = pytest.mark.django_db

HEADING = "Round,Table,Board,NS,EW,Contract,By,Tricks\n"
MITCHELL = """1,1,1,1,11
1,2,2,2,12
1,3,3,3,13
2,1,2,1,13
2,2,3,2,11
2,3,1,3,12
3,1,3,1,12
3,2,1,2,13
3,3,2,3,11
"""
HOWELL = """1,1,1,2,9
1,2,1,4,7
2,1,2,4,9
2,2,2,7,2
3,1,3,7,9
3,2,3,2,4
"""


def import_rows(rows):
    lines = "".join(f"{row},3N,N,9\n" for row in rows.splitlines())
    return import_file(data=(HEADING + lines).encode(), file_name="night", again=True)


@pytest.mark.parametrize(
    ("rows", "tables"), [(MITCHELL, 3), (HOWELL, 2)], ids=["Mitchell", "Howell"]
)
def test_numbers_with_a_gap_keep_the_movement(desk, rows, tables):
    imported = import_rows(rows)
    assert not [text for text in map(str, imported.warnings) if "movement" in text]
    section = fetch_section(Session.objects.get(event=imported.event).pk)
    plan = section.plan
    assert plan.tables == tables
    assert plan.rounds == 3
    assert plan.contestants == 2 * tables
    assert desk.get(reverse("session_results", args=[section.session_id])).status_code == 200
    assert (
        desk.get(reverse("session_scores", args=[section.session_id]), follow=True).status_code
        == 200
    )


def test_later_rounds_alone_are_numbered_from_one():
    later_rounds = [row for row in MITCHELL.splitlines() if not row.startswith("1")]
    imported = import_rows("\n".join(later_rounds))
    (doubt,) = [text for text in map(str, imported.warnings) if "numbered" in text]
    assert doubt == "The file has results of rounds 2 and 3 only, which are numbered 1 to 2 here."
    assert Session.objects.get(event=imported.event).round_no == 2
    assert fetch_section(Session.objects.get(event=imported.event).pk).plan.rounds == 2


def test_a_shorter_match_keeps_all_matches():
    table = (
        "Round,Home,Away,Boards,Home IMPs,Away IMPs\n1,Owls,Larks,3,20,4\n1,Ravens,Doves,4,9,12\n"
    )
    imported = import_file(data=table.encode(), file_name="league", again=True)
    assert Match.objects.filter(section__session__event=imported.event).count() == 2
