"""Results of single players: who sat where, with whom, and what every page, file and program calls them."""

from datetime import date

import pytest
from django.test import Client

from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.pages.results.forms import ScoringForm
from director.boards.play.plan import store_plan
from director.boards.play.sessions import add_section, create_event
from director.boards.scoring.standings.event import EventResults
from director.boards.tables.files import EVENT_TABLES
from director.core.night.publishing import publish_results
from director.models import Event, PlanRow
from director.models.event import Contest, RankingScope
from movements.registry import make_plan
from scoring.registry import get_method
from tests.director.boards.others import make_contest_section
from tests.director.pages import are_in_order, count_queries, find_texts, read_table_rows
from tests.factories import enter_all_results, make_club, make_demo_event
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_demo_event(Contest.INDIVIDUAL)


def rows_of(event):
    """The rows of the movement by round and player: who sits N, E, S and W."""
    rows = PlanRow.objects.filter(plan__section=fetch_first_section(event.pk))
    return {(row.round_no, player): row for row in rows for player in row.players}


def test_a_card_says_seat_partner_and_opponents_of_every_board(event):
    results, rows = EventResults(event), rows_of(event)
    names = results.first_session.name_by_number
    for card in results.pairs:
        own = card.standing.contestant
        for line in card.lines:
            four = rows[line.round_no, own].players
            index = four.index(own)
            partner = four[(index + 2) % 4]
            assert line.seen_from == "NESW"[index]
            assert line.partner.number == partner
            assert line.partner.label == str(partner)
            assert line.partner.names == names[partner]
            assert line.direction == ("NS", "EW")[index % 2]
            against = sorted(four[(index + turn) % 4] for turn in (1, 3))
            assert line.opponents.label == "+".join(map(str, against))
            assert line.opponents.names == " & ".join(names[number] for number in against)


def test_both_partners_have_the_same_points_of_a_board(event):
    results = EventResults(event)
    points = {
        (card.standing.contestant, line.board_no): line.own.points
        for card in results.pairs
        for line in card.lines
    }
    for card in results.pairs:
        for line in card.lines:
            assert (
                points[card.standing.contestant, line.board_no]
                == points[line.partner.number, line.board_no]
            )


def test_files_say_player_and_name_both_players_of_a_side(event):
    results = EventResults(event)
    tables = {name: make(results) for name, make in EVENT_TABLES.items()}
    titles = {name: [column.title for column in table.columns] for name, table in tables.items()}
    shown = ["Place", "Player", "Names", "Boards", "Total", "Percent"]
    assert are_in_order(shown, titles["standings"])
    assert titles["recap"][:2] == ["Player", "Names"]
    assert titles["pair-cards"][:8] == [
        *("Player", "Names", "Round", "Board", "Sat", "Partner", "Partner’s name", "Opponents")
    ]
    assert tables["pair-cards"].title == "Player cards"
    board, line = results.boards[0], results.boards[0].lines[0]
    index = titles["boards"].index("N-S")
    assert tables["boards"].rows[0][index : index + 4] == (
        line.ns.label,
        line.ns.names,
        line.ew.label,
        line.ew.names,
    )
    assert line.ns.label == "+".join(
        str(player) for player in sorted((line.seats[0], line.seats[2]))
    )
    assert board.lines[0].ns.names.count(" & ") == 1


@pytest.mark.parametrize(
    ("page", "shown"), [("", "Player"), ("pairs/3/", "Partner"), ("recap/", "Player")]
)
def test_pages_speak_of_players(event, page, shown):
    heads = find_texts(Client().get(f"/events/{event.pk}/{page}"), "thead th")
    assert shown in heads
    assert "Pair" not in heads


def test_a_board_shows_who_were_partners(event):
    page = Client().get(f"/events/{event.pk}/boards/1/")
    line = EventResults(event).first_session.get_board_sheet(1).lines[0]
    assert find_texts(page, "td.c-ns_no")[0] == line.ns.label
    assert find_texts(page, "td.c-ns_names")[0] == line.ns.names
    assert find_texts(page, "tbody .c-ns_no a") == []  # two players have no one card to lead to


def test_there_is_no_card_of_a_partnership(event):
    assert Client().get(f"/events/{event.pk}/pairs/1001/").status_code == 404


def test_every_line_of_a_card_is_explained(event):
    card = EventResults(event).first_session.find_card(3)
    for line in card.lines[:4]:
        key = f"{line.board_no}-{line.ns.number}-{line.ew.number}"
        page = Client().get(f"/events/{event.pk}/pairs/3/?why={key}")
        (why,) = find_texts(page, ".why p")
        assert f" = {line.own.points} (Matchpoints" in why


