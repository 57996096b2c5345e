"""Check the bare scores of a file against the game.

A bare score is a score without a contract. Only at bridge does it have to be one that a contract
can give: at whist it is a number of tricks, at auction it can be any number of points.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.bridge.boards import describe_vulnerability, vulnerability
from scoring.bridge.contracts import describe_nearest_scores, possible_scores
from scoring.bridge.games import DUPLICATE_GAMES, TRICKS_OF_A_DEAL
from scoring.errors import ScoringError
from scoring.exchange.json_parts import read_choice, read_whole_number
from scoring.sentences import ScoringSentences

GAMES = tuple(game.key for game in DUPLICATE_GAMES)
"""The games that a file can name."""

ANY_POINTS = "points"
"""The game of a file that names none and can have any points. Its contracts are those of bridge."""


MAX_HONOURS = 100
"""The most points for honours of one side at auction: five in one hand, or four aces."""


def infer_game(file: Mapping[str, Any], bare: str) -> str:
    """Return the game of *file*, stated or inferred.

    *bare* says what bare scores are for the method: ``"contracts"``, ``"points"`` (of auction), or
    ``"tricks"`` for the systems of 1900. With these, bare scores are tricks if none is above 13 and
    no line has a contract.

    >>> infer_game({"boards": [{"lines": [{"score": 7}]}]}, "tricks"), infer_game({"boards": []}, "contracts")
    ('whist', 'bridge')
    >>> infer_game({"boards": [{"lines": [{"tricks_ns": 7}]}]}, "points")
    'whist'
    """
    if "game" in file:
        return read_choice(file, "game", GAMES)
    rows = list(iter_rows(file))
    # Tricks of N-S are stated, so they count more than the habits of the method.
    if any(map(has_tricks, rows)):
        return "whist"
    if bare == "points":
        return ANY_POINTS
    if bare == "contracts" or any("contract" in row for row in rows):
        return "bridge"
    for row in rows:
        if not all(map(_is_tricks, _iter_bare_scores(row))):
            return "bridge"
    return "whist"


def get_tricks_per_deal(file: Mapping[str, Any], bare: str) -> int:
    """Return the sum of both sides' tricks on a line, 13, or 0 if scores are points.

    >>> get_tricks_per_deal({"boards": [{"lines": [{"tricks_ns": 7}]}]}, "contracts"), get_tricks_per_deal({}, "contracts")
    (13, 0)
    """
    if infer_game(file, bare) == "whist":
        return TRICKS_OF_A_DEAL
    return 0


def iter_rows(file: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of *file*, without those that have a wrong type.

    The game must be known before the file is checked, so nothing is refused here.
    """
    for board in _to_list(file.get("boards")):
        if isinstance(board, dict):
            for line in _to_list(board.get("lines")):
                if isinstance(line, dict):
                    yield line


def _to_list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    return []


def has_tricks(row: Mapping[str, Any]) -> bool:
    """Return whether the result of a line is the tricks of N-S."""
    return "tricks_ns" in row and "score" not in row and "contract" not in row


def _iter_bare_scores(row: Mapping[str, Any]) -> Iterator[object]:
    """Yield the bare scores of a line, also those of an assigned score."""
    if "score" in row:
        yield row["score"]
    assigned = row.get("assigned", [])
    sides = assigned.values() if isinstance(assigned, dict) else [assigned]
    for shares in sides:
        for share in _to_list(shares):
            if isinstance(share, dict) and "score" in share:
                yield share["score"]


def _is_tricks(score: object) -> bool:
    return isinstance(score, int) and 0 <= score <= TRICKS_OF_A_DEAL


def check_bare_score(row: Mapping[str, Any], score: int, board_no: int, game: str) -> int:
    """Return *score* of the line *row* if it is possible in *game* on *board_no*.

    >>> check_bare_score({"ns": 1, "ew": 6}, 615, board_no=4, game="bridge")
    Traceback (most recent call last):
    scoring.errors.ScoringError: N-S 1 against E-W 6: no contract scores N-S +615 with both sides vulnerable; \
the nearest are +600 and +620. \
Correct it, or set "game": "auction" in the file for auction scores.

    :raises ScoringError: if no contract gives it, or at whist if it isn't 0 to 13 tricks
    """
    if game == "whist":
        return check_tricks(score)
    if game == "bridge" and score and score not in possible_scores(vulnerability(board_no)):
        raise ScoringError(
            ScoringSentences.FILE_IMPOSSIBLE_SCORE,
            score=f"{score:+d}",
            vulnerable=describe_vulnerability(board_no),
            ns=row.get("ns"),
            ew=row.get("ew"),
            nearest=describe_nearest_scores(score, board_no),
        )
    return score


def check_tricks(tricks: int) -> int:
    """Return *tricks* if they are possible.

    :raises ScoringError: if they are fewer than 0 or more than 13
    """
    if not 0 <= tricks <= TRICKS_OF_A_DEAL:
        raise ScoringError(ScoringSentences.TRICKS, tricks=tricks)
    return tricks


def check_passed_out(row: Mapping[str, Any]) -> None:
    """Refuse a declarer or tricks on the line *row*, whose contract is a pass.

    :raises ScoringError: naming the parts that a pass doesn't have
    """
    parts = [part for part in ("declarer", "tricks") if row.get(part) is not None]
    if parts:
        verb, them = ("comes", "it") if parts == ["declarer"] else ("come", "them")
        raise ScoringError(
            ScoringSentences.FILE_PASSED_OUT,
            parts=f"{' and '.join(parts)} {verb}",
            them=them,
            ns=row.get("ns"),
            ew=row.get("ew"),
        )


def read_honours(row: Mapping[str, Any]) -> int:
    """Return the points for honours on the line *row*.

    :raises ScoringError: if they are more than a side can hold
    """
    honours = read_whole_number(row, "honours", lowest=0)
    if honours > MAX_HONOURS:
        raise ScoringError(ScoringSentences.FILE_HONOURS, honours=honours, most=MAX_HONOURS)
    return honours
