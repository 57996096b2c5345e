"""Boards of a USEBIO event with their lines, and the pairs that these lines mean."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.lines import (
    VULNERABLE,
    Report,
    is_seen_from_other_side,
    make_both_sides_doubt,
)
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourcePair,
    SourcePlayer,
    SourceRound,
)
from director.additions.imports.formats.usebio.elements import (
    LINE,
    Texts,
    get_child_text,
    get_child_texts,
    read_figure,
    read_line,
)
from director.additions.imports.refusals import (
    make_figure_doubt,
    make_own_opponent_error,
    make_players_doubt,
    make_twice_on_board_error,
)
from director.formats.deals import MAX_BOARD_NO, FiledDeal, contains_lin, make_deal, read_movie_deal
from director.formats.errors import Doubt, ImportFileError
from director.formats.refusals import make_deals_board_error, make_deals_hand_cards_error
from director.formats.usebio import DIRECTIONS, NOBODY, SUITS
from scoring.bridge.contracts import Vulnerability, vulnerability
from scoring.hands.cards import CARDS

# The pairs of a USEBIO event: who they are, and which of them a line of a traveller means.

_NUMBER = re.compile(r"(?P<number>[0-9]{1,5})\s*(?P<direction>NS|EW|N-S|E-W)?", re.IGNORECASE)
_MAX_NUMBER = 16_000  # E-W numbers are stored after the N-S numbers, and both below 32,768
_PLACE = re.compile(r"=?([0-9]{1,5})=?")
_SIDE_TAGS = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
_MATCH_TAGS = ("ROUND_NUMBER", *_SIDE_TAGS)
_BOARD_TAGS = ("START_BOARD_NUMBER", "END_BOARD_NUMBER")
MATCH_FIGURE = re.compile("[0-9]{1,4}")
"""A number of a match. Longer ones are no rounds or boards."""
MAX_ROUND = 999
_DIRECTIONS = {"": "", "NS": "NS", "EW": "EW", "NORTHSOUTH": "NS", "EASTWEST": "EW"}


def extract_letters(text: str) -> str:
    """Return the letters of *text* in capitals, for words of varying spelling.

    For example ``N-S`` or ``Cross IMPs``.

    >>> extract_letters("North-South")
    'NORTHSOUTH'
    """
    return "".join(filter(str.isalpha, text)).upper()


def read_pairs(participants: Iterable[Element], report: Report) -> list[SourcePair]:
    """Return the listed pairs with the direction in the file.

    Faults go into *report*.
    """
    elements = [element for participant in participants for element in participant.findall("PAIR")]
    pairs = [
        _read_pair(element, position, report) for position, element in enumerate(elements, start=1)
    ]
    if not pairs:
        report.faults.append(
            ImportFileError(
                "usebio-no-pairs", "The file has no pairs. Export the event again with its pairs."
            )
        )
    return [pair for pair in pairs if pair is not None]


def assign_directions(
    pairs: Sequence[SourcePair], winners: int, report: Report
) -> tuple[SourcePair, ...]:
    """Return *pairs* with the direction in which they are ranked, empty with one winner."""
    first_by_number: dict[tuple[int, str], SourcePair] = {}
    for pair in pairs:
        if winners == 2 and not pair.direction:
            report.faults.append(
                ImportFileError(
                    "usebio-no-direction",
                    "Pair {pair} has no direction, but the event has two winners. Add NS or EW as its "
                    "DIRECTION.",
                    pair=pair.number_text,
                )
            )
        first_pair = first_by_number.setdefault(
            (pair.number, pair.direction if winners == 2 else ""), pair
        )
        if first_pair is not pair:
            report.faults.append(_make_same_number_fault(first_pair, pair))
    if winners == 2:
        return tuple(pairs)
    return tuple(replace(pair, direction="") for pair in pairs)


def group_by_number(pairs: Iterable[SourcePair]) -> dict[int, list[SourcePair]]:
    """Return *pairs* by their number.

    With two winners, a number may have a pair in each direction.
    """
    pairs_by_number: dict[int, list[SourcePair]] = {}
    for pair in pairs:
        pairs_by_number.setdefault(pair.number, []).append(pair)
    return pairs_by_number


def find_matching_pairs(
    given: str, side: str, pairs: Mapping[int, Sequence[SourcePair]]
) -> list[SourcePair] | None:
    """Return the *pairs* that the text *given* can mean on *side*, or None if it is unreadable.

    ``5`` means pair 5 in either direction.  If there are a N-S and an E-W pair 5, the side decides.
    The list is empty if there is no such pair.
    """
    match = _NUMBER.fullmatch(given)
    if match is None:
        return None
    named_direction = extract_letters(match["direction"] or "")
    candidates = [
        pair
        for pair in pairs.get(int(match["number"]), ())
        if not named_direction or pair.direction in ("", named_direction)
    ]
    if len(candidates) < 2:
        return candidates
    return [pair for pair in candidates if pair.direction == side]


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A match of two pairs in a round, with the numbers of its *boards*.

    *has_score* is whether the file has its result, such as victory points.
    """

    round_no: int
    first: int
    second: int
    boards: Collection[int]
    has_score: bool


