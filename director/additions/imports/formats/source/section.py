"""Assemble a section from flat lines: its boards, its pairs with numbers, and its movement.

Readers of formats with one result per line collect a ``FlatSection``; this module turns it into a
``SourceSection`` and reports contradictions.  If the file doesn't state the number of winners, it
follows from the seats.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from director.additions.imports.formats.source.contest import (
    CALLED,
    INDIVIDUAL,
    PAIRS,
    TEAMS,
    Side,
    clean_team_name,
    find_member_names,
    find_player_names,
    find_replaced_players,
    find_seats_only_fault,
    join_tables,
    make_sides,
    make_team_rounds,
    number_players,
    number_rounds,
    without_seat_names,
)
from director.additions.imports.formats.source.lines import (
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    check_result,
    collect_source_hands,
    is_seen_from_other_side,
    make_both_sides_doubt,
)
from director.additions.imports.formats.source.model import (
    PlayersOfRounds,
    SourceBoard,
    SourceLine,
    SourcePair,
    SourcePlayer,
    SourceRound,
    SourceSection,
)
from director.additions.imports.refusals import (
    DOUBT_NO_NAMES,
    make_line_side_error,
    make_own_opponent_error,
    make_players_doubt,
    make_teams_meet_twice_error,
    make_twice_on_board_error,
)
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import make_result_entry
from scoring.bridge.contracts import vulnerability

# Detect files that end early, since most formats don't count their lines.

_MIN_OTHER_BOARDS = 2  # other boards to compare with


def find_cut_doubt(
    boards: Sequence[int], played: Mapping[str, int], listed: Mapping[str, int]
) -> Doubt | None:
    """Return why a section may have been cut off, or None.

    *boards* are the boards of its lines in the order of the file. *played* is the number of lines
    of each pair, by its label; *listed* the number in the file's standings, if they state it.

    >>> str(find_cut_doubt([1, 1, 1, 2, 2, 2, 3], {}, {}))[:60]
    'Board 3, the last in the file, has fewer results (1) than ot'
    >>> find_cut_doubt([1, 1, 2, 2, 3, 3], {"5NS": 3}, {"5NS": 3}) is None
    True
    """
    results = Counter(boards)
    other_counts = [count for board_no, count in results.items() if board_no != boards[-1]]
    if len(other_counts) >= _MIN_OTHER_BOARDS and results[boards[-1]] < min(other_counts):
        return Doubt(
            "doubt-last-board",
            "Board {board_no}, the last in the file, has fewer results ({count}) than others "
            "({others} or more). If the file is incomplete, export and import it again.",
            board_no=boards[-1],
            count=results[boards[-1]],
            others=min(other_counts),
        )
    short_pair = next((pair for pair, count in listed.items() if played.get(pair, 0) < count), "")
    if short_pair:
        return Doubt(
            "doubt-pair-boards",
            "Pair {pair} has {listed} boards in the file’s standings, but {count} in its results. "
            "If the file is incomplete, export and import it again.",
            pair=short_pair,
            listed=listed[short_pair],
            count=played.get(short_pair, 0),
        )
    return None


def compute_board_sets(together: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return the board set of each board, from boards played *together*.

    A round is whole even if a table didn't play one of its boards.

    >>> compute_board_sets([[1, 2], [2], [3, 4]])
    {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    """
    sets: dict[int, set[int]] = {}
    max_set_size = 0
    for boards in together:
        max_set_size = max(max_set_size, len(set(boards)))
        joined_set = set(boards).union(*(sets.get(board_no, ()) for board_no in boards))
        sets |= dict.fromkeys(joined_set, joined_set)
    # Sets of different tables overlap, so there is no common division into sets.
    if any(len(boards) > max_set_size for boards in sets.values()):
        return {}
    known_sets = {board_no: tuple(sorted(boards)) for board_no, boards in sets.items()}
    blocks = {board_no: _compute_block(board_no, max_set_size) for board_no in known_sets}
    is_in_blocks = all(
        set(boards) <= set(blocks[board_no]) for board_no, boards in known_sets.items()
    )
    # A block also holds the boards that nobody played.
    return blocks if is_in_blocks else known_sets


