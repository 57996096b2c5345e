"""Step 5 of a party: standings, prizes and their ties, publishing, and what visitors read."""

import pytest
from django.test import Client

from director.core.night.publishing import finalise_results, publish_results, reopen_results
from director.errors import DeskError
from director.models import StandingsVersion
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.paper.printing import list_available_kinds, make_party_job
from director.party.play.results import draw_prize_number, draw_prize_tie
from director.party.scoring.open_ties import list_open_tie_forms
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.standings import divide_standings, list_division_choices
from scoring.party.ranking import rank_by_part, rank_party_games
from scoring.party.slips import list_slips
from tests.director.doors.page_forms import iterate_doors
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
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


def test_standings_apart_match_scoring():
    evening = fetch_party_record(make_played(prizes={"table": 1}))
    assert [key for key, _words in list_division_choices(evening)] == ["group", "all", "table"]
    for by in ("group", "table"):
        told = [those for _caption, those in divide_standings(evening, by)]
        assert told == list(rank_by_part(evening.ranking, by).values())


def tie_players(tie) -> list[str]:
    """Return the numbers of the tied players."""
    return [box.player for box in tie.boxes]


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
    first, second = tie.boxes[:2]
    who = f"Player {first.player} and Player {second.player}"
    if named:
        who = f"{first.name} ({first.player}) and {second.name} ({second.player})"
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


def test_no_number_is_drawn_before_a_table_has_told_who_won(desk):
    party = make_seated_party(players=12, prizes={"drawn": 1})
    response = desk.post(f"/parties/{party.pk}/results/drawn/")
    assert response.context["error"] == (
        "No winners have been entered, so you can’t draw the number yet. Draw it when all cards have been entered."
    )


def numbers_shown(desk, party):
    page = desk.get(f"/parties/{party.pk}/results/?tab=prizes")
    return find_texts(page, ".sheet details summary")[-1], find_texts(page, ".sheet details p")[-1]


def test_a_number_that_an_older_version_drew_keeps_its_slips(desk):
    party = make_played(prizes={"drawn": 1})
    party.answers = {"drawn": 1546, "drawn_seed": 7}
    party.save()
    assert numbers_shown(desk, party) == (
        "100 numbers, 1402 to 2098",
        ", ".join(map(str, list_slips())),
    )


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
