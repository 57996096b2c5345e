"""Entries of lines: a result as ``scoring`` reads it, or an award by the director.

In addition to the forms of ``read_entry`` a line can have:

- ``LATER`` for a board to be played later, and ``NP: reason`` for one that was not played;
- a weighted score, ``60% 4SS=, 40% 4SS-1``;
- a split score, ``N-S 4SS= / E-W 4SS-1``, whose sides can be weighted too;
- points moved by hand, ``4SS= MOVED +2/-2 MP``, N-S first, after a result or an award;
- the marks of ``marks.py``.

An entry is stored as its canonical text (``LineEntry.text``), which parses to the same entry.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.marks import (
    ExchangedHands,
    Mark,
    Revoke,
    WrongCards,
    split_mark,
)
from director.boards.sentences import BoardSentences
from director.core.base.decimals import read_decimal
from director.errors import DeskError
from scoring.bridge.entries import EntryKind, ResultEntry, read_entry
from scoring.bridge.rulings import (
    ArtificialScore,
    AssignedScore,
    LineState,
    PointShift,
    WeightedScore,
    is_artificial,
)
from scoring.display import exact_text
from scoring.model import Line
from scoring.totals.ranking import signed_text

LATER = "LATER"
NOT_PLAYED = "NP"
"""Not played without a reason. It is in files and old events, but can't be typed any more."""
MOVED = " MOVED "
"""Before the points moved by hand, in the canonical text."""
MAX_LENGTH = 200
NO_REASON = "no reason given"
_LATER_PATTERN = re.compile(r"(?:TO BE PLAYED )?LATER", re.IGNORECASE)
_NOT_PLAYED_PATTERN = re.compile(
    r"(?:NP|NOT PLAYED)(?:\s*[:,]\s*|\s+)(?P<reason>.+)", re.IGNORECASE | re.DOTALL
)
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
    """A result that an assigned score is made of, its *entry* with its *weight*.

    The names of these fields are stored: see ``readings``.
    """

    entry: ResultEntry
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class LineEntry:
    """The entry of a line. *text* is its canonical form and parses to the same entry.

    Most have an ordinary *entry*. An assigned score has *ns* and *ew* instead. An entry that is
    still to be played has neither. With a *mark*, *entry* is what was made at the table, or None.
    """

    text: str
    entry: ResultEntry | None = None
    ns: tuple[WeightedResult, ...] = ()
    ew: tuple[WeightedResult, ...] = ()
    reason: str = ""
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
        """Whether it replaces a result.

        It is an award, not played, still to be played, or was stopped by a wrong number of cards.

        >>> texts = ("A6040", "NP: late", "LATER", "4SS=", "4SS= SHIFTED")
        >>> [read_line_entry(text).is_award for text in texts]
        [True, True, True, False, False]
        """
        has_no_result = self.state in _STATES_WITHOUT_RESULT
        return self.is_ruled or has_no_result or isinstance(self.mark, WrongCards)

    @property
    def may_take_average(self) -> bool:
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

    def ns_score(self, board_no: int) -> int | None:
        """Return the N-S score, or None if there is none or more than one."""
        if self.entry:
            return self.entry.ns_score(board_no)
        return None

    def check(self, board_no: int) -> None:
        """Raise if a bare score is impossible on *board_no*.

        :raises EntryError: naming the nearest possible scores
        :raises ScoringError: if a revoke is impossible
        """
        for entry in self.entries():
            entry.check(board_no)
        if isinstance(self.mark, Revoke) and self.entry and self.entry.tricks is not None:
            self.mark.check(self.entry.tricks)

    def make_line(self, *, ns: int, ew: int, board_no: int) -> Line:
        """Return the line of *ns* and *ew* on *board_no* as it is scored."""
        return self.make_unpaired_line(board_no).between(ns, ew)

    def make_unpaired_line(self, board_no: int) -> Line:
        """Return the scoring line on *board_no*, without pairs.

        Callers keep one for each entry of a board, and add the pairs with ``between``.

        >>> read_line_entry("4ss=").make_unpaired_line(2).between(1, 7, "B").score
        620
        """
        assigned = None
        if self.ns:
            assigned = AssignedScore(
                _make_shares(self.ns, board_no), _make_shares(self.ew, board_no)
            )
        declarer = None
        honours = 0
        contract = ""
        if self.entry:
            declarer = self.entry.declarer
            honours = self.entry.winners_honours
            if self.entry.contract:
                contract = self.entry.played_text
        state = self.state
        reason = ""
        if state is LineState.NOT_PLAYED:
            reason = self.reason or NO_REASON
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
            moved=self.point_shift,
        )

    def entries(self) -> Iterator[ResultEntry]:
        """Yield every result of the line: its own, or the parts of an assigned score."""
        if self.entry:
            yield self.entry
        yield from (part.entry for part in (*self.ns, *self.ew))


