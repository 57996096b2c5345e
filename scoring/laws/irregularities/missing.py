"""Boards that were due and not played: tables behind time, absent pairs, shortened sessions.

:func:`iter_missing_boards` looks first for pairs that the director said were late or have left, then
for rounds that won't be played, then for tables that are behind. Each becomes an irregularity with the
choices that the laws allow, the proposed one first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.display import format_count
from scoring.laws.irregularities.model import (
    AWARDS_LAW,
    CANCELLED,
    FULL_FAULTS,
    NO_FAULTS,
    NOT_DUE,
    NOT_DUE_LAW,
    NOT_DUE_REASON,
    PLAY_LATER,
    Absence,
    Irregularity,
    IrregularityKind,
    RuledLine,
    RulingChoice,
    SessionLines,
    SideFault,
    SideFaults,
    TableLine,
    format_sentence,
    format_share,
    make_award_choice,
    make_award_line,
    make_not_due_choice,
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

LATE_PLAY_LAW = "Law 8B, Law 82B2"
CUT_LAW = "Law 8C, Law 82B2"
LEFT_LAW = "Law 12C2(a); White Book 2.4"
_HALF_FAULT: SideFaults = (SideFault.PARTLY, SideFault.PARTLY)
_NS_FAULT: SideFaults = (SideFault.FULL, SideFault.NONE)
_EW_FAULT: SideFaults = (SideFault.NONE, SideFault.FULL)


def iter_missing_boards(
    played: SessionIndex, explained_boards: set[BoardAndPair]
) -> Iterator[Irregularity]:
    """Yield irregularities: boards that were due and not played.

    Boards in *explained_boards* are left out, because another irregularity explains them.
    """
    session = played.session
    open_lines = [row for row in session.due_lines if _is_open(played, row)]
    # Rows are told apart by identity, because two can be equal. If several absences cover a row, it
    # belongs to the last.
    absence_by_line: dict[int, Absence] = {}
    for absence in session.absences:
        for row in open_lines:
            if _is_during_absence(row, absence):
                absence_by_line[id(row)] = absence
    pairs_with_scores = {pair for _board_no, pair in played.line_by_board_and_pair}
    for absence in session.absences:
        absence_lines = tuple(row for row in open_lines if absence_by_line.get(id(row)) is absence)
        if absence.has_left and (absence_lines or absence.pair in pairs_with_scores):
            yield _make_withdrawal_irregularity(played, absence, absence_lines)
        elif absence_lines:
            yield _make_late_irregularity(session, absence, absence_lines)
    lines_of_present_pairs = [row for row in open_lines if id(row) not in absence_by_line]
    cancelled_lines = tuple(
        row for row in lines_of_present_pairs if row.round_no in session.cancelled_rounds
    )
    if cancelled_lines:
        yield _make_cancelled_rounds_irregularity(session, cancelled_lines)
    overdue_lines = []
    for row in lines_of_present_pairs:
        is_overdue = _is_round_over(session, row) or played.list_undue_boards(row)
        is_explained = explained_boards & {(row.board_no, row.ns), (row.board_no, row.ew)}
        if row.round_no not in session.cancelled_rounds and is_overdue and not is_explained:
            overdue_lines.append(row)
    yield from _iter_unplayed_boards(played, overdue_lines)


def _is_open(played: SessionIndex, row: TableLine) -> bool:
    """Return whether neither pair of *row* has a score or an award on the board."""
    return all(played.has_nothing_on_board(row.board_no, pair) for pair in (row.ns, row.ew))


def _is_round_over(session: SessionLines, row: TableLine) -> bool:
    return (
        row.round_no <= session.last_round_over
        and (row.board_no, row.ns, row.ew) not in session.missing_results
    )


def _is_during_absence(row: TableLine, absence: Absence) -> bool:
    is_absent_round = absence.first_round <= row.round_no <= absence.last_round
    return absence.pair in (row.ns, row.ew) and is_absent_round


def _iter_unplayed_boards(played: SessionIndex, rows: list[TableLine]) -> Iterator[Irregularity]:
    lines_by_round_and_table: dict[int, dict[int, list[TableLine]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in rows:
        lines_by_round_and_table[row.round_no][row.table_no].append(row)
    for round_no in sorted(lines_by_round_and_table):
        lines_by_table = {
            table: tuple(lines) for table, lines in lines_by_round_and_table[round_no].items()
        }
        tables_due = [
            table for due_round, table in played.due_lines_by_table if due_round == round_no
        ]
        board_counts = {len(lines) for lines in lines_by_table.values()}
        has_every_table = len(lines_by_table) == len(tables_due) > 1
        if has_every_table and len(board_counts) == 1:
            yield _make_shortened_round_irregularity(played.session, round_no, lines_by_table)
        else:
            for table_lines in lines_by_table.values():
                yield _make_overdue_irregularity(played, table_lines)


def _make_shortened_round_irregularity(
    session: SessionLines, round_no: int, lines_by_table: dict[int, tuple[TableLine, ...]]
) -> Irregularity:
    """Return the question whether all tables left out the same number of boards of a round.

    If they did, the schedule was changed for everybody, so no table is at fault.
    """
    rows = tuple(row for table_rows in lines_by_table.values() for row in table_rows)
    boards_per_table = len(rows) // len(lines_by_table)
    description = format_sentence(
        "Was round {round_no} cut short? Every table has {boards} without a result.",
        round_no=round_no,
        boards=format_count(boards_per_table, "board"),
    )
    choices = (
        _make_not_due_choice_for_all(rows),
        _make_later_choice(session, rows),
        make_award_choice(session, rows, NO_FAULTS),
    )
    return Irregularity(
        IrregularityKind.NOT_PLAYED,
        f"not-played-{round_no}",
        description=description,
        law=CUT_LAW,
        board_nos=list_board_numbers(rows),
        pairs=list_pairs(rows),
        choices=choices,
        is_uncertain=True,
    )


def _make_not_due_choice_for_all(rows: tuple[TableLine, ...]) -> RulingChoice:
    choice = make_not_due_choice(rows)
    return replace(choice, lines=tuple(replace(line, law=CUT_LAW) for line in choice.lines))


def _make_overdue_irregularity(played: SessionIndex, rows: tuple[TableLine, ...]) -> Irregularity:
    session = played.session
    first_line = rows[0]
    choices = [
        make_award_choice(session, rows, faults)
        for faults in _list_faults_to_offer(played, first_line)
    ]
    choices.append(make_not_due_choice(rows))
    has_seen_cards = any(
        (row.board_no, pair) in played.seen_boards for row in rows for pair in (row.ns, row.ew)
    )
    if not has_seen_cards:
        # Playing later is proposed during the session. After it an award comes first.
        is_session_over = session.last_round_over >= session.last_round
        choices.insert(1 if is_session_over else 0, _make_later_choice(session, rows))
    # Only if other boards were played in their place is it certain that these weren't.
    undue_boards = played.list_undue_boards(first_line)
    cause = ""
    text = "Did {ns} and {ew} play {boards}{where}? No result has been entered."
    if undue_boards:
        cause = "; they played {boards} instead".format(boards=format_boards(undue_boards))
        text = "{ns} and {ew} haven’t played {boards}, due{where}{cause}."
    description = format_sentence(
        text,
        ns=session.get_name(first_line.ns),
        ew=session.get_name(first_line.ew),
        boards=_format_boards(rows),
        where=describe_table(first_line),
        cause=cause,
    )
    key_suffix = f"{first_line.round_no}-{first_line.table_no}-{first_line.ns}-{first_line.ew}"
    return Irregularity(
        IrregularityKind.NOT_PLAYED,
        f"{IrregularityKind.NOT_PLAYED.value}-{key_suffix}",
        description=description,
        law=AWARDS_LAW,
        board_nos=list_board_numbers(rows),
        pairs=(first_line.ns, first_line.ew),
        choices=tuple(choices),
        is_uncertain=not undue_boards,
    )


def _list_faults_to_offer(played: SessionIndex, row: TableLine) -> list[SideFaults]:
    """Return the faults to offer for a board that wasn't played, the likeliest first."""
    if played.is_wrong_move_of_room(row.round_no):  # the pairs moved wrongly at several tables
        return [NO_FAULTS, FULL_FAULTS, _NS_FAULT, _EW_FAULT, _HALF_FAULT]
    one_sided_faults = [_NS_FAULT, _EW_FAULT]
    # A stationary pair is responsible for the boards at its table.
    if played.is_stationary(row.ew) and not played.is_stationary(row.ns):
        one_sided_faults.reverse()
    return [FULL_FAULTS, *one_sided_faults, _HALF_FAULT, NO_FAULTS]


