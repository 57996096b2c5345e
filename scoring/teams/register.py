"""Add the methods that count matches to those that every program has, with their formulas.

They are those of teams, and those of pairs in matches.
"""

from scoring.deals.rubber import score_deal
from scoring.display import format_figure
from scoring.explain.formulas import (
    FormulaWriter,
    ScoredSide,
    explain_aggregate,
    explain_by_rule,
    explain_cross_imps,
    explain_matchpoints,
    format_side_points,
    format_signed_number,
    register_formulas,
)
from scoring.registry import register_match_methods, register_methods
from scoring.teams.contest import BOARD_A_MATCH, PATTON, TEAM_IMPS
from scoring.teams.eights import EIGHTS
from scoring.teams.rubbers import RUBBERS, compute_contract_points
from scoring.teams.swiss_pairs import SWISS_PAIRS, SWISS_PAIRS_IMPS
from scoring.teams.totals import TEAM_TOTALS
from scoring.totals.ranking import format_signed


def explain_rubbers(case: ScoredSide) -> str:
    """Return the points of the contract, and the bonus of a rubber that ends with it."""
    if not case.line.contract:
        return f"the score, above the line = {format_side_points(case)}"
    contract_points = compute_contract_points(score_deal(case.line.contract))
    if case.side == "EW":
        contract_points = -contract_points
    text = f"{case.line.contract} is {format_figure(contract_points)} at auction"
    bonus = case.points - contract_points
    if bonus:
        text = f"{text}, {format_signed(bonus)} for the rubber,"
    return f"{text} = {format_side_points(case)}"


def _get_scores_at_both_tables(case: ScoredSide) -> tuple[int, int]:
    """Return the score of the team's half here, and its opponents' at the other table."""
    return case.list_weighted_scores(case.line)[0][0], case.list_weighted_scores(
        case.compared_lines[0]
    )[0][0]


def explain_team_imps(case: ScoredSide) -> str:
    """Return the difference of the two tables in IMPs."""
    own_score, opponents_score = _get_scores_at_both_tables(case)
    difference = (
        f"{own_score} here − {format_signed_number(opponents_score)} at the other table = "
        f"{own_score - opponents_score}"
    )
    return f"{difference}, in IMPs = {format_side_points(case)}"


def explain_team_board(case: ScoredSide) -> str:
    """Return how the score compares with the other table's."""
    own_score, opponents_score = _get_scores_at_both_tables(case)
    if own_score > opponents_score:
        relation = "better than"
    elif own_score < opponents_score:
        relation = "worse than"
    else:
        relation = "equal to"
    return f"{own_score} here, {relation} {opponents_score} at the other table = {format_side_points(case)}"


TEAM_FORMULA_BY_METHOD: dict[str, FormulaWriter] = {
    "team-imps": explain_team_imps,
    "board-a-match": explain_team_board,
    "patton": explain_team_board,
    "team-totals": explain_aggregate,
    "eights": explain_by_rule,
    "rubbers": explain_rubbers,
    "swiss-pairs": explain_matchpoints,
    "swiss-pairs-imps": explain_cross_imps,
}
"""What writes the formula of the points of each method, by its key."""


def register_team_methods() -> None:
    """Add the methods and their formulas. To add them twice changes nothing."""
    register_methods((TEAM_IMPS, BOARD_A_MATCH, PATTON, TEAM_TOTALS, EIGHTS, RUBBERS))
    register_match_methods((SWISS_PAIRS, SWISS_PAIRS_IMPS))
    register_formulas(TEAM_FORMULA_BY_METHOD)
