"""The order of letters on paper, if some scripts run from right to left.

This is the algorithm of Unicode (UAX 9) for a line that runs from left to right. Its control
characters are removed from every text before. Vowel points come before their letter in a reversed
word, because the typeface draws them in the letter's space. Pairs of brackets (N0) are not matched.
"""

import unicodedata
from collections.abc import Sequence

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RIGHT_TO_LEFT = ("R", "AL")
_NUMBERS = ("EN", "AN")
_LEVELS = {"L": 0, "R": 1, "EN": 2, "AN": 2}
"""Embedding levels (UAX 9, I1). Odd levels run from right to left."""


def reorder_left_to_right(text: str) -> str:
    """Return *text* in the order of its letters from left to right.

    Hebrew and Arabic words are reversed.

    >>> reorder_left_to_right("Dana \u05db\u05d4\u05df") == "Dana \u05df\u05d4\u05db"
    True
    >>> reorder_left_to_right("\u05d0\u05d1 12 \u05d2\u05d3") == "\u05d3\u05d2 12 \u05d1\u05d0"
    True
    """
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    if not any(kind in (*_RIGHT_TO_LEFT, "AN") for kind in kinds):
        return text
    levels = [_LEVELS[direction] for direction in _compute_letter_directions(kinds)]
    signs = []
    for letter, level in zip(text, levels, strict=True):
        runs_left = level % 2 == 1
        signs.append(letter.translate(_MIRRORED) if runs_left else letter)
    for level in range(max(levels), 0, -1):
        signs, levels = _reverse_runs(signs, levels, level)
    return "".join(signs)


def _compute_letter_directions(kinds: Sequence[str]) -> list[str]:
    """Return the direction of every letter by the rules W1 to W7, N1 and N2 of UAX 9."""
    directions: list[str] = []
    strong, direction = "L", "L"
    for kind in kinds:
        direction = direction if kind == "NSM" else kind
        if direction == "EN" and strong == "AL":
            direction = "AN"
        if direction in ("L", *_RIGHT_TO_LEFT):
            strong = direction
        directions.append(direction)
    directions = ["R" if kind == "AL" else kind for kind in directions]
    for index in range(1, len(directions) - 1):
        neighbours = directions[index - 1], directions[index + 1]
        if neighbours[0] == neighbours[1] and (
            (directions[index] in ("ES", "CS") and neighbours[0] == "EN")
            or (directions[index] == "CS" and neighbours[0] == "AN")
        ):
            directions[index] = neighbours[0]
    _spread_terminators(directions)
    directions = ["ON" if kind not in ("L", "R", *_NUMBERS) else kind for kind in directions]
    strong = "L"
    for index, kind in enumerate(directions):
        strong = kind if kind in "LR" else strong
        if kind == "EN" and strong == "L":
            directions[index] = "L"
    return _resolve_neutrals(directions)


def _spread_terminators(kinds: list[str]) -> None:
    """Give signs such as % beside a number the direction of the number (W5)."""
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        neighbour = ""
        for index in order:
            if kinds[index] == "ET" and neighbour == "EN":
                kinds[index] = "EN"
            neighbour = kinds[index]


def _resolve_neutrals(kinds: Sequence[str]) -> list[str]:
    """Return *kinds* with a direction for neutral characters.

    They take the direction of their neighbours if both agree, else of the line (N1, N2).
    """
    sides = ["R" if kind in ("R", *_NUMBERS) else kind for kind in kinds]
    directions = list(kinds)
    start = 0
    while start < len(directions):
        end = start
        while end < len(directions) and directions[end] == "ON":
            end += 1
        direction_before = sides[start - 1] if start else "L"
        direction_after = sides[end] if end < len(directions) else "L"
        direction = "R" if direction_before == direction_after == "R" else "L"
        directions[start:end] = [direction] * (end - start)
        start = end + 1
    return directions


def _reverse_runs(signs: list[str], levels: list[int], level: int) -> tuple[list[str], list[int]]:
    """Return *signs* and *levels* with every run of *level* or more reversed."""
    start = 0
    while start < len(levels):
        end = start
        while end < len(levels) and levels[end] >= level:
            end += 1
        signs[start:end] = signs[start:end][::-1]
        levels[start:end] = levels[start:end][::-1]
        start = end + 1
    return signs, levels