def read_pair_matches(elements: Iterable[Element]) -> tuple[PairMatch, ...]:
    """Return the matches of pairs inside *elements*, or none if one isn't complete.

    Its boards are inside the match, or between a first and a last number.
    """
    matches = []
    for match in chain.from_iterable(element.findall("MATCH") for element in elements):
        texts = [get_child_text(match, tag) for tag in _MATCH_TAGS]
        numbers = [get_child_text(board, "BOARD_NUMBER") for board in match.findall("BOARD")]
        if not numbers:
            numbers = [get_child_text(match, tag) for tag in _BOARD_TAGS]
        if not all(map(MATCH_FIGURE.fullmatch, [*texts, *numbers])):
            return ()
        round_no, first, second = map(int, texts)
        boards: Collection[int] = set(map(int, numbers))
        if match.find("BOARD") is None:
            boards = range(min(boards), max(boards) + 1)
        if not 0 < round_no <= MAX_ROUND:
            return ()
        has_score = bool(get_child_text(match, "NS_SCORE", "NS_VICTORY_POINTS"))
        matches.append(PairMatch(round_no, first, second, boards, has_score))
    return tuple(matches)


def list_boards_of_pairs(elements: Iterable[Element]) -> list[Element]:
    """Return the boards inside *elements*, those of matches with the pairs on their lines.

    A board that several matches have becomes one.
    """
    boards: list[Element] = []
    boards_by_number: dict[str, Element] = {}
    for element in elements:
        boards += element.findall("BOARD")
        for match in element.findall("MATCH"):
            numbers = {tag: get_child_text(match, tag) for tag in _SIDE_TAGS}
            for board in match.findall("BOARD"):
                lines = board.findall(LINE)
                for line in lines:
                    _seat_pairs(line, numbers)
                known = boards_by_number.setdefault(get_child_text(board, "BOARD_NUMBER"), board)
                if known is board:
                    boards.append(board)
                else:
                    known.extend(lines)
    return boards


def _seat_pairs(line: Element, numbers: Mapping[str, str]) -> None:
    """Write the *numbers* of the two pairs of a match on a *line* without them."""
    if any(line.get(tag) for tag in _SIDE_TAGS):
        return
    sides = list(numbers.values())
    if line.get("DIRECTION", "").upper()[:1] == "E":
        sides.reverse()
    for tag, number in zip(_SIDE_TAGS, sides, strict=True):
        line.set(tag, number)


def make_pair_rounds(
    matches: Sequence[PairMatch], boards: Sequence[SourceBoard]
) -> tuple[SourceRound, ...]:
    """Return the tables of each of *matches*, whose results are on *boards*.

    Without a match, or if two pairs changed directions in one, there are none.
    """
    lines: dict[frozenset[int], list[tuple[int, int, int]]] = defaultdict(list)
    for board in boards:
        for line in board.lines:
            row = board.board_no, line.ns_no, line.ew_no
            lines[frozenset((line.ns_no, line.ew_no))].append(row)
    rounds = []
    tables: Counter[int] = Counter()
    for match in matches:
        met = lines[frozenset((match.first, match.second))]
        played = [row for row in met if row[0] in match.boards]
        sides = {(ns, ew) for _board_no, ns, ew in played}
        if len(sides) != 1:
            return ()
        tables[match.round_no] += 1
        numbers = tuple(board_no for board_no, _ns, _ew in played)
        rounds.append(SourceRound(match.round_no, tables[match.round_no], *sides.pop(), numbers))
    return tuple(rounds)


