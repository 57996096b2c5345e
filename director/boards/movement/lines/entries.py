"""Entries of lines: a result as ``scoring`` reads it, or an award by the director.

In addition to the forms of ``parse_entry`` a line can have:

- ``LATER`` for a board to be played later, and ``NP: reason`` for one that was not played;
- a weighted score, ``60% 4SS=, 40% 4SS-1``;
- a split score, ``N-S 4SS= / E-W 4SS-1``, whose sides can be weighted too;
- points moved by hand, ``4SS= MOVED +2/-2 MP``, N-S first, after a result or an award;
- a *mark*, if its score depends on more than the result: a revoke, a wrong deal (below).

An entry is stored as its canonical text (``LineEntry.text``), which parses to the same entry.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from director.core.base.forms import parse_decimal
from director.errors import DeskError
from scoring.bridge import entry_codes
from scoring.bridge.contracts import TRICKS_PER_DEAL, get_duplicate_game
from scoring.bridge.entries import EntryKind, ResultEntry, parse_entry
from scoring.bridge.rulings import (
    ArtificialScore,
    AssignedScore,
    LineState,
    PointShift,
    WeightedScore,
    is_artificial,
)
from scoring.display import format_exact
from scoring.hands.card_languages import read_card
from scoring.laws.remedies import (
    OffendingSide,
    RevokeSettlement,
    settle_auction_revoke,
    settle_later_revoke,
    settle_revoke_of_1900,
)
from scoring.model import Line
from scoring.totals.ranking import format_signed

# Marks on a line whose score depends on more than the result:
#
# - ``9-R``: N-S made 9 tricks and revoked; ``9+R``: E-W revoked. ``9-2R``: it happened twice.
#   ``9-R AFTER 4``: the side had won 4 tricks before. ``9-R 1900``: settled by the law of 1900.
# - ``4SS= SHIFTED``: the board was played with two hands exchanged.
# - ``3HS+1 REVOKE NS``: at auction N-S revoked; ``3HS+1 2 REVOKES NS``: twice. It costs them points.
# - ``CARDS NS``: it was not played out, because a hand of N-S had a wrong number of cards and had bid.
#
# The score follows when the other tables have their results: see ``dependent_scores.py``.


SHIFTED_SUFFIX = "SHIFTED"
# "9-R", "9 - 2R", "7:6 +RR AFTER 4", "9-R 1900"
_REVOKE = re.compile(
    r"(?P<tricks>[0-9]{1,3}(?:[ :/-]+[0-9]{1,3})?) ?(?P<sign>[+-]) ?(?P<count>[0-9]{1,2})?(?P<repeated>R+)"
    r"(?: AFTER (?P<before>[0-9]{1,2})|(?P<law> 1900))?"
)
# "3HS+1 2 REVOKES NS", "3HS+1, REVOKE: E-W"
_AUCTION_REVOKE = re.compile(
    r"(?P<rest>.+?),? (?:(?P<count>[0-9]{1,2}) )?REVOKES?:? (?P<side>N-?S|E-?W)"
)
_REVOKE_ALONE = re.compile(
    r"(?:[0-9]{1,2} )?REVOKES?:? (?:N-?S|E-?W)|[+-] ?(?:[0-9]{1,2})?R+",
)
"""A revoke without a result. Its number would otherwise be a score of a few points."""
# "3HS+1 -R", "3HS+1 +2R"
_AUCTION_SIGN = re.compile(r"(?P<rest>.+?) (?P<sign>[+-])(?P<count>[0-9]{1,2})?(?P<repeated>R+)")


@dataclass(frozen=True, slots=True)
class Revoke:
    """One or more revokes of a side at duplicate whist."""

    side: str
    revokes: int = 1
    won_before: int = 0
    """The tricks that the side had won before its first revoke."""
    is_1900: bool = False
    """Settled by the law of 1900, by which no tricks are safe, not by the later code."""

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
        offenders = ns_tricks if self.side == "NS" else TRICKS_PER_DEAL - ns_tricks
        # Only the figures of this table are checked, so any other table will do.
        self.settle(offenders, [offenders])

    def settle(self, offenders: int, other_tricks: Sequence[int]) -> RevokeSettlement:
        """Return the settled tricks of both sides.

        *offenders* are the tricks that the revoking side made here, *other_tricks* those that the
        same side made at the other tables.
        """
        if self.is_1900:
            return settle_revoke_of_1900(offenders, self.revokes, other_tricks)
        return settle_later_revoke(
            offenders, self.revokes, other_tricks, tricks_before_revoke=self.won_before
        )

    def as_ew(self) -> "Revoke":
        """Return the revoke with N-S and E-W exchanged."""
        side = "EW" if self.side == "NS" else "NS"
        return replace(self, side=side)


@dataclass(frozen=True, slots=True)
class AuctionRevoked:
    """Revokes of a *side* at auction, which cost it points but don't change its tricks."""

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
        return f" {SHIFTED_SUFFIX}"


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
    upper_text = text.upper()
    if match := entry_codes.WRONG_CARDS.pattern.fullmatch(upper_text):
        return "", WrongCards(OffendingSide(match["fault"].replace("-", "").lower()))
    if match := entry_codes.SHIFTED.pattern.fullmatch(upper_text):
        return match["rest"], ExchangedHands()
    revoke = _REVOKE.fullmatch(upper_text) if get_duplicate_game(game).has_turned_trump else None
    if revoke:
        return revoke["tricks"], Revoke(
            side=_get_revoking_side(revoke["sign"]),
            revokes=_count_revokes(revoke),
            won_before=int(revoke["before"] or 0),
            is_1900=bool(revoke["law"]),
        )
    if get_duplicate_game(game).is_auction:
        if _REVOKE_ALONE.fullmatch(upper_text):
            raise DeskError(
                "revoke-alone",
                "“{text}” has no result. Type the result first: 3HS+1 {mark}.",
                text=text,
                mark=upper_text,
            )
        if match := _AUCTION_REVOKE.fullmatch(upper_text):
            side = match["side"].replace("-", "")
            return match["rest"], AuctionRevoked(side, int(match["count"] or 1))
        if match := _AUCTION_SIGN.fullmatch(upper_text):
            return match["rest"], AuctionRevoked(
                _get_revoking_side(match["sign"]), _count_revokes(match)
            )
    if upper_text.startswith(("CARDS", "WRONG CARDS")):
        raise DeskError(
            "fault-of-nobody",
            "“{text}” doesn’t say who is at fault. Type CARDS NS, CARDS EW or CARDS BOTH.",
            text=text,
        )
    return text, None


