"""Every preset settles a party that can be played to its end, and everything it names is there."""

import random

import pytest

from director.party.models import Party
from director.party.movement.games import fetch_party_record, get_prize_rules
from director.party.movement.options import get_contestant_noun
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.movement.words import GAMES
from director.party.paper.moves import describe_movement
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.play.draw import draw_party
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from director.party.play.setup import compute_preset_rounds, make_preset_settings, set_up_party
from director.party.presets import NAMED_PRESETS, PRESETS, find_preset, list_possible_entries
from director.party.trumps import are_trumps, format_trumps, is_misere, parse_trumps
from movements.party.checks import can_seat
from movements.party.rounds import get_progressive_system, get_system_and_rule
from scoring.party.methods import get_party_method
from tests.director.party.parties import get_latest_round, make_party
from tests.movements.party.parties import play_evening

EACH = [pytest.param(preset, id=preset.key) for preset in PRESETS]
NAMED = [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]


def sizes(preset) -> list[int]:
    """Return the smallest number of players of *preset*, and some up to a large room."""
    system, rule = get_system_and_rule(preset.system, dict(preset.options))
    legal = [size for size in system.legal_sizes if can_seat(system, rule, size)]
    draw = random.Random(preset.key)
    small = [size for size in legal if size <= 30]
    return sorted({legal[0], *draw.sample(small, 3), draw.choice(legal)})


def test_keys_and_names_are_unlike():
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("preset", EACH)
def test_all_that_a_preset_names_is_there(preset):
    system, method = get_progressive_system(preset.system), get_party_method(preset.method)
    choices = {option.name: option.choices for option in system.options}
    assert [
        name for name, value in preset.options.items() if value not in choices.get(name, ())
    ] == []
    assert (
        method.complete_settings(dict(preset.method_options)).items()
        >= dict(preset.method_options).items()
    )
    assert system.key == preset.system
    assert set(preset.paper) <= {kind.key for kind in PARTY_KINDS}
    party = Party(**make_preset_settings(preset))
    party.full_clean(exclude=["session"])
    assert party.entry in list_possible_entries(system, method)
    assert preset.game in GAMES
    assert 0 <= party.pause_after < preset.rounds <= 100
    assert 0 < preset.minutes <= 180
    assert bool(party.pause_after) == bool(party.pause_minutes)
    assert len(preset.night_name) <= 60
    assert parse_trumps(format_trumps(party.trumps)) == tuple(party.trumps)
    assert are_trumps(party.trumps)


@pytest.mark.parametrize("preset", EACH)
def test_an_evening_goes_to_its_end_at_every_size(preset):
    draw = random.Random(preset.key)
    for players in sizes(preset):
        rounds = compute_preset_rounds(preset, players)
        seatings = play_evening((preset.system, dict(preset.options)), players, rounds - 1, draw)
        assert len(seatings) == rounds
        assert {
            len({player for table in seating for player in table.players}) for seating in seatings
        } == {players}


def draw_points(party, table, round_no: int, draw: random.Random) -> PartyTableReport:
    """Return what *table* might report of a round: the tricks of the hands, or any points, no two sides alike."""
    method = get_party_method(party.method)
    if method.key == "tricks":
        tricks = 13 * (party.hands or 1)
        first = draw.choice([index for index in range(tricks + 1) if 2 * index != tricks])
        points = (first, tricks - first)
    else:
        points = tuple(draw.sample(range(7, 14), len(table["sides"])))
    beside = (0,) * len(points) if method.extra_figure else ()
    best = min if is_misere(party.trumps, round_no, party.hands) else max
    return PartyTableReport(winner=points.index(best(points)), points=points, second_figures=beside)


@pytest.mark.django_db
@pytest.mark.parametrize("preset", NAMED)
def test_a_party_of_the_preset_is_played_and_ranked(preset):
    party = make_party(players=0)
    players = min(size for size in sizes(preset) if size >= min(12, sizes(preset)[-1]))
    set_up_party(
        party=party,
        user=None,
        players=players,
        minutes=preset.minutes,
        **make_preset_settings(preset, players),
    )
    party = fetch_party_by_session(party.pk)
    draw_party(party=party, seed=1, user=None)
    draw = random.Random(preset.key)
    for round_no in range(1, party.rounds + 1):
        if round_no > 1:
            seat_next_round(party=party, round_no=round_no - 1, user=None)
        for table in get_latest_round(party).seating:
            if len(table["sides"]) > 1:
                enter_party_result(
                    party=party,
                    round_no=round_no,
                    table_no=table["table"],
                    report=draw_points(party, table, round_no, draw),
                    user=None,
                )
    assert fetch_party_night(party).is_over
    whole = fetch_party_record(fetch_party_by_session(party.pk))
    assert (
        len(whole.ranking.standings)
        == players // {"player": 1, "pair": 2, "fort": 4}[get_contestant_noun(party)]
    )
    assert whole.prizes
    assert get_prize_rules(party).final_tie


@pytest.mark.parametrize("key", ["whist-partner", "euchre-pairs", "cards-45"])
def test_couples_who_stay_together_go_to_higher_numbers_or_by_no_result(key):
    preset = find_preset(key)
    moving = describe_movement(Party(system=preset.system, options=preset.options), ())
    text = " ".join([*(move.text for move in moving.moves), *moving.sentences])
    assert "Partners stay together." in text
    assert "lower" not in text
    assert "up" not in text.split()


def test_a_party_settled_by_hand_has_no_preset():
    assert find_preset("") is None
