"""Irregular deals under the old laws of duplicate, and their remedies.

Each has a key, by which the form of a ruling names it. Most keys are also the mark that an entry
gets: ``"9-2R 1900"``.
"""

from director.boards.movement.lines.entries import SHIFTED_SUFFIX, split_mark
from director.errors import RulingError
from scoring.bridge.contracts import get_duplicate_game
from scoring.laws.remedies import Irregularity, Remedy, get_whist_remedy

CARD_IRREGULARITIES = (
    ("CARDS NS", "Wrong number of cards, N-S at fault"),
    ("CARDS EW", "Wrong number of cards, E-W at fault"),
    ("CARDS BOTH", "Wrong number of cards, both at fault"),
    (SHIFTED_SUFFIX, "Played with two hands exchanged"),
)
WHIST_IRREGULARITIES = (
    (Irregularity.WRONG_TRUMP.value, "Played with the wrong trump suit"),
    (Irregularity.WRONG_TRUMP_RECORDED.value, "The wrong trump suit was recorded"),
    (Irregularity.TRUMP_CARD_MISSING.value, "The trump card was missing"),
    (Irregularity.FACED_CARD.value, "A card was faced in the tray"),
    (Irregularity.CARDS_LEFT_IN_TRAY.value, "Cards were left in the tray"),
)
TRICK_REVOKES = (
    ("-R", "N-S revoked"),
    ("+R", "E-W revoked"),
    ("-2R", "N-S revoked twice"),
    ("+2R", "E-W revoked twice"),
    ("-R 1900", "N-S revoked, law of 1900"),
    ("+R 1900", "E-W revoked, law of 1900"),
    ("-2R 1900", "N-S revoked twice, law of 1900"),
    ("+2R 1900", "E-W revoked twice, law of 1900"),
)
"""Additions to the tricks of a line on which a side revoked, with their names."""
AUCTION_REVOKES = (
    ("REVOKE NS", "N-S revoked, 50 points"),
    ("REVOKE EW", "E-W revoked, 50 points"),
    ("2 REVOKES NS", "N-S revoked twice, 100 points"),
    ("2 REVOKES EW", "E-W revoked twice, 100 points"),
)
"""Additions to the result of a line of auction on which a side revoked, with their names."""
_REMEDY_DESCRIPTIONS = {
    Remedy.NEW_DEAL: "redeal: enter the result of the new deal",
    Remedy.PLAY_ON: "continue the deal: enter its result",
    Remedy.PUT_RIGHT: "correct it and play the deal: enter its result",
}


def list_irregular_deals(game: str) -> tuple[tuple[str, str], ...]:
    """Return the irregular deals of *game*, each with its key and name."""
    if get_duplicate_game(game).has_turned_trump:
        return (*TRICK_REVOKES, *CARD_IRREGULARITIES, *WHIST_IRREGULARITIES)
    if get_duplicate_game(game).is_auction:
        return (*AUCTION_REVOKES, *CARD_IRREGULARITIES)
    return CARD_IRREGULARITIES


def get_remedy_entry(key: str, entry_text: str, table_count: int) -> str:
    """Return the new entry of a line with *entry_text* after the irregular deal *key*.

    *table_count* is the number of tables that play the board. With two or fewer, the laws of whist make
    a new deal and take no average.

    >>> get_remedy_entry("SHIFTED", "4SS=", 5), get_remedy_entry("faced-card", "", 5), get_remedy_entry("CARDS NS", "", 5)
    ('4SS= SHIFTED', 'A5050', 'CARDS NS')
    >>> get_remedy_entry("-2R 1900", "9", 5)
    '9-2R 1900'
    >>> get_remedy_entry("REVOKE EW", "3HS+1 REVOKE NS", 5)
    '3HS+1 REVOKE EW'

    :raises RulingError: if the remedy is no score, or if the line has no result although hands were
        exchanged or a side revoked
    """
    if key in dict(TRICK_REVOKES):
        tricks, _previous_mark = split_mark(entry_text, "whist")
        if not tricks.isdecimal():
            raise _make_nothing_in_on_line_error()
        return f"{tricks}{key}"
    if key in dict(AUCTION_REVOKES):
        if not entry_text:
            raise _make_nothing_in_on_line_error()
        result_text, _previous_mark = split_mark(entry_text, "auction")
        return f"{result_text} {key}"
    if key == SHIFTED_SUFFIX:
        if not entry_text:
            raise _make_nothing_in_on_line_error()
        return f"{entry_text.removesuffix(f' {SHIFTED_SUFFIX}')} {SHIFTED_SUFFIX}"
    if key in dict(CARD_IRREGULARITIES):
        return key
    remedy = get_whist_remedy(Irregularity(key), table_count, is_later_code=True)
    if remedy in _REMEDY_DESCRIPTIONS:
        raise RulingError(
            "no-average-by-law",
            "With {tables} tables on the board the laws {law}.",
            field="irregular",
            tables=table_count,
            law=_REMEDY_DESCRIPTIONS[remedy],
        )
    return "A5050"


def _make_nothing_in_on_line_error() -> RulingError:
    return RulingError(
        "nothing-in-on-line",
        "This line has no played result. Enter the result first.",
        field="irregular",
    )
