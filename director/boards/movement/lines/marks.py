"""Marks on a line whose score the laws make from the other tables: a revoke at whist, and deals that went wrong.

``9-R`` says that N-S made 9 tricks and revoked, ``9+R`` that E-W revoked; ``9-2R`` that it happened twice, and
``9-R AFTER 4`` that the side had won 4 tricks before.  ``9-R 1900`` is settled by the law of 1900.  ``4SS= SHIFTED``
was played after two hands were exchanged in the board, and ``CARDS NS`` was not played out because a hand of N-S had a
wrong number of cards and had bid.  What becomes of them is settled when the other tables are in: ``settled``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards import sentences
from director.errors import DeskError, RulingError
from scoring import Irregularity, OffendingSide, Remedy, Settlement, revoke_1900, revoke_later, whist_remedy

SHIFTED_WORD = "SHIFTED"
_REVOKE = re.compile(
    r"(?P<tricks>[0-9]{1,3}(?:[ :/-]+[0-9]{1,3})?) ?(?P<sign>[+-]) ?(?P<count>[0-9]{1,2})?R"
    r"(?: AFTER (?P<before>[0-9]{1,2})|(?P<law> 1900))?"
)
_SHIFTED = re.compile(r"(?P<rest>.+) SHIFTED")
_CARDS = re.compile(r"(?:WRONG )?CARDS:? (?P<fault>N-?S|E-?W|BOTH)")


@dataclass(frozen=True, slots=True)
class Revoked:
    """The *side* that revoked, how often, and the tricks it had won before the first.

    The later code of duplicate whist settles it, or with *is_1900* the law of 1900, by which no tricks are safe.
    """

    side: str
    revokes: int = 1
    won_before: int = 0
    is_1900: bool = False

    def __str__(self) -> str:
        count = "" if self.revokes == 1 else str(self.revokes)
        after = f" AFTER {self.won_before}" if self.won_before else ""
        law = " 1900" if self.is_1900 else ""
        return f"{'-' if self.side == 'NS' else '+'}{count}R{after}{law}"

    def check(self, ns_tricks: int) -> None:
        """Refuse a revoke that cannot be on a deal of *ns_tricks*.

        :raises ScoringError: if it was none, or more tricks were won before it than on the whole deal
        """
        offenders = ns_tricks if self.side == "NS" else 13 - ns_tricks
        self.settle(offenders, [offenders])

    def settle(self, offenders: int, others: Sequence[int]) -> Settlement:
        """Return the tricks of both sides, by those of the side that revoked here and at the *others*."""
        if self.is_1900:
            return revoke_1900(offenders, self.revokes, others)
        return revoke_later(offenders, self.revokes, others, won_before=self.won_before)

    def turned(self) -> "Revoked":
        """Return the same as E-W write it."""
        return replace(self, side="EW" if self.side == "NS" else "NS")


@dataclass(frozen=True, slots=True)
class Shifted:
    """The board was played with two hands exchanged."""

    def __str__(self) -> str:
        return f" {SHIFTED_WORD}"


@dataclass(frozen=True, slots=True)
class WrongCards:
    """A hand of the side at *fault* had a wrong number of cards, and had bid or played."""

    fault: OffendingSide

    def __str__(self) -> str:
        return f"CARDS {self.fault.value.upper()}"


Mark = Revoked | Shifted | WrongCards


def split_mark(text: str, game: str) -> tuple[str, Mark | None]:
    """Return what is in *text* besides a mark, and the mark; ``text`` and ``None`` where there is none.

    >>> split_mark("9 - r", "whist"), split_mark("4ss= shifted", "bridge"), split_mark("4SS=", "bridge")
    (('9', Revoked(side='NS', revokes=1, won_before=0, is_1900=False)), ('4SS=', Shifted()), ('4SS=', None))

    :raises DeskError: if it is not said who had a wrong number of cards
    """
    plain = text.upper()
    if match := _CARDS.fullmatch(plain):
        return "", WrongCards(OffendingSide(match["fault"].replace("-", "").lower()))
    if match := _SHIFTED.fullmatch(plain):
        return match["rest"], Shifted()
    if game == "whist" and (match := _REVOKE.fullmatch(plain)):
        side = "NS" if match["sign"] == "-" else "EW"
        return match["tricks"], Revoked(side, int(match["count"] or 1), int(match["before"] or 0), bool(match["law"]))
    if plain.startswith(("CARDS", "WRONG CARDS")):
        raise DeskError(sentences.FAULT_OF_NOBODY, text=text)
    return text, None


def turned_revoke(text: str) -> str:
    """Return the text of a revoke as the other side writes it; any other text as it is.

    >>> turned_revoke("9-R"), turned_revoke("A6040")
    ('4+R', 'A6040')
    """
    tricks, mark = split_mark(text, "whist")
    return f"{13 - int(tricks)}{mark.turned()}" if isinstance(mark, Revoked) else text


# Irregular deals a director can rule on by the laws of duplicate of the time, and what they put on the line.

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
"""What is put after the tricks of a line on which a side revoked."""
_NO_AVERAGE = {
    Remedy.NEW_DEAL: "redeal: enter the result of the new deal",
    Remedy.PLAY_ON: "continue the deal: enter its result",
    Remedy.PUT_RIGHT: "correct it and play the deal: enter its result",
}


def irregular_deals(game: str) -> tuple[tuple[str, str], ...]:
    """Return the irregular deals of *game*, each with its key and what it is called."""
    return (*REVOKES, *CARDS, *WHIST) if game == "whist" else CARDS


def remedy_text(key: str, stands: str, tables: int) -> str:
    """Return what goes on a line for the irregular deal *key*, on which *stands* a result or nothing.

    *tables* play the board; where those are two or fewer the laws of whist make a new deal and take no average.

    >>> remedy_text("SHIFTED", "4SS=", 5), remedy_text("faced-card", "", 5), remedy_text("CARDS NS", "", 5)
    ('4SS= SHIFTED', 'A5050', 'CARDS NS')
    >>> remedy_text("-2R 1900", "9", 5)
    '9-2R 1900'

    :raises RulingError: if the remedy is no score, or two hands were exchanged or a side revoked where no result is in
    """
    if key in dict(REVOKES):
        tricks, _mark = split_mark(stands, "whist")
        if not tricks.isdecimal():
            raise RulingError(sentences.NOTHING_IN_ON_LINE, field="irregular")
        return f"{tricks}{key}"
    if key == SHIFTED_WORD:
        if not stands:
            raise RulingError(sentences.NOTHING_IN_ON_LINE, field="irregular")
        return f"{stands.removesuffix(f' {SHIFTED_WORD}')} {SHIFTED_WORD}"
    if key in dict(CARDS):
        return key
    remedy = whist_remedy(Irregularity(key), tables, later_code=True)
    if remedy in _NO_AVERAGE:
        raise RulingError(sentences.NO_AVERAGE_BY_LAW, field="irregular", tables=tables, law=_NO_AVERAGE[remedy])
    return "A5050"
