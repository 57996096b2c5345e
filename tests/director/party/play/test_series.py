"""Skat in series at the desk: an evening of eleven with its figures, lists that do not agree, seats, teams."""

import csv
import io
import re

import pytest
from openpyxl import load_workbook

from director.core.files.exports import export_file
from director.errors import PartyError
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.paper.files import make_download_tables
from director.party.paper.printing import make_party_job
from director.party.play.history import undo_party
from director.party.play.series import ListFigures, begin_next_series, name_teams, store_list
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.standings import list_division_choices
from scoring.deals.skat_list import SkatLine
from tests.director.party.paper.pdf.factories import print_party_sheets
from tests.director.party.parties import make_seated_party
from tests.director.party.play.test_journal import dump_party_records
from tests.director.pdf.reading import read_pages
from tests.scoring.deals.test_skat_list import EVENING

pytestmark = pytest.mark.django_db

OPTIONS = {"seats": "standing-2", "lost_games": "50-100"}


def make_series(players=11, **fields):
    return make_seated_party(
        **{
            "players": players,
            "system": "skat-series",
            "method": "seeger-fabian",
            "rounds": 2,
            "named": True,
            "options": OPTIONS,
        }
        | fields
    )


def read_seats(party, round_no=1):
    return [
        table.players for table in read_seating(party.played_rounds.get(round_no=round_no).seating)
    ]


def hand_in(party, table_no, lines, *, passed=0, round_no=1, **how):
    how = {"user": None} | how
    return store_list(
        party=party,
        round_no=round_no,
        table_no=table_no,
        figures=ListFigures(tuple(lines), passed),
        **how,
    )


def play_first(party):
    """Hand in the published lists; return who sat where, by the letters of the source."""
    letters = {}
    for number, (table, passed, _results, _cents) in enumerate(EVENING, start=1):
        players = read_seats(party)[number - 1]
        letters |= dict(zip(table, players, strict=True))
        hand_in(
            party,
            number,
            [SkatLine(letter, *figures) for letter, figures in table.items()],
            passed=passed,
        )
    return letters


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"prizes": {"places": 3, "by_group": False}}, ["Everybody"]),
        ({"prizes": {"places": 3, "by_group": True}}, ["Each group separately", "Everybody"]),
        (
            {"prizes": {"places": 3, "by_group": False}, "group_words": "ladies"},
            ["Everybody", "Each group separately"],
        ),
    ],
    ids=["one list", "prizes by group", "ladies and gentlemen"],
)
def test_groups_are_told_apart_where_they_mean_something(fields, told):
    party = make_series(**fields)
    play_first(party)
    party = fetch_party_by_session(party.pk)
    assert [words for _key, words in list_division_choices(fetch_party_record(party))] == told
    (sheet,) = read_pages(print_party_sheets(make_party_job(party), "standings"))
    assert ("Group" in sheet.texts) is ("Each group separately" in told)


def test_seats_of_the_second_series_follow_from_the_standings_and_are_undone_exactly():
    party = make_series()
    letters = play_first(party)
    before = dump_party_records(party)
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    by_letter = {player: letter for letter, player in letters.items()}
    assert ["".join(by_letter[player] for player in table) for table in read_seats(party, 2)] == [
        "EIAC",
        "BHJF",
        "KGD",
    ]
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert dump_party_records(party) == before


def test_members_of_a_team_are_parted_by_standing_and_by_lot():
    party = make_series()
    letters = play_first(party)
    name_teams(
        party=party,
        names_by_player={int(letters[letter]): ("one", "") for letter in "EIB"},
        user=None,
    )
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    members = {letters[letter] for letter in "EIB"}
    assert [len(members & set(table)) for table in read_seats(party, 2)] == [1, 1, 1]


def test_an_entry_from_an_outdated_page_is_refused_with_the_stored_list():
    party = make_series(players=4)
    lines = [SkatLine(letter, *figures) for letter, figures in EVENING[0][0].items()]
    version = hand_in(party, 1, lines).version
    hand_in(party, 1, [SkatLine("A", 592, 12, 0), *lines[1:]], version=version)
    with pytest.raises(PartyError, match="Someone else has changed this list: 592 "):
        hand_in(party, 1, [SkatLine("A", 692, 12, 0), *lines[1:]], version=version)


def test_the_next_series_waits_for_every_list():
    party = make_series()
    with pytest.raises(PartyError, match="not handed in the list of series 1"):
        begin_next_series(party=party, round_no=1, seed=3, user=None)


def test_lists_of_doppelkopf_add_up_to_nothing():
    party = make_seated_party(
        players=5, system="doppelkopf-series", method="signed-lists", rounds=3, named=True
    )
    lines = [SkatLine("x", points, 0, 0) for points in (12, -30, 6, 12, 1)]
    with pytest.raises(PartyError, match="The table’s points add up to 1, not 0"):
        hand_in(party, 1, lines)
    hand_in(party, 1, [*lines[:4], SkatLine("x", 0, 0, 0)])
    assert sum(standing.total for standing in fetch_party_record(party).ranking.standings) == 0


def test_a_game_of_bierlachs_needs_its_loser():
    party = make_seated_party(
        players=4, system="skat-series", method="bierlachs", rounds=2, named=True
    )
    lines = [SkatLine("x", points, 0, 0) for points in (310, 490, 120, 200)]
    with pytest.raises(PartyError, match="Nobody has 501 minus points yet"):
        hand_in(party, 1, lines)
    hand_in(party, 1, [*lines[:3], SkatLine("x", 512, 0, 0)])
    standings = fetch_party_record(party).ranking.standings
    assert [standing.total for standing in standings] == [-120, -310, -490, -512]


