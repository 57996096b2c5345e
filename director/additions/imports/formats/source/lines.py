"""Lines of an imported traveller: results in many spellings, parsed and checked, and their deals."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from director.additions.imports.formats.source.model import (
    OwnScoring,
    SourcePlayer,
    SourceRound,
    is_ruling,
)
from director.additions.imports.refusals import (
    DOUBT_CARDS,
    DOUBT_MORE_CARDS,
    make_line_contract_error,
)
from director.formats.deals import FiledDeal, collect_deals_by_board
from director.formats.errors import MAX_FAULTS, Doubt, FaultList, ImportFileError
from director.formats.result import TURNED, FiledResult
from scoring.bridge.contracts import Vulnerability, ns_score, possible_scores, read_contract
from scoring.bridge.entries import EntryKind, read_entry
from scoring.errors import ContractError, ScoringError

VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


_LINES_PER_UNCLEAR = 10
"""Lines of a file for each whose contract may be misspelt. With more, the file is another kind."""


@dataclass(slots=True)
class Report:
    """Messages about a file: *faults* refuse it, *doubts* become warnings.

    *unclear* are faults in lines whose score is known all the same, *left_out* name the parts of the
    file that have no use here.
    """

    faults: FaultList = field(default_factory=FaultList)
    doubts: list[Doubt] = field(default_factory=list)
    unclear: list[ImportFileError] = field(default_factory=list)
    left_out: list[Doubt] = field(default_factory=list)

    @property
    def message_count(self) -> int:
        """How many messages there are."""
        return len(self.faults) + len(self.doubts) + len(self.unclear)

    def take(self, other: "Report", place: str) -> None:
        """Add the messages of *other*, with *place*."""
        self.faults += [fault.set_place(place) for fault in other.faults]
        self.doubts += [doubt.set_place(place) for doubt in other.doubts]
        self.unclear += [fault.set_place(place) for fault in other.unclear]

    def add_line_fault(self, fault: ImportFileError, *, has_score: bool) -> None:
        """Add a *fault* of a line, which is less serious if the line also *has_score*."""
        if has_score and len(self.unclear) < MAX_FAULTS:
            self.unclear.append(fault)
        else:
            self.faults.append(fault)

    def settle(self, line_count: int) -> None:
        """Make doubts of the unclear lines if they are few among *line_count*, else faults."""
        if len(self.unclear) * _LINES_PER_UNCLEAR > line_count:
            # Their lines come before what is found at the end of a file.
            self.faults[:0] = self.unclear
        else:
            self.doubts += [
                Doubt(
                    "doubt-only-score",
                    "{reason} Only the score of this line was imported.",
                    reason=fault,
                )
                for fault in self.unclear
            ]
        self.unclear = []


def read_turned(own_words: str) -> FiledResult | None:
    """Return the result of pairs that sat the other way round, None if *own_words* say no such.

    >>> read_turned("TURNED 4SS=").tricks, read_turned("60% 4SS=, 40% 4SS-1")
    (10, None)
    >>> read_turned("TURNED 60% 4SS=, 40% 4SS-1").ruled
    '60% 4SS=, 40% 4SS-1'
    """
    if not own_words.startswith(TURNED):
        return None
    text = own_words.removeprefix(TURNED)
    if is_ruling(text):
        return FiledResult(ruled=text)
    try:
        entry = read_entry(text)
    except ScoringError:
        return None
    if entry.kind is EntryKind.PASSED:
        return FiledResult("PASS", score=0)
    return FiledResult(
        str(entry.contract or ""),
        entry.declarer or "",
        entry.tricks,
        entry.score,
        str(entry.artificial or ""),
    )


def is_seen_from_other_side(first: FiledResult, second: FiledResult) -> bool:
    """Return whether two results of the same pairs on a board are one, told by each side.

    >>> made = FiledResult("4S", "S", 10, 420)
    >>> is_seen_from_other_side(made, made._replace(score=-420))
    True
    >>> is_seen_from_other_side(made, FiledResult("4S", "E", 10, 420))
    False
    """
    if first[:3] != second[:3] or first.ruled or second.ruled:
        return False
    first_seen = first.as_score_of_other_side()
    return (first_seen.score, first_seen.artificial) == (second.score, second.artificial)


def make_both_sides_doubt(count: int) -> Doubt:
    """Return the doubt about *count* results that a file lists from both sides."""
    results = f"{count} result{'s' * (count != 1)}"
    return Doubt(
        "doubt-both-sides",
        "The file lists {results} from both sides. Each is imported once; check who sat N-S.",
        results=results,
    )


def check_result(
    result: FiledResult, where: str, vulnerable: Vulnerability, report: Report
) -> None:
    """Report contradictions between the parts of a result."""
    if result.artificial or _is_consistent(result, vulnerable):
        return
    expected, made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        if result.contract and expected is None:
            report.faults.append(
                ImportFileError(
                    "line-unfinished",
                    "{where}: {contract} has no score. Add the score, or the declarer and tricks.",
                    where=where,
                    contract=result.contract,
                )
            )
        elif not result.contract:
            report.doubts.append(
                Doubt(
                    "doubt-no-result",
                    "{where}: the line has no result, so it is imported as not played.",
                    where=where,
                )
            )
    elif expected is None:
        if result.score and result.score not in possible_scores(vulnerable):
            given = f"{result.score:+d}"
            report.doubts.append(
                Doubt(
                    "doubt-impossible-score",
                    "{where}: no contract scores {given} with {vulnerable} vulnerable. The score is "
                    "imported; check it.",
                    where=where,
                    given=given,
                    vulnerable=VULNERABLE[vulnerable],
                )
            )
    elif result.score != expected:
        scores = {"expected": f"{expected:+d}", "given": f"{result.score:+d}"}
        report.doubts.append(
            Doubt(
                "doubt-score",
                "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has "
                "{given}. The file’s score is imported; check it.",
                where=where,
                result=made_text,
                vulnerable=VULNERABLE[vulnerable],
                **scores,
            )
        )


@lru_cache(maxsize=65_536)
def _is_consistent(result: FiledResult, vulnerable: Vulnerability) -> bool:
    """Return whether a result has no contradiction."""
    expected, _made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        return bool(result.contract) and expected is not None
    if expected is not None:
        return result.score == expected
    return not result.score or result.score in possible_scores(vulnerable)


def _compute_expected_score(
    result: FiledResult, vulnerable: Vulnerability
) -> tuple[int | None, str]:
    """Return the score of the contract with its tricks, and both in words."""
    contract, declarer, tricks = result[:3]
    if contract == "PASS":
        return 0, "a board passed out"
    if not contract or not declarer or tricks is None:
        return None, ""
    score = ns_score(read_contract(contract), declarer, tricks, vulnerable)
    return score, f"{contract} by {declarer} with {tricks} tricks"


# Deals in files of results. Invalid ones are left out and reported.


def collect_source_hands(
    filed: Iterable[FiledDeal | ImportFileError], report: Report
) -> tuple[FiledDeal, ...]:
    """Return the deals among *filed* by board. Faults become doubts, one for each reason."""
    deals, faults = collect_deals_by_board(filed)
    by_reason: dict[str, list[ImportFileError]] = {}
    for fault in faults:
        by_reason.setdefault(fault.code, []).append(fault)
    for alike in by_reason.values():
        if len(alike) == 1:
            doubt = Doubt(*DOUBT_CARDS, reason=alike[0])
        else:
            count = len(alike) - 1
            doubt = Doubt(*DOUBT_MORE_CARDS, reason=alike[0], count=count)
        report.doubts.append(doubt)
    return deals


def make_only_cards_fault(count: int) -> ImportFileError:
    """Return why a file with the cards of *count* boards and nothing else is refused."""
    boards = "1 board" if count == 1 else f"{count} boards"
    return ImportFileError(
        "only-cards",
        "The file has the deals of {boards} but no results. Import it under Hands in the "
        "session that plays them.",
        boards=boards,
    )


_SEATS = {name: name[0] for name in ("NORTH", "EAST", "SOUTH", "WEST")} | {
    seat: seat for seat in ("N", "E", "S", "W", "NS", "EW")
}
_PASSED = frozenset(
    {
        "PASS",
        "PASSED",
        "PASSEDOUT",
        "PASSOUT",
        "ALLPASS",
        "AP",
        "P",
        "PASSE",
        "PAS",
        "4XPASS",
        "4PASS",
        "PO",
        "ALLPASSED",
    }
    | {
        "GEPASST",
        "RUNDGEPASST",
        "DURCHGEPASST",
        "RUNDPASS",
        "RUNDPAS",
        "RONDPAS",
        "GEPAST",
        "ALLEPAS",
        "PASSATO",
    }
    | {
        "PASSGENERAL",
        "PASSEGENERAL",
        "PASSEGENERALE",
        "TOUSPASSENT",
        "PASAT",
        "PASSAT",
        "PASSAD",
        "RUNTPASS",
    }
)
_ADJUSTED = frozenset({"A", "ADJ", "ADJUSTED", "ADJUST", "ART", "ARTIFICIAL", "ASSIGNED"})
"""What stands for a score that the director gave, without saying which."""
_NOTHING = frozenset({"", "-", "?", "–", "NP", "NOTPLAYED", "N/A", "LATER"})
_FORMULA_ERRORS = ("#N/A", "#VALUE!", "#REF!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!")
_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,5}")
_MADE = frozenset({"=", "MADE", "C"})
"""What stands for just as many tricks as were bid; C is so in the Netherlands."""
_AGAINST = re.compile(r"[+-][0-9]{1,2}")
_MINUS = str.maketrans({"−": "-", "–": "-", "±": "+"})
_DECIMALS = re.compile(r"([+-]?[0-9]{1,5})[.,]0{1,2}")
_THOUSANDS = re.compile(r"([+-]?[0-9])[.,'’]([0-9]{3})")
_IN_BRACKETS = re.compile(r"\(([0-9]{1,5})\)")
_OF_SIDE = re.compile(r"(NS|N-S|N/S|EW|E-W|E/W)[ :]*\+?([0-9]{1,5})", re.IGNORECASE)
_BEFORE_SIDE = re.compile(r"\+?([0-9]{1,5})(NS|N-S|N/S|EW|E-W|E/W)", re.IGNORECASE)
_TRICKS_OF_SIDE = re.compile(r"\b(NS|EW)\s*([0-9]{1,2})(?![0-9])")
_DOWN = re.compile(r"-?([0-9]{1,2})(?:OFF|DOWN)|(?:OFF|DOWN)([0-9]{1,2})", re.IGNORECASE)
_OVER = re.compile(r"\+?([0-9]{1,2})OVER", re.IGNORECASE)
_WORDS_OF_TRICKS = re.compile(r"(?:TRICKS?|STICHE?|SLAGEN|LEV[EÉ]ES|STICK|STIKK?)$", re.IGNORECASE)
_BETWEEN_SHARES = re.compile(r"(A?[0-9]{2}%?)-([0-9]{2}%?)")
_AVERAGE = re.compile(r"AVG?(?=[+-]|/|$)|A(?=[+-])", re.IGNORECASE)


def is_nothing(text: str) -> bool:
    """Return whether a cell stands for no value.

    >>> is_nothing(" - "), is_nothing("4S")
    (True, False)
    """
    compact_text = "".join(text.split()).upper()
    return (
        compact_text in _NOTHING
        or compact_text.startswith(("NP:", *_FORMULA_ERRORS))
        or not compact_text.strip("-–")
    )


def is_zero(text: str) -> bool:
    """Return whether a cell is the figure 0.

    >>> is_zero("0"), is_zero("0.0"), is_zero("-")
    (True, True, False)
    """
    return read_points(text) == 0


def read_made(
    where: str,
    report: Report,
    *,
    contract: str = "",
    declarer: str = "",
    tricks: str = "",
    score: str = "",
) -> FiledResult:
    """Return the result in the cells of a line. Faults go into *report*.

    Tricks are all that declarer won, or relative to the contract: ``=``, ``+1``, ``-2``.  A
    contract may include the declarer and the tricks (``4SXE-1``), as a director types it.

    >>> read_made("Row 2", Report(), contract="4 S x", declarer="East", tricks="-1")
    FiledResult(contract='4SX', declarer='E', tricks=9, score=None, artificial='', ruled='')
    >>> read_made("Row 3", Report(), contract="3NTW+1")
    FiledResult(contract='3NT', declarer='W', tricks=10, score=None, artificial='', ruled='')
    """
    points, artificial = read_score(score, where, report)
    if artificial:
        return FiledResult(artificial=artificial)
    contract_text = "".join(contract.translate(_MINUS).replace("^", "").split())
    if result := _read_result_without_contract(contract_text, points, where, report):
        return result
    try:
        read_bid = read_contract(contract_text)
    except ContractError as error:
        return _read_whole_entry(contract_text, points) or _report_no_contract(
            where, error, points, report
        )
    line_report = Report()
    seat = _read_declarer(declarer, where, line_report)
    own_tricks = _choose_declarer_tricks(tricks, seat)
    won_tricks = _read_tricks(own_tricks, read_bid.tricks_needed, where, line_report)
    for fault in line_report.faults:
        report.add_line_fault(fault, has_score=points is not None)
    if line_report.faults:
        return FiledResult(score=points)
    return FiledResult(str(read_bid), seat, won_tricks, points)


def _read_result_without_contract(
    contract_text: str, points: int | None, where: str, report: Report
) -> FiledResult | None:
    """Return the result where *contract_text* is a word in place of a contract, else None."""
    if is_passed(contract_text):
        return FiledResult("PASS", score=points)
    if is_nothing(contract_text) or contract_text == "0":
        return FiledResult(score=points)
    if is_artificial_text(contract_text):
        return FiledResult(artificial=read_score(contract_text, where, report)[1])
    if contract_text.upper().rstrip(".") not in _ADJUSTED:
        return None
    if points is None:
        report.doubts.append(
            Doubt(
                "doubt-adjusted",
                "{where}: the file has “{given}” without the adjusted score, so average is imported. "
                "Correct it in Scores.",
                where=where,
                given=contract_text,
            )
        )
        return FiledResult(artificial="A5050")
    return FiledResult(score=points)


def read_score(text: str, where: str, report: Report) -> tuple[int | None, str]:
    """Return the score or the artificial score of a cell, None and ``""`` where it has none."""
    score_text = _normalize_score("".join(text.translate(_MINUS).split()))
    if is_nothing(score_text):
        return None, ""
    if is_passed(score_text):
        return 0, ""
    if _WHOLE.fullmatch(score_text):
        return int(score_text), ""
    if is_artificial_text(score_text):
        return None, str(read_entry(_normalize_artificial(score_text)).artificial)
    report.faults.append(
        ImportFileError(
            "line-score",
            '{where}: the score is "{given}". Use a whole number, or A6040 for an artificial '
            "score.",
            where=where,
            given=text,
        )
    )
    return None, ""


@lru_cache(maxsize=65_536)  # Asked of every contract, of which there are few different ones.
def is_artificial_text(text: str) -> bool:
    """Return whether *text* is an artificial score: ``A6040``, ``60%/40%``, ``AVE+``.

    >>> is_artificial_text("A6040"), is_artificial_text("60%-40%"), is_artificial_text("4S")
    (True, True, False)
    """
    try:
        return read_entry(_normalize_artificial(text)).artificial is not None
    except ScoringError:
        return False


def _normalize_artificial(text: str) -> str:
    """Return *text* as a director would type it: ``60/40`` for 60%-40%, ``AVE+`` for Avg+."""
    compact_text = "".join(text.split())
    if match := _BETWEEN_SHARES.fullmatch(compact_text):
        return f"{match[1]}/{match[2]}"
    return _AVERAGE.sub("AVE", compact_text)


def _normalize_score(given: str) -> str:
    """Return a score as a plain N-S figure."""
    if match := _DECIMALS.fullmatch(given):
        return match[1]
    if match := _THOUSANDS.fullmatch(given):
        return match[1] + match[2]
    if match := _IN_BRACKETS.fullmatch(given):
        return f"-{match[1]}"
    if match := _OF_SIDE.fullmatch(given):
        return f"-{match[2]}" if match[1][0] in "Ee" else match[2]
    if match := _BEFORE_SIDE.fullmatch(given):
        return f"-{match[1]}" if match[2][0] in "Ee" else match[1]
    return given


@lru_cache(maxsize=65_536)  # however many lines, few different figures
def read_points(text: str) -> Decimal | None:
    """Return the figure of a cell with its decimals, or None.

    >>> read_points("^3,50"), read_points("-")
    (Decimal('3.50'), None)
    """
    figure_text = "".join(text.translate(_MINUS).split()).removeprefix("^").removesuffix("%")
    if _FIGURE.fullmatch(figure_text):
        return Decimal(figure_text.replace(",", "."))
    return None


@lru_cache(maxsize=65_536)
def is_passed(text: str) -> bool:
    """Return whether a contract or a score says that the board was passed out.

    >>> is_passed("Passe général"), is_passed("P.O."), is_passed("P-")
    (True, True, False)
    """
    letters = unicodedata.normalize("NFKD", text.upper().replace("PASSED-", "PASSED"))
    plain = "".join(sign for sign in letters if not unicodedata.combining(sign))
    return "".join(plain.replace(".", "").split()) in _PASSED


def _read_whole_entry(given: str, points: int | None) -> FiledResult | None:
    try:
        entry = read_entry(given)
    except ScoringError:
        return None
    if entry.artificial:
        return FiledResult(artificial=str(entry.artificial))
    if entry.contract is None or entry.tricks is None:
        return None
    return FiledResult(str(entry.contract), entry.declarer or "", entry.tricks, points)


def _report_no_contract(
    where: str, error: ContractError, points: int | None, report: Report
) -> FiledResult:
    fault = make_line_contract_error(where=where, reason=error)
    report.add_line_fault(fault, has_score=points is not None)
    return FiledResult(score=points)


def _read_declarer(text: str, where: str, report: Report) -> str:
    seat_text = text.strip().strip("^").upper()
    if seat_text in ("N-S", "E-W", "N/S", "E/W"):
        seat_text = seat_text.replace("-", "").replace("/", "")
    if seat_text and seat_text not in _SEATS and not is_nothing(seat_text):
        report.faults.append(
            ImportFileError(
                "line-declarer",
                '{where}: the declarer is "{given}". Use N, E, S or W.',
                where=where,
                given=text,
            )
        )
    return _SEATS.get(seat_text, "")


def _choose_declarer_tricks(text: str, seat: str) -> str:
    """Return the tricks of the declarer's side where a cell names those of one side or both.

    >>> [_choose_declarer_tricks(text, "S") for text in ("NS 9 EW 4", "EW 4", "9")]
    ['9', '9', '9']
    """
    tricks_by_side = _TRICKS_OF_SIDE.findall(text.upper().replace("^", ""))
    if not tricks_by_side:
        return text
    for side, tricks in tricks_by_side:
        if not seat or seat[0] in side:
            return str(tricks)
    return str(13 - int(tricks_by_side[0][1]))


def _read_tricks(text: str, needed: int, where: str, report: Report) -> int | None:
    tricks_text = "".join(text.translate(_MINUS).replace("^", "").split())
    if is_nothing(tricks_text):
        return None
    if match := _DOWN.fullmatch(tricks_text):
        tricks_text = f"-{match[1] or match[2]}"
    elif match := _OVER.fullmatch(tricks_text):
        tricks_text = f"+{match[1]}"
    tricks_text = _WORDS_OF_TRICKS.sub("", tricks_text).removesuffix(".0")
    if tricks_text.upper() in _MADE:
        return needed
    tricks = (
        needed + int(tricks_text)
        if _AGAINST.fullmatch(tricks_text)
        else _parse_two_digits(tricks_text)
    )
    if tricks is None or not 0 <= tricks <= 13:
        report.faults.append(
            ImportFileError(
                "line-tricks",
                '{where}: the tricks are "{given}". Use 0 to 13, or =, +1 or -2 relative to the '
                "contract.",
                where=where,
                given=text,
            )
        )
        return None
    return tricks


def _parse_two_digits(given: str) -> int | None:
    if re.fullmatch("[0-9]{1,2}", given):
        return int(given)
    return None


# Flat records of a file with one result per line, before a section is assembled from them.
#
# Pairs have a number, or the names of the players in the seats.

MAX_PAIR_NUMBER = 16_000
"""The largest number of a pair: E-W numbers are stored after the N-S numbers, and both below 32,768."""
MAX_PLAYER_NUMBER = 1000
"""The largest number of a single player: the numbers above are those of partnerships."""
_PARTNERS = re.compile(r"(?P<first>[0-9]{1,4})\s*\+\s*(?P<second>[0-9]{1,4})")
_LABEL = re.compile(
    r"(?P<before>[A-Za-z]{0,2})[ -]?0*(?P<number>[0-9]{1,5})\s*(?P<after>N-?S|E-?W|N|E)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Label:
    """A file's name of a pair: *number* and *direction*."""

    number: int
    direction: str = ""


