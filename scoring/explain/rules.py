"""Name the rule that a figure follows, in a few words, and its source."""

from scoring.explain.formulas import ScoredSide, is_adjusted, is_special
from scoring.method import ScoringMethod

_PENALTY_LAW = "[LAWS2017] Law 90"
_SMALL_GROUP_SOURCES = {"special": "[WHITEBOOK] 4.2.3.3", "acbl": "[ACBLSCORE]"}


def get_line_rule(method: ScoringMethod, case: ScoredSide) -> tuple[str, str]:
    """Return the rule of the points of *case*, and its source.

    Artificial and assigned scores follow the law of rulings, a very small group of a fouled board
    its own rule.
    """
    artificial = case.line.artificial
    uses_averages = method.artificial in ("direction", "nothing")
    if case.line.moved is not None and (artificial is None or method.artificial != "direction"):
        rule = "points moved by a ruling"
        source = f"[LAWS2017] Law 12; {method.source}"
    elif artificial is not None and uses_averages:
        rule = "the average instead of a result"
        source = method.source
    elif artificial is not None:
        rule = "artificial score instead of a result"
        is_own = artificial.ns_own if case.side == "NS" else artificial.ew_own
        source = "[LAWS2017] Law 12C2(c)" if is_own else "[LAWS2017] Law 12C2"
    elif case.line.assigned is not None:
        rule = "assigned score, each result by its weight"
        source = f"[LAWS2017] Law 12C1; {method.source}"
    elif "small_groups" in case.options and case.line.score is not None and is_special(case):
        rule = "a group too small to be compared"
        source = _SMALL_GROUP_SOURCES[case.options["small_groups"]]
    else:
        rule = method.rule
        source = method.source
        # The second source is that of Neuberg's formula, named only if the formula was used.
        if "neuberg" in case.options and not is_adjusted(case):
            source = source.partition("; ")[0]
    return f"{method.name}: {rule}", source


def get_total_rule(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule of a total, and its source."""
    source = method.source
    if is_penalised:
        source = f"{source}; {_PENALTY_LAW}"
    return f"{method.name}: {method.rule}", source
