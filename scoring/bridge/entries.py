"""Parse a director's entry for one line, and write it in its canonical form.

Entries of contract bridge, whist and auction are known.  Whether the pairs play the board is
checked elsewhere, since it depends on the movement.

*text* is what was typed, and is quoted in messages; *plain* is the same in capitals and without
blanks.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum

from scoring.bridge.auction import (
    MAX_POINTS,
    SCHEDULES,
    compute_declarer_points,
    convert_honours,
    list_possible_honours,
)
from scoring.bridge.contracts import (
    DENOMINATION_NAMES,
    NULLO,
    SIDES,
    Contract,
    compute_ns_score,
    describe_nearest_scores,
    describe_vulnerability,
    get_duplicate_game,
    get_vulnerability,
    list_possible_scores,
    make_contract,
    normalize_entry_text,
)
from scoring.bridge.rulings import ArtificialScore, is_artificial, parse_artificial
from scoring.display import format_count
from scoring.errors import EntryError
from scoring.refusals import BID_DEAL_PASS_HONOURS, make_side_error, make_tricks_error

_ENTRY_UNREADABLE = (
    "entry-unreadable",
    "“{text}” isn’t a result. Try 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.",
)

_MAX_LENGTH = 80
_PASSED_OUT_TEXTS = frozenset({"P", "PASS", "PASSED", "PASSEDOUT", "ALLPASS"})
_PLAYED_PATTERN = re.compile(
    r"(?P<first>NS|EW|[NESW])?(?P<level>[0-9]+)(?P<denomination>NULLO(?:S(?=X*[NESW]))?|NT|[A-Z])(?P<before>X*)(?P<declarer>NS|EW|[NESW])?"
    r"(?P<after>X*)(?P<result>[=+-].*|[0-9]+)?"
)
_TYPED_WORD = re.compile(
    r"(?:(?<=[0-9])|(?<=[0-9]\s))(?:(?P<nt>NO[ -]?TRUMPS?)|(?:SPADE|HEART|DIAMOND|CLUB)S?)(?![A-Z])"
    r"|(?<![A-Z])(?:NORTH|SOUTH|EAST|WEST|(?P<x>DOUBLED)|(?P<made>MAKING|MADE)|(?P<by>BY))(?![A-Z])"
)
_RESULT = re.compile(r"=|[+-]?[0-9]{1,2}")
_MIN_UNAMBIGUOUS_TRICKS = 7
"""A smaller number without a sign may mean tricks, overtricks or undertricks, so it is refused."""
_WHIST = re.compile(r"(?P<ns>[0-9]+)(?:[\s:/-]+(?P<ew>[0-9]+))?")
_HONOURS = re.compile(
    r"(?P<rest>.*?)\s*(?<![A-Z])(?P<side>N-?S|E-?W)\s*(?P<honours>[0-9]{1,4})", re.DOTALL
)
_CONTRACT_ALONE = re.compile("[1-7][NS]")
_POINTS = re.compile(r"(?P<score>[+-]?[0-9]{1,5})(?:BY)?(?P<declarer>NS|EW|[NESW])?")


class EntryKind(Enum):
    """The kind of an entry."""

    PLAYED = "played"
    PASSED = "passed"
    SCORE = "score"
    TRICKS = "tricks"
    ARTIFICIAL = "artificial"
    NOT_PLAYED = "not-played"


_PARTS_BY_KIND = {
    EntryKind.PLAYED: ("contract", "declarer", "tricks"),
    EntryKind.PASSED: (),
    EntryKind.SCORE: ("score",),
    EntryKind.TRICKS: ("tricks",),
    EntryKind.ARTIFICIAL: ("artificial",),
    EntryKind.NOT_PLAYED: (),
}


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The entry of a line. ``str`` writes the canonical text, which ``parse_entry`` parses.

    A passed-out or unplayed board has no parts.

    >>> entry = ResultEntry(EntryKind.PLAYED, Contract(4, "S"), "S", tricks=10)
    >>> str(entry), entry.ns_score(board_no=2)
    ('4SS=', 620)

    :raises EntryError: if the parts don't fit the kind
    :raises ScoringError: if *declarer* is neither a seat nor a side, or *tricks* isn't 0 to 13
    """

    kind: EntryKind
    contract: Contract | None = None  # if played
    # If played, a seat, or "NS" or "EW" if only the side is known. A score at auction may have it
    # too.
    declarer: str | None = None
    # If played, all tricks that declarer won (at nullos lost); at whist, the tricks of N-S.
    tricks: int | None = None
    score: int | None = None  # a typed score, seen from N-S; at auction it includes the honours
    artificial: ArtificialScore | None = None  # an artificial score
    schedule: str = ""  # at auction, the scale by which it is scored
    honours_side: str | None = None  # the side with the *honours*, at auction
    honours: int = 0

    def __post_init__(self) -> None:
        parts = ("contract", "declarer", "tricks", "score", "artificial")
        needed_parts = _PARTS_BY_KIND[self.kind]
        present_parts = tuple(part for part in parts if getattr(self, part) is not None)
        if self.schedule and self.kind is EntryKind.SCORE:
            present_parts = tuple(part for part in present_parts if part != "declarer")
        if present_parts != needed_parts:
            raise EntryError(
                "entry-fields",
                "A {kind} entry needs {wanted} and nothing else.",
                kind=self.kind.value,
                wanted=", ".join(needed_parts) or "no part",
            )
        if self.declarer is not None and self.declarer not in SIDES:
            raise make_side_error(side=self.declarer)
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise make_tricks_error(tricks=self.tricks)

    def __str__(self) -> str:
        if self.honours:
            return f"{self.text_without_honours} {self.honours_side}{self.honours}"
        return self.text_without_honours

    @property
    def text_without_honours(self) -> str:
        """The canonical text without honours."""
        if self.contract is not None and self.tricks is not None:
            # Without a declarer the entry means N-S.
            declarer = "" if self.declarer == "NS" else self.declarer
            result = _format_overtricks(self.tricks - self.contract.tricks_needed)
            return f"{self.contract}{declarer}{result}"
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

        >>> parse_entry("3NTE-2").ns_score(board_no=4), parse_entry("A6040").ns_score(board_no=4)
        (200, None)
        """
        if self.contract is not None and self.declarer is not None and self.tricks is not None:
            if self.schedule:
                points = compute_declarer_points(self.contract, self.tricks, self.schedule)
                if self.declarer[0] in "NS":
                    return points + self.ns_honours
                return self.ns_honours - points
            return compute_ns_score(
                self.contract, self.declarer, self.tricks, get_vulnerability(board_no)
            )
        if self.kind is EntryKind.PASSED:
            return 0
        if self.kind is EntryKind.TRICKS:
            return self.tricks
        return self.score

    @property
    def winners_honours(self) -> int:
        """The honours of the winners, which raise their limit in excess scoring."""
        # At auction nobody is vulnerable, so any board number gives the same score.
        score = self.ns_score(1) or 0
        if self.honours_side == ("NS" if score > 0 else "EW"):
            return self.honours
        return 0

    @property
    def ns_honours(self) -> int:
        """The honours from the N-S side, below 0 if E-W held them."""
        if self.honours_side == "NS":
            return self.honours
        return -self.honours

    def check_score(self, board_no: int) -> None:
        """Raise if a bare score is impossible on *board_no*, or honours are of another scale.

        >>> parse_entry("+615").check_score(board_no=4)
        Traceback (most recent call last):
        scoring.errors.EntryError: Board 4: no contract scores N-S +615 with both sides vulnerable; \