class FlatLine(NamedTuple):
    """A result: where, who met, and what.

    The sides are known by labels, or by the names in the *seats*; single players by their numbers
    N, E, S and W in *players*.  A line that *is_turned* is as in ``SourceLine``.
    """

    where: str
    board_no: int
    result: FiledResult
    ns: Label | None = None
    ew: Label | None = None
    seats: tuple[str, ...] = ()  # who sat N, E, S and W
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    round_no: int | None = None
    table_no: int | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    players: tuple[int, ...] = ()
    is_turned: bool = False


def scale_percents(lines: list[FlatLine]) -> list[FlatLine]:
    """Return *lines* with percentages of 100, also if a spreadsheet holds them as parts of 1."""
    figures = [figure for line in lines for figure in (line.ns_percent, line.ew_percent) if figure]
    if not figures or max(figures) > 1:
        return lines
    return [
        line._replace(
            ns_percent=line.ns_percent and line.ns_percent.scaleb(2),
            ew_percent=line.ew_percent and line.ew_percent.scaleb(2),
        )
        for line in lines
    ]


@dataclass(frozen=True, slots=True)
class FlatPair:
    """The players of a contestant and its official figures in a file. *name* is that of a team."""

    label: Label
    players: tuple[SourcePlayer, ...] = ()
    total: Decimal | None = None
    percent: Decimal | None = None
    place: int | None = None
    boards: int | None = None  # how many it played
    name: str = ""


