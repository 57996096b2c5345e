"""Duplicate auction in columns: files with honours, parsed as typed entries."""

from collections.abc import Iterable

from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.results import is_nothing, read_made
from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import FiledResult
from scoring.bridge.auction import possible_honours
from scoring.bridge.contracts import duplicate_game, read_contract
from scoring.bridge.entries import ResultEntry, read_entry
from scoring.errors import ScoringError

GAME = "auction"
GAME_1914 = "auction-1914"


def choose_auction_game(lines: Iterable[tuple[str, str]]) -> str:
    """Return the scale that allows all honours of *lines*: 1926, else 1914.

    >>> choose_auction_game([("3H", "N-S 30"), ("", "E-W 40")]), choose_auction_game([("3H", "N-S 64"), ("PASS", "")])
    ('auction', 'auction-1914')
    """
    contracts_and_honours = {
        (contract, honours) for contract, honours in lines if not is_nothing(honours)
    }
    is_of_1926, is_of_1914 = (
        all(_is_held(*line, game) for line in contracts_and_honours) for game in (GAME, GAME_1914)
    )
    if is_of_1914 and not is_of_1926:
        return GAME_1914
    return GAME


def _is_held(contract: str, honours: str, game: str) -> bool:
    """Return whether the scale of *game* itself has the *honours*: a director may type those of either."""
    try:
        entry = read_entry(
            f"{contract}N= {honours}" if contract else f"+1000 N {honours}", game=game
        )
    except ScoringError:
        return False
    denomination = entry.contract.denomination if entry.contract else None
    return entry.honours in possible_honours(denomination, duplicate_game(game).schedule)


def read_auction_result(
    where: str, report: Report, *, game: str, cells: dict[str, str]
) -> FiledResult:
    """Return the result of a line of auction. Faults go into *report*.

    *cells* are its ``contract``, ``declarer``, ``tricks``, ``score`` and ``honours``.

    >>> cells = {"contract": "3H", "declarer": "S", "tricks": "10", "score": "187", "honours": "N-S 30"}
    >>> read_auction_result("Row 2", Report(), game="auction", cells=cells).ruled
    '3HS+1 NS30'
    """
    honours = "" if is_nothing(cells["honours"]) else cells["honours"]
    parts = {name: cells[name] for name in ("contract", "declarer", "tricks", "score")}
    faults = len(report.faults)
    result = read_made(where, report, **parts)
    if len(report.faults) > faults or result.artificial:
        return result
    text = _format_as_typed(result, parts["declarer"], honours)
    if not text:
        return result
    try:
        entry = read_entry(text, game=game)
        entry.check(1)  # auction has no vulnerability, so any board will do
    except ScoringError as error:
        report.faults.append(
            ImportFileError(ImportSentences.LINE_CONTRACT, where=where, reason=error)
        )
        return FiledResult()
    return FiledResult(ruled=str(_with_score(entry, result.score, game, where, report)))


def _format_as_typed(result: FiledResult, declarer: str, honours: str) -> str:
    """Return a result as a director types it, empty where the board was not played."""
    if result.contract == "PASS":
        return "PASS"
    if result.contract and result.declarer and result.tricks is not None:
        overtricks = result.tricks - read_contract(result.contract).tricks_needed
        tricks = f"{overtricks:+d}" if overtricks else "="
        return f"{result.contract}{result.declarer}{tricks} {honours}"
    if result.score is None:
        return result.contract  # without tricks or a score it is refused
    if result.score:
        return f"{result.score:+d} {declarer} {honours}"
    return "PASS"


def _with_score(
    entry: ResultEntry, score: int | None, game: str, where: str, report: Report
) -> ResultEntry:
    """Return *entry*, or the file's *score* if it differs."""
    if score is None or entry.ns_score(1) == score:
        return entry
    report.doubts.append(
        Doubt(
            ImportSentences.DOUBT_AUCTION_SCORE,
            where=where,
            result=entry,
            expected=f"{entry.ns_score(1):+d}",
            given=f"{score:+d}",
        )
    )
    return read_entry(f"{score:+d}" if score else "PASS", game=game)
