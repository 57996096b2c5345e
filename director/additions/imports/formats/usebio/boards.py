"""Read the pairs of a USEBIO event, and its boards with their lines."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.matches import MatchInFile
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourcePair,
    SourcePlayer,
    SourceRound,
)
from director.additions.imports.formats.source.report import Report, make_both_sides_doubt
from director.additions.imports.formats.source.results import (
    VULNERABLE,
    is_seen_from_other_side,
    parse_points,
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
from director.additions.shared.usebio import DIRECTIONS, SUITS, UNKNOWN_PLAYER
from director.formats.deals import (
    MAX_BOARD_NO,
    DealInFile,
    contains_lin,
    make_written_deal,
    parse_movie_deal,
)
from director.formats.errors import Doubt, ImportFileError
from director.formats.refusals import make_deals_board_error, make_deals_hand_cards_error
from movements.option import format_count
from scoring.bridge.contracts import Vulnerability, get_vulnerability

# The pairs of a USEBIO event, and which of them a traveller's line means.

_NUMBER = re.compile(r"(?P<number>[0-9]{1,5})\s*(?P<direction>NS|EW|N-S|E-W)?", re.IGNORECASE)
_MAX_NUMBER = 16_000  # E-W numbers are stored after the N-S numbers, and both below 32,768
_RANK_PATTERN = re.compile(r"=?([0-9]{1,5})=?")
_SIDE_TAGS = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
_MATCH_TAGS = ("ROUND_NUMBER", *_SIDE_TAGS)
_BOARD_TAGS = ("START_BOARD_NUMBER", "END_BOARD_NUMBER")
MATCH_FIGURE = re.compile("[0-9]{1,4}")
"""The number of a round, pair or board in a match."""
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
    """Return the listed pairs with their directions in the file, and report problems."""
    elements = [element for participant in participants for element in participant.findall("PAIR")]
    pairs = [
        _read_pair(element, position, report) for position, element in enumerate(elements, start=1)
    ]
    if not pairs:
        report.problems.append(
            ImportFileError(
                "usebio-no-pairs", "The file has no pairs. Export the event again with its pairs."
            )
        )
    return [pair for pair in pairs if pair is not None]


def assign_directions(
    pairs: Sequence[SourcePair], winners: int, report: Report
) -> tuple[SourcePair, ...]:
    """Return *pairs* with the direction in which they are ranked, "" with one winner."""
    first_pairs_by_number: dict[tuple[int, str], SourcePair] = {}
    for pair in pairs:
        if winners == 2 and not pair.direction:
            report.problems.append(
                ImportFileError(
                    "usebio-no-direction",
                    "Pair {pair} has no direction, but the event has two winners. Add NS or EW as its "
                    "DIRECTION.",
                    pair=pair.number_text,
                )
            )
        # With one winner all pairs are in one ranking, so N-S and E-W can't share a number.
        ranked_direction = pair.direction if winners == 2 else ""
        first_pair = first_pairs_by_number.setdefault((pair.number, ranked_direction), pair)
        if first_pair is not pair:
            report.problems.append(_make_same_number_error(first_pair, pair))
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
    pair_text: str, side: str, pairs_by_number: Mapping[int, Sequence[SourcePair]]
) -> list[SourcePair] | None:
    """Return the pairs that *pair_text* can mean on *side*, or None if it isn't a pair number.

    ``5`` means pair 5 in either direction. If there is a pair 5 in each direction, the side decides.
    The list is empty if there is no such pair.
    """
    match = _NUMBER.fullmatch(pair_text)
    if match is None:
        return None
    named_direction = extract_letters(match["direction"] or "")
    candidates = [
        pair
        for pair in pairs_by_number.get(int(match["number"]), ())
        if not named_direction or pair.direction in ("", named_direction)
    ]
    if len(candidates) < 2:
        return candidates
    return [pair for pair in candidates if pair.direction == side]


def read_pair_matches(elements: Iterable[Element]) -> tuple[MatchInFile, ...]:
    """Return the matches of pairs inside *elements*, or none if any is incomplete.

    A match has its boards inside, or names the first and the last board.
    """
    matches = []
    for match in chain.from_iterable(element.findall("MATCH") for element in elements):
        texts = [get_child_text(match, tag) for tag in _MATCH_TAGS]
        board_texts = [get_child_text(board, "BOARD_NUMBER") for board in match.findall("BOARD")]
        has_boards_inside = bool(board_texts)
        if not has_boards_inside:
            board_texts = [get_child_text(match, tag) for tag in _BOARD_TAGS]
        if not all(map(MATCH_FIGURE.fullmatch, [*texts, *board_texts])):
            return ()
        round_no, first_no, second_no = map(int, texts)
        boards: Collection[int] = set(map(int, board_texts))
        if not has_boards_inside:
            boards = range(min(boards), max(boards) + 1)
        if not 0 < round_no <= MAX_ROUND:
            return ()
        result, scores = (
            (
                parse_points(get_child_text(match, f"NS_{name}")),
                parse_points(get_child_text(match, f"EW_{name}")),
            )
            for name in ("SCORE", "VICTORY_POINTS")
        )
        matches.append(
            MatchInFile(round_no, first_no, second_no, tuple(sorted(boards)), result, scores)
        )
    return tuple(matches)


def list_boards_of_pairs(elements: Iterable[Element]) -> list[Element]:
    """Return the boards inside *elements*, with one board for the lines of all matches.

    The pair numbers of a match are written on its lines.
    """
    boards: list[Element] = []
    boards_by_number: dict[str, Element] = {}
    for element in elements:
        boards += element.findall("BOARD")
        for match in element.findall("MATCH"):
            numbers_by_tag = {tag: get_child_text(match, tag) for tag in _SIDE_TAGS}
            for board in match.findall("BOARD"):
                lines = board.findall(LINE)
                for line in lines:
                    _write_pair_numbers(line, numbers_by_tag)
                number_text = get_child_text(board, "BOARD_NUMBER")
                first_board = boards_by_number.setdefault(number_text, board)
                if first_board is board:
                    boards.append(board)
                else:
                    first_board.extend(lines)
    return boards


def _write_pair_numbers(line: Element, numbers_by_tag: Mapping[str, str]) -> None:
    """Write the pair numbers of a match on a *line* without any."""
    if any(line.get(tag) for tag in _SIDE_TAGS):
        return
    sides = list(numbers_by_tag.values())
    # On such a line the first pair of the match sat E-W.
    if line.get("DIRECTION", "").upper()[:1] == "E":
        sides.reverse()
    for tag, number in zip(_SIDE_TAGS, sides, strict=True):
        line.set(tag, number)


def make_pair_rounds(
    matches: Sequence[MatchInFile], boards: Sequence[SourceBoard]
) -> tuple[SourceRound, ...]:
    """Return the movement of *matches*, whose results are on *boards*.

    It is empty without a match, or if two pairs changed directions in one.
    """
    rounds = []
    table_counts: Counter[int] = Counter()
    for match in matches:
        pair_numbers = {match.first_no, match.second_no}
        sides = set()
        board_numbers = []
        for board in boards:
            lines = board.lines if board.board_no in match.boards else ()
            for line in lines:
                if {line.ns_no, line.ew_no} == pair_numbers:
                    sides.add((line.ns_no, line.ew_no))
                    board_numbers.append(board.board_no)
        if len(sides) != 1:
            return ()
        table_counts[match.round_no] += 1
        table_no = table_counts[match.round_no]
        ns_no, ew_no = sides.pop()
        rounds.append(SourceRound(match.round_no, table_no, ns_no, ew_no, tuple(board_numbers)))
    return tuple(rounds)


def _read_pair(element: Element, position: int, report: Report) -> SourcePair | None:
    texts = get_child_texts(element)
    number_text = texts.get("PAIR_NUMBER", "")
    match = _NUMBER.fullmatch(number_text)
    if match is None or not 1 <= int(match["number"]) <= _MAX_NUMBER:
        report.problems.append(
            ImportFileError(
                "usebio-pair-number",
                "Pair {position} in the list of pairs: “{given}” isn’t a pair number. Use a form such "
                "as 5, 5NS or 5EW.",
                position=position,
                given=number_text,
            )
        )
        return None
    where = f"Pair {number_text}"
    number_direction = extract_letters(match["direction"] or "")
    pair = SourcePair(
        number_text=number_text,
        number=int(match["number"]),
        direction=_read_direction(element, number_text, number_direction, report),
        players=tuple(map(read_player, element.findall("PLAYER"))),
        total=read_figure(texts, "TOTAL_SCORE", where, report),
        percent=read_figure(texts, "PERCENTAGE", where, report),
        rank=read_rank(element, where, report),
        adjustment=read_figure(texts, "ADJUSTMENT", where, report) or None,
    )
    _report_doubtful_pair(pair, element, report)
    return pair


def _read_direction(element: Element, pair: str, number_direction: str, report: Report) -> str:
    direction_text = get_child_text(element, "DIRECTION")
    direction = _DIRECTIONS.get(extract_letters(direction_text) or direction_text)
    if direction is None:
        report.problems.append(
            _make_usebio_direction_error(
                pair=pair,
                text=direction_text,
                allowed="NS, EW or nothing",
            )
        )
    elif direction and number_direction and direction != number_direction:
        report.problems.append(
            _make_usebio_direction_error(
                pair=pair,
                text=direction_text,
                allowed=f"{number_direction} as in its number",
            )
        )
    return number_direction or direction or ""


def read_player(element: Element) -> SourcePlayer:
    """Return the player of *element*, with "" for missing texts."""
    texts = get_child_texts(element)
    name = texts.get("PLAYER_NAME", "")
    return SourcePlayer(
        name="" if name == UNKNOWN_PLAYER else name,
        national_id=texts.get("NATIONAL_ID_NUMBER", ""),
        club_id=texts.get("CLUB_ID_NUMBER", ""),
    )


def read_rank(element: Element, where: str, report: Report) -> int | None:
    """Return the rank of a contestant, or None. An unreadable rank becomes a doubt."""
    rank_text = get_child_text(element, "PLACE")
    if match := _RANK_PATTERN.fullmatch(rank_text):
        return int(match[1])
    if rank_text:
        report.doubts.append(make_figure_doubt(where=where, field="PLACE", text=rank_text))
    return None


def _report_doubtful_pair(pair: SourcePair, element: Element, report: Report) -> None:
    named_count = sum(1 for player in pair.players if player.name)
    if named_count != 2 or len(pair.players) != 2:
        count = format_count(named_count, "player") if named_count else "no player"
        report.doubts.append(
            make_players_doubt(contestant_noun="Pair", pair=pair.number_text, count=count)
        )
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


def _make_same_number_error(first: SourcePair, second: SourcePair) -> ImportFileError:
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


# The cards in a USEBIO file, in a ``HANDSET`` for all sections or inside one section's boards.
#
# Format: [USEBIO12], and the files of the programs that write cards.

_MOVIE_TAGS = ("LIN_DATA", "LIN")
_SUIT_TAGS = sorted(SUITS, reverse=True)  # from spades to clubs

DealOrError = DealInFile | ImportFileError


def read_handset_deals(elements: Iterable[Element]) -> Iterator[DealOrError]:
    """Yield the deals in each ``HANDSET`` of *elements*, or their problems."""
    for element in elements:
        for board in element.iterfind("HANDSET/BOARD"):
            yield from read_board_deal(board)


def read_board_deal(board: Element) -> Iterator[DealOrError]:
    """Yield the deal of a *board*, if it has one."""
    hands = board.findall("HAND")
    if not hands:
        return
    number_text = get_child_text(board, "BOARD_NUMBER")
    if not re.fullmatch("[0-9]{1,3}", number_text) or not int(number_text):
        yield make_deals_board_error(where="HANDSET", given=number_text, most=MAX_BOARD_NO)
        return
    board_no = int(number_text)
    suits_by_seat: dict[str, list[str]] = {}
    names_by_seat: dict[str, str] = {}
    for hand in hands:
        direction = get_child_text(hand, "DIRECTION")
        seat = direction[:1].upper()
        if seat not in DIRECTIONS or seat in suits_by_seat:
            yield make_deals_hand_cards_error(board_no=board_no, given=direction)
            return
        suits_by_seat[seat] = [get_child_text(hand, tag) for tag in _SUIT_TAGS]
        names_by_seat[seat] = direction
    yield make_written_deal(board_no, suits_by_seat, names_by_seat)


def _extract_movie_deals(board: Element, board_no: int) -> list[DealOrError]:
    """Return the deal in the first movie of a *board*, and remove the movies from its lines.

    Movies differ from line to line. Without them, lines of the same result have the same texts, and
    are read once.
    """
    movies: list[str] = []
    for line in board.findall(LINE):
        texts = [line.attrib.pop(tag, "") for tag in _MOVIE_TAGS]
        movies += filter(contains_lin, texts)
    return [parse_movie_deal(board_no, movies[0])] if movies else []


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
_MAX_CACHED_LINES = 50_000


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A board being read."""

    board_no: int
    vulnerable: Vulnerability
    pairs_by_number: Mapping[int, Sequence[SourcePair]]
    report: Report
    # Valid pairs on each side by their text in the file, because many lines repeat them.
    pairs_by_side: Mapping[str, dict[str, SourcePair]]
    cached_lines: dict[tuple[str, ...], SourceLine]  # valid lines by their texts
    contestant_noun: str
    # In a file of this program the same pairs can replay a board with each other's cards.
    is_own_file: bool
    repeated_lines: list[SourceLine]  # results that an earlier line has from the other side


