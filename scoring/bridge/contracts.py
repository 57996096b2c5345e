"""Boards and contracts: dealer and vulnerability, parsing and scoring, and the games of the desk.

Dealer and vulnerability follow from the number of a board. Results as a director types them
(``4SS=``) are read by ``entries``.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from scoring.errors import ContractError, EntryError, ScoringError
from scoring.refusals import make_side_error, make_tricks_error

SEATS = ("N", "E", "S", "W")
SIDES = (*SEATS, "NS", "EW")

DENOMINATIONS = ("C", "D", "H", "S", "NT")
NULLO = "NULLO"
"""The denomination of a bid to lose tricks, which only auction bridge has."""
DENOMINATION_NAMES = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "no-trumps",
    NULLO: "nullos",
}

_TYPED_SIGNS = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
    | {
        "*": "X",
        "×": "X",
        "−": "-",
        "–": "-",
        "\N{VARIATION SELECTOR-15}": "",
        "\N{VARIATION SELECTOR-16}": "",
    }
)
_CONTRACT = re.compile(r"(?P<level>[0-9]+)(?P<denomination>NULLO|NT|[A-Z])(?P<doubling>X*)")

_SLAM_BONUSES = {(6, False): 500, (6, True): 750, (7, False): 1000, (7, True): 1500}

TRICKS_PER_DEAL = 13


class Vulnerability(Enum):
    """Which sides are vulnerable on a board."""

    NONE = "none"
    NS = "ns"
    EW = "ew"
    ALL = "all"


_VULNERABILITY_CYCLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
_SIDE_BY_SEAT = {"N": Vulnerability.NS, "S": Vulnerability.NS, "NS": Vulnerability.NS}
_SIDE_BY_SEAT |= {"E": Vulnerability.EW, "W": Vulnerability.EW, "EW": Vulnerability.EW}


def get_dealer(board_no: int) -> str:
    """Return the dealer of *board_no*: ``"N"`` on board 1, then clockwise.

    >>> [get_dealer(board_no) for board_no in (1, 2, 3, 4, 17)]
    ['N', 'E', 'S', 'W', 'N']

    :raises ScoringError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise _make_board_number_error(board_no=board_no)
    return SEATS[(board_no - 1) % 4]


def get_vulnerability(board_no: int) -> Vulnerability:
    """Return the vulnerability of *board_no*, which repeats after 16 boards.

    >>> [get_vulnerability(board_no).value for board_no in (1, 2, 3, 4, 5, 13, 16, 17)]
    ['none', 'ns', 'ew', 'all', 'ns', 'all', 'ew', 'none']

    :raises ScoringError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise _make_board_number_error(board_no=board_no)
    # The cycle of four begins one step later after every four boards.
    index = board_no - 1
    return _VULNERABILITY_CYCLE[(index + index // 4) % 4]


def is_vulnerable(side: str, vulnerability: Vulnerability) -> bool:
    """Return whether *side* (a seat, "NS" or "EW") is *vulnerability*.

    >>> is_vulnerable("S", Vulnerability.NS), is_vulnerable("EW", Vulnerability.NS)
    (True, False)

    :raises ScoringError: if *side* is neither a seat nor a side.
    """
    if side not in _SIDE_BY_SEAT:
        raise make_side_error(side=side)
    return vulnerability in (Vulnerability.ALL, _SIDE_BY_SEAT[side])


_VULNERABLE_SIDES = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


def describe_vulnerability(board_no: int) -> str:
    """Return the vulnerability of *board_no* for a sentence.

    >>> describe_vulnerability(4), describe_vulnerability(1)
    ('both sides', 'no side')
    """
    return _VULNERABLE_SIDES[get_vulnerability(board_no)]


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract.

    >>> str(Contract(3, "NT", doubled=1))
    '3NTX'

    :raises ContractError: if a part is outside its range.
    """

    level: int  # 1 to 7
    # C, D, H, S or NT; at auction also NULLO: the contract's tricks are to be lost.
    denomination: str
    doubled: int = 0  # 0, 1 for X or 2 for XX

    def __post_init__(self) -> None:
        text = f"{self.level}{self.denomination}{'X' * self.doubled}"
        if not 1 <= self.level <= 7:
            raise _make_contract_level_error(text=text, level=self.level)
        if self.denomination not in (*DENOMINATIONS, NULLO):
            raise _make_contract_denomination_error(text=text, denomination=self.denomination)
        if self.doubled not in (0, 1, 2):
            raise _make_contract_doubling_error(text=text)

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{'X' * self.doubled}"

    @property
    def is_nullo(self) -> bool:
        """Whether the tricks of the contract are to be lost."""
        return self.denomination == NULLO

    @property
    def tricks_needed(self) -> int:
        """The tricks that make the contract: those to be won, at nullos those to be lost."""
        return self.level + 6


