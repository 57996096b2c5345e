"""Detect files that end early, since most formats don't count their lines."""

from collections import Counter
from collections.abc import Mapping, Sequence

from director.formats.errors import Doubt
from director.formats.source.sentences import ImportSentences

_ENOUGH = 2  # other boards to compare with


def cut_doubt(
    boards: Sequence[int], played: Mapping[str, int], listed: Mapping[str, int]
) -> Doubt | None:
    """Return why a section may have been cut off, or None.

    *boards* are those of its lines in the order of the file, *played* how many of them each pair
    has, by what people call it; *listed* how many the standings of the file say it has, where they
    say that.

    >>> str(cut_doubt([1, 1, 1, 2, 2, 2, 3], {}, {}))[:60]
    'Board 3, the last in the file, has fewer results (1) than ot'
    >>> cut_doubt([1, 1, 2, 2, 3, 3], {"5NS": 3}, {"5NS": 3}) is None
    True
    """
    results = Counter(boards)
    others = [count for board_no, count in results.items() if board_no != boards[-1]]
    if len(others) >= _ENOUGH and results[boards[-1]] < min(others):
        return Doubt(
            ImportSentences.DOUBT_LAST_BOARD,
            board_no=boards[-1],
            count=results[boards[-1]],
            others=min(others),
        )
    short = next((pair for pair, count in listed.items() if played.get(pair, 0) < count), "")
    if short:
        return Doubt(
            ImportSentences.DOUBT_PAIR_BOARDS,
            pair=short,
            listed=listed[short],
            count=played.get(short, 0),
        )
    return None
