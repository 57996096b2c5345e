"""What happened in a session, finding by finding."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from scoring.laws.irregularities.awards import FULL_BOTH, NEITHER, make_award_choice
from scoring.laws.irregularities.missing import find_missing_boards
from scoring.laws.irregularities.mistakes import find_mistakes
from scoring.laws.irregularities.model import (
    Choice,
    DoneLine,
    DueLine,
    Finding,
    Kind,
    PlayedLines,
)
from scoring.laws.irregularities.played import OnBoard, PlayedIndex
from scoring.laws.irregularities.sentences import FindingSentences

FOULED_LAW = "Law 87"


def find_all(session: PlayedLines) -> tuple[Finding, ...]:
    """Return the differences of *session* from its plan, those to settle first.

    >>> from scoring.laws.irregularities.model import DueLine
    >>> due = (DueLine(7, 1, 2, 1, 1), DueLine(7, 3, 4, 1, 2))
    >>> done = DoneLine(7, 2, 1, 1, 1), DoneLine(7, 3, 4, 1, 2)
    >>> for finding in find_all(PlayedLines(due, done, rounds_over=1)):
    ...     print(finding.words, finding.law)
    Wrong direction: pair 2 sat N-S and pair 1 E-W on board 7 at table 1 in round 1. Law 5

    Source: [LAWS2017] Laws 12C2, 15B, 82B and 87.
    """
    played = PlayedIndex(session)
    claimed: set[OnBoard] = set()
    # Mistakes come first, since they explain boards that are missing later.
    findings = list(find_mistakes(played, claimed))
    findings += find_missing_boards(played, claimed)
    findings += _find_fouled_boards(played)
    return tuple(sorted(findings, key=lambda finding: not finding.is_open))


def _find_fouled_boards(played: PlayedIndex) -> Iterator[Finding]:
    boards: dict[int, list[DoneLine]] = defaultdict(list)
    for line in played.session.done:
        if played.scores.get((line.board_no, line.ns)) is line:  # a score that stands
            boards[line.board_no].append(line)
    for board_no, lines in boards.items():
        sizes = Counter(line.group for line in lines)
        if len(sizes) < 2:
            continue
        lone_lines = [line for line in lines if sizes[line.group] == 1]
        if lone_lines and not played.session.rates_small_groups:
            for line in lone_lines:
                if (board_no, line.ns) not in played.settled:
                    yield _make_lone_finding(played, line)
            continue
        words = FindingSentences.FOULED.format(
            board_no=board_no, sizes=" and ".join(str(size) for size in sizes.values())
        )
        pairs = tuple(pair for line in lines for pair in (line.ns, line.ew))
        choices = (Choice("stands", FindingSentences.CHOICE_STANDS.format()),)
        yield Finding(
            Kind.FOULED, f"fouled-{board_no}", words, FOULED_LAW, (board_no,), pairs, choices
        )


def _make_lone_finding(played: PlayedIndex, line: DoneLine) -> Finding:
    """Return the finding of a result without comparison: average plus or minus for both."""
    session = played.session
    rows = (DueLine(line.board_no, line.ns, line.ew, line.round_no, line.table_no),)
    words = FindingSentences.LONE.format(
        board_no=line.board_no, ns=session.name(line.ns), ew=session.name(line.ew)
    )
    choices = tuple(
        make_award_choice(session, rows, faults, FindingSentences.REASON_LONE)
        for faults in (NEITHER, FULL_BOTH)
    )
    key = f"fouled-{line.board_no}-{line.ns}-{line.ew}"
    return Finding(
        Kind.FOULED, key, words, FOULED_LAW, (line.board_no,), (line.ns, line.ew), choices
    )
