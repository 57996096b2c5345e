"""Cards of matches: two teams that meet at two tables with the same boards."""

from collections import defaultdict
from collections.abc import Mapping

from director.boards.contests import CONTESTANTS
from director.boards.movement.cards.sheets import Four, MatchCard
from director.boards.movement.lineups import SEATS, LineUps
from director.boards.movement.sides import seated_sides
from director.boards.movement.words import (
    paper_label,
    slip_board,
)
from director.models import Section
from director.sheets import Heading
from movements import Movement, TableRound, is_swiss


def match_cards(
    section: Section,
    movement: Movement,
    head: Heading,
    teams: Mapping[int, str],
    lined_up: LineUps | None = None,
) -> tuple[MatchCard, ...]:
    """Return a card for every match of *movement*, by round, then table. *teams* are names.

    Where a team was lined up, as *lined_up* has it, the card names who sits where.

    There are none of rounds in which the halves of a team meet different teams, or play different
    boards.
    """
    if not CONTESTANTS[head.called].has_halves:
        return ()
    label = paper_label(section, head)
    meetings: dict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    begun: dict[
        tuple[int, int, frozenset[int]], int
    ] = {}  # three teams may play each other over two rounds
    for row in movement.rows:
        both = movement.contestants_at(row)
        match = (min(both), max(both), frozenset(row.boards))
        since = begun.setdefault(match, row.round_no) if is_swiss(movement.key) else row.round_no
        meetings[since, min(both), max(both)].append(row)
    cards = []
    for (round_no, home, away), rows in meetings.items():
        tables = {
            section.members(seated_sides(row)[0])[0]: f"{head.section}{row.table_no}"
            for row in rows
        }
        if (
            len(rows) != 2
            or set(tables) != {home, away}
            or len({frozenset(row.boards) for row in rows}) > 1
        ):
            continue
        boards = (slip_board(section, board_no, head.game) for board_no in sorted(rows[0].boards))
        names = teams.get(home, ""), teams.get(away, "")
        fours = (_four(lined_up, team, round_no) for team in (home, away))
        told = (label(home), names[0], label(away), names[1])
        cards.append(
            MatchCard(head, round_no, *told, tables[home], tables[away], tuple(boards), *fours)
        )
    return tuple(cards)


def _four(lined_up: LineUps | None, team: int, round_no: int) -> Four:
    sitters = lined_up.lined_up(team, round_no) if lined_up else {}
    return Four(*(sitters[seat].text if seat in sitters else "" for seat in SEATS))
