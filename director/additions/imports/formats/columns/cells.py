"""What the cells of columns say: contracts, results, sides and tricks, in many spellings."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from director.additions.imports.formats.source.flat import Label, parse_label
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import is_nothing, parse_made_result
from director.additions.imports.refusals import make_line_contract_error
from director.formats.errors import Doubt
from director.formats.result import ResultInFile
from scoring.bridge.auction import list_possible_honours
from scoring.bridge.contracts import (
    Contract,
    compute_ns_score,
    get_duplicate_game,
    get_vulnerability,
    parse_contract,
)
from scoring.bridge.entries import ResultEntry, parse_entry
from scoring.errors import ContractError, ScoringError
from scoring.hands.card_languages import SUIT_WORDS, SuitLetters, list_suit_letters, read_cards

# Contracts and seats in several languages.
#
# One contract alone cannot tell: ``4C`` is four clubs in England and four hearts in France. So the
# first language is taken in which every cell of the column can be read. If several can read them
# all, the leads decide: the language in which most of them are cards.

_ROMANCE_SEATS = {"N": "N", "E": "E", "S": "S", "O": "W"}  # French, Italian, Spanish
_SEATS_BY_LANGUAGE: tuple[Mapping[str, str], ...] = (
    {"N": "N", "E": "E", "S": "S", "W": "W"},
    {"N": "N", "O": "E", "Z": "S", "W": "W"},  # Dutch
    {"N": "N", "O": "E", "S": "S", "W": "W"},  # German
    _ROMANCE_SEATS,
    {"N": "N", "Ø": "E", "Ö": "E", "O": "E", "S": "S", "V": "W"},  # Nordic
    {"N": "N", "A": "E", "S": "S", "V": "W"},  # Icelandic
    {"P": "N", "I": "E", "E": "S", "L": "W"},  # Finnish
    {"S": "N", "V": "E", "J": "S", "Z": "W"},  # Czech
    {"S": "N", "I": "E", "J": "S", "Z": "W"},  # Croatian and Serbian
    {"K": "N", "D": "E", "G": "S", "B": "W"},  # Turkish
    {"С": "N", "В": "E", "Ю": "S", "З": "W"},  # Russian
)
_SEAT_WORDS = {
    "N": "NORTH NORD NOORD NORTE",
    "E": "EAST OST OOST EST ESTE",
    "S": "SOUTH SUD SUED SYD ZUID SUR",
    "W": "WEST OUEST OVEST OESTE VEST VAST",
}
_SEAT_BY_WORD = {word: seat for seat, words in _SEAT_WORDS.items() for word in words.split()}
_BID = re.compile(
    r"([1-7])\s*(?!NULLO)(NT|SA|ZT|BA|UT|GR|ST|БК|PA|SP|HE|HJ|RU|RI|KL|КА|ΚΑ|ΚΟ|ΜΠ|ΣΠ|[A-ZБПТЧКСΠΜΚΣ♠♥♦♣])(.*)",
    re.DOTALL,
)
_NO_TRUMPS = frozenset({"NT", "N", "SA", "ZT", "BA", "UT", "ST", "БК", "A"})
_SUIT_BY_TWO_LETTERS = {"PA": "S", "SP": "S", "HE": "H", "HJ": "H", "RU": "D", "RI": "C", "KL": "C"}
"""Finnish and Nordic suits, which mean the same in every language that has them."""
_SUIT_SIGNS = frozenset("♠♥♦♣")


def choose_suit_letters(
    contract_cells: Iterable[str], lead_cells: Iterable[str] = ()
) -> SuitLetters | None:
    """Return the suit letters of the file with these contracts and leads, or None if none fit.

    >>> choose_suit_letters(["4C", "3SA"])["C"], choose_suit_letters(["4C", "3SA"], ["RP"])["C"]
    ('C', 'H')
    """
    distinct_cells = set(contract_cells)
    possible_letters = [
        suits
        for suits in list_suit_letters()
        if all(_translate_contract(cell, suits) is not None for cell in distinct_cells)
    ]
    distinct_leads = set(lead_cells)
    # Of equal ones, max returns the first.
    return max(
        possible_letters, key=lambda suits: len(read_cards(distinct_leads, suits)), default=None
    )


def translate_contracts(cells: Iterable[str], suits: SuitLetters | None = None) -> dict[str, str]:
    """Return the English form of each different contract in *cells*, written with *suits*.

    A cell that isn't a bid is returned unchanged.

    >>> contracts = ["4C", "3SA", "2P", "1K x", "PASS"]
    >>> translate_contracts(contracts, choose_suit_letters(contracts))
    {'4C': '4H', '3SA': '3NT', '2P': '2S', '1K x': '1D X', 'PASS': 'PASS'}
    """
    distinct_cells = dict.fromkeys(cells)
    if suits is None:
        return {cell: cell for cell in distinct_cells}
    return {cell: _translate_contract(cell, suits) or cell for cell in distinct_cells}


def translate_seats(cells: Iterable[str], *, is_west_o: bool = False) -> dict[str, str]:
    """Return the English seat of each different declarer in *cells*, if all are known.

    With *is_west_o*, O means west unless the cells show another language.

    >>> translate_seats(["N", "O", "Z"]), translate_seats(["N", "E", "O"])
    ({'N': 'N', 'O': 'E', 'Z': 'S'}, {'N': 'N', 'E': 'E', 'O': 'W'})
    """
    distinct_cells = list(dict.fromkeys(cells))
    english_seats = {}
    letter_by_cell = {}
    for cell in distinct_cells:
        if seat := _SEAT_BY_WORD.get(_normalize_seat(cell)):
            english_seats[cell] = seat
        else:
            letter_by_cell[cell] = cell.strip().upper()[:1]
    letters = set(filter(str.isalpha, letter_by_cell.values()))
    languages = _SEATS_BY_LANGUAGE
    if is_west_o and "W" not in letters:
        languages = (_ROMANCE_SEATS, *languages)
    seat_by_letter = next((seats for seats in languages if letters <= seats.keys()), {})
    for cell, letter in letter_by_cell.items():
        english_seats[cell] = seat_by_letter.get(letter, cell) if _is_seat(cell) else cell
    return english_seats


def _normalize_seat(cell: str) -> str:
    marks = unicodedata.normalize("NFKD", cell.strip().upper().replace("Ø", "O"))
    return "".join(sign for sign in marks if not unicodedata.combining(sign))


def _is_seat(cell: str) -> bool:
    return cell.strip().isalpha() and cell.strip().upper() not in ("NS", "EW")


def _translate_contract(cell: str, suits: SuitLetters) -> str | None:
    match = _BID.fullmatch(cell.strip().upper())
    if match is None:
        return cell
    level, suit, ending = match.groups()
    if suit in _NO_TRUMPS:
        return f"{level}NT{ending}"
    if suit in _SUIT_SIGNS:
        return f"{level}{suit}{ending}"
    if english_suit := _SUIT_BY_TWO_LETTERS.get(suit) or suits.get(suit):
        return f"{level}{english_suit}{ending}"
    return None


# Results in one cell: contract, declarer and tricks in any order.

_DENOMINATION_WORDS = SUIT_WORDS | {
    "NT": "notrumps notrump nt sansatout sansatouts ohnetrumpf sans zondertroef zt sang grand ut sa ba gr",
}
_SUIT_BY_WORD = {
    word: suit for suit, words in _DENOMINATION_WORDS.items() for word in words.split()
}
_DOUBLE_WORDS = {
    "X": "x * dbl double doubled kontra contre",
    "XX": "xx ** rdbl redbl redouble redoubled rekontra surcontre",
}
_DOUBLE_BY_WORD = {
    word: double for double, words in _DOUBLE_WORDS.items() for word in words.split()
}
_SEAT_PATTERN = (
    r"north|nord|noord|south|sud|sued|syd|zuid|east|ost|oost|est|ouest|west|vest|vast|ovest|oeste|este|norte|sur"
    r"|n-?/?s|e-?/?w|[neswozov]"
)
_BY_PATTERN = r"(?:by|door|von|durch|par|av|af|przez|im|in|,|/|-)?"
_RESULT_PATTERN = (
    r"=|made|[+-]\s?[0-9]{1,2}|(?:1[0-3]|[6-9])(?:\s?(?:tricks?|stiche?|slagen|levees|stick|stik))?"
)
_WORD_END = r"(?![a-z])"


def _join_alternatives(words: Iterable[str]) -> str:
    """Return a pattern for any of *words*, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


