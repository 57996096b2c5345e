"""Sentences of the rules that are read out: ties, deals, scoring and prizes, each by its key.

The keys are those of the options of ``movements`` and of the methods of ``scoring``. A choice that
changes nothing for players has no sentence.
"""

from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

ROUND_LENGTHS = {
    "one-deal": "Each round is one hand.",
    "one-deal-each": "In each round everybody at a table deals once.",
    "four-hands": "Each round is four hands.",
    "rubber": "Each round is one rubber.",
    "one-game": "Each round is one game.",
    "session": "In each round everybody at a table deals twenty times.",
}
"""What a round is by the option *round_ends*, if the party has no number of hands."""

DEALERS = {
    "cut": "At each table you cut for the deal.",
    "visiting-a": "The {a} who has just arrived deals first.",
    "remaining-a": "The {a} who has stayed deals first.",
    "losing-b": "The losing {b} deals first.",
}
"""Who deals, with the words for a player in seats A and B."""

TIES = {
    "cut": "If a table is tied, its two sides cut, and the winner of the cut has won.",
    "half-game": "If a table is tied, each side has half a game. The sides cut to see who moves.",
    "half-first-made": (
        "If a table is tied, each side has half a game. The side that made its points first moves "
        "as the winner."
    ),
    "first-made": "If a table is tied, the side that made its points first has won.",
    "turned-trick": (
        "If a table is tied, the side that has turned down its third trick has won. Tricks that "
        "are not turned down don’t count."
    ),
}

SERIES_GAMES = {
    "48": "Each round is 48 games at a table of four, and 36 at a table of three.",
    "40": "Each round is 40 games at a table of four, and 30 at a table of three.",
    "32": "Each round is 32 games at a table of four, and 24 at a table of three.",
    "24": "Each round is 24 games at a table of four, and 18 at a table of three.",
}

LONE_HANDS = {
    "allowed": "You may play a lone hand at every table.",
    "not-at-head": "You may play a lone hand at every table except table 1.",
    "none": "Nobody may play a lone hand.",
}

SCORING = {
    "auction": "You score all the points of your side, and 125 for each game it makes. The lower "
    "score is not taken off.",
    "net-of-the-lower": "At each table 125 for each game is added to the points. The side with the "
    "higher score writes the difference.",
    "pivot": "You score all the points of your side.",
    "beetle": "You score one for each part drawn before the first “Beetle!”.",
    "cribbage": "You score 2 for each game you win, and 3 if you win it by 31 or more. Between equal "
    "players the games won decide, then the sum of the margins.",
    "games": "You score one for each game you win.",
    "points": "You score every point {makes}, win or lose.",
    "punched-card": "You punch a hole for every point {makes}, on a card of 15.",
    "plus-and-minus": "You score every point {makes}. Set-backs are taken off.",
    "sixty-three": "You score every point {makes} at each table. Set-backs are taken off.",
    "seeger-fabian": "You score the points of your list.",
    "signed-lists": "You score the points of all your lists, plus and minus, added up.",
    "counters": "Each loser pays a winner one counter for each point.",
    "gains-and-losses": "The winners gain their points, and the losers lose as many.",
    "winners-only": "The winners score their points, and the losers score nothing.",
    "tricks": "You score every trick {takes}, win or lose.",
}
"""What a player scores, by method. ``{makes}`` and ``{takes}`` name the player or the side."""

METHOD_CHOICES = {
    ("equal", "points"): "Between equal games more points decide.",
    ("entered", "tricks"): "You write your tricks, and each trick above six is a point.",
    ("card", "followed"): "When your card is full, you start another.",
    ("card", "full"): "When your card is full, no more points count.",
    ("lower", "nothing"): "The other side writes nothing.",
    ("lower", "minus"): "The other side writes the same difference as minus.",
    ("rubber", "250"): "Each rubber won is worth 250 more.",
    ("rubbers", "3"): "Only the first three rubbers count.",
    ("bonus", "extended"): (
        "You have 50 more for each game you win and 50 less for each game you lose. For each game "
        "that another player loses you have 30 more, or 40 at a table of three."
    ),
    ("bonus", "seeger"): (
        "You have 50 more for each game you win and 50 less for each game you lose."
    ),
    ("list_sum", "zero"): "Each list adds up to zero.",
    ("list_sum", "any"): "Only plus points are written.",
    ("parts", "13"): "A whole beetle has thirteen parts.",
    ("parts", "14"): "A whole beetle has fourteen parts.",
}
"""Further sentences on scoring, by option and choice of a method."""