def _get_revoking_side(sign: str) -> str:
    """Return the side that revoked. The sign shows which way tricks move for N-S."""
    return "NS" if sign == "-" else "EW"


def _count_revokes(revoke: re.Match[str]) -> int:
    """Return how often a side revoked: ``"2R"`` and ``"RR"`` are two revokes."""
    if revoke["count"]:
        return int(revoke["count"])
    return len(revoke["repeated"])


def turn_revoke(text: str) -> str:
    """Return a revoke with N-S and E-W exchanged. Other text is unchanged.

    >>> turn_revoke("9-R"), turn_revoke("A6040")
    ('4+R', 'A6040')
    """
    tricks, mark = split_mark(text, "whist")
    if isinstance(mark, Revoke):
        return f"{TRICKS_PER_DEAL - int(tricks)}{mark.as_ew()}"
    return text


LATER = "LATER"
NOT_PLAYED = "NP"
"""Not played, without a reason. Files and old events have it, but it can't be typed any more."""
MOVED = " MOVED "
"""What separates a result from the points moved by hand, in the canonical text."""
MAX_LENGTH = 200  # characters of an entry, which only a reason can exceed
NO_REASON = "no reason given"
_SPLIT_PATTERN = re.compile(
    r"N-?S\s*:?\s+(?P<ns>[^/]+?)\s*/\s*E-?W\s*:?\s+(?P<ew>[^/]+)", re.IGNORECASE
)
_AMOUNT = r"[+-]?[0-9]{1,6}(?:[.,][0-9]{1,7})?"
_MOVED_PATTERN = re.compile(
    rf"(?P<rest>.+?),? MOVED (?P<ns>{_AMOUNT}) ?/ ?(?P<ew>{_AMOUNT}) ?(?P<unit>MP|IMP|POINTS)S?",
    re.IGNORECASE,
)
# A result goes up to the next percentage or the end.
_WEIGHT_PATTERN = re.compile(
    r"(?P<percent>[0-9]{1,3}(?:[.,][0-9]{1,3})?)\s*%\s*(?P<text>[^%]*?)[\s,;]*(?=[0-9.]+\s*%|$)"
)
_STATE_BY_KIND = {
    EntryKind.PASSED: LineState.PASSED_OUT,
    EntryKind.ARTIFICIAL: LineState.ARTIFICIAL,
    EntryKind.NOT_PLAYED: LineState.NOT_PLAYED,
}
_STATES_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


