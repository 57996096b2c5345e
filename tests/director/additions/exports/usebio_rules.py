"""The rules of a USEBIO 1.2 file as far as they are known: what each element holds, in which order, how often.

Made from the files that other programs wrote and from the description of the format; its DTD itself
is not here.
"""

import re
from xml.etree.ElementTree import Element, fromstring

from director.additions.exports.files.usebio_receivers import GENERAL_RECEIVER, Receiver

# element -> its children in order, each with how often it may stand: "" once, "?" at most once, "*"
# any number
CHILDREN = {
    "USEBIO": "CLUB? EVENT HANDSET?",
    "CLUB": "CLUB_NAME? CLUB_ID_NUMBER?",
    "EVENT": (
        "EVENT_IDENTIFIER? EVENT_DESCRIPTION? PROGRAM_NAME? PROGRAM_VERSION? BOARD_SCORING_METHOD "
        "MATCH_SCORING_METHOD? WINNER_TYPE? TITLE? DATE VENUE? MASTER_POINT_SCALE? MASTER_POINT_TYPE? "
        "MPS_AWARDED_FLAG? SESSION_COUNT? SECTION_COUNT? PAIRS? EW_PAIRS? BOARDS_PLAYED? BOARDS_PER_ROUND? "
        "P2P_CHARGE_RATE? SESSION* PARTICIPANTS? BOARD* MATCH*"
    ),
    "SESSION": "SECTION*",
    "SECTION": "BOARD_SCORING_METHOD? MATCH_SCORING_METHOD? WINNER_TYPE? PARTICIPANTS BOARD* MATCH*",
    "PARTICIPANTS": "PAIR* TEAM* PLAYER*",
    "PAIR": "PAIR_NUMBER DIRECTION? BOARDS_PLAYED? TOTAL_SCORE? PERCENTAGE? PLACE? ADJUSTMENT? PLAYER*",
    "TEAM": "BOARDS_PLAYED? TOTAL_SCORE? PERCENTAGE? PLACE? ADJUSTMENT? PLAYER*",
    "PLAYER": (
        "BOARDS_PLAYED? TOTAL_SCORE? PERCENTAGE? PLACE? ADJUSTMENT? PLAYER_NAME? NATIONAL_ID_NUMBER? "
        "CLUB_ID_NUMBER? PLAYER_NUMBER?"
    ),
    "BOARD": "BOARD_NUMBER VULNERABILITY? HAND* TRAVELLER_LINE* IMPS?",
    "HANDSET": "BOARD*",
    "HAND": "DIRECTION CLUBS DIAMONDS HEARTS SPADES",
    "TRAVELLER_LINE": (
        "NS_PAIR_NUMBER? EW_PAIR_NUMBER? N_PLAYER_NUMBER? S_PLAYER_NUMBER? E_PLAYER_NUMBER? W_PLAYER_NUMBER? "
        "CONTRACT? PLAYED_BY? LEAD? TRICKS? SCORE? NS_MATCH_POINTS? EW_MATCH_POINTS? "
        "NS_CROSS_IMP_POINTS? EW_CROSS_IMP_POINTS? NS_BUTLER_POINTS? EW_BUTLER_POINTS? NS_IMPS? EW_IMPS?"
    ),
    "MATCH": (
        "ROUND_NUMBER? TEAM? OPPOSING_TEAM? NS_PAIR_NUMBER? EW_PAIR_NUMBER? START_BOARD_NUMBER? END_BOARD_NUMBER? "
        "TEAM_SCORE? OPPOSING_TEAM_SCORE? TEAM_VICTORY_POINTS? OPPOSING_TEAM_VICTORY_POINTS? NS_SCORE? EW_SCORE? "
        "NS_VICTORY_POINTS? EW_VICTORY_POINTS? BOARD*"
    ),
}
ATTRIBUTES = {
    "USEBIO": {"Version": r"1\.2"},
    "EVENT": {"EVENT_TYPE": "INDIVIDUAL|PAIRS|SWISS_PAIRS|TEAMS|SWISS_TEAMS|KO"},
    "SESSION": {"SESSION_ID": "[0-9]+"},
    "SECTION": {"SECTION_ID": "[A-Z]{1,2}"},
    "PARTICIPANTS": {"EVENT_TYPE": "INDIVIDUAL|PAIRS|SWISS_PAIRS|TEAMS|SWISS_TEAMS|KO"},
    "TEAM": {"TEAM_ID": "[0-9]+", "TEAM_NAME": ".+"},
}
_FIGURE = r"-?[0-9]+\.[0-9]{2}"
TEXTS = {
    "WINNER_TYPE": "[12]",
    "DATE": "[0-9]{2}/[0-9]{2}/[0-9]{4}",
    "BOARD_SCORING_METHOD": "MATCH_POINTS|BUTLER_IMPS|CROSS_IMPS|AGGREGATE|IMPS|PAB|BAM|HYBRID|OTHER",
    "MPS_AWARDED_FLAG": "[YN]",
    "PAIR_NUMBER": "[0-9]+(NS|EW)?",
    **dict.fromkeys((f"{seat}_PLAYER_NUMBER" for seat in "NSEW"), "[0-9]+"),
    "NS_PAIR_NUMBER": "[0-9]+(NS)?",
    "EW_PAIR_NUMBER": "[0-9]+(EW)?",
    "DIRECTION": "NS|EW|North|East|South|West",
    "PLACE": "[0-9]+=?",
    "VULNERABILITY": "Love|North-South|East-West|All",
    "CONTRACT": "[1-7]([CDHS]|NT)X{0,2}|PASS",
    "PLAYED_BY": "[NESW]",
    "LEAD": "[2-9TJQKA][CDHS]",
    "TRICKS": "[0-9]|1[0-3]",
    "SCORE": "-?[0-9]{1,4}|A[0-9]{4}|A[0-9./NP+-]+",
    **dict.fromkeys(
        ("TOTAL_SCORE", "PERCENTAGE", "ADJUSTMENT", "IMPS", "NS_MATCH_POINTS", "NS_BUTLER_POINTS"),
        _FIGURE,
    ),
}


