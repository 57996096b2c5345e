"""Sound plans, and each of the ways to break them with the faults that must be found."""

from dataclasses import replace

from movements.model import ByeStand, Movement, SitOut, TableRound
from movements.partnerships import number_partnerships
from movements.registry import make_plan


def make_howell() -> Movement:
    """Eight pairs, seven rounds, two boards a set."""
    return make_plan("howell", pairs=8, boards_per_set=2)


def make_mitchell() -> Movement:
    """Three tables, three rounds, two boards a set."""
    return make_plan("mitchell", tables=3, boards_per_set=2)


def make_half_table() -> Movement:
    """Three tables of which one is half, three rounds."""
    return make_plan("mitchell", pairs=5, boards_per_set=2)


def players() -> Movement:
    """Eight players, seven rounds of two boards at two tables."""
    return make_plan("individual-howell-8", players=8, boards_per_set=2)


def teams() -> Movement:
    """Two teams of four seated player by player: two rounds of one board, each played at both tables."""
    fours = {
        (1, 1): (1, 2, (1, 5, 2, 6)),
        (1, 2): (2, 1, (7, 3, 8, 4)),
        (2, 1): (1, 2, (1, 7, 2, 8)),
        (2, 2): (2, 1, (5, 3, 6, 4)),
    }
    rows = tuple(
        TableRound(round_no, table_no, ns, ew, round_no, (round_no,), shared=True, players=four)
        for (round_no, table_no), (ns, ew, four) in fours.items()
    )
    base = replace(
        make_mitchell(), contest="teams", contestants=2, winners=1, tables=2, rounds=2, rows=rows
    )
    return replace(base, boards_per_set=1, board_sets=2, guarantees=())


def make_sharing() -> Movement:
    """Four tables that share, four rounds."""
    return make_plan("mitchell", tables=4, boards_per_set=2, options={"even": "share"})


def replace_row(plan: Movement, round_no: int, table_no: int, /, **changes: object) -> Movement:
    """Return *plan* with one row changed."""
    rows = (
        replace(row, **changes) if (row.round_no, row.table_no) == (round_no, table_no) else row
        for row in plan.rows
    )
    return replace(plan, rows=tuple(rows))


def with_players(plan: Movement, round_no: int, table_no: int, *four: int) -> Movement:
    """Return *plan* with other players N, E, S and W at one table, their partnerships numbered."""
    changed = replace_row(plan, round_no, table_no, players=four)
    return replace(changed, rows=number_partnerships(changed.rows), guarantees=())


def remove_round(plan: Movement, round_no: int) -> Movement:
    return replace(plan, rows=tuple(row for row in plan.rows if row.round_no != round_no))


def without_row(plan: Movement, round_no: int, table_no: int) -> Movement:
    rows = tuple(row for row in plan.rows if (row.round_no, row.table_no) != (round_no, table_no))
    return replace(plan, rows=rows)


def replace_boards(plan: Movement, board_set: int, boards: tuple[int, ...]) -> Movement:
    """Return *plan* with other boards in one set, everywhere."""
    rows = (replace(row, boards=boards) if row.board_set == board_set else row for row in plan.rows)
    return replace(plan, rows=tuple(rows), guarantees=())


def add_sit_outs(plan: Movement, *extra: SitOut) -> Movement:
    return replace(plan, sit_outs=(*plan.sit_outs, *extra))