def _compute_block(board_no: int, size: int) -> tuple[int, ...]:
    """Return the set of a board where sets are laid out one after the other.

    >>> _compute_block(5, 3)
    (4, 5, 6)
    """
    first_board = (board_no - 1) // size * size + 1
    return tuple(range(first_board, first_board + size))


_SIDES = {"NS": "N-S", "EW": "E-W"}
_PLAYERS = {PAIRS: 2, TEAMS: 4, INDIVIDUAL: 1}
"""How many play for a contestant at once."""


def read_section(
    flat: FlatSection, name: str, place: str, report: Report, contest: str = PAIRS
) -> SourceSection:
    """Return the section of *flat* in an event of *contest*. Messages go into *report*."""
    return _Section(flat, report, contest).make_section(name, place)


@dataclass(slots=True)
class _Board:
    """A board being assembled. *seated_keys* identify the contestants who have a line there."""

    seated_keys: set[tuple[int, ...]] = field(default_factory=set)
    lines: list[SourceLine] = field(default_factory=list)


class _Section:
    """Puts together one section."""

    def __init__(self, flat: FlatSection, report: Report, contest: str) -> None:
        self._flat, self._report, self._contest = flat, report, contest
        self._partners: dict[int, tuple[int, int]] = {}
        self._lines = self._get_numbered_lines()
        self._winners = 1
        if contest == PAIRS and not flat.is_own:
            self._lines = self._without_other_sides(self._lines)
        if contest == PAIRS:
            self._winners = flat.winners or count_winners(self._lines, flat.pairs)
        self._ns, self._ew = ("NS", "EW") if self._winners == 2 else ("", "")
        if self._winners == 2:
            self._lines = list(map(_turn_line, self._lines))
        self._boards: dict[int, _Board] = {}

    def _get_numbered_lines(self) -> Sequence[FlatLine]:
        """Return the lines with the numbers of their sides."""
        if self._contest == INDIVIDUAL:
            lines, self._partners = number_players(self._flat.lines, self._flat.pairs)
            return lines
        if fault := find_seats_only_fault(self._flat.lines):
            self._report.faults.append(fault)
            return []
        lines = _with_pair_numbers(self._flat.lines)
        if self._contest == TEAMS:
            try:
                lines = self._join_lines(lines)
            except ImportFileError as error:
                self._report.faults.append(error)
                return []
        return without_seat_names(lines)

    def _without_other_sides(self, lines: Sequence[FlatLine]) -> list[FlatLine]:
        """Return *lines* without those that the other side tells once more, if there is one winner.

        If the file doesn't say so, there is one if each line is told twice.
        """
        indexes: dict[tuple[int, int, int], int] = {}
        unique: list[FlatLine] = []
        for line in lines:
            if line.ns is None or line.ew is None or line.ns.direction or line.ew.direction:
                return list(lines)
            index = indexes.get((line.board_no, line.ew.number, line.ns.number))
            if index is None or not is_seen_from_other_side(unique[index].result, line.result):
                indexes[line.board_no, line.ns.number, line.ew.number] = len(unique)
                unique.append(line)
            elif make_result_entry(line.result, line.board_no).contract:
                # The contract with its score shows who sat N-S.
                unique[index] = line
        repeated_count = len(lines) - len(unique)
        is_one_field = self._flat.winners == 1 or 2 * repeated_count == len(lines)
        if not repeated_count or self._flat.winners == 2 or not is_one_field:
            return list(lines)
        # A number stands for one pair, wherever it sits.
        self._flat.winners = 1
        self._report.doubts.append(make_both_sides_doubt(repeated_count))
        return unique

    def _join_lines(self, lines: Sequence[FlatLine]) -> list[FlatLine]:
        """Return the *lines* of teams. The pairs of a match without team numbers are joined."""
        if self._flat.is_by_team:
            return list(lines)
        winners = self._flat.winners or count_winners(lines, self._flat.pairs)
        joined, teams = join_tables(lines, winners)
        if teams:
            self._flat.pairs = _join_pairs(self._flat.pairs, teams)
            self._flat.rounds = tuple(_join_rounds(self._flat.rounds, teams, winners))
        return joined

    def make_section(self, name: str, place: str) -> SourceSection:
        """Return the section."""
        for line in self._lines:
            self._add_line(line)
        rounds = self._flat.rounds
        if self._contest == INDIVIDUAL and rounds:
            rounds, self._partners = number_rounds(rounds, self._partners)
        elif not rounds:
            find_rounds = make_team_rounds if self._contest == TEAMS else _make_rounds
            rounds = tuple(find_rounds(self._lines))
        pairs = tuple(self._make_pairs(rounds))
        boards = tuple(
            SourceBoard(board_no, tuple(self._boards[board_no].lines))
            for board_no in sorted(self._boards)
        )
        hands = collect_source_hands(self._flat.hands, self._report)
        self._report_cut_off()
        return SourceSection(
            name, place, self._winners, pairs, boards, rounds, hands, self._partners
        )

    def _add_line(self, line: FlatLine) -> None:
        """Add *line* to its board, or report missing sides."""
        ns, ew = line.ns, line.ew
        if ns is None or ew is None:
            sides = (side for side, label in (("NS", ns), ("EW", ew)) if label is None)
            self._report.faults += [
                make_line_side_error(where=line.where, side=_SIDES[side], given="")
                for side in sides
            ]
            return
        if ns.direction == "EW" or ew.direction == "NS":
            self._report_turned(line, ns, ew)
        board = self._boards.setdefault(line.board_no, _Board())
        ns_no, ew_no = ns.number, ew.number
        seated = self._get_seated_keys(line, ns_no, ew_no)
        called = CALLED[self._contest]
        if ns_no == ew_no and self._winners == 1:
            self._report.faults.append(make_own_opponent_error(where=line.where, called=called))
        elif self._contest == TEAMS and seated.keys() & board.seated_keys:
            self._report.faults.append(
                make_teams_meet_twice_error(board_no=line.board_no, ns=ns_no, ew=ew_no)
            )
        else:
            self._report.faults += [
                make_twice_on_board_error(
                    board_no=line.board_no,
                    called=called,
                    pair=label,
                )
                for key, label in seated.items()
                if key in board.seated_keys
            ]
        board.seated_keys.update(seated)
        board.lines.append(self._make_line(line, ns_no, ew_no))

    def _get_seated_keys(
        self, line: FlatLine, ns_no: int, ew_no: int
    ) -> dict[tuple[int, ...], str]:
        """Return a key and label for each contestant of *line* who can have no other on the board.

        Two teams have a line in either direction, and may meet others on the same board later.
        """
        if self._contest == TEAMS:
            return {(ns_no, ew_no): str(ns_no)}
        if self._contest == INDIVIDUAL:
            return {(player,): str(player) for player in line.players}
        if self._flat.is_own and self._is_replayed(line, ns_no, ew_no):
            return {}
        if self._winners == 1:
            return {(ns_no,): str(ns_no), (ew_no,): str(ew_no)}
        return {(ns_no, 0): f"{ns_no}{self._ns}", (ew_no, 1): f"{ew_no}{self._ew}"}

    def _is_replayed(self, line: FlatLine, ns_no: int, ew_no: int) -> bool:
        """Return whether both pairs played the board before, each with the cards of the other."""
        lines = self._boards[line.board_no].lines
        return any((known.ns_no, known.ew_no) == (ew_no, ns_no) for known in lines)

    def _report_turned(self, line: FlatLine, ns: Label, ew: Label) -> None:
        """Report pairs of *line* against their direction."""
        for side, label in (("NS", ns), ("EW", ew)):
            if self._winners == 2 and label.direction not in ("", side):
                pair = f"{label.number}{label.direction}"
                self._report.faults.append(
                    ImportFileError(
                        "line-turned",
                        "{where}: pair {pair} sits {side}, which isn’t its direction. Correct the line.",
                        where=line.where,
                        pair=pair,
                        side=_SIDES[side],
                    )
                )

    def _make_line(self, line: FlatLine, ns_no: int, ew_no: int) -> SourceLine:
        # Duplicate auction has other scores, which its reader has checked.
        if not line.result.ruled:
            check_result(line.result, line.where, vulnerability(line.board_no), self._report)
        return SourceLine(
            ns_no,
            ew_no,
            line.result,
            line.lead,
            line.ns_points,
            line.ew_points,
            line.ns_percent,
            line.ew_percent,
            line.is_turned,
        )

    def _make_pairs(self, rounds: Sequence[SourceRound]) -> Iterator[SourcePair]:
        keys = self._collect_numbers(rounds)
        listed = self._merge_listed_pairs()
        seated_names = self._get_first_seated_names(self._ns, self._ew)
        is_named = bool(seated_names) or any(pair.players for pair in self._flat.pairs)
        replaced = {}
        # Without rounds there is no movement, so nobody would see who sat where.
        if self._contest == PAIRS and self._flat.is_own and rounds:
            replaced = find_replaced_players(self._lines, self._ns, self._ew)
        if keys and not is_named:
            self._report.doubts.append(Doubt(*DOUBT_NO_NAMES))
        # N-S pairs first, then by number.
        for number, direction in sorted(keys, key=lambda key: (key[1] == "EW", key[0])):
            listed_pair = listed.get((number, direction)) or FlatPair(Label(number, direction))
            players = listed_pair.players or tuple(
                SourcePlayer(name, "", "")
                for name in seated_names.get((number, direction), ())
                if name
            )
            earlier: list[PlayersOfRounds[SourcePlayer]] = []
            if (number, direction) in replaced:
                *earlier, present = replaced[number, direction]
                players = present.players
            label = f"{number}{direction}"
            self._report.doubts += _make_replaced_doubts(label, earlier)
            if is_named and not self._is_complete(players):
                self._report.doubts.append(
                    make_players_doubt(
                        called=CALLED[self._contest].capitalize(),
                        pair=label,
                        count=_format_named_count(players),
                    )
                )
            yield SourcePair(
                label,
                number,
                direction,
                players,
                listed_pair.total,
                listed_pair.percent,
                listed_pair.place,
                name=clean_team_name(listed_pair.name, number, players),
                earlier_players=tuple(earlier),
            )

    def _merge_listed_pairs(self) -> dict[tuple[int, str], FlatPair]:
        """Return the listed contestants by number and direction.

        If a file lists a team several times, all players belong to it, those of N-S first. Of a pair
        or player the first entry counts.
        """
        listed: dict[tuple[int, str], FlatPair] = {}
        pairs = self._flat.pairs
        if self._contest == TEAMS:
            pairs = sorted(pairs, key=lambda pair: pair.label.direction == "EW")
        for pair in pairs:
            key = pair.label.number, pair.label.direction if self._ns else ""
            known = listed.setdefault(key, pair)
            if known is not pair and self._contest == TEAMS:
                players = dict.fromkeys((*known.players, *pair.players))
                listed[key] = replace(known, players=tuple(players))
        return listed

    def _collect_numbers(self, rounds: Sequence[SourceRound]) -> set[tuple[int, str]]:
        """Return the number and direction of everybody who has a line or a place in *rounds*."""
        if self._contest == INDIVIDUAL:
            numbers = {player for line in self._lines for player in line.players}
            numbers.update(player for row in rounds for player in row.players)
            return {(number, "") for number in numbers}
        keys = set()
        for board in self._boards.values():
            for line in board.lines:
                keys |= {(line.ns_no, self._ns), (line.ew_no, self._ew)}
        keys |= {(row.ns_no, self._ns) for row in rounds if row.ns_no}
        keys |= {(row.ew_no, self._ew) for row in rounds if row.ew_no}
        if self._contest == TEAMS:
            keys |= {(pair.label.number, "") for pair in self._flat.pairs}
        return keys

    def _is_complete(self, players: Iterable[SourcePlayer]) -> bool:
        """Return whether as many *players* are named as play for a contestant."""
        named = sum(1 for player in players if player.name)
        if self._contest == TEAMS:
            return named >= _PLAYERS[TEAMS]
        return named == _PLAYERS[self._contest]

    def _report_cut_off(self) -> None:
        """Note where the file may have been cut off."""
        listed_boards = {
            self._make_pair_label(pair.label, pair.label.direction): pair.boards
            for pair in self._flat.pairs
            if pair.boards
        }
        boards_played: Counter[str] = Counter()
        for line in self._lines if listed_boards else ():
            if line.players:
                boards_played.update(map(str, line.players))
            elif line.ns and line.ew:
                sides = self._make_pair_label(line.ns, "NS"), self._make_pair_label(line.ew, "EW")
                boards_played.update(sides)
        if doubt := find_cut_doubt(
            [line.board_no for line in self._lines], boards_played, listed_boards
        ):
            self._report.doubts.append(doubt)

    def _make_pair_label(self, label: Label, side: str) -> str:
        return f"{label.number}{side if self._winners == 2 else ''}"

    def _get_first_seated_names(self, ns: str, ew: str) -> dict[tuple[int, str], tuple[str, ...]]:
        """Return the names of the first players of each pair, by number and direction."""
        if self._contest == INDIVIDUAL:
            return find_player_names(self._lines)
        if self._contest == TEAMS:
            return find_member_names(self._lines)
        names: dict[tuple[int, str], tuple[str, ...]] = {}
        for line in self._lines:
            if len(line.seats) != 4 or not (line.ns and line.ew):
                continue
            names.setdefault((line.ns.number, ns), line.seats[::2])
            names.setdefault((line.ew.number, ew), line.seats[1::2])
        return names