def _read_pair(element: Element, position: int, report: Report) -> SourcePair | None:
    texts = get_child_texts(element)
    number_text = texts.get("PAIR_NUMBER", "")
    match = _NUMBER.fullmatch(number_text)
    if match is None or not 1 <= int(match["number"]) <= _MAX_NUMBER:
        report.faults.append(
            ImportFileError(
                "usebio-pair-number",
                'Pair {position} in the list of pairs: "{given}" isn’t a pair number. Use a form such '
                "as 5, 5NS or 5EW.",
                position=position,
                given=number_text,
            )
        )
        return None
    where = f"Pair {number_text}"
    pair = SourcePair(
        number_text=number_text,
        number=int(match["number"]),
        direction=_read_direction(
            element, number_text, extract_letters(match["direction"] or ""), report
        ),
        players=tuple(map(read_player, element.findall("PLAYER"))),
        total=read_figure(texts, "TOTAL_SCORE", where, report),
        percent=read_figure(texts, "PERCENTAGE", where, report),
        place=read_place(element, where, report),
        adjustment=read_figure(texts, "ADJUSTMENT", where, report) or None,
    )
    _report_doubtful_pair(pair, element, report)
    return pair


def _read_direction(element: Element, pair: str, number_direction: str, report: Report) -> str:
    direction_text = get_child_text(element, "DIRECTION")
    direction = _DIRECTIONS.get(extract_letters(direction_text) or direction_text)
    if direction is None:
        report.faults.append(
            _make_usebio_direction_error(
                pair=pair,
                given=direction_text,
                allowed="NS, EW or nothing",
            )
        )
    elif direction and number_direction and direction != number_direction:
        report.faults.append(
            _make_usebio_direction_error(
                pair=pair,
                given=direction_text,
                allowed=f"{number_direction} as in its number",
            )
        )
    return number_direction or direction or ""


def read_player(element: Element) -> SourcePlayer:
    """Return the player of *element*, with empty texts for what is missing."""
    texts = get_child_texts(element)
    name = texts.get("PLAYER_NAME", "")
    return SourcePlayer(
        name="" if name == NOBODY else name,
        national_id=texts.get("NATIONAL_ID_NUMBER", ""),
        club_id=texts.get("CLUB_ID_NUMBER", ""),
    )


def read_place(element: Element, where: str, report: Report) -> int | None:
    """Return the place of a contestant, or None. An unreadable one becomes a doubt."""
    place_text = get_child_text(element, "PLACE")
    if match := _PLACE.fullmatch(place_text):
        return int(match[1])
    if place_text:
        report.doubts.append(make_figure_doubt(where=where, field="PLACE", given=place_text))
    return None


def _report_doubtful_pair(pair: SourcePair, element: Element, report: Report) -> None:
    named_players = sum(1 for player in pair.players if player.name)
    if named_players != 2 or len(pair.players) != 2:
        if named_players == 0:
            count = "no player"
        elif named_players == 1:
            count = "1 player"
        else:
            count = f"{named_players} players"
        report.doubts.append(make_players_doubt(called="Pair", pair=pair.number_text, count=count))
    if pair.adjustment:
        report.doubts.append(
            Doubt(
                "doubt-adjustment",
                "Pair {pair}: the file adjusts its total by {given} without a board. Enter it "
                "yourself if it still applies.",
                pair=pair.number_text,
                given=get_child_text(element, "ADJUSTMENT"),
            )
        )


def _make_same_number_fault(first: SourcePair, second: SourcePair) -> ImportFileError:
    if first.direction == second.direction:
        return ImportFileError(
            "usebio-pair-twice",
            "Pair {pair} is in the list of pairs twice. Give each pair its own number.",
            pair=second.number_text,
        )
    return ImportFileError(
        "usebio-shared-number",
        "Pairs {pair} and {other} share a number, but the event has one winner. Use different "
        "numbers, or set WINNER_TYPE to 2.",
        pair=first.number_text,
        other=second.number_text,
    )