# “3NTN”: the declarer may follow short words for notrump without a space.
_SUIT_PATTERN = (
    rf"(?:{_join_alternatives(_SUIT_BY_WORD)}){_WORD_END}|(?:nt|sa|zt|ba|ut|gr)|[a-z♠♥♦♣]"
)
_DOUBLE_PATTERN = rf"(?:{_join_alternatives(_DOUBLE_BY_WORD)})?"
_PLAYED_RESULT = re.compile(
    rf"(?:(?P<before>{_SEAT_PATTERN})[\s,:-]*)?"
    rf"(?P<level>[1-7])\s*(?P<suit>{_SUIT_PATTERN})"
    rf"\s*\(?(?P<double>{_DOUBLE_PATTERN})\)?"
    rf"(?:\s*{_BY_PATTERN}\s*\(?(?P<declarer>{_SEAT_PATTERN}){_WORD_END}\)?)?"
    rf"(?:\s*,?\s*(?P<result>{_RESULT_PATTERN}|(?<=\s)c{_WORD_END}))?"
    rf"(?:\s*{_BY_PATTERN}\s*\(?(?P<after>{_SEAT_PATTERN}){_WORD_END}\)?)?"
)
_SEAT_AND_RESULT = re.compile(
    rf"(?:(?P<seat>{_SEAT_PATTERN}){_WORD_END}[\s,]*(?P<result>{_RESULT_PATTERN}))"
)
_MAX_CELL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ResultParts:
    """The parts of a cell: *contract*, *declarer* and *tricks*, "" if missing."""

    contract: str = ""
    declarer: str = ""
    tricks: str = ""