SHORT_TABLES = {
    "best": "Only the best player there scores.",
    "1": "Everybody there scores in full.",
    "1/2": "Scores there count half.",
    "2/3": "Scores there count two thirds.",
    "3/4": "Scores there count three quarters.",
    "4/3": "Scores there count four thirds.",
    "3/2": "Scores there count one and a half times.",
    "2": "Scores there count twice.",
}

ENTRIES = {
    "winner": "Each table reports who won.",
    "points": "Each table reports the {unit} of {sides}.",
    "cards": "Everybody writes a card and hands it in at the end.",
    "sheets": "Each table hands in its list.",
    "mix": "At first each table reports its result. Later everybody writes a card and hands it in.",
    "totals": "Everybody hands in a total after every round.",
}

LOST_GAMES = {
    "50-100": "In each series you pay 0.50 for each of your first three lost games, then 1.00.",
    "50": "You pay 0.50 for each lost game.",
    "100": "You pay 1.00 for each lost game.",
}

WATCHERS = {
    "4": "At a table of four the dealer watches.",
    "5": "At a table of five two players watch.",
    "6": "At a table of six three players watch.",
}
"""Who does not play at a full table of Skat, by the option *full_table*."""

FINAL_TIES = {
    "play-off": "If {several} tie for a prize, they play off.",
    "one-hand": "If {several} tie for a prize, they play one more hand.",
    "cut": "If {several} tie for a prize, they cut for it.",
    "slips": "If {several} tie for a prize, they draw numbered slips face down.",
    "halves": "If {several} tie for a prize, they share the prizes.",
    "one-share": "If {several} tie for a prize, they share it. The next takes the prize after it.",
    "second-half": (
        "If {several} tie for a prize, the better second half wins. If that is tied too, they cut."
    ),
    "first-half": (
        "If {several} tie for a prize, the better first half wins. If that is tied too, they cut."
    ),
}

PRIZES = {
    "places": "for the best totals",
    "half": "for the best first half",
    "aisle": "for each aisle",
    "table": "for each table",
    "table_winners": "for the best winners of tables",
    "high_game": "for the highest game",
    "lone_hands": "for the most lone hands",
    "tens": "for the most hands of ten tricks",
    "booby": "for the lowest total",
    "drawn": "by a drawn number",
    "raffle": "in a raffle",
}
"""What each rule of prizes gives a prize for."""

_SUITS = {"H": "hearts", "C": "clubs", "D": "diamonds", "S": "spades", "NT": "no trump"}


def count_word(number: int) -> str:
    """Return *number* as people say it.

    >>> count_word(3), count_word(24)
    ('three', '24')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def name_trumps(labels: Sequence[str]) -> list[str]:
    """Return the trumps of hands in turn as words.

    >>> name_trumps(["H", "NT", "misère"])
    ['hearts', 'no trump', 'misère']
    """
    return [_SUITS.get(label, label) for label in labels]


def describe_length(minutes: int) -> str:
    """Return a length of time as people say it.

    >>> describe_length(169), describe_length(61), describe_length(120), describe_length(45)
    ('2 hours and 49 minutes', '1 hour and 1 minute', '2 hours', '45 minutes')
    """
    hours, minutes_left = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(f"{hours} hour{'' if hours == 1 else 's'}")
    if minutes_left or not hours:
        parts.append(f"{minutes_left} minute{'' if minutes_left == 1 else 's'}")
    return " and ".join(parts)
