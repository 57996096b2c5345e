"""Which rule a figure follows: what it says in a few words, and where it stands."""

from scoring.explain.formulas import Case, is_adjusted, is_special
from scoring.method import ScoringMethod

_PENALTY_LAW = "[LAWS2017] Law 90"
_SMALL_GROUPS = {"special": "[WHITEBOOK] 4.2.3.3", "acbl": "[ACBLSCORE]"}


def rule_of_line(method: ScoringMethod, case: Case) -> tuple[str, str]:
    """Return the rule behind the points of *case* and its source.

    An artificial or assigned score follows the law of rulings, a very small group of a fouled board its own rule; that
    of boards with fewer results is named where it was used.
    """
    given = case.line.artificial
    if case.line.moved is not None and (given is None or method.artificial != "direction"):
        return f"{method.name}: points moved by a ruling", f"[LAWS2017] Law 12; {method.source}"
    if given is not None and method.artificial in ("direction", "nothing"):
        return f"{method.name}: the average in place of a result", method.source
    if given is not None:
        is_own = given.ns_own if case.side == "NS" else given.ew_own
        law = "12C2(c)" if is_own else "12C2"
        return f"{method.name}: artificial score in place of a result", f"[LAWS2017] Law {law}"
    if case.line.assigned is not None:
        return f"{method.name}: assigned score, each result by its weight", f"[LAWS2017] Law 12C1; {method.source}"
    if "small_groups" in case.options and case.line.score is not None and is_special(case):
        return f"{method.name}: a group too small to be compared", _SMALL_GROUPS[case.options["small_groups"]]
    source = method.source
    if "neuberg" in case.options and not is_adjusted(case):
        source = source.partition("; ")[0]
    return f"{method.name}: {method.rule}", source


def rule_of_total(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule behind a total and its source; penalties have a law of their own."""
    source = f"{method.source}; {_PENALTY_LAW}" if is_penalised else method.source
    return f"{method.name}: {method.rule}", source
