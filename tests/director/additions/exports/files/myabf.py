"""A reader as strict as MyABF: it raises where that program fails, or would store something wrong.

Made from what its pages ask of a file: an element that occurs once is no list there, an empty one is nothing.
"""

import re
from datetime import datetime
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

EVENT_TYPES = ("MP_PAIRS", "CROSS_IMP", "BUTLER_PAIRS")
UNITS = {
    "MP_PAIRS": "MATCH_POINTS",
    "CROSS_IMP": "CROSS_IMP_POINTS",
    "BUTLER_PAIRS": "BUTLER_POINTS",
}
MOST = 2**31 - 1
LONGEST = 200


class MyabfError(Exception):
    """MyABF fails on the file, or shows something else than what is meant."""


class Stored(NamedTuple):
    """What MyABF stores of one player with a number."""

    number: int
    place: int
    partner: str
    figure: float


def parse_content(element: Element):
    """Return an element as MyABF holds it: a dictionary, a text, or None; children of one name are a list if several."""
    children: dict[str, list] = {}
    for child in element:
        if isinstance(child.tag, str):
            children.setdefault(child.tag, []).append(parse_content(child))
    found = {f"@{name}": value for name, value in element.attrib.items()}
    found |= {tag: held if len(held) > 1 else held[0] for tag, held in children.items()}
    return found or (element.text or "").strip() or None


def get_required(held: dict, key: str, where: str):
    if not isinstance(held, dict) or key not in held:
        raise MyabfError(f"{where} has no {key}")
    return held[key]


def get_list(held: dict, key: str, where: str) -> list:
    found = get_required(held, key, where)
    if not isinstance(found, list):
        raise MyabfError(f"{where} has one {key}, which is no list")
    return found


def get_text(held: dict, key: str, where: str, longest=LONGEST) -> str:
    found = get_required(held, key, where)
    if not isinstance(found, str):
        raise MyabfError(f"{where}: {key} is empty")
    if len(found) > longest:
        raise MyabfError(f"{where}: {key} has {len(found)} characters")
    return found


def get_whole_number(held: dict, key: str, where: str) -> int:
    found = get_text(held, key, where)
    if not re.fullmatch("[0-9]+", found) or int(found) > MOST:
        raise MyabfError(f"{where}: {key} is {found}")
    return int(found)


def get_figure(held: dict, key: str, where: str) -> float:
    found = get_text(held, key, where)
    try:
        return float(found)
    except ValueError as error:
        raise MyabfError(f"{where}: {key} is {found}") from error


def upload_to_myabf(data: bytes) -> list[Stored]:
    """Take in a file and open every page of it. Return what is stored of players."""
    usebio = parse_content(fromstring(data.split(b"\n", 2)[2]))  # noqa: S314  written here
    event = get_required(usebio, "EVENT", "the file")
    if isinstance(event, list):
        raise MyabfError("The file has several events")
    description = get_text(
        event, "EVENT_DESCRIPTION", "the event", longest=140
    )  # "12th in … at club"
    datetime.strptime(get_text(event, "DATE", description), "%d/%m/%Y")
    if event.get("@EVENT_TYPE") not in EVENT_TYPES:
        raise MyabfError(f"Event type '{event.get('@EVENT_TYPE')}' is not currently supported.")
    pairs = get_list(get_required(event, "PARTICIPANTS", "the event"), "PAIR", "PARTICIPANTS")
    is_mp = event["@EVENT_TYPE"] == "MP_PAIRS"
    stored = [row for pair in pairs for row in _read_players(pair, is_mp=is_mp)]
    _check_summary(event, pairs)
    names = {pair["PAIR_NUMBER"] for pair in pairs}
    if len(names) != len(pairs):
        raise MyabfError("Two pairs have one number")
    if "BOARD" in event:
        _check_boards(event, names)
        _check_hands(usebio)
    return stored


def _read_players(pair: dict, *, is_mp: bool):
    where = f"pair {get_text(pair, 'PAIR_NUMBER', 'a pair')}"
    shown = get_figure(pair, "PERCENTAGE" if is_mp else "TOTAL_SCORE", where)
    place = get_whole_number(pair, "PLACE", where)
    players = get_list(pair, "PLAYER", where)
    if len(players) > 2:
        raise MyabfError(f"{where} has a third player, who is stored as everybody's partner")
    named = [get_text(player, "PLAYER_NAME", where).title() for player in players]
    numbers = [get_required(player, "NATIONAL_ID_NUMBER", where) for player in players]
    if numbers[0] and numbers[0] == numbers[1]:
        raise MyabfError(f"{where} has one number twice, so that both have no partner")
    for index, player in enumerate(players):
        if numbers[index]:
            yield Stored(
                get_whole_number(player, "NATIONAL_ID_NUMBER", where),
                place,
                named[1 - index],
                shown,
            )


def _check_summary(event: dict, pairs: list[dict]):
    winners = get_required(event, "WINNER_TYPE", "the event")
    if winners not in ("1", "2"):
        raise MyabfError(f"usebio winner type of {winners} not currently supported.")
    if winners == "2":
        directions = {
            get_required(pair, "DIRECTION", f"pair {pair['PAIR_NUMBER']}") for pair in pairs
        }
        if directions != {"NS", "EW"}:
            raise MyabfError(f"Two winners with the directions {directions}")
    if "MASTER_POINT_TYPE" in event:
        get_text(event, "MASTER_POINT_TYPE", "the event")
    places = [
        (pair.get("DIRECTION") if winners == "2" else "", int(pair["PLACE"])) for pair in pairs
    ]
    for direction in {direction for direction, _place in places}:
        if sum(place == (direction, 1) for place in places) == 0:
            raise MyabfError(f"Nobody is first {direction}")


def _check_boards(event: dict, names: set[str]):
    boards = get_list(event, "BOARD", "the event")
    numbers = [get_whole_number(board, "BOARD_NUMBER", "a board") for board in boards]
    if len(set(numbers)) != len(numbers):
        raise MyabfError("A board is there twice: only its first part is shown")
    unit = UNITS[event["@EVENT_TYPE"]]
    for board in boards:
        where = f"board {board['BOARD_NUMBER']}"
        for line in get_list(board, "TRAVELLER_LINE", where):
            for side in ("NS", "EW"):
                if get_text(line, f"{side}_PAIR_NUMBER", where) not in names:
                    raise MyabfError(f"{where}: pair {line[f'{side}_PAIR_NUMBER']} is not listed")
            points = [get_figure(line, f"{side}_{unit}", where) for side in ("NS", "EW")]
            if unit == "MATCH_POINTS" and sum(points) == 0:
                raise MyabfError(f"{where}: division by zero")
            score = get_text(line, "SCORE", where)
            if not re.fullmatch("-?[0-9]+|A[0-9]{4}", score):
                raise MyabfError(f"{where}: SCORE is {score}")


def _check_hands(usebio: dict):
    if "HANDSET" not in usebio:
        return
    for board in get_list(usebio["HANDSET"], "BOARD", "HANDSET"):
        where = f"hands of board {get_whole_number(board, 'BOARD_NUMBER', 'HANDSET')}"
        hands = {hand["DIRECTION"]: hand for hand in get_list(board, "HAND", where)}
        if set(hands) != {"North", "East", "South", "West"}:
            raise MyabfError(f"{where} has {list(hands)}")
        for hand in hands.values():
            suits = [
                get_required(hand, suit, where) or ""
                for suit in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
            ]
            if len("".join(suits)) != 13:
                raise MyabfError(f"{where}: {suits}")
