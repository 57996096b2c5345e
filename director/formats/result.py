"""A result as files of other programs state it, in the same form when it is read and written."""

from typing import NamedTuple

from scoring.bridge.entries import read_entry


class FiledResult(NamedTuple):
    """A result or award. Parts that the file doesn't have, or can't hold, are empty.

    *contract* is canonical (``"4SX"``, ``"PASS"``); *declarer* a seat or a side; *tricks* are all
    that declarer won; *score* is seen from N-S. *artificial* is canonical (``"A6040"``) and excludes
    a score. Without contract, score and artificial score the board was not played.

    *ruled* is the whole result in this program's own words where no other program has any: a
    weighted or split score (``"60% 4SS=, 40% 4SS-1"``), or a result of duplicate auction as typed
    (``"3HS+1 NS30"``), or one of pairs that sat the other way round (``"TURNED 4SS="``).

    A named tuple, since files have thousands and a dataclass is slower to make.
    """

    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    score: int | None = None
    artificial: str = ""
    ruled: str = ""

    def as_score_of_other_side(self) -> "FiledResult":
        """Return the result as a bare score, seen from the other side.

        >>> FiledResult("4S", "N", 10, 420).as_score_of_other_side().score
        -420
        >>> FiledResult(artificial="A60/NP").as_score_of_other_side().artificial
        'ANP/60'
        """
        artificial = ""
        if self.artificial and (shares := read_entry(self.artificial).artificial):
            artificial = str(shares.with_sides_exchanged)
        score = None if self.score is None else -self.score
        return FiledResult(score=score, artificial=artificial)
