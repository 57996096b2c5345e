"""What files of this program say of an event beside its results.

They say who competes, how it is scored, and what a file can't hold.

The results alone don't always tell. Files of other programs have no such words and are read by
their content.
"""

from collections.abc import Mapping

from scoring.registry import find_method

_CONTESTS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individual"}
BETWEEN_FIGURES = " & "
"""Between the final figures of two single players who sit together."""
NO_FIGURE = "-"
"""The figure of one of them who has none."""
PLACES = "places"
"""The word that says which pairs are ranked together. No method has such an option."""
PLAYED = "played"
"""The word that says what the results alone don't show. No method has such an option."""
VOID_MATCH = "Void match"
"""The remark on lines of a match that doesn't count."""
KNOCK_OUT, SEATED_TEAMS, SEATED_MATCHES = "knock-out", "seated-teams", "seated-matches"
"""Its values. Players of seated teams sit one by one, and their teams may play matches."""


def format_contest(contest: str, winners: int) -> str:
    """Return who competes in a section, in words for a file.

    >>> format_contest("pairs", 2), format_contest("teams", 1)
    ('Pairs, 2 winners', 'Teams')
    """
    word = _CONTESTS[contest]
    if contest != "pairs":
        return word
    return f"{word}, {winners} winner{'s' * (winners != 1)}"


def format_scoring(
    method_key: str, options: Mapping[str, str], *, places: str = "", played: str = ""
) -> str:
    """Return a method with the *options* that aren't its usual ones, in words for a file.

    *places* and *played* are those of :class:`OwnScoring`.

    >>> format_scoring("team-imps", {"victory_points": "none", "ties": "split"}, played=KNOCK_OUT)
    'team-imps victory_points=none played=knock-out'
    """
    words = [method_key]
    for option in find_method(method_key).options:
        value = options.get(option.name, option.default)
        if value != option.default:
            words.append(f"{option.name}={value}")
    if places:
        words.append(f"{PLACES}={places}")
    if played:
        words.append(f"{PLAYED}={played}")
    return " ".join(words)
