"""USEBIO events of single players and of teams."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.contest import clean_team_name, make_match_rounds
from director.additions.imports.formats.source.lines import (
    MAX_PLAYER_NUMBER,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    read_made,
)
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourceLine,
    SourcePair,
    SourceRound,
)
from director.additions.imports.formats.usebio.boards import (
    MATCH_FIGURE,
    MAX_ROUND,
    Filed,
    KnownLines,
    read_board_deal,
    read_boards,
    read_place,
    read_player,
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
from director.formats.errors import ImportFileError

# Events of single players in a USEBIO file, if its lines say who sat where.

_SEATS = ("N", "E", "S", "W")


def has_seat_numbers(event: Element) -> bool:
    """Return whether the lines of *event* have the numbers of the four players."""
    line = next(event.iter(LINE), None)
    return line is not None and all(f"{seat}_PLAYER_NUMBER" in line.attrib for seat in _SEATS)


def read_individuals(divided: DividedEvent, report: Report) -> list[FlatSection]:
    """Return the sections of an event of single players. Faults go into *report*."""
    sections = []
    for number, session in enumerate(divided.sessions, start=1):
        for division in session:
            section = FlatSection(str(number), division.name)
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
                    read_place(element, where, report),
                )


def _read_lines(board: Element, report: Report) -> Iterator[FlatLine]:
    board_text = get_child_text(board, "BOARD_NUMBER")
    if not (board_text.isascii() and board_text.isdecimal() and 1 <= int(board_text[:4]) <= 999):
        fault = make_board_number_error(where="BOARD", given=board_text)
        report.faults.append(fault)
        return
    for position, line in enumerate(board.findall(LINE), start=1):
        where = f"Board {board_text}, line {position}"
        texts: Texts = dict(line.attrib)
        players = tuple(
            _parse_player_number(texts.get(f"{seat}_PLAYER_NUMBER", "")) for seat in _SEATS
        )
        if 0 in players:
            seat = _SEATS[players.index(0)]
            given = texts.get(f"{seat}_PLAYER_NUMBER", "")
            report.faults.append(
                ImportFileError(
                    "usebio-player-number",
                    '{where}: "{given}" isn’t a player’s number for {seat}. Use 1 to 1000.',
                    where=where,
                    seat=seat,
                    given=given,
                )
            )
            continue
        result = read_made(
            where,
            report,
            contract=texts.get("CONTRACT", ""),
            declarer=texts.get("PLAYED_BY", ""),
            tricks=texts.get("TRICKS", ""),
            score=texts.get("SCORE", ""),
        )
        yield FlatLine(
            where,
            int(board_text),
            result,
            lead=texts.get("LEAD", "").upper(),
            ns_points=read_side_points(texts, "NS", where, report),
            ew_points=read_side_points(texts, "EW", where, report),
            players=players,
        )


def _parse_player_number(text: str) -> int:
    """Return the number of a player, or 0."""
    if text.isascii() and text.isdecimal() and int(text[:5]) <= MAX_PLAYER_NUMBER:
        return int(text)
    return 0


# The teams of a USEBIO event, and their matches with boards.
#
# A match names its two teams. The lines of its boards have the numbers of teams, or none: then the
# first line of a board is that of the table where the first team sat N-S.

_MIN_PLAYERS = 4
_MAX_TEAM_NUMBER = 1000
_NO_PAIRS: Mapping[str, str] = {}
_SIDES = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")


def read_teams(participants: Iterable[Element], report: Report) -> tuple[SourcePair, ...]:
    """Return the listed teams. Faults go into *report*.

    Teams whose ids aren't all numbers are numbered in the order of the list.
    """
    elements = [element for listing in participants for element in listing.findall("TEAM")]
    if not elements:
        report.faults.append(
            ImportFileError(
                "usebio-no-teams", "The file has no teams. Export the event again with its teams."
            )
        )
    ids = [_get_team_id(element, position) for position, element in enumerate(elements, start=1)]
    are_numbers = all(text.isdecimal() and 0 < int(text) <= _MAX_TEAM_NUMBER for text in ids)
    for text, count in Counter(ids).items():
        if count > 1:
            report.faults.append(
                ImportFileError(
                    "usebio-team-twice",
                    "Team {team} is in the list of teams twice. Give each team its own TEAM_ID.",
                    team=text,
                )
            )
    teams = []
    for position, (text, element) in enumerate(zip(ids, elements, strict=True), start=1):
        number = int(text) if are_numbers else position
        teams.append(_read_team(element, text, number, report))
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
        count = f"{named_players} player{'s' * (named_players != 1)}"
        report.doubts.append(make_players_doubt(called="Team", pair=team_id, count=count))
    return SourcePair(
        number_text=team_id,
        number=number,
        direction="",
        players=players,
        total=read_figure(texts, "TOTAL_SCORE", where, report),
        percent=read_figure(texts, "PERCENTAGE", where, report),
        place=read_place(element, where, report),
        adjustment=read_figure(texts, "ADJUSTMENT", where, report) or None,
        name=clean_team_name(" ".join(name.split()), number, players),
    )


def read_team_pairs(participants: Iterable[Element]) -> dict[str, str]:
    """Return the id of the team by the number of each pair that is listed inside one."""
    elements = [element for listing in participants for element in listing.findall("TEAM")]
    teams = {}
    for position, element in enumerate(elements, start=1):
        for pair in element.findall("PAIR"):
            if number := get_child_text(pair, "PAIR_NUMBER"):
                teams[number] = _get_team_id(element, position)
    return teams


def read_matches(
    elements: Sequence[Element],
    teams: Sequence[SourcePair],
    report: Report,
    known_lines: KnownLines,
    hands: list[Filed],
    team_pairs: Mapping[str, str] = _NO_PAIRS,
) -> tuple[tuple[SourceBoard, ...], tuple[SourceRound, ...]]:
    """Return the boards of all matches inside *elements*, and the rounds if all matches name them.

    Messages go into *report*, deals into *hands*. *known_lines* is a cache as in ``read_boards``.
    *team_pairs* are the ids of teams by the numbers of their pairs, which lines may have.
    """
    lines: dict[int, list[SourceLine]] = defaultdict(list)
    matches: list[tuple[str, frozenset[int], tuple[int, ...]]] = []
    parts: list[tuple[Element, Element | None]] = []
    for element in elements:
        parts.append((element, None))
        parts += zip(element.findall("MATCH"), element.findall("MATCH"), strict=True)
    for part, match in parts:
        boards = part.findall("BOARD")
        for board in boards:
            _name_teams(board, match, teams, team_pairs)
        read = read_boards(boards, teams, report, known_lines, hands, called="team")
        for source_board in read:
            lines[source_board.board_no] += source_board.lines
        if match is not None:
            met = frozenset(no for board in read for line in board.lines for no in line[:2])
            numbers = tuple(sorted(board.board_no for board in read if board.lines))
            matches.append((get_child_text(match, "ROUND_NUMBER", "ROUND"), met, numbers))
    repeated = _find_repeated_meetings(lines)
    report.faults += repeated
    boards_in_order = tuple(SourceBoard(number, tuple(lines[number])) for number in sorted(lines))
    return boards_in_order, tuple(_make_rounds(matches))


def _name_teams(
    board: Element,
    match: Element | None,
    teams: Sequence[SourcePair],
    team_pairs: Mapping[str, str],
) -> None:
    """Write the numbers of the teams on the lines of a *board*, as its *match* says."""
    numbers = {team.number_text: str(team.number) for team in teams}
    home, away = ("", "")
    if match is not None:
        home, away = (get_child_text(match, tag) for tag in ("TEAM", "OPPOSING_TEAM"))
    for position, line in enumerate(board.findall(LINE)):
        sides = [line.get(tag, "").strip() for tag in _SIDES]
        sides_of_pairs = [team_pairs.get(side, "") for side in sides]
        if match is not None and set(sides_of_pairs) == {home, away}:
            sides = sides_of_pairs
        elif match is not None and set(sides) != {home, away}:
            is_turned = position % 2 == 1
            if direction := line.get("DIRECTION", "").upper()[:1]:
                is_turned = direction == "E"
            sides = [away, home] if is_turned else [home, away]
        for tag, side in zip(_SIDES, sides, strict=True):
            line.set(tag, numbers.get(side, side))


def _find_repeated_meetings(lines: dict[int, list[SourceLine]]) -> list[ImportFileError]:
    faults = []
    for board_no, on_board in lines.items():
        for (ns, ew), count in Counter((line.ns_no, line.ew_no) for line in on_board).items():
            if count > 1 and ns and ew:
                faults.append(make_teams_meet_twice_error(board_no=board_no, ns=ns, ew=ew))
    return faults


def _make_rounds(
    matches: Iterable[tuple[str, frozenset[int], tuple[int, ...]]],
) -> list[SourceRound]:
    """Return both tables of each match, in the order of the file. Without rounds there are none."""
    played = []
    for round_text, met, boards in matches:
        if not boards:
            continue
        round_no = int(round_text) if MATCH_FIGURE.fullmatch(round_text) else 0
        if len(met) != 2 or not 0 < round_no <= MAX_ROUND:
            return []
        low, high = sorted(met)
        played.append((round_no, low, high, boards))
    return make_match_rounds(played)
