"""Figures and names as printed, and the stamp on every sheet."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction

from director.sheets import MINUS, Heading, Points
from scoring.display import common_decimals, percent_text, points_text

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
STAMP_SIZE = 9.0
_BID = re.compile(r"(?P<level>[1-7])(?P<denomination>NT|[CDHS])(?P<doubled>X{0,2})")
_ARTIFICIAL = re.compile(r"A(\d\d|[\d.]+(?=/))/?([\d.]+)")
_SHIFTED = " SHIFTED"
_REVOKED = re.compile(r"(?P<rest>.*?) ?(?:(?P<count>[0-9]+) )?REVOKES? (?P<side>NS|EW)")
_WORDS = {
    "PASS": "Pass",
    "NP": "not played",
    "SHIFTED": "hands exchanged",
    "CARDS NS": "wrong cards, N-S at fault",
    "CARDS EW": "wrong cards, E-W at fault",
    "CARDS BOTH": "wrong cards, both at fault",
}
_DOUBLED = {"": "", "X": "×", "XX": "××"}
_OWN_SUFFIX = {"NS": " N-S", "EW": " E-W", "": ""}


def shorten_seat_label(label: str, direction: str) -> str:
    """Return *label* without its direction, if the heading above already names it.

    *direction* is "NS", "EW" or "".

    >>> shorten_seat_label("5 N-S", "NS"), shorten_seat_label("5 N-S", "EW"), shorten_seat_label("5", "EW")
    ('5', '5 N-S', '5')
    """
    return label.removesuffix(_OWN_SUFFIX[direction])


def make_side_title(side: str, heading: Heading) -> str:
    """Return the title before the number of a *side*.

    Single players have two numbers, so it differs.

    >>> make_side_title("N-S", Heading("", "", date(2025, 3, 4), "", "", "", "", contestant_word="team"))
    'N-S team'
    """
    if heading.is_of_players:
        return side
    return f"{side} {heading.contestant_word}"


def format_contract(contract: str) -> str:
    """Return a contract with its suit symbol, or a word such as "Pass" or "not played".

    >>> [format_contract(text) for text in ("4SX", "3NT", "PASS", "NP", "A6040", "A33.3/66.7", "")]
    ['4♠×', '3NT', 'Pass', 'not played', '60 : 40%', '33.3 : 66.7%', '']
    >>> format_contract("3H REVOKE NS")
    '3♥, N-S revoked'
    """
    if bid := _BID.fullmatch(contract):
        return (
            bid["level"]
            + SUITS.get(bid["denomination"], bid["denomination"])
            + _DOUBLED[bid["doubled"]]
        )
    if shares := _ARTIFICIAL.fullmatch(contract):
        return f"{shares[1]} : {shares[2]}%"
    if contract.endswith(_SHIFTED):
        return f"{format_contract(contract.removesuffix(_SHIFTED))}, hands exchanged"
    if revoke := _REVOKED.fullmatch(contract):
        return ", ".join(filter(None, (format_contract(revoke["rest"]), _format_revoke(revoke))))
    return _WORDS.get(contract, contract)


def _format_revoke(revoke: re.Match[str]) -> str:
    """Return "N-S revoked", with the number of times after the first."""
    side = "N-S" if revoke["side"] == "NS" else "E-W"
    times = f" {revoke['count']} times" if revoke["count"] else ""
    return f"{side} revoked{times}"


def make_off_schedule_remarks(remark: str) -> tuple[str, ...]:
    """Return the *remark* about an off-schedule result as a tuple, empty without one.

    >>> make_off_schedule_remarks("off schedule"), make_off_schedule_remarks("")
    (('off schedule',), ())
    """
    if remark:
        return (remark,)
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


def format_sitting(heading: Heading) -> str:
    """Return section and session of a sheet: "Section B · Session 2", or "Final B"."""
    session = "" if heading.final else heading.session
    return join_with_dots((format_section(heading), session))


def format_date_and_section(heading: Heading) -> str:
    """Return date, section and session of a sheet."""
    return join_with_dots((format_date(heading.date), format_sitting(heading)))


def make_stamp(heading: Heading, printed_at: datetime) -> tuple[str, ...]:
    """Return the four lines of the stamp on every sheet.

    They identify a sheet of another evening or an older movement: when; event and club; fingerprint
    and time of printing; movement. Each line begins with its most distinctive part, because the
    end may be cut off.
    """
    printed = f"printed {format_short_date(printed_at)} {printed_at:%H:%M}"
    lines = (
        join_with_dots((format_short_date(heading.date), format_sitting(heading))),
        join_with_dots((heading.event, heading.club)),
        join_with_dots((heading.fingerprint, printed)),
        heading.movement,
    )
    return tuple(line for line in lines if line)


def make_short_stamp(heading: Heading, printed_at: datetime) -> tuple[str, str]:
    """Return the two lines of the stamp on a small sheet.

    They are: when and which event; fingerprint and time of printing. The event comes last, because
    a long one may be cut off.
    """
    printed = f"printed {format_short_date(printed_at)} {printed_at:%H:%M}"
    return (
        join_with_dots((format_short_date(heading.date), format_sitting(heading), heading.event)),
        join_with_dots((heading.fingerprint, printed)),
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
        decimals = common_decimals(values)
    texts = []
    for value in values:
        text = "" if value is None else points_text(value, decimals)
        texts.append(text.replace("-", MINUS))
    return tuple(texts)


def format_percent_column(values: Iterable[Fraction | None]) -> tuple[str, ...]:
    """Return percentages for one column, with two decimals. The text for None is empty."""
    return tuple("" if value is None else percent_text(value) for value in values)


def format_score(score: Points) -> str:
    """Return a score with a typographic minus, or "" for None.

    >>> format_score(620), format_score(-50), format_score(0), format_score(None)
    ('620', '−50', '0', '')
    """
    if score is None:
        return ""
    return str(score).replace("-", MINUS)
