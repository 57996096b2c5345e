"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python, exact arithmetic: ``int`` and ``Fraction`` throughout, rounding only in ``percent_text`` and
``points_text``.  Movements, names and screens are other people's business.
"""

from scoring.artificial import Artificial
from scoring.boards import Vulnerability, dealer, is_vulnerable, vulnerability
from scoring.checking import check_ranking
from scoring.contracts import Contract, contract_score, ns_score, possible_scores, read_contract
from scoring.display import exact_text, percent_text, points_text
from scoring.entries import Entry, EntryKind, read_entry
from scoring.errors import (
    ContractError,
    EntryError,
    FieldError,
    ImpossibleScoreError,
    ScoringError,
    WhistEntryError,
)
from scoring.exchange import field_from_json, ranking_to_json
from scoring.explain import Explanation, explain_line, explain_total, explanation_to_json
from scoring.faults import check_field
from scoring.matchpoints import matchpoints, neuberg
from scoring.methods import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Standing, TeamMatch
from scoring.registry import SCORING_METHODS, TEAM_METHODS, find_method, rank
from scoring.rulings import Adjustment, Assigned, Credit, LineState, Share
from scoring.teams import MatchScore, TeamBoard, score_match
from scoring.totals import standings_of
from scoring.victory_points import victory_points

__all__ = [
    "SCORING_METHODS",
    "TEAM_METHODS",
    "Adjustment",
    "Artificial",
    "Assigned",
    "Board",
    "Contract",
    "ContractError",
    "Credit",
    "Entry",
    "EntryError",
    "EntryKind",
    "Explanation",
    "Field",
    "FieldError",
    "ImpossibleScoreError",
    "Line",
    "LineState",
    "MatchScore",
    "Option",
    "Points",
    "Ranking",
    "ScoredBoard",
    "ScoredLine",
    "ScoringError",
    "ScoringMethod",
    "Share",
    "Standing",
    "TeamBoard",
    "TeamMatch",
    "Vulnerability",
    "WhistEntryError",
    "check_field",
    "check_ranking",
    "contract_score",
    "dealer",
    "exact_text",
    "explain_line",
    "explain_total",
    "explanation_to_json",
    "field_from_json",
    "find_method",
    "is_vulnerable",
    "matchpoints",
    "neuberg",
    "ns_score",
    "percent_text",
    "points_text",
    "possible_scores",
    "rank",
    "ranking_to_json",
    "read_contract",
    "read_entry",
    "score_match",
    "standings_of",
    "victory_points",
    "vulnerability",
]
