"""Entries of lines: a result as ``scoring`` reads it, or an award by the director.

Beyond the forms of ``read_entry``: ``LATER`` for a board to be played later, ``NP: reason``, a
weighted score ``60% 4SS=, 40% 4SS-1``, a split one ``N-S 4SS= / E-W 4SS-1``, whose sides may be
weighted too, points moved by hand ``4SS= MOVED +2/-2 MP`` (N-S first; also behind what the director
gave), and those of ``marks``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.marks import Mark, Revoked, Shifted, WrongCards, split_mark
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from scoring import (
    Artificial,
    Assigned,
    EntryKind,
    Line,
    LineState,
    PointShift,
    ResultEntry,
    Share,
    exact_text,
    is_artificial,
    read_entry,
    signed_text,
)

LATER = "LATER"
NOT_PLAYED = "NP"
"""Not played without a reason: files and old nights hold it, nobody can type it any more."""
LONGEST = 200
NO_REASON = "no reason given"
_LATER = re.compile(r"(?:TO BE PLAYED )?LATER", re.IGNORECASE)
_NOT_PLAYED = re.compile(
    r"(?:NP|NOT PLAYED)(?:\s*[:,]\s*|\s+)(?P<reason>.+)", re.IGNORECASE | re.DOTALL
)
_SPLIT = re.compile(r"N-?S\s*:?\s+(?P<ns>[^/]+?)\s*/\s*E-?W\s*:?\s+(?P<ew>[^/]+)", re.IGNORECASE)
_AMOUNT = r"[+-]?[0-9]{1,6}(?:[.,][0-9]{1,7})?"
_MOVED = re.compile(
    rf"(?P<rest>.+?),? MOVED (?P<ns>{_AMOUNT}) ?/ ?(?P<ew>{_AMOUNT}) ?(?P<unit>MP|IMP|POINTS)S?",
    re.IGNORECASE,
)
_WEIGHT = re.compile(
    r"(?P<percent>[0-9]{1,3}(?:[.,][0-9]{1,3})?)\s*%\s*(?P<text>[^%]*?)[\s,;]*(?=[0-9.]+\s*%|$)"
)


@dataclass(frozen=True, slots=True)
class WeightedResult:
    """One of the results that an assigned score is put together from, with its *weight*."""

    entry: ResultEntry
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class LineEntry:
    """The entry of a line. *text* is its canonical form and parses to the same entry.

    *entry* is an ordinary entry; an assigned score has *ns* and *ew* instead, one that is still to
    be played neither. With a *mark* the *entry* is what was made at the table, if anything was.
    """

    text: str
    entry: ResultEntry | None = None
    ns: tuple[WeightedResult, ...] = ()
    ew: tuple[WeightedResult, ...] = ()
    reason: str = ""
    mark: Mark | None = None
    moved: PointShift | None = None

    @property
    def artificial(self) -> Artificial | None:
        """The shares of the top that stand in place of a score."""
        if self.entry:
            return self.entry.artificial
        return None

    @property
    def is_ruled(self) -> bool:
        """Whether the director gave it in place of a score, or gave something besides."""
        return bool(self.ns or self.moved) or self.artificial is not None

    @property
    def is_award(self) -> bool:
        """Whether it replaces a result: awarded, not played, or still to be played.

        >>> [read_line_entry(text).is_award for text in ("A6040", "NP: late", "LATER", "4SS=", "4SS= SHIFTED")]
        [True, True, True, False, False]
        """
        return self.is_ruled or self.state in _NOTHING_MADE or isinstance(self.mark, WrongCards)

    @property
    def may_take_average(self) -> bool:
        """Whether the other tables decide if it becomes the average."""
        return isinstance(self.mark, Shifted | WrongCards)

    @property
    def has_lead(self) -> bool:
        """Whether a contract was played, so that a card was led to it."""
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
        return _STATES[entry.kind]

    def ns_score(self, board_no: int) -> int | None:
        """Return the N-S score, or None if there is none or more than one."""
        if self.entry:
            return self.entry.ns_score(board_no)
        return None

    def check(self, board_no: int) -> None:
        """Refuse a bare score that is impossible on *board_no*.

        :raises EntryError: naming the nearest possible scores
        :raises ScoringError: if a revoke cannot be
        """
        for entry in self.entries():
            entry.check(board_no)
        if isinstance(self.mark, Revoked) and self.entry and self.entry.tricks is not None:
            self.mark.check(self.entry.tricks)

    def line(self, *, ns: int, ew: int, board_no: int) -> Line:
        """Return the line of *ns* and *ew* on *board_no* as it is scored."""
        return self.anybodys_line(board_no).between(ns, ew)

    def anybodys_line(self, board_no: int) -> Line:
        """Return the scoring line on *board_no*, without pairs. Equal entries share it.

        >>> read_line_entry("4ss=").anybodys_line(2).between(1, 7, "B").score
        620
        """
        if self.ns:
            assigned = Assigned(_shares(self.ns, board_no), _shares(self.ew, board_no))
        else:
            assigned = None
        state = self.state
        declarer = self.entry.declarer if self.entry else None
        honours = self.entry.winners_honours if self.entry else 0
        contract = self.entry.played_text if self.entry and self.entry.contract else ""
        reason = (self.reason or NO_REASON) if state is LineState.NOT_PLAYED else ""
        return Line(
            0,
            0,
            score=self.ns_score(board_no),
            artificial=self.artificial,
            declarer=declarer,
            honours=honours,
            contract=contract,
            assigned=assigned,
            state=state,
            reason=reason,
            moved=self.moved,
        )

    def entries(self) -> Iterator[ResultEntry]:
        """Yield every entry on the line: its own, or the parts of an assigned score."""
        if self.entry:
            yield self.entry
        yield from (part.entry for part in (*self.ns, *self.ew))


_STATES = {
    EntryKind.PASSED: LineState.PASSED_OUT,
    EntryKind.ARTIFICIAL: LineState.ARTIFICIAL,
    EntryKind.NOT_PLAYED: LineState.NOT_PLAYED,
}
_NOTHING_MADE = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


def read_line_entry(text: str, *, game: str = "bridge", has_own_average: bool = True) -> LineEntry:
    """Parse *text* as the entry of a line. Case and blanks don't matter.

    Without *has_own_average* ``AVE+`` and ``AVE-`` are 60 and 40 %, as ``read_entry`` has it.

    >>> read_line_entry("np: ran out of time").text, read_line_entry("later").text
    ('NP: ran out of time', 'LATER')
    >>> read_line_entry("4ss= moved 2/-2 mp").text
    '4SS= MOVED +2/-2 MP'
    >>> read_line_entry("60% 4ss= 40 % 4ss-1").text, read_line_entry("ns 4ss= / ew 4ss-1").text
    ('60% 4SS=, 40% 4SS-1', 'N-S 4SS= / E-W 4SS-1')

    :raises DeskError: if weights do not make 100 %, or a part of an assigned score is none
    :raises ScoringError: as ``read_entry``
    """
    plain = " ".join(text.split())
    if len(plain) > LONGEST:
        raise DeskError(BoardSentences.REASON_TOO_LONG, reason=plain[:20], most=LONGEST)
    if match := _MOVED.fullmatch(plain):
        return _with_moved(match, game, has_own_average)
    if _LATER.fullmatch(plain):
        return LineEntry(LATER)
    if match := _NOT_PLAYED.fullmatch(plain):
        return LineEntry(
            f"NP: {match['reason']}", read_entry("NP", game=game), reason=match["reason"]
        )
    if match := _SPLIT.fullmatch(plain):
        ns, ew = _parts(match["ns"], game), _parts(match["ew"], game)
        return LineEntry(f"N-S {_text(ns)} / E-W {_text(ew)}", ns=ns, ew=ew)
    if "%" in plain and not is_artificial("".join(plain.split())):
        parts = _parts(plain, game)
        return LineEntry(_text(parts), ns=parts, ew=parts)
    return _with_mark(text, plain, game, has_own_average)


def _with_moved(match: re.Match[str], game: str, has_own_average: bool) -> LineEntry:
    """Return the entry before ``MOVED`` with the points that were moved."""
    entered = read_line_entry(match["rest"], game=game, has_own_average=has_own_average)
    if (
        entered.mark
        or entered.moved
        or entered.state in (LineState.TO_BE_PLAYED, LineState.NOT_PLAYED)
    ):
        raise DeskError(BoardSentences.NOTHING_TO_MOVE, entry=entered.text)
    ns, ew = (Fraction(match[side].replace(",", ".")) for side in ("ns", "ew"))
    unit = match["unit"].upper()
    text = f"{entered.text} MOVED {signed_text(ns)}/{signed_text(ew)} {unit}"
    return replace(entered, text=text, moved=PointShift(ns, ew, unit.lower()))


def _with_mark(text: str, plain: str, game: str, has_own_average: bool) -> LineEntry:
    """Return an ordinary entry, with its mark if it has one."""
    rest, mark = split_mark(plain, game)
    if mark is None:
        entry = read_entry(text, game=game, has_own_average=has_own_average)
        return LineEntry(str(entry), entry)
    result = _result(rest, game, "no mark belongs to it") if rest else None
    return LineEntry(f"{result or ''}{mark}", result, mark=mark)


def _parts(text: str, game: str) -> tuple[WeightedResult, ...]:
    """Return the results of one side with their weights, which make 1."""
    if "%" not in text:
        return (WeightedResult(_result(text, game)),)
    weighted = list(_WEIGHT.finditer(text))
    if not weighted or weighted[0].start() or weighted[-1].end() != len(text):
        raise DeskError(BoardSentences.NO_WEIGHTED_SCORE, text=text)
    weights = [Fraction(match["percent"].replace(",", ".")) for match in weighted]
    if sum(weights) != 100 or 0 in weights:
        shown = " + ".join(f"{exact_text(weight)}%" for weight in weights)
        raise DeskError(
            BoardSentences.WEIGHTS_NOT_WHOLE, weights=shown, total=exact_text(sum(weights))
        )
    return tuple(
        WeightedResult(_result(match["text"], game), weight / 100)
        for match, weight in zip(weighted, weights, strict=True)
    )


def _result(text: str, game: str, so: str = "no assigned score can hold it") -> ResultEntry:
    entry = read_entry(text, game=game)
    if entry.kind in (EntryKind.ARTIFICIAL, EntryKind.NOT_PLAYED):
        raise DeskError(BoardSentences.NO_RESULT_TO_ADJUST, entry=entry, so=so)
    return entry


def _text(parts: tuple[WeightedResult, ...]) -> str:
    if len(parts) == 1 and parts[0].weight == 1:
        return str(parts[0].entry)
    return ", ".join(f"{exact_text(100 * part.weight)}% {part.entry}" for part in parts)


def _shares(parts: tuple[WeightedResult, ...], board_no: int) -> tuple[Share, ...]:
    return tuple(Share(part.entry.ns_score(board_no) or 0, part.weight) for part in parts)
