"""Whether a question about the rest of a night can be meant, and the night it is about."""

from collections.abc import Iterator
from dataclasses import replace

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import listed
from movements.replan.phrases import PairNumbers, fault_phrase
from movements.replan.records import Change
from movements.replan.state import PlayState
from movements.sentences import MovementSentences

NEEDS = {
    "pair-leaves": ("pair",),
    "table-closes": ("table",),
    "rounds": ("rounds",),
    "boards-per-set": ("boards",),
    "movement": ("key",),
    "boards-exchanged": ("table", "other_table"),
    "late-table": ("table",),
}
IMPOSSIBLE = frozenset(
    {
        "board-in-two-sets",
        "board-unknown",
        "boards-not-of-set",
        "contestant-unknown",
        "copy-unknown",
        "pair-against-itself",
        "pair-twice",
        "round-unknown",
        "set-unknown",
        "table-twice",
        "table-unknown",
    }
)
"""Faults that rows of what was really played cannot have."""

MOST_ROUNDS = 120
MOST_NEW = 2


def state_after_change(night: PlayState, change: Change) -> PlayState:
    """Return the *night* of *change*, without the pairs that leave by it.

    :raises MovementError: one of its kinds, for what cannot be meant.
    """
    for name in NEEDS.get(change.kind, ()):
        if getattr(change, name) is None:
            raise MovementError(
                MovementSentences.CHANGE_INCOMPLETE,
                kind=change.kind,
                missing=name.replace("_", " "),
            )
    if not 1 <= night.from_round <= night.last + 1:
        raise MovementError(
            MovementSentences.FROM_ROUND, round_no=night.from_round, rounds=night.last
        )
    if not 1 <= change.pairs <= MOST_NEW:
        raise MovementError(MovementSentences.PAIRS_COMING, pairs=change.pairs)
    _refuse_impossible(night)
    if change.kind == "boards-exchanged" and change.table == change.other_table:
        raise MovementError(
            MovementSentences.CHANGE_INCOMPLETE, kind=change.kind, missing="other table"
        )
    leavers = set(_leavers(night, change))
    _refuse_table(night, change)
    _refuse_length(night, change)
    if leavers:
        return night.changed(gone=leavers)
    return night


def _refuse_impossible(night: PlayState) -> None:
    """Raise if reported rows can't have been played: a pair at two tables, a set that doesn't
    exist.
    """
    if not night.told:
        return
    played = replace(
        night.plan,
        rows=night.kept,
        sit_outs=night.kept_waits,
        rounds=night.from_round - 1,
        bye_stands=(),
        guarantees=(),
    )
    for fault in check_plan(played):
        if fault.code in IMPOSSIBLE:
            raise MovementError(MovementSentences.UNSOUND_DONE, fault=fault_phrase(fault))


def _leavers(night: PlayState, change: Change) -> Iterator[int]:
    if change.kind != "pair-leaves":
        return
    for pair in (change.pair, change.other_pair):
        if pair is not None:
            if pair not in night.pairs:
                raise MovementError(
                    MovementSentences.NO_SUCH_PAIR,
                    pair=PairNumbers((pair,)),
                    round_no=night.from_round,
                    pairs=PairNumbers(night.pairs),
                )
            yield pair


def _refuse_table(night: PlayState, change: Change) -> None:
    tables = sorted({row.table_no for row in night.plan.rows})
    for table in (change.table, change.other_table):
        if table is not None and table not in tables:
            raise MovementError(MovementSentences.NO_SUCH_TABLE, table=table, tables=listed(tables))


def _refuse_length(night: PlayState, change: Change) -> None:
    if change.kind == "rounds" and change.rounds is not None:
        fewest = max(1, night.from_round - 1)
        if not fewest <= change.rounds <= MOST_ROUNDS:
            begun = night.from_round - 1
            told = "1 has" if begun == 1 else f"{begun} have"
            raise MovementError(
                MovementSentences.ROUNDS_PLAYED, rounds=change.rounds, begun=told, most=MOST_ROUNDS
            )
    boards, most = change.boards, night.plan.boards_per_set
    if change.kind == "boards-per-set" and boards is not None and not 1 <= boards <= most:
        raise MovementError(MovementSentences.BOARDS_IN_ROUND, boards=boards, most=most)
