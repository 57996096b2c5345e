"""Evenings of single players as the books of 1900 and 1926 score them, from Field to standings."""

from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import import_result
from director.boards.play.sessions import create_event
from director.models.event import Contest
from tests.director.boards.scored import fetch_session_sheets, find_session_differences
from tests.factories import make_club

pytestmark = pytest.mark.django_db

ENTRY_BY_GAME = {"whist": "{}", "auction": "+{}0"}


def choose_movement(desk, game, players, key, **options):
    """Choose the movement at Field of a new night of single players. Return its section."""
    session = create_event(
        club=make_club(),
        name="Old game",
        date=date(2026, 11, 20),
        contest=Contest.INDIVIDUAL,
        game=game,
    )
    session_id = session.pk
    address = f"/sessions/{session_id}/field/movement/"
    page = desk.get(address, {"players": players, "key": key, **options})
    assert page.status_code == 200
    assert desk.post(address, page.context["movement_query"]).status_code == 302
    return fetch_section(session_id)


def enter_every_line(section) -> dict:
    """Enter other tricks on every line. Return the N-S tricks by line."""
    tricks_by_line = {}
    for line in fetch_section_lines(section).all:
        tricks = 4 + (line.ns * 3 + line.ew + line.board_no) % 7
        text = ENTRY_BY_GAME[section.session.event.game].format(tricks)
        import_result(section=section, line=line, text=text, user=None)
        tricks_by_line[line] = tricks
    return tricks_by_line


def read_totals(section) -> dict[int, Fraction]:
    return {
        card.standing.contestant: card.standing.total
        for card in fetch_session_sheets(section).pairs
    }


def list_players(section, number):
    return section.partners[str(number)]


def test_mnemonic_at_one_table_counts_the_difference_with_and_against_the_same_cards(desk):
    section = choose_movement(desk, "whist", 4, "mnemonic", boards=2)
    assert section.session.event.scoring == "average"
    gains = Counter()
    for line, tricks in enter_every_line(section).items():
        for player in list_players(section, line.ns):
            gains[player] += tricks
        for player in list_players(section, line.ew):
            gains[player] -= tricks
    assert read_totals(section) == {player: Fraction(gain) for player, gain in gains.items()}
    assert find_session_differences(section) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 12, 16])
@pytest.mark.parametrize("game", ["whist", "auction"])
def test_hoyles_games_add_up_the_scores_of_deals_that_are_played_once(desk, game, players):
    section = choose_movement(desk, game, players, f"individual-hoyle-{players}")
    assert section.session.event.scoring == "aggregate"
    totals = Counter()
    for line, tricks in enter_every_line(section).items():
        ns_score, ew_score = (
            (tricks, 13 - tricks) if game == "whist" else (10 * tricks, -10 * tricks)
        )
        for player in list_players(section, line.ns):
            totals[player] += ns_score
        for player in list_players(section, line.ew):
            totals[player] += ew_score
    assert read_totals(section) == {player: Fraction(total) for player, total in totals.items()}
    assert len(set(totals.values())) > 1
    assert find_session_differences(section) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", ["individual-howell-8", "individual-whist-12", "individual-whist-16"]
)
def test_individuals_of_1900_charge_the_tricks_lost_to_the_best_of_the_direction(desk, key):
    section = choose_movement(desk, "whist", int(key.rpartition("-")[2]), key, boards=2)
    assert section.session.event.scoring == "howell-losses"
    tricks_by_pair = Counter()
    pairs_by_round = {}
    for line, tricks in enter_every_line(section).items():
        for side, number, own_tricks in (("ns", line.ns, tricks), ("ew", line.ew, 13 - tricks)):
            tricks_by_pair[line.round_no, side, number] += own_tricks
            pairs_by_round.setdefault((line.round_no, side), set()).add(number)
    charges = Counter()
    for (round_no, side), numbers in pairs_by_round.items():
        best = max(tricks_by_pair[round_no, side, number] for number in numbers)
        for number in numbers:
            for player in list_players(section, number):
                charges[player] += best - tricks_by_pair[round_no, side, number]
    assert read_totals(section) == {player: Fraction(charge) for player, charge in charges.items()}
    assert find_session_differences(section) == []


def test_individuals_of_1900_keep_the_usual_method_of_bridge(desk):
    section = choose_movement(desk, "bridge", 8, "individual-howell-8")
    assert section.session.event.scoring == "matchpoints"


def test_one_table_adds_up_scores_until_a_movement_compares_them(desk):
    section = choose_movement(desk, "bridge", 4, "individual")
    assert section.session.event.scoring == "aggregate"
    address = f"/sessions/{section.session_id}/field/movement/"
    page = desk.get(address, {"players": 8, "key": "individual"})
    assert desk.post(address, page.context["movement_query"]).status_code == 302
    assert fetch_section(section.session_id).session.event.scoring == "matchpoints"
