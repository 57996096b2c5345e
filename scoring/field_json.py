"""Read fields from JSON, and write rankings as JSON.

All problems of a file are reported together, each with its board and line: functions that read add
to a list of *faults* and go on. ``lines`` reads a single line.

A file of an individual contest names the players N, E, S and W of each line. Scoring has only pairs,
so each partnership gets a pair number.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.bridge.rulings import Credit
from scoring.display import format_exact, format_percent, format_rounded
from scoring.errors import FieldError, ScoringError
from scoring.exchange import (
    make_file_error,
    make_part_error,
    read_choice,
    read_text,
    read_whole_number,
    refuse_unknown_parts,
    require_list,
    require_object,
)
from scoring.line_json import ANY_POINTS, infer_game, list_unit_problems, read_credit, read_line
from scoring.method import ScoringMethod
from scoring.model import (
    Board,
    ContestantKey,
    Field,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    Standing,
    Stratum,
    TeamMatch,
    make_lists_json,
)
from scoring.refusals import make_file_part_error
from scoring.totals.players import IndividualField
from scoring.totals.sections import make_standings_by_section
from scoring.totals.standings import rank_members

StandingsJson = list[dict[str, object]]

FILE_PARTS = ("contest", "winners", "game", "boards", "credits", "strata", "withdrawn")
BOARD_PARTS = ("board", "round", "half", "lines")

INDIVIDUAL = "individual"
SEAT_PARTS = ("n", "e", "s", "w")
# Parts of files of pairs that a file of players can't have.
UNSUPPORTED_FILE_PARTS = ("credits", "strata")
UNSUPPORTED_LINE_PARTS = ("ns", "ew", "adjustments", "section", "lists")


def read_field_json(
    data: object, method: ScoringMethod | None = None, *, has_own_average: bool | None = None
) -> Field:
    """Return the field in *data*, a parsed JSON file.

    The shape: ``{"contest": "pairs", "winners": 1, "boards": [{"board": 1, "lines": [{"ns": 1,
    "ew": 2, "score": 420}]}]}``.

    - A line has one result: ``score`` from the N-S side, or ``tricks_ns``, or ``contract`` with
      ``declarer`` and ``tricks``, or ``artificial`` (N-S first), or ``assigned``. A ``score`` can
      have ``declarer``, and ``honours``, the points for honours of its winners.
    - A line can have ``group``, ``adjustments``, ``state``, ``reason`` and ``section``. With two
      winners it can have ``lists``, the lists in which its N-S pair and its E-W pair are ranked, if
      they are not ``["NS", "EW"]``.
    - ``credits`` of the file are those of contestants, ``strata`` are lists of contestants.
    - A file of teams has ``"contest": "teams"`` and needs no ``winners``. Its boards can have a
      ``round`` and, in half matches, ``"half": true``. ``withdrawn`` lists the teams that left a
      contest in which all teams meet once, in the order in which they left.

    ``AVE+`` and ``AVE-`` are a pair's own average if the *method* supports it, unless
    *has_own_average* says otherwise. A file has tricks or scores, never both. A bare score must be
    one that a contract gives on its board, unless the file has another ``game`` (``"whist"``,
    ``"auction"``) or the *method* is made for other scores.

    >>> line = {"ns": 1, "ew": 2, "contract": "4SX", "declarer": "S", "tricks": 9}
    >>> field = read_field_json({"winners": 1, "boards": [{"board": 2, "lines": [line]}]})
    >>> field.boards[0].lines[0].score
    -200

    :raises FieldError: with every fault, each naming its board and line
    """
    problems: list[ScoringError] = []
    # Without these parts no board can be read, so a fault in them is reported alone.
    try:
        file = require_object(data, "it")
        contest, winner_count = _read_contest_and_winners(file)
        boards = require_list(file.get("boards"), "boards")
        game = infer_game(file, method.bare_score_meaning if method else "contracts")
        credits = _read_credits(
            require_list(file.get("credits", []), "credits"), contest, winner_count, problems
        )
        strata = _read_strata(
            require_list(file.get("strata", []), "strata"), winner_count, problems
        )
        withdrawn_teams = tuple(
            read_whole_number({"withdrawn": team}, "withdrawn", 1)
            for team in require_list(file.get("withdrawn", []), "withdrawn")
        )
    except ScoringError as error:
        raise FieldError([make_file_error("The file", error)]) from None
    unit_problems = list_unit_problems(file, boards)
    if unit_problems:
        # Nobody can say which scores are possible. Other faults are reported first.
        game = ANY_POINTS
    if has_own_average is None:
        has_own_average = method is None or method.has_own_average
    field_boards = tuple(
        _read_board(board, number, game, winner_count, problems, has_own_average=has_own_average)
        for number, board in enumerate(boards, start=1)
    )
    if problems or unit_problems:
        raise FieldError(problems or unit_problems)
    return Field(
        winner_count,
        field_boards,
        credits=credits,
        contest=contest,
        strata=strata,
        withdrawn_teams=withdrawn_teams,
    )


def read_individual_json(data: object, method: ScoringMethod | None = None) -> IndividualField:
    """Return the field in *data*. Partnerships are numbered in order of appearance.

    The shape is that of pairs with ``"contest": "individual"``, and with ``n``, ``e``, ``s`` and
    ``w`` on every line in place of ``ns`` and ``ew``. ``winners`` can be left out. No partnership
    plays the whole session, so it has no own average and ``AVE+`` is 60 %.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> read_individual_json({"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}).partners_by_partnership
    {1: (4, 2), 2: (1, 8)}

    :raises FieldError: with every fault, each naming its board and line
    """
    file = require_object(data, "it")
    problems: list[ScoringError] = []
    for name in UNSUPPORTED_FILE_PARTS:
        if name in file:
            error = _make_individual_part_error(name=name)
            problems.append(make_file_error("The file", error))
    number_by_players: dict[frozenset[int], int] = {}
    players_by_number: dict[int, tuple[int, int]] = {}

    def get_pair_number(player: int, partner: int) -> int:
        number = number_by_players.setdefault(
            frozenset((player, partner)), len(number_by_players) + 1
        )
        players_by_number.setdefault(number, (player, partner))
        return number

    boards = []
    for board in _list_objects(file.get("boards")):
        lines = []
        for line_no, row in enumerate(_list_objects(board.get("lines")), start=1):
            try:
                north, east, south, west = _read_players(row)
            except ScoringError as error:
                location = f"Board {board.get('board')}, line {line_no}"
                problems.append(make_file_error(location, error))
                continue
            other_parts = {name: value for name, value in row.items() if name not in SEAT_PARTS}
            lines.append(
                {
                    "ns": get_pair_number(north, south),
                    "ew": get_pair_number(east, west),
                    **other_parts,
                }
            )
        boards.append({**board, "lines": lines})
    if problems:
        raise FieldError(problems)
    pairs_file = {"winners": 1, **file, "contest": "pairs"}
    if boards:
        pairs_file["boards"] = boards
    return IndividualField(
        read_field_json(pairs_file, method, has_own_average=False), players_by_number
    )


def make_ranking_json(
    ranking: Ranking,
    decimals: int = 2,
    field: Field | None = None,
    gross_ranking: Ranking | None = None,
) -> dict[str, object]:
    """Return *ranking* as JSON.

    Points are exact text, a decimal or a fraction. Totals are rounded to *decimals*, percentages to
    two. A ranking of teams has ``matches`` as well. If *field* is given, the standings of its
    ``sections`` and ``strata`` follow, and those of *gross_ranking*, the ranking without handicaps.
    """

    def make_standings_json(standings: Iterable[Standing]) -> list[dict[str, object]]:
        return [_make_standing_json(standing, decimals) for standing in standings]

    payload: dict[str, object] = {
        "method": ranking.method,
        "boards": [_make_board_json(board) for board in ranking.boards],
        "standings": make_standings_json(ranking.standings),
        "notes": list(ranking.notes),
    }
    if ranking.matches:
        payload["matches"] = [_make_match_json(match) for match in ranking.matches]
    if field:
        payload |= make_further_standings_json(ranking, field, gross_ranking, make_standings_json)
    return payload


def read_stratum(value: object, winner_count: int) -> Stratum:
    """Return a stratum of a file: ``{"stratum": "B", "contestants": [3, 4, 7]}``.

    With two winners, a contestant is ``{"contestant": 3, "direction": "NS"}``.

    >>> read_stratum({"stratum": "B", "contestants": [3, 4]}, winner_count=1)
    Stratum(name='B', members=((None, 3), (None, 4)))

    :raises ScoringError: saying what is wrong
    """
    row = require_object(value, "a stratum")
    refuse_unknown_parts(row, "a stratum", ("stratum", "contestants"))
    name = read_text(row, "stratum").strip()
    if not name:
        raise make_file_part_error(name="stratum", wanted="a name", value="blank")
    members = require_list(row.get("contestants"), "contestants")
    return Stratum(name, tuple(_read_member(member, winner_count) for member in members))


def _read_member(value: object, winner_count: int) -> ContestantKey:
    part_description = "a contestant of a stratum"
    if winner_count == 1:
        # A bare value is wrapped, because the reader takes an object and the name of a part.
        return None, read_whole_number({part_description: value}, part_description, minimum=1)
    row: Mapping[str, Any] = require_object(value, part_description)
    refuse_unknown_parts(row, part_description, ("contestant", "direction"))
    direction = read_choice(row, "direction", ("NS", "EW"))
    return direction, read_whole_number(row, "contestant", minimum=1)


def make_further_standings_json(
    ranking: Ranking,
    field: Field,
    gross_ranking: Ranking | None,
    make_json: Callable[[tuple[Standing, ...]], StandingsJson],
) -> dict[str, object]:
    """Return standings by section and stratum, and without handicaps if *gross_ranking* is given."""
    payload: dict[str, object] = {}
    standings_by_section = make_standings_by_section(ranking)
    if standings_by_section:
        payload["sections"] = [
            {"section": name, "standings": make_json(standings)}
            for name, standings in standings_by_section.items()
        ]
    if field.strata:
        strata = []
        for stratum in field.strata:
            standings = rank_members(ranking.standings, stratum.members)
            strata.append({"stratum": stratum.name, "standings": make_json(standings)})
        payload["strata"] = strata
    if gross_ranking is not None:
        payload["without_handicaps"] = make_json(gross_ranking.standings)
    return payload


def make_unread_notes(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence for every part of *data*, or of a board in it, that is not read.

    >>> make_unread_notes({"winners": 1, "credit": [], "boards": []})[0].partition(". Use ")[0]
    'The file has an unknown part “credit”'
    """
    notes = []
    for name in _list_unknown_names([data], FILE_PARTS):
        notes.append(_make_unknown_note("The file", name, "a file", FILE_PARTS))
    for name in _list_unknown_names(data["boards"], BOARD_PARTS):
        notes.append(_make_unknown_note("A board", name, "a board", BOARD_PARTS))
    return notes


def _list_unknown_names(
    objects: Iterable[Mapping[str, Any]], known_names: Sequence[str]
) -> list[str]:
    """Return each unknown name once, in order of appearance."""
    names: dict[str, None] = {}
    for part in objects:
        names |= dict.fromkeys(name for name in part if name not in known_names)
    return list(names)


def _make_unknown_note(
    owner_label: str, name: str, owner_description: str, known_names: Sequence[str]
) -> str:
    return f"{owner_label} has an unknown part “{name}”. Use {', '.join(known_names)} in {owner_description}."


def _read_contest_and_winners(file: Mapping[str, Any]) -> tuple[str, int]:
    contest = file.get("contest", "pairs")
    if contest not in ("pairs", "teams"):
        raise ScoringError(
            "file-contest",
            'the contest "{contest}" can’t be ranked; only pairs and teams can.',
            contest=contest,
        )
    # Teams are always ranked in one list.
    if contest == "teams" and "winners" not in file:
        return contest, 1
    winner_count = read_whole_number(file, "winners")
    if contest == "teams" and winner_count != 1:
        raise make_part_error("winners", "1", winner_count)
    if winner_count not in (1, 2):
        raise make_part_error("winners", "1 or 2", winner_count)
    return contest, winner_count


def _read_credits(
    rows: Iterable[object], contest: str, winner_count: int, problems: list[ScoringError]
) -> tuple[Credit, ...]:
    contestant_noun = "Team" if contest == "teams" else "Pair"
    credits = []
    for number, row in enumerate(rows, start=1):
        try:
            credits.append(read_credit(row, winner_count, contestant_noun))
        except ScoringError as error:
            problems.append(make_file_error(f"Credit no. {number} in the file", error))
    return tuple(credits)


def _read_strata(
    rows: Iterable[object], winner_count: int, problems: list[ScoringError]
) -> tuple[Stratum, ...]:
    strata = []
    for number, row in enumerate(rows, start=1):
        try:
            strata.append(read_stratum(row, winner_count))
        except ScoringError as error:
            problems.append(make_file_error(f"Stratum no. {number} in the file", error))
    return tuple(strata)


def _read_board(
    data: object,
    position: int,
    game: str,
    winner_count: int,
    problems: list[ScoringError],
    *,
    has_own_average: bool,
) -> Board:
    # A board is named by its position until its own number is read.
    location = f"Board no. {position} in the file"
    try:
        board = require_object(data, "a board")
        board_no = read_whole_number(board, "board", minimum=1)
        location = f"Board {board_no}"
        round_no = read_whole_number(board, "round", minimum=1) if "round" in board else None
        is_half = _read_is_half(board)
        rows = require_list(board.get("lines"), "lines")
    except ScoringError as error:
        problems.append(make_file_error(location, error))
        return Board(position, ())
    lines = []
    for line_no, row in enumerate(rows, start=1):
        try:
            line = require_object(row, "a line")
            lines.append(
                read_line(
                    line, board_no, game, winner_count=winner_count, has_own_average=has_own_average
                )
            )
        except ScoringError as error:
            problems.append(make_file_error(f"{location}, line {line_no}", error))
    return Board(board_no, tuple(lines), round_no, is_half)


def _read_is_half(board: Mapping[str, Any]) -> bool:
    half = board.get("half", False)
    if not isinstance(half, bool):
        raise make_part_error("half", "true or false", half)
    return half


def _make_match_json(match: TeamMatch) -> dict[str, object]:
    return {
        "round": match.round_no,
        "home": match.home,
        "away": match.away,
        "boards": match.board_count,
        "home_points": format_exact(match.points[0]),
        "away_points": format_exact(match.points[1]),
        "home_score": format_exact(match.score[0]),
        "away_score": format_exact(match.score[1]),
        **({"unfinished": True} if match.is_unfinished else {}),
    }


def _make_board_json(board: ScoredBoard) -> dict[str, object]:
    lines = [_make_line_json(scored) for scored in board.lines]
    section = {"section": board.section} if board.section else {}
    return {
        "board": board.board_no,
        **section,
        "top": _format_exact_if_any(board.top),
        "lines": lines,
    }


def _make_line_json(scored: ScoredLine) -> dict[str, object]:
    line = scored.line
    return {
        "ns": line.ns,
        "ew": line.ew,
        **make_lists_json(line.lists),
        **({"section": line.section} if line.section else {}),
        "ns_points": _format_exact_if_any(scored.ns_points),
        "ew_points": _format_exact_if_any(scored.ew_points),
    }


def _make_standing_json(standing: Standing, decimals: int) -> dict[str, object]:
    return {
        "contestant": standing.contestant,
        "direction": standing.direction,
        "total": format_rounded(standing.total, decimals),
        "percent": None if standing.percent is None else format_percent(standing.percent),
        "place": standing.rank_text,
    }


def _format_exact_if_any(points: Points | None) -> str | None:
    if points is None:
        return None
    return format_exact(points)


def make_method_json(method: ScoringMethod) -> dict[str, object]:
    """Return the description of *method*: names, unit, options, source."""
    return {
        "key": method.key,
        "name": method.name,
        "abbr": method.abbr,
        "contest": method.contest,
        "games": list(method.games),
        "unit": method.unit,
        "decimals": method.decimals,
        "options": [option.to_json() for option in method.options],
        "source": method.source,
    }


def is_individual(data: object) -> bool:
    """Return whether *data*, a parsed JSON file, is of an individual contest.

    >>> is_individual({"contest": "individual"}), is_individual([])
    (True, False)
    """
    return isinstance(data, Mapping) and data.get("contest") == INDIVIDUAL


def _list_objects(value: object) -> list[Mapping[str, Any]]:
    """Return the objects in a list. Values of a wrong type are left to the reader of pairs."""
    if isinstance(value, list):
        return [item for item in value if isinstance(item, Mapping)]
    return []


def _read_players(row: Mapping[str, Any]) -> list[int]:
    for name in UNSUPPORTED_LINE_PARTS:
        if name in row:
            raise _make_individual_part_error(name=name)
    players = [read_whole_number(row, seat, minimum=1) for seat in SEAT_PARTS]
    # Somebody in two seats would be their own partner or opponent.
    for player in players:
        if players.count(player) > 1:
            raise ScoringError(
                "individual-seat-twice",
                "player {player} has two seats at the table; give one to another player.",
                player=player,
            )
    return players


def replace_pairs_by_players(payload: dict[str, Any], data: object) -> dict[str, Any]:
    """Return the *payload* of a ranking with players in place of partnerships.

    >>> line = {"n": 4, "e": 1, "s": 2, "w": 8, "score": 420}
    >>> file = {"contest": "individual", "boards": [{"board": 1, "lines": [line]}]}
    >>> payload = {"boards": [{"board": 1, "lines": [{"ns": 1, "ew": 2, "ns_points": "1"}]}]}
    >>> replace_pairs_by_players(payload, file)["boards"][0]["lines"]
    [{'n': 4, 'e': 1, 's': 2, 'w': 8, 'ns_points': '1'}]
    """
    # A ranking keeps the lines of a board in the order of the file.
    players_by_line = {}
    for board in require_list(require_object(data, "it")["boards"], "boards"):
        for index, row in enumerate(board["lines"]):
            players_by_line[board["board"], index] = {seat: row[seat] for seat in SEAT_PARTS}
    boards = []
    for board in payload["boards"]:
        lines = []
        for index, line in enumerate(board["lines"]):
            points = {name: value for name, value in line.items() if name not in ("ns", "ew")}
            lines.append(players_by_line[board["board"], index] | points)
        boards.append({**board, "lines": lines})
    return payload | {"boards": boards}


def _make_individual_part_error(*, name: object) -> ScoringError:
    return ScoringError(
        "individual-part", "{name} isn’t used for individuals; remove it.", name=name
    )
