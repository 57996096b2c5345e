"""Boards due and not played: a table behind time, a late pair, a pair that left, a shortened round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.laws.irregularities.awards import (
    AWARDS_LAW,
    FULL_BOTH,
    LATER,
    NEITHER,
    NOT_DUE,
    NOT_DUE_LAW,
    NOT_DUE_REASON,
    VOID,
    Both,
    award_choice,
    line_by_laws,
    not_due_choice,
    plain,
    share_text,
)
from scoring.laws.irregularities.model import (
    Absence,
    Choice,
    DueLine,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
)
from scoring.laws.irregularities.played import OnBoard, Played, boards_text, opponent, where_text
from scoring.laws.irregularities.sentences import FindingSentences

LATE_PLAY_LAW = "Law 8B, Law 82B2"
CUT_LAW = "Law 8C, Law 82B2"
LEFT_LAW = "Law 12C2(a); White Book 2.4"
_HALF_FAULT: Both = (SideFault.PARTLY, SideFault.PARTLY)
_NS_FAULT: Both = (SideFault.FULL, SideFault.NONE)
_EW_FAULT: Both = (SideFault.NONE, SideFault.FULL)


def missing(played: Played, claimed: set[OnBoard]) -> Iterator[Finding]:
    """Yield findings on boards due and not played.

    Boards in *claimed* have a reason already.
    """
    night = played.night
    open_rows = [row for row in night.due if _is_open(played, row)]
    away = {
        id(row): absence
        for absence in night.absences
        for row in open_rows
        if _is_away(row, absence)
    }
    for absence in night.absences:
        rows = tuple(row for row in open_rows if away.get(id(row)) is absence)
        if rows or (absence.has_left and absence.pair in {pair for _, pair in played.scores}):
            yield (
                _withdrawal_finding(played, absence, rows)
                if absence.has_left
                else _late(night, absence, rows)
            )
    if cut := tuple(row for row in open_rows if row.round_no in night.cut and id(row) not in away):
        yield _cut(night, cut)
    behind = [
        row
        for row in open_rows
        if row.round_no not in night.cut
        and id(row) not in away
        and (_is_over(night, row) or played.instead(row))
    ]
    unclaimed = [
        row for row in behind if not claimed & {(row.board_no, row.ns), (row.board_no, row.ew)}
    ]
    yield from _not_played(played, unclaimed)


def _is_open(played: Played, row: DueLine) -> bool:
    return played.is_free(row.board_no, row.ns) and played.is_free(row.board_no, row.ew)


def _is_over(night: PlayedLines, row: DueLine) -> bool:
    return row.round_no <= night.rounds_over and (row.board_no, row.ns, row.ew) not in night.awaited


def _is_away(row: DueLine, absence: Absence) -> bool:
    return (
        absence.pair in (row.ns, row.ew)
        and absence.first_round <= row.round_no <= absence.last_round
    )


def _not_played(played: Played, rows: list[DueLine]) -> Iterator[Finding]:
    tables: dict[tuple[int, int], list[DueLine]] = defaultdict(list)
    for row in rows:
        tables[row.round_no, row.table_no].append(row)
    for round_no in sorted({at for at, _ in tables}):
        of_round = {table: tuple(lines) for (at, table), lines in tables.items() if at == round_no}
        playing = {table for at, table in played.due_at if at == round_no}
        if (
            1 < len(playing) == len(of_round)
            and len({len(lines) for lines in of_round.values()}) == 1
        ):
            yield _nobody(played.night, round_no, of_round)
        else:
            yield from (_behind(played, lines) for lines in of_round.values())


def _nobody(night: PlayedLines, round_no: int, of_round: dict[int, tuple[DueLine, ...]]) -> Finding:
    """Return the finding that all tables left out the same number of boards of a round.

    The schedule was changed for everybody.
    """
    rows = tuple(row for lines in of_round.values() for row in lines)
    count = len(rows) // len(of_round)
    words = FindingSentences.NOBODY.says(
        round_no=round_no, boards=f"{count} board{'s' * (count > 1)}"
    )
    choices = (
        _not_due_for_all(rows),
        _later(night, rows),
        award_choice(night, rows, NEITHER),
    )
    boards, pairs = tuple(row.board_no for row in rows), _pairs(rows)
    return Finding(
        Kind.NOT_PLAYED, f"not-played-{round_no}", words, CUT_LAW, boards, pairs, choices
    )


def _not_due_for_all(rows: tuple[DueLine, ...]) -> Choice:
    choice = not_due_choice(rows)
    return replace(choice, lines=tuple(replace(line, law=CUT_LAW) for line in choice.lines))


def _pairs(rows: Iterable[DueLine]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(pair for row in rows for pair in (row.ns, row.ew)))


def _behind(played: Played, rows: tuple[DueLine, ...]) -> Finding:
    night, first = played.night, rows[0]
    instead = played.instead(first)
    awards = [award_choice(night, rows, faults) for faults in _by_fault(played, first)]
    choices: list[Choice] = [*awards, not_due_choice(rows)]
    if not any((row.board_no, pair) in played.seen for row in rows for pair in (row.ns, row.ew)):
        choices.insert(int(night.rounds_over >= night.last_round), _later(night, rows))
    if instead:
        cause = FindingSentences.PLAYED_INSTEAD.template.format(boards=boards_text(instead))
    else:
        cause = ""
    words = FindingSentences.NOT_PLAYED.says(
        ns=night.name(first.ns),
        ew=night.name(first.ew),
        boards=boards_text([row.board_no for row in rows]),
        where=where_text(first),
        cause=cause,
    )
    key = f"{Kind.NOT_PLAYED.value}-{first.round_no}-{first.table_no}-{first.ns}-{first.ew}"
    boards = tuple(row.board_no for row in rows)
    return Finding(
        Kind.NOT_PLAYED, key, words, AWARDS_LAW, boards, (first.ns, first.ew), tuple(choices)
    )


def _by_fault(played: Played, row: DueLine) -> list[Both]:
    """Return the faults to offer for a board that was not played, the usual ones first."""
    if played.is_of_all(row.round_no):
        return [NEITHER, FULL_BOTH, _NS_FAULT, _EW_FAULT, _HALF_FAULT]
    by_seat = [_NS_FAULT, _EW_FAULT]
    if played.is_stationary(row.ew) and not played.is_stationary(row.ns):
        by_seat.reverse()
    return [FULL_BOTH, *by_seat, _HALF_FAULT, NEITHER]


def _later(night: PlayedLines, rows: tuple[DueLine, ...]) -> Choice:
    words = FindingSentences.REASON_LATER.says()
    lines = tuple(plain(row, LATER, LATE_PLAY_LAW, words) for row in rows)
    return Choice("later", FindingSentences.CHOICE_LATE.says(when=late_play(night, rows)), lines)


def late_play(night: PlayedLines, rows: tuple[DueLine, ...]) -> str:
    """Return when *rows* can be played late: a round in which their pairs and boards are free, or the end.

    >>> late_play(PlayedLines((), (), rounds_over=2), (DueLine(1, 1, 2, 1, 1),))
    'after the last round'
    """
    boards = {row.board_no for row in rows}
    pairs = {pair for row in rows for pair in (row.ns, row.ew)}
    for round_no in range(night.rounds_over + 1, night.last_round + 1):
        if round_no in night.cut:
            continue
        due = [row for row in night.due if row.round_no == round_no]
        if due and not any({row.ns, row.ew} & pairs or row.board_no in boards for row in due):
            return f"in round {round_no}, when both sit out and the boards are free"
    return "after the last round"


def _late(night: PlayedLines, absence: Absence, rows: tuple[DueLine, ...]) -> Finding:
    who = night.name(absence.pair)
    choices = (
        not_due_choice(rows),
        _by_absence(night, absence, rows, SideFault.FULL, "award"),
        _waiting_choice(night, absence, rows),
    )
    words = FindingSentences.LATE.says(
        who=who,
        rounds=_rounds_text(absence),
        boards=_boards(rows),
        others=_opponents_text(night, absence, rows),
    )
    return _of_absence(Kind.LATE, absence, rows, words, f"{NOT_DUE_LAW}; {AWARDS_LAW}", choices)


def _withdrawal_finding(played: Played, absence: Absence, rows: tuple[DueLine, ...]) -> Finding:
    night, who = played.night, played.night.name(absence.pair)
    before_half = 2 * (absence.first_round - 1) < night.last_round
    cancel = _cancel(played, absence, rows)
    keep: tuple[Choice, ...] = (
        _by_absence(night, absence, rows, SideFault.FULL, "keep"),
        replace(not_due_choice(rows, FindingSentences.CHOICE_KEEP_BARE), key="keep-not-due"),
    )
    if not rows:  # the movement goes on without the pair already
        keep = keep[1:]
    words = (FindingSentences.LEFT_EARLY if before_half else FindingSentences.LEFT_LATE).says(
        who=who, after=absence.first_round - 1, boards=_boards(rows)
    )
    choices = (cancel, *keep) if before_half else (*keep, cancel)
    return _of_absence(Kind.LEFT, absence, rows, words, LEFT_LAW, choices)


def _of_absence(
    kind: Kind,
    absence: Absence,
    rows: tuple[DueLine, ...],
    words: str,
    law: str,
    choices: tuple[Choice, ...],
) -> Finding:
    pairs = tuple(dict.fromkeys((absence.pair, *(opponent(row, absence.pair) for row in rows))))
    key = f"{kind.value}-{absence.pair}-{absence.first_round}"
    return Finding(kind, key, words, law, tuple(row.board_no for row in rows), pairs, choices)


def _by_absence(
    night: PlayedLines, absence: Absence, rows: tuple[DueLine, ...], fault: SideFault, key: str
) -> Choice:
    """Return the choice that *rows* were due.

    The pair gets an award by *fault*, its opponents average plus.
    """
    who = night.name(absence.pair)
    words = FindingSentences.REASON_ABSENT.says(who=who)
    lines = tuple(
        line_by_laws(
            night,
            row.board_no,
            row.ns,
            row.ew,
            _faults(row, absence.pair, fault),
            AWARDS_LAW,
            words,
        )
        for row in rows
    )
    said = FindingSentences.CHOICE_KEEP.says(
        share=share_text(fault), who=who, others=share_text(SideFault.NONE)
    )
    if not absence.has_left:
        said = said.removeprefix("Scores count; of the rest ")
        said = f"Due: {said}"
    return Choice(key, said, lines)


def _waiting_choice(night: PlayedLines, absence: Absence, rows: tuple[DueLine, ...]) -> Choice:
    """Return the choice that *rows* were not due for the pair, but its opponents waited for it."""
    who = night.name(absence.pair)
    lines = tuple(
        line_by_laws(
            night,
            row.board_no,
            row.ns,
            row.ew,
            _faults(row, absence.pair, None),
            AWARDS_LAW,
            FindingSentences.REASON_ABSENT.says(who=who),
        )
        for row in rows
    )
    return Choice(
        "waited",
        FindingSentences.CHOICE_WAITED.says(who=who, share=share_text(SideFault.NONE)),
        lines,
    )


def _faults(
    row: DueLine, pair: int, fault: SideFault | None
) -> tuple[SideFault | None, SideFault | None]:
    if row.ns == pair:
        return (fault, SideFault.NONE)
    return (SideFault.NONE, fault)


def _cancel(played: Played, absence: Absence, rows: tuple[DueLine, ...]) -> Choice:
    """Return the choice that the pair never played: its scores are void, the rest isn't due."""
    words = FindingSentences.REASON_LEFT.says(who=played.night.name(absence.pair))
    done = {id(line): line for line in played.scores.values() if absence.pair in (line.ns, line.ew)}
    voids = tuple(
        RuledLine(
            line.board_no, line.ns, line.ew, VOID, SideFault.NONE, SideFault.NONE, LEFT_LAW, words
        )
        for line in done.values()
    )
    rest = tuple(plain(row, f"{NOT_DUE}: {NOT_DUE_REASON}", LEFT_LAW, words) for row in rows)
    return Choice("cancel", FindingSentences.CHOICE_CANCEL.says(), (*voids, *rest))


