"""Figures and names as printed, and the stamp on every sheet."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction

from director.sheets import MINUS, Heading, Points
from scoring.display import format_percent, format_rounded, get_common_decimals

SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
STAMP_SIZE = 9.0
_CONTRACT_PATTERN = re.compile(
    r"(?P<level>[1-7])(?P<denomination>NT|NULLO|[CDHS])(?P<doubled>X{0,2})"
)
_ARTIFICIAL_PATTERN = re.compile(r"A(\d\d|[\d.]+(?=/))/?([\d.]+)")
_SHIFTED_SUFFIX = " SHIFTED"
_REVOKED_PATTERN = re.compile(r"(?P<rest>.*?) ?(?:(?P<count>[0-9]+) )?REVOKES? (?P<side>NS|EW)")
_RESULT_LABELS = {
    "PASS": "Pass",
    "NP": "not played",
    "SHIFTED": "hands exchanged",
    "CARDS NS": "wrong cards, N-S at fault",
    "CARDS EW": "wrong cards, E-W at fault",
    "CARDS BOTH": "wrong cards, both at fault",
}
_DOUBLE_SIGNS = {"": "", "X": "×", "XX": "××"}
_DIRECTION_SUFFIXES = {"NS": " N-S", "EW": " E-W", "": ""}


def shorten_seat_label(label: str, direction: str) -> str:
    """Return *label* without its direction, if the heading above already names it.

    *direction* is "NS", "EW" or "".

    >>> shorten_seat_label("5 N-S", "NS"), shorten_seat_label("5 N-S", "EW"), shorten_seat_label("5", "EW")
    ('5', '5 N-S', '5')
    """
    return label.removesuffix(_DIRECTION_SUFFIXES[direction])


def make_side_title(side: str, heading: Heading) -> str:
    """Return the title before the number of a *side*.

    Single players have two numbers, so it differs.

    >>> make_side_title("N-S", Heading("", "", date(2025, 3, 4), "", "", "", "", contestant_noun="team"))
    'N-S team'
    """
    if heading.has_player_moves:
        return side
    return f"{side} {heading.contestant_noun}"


def format_contract(contract: str) -> str:
    """Return a contract with its suit symbol, or a word such as "Pass" or "not played".

    >>> [format_contract(text) for text in ("4SX", "3NT", "PASS", "NP", "A6040", "A33.3/66.7", "")]
    ['4♠×', '3NT', 'Pass', 'not played', '60 : 40%', '33.3 : 66.7%', '']
    >>> format_contract("3H REVOKE NS")
    '3♥, N-S revoked'
    """
    if contract_match := _CONTRACT_PATTERN.fullmatch(contract):
        return (
            contract_match["level"]
            + SUIT_SYMBOLS.get(contract_match["denomination"], contract_match["denomination"])
            + _DOUBLE_SIGNS[contract_match["doubled"]]
        )
    if artificial_match := _ARTIFICIAL_PATTERN.fullmatch(contract):
        return f"{artificial_match[1]} : {artificial_match[2]}%"
    if contract.endswith(_SHIFTED_SUFFIX):
        return f"{format_contract(contract.removesuffix(_SHIFTED_SUFFIX))}, hands exchanged"
    if revoke_match := _REVOKED_PATTERN.fullmatch(contract):
        return ", ".join(
            filter(None, (format_contract(revoke_match["rest"]), _format_revoke(revoke_match)))
        )
    return _RESULT_LABELS.get(contract, contract)


def _format_revoke(revoke_match: re.Match[str]) -> str:
    """Return "N-S revoked", with the number of times after the first."""
    side = "N-S" if revoke_match["side"] == "NS" else "E-W"
    times = f" {revoke_match['count']} times" if revoke_match["count"] else ""
    return f"{side} revoked{times}"


def make_off_schedule_notes(label: str) -> tuple[str, ...]:
    """Return the *label* of an off-schedule result as a tuple, empty without one.

    >>> make_off_schedule_notes("off schedule"), make_off_schedule_notes("")
    (('off schedule',), ())
    """
    if label:
        return (label,)
    return ()


def format_date(day: date) -> str:
    """Return *day* in a form for every country: the month in letters, no leading zero.

    >>> format_date(date(2025, 3, 4))
    '4 March 2025'
    """
    return f"{day.day} {day:%B} {day.year}"


def format_short_date(day: date) -> str:
    """Return *day* with the month in three letters.

    >>> format_short_date(date(2025, 3, 4))
    '4 Mar 2025'
    """
    return f"{day.day} {day:%b} {day.year}"


def join_with_dots(parts: Iterable[str]) -> str:
    """Return the parts that are not empty with a dot between them."""
    return " · ".join(part for part in parts if part)


def format_section(heading: Heading) -> str:
    """Return "Section" with its letter or the name of a final, "" if there is only one section."""
    if heading.final:
        return heading.final
    if heading.section:
        return f"Section {heading.section}"
    return ""


def format_section_and_session(heading: Heading) -> str:
    """Return section and session of a sheet: "Section B · Session 2", or "Final B"."""
    session = "" if heading.final else heading.session
    return join_with_dots((format_section(heading), session))


def format_date_and_section(heading: Heading) -> str:
    """Return date, section and session of a sheet."""
    return join_with_dots((format_date(heading.date), format_section_and_session(heading)))


def make_stamp(heading: Heading, printed_at: datetime) -> tuple[str, ...]:
    """Return the four lines of the stamp on every sheet.

    They identify a sheet of another evening or an older movement: when; event and club; fingerprint
    and time of printing; movement. Each line begins with its most distinctive part, because the
    end may be cut off.
    """
    printed_text = f"printed {format_short_date(printed_at)} {printed_at:%H:%M}"
    lines = (
        join_with_dots((format_short_date(heading.date), format_section_and_session(heading))),
        join_with_dots((heading.event, heading.club)),
        join_with_dots((heading.fingerprint, printed_text)),
        heading.movement,
    )
    return tuple(line for line in lines if line)


def make_short_stamp(heading: Heading, printed_at: datetime) -> tuple[str, str]:
    """Return the two lines of the stamp on a small sheet.

    They are: when and which event; fingerprint and time of printing. The event comes last, because
    a long one may be cut off.
    """
    printed_text = f"printed {format_short_date(printed_at)} {printed_at:%H:%M}"
    return (
        join_with_dots(
            (format_short_date(heading.date), format_section_and_session(heading), heading.event)
        ),
        join_with_dots((heading.fingerprint, printed_text)),
    )


def format_points_column(values: Sequence[Points], decimals: int | None = None) -> tuple[str, ...]:
    """Return points for one column, with equal decimals: at most two, as few as it needs.

    The text for None is empty. *decimals* are those of several columns together.

    >>> format_points_column((Fraction(25, 2), 12, None))
    ('12.5', '12.0', '')
    >>> format_points_column((-3, 4)), format_points_column((Fraction(1, 3),))
    (('−3', '4'), ('0.33',))
    """
    if decimals is None:
        decimals = get_common_decimals(values)
    texts = []
    for value in values:
        text = "" if value is None else format_rounded(value, decimals)
        texts.append(text.replace("-", MINUS))
    return tuple(texts)


def format_percent_column(values: Iterable[Fraction | None]) -> tuple[str, ...]:
    """Return percentages for one column, with two decimals. The text for None is empty."""
    return tuple("" if value is None else format_percent(value) for value in values)


def format_score(score: Points) -> str:
    """Return a score with a typographic minus, or "" for None.

    >>> format_score(620), format_score(-50), format_score(0), format_score(None)
    ('620', '−50', '0', '')
    """
    if score is None:
        return ""
    return str(score).replace("-", MINUS)