CachedLines = dict[Vulnerability, dict[tuple[str, ...], SourceLine]]
"""Valid lines by vulnerability and texts."""


def read_boards(
    elements: Iterable[Element],
    pairs: Sequence[SourcePair],
    report: Report,
    cached_lines: CachedLines,
    hands: list[DealOrError],
    contestant_noun: str = "pair",
    *,
    is_own_file: bool = False,
) -> tuple[SourceBoard, ...]:
    """Return the boards in order, and add deals to *hands*.

    Valid lines go into *cached_lines*, so that equal lines are read once. *contestant_noun* is "pair"
    or the word for other contestants.
    """
    # With a problem in the list of pairs, pairs of lines aren't checked against it.
    pairs_by_number = {} if report.problems else group_by_number(pairs)
    pairs_by_side: dict[str, dict[str, SourcePair]] = {side: {} for side in _SIDES}
    boards_by_number: dict[int, SourceBoard] = {}
    repeated_lines: list[SourceLine] = []
    for position, element in enumerate(elements, start=1):
        board_no = _read_board_number(element, position, report)
        if not board_no:
            continue
        if board_no in boards_by_number:
            report.problems.append(
                ImportFileError(
                    "usebio-board-twice",
                    "Board {board_no} is in the file twice. Put all its results in one <BOARD>.",
                    board_no=board_no,
                )
            )
        vulnerable = _read_vulnerability(element, board_no, report)
        traveller = _Traveller(
            board_no=board_no,
            vulnerable=vulnerable,
            pairs_by_number=pairs_by_number,
            report=report,
            pairs_by_side=pairs_by_side,
            cached_lines=cached_lines.setdefault(vulnerable, {}),
            contestant_noun=contestant_noun,
            is_own_file=is_own_file,
            repeated_lines=repeated_lines,
        )
        if element.find("HAND") is not None:
            hands += read_board_deal(element)
        else:
            hands += _extract_movie_deals(element, board_no)
        boards_by_number[board_no] = SourceBoard(board_no, tuple(_read_lines(element, traveller)))
        element.clear()  # Frees memory: a large field's XML is as large as all its lines.
    if repeated_lines:
        report.doubts.append(make_both_sides_doubt(len(repeated_lines)))
    return tuple(boards_by_number.values())


