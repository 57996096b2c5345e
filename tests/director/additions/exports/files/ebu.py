"""What the EBU asks of a USEBIO file, as far as its pages and the files of programs that it accepts say.

An order of elements, who sends it, which program wrote it, what it costs, and figures that agree with the content.
"""

from collections import Counter
from xml.etree.ElementTree import Element, fromstring

ORDER = [
    "EVENT_IDENTIFIER",
    "EVENT_DESCRIPTION",
    "PROGRAM_NAME",
    "PROGRAM_VERSION",
    "BOARD_SCORING_METHOD",
    "MATCH_SCORING_METHOD",
    "WINNER_TYPE",
    "TITLE",
    "DATE",
    "VENUE",
    "MASTER_POINT_SCALE",
    "MASTER_POINT_TYPE",
    "MPS_AWARDED_FLAG",
    "SESSION_COUNT",
    "SECTION_COUNT",
    "PAIRS",
    "EW_PAIRS",
    "BOARDS_PLAYED",
    "BOARDS_PER_ROUND",
    "P2P_CHARGE_RATE",
    "CONTACT",
    "SESSION",
    "PARTICIPANTS",
    "BOARD",
    "MATCH",
]
NEEDED = [
    "EVENT_DESCRIPTION",
    "PROGRAM_NAME",
    "PROGRAM_VERSION",
    "BOARD_SCORING_METHOD",
    "DATE",
    "MASTER_POINT_SCALE",
    "MPS_AWARDED_FLAG",
    "SESSION_COUNT",
    "SECTION_COUNT",
    "BOARDS_PLAYED",
    "BOARDS_PER_ROUND",
    "P2P_CHARGE_RATE",
]


def list_missing(data: bytes) -> list[str]:
    """Return what the EBU misses in the file *data*, or finds in the wrong place."""
    root = fromstring(data.split(b"\n", 2)[2])  # noqa: S314  written here
    return list(_list_missing_elements(root))


def _list_missing_elements(root: Element):
    for tag in ("CLUB_NAME", "CLUB_ID_NUMBER"):
        if not root.findtext(f"CLUB/{tag}"):
            yield f"no {tag}"
    event = root.find("EVENT")
    tags = [child.tag for child in event]
    if tags != sorted(tags, key=ORDER.index):
        yield f"order: {tags}"
    yield from (f"no {tag}" for tag in NEEDED if not event.findtext(tag))
    for player in event.iterfind(".//PLAYER"):
        if player.find("NATIONAL_ID_NUMBER") is None or not player.findtext("PLAYER_NAME"):
            yield "a player without an element for name and number"
    yield from _list_wrong_counts(event)
    for pair in event.iterfind(".//PAIR"):
        if pair.find("BOARDS_PLAYED") is None:
            yield f"pair {pair.findtext('PAIR_NUMBER')} without its number of boards"
    yield from _list_wrong_boards(event)


def _list_wrong_counts(event: Element):
    sessions = event.findall("SESSION") or [event]
    if int(event.findtext("SESSION_COUNT")) != len(sessions):
        yield f"SESSION_COUNT for {len(sessions)} sessions"
    sections = max(len(session.findall("SECTION")) or 1 for session in sessions)
    if int(event.findtext("SECTION_COUNT")) != sections:
        yield f"SECTION_COUNT for {sections} sections"
    pairs = sessions[0].findall(".//PAIR")
    if pairs and int(event.findtext("PAIRS")) != len(pairs):
        yield f"PAIRS for {len(pairs)} pairs"
    ew_count = sum(pair.findtext("DIRECTION") == "EW" for pair in pairs)
    if int(event.findtext("EW_PAIRS") or 0) != ew_count:
        yield f"EW_PAIRS for {ew_count} pairs"


def _list_wrong_boards(event: Element):
    """Compare the most boards of a pair with its lines, where every session has the same pairs and numbers."""
    sections = event.findall(".//SECTION") or [event]
    if len(event.findall("SESSION")) > 1:
        return
    most = 0
    for section in sections:
        counts = Counter(
            line.findtext(side)
            for line in section.iterfind("BOARD/TRAVELLER_LINE")
            for side in ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        )
        most = max([most, *counts.values()])
    if most and int(event.findtext("BOARDS_PLAYED")) < most:
        yield f"BOARDS_PLAYED for {most} boards"