@dataclass(frozen=True, slots=True)
class WeightedResult:
    """One result of an assigned score, with its weight."""

    entry: ResultEntry
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class LineEntry:
    """The entry of a line. *text* is its canonical form and parses to the same entry.

    Most have an ordinary *entry*. An assigned score has the results of *ns* and *ew* instead. A
    board to be played later has neither.
    """

    text: str
    entry: ResultEntry | None = None  # with a *mark*, the result at the table, or None
    ns: tuple[WeightedResult, ...] = ()
    ew: tuple[WeightedResult, ...] = ()
    reason: str = ""  # why the board was not played
    mark: Mark | None = None
    point_shift: PointShift | None = None

    @property
    def artificial(self) -> ArtificialScore | None:
        """The shares of the top that replace a score, or None."""
        if self.entry:
            return self.entry.artificial
        return None

    @property
    def is_ruled(self) -> bool:
        """Whether the director gave an adjusted score or moved points."""
        return bool(self.ns or self.point_shift) or self.artificial is not None

    @property
    def is_award(self) -> bool:
        """Whether it covers the result of the table.

        An adjusted score does, and so does a board that was not played, is to be played later, or
        was stopped by a wrong number of cards.

        >>> texts = ("A6040", "NP: late", "LATER", "4SS=", "4SS= SHIFTED")
        >>> [parse_line_entry(text).is_award for text in texts]
        [True, True, True, False, False]
        """
        has_no_result = self.state in _STATES_WITHOUT_RESULT
        return self.is_ruled or has_no_result or isinstance(self.mark, WrongCards)

    @property
    def can_take_average(self) -> bool:
        """Whether the other tables' results can turn the score into an average."""
        return isinstance(self.mark, ExchangedHands | WrongCards)

    @property
    def has_lead(self) -> bool:
        """Whether a contract was played, so that there was an opening lead."""
        return bool(self.entry and self.entry.contract)

    @property
    def state(self) -> LineState | None:
        """The state of the line, or None for an assigned score."""
        entry = self.entry
        if entry is None:
            if self.text == LATER:
                return LineState.TO_BE_PLAYED
            return None
        is_made = entry.tricks is not None or entry.score is not None
        if is_made:
            return LineState.PLAYED
        return _STATE_BY_KIND[entry.kind]

    def compute_ns_score(self, board_no: int) -> int | None:
        """Return the N-S score, or None if there is none or more than one."""
        if self.entry:
            return self.entry.ns_score(board_no)
        return None

    def check(self, board_no: int) -> None:
        """Raise if a bare score is impossible on *board_no*.

        :raises EntryError: naming the nearest possible scores
        :raises ScoringError: if a revoke is impossible
        """
        for entry in self.iter_result_entries():
            entry.check_score(board_no)
        if isinstance(self.mark, Revoke) and self.entry and self.entry.tricks is not None:
            self.mark.check(self.entry.tricks)

    def make_line(self, *, ns: int, ew: int, board_no: int) -> Line:
        """Return the line of *ns* and *ew* on *board_no* as it is scored."""
        return self.make_unpaired_line(board_no).with_contestants(ns, ew)

    def make_unpaired_line(self, board_no: int) -> Line:
        """Return the scoring line on *board_no*, without pairs.

        Callers make one for each different entry of a board, then add the pairs of each line with
        ``with_contestants``.

        >>> parse_line_entry("4ss=").make_unpaired_line(2).with_contestants(1, 7, "B").score
        620
        """
        assigned = None
        if self.ns:
            assigned = AssignedScore(
                _make_weighted_scores(self.ns, board_no), _make_weighted_scores(self.ew, board_no)
            )
        declarer = None
        honours = 0
        contract = ""
        if self.entry:
            declarer = self.entry.declarer
            honours = self.entry.winners_honours
            if self.entry.contract:
                contract = self.entry.text_without_honours
        state = self.state
        reason = ""
        if state is LineState.NOT_PLAYED:
            reason = self.reason or NO_REASON
        return Line(
            0,
            0,
            score=self.compute_ns_score(board_no),
            artificial=self.artificial,
            declarer=declarer,
            honours=honours,
            contract=contract,
            assigned=assigned,
            state=state,
            reason=reason,
            point_shift=self.point_shift,
        )

    def iter_result_entries(self) -> Iterator[ResultEntry]:
        """Yield the result of the line, or each result of an assigned score."""
        if self.entry:
            yield self.entry
        yield from (part.entry for part in (*self.ns, *self.ew))


