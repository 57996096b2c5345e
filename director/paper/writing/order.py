"""The order in which letters stand on paper where some scripts run from right to left.

The algorithm of Unicode (UAX 9) for a line that as a whole runs from left to right, without the signs that steer it,
which are taken out of every text before.  Points of a letter come before it in a word that is turned, where the
typeface draws them in the letter's own room.  It goes without looking for the fellow of a bracket (N0).
"""

import unicodedata
from collections.abc import Sequence

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RIGHT = ("R", "AL")
_NUMBERS = ("EN", "AN")


def left_to_right(text: str) -> str:
    """Return *text* in the order in which its letters stand from left to right: Hebrew and Arabic words turned round.

    >>> left_to_right("Dana \u05db\u05d4\u05df") == "Dana \u05df\u05d4\u05db"
    True
    >>> left_to_right("\u05d0\u05d1 12 \u05d2\u05d3") == "\u05d3\u05d2 12 \u05d1\u05d0"
    True
    """
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    if not any(kind in (*_RIGHT, "AN") for kind in kinds):
        return text
    levels = _levels(_resolved(kinds))
    signs = [letter.translate(_MIRRORED) if level % 2 else letter for letter, level in zip(text, levels, strict=True)]
    for level in range(max(levels), 0, -1):
        signs, levels = _turned(signs, levels, level)
    return "".join(signs)


def _resolved(kinds: Sequence[str]) -> list[str]:
    """Return the direction of every letter: rules W1 to W7, N1 and N2 of UAX 9."""
    kept: list[str] = []
    strong, before = "L", "L"
    for kind in kinds:
        before = before if kind == "NSM" else kind
        if before == "EN" and strong == "AL":
            before = "AN"
        if before in ("L", *_RIGHT):
            strong = before
        kept.append(before)
    kept = ["R" if kind == "AL" else kind for kind in kept]
    for at in range(1, len(kept) - 1):
        around = kept[at - 1], kept[at + 1]
        if around[0] == around[1] and (
            (kept[at] in ("ES", "CS") and around[0] == "EN") or (kept[at] == "CS" and around[0] == "AN")
        ):
            kept[at] = around[0]
    _spread_terminators(kept)
    kept = ["ON" if kind not in ("L", "R", *_NUMBERS) else kind for kind in kept]
    strong = "L"
    for at, kind in enumerate(kept):
        strong = kind if kind in "LR" else strong
        if kind == "EN" and strong == "L":
            kept[at] = "L"
    return _between(kept)


def _spread_terminators(kinds: list[str]) -> None:
    """Let signs such as % beside a number go with it (W5)."""
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        beside = ""
        for at in order:
            if kinds[at] == "ET" and beside == "EN":
                kinds[at] = "EN"
            beside = kinds[at]


def _between(kinds: Sequence[str]) -> list[str]:
    """Return *kinds* with what has no direction going with its neighbours where both agree, else with the line."""
    sides = ["R" if kind in ("R", *_NUMBERS) else kind for kind in kinds]
    kept, at = list(kinds), 0
    while at < len(kept):
        end = at
        while end < len(kept) and kept[end] == "ON":
            end += 1
        before = sides[at - 1] if at else "L"
        after = sides[end] if end < len(kept) else "L"
        kept[at:end] = ["R" if before == after == "R" else "L"] * (end - at)
        at = end + 1
    return kept


def _levels(kinds: Sequence[str]) -> list[int]:
    return [{"L": 0, "R": 1, "EN": 2, "AN": 2}[kind] for kind in kinds]


def _turned(signs: list[str], levels: list[int], level: int) -> tuple[list[str], list[int]]:
    """Return both with every run of *level* or more turned round."""
    at = 0
    while at < len(levels):
        end = at
        while end < len(levels) and levels[end] >= level:
            end += 1
        signs[at:end], levels[at:end] = signs[at:end][::-1], levels[at:end][::-1]
        at = end + 1
    return signs, levels
