"""The unit of a file's scores: tricks or points."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.exchange.bare_scores import counts_tricks, game_of, rows_of
from scoring.exchange.json_parts import file_fault
from scoring.method import ScoringMethod
from scoring.sentences import ScoringSentences

UNIT = "unit"
"""The option of methods that add scores up: E-W get the rest of 13 tricks, or the negative of points."""

_SCORED = ("tricks_ns", "score", "contract")


def settings_of_file(
    method: ScoringMethod, file: Mapping[str, Any], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Return the *chosen* options of *method* with the unit of *file*.

    >>> from scoring.methods.aggregate import AGGREGATE
    >>> settings_of_file(AGGREGATE, {"boards": [{"board": 1, "lines": [{"tricks_ns": 8}]}]}, {"ties": "none"})
    {'unit': 'tricks', 'ties': 'none'}

    :raises ScoringError: if *chosen* has the other unit than the file.
    """
    if UNIT not in {option.name for option in method.options}:
        return dict(chosen)
    unit = "tricks" if game_of(file, method.bare_scores) == "whist" else "points"
    other = chosen.get(UNIT, unit)
    if {unit, other} == {"tricks", "points"} and (unit == "points" or says_tricks(file)):
        if says_tricks(file):
            instead = ""
        else:
            instead = ', or set "game": "whist" in the file if its scores are tricks'
        raise ScoringError(
            ScoringSentences.FILE_OTHER_UNIT, unit=unit, other=other, instead=instead
        )
    return {UNIT: unit, **chosen}


def says_tricks(file: Mapping[str, Any]) -> bool:
    """Return whether *file* says that its scores are tricks."""
    return file.get("game") == "whist" or any(map(counts_tricks, rows_of(file)))


def mixed_units(file: Mapping[str, Any], boards: Iterable[object]) -> list[ScoringError]:
    """Return the error of the first line with another unit."""
    has_tricks = None
    for at, board in enumerate(boards, start=1):
        rows = board.get("lines") if isinstance(board, dict) else None
        for line_no, row in enumerate(rows if isinstance(rows, list) else (), start=1):
            scored = [form for form in _SCORED if isinstance(row, dict) and form in row]
            if len(scored) != 1:
                continue
            number = board.get("board", f"no. {at}") if isinstance(board, dict) else at
            where = f"Board {number}, line {line_no}"
            is_tricks = scored == ["tricks_ns"]
            if has_tricks is None:
                has_tricks = is_tricks
            if is_tricks != has_tricks:
                return [file_fault(where, ScoringError(ScoringSentences.FILE_MIXED_UNITS))]
            if is_tricks and file.get("game", "whist") != "whist":
                return [
                    file_fault(
                        where, ScoringError(ScoringSentences.FILE_TRICKS_GAME, game=file["game"])
                    )
                ]
            if scored == ["contract"] and file.get("game") == "whist":
                return [file_fault(where, ScoringError(ScoringSentences.FILE_CONTRACT_AT_WHIST))]
    return []
