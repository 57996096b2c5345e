"""Boards that were due and not played: tables behind time, absent pairs, shortened sessions.

:func:`find_missing_boards` looks in that order: pairs that the director said were late or have left, rounds
that won't be played, and then tables that are behind. Each becomes a finding with the choices that
the laws allow, the usual one first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.laws.irregularities.model import (
    AWARDS_LAW,
    FULL_BOTH,
    LATER,
    NEITHER,
    NOT_DUE,
    NOT_DUE_LAW,
    NOT_DUE_REASON,
    VOID,
    Absence,
    Choice,
    Faults,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
    TableLine,
    format_share,
    make_award_choice,
    make_award_line,
    make_not_due_choice,
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

LATE_PLAY_LAW = "Law 8B, Law 82B2"
CUT_LAW = "Law 8C, Law 82B2"
LEFT_LAW = "Law 12C2(a); White Book 2.4"
_HALF_FAULT: Faults = (SideFault.PARTLY, SideFault.PARTLY)
_NS_FAULT: Faults = (SideFault.FULL, SideFault.NONE)
_EW_FAULT: Faults = (SideFault.NONE, SideFault.FULL)


def find_missing_boards(played: PlayedIndex, claimed: set[OnBoard]) -> Iterator[Finding]:
    """Yield findings on boards that were due and not played.

    Boards in *claimed* are left out, since another finding explains them.
    """
    session = played.session
    open_rows = [row for row in session.due if _is_open(played, row)]
    # By identity: a row can occur twice. The last absence that covers a row has it.
    absence_of_row: dict[int, Absence] = {}
    for absence in session.absences:
        for row in open_rows:
            if _is_away(row, absence):
                absence_of_row[id(row)] = absence
    pairs_with_scores = {pair for _board_no, pair in played.scores}
    for absence in session.absences:
        rows = tuple(row for row in open_rows if absence_of_row.get(id(row)) is absence)
        if absence.has_left and (rows or absence.pair in pairs_with_scores):
            yield _make_withdrawal_finding(played, absence, rows)
        elif rows:
            yield _make_late_finding(session, absence, rows)
    present_rows = [row for row in open_rows if id(row) not in absence_of_row]
    cut_rows = tuple(row for row in present_rows if row.round_no in session.cut)
    if cut_rows:
        yield _make_cut_finding(session, cut_rows)
    behind = []
    for row in present_rows:
        is_overdue = _is_over(session, row) or played.list_undue_boards(row)
        is_claimed = claimed & {(row.board_no, row.ns), (row.board_no, row.ew)}
        if row.round_no not in session.cut and is_overdue and not is_claimed:
            behind.append(row)
    yield from _find_unplayed_boards(played, behind)


def _is_open(played: PlayedIndex, row: TableLine) -> bool:
    """Return whether neither pair of *row* has a score or an award on the board."""
    return played.is_free(row.board_no, row.ns) and played.is_free(row.board_no, row.ew)


def _is_over(session: PlayedLines, row: TableLine) -> bool:
    return (
        row.round_no <= session.rounds_over
        and (row.board_no, row.ns, row.ew) not in session.awaited
    )


def _is_away(row: TableLine, absence: Absence) -> bool:
    is_absent_round = absence.first_round <= row.round_no <= absence.last_round
    return absence.pair in (row.ns, row.ew) and is_absent_round


def _find_unplayed_boards(played: PlayedIndex, rows: list[TableLine]) -> Iterator[Finding]:
    rounds: dict[int, dict[int, list[TableLine]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        rounds[row.round_no][row.table_no].append(row)
    for round_no in sorted(rounds):
        rows_by_table = {table: tuple(lines) for table, lines in rounds[round_no].items()}
        tables_due = [table for due_round, table in played.due_at if due_round == round_no]
        counts = {len(lines) for lines in rows_by_table.values()}
        if 1 < len(tables_due) == len(rows_by_table) and len(counts) == 1:
            yield _make_nobody_finding(played.session, round_no, rows_by_table)
        else:
            for table_rows in rows_by_table.values():
                yield _make_behind_finding(played, table_rows)


def _make_nobody_finding(
    session: PlayedLines, round_no: int, rows_by_table: dict[int, tuple[TableLine, ...]]
) -> Finding:
    """Return the question whether all tables left out the same number of boards of a round.

    If they did, the schedule was changed for everybody, so no table is at fault.
    """
    rows = tuple(row for table_rows in rows_by_table.values() for row in table_rows)
    count = len(rows) // len(rows_by_table)
    plural = "s" if count > 1 else ""
    words = say(
        "Was round {round_no} cut short? Every table has {boards} without a result.",
        round_no=round_no,
        boards=f"{count} board{plural}",
    )
    choices = (
        _make_not_due_choice_for_all(rows),
        _make_later_choice(session, rows),
        make_award_choice(session, rows, NEITHER),
    )
    return Finding(
        Kind.NOT_PLAYED,
        f"not-played-{round_no}",
        words,
        CUT_LAW,
        list_board_numbers(rows),
        list_pairs(rows),
        choices,
        is_question=True,
    )


def _make_not_due_choice_for_all(rows: tuple[TableLine, ...]) -> Choice:
    choice = make_not_due_choice(rows)
    return replace(choice, lines=tuple(replace(line, law=CUT_LAW) for line in choice.lines))


def _make_behind_finding(played: PlayedIndex, rows: tuple[TableLine, ...]) -> Finding:
    session = played.session
    first_row = rows[0]
    choices = [
        make_award_choice(session, rows, faults)
        for faults in _list_faults_to_offer(played, first_row)
    ]
    choices.append(make_not_due_choice(rows))
    has_seen_cards = any(
        (row.board_no, pair) in played.seen for row in rows for pair in (row.ns, row.ew)
    )
    if not has_seen_cards:
        # During the session playing later is the usual choice, after it the second one.
        is_session_over = session.rounds_over >= session.last_round
        choices.insert(1 if is_session_over else 0, _make_later_choice(session, rows))
    # Only other boards in their place show that these weren't played.
    instead = played.list_undue_boards(first_row)
    cause = ""
    text = "Did {ns} and {ew} play {boards}{where}? No result has been entered."
    if instead:
        cause = "; they played {boards} instead".format(boards=format_boards(instead))
        text = "{ns} and {ew} haven't played {boards}, due{where}{cause}."
    words = say(
        text,
        ns=session.name(first_row.ns),
        ew=session.name(first_row.ew),
        boards=_format_boards(rows),
        where=describe_place(first_row),
        cause=cause,
    )
    place = f"{first_row.round_no}-{first_row.table_no}-{first_row.ns}-{first_row.ew}"
    return Finding(
        Kind.NOT_PLAYED,
        f"{Kind.NOT_PLAYED.value}-{place}",
        words,
        AWARDS_LAW,
        list_board_numbers(rows),
        (first_row.ns, first_row.ew),
        tuple(choices),
        is_question=not instead,
    )


def _list_faults_to_offer(played: PlayedIndex, row: TableLine) -> list[Faults]:
    """Return the faults to offer for a board that was not played, the usual ones first."""
    if played.is_of_all(row.round_no):  # the pairs moved wrongly at several tables
        return [NEITHER, FULL_BOTH, _NS_FAULT, _EW_FAULT, _HALF_FAULT]
    by_seat = [_NS_FAULT, _EW_FAULT]
    # A stationary pair is responsible for the boards at its table.
    if played.is_stationary(row.ew) and not played.is_stationary(row.ns):
        by_seat.reverse()
    return [FULL_BOTH, *by_seat, _HALF_FAULT, NEITHER]


def _make_later_choice(session: PlayedLines, rows: tuple[TableLine, ...]) -> Choice:
    reason = say("to be played later")
    lines = tuple(make_unawarded_line(row, LATER, LATE_PLAY_LAW, reason) for row in rows)
    return Choice(
        "later", say("Play it later, {when}", when=describe_late_play(session, rows)), lines
    )


def describe_late_play(session: PlayedLines, rows: tuple[TableLine, ...]) -> str:
    """Return when *rows* can be played late, as a part of a text.

    It is a round in which their pairs and boards are free, or after the last round.

    >>> describe_late_play(PlayedLines((), (), rounds_over=2), (TableLine(1, 1, 2, 1, 1),))
    'after the last round'
    """
    boards = set(list_board_numbers(rows))
    pairs = set(list_pairs(rows))
    for round_no in range(session.rounds_over + 1, session.last_round + 1):
        if round_no in session.cut:
            continue
        due_rows = [row for row in session.due if row.round_no == round_no]
        are_free = not any({row.ns, row.ew} & pairs or row.board_no in boards for row in due_rows)
        if due_rows and are_free:
            return f"in round {round_no}, when both sit out and the boards are free"
    return "after the last round"


def _make_late_finding(
    session: PlayedLines, absence: Absence, rows: tuple[TableLine, ...]
) -> Finding:
    name = session.name(absence.pair)
    choices = (
        make_not_due_choice(rows),
        _make_absence_award_choice(session, absence, rows, SideFault.FULL, "award"),
        _make_waiting_choice(session, absence, rows),
    )
    words = say(
        "{who} was missing {rounds}: {boards} with {others}.",
        who=name,
        rounds=_format_rounds(absence),
        boards=_format_boards(rows),
        others=_format_opponents(session, absence, rows),
    )
    law = f"{NOT_DUE_LAW}; {AWARDS_LAW}"
    return _make_absence_finding(Kind.LATE, absence, rows, words, law, choices)


def _make_withdrawal_finding(
    played: PlayedIndex, absence: Absence, rows: tuple[TableLine, ...]
) -> Finding:
    session = played.session
    rounds_played = absence.first_round - 1
    # White Book 2.4: before half of the session the scores of the pair are cancelled as a rule.
    is_before_half = 2 * rounds_played < session.last_round
    cancel = _make_cancel_choice(played, absence, rows)
    keep = replace(
        make_not_due_choice(rows, "Scores count; the rest isn't due"), key="keep-not-due"
    )
    keep_choices: tuple[Choice, ...] = (keep,)
    if rows:  # without rows the movement goes on without the pair already
        award = _make_absence_award_choice(session, absence, rows, SideFault.FULL, "keep")
        keep_choices = (award, keep)
    if is_before_half:
        text = "{who} withdrew before half of the session, after round {after}: {boards} are left."
        choices = (cancel, *keep_choices)
    else:
        text = "{who} withdrew after half of the session, after round {after}: {boards} are left."
        choices = (*keep_choices, cancel)
    words = say(
        text, who=session.name(absence.pair), after=rounds_played, boards=_format_boards(rows)
    )
    return _make_absence_finding(Kind.LEFT, absence, rows, words, LEFT_LAW, choices)


def _make_absence_finding(
    kind: Kind,
    absence: Absence,
    rows: tuple[TableLine, ...],
    words: str,
    law: str,
    choices: tuple[Choice, ...],
) -> Finding:
    opponents = (get_opponent(row, absence.pair) for row in rows)
    pairs = tuple(dict.fromkeys((absence.pair, *opponents)))
    key = f"{kind.value}-{absence.pair}-{absence.first_round}"
    return Finding(kind, key, words, law, list_board_numbers(rows), pairs, choices)


def _make_absence_award_choice(
    session: PlayedLines, absence: Absence, rows: tuple[TableLine, ...], fault: SideFault, key: str
) -> Choice:
    """Return the choice that *rows* were due: an award by *fault*, average plus for opponents."""
    name = session.name(absence.pair)
    words = say(
        "Scores count; for the rest {share} to {who}, {others} to its opponents",
        share=format_share(fault),
        who=name,
        others=format_share(SideFault.NONE),
    )
    if not absence.has_left:
        words = words.removeprefix("Scores count; for the rest ")
        words = f"Due: {words}"
    return Choice(key, words, _make_absence_lines(session, absence, rows, fault))


def _make_waiting_choice(
    session: PlayedLines, absence: Absence, rows: tuple[TableLine, ...]
) -> Choice:
    """Return the choice that *rows* were not due for the pair, but its opponents waited for it."""
    words = say(
        "Not due for {who}; {share} for the pairs that waited",
        who=session.name(absence.pair),
        share=format_share(SideFault.NONE),
    )
    return Choice("waited", words, _make_absence_lines(session, absence, rows, None))


def _make_absence_lines(
    session: PlayedLines, absence: Absence, rows: tuple[TableLine, ...], fault: SideFault | None
) -> tuple[RuledLine, ...]:
    """Return *rows* with awards: by *fault* for the absent pair, average plus for opponents."""
    reason = say("{who} was missing", who=session.name(absence.pair))
    lines = []
    for row in rows:
        faults: tuple[SideFault | None, SideFault | None] = (SideFault.NONE, fault)
        if row.ns == absence.pair:
            faults = (fault, SideFault.NONE)
        line = make_award_line(session, row.board_no, row.ns, row.ew, faults, AWARDS_LAW, reason)
        lines.append(line)
    return tuple(lines)


def _make_cancel_choice(
    played: PlayedIndex, absence: Absence, rows: tuple[TableLine, ...]
) -> Choice:
    """Return the choice that the pair never played: its scores are void, the rest isn't due."""
    reason = say("{who} withdrew before half", who=played.session.name(absence.pair))
    # A line is in the scores of both pairs, but must be cancelled once.
    scored = {id(line): line for line in played.scores.values()}
    lines = []
    for line in scored.values():
        if absence.pair in (line.ns, line.ew):
            void = RuledLine(
                line.board_no,
                line.ns,
                line.ew,
                VOID,
                SideFault.NONE,
                SideFault.NONE,
                LEFT_LAW,
                reason,
            )
            lines.append(void)
    lines += [
        make_unawarded_line(row, f"{NOT_DUE}: {NOT_DUE_REASON}", LEFT_LAW, reason) for row in rows
    ]
    return Choice(
        "cancel", say("Treat as never entered: cancel its scores, opponents sit out"), tuple(lines)
    )