def test_programs_read_who_held_the_cards_of_each_seat(event):
    answer = Client().get(f"/events/{event.pk}/results.json").json()
    assert answer["event"]["contest"] == "individual"
    rows = rows_of(event).values()
    due = {(board_no, *row.players) for row in rows for board_no in row.boards}
    lines = [(board["board"], line) for board in answer["boards"] for line in board["lines"]]
    assert {(number, *(line[seat] for seat in "nesw")) for number, line in lines} == due
    assert not {"ns", "ew"} & {key for _number, line in lines for key in line}
    assert sorted(row["contestant"] for row in answer["standings"]) == list(range(1, 13))


def test_methods_that_rank_no_players_are_not_offered():
    choices = {
        contest: {key for key, _name in form_of(contest).fields["scoring"].choices}
        for contest in Contest.values[:3]
    }
    assert "team-imps" not in choices["individual"] | choices["pairs"]
    assert "team-imps" in choices["teams"]
    assert "matchpoints" in choices["individual"] & choices["pairs"]


def form_of(contest):
    key = "team-imps" if contest == "teams" else "matchpoints"
    method = get_method(key)
    return ScoringForm(
        None, event=Event(contest=contest), method=method, settings=method.complete_settings({})
    )


def individual_night(players):
    """A published night of so many single players with a result on every line."""
    session = create_event(
        club=make_club(),
        name=f"Individual of {players}",
        date=date(2026, 11, 17),
        contest=Contest.INDIVIDUAL,
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("individual", players=players, boards_per_set=1))
    enter_all_results(section)
    return publish_results(event=session.event)


@pytest.mark.parametrize("page", ["", "pairs/1/", "boards/1/", "recap/", "results.json"])
def test_pages_cost_the_database_no_more_for_more_players(page):
    small, large = (individual_night(players) for players in (8, 20))
    counts = [count_queries(Client(), f"/events/{event.pk}/{page}") for event in (small, large)]
    assert counts[0] == counts[1] > 0


def test_a_line_off_schedule_names_partners_though_no_seats(event):
    """What was played in place of a round is known by its partners alone."""
    section = fetch_first_section(event.pk)
    first, second = PlanRow.objects.filter(plan__section=section, round_no=1)[:2]
    for row, ew in ((first, second.ew), (second, first.ew)):
        at = {"round_no": 1, "table_no": row.table_no, "ns": row.ns, "ew": ew}
        section.played_rows.create(**at, boards=row.boards)
    board = Client().get(f"/events/{event.pk}/results.json").json()["boards"][first.boards[0] - 1]
    partners = section.partners
    swapped = [partners[str(first.ns)], partners[str(second.ew)]]
    assert swapped in [[line["ns"], line["ew"]] for line in board["lines"] if "ns" in line]


def test_a_total_is_explained_by_what_each_partner_brought(event):
    row = EventResults(event).standings.groups[0].rows[0]
    page = Client().get(f"/events/{event.pk}/?why=total-{row.contestant}")
    (why,) = find_texts(page, ".why p")
    assert why.startswith(f"{row.total} matchpoints of a possible 88 (4 on each of 22 boards) = ")
    partners = read_table_rows(page, ".why .adding")
    names = {other.names for other in EventResults(event).standings.groups[0].rows}
    assert {partner for partner, _points, _sum in partners} == names - {row.names}
    assert partners[-1][-1] == str(row.total)


@pytest.fixture
def two_sections(desk):
    """Two sections of eight single players each, all played; player numbers of one are partnerships of the other."""
    first = make_contest_section(Contest.INDIVIDUAL)
    second = add_section(section=first, letter="B", user=None)
    store_plan(
        section=second, movement=make_plan("individual-howell-8", players=8, boards_per_set=1)
    )
    for section in (first, second):
        enter_all_results(fetch_section(section.ref))
    return Event.objects.get()


@pytest.mark.parametrize("compare", ["field", "section"])
def test_sections_ranked_apart_have_their_own_places(desk, two_sections, compare):
    Event.objects.update(places=RankingScope.SECTION, scoring_options={"compare": compare})
    event = Event.objects.get()
    groups = EventResults(event).standings.groups
    assert [group.title for group in groups] == ["Section A", "Section B"]
    for letter, group in zip("AB", groups, strict=True):
        assert sorted(row.label for row in group.rows) == [
            f"{letter}{number}" for number in range(1, 9)
        ]
        shares = [row.percent for row in group.rows]
        ranks = [1 + sum(share > row.percent for share in shares) for row in group.rows]
        assert [int(row.place.rstrip("=")) for row in group.rows] == ranks
    assert compute_event_differences(event) == []
    section = fetch_first_section(event.pk)
    for page, table in (("results", "table"), ("scores/boards/1", ".leaders")):
        response = desk.get(f"/sessions/{section.ref}/{page}/")
        assert response.status_code == 200
        assert read_table_rows(response, table)


def test_a_night_of_players_without_results_is_checked():
    make_contest_section(Contest.INDIVIDUAL)
    assert compute_event_differences(Event.objects.get()) == []
