"""Options that don't affect the moves: the end of a round, ties, lone hands, the deal, the final tie.

They are stored with a party, for its screens and papers.
"""

from dataclasses import replace

from movements.option import Option


def _make_round_ends_option(phrases: dict[str, str]) -> Option:
    return Option("round_ends", "End of a round", phrases)


ROUND_ENDS = _make_round_ends_option(
    {
        "head-5": "when the head table reaches 5 points and rings",
        "head-7": "when the head table reaches 7 points and rings",
        "deals": "after everyone at a table has dealt once or twice",
        "any-5": "when the first table reaches 5 points and rings",
        "any-7": "when the first table reaches 7 points and rings",
        "time": "after a fixed time, usually seven minutes",
    }
)
RAPID_ENDS = ROUND_ENDS.only("any-5", "any-7")
TIME_ENDS = ROUND_ENDS.only("time")
CINCH_ENDS = _make_round_ends_option({"any-32": "when the first side reaches 32 points and rings"})
FOUR_HANDS = _make_round_ends_option({"four-hands": "after four hands at every table"})
ONE_DEAL = _make_round_ends_option({"one-deal": "after one deal"})
ONE_EACH = _make_round_ends_option({"one-deal-each": "after one deal by each player"})
CUT_IN_ENDS = _make_round_ends_option(
    {
        "rubber": "after one rubber",
        "one-game": "after one game",
        "deals": "after the same number of hands at every table",
        "time": "after a fixed time",
    }
)
ONE_RUBBER = CUT_IN_ENDS.only("rubber")
ONE_GAME = CUT_IN_ENDS.only("one-game")
HANDS_END = replace(CUT_IN_ENDS.only("deals", "time"), note="Usually eight hands.")
BEETLE_ENDS = _make_round_ends_option({"any-14": "when the first beetle is complete"})
SKAT_ENDS = _make_round_ends_option({"session": "after everyone at a table has dealt twenty times"})

TIE = Option(
    "tie",
    "Tie at a table",
    {
        "cut": "cut",
        "half-game": "half a game each, cut to decide who moves",
        "first-made": "the side that made its points first",
        "turned-trick": "the side that had turned its third trick",
    },
)
LARGE_TIE = Option(
    TIE.name,
    TIE.label,
    {"half-first-made": "half a game each; the side that made its points first moves on"}
    | TIE.phrases,
)
CUT_TIE = TIE.only("cut", "half-game")
LONE_HANDS = Option(
    "lone_hands",
    "Lone hands",
    {"allowed": "everywhere", "not-at-head": "not at the head table", "none": "nowhere"},
)
NO_LONE_HANDS = LONE_HANDS.only("none")
DEAL = Option(
    "deal",
    "Dealer after a change",
    {
        "visiting-a": "the player in seat A who has just arrived",
        "remaining-a": "the player in seat A who stayed",
        "cut": "cut for deal",
    },
)
REMAINING_DEAL = replace(DEAL, default="remaining-a")
CUT_DEAL = DEAL.only("cut", "visiting-a")
LOSER_DEAL = Option(
    DEAL.name,
    DEAL.label,
    {"losing-b": "the losing player in seat B"},
    note="Cut for the first deal.",
)
FINAL_TIE = Option(
    "final_tie",
    "Tie for a prize",
    {
        "play-off": "play a game or hand",
        "cut": "cut, highest card wins",
        "slips": "draw numbered slips",
    },
)
SLIPS = replace(FINAL_TIE, default="slips")
