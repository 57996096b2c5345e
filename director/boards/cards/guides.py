"""What every pair of a movement does, round by round: the sheets that pairs carry with them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from director.boards.cards.round_marks import RoundMarks
from director.boards.cards.sheets import GuideLine, PersonalGuide
from director.boards.sides import seated
from director.boards.words import dealer_name, paper_label, vulnerable_text
from director.models import Section
from director.sheets import Heading, SlipBoard
from movements import Plan as Movement
from movements import TableRound


def personal_guides(
    section: Section, movement: Movement, head: Heading, players: Mapping[int, Sequence[str]]
) -> tuple[PersonalGuide, ...]:
    """Return the guide of every pair of *movement*, whose *players* are named by its number there."""
    label = paper_label(section, head)
    marks = RoundMarks(label, movement)
    lines: dict[int, list[GuideLine]] = defaultdict(list)

    def line(row: TableRound, side: str, opponents: int) -> GuideLine:
        special = marks.of_play(row.table_no, row.round_no), marks.copy_at(row.table_no, row.round_no)
        return GuideLine(
            round_no=row.round_no,
            table=f"{head.section}{row.table_no}",
            side=side,
            opponents=label(opponents),
            opponent_names=" & ".join(players.get(opponents, ())),
            boards=tuple(SlipBoard(no, dealer_name(no), vulnerable_text(no, head.game)) for no in row.boards),
            marks=(*special[0], *filter(None, special[1:])),
        )

    for row in movement.rows:
        ns, ew = seated(row)
        lines[ns].append(line(row, "N-S", ew))
        lines[ew].append(line(row, "E-W", ns))
    for wait in movement.sit_outs:
        table = f"{head.section}{wait.table_no}" if wait.table_no else ""
        lines[wait.contestant].append(GuideLine(wait.round_no, table, "", "", "", ()))
    return tuple(
        PersonalGuide(
            heading=head,
            pair_no=pair_no,
            number=section.number(pair_no),
            label=label(pair_no),
            players=tuple(players.get(pair_no, ())),
            lines=tuple(sorted(lines[pair_no], key=lambda line: line.round_no)),
        )
        for pair_no in sorted(lines)
    )
