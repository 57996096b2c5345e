"""Boards played twice, wrong boards, wrong pairs and pairs that sat the other way round.

Law 15 of 2017 has three cases. If one of the pairs had played the board before, the score is
cancelled for both (15B1). If neither had played it, the score stands (15B2). A *robbed* pair, which
can no longer play a board, gets an award (15B3).
"""

from collections.abc import Iterable, Iterator

from scoring.laws.irregularities.model import (
    AWARD_SIGN,
    AWARDS_LAW,
    CANCELLED,
    NO_FAULTS,
    NOT_DUE,
    Irregularity,
    IrregularityKind,
    RuledLine,
    RulingChoice,
    SessionLines,
    SideFault,
    TableLine,
    format_sentence,
    format_share,
    make_award_line,
    make_unawarded_line,
)
from scoring.laws.irregularities.played import (
    BoardAndPair,
    SessionIndex,
    describe_table,
    format_boards,
    get_opponent,
    list_board_numbers,
    list_pairs,
)

TWICE_LAW = "Law 15B1"
STANDS_LAW = "Law 15B2"
ROBBED_LAW = f"Law 15B3, {AWARDS_LAW}"
SEATS_LAW = "Law 5"


def iter_mistakes(
    played: SessionIndex, explained_boards: set[BoardAndPair]
) -> Iterator[Irregularity]:
    """Yield the mistakes at tables.

    Boards that pairs can no longer play because of a mistake are added to *explained_boards*.
    """
    for lines in _group_lines(played.second_plays):
        yield from _iter_second_plays(played, lines, explained_boards)
    for lines in _group_lines(played.wrong_lines):
        yield from _iter_wrong_lines(played, lines, explained_boards)
    for lines in _group_lines(played.turned_lines):
        yield _make_wrong_direction_irregularity(played.session, lines)


def _group_lines(lines: Iterable[TableLine]) -> list[list[TableLine]]:
    """Return *lines* by round, table and pairs: one irregularity is made for each."""
    lines_by_table_and_pairs: dict[tuple[int, int, int, int], list[TableLine]] = {}
    for line in lines:
        lines_by_table_and_pairs.setdefault(
            (line.round_no, line.table_no, line.ns, line.ew), []
        ).append(line)
    return list(lines_by_table_and_pairs.values())


def _make_irregularity_key(kind: IrregularityKind, lines: list[TableLine]) -> str:
    first = lines[0]
    return f"{kind.value}-{first.round_no}-{first.table_no}-{first.ns}-{first.ew}"