# Results repeat, so this is enough for the different entries of several large sessions.
@lru_cache(maxsize=4096)
def parse_line_entry(text: str, *, game: str = "bridge", has_own_average: bool = True) -> LineEntry:
    """Parse *text* as the entry of a line. Case and blanks don't matter.

    With *has_own_average*, ``AVE+`` is the pair's own average if that is above 60 %, and ``AVE-``
    if that is below 40 %. Otherwise they are 60 % and 40 %, as in ``parse_entry``.

    >>> parse_line_entry("np: ran out of time").text, parse_line_entry("later").text
    ('NP: ran out of time', 'LATER')
    >>> parse_line_entry("4ss= moved 2/-2 mp").text
    '4SS= MOVED +2/-2 MP'
    >>> parse_line_entry("60% 4ss= 40 % 4ss-1").text, parse_line_entry("ns 4ss= / ew 4ss-1").text
    ('60% 4SS=, 40% 4SS-1', 'N-S 4SS= / E-W 4SS-1')

    :raises DeskError: if weights do not make 100 %, or a part of an assigned score is no result
    :raises ScoringError: as ``parse_entry``
    """
    plain = " ".join(text.split())
    if len(plain) > MAX_LENGTH:
        raise DeskError(
            "reason-too-long",
            "“{reason}…” is longer than {most} characters. Shorten the reason.",
            reason=plain[:20],
            most=MAX_LENGTH,
        )
    # MOVED comes first, since it can follow any other form.
    if match := _MOVED_PATTERN.fullmatch(plain):
        return _make_shifted_entry(match, game=game, has_own_average=has_own_average)
    if entry_codes.TO_BE_PLAYED.pattern.fullmatch(plain):
        return LineEntry(LATER)
    if match := entry_codes.NOT_PLAYED.pattern.fullmatch(plain):
        reason = match["reason"]
        return LineEntry(f"NP: {reason}", parse_entry("NP", game=game), reason=reason)
    if match := _SPLIT_PATTERN.fullmatch(plain):
        ns = _parse_weighted_results(match["ns"], game)
        ew = _parse_weighted_results(match["ew"], game)
        return LineEntry(f"N-S {_format_parts(ns)} / E-W {_format_parts(ew)}", ns=ns, ew=ew)
    # "60% 40%" is an artificial score, not a weighted one.
    if "%" in plain and not is_artificial("".join(plain.split())):
        parts = _parse_weighted_results(plain, game)
        return LineEntry(_format_parts(parts), ns=parts, ew=parts)
    return _parse_ordinary(text, plain, game=game, has_own_average=has_own_average)


