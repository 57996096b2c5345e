"""Reads the form of a table at Play: what the table reports."""

from collections.abc import Mapping

from director.errors import PartyError
from director.party.movement.next_round import parse_leaving_players
from director.party.movement.tables import list_cut_fields
from director.party.play.report import PartyTableReport
from director.party.sentences import PartySentences
from movements.party.model import PartyTable

MAX_DIGITS = 6
MAX_LONE_DIGITS = 2
REPORT_BUTTONS = ("winner", "tie", "take-out")
"""The buttons of a table besides the one that stores its boxes."""


def restore_pressed_button(data: Mapping[str, str]) -> dict[str, str]:
    """Return the data of a repeated report, with its button as a field.

    A refused report can be sent once more. Its ``put`` names the button that was pressed first.
    """
    fields = dict(data.items())
    button, _, value = fields.pop("put", "").partition("=")
    if button in REPORT_BUTTONS:
        fields[button] = value
    return fields


def parse_table_report(data: Mapping[str, str], table: PartyTable) -> PartyTableReport:
    """Return the report in the form of *table*.

    :raises PartyError: if a box has no number
    """
    sides = range(len(table.sides))
    table_text = f"Table {table.table_no}"
    tie = data.get("tie-rule", "") if "tie" in data else ""
    # If a tie was settled, another box has the winner.
    winner_box = "tie" if tie else "winner"
    cut_sides = [_parse_side_index(data.get(name, "")) for name in list_cut_fields(len(sides))]
    second_figures = tuple(
        _parse_points(table_text, data.get(f"beside-{side}", "")) or 0 for side in sides
    )
    return PartyTableReport(
        winner=_parse_side_index(data.get(winner_box, "")),
        points=tuple(_parse_points(table_text, data.get(f"points-{side}", "")) for side in sides),
        tie=tie,
        cut=tuple(side for side in cut_sides if side is not None),
        players_out=parse_leaving_players(data),
        # Zeros only are the same as nothing written.
        second_figures=second_figures if any(second_figures) else (),
        lone_hands={
            player: _parse_lone_hands(table_text, data.get(f"lone-{player}", ""))
            for player in table.players
        },
        hands=_parse_points(table_text, data.get("hands", "")),
        is_confirmed="as-it-is" in data,
        shown_players=data.get("players"),
    )


def parse_posted_version(data: Mapping[str, str]) -> int | None:
    """Return the version of the table that the page showed, or None."""
    text = data.get("version", "")
    if text.isdecimal() and len(text) <= 9:
        return int(text)
    return None


def _parse_side_index(text: str) -> int | None:
    if text.isdecimal() and len(text) <= 2:
        return int(text)
    return None


def _parse_lone_hands(table_text: str, text: str) -> int:
    """Return the lone hands in a player's box, 0 if it is empty."""
    text = text.strip()
    if text and not (text.isdecimal() and len(text) <= MAX_LONE_DIGITS):
        raise PartyError(PartySentences.NO_NUMBER_OF_LONERS, where=table_text, text=text[:20])
    return int(text or 0)


def _parse_points(table_text: str, text: str) -> int | None:
    """Return the number in a box, or None if it is empty. Any dash is a minus."""
    text = text.strip()
    if not text:
        return None
    digits = text.lstrip("-−–+")
    has_one_sign = len(text) - len(digits) <= 1
    if not (digits.isdecimal() and len(digits) <= MAX_DIGITS and has_one_sign):
        raise PartyError(
            PartySentences.NO_NUMBER_OF_POINTS, field="points", where=table_text, text=text[:20]
        )
    if text[0] in "-−–":
        return -int(digits)
    return int(digits)