def normalize_entry_text(text: str) -> str:
    """Return *text* in capitals without blanks, with letters for suits and X for doubling.

    >>> normalize_entry_text(" 4 ♠ * s − 1")
    '4SXS-1'
    """
    return "".join(unicodedata.normalize("NFKC", text).translate(_TYPED_SIGNS).split()).upper()


def make_contract(
    text: str, level: str, denomination: str, doubling: str, *, has_nullos: bool = False
) -> Contract:
    """Return the contract of *level*, *denomination* (also ``N``) and *doubling* (``X`` or ``XX``).

    With *has_nullos* the denomination may be ``NULLO``.

    >>> make_contract("3nx", "3", "N", "X")
    Contract(level=3, denomination='NT', doubled=1)

    :raises ContractError: if a part is wrong; its message quotes *text*
    """
    if denomination == "N":
        denomination = "NT"
    if denomination == NULLO and not has_nullos:
        raise ContractError(
            "contract-nullo",
            "“{text}”: nullos are bid at auction only. Choose clubs, diamonds, hearts, spades or NT.",
            text=text,
        )
    if denomination not in (*DENOMINATIONS, NULLO):
        raise _make_contract_denomination_error(text=text, denomination=denomination)
    # int() refuses very long numbers, and three digits are enough to be out of range.
    if not 1 <= int(level[:3]) <= 7:
        raise _make_contract_level_error(text=text, level=level)
    if len(doubling) > 2:
        raise _make_contract_doubling_error(text=text)
    return Contract(int(level), denomination, len(doubling))


def parse_contract(text: str, *, has_nullos: bool = False) -> Contract:
    """Parse a contract: ``4S``, ``3NTX``, ``1♥xx``, ``3n*``. Case and blanks don't matter.

    With *has_nullos* one of auction may be ``3NULLO``.

    >>> parse_contract("4 sx")
    Contract(level=4, denomination='S', doubled=1)

    :raises ContractError: if *text* isn't a contract, or one part of it is wrong
    """
    match = _CONTRACT.fullmatch(normalize_entry_text(text))
    if match is None:
        raise ContractError(
            "contract-unreadable",
            "“{text}” isn’t a contract. Type level, denomination and X or XX, such as 4S or 3NTX.",
            text=text,
        )
    return make_contract(
        text, match["level"], match["denomination"], match["doubling"], has_nullos=has_nullos
    )


def compute_contract_score(contract: Contract, tricks: int, is_vulnerable: bool) -> int:
    """Return the score of *contract* with *tricks* won, from declarer's side.

    >>> compute_contract_score(Contract(4, "S"), 10, is_vulnerable=True)
    620
    >>> compute_contract_score(Contract(3, "NT", doubled=1), 7, is_vulnerable=False)
    -300

    :raises ScoringError: if *tricks* is not 0 to 13.

    Source: [LAWS2017] Law 77.
    """
    if not 0 <= tricks <= 13:
        raise make_tricks_error(tricks=tricks)
    overtricks = tricks - contract.tricks_needed
    if overtricks >= 0:
        return _compute_made_score(contract, overtricks, is_vulnerable)
    return -_compute_penalty(contract, -overtricks, is_vulnerable)


def _compute_made_score(contract: Contract, overtricks: int, is_vulnerable: bool) -> int:
    trick_value = 20 if contract.denomination in ("C", "D") else 30
    trick_points = contract.level * trick_value
    if contract.denomination == "NT":
        trick_points += 10  # the first trick at no-trumps counts 40
    trick_points <<= contract.doubled  # each doubling counts the tricks twice
    overtrick_value = trick_value
    if contract.doubled:
        overtrick_value = 100 * contract.doubled * (2 if is_vulnerable else 1)
    if trick_points < 100:
        bonus = 50  # a partscore
    else:
        bonus = 500 if is_vulnerable else 300
    bonus += _SLAM_BONUSES.get((contract.level, is_vulnerable), 0)
    bonus += 50 * contract.doubled  # for making a doubled or redoubled contract
    return trick_points + overtricks * overtrick_value + bonus


def _compute_penalty(contract: Contract, undertricks: int, is_vulnerable: bool) -> int:
    if not contract.doubled:
        return undertricks * (100 if is_vulnerable else 50)
    # Doubled: 200, then 300 each vulnerable; else 100, 200, 200, then 300 each.
    if is_vulnerable:
        penalty = 300 * undertricks - 100
    else:
        penalty = 200 * undertricks - 100 + 100 * max(0, undertricks - 3)
    return penalty * contract.doubled


