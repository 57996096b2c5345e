"""Parse and check the lines of an imported traveller, with results in many spellings, and deals."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from director.additions.imports.formats.source.matches import IMPS, MatchInFile
from director.additions.imports.formats.source.model import (
    OwnScoring,
    SourcePlayer,
    SourceRound,
    is_ruling,
)
from director.additions.imports.refusals import (
    make_cards_doubt,
    make_line_contract_error,
)
from director.formats.deals import DealInFile, collect_deals
from director.formats.errors import MAX_PROBLEMS, Doubt, ImportFileError, ProblemList
from director.formats.result import TURNED_PREFIX, ResultInFile
from movements.option import format_count
from scoring.bridge.contracts import (
    Vulnerability,
    compute_ns_score,
    list_possible_scores,
    parse_contract,
)
from scoring.bridge.entries import EntryKind, parse_entry
from scoring.errors import ContractError, ScoringError
from scoring.hands.card_languages import SuitLetters

VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


_MIN_LINES_PER_UNCLEAR = 10
"""A file with more than one unclear contract in ten lines is of another kind."""


@dataclass(slots=True)
class Report:
    """Messages about a file.

    - *problems*: reasons to refuse it.
    - *doubts*: warnings about what was imported.
    - *unclear_problems*: problems of lines whose score is known.
    - *ignored_parts*: parts of the file that aren't imported.
    """

    problems: ProblemList = field(default_factory=ProblemList)
    doubts: list[Doubt] = field(default_factory=list)
    unclear_problems: list[ImportFileError] = field(default_factory=list)
    ignored_parts: list[Doubt] = field(default_factory=list)

    @property
    def message_count(self) -> int:
        """The number of messages, without those about ignored parts."""
        return len(self.problems) + len(self.doubts) + len(self.unclear_problems)

    def add_messages(self, other_report: "Report", location: str) -> None:
        """Add the messages of *other_report*, with *location*."""
        self.problems += [problem.set_location(location) for problem in other_report.problems]
        self.doubts += [doubt.set_location(location) for doubt in other_report.doubts]
        self.unclear_problems += [
            problem.set_location(location) for problem in other_report.unclear_problems
        ]

    def add_line_problem(self, problem: ImportFileError, *, has_score: bool) -> None:
        """Add a *problem* of a line. It is less serious if the line *has_score*."""
        # Beyond the limit they join the problems, which then end the reading.
        if has_score and len(self.unclear_problems) < MAX_PROBLEMS:
            self.unclear_problems.append(problem)
        else:
            self.problems.append(problem)

    def sort_unclear_problems(self, line_count: int) -> None:
        """Turn unclear lines into doubts, or into problems if many of *line_count* lines are unclear."""
        if len(self.unclear_problems) * _MIN_LINES_PER_UNCLEAR > line_count:
            # First, because only the first problems are shown, and lines come before the end.
            self.problems[:0] = self.unclear_problems
        else:
            self.doubts += [
                Doubt(
                    "doubt-only-score",
                    "{reason} Only the score of this line was imported.",
                    reason=problem,
                )
                for problem in self.unclear_problems
            ]
        self.unclear_problems = []


def parse_turned_result(ruling_text: str) -> ResultInFile | None:
    """Return the result of pairs that sat the wrong way, or None if *ruling_text* has none.

    >>> parse_turned_result("TURNED 4SS=").tricks, parse_turned_result("60% 4SS=, 40% 4SS-1")
    (10, None)
    >>> parse_turned_result("TURNED 60% 4SS=, 40% 4SS-1").own_text
    '60% 4SS=, 40% 4SS-1'
    """
    if not ruling_text.startswith(TURNED_PREFIX):
        return None
    text = ruling_text.removeprefix(TURNED_PREFIX)
    if is_ruling(text):
        return ResultInFile(own_text=text)
    try:
        entry = parse_entry(text)
    except ScoringError:
        return None
    if entry.kind is EntryKind.PASSED:
        return ResultInFile("PASS", score=0)
    return ResultInFile(
        str(entry.contract or ""),
        entry.declarer or "",
        entry.tricks,
        entry.score,
        str(entry.artificial or ""),
    )


def is_seen_from_other_side(first: ResultInFile, second: ResultInFile) -> bool:
    """Return whether two results of the same pairs on a board are one result seen from each side.

    >>> made = ResultInFile("4S", "S", 10, 420)
    >>> is_seen_from_other_side(made, made._replace(score=-420))
    True
    >>> is_seen_from_other_side(made, ResultInFile("4S", "E", 10, 420))
    False
    """
    is_same_play = first[:3] == second[:3]  # contract, declarer and tricks
    if not is_same_play or first.own_text or second.own_text:
        return False
    exchanged = first.exchange_sides()
    return exchanged.score == second.score and exchanged.artificial == second.artificial


def make_both_sides_doubt(count: int) -> Doubt:
    """Return the doubt about *count* results that a file lists from both sides."""
    results = format_count(count, "result")
    return Doubt(
        "doubt-both-sides",
        "The file lists {results} from both sides. Each is imported once; check who sat N-S.",
        results=results,
    )


def check_result(
    result: ResultInFile, where: str, vulnerable: Vulnerability, report: Report
) -> None:
    """Report contradictions between the parts of a result."""
    # Most results repeat, so a cached check comes first.
    if result.artificial or _is_consistent(result, vulnerable):
        return
    expected, made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        if result.contract and expected is None:
            report.problems.append(
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
        if result.score and result.score not in list_possible_scores(vulnerable):
            score_text = f"{result.score:+d}"
            report.doubts.append(
                Doubt(
                    "doubt-impossible-score",
                    "{where}: no contract scores {given} with {vulnerable} vulnerable. The score is "
                    "imported; check it.",
                    where=where,
                    given=score_text,
                    vulnerable=VULNERABLE[vulnerable],
                )
            )
    elif result.score != expected:
        report.doubts.append(
            Doubt(
                "doubt-score",
                "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has "
                "{given}. The file’s score is imported; check it.",
                where=where,
                result=made_text,
                vulnerable=VULNERABLE[vulnerable],
                expected=f"{expected:+d}",
                given=f"{result.score:+d}",
            )
        )


@lru_cache(maxsize=65_536)
def _is_consistent(result: ResultInFile, vulnerable: Vulnerability) -> bool:
    """Return whether a result has no contradiction."""
    expected, _made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        return bool(result.contract) and expected is not None
    if expected is not None:
        return result.score == expected
    return not result.score or result.score in list_possible_scores(vulnerable)


def _compute_expected_score(
    result: ResultInFile, vulnerable: Vulnerability
) -> tuple[int | None, str]:
    """Return the score of the contract with its tricks, and the result in words."""
    contract, declarer, tricks = result[:3]
    if contract == "PASS":
        return 0, "a board passed out"
    if not contract or not declarer or tricks is None:
        return None, ""
    score = compute_ns_score(parse_contract(contract), declarer, tricks, vulnerable)
    return score, f"{contract} by {declarer} with {tricks} tricks"


# Deals in files of results. Invalid ones are left out and reported.


def collect_source_hands(
    filed_deals: Iterable[DealInFile | ImportFileError], report: Report
) -> tuple[DealInFile, ...]:
    """Return the deals among *filed_deals* in board order. Report one doubt for each kind of problem."""
    deals, problems = collect_deals(filed_deals)
    problems_by_code: dict[str, list[ImportFileError]] = {}
    for problem in problems:
        problems_by_code.setdefault(problem.code, []).append(problem)
    for similar_problems in problems_by_code.values():
        first_problem, *others = similar_problems
        report.doubts.append(make_cards_doubt(reason=first_problem, others=len(others)))
    return deals


def make_only_cards_error(count: int) -> ImportFileError:
    """Return the error for a file that has only the cards of *count* boards."""
    return ImportFileError(
        "only-cards",
        "The file has the deals of {boards} but no results. Import it under Hands in the "
        "session that plays them.",
        boards=format_count(count, "board"),
    )


def make_practice_error(count: int) -> ImportFileError:
    """Return the error for a file with the cards and results of *count* boards that nobody is named for."""
    return ImportFileError(
        "only-practice",
        "The file has {boards} but hardly names a pair or player, as files of practice deals do. "
        "Import the cards under Hands in the session that plays them.",
        boards=format_count(count, "board"),
    )


_SEATS = {name: name[0] for name in ("NORTH", "EAST", "SOUTH", "WEST")} | {
    seat: seat for seat in ("N", "E", "S", "W", "NS", "EW")
}
_PASSED_TEXTS = frozenset(
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
ADJUSTED_TEXTS = frozenset({"A", "ADJ", "ADJUSTED", "ADJUST", "ART", "ARTIFICIAL", "ASSIGNED"})
"""Texts for a score that the director gave, without the score."""
_EMPTY_TEXTS = frozenset({"", "-", "?", "–", "NP", "NOTPLAYED", "N/A", "LATER"})
_FORMULA_ERRORS = ("#N/A", "#VALUE!", "#REF!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!")
_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_JUST_MADE_TEXTS = frozenset({"=", "MADE", "C"})
"""Texts for exactly the tricks that were bid. C is Dutch."""
_RELATIVE_TRICKS = re.compile(r"[+-][0-9]{1,2}")
_MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "±": "+"})
# Spellings of scores: "420.00", "1,430", "(50)", "NS 420" and "420NS".
_DECIMALS = re.compile(r"([+-]?[0-9]{1,5})[.,]0{1,2}")
_THOUSANDS = re.compile(r"([+-]?[0-9])[.,'’]([0-9]{3})")
_IN_BRACKETS = re.compile(r"\(([0-9]{1,5})\)")
_OF_SIDE = re.compile(r"(NS|N-S|N/S|EW|E-W|E/W)[ :]*\+?([0-9]{1,5})", re.IGNORECASE)
_BEFORE_SIDE = re.compile(r"\+?([0-9]{1,5})(NS|N-S|N/S|EW|E-W|E/W)", re.IGNORECASE)
# Spellings of tricks: "NS 9 EW 4", "2 down", "1 over" and "9 tricks".
_TRICKS_OF_SIDE = re.compile(r"\b(NS|EW)\s*([0-9]{1,2})(?![0-9])")
_DOWN = re.compile(r"-?([0-9]{1,2})(?:OFF|DOWN)|(?:OFF|DOWN)([0-9]{1,2})", re.IGNORECASE)
_OVER = re.compile(r"\+?([0-9]{1,2})OVER", re.IGNORECASE)
_WORDS_OF_TRICKS = re.compile(r"(?:TRICKS?|STICHE?|SLAGEN|LEV[EÉ]ES|STICK|STIKK?)$", re.IGNORECASE)
# Spellings of artificial scores: "60%-40%" and "Avg+".
_BETWEEN_SHARES = re.compile(r"(A?[0-9]{2}%?)-([0-9]{2}%?)")
_AVERAGE = re.compile(r"AVG?(?=[+-]|/|$)|A(?=[+-])", re.IGNORECASE)


def is_nothing(text: str) -> bool:
    """Return whether a cell stands for no value.

    >>> is_nothing(" - "), is_nothing("4S")
    (True, False)
    """
    compact_text = "".join(text.split()).upper()
    return (
        compact_text in _EMPTY_TEXTS
        or compact_text.startswith(("NP:", *_FORMULA_ERRORS))
        or not compact_text.strip("-–")
    )


def is_zero(text: str) -> bool:
    """Return whether a cell is the figure 0.

    >>> is_zero("0"), is_zero("0.0"), is_zero("-")
    (True, True, False)
    """
    return parse_points(text) == 0


def parse_made_result(
    where: str,
    report: Report,
    *,
    contract: str = "",
    declarer: str = "",
    tricks: str = "",
    score: str = "",
    has_nullos: bool = False,
) -> ResultInFile:
    """Return the result in the cells of a line, and report its problems.

    Tricks are all tricks of the declarer, or relative to the contract (``=``, ``+1``, ``-2``). A
    contract may include the declarer and the tricks (``4SXE-1``), as a director types it. With
    *has_nullos* it may be one of nullos, of which the tricks are those lost.

    >>> parse_made_result("Row 2", Report(), contract="4 S x", declarer="East", tricks="-1")
    ResultInFile(contract='4SX', declarer='E', tricks=9, score=None, artificial='', own_text='')
    >>> parse_made_result("Row 3", Report(), contract="3NTW+1")
    ResultInFile(contract='3NT', declarer='W', tricks=10, score=None, artificial='', own_text='')
    """
    points, artificial = parse_score(score, where, report)
    if artificial:
        return ResultInFile(artificial=artificial)
    contract_text = "".join(contract.translate(_MINUS_SIGNS).replace("^", "").split())
    if result := _parse_result_without_contract(contract_text, points, where, report):
        return result
    try:
        bid = parse_contract(contract_text, has_nullos=has_nullos)
    except ContractError as error:
        return _parse_whole_entry(contract_text, points) or _report_no_contract(
            where, error, points, report
        )
    # Reported apart, because a known score makes these problems less serious.
    line_report = Report()
    seat = _parse_declarer(declarer, where, line_report)
    declarer_tricks = _choose_declarer_tricks(tricks, seat)
    won_tricks = _parse_tricks(declarer_tricks, bid.tricks_needed, where, line_report)
    for problem in line_report.problems:
        report.add_line_problem(problem, has_score=points is not None)
    if line_report.problems:
        return ResultInFile(score=points)
    return ResultInFile(str(bid), seat, won_tricks, points)


def _parse_result_without_contract(
    contract_text: str, points: int | None, where: str, report: Report
) -> ResultInFile | None:
    """Return the result if *contract_text* is a word instead of a contract, else None."""
    if is_passed(contract_text):
        return ResultInFile("PASS", score=points)
    if is_nothing(contract_text) or contract_text == "0":
        return ResultInFile(score=points)
    if is_artificial_text(contract_text):
        _points, artificial = parse_score(contract_text, where, report)
        return ResultInFile(artificial=artificial)
    if contract_text.upper().rstrip(".") not in ADJUSTED_TEXTS:
        return None
    # A 0 beside the word isn't the adjusted score.
    if not points:
        report.doubts.append(
            Doubt(
                "doubt-adjusted",
                "{where}: the file has “{given}” without the adjusted score, so average is imported. "
                "Correct it in Scores.",
                where=where,
                given=contract_text,
            )
        )
        return ResultInFile(artificial="A5050")
    return ResultInFile(score=points)


def parse_score(text: str, where: str, report: Report) -> tuple[int | None, str]:
    """Return the score and the artificial score of a cell, None and "" if missing."""
    score_text = _normalize_score("".join(text.translate(_MINUS_SIGNS).split()))
    if is_nothing(score_text):
        return None, ""
    if is_passed(score_text):
        return 0, ""
    if _WHOLE_NUMBER.fullmatch(score_text):
        return int(score_text), ""
    if is_artificial_text(score_text):
        return None, str(parse_entry(_normalize_artificial(score_text)).artificial)
    report.problems.append(
        ImportFileError(
            "line-score",
            "{where}: the score is “{given}”. Use a whole number, or A6040 for an artificial "
            "score.",
            where=where,
            given=text,
        )
    )
    return None, ""


@lru_cache(maxsize=65_536)  # Many lines have few different contracts.
def is_artificial_text(text: str) -> bool:
    """Return whether *text* is an artificial score: ``A6040``, ``60%/40%``, ``AVE+``.

    >>> is_artificial_text("A6040"), is_artificial_text("60%-40%"), is_artificial_text("4S")
    (True, True, False)
    """
    try:
        return parse_entry(_normalize_artificial(text)).artificial is not None
    except ScoringError:
        return False


def _normalize_artificial(text: str) -> str:
    """Return *text* as a director would type it: ``60/40`` for 60%-40%, ``AVE+`` for Avg+."""
    compact_text = "".join(text.split())
    if match := _BETWEEN_SHARES.fullmatch(compact_text):
        return f"{match[1]}/{match[2]}"
    return _AVERAGE.sub("AVE", compact_text)


def _normalize_score(text: str) -> str:
    """Return a score as a plain N-S figure."""
    if match := _DECIMALS.fullmatch(text):
        return match[1]
    if match := _THOUSANDS.fullmatch(text):
        return match[1] + match[2]
    if match := _IN_BRACKETS.fullmatch(text):
        return f"-{match[1]}"
    if match := _OF_SIDE.fullmatch(text):
        return f"-{match[2]}" if match[1][0] in "Ee" else match[2]
    if match := _BEFORE_SIDE.fullmatch(text):
        return f"-{match[1]}" if match[2][0] in "Ee" else match[1]
    return text


@lru_cache(maxsize=65_536)  # Many lines have few different figures.
def parse_points(text: str) -> Decimal | None:
    """Return the figure of a cell with its decimals, or None.

    >>> parse_points("^3,50"), parse_points("-")
    (Decimal('3.50'), None)
    """
    figure_text = "".join(text.translate(_MINUS_SIGNS).split()).removeprefix("^").removesuffix("%")
    if _FIGURE.fullmatch(figure_text):
        return Decimal(figure_text.replace(",", "."))
    return None


def parse_number(text: str) -> int | None:
    """Return the number of a round, table, player or rank in *text*, or None.

    >>> parse_number("12"), parse_number("0"), parse_number("2a")
    (12, None, None)
    """
    if re.fullmatch("[0-9]{1,4}", text) and int(text):
        return int(text)
    return None


def is_contract(text: str) -> bool:
    """Return whether *text* is a contract and nothing else.

    >>> is_contract("3NTX"), is_contract("4SE+1"), is_contract("Pass")
    (True, False, False)
    """
    try:
        parse_contract(text)
    except ContractError:
        return False
    return True


@lru_cache(maxsize=65_536)
def is_passed(text: str) -> bool:
    """Return whether a contract or a score says that the board was passed out.

    >>> is_passed("Passe général"), is_passed("P.O."), is_passed("P-")
    (True, True, False)
    """
    decomposed = unicodedata.normalize("NFKD", text.upper().replace("PASSED-", "PASSED"))
    without_accents = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return "".join(without_accents.replace(".", "").split()) in _PASSED_TEXTS


def _parse_whole_entry(text: str, points: int | None) -> ResultInFile | None:
    try:
        entry = parse_entry(text)
    except ScoringError:
        return None
    if entry.artificial:
        return ResultInFile(artificial=str(entry.artificial))
    if entry.contract is None or entry.tricks is None:
        return None
    return ResultInFile(str(entry.contract), entry.declarer or "", entry.tricks, points)


def _report_no_contract(
    where: str, error: ContractError, points: int | None, report: Report
) -> ResultInFile:
    problem = make_line_contract_error(where=where, reason=error)
    report.add_line_problem(problem, has_score=points is not None)
    return ResultInFile(score=points)


def _parse_declarer(text: str, where: str, report: Report) -> str:
    seat_text = text.strip().strip("^").upper()
    if seat_text in ("N-S", "E-W", "N/S", "E/W"):
        seat_text = seat_text.replace("-", "").replace("/", "")
    if seat_text and seat_text not in _SEATS and not is_nothing(seat_text):
        report.problems.append(
            ImportFileError(
                "line-declarer",
                "{where}: the declarer is “{given}”. Use N, E, S or W.",
                where=where,
                given=text,
            )
        )
    return _SEATS.get(seat_text, "")


def _choose_declarer_tricks(text: str, seat: str) -> str:
    """Return the tricks of the declarer's side from a cell with the tricks of one or both sides.

    >>> [_choose_declarer_tricks(text, "S") for text in ("NS 9 EW 4", "EW 4", "9")]
    ['9', '9', '9']
    """
    tricks_by_side = _TRICKS_OF_SIDE.findall(text.upper().replace("^", ""))
    if not tricks_by_side:
        return text
    for side, tricks in tricks_by_side:
        if not seat or seat[0] in side:
            return str(tricks)
    _other_side, other_tricks = tricks_by_side[0]
    return str(13 - int(other_tricks))


def _parse_tricks(text: str, tricks_needed: int, where: str, report: Report) -> int | None:
    tricks_text = "".join(text.translate(_MINUS_SIGNS).replace("^", "").split())
    if is_nothing(tricks_text):
        return None
    if match := _DOWN.fullmatch(tricks_text):
        tricks_text = f"-{match[1] or match[2]}"
    elif match := _OVER.fullmatch(tricks_text):
        tricks_text = f"+{match[1]}"
    tricks_text = _WORDS_OF_TRICKS.sub("", tricks_text).removesuffix(".0")
    if tricks_text.upper() in _JUST_MADE_TEXTS:
        return tricks_needed
    if _RELATIVE_TRICKS.fullmatch(tricks_text):
        tricks: int | None = tricks_needed + int(tricks_text)
    else:
        tricks = _parse_two_digits(tricks_text)
    if tricks is None or not 0 <= tricks <= 13:
        report.problems.append(
            ImportFileError(
                "line-tricks",
                "{where}: the tricks are “{given}”. Use 0 to 13, or =, +1 or -2 relative to the "
                "contract.",
                where=where,
                given=text,
            )
        )
        return None
    return tricks


def _parse_two_digits(text: str) -> int | None:
    if re.fullmatch("[0-9]{1,2}", text):
        return int(text)
    return None


# Flat records of a file with one result per line, before sections are made from them.
#
# Pairs are known by number, or by the names of the players in the seats.

MAX_PAIR_NUMBER = 16_000
"""The largest number of a pair. E-W numbers are stored after N-S numbers, all below 32,768."""
MAX_PLAYER_NUMBER = 1000
"""The largest number of a single player. Larger numbers are for partnerships."""
_PARTNERS = re.compile(r"(?P<first>[0-9]{1,4})\s*\+\s*(?P<second>[0-9]{1,4})")
_LABEL = re.compile(
    r"(?P<before>[A-Za-z]{0,2})[ -]?0*(?P<number>[0-9]{1,5})\s*(?P<after>N-?S|E-?W|N|E)?",
    re.IGNORECASE,
)


_DIRECTION_BY_LETTERS = {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}


@dataclass(frozen=True, slots=True)
class Label:
    """The *number* and *direction* by which a file names a pair."""

    number: int
    direction: str = ""


class FlatLine(NamedTuple):
    """A result with its contestants and its place in the file.

    - *ns*, *ew*: the labels of the sides, if they have any.
    - *seats*: the names of N, E, S and W.
    - *players*: the numbers of single players N, E, S and W.
    - *is_turned*: as in ``SourceLine``.
    """

    where: str
    board_no: int
    result: ResultInFile
    ns: Label | None = None
    ew: Label | None = None
    seats: tuple[str, ...] = ()
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
    """Return *lines* with percentages from 0 to 100. A spreadsheet may have fractions of 1."""
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
    """A contestant's players and official figures in a file. *name* is a team's name."""

    label: Label
    players: tuple[SourcePlayer, ...] = ()
    total: Decimal | None = None
    percent: Decimal | None = None
    rank: int | None = None
    board_count: int | None = None  # boards played
    name: str = ""


@dataclass(slots=True)
class FlatSection:
    """A section with results, contestants, movement and deals.

    - *is_by_team*: the labels of its lines are numbers of teams.
    - *unplayed_lines*: lines of this program's file without a result, such as those of *matches* that
      were entered without boards.
    - *is_own_file*: this program wrote the file. Its lines name the players of their round, and the
      same pairs can replay a board.
    """

    session: str = ""
    name: str = ""
    winner_count: int = 0  # 0: the file does not say
    lines: list[FlatLine] = field(default_factory=list)
    pairs: list[FlatPair] = field(default_factory=list)
    rounds: tuple[SourceRound, ...] = ()
    hands: list[DealInFile | ImportFileError] = field(default_factory=list)
    is_by_team: bool = False
    is_own_file: bool = False
    unplayed_lines: list[FlatLine] = field(default_factory=list)
    matches: list[MatchInFile] = field(default_factory=list)
    match_unit: str = IMPS

    @property
    def has_results(self) -> bool:
        """Whether it has a result of a board or of a match."""
        return bool(self.lines or self.matches)


@dataclass(frozen=True, slots=True)
class EventHead:
    """A file's data about the event as a whole.

    - *contest*: ``"pairs"``, ``"teams"`` or ``"individual"`` from the file or the director, or "".
    - *own_scoring*: the scoring in a file of this program.
    - *possible_dates*: two dates if the day or the month may come first.
    - *suit_letters*: as in ``SourceEvent``.
    """

    scoring: str
    title: str = ""
    club: str = ""
    event_date: date | None = None
    possible_dates: tuple[date, ...] = ()
    program: str = ""
    game: str = "bridge"
    contest: str = ""
    own_scoring: OwnScoring | None = None
    suit_letters: SuitLetters | None = None


@lru_cache(maxsize=65_536)
def parse_partners(text: str) -> tuple[int, int] | None:
    """Return the numbers of two single players who are partners, or None.

    >>> parse_partners("2+14"), parse_partners("5")
    ((2, 14), None)
    """
    match = _PARTNERS.fullmatch(text.strip())
    if match is None:
        return None
    first, second = int(match["first"]), int(match["second"])
    if 1 <= first <= MAX_PLAYER_NUMBER and 1 <= second <= MAX_PLAYER_NUMBER:
        return first, second
    return None


def parse_partner_seats(ns: str, ew: str) -> tuple[int, ...]:
    """Return the players N, E, S and W of two sides such as ``"2+4"``, or () for other sides.

    >>> parse_partner_seats("2+4", "1+8"), parse_partner_seats("2", "1")
    ((2, 1, 4, 8), ())
    """
    ns_players = parse_partners(ns)
    ew_players = parse_partners(ew)
    if not ns_players or not ew_players:
        return ()
    north, south = ns_players
    east, west = ew_players
    return north, east, south, west


@lru_cache(maxsize=65_536)  # Every pair is on many lines.
def parse_label(text: str) -> Label | None:
    """Return the pair's label in *text*, or None.

    >>> parse_label("5NS"), parse_label("12"), parse_label("N 3"), parse_label("Ash")
    (Label(number=5, direction='NS'), Label(number=12, direction=''), Label(number=3, direction='NS'), None)
    """
    match = _LABEL.fullmatch(text.strip().removesuffix(".0"))
    if match is None or not 1 <= int(match["number"]) <= MAX_PAIR_NUMBER:
        return None
    side_letters = (match["after"] or match["before"]).upper().replace("-", "")
    return Label(int(match["number"]), _DIRECTION_BY_LETTERS.get(side_letters, ""))
