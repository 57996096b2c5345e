"""Parse the results of imported lines, in many spellings, and check them."""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from director.additions.imports.formats.source.model import is_ruling
from director.additions.imports.formats.source.report import Report
from director.additions.imports.refusals import make_line_contract_error
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import TURNED_PREFIX, ResultInFile
from scoring.bridge.contracts import (
    Vulnerability,
    compute_ns_score,
    list_possible_scores,
    parse_contract,
)
from scoring.bridge.entries import EntryKind, parse_entry
from scoring.errors import ContractError, ScoringError

VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


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