the nearest are +600 and +620.

        :raises EntryError: with the nearest possible scores, or the possible honours
        """
        if self.honours:
            denomination = self.contract.denomination if self.contract else None
            check_honours(str(self), self.honours, denomination, self.schedule)
        # At auction honours make too many scores possible.
        if self.score is None or self.schedule:
            return
        if self.score in list_possible_scores(get_vulnerability(board_no)):
            return
        raise EntryError(
            "entry-impossible-score",
            "Board {board_no}: no contract scores N-S {score} with {vulnerable} vulnerable; "
            "{nearest}.",
            board_no=board_no,
            score=f"{self.score:+d}",
            vulnerable=describe_vulnerability(board_no),
            nearest=describe_nearest_scores(self.score, board_no),
        )


def parse_entry(text: str, *, game: str = "bridge", has_own_average: bool = True) -> ResultEntry:
    """Parse an entry. Case and blanks don't matter.

    - Bridge: ``4SS=``, ``3NTXE-2`` or ``3NTEX-2`` (doubling before or after the declarer),
      ``3NE-1`` (no-trumps by East), ``W3NT=`` (the declarer first), ``4SS10`` (all 10 tricks),
      ``4S=`` (by N-S), ``4SEW-1`` (by E-W), words (``4 spades south making``), ``PASS``, or a bare
      score from the N-S side (``+620``, ``-100``).
    - Whist: the tricks of N-S (``8`` means 8 and 5), or of both sides (``8-5``).
    - Auction: as at bridge, also with honours (``3HS+1 NS30``). A bare score includes the honours,
      and may name the declarer (``+221``, ``-600 E EW40``). Nullos are ``3NULLOW+1``, of which
      ``+1`` is one trick more lost.
    - All games: ``NP``, and artificial scores as :func:`parse_artificial` parses them (``A6040``,
      ``60/40``, ``AVE+``, which depends on *has_own_average* of the method).

    An ambiguous entry is refused: a bare ``0`` (passed out or not played), ``4SS1`` (1 trick or 1
    overtrick).

    >>> str(parse_entry("3 n x e -2")), str(parse_entry("w3n8"))
    ('3NTXE-2', '3NTW-1')
    >>> str(parse_entry("3 no trumps by east -1"))
    '3NTE-1'
    >>> parse_entry("7-6", game="whist").tricks, parse_entry("8", game="whist").tricks
    (7, 8)

    :raises EntryError: if *text* can't be parsed; a wrong contract raises a ``ContractError``
    """
    duplicate_rules = get_duplicate_game(game)
    if len(text) > _MAX_LENGTH:
        raise EntryError(*_ENTRY_UNREADABLE, text=f"{text[:20]}…")
    plain_text = normalize_entry_text(text)
    if not plain_text:
        raise EntryError(
            "entry-empty",
            "The result is empty. Type one such as 4S=, or NP for a board not played.",
        )
    if plain_text in ("NP", "NOTPLAYED"):
        return ResultEntry(EntryKind.NOT_PLAYED)
    # Artificial scores begin with A, and so does "all pass".
    if is_artificial(plain_text) and plain_text != "ALLPASS":
        return ResultEntry(
            EntryKind.ARTIFICIAL,
            artificial=parse_artificial(plain_text, has_own_average=has_own_average),
        )
    if duplicate_rules.is_auction:
        return _parse_auction_entry(text.strip(), plain_text, duplicate_rules.schedule)
    if duplicate_rules.has_contracts:
        return _parse_bridge_entry(text.strip(), plain_text)
    return _parse_whist_entry(text)


def _parse_bridge_entry(text: str, plain_text: str, *, has_nullos: bool = False) -> ResultEntry:
    if plain_text in _PASSED_OUT_TEXTS:
        return ResultEntry(EntryKind.PASSED)
    if re.fullmatch(r"[+-]?[0-9]{1,5}", plain_text):
        if int(plain_text) == 0:
            raise _make_entry_zero_error(text=text)
        return ResultEntry(EntryKind.SCORE, score=int(plain_text))
    match = _PLAYED_PATTERN.fullmatch(plain_text)
    if match is None:
        abbreviated = _TYPED_WORD.sub(_abbreviate_word, text.upper())
        match = _PLAYED_PATTERN.fullmatch(normalize_entry_text(abbreviated))
    if match is None or (match["before"] and match["after"]):
        raise EntryError(*_ENTRY_UNREADABLE, text=text)
    doubling = match["before"] or match["after"]
    denomination = NULLO if match["denomination"].startswith(NULLO) else match["denomination"]
    contract = make_contract(text, match["level"], denomination, doubling, has_nullos=has_nullos)
    if match["first"] and match["declarer"]:
        raise EntryError(
            "entry-two-declarers",
            "“{text}” has two declarers, {first} and {second}. Type one, such as 4S{second}= or "
            "{second}4S=.",
            text=text,
            first=match["first"],
            second=match["declarer"],
        )
    declarer = match["first"] or match["declarer"] or ""
    if match["result"] is None:
        raise EntryError(
            "entry-result-missing",
            "“{text}”: the result is missing. Type {form}= for just made, {form}+1 for an "
            "overtrick, {form}-1 for one down.",
            text=text,
            form=f"{contract}{declarer}",
        )
    tricks = _parse_tricks(text, contract, declarer, match["result"])
    return ResultEntry(EntryKind.PLAYED, contract, declarer or "NS", tricks)


def _abbreviate_word(word: re.Match[str]) -> str:
    """Return the sign for a *word* of a slip, such as ``=`` for *making*."""
    if word.lastgroup is None:
        return word[0][0]  # the initial of a suit or a seat
    if word.lastgroup == "made":
        # "making 10" has its own result.
        has_tricks = word.string[word.end() :].lstrip()[:1].isdigit()
        return "" if has_tricks else "="
    return {"nt": "NT", "x": "X", "by": ""}[word.lastgroup]


def _parse_tricks(text: str, contract: Contract, declarer: str, result: str) -> int:
    """Return declarer's tricks from *result*, as a number or relative to the contract."""
    if _RESULT.fullmatch(result) is None:
        raise EntryError(
            "entry-result-unreadable",
            "“{text}”: “{result}” isn’t a result. Type {form}= for just made, {form}+1 for an "
            "overtrick, {form}-1 for one down.",
            text=text,
            result=result,
            form=f"{contract}{declarer}",
        )
    tricks_needed = contract.tricks_needed
    if result == "=":
        tricks = tricks_needed
    elif result.isdigit() and contract.is_nullo:
        raise EntryError(
            "entry-nullo-tricks",
            "“{text}”: at nullos {number} could be tricks won or lost. Type {form}= if {needed} were "
            "lost, {form}+1 for one more.",
            text=text,
            number=result,
            form=f"{contract}{declarer}",
            needed=tricks_needed,
        )
    elif result.isdigit():
        tricks = int(result)
        if tricks < _MIN_UNAMBIGUOUS_TRICKS:
            raise _make_few_tricks_error(text, contract, declarer, tricks)
    else:
        tricks = tricks_needed + int(result)
    overtricks = tricks - tricks_needed
    if tricks > 13:
        raise EntryError(
            "entry-too-many-tricks",
            "“{text}”: {contract} with {over} more makes {tricks} tricks. A deal has 13.",
            text=text,
            contract=contract,
            over=overtricks,
            tricks=tricks,
        )
    if tricks < 0:
        raise EntryError(
            "entry-too-many-down",
            "“{text}”: {contract} can’t be {down} down. It needs {needed} tricks, so {needed} "
            "down is the most.",
            text=text,
            contract=contract,
            needed=tricks_needed,
            down=-overtricks,
        )
    return tricks