def list_breaches(data: bytes, receiver: Receiver = GENERAL_RECEIVER) -> list[str]:
    """Return every rule that the file *data* breaks. Only some receivers want empty elements for numbers."""
    assert b"<!DOCTYPE USEBIO SYSTEM" in data.split(b"<USEBIO", 1)[0]
    root = fromstring(data.split(b"\n", 2)[2])  # noqa: S314  written here
    found = [breach for element in root.iter() for breach in _list_element_breaches(element)]
    if receiver.has_details:
        return [breach for breach in found if breach != "NATIONAL_ID_NUMBER is empty"]
    return found


def _list_element_breaches(element: Element):
    if element.tag == "TEAM" and not element.attrib and not len(element):
        return  # of a match: the number of one that plays it
    children = CHILDREN.get(element.tag, "").split()
    pattern = "".join(
        f"(?:{child.rstrip('?*')} ){child[len(child.rstrip('?*')) :]}" for child in children
    )
    held = "".join(f"{child.tag} " for child in element)
    if not re.fullmatch(pattern, held):
        yield f"{element.tag} holds {held}"
    allowed = ATTRIBUTES.get(element.tag, {})
    if set(element.attrib) != set(allowed):
        yield f"{element.tag} has the attributes {sorted(element.attrib)}"
    yield from (
        f"{element.tag} {name} {element.get(name)}"
        for name, text in allowed.items()
        if not re.fullmatch(text, element.get(name, ""))
    )
    text = element.text or ""
    if element.tag in TEXTS and not re.fullmatch(TEXTS[element.tag], text):
        yield f"{element.tag} is {text}"
    if element.tag not in {*CHILDREN, "CLUBS", "DIAMONDS", "HEARTS", "SPADES"} and not text:
        yield f"{element.tag} is empty"
