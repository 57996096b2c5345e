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


def content(element: Element):
    """Return an element as MyABF holds it: a dictionary, a text, or None; children of one name are a list if several."""
    children: dict[str, list] = {}
    for child in element:
        if isinstance(child.tag, str):
            children.setdefault(child.tag, []).append(content(child))
    found = {f"@{name}": value for name, value in element.attrib.items()}
    found |= {tag: held if len(held) > 1 else held[0] for tag, held in children.items()}
    return found or (element.text or "").strip() or None


def wanted(held: dict, key: str, where: str):
    if not isinstance(held, dict) or key not in held:
        raise MyabfError(f"{where} has no {key}")
    return held[key]


def listed(held: dict, key: str, where: str) -> list:
    found = wanted(held, key, where)
    if not isinstance(found, list):
        raise MyabfError(f"{where} has one {key}, which is no list")
    return found


def text(held: dict, key: str, where: str, longest=LONGEST) -> str:
    found = wanted(held, key, where)
    if not isinstance(found, str):
        raise MyabfError(f"{where}: {key} is empty")
    if len(found) > longest:
        raise MyabfError(f"{where}: {key} has {len(found)} characters")
    return found


def whole(held: dict, key: str, where: str) -> int:
    found = text(held, key, where)
    if not re.fullmatch("[0-9]+", found) or int(found) > MOST:
        raise MyabfError(f"{where}: {key} is {found}")
    return int(found)


def figure(held: dict, key: str, where: str) -> float:
    found = text(held, key, where)
    try:
        return float(found)
    except ValueError as error:
        raise MyabfError(f"{where}: {key} is {found}") from error


def uploaded(data: bytes) -> list[Stored]:
    """Take in a file and open every page of it. Return what is stored of players."""
    usebio = content(fromstring(data.split(b"\n", 2)[2]))  # noqa: S314  written here
    event = wanted(usebio, "EVENT", "the file")
    if isinstance(event, list):
        raise MyabfError("The file has several events")
    description = text(event, "EVENT_DESCRIPTION", "the event", longest=140)  # "12th in … at club"
    datetime.strptime(text(event, "DATE", description), "%d/%m/%Y")
    if event.get("@EVENT_TYPE") not in EVENT_TYPES:
        raise MyabfError(f"Event type '{event.get('@EVENT_TYPE')}' is not currently supported.")
    pairs = listed(wanted(event, "PARTICIPANTS", "the event"), "PAIR", "PARTICIPANTS")
    is_mp = event["@EVENT_TYPE"] == "MP_PAIRS"
    stored = [row for pair in pairs for row in _players(pair, is_mp=is_mp)]
    _summary(event, pairs)
    names = {pair["PAIR_NUMBER"] for pair in pairs}
    if len(names) != len(pairs):
        raise MyabfError("Two pairs have one number")
    if "BOARD" in event:
        _boards(event, names)
        _hands(usebio)
    return stored


def _players(pair: dict, *, is_mp: bool):
    where = f"pair {text(pair, 'PAIR_NUMBER', 'a pair')}"
    shown = figure(pair, "PERCENTAGE" if is_mp else "TOTAL_SCORE", where)
    place = whole(pair, "PLACE", where)
    players = listed(pair, "PLAYER", where)
    if len(players) > 2:
        raise MyabfError(f"{where} has a third player, who is stored as everybody's partner")
    named = [text(player, "PLAYER_NAME", where).title() for player in players]
    numbers = [wanted(player, "NATIONAL_ID_NUMBER", where) for player in players]
    if numbers[0] and numbers[0] == numbers[1]:
        raise MyabfError(f"{where} has one number twice, so that both have no partner")
    for at, player in enumerate(players):
        if numbers[at]:
            yield Stored(whole(player, "NATIONAL_ID_NUMBER", where), place, named[1 - at], shown)


def _summary(event: dict, pairs: list[dict]):
    winners = wanted(event, "WINNER_TYPE", "the event")
    if winners not in ("1", "2"):
        raise MyabfError(f"usebio winner type of {winners} not currently supported.")
    if winners == "2":
        directions = {wanted(pair, "DIRECTION", f"pair {pair['PAIR_NUMBER']}") for pair in pairs}
        if directions != {"NS", "EW"}:
            raise MyabfError(f"Two winners with the directions {directions}")
    if "MASTER_POINT_TYPE" in event:
        text(event, "MASTER_POINT_TYPE", "the event")
    places = [
        (pair.get("DIRECTION") if winners == "2" else "", int(pair["PLACE"])) for pair in pairs
    ]
    for direction in {direction for direction, _place in places}:
        if sum(place == (direction, 1) for place in places) == 0:
            raise MyabfError(f"Nobody is first {direction}")


def _boards(event: dict, names: set[str]):
    boards = listed(event, "BOARD", "the event")
    numbers = [whole(board, "BOARD_NUMBER", "a board") for board in boards]
    if len(set(numbers)) != len(numbers):
        raise MyabfError("A board is there twice: only its first part is shown")
    unit = UNITS[event["@EVENT_TYPE"]]
    for board in boards:
        where = f"board {board['BOARD_NUMBER']}"
        for line in listed(board, "TRAVELLER_LINE", where):
            for side in ("NS", "EW"):
                if text(line, f"{side}_PAIR_NUMBER", where) not in names:
                    raise MyabfError(f"{where}: pair {line[f'{side}_PAIR_NUMBER']} is not listed")
            points = [figure(line, f"{side}_{unit}", where) for side in ("NS", "EW")]
            if unit == "MATCH_POINTS" and sum(points) == 0:
                raise MyabfError(f"{where}: division by zero")
            score = text(line, "SCORE", where)
            if not re.fullmatch("-?[0-9]+|A[0-9]{4}", score):
                raise MyabfError(f"{where}: SCORE is {score}")


def _hands(usebio: dict):
    if "HANDSET" not in usebio:
        return
    for board in listed(usebio["HANDSET"], "BOARD", "HANDSET"):
        where = f"hands of board {whole(board, 'BOARD_NUMBER', 'HANDSET')}"
        hands = {hand["DIRECTION"]: hand for hand in listed(board, "HAND", where)}
        if set(hands) != {"North", "East", "South", "West"}:
            raise MyabfError(f"{where} has {list(hands)}")
        for hand in hands.values():
            suits = [
                wanted(hand, suit, where) or ""
                for suit in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
            ]
            if len("".join(suits)) != 13:
                raise MyabfError(f"{where}: {suits}")