@dataclass(slots=True)
class FlatSection:
    """A section: results, contestants, movement and deals.

    It *is_by_team* if the labels of its lines are those of teams, and *is_own* if this program wrote
    it: its lines name who sat there in their round, and a board can be replayed by the same pairs.
    """

    session: str = ""
    name: str = ""
    winners: int = 0  # 0: the file does not say
    lines: list[FlatLine] = field(default_factory=list)
    pairs: list[FlatPair] = field(default_factory=list)
    rounds: tuple[SourceRound, ...] = ()
    hands: list[FiledDeal | ImportFileError] = field(default_factory=list)
    is_by_team: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class EventHead:
    """A file's data about the event as a whole.

    *contest* is what the file or the director says: ``"pairs"``, ``"teams"``, ``"individual"`` or
    empty. *own_scoring* is what a file of this program says.
    """

    scoring: str
    title: str = ""
    club: str = ""
    event_date: date | None = None
    program: str = ""
    game: str = "bridge"
    contest: str = ""
    own_scoring: OwnScoring | None = None


@lru_cache(maxsize=65_536)
def read_partners(text: str) -> tuple[int, int] | None:
    """Return the numbers of two single players who play together, or None.

    >>> read_partners("2+14"), read_partners("5")
    ((2, 14), None)
    """
    match = _PARTNERS.fullmatch(text.strip())
    if match is None:
        return None
    first, second = int(match["first"]), int(match["second"])
    if 1 <= first <= MAX_PLAYER_NUMBER and 1 <= second <= MAX_PLAYER_NUMBER:
        return first, second
    return None


def read_partner_seats(ns: str, ew: str) -> tuple[int, ...]:
    """Return the players N, E, S and W of two sides such as ``"2+4"``, or () for other sides.

    >>> read_partner_seats("2+4", "1+8"), read_partner_seats("2", "1")
    ((2, 1, 4, 8), ())
    """
    ns_players, ew_players = read_partners(ns), read_partners(ew)
    if ns_players and ew_players:
        return ns_players[0], ew_players[0], ns_players[1], ew_players[1]
    return ()


@lru_cache(maxsize=65_536)  # every pair stands on many lines
def read_label(text: str) -> Label | None:
    """Return the pair's label in *text*, or None.

    >>> read_label("5NS"), read_label("12"), read_label("N 3"), read_label("Ash")
    (Label(number=5, direction='NS'), Label(number=12, direction=''), Label(number=3, direction='NS'), None)
    """
    match = _LABEL.fullmatch(text.strip().removesuffix(".0"))
    if match is None or not 1 <= int(match["number"]) <= MAX_PAIR_NUMBER:
        return None
    side_letters = (match["after"] or match["before"]).upper().replace("-", "")
    return Label(
        int(match["number"]), {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}.get(side_letters, "")
    )