def _read_board_number(element: Element, position: int, report: Report) -> int:
    """Return the number of a board, or 0 after a report that names its *position*."""
    text = get_child_text(element, "BOARD_NUMBER")
    if re.fullmatch("[0-9]{1,3}", text) and int(text) > 0:
        return int(text)
    problem = ImportFileError(
        "usebio-board-number",
        "Board {position} in the file: “{given}” isn’t a board number. Use 1 to 999.",
        position=position,
        given=text,
    )
    report.problems.append(problem)
    return 0


def _read_vulnerability(element: Element, board_no: int, report: Report) -> Vulnerability:
    """Return the vulnerability of a board in the file, or by its number if the file has none."""
    expected = get_vulnerability(board_no)
    vulnerability_text = get_child_text(element, "VULNERABILITY")
    file_vulnerability = _VULNERABILITIES.get(extract_letters(vulnerability_text))
    if vulnerability_text and file_vulnerability is not expected:
        report.doubts.append(
            Doubt(
                "doubt-vulnerability",
                "Board {board_no}: the file says vulnerability “{given}”, but this board number has "
                "{expected}. The scores are imported; check the board number.",
                board_no=board_no,
                given=vulnerability_text,
                expected=VULNERABLE[expected],
            )
        )
    return file_vulnerability or expected