# The cards in a USEBIO file: in a ``HANDSET`` for all sections, or within the
# boards of one.
#
# Format: [USEBIO12], and the files of the programs that write cards.

_MOVIE_TAGS = ("LIN_DATA", "LIN")
_RANKS = frozenset(card[1] for card in CARDS)
_VOID = frozenset({"", "-", "--", "—", "–", "VOID"})

Filed = FiledDeal | ImportFileError


def read_handset_deals(elements: Iterable[Element]) -> Iterator[Filed]:
    """Yield the deals of every ``HANDSET`` in *elements*, or their faults."""
    for element in elements:
        for board in element.iterfind("HANDSET/BOARD"):
            yield from read_board_deal(board)


def read_board_deal(board: Element) -> Iterator[Filed]:
    """Yield the deal of a *board*, if it has one."""
    hands = board.findall("HAND")
    if not hands:
        return
    number_text = get_child_text(board, "BOARD_NUMBER")
    if not re.fullmatch("[0-9]{1,3}", number_text) or not int(number_text):
        yield make_deals_board_error(where="HANDSET", given=number_text, most=MAX_BOARD_NO)
        return
    board_no = int(number_text)
    cards_by_seat: dict[str, list[str]] = {}
    for hand in hands:
        direction = get_child_text(hand, "DIRECTION")
        cards = _read_cards(hand)
        if (
            direction[:1].upper() not in DIRECTIONS
            or cards is None
            or direction[:1].upper() in cards_by_seat
        ):
            yield make_deals_hand_cards_error(board_no=board_no, given=direction)
            return
        cards_by_seat[direction[:1].upper()] = cards
    yield make_deal(board_no, cards_by_seat)


def _take_movie_deals(board: Element, board_no: int) -> list[Filed]:
    """Return the deal in the first movie of a *board*, and take the movies off its lines.

    Movies differ in every line, though the cards are the same and equal lines are read once.
    """
    movies: list[str] = []
    for line in board.findall(LINE):
        texts = [line.attrib.pop(tag, "") for tag in _MOVIE_TAGS]
        movies += filter(contains_lin, texts)
    return [read_movie_deal(board_no, movies[0])] if movies else []


def _read_cards(hand: Element) -> list[str] | None:
    """Return the cards of *hand*, or None."""
    cards: list[str] = []
    for tag, suit in SUITS.items():
        ranks = re.sub("[ ,]", "", get_child_text(hand, tag)).upper().replace("10", "T")
        if ranks in _VOID:
            continue
        if set(ranks) - _RANKS:
            return None
        cards += [f"{suit}{rank}" for rank in ranks]
    return cards


_VULNERABILITIES = {
    "LOVE": Vulnerability.NONE,
    "NONE": Vulnerability.NONE,
    "NORTHSOUTH": Vulnerability.NS,
    "NS": Vulnerability.NS,
    "EASTWEST": Vulnerability.EW,
    "EW": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}
