"""Boards played twice, wrong boards, wrong pairs and pairs that sat the other way round.

Law 15 of 2017: a board that one of the pairs had played is cancelled for both (15B1); one that
neither had played stands (15B2); who can no longer have a score on it gets an award (15B3).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from scoring.laws.irregularities.awards import (
    AWARDS_LAW,
    FULL_BOTH,
    NEITHER,
    NOT_DUE,
    VOID,
    award_choice,
    line_by_laws,
    plain,
    share_text,
)
from scoring.laws.irregularities.missing import missing
from scoring.laws.irregularities.model import (
    Choice,
    DoneLine,
    DueLine,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
)
from scoring.laws.irregularities.played import OnBoard, Played, boards_text, opponent, where_text
from scoring.laws.irregularities.sentences import FindingSentences

TWICE_LAW = "Law 15B1"
STANDS_LAW = "Law 15B2"
ROBBED_LAW = f"Law 15B3, {AWARDS_LAW}"
SEATS_LAW = "Law 5"


def mistakes(played: Played, claimed: set[OnBoard]) -> Iterator[Finding]:
    """Yield the mistakes at tables.

    Boards that pairs can't play because of one are added to *claimed*.
    """
    for lines in _together(played.twice):
        yield from _twice(played, lines, claimed)
    for lines in _together(played.wrong):
        yield from _wrong(played, lines, claimed)
    for lines in _together(played.turned):
        yield _wrong_direction_finding(played.night, lines)


def _together(lines: Iterable[DoneLine]) -> list[list[DoneLine]]:
    """Return *lines* by round, table and pairs."""
    tables: dict[tuple[int, int, int, int], list[DoneLine]] = {}
    for line in lines:
        tables.setdefault((line.round_no, line.table_no, line.ns, line.ew), []).append(line)
    return list(tables.values())


def _key(kind: Kind, lines: list[DoneLine]) -> str:
    first = lines[0]
    return f"{kind.value}-{first.round_no}-{first.table_no}-{first.ns}-{first.ew}"


def _twice(played: Played, lines: list[DoneLine], claimed: set[OnBoard]) -> Iterator[Finding]:
    night, cause = played.night, played.cause(lines[0])
    if cause.is_of_all:
        faults = (SideFault.NONE, SideFault.PARTLY, SideFault.FULL)
    else:
        faults = (SideFault.FULL, SideFault.PARTLY, SideFault.NONE)
    voids = [
        RuledLine(
            line.board_no,
            line.ns,
            line.ew,
            VOID,
            SideFault.NONE,
            SideFault.NONE,
            TWICE_LAW,
            FindingSentences.REASON_TWICE.says(),
        )
        for line in lines
        if not line.is_void
    ]
    choices = []
    for fault in faults:
        robbed = [award for line in lines for award in _awards_for_lost_board(played, line, fault)]
        said = f"; {awards_text(night, robbed)}" if robbed else ""
        choices.append(
            Choice(
                f"void-{fault.value}",
                FindingSentences.CHOICE_VOID.says(awards=said),
                (*voids, *robbed),
            )
        )
        claimed |= {(line.board_no, pair) for line in robbed for pair in (line.ns, line.ew)}
    robs = any(line.text != VOID for line in choices[0].lines)
    if not choices[0].lines:
        return
    seen = [
        night.name(pair)
        for pair in dict.fromkeys(pair for line in lines for pair in played.had_played(line))
    ]
    yield Finding(
        Kind.PLAYED_TWICE,
        _key(Kind.PLAYED_TWICE, lines),
        FindingSentences.TWICE.says(
            ns=night.name(lines[0].ns),
            ew=night.name(lines[0].ew),
            boards=boards_text([line.board_no for line in lines]),
            where=where_text(lines[0]),
            seen=" and ".join(seen),
            cause=cause.words,
        ),
        f"{TWICE_LAW}; {ROBBED_LAW}" if robs else TWICE_LAW,
        tuple(line.board_no for line in lines),
        _pairs(choices[0].lines),
        tuple(choices) if robs else (choices[0],),
    )


def _awards_for_lost_board(played: Played, line: DoneLine, fault: SideFault) -> Iterator[RuledLine]:
    """Yield the awards of the pair of *line* that had not played the board and of its scheduled
    opponents.
    """
    for pair in (line.ns, line.ew):
        if not played.is_free(line.board_no, pair):
            continue
        for row in played.due_of.get((line.board_no, pair), ())[:1]:
            other = opponent(row, pair)
            theirs = SideFault.NONE if played.is_free(line.board_no, other) else None
            faults = (fault, theirs) if row.ns == pair else (theirs, fault)
            words = FindingSentences.REASON_ROBBED.says(who=played.night.name(pair))
            yield line_by_laws(
                played.night, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, words
            )


def _wrong(played: Played, lines: list[DoneLine], claimed: set[OnBoard]) -> Iterator[Finding]:
    night, first = played.night, lines[0]
    left = [left for line in lines for left in played.left_over(line)]
    awards = tuple(award for line in lines for award in _left_over(played, line, claimed))
    fallen = tuple(row for line in lines for row in _fallen(played, line, awards))
    if left and not awards and not fallen:
        return
    here = {
        (row.ns, row.ew): row.board_no
        for row in played.due_at.get((first.round_no, first.table_no), ())
    }
    due_boards = {row.board_no for row in played.due_at.get((first.round_no, first.table_no), ())}
    is_pairs = bool(here) and {line.board_no for line in lines} <= due_boards
    kind, sentence = (
        (Kind.WRONG_PAIRS, FindingSentences.WRONG_PAIRS)
        if is_pairs
        else (Kind.WRONG_BOARD, FindingSentences.WRONG_BOARD)
    )
    planned = next(iter(here), (0, 0))
    if awards:
        said = FindingSentences.CHOICE_STANDS_AWARD.says(awards=awards_text(night, awards))
    else:
        said = FindingSentences.CHOICE_STANDS.says()
    yield Finding(
        kind,
        _key(kind, lines),
        sentence.says(
            ns=night.name(first.ns),
            ew=night.name(first.ew),
            boards=boards_text([line.board_no for line in lines]),
            where=where_text(first),
            due_ns=night.name(planned[0]),
            due_ew=night.name(planned[1]),
            cause=played.cause(first).words,
        ),
        f"{STANDS_LAW}; {ROBBED_LAW}" if awards else STANDS_LAW,
        tuple(line.board_no for line in lines),
        _pairs(awards) or (first.ns, first.ew),
        (Choice("stands", said, (*awards, *fallen)),),
    )


def _left_over(played: Played, line: DoneLine, claimed: set[OnBoard]) -> Iterator[RuledLine]:
    """Yield the awards of the scheduled opponents of both pairs of *line*, one line if they fit on
    one.
    """
    left = [
        (pair, row)
        for pair, row in played.left_over(line)
        if played.is_free(line.board_no, pair) and (line.board_no, pair) not in claimed
    ]
    claimed |= {(line.board_no, pair) for pair, _row in left}
    words = FindingSentences.REASON_ROBBED.says(
        who=f"{played.night.name(line.ns)} and {played.night.name(line.ew)}"
    )
    ns = [pair for pair, row in left if row.ns == pair]
    ew = [pair for pair, row in left if row.ew == pair]
    if played.night.winners == 1 and len(left) == 2 and not (ns and ew):
        (first, _), (second, _) = left
        ns, ew = [first], [second]
    if len(ns) == len(ew) == 1:
        yield line_by_laws(
            played.night,
            line.board_no,
            ns[0],
            ew[0],
            (SideFault.NONE, SideFault.NONE),
            ROBBED_LAW,
            words,
        )
        return
    for pair, row in left:
        faults = (SideFault.NONE, None) if row.ns == pair else (None, SideFault.NONE)
        yield line_by_laws(played.night, row.board_no, row.ns, row.ew, faults, ROBBED_LAW, words)


def _fallen(played: Played, line: DoneLine, awards: tuple[RuledLine, ...]) -> Iterator[RuledLine]:
    """Yield the scheduled lines of the pairs of *line* that will not be played."""
    given = {(award.board_no, frozenset((award.ns, award.ew))) for award in awards}
    given |= {(award.board_no, frozenset((award.ns, award.ew))) for award in played.night.awarded}
    given.add((line.board_no, frozenset((line.ns, line.ew))))
    words = FindingSentences.REASON_ELSEWHERE.says().lower()
    for pair in (line.ns, line.ew):
        for row in played.due_of.get((line.board_no, pair), ()):
            if (line.board_no, frozenset((row.ns, row.ew))) not in given:
                yield plain(row, f"{NOT_DUE}: {words}", STANDS_LAW, words)


def _wrong_direction_finding(night: PlayedLines, lines: list[DoneLine]) -> Finding:
    first = lines[0]
    words = FindingSentences.TURNED.says(
        ns=night.name(first.ns),
        ew=night.name(first.ew),
        boards=boards_text([line.board_no for line in lines]),
        where=where_text(first),
    )
    boards = tuple(line.board_no for line in lines)
    stands = (Choice("stands", FindingSentences.CHOICE_STANDS.says()),)
    return Finding(
        Kind.TURNED,
        _key(Kind.TURNED, lines),
        words,
        SEATS_LAW,
        boards,
        (first.ns, first.ew),
        stands,
    )


def _pairs(lines: Iterable[RuledLine]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(pair for line in lines for pair in (line.ns, line.ew)))


def awards_text(night: PlayedLines, lines: Iterable[RuledLine]) -> str:
    """Return the awards of *lines* in words: ``"60% for pair 5 and pair 10"``."""
    shares: dict[str, dict[str, None]] = {}
    for line in lines:
        ns_text, _, ew_text = line.text.removeprefix("A").partition("/")
        sides = ((line.ns, line.ns_fault, ns_text or "-"), (line.ew, line.ew_fault, ew_text or "-"))
        for pair, fault, text in sides:
            if text != "NP":
                shares.setdefault(share_text(fault), {})[night.name(pair)] = None
    return ", ".join(f"{share} for {' and '.join(names)}" for share, names in shares.items())


# What happened in a session, finding by finding: the way in.

FOULED_LAW = "Law 87"


def find_all(night: PlayedLines) -> tuple[Finding, ...]:
    """Return the differences of *night* from its plan, first those to settle.

    >>> from scoring.laws.irregularities.model import DueLine
    >>> due = (DueLine(7, 1, 2, 1, 1), DueLine(7, 3, 4, 1, 2))
    >>> done = DoneLine(7, 2, 1, 1, 1), DoneLine(7, 3, 4, 1, 2)
    >>> for finding in find_all(PlayedLines(due, done, rounds_over=1)):
    ...     print(finding.words, finding.law)
    Wrong direction: pair 2 sat N-S and pair 1 E-W on board 7 at table 1 in round 1. Law 5

    Source: [LAWS2017] Laws 12C2, 15B, 82B and 87.
    """
    played = Played(night)
    claimed: set[OnBoard] = set()
    wrong = list(mistakes(played, claimed))
    findings = [*wrong, *missing(played, claimed), *_fouled_findings(played)]
    return tuple(sorted(findings, key=lambda finding: not finding.is_open))


def _fouled_findings(played: Played) -> Iterator[Finding]:
    boards: dict[int, list[DoneLine]] = {}
    for line in played.night.done:
        if played.scores.get((line.board_no, line.ns)) is line:
            boards.setdefault(line.board_no, []).append(line)
    for board_no, lines in boards.items():
        sizes = Counter(line.group for line in lines)
        if len(sizes) < 2:
            continue
        lone = [line for line in lines if sizes[line.group] == 1]
        if lone and not played.night.rates_small_groups:
            yield from (
                _lone(played, line) for line in lone if (board_no, line.ns) not in played.settled
            )
            continue
        words = FindingSentences.FOULED.says(
            board_no=board_no, sizes=" and ".join(str(size) for size in sizes.values())
        )
        pairs = tuple(pair for line in lines for pair in (line.ns, line.ew))
        stands = (Choice("stands", FindingSentences.CHOICE_STANDS.says()),)
        yield Finding(
            Kind.FOULED, f"fouled-{board_no}", words, FOULED_LAW, (board_no,), pairs, stands
        )


def _lone(played: Played, line: DoneLine) -> Finding:
    """Return the finding of a result without comparison: average plus for both, or by fault."""
    night = played.night
    row = (DueLine(line.board_no, line.ns, line.ew, line.round_no, line.table_no),)
    words = FindingSentences.LONE.says(
        board_no=line.board_no, ns=night.name(line.ns), ew=night.name(line.ew)
    )
    choices = tuple(
        award_choice(night, row, faults, FindingSentences.REASON_LONE)
        for faults in (NEITHER, FULL_BOTH)
    )
    key = f"fouled-{line.board_no}-{line.ns}-{line.ew}"
    return Finding(
        Kind.FOULED, key, words, FOULED_LAW, (line.board_no,), (line.ns, line.ew), choices
    )
