"""Make a section from flat lines: its boards, its numbered pairs and its movement.

Readers of formats with one result per line collect a ``FlatSection``. This module turns it into a
``SourceSection`` and reports contradictions. If the file doesn't state the number of winners, it
follows from the seats.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from director.additions.imports.formats.source.adjusted import mark_adjusted_lines
from director.additions.imports.formats.source.contest import (
    INDIVIDUAL,
    NOUN_BY_CONTEST,
    PAIRS,
    TEAMS,
    Side,
    clean_team_name,
    find_seats_only_error,
    get_member_names_by_team,
    get_player_names_by_number,
    get_replaced_players_by_side,
    join_tables,
    make_match_rounds,
    make_sides,
    make_team_rounds,
    number_players,
    number_rounds,
    without_seat_names,
)
from director.additions.imports.formats.source.flat import FlatLine, FlatPair, FlatSection, Label
from director.additions.imports.formats.source.matches import iter_match_rounds, make_source_matches
from director.additions.imports.formats.source.model import (
    PlayersOfRounds,
    SourceBoard,
    SourceLine,
    SourceMatch,
    SourcePair,
    SourcePlayer,
    SourceRound,
    SourceSection,
)
from director.additions.imports.formats.source.report import (
    Report,
    collect_source_hands,
    make_both_sides_doubt,
)
from director.additions.imports.formats.source.results import check_result, is_seen_from_other_side
from director.additions.imports.refusals import (
    make_line_side_error,
    make_no_names_doubt,
    make_own_opponent_error,
    make_players_doubt,
    make_teams_meet_twice_error,
    make_twice_on_board_error,
)
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import make_result_entry
from scoring.bridge.contracts import get_vulnerability

# Detect files that end early, because most formats don't count their lines.

_MIN_OTHER_BOARDS = 2  # With fewer, a short last board proves nothing.


def find_cut_doubt(
    boards: Sequence[int], played_counts: Mapping[str, int], listed_counts: Mapping[str, int]
) -> Doubt | None:
    """Return the doubt that a section may have been cut off, or None.

    - *boards*: the boards of its lines in the order of the file.
    - *played_counts*: the number of lines of each pair, by label.
    - *listed_counts*: the number of boards in the file's standings, if they have it.

    >>> str(find_cut_doubt([1, 1, 1, 2, 2, 2, 3], {}, {}))[:60]
    'Board 3, the last in the file, has fewer results (1) than ot'
    >>> find_cut_doubt([1, 1, 2, 2, 3, 3], {"5NS": 3}, {"5NS": 3}) is None
    True
    """
    last_board = boards[-1] if boards else 0
    result_counts = Counter(boards)
    last_count = result_counts.pop(last_board, 0)
    other_counts = result_counts.values()
    if len(other_counts) >= _MIN_OTHER_BOARDS and last_count < min(other_counts):
        return Doubt(
            "doubt-last-board",
            "Board {board_no}, the last in the file, has fewer results ({count}) than others "
            "({others} or more). If the file is incomplete, export and import it again.",
            board_no=last_board,
            count=last_count,
            others=min(other_counts),
        )
    short_pair = next(
        (pair for pair, count in listed_counts.items() if played_counts.get(pair, 0) < count), ""
    )
    if short_pair:
        return Doubt(
            "doubt-pair-boards",
            "Pair {pair} has {listed} boards in the file’s standings, but {count} in its results. "
            "If the file is incomplete, export and import it again.",
            pair=short_pair,
            listed=listed_counts[short_pair],
            count=played_counts.get(short_pair, 0),
        )
    return None


def compute_sets_by_board(board_groups: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return the board set of each board, from the boards that each table played in a round.

    A set is complete even if a table didn't play one of its boards.

    >>> compute_sets_by_board([[1, 2], [2], [3, 4]])
    {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    """
    sets_by_board: dict[int, set[int]] = {}
    max_set_size = 0
    for boards in board_groups:
        max_set_size = max(max_set_size, len(set(boards)))
        # Groups with a common board are of one set.
        known_sets = [sets_by_board.get(board_no, set()) for board_no in boards]
        joined_set = set(boards).union(*known_sets)
        sets_by_board |= dict.fromkeys(joined_set, joined_set)
    # Sets of different tables overlap, so there is no common division into sets.
    if any(len(boards) > max_set_size for boards in sets_by_board.values()):
        return {}
    sorted_sets = {board_no: tuple(sorted(boards)) for board_no, boards in sets_by_board.items()}
    blocks_by_board = {board_no: _compute_block(board_no, max_set_size) for board_no in sorted_sets}
    is_in_blocks = all(
        set(boards) <= set(blocks_by_board[board_no]) for board_no, boards in sorted_sets.items()
    )
    # A block also has the boards that nobody played.
    return blocks_by_board if is_in_blocks else sorted_sets


