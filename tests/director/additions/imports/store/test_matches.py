"""Matches in files: those without boards come in and go out, and those with boards prove the method."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import report_match
from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file, make_event_tables
from director.formats.errors import ExportError, ImportFileError
from director.models import Event, Match
from director.models.event import Contest
from scoring.model import MatchResult
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    make_round_robin,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.imports.store.test_teams import (
    list_standings,
    list_stored_lines,
    make_event_with_results,
)
from tests.director.additions.imports.store.usebio_files import is_nothing_stored
from tests.factories import enter_on_line, make_pair_names

pytestmark = pytest.mark.django_db

TEAM_NAMES = ("Herons", "Owls", "Larks", "Rooks")


def write_team(number: int, total: str = "", place: str = "") -> str:
    players = "".join(
        f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>"
        for name in (*make_pair_names(2 * number), *make_pair_names(2 * number + 1))
    )
    figures = f"<TOTAL_SCORE>{total}</TOTAL_SCORE><PLACE>{place}</PLACE>" if total else ""
    return (
        f'<TEAM TEAM_ID="{number}" TEAM_NAME="{TEAM_NAMES[number - 1]}">{figures}{players}</TEAM>'
    )


def write_match(
    round_no: int, home: int, away: int, imps: str = "", vps: str = "", boards: str = ""
) -> str:
    """Return a match without its boards. Both figures of each kind are written ``14-0``."""
    text = f"<ROUND_NUMBER>{round_no}</ROUND_NUMBER><TEAM>{home}</TEAM><OPPOSING_TEAM>{away}</OPPOSING_TEAM>"
    if boards:
        first, last = boards.split("-")
        text += f"<START_BOARD_NUMBER>{first}</START_BOARD_NUMBER><END_BOARD_NUMBER>{last}</END_BOARD_NUMBER>"
    for figures, tag in ((imps, "SCORE"), (vps, "VICTORY_POINTS")):
        if figures:
            first, last = figures.split("-")
            text += (
                f"<TEAM_{tag}>{first}</TEAM_{tag}><OPPOSING_TEAM_{tag}>{last}</OPPOSING_TEAM_{tag}>"
            )
    return f"<MATCH>{text}</MATCH>"


def write_usebio(teams: list[str], matches: list[str], boards: str = "IMPS", scale: str = "VPS"):
    """Return a USEBIO file of teams."""
    scale_element = f"<MATCH_SCORING_METHOD>{scale}</MATCH_SCORING_METHOD>" if scale else ""
    return (
        '<USEBIO Version="1.2"><CLUB><CLUB_NAME>Elm</CLUB_NAME></CLUB><EVENT EVENT_TYPE="SWISS_TEAMS">'
        f"<EVENT_DESCRIPTION>Teams</EVENT_DESCRIPTION><BOARD_SCORING_METHOD>{boards}</BOARD_SCORING_METHOD>"
        f"{scale_element}<DATE>15/10/2026</DATE><PARTICIPANTS>{''.join(teams)}</PARTICIPANTS>"
        f"{''.join(matches)}</EVENT></USEBIO>"
    ).encode()


def list_matches(event) -> list[tuple[object, ...]]:
    """Return every match of *event* with its score, and its unit if it has no boards."""
    return sorted(
        (match.round_no, match.home, match.away, match.score, match.reported_unit)
        for sheets in EventResults(event).sessions
        for match in sheets.scored.ranking.matches
    )


def export(event, form: str, table: str = "") -> bytes:
    return export_file(make_event_tables(event), form, table=table).content


# Matches without boards come in.


def test_a_swiss_with_matches_only_is_imported_with_its_scores():
    teams = [
        write_team(1, "16.42", "1"),
        write_team(2, "3.58", "4"),
        write_team(3, "15.74", "2"),
        write_team(4, "4.26", "3"),
    ]
    matches = [
        write_match(1, 1, 2, "14-0", "16.42-3.58", "1-4"),
        write_match(1, 3, 4, "12-0", "15.74-4.26", "1-4"),
    ]
    report = import_file(data=write_usebio(teams, matches), file_name="swiss.xml")
    assert report.counts_text == "4 teams, 2 matches without boards"
    assert report.warnings == ()
    assert [(row[1], float(row[3]), row[5]) for row in list_standings(report.event)] == [
        ("Herons", 16.42, "1"),
        ("Larks", 15.74, "2"),
        ("Rooks", 4.26, "3"),
        ("Owls", 3.58, "4"),
    ]
    assert list(
        Match.objects.values_list("home", "away", "unit", "home_points", "away_points")
    ) == [
        (1, 2, "imp", "14", "0"),
        (3, 4, "imp", "12", "0"),
    ]


def test_victory_points_alone_are_kept_as_they_are():
    teams = [write_team(number) for number in (1, 2, 3, 4)]
    matches = [write_match(1, 2, 1, "13-7"), write_match(1, 3, 4, "20-0")]
    event = import_file(data=write_usebio(teams, matches), file_name="swiss.xml").event
    assert [(row[1], row[3], row[5]) for row in list_standings(event)] == [
        ("Larks", 20, "1"),
        ("Owls", 13, "2"),
        ("Herons", 7, "3"),
        ("Rooks", 0, "4"),
    ]
    assert set(Match.objects.values_list("unit", flat=True)) == {"vp"}


def test_victory_points_that_no_scale_gives_are_used_and_said():
    teams = [
        write_team(1, "11", "2"),
        write_team(2, "9", "3"),
        write_team(3, "19", "1"),
        write_team(4, "1", "4"),
    ]
    matches = [
        write_match(1, 1, 2, "14-0", "11-9", "1-8"),
        write_match(1, 3, 4, "12-0", "19-1", "1-8"),
    ]
    report = import_file(data=write_usebio(teams, matches), file_name="swiss.xml")
    assert [(row[1], row[3]) for row in list_standings(report.event)][:2] == [
        ("Larks", 19),
        ("Herons", 11),
    ]
    assert (
        "2 matches have other victory points than their IMPs give here, so the file’s are used."
        in report.notes
    )
    assert report.differences == ()


def test_matches_of_which_nobody_knows_who_played_are_refused():
    teams = [write_team(number) for number in (1, 2)]
    matches = [write_match(1, 1, 7, "14-0", boards="1-4")]
    with pytest.raises(ImportFileError, match="The file has no results"):
        import_file(data=write_usebio(teams, matches), file_name="swiss.xml")
    assert is_nothing_stored()


LEAGUE = """Winter league
Date,Round,Home,Away,Boards,Score
2026-10-05,1,Herons,Owls,24,44-30
2026-10-05,1,Larks,Rooks,24,60-20
2026-10-12,2,Owls,Rooks,24,10-33
2026-10-12,2,Herons,Larks,24,20-20
"""
GERMAN_LEAGUE = """Runde;Heim;Gast;Heim Punkte;Gast Punkte
1;Herons;Owls;13,06;6,94
1;Larks;Rooks;20;0
2;Owls;Rooks;5,5;14,5
"""


def test_a_league_table_is_imported_with_its_teams():
    report = import_file(data=LEAGUE.encode(), file_name="league.csv")
    event = report.event
    assert event.name == "Winter league"
    assert event.contest == Contest.TEAMS
    assert event.scoring == "team-imps"
    assert f"{event.date}" == "2026-10-05"
    assert report.counts_text == "4 teams, 4 matches without boards"
    assert [row[1] for row in list_standings(event)] == ["Larks", "Herons", "Rooks", "Owls"]
    assert [match[:3] for match in list_matches(event)] == [
        (1, 1, 2),
        (1, 3, 4),
        (2, 1, 3),
        (2, 2, 4),
    ]


def test_a_league_table_in_victory_points_keeps_them():
    event = import_file(data=GERMAN_LEAGUE.encode(), file_name="liga.csv").event
    assert [(row[1], float(row[3])) for row in list_standings(event)] == [
        ("Larks", 20),
        ("Rooks", 14.5),
        ("Herons", 13.06),
        ("Owls", 12.44),
    ]


def test_the_page_imports_a_league_table_without_asking_for_boards(desk):
    file = SimpleUploadedFile("league.csv", LEAGUE.encode())
    assert desk.post("/import/", {"file": file}).status_code == 302
    assert Event.objects.get().name == "Winter league"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("Home,Away,Score\nHerons,Owls,44-30\n", "not how many boards"),
        ("Home,Away,Boards,Score\nHerons,Owls,24,won\n", "isn’t the result of a match"),
        ("Home,Away,Boards,Score\nHerons,Herons,24,44-30\n", "plays against itself"),
        ("Home,Away,Boards,Score\nHerons,Owls,24,\n", "The file has no results"),
    ],
)
def test_a_league_table_that_cannot_be_read_says_why(rows, reason):
    with pytest.raises(ImportFileError, match=reason):
        import_file(data=rows.encode(), file_name="league.csv")
    assert is_nothing_stored()


# Matches without boards go out, and come back.


def report_round(section, round_no: int, unit: str = "imp") -> None:
    """Enter a result without boards for every match of a round."""
    section = reload_drawn_section(section)
    for index, pairing in enumerate(find_drawn_contest(section).rounds[round_no - 1].pairings):
        home, away = sorted(pairing)
        figures = (24 - 5 * index, 10 + 3 * round_no) if unit == "imp" else (13 + index, 7 - index)
        report_match(
            section=section,
            key=(round_no, home, away),
            result=MatchResult(unit, *figures),
            user=None,
        )


def make_typed_swiss(desk, *units: str, **asked):
    """Return the event of a Swiss whose rounds were entered without boards, each in its unit."""
    section = make_drawn_section(desk, size=6, rounds=len(units), boards=6, **asked)
    for number, entry in enumerate(section.entries.order_by("pair_no")):
        entry.name = f"Team of {number}"
        entry.save()
    for round_no, unit in enumerate(units, start=1):
        if round_no > 1:
            assert post_draw(desk, reload_drawn_section(section)).status_code == 302
        report_round(section, round_no, unit)
    return reload_drawn_section(section).session.event


@pytest.mark.slow
@pytest.mark.parametrize(("form", "table"), [("xlsx", ""), ("csv", "boards")])
def test_a_typed_match_counts_although_some_of_its_boards_are_entered(desk, form, table):
    event = make_typed_swiss(desk, "imp")
    section = reload_drawn_section(fetch_first_section(event.pk))
    line = next(line for line in fetch_section_lines(section, section.plan).all)
    enter_on_line(section, line, "6NTN=")
    imported_event = import_file(data=export(event, form, table), file_name="swiss").event
    assert list_standings(imported_event) == list_standings(event)
    assert list_stored_lines(imported_event) == list_stored_lines(event)


@pytest.mark.parametrize("form", leave_to_slow(["pbn", "pbn-results", "bridgewebs"], but=1))
def test_a_format_of_boards_refuses_an_event_without_any(desk, form):
    event = make_typed_swiss(desk, "imp")
    with pytest.raises(ExportError, match="the matches were entered without boards"):
        export(event, form)
    page = desk.get(f"/events/{event.pk}/export/{form}/")
    assert page.status_code == 404
    assert "Choose USEBIO, Excel or the whole event (JSON)." in page.content.decode()


def test_a_format_of_boards_refuses_an_event_without_results():
    event = make_round_robin().session.event
    with pytest.raises(ExportError, match="There are no results yet"):
        export(event, "pbn")


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"victory_points": "none"}, {"victory_points": "discrete"}]
)
def test_the_table_of_matches_brings_matches_with_boards_as_typed_ones(options):
    event = make_event_with_results(Contest.TEAMS, key="round-robin", size=6, boards_per_set=6)
    Event.objects.filter(pk=event.pk).update(scoring_options=options)
    event.refresh_from_db()
    report = import_file(data=export(event, "csv", "matches"), file_name="teams.csv")
    assert [row[3:] for row in list_standings(report.event)] == [
        row[3:] for row in list_standings(event)
    ]
    assert len(Match.objects.reported()) == 15
    assert report.differences == ()


def test_matches_over_several_rounds_get_a_round_each():
    rows = "Round,Home,Away,Boards,Score\n" + "".join(
        f'"1, 2",{home},{away},12,20-10\n' for home, away in ((1, 2), (1, 3), (2, 3))
    )
    event = import_file(data=rows.encode(), file_name="triple.csv").event
    assert [match[:3] for match in list_matches(event)] == [(1, 1, 2), (2, 1, 3), (3, 2, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("text", [LEAGUE, GERMAN_LEAGUE])
def test_the_pages_of_an_imported_league_open(desk, text):
    event = import_file(data=text.encode(), file_name="league.csv").event
    place = fetch_first_section(event.pk).ref
    pages = (
        "results",
        "results/matches",
        "results/official",
        "results/fixtures",
        "seats",
        "scores/matches/2",
        "play",
    )
    for page in pages:
        assert desk.get(f"/sessions/{place}/{page}/").status_code == 200, page
    assert desk.get(f"/sessions/{place}/results/?tab=export").status_code == 200