def _cut(night: PlayedLines, rows: tuple[DueLine, ...]) -> Finding:
    rounds = sorted({row.round_no for row in rows})
    said = f"round{'s' * (len(rounds) > 1)} {' and '.join(map(str, rounds))}"
    switch = FindingSentences.SWITCHED.template if _is_switch(night, rounds) else ""
    words = FindingSentences.CUT.says(
        rounds=said,
        lines=len(rows),
        switch=switch,
    )
    boards = tuple(sorted({row.board_no for row in rows}))
    return Finding(
        Kind.CUT,
        f"cut-{rounds[0]}",
        words,
        CUT_LAW,
        boards,
        _pairs(rows),
        (_not_due_for_all(rows),),
    )


def _is_switch(night: PlayedLines, rounds: list[int]) -> bool:
    """Return whether pairs change direction in *rounds* only.

    Without those rounds the field has two winners.
    """
    if night.winners != 1:
        return False
    kept = [row for row in night.due if row.round_no not in rounds]
    return _are_mixed(night.due) and bool(kept) and not _are_mixed(kept)


def _are_mixed(rows: Iterable[DueLine]) -> bool:
    """Return whether a pair sits in both directions on *rows*."""
    both = [(row.ns, row.ew) for row in rows]
    return bool({ns for ns, _ in both} & {ew for _, ew in both})


def _rounds_text(absence: Absence) -> str:
    if absence.first_round == absence.last_round:
        return f"in round {absence.first_round}"
    return f"in rounds {absence.first_round} to {absence.last_round}"


def _boards(rows: tuple[DueLine, ...]) -> str:
    return boards_text([row.board_no for row in rows])


def _opponents_text(night: PlayedLines, absence: Absence, rows: tuple[DueLine, ...]) -> str:
    return " and ".join(dict.fromkeys(night.name(opponent(row, absence.pair)) for row in rows))