def compute_ns_score(
    contract: Contract, declarer: str, tricks: int, vulnerability: Vulnerability
) -> int:
    """Return the score of *contract* from the N-S side.

    *declarer* is a seat, or ``"NS"`` or ``"EW"`` if only the side is known.

    >>> compute_ns_score(Contract(4, "S"), "E", 9, Vulnerability.ALL)
    100

    :raises ScoringError: if *declarer* is neither a seat nor a side, or *tricks* is not 0 to 13.
    """
    score = compute_contract_score(contract, tricks, is_vulnerable(declarer, vulnerability))
    if declarer[0] in "NS":
        return score
    return -score


@lru_cache(maxsize=4)
def list_possible_scores(vulnerability: Vulnerability) -> tuple[int, ...]:
    """Return every possible N-S score at this *vulnerability*, ascending.

    A board passed out (0) is not among them.

    >>> list_possible_scores(Vulnerability.NONE)[:2], len(list_possible_scores(Vulnerability.NONE))
    ((-7000, -6400), 282)
    """
    scores = set()
    for level, denomination, doubled in product(range(1, 8), DENOMINATIONS, range(3)):
        contract = Contract(level, denomination, doubled)
        for declarer, tricks in product(("NS", "EW"), range(14)):
            scores.add(compute_ns_score(contract, declarer, tricks, vulnerability))
    return tuple(sorted(scores))


def describe_nearest_scores(score: int, board_no: int) -> str:
    """Return the possible scores on *board_no* next to *score*, which is impossible, in words.

    >>> describe_nearest_scores(615, board_no=4), describe_nearest_scores(99999, board_no=1)
    ('the nearest are +600 and +620', 'the nearest is +7000')
    """
    scores_on_board = list_possible_scores(get_vulnerability(board_no))
    position = bisect_left(scores_on_board, score)
    nearest_scores = [
        f"{score:+d}" for score in scores_on_board[max(position - 1, 0) : position + 1]
    ]
    # Beyond the lowest or highest score there is only one.
    if len(nearest_scores) == 1:
        return f"the nearest is {nearest_scores[0]}"
    return f"the nearest are {' and '.join(nearest_scores)}"


@dataclass(frozen=True, slots=True)
class DuplicateGame:
    """A game at the desk."""

    key: str
    family: str  # its name for scoring methods: both scales of auction are "auction"
    unit: str  # the unit of its scores
    example_entry: str  # a result as it is typed
    schedule: str = ""  # the scale of slams and honours at auction
    has_vulnerability: bool = False
    has_contracts: bool = True
    has_turned_trump: bool = False  # one trump per deal, so a result is its tricks
    is_known_elsewhere: bool = False  # other programs have formats and hands of it

    @property
    def is_auction(self) -> bool:
        """Whether contracts are scored as at auction, with honours."""
        return bool(self.schedule)


DUPLICATE_GAMES = (
    DuplicateGame(
        "bridge", "bridge", "points", "4SS=", has_vulnerability=True, is_known_elsewhere=True
    ),
    DuplicateGame("whist", "whist", "tricks", "8", has_contracts=False, has_turned_trump=True),
    DuplicateGame("auction", "auction", "points", "3HS+1", schedule="1926"),
    DuplicateGame("auction-1914", "auction", "points", "3HS+1", schedule="1914"),
)
"""Every game of a desk, the usual one first."""

_GAME_BY_KEY = {game.key: game for game in DUPLICATE_GAMES}


def get_duplicate_game(key: str) -> DuplicateGame:
    """Return the game with this *key*.

    >>> get_duplicate_game("auction-1914").family, get_duplicate_game("whist").unit
    ('auction', 'tricks')

    :raises EntryError: if there is none, with the known games
    """
    if key not in _GAME_BY_KEY:
        *other_keys, last = _GAME_BY_KEY
        raise EntryError(
            "entry-game",
            "Unknown game “{game}”. Choose {known}.",
            game=key,
            known=f"{', '.join(other_keys)} or {last}",
        )
    return _GAME_BY_KEY[key]


def _make_contract_denomination_error(*, text: object, denomination: object) -> ContractError:
    return ContractError(
        "contract-denomination",
        "“{text}”: unknown denomination {denomination}. Use C, D, H, S or NT.",
        text=text,
        denomination=denomination,
    )


def _make_contract_doubling_error(*, text: object) -> ContractError:
    return ContractError(
        "contract-doubling", "“{text}”: use X for doubled, XX for redoubled.", text=text
    )


def _make_contract_level_error(*, text: object, level: object) -> ContractError:
    return ContractError(
        "contract-level", "“{text}”: bids go from 1 to 7, not {level}.", text=text, level=level
    )


def _make_board_number_error(*, board_no: object) -> ScoringError:
    return ScoringError(
        "board-number", "There is no board {board_no}. Board numbers start at 1.", board_no=board_no
    )
