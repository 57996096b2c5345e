"""USEBIO events of single players and of teams."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.contest import clean_team_name, make_match_rounds
from director.additions.imports.formats.source.flat import (
    MAX_PLAYER_NUMBER,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
)
from director.additions.imports.formats.source.matches import (
    IMPS,
    MatchInFile,
    iter_match_rounds,
    make_source_matches,
)
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourceMatch,
    SourcePair,
    SourceRound,
)
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import parse_made_result
from director.additions.imports.formats.usebio.boards import (
    MATCH_FIGURE,
    MAX_ROUND,
    CachedLines,
    DealOrError,
    read_board_deal,
    read_boards,
    read_player,
    read_rank,
)
from director.additions.imports.formats.usebio.elements import (
    LINE,
    DividedEvent,
    SectionElements,
    Texts,
    get_child_text,
    get_child_texts,
    read_figure,
    read_side_points,
)
from director.additions.imports.refusals import (
    make_board_number_error,
    make_players_doubt,
    make_teams_meet_twice_error,
)
from director.additions.shared.usebio import OWN_INSTRUCTION_TARGET, TABLE_INSTRUCTION_TARGET
from director.formats.deals import MAX_BOARD_NO
from director.formats.errors import ImportFileError
from movements.option import format_count

# Events of single players in a USEBIO file, if its lines say who sat where.

_SEATS = ("N", "E", "S", "W")


def has_seat_numbers(event: Element) -> bool:
    """Return whether the lines of *event* have the numbers of the four players."""
    line = next(event.iter(LINE), None)
    return line is not None and all(f"{seat}_PLAYER_NUMBER" in line.attrib for seat in _SEATS)


def read_individuals(
    divided_event: DividedEvent, report: Report, *, is_own_file: bool
) -> list[FlatSection]:
    """Return the sections of an event of single players. Problems are added to *report*."""
    sections = []
    for session_no, session in enumerate(divided_event.sessions, start=1):
        for division in session:
            section = FlatSection(str(session_no), division.name, is_own_file=is_own_file)
            section.pairs = list(_read_players(division, report))
            for element in division.own_elements:
                for board in element.findall("BOARD"):
                    section.lines += _read_lines(board, report)
                    section.hands += read_board_deal(board)
            sections.append(section)
    return sections


def _read_players(division: SectionElements, report: Report) -> Iterator[FlatPair]:
    for part in division.parts:
        for element in part.iterfind("PARTICIPANTS/PLAYER"):
            texts = get_child_texts(element)
            number = _parse_player_number(texts.get("PLAYER_NUMBER", ""))
            where = f"Player {texts.get('PLAYER_NUMBER', '')}"
            if number:
                yield FlatPair(
                    Label(number),
                    (read_player(element),),
                    read_figure(texts, "TOTAL_SCORE", where, report),
                    read_figure(texts, "PERCENTAGE", where, report),
                    read_rank(element, where, report),
                )


def _read_lines(board: Element, report: Report) -> Iterator[FlatLine]:
    board_text = get_child_text(board, "BOARD_NUMBER")
    if not (board_text.isascii() and board_text.isdecimal() and 1 <= int(board_text[:4]) <= 999):
        problem = make_board_number_error(where="BOARD", text=board_text)
        report.problems.append(problem)
        return
    for position, line in enumerate(board.findall(LINE), start=1):
        where = f"Board {board_text}, result {position}"
        texts: Texts = dict(line.attrib)
        players = tuple(
            _parse_player_number(texts.get(f"{seat}_PLAYER_NUMBER", "")) for seat in _SEATS
        )
        if 0 in players:
            seat = _SEATS[players.index(0)]
            number_text = texts.get(f"{seat}_PLAYER_NUMBER", "")
            report.problems.append(
                ImportFileError(
                    "usebio-player-number",
                    "{where}: “{given}” isn’t a player’s number for {seat}. Use 1 to 1000.",
                    where=where,
                    seat=seat,
                    given=number_text,
                )
            )
            continue
        result = parse_made_result(
            where,
            report,
            contract=texts.get("CONTRACT", ""),
            declarer=texts.get("PLAYED_BY", ""),
            tricks=texts.get("TRICKS", ""),
            score=texts.get("SCORE", ""),
        )
        if own_text := texts.get(OWN_INSTRUCTION_TARGET, ""):
            result = result._replace(own_text=own_text)
        round_no, table_no = _parse_round_and_table(texts.get(TABLE_INSTRUCTION_TARGET, ""))
        yield FlatLine(
            where,
            int(board_text),
            result,
            lead=texts.get("LEAD", "").upper(),
            ns_points=read_side_points(texts, "NS", where, report),
            ew_points=read_side_points(texts, "EW", where, report),
            round_no=round_no,
            table_no=table_no,
            players=players,
        )


def _parse_round_and_table(text: str) -> tuple[int | None, int | None]:
    """Return the round and the table in a *text* such as ``"3 1"``, each None without them."""
    match = re.fullmatch("([1-9][0-9]{0,2}) ([1-9][0-9]{0,2})", text)
    return (int(match[1]), int(match[2])) if match else (None, None)


def _parse_player_number(text: str) -> int:
    """Return the number of a player, or 0."""
    if text.isascii() and text.isdecimal() and int(text[:5]) <= MAX_PLAYER_NUMBER:
        return int(text)
    return 0


# The teams of a USEBIO event, and their matches with boards.
#
# A match names its two teams. The lines of its boards may have no numbers. Then the first team sat
# N-S in the first line of each board.

_MIN_PLAYERS = 4
_MAX_TEAM_NUMBER = 1000
_NO_PAIRS: Mapping[str, str] = {}
_SIDES = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
_MATCH_SIDES = ("TEAM", "OPPOSING_TEAM")


def read_teams(participants: Iterable[Element], report: Report) -> tuple[SourcePair, ...]:
    """Return the listed teams. Problems are added to *report*.

    Teams whose ids aren't all numbers are numbered in the order of the list.
    """
    elements = [element for listing in participants for element in listing.findall("TEAM")]
    if not elements:
        report.problems.append(
            ImportFileError(
                "usebio-no-teams", "The file has no teams. Export the event again with its teams."
            )
        )
    team_ids = [
        _get_team_id(element, position) for position, element in enumerate(elements, start=1)
    ]
    has_numeric_ids = all(
        team_id.isdecimal() and 0 < int(team_id) <= _MAX_TEAM_NUMBER for team_id in team_ids
    )
    for team_id, count in Counter(team_ids).items():
        if count > 1:
            report.problems.append(
                ImportFileError(
                    "usebio-team-twice",
                    "Team {team} is in the list of teams twice. Give each team its own TEAM_ID.",
                    team=team_id,
                )
            )
    teams = []
    for position, (team_id, element) in enumerate(zip(team_ids, elements, strict=True), start=1):
        number = int(team_id) if has_numeric_ids else position
        teams.append(_read_team(element, team_id, number, report))
    return tuple(sorted(teams, key=lambda team: team.number))


def _get_team_id(element: Element, position: int) -> str:
    team_id = element.get("TEAM_ID", "") or get_child_text(element, "TEAM_ID", "TEAM_NUMBER")
    return team_id.strip() or str(position)


def _read_team(element: Element, team_id: str, number: int, report: Report) -> SourcePair:
    texts = get_child_texts(element)
    where = f"Team {team_id}"
    # Some programs divide a team into its pairs.
    player_elements = [*element.findall("PLAYER"), *element.findall("PAIR/PLAYER")]
    players = tuple(dict.fromkeys(map(read_player, player_elements)))
    name = element.get("TEAM_NAME", "") or texts.get("TEAM_NAME", "")
    named_players = sum(1 for player in players if player.name)
    if named_players < _MIN_PLAYERS:
        count = format_count(named_players, "player")
        report.doubts.append(make_players_doubt(contestant_noun="Team", pair=team_id, count=count))
    return SourcePair(
        number_text=team_id,
        number=number,
        direction="",
        players=players,
        total=read_figure(texts, "TOTAL_SCORE", where, report),
        percent=read_figure(texts, "PERCENTAGE", where, report),
        rank=read_rank(element, where, report),
        adjustment=read_figure(texts, "ADJUSTMENT", where, report) or None,
        name=clean_team_name(" ".join(name.split()), number, players),
    )


def read_team_ids_by_pair(participants: Iterable[Element]) -> dict[str, str]:
    """Return the id of the team by the number of each pair that is listed inside one."""
    elements = [element for listing in participants for element in listing.findall("TEAM")]
    team_ids_by_pair = {}
    for position, element in enumerate(elements, start=1):
        for pair in element.findall("PAIR"):
            if number := get_child_text(pair, "PAIR_NUMBER"):
                team_ids_by_pair[number] = _get_team_id(element, position)
    return team_ids_by_pair


def read_matches(  # noqa: PLR0913
    elements: Sequence[Element],
    teams: Sequence[SourcePair],
    report: Report,
    cached_lines: CachedLines,
    hands: list[DealOrError],
    team_ids_by_pair: Mapping[str, str] = _NO_PAIRS,
    *,
    has_scale: bool = False,
    unit: str = IMPS,
) -> tuple[tuple[SourceBoard, ...], tuple[SourceRound, ...], tuple[SourceMatch, ...]]:
    """Return the boards and matches inside *elements*, and the rounds if all matches name them.

    Messages go into *report*, deals into *hands*. *cached_lines* is a cache as in ``read_boards``.
    *team_ids_by_pair* is for lines that have the numbers of pairs instead of teams.
    """
    lines_by_board: dict[int, list[SourceLine]] = defaultdict(list)
    matches: list[MatchInFile] = []
    has_every_match = True
    numbers_by_id = {team.number_text: team.number for team in teams}
    parts: list[tuple[Element, Element | None]] = []
    for element in elements:
        parts.append((element, None))
        parts += zip(element.findall("MATCH"), element.findall("MATCH"), strict=True)
    for part, match in parts:
        boards = part.findall("BOARD")
        for board in boards:
            _write_team_numbers(board, match, teams, team_ids_by_pair)
        source_boards = read_boards(
            boards, teams, report, cached_lines, hands, contestant_noun="team"
        )
        for source_board in source_boards:
            lines_by_board[source_board.board_no] += source_board.lines
        if match is None:
            continue
        if match_in_file := _read_match(match, source_boards, numbers_by_id, report):
            matches.append(match_in_file)
        elif any(board.lines for board in source_boards):
            has_every_match = False
    report.problems += _list_repeated_meeting_errors(lines_by_board)
    boards_in_order = tuple(
        SourceBoard(number, tuple(lines_by_board[number]))
        for number in sorted(lines_by_board)
        if lines_by_board[number]
    )
    source_matches = make_source_matches(matches, boards_in_order, has_scale=has_scale, unit=unit)
    rounds: tuple[SourceRound, ...] = ()
    # Without the rounds of all matches, a movement would lack some.
    if has_every_match and all(match.round_no and match.boards for match in source_matches):
        rounds = tuple(make_match_rounds(iter_match_rounds(source_matches)))
    return boards_in_order, rounds, source_matches


def _read_match(
    match: Element,
    boards: Sequence[SourceBoard],
    numbers_by_id: Mapping[str, int],
    report: Report,
) -> MatchInFile | None:
    """Return a *match* with its *boards*, or None if it doesn't say who played it."""
    texts = get_child_texts(match)
    named_sides = [numbers_by_id.get(texts.get(tag, ""), 0) for tag in _MATCH_SIDES]
    numbers_on_lines = sorted({no for board in boards for line in board.lines for no in line[:2]})
    sides = named_sides if all(named_sides) else numbers_on_lines
    if len(set(sides)) != 2:
        return None
    first_no, second_no = sides
    round_text = texts.get("ROUND_NUMBER", "") or texts.get("ROUND", "")
    round_no = int(round_text) if MATCH_FIGURE.fullmatch(round_text) else 0
    board_numbers = tuple(sorted(board.board_no for board in boards if board.lines))
    where = f"Match {texts.get('TEAM', '')} against {texts.get('OPPOSING_TEAM', '')}"
    result, scores = (
        (
            read_figure(texts, f"TEAM_{name}", where, report),
            read_figure(texts, f"OPPOSING_TEAM_{name}", where, report),
        )
        for name in ("SCORE", "VICTORY_POINTS")
    )
    return MatchInFile(
        round_no if 0 < round_no <= MAX_ROUND else 0,
        first_no,
        second_no,
        board_numbers or _read_board_range(texts),
        result,
        scores,
    )