def _make_later_choice(session: SessionLines, rows: tuple[TableLine, ...]) -> RulingChoice:
    reason = format_sentence("to be played later")
    lines = tuple(make_unawarded_line(row, PLAY_LATER, LATE_PLAY_LAW, reason) for row in rows)
    return RulingChoice(
        "later",
        format_sentence("Play it later, {when}", when=describe_late_play(session, rows)),
        lines,
    )


def describe_late_play(session: SessionLines, rows: tuple[TableLine, ...]) -> str:
    """Return when *rows* can be played late, as part of a sentence.

    That is in a round in which their pairs and boards are free, or after the last round.

    >>> describe_late_play(SessionLines((), (), last_round_over=2), (TableLine(1, 1, 2, 1, 1),))
    'after the last round'
    """
    boards = set(list_board_numbers(rows))
    pairs = set(list_pairs(rows))
    for round_no in range(session.last_round_over + 1, session.last_round + 1):
        if round_no in session.cancelled_rounds:
            continue
        round_lines = [row for row in session.due_lines if row.round_no == round_no]
        are_free = not any(
            {row.ns, row.ew} & pairs or row.board_no in boards for row in round_lines
        )
        if round_lines and are_free:
            return f"in round {round_no}, when both sit out and the boards are free"
    return "after the last round"


