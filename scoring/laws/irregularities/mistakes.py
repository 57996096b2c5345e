"""Boards played twice, wrong boards, wrong pairs and pairs that sat the other way round.

Law 15 of 2017 has three cases. A board that one of the pairs had played before is cancelled for
both (15B1). A board that neither had played stands (15B2). A pair that can no longer have a score on
a board gets an award (15B3).
"""

from collections.abc import Iterable, Iterator

from scoring.laws.irregularities.model import (
    AWARD_SIGN,
    AWARDS_LAW,
    NEITHER,
    NOT_DUE,
    VOID,
    Choice,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
    TableLine,
    format_share,
    make_award_line,
    make_unawarded_line,
    say,
)
from scoring.laws.irregularities.played import (
    OnBoard,
    PlayedIndex,
    describe_place,
    format_boards,
    get_opponent,
    list_board_numbers,
    list_pairs,
)

TWICE_LAW = "Law 15B1"
STANDS_LAW = "Law 15B2"
ROBBED_LAW = f"Law 15B3, {AWARDS_LAW}"
SEATS_LAW = "Law 5"


def find_mistakes(played: PlayedIndex, claimed: set[OnBoard]) -> Iterator[Finding]:
    """Yield the mistakes at tables.

    Boards that pairs can't play any more because of a mistake are added to *claimed*.
    """
    for lines in _group_lines(played.twice):
        yield from _find_second_plays(played, lines, claimed)
    for lines in _group_lines(played.wrong):
        yield from _find_wrong_lines(played, lines, claimed)
    for lines in _group_lines(played.turned):
        yield _make_wrong_direction_finding(played.session, lines)


def _group_lines(lines: Iterable[TableLine]) -> list[list[TableLine]]:
    """Return *lines* by round, table and pairs: one finding is made for each."""
    tables: dict[tuple[int, int, int, int], list[TableLine]] = {}
    for line in lines:
        tables.setdefault((line.round_no, line.table_no, line.ns, line.ew), []).append(line)
    return list(tables.values())


def _make_finding_key(kind: Kind, lines: list[TableLine]) -> str:
    first = lines[0]
    return f"{kind.value}-{first.round_no}-{first.table_no}-{first.ns}-{first.ew}"


