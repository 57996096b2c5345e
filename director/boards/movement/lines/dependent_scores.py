"""Lines whose score depends on other tables or on a law: revokes, wrong deals, fouled boards.

Such a line has a mark in its entry (``entries.py``). A revoke at auction costs points whatever the
other tables have. All others are settled from the scores that were made at the tables, so the order
of the lines doesn't matter. If the other tables have no scores yet, a line keeps its own.

Tables that played other cards on a fouled board are a *group*, compared separately.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.entries import (
    AuctionRevoked,
    ExchangedHands,
    Mark,
    Revoke,
    WrongCards,
)
from director.boards.movement.sections import Key, ScoringField, fetch_section_acts
from director.core.base.act_kinds import ActKind
from director.core.night.history import filter_acts_in_force
from director.models import Act, FouledLine, Section
from scoring.bridge.rulings import Adjustment, AssignedScore, LineState, WeightedScore
from scoring.display import format_for_note
from scoring.laws.remedies import (
    OffendingSide,
    get_tricks_at_tables,
    score_by_fault,
    score_shifted_hands,
)
from scoring.model import Board, Line

_TIMES = {1: "once", 2: "twice"}
_SIDES = {OffendingSide.NS: "N-S", OffendingSide.EW: "E-W"}
_REVOKE_LAW = "[HOYLE1926] pp. 58-59"
_REVOKE_LAW_1900 = "[WDW1900] p. 65"
_AUCTION_LAW = "[HOYLE1926] p. 43, law 7"
_CARDS_LAW = "[HOYLE1926] p. 43, law 4"
_SHIFTED_LAW = "[HOYLE1926] p. 43, law 5"


@dataclass(frozen=True, slots=True)
class SettledBoard:
    """A board with every mark settled as far as possible."""

    board: Board
    reason_by_index: dict[int, str]  # by index of the line


def settle_marks(
    board: Board, mark_by_index: Mapping[int, Mark], accepted_units: Collection[str] = ()
) -> SettledBoard:
    """Settle the lines of *board* that have *mark_by_index*, by index of the line.

    *accepted_units* are the kinds of scores and the units that the scoring method has a rule for.
    """
    lines = list(board.lines)
    reason_by_index: dict[int, str] = {}
    shifted_indexes = {
        index for index, mark in mark_by_index.items() if isinstance(mark, ExchangedHands)
    }
    if shifted_indexes:
        _settle_shifted(board, shifted_indexes, lines, reason_by_index)
    for index, mark in mark_by_index.items():
        line = board.lines[index]
        if isinstance(mark, AuctionRevoked):
            lines[index], reason_by_index[index] = _settle_auction_revoke(
                line, mark, accepted_units
            )
            continue
        # Without another score of the same cards there is nothing to settle by.
        if not any(_is_comparable(line, other_line) for other_line in board.lines):
            continue
        if isinstance(mark, Revoke):
            lines[index], reason_by_index[index] = _settle_revoke(board, line, mark)
        elif isinstance(mark, WrongCards):
            lines[index], reason_by_index[index] = _settle_wrong_cards(board, line, mark.fault)
    return SettledBoard(replace(board, lines=tuple(lines)), reason_by_index)


def _is_comparable(line: Line, other_line: Line) -> bool:
    """Return whether *other_line* is another table with a score, of the same cards."""
    return (
        other_line is not line and other_line.group == line.group and other_line.score is not None
    )


def _settle_revoke(board: Board, line: Line, revoked: Revoke) -> tuple[Line, str]:
    tricks, other_tricks = get_tricks_at_tables(board, line.ns, revoked.side)
    settlement = revoked.settle(tricks, other_tricks)
    law = _REVOKE_LAW_1900 if revoked.is_1900 else _REVOKE_LAW
    times_text = _TIMES.get(revoked.revokes, f"{revoked.revokes} times")
    average = format_for_note(Fraction(sum(other_tricks), len(other_tricks)))
    offenders_text = format_for_note(settlement.offenders_tricks)
    victims_text = format_for_note(settlement.opponents_tricks)
    if revoked.side == "NS":
        side, other_side = "N-S", "E-W"
        ns_score = settlement.offenders_tricks
    else:
        side, other_side = "E-W", "N-S"
        ns_score = settlement.opponents_tricks
    reason = (
        f"{side} made {tricks} and revoked {times_text}; at the other tables {side} won at least {min(other_tricks)} and "
        f"{average} on average, so {side} count {offenders_text} and {other_side} {victims_text} ({law})."
    )
    # A score made at a table is whole, but a settled one may be an average.
    return line._replace(score=ns_score), reason  # type: ignore[arg-type]


def _settle_auction_revoke(
    line: Line, revoked: AuctionRevoked, accepted_units: Collection[str]
) -> tuple[Line, str]:
    """Return *line* with the points taken from the result of the side that revoked.

    If the method has no rule for a result of one side alone, both sides get the lower score.
    """
    side = revoked.side.lower()
    times_text = _TIMES.get(revoked.revokes, f"{revoked.revokes} times")
    side_name = _SIDES[OffendingSide(side)]
    reason = f"{side_name} revoked {times_text} and lose {revoked.penalty} points ({_AUCTION_LAW})."
    if "points" in accepted_units:
        penalty = Adjustment(side, -Fraction(revoked.penalty), "points", "revoke")
        return line._replace(adjustments=(*line.adjustments, penalty)), reason
    score = line.score or 0
    ruled_score = score - revoked.penalty if side == "ns" else score + revoked.penalty
    if "one-sided" in accepted_units:
        result_scores = (WeightedScore(score),)
        ruled_scores = (WeightedScore(ruled_score),)
        if side == "ns":
            assigned = AssignedScore(ruled_scores, result_scores)
        else:
            assigned = AssignedScore(result_scores, ruled_scores)
        return line._replace(score=None, assigned=assigned), reason
    return line._replace(score=ruled_score), reason


def _settle_wrong_cards(
    board: Board, line: Line, offending_side: OffendingSide
) -> tuple[Line, str]:
    settled_line = score_by_fault(board, line.ns, offending_side).lines[board.lines.index(line)]
    if settled_line.score is None:
        reason = (
            "Both sides had a hand with the wrong number of cards: "
            f"the table takes the average ({_CARDS_LAW})."
        )
        return settled_line._replace(state=LineState.ARTIFICIAL), reason
    extreme = "lowest" if offending_side is OffendingSide.NS else "highest"
    reason = (
        f"{_SIDES[offending_side]} had a hand with the wrong number of cards and get the worst result of the other tables, "
        f"the {extreme} score of N-S there: {format_for_note(settled_line.score)} ({_CARDS_LAW})."
    )
    return settled_line._replace(state=LineState.PLAYED), reason


def _settle_shifted(
    board: Board, shifted_indexes: set[int], lines: list[Line], reason_by_index: dict[int, str]
) -> None:
    """Give the average to the smaller group: the tables that exchanged two hands, or the others."""
    shifted_pairs = {board.lines[index].ns for index in shifted_indexes}
    averaged_board = score_shifted_hands(board, shifted_pairs)
    table_count = sum(line.score is not None for line in board.lines)
    for index, averaged_line in enumerate(averaged_board.lines):
        # A line outside the smaller group comes back as the same object.
        if averaged_line is board.lines[index]:
            continue
        lines[index] = averaged_line._replace(state=LineState.ARTIFICIAL)
        condition = "exchanged" if index in shifted_indexes else "as they were dealt"
        reason_by_index[index] = (
            f"Two hands were exchanged at {len(shifted_indexes)} of {table_count} tables; "
            f"a table that played them {condition} takes the average ({_SHIFTED_LAW})."
        )


FOULED = FouledLine._meta.label_lower
LETTERS = ("B", "C", "D")
"""Groups in addition to the first, which has the dealt cards and no letter."""


def fetch_group_by_line(section: Section) -> dict[Key, str]:
    """Return the group of every line of *section* outside the first group of its board."""
    if not section.is_fouled:  # spares the query for most sections
        return {}
    stored_groups = section.fouled_lines.values_list("board_no", "ns", "ew", "letter")
    return {(board_no, ns, ew): letter for board_no, ns, ew, letter in stored_groups}


def fetch_field_group_by_line(scoring_field: ScoringField) -> dict[Key, str]:
    """Return the groups of all sections. Groups of different sections are never the same."""
    if not scoring_field.has_several_sections:
        return fetch_group_by_line(scoring_field.sections[0])
    groups = {}
    for section in scoring_field.sections:
        for line, letter in fetch_group_by_line(section).items():
            groups[scoring_field.get_field_key(section, line)] = (
                f"{letter} of section {section.letter}"
            )
    return groups


def fetch_board_group_by_pairs(section: Section, board_no: int) -> dict[tuple[int, int], str]:
    """Return the group of every line of *board_no* outside the first, by N-S and E-W pair."""
    return {
        (ns, ew): letter
        for (board, ns, ew), letter in fetch_group_by_line(section).items()
        if board == board_no
    }


def fetch_groups_act(section: Section, board_no: int) -> Act | None:
    """Return the latest act in force on the groups of *board_no*, or None. (Costs one query.)"""
    acts = filter_acts_in_force(fetch_section_acts(section, (ActKind.GROUPS,)))
    return next((act for act in acts if board_no in get_fouled_boards(act)), None)


def get_fouled_boards(act: Act) -> set[int]:
    """Return the boards whose groups *act* changed."""
    boards = set()
    for change in act.changes:
        if change["model"] == FOULED:
            # An added line has no record before the act, a removed one none after it.
            line = change["before"] or change["after"]
            boards.add(line["board_no"])
    return boards


def describe_lone_tables(board_no: int, groups: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a sentence for each group of *board_no* that has only one table.

    >>> describe_lone_tables(7, {"": ["1 against 4", "2 against 5"], "B": ["3 against 6"]})
    ['Board 7: 3 against 6 is alone in group B, so it’s compared with nobody. Choose another group if that’s wrong.']
    """
    if len(groups) == 1:
        return []
    sentences = []
    for letter, tables in groups.items():
        names = list(tables)
        if len(names) == 1:
            group_phrase = f"in group {letter}" if letter else "with the cards as dealt"
            sentences.append(
                f"Board {board_no}: {names[0]} is alone {group_phrase}, so "
                "it’s compared with nobody. Choose another group if that’s wrong."
            )
    return sentences