def join_contract(cells: Mapping[str, str]) -> str:
    """Return the contract in *cells*, put together if level and denomination are apart.

    >>> join_contract({"level": "4", "suit": "S", "double": "X"}), join_contract({"contract": "3NT", "double": "no"})
    ('4SX', '3NT')
    >>> join_contract({"level": "0", "suit": "NT"})
    'PASS'
    """
    contract = cells.get("contract", "")
    if "level" in cells and not contract:
        if cells["level"] == "0":
            return "PASS"
        contract = cells["level"] + cells.get("suit", "")
    return contract + _DOUBLE_BY_WORD.get(_normalize_cell(cells.get("double", "")), "")


@lru_cache(maxsize=65_536)
def parse_result_cell(cell: str) -> ResultParts | None:
    """Return the parts of a *cell* with a contract, or None.

    >>> parse_result_cell("4♠x-2 N"), parse_result_cell("N 3NT="), parse_result_cell("2 hearts dbl by W, 7 tricks")
    (ResultParts(contract='4♠X', declarer='N', tricks='-2'), ResultParts(contract='3NT', declarer='N', tricks='='), \
ResultParts(contract='2HX', declarer='W', tricks='7'))
    >>> parse_result_cell("Pass") is None
    True
    """
    match = _match_cell(_PLAYED_RESULT, cell)
    if match is None:
        return None
    seats = [seat for seat in match.group("before", "declarer", "after") if seat]
    if len(seats) > 1:
        return None
    declarer = seats[0].upper() if seats else ""
    suit = _SUIT_BY_WORD.get(match["suit"], match["suit"].upper())
    contract = f"{match['level']}{suit}{_DOUBLE_BY_WORD.get(match['double'], '')}"
    return ResultParts(contract, declarer, _normalize_tricks(match["result"]))


