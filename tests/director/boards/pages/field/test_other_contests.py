"""Step 1 of a night of single players and of a night of teams."""

import pytest

from director.boards.play.plan import list_contestants
from director.models.event import Contest
from movements.registry import list_movements
from tests.director.boards.others import UNITS, make_contest_section, make_empty_section
from tests.director.pages import HTMX, count_queries, find_errors, find_texts
from tests.factories import field_address

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])


def main_text(response) -> str:
    return " ".join(find_texts(response, "main"))


@BOTH
def test_the_question_asks_for_those_who_came(desk, contest):
    unit = UNITS[contest]
    response = desk.get(field_address(make_empty_section(contest)))
    assert find_texts(response, ".ask label")[0] == unit.capitalize()
    assert find_texts(response, "#advice p.muted") == [
        f"Enter the number of {unit} to see the movements that fit."
    ]
    assert "pair" not in main_text(response).casefold()


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


@pytest.mark.slow
@pytest.mark.parametrize(("contest", "typed", "answer"), BAD)
def test_bad_numbers_get_one_clear_sentence(desk, contest, typed, answer):
    section = make_empty_section(contest)
    response = desk.get(field_address(section), {UNITS[contest]: typed})
    assert response.status_code == 422
    assert find_texts(response, "#advice p.bad") == [answer]
    listed = desk.get(field_address(section, "movements/"), {UNITS[contest]: typed})
    if "doesn’t work" not in answer:
        assert find_texts(listed, "#movements p.bad") == [answer]


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


def test_players_of_teams_are_followed_by_their_numbers(desk):
    page = desk.get(
        field_address(make_contest_section(Contest.TEAMS, key="awl-24", size=2)), {"pair": "6"}
    )
    schedule = page.context["schedule"]
    assert schedule.grid[0][1][0].text == "1 2 v 5 6 ="
    assert {stop.partner for stop in schedule.followed_rounds} == {"5", "7", "8"}
    assert schedule.pair_label == "6"


@pytest.mark.slow
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


def test_an_own_movement_of_pairs_is_refused_on_a_night_of_players(desk):
    grid = "round,table 1\n1,1-2/1\n2,1-2/2\n"
    page = desk.post(field_address(make_empty_section(Contest.INDIVIDUAL), "own/"), {"text": grid})
    assert page.status_code == 422
    assert len(find_errors(page)) == 1