def _make_shifted_entry(match: re.Match[str], *, game: str, has_own_average: bool) -> LineEntry:
    """Return the entry before ``MOVED`` with the points that were moved."""
    entry = parse_line_entry(match["rest"], game=game, has_own_average=has_own_average)
    if entry.mark or entry.point_shift or entry.state in _STATES_WITHOUT_RESULT:
        raise DeskError(
            "nothing-to-move",
            "{entry} has no points of its own to move. Enter a result before MOVED.",
            entry=entry.text,
        )
    ns, ew = (Fraction(parse_decimal(match[side]) or 0) for side in ("ns", "ew"))
    unit = match["unit"].upper()
    text = f"{entry.text}{MOVED}{format_signed(ns)}/{format_signed(ew)} {unit}"
    return replace(entry, text=text, point_shift=PointShift(ns, ew, unit.lower()))


def _parse_ordinary(text: str, plain: str, *, game: str, has_own_average: bool) -> LineEntry:
    """Return an ordinary entry, with its mark if it has one.

    *plain* is *text* without superfluous blanks.
    """
    result_text, mark = split_mark(plain, game)
    if mark is None:
        # Errors of parse_entry quote the text as it was typed.
        entry = parse_entry(text, game=game, has_own_average=has_own_average)
        return LineEntry(str(entry), entry)
    result = None
    if result_text:
        result = _parse_result(result_text, game, consequence="no mark belongs to it")
    return LineEntry(f"{result or ''}{mark}", result, mark=mark)


def _parse_weighted_results(text: str, game: str) -> tuple[WeightedResult, ...]:
    """Return the results of one side with their weights, which add up to 1."""
    if "%" not in text:
        return (WeightedResult(_parse_result(text, game)),)
    matches = list(_WEIGHT_PATTERN.finditer(text))
    # Anything before the first or after the last part was not understood.
    if not matches or matches[0].start() or matches[-1].end() != len(text):
        raise DeskError(
            "no-weighted-score",
            "“{text}” isn’t a weighted score. Try 60% 4SS=, 40% 4SS-1.",
            text=text,
        )
    weights = [Fraction(match["percent"].replace(",", ".")) for match in matches]
    if sum(weights) != 100 or 0 in weights:
        weights_text = " + ".join(f"{format_exact(weight)}%" for weight in weights)
        raise DeskError(
            "weights-not-whole",
            "The weights {weights} add up to {total}%. Use weights above 0 that add up to 100%.",
            weights=weights_text,
            total=format_exact(sum(weights)),
        )
    return tuple(
        WeightedResult(_parse_result(match["text"], game), weight / 100)
        for match, weight in zip(matches, weights, strict=True)
    )


def _parse_result(
    text: str, game: str, *, consequence: str = "no assigned score can hold it"
) -> ResultEntry:
    """Parse *text*, which has to be a result.

    *consequence* ends the sentence "A60 isn't a result, so …" of the error.
    """
    entry = parse_entry(text, game=game)
    if entry.kind in (EntryKind.ARTIFICIAL, EntryKind.NOT_PLAYED):
        raise DeskError(
            "no-result-to-adjust",
            "{entry} isn’t a result, so {so}. Enter it by itself.",
            entry=entry,
            so=consequence,
        )
    return entry


def _format_parts(parts: tuple[WeightedResult, ...]) -> str:
    if len(parts) == 1 and parts[0].weight == 1:
        return str(parts[0].entry)
    return ", ".join(f"{format_exact(100 * part.weight)}% {part.entry}" for part in parts)


def _make_weighted_scores(
    parts: tuple[WeightedResult, ...], board_no: int
) -> tuple[WeightedScore, ...]:
    return tuple(WeightedScore(part.entry.ns_score(board_no) or 0, part.weight) for part in parts)


def parse_lead(text: object) -> str | None:
    """Return the card named by *text*, suit first (``"HK"``, ``"S10"``), or None.

    >>> parse_lead(" st "), parse_lead("kh"), parse_lead("K♠"), parse_lead("K"), parse_lead(None)
    ('S10', 'HK', 'SK', None, None)
    """
    if not isinstance(text, str):
        return None
    return read_card(text).replace("T", "10") or None
