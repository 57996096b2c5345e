"""Parse a director's entry for one line and write it in its canonical form.

The forms of contract bridge, of whist and of auction are known.  Whether the pair, the board and
the opponents belong together is not asked here: that needs the plan of the session.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum

from scoring.bridge.artificial import Artificial, is_artificial, read_artificial
from scoring.bridge.auction import MOST_POINTS, declarer_points, possible_honours
from scoring.bridge.contracts import (
    DENOMINATION_NAMES,
    SIDES,
    Contract,
    contract_from_parts,
    nearest_possible,
    ns_score,
    plain_text,
    possible_scores,
    vulnerability,
    vulnerable_text,
)
from scoring.bridge.games import duplicate_game
from scoring.bridge.sentences import BridgeSentences
from scoring.errors import EntryError, ScoringError
from scoring.sentences import ScoringSentences

_LONGEST = 80
_PASSED = frozenset({"P", "PASS", "PASSED", "PASSEDOUT", "ALLPASS"})
_PLAYED = re.compile(
    r"(?P<first>NS|EW|[NESW])?(?P<level>[0-9]+)(?P<denomination>NT|[A-Z])(?P<before>X*)(?P<declarer>NS|EW|[NESW])?"
    r"(?P<after>X*)(?P<result>[=+-].*|[0-9]+)?"
)
_WORD = re.compile(
    r"(?:(?<=[0-9])|(?<=[0-9]\s))(?:(?P<nt>NO[ -]?TRUMPS?)|(?:SPADE|HEART|DIAMOND|CLUB)S?)(?![A-Z])"
    r"|(?<![A-Z])(?:NORTH|SOUTH|EAST|WEST|(?P<x>DOUBLED)|(?P<made>MAKING|MADE)|(?P<by>BY))(?![A-Z])"
)
_RESULT = re.compile(r"=|[+-]?[0-9]{1,2}")
_FEWEST_TRICKS = (
    7  # typed without a sign: fewer than a side ever bids could as well be those over or under
)
_WHIST = re.compile(r"(?P<ns>[0-9]+)(?:[\s:/-]+(?P<ew>[0-9]+))?")
_HONOURS = re.compile(
    r"(?P<rest>.*?)\s*(?<![A-Z])(?P<side>N-?S|E-?W)\s*(?P<honours>[0-9]{1,4})", re.DOTALL
)
_POINTS = re.compile(r"(?P<score>[+-]?[0-9]{1,5})(?:BY)?(?P<declarer>NS|EW|[NESW])?")


class EntryKind(Enum):
    """The kind of an entry."""

    PLAYED = "played"
    PASSED = "passed"
    SCORE = "score"
    TRICKS = "tricks"
    ARTIFICIAL = "artificial"
    NOT_PLAYED = "not-played"


_PARTS = {
    EntryKind.PLAYED: ("contract", "declarer", "tricks"),
    EntryKind.PASSED: (),
    EntryKind.SCORE: ("score",),
    EntryKind.TRICKS: ("tricks",),
    EntryKind.ARTIFICIAL: ("artificial",),
    EntryKind.NOT_PLAYED: (),
}


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The entry of a line. ``str`` writes the canonical text, which ``read_entry`` parses.

    ``PLAYED`` holds *contract*, *declarer* (a seat, or ``"NS"``, ``"EW"`` where only the side is
    known) and all *tricks* declarer won; ``SCORE`` a *score* from the N-S side; ``TRICKS`` (whist)
    the *tricks* of N-S; ``ARTIFICIAL`` an *artificial* score; ``PASSED`` and ``NOT_PLAYED`` nothing
    more.  At auction *schedule* says by which scale it is scored, and which *honours* one side
    held; a ``SCORE`` has them in it and may name its declarer.

    >>> entry = ResultEntry(EntryKind.PLAYED, Contract(4, "S"), "S", tricks=10)
    >>> str(entry), entry.ns_score(board_no=2)
    ('4SS=', 620)

    :raises EntryError: if the parts do not fit the kind.
    :raises ScoringError: if *declarer* is neither a seat nor a side, or *tricks* is not 0 to 13.
    """

    kind: EntryKind
    contract: Contract | None = None
    declarer: str | None = None
    tricks: int | None = None
    score: int | None = None
    artificial: Artificial | None = None
    schedule: str = ""
    honours_side: str | None = None
    honours: int = 0

    def __post_init__(self) -> None:
        parts = ("contract", "declarer", "tricks", "score", "artificial")
        wanted = _PARTS[self.kind]
        given = tuple(part for part in parts if getattr(self, part) is not None)
        if self.schedule and self.kind is EntryKind.SCORE:
            given = tuple(part for part in given if part != "declarer")
        if given != wanted:
            raise EntryError(
                BridgeSentences.ENTRY_FIELDS,
                kind=self.kind.value,
                wanted=", ".join(wanted) or "no part",
            )
        if self.declarer is not None and self.declarer not in SIDES:
            raise ScoringError(ScoringSentences.SIDE, side=self.declarer)
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise ScoringError(ScoringSentences.TRICKS, tricks=self.tricks)

    def __str__(self) -> str:
        if self.honours:
            return f"{self.played_text} {self.honours_side}{self.honours}"
        return self.played_text

    @property
    def played_text(self) -> str:
        """The canonical text without honours."""
        if self.contract is not None and self.tricks is not None:
            declarer = "" if self.declarer == "NS" else self.declarer
            return f"{self.contract}{declarer}{_result_text(self.tricks - self.contract.tricks_needed)}"
        if self.score is not None:
            return f"{self.score:+d} {self.declarer or ''}".strip()
        if self.tricks is not None:
            return str(self.tricks)
        if self.artificial is not None:
            return str(self.artificial)
        if self.kind is EntryKind.PASSED:
            return "PASS"
        return "NP"

    def ns_score(self, board_no: int) -> int | None:
        """Return the N-S score on *board_no*, tricks at whist, or None.

        >>> read_entry("3NTE-2").ns_score(board_no=4), read_entry("A6040").ns_score(board_no=4)
        (200, None)
        """
        if self.contract is not None and self.declarer is not None and self.tricks is not None:
            if self.schedule:
                won = declarer_points(self.contract, self.tricks, self.schedule)
                return (won if self.declarer[0] in "NS" else -won) + self.ns_honours
            return ns_score(self.contract, self.declarer, self.tricks, vulnerability(board_no))
        if self.kind is EntryKind.PASSED:
            return 0
        if self.kind is EntryKind.TRICKS:
            return self.tricks
        return self.score

    @property
    def winners_honours(self) -> int:
        """The honours of the winners, which are in their score and raise the limit of excess."""
        score = self.ns_score(1) or 0
        if self.honours_side == ("NS" if score > 0 else "EW"):
            return self.honours
        return 0

    @property
    def ns_honours(self) -> int:
        """The honours as N-S see them: less than 0 if E-W held them."""
        if self.honours_side == "NS":
            return self.honours
        return -self.honours

    def check(self, board_no: int) -> None:
        """Refuse a bare score that is impossible on *board_no*.

        >>> read_entry("+615").check(board_no=4)
        Traceback (most recent call last):
        scoring.errors.EntryError: Board 4: no contract scores N-S +615 with both sides vulnerable; \
the nearest are +600 and +620.

        :raises EntryError: naming the nearest possible scores.
        """
        if (
            self.score is None
            or self.schedule
            or self.score in possible_scores(vulnerability(board_no))
        ):
            return
        raise EntryError(
            BridgeSentences.ENTRY_IMPOSSIBLE_SCORE,
            board_no=board_no,
            score=f"{self.score:+d}",
            vulnerable=vulnerable_text(board_no),
            nearest=nearest_possible(self.score, board_no),
        )


