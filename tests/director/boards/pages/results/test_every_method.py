"""Every scoring method for pairs is offered on step 6 with all its options, explains itself and checks out."""

from datetime import date

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.boards.play.sessions import create_event
from director.boards.scoring.units import get_game_options
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.event import Contest
from movements.registry import make_plan
from scoring.errors import ScoringError
from scoring.registry import list_methods_for_game
from tests.director.boards.pages.results.rescoring import choose_scoring
from tests.director.boards.scored import fetch_scored_session, find_session_differences
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.factories import enter_on_line, make_club, make_night, results_address

pytestmark = pytest.mark.django_db

METHODS = list_methods_for_game("bridge")
TEXTS = ("2HE=", "PASS", "1NTW-2", "2SS+1", "3CN=", "+110", "2DW-1")


@pytest.fixture
def section():
    """A published Howell of four pairs without a score over the limit of 1926."""
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    for number, line in enumerate(fetch_section_lines(section).all):
        text = TEXTS[number * 3 % len(TEXTS)]
        enter_on_line(section, line, text)
    publish_results(event=section.session.event)
    return section


def offered(page):
    return [option.get("value") for option in find_elements(page, "#id_scoring option")]


@pytest.mark.slow
@pytest.mark.parametrize("is_played", [False, True])
def test_a_method_of_one_result_each_way_is_refused_to_teams_of_eight(desk, is_played):
    session = create_event(
        club=make_club(), name="Eights", date=date(2026, 11, 17), contest=Contest.TEAMS
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("eights", players=16, boards_per_set=1))
    section = fetch_section(session.pk)
    if is_played:
        for line in fetch_section_lines(section).get_board_lines(1):
            enter_on_line(section, line, "4SS=")
    for method in ("team-imps", "patton"):
        response = desk.post(results_address(section), {"scoring": method})
        assert response.status_code == 422
        (sentence,) = find_texts(response, "#scoring .say.bad")
        assert "one result N-S and one E-W of each team on a board" in sentence
        assert "Choose one of “" in sentence
        assert "“Team totals”, “Teams of eight, IMPs”" in sentence
    assert (
        choose_scoring(desk, results_address(section), {"scoring": "team-totals"}).status_code
        == 302
    )
    assert Event.objects.get(pk=session.event_id).scoring == "team-totals"


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_every_choice_of_every_option_scores_the_night(desk, section, method):
    assert (
        choose_scoring(desk, results_address(section), {"scoring": method.key}).status_code == 302
    )
    page = desk.get(results_address(section) + "?tab=scoring")
    # A section is scored by itself, and the game says what scores are counted in.
    asked = [
        option
        for option in method.options
        if option.name not in ("compare", *get_game_options(method, "bridge"))
    ]
    for option in asked:
        choices = [
            element.get("value")
            for element in find_elements(page, f"#id_option_{option.name} option")
        ]
        assert choices == list(option.choices)
        for choice in dict.fromkeys([option.choices[0], option.choices[-1]]):
            posted = choose_scoring(
                desk,
                results_address(section),
                {"scoring": method.key, f"option_{option.name}": choice},
            )
            assert posted.status_code == 302
            assert Event.objects.get().scoring_options[option.name] == choice
            if choice != option.choices[-1]:
                continue
            assert len(read_table_rows(desk.get(results_address(section)), ".standings")) == 4
            assert find_session_differences(fetch_first_section(section.session.event_id)) == []


@pytest.mark.slow
def test_excess_of_a_bridge_night_has_the_limits_of_the_club(desk, section):
    """A slam counts for N-S up to the limit of declarer's side, and against E-W in full."""
    line = fetch_section_lines(section).get_board_lines(2)[0]
    entry = {"section": section, "board_no": 2, "ns": line.ns, "ew": line.ew, "user": None}
    enter_result(text="6NTN=", **entry)  # 1440: N-S are vulnerable
    limits = {"option_defenders_limit": "500", "option_declarer_limit": "800"}
    choose_scoring(desk, results_address(section), {"scoring": "excess"})
    for posted, plus in (({}, 500), (limits, 800)):
        assert (
            choose_scoring(
                desk, results_address(section), {"scoring": "excess"} | posted
            ).status_code
            == 302
        )
        scored_section = fetch_first_section(section.session.event_id)
        scored, _sheets = fetch_scored_session(scored_section)
        board = next(board for board in scored.ranking.boards if board.board_no == 2)
        assert (plus, -1440) in {(line.ns_points, line.ew_points) for line in board.lines}
        assert find_session_differences(scored_section) == []
    entry["section"] = scored_section
    with pytest.raises(ScoringError, match="Enter the contract, or at auction the declarer"):
        enter_result(text="+1440", **entry)
