"""Every transition of a progressive system in one sentence."""

from movements.party.rules.transitions import BETWEEN, HEAD, Transition

_TO_NEXT_HIGHER = "go on to the next higher table number"
_AROUND = ", from the last table to table 1"
_FROM_ONE_TO_FOOT = "go up one table, from table 1 to the foot"
_TABLE_ONE = "at table 1 winners stay{} and losers go to the foot"
_CHANGING = "Winners go up one table, losers stay and change partners with the arrivals"
_TOGETHER = "Partners stay together"
_PARTING = (
    "{} separate: seat A goes to the next {} table number, seat B to the next {}. The last table and table 1 are "
    "neighbours"
)
_LOSERS_PART = "Winners stay and {}; " + _PARTING.format("the losers", "{}", "{}") + ", and {}"
_KEPT, _CHANGED = (
    ("play together again", "the two arrivals play together against them"),
    ("part", "each winner plays with one of the arrivals"),
)

_OF_FOUR = {
    "winners-up-head-kept": f"{_CHANGING}; {_TABLE_ONE.format(' together')}",
    "winners-up-head-split": f"{_CHANGING}; {_TABLE_ONE.format(' but separate')}",
    "winners-up-head-to-foot": f"Winners {_FROM_ONE_TO_FOOT}; losers stay and change partners with the arrivals",
    "winners-up-partners-kept": f"{_TOGETHER}: winners {_FROM_ONE_TO_FOOT}, and losers stay",
    "losers-to-foot-partners-kept": f"{_TOGETHER}: winners go up one table, losers stay; {_TABLE_ONE.format('')}",
    "winners-down-partners-kept": f"{_TOGETHER}: winners {_TO_NEXT_HIGHER}{_AROUND}, and losers stay",
    "lady-up-gent-down": (
        "Winners separate: seat A goes up one table and seat B down one; losers stay and change partners with the "
        "arrivals"
    ),
    "win-lady-up-lose-gent-down": (
        "The winner in seat A goes up one table and the loser in seat B down one; the two who stay play together "
        "against the two arrivals"
    ),
    "win-gent-up-only": "Only the winner in seat B goes up one table, to the free seat there",
    "all-gents-up": "Everyone in seat B goes up one table, win or lose, and everyone in seat A stays",
    "win-lady-up-only": "Only the winner in seat A goes up one table, to the free seat there",
    "all-ladies-up": "Everyone in seat A goes up one table, win or lose, and everyone in seat B stays",
    "win-lady-down-gent-up": f"{_PARTING.format('Winners', 'higher', 'lower')}; losers stay and change "
    "partners with the arrivals",
    "losers-part-winners-together": _LOSERS_PART.format(_KEPT[0], "higher", "lower", _KEPT[1]),
    "losers-part-winners-part": _LOSERS_PART.format(_CHANGED[0], "higher", "lower", _CHANGED[1]),
    "losers-part-winners-together-a-up": _LOSERS_PART.format(_KEPT[0], "lower", "higher", _KEPT[1]),
    "losers-part-winners-part-a-up": _LOSERS_PART.format(
        _CHANGED[0], "lower", "higher", _CHANGED[1]
    ),
}
_ALONE = {
    3: "The highest scorer at each table goes up one table, from table 1 to the foot; the others stay",
    5: "The two highest scorers at each table go up one table, from table 1 to the foot; the others stay",
}


def describe_progress(
    transition: Transition,
    *,
    size: int,
    by_row: bool,
    then: Transition | None,
    then_after: int | None,
) -> str:
    """Return one sentence on the moves at full tables of *size*.

    After round *then_after* the transition is *then*.

    >>> from movements.party.rules.transitions import TRANSITIONS
    >>> describe_progress(TRANSITIONS["win-gent-up-only"], size=4, by_row=False, then=None, then_after=None)
    'Only the winner in seat B goes up one table, to the free seat there.'
    """
    if size in _ALONE:
        words = _ALONE[size]
    elif size == 6:
        words = _describe_tables_of_six(transition)
    else:
        words = _describe_tables_of_four(transition, by_row=by_row)
    if then is not None and then_after is not None:
        words += f"; after round {then_after} seat {_get_moving_seat(then)} moves instead"
    return f"{words}."


def _describe_tables_of_four(transition: Transition, *, by_row: bool) -> str:
    if transition.key == "winners-down-circle-split":
        turn_words = " of their row, from its last table to its first" if by_row else _AROUND
        return f"Winners {_TO_NEXT_HIGHER}{turn_words}; losers stay and change partners with the arrivals"
    return _OF_FOUR[transition.key]


def _describe_tables_of_six(transition: Transition) -> str:
    if transition.lose_a[HEAD] == "foot":
        return f"Winners go up one table, losers stay, and new sides are formed; {_TABLE_ONE.format('')}"
    return f"Winners {_FROM_ONE_TO_FOOT}; losers stay, and new sides are formed"


def _get_moving_seat(transition: Transition) -> str:
    if transition.win_a[BETWEEN] == "up":
        return "A"
    return "B"
