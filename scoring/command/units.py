"""Find the unit of a file's scores: tricks or points."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.command.bare_scores import has_tricks, infer_game, iter_rows
from scoring.errors import ScoringError
from scoring.exchange.json_parts import make_file_error
from scoring.method import ScoringMethod
from scoring.sentences import ScoringSentences

UNIT = "unit"
"""The option of methods that add up scores.

With tricks E-W get the rest of 13, with points the negative.
"""

_PARTS_WITH_UNIT = ("tricks_ns", "score", "contract")


def settings_of_file(
    method: ScoringMethod, file: Mapping[str, Any], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Return the *chosen* options of *method*, with the unit of *file*.

    >>> from scoring.methods.aggregate import AGGREGATE
    >>> settings_of_file(AGGREGATE, {"boards": [{"board": 1, "lines": [{"tricks_ns": 8}]}]}, {"ties": "none"})
    {'unit': 'tricks', 'ties': 'none'}

    :raises ScoringError: if *chosen* has another unit than the file
    """
    if UNIT not in {option.name for option in method.options}:
        return dict(chosen)
    unit = "tricks" if infer_game(file, method.bare_score_meaning) == "whist" else "points"
    chosen_unit = chosen.get(UNIT, unit)
    states_tricks = has_stated_tricks(file)
    # Tricks that are only inferred from small scores can be points if the options say so.
    is_certain = unit == "points" or states_tricks
    if {unit, chosen_unit} == {"tricks", "points"} and is_certain:
        remedy = ""
        if not states_tricks:
            remedy = ', or set "game": "whist" in the file if its scores are tricks'
        raise ScoringError(
            ScoringSentences.FILE_OTHER_UNIT, unit=unit, other=chosen_unit, instead=remedy
        )
    return {UNIT: unit, **chosen}


def has_stated_tricks(file: Mapping[str, Any]) -> bool:
    """Return whether *file* states that its scores are tricks."""
    return file.get("game") == "whist" or any(map(has_tricks, iter_rows(file)))


def find_mixed_units(file: Mapping[str, Any], boards: Iterable[object]) -> list[ScoringError]:
    """Return the error of the first line with another unit than the file or the first line."""
    file_has_tricks = None
    for where, form in _iter_line_forms(boards):
        is_tricks = form == "tricks_ns"
        if file_has_tricks is None:
            file_has_tricks = is_tricks
        error = None
        if is_tricks != file_has_tricks:
            error = ScoringError(ScoringSentences.FILE_MIXED_UNITS)
        elif is_tricks and file.get("game", "whist") != "whist":
            error = ScoringError(ScoringSentences.FILE_TRICKS_GAME, game=file["game"])
        elif form == "contract" and file.get("game") == "whist":
            error = ScoringError(ScoringSentences.FILE_CONTRACT_AT_WHIST)
        if error:
            return [make_file_error(where, error)]
    return []


def _iter_line_forms(boards: Iterable[object]) -> Iterator[tuple[str, str]]:
    """Yield the place of each line, and the part that is its result.

    Lines of a wrong type, or with several results, are left to the reader of lines.
    """
    for position, board in enumerate(boards, start=1):
        rows = board.get("lines") if isinstance(board, dict) else None
        if not isinstance(board, dict) or not isinstance(rows, list):
            continue
        board_no = board.get("board", f"no. {position}")
        for line_no, row in enumerate(rows, start=1):
            if not isinstance(row, dict):
                continue
            forms = [form for form in _PARTS_WITH_UNIT if form in row]
            if len(forms) == 1:
                yield f"Board {board_no}, line {line_no}", forms[0]
