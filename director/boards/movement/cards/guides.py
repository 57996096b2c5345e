"""Personal guides: what every pair, player or team does, round by round."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase

from director.boards.contests import CONTESTANTS
from director.boards.movement.cards.round_marks import RoundMarks, shared_with
from director.boards.movement.cards.sheets import Badge, GuideLine, PersonalGuide
from director.boards.movement.rounds import rounds_to_draw, withdrawn
from director.boards.movement.sides import seated_players, seated_sides
from director.boards.movement.words import named_partnerships, paper_label, slip_board
from director.models import Section
from director.sheets import Heading
from movements import Movement, TableRound, knocked_out, partnerships, team_of

TEAM_OF = 4
"""So many play for a team at once."""
SEATS = ("North", "East", "South", "West")


def personal_guides(
    section: Section,
    movement: Movement,
    head: Heading,
    players: Mapping[int, Sequence[str]],
    teams: Mapping[int, str] | None = None,
) -> tuple[PersonalGuide, ...]:
    """Return a guide for everybody in *movement*. *players* and *teams* are names by number."""
    guides = _Guides(section, movement, head, players, teams or {})
    return tuple(
        PersonalGuide(
            heading=head,
            pair_no=number,
            number=section.number(number),
            label=guides.marks.label(number),
            players=tuple(players.get(number, ())),
            lines=tuple(sorted(lines, key=lambda line: line.round_no)),
            name=guides.teams.get(guides.team(number) or number, ""),
            team_no=guides.team(number),
            to_draw=movement.rounds + 1
            if rounds_to_draw(movement) and number not in {*guides.out, *withdrawn(movement)}
            else 0,
        )
        for number, lines in sorted(guides.lines().items())
    )


def badges(guides: Sequence[PersonalGuide]) -> tuple[Badge, ...]:
    """Return a badge for everybody in *guides*, team by team.

    Where the movement seats the players of teams one by one, as Narragansett's does, each has the
    number of the seat. Who is not named has a badge to write on; of a team without names four.
    """
    return tuple(badge for guide in guides for badge in _badges_of(guide))


def _badges_of(guide: PersonalGuide) -> Iterator[Badge]:
    head = guide.heading
    if head.ranks_players:
        yield Badge(head, guide.label, guide.names)
    elif guide.team_no:
        yield Badge(head, str(guide.team_no), " & ".join(guide.players), guide.name, guide.label)
    else:
        for name in guide.players or ("",) * TEAM_OF:
            yield Badge(head, guide.label, name, guide.name)


@dataclass(frozen=True)
class _Guides:
    """The guides of one *movement*, while their lines are made."""

    section: Section
    movement: Movement
    head: Heading
    players: Mapping[int, Sequence[str]]
    teams: Mapping[int, str]

    @cached_property
    def marks(self) -> RoundMarks:
        """Remarks by round, and what everybody is called."""
        return RoundMarks(paper_label(self.section, self.head), self.movement)

    @cached_property
    def _names(self) -> Mapping[int, str]:
        """Names of all sides, including partnerships of single players."""
        names = {number: " & ".join(players) for number, players in self.players.items()}
        names |= {} if self.movement.names_players else dict(self.teams)
        return named_partnerships(
            names, partnerships(self.movement) if self.head.is_of_players else {}
        )

    def team(self, number: int) -> int:
        """Return the team of the player *number*, or 0."""
        if size := self.movement.team_size:
            return team_of(number, size)
        return 0

    def lines(self) -> dict[int, list[GuideLine]]:
        """Return the lines of everybody, sit-outs last."""
        lines: dict[int, list[GuideLine]] = defaultdict(list)
        for row in self.movement.rows:
            for number, line in self._of_row(row):
                lines[number].append(line)
        if CONTESTANTS[self.head.guided].has_halves:
            lines = defaultdict(
                list, {number: _halves_joined(own) for number, own in lines.items()}
            )
        for wait in self.movement.sit_outs:
            table = self._table(wait.table_no) if wait.table_no else ""
            lines[wait.contestant].append(GuideLine(wait.round_no, table, "", "", "", ()))
        for number, last in self.out.items():
            lines[number].append(GuideLine(last + 1, "", "", "", "", (), is_out=True))
        return lines

    @cached_property
    def out(self) -> Mapping[int, int]:
        """Who is out of a knock-out, with the last round played."""
        return knocked_out(self.movement)

    def _of_row(self, row: TableRound) -> Iterator[tuple[int, GuideLine]]:
        ns, ew = seated_sides(row)
        if self.head.is_of_players:
            yield from self._of_players(row, ns, ew)
        else:
            yield ns, self._line(row, "N-S", ew)
            yield ew, self._line(row, "E-W", ns)

    def _of_players(self, row: TableRound, ns: int, ew: int) -> Iterator[tuple[int, GuideLine]]:
        four = seated_players(row)
        for at, number in enumerate(four):
            partner = four[(at + 2) % 4]
            line = self._line(row, SEATS[at], (ew, ns)[at % 2])
            name = self._names.get(partner, "")
            yield number, replace(line, partner=self.marks.label(partner), partner_name=name)

    def _line(self, row: TableRound, side: str, opponents: int) -> GuideLine:
        game, copy = self.head.game, self.marks.copy_at(row.table_no, row.round_no)
        return GuideLine(
            round_no=row.round_no,
            table=self._table(row.table_no),
            side=side,
            opponents=self.marks.label(opponents),
            opponent_names=self._names.get(opponents, ""),
            boards=tuple(slip_board(self.section, board_no, game) for board_no in row.boards),
            marks=(
                *self.marks.of_play(row.table_no, row.round_no),
                *filter(None, (copy, half_text(row.half, side))),
            ),
        )

    def _table(self, table_no: int) -> str:
        return f"{self.head.section}{table_no}"


def half_text(half: int, side: str = "") -> str:
    """Return the half in which a half match is played, or "" for a whole match.

    >>> half_text(2, "E-W"), half_text(1), half_text(0)
    ('E-W: 2nd half', '1st half', '')
    """
    words = {1: "1st half", 2: "2nd half"}.get(half, "")
    if side and words:
        return f"{side}: {words}"
    return words


def _halves_joined(lines: Sequence[GuideLine]) -> list[GuideLine]:
    """Return the *lines* of a team, with its two halves against one team joined."""
    halves: dict[tuple[object, ...], list[GuideLine]] = defaultdict(list)
    for line in lines:
        halves[line.round_no, line.opponents, frozenset(line.boards)].append(line)
    joined = []
    for both in halves.values():
        if [line.side for line in both] in (["N-S", "E-W"], ["E-W", "N-S"]):
            ns, ew = sorted(both, key=lambda line: line.side, reverse=True)
            apart = [
                mark for line in both for mark in line.marks if mark not in _shared_by_halves(both)
            ]
            boards = tuple(sorted(ns.boards, key=lambda board: board.board_no))
            joined.append(
                replace(ns, mate_table=ew.table, boards=boards, marks=tuple(dict.fromkeys(apart)))
            )
        else:
            joined += both
    return joined


def _shared_by_halves(both: Sequence[GuideLine]) -> set[str]:
    """Return the remark on shared boards that doesn't apply to the halves of one team."""
    return {shared_with((int(line.table.lstrip(ascii_uppercase)),)) for line in both}