def read_entry(text: str, *, game: str = "bridge", has_own_average: bool = True) -> ResultEntry:
    """Parse an entry. Case and blanks don't matter.

    At bridge: ``4SS=``, ``3NTXE-2`` or ``3NTEX-2`` (doubling before or after the declarer),
    ``3NE-1`` (no-trumps by East), ``W3NT=`` (the declarer first), ``4SS10`` (all 10 tricks),
    ``4S=`` (no declarer: one of N-S), ``4SEW-1`` (one of E-W), words (``4 spades south making``),
    ``PASS``, a bare score from the N-S side (``+620``, ``-100``).  At whist: the tricks of N-S
    (``8`` means 8 and 5), or both sides (``8-5``).  At auction: as at bridge, also with honours
    (``3HS+1 NS30``); a bare score has them in it, and may name its declarer (``+221``, ``-600 E
    EW40``).  At all: ``NP``, and artificial scores as ``read_artificial`` knows them: ``A6040``,
    ``60/40``, ``AVE+`` (which needs to know whether the method *has_own_average*).

    What could mean two things is refused: a bare ``0`` (passed out, or not played?), ``4SS1`` (1
    trick, or 1 over?).

    >>> str(read_entry("3 n x e -2")), str(read_entry("w3n8")), str(read_entry("3 no trumps by east -1"))
    ('3NTXE-2', '3NTW-1', '3NTE-1')
    >>> read_entry("7-6", game="whist").tricks, read_entry("8", game="whist").tricks
    (7, 8)

    :raises EntryError: saying what is wrong; a wrong contract raises a ``ContractError``.
    """
    played = duplicate_game(game)
    if len(text) > _LONGEST:
        raise EntryError(BridgeSentences.ENTRY_UNREADABLE, text=f"{text[:20]}…")
    plain = plain_text(text)
    if not plain:
        raise EntryError(BridgeSentences.ENTRY_EMPTY)
    if plain in ("NP", "NOTPLAYED"):
        return ResultEntry(EntryKind.NOT_PLAYED)
    if is_artificial(plain) and plain != "ALLPASS":
        return ResultEntry(
            EntryKind.ARTIFICIAL, artificial=read_artificial(plain, has_own_average=has_own_average)
        )
    if played.is_auction:
        return _read_auction(text.strip(), plain, played.schedule)
    if played.has_contracts:
        return _read_bridge(text.strip(), plain)
    return _read_whist(text)