def _make_late_irregularity(
    session: SessionLines, absence: Absence, rows: tuple[TableLine, ...]
) -> Irregularity:
    name = session.get_name(absence.pair)
    choices = (
        make_not_due_choice(rows),
        _make_absence_award_choice(session, absence, rows, SideFault.FULL, "award"),
        _make_waiting_choice(session, absence, rows),
    )
    description = format_sentence(
        "{who} was missing {rounds}: {boards} with {others}.",
        who=name,
        rounds=_format_rounds(absence),
        boards=_format_boards(rows),
        others=_format_opponents(session, absence, rows),
    )
    law = f"{NOT_DUE_LAW}; {AWARDS_LAW}"
    return _make_absence_irregularity(
        IrregularityKind.LATE, absence, rows, description, law, choices
    )


def _make_withdrawal_irregularity(
    played: SessionIndex, absence: Absence, rows: tuple[TableLine, ...]
) -> Irregularity:
    session = played.session
    rounds_played = absence.first_round - 1
    # White Book 2.4: before half of the session the scores of the pair are cancelled as a rule.
    is_before_half = 2 * rounds_played < session.last_round
    cancel_choice = _make_cancel_choice(played, absence, rows)
    not_due_choice = replace(
        make_not_due_choice(rows, "Scores count; the rest isn’t due"), key="keep-not-due"
    )
    keep_choices: tuple[RulingChoice, ...] = (not_due_choice,)
    if rows:  # without rows the movement goes on without the pair already
        award_choice = _make_absence_award_choice(session, absence, rows, SideFault.FULL, "keep")
        keep_choices = (award_choice, not_due_choice)
    if is_before_half:
        text = "{who} withdrew before half of the session, after round {after}: {boards} are left."
        choices = (cancel_choice, *keep_choices)
    else:
        text = "{who} withdrew after half of the session, after round {after}: {boards} are left."
        choices = (*keep_choices, cancel_choice)
    description = format_sentence(
        text, who=session.get_name(absence.pair), after=rounds_played, boards=_format_boards(rows)
    )
    return _make_absence_irregularity(
        IrregularityKind.LEFT, absence, rows, description, LEFT_LAW, choices
    )


def _make_absence_irregularity(
    kind: IrregularityKind,
    absence: Absence,
    rows: tuple[TableLine, ...],
    description: str,
    law: str,
    choices: tuple[RulingChoice, ...],
) -> Irregularity:
    opponents = (get_opponent(row, absence.pair) for row in rows)
    pairs = tuple(dict.fromkeys((absence.pair, *opponents)))
    key = f"{kind.value}-{absence.pair}-{absence.first_round}"
    return Irregularity(
        kind,
        key,
        description=description,
        law=law,
        board_nos=list_board_numbers(rows),
        pairs=pairs,
        choices=choices,
    )


def _make_absence_award_choice(
    session: SessionLines, absence: Absence, rows: tuple[TableLine, ...], fault: SideFault, key: str
) -> RulingChoice:
    """Return the choice that *rows* were due: an award by *fault*, and average plus for opponents."""
    name = session.get_name(absence.pair)
    label = format_sentence(
        "Scores count; for the rest {share} to {who}, {others} to its opponents",
        share=format_share(fault),
        who=name,
        others=format_share(SideFault.NONE),
    )
    if not absence.has_left:
        label = label.removeprefix("Scores count; for the rest ")
        label = f"Due: {label}"
    return RulingChoice(key, label, _make_absence_lines(session, absence, rows, fault))