def _read_board_range(texts: Texts) -> tuple[int, ...]:
    """Return the boards from the first to the last that a match names, or none."""
    first_text, last_text = (
        texts.get(tag, "") for tag in ("START_BOARD_NUMBER", "END_BOARD_NUMBER")
    )
    if not (MATCH_FIGURE.fullmatch(first_text) and MATCH_FIGURE.fullmatch(last_text)):
        return ()
    first, last = sorted((int(first_text), int(last_text)))
    if not 0 < first <= last <= MAX_BOARD_NO:
        return ()
    return tuple(range(first, last + 1))


def _write_team_numbers(
    board: Element,
    match: Element | None,
    teams: Sequence[SourcePair],
    team_ids_by_pair: Mapping[str, str],
) -> None:
    """Write the numbers of the teams on the lines of a *board*, as its *match* says."""
    numbers_by_id = {team.number_text: str(team.number) for team in teams}
    home = away = ""
    if match is not None:
        home, away = (get_child_text(match, tag) for tag in _MATCH_SIDES)
    for position, line in enumerate(board.findall(LINE)):
        sides = [line.get(tag, "").strip() for tag in _SIDES]
        sides_of_pairs = [team_ids_by_pair.get(side, "") for side in sides]
        if match is not None and set(sides_of_pairs) == {home, away}:
            sides = sides_of_pairs
        elif match is not None and set(sides) != {home, away}:
            is_turned = position % 2 == 1
            if direction := line.get("DIRECTION", "").upper()[:1]:
                is_turned = direction == "E"
            sides = [away, home] if is_turned else [home, away]
        for tag, side in zip(_SIDES, sides, strict=True):
            line.set(tag, numbers_by_id.get(side, side))


def _list_repeated_meeting_errors(
    lines_by_board: dict[int, list[SourceLine]],
) -> list[ImportFileError]:
    errors = []
    for board_no, board_lines in lines_by_board.items():
        for (ns, ew), count in Counter((line.ns_no, line.ew_no) for line in board_lines).items():
            if count > 1 and ns and ew:
                errors.append(make_teams_meet_twice_error(board_no=board_no, ns=ns, ew=ew))
    return errors
