"""Find all problems of a field before it is scored."""

from collections import Counter
from collections.abc import Collection, Iterator

from scoring.bridge.rulings import BYE, UNITS, Adjustment, LineState, PointShift
from scoring.bridge.sentences import BridgeSentences
from scoring.errors import ScoringError
from scoring.model import USUAL_LISTS, Board, BoardColumns, Field, Line
from scoring.naming import SIDE_NAMES, contestant_name
from scoring.ranking import line_keys
from scoring.sentences import ScoringSentences


def check_field(field: Field, *, has_large_teams: bool = False) -> list[ScoringError]:
    """Return every fault of *field*, board by board.

    Where teams are large, several of their pairs may have a board in one direction.

    >>> from scoring import Line
    >>> field = Field(2, (Board(1, (Line(1, 1, 50), Line(1, 2, 50))),))
    >>> [str(fault) for fault in check_field(field)]
    ['Board 1: N-S 1 has two results. Delete one.']
    """
    faults: list[ScoringError] = []
    if field.winners not in (1, 2):
        faults.append(ScoringError(ScoringSentences.FIELD_WINNERS, winners=field.winners))
    seen: set[tuple[int | None, int, bool]] = set()
    for board in field.boards:
        key = (
            board.round_no,
            board.board_no,
            board.is_half,
        )  # others may play it whole in the same round
        if key in seen:
            faults.append(ScoringError(ScoringSentences.FIELD_BOARD_TWICE, board_no=board.board_no))
        seen.add(key)
        if field.contest == "teams":
            faults += _team_faults(board, has_large_teams=has_large_teams)
        else:
            faults += _line_faults(board, one_winner=field.winners == 1)
    if any(any(board.columns.sections) for board in field.boards):
        faults += _section_faults(field)
    if field.credits or field.strata:
        faults += _member_faults(field)
    return faults


def _team_faults(board: Board, *, has_large_teams: bool) -> Iterator[ScoringError]:
    """Yield the faults of team lines: each sits once in a direction.

    That may be at one table, where the two halves of a team play a board against each other.
    """
    seen: set[tuple[str, int]] = set()
    for line in board.lines:
        for side, number in (("N-S", line.ns), ("E-W", line.ew)):
            if (side, number) in seen and not has_large_teams:
                yield ScoringError(
                    ScoringSentences.FIELD_TWICE_ON_BOARD,
                    board_no=board.board_no,
                    contestant=f"team {number} {side}",
                )
            seen.add((side, number))
        yield from _result_faults(board, line)


def line_name(board: Board, line: Line) -> str:
    """Return how a sentence names *line*: board and contestants."""
    return f"Board {board.board_no}, {line.meeting}"


def _line_faults(board: Board, one_winner: bool) -> Iterator[ScoringError]:
    columns = board.columns
    if columns.are_plain:
        sides = [{*columns.ns, *columns.ew}] if one_winner else [set(columns.ns), set(columns.ew)]
        if sum(map(len, sides)) == 2 * len(board.lines):
            return
    ns_seen: set[int] = set()
    ew_seen: set[int] = ns_seen if one_winner else set()
    for line in board.lines:
        if one_winner and line.ns == line.ew:
            yield ScoringError(
                ScoringSentences.FIELD_OWN_OPPONENT,
                board_no=board.board_no,
                contestant=f"pair {line.ns}",
            )
            continue
        for side, list_name, number in zip(
            USUAL_LISTS, line.lists, (line.ns, line.ew), strict=True
        ):
            if not line.has_result_for(side):
                continue
            seen = ns_seen if list_name == "NS" else ew_seen
            if number in seen:
                contestant = f"pair {number}" if one_winner else f"{SIDE_NAMES[list_name]} {number}"
                yield ScoringError(
                    ScoringSentences.FIELD_TWICE_ON_BOARD,
                    board_no=board.board_no,
                    contestant=contestant,
                )
            seen.add(number)
        yield from _result_faults(board, line)