def _read_bridge(text: str, plain: str) -> ResultEntry:
    if plain in _PASSED:
        return ResultEntry(EntryKind.PASSED)
    if re.fullmatch(r"[+-]?[0-9]{1,5}", plain):
        if int(plain) == 0:
            raise EntryError(BridgeSentences.ENTRY_ZERO, text=text)
        return ResultEntry(EntryKind.SCORE, score=int(plain))
    match = _PLAYED.fullmatch(plain) or _PLAYED.fullmatch(
        plain_text(_WORD.sub(_sign, text.upper()))
    )
    if match is None or (match["before"] and match["after"]):
        raise EntryError(BridgeSentences.ENTRY_UNREADABLE, text=text)
    doubling = match["before"] or match["after"]
    contract = contract_from_parts(text, match["level"], match["denomination"], doubling)
    if match["first"] and match["declarer"]:
        raise EntryError(
            BridgeSentences.ENTRY_TWO_DECLARERS,
            text=text,
            first=match["first"],
            second=match["declarer"],
        )
    declarer = match["first"] or match["declarer"]
    if match["result"] is None:
        raise EntryError(
            BridgeSentences.ENTRY_RESULT_MISSING, text=text, form=f"{contract}{declarer or ''}"
        )
    tricks = _read_tricks(text, contract, declarer or "", match["result"])
    return ResultEntry(EntryKind.PLAYED, contract, declarer or "NS", tricks)


def _sign(word: re.Match[str]) -> str:
    """Return the sign for a *word* of a slip, such as ``=`` for *making*."""
    has_tricks = word.string[word.end() :].lstrip()[:1].isdigit()
    signs = {"nt": "NT", "x": "X", "made": "" if has_tricks else "=", "by": ""}
    if word.lastgroup:
        return signs[word.lastgroup]
    return word[0][0]


def _read_tricks(text: str, contract: Contract, declarer: str, result: str) -> int:
    """Return declarer's tricks from *result*, as a number or relative to the contract."""
    if _RESULT.fullmatch(result) is None:
        raise EntryError(
            BridgeSentences.ENTRY_RESULT_UNREADABLE,
            text=text,
            result=result,
            form=f"{contract}{declarer}",
        )
    if result.isdigit() and int(result) < _FEWEST_TRICKS:
        raise _few_tricks(text, contract, declarer, int(result))
    needed = contract.tricks_needed
    over = 0 if result == "=" else int(result) - (needed if result.isdigit() else 0)
    tricks = needed + over
    if tricks > 13:
        raise EntryError(
            BridgeSentences.ENTRY_TOO_MANY_TRICKS,
            text=text,
            contract=contract,
            over=over,
            tricks=tricks,
        )
    if tricks < 0:
        raise EntryError(
            BridgeSentences.ENTRY_TOO_MANY_DOWN,
            text=text,
            contract=contract,
            needed=contract.tricks_needed,
            down=-over,
        )
    return tricks


