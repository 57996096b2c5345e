"""What deals score in whist, euchre, five hundred, cinch, auction and rubber bridge: worked cases and refusals."""

import csv
import re
from pathlib import Path

import pytest

from scoring.bridge.auction import get_honours_points
from scoring.deals.euchre import compute_play_off_points
from scoring.deals.five_hundred import parse_five_hundred_deal
from scoring.deals.games import GAMES, get_game, make_game_score_json, score_deals
from scoring.deals.rubber import compute_rubber_points, parse_bid_deal
from scoring.deals.whist import compute_whist_game_value
from scoring.errors import ScoringError
from tests.golden import GOLDEN, read_golden

ROOT = Path(__file__).parents[3]
GOLDEN_FILES = sorted((GOLDEN / "deals").glob("*.csv"))


def rows(name):
    return list(csv.DictReader(read_golden(f"deals/{name}").splitlines()))


def named(row):
    return "-".join(str(value) for value in row.values()).replace(" ", "_")


def totals(key, deals, **options):
    score = score_deals(key, deals, options)
    return score.ns, score.ew


def expected(row):
    return int(row["ns"]), int(row["ew"])


def test_every_game_has_a_golden_file_and_a_row_of_documentation():
    text = (ROOT / "docs" / "scoring" / "README.md").read_text(encoding="utf-8")
    table = text[text.index("| game |") :].split("\n\n")[0].splitlines()[2:]
    documented = {}
    for line in table:
        key, name, _, _, options, source = [cell.strip() for cell in line.strip("|").split("|")]
        described = re.finditer(r"`(?P<name>\w+)` (?P<choices>[^·]*[^· ])", options)
        choices = {each["name"]: tuple(each["choices"].split(", ")) for each in described}
        documented[key.strip("`")] = (name, choices, source)
    ours = {
        game.key: (game.name, {option.name: option.choices for option in game.options}, game.source)
        for game in GAMES
    }
    assert documented == ours
    assert {path.stem.partition("_")[0] for path in GOLDEN_FILES} == set(ours)


def test_sources_of_games_are_in_the_list_of_sources():
    listed = set(
        re.findall(
            r"^\| (\[\w+\]) ", (ROOT / "docs" / "sources.md").read_text(encoding="utf-8"), re.M
        )
    )
    cited = {key for game in GAMES for key in re.findall(r"\[[A-Z]+\d*\]", game.source)}
    cited |= {
        key
        for path in GOLDEN_FILES
        for key in re.findall(r"\[[A-Z]+\d*\]", path.read_text(encoding="utf-8"))
    }
    assert cited - listed == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_default_of_every_option_is_its_first_choice_and_explained(game):
    assert [
        option for option in game.options if option.default != option.choices[0] or not option.help
    ] == []


@pytest.mark.parametrize("row", rows("whist_1900.csv"), ids=named)
def test_whist_scores_tricks_and_honours(row):
    assert totals("whist", [row["deal"]], count=row["count"], honours=row["honours"]) == expected(
        row
    )


@pytest.mark.parametrize("row", rows("euchre_parties.csv"), ids=named)
def test_euchre_scores_marches_lone_hands_and_euchres(row):
    options = {"lone_march": row["lone_march"], "lone_euchre": row["lone_euchre"]}
    score = score_deals("euchre", [row["deal"]], options)
    assert (score.ns, score.ew) == expected(row)
    assert score.deals[0].result_text == row["result"]


def test_play_off_of_four_counts_a_lone_march_three():
    assert [compute_play_off_points(tricks) for tricks in range(6)] == [(0, 2)] * 3 + [
        (1, 0)
    ] * 2 + [(3, 0)]


def test_five_hundred_knows_the_printed_schedule():
    printed = {
        (row["tricks"], suit): int(row[suit])
        for row in rows("five-hundred_schedule.csv")
        for suit in row.keys() - {"tricks"}
    }
    ours = {
        (level, suit): parse_five_hundred_deal(f"{level}{suit} NS {level}").bid_points
        for level, suit in printed
    }
    assert ours == printed
    assert len(ours) == 25


@pytest.mark.parametrize("row", rows("five-hundred_deals.csv"), ids=named)
def test_five_hundred_scores_bids_set_backs_and_nullo(row):
    assert totals(
        "five-hundred", [row["deal"]], slam=row["slam"], opponents=row["opponents"]
    ) == expected(row)


@pytest.mark.parametrize("row", rows("cinch_deals.csv"), ids=named)
def test_cinch_scores_by_difference_or_with_set_backs(row):
    assert totals("cinch", [row["deal"]], count=row["count"]) == expected(row)


@pytest.mark.parametrize("row", rows("auction_deals.csv"), ids=named)
def test_auction_scores_a_deal_by_itself(row):
    assert totals("auction", [row["deal"]], schedule=row["schedule"]) == expected(row)