def _result_faults(board: Board, line: Line) -> Iterator[ScoringError]:
    if line.score is not None and line.artificial is not None:
        yield ScoringError(
            ScoringSentences.FIELD_TWO_RESULTS, board_no=board.board_no, ns=line.ns, ew=line.ew
        )
    elif line.assigned is not None and (line.score is not None or line.artificial is not None):
        yield ScoringError(BridgeSentences.FIELD_TWO_SCORES, where=line_name(board, line))
    if line.state is None:
        return
    stands = _found_text(line)
    if stands not in _FOUND[line.state]:
        yield ScoringError(
            BridgeSentences.FIELD_STATE,
            where=line_name(board, line),
            state=line.state.value,
            found=stands,
        )
    elif line.state is LineState.NOT_PLAYED and not line.reason.strip():
        yield ScoringError(BridgeSentences.FIELD_REASON, where=line_name(board, line))


_FOUND = {
    LineState.PASSED_OUT: ("a score of 0",),
    LineState.PLAYED: ("a score", "a score of 0"),
    LineState.NOT_PLAYED: ("no result",),
    LineState.ARTIFICIAL: ("an artificial score",),
    LineState.TO_BE_PLAYED: ("no result",),
}


def _found_text(line: Line) -> str:
    if line.artificial is not None:
        return "an artificial score"
    if line.score == 0:
        return "a score of 0"
    if line.is_scored:
        return "a score"
    return "no result"


def _are_in_own_sections(boards: Collection[BoardColumns], winners: int) -> bool:
    """Return whether every contestant is of one section, not line by line."""
    ns = set().union(*(zip(columns.ns, columns.sections, strict=True) for columns in boards))
    ew = set().union(*(zip(columns.ew, columns.sections, strict=True) for columns in boards))
    is_usual = all(columns.lists.count(USUAL_LISTS) == len(columns.lists) for columns in boards)
    sides = [ns, ew] if winners == 2 else [ns | ew]
    return is_usual and all(
        len(dict(side)) == len(side) and all(dict(side).values()) for side in sides
    )


def _section_faults(field: Field) -> Iterator[ScoringError]:
    """Yield lines without a section, and contestants of two sections."""
    if _are_in_own_sections([board.columns for board in field.boards], field.winners):
        return
    of_ns: dict[int, str] = {}
    of_ew = of_ns if field.winners == 1 else {}
    lists = {"NS": of_ns, "EW": of_ew}
    told = set()
    for board in field.boards:
        for line in board.lines:
            section = line.section
            if not section:
                yield ScoringError(
                    ScoringSentences.FIELD_SECTION_MISSING, where=line_name(board, line)
                )
                continue
            for list_name, key in zip(
                line.lists, line_keys(line, is_two=field.winners == 2), strict=True
            ):
                first = lists[list_name].setdefault(key[1], section)
                if first != section and key not in told:
                    told.add(key)
                    who = contestant_name(*key, kind=field.kind)
                    yield ScoringError(
                        ScoringSentences.FIELD_TWO_SECTIONS,
                        contestant=who,
                        first=first,
                        other=section,
                        board_no=board.board_no,
                    )


def _member_faults(field: Field) -> Iterator[ScoringError]:
    """Yield the faults of credits and strata."""
    lines = [line for board in field.boards for line in board.lines]
    known: set[tuple[str | None, int]] = {
        (None, number) for line in lines for number in (line.ns, line.ew)
    }
    if field.winners == 2:
        known = {key for line in lines for key in line_keys(line, is_two=True)}
    byes = {(credit.direction, credit.contestant) for credit in field.credits if credit.kind == BYE}
    yield from _credit_faults(field, {*known, *byes})
    yield from _stratum_faults(field, known)


def _credit_faults(
    field: Field, known: Collection[tuple[str | None, int]]
) -> Iterator[ScoringError]:
    seen = set()
    for credit in field.credits:
        if (credit.direction, credit.contestant) not in known:
            yield ScoringError(
                BridgeSentences.FIELD_STRANGER, contestant=credit.who(field.kind), credit=credit
            )
        key = (credit.direction, credit.contestant, credit.kind)
        if credit.kind not in ("penalty", BYE) and key in seen:
            yield ScoringError(
                BridgeSentences.FIELD_CREDIT_TWICE,
                contestant=credit.who(field.kind),
                kind=credit.kind,
            )
        seen.add(key)