def _make_waiting_choice(
    session: SessionLines, absence: Absence, rows: tuple[TableLine, ...]
) -> RulingChoice:
    """Return the choice that *rows* weren't due for the pair, but its opponents waited for it."""
    label = format_sentence(
        "Not due for {who}; {share} for the pairs that waited",
        who=session.get_name(absence.pair),
        share=format_share(SideFault.NONE),
    )
    return RulingChoice("waited", label, _make_absence_lines(session, absence, rows, None))


def _make_absence_lines(
    session: SessionLines, absence: Absence, rows: tuple[TableLine, ...], fault: SideFault | None
) -> tuple[RuledLine, ...]:
    """Return *rows* with awards: by *fault* for the absent pair, average plus for opponents."""
    reason = format_sentence("{who} was missing", who=session.get_name(absence.pair))
    lines = []
    for row in rows:
        faults: tuple[SideFault | None, SideFault | None] = (SideFault.NONE, fault)
        if row.ns == absence.pair:
            faults = (fault, SideFault.NONE)
        line = make_award_line(session, row.board_no, row.ns, row.ew, faults, AWARDS_LAW, reason)
        lines.append(line)
    return tuple(lines)


def _make_cancel_choice(
    played: SessionIndex, absence: Absence, rows: tuple[TableLine, ...]
) -> RulingChoice:
    """Return the choice that the pair never played: its scores are void, the rest isn't due."""
    reason = format_sentence(
        "{who} withdrew before half", who=played.session.get_name(absence.pair)
    )
    # Both pairs of a line have it as their score, but it must be cancelled once.
    line_by_id = {id(line): line for line in played.line_by_board_and_pair.values()}
    lines = []
    for line in line_by_id.values():
        if absence.pair in (line.ns, line.ew):
            cancelled_line = RuledLine(
                line.board_no,
                line.ns,
                ew=line.ew,
                score_text=CANCELLED,
                ns_fault=SideFault.NONE,
                ew_fault=SideFault.NONE,
                law=LEFT_LAW,
                reason=reason,
            )
            lines.append(cancelled_line)
    lines += [
        make_unawarded_line(row, f"{NOT_DUE}: {NOT_DUE_REASON}", LEFT_LAW, reason) for row in rows
    ]
    return RulingChoice(
        "cancel",
        format_sentence("Treat as never entered: cancel its scores, opponents sit out"),
        tuple(lines),
    )


def _make_cancelled_rounds_irregularity(
    session: SessionLines, rows: tuple[TableLine, ...]
) -> Irregularity:
    rounds = sorted({row.round_no for row in rows})
    plural = "s" if len(rounds) > 1 else ""
    arrow_switch_text = ""
    if _is_arrow_switch_dropped(session, rounds):
        arrow_switch_text = "; the arrow-switch is lost too, so N-S and E-W need separate rankings"
    description = format_sentence(
        "{rounds} won’t be played: {lines} results are dropped{switch}.",
        rounds=f"round{plural} {' and '.join(map(str, rounds))}",
        lines=len(rows),
        switch=arrow_switch_text,
    )
    return Irregularity(
        IrregularityKind.CUT,
        f"cut-{rounds[0]}",
        description=description,
        law=CUT_LAW,
        board_nos=tuple(sorted(set(list_board_numbers(rows)))),
        pairs=list_pairs(rows),
        choices=(_make_not_due_choice_for_all(rows),),
    )


def _is_arrow_switch_dropped(session: SessionLines, rounds: list[int]) -> bool:
    """Return whether pairs change direction only in *rounds*.

    Without these rounds N-S and E-W never meet, so the field has two winners.
    """
    if session.winner_count != 1:
        return False
    remaining_lines = [row for row in session.due_lines if row.round_no not in rounds]
    return (
        _has_arrow_switch(session.due_lines)
        and bool(remaining_lines)
        and not _has_arrow_switch(remaining_lines)
    )


def _has_arrow_switch(rows: Iterable[TableLine]) -> bool:
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


def _format_opponents(session: SessionLines, absence: Absence, rows: tuple[TableLine, ...]) -> str:
    return " and ".join(
        dict.fromkeys(session.get_name(get_opponent(row, absence.pair)) for row in rows)
    )