@pytest.mark.parametrize("row", rows("auction_forms.csv"), ids=named)
def test_auction_scores_rounds_and_rubbers(row):
    assert totals("auction", row["deals"].split(), form=row["form"]) == expected(row)


@pytest.mark.parametrize("row", rows("auction_honours.csv"), ids=named)
def test_honours_at_auction_are_worth_their_points(row):
    assert get_honours_points(row["held"], row["denomination"], row["schedule"]) == int(
        row["points"]
    )


@pytest.mark.parametrize("row", rows("rubber_deals.csv"), ids=named)
def test_rubber_deal_scores_below_and_above_the_line(row):
    points = compute_rubber_points(
        parse_bid_deal(row["deal"]), is_vulnerable=row["vulnerable"] == "yes"
    )
    assert (points.below_line, points.above_line, points.defenders_points) == (
        int(row["below"]),
        int(row["above"]),
        int(row["defenders"]),
    )


@pytest.mark.parametrize("row", rows("rubber_rubbers.csv"), ids=named)
def test_rubber_adds_premiums_at_its_end(row):
    deals = re.findall(r"\S+(?: (?:NS|EW)[0-9]+)?", row["deals"])
    assert totals("rubber", deals, part_score=row["part_score"]) == expected(row)


def test_rubber_tells_how_it_went():
    score = score_deals("rubber", ["3NTS=", "3NTE=", "2SN+1", "2HS="])
    assert [deal.result_text for deal in score.deals] == ["game", "game", "", "game"]
    assert score.notes == (
        "N-S win game 1.",
        "E-W win game 2.",
        "N-S win game 3.",
        "N-S score 500 for the rubber.",
    )


def test_whist_notes_a_revoke_and_leaves_the_score_as_made():
    assert score_deals("whist", ["7-6+R"]).notes == (
        "7-6+R: E-W revoked. The score counts as made until the revoke is settled.",
    )


@pytest.mark.parametrize(
    ("loser", "game", "value"),
    [(0, 7, 7), (6, 7, 1), (0, 5, 3), (1, 5, 2), (2, 5, 2), (3, 5, 1), (4, 5, 1)],
)
def test_game_of_whist_is_worth_more_the_fewer_points_the_losers_have(loser, game, value):
    assert compute_whist_game_value(loser, game) == value


def test_scores_of_deals_are_written_for_programs():
    assert make_game_score_json("cinch", score_deals("cinch", ["9ns8"])) == {
        "game": "cinch",
        "deals": [{"deal": "9 NS 8", "result": "short", "ns": 0, "ew": 15}],
        "ns": 0,
        "ew": 15,
        "notes": [],
    }


HONOURS_OF_RUBBER = (
    "Four trump honours in one hand score 100. Five, or four aces at no-trumps, score 150."
)
FORMS = {game.key: game.typing_hint for game in GAMES}
REFUSED = [
    ("bezique", "9-4", f"Unknown game “bezique”. Choose one of {', '.join(FORMS)}."),
    ("whist", "nine", f"“nine” isn’t a deal of whist; {FORMS['whist']}"),
    ("whist", "9-5", "N-S 9 tricks and E-W 5 tricks make 14. A deal has 13."),
    ("whist", "14", "“14”: N-S can’t have 14 tricks. A deal has 13."),
    ("whist", "9-4 NS3", "“9-4 NS3”: honours can’t be 3. Three score 2 and four score 4."),
    (
        "whist",
        "9-4 NS4",
        "“9-4 NS4”: honours don’t count in this game. Remove them, or choose honours=yes.",
    ),
    ("euchre", "5", f"“5” isn’t a deal of euchre; {FORMS['euchre']}"),
    ("euchre", "NS 6", "“NS 6”: 6 tricks is too many. A deal of euchre has 5."),
    ("five-hundred", "8H", f"“8H” isn’t a deal of five hundred; {FORMS['five-hundred']}"),
    (
        "five-hundred",
        "5H NS 6",
        "“5H NS 6”: unknown bid 5H. Bid 6 to 10 in S, C, D, H or NT, or NULLO.",
    ),
    (
        "five-hundred",
        "11H NS 6",
        "“11H NS 6”: unknown bid 11H. Bid 6 to 10 in S, C, D, H or NT, or NULLO.",
    ),
    (
        "five-hundred",
        "8X NS 6",
        "“8X NS 6”: unknown bid 8X. Bid 6 to 10 in S, C, D, H or NT, or NULLO.",
    ),
    (
        "five-hundred",
        "8 NS 8",
        "“8 NS 8”: unknown bid 8N. Bid 6 to 10 in S, C, D, H or NT, or NULLO.",
    ),
    (
        "five-hundred",
        "8H NS 11",
        "“8H NS 11”: 11 tricks is too many. A deal of five hundred has 10.",
    ),
    (
        "cinch",
        "9 NS",
        "“9 NS” isn’t a deal of cinch; type bid, bidder and the points of the bidder’s side, such as 9 NS 11.",
    ),
    ("cinch", "15 NS 9", "“15 NS 9”: bids go from 1 to 14, not 15."),
    ("cinch", "0 NS 9", "“0 NS 9”: bids go from 1 to 14, not 0."),
    ("cinch", "9 NS 15", "“9 NS 15”: 15 points is too many. A deal of cinch has 14."),
    ("auction", "8HS=", "“8HS=”: bids go from 1 to 7, not 8."),
    (
        "auction",
        "+420",
        "“+420” has no contract. Type contract, declarer and result, such as 4SS= or 3NTW-1, or PASS.",
    ),
    ("auction", "PASS NS64", "“PASS NS64”: a passed-out deal has no honours. Remove them."),
    ("auction", "3HS= NS101", "“3HS= NS101”: honours can’t be 101. The most is 100."),
    (
        "rubber",
        "A6040",
        "“A6040” has no contract. Type contract, declarer and result, such as 4SS= or 3NTW-1, or PASS.",
    ),
    ("rubber", "4SS= NS64", f"“4SS= NS64”: honours can’t be 64. {HONOURS_OF_RUBBER}"),
    ("rubber", "4SS= NS0", f"“4SS=”: honours can’t be 0. {HONOURS_OF_RUBBER}"),
]


