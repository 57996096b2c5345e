"""Marks on a line whose score depends on other tables: revokes and wrong deals.

- ``9-R``: N-S made 9 tricks and revoked; ``9+R``: E-W revoked. ``9-2R``: it happened twice.
  ``9-R AFTER 4``: the side had won 4 tricks before. ``9-R 1900``: settled by the law of 1900.
- ``4SS= SHIFTED``: the board was played with two hands exchanged.
- ``CARDS NS``: it was not played out, because a hand of N-S had a wrong number of cards and had bid.

The score follows when the other tables have their results: see ``dependent_scores.py``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards.sentences import BoardSentences
from director.errors import DeskError
from scoring import TRICKS_OF_A_DEAL, OffendingSide, Settlement, revoke_1900, revoke_later

SHIFTED_WORD = "SHIFTED"
_REVOKE = re.compile(
    r"(?P<tricks>[0-9]{1,3}(?:[ :/-]+[0-9]{1,3})?) ?(?P<sign>[+-]) ?(?P<count>[0-9]{1,2})?R"
    r"(?: AFTER (?P<before>[0-9]{1,2})|(?P<law> 1900))?"
)
_SHIFTED = re.compile(r"(?P<rest>.+) SHIFTED")
_CARDS = re.compile(r"(?:WRONG )?CARDS:? (?P<fault>N-?S|E-?W|BOTH)")


@dataclass(frozen=True, slots=True)
class Revoked:
    """The *side* that revoked, how often, and the tricks it had won before the first revoke.

    It is settled by the later code of duplicate whist, or with *is_1900* by the law of 1900, by
    which no tricks are safe.
    """

    side: str
    revokes: int = 1
    won_before: int = 0
    is_1900: bool = False

    def __str__(self) -> str:
        count = "" if self.revokes == 1 else str(self.revokes)
        won_before_text = f" AFTER {self.won_before}" if self.won_before else ""
        law = " 1900" if self.is_1900 else ""
        sign = "-" if self.side == "NS" else "+"
        return f"{sign}{count}R{won_before_text}{law}"

    def check(self, ns_tricks: int) -> None:
        """Raise if the revoke is impossible on a deal of *ns_tricks*.

        :raises ScoringError: if there was no revoke, or more tricks were won before it than on the
            whole deal
        """
        offenders = ns_tricks if self.side == "NS" else TRICKS_OF_A_DEAL - ns_tricks
        # The other tables don't matter for what is possible.
        self.settle(offenders, [offenders])

    def settle(self, offenders: int, other_tricks: Sequence[int]) -> Settlement:
        """Return the tricks of both sides, from the offenders' here and at *other_tricks*."""
        if self.is_1900:
            return revoke_1900(offenders, self.revokes, other_tricks)
        return revoke_later(offenders, self.revokes, other_tricks, won_before=self.won_before)

    def turned(self) -> "Revoked":
        """Return the revoke as E-W write it."""
        side = "EW" if self.side == "NS" else "NS"
        return replace(self, side=side)


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
    """Return *text* without its mark, and the mark or None.

    >>> split_mark("4ss= shifted", "bridge"), split_mark("4SS=", "bridge")
    (('4SS=', Shifted()), ('4SS=', None))
    >>> split_mark("9 - r", "whist")
    ('9', Revoked(side='NS', revokes=1, won_before=0, is_1900=False))

    :raises DeskError: if a wrong number of cards has no side at fault
    """
    plain = text.upper()
    if match := _CARDS.fullmatch(plain):
        return "", WrongCards(OffendingSide(match["fault"].replace("-", "").lower()))
    if match := _SHIFTED.fullmatch(plain):
        return match["rest"], Shifted()
    revoke = _REVOKE.fullmatch(plain) if game == "whist" else None
    if revoke:
        # A revoke of N-S takes tricks from them, hence the minus.
        side = "NS" if revoke["sign"] == "-" else "EW"
        return revoke["tricks"], Revoked(
            side=side,
            revokes=int(revoke["count"] or 1),  # "9 - R" is one revoke
            won_before=int(revoke["before"] or 0),
            is_1900=bool(revoke["law"]),
        )
    if plain.startswith(("CARDS", "WRONG CARDS")):
        raise DeskError(BoardSentences.FAULT_OF_NOBODY, text=text)
    return text, None


def revoke_turned(text: str) -> str:
    """Return a revoke as the other side writes it. Other text is unchanged.

    >>> revoke_turned("9-R"), revoke_turned("A6040")
    ('4+R', 'A6040')
    """
    tricks, mark = split_mark(text, "whist")
    if isinstance(mark, Revoked):
        return f"{TRICKS_OF_A_DEAL - int(tricks)}{mark.turned()}"
    return text
