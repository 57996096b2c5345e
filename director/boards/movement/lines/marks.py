"""Marks on a line whose score depends on more than the result: revokes and wrong deals.

- ``9-R``: N-S made 9 tricks and revoked; ``9+R``: E-W revoked. ``9-2R``: it happened twice.
  ``9-R AFTER 4``: the side had won 4 tricks before. ``9-R 1900``: settled by the law of 1900.
- ``4SS= SHIFTED``: the board was played with two hands exchanged.
- ``3HS+1 REVOKE NS``: at auction N-S revoked; ``3HS+1 2 REVOKES NS``: twice. It costs them points.
- ``CARDS NS``: it was not played out, because a hand of N-S had a wrong number of cards and had bid.

The score follows when the other tables have their results: see ``dependent_scores.py``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards.sentences import BoardSentences
from director.errors import DeskError
from scoring.bridge.contracts import TRICKS_OF_A_DEAL, duplicate_game
from scoring.laws.remedies import (
    OffendingSide,
    Settlement,
    settle_auction_revoke,
    settle_later_revoke,
    settle_revoke_of_1900,
)

SHIFTED_WORD = "SHIFTED"
_REVOKE = re.compile(
    r"(?P<tricks>[0-9]{1,3}(?:[ :/-]+[0-9]{1,3})?) ?(?P<sign>[+-]) ?(?P<count>[0-9]{1,2})?(?P<repeated>R+)"
    r"(?: AFTER (?P<before>[0-9]{1,2})|(?P<law> 1900))?"
)
_AUCTION_REVOKE = re.compile(
    r"(?P<rest>.+?),? (?:(?P<count>[0-9]{1,2}) )?REVOKES?:? (?P<side>N-?S|E-?W)"
)
_REVOKE_ALONE = re.compile(
    r"(?:[0-9]{1,2} )?REVOKES?:? (?:N-?S|E-?W)|[+-] ?(?:[0-9]{1,2})?R+",
)
"""A revoke without a result. Its number would otherwise be a score of a few points."""
_AUCTION_SIGN = re.compile(r"(?P<rest>.+?) (?P<sign>[+-])(?P<count>[0-9]{1,2})?(?P<repeated>R+)")
_SHIFTED = re.compile(r"(?P<rest>.+) SHIFTED")
_CARDS = re.compile(r"(?:WRONG )?CARDS:? (?P<fault>N-?S|E-?W|BOTH)")


@dataclass(frozen=True, slots=True)
class Revoke:
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
            return settle_revoke_of_1900(offenders, self.revokes, other_tricks)
        return settle_later_revoke(
            offenders, self.revokes, other_tricks, won_before=self.won_before
        )

    def turned(self) -> "Revoke":
        """Return the revoke as E-W write it."""
        side = "EW" if self.side == "NS" else "NS"
        return replace(self, side=side)


@dataclass(frozen=True, slots=True)
class AuctionRevoked:
    """The *side* that revoked at auction, and how often. Points are taken from its own result."""

    side: str
    revokes: int = 1

    def __str__(self) -> str:
        if self.revokes == 1:
            return f" REVOKE {self.side}"
        return f" {self.revokes} REVOKES {self.side}"

    @property
    def penalty(self) -> int:
        """The points that the side loses."""
        return settle_auction_revoke(self.revokes).penalty


@dataclass(frozen=True, slots=True)
class ExchangedHands:
    """The board was played with two hands exchanged."""

    def __str__(self) -> str:
        return f" {SHIFTED_WORD}"


@dataclass(frozen=True, slots=True)
class WrongCards:
    """A hand of the side at *fault* had a wrong number of cards, and had bid or played."""

    fault: OffendingSide

    def __str__(self) -> str:
        return f"CARDS {self.fault.value.upper()}"


Mark = Revoke | AuctionRevoked | ExchangedHands | WrongCards


def split_mark(text: str, game: str) -> tuple[str, Mark | None]:
    """Return *text* without its mark, and the mark or None.

    >>> split_mark("4ss= shifted", "bridge"), split_mark("4SS=", "bridge")
    (('4SS=', ExchangedHands()), ('4SS=', None))
    >>> split_mark("9 - r", "whist")
    ('9', Revoke(side='NS', revokes=1, won_before=0, is_1900=False))
    >>> split_mark("3hs+1 revoke ns", "auction"), split_mark("3hs+1 +rr", "auction")
    (('3HS+1', AuctionRevoked(side='NS', revokes=1)), ('3HS+1', AuctionRevoked(side='EW', revokes=2)))

    :raises DeskError: if a wrong number of cards has no side at fault, or a revoke at auction no result
    """
    plain = text.upper()
    if match := _CARDS.fullmatch(plain):
        return "", WrongCards(OffendingSide(match["fault"].replace("-", "").lower()))
    if match := _SHIFTED.fullmatch(plain):
        return match["rest"], ExchangedHands()
    revoke = _REVOKE.fullmatch(plain) if game == "whist" else None
    if revoke:
        return revoke["tricks"], Revoke(
            side=_get_revoking_side(revoke["sign"]),
            revokes=_count_revokes(revoke),
            won_before=int(revoke["before"] or 0),
            is_1900=bool(revoke["law"]),
        )
    if duplicate_game(game).is_auction:
        if _REVOKE_ALONE.fullmatch(plain):
            raise DeskError(BoardSentences.REVOKE_ALONE, text=text, mark=plain)
        if match := _AUCTION_REVOKE.fullmatch(plain):
            side = match["side"].replace("-", "")
            return match["rest"], AuctionRevoked(side, int(match["count"] or 1))
        if match := _AUCTION_SIGN.fullmatch(plain):
            return match["rest"], AuctionRevoked(
                _get_revoking_side(match["sign"]), _count_revokes(match)
            )
    if plain.startswith(("CARDS", "WRONG CARDS")):
        raise DeskError(BoardSentences.FAULT_OF_NOBODY, text=text)
    return text, None


def _get_revoking_side(sign: str) -> str:
    """Return the side that revoked. A revoke takes from N-S, hence the minus."""
    return "NS" if sign == "-" else "EW"


def _count_revokes(revoke: re.Match[str]) -> int:
    """Return how often a side revoked: ``"2R"`` and ``"RR"`` are two revokes."""
    if revoke["count"]:
        return int(revoke["count"])
    return len(revoke["repeated"])


def turn_revoke(text: str) -> str:
    """Return a revoke as the other side writes it. Other text is unchanged.

    >>> turn_revoke("9-R"), turn_revoke("A6040")
    ('4+R', 'A6040')
    """
    tricks, mark = split_mark(text, "whist")
    if isinstance(mark, Revoke):
        return f"{TRICKS_OF_A_DEAL - int(tricks)}{mark.turned()}"
    return text
