"""Step 1 of a night of single players and of a night of teams."""

import pytest

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import list_contestants
from director.models.event import Contest
from movements.advice.suggest import suggest
from movements.registry import list_movements, make_plan
from tests.director.boards.others import UNITS, make_contest_section, make_empty_section
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import field_address

pytestmark = pytest.mark.django_db
WITH_HOME = [
    spec.key
    for spec in list_movements("teams")
    if "home" in {option.name for option in spec.options}
]
BOTH = pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])


def main_text(response) -> str:
    return " ".join(find_texts(response, "main"))


def test_a_match_of_two_teams_of_eight_is_offered_and_taken(desk):
    section = make_empty_section(Contest.TEAMS)
    response = desk.get(field_address(section), {"teams": "2"})
    offers = response.context["ask_form"].cleaned_data["offers"].all_offers
    assert offers[0].advice.name == "Match of two teams"
    eights = next(offer for offer in offers if offer.advice.plan_key == "eights")
    page = desk.get(f"/sessions/{section.session_id}/field/movement/?{eights.query}")
    assert desk.post(page.request["PATH_INFO"], page.context["movement_query"]).status_code == 302
    section = fetch_section(section.session_id)
    assert section.plan.key == "eights"
    assert section.plan.rounds == 4
    assert section.team_size == 8


@BOTH
def test_the_question_asks_for_those_who_came(desk, contest):
    unit = UNITS[contest]
    response = desk.get(field_address(make_empty_section(contest)))
    assert find_texts(response, ".ask label")[0] == unit.capitalize()
    assert find_texts(response, "#advice p.muted") == [
        f"Enter the number of {unit} to see the movements that fit."
    ]
    assert "pair" not in main_text(response).casefold()


@BOTH
@pytest.mark.parametrize("size", [4, 5, 8, 12, 20])
def test_a_short_ranked_list_comes_with_its_figures(desk, contest, size):
    response = desk.get(
        field_address(make_empty_section(contest)), {UNITS[contest]: str(size), "start": "19:15"}
    )
    offers = response.context["ask_form"].cleaned_data["offers"]
    # Those that look like a better one come last.
    advised = [offer.advice for offer in offers.all_offers]
    assert sorted(map(repr, advised)) == sorted(map(repr, suggest(contest, size)))
    assert advised[0] == suggest(contest, size)[0]
    assert 1 <= len(offers.recommended) <= 4
    captions = [f"Movements for {size} {UNITS[contest]}, best first"]
    drawn = []
    if contest == Contest.TEAMS and size >= 4:
        captions.append("Drawn round by round")
        drawn = ["Swiss teams", "Knock-out", "Double elimination"]
    assert find_texts(response, "#advice caption") == captions
    offered = [offer.advice.name for offer in offers.all_offers]
    assert find_texts(response, "#advice tbody th a") == [*offered, *drawn]
    assert "pair" not in main_text(response).casefold().replace("its two pairs", "")


def test_eight_players_are_offered_the_complete_schedule_first(desk):
    response = desk.get(
        field_address(make_empty_section(Contest.INDIVIDUAL)), {"players": "8", "start": "19:15"}
    )
    first, because = find_texts(response, "#advice tbody tr")[:2]
    assert first == "Individual 7 × 4 28 – 7 of 7 22:57 Choose"
    assert "Complete · Any number of players" in because


def test_ten_players_are_told_what_their_schedule_falls_short_of(desk):
    response = desk.get(field_address(make_empty_section(Contest.INDIVIDUAL)), {"players": "10"})
    reasons = " ".join(find_texts(response, "#advice tbody td"))
    assert (
        "Shortened · Not everyone partners everyone: 9 of 45 partnerships never occur." in reasons
    )


def test_teams_are_offered_the_round_robin_first_when_nobody_sits_out(desk):
    response = desk.get(field_address(make_empty_section(Contest.TEAMS)), {"teams": "6"})
    names = find_texts(response, "#advice tbody th a")
    assert names[0] == "Round robin of teams"
    assert "American Whist for teams" in names
    assert not {"Harvard sixes", "Larger teams, progressive"} & set(names)