@lru_cache(maxsize=65_536)
def parse_seat_and_tricks(cell: str) -> ResultParts | None:
    """Return declarer and tricks of a *cell* that holds both and nothing else.

    >>> parse_seat_and_tricks("E -1"), parse_seat_and_tricks("E") is None
    (ResultParts(contract='', declarer='E', tricks='-1'), True)
    """
    match = _match_cell(_SEAT_AND_RESULT, cell)
    if match:
        return ResultParts("", match["seat"].upper(), _normalize_tricks(match["result"]))
    return None


def _match_cell(pattern: re.Pattern[str], cell: str) -> re.Match[str] | None:
    if len(cell) > _MAX_CELL_LENGTH:
        return None
    return pattern.fullmatch(_normalize_cell(cell))


def _normalize_cell(cell: str) -> str:
    """Return *cell* in lower case without accents, with letters for suit symbols."""
    decomposed = unicodedata.normalize(
        "NFKD", cell.casefold().replace("−", "-").replace("–", "-").replace("ø", "o")
    )
    base_letters = "".join(
        character
        for character in decomposed
        if not unicodedata.combining(character) and character not in "^\ufe0f."
    )
    return " ".join(base_letters.replace("œ", "oe").split())


def _normalize_tricks(result: str | None) -> str:
    text = "".join((result or "").split())
    if text in ("made", "c"):
        return "="
    return re.sub("[a-z]", "", text)


# Who sat on a side, from a cell: a number, a section's letter, or names.

_PAIR_WORD = re.compile(
    r"(?:pair|paar|paire|par|para|coppia|pareja|team|no|nr|n°|#)[\s.:#-]*(?=[0-9])", re.IGNORECASE
)
_LETTER_AND_NUMBER = re.compile(
    r"([A-DF-MO-Z])[ -]?0*([0-9]{1,3})", re.IGNORECASE
)  # N and E are directions
_NUMBERED_NAMES = re.compile(r"0*([0-9]{1,4})[\s.:)/-]+([^\W\d].{2,})", re.DOTALL)
_NAME_SEPARATOR = re.compile(
    r"\s*(?:;|&|\+|/|\s[-–]\s|\sand\s|\sen\s|\sund\s|\set\s|\soch\s|\sog\s)\s*", re.IGNORECASE
)
_DEFAULT_SEPARATOR = " & "
_NOBODY_WORDS = """0 - – bye phantom ghost sitout sit-out none frei spielfrei pause vrij stilzit rust exempt
    relais oversitter
    oversidder fri pausa"""
