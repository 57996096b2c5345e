"""Files of parties: what is read comes out again, and whatever stands in them is read or refused in a sentence."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.exchange import make_party_ranking_json, read_party_json
from scoring.party.ranking import rank_party_games
from tests.scoring.party.evenings import read_golden_party

VALUES = st.sampled_from(
    [None, True, -1, 0, 1, 5, 10**30, 0.5, "", "1", "1/2", "1/0", "A", [], [1], {}, {"1": 1}]
)
GAME_PARTS = st.sampled_from(
    [
        "player",
        "round",
        "table",
        "side",
        "group",
        "row",
        "own",
        "other",
        "won",
        "lone",
        "counts",
        "games_made",
        "set_back",
    ]
)


def row(game):
    """Return *game* as it stands in a file."""
    return {
        "player": game.player,
        "round": game.round_no,
        "table": game.table_no,
        "side": game.side,
        "group": game.group,
        "row": game.row,
        "own": game.own_points,
        "other": game.other_points,
        "won": str(game.games_won),
        "lone": game.lone_hands,
        "counts": game.is_counted,
        "games_made": game.games_made,
        "other_games_made": game.other_games_made,
        "set_back": game.set_back,
        "deals_won": game.deals_won,
        "deals_lost": game.deals_lost,
    }


def read_or_refused(data):
    """Return the sentence with which *data* is refused, or one that it is ranked; any other error fails the test."""
    try:
        party = read_party_json(data)
        ranking = rank_party_games("games", party.games)
        make_party_ranking_json(ranking)
    except ScoringError as error:
        return str(error)
    return "Ranked."


@settings(max_examples=150)
@given(name=GAME_PARTS, value=VALUES, at=st.integers(0, 3))
def test_any_value_in_a_game_is_read_or_refused(name, value, at):
    games = [row(game) for game in read_golden_party("whist")]
    games[at][name] = value
    assert read_or_refused({"contest": "progressive", "games": games}).endswith(".")


@settings(max_examples=60)
@given(
    data=VALUES
    | st.dictionaries(st.sampled_from(["contest", "players", "games", "prizes"]), VALUES)
)
def test_any_file_is_read_or_refused(data):
    assert read_or_refused(data).endswith(".")
