"""What is asked at Play: what the tables brought, and who comes and goes."""

from collections.abc import Mapping

from director.errors import PartyError
from director.party.movement.tables import cut_fields
from director.party.movement.waiting import out_named
from director.party.play.report import Reported
from director.party.sentences import PartySentences
from movements import PartyTable

MOST_DIGITS, MOST_LONE_DIGITS = 6, 2
BUTTONS = ("winner", "tie", "take-out")
"""What can be pressed at a table besides the button that stores its boxes."""


def chosen_again(data: Mapping[str, str]) -> dict[str, str]:
    """Return the data with the button of the report that was chosen."""
    sent = dict(data.items())
    button, _equals, value = sent.pop("put", "").partition("=")
    if button in BUTTONS:
        return sent | {button: value}
    return sent


def table_reported(data: Mapping[str, str], table: PartyTable) -> Reported:
    """Return what the form of *table* reports.

    :raises PartyError: if a box holds no number
    """
    sides = range(len(table.sides))
    where = f"Table {table.table_no}"
    tie = data.get("tie-rule", "") if "tie" in data else ""
    beside = tuple(_number(where, data.get(f"beside-{side}", "")) or 0 for side in sides)
    return Reported(
        winner=_index(data.get("tie" if tie else "winner", "")),
        points=tuple(_number(where, data.get(f"points-{side}", "")) for side in sides),
        tie=tie,
        cut=tuple(
            side
            for name in cut_fields(len(sides))
            if (side := _index(data.get(name, ""))) is not None
        ),
        out=out_named(data),
        beside=beside if any(beside) else (),
        lone={player: _lone(where, data.get(f"lone-{player}", "")) for player in table.players},
        hands=_number(where, data.get("hands", "")),
        as_it_is="as-it-is" in data,
    )


def posted_version(data: Mapping[str, str]) -> int | None:
    """Return which version of the table the page showed."""
    text = data.get("version", "")
    if text.isdecimal() and len(text) <= 9:
        return int(text)
    return None


def _index(text: str) -> int | None:
    if text.isdecimal() and len(text) <= 2:
        return int(text)
    return None


def _lone(where: str, text: str) -> int:
    """Return the lone hands in a player's box, none in an empty one."""
    text = text.strip()
    if text and not (text.isdecimal() and len(text) <= MOST_LONE_DIGITS):
        raise PartyError(PartySentences.NO_NUMBER_OF_LONERS, where=where, text=text[:20])
    return int(text or 0)


def _number(where: str, text: str) -> int | None:
    """Return the number in a box, or None. Any dash is a minus."""
    text = text.strip()
    if not text:
        return None
    digits = text.lstrip("-−–+")
    if not (digits.isdecimal() and len(digits) <= MOST_DIGITS and len(text) - len(digits) <= 1):
        raise PartyError(
            PartySentences.NO_NUMBER_OF_POINTS, field="points", where=where, text=text[:20]
        )
    if text[0] in "-−–":
        return -int(digits)
    return int(digits)
