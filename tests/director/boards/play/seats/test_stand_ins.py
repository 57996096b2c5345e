"""A stand-in for three rounds, such as the director: every list names the same people for the same boards."""

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from director.additions.contests.butler import compute_players_record
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.exports.event import make_results_export
from director.additions.exports.files.usebio import write_usebio
from director.additions.phones.boards.table import ScheduleRow, fetch_player_names_by_seat
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.seats.seating import name_entries, name_entry
from director.boards.scoring.standings.event import EventResults, list_played_parts
from director.core.night.publishing import publish_results
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.boards.play.seats.test_replaced import play_rounds
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import find_texts
from tests.director.pdf.reading import read_pages
from tests.factories import make_night

pytestmark = pytest.mark.django_db
SUB = "Dora Desk"
SUB_ROUNDS = (2, 3, 4)
MATES = ("Ann", "Bob", "Cid", "Dee")


def make_contest(kind: str):
    """Return the section of a contest of *kind*, whose contestants are named after their numbers."""
    if kind == "pairs":
        section = make_night(pairs=6, key="howell")
        numbers = range(1, 7)
    elif kind == "individual":
        section = make_players_section()
        numbers = range(1, 9)
    else:
        section = make_teams_section(6)
        numbers = range(1, 7)
    name_entries(section=section, pairs=[(number, entrant(kind, number)) for number in numbers])
    return section


def entrant(kind: str, number: int, first: str = ""):
    """Return the contestant *number*, with *first* in place of its first player."""
    if kind == "individual":
        return [first or f"Ann No{number}"]
    size = 2 if kind == "pairs" else 4
    names = [f"{name} No{number}" for name in MATES[:size]]
    if first:
        names[0] = first
    if kind == "pairs":
        return names
    return Entrant(names, f"Team {number}")


def played_with_stand_in(kind: str):
    """Return a contest in which the director sat for the first player of 2 in three rounds."""
    section = make_contest(kind)
    play_rounds(section, 1)
    name_entry(section=section, pair_no=2, names=entrant(kind, 2, SUB), from_round=2)
    play_rounds(section, *SUB_ROUNDS)
    name_entry(section=section, pair_no=2, names=entrant(kind, 2), from_round=5)
    play_rounds(section, *range(5, section.plan.rounds + 1))
    return section


def boards_in_rounds(section, number: int, rounds) -> int:
    """Return how many boards contestant *number* has in *rounds*. A team's first player sits N."""
    is_team = bool(section.team_size)
    boards = set()
    for line in fetch_section_lines(section).all:
        sides = [line.ns] if is_team else [line.ns, line.ew]
        members = {member for side in sides for member in section.list_members(side)}
        if number in members and line.round_no in rounds:
            boards.add(line.board_no)
    return len(boards)


def seats_by_round(section) -> dict[int, set[str]]:
    """Return whom the phones of each round name."""
    named: dict[int, set[str]] = {}
    for row in section.plan.rows.all():
        players = tuple(row.players or ())
        schedule_row = ScheduleRow(row.round_no, row.ns, row.ew, tuple(row.boards), players=players)
        told = fetch_player_names_by_seat(section, schedule_row)
        named.setdefault(row.round_no, set()).update(told.values())
    return named


CONTESTS = pytest.mark.parametrize("kind", ["pairs", "individual", "teams"])


@CONTESTS
def test_lists_of_players_and_the_union_count_the_same_boards(kind):
    section = played_with_stand_in(kind)
    rounds = range(1, section.plan.rounds + 1)
    own_rounds = set(rounds) - set(SUB_ROUNDS)
    expected = {
        "Ann No2": boards_in_rounds(section, 2, own_rounds),
        SUB: boards_in_rounds(section, 2, SUB_ROUNDS),
    }
    sheets = fetch_session_sheets(section)
    if kind == "teams":
        players = compute_players_record([sheets]).players
        counted = {player.name: player.boards for player in players}
    else:
        row = next(row for row in sheets.rows if row.contestant == 2)
        counted = {part.name: part.boards for part in list_played_parts(sheets, row)}
    assert {name: counted[name] for name in expected} == expected
    sent = make_results_export(EventResults(section.session.event))
    root = ElementTree.fromstring(write_usebio(sent))  # noqa: S314  our own file
    told = {
        player.findtext("PLAYER_NAME"): int(player.findtext("BOARDS_PLAYED") or 0)
        for player in root.iter("PLAYER")
    }
    assert {name: told[name] for name in expected} == expected


@CONTESTS
def test_phones_name_who_sits_in_each_round(kind):
    named = seats_by_round(played_with_stand_in(kind))
    for round_no, names in named.items():
        assert (SUB in names) == (round_no in SUB_ROUNDS)
        assert ("Ann No2" in names) == (round_no not in SUB_ROUNDS)


@CONTESTS
def test_the_public_page_and_paper_name_both(kind, desk, client):
    section = played_with_stand_in(kind)
    publish_results(event=section.session.event)
    page = client.get(f"/events/{section.session.event_id}/pairs/2/")
    parts = [part.partition(":")[0] for part in find_texts(page, ".part")]
    assert {"Ann No2", SUB} <= set(parts)
    address = reverse("session_print_pdf", args=[section.ref])
    pages = read_pages(desk.get(f"{address}?kinds=standings&paper=a4").content)
    words = " ".join(text for page in pages for text in page.texts)
    assert kind == "teams" or SUB in words


def test_a_match_names_the_stand_in_in_its_rounds_alone():
    section = played_with_stand_in("teams")
    matches = SessionMatches(fetch_session_sheets(section))
    for other in (1, 3, 4, 5, 6):
        sheet = matches.match(2, other)
        names = {name for seats in sheet.seats for name in seats.ns_players}
        (round_no,) = {board.round_no for board in sheet.boards}
        assert (SUB in names) == (round_no in SUB_ROUNDS)
