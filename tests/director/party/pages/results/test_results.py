"""Step 5 of a party: standings, prizes and their ties, publishing, and what visitors read."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from director.core.base.standings_versions import complete_versions
from director.core.night.publishing import finalise_results, publish_results, reopen_results
from director.errors import DeskError
from director.models import StandingsVersion
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.paper.files import make_standings_table
from director.party.paper.printing import list_available_kinds, make_party_job
from director.party.paper.standings_page import make_party_standings_page
from director.party.play.results import draw_prize_number, draw_prize_tie, settle_prize_tie
from director.party.scoring.open_ties import list_open_tie_forms
from director.party.scoring.sheets import FetchedPartyResults, fetch_party_results
from director.party.scoring.standings import divide_standings, list_division_choices
from scoring.party.ranking import rank_by_part, rank_party_games
from scoring.party.slips import list_slips
from tests.director.doors.page_forms import iterate_doors
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_party,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db


def make_played(**fields):
    """Return a party of 12 whose first side won everywhere in one round."""
    party = make_seated_party(players=12, rounds=1, **fields)
    for table in (1, 2, 3):
        enter_winner(party, table, 0)
    return fetch_party_by_session(party.pk)


def test_standings_match_the_method():
    evening = fetch_party_record(make_played())
    assert evening.ranking == rank_party_games("games", evening.games)
    assert [str(standing.total) for standing in evening.ranking.standings] == ["1"] * 6 + ["0"] * 6


def test_sheets_hold_everybody_in_every_round():
    party = make_seated_party(players=16, named=True, rounds=9)
    play_round(party)
    sheets = fetch_party_results(party)
    assert len(sheets.cards) == 16
    assert len(sheets.rounds) == 2
    assert len(sheets.lines) == 32
    assert len(sheets.standings) == 16
    assert [line.number for line in sheets.lines[:16]] == list(range(1, 17))
    assert {card.box_count for card in sheets.cards} == {9}
    assert sheets.heading.seed == party.seed


def test_sheets_of_a_new_party_are_empty():
    sheets = fetch_party_results(fetch_party_by_session(make_party(players=0).pk))
    assert (sheets.cards, sheets.rounds, sheets.lines, sheets.standings, sheets.prizes) == (
        (),
        (),
        (),
        (),
        (),
    )


def test_places_count_within_a_group():
    evening = fetch_party_record(make_played(group_words="ladies", named=True))
    tables, _page = make_party_standings_page(evening, "group")
    assert [table.caption for table in tables] == ["Ladies", "Gentlemen"]
    assert [row.place for row, _figures, _bar in tables[0].rows] == ["1="] * 3 + ["4="] * 3


@pytest.mark.parametrize("method", ["games", "plus-and-minus"])
def test_a_phone_leaves_out_whole_columns_but_not_the_one_that_counts(desk, method):
    party = make_seated_party(players=12, method=method)
    for table in (1, 2, 3):
        enter_winner(party, table, 0, points=() if method == "games" else (5, 3))
    response = desk.get(f"/parties/{party.pk}/results/")
    for table in find_elements(response, "#standings table"):
        classes = [
            ["wide" in cell.get("class", "").split() for cell in row] for row in table.iter("tr")
        ]
        assert classes == classes[:1] * len(classes)
        assert classes[0].count(False) == 3


def test_standings_apart_match_scoring():
    evening = fetch_party_record(make_played(prizes={"table": 1}))
    assert [key for key, _words in list_division_choices(evening)] == ["group", "all", "table"]
    for by in ("group", "table"):
        told = [those for _caption, those in divide_standings(evening, by)]
        assert told == list(rank_by_part(evening.ranking, by).values())


def test_aisles_of_a_large_room_are_told_apart():
    party = make_seated_party(players=128, system="large-euchre", rounds=1)
    for table in get_latest_round(party).seating:
        enter_winner(party, table["table"], 0)
    evening = fetch_party_record(party)
    assert ("row", "By aisle") in list_division_choices(evening)
    assert [caption for caption, _rows in divide_standings(evening, "row")] == [
        "Aisle 1",
        "Aisle 2",
    ]


def test_a_tie_is_open_until_it_is_settled_by_a_play_off():
    party = make_played(prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    figures = dict(zip(tie_players(tie), (3, 5, 1), strict=True))
    settle_prize_tie(party=party, method=tie.method, figures=figures, user=None)
    evening = fetch_party_record(fetch_party_by_session(party.pk))
    assert evening.prizes[0].players == (tie_players(tie)[1],)
    assert len(list_open_tie_forms(evening)) == 1


def tie_players(tie) -> list[str]:
    """Return the numbers of the tied players."""
    return [player for player, _name, _typed in tie.figures]


def test_a_tie_is_settled_by_lot_with_a_seed_that_is_kept():
    party = make_played(prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    decision = draw_prize_tie(party=party, players=tie_players(tie), seed=1916, user=None)
    kept = fetch_party_by_session(party.pk).answers["ties"][0]
    assert tuple(kept["order"]) == decision.sorted_players
    assert kept["seed"] == 1916
    assert kept["how"] == "lot"


def test_prizes_of_a_final_party_are_only_read(desk):
    party = make_played(prizes={"places": 1, "booby": False})
    event = party.session.event
    publish_results(event=event)
    page = desk.get(f"/parties/{party.pk}/results/?tab=prizes")
    assert "Settle" in find_texts(page, "fieldset button") + find_texts(page, ".actions button")
    finalise_results(event=event)
    page = desk.get(f"/parties/{party.pk}/results/?tab=prizes")
    closed = [part for part in find_elements(page, "fieldset") if "disabled" in part.attrib]
    assert closed
    assert not [door for door in iterate_doors("", page) if "results/tie" in door.address]
    assert "is final since" in " ".join(find_texts(page, ".say"))
    assert "Settle ties" not in " ".join(
        find_texts(desk.get(f"/parties/{party.pk}/results/"), "main")
    )


def test_the_page_settles_a_tie(desk):
    party = make_played(prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    path = f"/parties/{party.pk}/results/tie/"
    sent = {"tie": tie.key, "how": tie.method} | {
        f"figure-{player}": str(n) for n, player in enumerate(tie_players(tie))
    }
    assert desk.post(path, sent).url == f"/parties/{party.pk}/results/?tab=prizes"
    assert desk.post(path, sent).url == f"/parties/{party.pk}/results/?tab=prizes"
    assert len(fetch_party_by_session(party.pk).answers["ties"]) == 1
    none = desk.post(path, sent | {"tie": "1-2"})
    assert (
        none.context["error"]
        == "The results have changed, and this tie no longer exists. Reload the page."
    )


@pytest.mark.parametrize("named", [True, False])
def test_players_tied_again_are_named(desk, named):
    party = make_played(named=named, prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    sent = {"tie": tie.key} | {f"figure-{player}": "5" for player in tie_players(tie)}
    (one, first, _), (other, second, _) = tie.figures[:2]
    who = f"{first} ({one}) and {second} ({other})" if named else f"Player {one} and Player {other}"
    assert desk.post(f"/parties/{party.pk}/results/tie/", sent).context["error"] == (
        f"{who} are tied again at 5. Let them play again, then enter the new figures."
    )


def test_a_figure_that_is_missing_is_named_and_the_others_stay(desk):
    party = make_played(prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    first, second, third = tie_players(tie)
    sent = {
        "tie": tie.key,
        f"figure-{first}": "4711",
        f"figure-{second}": "",
        f"figure-{third}": "2",
    }
    response = desk.post(f"/parties/{party.pk}/results/tie/", sent)
    assert response.context["error"] == (
        f"Player {second}’s figure is missing. Enter a whole number, such as 7."
    )
    assert 'value="4711"' in response.content.decode()


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("-4", ""),
        ("−4", ""),
        ("ace", "Player {}: “ace” isn’t a whole number. Enter one, such as 7."),
    ],
)
def test_points_of_a_play_off_may_be_below_nothing(desk, typed, refused):
    party = make_played(prizes={"places": 1, "booby": False})
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    first, second, third = tie_players(tie)
    sent = {
        "tie": tie.key,
        f"figure-{first}": typed,
        f"figure-{second}": "0",
        f"figure-{third}": "3",
    }
    response = desk.post(f"/parties/{party.pk}/results/tie/", sent)
    kept = [one["order"] for one in fetch_party_by_session(party.pk).answers.get("ties", [])]
    if refused:
        assert response.context["error"] == refused.format(first)
        assert kept == []
    else:
        assert kept == [[third, second, first]]


def test_prizes_that_wait_are_no_ties_to_settle():
    party = make_seated_party(
        players=128, system="large-euchre", rounds=1, prizes={"places": 2, "aisle": 1, "drawn": 1}
    )
    for table in get_latest_round(party).seating:
        enter_winner(party, table["table"], 0)
    evening = fetch_party_record(fetch_party_by_session(party.pk))
    assert {"wait", "draw"} <= {prize.tie.rule_key for prize in evening.prizes if prize.tie}
    assert {tie.method for tie in list_open_tie_forms(evening)} == {"slips"}


def test_no_number_is_drawn_before_a_table_has_told_who_won(desk):
    party = make_seated_party(players=12, prizes={"drawn": 1})
    response = desk.post(f"/parties/{party.pk}/results/drawn/")
    assert response.context["error"] == (
        "No winners have been entered, so you can’t draw the number yet. Draw it when all cards have been entered."
    )


def numbers_shown(desk, party):
    page = desk.get(f"/parties/{party.pk}/results/?tab=prizes")
    return find_texts(page, ".sheet details summary")[-1], find_texts(page, ".sheet details p")[-1]


def test_numbers_are_drawn_between_the_lowest_and_the_highest_total(desk):
    party = make_played(prizes={"drawn": 1})
    totals = [int(row.total) for row in fetch_party_record(party).ranking.standings]
    numbers = [str(number) for number in range(min(totals), max(totals) + 1)]
    shown = (f"{len(numbers)} numbers, {numbers[0]} to {numbers[-1]}", ", ".join(numbers))
    assert numbers_shown(desk, party) == shown
    for seed in range(20):
        party = fetch_party_by_session(party.pk)
        party.answers = {}
        party.save()
        number = draw_prize_number(party=party, seed=seed, user=None)
        assert min(totals) <= number <= max(totals)
        assert number == Random(seed).choice(range(min(totals), max(totals) + 1))
    assert numbers_shown(desk, party) == shown


def test_the_lowest_number_is_shown_when_it_is_drawn(desk):
    party = make_played(prizes={"drawn": 1})
    seed = next(seed for seed in range(100) if Random(seed).choice((0, 1)) == 0)
    assert draw_prize_number(party=party, seed=seed, user=None) == 0
    page = desk.get(f"/parties/{party.pk}/results/?tab=prizes").content.decode()
    assert "Drawn number: <b>0</b>." in page
    assert ">Draw number</button>" not in page


def test_a_number_that_an_older_version_drew_keeps_its_slips(desk):
    party = make_played(prizes={"drawn": 1})
    party.answers = {"drawn": 1546, "drawn_seed": 7}
    party.save()
    assert numbers_shown(desk, party) == (
        "100 numbers, 1402 to 2098",
        ", ".join(map(str, list_slips())),
    )


def test_field_says_from_where_the_number_is_drawn(desk):
    party = make_seated_party(players=12, prizes={"drawn": 1})
    page = desk.get(f"/parties/{party.pk}/field/").content.decode()
    assert "a number drawn between the lowest and the highest total." in page


def test_slips_are_offered_where_prizes_use_a_drawn_number(desk):
    with_number, without = make_played(prizes={"drawn": 1}), make_played()
    kinds = [
        [kind.key for kind, _there in list_available_kinds(make_party_job(party))]
        for party in (with_number, without)
    ]
    assert ["number-slips" in those for those in kinds] == [True, False]
    sent = {"kinds": "number-slips", "paper": "letter"}
    assert desk.get(f"/parties/{with_number.pk}/print/sheets.pdf", sent).content.startswith(b"%PDF")


def test_the_drawn_number_keeps_its_seed():
    party = make_played(prizes={"drawn": 1})
    number = draw_prize_number(party=party, seed=1916, user=None)
    sheets = fetch_party_results(fetch_party_by_session(party.pk))
    assert sheets.drawn_number == number
    assert sheets.drawn_number_seed == 1916


def test_visitors_read_a_party_once_it_is_published():
    party = make_played(named=True)
    address = party.session.event.get_absolute_url()
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}players/1/").status_code == 404
    publish_results(event=party.session.event, user=None)
    page = Client().get(address).content.decode()
    assert str(party.players.first()) in page
    assert Client().get(f"{address}players/1/").status_code == 200


def test_a_director_sees_it_before_and_is_told(desk):
    party = make_played()
    page = desk.get(party.session.event.get_absolute_url()).content.decode()
    assert "Not published yet. Visitors can’t see this page." in page


def test_a_correction_after_publishing_is_kept_as_a_version(director):
    party = make_played()
    publish_results(event=party.session.event, user=director)
    enter_winner(fetch_party_by_session(party.pk), 1, 1)
    complete_versions([party.session.event_id])
    version = StandingsVersion.objects.get(number=2)
    assert version.action == "corrected"
    assert version.changes[0]["what"].startswith("Round 1, table 1: ")
    # Each group has its own list, as on Results.
    assert [len(group["rows"]) for group in version.standings] == [6, 6]


def test_corrections_of_what_was_never_published_cannot_be_opened():
    party = make_played()
    with pytest.raises(DeskError) as refused:
        reopen_results(event=party.session.event, user=None, hours=24)
    assert (
        str(refused.value) == "Friday party isn’t published yet. You can correct its results now."
    )
    assert not fetch_party_by_session(party.pk).session.event.has_been_published


def test_final_results_change_no_more():
    party = make_played()
    publish_results(event=party.session.event, user=None)
    party = fetch_party_by_session(party.pk)
    finalise_results(event=party.session.event, user=None)
    with pytest.raises(DeskError) as refused:
        enter_winner(fetch_party_by_session(party.pk), 1, 1)
    assert str(refused.value).startswith("Friday party is final since ")
    assert get_latest_round(party).results.get(table_no=1).winner == 0


def test_the_page_publishes_and_closes(desk):
    party = make_played()
    path = f"/events/{party.session.event_id}"
    for act in ["publish"] * 2 + ["unpublish"] * 2:
        assert desk.post(f"{path}/{act}/", {"hours": "12"}).url == f"/parties/{party.pk}/results/"
    event = fetch_party_by_session(party.pk).session.event
    assert event.is_published is False
    assert event.correction_hours == 12
    versions = StandingsVersion.objects.filter(event=event).order_by("number")
    assert [(version.number, version.action) for version in versions] == [
        (1, "published"),
        (2, "closed"),
    ]


def test_another_time_for_corrections_is_set_while_results_are_provisional(desk):
    party = make_played()
    path = f"/events/{party.session.event_id}"
    desk.post(f"{path}/publish/", {"hours": "12"})
    page = desk.get(f"/parties/{party.pk}/results/")
    assert "Change deadline" in find_texts(page, ".menu button")
    desk.post(
        f"{path}/open/",
        {"hours": "48", "until": page.context["event"].corrections_until.isoformat()},
    )
    event = fetch_party_by_session(party.pk).session.event
    assert event.corrections_until - timezone.now() > timedelta(hours=47)


@pytest.mark.parametrize(
    ("act", "sent", "sentence"),
    [
        ("publish", {"hours": "721"}, "721 hours is too long or too short. Enter 0 to 720."),
        ("publish", {"hours": ""}, "Enter the hours for corrections, such as 24."),
        ("final", {}, "Friday party isn’t published yet. Publish it first."),
    ],
    ids=["too-long", "no-hours", "not-published"],
)
def test_an_impossible_publication_is_refused_in_one_sentence(desk, act, sent, sentence):
    party = make_played()
    response = desk.post(f"/events/{party.session.event_id}/{act}/", sent)
    assert response.status_code == 422
    assert response.context["period_refused"] == sentence
    assert find_texts(response, "main .say.bad") == [sentence]


def test_visitors_read_what_was_changed():
    party = make_played()
    address = f"/events/{party.session.event_id}/changes/"
    assert Client().get(address).status_code == 404
    publish_results(event=party.session.event, user=None)
    enter_winner(fetch_party_by_session(party.pk), 1, 1)
    versions = Client().get(address).context["versions"]
    assert [(one.number, one.action) for one, _moved in versions] == [
        (2, "corrected"),
        (1, "published"),
    ]


def test_a_file_has_the_place_in_the_aisle_as_the_page_has():
    party = make_seated_party(players=128, system="large-euchre", rounds=1)
    for table in get_latest_round(party).seating:
        enter_winner(party, table["table"], 0)
    evening = fetch_party_record(party)
    places = {
        int(row.player): row.rank_text
        for _caption, rows in divide_standings(evening, "row")
        for row in rows
    }
    assert FetchedPartyResults(evening).aisle_ranks_by_number == places
    table = make_standings_table(FetchedPartyResults(evening))
    index = [column.title for column in table.columns].index("In aisle")
    assert {row[1]: row[index] for row in table.rows} == places
