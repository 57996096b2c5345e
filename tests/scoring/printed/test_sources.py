"""Every worked example of the two lists of sources has a golden file, and those without another test come out here."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.auction import get_game_bonus
from scoring.classic.exponent import EquatedGain, make_exponent_slip
from scoring.classic.losses import IndividualTable, compute_charges_by_player
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import GOLDEN, read_golden
from tests.oracle.books import compute_odd_pair_total, sum_gains

EXAMPLES = {
    "original_howell": ["scoring/howell-losses_slip-1900"],
    "exponent_even": ["scoring/exponent_slip-even-1900"],
    "exponent_odd": ["scoring/exponent_slip-odd-1900"],
    "exponent_match_total": ["scoring/exponent_match-total"],
    "match_system": ["scoring/match_slip-1900"],
    "mitchell_plus_minus": ["scoring/average_whist-1900"],
    "auction_plus_minus": [
        "scoring/compass_auction-1926",
        "scoring/compass_rounds-1926",
        "scoring/average_auction-1926",
    ],
}
"""The worked examples of pair scoring by the name each has in the transcription."""

RULES = {
    "average_plus_minus": ["scoring/average_whist-1900"],
    "howell_original": ["scoring/howell-losses_slip-1900"],
    "exponent": [
        "scoring/exponent_slip-even-1900",
        "scoring/exponent_slip-odd-1900",
        "scoring/exponent_match-total",
    ],
    "match_2_1_0": ["scoring/match_slip-1900"],
    "individual_8": ["rules/individual_howell-8"],
    "four_pair_double_score": ["scoring/four-pairs_schedule-1900"],
    "fours_match_2_1_0": ["scoring/fours_totals"],
    "odd_pair_average": ["rules/odd-pair_1900"],
    "game_bonus_125": ["rules/game-bonus_1926"],
    "round_difference": ["scoring/compass_rounds-1926"],
    "net_score": ["scoring/compass_rounds-1926"],
    "compass_average": ["scoring/compass_auction-1926"],
    "excess": ["scoring/excess_entries"],
    "excess_totals": ["scoring/excess_contest"],
    "series_standing": ["scoring/excess_series"],
    "law4_wrong_number_of_cards": ["rules/irregular_wrong-cards"],
    "law5_shifted_hands": ["rules/irregular_shifted-hands"],
    "revoke_auction_1926": ["rules/revokes_auction"],
    "protests": [],  # who decides and until when: nothing to compute
    "revoke_whist_1900": ["rules/revokes_1900"],
    "revoke_whist_later": ["rules/revokes_later"],
    "whist_irregular_deal": ["rules/irregular_whist"],
    "skat": ["rules/skat_prizes", "rules/skat_settlement"],
}
"""The rules of scoring by the id each has in the list of rules."""


def rows(name):
    return list(csv.DictReader(read_golden(f"{name}.csv").splitlines()))


@pytest.mark.parametrize(
    ("example", "files"), [*EXAMPLES.items(), *RULES.items()], ids=[*EXAMPLES, *RULES]
)
def test_every_worked_example_has_its_golden_file(example, files):
    assert [name for name in files if not (GOLDEN / f"{name}.csv").is_file()] == []
    assert bool(files) == (example != "protests")


def test_every_golden_file_of_the_old_systems_belongs_to_an_example():
    old = (
        "average",
        "howell-losses",
        "exponent",
        "match",
        "four-pairs",
        "fours",
        "compass",
        "excess",
    )
    files = {
        f"scoring/{path.stem}"
        for path in (GOLDEN / "scoring").glob("*.csv")
        if path.stem.split("_")[0] in old
    }
    listed = {
        name for examples in (EXAMPLES, RULES) for names in examples.values() for name in names
    }
    assert files - listed == {
        "scoring/average_exponent-slip-1900"
    }  # a second route to the slip of the exponents


def test_odd_pair_adds_the_average_of_the_other_direction():
    for row in rows("rules/odd-pair_1900"):
        others = list(map(int, row["other_direction"].split()))
        assert compute_odd_pair_total(int(row["own_total"]), others) == int(row["total"])


@pytest.mark.parametrize("row", rows("rules/game-bonus_1926"), ids=lambda row: row["trick_points"])
def test_game_of_one_deal_earns_125(row):
    assert get_game_bonus(int(row["trick_points"])) == int(row["bonus"])


def test_whole_gains_and_exponents_of_a_match_are_added_up_apart():
    printed = rows("scoring/exponent_match-total")
    columns = {side: [row for row in printed if row["direction"] == side] for side in ("NS", "EW")}
    slips = [
        make_exponent_slip(
            *([int(row[f"tricks_{deal}"]) for row in columns[side]] for side in ("NS", "EW"))
        )
        for deal in (1, 2, 3)
    ]
    totals = [
        sum_gains(getattr(slip, f"{side.lower()}_gains")[index] for slip in slips)
        for side in ("NS", "EW")
        for index in range(len(columns[side]))
    ]
    assert [(total.whole_points, total.exponent) for total in totals] == [
        (int(row["whole"]), int(row["exponent"])) for row in printed
    ]
    assert sum(total.exact_points for total in totals) == 2 * 4 * sum(
        slip.average_gain for slip in slips
    )
    boards = tuple(
        Board(
            deal,
            tuple(
                Line(int(ns["pair"]), int(ew["pair"]), int(ns[f"tricks_{deal}"]))
                for ns, ew in zip(*columns.values(), strict=True)
            ),
        )
        for deal in (1, 2, 3)
    )
    ours = {
        standing.contestant: standing.total
        for standing in rank_field("exponent", Field(1, boards)).standings
    }
    assert ours == {
        int(row["pair"]): total.exact_points for row, total in zip(printed, totals, strict=True)
    }


@given(
    st.lists(
        st.builds(EquatedGain, st.integers(0, 13), st.integers(0, 60), st.integers(1, 12)),
        min_size=1,
    )
)
def test_total_gain_is_the_sum_with_a_proper_fraction(gains):
    total = sum_gains(gains)
    assert total.exact_points == sum(gain.exact_points for gain in gains)
    assert total.exponent < total.table_count


def individual_rounds():
    rounds, charged = {}, {}
    for row in rows("rules/individual_howell-8"):
        seat = {name: int(value) for name, value in row.items()}
        ns, ew = (seat["north"], seat["south"]), (seat["east"], seat["west"])
        table = IndividualTable(ns, ew, seat["ns_tricks"], seat["ew_tricks"])
        rounds.setdefault(seat["round"], []).append(table)
        for players, lost in ((ns, seat["ns_charged"]), (ew, seat["ew_charged"])):
            for player in players:
                charged[player] = charged.get(player, 0) + lost
    return list(rounds.values()), charged


def test_individuals_are_charged_what_their_side_lost():
    rounds, charged = individual_rounds()
    assert compute_charges_by_player(rounds) == charged
    assert set(charged) == set(range(1, 9))


@given(st.integers(0, 26), st.integers(0, 26))
def test_one_direction_loses_what_the_other_gains_at_two_tables(first, second):
    tables = (
        IndividualTable((1, 2), (3, 4), first, 26 - first),
        IndividualTable((5, 6), (7, 8), second, 26 - second),
    )
    charged = compute_charges_by_player([tables])
    assert [charged[player] for player in (1, 5, 3, 7)] == [
        max(second - first, 0),
        max(first - second, 0),
        max(first - second, 0),
        max(second - first, 0),
    ]


def test_tables_of_a_round_with_unlike_deals_are_refused():
    tables = (IndividualTable((1, 2), (3, 4), 7, 6), IndividualTable((5, 6), (7, 8), 7, 7))
    with pytest.raises(ScoringError) as refusal:
        compute_charges_by_player([tables])
    assert str(refusal.value) == (
        "Round 1: table 2 made 14 tricks in all, but table 1 made 13. All tables play the same deals, so correct one."
    )