def read_line_entry(text: str, *, game: str = "bridge", has_own_average: bool = True) -> LineEntry:
    """Parse *text* as the entry of a line. Case and blanks don't matter.

    With *has_own_average* ``AVE+`` is the pair's own average if that is above 60 %, and ``AVE-``
    if it is below 40 %. Without it they are 60 and 40 %, as in ``read_entry``.

    >>> read_line_entry("np: ran out of time").text, read_line_entry("later").text
    ('NP: ran out of time', 'LATER')
    >>> read_line_entry("4ss= moved 2/-2 mp").text
    '4SS= MOVED +2/-2 MP'
    >>> read_line_entry("60% 4ss= 40 % 4ss-1").text, read_line_entry("ns 4ss= / ew 4ss-1").text
    ('60% 4SS=, 40% 4SS-1', 'N-S 4SS= / E-W 4SS-1')

    :raises DeskError: if weights do not make 100 %, or a part of an assigned score is no result
    :raises ScoringError: as ``read_entry``
    """
    plain = " ".join(text.split())
    if len(plain) > MAX_LENGTH:
        raise DeskError(BoardSentences.REASON_TOO_LONG, reason=plain[:20], most=MAX_LENGTH)
    # MOVED comes first, since it can follow any other form.
    if match := _MOVED_PATTERN.fullmatch(plain):
        return _read_moved(match, game, has_own_average)
    if _LATER_PATTERN.fullmatch(plain):
        return LineEntry(LATER)
    if match := _NOT_PLAYED_PATTERN.fullmatch(plain):
        reason = match["reason"]
        return LineEntry(f"NP: {reason}", read_entry("NP", game=game), reason=reason)
    if match := _SPLIT_PATTERN.fullmatch(plain):
        ns, ew = _read_parts(match["ns"], game), _read_parts(match["ew"], game)
        return LineEntry(f"N-S {_format_parts(ns)} / E-W {_format_parts(ew)}", ns=ns, ew=ew)
    # "60% 40%" is an artificial score, not a weighted one.
    if "%" in plain and not is_artificial("".join(plain.split())):
        parts = _read_parts(plain, game)
        return LineEntry(_format_parts(parts), ns=parts, ew=parts)
    return _read_ordinary(text, plain, game, has_own_average)


def _read_moved(match: re.Match[str], game: str, has_own_average: bool) -> LineEntry:
    """Return the entry before ``MOVED`` with the points that were moved."""
    entry = read_line_entry(match["rest"], game=game, has_own_average=has_own_average)
    if entry.mark or entry.point_shift or entry.state in _STATES_WITHOUT_RESULT:
        raise DeskError(BoardSentences.NOTHING_TO_MOVE, entry=entry.text)
    ns, ew = (Fraction(read_decimal(match[side]) or 0) for side in ("ns", "ew"))
    unit = match["unit"].upper()
    text = f"{entry.text}{MOVED}{signed_text(ns)}/{signed_text(ew)} {unit}"
    return replace(entry, text=text, point_shift=PointShift(ns, ew, unit.lower()))


def _read_ordinary(text: str, plain: str, game: str, has_own_average: bool) -> LineEntry:
    """Return an ordinary entry, with its mark if it has one.

    *plain* is *text* without superfluous blanks.
    """
    result_text, mark = split_mark(plain, game)
    if mark is None:
        # Errors of read_entry quote the text as it was typed.
        entry = read_entry(text, game=game, has_own_average=has_own_average)
        return LineEntry(str(entry), entry)
    result = None
    if result_text:
        result = _read_result(result_text, game, consequence="no mark belongs to it")
    return LineEntry(f"{result or ''}{mark}", result, mark=mark)


def _read_parts(text: str, game: str) -> tuple[WeightedResult, ...]:
    """Return the results of one side with their weights, which add up to 1."""
    if "%" not in text:
        return (WeightedResult(_read_result(text, game)),)
    matches = list(_WEIGHT_PATTERN.finditer(text))
    # Anything before the first or after the last part was not understood.
    if not matches or matches[0].start() or matches[-1].end() != len(text):
        raise DeskError(BoardSentences.NO_WEIGHTED_SCORE, text=text)
    weights = [Fraction(match["percent"].replace(",", ".")) for match in matches]
    if sum(weights) != 100 or 0 in weights:
        weights_text = " + ".join(f"{exact_text(weight)}%" for weight in weights)
        raise DeskError(
            BoardSentences.WEIGHTS_NOT_WHOLE, weights=weights_text, total=exact_text(sum(weights))
        )
    return tuple(
        WeightedResult(_read_result(match["text"], game), weight / 100)
        for match, weight in zip(matches, weights, strict=True)
    )


def _read_result(
    text: str, game: str, *, consequence: str = "no assigned score can hold it"
) -> ResultEntry:
    """Parse *text*, which has to be a result.

    *consequence* ends the sentence "A60 isn't a result, so …" of the error.
    """
    entry = read_entry(text, game=game)
    if entry.kind in (EntryKind.ARTIFICIAL, EntryKind.NOT_PLAYED):
        raise DeskError(BoardSentences.NO_RESULT_TO_ADJUST, entry=entry, so=consequence)
    return entry


def _format_parts(parts: tuple[WeightedResult, ...]) -> str:
    if len(parts) == 1 and parts[0].weight == 1:
        return str(parts[0].entry)
    return ", ".join(f"{exact_text(100 * part.weight)}% {part.entry}" for part in parts)


def _make_shares(parts: tuple[WeightedResult, ...], board_no: int) -> tuple[WeightedScore, ...]:
    return tuple(WeightedScore(part.entry.ns_score(board_no) or 0, part.weight) for part in parts)
