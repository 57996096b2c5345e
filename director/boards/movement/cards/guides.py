"""Personal guides: where every pair, player or team is, round by round.

A guide is made from the rows of the movement for everybody in them. Sit-outs and knock-outs are
added. A team whose two halves meet the same team has both tables on one line. Badges are made from
the guides.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from string import ascii_uppercase

from director.boards.contests import CONTESTANTS
from director.boards.movement.cards.cards import (
    SHARED,
    Badge,
    GuideLine,
    PersonalGuide,
    RoundMarks,
    format_shared_tables,
)
from director.boards.movement.numbering import get_seated_players, get_seated_sides
from director.boards.movement.rounds import count_rounds_to_draw, get_withdrawals_by_contestant
from director.boards.movement.words import (
    make_paper_label_function,
    make_slip_board,
    with_partnership_names,
)
from director.models import Section
from director.sheets import Heading
from movements.model import Movement, TableRound, get_team
from movements.moves import get_last_round_by_loser
from movements.partnerships import get_couple_by_partnership

TEAM_PLAYERS = 4
"""Players of a team who play at the same time."""
SEATS = ("North", "East", "South", "West")


def make_personal_guides(
    section: Section,
    movement: Movement,
    heading: Heading,
    players: Mapping[int, Sequence[str]],
    teams: Mapping[int, str] | None = None,
    first_round_by_number: Mapping[int, int] | None = None,
) -> tuple[PersonalGuide, ...]:
    """Return a guide for everybody in *movement*. *players* and *teams* are names by number.

    *first_round_by_number* are the rounds from which late contestants are here, by number. Before that they
    don't sit out.
    """
    guides = _GuideLineMaker(section, movement, heading, players, teams or {})
    round_to_draw = movement.rounds + 1 if count_rounds_to_draw(movement) else 0
    absent_numbers = {*guides.last_round_by_team, *get_withdrawals_by_contestant(movement)}
    personal_guides = []
    for number, all_lines in sorted(guides.make_lines_by_number().items()):
        first_round = (first_round_by_number or {}).get(number, 1)
        lines = [line for line in all_lines if line.round_no >= first_round or not line.sits_out]
        team = guides.get_team(number)
        guide = PersonalGuide(
            heading=heading,
            pair_no=number,
            number=section.get_printed_number(number),
            label=guides.marks.format_label(number),
            players=tuple(players.get(number, ())),
            lines=tuple(sorted(_without_shared_marks(lines), key=lambda line: line.round_no)),
            name=guides.team_name_by_number.get(team or number, ""),
            team_no=team,
            next_round_to_draw=0 if number in absent_numbers else round_to_draw,
        )
        personal_guides.append(guide)
    return tuple(personal_guides)


def _without_shared_marks(lines: Sequence[GuideLine]) -> Sequence[GuideLine]:
    """Return *lines* without the tables that share boards, if they do so in every round.

    Then the cards on the tables say it once for all.
    """
    marks = [[mark for mark in line.marks if mark.startswith(SHARED)] for line in lines]
    if not all(
        shared_marks or not line.boards for line, shared_marks in zip(lines, marks, strict=True)
    ):
        return lines
    return [
        replace(line, marks=tuple(mark for mark in line.marks if mark not in shared_marks))
        for line, shared_marks in zip(lines, marks, strict=True)
    ]


def make_badges(guides: Sequence[PersonalGuide]) -> tuple[Badge, ...]:
    """Return a badge for everybody in *guides*, team by team.

    If the movement names the players of teams, as Narragansett's does, each badge has the number of
    the player. Unnamed players get a badge to write on; a team without names gets four.
    """
    return tuple(chain.from_iterable(map(_make_guide_badges, guides)))


def _make_guide_badges(guide: PersonalGuide) -> Iterator[Badge]:
    heading = guide.heading
    if heading.has_player_contestants:
        yield Badge(heading, guide.label, guide.names)
    elif guide.team_no:
        names = " & ".join(guide.players)
        yield Badge(heading, str(guide.team_no), names, guide.name, guide.label)
    else:
        for name in guide.players or ("",) * TEAM_PLAYERS:
            yield Badge(heading, guide.label, name, guide.name)


@dataclass(frozen=True)
class _GuideLineMaker:
    """Make the lines of all guides of one *movement*."""

    section: Section
    movement: Movement
    heading: Heading
    names_by_number: Mapping[int, Sequence[str]]
    team_name_by_number: Mapping[int, str]

    @cached_property
    def marks(self) -> RoundMarks:
        """Remarks by round, and the function for labels."""
        return RoundMarks(make_paper_label_function(self.section, self.heading), self.movement)

    @cached_property
    def _name_by_side(self) -> Mapping[int, str]:
        """Names of all sides, including partnerships of single players."""
        names = {number: " & ".join(players) for number, players in self.names_by_number.items()}
        if not self.movement.names_players:
            names |= self.team_name_by_number
        sides = get_couple_by_partnership(self.movement) if self.heading.has_player_moves else {}
        return with_partnership_names(names, sides)

    def get_team(self, number: int) -> int:
        """Return the team of the player *number*, or 0 if the movement doesn't name players."""
        size = self.movement.team_size
        if size:
            return get_team(number, size)
        return 0

    def make_lines_by_number(self) -> dict[int, list[GuideLine]]:
        """Return the lines of everybody, with sit-outs last."""
        lines: dict[int, list[GuideLine]] = defaultdict(list)
        for row in self.movement.rows:
            for number, line in self._make_row_lines(row):
                lines[number].append(line)
        if CONTESTANTS[self.heading.guided_noun].has_halves:
            for number, team_lines in lines.items():
                lines[number] = _join_halves(team_lines)
        for sit_out in self.movement.sit_outs:
            table = ""
            if sit_out.table_no:
                table = self._format_table(sit_out.table_no)
            lines[sit_out.contestant].append(GuideLine(sit_out.round_no, table, "", "", "", ()))
        for number, last_round in self.last_round_by_team.items():
            lines[number].append(GuideLine(last_round + 1, "", "", "", "", (), is_knocked_out=True))
        return lines

    @cached_property
    def last_round_by_team(self) -> Mapping[int, int]:
        """The last round of each team that is out of a knock-out."""
        return get_last_round_by_loser(self.movement)

    def _make_row_lines(self, row: TableRound) -> Iterator[tuple[int, GuideLine]]:
        ns, ew = get_seated_sides(row)
        if self.heading.has_player_moves:
            yield from self._make_player_lines(row, ns, ew)
        else:
            yield ns, self._make_guide_line(row, "N-S", ew)
            yield ew, self._make_guide_line(row, "E-W", ns)

    def _make_player_lines(
        self, row: TableRound, ns: int, ew: int
    ) -> Iterator[tuple[int, GuideLine]]:
        players = get_seated_players(row)
        for seat, number in enumerate(players):
            partner = players[(seat + 2) % 4]
            opponents = ew if seat % 2 == 0 else ns
            line = self._make_guide_line(row, SEATS[seat], opponents)
            partner_name = self._name_by_side.get(partner, "")
            yield (
                number,
                replace(line, partner=self.marks.format_label(partner), partner_name=partner_name),
            )

    def _make_guide_line(self, row: TableRound, side: str, opponents: int) -> GuideLine:
        copy = self.marks.format_table_copy(row.table_no, row.round_no)
        marks = (
            *self.marks.list_play_marks(row.table_no, row.round_no),
            copy,
            format_half(row.half, side),
        )
        return GuideLine(
            round_no=row.round_no,
            table=self._format_table(row.table_no),
            side=side,
            opponents=self.marks.format_label(opponents),
            opponent_names=self._name_by_side.get(opponents, ""),
            boards=tuple(make_slip_board(board_no, self.heading.game) for board_no in row.boards),
            marks=tuple(filter(None, marks)),
        )

    def _format_table(self, table_no: int) -> str:
        return f"{self.heading.section}{table_no}"