def _read_lines(board: Element, traveller: _Traveller) -> Iterator[SourceLine]:
    ns_pairs, ew_pairs = (traveller.pairs_by_side[side] for side in _SIDES)
    cached_by_text = traveller.cached_lines
    seen_pairs: set[int] = set()  # ids of the objects, as each pair is listed once
    lines_by_pairs: dict[tuple[int, int], SourceLine] = {}
    for position, element in enumerate(board.findall(LINE), start=1):
        texts = element.attrib
        # Popped, so that the same result of other pairs has the same texts.
        ns_text = texts.pop("NS_PAIR_NUMBER", "")
        ew_text = texts.pop("EW_PAIR_NUMBER", "")
        pair_texts = ns_text, ew_text
        ns = ns_pairs.get(ns_text) or _find_pair_on_side("NS", pair_texts, position, traveller)
        ew = ew_pairs.get(ew_text) or _find_pair_on_side("EW", pair_texts, position, traveller)
        if ns is not None and ns is ew:
            traveller.report.problems.append(
                make_own_opponent_error(
                    where=_describe_line(traveller, ns_text, ew_text),
                    contestant_noun=traveller.contestant_noun,
                )
            )
        # A pair with a problem gets 0. The file will be refused.
        numbers = (ns.number if ns else 0, ew.number if ew else 0)
        line_key = *texts, *texts.values()
        cached_line = cached_by_text.get(line_key)
        if cached_line:
            line = cached_line.with_pairs(*numbers)
        else:
            line = _read_cached_line(line_key, texts, pair_texts, numbers, traveller)
        # Two teams have a line in each direction, which the reader of matches checks.
        if traveller.contestant_noun == "pair" and ns and ew:
            opposite_line = lines_by_pairs.get((id(ew), id(ns)))
            lines_by_pairs[id(ns), id(ew)] = line
            is_replayed = opposite_line is not None and traveller.is_own_file
            if (
                opposite_line
                and not is_replayed
                and is_seen_from_other_side(opposite_line.result, line.result)
            ):
                traveller.repeated_lines.append(line)
                continue
            if not is_replayed:
                errors = _list_repeated_pair_errors(traveller, (ns, ew), seen_pairs)
                traveller.report.problems.extend(errors)
        yield line


