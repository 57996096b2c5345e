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


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", TEAMS)
def test_teams_come_back_with_their_matches(form, name):
    event = make_event_with_results(Contest.TEAMS, **TEAMS[name])
    method, options = SCORINGS.get(name, ("team-imps", {}))
    Event.objects.filter(pk=event.pk).update(scoring=method, scoring_options=options)
    event.refresh_from_db()
    # A table doesn't say how IMPs become victory points, so the director does.
    said = {"options": options} if form in ("xlsx", "csv") else {}
    data = export_event_file(event, form, table="boards" if form == "csv" else "")
    contest = "teams" if event.contest == Contest.TEAMS and name == "match" else ""
    imported_event = import_file(data=data, file_name="night", contest=contest, **said).event
    assert imported_event.contest == Contest.TEAMS
    assert imported_event.scoring == method
    assert list_stored_lines(imported_event) == list_stored_lines(event)
    assert list_standings(imported_event) == list_standings(event)
    matches = [
        [
            (match.home, match.away, match.score[0], match.board_count)
            for match in sheets.scored.ranking.matches
        ]
        for each in (imported_event, event)
        for sheets in EventResults(each).sessions
    ]
    assert sorted(matches[0]) == sorted(matches[1])


@pytest.mark.parametrize("form", FORMS)
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


@pytest.mark.parametrize(("size", "form"), [(6, "pbn"), (5, "usebio"), (5, "pbn"), (5, "xlsx")])
def test_a_swiss_comes_back_with_the_points_of_its_sit_outs(desk, size, form):
    event = drawn_teams(desk, size)
    imported = import_file(data=export_event_file(event, form), file_name="night")
    assert list_stored_lines(imported.event) == list_stored_lines(event)
    assert list_standings(imported.event) == list_standings(event)
    assert imported.differences == ()
    notes = " ".join(imported.notes)
    assert ("2 totals have points for sitting out" in notes) == (size == 5)
    assert "changed elsewhere" not in notes


def test_sit_outs_that_gave_different_points_are_reported(desk):
    event = drawn_teams(desk, 5, bye_points="average")
    imported = import_file(data=export_event_file(event, "pbn"), file_name="night")
    assert list_stored_lines(imported.event) == list_stored_lines(event)
    assert "All its results match, so the total was changed" in " ".join(imported.differences)


def test_partners_who_change_are_single_players_where_only_names_are_given():
    event = make_event_with_results(Contest.INDIVIDUAL, key="individual", size=12, boards_per_set=2)
    text = export_event_file(event, "pbn-results").decode("latin-1")
    nameless = "\r\n".join(line for line in text.splitlines() if not line.startswith("[Pair"))
    imported_event = import_file(data=nameless.encode("latin-1"), file_name="night.pbn").event
    assert imported_event.contest == Contest.INDIVIDUAL
    assert list_standings(imported_event) == list_standings(event)
    assert list_stored_lines(imported_event) == list_stored_lines(event)


def test_both_directions_of_each_meeting_are_teams():
    meetings = [(1, 2), (2, 1), (3, 4), (4, 3)], [(1, 3), (3, 1), (2, 4), (4, 2)]
    rows = [*match_rows(meetings[0], 4), *match_rows(meetings[1], 4)]
    rows[len(rows) // 2 :] = [(row[0] + 4, *row[1:]) for row in rows[len(rows) // 2 :]]
    event = import_file(data=table(rows), file_name="teams.csv").event
    assert event.contest == Contest.TEAMS
    assert {row[0] for row in list_standings(event)} == {"1", "2", "3", "4"}


def test_teams_with_a_missing_result_are_asked_about():
    meetings = [(1, 2), (2, 1), (3, 4), (4, 3)], [(1, 3), (3, 1), (2, 4), (4, 2)]
    rows = [*match_rows(meetings[0], 4), *match_rows(meetings[1], 4)]
    rows[len(rows) // 2 :] = [(row[0] + 4, *row[1:]) for row in rows[len(rows) // 2 :]]
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=table(rows[:-1]), file_name="teams.csv")
    assert is_nothing_stored()


ONE_OPPONENT = {
    "teams": [(1, 2), (2, 1)],
    "pairs": [(1, 2), (3, 4)],
    "directions": [("1NS", "1EW"), ("2NS", "2EW")],
}


@pytest.mark.parametrize("sides", ONE_OPPONENT.values(), ids=ONE_OPPONENT)
def test_pairs_that_meet_one_opponent_are_asked_about(sides):
    data = table(match_rows(sides))
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=data, file_name="match.csv")
    assert is_nothing_stored()
    as_pairs = import_file(data=data, file_name="match.csv", contest="pairs").event
    as_teams = import_file(data=data, file_name="match.csv", contest="teams", again=True).event
    assert as_pairs.contest == Contest.PAIRS
    assert as_teams.contest == Contest.TEAMS
    assert len(list_stored_lines(as_teams)) == len(list_stored_lines(as_pairs)) == 16
    labels = [line[3:5] for line in list_stored_lines(as_teams)]
    assert set(labels) == {("1", "2"), ("2", "1")}
    assert len(list_standings(as_teams)) == 2


def test_four_pairs_who_all_meet_are_not_asked_about():
    rounds = [[(1, 4), (2, 3)], [(2, 4), (3, 1)], [(3, 4), (1, 2)]]
    rows = [
        (board_no + 2 * number, *sides)
        for number, ns_ew in enumerate(rounds)
        for board_no, *sides in match_rows(ns_ew, 2)
    ]
    event = import_file(data=table(rows), file_name="howell.csv").event
    assert event.contest == Contest.PAIRS


def test_three_tables_all_night_cannot_be_read_as_teams():
    data = table(match_rows([(1, 2), (3, 4), (5, 6)]))
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=data, file_name="match.csv")
    with pytest.raises(ImportFileError, match="doesn’t say which two tables"):
        import_file(data=data, file_name="match.csv", contest="teams")
    assert is_nothing_stored()


def test_a_round_of_few_boards_is_not_asked_about():
    event = import_file(data=table(match_rows([(1, 2), (3, 4)], 4)), file_name="round.csv").event
    assert event.contest == Contest.PAIRS


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


def test_the_pages_of_imported_teams_and_players_open(desk):
    for contest in (Contest.TEAMS, Contest.INDIVIDUAL):
        event = make_event_with_results(contest)
        imported_event = import_file(
            data=export_event_file(event, "pbn"), file_name="night.pbn"
        ).event
        place = fetch_first_section(imported_event.pk).ref
        for page in ("results", "seats", "scores/boards/1", "results/official"):
            assert desk.get(f"/sessions/{place}/{page}/").status_code == 200, (contest, page)