def format_half(half: int, side: str = "") -> str:
    """Return the half of a half match, or "" for a whole match.

    >>> format_half(2, "E-W"), format_half(1), format_half(0)
    ('E-W: 2nd half', '1st half', '')
    """
    text = {1: "1st half", 2: "2nd half"}.get(half, "")
    if side and text:
        return f"{side}: {text}"
    return text


def _join_halves(lines: Sequence[GuideLine]) -> list[GuideLine]:
    """Return the *lines* of a team. Both halves against the same team become one line."""
    matches: dict[tuple[object, ...], list[GuideLine]] = defaultdict(list)
    for line in lines:
        matches[line.round_no, line.opponents, frozenset(line.boards)].append(line)
    joined_lines = []
    for halves in matches.values():
        if sorted(line.side for line in halves) == ["E-W", "N-S"]:
            ew, ns = sorted(halves, key=lambda line: line.side)
            mutual_marks = _get_sharing_marks(halves)
            marks = [mark for line in halves for mark in line.marks if mark not in mutual_marks]
            boards = tuple(sorted(ns.boards, key=lambda board: board.board_no))
            joined_lines.append(
                replace(ns, mate_table=ew.table, boards=boards, marks=tuple(dict.fromkeys(marks)))
            )
        else:
            joined_lines += halves
    return joined_lines


def _get_sharing_marks(halves: Sequence[GuideLine]) -> set[str]:
    """Return the marks by which the two tables name each other as sharing boards.

    On the joined line they would say nothing, since both tables are the team's own.
    """
    return {format_shared_tables((int(line.table.lstrip(ascii_uppercase)),)) for line in halves}
