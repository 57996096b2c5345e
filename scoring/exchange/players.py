"""Files of individual contests, whose lines name N, E, S and W."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import FieldError, ScoringError
from scoring.exchange.fields import field_from_json
from scoring.exchange.json_parts import check_list, check_object, file_fault, read_whole_number
from scoring.method import ScoringMethod
from scoring.sentences import ScoringSentences
from scoring.totals.players import IndividualField

INDIVIDUAL = "individual"
SEATS = ("n", "e", "s", "w")
NOT_COUNTED = ("credits", "strata")
NOT_ON_LINES = ("ns", "ew", "adjustments", "section", "lists")


def is_individual(data: object) -> bool:
    """Return whether *data*, a parsed JSON file, is of a contest of single players.

    >>> is_individual({"contest": "individual"}), is_individual([])
    (True, False)
    """
    return isinstance(data, Mapping) and data.get("contest") == INDIVIDUAL


def individual_from_json(data: object, method: ScoringMethod | None = None) -> IndividualField:
    """Return the field that *data* describes, its partnerships numbered as they first appear.

    The shape is that of pairs with ``"contest": "individual"`` and ``n``, ``e``, ``s`` and ``w`` on
    every line in the place of ``ns`` and ``ew``; ``winners`` may be left out.  No pair plays all
    session, so that ``AVE+`` is 60 %.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> individual_from_json({"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}).partners
    {1: (4, 2), 2: (1, 8)}

    :raises FieldError: with every fault, each naming its board and line.
    """
    file, faults = check_object(data, "it"), list[ScoringError]()
    numbers: dict[frozenset[int], int] = {}
    partners: dict[int, tuple[int, int]] = {}
    boards = []
    for name in NOT_COUNTED:
        if name in file:
            faults.append(
                file_fault("The file", ScoringError(ScoringSentences.INDIVIDUAL_PART, name=name))
            )
    for board in _objects(file.get("boards")):
        lines = []
        for line_no, row in enumerate(_objects(board.get("lines")), start=1):
            try:
                north, east, south, west = _seats(row)
            except ScoringError as error:
                where = f"Board {board.get('board')}, line {line_no}"
                faults.append(file_fault(where, error))
                continue
            sides = [
                numbers.setdefault(frozenset(both), len(numbers) + 1)
                for both in ((north, south), (east, west))
            ]
            partners.setdefault(sides[0], (north, south))
            partners.setdefault(sides[1], (east, west))
            rest = {name: value for name, value in row.items() if name not in SEATS}
            lines.append({"ns": sides[0], "ew": sides[1], **rest})
        boards.append({**board, "lines": lines})
    if faults:
        raise FieldError(faults)
    of_pairs = {"winners": 1, **file, "contest": "pairs"} | ({"boards": boards} if boards else {})
    return IndividualField(field_from_json(of_pairs, method, has_own_average=False), partners)


def _objects(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of a list."""
    if isinstance(value, list):
        return [item for item in value if isinstance(item, Mapping)]
    return []


def _seats(row: Mapping[str, Any]) -> list[int]:
    for name in NOT_ON_LINES:
        if name in row:
            raise ScoringError(ScoringSentences.INDIVIDUAL_PART, name=name)
    players = [read_whole_number(row, seat, lowest=1) for seat in SEATS]
    for player in players:
        if players.count(player) > 1:
            raise ScoringError(ScoringSentences.INDIVIDUAL_SEAT_TWICE, player=player)
    return players


def with_seats(answer: dict[str, Any], data: object) -> dict[str, Any]:
    """Return the JSON of a ranking with players in place of partnerships.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> file = {"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}
    >>> answer = {"boards": [{"board": 1, "lines": [{"ns": 1, "ew": 2, "ns_points": "1"}]}]}
    >>> with_seats(answer, file)["boards"][0]["lines"]
    [{'n': 4, 'e': 1, 's': 2, 'w': 8, 'ns_points': '1'}]
    """
    seats = {
        (board["board"], at): {seat: row[seat] for seat in SEATS}
        for board in check_list(check_object(data, "it")["boards"], "boards")
        for at, row in enumerate(board["lines"])
    }
    boards = [
        {
            **board,
            "lines": [
                seats[board["board"], at]
                | {name: value for name, value in line.items() if name not in ("ns", "ew")}
                for at, line in enumerate(board["lines"])
            ],
        }
        for board in answer["boards"]
    ]
    return answer | {"boards": boards}