def _make_few_tricks_error(text: str, contract: Contract, declarer: str, number: int) -> EntryError:
    """Return the error for a small *number* without a sign."""
    tricks_needed = contract.tricks_needed
    # So many overtricks may be impossible; then the number means undertricks.
    overtricks = number if tricks_needed + number <= 13 else -number
    if number == 0:
        difference = "just made"
    elif overtricks > 0:
        difference = f"{number} over"
    else:
        difference = f"{number} down"
    return EntryError(
        "entry-few-tricks",
        "“{text}” could mean {tricks} ({as_tricks}) or {difference} ({as_difference}). Type "
        "the one you mean.",
        text=text,
        tricks=format_count(number, "trick"),
        as_tricks=f"{contract}{declarer}{_format_overtricks(number - tricks_needed)}",
        difference=difference,
        as_difference=f"{contract}{declarer}{_format_overtricks(overtricks)}",
    )


def _parse_auction_entry(text: str, plain_text: str, schedule: str) -> ResultEntry:
    """Parse an entry of auction, with or without honours."""
    honours_match = _HONOURS.fullmatch(text.upper())
    # First without honours: "4SEW10" may also be a contract of E-W with 10 tricks.
    try:
        return _parse_auction_result(text, plain_text, schedule)
    except EntryError:
        if honours_match is None or not honours_match["rest"]:
            raise
    result_text = honours_match["rest"]
    try:
        entry = _parse_auction_result(result_text, normalize_entry_text(result_text), schedule)
    except EntryError:
        # After honours there are no more, while "4NT EW10 NS30" is a contract of E-W.
        if _HONOURS.fullmatch(result_text):
            raise EntryError(
                "entry-two-honours",
                "“{text}”: only one side can score honours on a deal. Type those of one side.",
                text=text,
            ) from None
        raise
    if entry.kind is EntryKind.PASSED:
        raise EntryError(*BID_DEAL_PASS_HONOURS, text=text)
    side = honours_match["side"].replace("-", "")
    honours = int(honours_match["honours"])
    denomination = entry.contract.denomination if entry.contract else None
    # Those of the other scale are read, since older nights have them; ``check`` refuses them.
    if not any(honours in list_possible_honours(denomination, scale) for scale in SCHEDULES):
        check_honours(text, honours, denomination, schedule)
    return replace(entry, honours_side=side, honours=honours)


