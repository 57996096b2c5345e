"""Average plus and minus: one score however it is given, the pair's own average where the method knows one."""

from types import SimpleNamespace

import pytest

from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import SectionLine, fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.play.scores.result import enter_result, parse_typed_entry
from director.boards.scoring.units import has_own_average
from director.models import Event, Result
from director.models.event import Contest
from scoring.errors import ScoringError
from tests.director.boards.scored import fetch_scored_session, find_session_differences
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(db):
    """A Mitchell of five tables; of the two who meet on board 1, pair 1 has a top elsewhere and pair 6 a bottom."""
    section = make_night(pairs=10, boards_per_set=1)
    for board_no, pair_no in ((2, 1), (5, 6)):
        for line in fetch_section_lines(section).get_board_lines(board_no):
            text = "4SS=" if pair_no in (line.ns, line.ew) else "PASS"
            enter_result(
                section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
            )
    for ns, ew in ((2, 8), (3, 10), (4, 7), (5, 9)):
        enter_result(section=section, board_no=1, ns=ns, ew=ew, text="PASS", user=None)
    return section


def points(section):
    """Return the percentages of the top on board 1 of pairs 1 and 6."""
    scored, _sheets = fetch_scored_session(section)
    assert find_session_differences(section) == []
    line, top = scored.points_by_line[1, 1, 6], scored.get_top(1, 1)
    return 100 * line.ns_points / top, 100 * line.ew_points / top


def section_of(event):
    """Return as much of a section as a text needs, without any results."""
    return SimpleNamespace(
        session=SimpleNamespace(scoring_record=event),
        get_label=str,
        plan=None,
        results=Result.objects.none(),
    )


def test_no_single_player_has_an_own_average():
    event, line = (
        Event(contest=Contest.INDIVIDUAL, scoring="matchpoints"),
        SectionLine(3, 1, 2, 1, 1, None),
    )
    with pytest.raises(ScoringError) as refused:
        parse_typed_entry(section_of(event), line, "A60+/40-")
    assert str(refused.value) == (
        "Board 3: matchpoints has no rule for a pair’s own average here; enter a share without a sign instead of "
        "A60+/40-."
    )


@pytest.mark.parametrize("scoring", ["board-a-match", "patton"])
def test_average_plus_of_teams_is_flat(scoring):
    """Methods that refuse A60+/40- take the phrase for 60 and 40."""
    event, line = Event(contest=Contest.TEAMS, scoring=scoring), SectionLine(1, 1, 2, 1, 1, None)
    assert parse_typed_entry(section_of(event), line, "AVE+/AVE-").text == "A6040"
    with pytest.raises(ScoringError, match="enter a share without a sign instead of A60\\+/40-"):
        parse_typed_entry(section_of(event), line, "A60+/40-")


@pytest.mark.parametrize(
    ("contest", "scoring", "expected"),
    [
        (Contest.PAIRS, "matchpoints", True),
        (Contest.PAIRS, "aggregate", False),
        (Contest.INDIVIDUAL, "matchpoints", False),
        (Contest.TEAMS, "board-a-match", False),
        (Contest.TEAMS, "patton", False),
    ],
)
def test_only_pairs_have_an_own_average(contest, scoring, expected):
    assert has_own_average(Event(contest=contest, scoring=scoring)) is expected


PLAYED = "1,1,2,420,2,0\n1,3,4,-50,0,2\n2,1,4,420,2,0\n2,3,2,-50,0,2\n3,3,4,420,1,1\n"


@pytest.mark.parametrize(
    ("official", "text"),
    [
        pytest.param("2,2", "A60+/60+", id="own averages in the file"),
        pytest.param("1.2,1.2", "A6060", id="flat in the file"),
        pytest.param(",", "A60+/60+", id="without figures"),
    ],
)
def test_an_imported_average_keeps_what_its_official_figures_show(official, text):
    """Pairs 1 and 2 have 100 and 50 % elsewhere: average plus is 2 and 1.2 of 2 by the law, 1.2 for both if flat."""
    official = "2,1.2" if official == "2,2" else official
    data = f"Board,NS,EW,Score,MP NS,MP EW\n{PLAYED}3,1,2,AVE+,{official}\n"
    imported = import_file(data=data.encode(), file_name="night.csv")
    section = fetch_first_section(imported.event.pk)
    assert section.results.get(board_no=3, ns=1).counted == text
    assert imported.differences == ()