def _make_replaced_doubts(
    label: str, spans: Iterable[PlayersOfRounds[SourcePlayer]]
) -> Iterator[Doubt]:
    """Yield a doubt for the rounds in which a pair has other names, perhaps only misspelt."""
    for span in spans:
        rounds = f"round {span.first_round}"
        if span.last_round > span.first_round:
            rounds = f"rounds {span.first_round} to {span.last_round}"
        names = " and ".join(player.name for player in span.players)
        yield Doubt(
            "doubt-replaced",
            "Pair {pair} has other names in {rounds}: {names}. The change is imported; if a name "
            "is only misspelt, merge the two in People.",
            pair=label,
            rounds=rounds,
            names=names,
        )


def _join_pairs(pairs: Sequence[FlatPair], teams: Mapping[Side, int]) -> list[FlatPair]:
    """Return the *teams* with the players of their listed *pairs*, which had no figures as teams."""
    players: dict[int, list[SourcePlayer]] = defaultdict(list)
    for pair in pairs:
        for direction in ("", "NS", "EW"):
            side = pair.label.number, direction
            if side in teams and pair.label.direction in ("", direction):
                players[teams[side]] += pair.players
    return [FlatPair(Label(team), tuple(names)) for team, names in sorted(players.items())]


def _join_rounds(
    rounds: Iterable[SourceRound], teams: Mapping[Side, int], winners: int
) -> Iterator[SourceRound]:
    """Yield the *rounds* of pairs with the numbers of their *teams*."""
    for row in rounds:
        ns, ew = make_sides(row.ns_no, row.ew_no, winners)
        if ns in teams and ew in teams:
            yield replace(row, ns_no=teams[ns], ew_no=teams[ew])


