"""What happened in a session, finding by finding: the way in."""

from collections import Counter
from collections.abc import Iterator

from scoring.laws.happened.awards import FULL_BOTH, NEITHER, award_choice
from scoring.laws.happened.missing import missing
from scoring.laws.happened.mistakes import mistakes
from scoring.laws.happened.model import Choice, DoneLine, DueLine, Finding, Kind, Night
from scoring.laws.happened.played import OnBoard, Played
from scoring.laws.happened.sentences import CHOICE_STANDS, FOULED, LONE, REASON_LONE

FOULED_LAW = "Law 87"


def what_happened(night: Night) -> tuple[Finding, ...]:
    """Return what happened in *night* otherwise than it was planned: first what is to be settled, then what stands.

    >>> from scoring.laws.happened.model import DueLine
    >>> due = (DueLine(7, 1, 2, 1, 1), DueLine(7, 3, 4, 1, 2))
    >>> for finding in what_happened(Night(due, (DoneLine(7, 2, 1, 1, 1), DoneLine(7, 3, 4, 1, 2)), rounds_over=1)):
    ...     print(finding.words, finding.law)
    Pair 2 sat N-S and pair 1 E-W on board 7 at table 1 in round 1, the other way round than planned. Law 5

    Source: [LAWS2017] Laws 12C2, 15B, 82B and 87.
    """
    played = Played(night)
    claimed: set[OnBoard] = set()
    wrong = list(mistakes(played, claimed))
    findings = [*wrong, *missing(played, claimed), *_fouled(played)]
    return tuple(sorted(findings, key=lambda finding: not finding.is_open))


def _fouled(played: Played) -> Iterator[Finding]:
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
            yield from (_lone(played, line) for line in lone if (board_no, line.ns) not in played.settled)
            continue
        words = FOULED.says(board_no=board_no, sizes=" and ".join(str(size) for size in sizes.values()))
        pairs = tuple(pair for line in lines for pair in (line.ns, line.ew))
        stands = (Choice("stands", CHOICE_STANDS.says()),)
        yield Finding(Kind.FOULED, f"fouled-{board_no}", words, FOULED_LAW, (board_no,), pairs, stands)


def _lone(played: Played, line: DoneLine) -> Finding:
    """Return the finding of a result that has nothing to be compared with: average plus for both, or by fault."""
    night = played.night
    row = (DueLine(line.board_no, line.ns, line.ew, line.round_no, line.table_no),)
    words = LONE.says(board_no=line.board_no, ns=night.name(line.ns), ew=night.name(line.ew))
    choices = tuple(award_choice(night, row, faults, REASON_LONE) for faults in (NEITHER, FULL_BOTH))
    key = f"fouled-{line.board_no}-{line.ns}-{line.ew}"
    return Finding(Kind.FOULED, key, words, FOULED_LAW, (line.board_no,), (line.ns, line.ew), choices)