_NOBODY_TEXTS = frozenset(_NOBODY_WORDS.split())


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a line: *label*, *section* and *names*, as far as known."""

    label: Label | None = None
    section: str = ""
    names: str = ""


@lru_cache(maxsize=65_536)  # Every pair is on many lines.
def parse_side(text: str) -> Side:
    """Return the pair in the cell of a side: label, section and names.

    >>> parse_side("Pair 5").label, parse_side("B12"), parse_side("3 Ada Ash & Bert Birch").names
    (Label(number=5, direction=''), Side(label=Label(number=12, direction=''), section='B', names=''), \
'Ada Ash & Bert Birch')
    """
    side_text = _PAIR_WORD.sub("", text.strip(), count=1)
    if side_text.startswith(("-", "+")):
        return Side()
    if match := _LETTER_AND_NUMBER.fullmatch(side_text):
        return Side(parse_label(match[2]), match[1].upper())
    if label := parse_label(side_text):
        return Side(label)
    if match := _NUMBERED_NAMES.fullmatch(side_text):
        return Side(parse_label(match[1]), names=match[2])
    return Side()


def is_nobody(text: str) -> bool:
    """Return whether a cell says that nobody sat there.

    >>> is_nobody("Phantom"), is_nobody(""), is_nobody("5")
    (True, True, False)
    """
    return not text or "".join(text.split()).casefold() in _NOBODY_TEXTS


def split_two_names(text: str, *, is_own_file: bool = False) -> tuple[str, str]:
    """Return the two names of a pair in one cell.

    The usual sign between names goes before signs that may be part of a name. A file of this
    program (*is_own_file*) has no other sign.

    >>> split_two_names("Ada Ash & Bert Birch"), split_two_names("Ada Ash / Bert Birch")
    (('Ada Ash', 'Bert Birch'), ('Ada Ash', 'Bert Birch'))
    >>> split_two_names("Van der Berg - Hill & Ann / Bob")
    ('Van der Berg - Hill', 'Ann / Bob')
    """
    if is_nobody(text):
        return "", ""
    parts = text.split(_DEFAULT_SEPARATOR)
    if len(parts) == 2:
        return parts[0].strip(), parts[1].strip()
    if is_own_file and len(parts) == 1:
        return text, ""
    first_name, second_name, *_rest = *_NAME_SEPARATOR.split(text, maxsplit=1), ""
    return first_name, second_name


# What figures in a column of tricks count: all, over the contract, or over six.

_BOOK = 6
_MIN_TRICKS_BID = 7  # the tricks of the lowest bid
_MAX_DOWN = 6  # If a line without a score were further down, tricks are counted another way.


class LineText(NamedTuple):
    """A line for comparison: contract, seat, tricks, and N-S score."""

    board_no: int
    contract: str
    declarer: str
    tricks: str
    score: int | None


_TRICK_COUNTINGS: dict[str, Callable[[int, int], int]] = {
    "all": lambda figure, _needed: figure,
    "over": lambda figure, needed: needed + figure,
    "made": lambda figure, _needed: figure + _BOOK,
}
"""Functions from a bare figure and the needed tricks to all tricks, by the way of counting."""


def guess_trick_counting(lines: Iterable[LineText]) -> str:
    """Return which of "all", "over" and "made" fits most of *lines*.

    A spreadsheet removes the sign of ``+1``, and some people write the number of tricks made
    without a sign and only undertricks with one.

    >>> guess_trick_counting([LineText(1, "4S", "N", "1", 450), LineText(1, "3NT", "E", "-1", 50)])
    'over'
    >>> guess_trick_counting([LineText(1, "4S", "N", "5", 450), LineText(1, "3NT", "E", "-1", 50)])
    'made'
    """
    all_lines = list(lines)
    is_signed = any(line.tricks.startswith("-") for line in all_lines)
    bare_figures = [
        (line, contract)
        for line in all_lines
        if line.tricks.isdecimal() and (contract := _find_contract(line.contract))
    ]
    misfit_counts = {
        name: sum(
            not _is_consistent(name, line, contract, is_signed=is_signed)
            for line, contract in bare_figures
        )
        for name in _TRICK_COUNTINGS
    }
    return min(misfit_counts, key=misfit_counts.__getitem__)


def with_sign(tricks: str, counting: str) -> str:
    """Return *tricks*, counted by *counting*, as overtricks with a sign or as all tricks.

    >>> with_sign("1", "over"), with_sign("4", "made"), with_sign("10", "all"), with_sign("-1", "made")
    ('+1', '10', '10', '-1')
    """
    if not tricks.isdecimal() or counting == "all":
        return tricks
    if counting == "over":
        return f"+{tricks}"
    return str(int(tricks[:3]) + _BOOK)


def _is_consistent(name: str, line: LineText, contract: Contract, *, is_signed: bool) -> bool:
    figure, needed = int(line.tricks[:3]), contract.tricks_needed
    tricks = _TRICK_COUNTINGS[name](figure, needed)
    if not 0 <= tricks <= 13 or (name == "made" and tricks < needed):
        return False
    if line.score is not None and line.declarer in ("N", "E", "S", "W", "NS", "EW"):
        return line.score == compute_ns_score(
            contract, line.declarer, tricks, get_vulnerability(line.board_no)
        )
    return name != "all" or (
        needed - tricks <= _MAX_DOWN and not (is_signed and figure < _MIN_TRICKS_BID)
    )


def _find_contract(text: str) -> Contract | None:
    try:
        return parse_contract(text)
    except ContractError:
        return None


# Duplicate auction in columns: files with honours, parsed as typed entries.

AUCTION_GAME = "auction"
AUCTION_1914_GAME = "auction-1914"


def choose_auction_game(lines: Iterable[tuple[str, str]]) -> str:
    """Return the auction game whose scale has all honours of *lines*, 1926 before 1914.

    >>> choose_auction_game([("3H", "N-S 30"), ("", "E-W 40")]), choose_auction_game([("3H", "N-S 64"), ("PASS", "")])
    ('auction', 'auction-1914')
    """
    contracts_and_honours = {
        (contract, honours) for contract, honours in lines if not is_nothing(honours)
    }
    for game in (AUCTION_GAME, AUCTION_1914_GAME):
        if all(_has_honours(*line, game) for line in contracts_and_honours):
            return game
    return AUCTION_GAME


def _has_honours(contract: str, honours: str, game: str) -> bool:
    """Return whether *honours* are on the scale of *game*.

    Parsing alone doesn't tell, because it allows the honours of either scale.
    """
    try:
        entry = parse_entry(
            f"{contract}N= {honours}" if contract else f"+1000 N {honours}", game=game
        )
    except ScoringError:
        return False
    denomination = entry.contract.denomination if entry.contract else None
    return entry.honours in list_possible_honours(denomination, get_duplicate_game(game).schedule)


def parse_auction_result(
    where: str, report: Report, *, game: str, cells_by_name: dict[str, str]
) -> ResultInFile:
    """Return the result of a line of auction. Problems are added to *report*.

    *cells_by_name* are its ``contract``, ``declarer``, ``tricks``, ``score`` and ``honours``.

    >>> cells = {"contract": "3H", "declarer": "S", "tricks": "10", "score": "187", "honours": "N-S 30"}
    >>> parse_auction_result("Row 2", Report(), game="auction", cells_by_name=cells).own_text
    '3HS+1 NS30'
    """
    honours = "" if is_nothing(cells_by_name["honours"]) else cells_by_name["honours"]
    parts = {name: cells_by_name[name] for name in ("contract", "declarer", "tricks", "score")}
    problem_count = len(report.problems)
    result = parse_made_result(where, report, has_nullos=True, **parts)
    if len(report.problems) > problem_count or result.artificial:
        return result
    text = _format_as_typed(result, parts["declarer"], honours)
    if not text:
        return result
    try:
        entry = parse_entry(text, game=game)
        entry.check_score(1)  # auction has no vulnerability, so any board will do
    except ScoringError as error:
        report.problems.append(make_line_contract_error(where=where, reason=error))
        return ResultInFile()
    return ResultInFile(own_text=str(_with_score(entry, result.score, game, where, report)))


def _format_as_typed(result: ResultInFile, declarer: str, honours: str) -> str:
    """Return a result as a director types it, or "" if the board wasn't played."""
    if result.contract == "PASS":
        return "PASS"
    if result.contract and result.declarer and result.tricks is not None:
        contract = parse_contract(result.contract, has_nullos=True)
        overtricks = result.tricks - contract.tricks_needed
        tricks = f"{overtricks:+d}" if overtricks else "="
        return f"{result.contract}{result.declarer}{tricks} {honours}"
    if result.score is None:
        return result.contract  # The caller's parser refuses it without tricks or a score.
    if result.score:
        return f"{result.score:+d} {declarer} {honours}"
    return "PASS"


def _with_score(
    entry: ResultEntry, score: int | None, game: str, where: str, report: Report
) -> ResultEntry:
    """Return *entry*, or the file's *score* if it differs."""
    if score is None or entry.ns_score(1) == score:
        return entry
    report.doubts.append(
        Doubt(
            "doubt-auction-score",
            "{where}: {result} scores {expected}, but the file has {given}. The file’s score is "
            "imported; check it.",
            where=where,
            result=entry,
            expected=f"{entry.ns_score(1):+d}",
            given=f"{score:+d}",
        )
    )
    return parse_entry(f"{score:+d}" if score else "PASS", game=game)