def _find_second_plays(
    played: PlayedIndex, lines: list[TableLine], claimed: set[OnBoard]
) -> Iterator[Finding]:
    """Yield the finding that *lines* were played a second time, unless nothing is left to do."""
    session = played.session
    cause = played.explain_cause(lines[0])
    # If several tables moved wrongly, usually no pair is at fault; else both pairs are.
    faults = [SideFault.FULL, SideFault.PARTLY, SideFault.NONE]
    if cause.is_of_all:
        faults.reverse()
    reason = say("board played twice")
    voids = [
        make_unawarded_line(line, VOID, TWICE_LAW, reason) for line in lines if not line.is_void
    ]
    choices = []
    for fault in faults:
        awards = [award for line in lines for award in _list_lost_board_awards(played, line, fault)]
        awards_part = f"; {describe_awards(session, awards)}" if awards else ""
        words = say("Cancel it; keep the first score{awards}", awards=awards_part)
        choices.append(Choice(f"void-{fault.value}", words, (*voids, *awards)))
        claimed |= {(award.board_no, pair) for award in awards for pair in (award.ns, award.ew)}
    proposed = choices[0]
    if not proposed.lines:
        return
    has_awards = any(line.text != VOID for line in proposed.lines)
    earlier_players = dict.fromkeys(
        pair for line in lines for pair in played.list_earlier_pairs(line)
    )
    words = say(
        "{ns} and {ew} played {boards}{where}, which {seen} had played before{cause}.",
        ns=session.name(lines[0].ns),
        ew=session.name(lines[0].ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_place(lines[0]),
        seen=" and ".join(map(session.name, earlier_players)),
        cause=cause.words,
    )
    laws = f"{TWICE_LAW}; {ROBBED_LAW}" if has_awards else TWICE_LAW
    yield Finding(
        Kind.PLAYED_TWICE,
        _make_finding_key(Kind.PLAYED_TWICE, lines),
        words,
        laws,
        list_board_numbers(lines),
        list_pairs(proposed.lines),
        # Without awards the choices are the same.
        tuple(choices) if has_awards else (proposed,),
    )


def _list_lost_board_awards(
    played: PlayedIndex, line: TableLine, fault: SideFault
) -> Iterator[RuledLine]:
    """Yield the awards for pairs of *line* that had not played the board, and their opponents."""
    for pair in (line.ns, line.ew):
        if not played.is_free(line.board_no, pair):
            continue
        for row in played.due_of.get((line.board_no, pair), ())[:1]:
            other_pair = get_opponent(row, pair)
            other_fault = SideFault.NONE if played.is_free(line.board_no, other_pair) else None
            faults = (fault, other_fault) if row.ns == pair else (other_fault, fault)
            reason = say(
                "can't be played: {who} played it elsewhere", who=played.session.name(pair)
            )
            yield make_award_line(
                played.session, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, reason
            )


def _find_wrong_lines(
    played: PlayedIndex, lines: list[TableLine], claimed: set[OnBoard]
) -> Iterator[Finding]:
    """Yield the finding that *lines* were not due, unless everything about them is settled."""
    session = played.session
    first = lines[0]
    has_robbed_pairs = any(played.list_robbed_pairs(line) for line in lines)
    awards = tuple(
        award for line in lines for award in _list_robbed_pairs_awards(played, line, claimed)
    )
    dropped = tuple(row for line in lines for row in _list_dropped_lines(played, line, awards))
    if has_robbed_pairs and not awards and not dropped:
        return
    due_here = played.due_at.get((first.round_no, first.table_no), ())
    if due_here and set(list_board_numbers(lines)) <= set(list_board_numbers(due_here)):
        kind, text = (
            Kind.WRONG_PAIRS,
            "{ns} and {ew} played {boards}{where}; {due_ns} and {due_ew} were due{cause}.",
        )
    else:
        kind, text = (
            Kind.WRONG_BOARD,
            "{ns} and {ew} played {boards}{where}, which they weren't due to play{cause}.",
        )
    due_ns, due_ew = (due_here[0].ns, due_here[0].ew) if due_here else (0, 0)
    words = say(
        text,
        ns=session.name(first.ns),
        ew=session.name(first.ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_place(first),
        due_ns=session.name(due_ns),
        due_ew=session.name(due_ew),
        cause=played.explain_cause(first).words,
    )
    if awards:
        laws = f"{STANDS_LAW}; {ROBBED_LAW}"
        choice_words = say("Keep the score; {awards}", awards=describe_awards(session, awards))
    else:
        laws = STANDS_LAW
        choice_words = say("Keep the score")
    yield Finding(
        kind,
        _make_finding_key(kind, lines),
        words,
        laws,
        list_board_numbers(lines),
        list_pairs(awards) or (first.ns, first.ew),
        (Choice("stands", choice_words, (*awards, *dropped)),),
    )


def _list_robbed_pairs_awards(
    played: PlayedIndex, line: TableLine, claimed: set[OnBoard]
) -> Iterator[RuledLine]:
    """Yield the awards of the scheduled opponents of both pairs of *line*.

    If one is due N-S and the other E-W, both are put on one line.
    """
    session = played.session
    robbed = [
        (pair, row)
        for pair, row in played.list_robbed_pairs(line)
        if played.is_free(line.board_no, pair) and (line.board_no, pair) not in claimed
    ]
    claimed |= {(line.board_no, pair) for pair, _row in robbed}
    reason = say(
        "can't be played: {who} played it elsewhere",
        who=f"{session.name(line.ns)} and {session.name(line.ew)}",
    )
    ns_pairs = [pair for pair, row in robbed if row.ns == pair]
    ew_pairs = [pair for pair, row in robbed if row.ew == pair]
    if session.winners == 1 and len(robbed) == 2 and not (ns_pairs and ew_pairs):
        # With one winner the direction of an award doesn't matter.
        (first, _row), (second, _row) = robbed
        ns_pairs, ew_pairs = [first], [second]
    if len(ns_pairs) == len(ew_pairs) == 1:
        yield make_award_line(
            session, line.board_no, ns_pairs[0], ew_pairs[0], NEITHER, ROBBED_LAW, reason
        )
        return
    for pair, row in robbed:
        faults = (SideFault.NONE, None) if row.ns == pair else (None, SideFault.NONE)
        yield make_award_line(session, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, reason)


def _list_dropped_lines(
    played: PlayedIndex, line: TableLine, awards: tuple[RuledLine, ...]
) -> Iterator[RuledLine]:
    """Yield the scheduled lines of the pairs of *line* on its board, which won't be played."""
    settled = {(line.board_no, frozenset((line.ns, line.ew)))}
    settled |= {(award.board_no, frozenset((award.ns, award.ew))) for award in awards}
    settled |= {
        (award.board_no, frozenset((award.ns, award.ew))) for award in played.session.awarded
    }
    reason = say("played elsewhere").lower()
    for pair in (line.ns, line.ew):
        for row in played.due_of.get((line.board_no, pair), ()):
            if (line.board_no, frozenset((row.ns, row.ew))) not in settled:
                yield make_unawarded_line(row, f"{NOT_DUE}: {reason}", STANDS_LAW, reason)


def _make_wrong_direction_finding(session: PlayedLines, lines: list[TableLine]) -> Finding:
    first = lines[0]
    words = say(
        "Wrong direction: {ns} sat N-S and {ew} E-W on {boards}{where}.",
        ns=session.name(first.ns),
        ew=session.name(first.ew),
        boards=format_boards(list_board_numbers(lines)),
        where=describe_place(first),
    )
    boards = list_board_numbers(lines)
    choices = (Choice("stands", say("Keep the score")),)
    return Finding(
        Kind.TURNED,
        _make_finding_key(Kind.TURNED, lines),
        words,
        SEATS_LAW,
        boards,
        (first.ns, first.ew),
        choices,
    )


def describe_awards(session: PlayedLines, lines: Iterable[RuledLine]) -> str:
    """Return the awards of *lines* in words: ``"60% for pair 5 and pair 10"``."""
    names_by_share: dict[str, dict[str, None]] = {}  # a dict of names keeps their order
    for line in lines:
        ns_text, _, ew_text = line.text.removeprefix(AWARD_SIGN).partition("/")
        # A text without a slash, "A6040", has awards for both sides.
        sides = ((line.ns, line.ns_fault, ns_text or "-"), (line.ew, line.ew_fault, ew_text or "-"))
        for pair, fault, text in sides:
            if text != NOT_DUE:
                names_by_share.setdefault(format_share(fault), {})[session.name(pair)] = None
    return ", ".join(
        f"{share} for {' and '.join(names)}" for share, names in names_by_share.items()
    )
