"""Find out who competes in a file with one result per line: pairs, teams or single players.

Most formats don't say it, but the lines do. Single players change partners. Teams have two results
on a board, one in each direction. If everybody meets one opponent only, the lines fit pairs and a
match of teams, so the director is asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise

from director.additions.imports.formats.source.flat import (
    MAX_PLAYER_NUMBER,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
)
from director.additions.imports.formats.source.model import (
    PlayersOfRounds,
    SourcePlayer,
    SourceRound,
    SourceSection,
)
from director.formats.errors import ImportFileError
from director.names import make_name_key

# Detect files that name seats instead of pairs.

_SEAT_WORDS = (
    "N NORTH NORD NOORD NORTE NORR PÓŁNOC",
    "E EAST EST OST OOST ESTE ÖST O WSCHÓD",
    "S SOUTH SUD SÜD SUED ZUID SUR SUL SYD POŁUDNIE",
    "W WEST OVEST OUEST OESTE VÄST O ZACHÓD",
)
"""Names of the seats North, East, South and West. O is East in German and West in French."""
_PREFIX_OR_SUFFIX = "(?:PLAYER|JOUEUR|SPIELER|SPELER|TABLE|TISCH|TAFEL|TAVOLO|MESA|BORD|T)?"
_SEAT_PATTERNS = tuple(
    re.compile(
        f"{_PREFIX_OR_SUFFIX}0*([0-9]{{0,4}})(?:{words.replace(' ', '|')}){_PREFIX_OR_SUFFIX}0*([0-9]{{0,4}})"
    )
    for words in _SEAT_WORDS
)
_MAX_BOARDS_OF_ROUND = 8
"""Most boards of one round. In round 1 of a Mitchell every pair meets the pair of its own number."""


def find_seats_only_error(lines: Sequence[FlatLine]) -> ImportFileError | None:
    """Return the problem of *lines* that name only seats, or None.

    Labels that move with the players, such as starting positions, do identify the pairs.
    """
    unnumbered_lines = [
        line for line in lines if line.ns is None and line.ew is None and not any(line.players)
    ]
    if not unnumbered_lines or len(unnumbered_lines) < len(lines):
        return None
    if len(lines) > 1 and not any(any(line.seats) for line in lines):
        return ImportFileError(
            "pairs-unnamed",
            "The results name no pairs, by number or by name. Export the file with pair numbers "
            "or names.",
        )
    labels = [name for line in lines for name in line.seats if name]
    tables = [find_seats_table(line.seats) for line in lines if all(line.seats)]
    if tables and len(labels) == 4 * len(tables) and None not in tables:
        return ImportFileError(
            "seats-not-pairs",
            "The file names seats such as {label}, not pairs, so nobody knows who played where. "
            "Export it with pair numbers or names.",
            label=labels[0],
        )
    return None


def without_seat_names(lines: Sequence[FlatLine]) -> Sequence[FlatLine]:
    """Return *lines* without names that are only names of seats."""
    if not any(find_seats_table(line.seats) is not None for line in lines):
        return lines
    return [
        line if find_seats_table(line.seats) is None else line._replace(seats=()) for line in lines
    ]


def find_seats_table(names: Sequence[str]) -> str | None:
    """Return the table whose seats are the *names*, or None for people.

    >>> find_seats_table(("N1", "E1", "S1", "W1")), find_seats_table(("North", "East", "South", "West"))
    ('1', '')
    >>> find_seats_table(("Ash", "East", "South", "West")), find_seats_table(("N1", "E2", "S1", "W2"))
    (None, None)
    """
    tables = set()
    for name, label in zip(names, _SEAT_PATTERNS, strict=False):
        match = label.fullmatch("".join(filter(str.isalnum, name.upper())))
        if not match:
            return None
        tables.add(match[1] or match[2])
    if len(tables) == 1:
        return tables.pop()
    return None


def check_meetings(sections: Sequence[SourceSection]) -> None:
    """Raise if *sections* have table numbers instead of pair numbers.

    :raises ImportFileError: if every N-S number meets only the same E-W number
    """
    for section in sections:
        boards = [board for board in section.boards if board.lines]
        meetings = {(line.ns_no, line.ew_no) for board in boards for line in board.lines}
        is_one_round = (
            len({row.round_no for row in section.rounds}) == 1
            or len(boards) <= _MAX_BOARDS_OF_ROUND
        )
        is_shared = any(len(board.lines) > 1 for board in boards)
        if (
            len(meetings) > 1
            and all(ns == ew for ns, ew in meetings)
            and is_shared
            and not is_one_round
        ):
            count = sum(len(board.lines) for board in boards)
            raise ImportFileError(
                "tables-not-pairs",
                "In all {count} results pair 1 meets pair 1, pair 2 pair 2 and so on. These are table "
                "numbers. Export the file with pair numbers.",
                count=count,
            ).set_location(section.location)


# Find the players of pairs that were replaced, from the names on their lines.

Side = tuple[int, str]
"""The number of a pair, and its direction with two winners."""
_Names = tuple[str, ...]
_Spans = list[PlayersOfRounds[SourcePlayer]]


def get_replaced_players_by_side(lines: Iterable[FlatLine], ns: str, ew: str) -> dict[Side, _Spans]:
    """Return the players of each pair whose players changed, by its number and direction.

    The players of the last round come last. *ns* and *ew* are the directions of the two sides. A pair
    whose names differ within a round is left out.

    >>> from director.additions.imports.formats.source.results import Label
    >>> first = FlatLine("", 1, None, Label(1), Label(2), ("Ada", "Cy", "Bo", "Di"), round_no=1)
    >>> second = first._replace(board_no=2, seats=("Eve", "Cy", "Bo", "Di"), round_no=2)
    >>> for key, spans in get_replaced_players_by_side([first, second], "", "").items():
    ...     print(key, [(span.last_round, [player.name for player in span.players]) for span in spans])
    (1, '') [(1, ['Ada', 'Bo']), (2, ['Eve', 'Bo'])]
    """
    names_by_side: dict[Side, dict[int, _Names]] = {}
    unclear_sides: set[Side] = set()
    for line in lines:
        if line.ns is None or line.ew is None or len(line.seats) != 4 or line.round_no is None:
            continue
        for key, seats in (
            ((line.ns.number, ns), line.seats[::2]),
            ((line.ew.number, ew), line.seats[1::2]),
        ):
            if not any(seats):
                continue
            known_names = names_by_side.setdefault(key, {}).setdefault(line.round_no, seats)
            if set(known_names) != set(seats):
                unclear_sides.add(key)
    players_by_side = {}
    for key, names_by_round in names_by_side.items():
        has_changed = len(set(map(frozenset, names_by_round.values()))) > 1
        if has_changed and key not in unclear_sides:
            players_by_side[key] = _list_spans(names_by_round)
    return players_by_side


def _list_spans(names_by_round: Mapping[int, _Names]) -> _Spans:
    rounds = sorted(names_by_round)
    last_names = names_by_round[rounds[-1]]
    spans: _Spans = []
    first_round = 1
    for round_no, next_round in pairwise(rounds):
        names = names_by_round[round_no]
        if set(names) == set(names_by_round[next_round]):
            continue
        # Those who sat before a round without a result, such as a sit-out, still sat there.
        if set(names) != set(last_names):
            spans.append(PlayersOfRounds(first_round, next_round - 1, _make_players(names)))
        first_round = next_round
    return [*spans, PlayersOfRounds(first_round, rounds[-1], _make_players(last_names))]


def _make_players(names: _Names) -> tuple[SourcePlayer, ...]:
    return tuple(SourcePlayer(name, "", "") for name in names if name)


PAIRS, TEAMS, INDIVIDUAL = "pairs", "teams", "individual"
CONTEST_CHOICES = {PAIRS: "Pairs", TEAMS: "Teams"}
"""The answers to the question who competes."""
NOUN_BY_CONTEST = {PAIRS: "pair", TEAMS: "team", INDIVIDUAL: "player"}
"""The word for one contestant."""
_MIN_TWO_WAY_SHARE = Fraction(4, 5)
"""How many lines of teams have one in the other direction, if some results are missing."""
_MIN_BOARDS_OF_MATCH = 6
"""Fewer boards are a round of pairs that was exported before the others were played."""


def is_contest_asked(error: ImportFileError) -> bool:
    """Return whether *error* asks who competes. ``CONTEST_CHOICES`` are the answers.

    >>> is_contest_asked(ImportFileError("ask-contest", "Who plays?"))
    True
    """
    return error.code in ("ask-contest", "ask-teams")


def detect_contest(stated_contest: str, sections: Sequence[FlatSection]) -> str:
    """Return the contest of *sections*. *stated_contest* is what the file or the director says, or "".

    >>> there, back = FlatLine("", 1, None, Label(1), Label(2)), FlatLine("", 1, None, Label(2), Label(1))
    >>> others = FlatLine("", 1, None, Label(3), Label(1)), FlatLine("", 1, None, Label(1), Label(3))
    >>> detect_contest("", [FlatSection(lines=[there, back, *others])])
    'teams'

    :raises ImportFileError: if nearly all lines have one in the other direction, as those of teams
    """
    lines = list(chain.from_iterable(section.lines for section in sections))
    if any(line.players for line in lines) or (
        stated_contest != PAIRS and _has_changing_partners(lines)
    ):
        return INDIVIDUAL
    if stated_contest:
        return stated_contest
    two_way_share = _compute_two_way_share(lines)
    # A pair of one winner has one result on a board, so whoever has two there is a team.
    has_one_winner = any(section.winner_count == 1 for section in sections)
    if two_way_share >= _MIN_TWO_WAY_SHARE and (
        has_one_winner or not _has_one_opponent_each(_collect_meetings(lines))
    ):
        if two_way_share < 1:
            raise ImportFileError(
                "ask-teams",
                "Most of the {count} results have another one with the same two in the other "
                "direction, as in matches of teams. Say whether they are pairs or teams.",
                count=len(lines),
            )
        return TEAMS
    return PAIRS


def refuse_possible_teams(sections: Iterable[SourceSection]) -> None:
    """Refuse *sections* that were read as pairs and may be matches of teams.

    :raises ImportFileError: if several tables share their boards, and each pair meets the same
        opponents on all of them
    """
    for section in sections:
        boards = []
        for board in section.boards:
            if len(board.lines) > 1:
                winners = section.winner_count
                boards.append([make_sides(line.ns_no, line.ew_no, winners) for line in board.lines])
        meetings = set(chain.from_iterable(boards))
        if len(boards) < _MIN_BOARDS_OF_MATCH or _has_table_numbers(meetings):
            continue
        if _has_one_opponent_each(meetings) or _find_teams_by_side(boards):
            raise ImportFileError(
                "ask-contest",
                "Each pair meets the same opponents on all {count} boards that several tables play. "
                "Say whether they are pairs or teams.",
                count=len(boards),
            ).set_location(section.location)


def number_players(
    lines: Sequence[FlatLine], listed_pairs: Iterable[FlatPair] = ()
) -> tuple[list[FlatLine], dict[int, tuple[int, int]]]:
    """Return *lines* of single players with a number for each partnership, and its players.

    Players without numbers are numbered as in *listed_pairs*, or else in order of appearance.

    >>> line = FlatLine("", 1, None, players=(4, 1, 2, 8))
    >>> (numbered,), partners = number_players([line])
    >>> numbered.ns, numbered.ew, partners
    (Label(number=1001, direction=''), Label(number=1002, direction=''), {1001: (2, 4), 1002: (1, 8)})
    """
    numbers_by_name: dict[str, int] = {}
    for entry in listed_pairs:
        for player in entry.players[:1]:
            numbers_by_name[player.name] = entry.label.number
    numbers_by_couple: dict[tuple[int, int], int] = {}
    numbered_lines = []
    for line in lines:
        players = line.players
        if not players and all(line.seats):
            players = tuple(
                numbers_by_name.setdefault(name, _get_next_number(numbers_by_name))
                for name in line.seats
            )
        if len(players) == 4:
            sides = _sort_couple(players[0], players[2]), _sort_couple(players[1], players[3])
            ns, ew = (
                numbers_by_couple.setdefault(side, MAX_PLAYER_NUMBER + len(numbers_by_couple) + 1)
                for side in sides
            )
            numbered_lines.append(line._replace(players=players, ns=Label(ns), ew=Label(ew)))
        else:
            numbered_lines.append(line)
    return numbered_lines, {number: players for players, number in numbers_by_couple.items()}


def number_rounds(
    rounds: Iterable[SourceRound], players_by_partnership: Mapping[int, tuple[int, int]]
) -> tuple[tuple[SourceRound, ...], dict[int, tuple[int, int]]]:
    """Return *rounds* of single players with numbers for the partnerships, and all *players_by_partnership*.

    >>> row = SourceRound(1, 1, 0, 0, (1, 2), players=(4, 1, 2, 8))
    >>> (numbered,), partners = number_rounds([row], {1001: (2, 4)})
    >>> numbered.ns_no, numbered.ew_no, partners
    (1001, 1002, {1001: (2, 4), 1002: (1, 8)})
    """
    numbers_by_couple = {players: number for number, players in players_by_partnership.items()}
    numbered_rounds = []
    for row in rounds:
        north, east, south, west = row.players
        ns, ew = (
            numbers_by_couple.setdefault(side, MAX_PLAYER_NUMBER + len(numbers_by_couple) + 1)
            for side in (_sort_couple(north, south), _sort_couple(east, west))
        )
        numbered_rounds.append(replace(row, ns_no=ns, ew_no=ew))
    return tuple(numbered_rounds), {
        number: players for players, number in numbers_by_couple.items()
    }


def _get_next_number(numbers: Mapping[str, int]) -> int:
    return max(numbers.values(), default=0) + 1


def get_player_names_by_number(lines: Iterable[FlatLine]) -> dict[tuple[int, str], tuple[str, ...]]:
    """Return the name of each single player by number and no direction.

    Two partners may be named in another order than numbered, so a number belongs to the name that
    all its partnerships have in common.

    >>> lines = [FlatLine("", 1, None, seats=("Ada", "E", "Bo", "W"), players=(2, 3, 1, 4)),
    ...     FlatLine("", 2, None, seats=("Ada", "E", "Cy", "W"), players=(1, 3, 5, 4))]
    >>> [get_player_names_by_number(lines)[number, ""] for number in (1, 2, 5)]
    [('Ada',), ('Bo',), ('Cy',)]
    """
    candidates_by_player: dict[int, list[str]] = {}
    for line in lines:
        if len(line.seats) != 4:
            continue
        for first_seat in (0, 1):
            players, names = line.players[first_seat::2], line.seats[first_seat::2]
            for player, name in zip(players, names, strict=True):
                known_names = candidates_by_player.get(player, [name, *names])
                candidates_by_player[player] = [
                    text for text in known_names if text in names
                ] or known_names
    _drop_known_names(candidates_by_player)
    return {(player, ""): (names[0],) for player, names in sorted(candidates_by_player.items())}


def _drop_known_names(candidates_by_player: dict[int, list[str]]) -> None:
    """Leave each name to the player who has no other."""
    settled_players = [
        player for player, names in candidates_by_player.items() if len(set(names)) == 1
    ]
    while settled_players:
        player = settled_players.pop()
        name = candidates_by_player[player][0]
        for other_player, names in candidates_by_player.items():
            if other_player != player and len(set(names)) > 1 and name in names:
                candidates_by_player[other_player] = [text for text in names if text != name]
                if len(set(candidates_by_player[other_player])) == 1:
                    settled_players.append(other_player)


def get_member_names_by_team(lines: Sequence[FlatLine]) -> dict[tuple[int, str], tuple[str, ...]]:
    """Return the names of all who played for each team, by its number and no direction.

    Those who sat N-S come first, as in a list of the team.
    """
    names_by_team: dict[tuple[int, str], dict[str, None]] = defaultdict(dict)
    for side in (0, 1):
        for line in lines:
            label = (line.ns, line.ew)[side]
            if label and len(line.seats) == 4:
                names_by_team[label.number, ""] |= dict.fromkeys(line.seats[side::2])
    return {key: tuple(filter(None, team_names)) for key, team_names in names_by_team.items()}


def make_team_rounds(lines: Iterable[FlatLine]) -> list[SourceRound]:
    """Return both tables of each match of teams, or none if a line has no round.

    The tables are numbered in the order of the lines, since the two rooms of a match often have the
    same number.
    """
    boards_by_match: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for line in lines:
        if line.round_no is None or line.ns is None or line.ew is None:
            return []
        low, high = sorted((line.ns.number, line.ew.number))
        boards_by_match[line.round_no, low, high].add(line.board_no)
    return make_match_rounds(
        (*key, tuple(sorted(board_numbers))) for key, board_numbers in boards_by_match.items()
    )


def make_match_rounds(
    matches: Iterable[tuple[int, int, int, tuple[int, ...]]],
) -> list[SourceRound]:
    """Return both tables of each of *matches*: its round, both teams and the boards.

    >>> [(row.table_no, row.ns_no, row.ew_no) for row in make_match_rounds([(1, 2, 5, (7, 8))])]
    [(1, 2, 5), (2, 5, 2)]
    """
    rows = []
    table_counts: Counter[int] = Counter()
    for round_no, first, second, boards in matches:
        for ns, ew in ((first, second), (second, first)):
            table_counts[round_no] += 1
            rows.append(SourceRound(round_no, table_counts[round_no], ns, ew, boards))
    return rows


def clean_team_name(text: str, number: int, players: Iterable[SourcePlayer]) -> str:
    """Return the name of a team, or "" if the file only repeats its players or its number.

    >>> players = [SourcePlayer("Ada Ash", "", ""), SourcePlayer("Bo Birch", "", "")]
    >>> [clean_team_name(text, 3, players) for text in ("Ash, Birch", "Team 3", "Red Lions")]
    ['', '', 'Red Lions']
    """
    names = [make_name_key(player.name) for player in players]
    parts = [make_name_key(part) for part in text.replace("&", ",").split(",")]
    if all(_is_name_ending(names, part) for part in parts):
        return ""
    if text.casefold() in (str(number), f"team {number}"):
        return ""
    return text


def _is_name_ending(names: Iterable[str], part: str) -> bool:
    return any(name.endswith(part) for name in names)


def _sort_couple(first: int, second: int) -> tuple[int, int]:
    return min(first, second), max(first, second)


def _has_changing_partners(lines: Sequence[FlatLine]) -> bool:
    """Return whether most people play with several partners, where lines name only people."""
    partners_by_player: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if line.ns or line.ew or not all(line.seats) or len(line.seats) != 4:
            return False
        if find_seats_table(line.seats) is not None:
            return False
        north, east, south, west = line.seats
        for player, partner in ((north, south), (east, west)):
            partners_by_player[player].add(partner)
            partners_by_player[partner].add(player)
    changing_count = sum(len(known_partners) > 1 for known_partners in partners_by_player.values())
    # A substitute gives two people of a contest of pairs another partner.
    return changing_count * 2 > len(partners_by_player)


def _has_table_numbers(meetings: Iterable[tuple[Side, Side]]) -> bool:
    """Return whether all meet their own number at more tables than a match has."""
    numbers = {(ns, ew) for (ns, _ns), (ew, _ew) in meetings}
    return len(numbers) > 2 and all(ns == ew for ns, ew in numbers)


def _collect_meetings(lines: Iterable[FlatLine]) -> set[tuple[Label, Label]]:
    return {(line.ns, line.ew) for line in lines if line.ns and line.ew}


def _compute_two_way_share(lines: Iterable[FlatLine]) -> Fraction:
    """Return the share of lines whose two sides meet on the board in the other direction too.

    It is 0 if sides have directions, or if any meets its own number. In a Mitchell the numbers on a
    board have one sum, so its lines have such others too, but there are pairs that meet their own.
    """
    meetings_by_board: dict[int, set[tuple[Label, Label]]] = defaultdict(set)
    for line in lines:
        if line.ns is None or line.ew is None or line.ns.direction or line.ew.direction:
            return Fraction(0)
        if line.ns == line.ew:
            return Fraction(0)
        meetings_by_board[line.board_no].add((line.ns, line.ew))
    count = both_ways_count = 0
    for meetings_on_board in meetings_by_board.values():
        for ns, ew in meetings_on_board:
            count += 1
            both_ways_count += (ew, ns) in meetings_on_board
    return Fraction(both_ways_count, count or 1)


def _has_one_opponent_each(meetings: Iterable[tuple[object, object]]) -> bool:
    opponents_by_side: dict[object, set[object]] = defaultdict(set)
    for ns, ew in meetings:
        opponents_by_side[ns].add(ew)
        opponents_by_side[ew].add(ns)
    return all(len(met_sides) == 1 for met_sides in opponents_by_side.values())


def join_tables(lines: Sequence[FlatLine], winners: int) -> tuple[list[FlatLine], dict[Side, int]]:
    """Return the *lines* of a match at two tables between teams 1 and 2, and the team of each pair.

    Lines that have a team on both sides stay as they are.

    :raises ImportFileError: if the lines don't say which pairs are team-mates
    """
    if _compute_two_way_share(lines) >= _MIN_TWO_WAY_SHARE:
        return list(lines), {}
    teams_by_side = _find_teams_by_side(_group_meetings_by_board(lines, winners))
    if teams_by_side is None:
        raise ImportFileError(
            "teams-unknown",
            "The file doesn’t say which two tables play a match. Export it with team numbers, or "
            "with both results of each board.",
        )
    joined_lines = []
    for line in lines:
        if line.ns and line.ew:
            ns, ew = make_sides(line.ns.number, line.ew.number, winners)
            joined_lines.append(
                line._replace(ns=Label(teams_by_side[ns]), ew=Label(teams_by_side[ew]))
            )
        else:
            joined_lines.append(line)
    return joined_lines, teams_by_side


def make_sides(ns: int, ew: int, winners: int) -> tuple[Side, Side]:
    """Return both sides of a table, with their direction unless there is one winner."""
    if winners == 1:
        return (ns, ""), (ew, "")
    return (ns, "NS"), (ew, "EW")


def _group_meetings_by_board(
    lines: Iterable[FlatLine], winners: int
) -> list[list[tuple[Side, Side]]]:
    meetings_by_board: dict[int, list[tuple[Side, Side]]] = defaultdict(list)
    for line in lines:
        if line.ns and line.ew:
            meetings_by_board[line.board_no].append(
                make_sides(line.ns.number, line.ew.number, winners)
            )
    return list(meetings_by_board.values())


def _find_teams_by_side(boards: Iterable[Sequence[tuple[Side, Side]]]) -> dict[Side, int] | None:
    """Return the team of each pair, 1 or 2, or None if the boards aren't a match of two teams.

    On each board, who sits N-S at one table and E-W at the other are team-mates.

    >>> north_south, east_west = [(number, "NS") for number in (1, 2)], [(number, "EW") for number in (1, 2)]
    >>> _find_teams_by_side([list(zip(north_south, east_west))])
    {(1, 'NS'): 1, (1, 'EW'): 2, (2, 'EW'): 1, (2, 'NS'): 2}
    """
    mates_by_side: dict[Side, set[Side]] = defaultdict(set)
    opponents_by_side: dict[Side, set[Side]] = defaultdict(set)
    for meetings in boards:
        if len(meetings) > 2:
            return None
        for ns, ew in meetings:
            opponents_by_side[ns].add(ew)
            opponents_by_side[ew].add(ns)
        if len(meetings) == 2:
            (first_ns, first_ew), (second_ns, second_ew) = meetings
            for side, mate in ((first_ns, second_ew), (first_ew, second_ns)):
                mates_by_side[side].add(mate)
                mates_by_side[mate].add(side)
    if not mates_by_side:
        return None
    return _divide_into_teams(mates_by_side, opponents_by_side)


def _divide_into_teams(
    mates_by_side: Mapping[Side, set[Side]], opponents_by_side: Mapping[Side, set[Side]]
) -> dict[Side, int] | None:
    """Return the team of each side, from one to the next. None if two sides contradict each other."""
    if any(opponents_by_side[side] & mates_by_side[side] for side in mates_by_side):
        return None
    first_side = next(iter(opponents_by_side))
    teams_by_side = {first_side: 1}
    settled_sides = [first_side]
    while settled_sides:
        side = settled_sides.pop()
        team = teams_by_side[side]
        teams_of_others = dict.fromkeys(opponents_by_side[side], 3 - team)
        teams_of_others |= dict.fromkeys(mates_by_side.get(side, ()), team)
        for other_side, other_team in teams_of_others.items():
            if other_side not in teams_by_side:
                settled_sides.append(other_side)
            if teams_by_side.setdefault(other_side, other_team) != other_team:
                return None
    if len(teams_by_side) < len(opponents_by_side):
        return None
    return teams_by_side
