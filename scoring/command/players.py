"""Read files of individual contests, whose lines name the players N, E, S and W.

Scoring knows pairs only, so each partnership gets a pair number.
"""

from collections.abc import Mapping
from typing import Any

from scoring.command.fields import field_from_json
from scoring.errors import FieldError, ScoringError
from scoring.exchange.json_parts import check_list, check_object, make_file_error, read_whole_number
from scoring.method import ScoringMethod
from scoring.sentences import ScoringSentences
from scoring.totals.players import IndividualField

INDIVIDUAL = "individual"
SEATS = ("n", "e", "s", "w")
# Parts of files of pairs that a file of players can't have.
UNSUPPORTED_FILE_PARTS = ("credits", "strata")
UNSUPPORTED_LINE_PARTS = ("ns", "ew", "adjustments", "section", "lists")


def is_individual(data: object) -> bool:
    """Return whether *data*, a parsed JSON file, is of an individual contest.

    >>> is_individual({"contest": "individual"}), is_individual([])
    (True, False)
    """
    return isinstance(data, Mapping) and data.get("contest") == INDIVIDUAL


def individual_from_json(data: object, method: ScoringMethod | None = None) -> IndividualField:
    """Return the field in *data*. Partnerships are numbered in order of appearance.

    The shape is that of pairs with ``"contest": "individual"``, and with ``n``, ``e``, ``s`` and
    ``w`` on every line in place of ``ns`` and ``ew``. ``winners`` can be left out. No partnership
    plays the whole session, so it has no own average and ``AVE+`` is 60 %.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> individual_from_json({"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}).partners
    {1: (4, 2), 2: (1, 8)}

    :raises FieldError: with every fault, each naming its board and line
    """
    file = check_object(data, "it")
    faults: list[ScoringError] = []
    for name in UNSUPPORTED_FILE_PARTS:
        if name in file:
            error = ScoringError(ScoringSentences.INDIVIDUAL_PART, name=name)
            faults.append(make_file_error("The file", error))
    pair_numbers: dict[frozenset[int], int] = {}
    partners: dict[int, tuple[int, int]] = {}

    def pair_number(player: int, partner: int) -> int:
        number = pair_numbers.setdefault(frozenset((player, partner)), len(pair_numbers) + 1)
        partners.setdefault(number, (player, partner))
        return number

    boards = []
    for board in _select_objects(file.get("boards")):
        lines = []
        for line_no, row in enumerate(_select_objects(board.get("lines")), start=1):
            try:
                north, east, south, west = _read_seats(row)
            except ScoringError as error:
                where = f"Board {board.get('board')}, line {line_no}"
                faults.append(make_file_error(where, error))
                continue
            other_parts = {name: value for name, value in row.items() if name not in SEATS}
            lines.append(
                {"ns": pair_number(north, south), "ew": pair_number(east, west), **other_parts}
            )
        boards.append({**board, "lines": lines})
    if faults:
        raise FieldError(faults)
    pairs_file = {"winners": 1, **file, "contest": "pairs"}
    if boards:
        pairs_file["boards"] = boards
    return IndividualField(field_from_json(pairs_file, method, has_own_average=False), partners)


def _select_objects(value: object) -> list[Mapping[str, Any]]:
    """Return the objects in a list. Values of a wrong type are left to the reader of pairs."""
    if isinstance(value, list):
        return [item for item in value if isinstance(item, Mapping)]
    return []


def _read_seats(row: Mapping[str, Any]) -> list[int]:
    for name in UNSUPPORTED_LINE_PARTS:
        if name in row:
            raise ScoringError(ScoringSentences.INDIVIDUAL_PART, name=name)
    players = [read_whole_number(row, seat, lowest=1) for seat in SEATS]
    # Somebody in two seats would be their own partner or opponent.
    for player in players:
        if players.count(player) > 1:
            raise ScoringError(ScoringSentences.INDIVIDUAL_SEAT_TWICE, player=player)
    return players


def with_seats(payload: dict[str, Any], data: object) -> dict[str, Any]:
    """Return the *payload* of a ranking with players in place of partnerships.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> file = {"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}
    >>> payload = {"boards": [{"board": 1, "lines": [{"ns": 1, "ew": 2, "ns_points": "1"}]}]}
    >>> with_seats(payload, file)["boards"][0]["lines"]
    [{'n': 4, 'e': 1, 's': 2, 'w': 8, 'ns_points': '1'}]
    """
    # A ranking keeps the lines of a board in the order of the file.
    players = {}
    for board in check_list(check_object(data, "it")["boards"], "boards"):
        for index, row in enumerate(board["lines"]):
            players[board["board"], index] = {seat: row[seat] for seat in SEATS}
    boards = []
    for board in payload["boards"]:
        lines = []
        for index, line in enumerate(board["lines"]):
            points = {name: value for name, value in line.items() if name not in ("ns", "ew")}
            lines.append(players[board["board"], index] | points)
        boards.append({**board, "lines": lines})
    return payload | {"boards": boards}
