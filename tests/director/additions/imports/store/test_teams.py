"""Files of teams and of single players: come back as they were, or asked about, and never stored as pairs."""

import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_first_section
from director.boards.paper.exports import make_export_tables
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.formats.errors import ImportFileError
from director.models import Event
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.imports.store.usebio_files import is_nothing_stored
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results

pytestmark = pytest.mark.django_db


def export_event_file(event, form, table=""):
    """Return the bytes of the file of *event* in the format *form*."""
    return export_file(make_export_tables(EventResults(event)), form, table=table).content


def list_standings(event):
    """Return every row of the standings of *event*."""
    groups = EventResults(event).standings.groups
    return [
        (row.label, row.names, row.boards, row.total, row.percent, row.place)
        for group in groups
        for row in group.rows
    ]


def list_stored_lines(event):
    """Return every result of *event* with the players or the teams that played it."""
    lines = []
    for session in event.sessions.all():
        for section in session.sections.all():
            for result in section.results.counted():
                sides = (section.get_label(result.ns), section.get_label(result.ew))
                lines.append(
                    (session.number, section.letter, result.board_no, *sides, result.counted)
                )
    return sorted(lines)


def make_event_with_results(contest, **kwargs):
    """Return the event of a night of *contest* with a result on every line."""
    section = make_contest_section(contest, **kwargs)
    enter_all_results(section)
    return section.session.event


def table(rows, heading="Board,NS,EW,Score"):
    """Return a CSV file of *rows* below the *heading*."""
    return "\n".join([heading, *(",".join(map(str, row)) for row in rows)]).encode()


def match_rows(ns_ew, boards=8):
    """Return the results of tables whose sides are the pairs *ns_ew* on each of *boards*."""
    chance = random.Random(boards)
    return [
        (board_no, *sides, chance.choice((420, -50, 140, -110)))
        for board_no in range(1, boards + 1)
        for sides in ns_ew
    ]


