"""Options that do not concern who goes where: how a round ends, ties, lone hands, the deal, the final tie.

They are kept with a party so that screens and papers can show them; the moves do not depend on them.
"""

from movements.model import Option

ROUND_ENDS = Option(
    "round_ends",
    ("head-5", "head-7", "deals", "any-5", "any-7", "time"),
    "head-5",
    "A round ends when the head table has 5 points and taps its bell (head-5) or 7 (head-7), after one or two deals "
    "round (deals), when the first table of all has 5 or 7 (any-5, any-7), or after a fixed time (time).",
    label="A round ends",
    words=(
        ("head-5", "when the head table has 5 points and rings"),
        ("head-7", "when the head table has 7 points and rings"),
        ("deals", "after everybody at a table has dealt once or twice"),
        ("any-5", "when the first table of all has 5 points and rings"),
        ("any-7", "when the first table of all has 7 points and rings"),
        ("time", "after a fixed time, by custom seven minutes"),
    ),
)
RAPID_ENDS = Option(
    ROUND_ENDS.name,
    ("any-5", "any-7"),
    "any-5",
    "The first table with 5 points, or 7, ends the round.",
    label=ROUND_ENDS.label,
    words=ROUND_ENDS.words,
)
TIME_ENDS = Option(
    ROUND_ENDS.name,
    ("time",),
    "time",
    "A round ends after a fixed time, by custom seven minutes.",
    label=ROUND_ENDS.label,
    words=ROUND_ENDS.words,
)
CINCH_ENDS = Option(
    ROUND_ENDS.name,
    ("any-32",),
    "any-32",
    "The first side of all with 32 points ends the round.",
    label=ROUND_ENDS.label,
    words=(("any-32", "when the first side of all has 32 points and rings"),),
)
FOUR_HANDS = Option(
    ROUND_ENDS.name,
    ("four-hands",),
    "four-hands",
    "A round is four hands at every table.",
    label=ROUND_ENDS.label,
    words=(("four-hands", "after four hands at every table"),),
)
ONE_DEAL = Option(
    ROUND_ENDS.name,
    ("one-deal",),
    "one-deal",
    "A round is one deal, all thirteen tricks played.",
    label=ROUND_ENDS.label,
    words=(("one-deal", "after one deal"),),
)
ONE_EACH = Option(
    ROUND_ENDS.name,
    ("one-deal-each",),
    "one-deal-each",
    "A round is one deal by each player.",
    label=ROUND_ENDS.label,
    words=(("one-deal-each", "after one deal by each player"),),
)
ONE_RUBBER = Option(
    ROUND_ENDS.name,
    ("rubber",),
    "rubber",
    "A round is one rubber.",
    label=ROUND_ENDS.label,
    words=(("rubber", "after one rubber"),),
)
CUT_IN_ENDS = Option(
    ROUND_ENDS.name,
    ("rubber", "one-game", "deals", "time"),
    "rubber",
    "A game ends with the rubber, with one game, after the same number of hands at every table, or after a fixed time.",
    label=ROUND_ENDS.label,
    words=(
        ("rubber", "after one rubber"),
        ("one-game", "after one game"),
        ("deals", "after the same number of hands at every table"),
        ("time", "after a fixed time"),
    ),
)
HANDS_END = Option(
    ROUND_ENDS.name,
    ("deals", "time"),
    "deals",
    "A round ends after a fixed number of hands at every table (deals), by custom eight, or after a fixed time (time).",
    label=ROUND_ENDS.label,
    words=(("deals", "after the same number of hands at every table"), ("time", "after a fixed time")),
)
BEETLE_ENDS = Option(
    ROUND_ENDS.name,
    ("any-14",),
    "any-14",
    "The first complete beetle of all, fourteen parts, ends the round.",
    label=ROUND_ENDS.label,
    words=(("any-14", "when the first beetle of all is complete"),),
)
ONE_GAME = Option(
    ROUND_ENDS.name,
    ("one-game",),
    "one-game",
    "A round is one game.",
    label=ROUND_ENDS.label,
    words=(("one-game", "after one game"),),
)
SKAT_ENDS = Option(
    ROUND_ENDS.name,
    ("session",),
    "session",
    "A session is twenty rounds of one deal by each player.",
    label=ROUND_ENDS.label,
    words=(("session", "after everybody at a table has dealt twenty times"),),
)

TIE = Option(
    "tie",
    ("cut", "half-game", "first-made", "turned-trick"),
    "cut",
    "A tie at a table: cut; half a game to each and a cut for who moves; the side that made its points first; or the "
    "side that has taken in and turned its third trick.",
    label="A tie at a table",
    words=(
        ("cut", "cut for it"),
        ("half-game", "half a game each, cut for who moves"),
        ("first-made", "the side that made its points first"),
        ("turned-trick", "the side that had turned its third trick"),
    ),
)
LARGE_TIE = Option(
    TIE.name,
    ("half-first-made", *TIE.choices),
    "half-first-made",
    "A tie at a table: half a game to each, and the side that made its points first moves (half-first-made); or one of "
    "the customs of smaller parties.",
    label=TIE.label,
    words=(
        ("half-first-made", "half a game each, and the side that made its points first goes on"),
        ("cut", "cut for it"),
        ("half-game", "half a game each, cut for who moves"),
        ("first-made", "the side that made its points first"),
        ("turned-trick", "the side that had turned its third trick"),
    ),
)
CUT_TIE = Option(
    TIE.name,
    ("cut", "half-game"),
    "cut",
    "A tie at a table: cut, or half a game each and cut to move.",
    label=TIE.label,
    words=TIE.words,
)
LONE_HANDS = Option(
    "lone_hands",
    ("allowed", "not-at-head", "none"),
    "allowed",
    "Lone hands: everywhere, not at table 1, or nowhere.",
    label="Lone hands",
    words=(("allowed", "everywhere"), ("not-at-head", "not at the head table"), ("none", "nowhere")),
)
NO_LONE_HANDS = Option(
    "lone_hands", ("none",), "none", "No lone hands.", label="Lone hands", words=(("none", "nowhere"),)
)
DEAL = Option(
    "deal",
    ("visiting-a", "remaining-a", "cut"),
    "visiting-a",
    "Who deals after a change: the player in seat A who has just come, the one who stayed, or by cutting.",
    label="Who deals after a change",
    words=(
        ("visiting-a", "the player in seat A who has just come"),
        ("remaining-a", "the player in seat A who stayed"),
        ("cut", "by cutting"),
    ),
)
REMAINING_DEAL = Option(DEAL.name, DEAL.choices, "remaining-a", DEAL.help, label=DEAL.label, words=DEAL.words)
CUT_DEAL = Option(DEAL.name, ("cut", "visiting-a"), "cut", DEAL.help, label=DEAL.label, words=DEAL.words)
LOSER_DEAL = Option(
    DEAL.name,
    ("losing-b",),
    "losing-b",
    "The first deal is cut for, later the losing player in seat B deals.",
    label=DEAL.label,
    words=(("losing-b", "the losing player in seat B"),),
)
FINAL_TIE = Option(
    "final_tie",
    ("play-off", "cut", "slips"),
    "play-off",
    "A tie for a prize: a game or hand is played off, the tied cut, or they draw numbered slips.",
    label="A tie for a prize",
    words=(("play-off", "play a game or hand"), ("cut", "cut, high wins"), ("slips", "draw numbered slips")),
)
SLIPS = Option(FINAL_TIE.name, FINAL_TIE.choices, "slips", FINAL_TIE.help, label=FINAL_TIE.label, words=FINAL_TIE.words)
