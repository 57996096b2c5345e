"""Detect files that end early, since most formats don't count their lines."""

from collections import Counter
from collections.abc import Mapping, Sequence

from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import Doubt

_MIN_OTHER_BOARDS = 2  # other boards to compare with


def find_cut_doubt(
    boards: Sequence[int], played: Mapping[str, int], listed: Mapping[str, int]
) -> Doubt | None:
    """Return why a section may have been cut off, or None.

    *boards* are the boards of its lines in the order of the file. *played* is the number of lines
    of each pair, by its label; *listed* the number in the file's standings, if they state it.

    >>> str(find_cut_doubt([1, 1, 1, 2, 2, 2, 3], {}, {}))[:60]
    'Board 3, the last in the file, has fewer results (1) than ot'
    >>> find_cut_doubt([1, 1, 2, 2, 3, 3], {"5NS": 3}, {"5NS": 3}) is None
    True
    """
    results = Counter(boards)
    other_counts = [count for board_no, count in results.items() if board_no != boards[-1]]
    if len(other_counts) >= _MIN_OTHER_BOARDS and results[boards[-1]] < min(other_counts):
        return Doubt(
            ImportSentences.DOUBT_LAST_BOARD,
            board_no=boards[-1],
            count=results[boards[-1]],
            others=min(other_counts),
        )
    short_pair = next((pair for pair, count in listed.items() if played.get(pair, 0) < count), "")
    if short_pair:
        return Doubt(
            ImportSentences.DOUBT_PAIR_BOARDS,
            pair=short_pair,
            listed=listed[short_pair],
            count=played.get(short_pair, 0),
        )
    return None