def _list_repeated_pair_errors(
    traveller: _Traveller, pairs: Sequence[SourcePair | None], seen_pairs: set[int]
) -> list[ImportFileError]:
    """Return an error for each of *pairs* in *seen_pairs*, and add all of them there."""
    errors = []
    for pair in pairs:
        if pair is not None and id(pair) in seen_pairs:
            errors.append(
                make_twice_on_board_error(
                    board_no=traveller.board_no,
                    contestant_noun=traveller.contestant_noun,
                    pair=pair.number_text,
                )
            )
    seen_pairs.update(map(id, pairs))
    return errors


def _read_cached_line(
    line_key: tuple[str, ...],
    texts: Texts,
    number_texts: tuple[str, str],
    numbers: tuple[int, int],
    traveller: _Traveller,
) -> SourceLine:
    """Return the line of *texts*. A valid line is cached by *line_key*."""
    report = traveller.report
    message_count = report.message_count
    where = _describe_line(traveller, *number_texts)
    line = read_line(texts, where, numbers, traveller.vulnerable, report)
    is_valid = report.message_count == message_count
    if is_valid and len(traveller.cached_lines) < _MAX_CACHED_LINES:
        traveller.cached_lines[line_key] = line
    return line


def _describe_line(traveller: _Traveller, ns: str, ew: str) -> str:
    return f"Board {traveller.board_no}, N-S {ns} against E-W {ew}"


def _find_pair_on_side(
    side: str, number_texts: tuple[str, str], position: int, traveller: _Traveller
) -> SourcePair | None:
    """Return the pair on *side* of a line, or None after a message.

    A valid pair is cached in *traveller* for the lines that follow.
    """
    problems = traveller.report.problems
    ns_text, ew_text = number_texts
    number_text = ns_text if side == "NS" else ew_text
    matches = find_matching_pairs(number_text, side, traveller.pairs_by_number)
    if matches is None:
        where = f"Board {traveller.board_no}, result {position}"
        problems.append(
            ImportFileError(
                "usebio-line-pair",
                "{where}: “{given}” isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.",
                where=where,
                side=_SIDES[side],
                given=number_text,
            )
        )
    elif not matches:
        # Without a valid list of pairs, any number may be right.
        if traveller.pairs_by_number:
            problems.append(
                ImportFileError(
                    "usebio-unknown-pair",
                    "{where}: pair {pair} isn’t in the list of pairs. Correct the number or add the pair.",
                    where=_describe_line(traveller, *number_texts),
                    pair=number_text,
                )
            )
    elif matches[0].direction not in ("", side):
        problems.append(
            ImportFileError(
                "usebio-wrong-side",
                "{where}: pair {pair} can’t sit {side} with two winners. Correct the line, or set "
                "WINNER_TYPE to 1.",
                where=_describe_line(traveller, *number_texts),
                pair=number_text,
                side=_SIDES[side],
            )
        )
    else:
        traveller.pairs_by_side[side][number_text] = matches[0]
        return matches[0]
    return None


def _make_usebio_direction_error(*, pair: object, text: object, allowed: object) -> ImportFileError:
    return ImportFileError(
        "usebio-direction",
        "Pair {pair}: DIRECTION is “{given}”; write {allowed}.",
        pair=pair,
        given=text,
        allowed=allowed,
    )
