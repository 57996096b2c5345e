"""Prizes as clubs give them today: half-time, highest game, hands of ten tricks, raffle, and ties parted or shared."""

from fractions import Fraction

from scoring.party.model import PartyGame
from scoring.party.presence import PartyPresence
from scoring.party.prizes import PrizeDraws, PrizeRules, list_party_prizes
from scoring.party.ranking import compute_totals_by_player, rank_party_games
from tests.scoring.party.rooms import WITHOUT_GROUPS, list_prize_texts, list_winners, make_ranking

# Three tables, six hands, the tricks of the pair whose lady has the lower number: the totals of a
# whist drive.
LADIES = {"1": (48, 27), "2": (39, 18), "3": (31, 16), "4": (33, 15), "5": (35, 20), "6": (48, 21)}
GENTS = {
    "11": (48, 24),
    "12": (34, 15),
    "13": (39, 21),
    "14": (37, 17),
    "15": (35, 20),
    "16": (41, 20),
}
DRIVE = LADIES | GENTS
HALF = {player: half for player, (_total, half) in DRIVE.items()}


def drive(**rules):
    """Return the prizes of the drive: one for the best lady and gentleman of all, of the first half, and the lowest."""
    totals = {player: total for player, (total, _half) in DRIVE.items()}
    groups = {player: "A" if player in LADIES else "B" for player in DRIVE}
    return list_party_prizes(
        make_ranking(totals, groups),
        PrizeRules(places=1, half=1, **rules),
        draws=PrizeDraws(half_total_by_player=HALF),
    )


def test_half_time_prizes_use_the_totals_at_half_time():
    assert list_winners(drive(final_tie="second-half")) == [
        ("first", ("6",)),
        ("first", ("11",)),
        ("half-time", ("1",)),
        ("half-time", ("11",)),
        ("booby", ("3",)),
        ("booby", ("12",)),
    ]


def test_next_in_line_takes_the_prize_of_who_has_one_already():
    assert list_winners(drive(final_tie="second-half", one_each=True))[2:4] == [
        ("half-time", ("1",)),
        ("half-time", ("13",)),
    ]


def test_better_half_parts_those_who_are_tied():
    assert (
        list_prize_texts(drive(final_tie="second-half"))[0]
        == "First prize, A: 6 with 48 points, by the better second half."
    )
    assert (
        list_prize_texts(drive(final_tie="first-half"))[0]
        == "First prize, A: 1 with 48 points, by the better first half."
    )
    assert (
        list_prize_texts(drive(final_tie="first-half"))[2]
        == "Half-time prize, A: 1 with 27 points at half-time."
    )


def test_only_the_first_of_the_tied_has_the_better_half():
    rules = PrizeRules(places=2, by_group=False, booby=True, final_tie="second-half", one_each=True)
    halves = {"1": 4, "2": 5, "3": 1, "4": 2, "5": 2}
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 9, "3": 4, "4": 4, "5": 4}),
        rules,
        draws=PrizeDraws(half_total_by_player=halves),
    )
    assert list_prize_texts(prizes)[:2] == [
        "First prize: 1 with 9 points, by the better second half.",
        "Second prize: 2 with 9 points, by the second half.",
    ]
    assert list_prize_texts(prizes)[2].startswith(
        "Booby prize: 4 and 5 are tied with 4 points and an equal second half. Cut; "
    )
    alone = list_party_prizes(
        make_ranking({"1": 9, "2": 9, "3": 4, "4": 4}),
        rules,
        draws=PrizeDraws(half_total_by_player=halves),
    )
    assert list_prize_texts(alone)[2] == "Booby prize: 4 with 4 points, by the second half."


def test_worse_half_takes_the_booby_prize():
    totals = make_ranking({"1": 9, "2": 3, "3": 3})
    rules = PrizeRules(places=0, by_group=False, final_tie="second-half")
    assert list_winners(
        list_party_prizes(
            totals, rules, draws=PrizeDraws(half_total_by_player={"1": 4, "2": 1, "3": 2})
        )
    ) == [("booby", ("3",))]


def test_players_with_equal_halves_cut():
    rules = PrizeRules(places=2, final_tie="second-half", **WITHOUT_GROUPS)
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 9, "3": 9}),
        rules,
        draws=PrizeDraws(half_total_by_player={"1": 4, "2": 4, "3": 5}),
    )
    assert [prize.players for prize in prizes] == [("1", "2"), ("1", "2")]
    assert (
        prizes[0].tie.instructions
        == "Cut; the highest card takes first prize, the next second prize."
    )


def test_before_half_time_there_is_no_such_prize():
    assert (
        list_party_prizes(make_ranking({"1": 9}), PrizeRules(places=0, half=2, **WITHOUT_GROUPS))
        == ()
    )


def test_sharing_one_prize_does_not_use_up_the_next():
    prizes = list_party_prizes(
        make_ranking({"1": 18, "2": 18, "3": 16, "4": 15}),
        PrizeRules(places=3, final_tie="one-share", **WITHOUT_GROUPS),
    )
    assert list_prize_texts(prizes) == [
        "First prize: shared by 1 and 2, each with 18 points.",
        "Second prize: 3 with 16 points.",
        "Third prize: 4 with 15 points.",
    ]


def test_highest_game_and_hands_of_ten_tricks():
    tricks = {"1": (13, 2, 10), "2": (11, 10, 10), "3": (9, 9, 9)}
    games = [
        PartyGame(player, no, 1, side, own_points=hand, other_points=13 - hand)
        for side, (player, hands) in enumerate(tricks.items())
        for no, hand in enumerate(hands, 1)
    ]
    played = rank_party_games("tricks", games)
    prizes = list_party_prizes(
        played, PrizeRules(places=0, high_game=True, tens=True, **WITHOUT_GROUPS)
    )
    assert list_prize_texts(prizes) == [
        "Prize for the highest game: 1 with 13 tricks in one game.",
        "Prize for most hands of ten tricks: 2 with 3 hands of ten tricks or more.",
    ]


def test_raffle_goes_to_whoever_is_drawn_with_a_prize_or_without():
    rules = PrizeRules(places=1, raffle=2, one_each=True, **WITHOUT_GROUPS)
    totals = make_ranking({"1": 9, "2": 8, "3": 7})
    assert list_prize_texts(list_party_prizes(totals, rules))[1:] == [
        "Raffle prize 1: draw the numbers of the raffle.",
        "Raffle prize 2: draw the numbers of the raffle.",
    ]
    drawn = list_party_prizes(
        totals,
        rules,
        draws=PrizeDraws(drawn_players=("3", "1")),
        get_name={"1": "1", "3": "Ada"}.__getitem__,
    )
    assert list_prize_texts(drawn)[1:] == [
        "Raffle prize 1: Ada with number 3.",
        "Raffle prize 2: 1 with number 1.",
    ]


def test_total_after_a_round_has_what_was_played_and_sat_out_by_then():
    games = [
        PartyGame(player, no, 1, side, own_points=own)
        for no, own in ((1, 3), (2, 5))
        for side, player in enumerate("12")
    ]
    games.append(PartyGame("3", 2, 1, 2, own_points=4))
    presences = [PartyPresence("3", rounds_sat_out=(1,)), PartyPresence("1", leaving_round=3)]
    told = {"options": {"sit_out": "2"}, "presences": presences}
    assert compute_totals_by_player("points", games, 1, **told) == {
        "1": Fraction(3),
        "2": Fraction(3),
        "3": Fraction(2),
    }
    assert compute_totals_by_player("points", games, 2, **told) == {
        "1": Fraction(8),
        "2": Fraction(8),
        "3": Fraction(6),
    }