def check_honours(text: str, honours: int, denomination: str | None, schedule: str) -> None:
    """Raise if *honours* are impossible points in *denomination* by the *schedule*.

    :raises EntryError: with the possible points, or those of the same honours by the schedule
    """
    if denomination == NULLO:
        raise EntryError(
            "entry-nullo-honours",
            "“{text}”: nullos have no honours. Leave the honours out.",
            text=text,
        )
    possible_points = list_possible_honours(denomination, schedule)
    if honours in possible_points:
        return
    denomination_text = f" in {DENOMINATION_NAMES[denomination]}" if denomination else ""
    *lower_figures, last = possible_points
    known = f"{', '.join(map(str, lower_figures))} or {last}"
    for other_schedule in SCHEDULES:
        if honours in list_possible_honours(denomination, other_schedule):
            converted_points = (
                convert_honours(honours, denomination, other_schedule, schedule)
                if denomination
                else None
            )
            raise EntryError(
                "entry-honours-scale",
                "“{text}”: honours of {honours}{at} belong to the scale of {other}. By that of "
                "{schedule} type {known}.",
                text=text,
                honours=honours,
                at=denomination_text,
                other=other_schedule,
                schedule=schedule,
                known=converted_points or known,
            )
    raise EntryError(
        "entry-honours",
        "“{text}”: honours{at} can’t be {honours}. Type {known}.",
        text=text,
        honours=honours,
        at=denomination_text,
        known=known,
    )