@pytest.mark.parametrize(
    ("key", "deal", "sentence"), REFUSED, ids=[f"{key}-{deal}" for key, deal, _ in REFUSED]
)
def test_deal_that_cannot_be_is_refused(key, deal, sentence):
    with pytest.raises(ScoringError) as refusal:
        score_deals(key, [deal])
    assert str(refusal.value) == sentence


REFUSED_WITH = {
    "no-deals": (
        lambda: score_deals("cinch", []),
        "The deal is missing; type bid, bidder and the points of the bidder’s side, such as 9 NS 11.",
    ),
    "option": (
        lambda: score_deals("cinch", ["9NS9"], {"slam": "250"}),
        "Unknown option “slam” for cinch. Choose from count.",
    ),
    "choice": (
        lambda: score_deals("euchre", ["NS3"], {"lone_march": "6"}),
        "Option lone_march of euchre can’t be “6”. Choose one of 4, 3, 5.",
    ),
    "no-lone-hands": (
        lambda: score_deals("euchre", ["NS 5 alone"], {"lone_hands": "no"}),
        "“NS 5 alone”: lone hands aren’t allowed. Remove ALONE, or choose lone_hands=yes.",
    ),
    "no-nullo": (
        lambda: score_deals("five-hundred", ["nullo NS 0"], {"nullo": "no"}),
        "“nullo NS 0”: nullo isn’t allowed. Choose nullo=yes to allow it.",
    ),
    "five-deals": (
        lambda: score_deals("auction", ["PASS"] * 5, {"form": "round"}),
        "A round has four deals, not 5. Score the next round separately.",
    ),
    "after-the-rubber": (
        lambda: score_deals("rubber", ["3NTS=", "3NTS=", "1CE="]),
        "“1CE=”: the rubber was over before this deal. Start a new rubber with it.",
    ),
    "after-the-auction-rubber": (
        lambda: score_deals("auction", ["3NTS=", "3NTS=", "1CE="], {"form": "rubber"}),
        "“1CE=”: the rubber was over before this deal. Start a new rubber with it.",
    ),
    "honours-not-held": (
        lambda: get_honours_points("5", "NT"),
        "“5” aren’t honours in NT. Use one of 3, 4, 4 in one hand.",
    ),
    "losers-with-a-game": (
        lambda: compute_whist_game_value(7),
        "The losers of a game of 7 can’t have 7 points. Enter 0 to 6.",
    ),
}


@pytest.mark.parametrize("case", REFUSED_WITH)
def test_what_cannot_be_scored_is_refused(case):
    call, sentence = REFUSED_WITH[case]
    with pytest.raises(ScoringError) as refusal:
        call()
    assert str(refusal.value) == sentence


def test_find_game_finds_every_game():
    assert [get_game(game.key) for game in GAMES] == list(GAMES)


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        pytest.param("3NULLOW=", (0, 155), id="nine tricks lost make a game of 30"),
        pytest.param("2 nullos NX+1", (285, 0), id="doubled, one more"),
        pytest.param("4NULLOE-2", (100, 0), id="two tricks too many won"),
        pytest.param("6NULLOS=", (185, 0), id="no slam"),
    ],
)
def test_nullos_of_auction_count_ten_a_trick_without_honours_or_slam(deal, points):
    assert totals("auction", [deal], nullos="yes") == points


@pytest.mark.parametrize(
    ("deal", "options", "sentence"),
    [
        ("3NULLOW=", {}, "nullos aren’t allowed"),
        ("3NULLOW= EW30", {"nullos": "yes"}, "nullos have no honours"),
    ],
)
def test_nullos_that_cannot_be_are_refused(deal, options, sentence):
    with pytest.raises(ScoringError, match=sentence):
        totals("auction", [deal], **options)
