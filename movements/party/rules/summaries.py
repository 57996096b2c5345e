"""What happens after a game, in one plain sentence for every transition of the books.

Responsible for the words; leaves what happens to :mod:`movements.party.rules.transitions`.
"""

from movements.party.rules.transitions import BETWEEN, HEAD, Transition

_TO_NEXT_HIGHER = "go on to the next higher table number"
_AROUND = ", from the last table to table 1"
_FROM_ONE_TO_FOOT = "go up one table, those of table 1 to the foot"
_TABLE_ONE = "at table 1 the winners stay{} and the losers go to the foot"
_CHANGING = "Winners go up one table, losers stay and change partners with those who come"
_TOGETHER = "Partners stay together"
_PARTING = (
    "{} part: the one in seat A goes to the next {} table number and the one in seat B to the next {}, the last table "
    "and table 1 being neighbours"
)
_LOSERS_PART = "Winners stay and {}; " + _PARTING.format("the losers", "{}", "{}") + ", and {}"
_KEPT, _CHANGED = (
    ("play together again", "the two who come play together against them"),
    ("part", "each of them plays with one of those who come"),
)

_OF_FOUR = {
    "winners-up-head-kept": f"{_CHANGING}; {_TABLE_ONE.format(' together')}",
    "winners-up-head-split": f"{_CHANGING}; {_TABLE_ONE.format(' but part')}",
    "winners-up-head-to-foot": f"Winners {_FROM_ONE_TO_FOOT}; losers stay and change partners with those who come",
    "winners-up-partners-kept": f"{_TOGETHER}: winners {_FROM_ONE_TO_FOOT}, and losers stay",
    "losers-to-foot-partners-kept": f"{_TOGETHER}: winners go up one table, losers stay; {_TABLE_ONE.format('')}",
    "winners-down-partners-kept": f"{_TOGETHER}: winners {_TO_NEXT_HIGHER}{_AROUND}, and losers stay",
    "lady-up-gent-down": "Winners part, the one in seat A goes up one table and the one in seat B down one; losers "
    "stay and change partners with those who come",
    "win-lady-up-lose-gent-down": "The winner in seat A goes up one table and the loser in seat B down one; the two "
    "who stay play together against the two who come",
    "win-gent-up-only": "Only the winner in seat B goes up one table, to the seat that is free there",
    "all-gents-up": "Everybody in seat B goes up one table, win or lose, and everybody in seat A stays",
    "win-lady-up-only": "Only the winner in seat A goes up one table, to the seat that is free there",
    "all-ladies-up": "Everybody in seat A goes up one table, win or lose, and everybody in seat B stays",
    "win-lady-down-gent-up": f"{_PARTING.format('Winners', 'higher', 'lower')}; losers stay and change partners with "
    "those who come",
    "losers-part-winners-together": _LOSERS_PART.format(_KEPT[0], "higher", "lower", _KEPT[1]),
    "losers-part-winners-part": _LOSERS_PART.format(_CHANGED[0], "higher", "lower", _CHANGED[1]),
    "losers-part-winners-together-a-up": _LOSERS_PART.format(_KEPT[0], "lower", "higher", _KEPT[1]),
    "losers-part-winners-part-a-up": _LOSERS_PART.format(_CHANGED[0], "lower", "higher", _CHANGED[1]),
}
_ALONE = {
    3: "The highest of each table goes up one table, from table 1 to the foot; the others stay",
    5: "The two highest of each table go up one table, from table 1 to the foot; the others stay",
}


def progress_summary(
    transition: Transition, *, size: int, by_row: bool, then: Transition | None, after: int | None
) -> str:
    """Return what happens after a game at full tables of *size*; after round *after* the transition is *then*.

    >>> from movements.party.rules.transitions import TRANSITIONS
    >>> progress_summary(TRANSITIONS["win-gent-up-only"], size=4, by_row=False, then=None, after=None)
    'Only the winner in seat B goes up one table, to the seat that is free there.'
    """
    words = _ALONE.get(size) or (_of_six(transition) if size == 6 else _of_ring(transition, by_row=by_row))
    if then is not None and after is not None:
        words += f"; after round {after} seat {_mover(then)} moves instead"
    return f"{words}."


def _of_ring(transition: Transition, *, by_row: bool) -> str:
    if transition.key == "winners-down-circle-split":
        around = " of their row, from its last table to its first" if by_row else _AROUND
        return f"Winners {_TO_NEXT_HIGHER}{around}; losers stay and change partners with those who come"
    return _OF_FOUR[transition.key]


def _of_six(transition: Transition) -> str:
    if transition.lose_a[HEAD] == "foot":
        return f"Winners go up one table, losers stay, and sides are made anew; {_TABLE_ONE.format('')}"
    return f"Winners {_FROM_ONE_TO_FOOT}; losers stay, and sides are made anew"


def _mover(transition: Transition) -> str:
    return "A" if transition.win_a[BETWEEN] == "up" else "B"
