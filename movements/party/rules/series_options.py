"""What can be chosen about evenings in series: how many games, when seats follow the standings, lost games."""

from movements.model import Option

SERIES_GAMES = Option(
    "games",
    ("48", "40", "32", "24"),
    "48",
    "The games of a series at a table of four; a table of three plays three quarters of them, each player dealing "
    "as often.",
    label="Games of a series",
    words=(
        ("48", "48 at a table of four, 36 at one of three"),
        ("40", "40 at a table of four, 30 at one of three"),
        ("32", "32 at a table of four, 24 at one of three"),
        ("24", "24 at a table of four, 18 at one of three"),
    ),
)
SERIES_SEATS = Option(
    "seats",
    ("drawn", "standing-2", "standing-3", "standing-4", "standing-last"),
    "drawn",
    "Seats are drawn before every series, or from one series on the best play at table 1, the next at table 2 and so "
    "on; members of one team sit apart as far as can be.",
    label="Seats",
    words=(
        ("drawn", "drawn before every series"),
        ("standing-2", "by standing from series 2 on"),
        ("standing-3", "by standing from series 3 on"),
        ("standing-4", "by standing from series 4 on"),
        ("standing-last", "by standing in the last series"),
    ),
)
LOST_GAMES = Option(
    "lost_games",
    ("none", "50-100", "50", "100"),
    "none",
    "What a player pays for each game lost (Abreizgeld), counted afresh in every series.",
    label="To pay for a lost game",
    words=(
        ("none", "nothing"),
        ("50-100", "0.50 for the first three of a series, 1.00 from the fourth on"),
        ("50", "0.50"),
        ("100", "1.00"),
    ),
)


def seats_by_standing(choice: str, series_no: int, planned: int) -> bool:
    """Return whether the seats of series *series_no*, of so many *planned*, follow from the standings.

    *choice* is one of those of ``SERIES_SEATS``; the first series is always drawn.

    >>> [seats_by_standing("standing-last", number, 3) for number in (1, 2, 3)]
    [False, False, True]
    >>> seats_by_standing("standing-2", 1, 2), seats_by_standing("standing-2", 3, 3), seats_by_standing("drawn", 2, 2)
    (False, True, False)
    """
    _how, _dash, first = choice.partition("-")
    if not first:
        return False
    return series_no >= max(planned if first == "last" else int(first), 2)