BAD = [
    pytest.param(
        Contest.INDIVIDUAL,
        "1",
        "1 player has nobody to play against. Movements exist for 4 to 116 players.",
        id="one",
    ),
    pytest.param(
        Contest.INDIVIDUAL,
        "3",
        "A movement doesn’t work for 3 players. It takes 4 to 116 players; the nearest number that works is 4.",
        id="three",
    ),
    pytest.param(
        Contest.INDIVIDUAL,
        "43",
        "A movement doesn’t work for 43 players. It takes 4 to 116 players; the nearest that work are 41 and 44.",
        id="between",
    ),
    pytest.param(
        Contest.INDIVIDUAL,
        "500",
        "A movement doesn’t work for 500 players. It takes 4 to 116 players; the nearest number that works is 116.",
        id="500",
    ),
    pytest.param(
        Contest.INDIVIDUAL,
        "many",
        "“many” isn’t a number of players. Type a whole number in figures, such as 12.",
        id="letters",
    ),
    pytest.param(Contest.INDIVIDUAL, "", "Enter the number of players, such as 12.", id="nothing"),
    pytest.param(
        Contest.TEAMS,
        "1",
        "1 team has nobody to play against. Movements exist for 2 to 40 teams.",
        id="one team",
    ),
    pytest.param(
        Contest.TEAMS,
        "500",
        "A movement doesn’t work for 500 teams. It takes 2 to 40 teams; the nearest number that works is 40.",
        id="500 teams",
    ),
    pytest.param(
        Contest.TEAMS,
        "x",
        "“x” isn’t a number of teams. Type a whole number in figures, such as 6.",
        id="x teams",
    ),
]


@pytest.mark.parametrize(("contest", "typed", "answer"), BAD)
def test_bad_numbers_get_one_clear_sentence(desk, contest, typed, answer):
    section = make_empty_section(contest)
    response = desk.get(field_address(section), {UNITS[contest]: typed})
    assert response.status_code == 422
    assert find_texts(response, "#advice p.bad") == [answer]
    listed = desk.get(field_address(section, "movements/"), {UNITS[contest]: typed})
    if "doesn’t work" not in answer:
        assert find_texts(listed, "#movements p.bad") == [answer]


def test_wished_boards_and_time_are_kept_to(desk):
    response = desk.get(
        field_address(make_empty_section(Contest.INDIVIDUAL)), {"players": "8", "minutes": "130"}
    )
    first = response.context["ask_form"].cleaned_data["offers"].recommended[0].advice
    assert first.minutes <= 130
    assert first.is_complete is True
    response = desk.get(
        field_address(make_empty_section(Contest.TEAMS)), {"teams": "4", "low": "12", "high": "12"}
    )
    assert response.context["ask_form"].cleaned_data["offers"].recommended[
        0
    ].advice.boards_range == (
        12,
        12,
    )


