"""Which rule a figure follows: what it says in a few words, and where it stands."""

from scoring.explain.formulas import Case, is_adjusted, is_special
from scoring.explain.old import OLD_FORMULAS
from scoring.method import ScoringMethod

RULES = {
    "matchpoints": "2 for each result beaten, 1 for each equal one",
    "ascherman": "2 for each result beaten, 1 for each equal one, its own among them",
    "cross-imps": "IMPs against every other result",
    "butler": "IMPs against the datum of the board",
    "total-imps": "IMPs against every other result, added up",
    "aggregate": "the scores themselves",
    "average": "own score less the average of the direction",
    "howell-losses": "what is lost to the best score of the direction",
    "exponent": "the gain on the worst score of the direction, both directions equated",
    "match": "a match against the average of the direction",
    "safford": "the differences from all who held the same cards",
    "compass": "what was won less what was lost",
    "excess": "winners enter no more than the limit, losers all",
    "four-pairs": "matches between those who held the same cards",
    "team-imps": "IMPs of the two tables",
    "board-a-match": "the better result of the two tables wins the board",
    "patton": "boards won, and a share of the aggregate",
    "fours": "tricks over the deals that two teams share",
}
"""For each method what its points are, in a few words."""

_PENALTY_LAW = "[LAWS2017] Law 90"


def rule_of_line(method: ScoringMethod, case: Case) -> tuple[str, str]:
    """Return the rule behind the points of *case* and its source.

    An artificial or assigned score follows the law of rulings, a very small group of a fouled board its own rule; that
    of boards with fewer results is named where it was used.
    """
    given = case.line.artificial
    if case.line.moved is not None and (given is None or method.key not in OLD_FORMULAS):
        return f"{method.name}: points moved by a ruling", f"[LAWS2017] Law 12; {method.source}"
    if given is not None and (method.key in OLD_FORMULAS or method.key == "average"):
        return f"{method.name}: the average in place of a result", method.source
    if given is not None:
        is_own = given.ns_own if case.side == "NS" else given.ew_own
        law = "12C2(c)" if is_own else "12C2"
        return f"{method.name}: artificial score in place of a result", f"[LAWS2017] Law {law}"
    if case.line.assigned is not None:
        return f"{method.name}: assigned score, each result by its weight", f"[LAWS2017] Law 12C1; {method.source}"
    if method.key in ("matchpoints", "ascherman") and case.line.score is not None and is_special(case):
        return f"{method.name}: a group too small to be compared", "[WHITEBOOK] 4.2.3.3"
    source = method.source
    if method.key == "matchpoints" and not is_adjusted(case):
        source = source.partition("; ")[0]
    return f"{method.name}: {RULES[method.key]}", source


def rule_of_total(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule behind a total and its source; penalties have a law of their own."""
    source = f"{method.source}; {_PENALTY_LAW}" if is_penalised else method.source
    return f"{method.name}: {RULES[method.key]}", source
