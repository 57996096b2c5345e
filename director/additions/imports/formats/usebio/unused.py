"""What a USEBIO file has that isn't imported."""

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from director.additions.imports.formats.usebio.lines import LINE
from director.formats.errors import IgnoredParts

_USED_WORDS = """CLUB_NAME CLUB_ID_NUMBER EVENT_IDENTIFIER EVENT_ID TITLE EVENT_DESCRIPTION DATE
    PROGRAM_NAME PROGRAM_VERSION BOARD_SCORING_METHOD SCORING_METHOD WINNER_TYPE SECTION_ID
    TEAM_ID TEAM_NAME PAIR_NUMBER DIRECTION TOTAL_SCORE PERCENTAGE PLACE ADJUSTMENT
    PLAYER_NAME PLAYER_NUMBER NATIONAL_ID_NUMBER BOARD_NUMBER VULNERABILITY SPADES HEARTS
    DIAMONDS CLUBS ROUND_NUMBER TEAM OPPOSING_TEAM START_BOARD_NUMBER END_BOARD_NUMBER
    NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS
    EW_MATCH_POINTS NS_CROSS_IMP_POINTS EW_CROSS_IMP_POINTS NS_BUTLER_POINTS EW_BUTLER_POINTS
    NS_IMPS EW_IMPS LIN LIN_DATA N_PLAYER_NUMBER E_PLAYER_NUMBER S_PLAYER_NUMBER
    W_PLAYER_NUMBER"""
_USED = frozenset(_USED_WORDS.split())
_SAID_OTHERWISE_WORDS = """SESSION_COUNT SECTION_COUNT PAIRS NS_PAIRS EW_PAIRS TEAMS BOARDS_PLAYED BOARD_COUNT
    BOARDS_PER_ROUND TEAM_SCORE OPPOSING_TEAM_SCORE TEAM_POINTS OPPOSING_TEAM_POINTS
    PAIR_SCORE OPPOSING_PAIR_SCORE IMPS PAIR_IMPS WINS_OR_DRAWS"""
_SAID_OTHERWISE = frozenset(_SAID_OTHERWISE_WORDS.split())
"""What follows from the results here, or is said by another doubt."""
_KNOWN = _USED | _SAID_OTHERWISE


def find_unread_elements(root: Element) -> IgnoredParts:
    """Return the elements with text below *root* that no reader uses."""
    left_out = IgnoredParts()
    columns: Counter[tuple[str, ...]] = Counter()
    examples: dict[str, str] = {}
    for element in _list_elements(root):
        if element.tag == LINE:
            names = tuple(element.attrib)
            if names not in columns:
                examples = element.attrib | examples
            columns[names] += 1
        elif element.text and element.tag not in _KNOWN:
            left_out.count_part(element.tag, " ".join(element.text.split()))
    for names, count in columns.items():
        for name in names:
            if name not in _KNOWN:
                left_out.count_part(name, examples[name], times=count)
    return left_out


def _list_elements(root: Element) -> Iterator[Element]:
    for element in root.iter():
        # The tag of a comment or a processing instruction is a function.
        if isinstance(element.tag, str) and (len(element) == 0 or element.tag == LINE):
            yield element
