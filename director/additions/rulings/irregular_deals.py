"""Irregular deals under the old laws of duplicate, and their remedies."""

from director.additions.rulings.sentences import RulingSentences
from director.boards.movement.lines.entries import SHIFTED_WORD, split_mark
from director.errors import RulingError
from scoring.bridge.contracts import duplicate_game
from scoring.laws.remedies import Irregularity, Remedy, find_whist_remedy

CARDS = (
    ("CARDS NS", "Wrong number of cards, N-S at fault"),
    ("CARDS EW", "Wrong number of cards, E-W at fault"),
    ("CARDS BOTH", "Wrong number of cards, both at fault"),
    (SHIFTED_WORD, "Played with two hands exchanged"),
)
WHIST = (
    (Irregularity.WRONG_TRUMP.value, "Played with the wrong trump suit"),
    (Irregularity.WRONG_TRUMP_RECORDED.value, "The wrong trump suit was recorded"),
    (Irregularity.TRUMP_CARD_MISSING.value, "The trump card was missing"),
    (Irregularity.FACED_CARD.value, "A card was faced in the tray"),
    (Irregularity.CARDS_LEFT_IN_TRAY.value, "Cards were left in the tray"),
)
REVOKES = (
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
_NO_AVERAGE = {
    Remedy.NEW_DEAL: "redeal: enter the result of the new deal",
    Remedy.PLAY_ON: "continue the deal: enter its result",
    Remedy.PUT_RIGHT: "correct it and play the deal: enter its result",
}


def list_irregular_deals(game: str) -> tuple[tuple[str, str], ...]:
    """Return the irregular deals of *game*, each with its key and name."""
    if game == "whist":
        return (*REVOKES, *CARDS, *WHIST)
    if duplicate_game(game).is_auction:
        return (*AUCTION_REVOKES, *CARDS)
    return CARDS


def get_remedy_entry(key: str, entry_text: str, tables: int) -> str:
    """Return the new entry of a line with *entry_text* after the irregular deal *key*.

    *tables* is the number of tables that play the board. With two or fewer, the laws of whist make
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
    if key in dict(REVOKES):
        tricks, _former_mark = split_mark(entry_text, "whist")
        if not tricks.isdecimal():
            raise RulingError(RulingSentences.NOTHING_IN_ON_LINE, field="irregular")
        return f"{tricks}{key}"
    if key in dict(AUCTION_REVOKES):
        if not entry_text:
            raise RulingError(RulingSentences.NOTHING_IN_ON_LINE, field="irregular")
        result_text, _former_mark = split_mark(entry_text, "auction")
        return f"{result_text} {key}"
    if key == SHIFTED_WORD:
        if not entry_text:
            raise RulingError(RulingSentences.NOTHING_IN_ON_LINE, field="irregular")
        return f"{entry_text.removesuffix(f' {SHIFTED_WORD}')} {SHIFTED_WORD}"
    if key in dict(CARDS):
        return key
    remedy = find_whist_remedy(Irregularity(key), tables, later_code=True)
    if remedy in _NO_AVERAGE:
        raise RulingError(
            RulingSentences.NO_AVERAGE_BY_LAW,
            field="irregular",
            tables=tables,
            law=_NO_AVERAGE[remedy],
        )
    return "A5050"