def _parse_auction_result(text: str, plain_text: str, schedule: str) -> ResultEntry:
    """Parse a result of auction without honours: a contract, or a bare score."""
    match = _POINTS.fullmatch(plain_text)
    # "4S" lacks a result, as "4H" does. Four points by South, which no deal gives, are "+4S".
    if match is None or _CONTRACT_ALONE.fullmatch(plain_text):
        try:
            entry = _parse_bridge_entry(text, plain_text, has_nullos=True)
            return replace(entry, schedule=schedule)
        except EntryError as error:
            # The examples in the message are those of auction.
            if error.code == _ENTRY_UNREADABLE[0]:
                raise EntryError(
                    "entry-auction",
                    "“{text}” isn’t a result. Try 3HS+1, 3HS+1 NS30 with honours, +221, PASS, A50 or NP.",
                    text=text,
                ) from None
            raise
    score = int(match["score"])
    if score == 0:
        raise _make_entry_zero_error(text=text)
    if abs(score) > MAX_POINTS:
        raise EntryError(
            "entry-points",
            "“{text}”: a deal of auction gives at most {most} points. Correct the score.",
            text=text,
            most=MAX_POINTS,
        )
    return ResultEntry(EntryKind.SCORE, declarer=match["declarer"], score=score, schedule=schedule)


def _parse_whist_entry(text: str) -> ResultEntry:
    match = _WHIST.fullmatch(text.strip().replace("–", "-").replace("−", "-"))
    if match is None:
        raise EntryError(
            "whist-entry",
            "“{text}” isn’t a whist result. Type the N-S tricks, 0 to 13, or both sides, such as "
            "7-6.",
            text=text.strip(),
        )
    for side, tricks in (("N-S", match["ns"]), ("E-W", match["ew"] or "0")):
        # int() refuses very long numbers.
        if len(tricks) > 3 or int(tricks) > 13:
            raise EntryError(
                "whist-tricks-range",
                "“{text}”: {side} can’t have {tricks} tricks. A deal has 13.",
                text=text.strip(),
                tricks=tricks,
                side=side,
            )
    ns = int(match["ns"])
    if match["ew"] is not None:
        ew = int(match["ew"])
        if ns + ew != 13:
            raise EntryError(
                "whist-tricks-sum",
                "N-S {ns} tricks and E-W {ew} tricks make {total}. A deal has 13.",
                ns=ns,
                ew=ew,
                total=ns + ew,
            )
    return ResultEntry(EntryKind.TRICKS, tricks=ns)


def _format_overtricks(overtricks: int) -> str:
    if overtricks:
        return f"{overtricks:+d}"
    return "="


def _make_entry_zero_error(*, text: object) -> EntryError:
    return EntryError(
        "entry-zero",
        "“{text}” could mean two things. Type PASS for passed out or NP for not played.",
        text=text,
    )