# 3 s: stores every movement of teams and of single players
@pytest.mark.slow
@BOTH
def test_every_movement_of_the_catalogue_is_looked_at_chosen_and_stored(desk, contest):
    section = make_empty_section(contest)
    sizes = {
        spec.key: spec.legal_counts[len(spec.legal_counts) // 3] for spec in list_movements(contest)
    }
    for key, size in sizes.items():
        listed = desk.get(field_address(section, "movements/"), {UNITS[contest]: str(size)})
        (entry,) = (
            entry for entry in listed.context["form"].cleaned_data["entries"] if entry.key == key
        )
        shown = desk.get(field_address(section, f"movement/?{entry.query}"))
        assert shown.status_code == 200, key
        assert contest == Contest.TEAMS or "pair " not in main_text(shown).casefold(), key
        stored = desk.post(field_address(section, "movement/"), shown.context["movement_query"])
        assert (stored.status_code, stored.url) == (302, field_address(section)), (
            key,
            find_texts(stored, ".bad"),
        )
        page = desk.get(field_address(section))
        assert (
            find_texts(page, "h2")[0]
            == f"{shown.context['schedule'].movement.name} for {size} {UNITS[contest]}"
        )
        movement = shown.context["schedule"].movement
        numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
        assert numbers == list_contestants(movement) == list(range(1, size + 1)), key


def test_the_catalogue_has_teams_whose_players_are_seated_one_by_one(desk):
    section = make_empty_section(Contest.TEAMS)
    listed = (
        desk.get(field_address(section, "movements/"), {"teams": "2"})
        .context["form"]
        .cleaned_data["entries"]
    )
    assert {entry.key for entry in listed} == {spec.key for spec in list_movements("teams")}
    refused = {entry.key: entry.refusal for entry in listed}
    assert (refused["awl-48"], refused["harvard-sixes"]) == ("", "")
    assert refused["three-teams-rows"] == "Not for 2 teams. The only size is 3."


def test_larger_teams_are_asked_how_many_play(desk):
    section = make_empty_section(Contest.TEAMS)
    asked = {"teams": "2", "key": "harvard-sixes"}
    page = desk.get(field_address(section, "movement/"), asked)
    assert page.context["movement_query"]["seated"] == 12
    assert "12 (3 pairs)" in find_texts(page, "#id_seated option")
    larger = desk.get(field_address(section, "movement/"), asked | {"seated": "20"})
    assert larger.context["schedule"].movement.tables == 5
    assert larger.context["movement_query"]["rounds"] == 10
    wrong = desk.get(field_address(section, "movement/"), asked | {"seated": "13"})
    assert wrong.status_code == 422
    assert len(find_errors(wrong)) == 1


def test_players_of_teams_are_followed_by_their_numbers(desk):
    page = desk.get(
        field_address(make_contest_section(Contest.TEAMS, key="awl-24", size=2)), {"pair": "6"}
    )
    schedule = page.context["schedule"]
    assert schedule.grid[0][1][0].text == "1 2 v 5 6 ="
    assert {stop.partner for stop in schedule.followed_rounds} == {"5", "7", "8"}
    assert schedule.pair_label == "6"


def test_the_grid_shows_all_four_and_one_player_is_followed(desk):
    section = make_contest_section(Contest.INDIVIDUAL)
    page = desk.get(field_address(section), {"pair": "8"})
    schedule = page.context["schedule"]
    players = make_plan("individual-howell-8", players=8).rows[0].players
    north, east, south, west = players
    assert schedule.grid[0][1][0].text == f"{north} {south} v {east} {west} ="
    assert [stop.side for stop in schedule.followed_rounds].count("West") >= 1
    assert {stop.partner for stop in schedule.followed_rounds} == {
        str(number) for number in range(1, 8)
    }
    assert all(
        stop.partner_name and stop.opponent_names.count("&") == 1
        for stop in schedule.followed_rounds
    )
    assert "Follow a player" in find_texts(page, ".tabs a")
    assert len(schedule.room_tables[0].seats) == 4
    assert schedule.room_tables[0].moves[0] == "4 to table 2 East"


def test_who_sits_out_away_from_the_tables_is_named(desk):
    section = make_contest_section(Contest.INDIVIDUAL, key="individual", size=10)
    assert "Sit out: 2 and 6." in find_texts(
        desk.get(field_address(section), {"tab": "room"}), "p.rest"
    )


@BOTH
def test_a_picture_of_meetings_is_left_out(desk, contest):
    page = desk.get(field_address(make_contest_section(contest)))
    assert page.context["schedule"].fairness_picture is None
    assert find_elements(page, "svg.pairs") == []


@BOTH
def test_queries_stay_the_same_with_more_of_them(desk, contest):
    small = make_contest_section(contest)
    large = make_contest_section(
        contest, key="rainbow" if contest == Contest.INDIVIDUAL else "round-robin", size=16
    )
    assert count_queries(desk, field_address(small)) == count_queries(desk, field_address(large))


def test_htmx_gets_the_answers_alone(desk):
    url = field_address(make_empty_section(Contest.TEAMS))
    part = desk.get(url, {"teams": "4"}, **HTMX, HTTP_HX_TARGET="advice")
    assert part.templates[0].name == "boards/field/_advice.html"


OWN = "round,table,n,e,s,w,board_set\n1,1,1,2,3,4,1\n2,1,1,3,2,4,2\n3,1,1,2,4,3,3\n"


def test_an_own_movement_of_players_is_read_and_used(desk):
    section = make_empty_section(Contest.INDIVIDUAL)
    page = desk.post(field_address(section, "own/"), {"text": OWN}, follow=True)
    assert find_texts(page, "h2")[0].endswith("for 4 players")
    desk.post(field_address(section, "own/use/"))
    section.refresh_from_db()
    assert section.plan.contest == Contest.INDIVIDUAL
    assert section.plan.contestants == 4
    assert section.partners["1001"] == [1, 3]


def test_an_own_movement_of_pairs_is_refused_on_a_night_of_players(desk):
    grid = "round,table 1\n1,1-2/1\n2,1-2/2\n"
    page = desk.post(field_address(make_empty_section(Contest.INDIVIDUAL), "own/"), {"text": grid})
    assert page.status_code == 422
    assert len(find_errors(page)) == 1


@pytest.mark.parametrize("home", ["play", "skip"])
@pytest.mark.parametrize("key", WITH_HOME)
def test_boards_that_team_mates_play_against_each_other_are_in_an_event_where_that_is_chosen(
    desk, key, home
):
    section = make_empty_section(Contest.TEAMS)
    page = desk.get(
        field_address(section, "movement/"), {"teams": "6", "key": key, "boards": "1", "home": home}
    )
    desk.post(field_address(section, "movement/"), page.context["movement_query"])
    met = list(section.plans.get().rows.values_list("round_no", "ns", "ew"))
    at_home = {round_no for round_no, ns, ew in met if ns == ew}
    assert bool(at_home) is (home == "play")
    assert all(ns == ew for round_no, ns, ew in met if round_no in at_home)
    assert {round_no for round_no, *_ in met} == set(
        range(1, page.context["schedule"].movement.rounds + 1)
    )


@pytest.mark.parametrize("size", ["12", "73", "6x"])
def test_the_number_typed_goes_along_to_swiss_or_knock_out(desk, size):
    section = make_empty_section(Contest.TEAMS)
    page = desk.get(field_address(section), {"teams": size})
    (link,) = [
        link for link in find_elements(page, "#advice a") if link.text == "Swiss or knock-out"
    ]
    assert link.get("data-takes") == "id_teams"
    assert link.get("data-as") == "size"
    (box,) = [
        box
        for box in find_elements(desk.get(link.get("href")), "input")
        if box.get("name") == "size"
    ]
    assert box.get("value") == size
    (every,) = [link for link in find_elements(page, "#advice a") if link.get("data-as") == "teams"]
    assert f"teams={size}" in every.get("href")


@pytest.mark.parametrize(("teams", "shape"), [("16", "4 × 8"), ("64", "6 × 8")])
def test_swiss_and_knock_out_are_suggested_for_teams(desk, teams, shape):
    section = make_empty_section(Contest.TEAMS)
    page = desk.get(f"/sessions/{section.session_id}/field/", {"teams": teams})
    assert not find_texts(page, ".say.bad")
    links = [link for link in find_elements(page, "#advice th a") if "/draw/" in link.get("href")]
    assert [link.text for link in links] == ["Swiss teams", "Knock-out", "Double elimination"]
    assert shape in find_texts(page, "#advice td")
    begin = desk.get(links[0].get("href"))
    boxes = {box.get("name"): box.get("value") for box in find_elements(begin, "input")}
    rounds, boards = shape.split(" × ")
    assert (boxes["size"], boxes["rounds"], boxes["boards"]) == (teams, rounds, boards)


@pytest.mark.parametrize("contest", [Contest.PAIRS, Contest.INDIVIDUAL])
def test_no_drawn_contest_is_suggested_for_others(desk, contest):
    section = make_empty_section(contest)
    unit = {Contest.PAIRS: "pairs", Contest.INDIVIDUAL: "players"}[contest]
    page = desk.get(f"/sessions/{section.session_id}/field/", {unit: "16"})
    assert not [
        link for link in find_elements(page, "#advice th a") if "/draw/" in link.get("href")
    ]