def _make_cut_finding(session: PlayedLines, rows: tuple[TableLine, ...]) -> Finding:
    rounds = sorted({row.round_no for row in rows})
    plural = "s" if len(rounds) > 1 else ""
    switch = (
        "; the arrow-switch is lost too, so N-S and E-W need separate rankings"
        if _is_switch_dropped(session, rounds)
        else ""
    )
    words = say(
        "{rounds} won't be played: {lines} results are dropped{switch}.",
        rounds=f"round{plural} {' and '.join(map(str, rounds))}",
        lines=len(rows),
        switch=switch,
    )
    return Finding(
        Kind.CUT,
        f"cut-{rounds[0]}",
        words,
        CUT_LAW,
        tuple(sorted(set(list_board_numbers(rows)))),
        list_pairs(rows),
        (_make_not_due_choice_for_all(rows),),
    )


def _is_switch_dropped(session: PlayedLines, rounds: list[int]) -> bool:
    """Return whether pairs change direction only in *rounds*.

    Without these rounds N-S and E-W never meet, so the field has two winners.
    """
    if session.winners != 1:
        return False
    remaining = [row for row in session.due if row.round_no not in rounds]
    return _has_switch(session.due) and bool(remaining) and not _has_switch(remaining)


def _has_switch(rows: Iterable[TableLine]) -> bool:
    """Return whether a pair sits in both directions on *rows*."""
    ns_pairs = set()
    ew_pairs = set()
    for row in rows:
        ns_pairs.add(row.ns)
        ew_pairs.add(row.ew)
    return bool(ns_pairs & ew_pairs)


def _format_rounds(absence: Absence) -> str:
    if absence.first_round == absence.last_round:
        return f"in round {absence.first_round}"
    return f"in rounds {absence.first_round} to {absence.last_round}"


def _format_boards(rows: tuple[TableLine, ...]) -> str:
    return format_boards(list_board_numbers(rows))


def _format_opponents(session: PlayedLines, absence: Absence, rows: tuple[TableLine, ...]) -> str:
    return " and ".join(
        dict.fromkeys(session.name(get_opponent(row, absence.pair)) for row in rows)
    )