def _format_named_count(players: Iterable[SourcePlayer]) -> str:
    named_players = sum(1 for player in players if player.name)
    if named_players == 0:
        return "no player"
    if named_players == 1:
        return "1 player"
    return f"{named_players} players"


def count_winners(lines: Sequence[FlatLine], listed: Iterable[FlatPair] = ()) -> int:
    """Return the number of winners: 2 if directions are named or nobody changed sides."""
    if any(label.direction for line in lines for label in (line.ns, line.ew) if label):
        return 2
    ns_by_board: dict[int, set[int]] = defaultdict(set)
    ew_by_board: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        if line.ns and line.ew:
            ns_by_board[line.board_no].add(line.ns.number)
            ew_by_board[line.board_no].add(line.ew.number)
    # Nobody has two lines on a board, so a number on both sides stands for two pairs.
    if any(ns & ew_by_board[board_no] for board_no, ns in ns_by_board.items()):
        return 2
    all_ns = set().union(*ns_by_board.values())
    all_ew = set().union(*ew_by_board.values())
    never_moved = not all_ns & all_ew and min(len(all_ns), len(all_ew)) > 1
    listed = list(listed)
    if never_moved and _are_ranked_together(listed):
        return 1
    if never_moved or len({pair.label.direction for pair in listed} - {""}) == 2:
        return 2
    return 1


