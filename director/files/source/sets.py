"""Which boards travel together, found from what the tables of a night played in their rounds."""

from collections.abc import Iterable, Sequence


def board_sets(together: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return the set of each board where boards that were played *together* make sets, else nothing.

    So a board that a table did not play is part of its round all the same.

    >>> board_sets([[1, 2], [2], [3, 4]])
    {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    """
    sets: dict[int, set[int]] = {}
    most = 0
    for boards in together:
        most = max(most, len(set(boards)))
        joined = set(boards).union(*(sets.get(board_no, ()) for board_no in boards))
        sets |= dict.fromkeys(joined, joined)
    if any(len(boards) > most for boards in sets.values()):  # tables that cut the boards in other ways
        return {}
    known = {board_no: tuple(sorted(boards)) for board_no, boards in sets.items()}
    blocks = {board_no: _block(board_no, most) for board_no in known}
    is_in_blocks = all(set(boards) <= set(blocks[board_no]) for board_no, boards in known.items())
    return blocks if is_in_blocks else known  # a board that nobody played is part of its set too


def _block(board_no: int, size: int) -> tuple[int, ...]:
    """Return the set of a board where sets are laid out one after the other.

    >>> _block(5, 3)
    (4, 5, 6)
    """
    first = (board_no - 1) // size * size + 1
    return tuple(range(first, first + size))