BROKEN = {
    "nobody there": (
        lambda: replace(make_mitchell(), contestants=0),
        ["count-too-small", "contestant-count"],
        "The plan says 0 contestants. It needs at least 1.",
    ),
    "three winners": (
        lambda: replace(make_howell(), winners=3),
        ["winners-unknown"],
        "The plan says 3 winners. A contest of pairs has 1 or 2.",
    ),
    "a round left out": (
        lambda: remove_round(make_howell(), 4),
        ["round-gap"],
        "Round 4 has no tables in play. Add rows, or renumber the later rounds.",
    ),
    "the last round left out": (
        lambda: remove_round(make_mitchell(), 3),
        ["round-gap"],
        "Round 3 has no tables in play. Add rows, or renumber the later rounds.",
    ),
    "the first table never used": (
        lambda: replace(
            make_mitchell(),
            tables=4,
            rows=tuple(replace(row, table_no=row.table_no + 1) for row in make_mitchell().rows),
        ),
        ["table-gap"],
        "The plan has 4 tables but never uses table 1.",
    ),
    "a table too many": (
        lambda: replace(make_howell(), tables=5),
        ["table-gap"],
        "The plan has 5 tables but never uses table 5.",
    ),
    "a table listed twice": (
        lambda: replace(make_mitchell(), rows=(make_mitchell().rows[0], *make_mitchell().rows)),
        ["table-twice", "pair-twice", "pair-twice", "set-at-two-tables"],
        "Table 1 is listed twice in round 1. A table plays once per round.",
    ),
    "a round too many": (
        lambda: replace(make_howell(), rounds=6, guarantees=()),
        ["round-unknown"] * 4,
        "Table 1 is listed in round 7, but the plan has rounds 1 to 6.",
    ),
    "a sit-out after the end": (
        lambda: add_sit_outs(make_half_table(), SitOut(4, 1)),
        ["round-unknown"],
        "Pair 1 sits out round 4, but the plan has rounds 1 to 3.",
    ),
    "a table number too high": (
        lambda: replace_row(make_howell(), 3, 4, table_no=9),
        ["table-unknown"],
        "Round 3 uses table 9, but the plan has tables 1 to 4.",
    ),
    "a sit-out at a table too high": (
        lambda: replace(
            make_half_table(),
            sit_outs=(
                replace(make_half_table().sit_outs[0], table_no=7),
                *make_half_table().sit_outs[1:],
            ),
        ),
        ["table-unknown"],
        "Pair 3 waits at table 7 in round 1, but the plan has tables 1 to 3.",
    ),
    "fewer pairs than said": (
        lambda: replace(make_howell(), contestants=9),
        ["contestant-count"],
        "The plan is for 9 pairs but uses 8 pair numbers.",
    ),
    "a pair number too high": (
        lambda: replace_row(make_howell(), 2, 1, ns=11),
        ["contestant-unknown", "sit-out-missing"],
        "Pair 11 plays at table 1 in round 2, but pair numbers go from 1 to 8.",
    ),
    "a sit-out by a pair number too high": (
        lambda: add_sit_outs(make_half_table(), SitOut(1, 9)),
        ["contestant-unknown", "never-plays"],
        "Pair 9 sits out round 1, but pair numbers go from 1 to 6.",
    ),
    "a pair against itself": (
        lambda: replace_row(make_mitchell(), 1, 2, ew=2),
        ["pair-against-itself", "sit-out-missing"],
        "Pair 2 plays against itself at table 2 in round 1.",
    ),
    "a pair at two tables": (
        lambda: replace_row(make_howell(), 1, 2, ns=8),
        ["pair-twice", "board-twice", "sit-out-missing"],
        "Pair 8 is at tables 1 and 2 in round 1. Choose one.",
    ),
    "a pair on the other side": (
        lambda: replace_row(make_mitchell(), 2, 1, ns=6, ew=1),
        ["line-changed", "line-changed"],
        (
            "Pair 6 sits N-S at table 1 in round 2 but E-W at table 3 in round 1. With two winners, pairs keep their "
            "direction."
        ),
    ),
    "a sit-out listed twice": (
        lambda: add_sit_outs(make_half_table(), make_half_table().sit_outs[0]),
        ["sit-out-twice"],
        "Pair 3 is listed twice as sitting out round 1.",
    ),
    "a sit-out by a pair that plays": (
        lambda: add_sit_outs(make_half_table(), SitOut(1, 1)),
        ["sit-out-contradicts"],
        "Pair 1 sits out round 1 but also plays at table 1.",
    ),
    "a sit-out at a table in play": (
        lambda: replace(
            make_half_table(),
            sit_outs=(
                replace(make_half_table().sit_outs[0], table_no=2),
                *make_half_table().sit_outs[1:],
            ),
        ),
        ["sit-out-contradicts"],
        "Pair 3 waits at table 2 in round 1, where 2 and 5 play.",
    ),
    "a sit-out missing": (
        lambda: replace(make_half_table(), sit_outs=make_half_table().sit_outs[1:]),
        ["sit-out-missing"],
        "Pair 3 neither plays nor sits out in round 1. Seat it or list the sit-out.",
    ),
    "a table left out in the first round": (
        lambda: without_row(make_howell(), 1, 1),
        ["sit-out-missing", "sit-out-missing"],
        "Pair 1 neither plays nor sits out in round 1. Seat it or list the sit-out.",
    ),
    "a table left out in the last round": (
        lambda: without_row(make_howell(), 7, 1),
        ["sit-out-missing", "sit-out-missing"],
        "Pair 8 neither plays nor sits out in round 7. Seat it or list the sit-out.",
    ),
    "a pair number 0": (
        lambda: replace_row(make_howell(), 2, 1, ns=0),
        ["contestant-unknown", "sit-out-missing"],
        "Pair 0 plays at table 1 in round 2, but pair numbers go from 1 to 8.",
    ),
    "a pair that never plays": (
        lambda: add_sit_outs(
            replace(make_howell(), contestants=9, tables=5), *(SitOut(r, 9, 5) for r in range(1, 8))
        ),
        ["never-plays"],
        "Pair 9 sits out every round. Remove it from the plan, or give it opponents.",
    ),
    "a set number too high": (
        lambda: replace(make_howell(), board_sets=6),
        ["set-unknown"] * 4 + ["board-unknown"] * 2,
        "Board set 7 contains board 13, but the plan has boards 1 to 12.",
    ),
    "boards of another set": (
        lambda: replace_row(make_mitchell(), 3, 2, boards=(1, 9)),
        ["boards-not-of-set"],
        "Table 2 plays boards 1 and 9 in round 3, but board set 1 has boards 1 and 2.",
    ),
    "a board missing from a row": (
        lambda: replace_row(make_mitchell(), 3, 2, boards=(1,)),
        ["boards-not-of-set"],
        "Table 2 plays board 1 in round 3, but board set 1 has boards 1 and 2.",
    ),
    "a set with a board too few": (
        lambda: replace_boards(make_mitchell(), 2, (3,)),
        ["set-size"],
        "Board set 2 has 1 board, but every set must have 2.",
    ),
    "a board number too high": (
        lambda: replace_boards(make_mitchell(), 2, (3, 40)),
        ["board-unknown"],
        "Board set 2 contains board 40, but the plan has boards 1 to 6.",
    ),
    "a board in two sets": (
        lambda: replace_boards(make_mitchell(), 2, (3, 5)),
        ["board-in-two-sets", *["board-twice"] * 6],
        "Board 5 is in board sets 2 and 3. Choose one.",
    ),
    "a set at two tables": (
        lambda: replace_row(make_sharing(), 2, 1, shared=False),
        ["set-at-two-tables"],
        "Board set 2 is at tables 1 and 4 in round 2. Mark all of them as sharing.",
    ),
    "a second copy that is not there": (
        lambda: replace_row(make_sharing(), 2, 1, copy_no=2, shared=False),
        ["copy-unknown", "shared-alone"],
        "Table 1 plays copy 2 of board set 2 in round 2, but there is only one copy.",
    ),
    "a third copy of two": (
        lambda: replace_row(replace(make_mitchell(), copies=2), 2, 1, copy_no=3),
        ["copy-unknown"],
        "Table 1 plays copy 3 of board set 2 in round 2, but there are copies 1 to 2.",
    ),
    "sharing with nobody": (
        lambda: replace_row(make_mitchell(), 2, 3, shared=True),
        ["shared-alone"],
        "Table 3 shares board set 1 in round 2, but no other table has it.",
    ),
    "a set again": (
        lambda: replace_row(make_mitchell(), 3, 1, board_set=1, boards=(1, 2), shared=True),
        ["board-twice", "board-twice", "set-at-two-tables"],
        "Pair 1 plays boards 1 and 2 at table 1 in round 3, as it did at table 1 in round 1.",
    ),
    "a bye-stand behind no table": (
        lambda: replace(
            make_sharing(), bye_stands=(replace(make_sharing().bye_stands[0], after_table=5),)
        ),
        ["bye-stand-unknown"],
        "The bye-stand in round 1 is after table 5, but the tables are 1 to 4.",
    ),
    "a bye-stand before the first table": (
        lambda: replace(
            make_sharing(), bye_stands=(replace(make_sharing().bye_stands[0], after_table=0),)
        ),
        ["bye-stand-unknown"],
        "The bye-stand in round 1 is after table 0, but the tables are 1 to 4.",
    ),
    "a bye-stand in no round": (
        lambda: replace(make_sharing(), bye_stands=(ByeStand(5, 1, 2),)),
        ["bye-stand-unknown"],
        "The bye-stand after table 2 in round 5 has board set 1. The plan has 4 rounds and 4 sets.",
    ),
    "a set at rest and in play": (
        lambda: replace(make_sharing(), bye_stands=(ByeStand(1, 2, 2),)),
        ["bye-stand-in-play"],
        "The bye-stand after table 2 in round 1 has board set 2, which table 2 is playing.",
    ),
    "a player in two seats": (
        lambda: with_players(players(), 1, 1, 4, 1, 4, 8),
        ["player-twice", "sit-out-missing"],
        "Player 4 has two seats at table 1 in round 1. Give one to another player.",
    ),
    "a player at two tables": (
        lambda: with_players(players(), 1, 1, 5, 1, 2, 8),
        ["player-twice", "sit-out-missing", "partner-twice"],
        "Player 5 is at tables 1 and 2 in round 1. Choose one.",
    ),
    "a player number too high": (
        lambda: with_players(players(), 1, 1, 44, 1, 2, 8),
        ["contestant-unknown", "sit-out-missing"],
        "Player 44 plays at table 1 in round 1, but player numbers go from 1 to 8.",
    ),
    "a partner again": (
        lambda: with_players(players(), 1, 1, 4, 1, 8, 2),
        ["partner-twice", "partner-twice"],
        "Players 4 and 8 are partners twice: at table 1 in round 1, and at table 1 in round 4.",
    ),
    "a table without players": (
        lambda: replace_row(players(), 1, 1, players=None),
        ["players-missing", *["sit-out-missing"] * 4],
        "Table 1 in round 1 is missing its players N, E, S and W.",
    ),
    "a partnership called otherwise": (
        lambda: replace_row(players(), 3, 1, ns=1001),
        ["partnership-wrong"],
        "Table 1 in round 3 calls players 4 and 6 partnership 1001. Each partnership needs its own number.",
    ),
    "players who know a board": (
        lambda: replace_row(
            replace_row(players(), 2, 1, board_set=1, boards=(1, 2)),
            2,
            2,
            board_set=1,
            boards=(2, 1),
        ),
        ["board-twice"] * 8 + ["guarantee-broken"] * 0,
        "Player 8 plays boards 1 and 2 at table 1 in round 2, as they did at table 1 in round 1.",
    ),
    "a player number 0": (
        lambda: replace_row(teams(), 1, 1, players=(0, 5, 2, 6)),
        ["player-unknown"],
        "Table 1 in round 1 seats player 0. Player numbers start at 1.",
    ),
    "a player of two teams": (
        lambda: replace_row(teams(), 2, 1, players=(1, 3, 2, 8)),
        ["player-of-two", "player-twice"],
        "Player 3 sits for team 1 (table 2, round 1) and for team 2 (table 1, round 2).",
    ),
    "a team against itself": (
        lambda: replace_row(teams(), 1, 1, ew=1, players=None),
        ["pair-against-itself"],
        "Team 1 plays against itself at table 1 in round 1.",
    ),
    "a promise not kept": (
        lambda: replace(make_howell(), guarantees=("ns-pairs-stay",)),
        ["guarantee-broken"],
        "The plan promises “N-S pairs keep their tables.”, but its rows break it.",
    ),
    "a promise nobody knows": (
        lambda: replace(make_howell(), guarantees=("good-coffee",)),
        ["guarantee-unknown"],
        "The plan promises “good-coffee”, which can’t be checked. Remove it.",
    ),
}