INDIVIDUALS = [("", 8, 1), ("individual", 12, 2), ("individual", 9, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["usebio", "pbn", "pbn-results", "xlsx", "csv"])
@pytest.mark.parametrize(("key", "size", "boards"), INDIVIDUALS)
def test_single_players_come_back_with_their_partners(form, key, size, boards):
    event = make_event_with_results(Contest.INDIVIDUAL, key=key, size=size, boards_per_set=boards)
    data = export_event_file(event, form, table="boards" if form == "csv" else "")
    imported_event = import_file(data=data, file_name="night").event
    assert imported_event.contest == Contest.INDIVIDUAL
    assert list_stored_lines(imported_event) == list_stored_lines(event)
    assert list_standings(imported_event) == list_standings(event)


TEAMS = {
    "round robin": {"key": "round-robin", "size": 4, "boards_per_set": 4},
    "odd number": {"key": "round-robin", "size": 5, "boards_per_set": 2},
    "match": {"key": "team-match", "size": 2, "boards_per_set": 6},
    "board-a-match": {"key": "round-robin", "size": 4, "boards_per_set": 2},
    "other scale": {"key": "round-robin", "size": 4, "boards_per_set": 8},
}
SCORINGS = {
    "board-a-match": ("board-a-match", {}),
    "other scale": ("team-imps", {"victory_points": "none"}),
}
FORMS = ["usebio", "pbn", "pbn-results", "xlsx", "csv"]


@pytest.mark.parametrize("form", leave_to_slow(FORMS, but=1))
def test_teams_keep_their_own_names(form):
    event = make_event_with_results(Contest.TEAMS)
    section = fetch_first_section(event.pk)
    for entry in section.entries.all():
        entry.name = f"Lions; {'Ü' if form == 'usebio' else 'U'} & Co {entry.pair_no}"
        entry.save()
    data = export_event_file(event, form, table="boards" if form == "csv" else "")
    imported_event = import_file(data=data, file_name="night").event
    assert list_standings(imported_event) == list_standings(event)
    names = [
        [list(entry.players.order_by("name").values_list("name", flat=True)) for entry in entries]
        for entries in (
            fetch_first_section(each.pk).entries.order_by("pair_no")
            for each in (event, imported_event)
        )
    ]
    assert names[0] == names[1]


def drawn_teams(desk, size, **asked):
    """Return the event of a Swiss of teams with two rounds of results."""
    section = make_drawn_section(desk, size=size, rounds=2, **asked)
    enter_round(section, 1)
    post_draw(desk, reload_drawn_section(section))
    enter_round(reload_drawn_section(section), 2)
    return reload_drawn_section(section).session.event


@pytest.mark.slow
def test_sit_outs_that_gave_different_points_are_reported(desk):
    event = drawn_teams(desk, 5, bye_points="average")
    imported = import_file(data=export_event_file(event, "pbn"), file_name="night")
    assert list_stored_lines(imported.event) == list_stored_lines(event)
    assert "All its results match, so the total was changed" in " ".join(imported.differences)


@pytest.mark.slow
def test_partners_who_change_are_single_players_where_only_names_are_given():
    event = make_event_with_results(Contest.INDIVIDUAL, key="individual", size=12, boards_per_set=2)
    text = export_event_file(event, "pbn-results").decode("latin-1")
    nameless = "\r\n".join(line for line in text.splitlines() if not line.startswith("[Pair"))
    imported_event = import_file(data=nameless.encode("latin-1"), file_name="night.pbn").event
    assert imported_event.contest == Contest.INDIVIDUAL
    assert list_standings(imported_event) == list_standings(event)
    assert list_stored_lines(imported_event) == list_stored_lines(event)


def test_both_directions_of_each_meeting_are_teams(desk):
    meetings = [(1, 2), (2, 1), (3, 4), (4, 3)], [(1, 3), (3, 1), (2, 4), (4, 2)]
    rows = [*match_rows(meetings[0], 4), *match_rows(meetings[1], 4)]
    rows[len(rows) // 2 :] = [(row[0] + 4, *row[1:]) for row in rows[len(rows) // 2 :]]
    event = import_file(data=table(rows), file_name="teams.csv").event
    assert event.contest == Contest.TEAMS
    assert {row[0] for row in list_standings(event)} == {"1", "2", "3", "4"}
    # Such teams have no plan, so nothing says how their rounds came about.
    page = desk.get(f"/sessions/{fetch_first_section(event.pk).ref}/results/matches/")
    assert len(find_elements(page, "section.sheet tbody tr")) == 4


def test_teams_with_a_missing_result_are_asked_about():
    meetings = [(1, 2), (2, 1), (3, 4), (4, 3)], [(1, 3), (3, 1), (2, 4), (4, 2)]
    rows = [*match_rows(meetings[0], 4), *match_rows(meetings[1], 4)]
    rows[len(rows) // 2 :] = [(row[0] + 4, *row[1:]) for row in rows[len(rows) // 2 :]]
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=table(rows[:-1]), file_name="teams.csv")
    assert is_nothing_stored()


def test_three_tables_all_night_cannot_be_read_as_teams():
    data = table(match_rows([(1, 2), (3, 4), (5, 6)]))
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=data, file_name="match.csv")
    with pytest.raises(ImportFileError, match="doesn’t say which two tables"):
        import_file(data=data, file_name="match.csv", contest="teams")
    assert is_nothing_stored()


def test_the_page_asks_and_takes_the_answer(desk):
    data = table(match_rows([(1, 2), (3, 4)]))
    fields = dict(enumerate(("board", "ns", "ew", "score")))
    columns = {f"column_{index}": field for index, field in fields.items()}
    sent = {"file": SimpleUploadedFile("match.csv", data), "do": "look"}
    page = desk.post("/import/", sent)
    assert "Say whether they are pairs or teams." in find_texts(page, "#import-answer .say")[0]
    assert [
        box.get("value")
        for box in find_elements(page, "#import-answer input")
        if box.get("name") == "contest"
    ] == ["pairs", "teams"]
    kept = {
        box.get("name"): box.get("value")
        for box in find_elements(page, "#import-answer input")
        if box.get("type") == "hidden"
    }
    assert is_nothing_stored()
    done = desk.post("/import/", kept | columns | {"contest": "teams"})
    assert done.status_code == 302
    assert Event.objects.get().contest == Contest.TEAMS


def test_teams_of_seated_players_are_left_to_the_whole_event():
    event = make_event_with_results(Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1)
    count = Event.objects.count()
    with pytest.raises(ImportFileError, match="Import the JSON file"):
        import_file(data=export_event_file(event, "csv", table="boards"), file_name="boards.csv")
    assert Event.objects.count() == count


@pytest.mark.slow
def test_the_pages_of_imported_teams_and_players_open(desk):
    for contest in (Contest.TEAMS, Contest.INDIVIDUAL):
        event = make_event_with_results(contest)
        imported_event = import_file(
            data=export_event_file(event, "pbn"), file_name="night.pbn"
        ).event
        place = fetch_first_section(imported_event.pk).ref
        for page in ("results", "seats", "scores/boards/1", "results/official"):
            assert desk.get(f"/sessions/{place}/{page}/").status_code == 200, (contest, page)