def page_of(desk, party, path="play/"):
    return desk.get(f"/parties/{party.pk}/{path}").content.decode()


def boxes(table, players, passed="0"):
    sent = {"passed": passed, "said": "", "version": "0"}
    for player, (points, won, lost) in zip(players, table.values(), strict=True):
        sent |= {
            f"points-{player}": str(points),
            f"won-{player}": str(won),
            f"lost-{player}": str(lost),
        }
    return sent


def test_a_list_is_typed_checked_and_stored_on_the_page(desk):
    party = make_series(players=4)
    address = f"/parties/{party.pk}/play/series/1/tables/1/"
    sent = boxes(EVENING[0][0], read_seats(party)[0], passed="1")
    html = desk.post(f"{address}check/", sent).content.decode()
    assert "40 games won, 8 lost and 1 passed in make 49" in html
    refused = desk.post(address, sent)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert 'value="628"' in page
    assert "Save anyway" in page
    desk.post(address, sent | {"passed": "0"})
    assert [result.points for result in party.played_rounds.get().results.all()] == [
        [492, 628, 660, -32]
    ]
    assert all(figure in page_of(desk, party) for figure in ("1332", "1308", "1320", "108"))


def test_an_unreadable_box_is_one_sentence_and_nothing_is_lost(desk):
    party = make_series(players=4)
    sent = boxes(EVENING[0][0], read_seats(party)[0]) | {f"won-{read_seats(party)[0][2]}": "ten"}
    response = desk.post(f"/parties/{party.pk}/play/series/1/tables/1/", sent)
    assert response.status_code == 422
    assert "games won: “ten” isn’t a number." in response.content.decode()
    assert 'value="ten"' in response.content.decode()


def test_results_files_and_programs_have_series_teams_and_lost_games(desk):
    party = make_series()
    letters = play_first(party)
    name_teams(
        party=party,
        names_by_player={int(letters["A"]): ("", "Pair"), int(letters["H"]): ("", "Pair")},
        user=None,
    )
    page = page_of(desk, party, "results/")
    assert all(
        words in page
        for words in ("Series by series", "Tandems", "2414", "Lost games: 16.50 in total.")
    )
    data = desk.get(f"/events/{party.session.event_id}/results.json").json()
    assert data["tandems"] == [{"name": "Pair", "place": "1", "total": 2414}]
    assert sum(data["lost_games_cents"].values()) == 1650
    lines = data["series"][0]["lists"][0]["lines"]
    assert [line["result"] for line in lines] == [1332, 1308, 1320, 108]


def lines_of_file(party, table):
    text = export_file(
        make_download_tables(fetch_party_results(fetch_party_by_session(party.pk))),
        "csv",
        table=table,
    ).content
    return list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))


def test_files_have_series_teams_and_tandems():
    party = make_series()
    letters = play_first(party)
    named = {int(letters[letter]): ("AEIK", "AH" if letter == "A" else "") for letter in "AEIK"}
    name_teams(party=party, names_by_player=named | {int(letters["H"]): ("", "AH")}, user=None)
    titles, first, *others = lines_of_file(party, "series")
    assert titles == [
        "Place",
        "No.",
        "Player",
        "Team",
        "Tandem",
        "Series 1",
        "Lost games",
        "To pay",
        "Total",
    ]
    assert [first[0], first[1], *first[3:]] == [
        "1",
        letters["E"],
        "AEIK",
        "",
        "1675",
        "1",
        "0.50",
        "1675",
    ]
    by_number = {line[1]: line for line in (first, *others)}
    assert by_number[letters["G"]][5:] == ["110", "6", "4.50", "110"]
    assert [line[0::3] for line in lines_of_file(party, "teams")] == [
        ["Place", "Total"],
        ["1", "4908"],
    ]
    assert lines_of_file(party, "tandems")[1][3] == "2414"
    book = load_workbook(
        io.BytesIO(export_file(make_download_tables(fetch_party_results(party)), "xlsx").content)
    )
    assert book.sheetnames[:4] == ["Standings", "Series", "Teams", "Tandems"]


def test_teams_are_typed_on_their_page(desk):
    party = make_series(players=4)
    desk.post(
        f"/parties/{party.pk}/teams/",
        {"team-1": " Reizend  ", "tandem-1": "", "team-2": "", "tandem-2": "Duo"},
    )
    players = party.players.order_by("number").values_list("team", "tandem")
    assert list(players)[:2] == [("Reizend", ""), ("", "Duo")]
    assert re.search(r'name="team-1"\s+value="Reizend"', page_of(desk, party, "teams/"))


def test_paper_has_the_seats_of_the_latest_series_and_the_sum_of_all():
    party = make_series()
    play_first(party)
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    for table_no, players in enumerate(read_seats(party, 2), start=1):
        hand_in(
            party, table_no, [SkatLine("", 100, 5, 0)] * len(players), round_no=2, is_confirmed=True
        )
    job = make_party_job(fetch_party_by_session(party.pk))
    on_paper = [[str(seat.number) for side in table.sides for seat in side] for table in job.tables]
    assert on_paper == [list(table) for table in read_seats(party, 2)]
    assert job.series_no == 2
    assert job.series_games == 48
    totals = {
        standing.player: standing.total for standing in fetch_party_record(party).ranking.standings
    }
    assert {str(row.number): row.total for row in job.results.standings} == totals
    assert max(totals.values()) == 1675 + 100 + 250