def _few_tricks(text: str, contract: Contract, declarer: str, number: int) -> EntryError:
    """Return the error for a small *number* without a sign."""
    needed = contract.tricks_needed
    over = number if needed + number <= 13 else -number
    difference = "just made" if number == 0 else f"{number} {'over' if over > 0 else 'down'}"
    return EntryError(
        BridgeSentences.ENTRY_FEW_TRICKS,
        text=text,
        tricks=f"{number} trick{'' if number == 1 else 's'}",
        as_tricks=f"{contract}{declarer}{_result_text(number - needed)}",
        difference=difference,
        as_difference=f"{contract}{declarer}{_result_text(over)}",
    )


def _read_auction(text: str, plain: str, schedule: str) -> ResultEntry:
    """Parse an entry of auction, with or without honours."""
    held = _HONOURS.fullmatch(text.upper())
    try:
        entry = _read_points(text, plain, schedule)
    except EntryError:
        if held is None or not held["rest"]:
            raise
    else:
        return entry
    entry = _read_points(held["rest"], plain_text(held["rest"]), schedule)
    side, honours = held["side"].replace("-", ""), int(held["honours"])
    if entry.kind is EntryKind.PASSED:
        raise EntryError(ScoringSentences.BID_DEAL_PASS_HONOURS, text=text)
    check_honours(text, honours, entry.contract.denomination if entry.contract else None, schedule)
    return replace(entry, honours_side=side, honours=honours)


def check_honours(text: str, honours: int, denomination: str | None, schedule: str) -> None:
    """Refuse impossible points for *honours* in *denomination*.

    :raises EntryError: naming those that can be.
    """
    known = possible_honours(denomination, schedule)
    if honours not in known:
        *others, last = known
        named = f"{', '.join(map(str, others))} or {last}"
        at = f" in {DENOMINATION_NAMES[denomination]}" if denomination else ""
        raise EntryError(
            BridgeSentences.ENTRY_HONOURS, text=text, honours=honours, at=at, known=named
        )


def _read_points(text: str, plain: str, schedule: str) -> ResultEntry:
    points = _POINTS.fullmatch(plain)
    if points is None:
        try:
            return replace(_read_bridge(text, plain), schedule=schedule)
        except EntryError as error:
            if error.sentence is BridgeSentences.ENTRY_UNREADABLE:
                raise EntryError(BridgeSentences.ENTRY_AUCTION, text=text) from None
            raise
    score = int(points["score"])
    if score == 0:
        raise EntryError(BridgeSentences.ENTRY_ZERO, text=text)
    if abs(score) > MOST_POINTS:
        raise EntryError(BridgeSentences.ENTRY_POINTS, text=text, most=MOST_POINTS)
    return ResultEntry(EntryKind.SCORE, declarer=points["declarer"], score=score, schedule=schedule)


def _read_whist(text: str) -> ResultEntry:
    match = _WHIST.fullmatch(text.strip().replace("–", "-").replace("−", "-"))
    if match is None:
        raise EntryError(BridgeSentences.WHIST_ENTRY, text=text.strip())
    sides = {"N-S": match["ns"], "E-W": match["ew"] or "0"}
    for side, tricks in sides.items():
        if len(tricks) > 3 or int(tricks) > 13:
            raise EntryError(
                BridgeSentences.WHIST_TRICKS_RANGE, text=text.strip(), tricks=tricks, side=side
            )
    ns = int(match["ns"])
    if match["ew"] is not None and ns + int(match["ew"]) != 13:
        raise EntryError(
            BridgeSentences.WHIST_TRICKS_SUM,
            ns=ns,
            ew=int(match["ew"]),
            total=ns + int(match["ew"]),
        )
    return ResultEntry(EntryKind.TRICKS, tricks=ns)


def _result_text(over: int) -> str:
    if over:
        return f"{over:+d}"
    return "="