def _stratum_faults(
    field: Field, known: Collection[tuple[str | None, int]]
) -> Iterator[ScoringError]:
    names = Counter(stratum.name for stratum in field.strata)
    yield from (
        ScoringError(BridgeSentences.FIELD_STRATUM_TWICE, stratum=name)
        for name, times in names.items()
        if times > 1
    )
    for stratum in field.strata:
        if not stratum.members:
            yield ScoringError(BridgeSentences.FIELD_STRATUM_EMPTY, stratum=stratum.name)
        for (direction, number), times in Counter(stratum.members).items():
            who = contestant_name(direction, number, kind=field.kind)
            if (direction, number) not in known:
                yield ScoringError(
                    BridgeSentences.FIELD_STRATUM_STRANGER, contestant=who, stratum=stratum.name
                )
            elif times > 1:
                yield ScoringError(
                    BridgeSentences.FIELD_STRATUM_MEMBER_TWICE,
                    contestant=who,
                    stratum=stratum.name,
                )


# What in a field a method has no rule for: all of it at once, before anything is scored.

MOVED = "moved"
"""What a method names among what it accepts where points of a line may be moved by hand."""


def check_accepted(
    field: Field, method: str, accepts: Collection[str], contest: str
) -> list[ScoringError]:
    """Return a fault for every ruling that *method* can't score.

    >>> from fractions import Fraction
    >>> from scoring.bridge.rulings import Adjustment
    >>> late = Adjustment("ns", Fraction(-3), "imp", "late")
    >>> field = Field(1, (Board(7, (Line(1, 2, 50, adjustments=(late,)),)),))
    >>> [str(fault) for fault in check_accepted(field, "matchpoints", {"mp", "%"}, "pairs")]
    ["Board 7, N-S 1 against E-W 2: matchpoints doesn't use imp. Enter the adjustment in mp, %."]
    """
    if field.contest != contest:
        return [
            ScoringError(
                BridgeSentences.FIELD_CONTEST, method=method, wanted=contest, given=field.contest
            )
        ]
    units = [unit for unit in UNITS if unit in accepts]
    faults: list[ScoringError] = []
    for board in field.boards:
        if not board.columns.are_plain:
            for line in board.lines:
                if line.adjustments or line.assigned or line.artificial or line.moved:
                    faults.extend(_ruling_faults(board, line, method, accepts, units))
    faults += [
        _unit_fault(credit.who(field.kind), method, credit.unit, units)
        for credit in field.credits
        if credit.unit not in accepts
    ]
    return faults


def _ruling_faults(
    board: Board, line: Line, method: str, accepts: Collection[str], units: list[str]
) -> Iterator[ScoringError]:
    refused, artificial, moved = [], line.artificial, line.moved
    if line.assigned is not None and "assigned" not in accepts:
        refused.append(("assigned scores of several parts", "enter one score"))
    if artificial is not None and artificial.is_own and "own-average" not in accepts:
        refused.append(
            ("a pair's own average", f"enter a share without a sign instead of {artificial}")
        )
    if artificial is not None and artificial.is_one_sided and "one-sided" not in accepts:
        refused.append(
            ("a share of one side alone", f"give both sides a share instead of {artificial}")
        )
    if moved is not None and MOVED not in accepts:
        refused.append(("points adjusted by hand", "enter a score, or remove the points"))
    for what, instead in refused:
        where = line_name(board, line)
        yield ScoringError(
            BridgeSentences.FIELD_NOT_SCORED,
            where=where,
            method=method,
            what=what,
            instead=instead,
        )
    shifts: list[Adjustment | PointShift] = (
        [moved] if moved is not None and MOVED in accepts else []
    )
    for given in (*shifts, *line.adjustments):
        if given.unit not in accepts:
            yield _unit_fault(line_name(board, line), method, given.unit, units)


def _unit_fault(where: str, method: str, unit: str, units: list[str]) -> ScoringError:
    if not units:
        what, instead = "penalties and credits", "subtract it from the total by hand"
        return ScoringError(
            BridgeSentences.FIELD_NOT_SCORED,
            where=where,
            method=method,
            what=what,
            instead=instead,
        )
    return ScoringError(
        BridgeSentences.FIELD_UNIT, where=where, method=method, unit=unit, known=", ".join(units)
    )