def _are_ranked_together(listed: Sequence[FlatPair]) -> bool:
    """Return whether the pairs of a file have one list of places, without directions.

    In two lists there is a second place besides two first ones.
    """
    places = sorted(pair.place for pair in listed if pair.place)
    numbers = {pair.label.number for pair in listed if not pair.label.direction}
    is_one_list = all(place == 1 + places.index(place) for place in places)
    return len(places) == len(numbers) == len(listed) > 2 and is_one_list


def _with_pair_numbers(lines: Sequence[FlatLine]) -> list[FlatLine]:
    """Return *lines* with a number for every pair.

    If everybody kept their direction, each side is numbered separately.
    """
    named_lines = [
        line for line in lines if line.ns is None and line.ew is None and any(line.seats)
    ]
    if not named_lines or len(named_lines) < len(lines):
        return list(lines)
    ns, ew = ({frozenset(line.seats[number::2]): None for line in lines} for number in (0, 1))
    if ns.keys() & ew.keys():
        everybody = ns | ew
        numbers = {names: number for number, names in enumerate(everybody, start=1)}
        numbers_ns = numbers_ew = numbers
        directions = ("", "")
    else:
        numbers_ns, numbers_ew = (
            {names: number for number, names in enumerate(side, start=1)} for side in (ns, ew)
        )
        directions = ("NS", "EW")
    return [
        line._replace(
            ns=Label(numbers_ns[frozenset(line.seats[::2])], directions[0]),
            ew=Label(numbers_ew[frozenset(line.seats[1::2])], directions[1]),
        )
        for line in lines
    ]