def _iter_second_plays(
    played: SessionIndex, lines: list[TableLine], explained_boards: set[BoardAndPair]
) -> Iterator[Irregularity]:
    """Yield the irregularity that *lines* were played a second time, unless it is settled already."""
    session = played.session
    cause = played.explain_cause(lines[0])
    # The proposed fault comes first: none if the room moved wrongly, otherwise of the pairs.
    faults = [SideFault.FULL, SideFault.PARTLY, SideFault.NONE]
    if cause.is_wrong_move_of_room:
        faults.reverse()
    reason = format_sentence("board played twice")
    cancelled_lines = [
        make_unawarded_line(line, CANCELLED, TWICE_LAW, reason)
        for line in lines
        if not line.is_void
    ]
    choices = []
    for fault in faults:
        awards = [award for line in lines for award in _iter_lost_board_awards(played, line, fault)]
        awards_part = f"; {describe_awards(session, awards)}" if awards else ""
        label = format_sentence("Cancel it; keep the first score{awards}", awards=awards_part)
        choices.append(RulingChoice(f"void-{fault.value}", label, (*cancelled_lines, *awards)))
        explained_boards |= {
            (award.board_no, pair) for award in awards for pair in (award.ns, award.ew)
        }
    proposed_choice = choices[0]
    if not proposed_choice.lines:
        return
    has_awards = any(line.score_text != CANCELLED for line in proposed_choice.lines)
    previous_pairs = dict.fromkeys(
        pair for line in lines for pair in played.list_previous_pairs(line)
    )
    description = format_sentence(
        "{ns} and {ew} played {boards}{where}, which {seen} had played before{cause}.",
        ns=session.get_name(lines[0].ns),
        ew=session.get_name(lines[0].ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_table(lines[0]),
        seen=" and ".join(map(session.get_name, previous_pairs)),
        cause=cause.description,
    )
    laws = f"{TWICE_LAW}; {ROBBED_LAW}" if has_awards else TWICE_LAW
    yield Irregularity(
        IrregularityKind.PLAYED_TWICE,
        _make_irregularity_key(IrregularityKind.PLAYED_TWICE, lines),
        description=description,
        law=laws,
        board_nos=list_board_numbers(lines),
        pairs=list_pairs(proposed_choice.lines),
        # Without awards the choices are the same.
        choices=tuple(choices) if has_awards else (proposed_choice,),
    )


def _iter_lost_board_awards(
    played: SessionIndex, line: TableLine, fault: SideFault
) -> Iterator[RuledLine]:
    """Yield the awards for the pairs of *line* that had not played its board before.

    Such a pair gets an award by *fault*, and the opponents that it was due to meet get average plus.
    """
    for pair in (line.ns, line.ew):
        if not played.has_nothing_on_board(line.board_no, pair):
            continue
        for row in played.due_lines_by_board_and_pair.get((line.board_no, pair), ())[:1]:
            other_pair = get_opponent(row, pair)
            # Opponents who have a score on the board already get nothing more.
            is_other_due = played.has_nothing_on_board(line.board_no, other_pair)
            other_fault = SideFault.NONE if is_other_due else None
            faults = (fault, other_fault) if row.ns == pair else (other_fault, fault)
            reason = format_sentence(
                "can’t be played: {who} played it elsewhere", who=played.session.get_name(pair)
            )
            yield make_award_line(
                played.session, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, reason
            )


def _iter_wrong_lines(
    played: SessionIndex, lines: list[TableLine], explained_boards: set[BoardAndPair]
) -> Iterator[Irregularity]:
    """Yield the irregularity that *lines* weren't due, unless it is settled already."""
    session = played.session
    first_line = lines[0]
    has_robbed_pairs = any(played.list_robbed_pairs(line) for line in lines)
    awards = tuple(
        award
        for line in lines
        for award in _iter_robbed_pairs_awards(played, line, explained_boards)
    )
    dropped_lines = tuple(
        row for line in lines for row in _iter_dropped_lines(played, line, awards)
    )
    if has_robbed_pairs and not awards and not dropped_lines:
        return
    due_lines = played.due_lines_by_table.get((first_line.round_no, first_line.table_no), ())
    if due_lines and set(list_board_numbers(lines)) <= set(list_board_numbers(due_lines)):
        kind = IrregularityKind.WRONG_PAIRS
        text = "{ns} and {ew} played {boards}{where}; {due_ns} and {due_ew} were due{cause}."
    else:
        kind = IrregularityKind.WRONG_BOARD
        text = "{ns} and {ew} played {boards}{where}, which they weren’t due to play{cause}."
    due_ns, due_ew = (due_lines[0].ns, due_lines[0].ew) if due_lines else (0, 0)
    description = format_sentence(
        text,
        ns=session.get_name(first_line.ns),
        ew=session.get_name(first_line.ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_table(first_line),
        due_ns=session.get_name(due_ns),
        due_ew=session.get_name(due_ew),
        cause=played.explain_cause(first_line).description,
    )
    if awards:
        laws = f"{STANDS_LAW}; {ROBBED_LAW}"
        choice_label = format_sentence(
            "Keep the score; {awards}", awards=describe_awards(session, awards)
        )
    else:
        laws = STANDS_LAW
        choice_label = format_sentence("Keep the score")
    yield Irregularity(
        kind,
        _make_irregularity_key(kind, lines),
        description=description,
        law=laws,
        board_nos=list_board_numbers(lines),
        pairs=list_pairs(awards) or (first_line.ns, first_line.ew),
        choices=(RulingChoice("stands", choice_label, (*awards, *dropped_lines)),),
    )


def _iter_robbed_pairs_awards(
    played: SessionIndex, line: TableLine, explained_boards: set[BoardAndPair]
) -> Iterator[RuledLine]:
    """Yield the awards for the pairs that can no longer play the board of *line*.

    If one of them is due N-S and the other E-W, they share a line.
    """
    session = played.session
    robbed_pairs = [
        (pair, row)
        for pair, row in played.list_robbed_pairs(line)
        if played.has_nothing_on_board(line.board_no, pair)
        and (line.board_no, pair) not in explained_boards
    ]
    explained_boards |= {(line.board_no, pair) for pair, _row in robbed_pairs}
    reason = format_sentence(
        "can’t be played: {who} played it elsewhere",
        who=f"{session.get_name(line.ns)} and {session.get_name(line.ew)}",
    )
    ns_pairs = [pair for pair, row in robbed_pairs if row.ns == pair]
    ew_pairs = [pair for pair, row in robbed_pairs if row.ew == pair]
    if session.winner_count == 1 and len(robbed_pairs) == 2 and not (ns_pairs and ew_pairs):
        # With one winner the direction of an award doesn't matter, so they share a line too.
        (first, _row), (second, _row) = robbed_pairs
        ns_pairs, ew_pairs = [first], [second]
    if len(ns_pairs) == len(ew_pairs) == 1:
        yield make_award_line(
            session, line.board_no, ns_pairs[0], ew_pairs[0], NO_FAULTS, ROBBED_LAW, reason
        )
        return
    for pair, row in robbed_pairs:
        faults = (SideFault.NONE, None) if row.ns == pair else (None, SideFault.NONE)
        yield make_award_line(session, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, reason)


def _iter_dropped_lines(
    played: SessionIndex, line: TableLine, awards: tuple[RuledLine, ...]
) -> Iterator[RuledLine]:
    """Yield the due lines that won't be played, because the pairs of *line* have played its board."""
    settled_boards = {(line.board_no, frozenset((line.ns, line.ew)))}
    settled_boards |= {(award.board_no, frozenset((award.ns, award.ew))) for award in awards}
    settled_boards |= {
        (award.board_no, frozenset((award.ns, award.ew))) for award in played.session.awarded_lines
    }
    reason = format_sentence("played elsewhere").lower()
    for pair in (line.ns, line.ew):
        for row in played.due_lines_by_board_and_pair.get((line.board_no, pair), ()):
            if (line.board_no, frozenset((row.ns, row.ew))) not in settled_boards:
                yield make_unawarded_line(row, f"{NOT_DUE}: {reason}", STANDS_LAW, reason)


def _make_wrong_direction_irregularity(
    session: SessionLines, lines: list[TableLine]
) -> Irregularity:
    first_line = lines[0]
    description = format_sentence(
        "Wrong direction: {ns} sat N-S and {ew} E-W on {boards}{where}.",
        ns=session.get_name(first_line.ns),
        ew=session.get_name(first_line.ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_table(first_line),
    )
    boards = list_board_numbers(lines)
    choices = (RulingChoice("stands", format_sentence("Keep the score")),)
    return Irregularity(
        IrregularityKind.TURNED,
        _make_irregularity_key(IrregularityKind.TURNED, lines),
        description=description,
        law=SEATS_LAW,
        board_nos=boards,
        pairs=(first_line.ns, first_line.ew),
        choices=choices,
    )


def describe_awards(session: SessionLines, lines: Iterable[RuledLine]) -> str:
    """Return the awards of *lines* in words: ``"60% for pair 5 and pair 10"``."""
    names_by_share: dict[str, dict[str, None]] = {}  # a dict of names keeps their order
    for line in lines:
        ns_text, _, ew_text = line.score_text.removeprefix(AWARD_SIGN).partition("/")
        # A text without a slash, "A6040", has awards for both sides.
        sides = ((line.ns, line.ns_fault, ns_text or "-"), (line.ew, line.ew_fault, ew_text or "-"))
        for pair, fault, text in sides:
            if text != NOT_DUE:
                names_by_share.setdefault(format_share(fault), {})[session.get_name(pair)] = None
    return ", ".join(
        f"{share} for {' and '.join(names)}" for share, names in names_by_share.items()
    )