def _compute_block(board_no: int, size: int) -> tuple[int, ...]:
    """Return the set of a board if sets of *size* boards follow each other from board 1.

    >>> _compute_block(5, 3)
    (4, 5, 6)
    """
    first_board = (board_no - 1) // size * size + 1
    return tuple(range(first_board, first_board + size))


_SIDES = {"NS": "N-S", "EW": "E-W"}
_PLAYER_COUNTS = {PAIRS: 2, TEAMS: 4, INDIVIDUAL: 1}
"""Players of a contestant in one round."""


def make_source_section(
    flat_section: FlatSection, name: str, location: str, report: Report, contest: str = PAIRS
) -> SourceSection:
    """Return the section of *flat_section* in an event of *contest*, and report problems."""
    return _SectionMaker(flat_section, report, contest).make_section(name, location)


@dataclass(slots=True)
class _Board:
    """A board being made. *seated_keys* identify the contestants with a line on it."""

    seated_keys: set[tuple[int, ...]] = field(default_factory=set)
    lines: list[SourceLine] = field(default_factory=list)


class _SectionMaker:
    """Makes one section."""

    def __init__(self, flat_section: FlatSection, report: Report, contest: str) -> None:
        self._flat_section = flat_section
        self._report = report
        self._contest = contest
        self._partners: dict[int, tuple[int, int]] = {}
        self._lines = self._get_numbered_lines()
        self._winners = 1
        if contest == PAIRS and not flat_section.is_own_file:
            self._lines = mark_adjusted_lines(self._without_other_sides(self._lines))
        if contest == PAIRS:
            self._winners = flat_section.winner_count or count_winners(
                self._lines, flat_section.pairs
            )
        self._ns_direction, self._ew_direction = ("NS", "EW") if self._winners == 2 else ("", "")
        if self._winners == 2:
            self._lines = list(map(_turn_line, self._lines))
        self._boards: dict[int, _Board] = {}

    def _get_numbered_lines(self) -> Sequence[FlatLine]:
        """Return the lines with the numbers of their sides."""
        if self._contest == INDIVIDUAL:
            lines, self._partners = number_players(
                self._flat_section.lines, self._flat_section.pairs
            )
            return lines
        if problem := find_seats_only_error(self._flat_section.lines):
            self._report.problems.append(problem)
            return []
        lines = _with_pair_numbers(self._flat_section.lines)
        if self._contest == TEAMS:
            try:
                lines = self._join_lines(lines)
            except ImportFileError as error:
                self._report.problems.append(error)
                return []
        return without_seat_names(lines)

    def _without_other_sides(self, lines: Sequence[FlatLine]) -> list[FlatLine]:
        """Return *lines* without results that are repeated from the other side.

        With two winners, they are results of other pairs. If the file doesn't say how many winners
        there are, there is one if every line is repeated.
        """
        indexes_by_meeting: dict[tuple[int, int, int], int] = {}
        unique_lines: list[FlatLine] = []
        for line in lines:
            if line.ns is None or line.ew is None or line.ns.direction or line.ew.direction:
                return list(lines)
            meeting = line.board_no, line.ns.number, line.ew.number
            opposite_meeting = line.board_no, line.ew.number, line.ns.number
            index = indexes_by_meeting.get(opposite_meeting)
            if index is None or not is_seen_from_other_side(
                unique_lines[index].result, line.result
            ):
                indexes_by_meeting[meeting] = len(unique_lines)
                unique_lines.append(line)
            elif make_result_entry(line.result, line.board_no).contract:
                # This line's contract and score agree, so its N-S pair really sat N-S.
                unique_lines[index] = line
        repeated_count = len(lines) - len(unique_lines)
        is_one_field = self._flat_section.winner_count == 1 or 2 * repeated_count == len(lines)
        if not repeated_count or self._flat_section.winner_count == 2 or not is_one_field:
            return list(lines)
        # A number is one pair in both directions.
        self._flat_section.winner_count = 1
        self._report.doubts.append(make_both_sides_doubt(repeated_count))
        return unique_lines

    def _join_lines(self, lines: Sequence[FlatLine]) -> list[FlatLine]:
        """Return the *lines* of teams. Pairs are joined to teams if the file has no team numbers."""
        if self._flat_section.is_by_team:
            return list(lines)
        winners = self._flat_section.winner_count or count_winners(lines, self._flat_section.pairs)
        joined_lines, teams_by_side = join_tables(lines, winners)
        if teams_by_side:
            self._flat_section.pairs = _join_pairs(self._flat_section.pairs, teams_by_side)
            self._flat_section.rounds = tuple(
                _join_rounds(self._flat_section.rounds, teams_by_side, winners)
            )
        return joined_lines

    def make_section(self, name: str, location: str) -> SourceSection:
        """Return the section, and report problems of its lines."""
        for line in self._lines:
            self._add_line(line)
        rounds = self._flat_section.rounds
        if self._contest == INDIVIDUAL and rounds:
            rounds, self._partners = number_rounds(rounds, self._partners)
        boards = tuple(
            SourceBoard(board_no, tuple(self._boards[board_no].lines))
            for board_no in sorted(self._boards)
        )
        matches = make_source_matches(
            self._flat_section.matches,
            boards,
            has_scale=not self._flat_section.is_own_file,
            unit=self._flat_section.match_unit,
        )
        if not rounds and (self._contest != INDIVIDUAL or self._has_seats_of_players()):
            rounds = tuple(self._make_rounds(matches))
        pairs = tuple(self._make_pairs(rounds))
        hands = collect_source_hands(self._flat_section.hands, self._report)
        self._report_cut_off()
        return SourceSection(
            name, location, self._winners, pairs, boards, rounds, hands, self._partners, matches
        )

    def _has_seats_of_players(self) -> bool:
        """Return whether the lines say who of two partners sat N or E.

        Other programs, and this one before, write the lower number first.
        """
        return self._flat_section.is_own_file and any(
            line.players[0] > line.players[2] or line.players[1] > line.players[3]
            for line in self._lines
            if len(line.players) == 4
        )

    def _make_rounds(self, matches: Sequence[SourceMatch]) -> Iterable[SourceRound]:
        """Return the movement of the lines and of *matches* without boards."""
        lines = [*self._lines, *self._flat_section.unplayed_lines]
        if self._contest != TEAMS:
            return _make_rounds(lines)
        # The tables of other programs often have the same number in both rooms.
        if self._flat_section.is_own_file and (rounds := tuple(_make_rounds(lines))):
            return rounds
        rounds = tuple(make_team_rounds(lines))
        unlisted_matches = [
            match for match in matches if not match.is_played and not _has_match(rounds, match)
        ]
        if unlisted_matches and (rounds or not lines):
            listed_matches = {(row.round_no, row.ns_no, row.ew_no, row.boards) for row in rounds}
            meetings = [meeting for meeting in sorted(listed_matches) if meeting[1] < meeting[2]]
            return make_match_rounds([*meetings, *iter_match_rounds(unlisted_matches)])
        return rounds

    def _add_line(self, line: FlatLine) -> None:
        """Add *line* to its board, or report missing sides."""
        ns, ew = line.ns, line.ew
        if ns is None or ew is None:
            sides = (side for side, label in (("NS", ns), ("EW", ew)) if label is None)
            self._report.problems += [
                make_line_side_error(where=line.where, side=_SIDES[side], text="") for side in sides
            ]
            return
        if ns.direction == "EW" or ew.direction == "NS":
            self._report_turned(line, ns, ew)
        board = self._boards.setdefault(line.board_no, _Board())
        ns_no, ew_no = ns.number, ew.number
        labels_by_key = self._get_seated_labels_by_key(line, ns_no, ew_no)
        contestant_noun = NOUN_BY_CONTEST[self._contest]
        if ns_no == ew_no and self._winners == 1:
            self._report.problems.append(
                make_own_opponent_error(where=line.where, contestant_noun=contestant_noun)
            )
        elif self._contest == TEAMS and labels_by_key.keys() & board.seated_keys:
            self._report.problems.append(
                make_teams_meet_twice_error(board_no=line.board_no, ns=ns_no, ew=ew_no)
            )
        else:
            self._report.problems += [
                make_twice_on_board_error(
                    board_no=line.board_no,
                    contestant_noun=contestant_noun,
                    pair=label,
                )
                for key, label in labels_by_key.items()
                if key in board.seated_keys
            ]
        board.seated_keys.update(labels_by_key)
        board.lines.append(self._make_line(line, ns_no, ew_no))

    def _get_seated_labels_by_key(
        self, line: FlatLine, ns_no: int, ew_no: int
    ) -> dict[tuple[int, ...], str]:
        """Return the label by key of each contestant of *line* who must have only one line.

        Two teams have a line in each direction, and may play the same board against others later.
        """
        if self._contest == TEAMS:
            return {(ns_no, ew_no): str(ns_no)}
        if self._contest == INDIVIDUAL:
            return {(player,): str(player) for player in line.players}
        if self._flat_section.is_own_file and self._is_replayed(line, ns_no, ew_no):
            return {}
        if self._winners == 1:
            return {(ns_no,): str(ns_no), (ew_no,): str(ew_no)}
        return {
            (ns_no, 0): f"{ns_no}{self._ns_direction}",
            (ew_no, 1): f"{ew_no}{self._ew_direction}",
        }

    def _is_replayed(self, line: FlatLine, ns_no: int, ew_no: int) -> bool:
        """Return whether both pairs have already played the board with each other's cards."""
        lines = self._boards[line.board_no].lines
        return any((known.ns_no, known.ew_no) == (ew_no, ns_no) for known in lines)

    def _report_turned(self, line: FlatLine, ns: Label, ew: Label) -> None:
        """Report the pairs of *line* that sit against their direction."""
        for side, label in (("NS", ns), ("EW", ew)):
            if self._winners == 2 and label.direction not in ("", side):
                pair = f"{label.number}{label.direction}"
                self._report.problems.append(
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
        if not line.result.own_text:
            check_result(line.result, line.where, get_vulnerability(line.board_no), self._report)
        return SourceLine(
            ns_no,
            ew_no,
            line.result,
            lead=line.lead,
            ns_points=line.ns_points,
            ew_points=line.ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            is_turned=line.is_turned,
        )

    def _make_pairs(self, rounds: Sequence[SourceRound]) -> Iterator[SourcePair]:
        keys = self._collect_numbers(rounds)
        listed_pairs = self._merge_listed_pairs()
        names_by_side = self._get_first_names_by_side(self._ns_direction, self._ew_direction)
        is_named = bool(names_by_side) or any(pair.players for pair in self._flat_section.pairs)
        players_by_side = {}
        # Without rounds there is no movement to show earlier players in.
        if self._contest == PAIRS and self._flat_section.is_own_file and rounds:
            players_by_side = get_replaced_players_by_side(
                self._lines, self._ns_direction, self._ew_direction
            )
        if keys and not is_named:
            self._report.doubts.append(make_no_names_doubt())
        # N-S pairs first, then by number.
        for number, direction in sorted(keys, key=lambda key: (key[1] == "EW", key[0])):
            unlisted_pair = FlatPair(Label(number, direction))
            listed_pair = listed_pairs.get((number, direction), unlisted_pair)
            players = listed_pair.players or tuple(
                SourcePlayer(name, "", "")
                for name in names_by_side.get((number, direction), ())
                if name
            )
            earlier_players: list[PlayersOfRounds[SourcePlayer]] = []
            if (number, direction) in players_by_side:
                *earlier_players, present_players = players_by_side[number, direction]
                players = present_players.players
            label = f"{number}{direction}"
            self._report.doubts += _make_replaced_doubts(label, earlier_players)
            if is_named and not self._is_complete(players):
                self._report.doubts.append(
                    make_players_doubt(
                        contestant_noun=NOUN_BY_CONTEST[self._contest].capitalize(),
                        pair=label,
                        count=_format_named_count(players),
                    )
                )
            yield SourcePair(
                label,
                number,
                direction,
                players,
                total=listed_pair.total,
                percent=listed_pair.percent,
                rank=listed_pair.rank,
                name=clean_team_name(listed_pair.name, number, players),
                earlier_players=tuple(earlier_players),
            )

    def _merge_listed_pairs(self) -> dict[tuple[int, str], FlatPair]:
        """Return the listed contestants by number and direction.

        If a file lists a team several times, it has all their players, N-S first. For a pair or
        player the first entry counts.
        """
        listed_pairs: dict[tuple[int, str], FlatPair] = {}
        pairs = self._flat_section.pairs
        if self._contest == TEAMS:
            pairs = sorted(pairs, key=lambda pair: pair.label.direction == "EW")
        for pair in pairs:
            key = pair.label.number, pair.label.direction if self._ns_direction else ""
            first_pair = listed_pairs.setdefault(key, pair)
            if first_pair is not pair and self._contest == TEAMS:
                players = dict.fromkeys((*first_pair.players, *pair.players))
                listed_pairs[key] = replace(first_pair, players=tuple(players))
        return listed_pairs

    def _collect_numbers(self, rounds: Sequence[SourceRound]) -> set[tuple[int, str]]:
        """Return the number and direction of each contestant with a line or a seat in *rounds*."""
        if self._contest == INDIVIDUAL:
            numbers = {player for line in self._lines for player in line.players}
            numbers.update(player for row in rounds for player in row.players)
            return {(number, "") for number in numbers}
        keys = set()
        for board in self._boards.values():
            for line in board.lines:
                keys |= {(line.ns_no, self._ns_direction), (line.ew_no, self._ew_direction)}
        keys |= {(row.ns_no, self._ns_direction) for row in rounds if row.ns_no}
        keys |= {(row.ew_no, self._ew_direction) for row in rounds if row.ew_no}
        if self._contest == TEAMS:
            keys |= {(pair.label.number, "") for pair in self._flat_section.pairs}
        return keys

    def _is_complete(self, players: Iterable[SourcePlayer]) -> bool:
        """Return whether enough *players* of a contestant are named."""
        named_count = sum(1 for player in players if player.name)
        if self._contest == TEAMS:
            return named_count >= _PLAYER_COUNTS[TEAMS]
        return named_count == _PLAYER_COUNTS[self._contest]

    def _report_cut_off(self) -> None:
        """Report a doubt if the file may have been cut off."""
        listed_counts = {
            self._make_pair_label(pair.label, pair.label.direction): pair.board_count
            for pair in self._flat_section.pairs
            if pair.board_count
        }
        played_counts: Counter[str] = Counter()
        for line in self._lines if listed_counts else ():
            if line.players:
                played_counts.update(map(str, line.players))
            elif line.ns and line.ew:
                sides = self._make_pair_label(line.ns, "NS"), self._make_pair_label(line.ew, "EW")
                played_counts.update(sides)
        boards = [line.board_no for line in self._lines]
        if doubt := find_cut_doubt(boards, played_counts, listed_counts):
            self._report.doubts.append(doubt)

    def _make_pair_label(self, label: Label, side: str) -> str:
        return f"{label.number}{side if self._winners == 2 else ''}"

    def _get_first_names_by_side(self, ns: str, ew: str) -> dict[tuple[int, str], tuple[str, ...]]:
        """Return the names of the first players of each pair, by number and direction."""
        if self._contest == INDIVIDUAL:
            return get_player_names_by_number(self._lines)
        lines = [*self._lines, *self._flat_section.unplayed_lines]
        if self._contest == TEAMS:
            return get_member_names_by_team(lines)
        names_by_side: dict[tuple[int, str], tuple[str, ...]] = {}
        for line in lines:
            if len(line.seats) != 4 or not (line.ns and line.ew):
                continue
            names_by_side.setdefault((line.ns.number, ns), line.seats[::2])
            names_by_side.setdefault((line.ew.number, ew), line.seats[1::2])
        return names_by_side


def _make_replaced_doubts(
    label: str, spans: Iterable[PlayersOfRounds[SourcePlayer]]
) -> Iterator[Doubt]:
    """Yield a doubt for each span of rounds in which a pair has other names."""
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


def _has_match(rounds: Iterable[SourceRound], match: SourceMatch) -> bool:
    """Return whether the two sides of *match* meet in its round."""
    return any(
        row.round_no == match.round_no
        and {row.ns_no, row.ew_no} == {match.first_no, match.second_no}
        for row in rounds
    )


def _join_pairs(pairs: Sequence[FlatPair], teams_by_side: Mapping[Side, int]) -> list[FlatPair]:
    """Return the teams with the players of their listed *pairs*, without the pairs' figures."""
    players_by_team: dict[int, list[SourcePlayer]] = defaultdict(list)
    for pair in pairs:
        for direction in ("", "NS", "EW"):
            side = pair.label.number, direction
            if side in teams_by_side and pair.label.direction in ("", direction):
                players_by_team[teams_by_side[side]] += pair.players
    return [FlatPair(Label(team), tuple(names)) for team, names in sorted(players_by_team.items())]


def _join_rounds(
    rounds: Iterable[SourceRound], teams_by_side: Mapping[Side, int], winners: int
) -> Iterator[SourceRound]:
    """Yield the *rounds* of pairs with the numbers of their teams."""
    for row in rounds:
        ns, ew = make_sides(row.ns_no, row.ew_no, winners)
        if ns in teams_by_side and ew in teams_by_side:
            yield replace(row, ns_no=teams_by_side[ns], ew_no=teams_by_side[ew])


def _format_named_count(players: Iterable[SourcePlayer]) -> str:
    named_players = sum(1 for player in players if player.name)
    if named_players == 0:
        return "no player"
    if named_players == 1:
        return "1 player"
    return f"{named_players} players"


def count_winners(lines: Sequence[FlatLine], listed_pairs: Iterable[FlatPair] = ()) -> int:
    """Return the number of winners: 2 if directions are named or nobody changed sides."""
    if any(label.direction for line in lines for label in (line.ns, line.ew) if label):
        return 2
    ns_by_board: dict[int, set[int]] = defaultdict(set)
    ew_by_board: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        if line.ns and line.ew:
            ns_by_board[line.board_no].add(line.ns.number)
            ew_by_board[line.board_no].add(line.ew.number)
    # Nobody has two lines on a board, so a number on both sides is two pairs.
    if any(ns & ew_by_board[board_no] for board_no, ns in ns_by_board.items()):
        return 2
    all_ns = set().union(*ns_by_board.values())
    all_ew = set().union(*ew_by_board.values())
    has_no_movers = not all_ns & all_ew and min(len(all_ns), len(all_ew)) > 1
    listed_pairs = list(listed_pairs)
    if has_no_movers and has_one_ranking(listed_pairs):
        return 1
    if has_no_movers or len({pair.label.direction for pair in listed_pairs} - {""}) == 2:
        return 2
    return 1


def has_one_ranking(listed_pairs: Sequence[FlatPair]) -> bool:
    """Return whether the pairs of a file have one ranking, without directions.

    In two rankings there are two first ranks and a second one.
    """
    ranks = sorted(pair.rank for pair in listed_pairs if pair.rank)
    numbers = {pair.label.number for pair in listed_pairs if not pair.label.direction}
    # In one ranking, equal ranks push the next one down.
    is_one_list = all(rank == 1 + ranks.index(rank) for rank in ranks)
    return len(ranks) == len(numbers) == len(listed_pairs) > 2 and is_one_list


def _with_pair_numbers(lines: Sequence[FlatLine]) -> list[FlatLine]:
    """Return *lines* with a number for every pair.

    If everybody kept their direction, each side is numbered separately.
    """
    named_lines = [
        line for line in lines if line.ns is None and line.ew is None and any(line.seats)
    ]
    if not named_lines or len(named_lines) < len(lines):
        return list(lines)
    # Partners may be listed in either order. Mappings keep the order of the file, unlike sets.
    ns = {frozenset(line.seats[::2]): None for line in lines}
    ew = {frozenset(line.seats[1::2]): None for line in lines}
    ns_direction = ew_direction = ""
    if ns.keys() & ew.keys():
        ns_numbers = ew_numbers = _number_names(ns | ew)
    else:
        ns_numbers = _number_names(ns)
        ew_numbers = _number_names(ew)
        ns_direction = "NS"
        ew_direction = "EW"
    return [
        line._replace(
            ns=Label(ns_numbers[frozenset(line.seats[::2])], ns_direction),
            ew=Label(ew_numbers[frozenset(line.seats[1::2])], ew_direction),
        )
        for line in lines
    ]


def _number_names(names_of_pairs: Iterable[frozenset[str]]) -> dict[frozenset[str], int]:
    return {names: number for number, names in enumerate(names_of_pairs, start=1)}


def _turn_line(line: FlatLine) -> FlatLine:
    """Return *line* with the N-S pair on the N-S side, if both pairs sat the wrong way."""
    directions = [label.direction for label in (line.ns, line.ew) if label]
    if directions != ["EW", "NS"]:
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
    boards_by_table: dict[tuple[int, int], list[int]] = defaultdict(list)
    sides_by_table: dict[tuple[int, int], tuple[int, int, bool]] = {}
    players_by_table: dict[tuple[int, int], tuple[int, ...]] = {}
    for line in lines:
        if line.round_no is None or line.table_no is None or line.ns is None or line.ew is None:
            return
        round_and_table = line.round_no, line.table_no
        sides = line.ns.number, line.ew.number, line.is_turned
        # If other pairs came to the table within a round, there is no movement.
        if sides_by_table.setdefault(round_and_table, sides) != sides:
            return
        players_by_table.setdefault(round_and_table, line.players)
        boards_by_table[round_and_table].append(line.board_no)
    sets_by_board = compute_sets_by_board(boards_by_table.values())
    for (round_no, table_no), played_boards in sorted(boards_by_table.items()):
        ns_no, ew_no, is_turned = sides_by_table[round_no, table_no]
        boards = tuple(sorted(set(played_boards)))
        if sets_by_board:
            boards = sets_by_board[played_boards[0]]
        players = players_by_table[round_no, table_no]
        yield SourceRound(round_no, table_no, ns_no, ew_no, boards, players, is_turned)