def _turn_line(line: FlatLine) -> FlatLine:
    """Return *line* with the N-S pair on the N-S side, if both pairs sat the other way round."""
    if not (line.ns and line.ew and (line.ns.direction, line.ew.direction) == ("EW", "NS")):
        return line
    seats = line.seats
    if seats:
        north, east, south, west = seats
        # The first player of a pair sits N or E.
        seats = east, north, west, south
    return line._replace(
        ns=line.ew,
        ew=line.ns,
        seats=seats,
        ns_points=line.ew_points,
        ew_points=line.ns_points,
        ns_percent=line.ew_percent,
        ew_percent=line.ns_percent,
        is_turned=True,
    )


def _make_rounds(lines: Iterable[FlatLine]) -> Iterator[SourceRound]:
    """Yield the movement from the rounds and tables of *lines*, if all have them."""
    boards: dict[tuple[int, int], list[int]] = defaultdict(list)
    pairs_by_place: dict[tuple[int, int], tuple[int, int, bool]] = {}
    players_by_place: dict[tuple[int, int], tuple[int, ...]] = {}
    for line in lines:
        if line.round_no is None or line.table_no is None or line.ns is None or line.ew is None:
            return
        round_and_table = line.round_no, line.table_no
        pairs = line.ns.number, line.ew.number, line.is_turned
        if pairs_by_place.setdefault(round_and_table, pairs) != pairs:
            return
        players_by_place.setdefault(round_and_table, line.players)
        boards[round_and_table].append(line.board_no)
    sets = compute_board_sets(boards.values())
    for (round_no, table_no), played_boards in sorted(boards.items()):
        ns_no, ew_no, is_turned = pairs_by_place[round_no, table_no]
        yield SourceRound(
            round_no,
            table_no,
            ns_no,
            ew_no,
            sets[played_boards[0]] if sets else tuple(sorted(set(played_boards))),
            players_by_place[round_no, table_no],
            is_turned,
        )