_SIDES = {"NS": "N-S", "EW": "E-W"}
_MAX_KNOWN_LINES = 50_000


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A board being read.

    *sitting* are the valid pairs on each side by their text in the file, *known_lines* the valid lines by
    their texts. Both are caches, since many lines repeat them. In a file that *is_own* the same
    pairs can replay a board with each other's cards. *other_sides* collects the lines that tell a
    result once more.
    """

    board_no: int
    vulnerable: Vulnerability
    pairs: Mapping[int, Sequence[SourcePair]]
    report: Report
    sitting: Mapping[str, dict[str, SourcePair]]
    known_lines: dict[tuple[str, ...], SourceLine]
    contestant_word: str
    is_own: bool
    other_sides: list[SourceLine]


KnownLines = dict[Vulnerability, dict[tuple[str, ...], SourceLine]]
"""Valid lines that were read already, by vulnerability and texts."""


def read_boards(
    elements: Iterable[Element],
    pairs: Sequence[SourcePair],
    report: Report,
    known_lines: KnownLines,
    hands: list[Filed],
    called: str = "pair",
    *,
    is_own: bool = False,
) -> tuple[SourceBoard, ...]:
    """Return the boards in order, of pairs or of what they are *called*.

    Messages go into *report*, deals into *hands*.

    Valid lines go into *known_lines*, which saves reading equal lines again.  If *report* already
    has a fault, the list of pairs may be wrong, so pairs of lines are not checked against it.
    """
    pairs_by_number = {} if report.faults else group_by_number(pairs)
    pairs_by_side: dict[str, dict[str, SourcePair]] = {side: {} for side in _SIDES}
    boards: dict[int, SourceBoard] = {}
    other_sides: list[SourceLine] = []
    for position, element in enumerate(elements, start=1):
        board_no = _read_board_number(element, position, report)
        if not board_no:
            continue
        if board_no in boards:
            report.faults.append(
                ImportFileError(
                    "usebio-board-twice",
                    "Board {board_no} is in the file twice. Put all its results in one <BOARD>.",
                    board_no=board_no,
                )
            )
        vulnerable = _read_vulnerability(element, board_no, report)
        known_by_text = known_lines.setdefault(vulnerable, {})
        traveller = _Traveller(
            board_no,
            vulnerable,
            pairs_by_number,
            report,
            pairs_by_side,
            known_by_text,
            called,
            is_own,
            other_sides,
        )
        hands += (
            read_board_deal(element)
            if element.find("HAND") is not None
            else _take_movie_deals(element, board_no)
        )
        boards[board_no] = SourceBoard(board_no, tuple(_read_lines(element, traveller)))
        element.clear()  # The XML of a large field would need the memory of all its lines again.
    if other_sides:
        report.doubts.append(make_both_sides_doubt(len(other_sides)))
    return tuple(boards.values())


def _read_board_number(element: Element, position: int, report: Report) -> int:
    """Return the number of a board, or 0 without one, which *report* names by its *position*."""
    text = get_child_text(element, "BOARD_NUMBER")
    if re.fullmatch("[0-9]{1,3}", text) and int(text) > 0:
        return int(text)
    fault = ImportFileError(
        "usebio-board-number",
        'Board {position} in the file: "{given}" isn’t a board number. Use 1 to 999.',
        position=position,
        given=text,
    )
    report.faults.append(fault)
    return 0


def _read_vulnerability(element: Element, board_no: int, report: Report) -> Vulnerability:
    """Return the vulnerability that the file gives a board, or else that of its number."""
    expected = vulnerability(board_no)
    vulnerability_text = get_child_text(element, "VULNERABILITY")
    file_vulnerability = _VULNERABILITIES.get(extract_letters(vulnerability_text))
    if vulnerability_text and file_vulnerability is not expected:
        report.doubts.append(
            Doubt(
                "doubt-vulnerability",
                'Board {board_no}: the file says vulnerability "{given}", but this board number has '
                "{expected}. The scores are imported; check the board number.",
                board_no=board_no,
                given=vulnerability_text,
                expected=VULNERABLE[expected],
            )
        )
    return file_vulnerability or expected


def _read_lines(board: Element, traveller: _Traveller) -> Iterator[SourceLine]:
    ns_pairs, ew_pairs = (traveller.sitting[side] for side in _SIDES)
    known_by_text = traveller.known_lines
    seen_pairs: set[int] = set()  # by identity: each pair is listed once
    lines_by_pairs: dict[tuple[int, int], SourceLine] = {}
    for position, element in enumerate(board.findall(LINE), start=1):
        texts = element.attrib
        ns_text, ew_text = texts.pop("NS_PAIR_NUMBER", ""), texts.pop("EW_PAIR_NUMBER", "")
        ns = ns_pairs.get(ns_text) or _find_pair_on_side(
            "NS", (ns_text, ew_text), position, traveller
        )
        ew = ew_pairs.get(ew_text) or _find_pair_on_side(
            "EW", (ns_text, ew_text), position, traveller
        )
        if ns is not None and ns is ew:
            traveller.report.faults.append(
                make_own_opponent_error(
                    where=_describe_place(traveller, ns_text, ew_text),
                    called=traveller.contestant_word,
                )
            )
        # 0 stands for a pair with a fault, which refuses the whole file in the end.
        numbers = (ns.number if ns else 0, ew.number if ew else 0)
        line_key = *texts, *texts.values()
        known_line = known_by_text.get(line_key)
        if known_line:
            line = known_line.with_pairs(*numbers)
        else:
            line = _read_known_line(line_key, texts, (ns_text, ew_text), numbers, traveller)
        # Two teams have a line in either direction, which the reader of matches counts.
        if traveller.contestant_word == "pair" and ns and ew:
            opposite = lines_by_pairs.get((id(ew), id(ns)))
            lines_by_pairs[id(ns), id(ew)] = line
            is_replayed = opposite is not None and traveller.is_own
            if (
                opposite
                and not is_replayed
                and is_seen_from_other_side(opposite.result, line.result)
            ):
                traveller.other_sides.append(line)
                continue
            if not is_replayed:
                faults = _find_repeated_pairs(traveller, (ns, ew), seen_pairs)
                traveller.report.faults.extend(faults)
        yield line


def _find_repeated_pairs(
    traveller: _Traveller, pairs: Sequence[SourcePair | None], seen_pairs: set[int]
) -> list[ImportFileError]:
    """Return the faults of *pairs* with a line on the board already, and note them as seen."""
    faults = []
    for pair in pairs:
        if pair is not None and id(pair) in seen_pairs:
            faults.append(
                make_twice_on_board_error(
                    board_no=traveller.board_no,
                    called=traveller.contestant_word,
                    pair=pair.number_text,
                )
            )
    seen_pairs.update(map(id, pairs))
    return faults


def _read_known_line(
    line_key: tuple[str, ...],
    texts: Texts,
    number_texts: tuple[str, str],
    numbers: tuple[int, int],
    traveller: _Traveller,
) -> SourceLine:
    """Return the line of *texts*. A valid line is cached by *line_key*."""
    report = traveller.report
    message_count = report.message_count
    line = read_line(
        texts, _describe_place(traveller, *number_texts), numbers, traveller.vulnerable, report
    )
    is_valid = report.message_count == message_count
    if is_valid and len(traveller.known_lines) < _MAX_KNOWN_LINES:
        traveller.known_lines[line_key] = line
    return line


def _describe_place(traveller: _Traveller, ns: str, ew: str) -> str:
    return f"Board {traveller.board_no}, N-S {ns} against E-W {ew}"


def _find_pair_on_side(
    side: str, number_texts: tuple[str, str], position: int, traveller: _Traveller
) -> SourcePair | None:
    """Return the pair on *side* of a line, or None after a message.

    A valid pair is cached in *traveller* for the lines that follow.
    """
    faults = traveller.report.faults
    number_text = number_texts[list(_SIDES).index(side)]
    matches = find_matching_pairs(number_text, side, traveller.pairs)
    if matches is None:
        where = f"Board {traveller.board_no}, line {position}"
        faults.append(
            ImportFileError(
                "usebio-line-pair",
                '{where}: "{given}" isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.',
                where=where,
                side=_SIDES[side],
                given=number_text,
            )
        )
    elif not matches:
        if traveller.pairs:
            faults.append(
                ImportFileError(
                    "usebio-unknown-pair",
                    "{where}: pair {pair} isn’t in the list of pairs. Correct the number or add the pair.",
                    where=_describe_place(traveller, *number_texts),
                    pair=number_text,
                )
            )
    elif matches[0].direction not in ("", side):
        faults.append(
            ImportFileError(
                "usebio-wrong-side",
                "{where}: pair {pair} can’t sit {side} with two winners. Correct the line, or set "
                "WINNER_TYPE to 1.",
                where=_describe_place(traveller, *number_texts),
                pair=number_text,
                side=_SIDES[side],
            )
        )
    else:
        traveller.sitting[side][number_text] = matches[0]
        return matches[0]
    return None


def _make_usebio_direction_error(
    *, pair: object, given: object, allowed: object
) -> ImportFileError:
    return ImportFileError(
        "usebio-direction",
        'Pair {pair}: DIRECTION is "{given}"; write {allowed}.',
        pair=pair,
        given=given,
        allowed=allowed,
    )
