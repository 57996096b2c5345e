"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python, exact arithmetic: ``int`` and ``Fraction`` throughout, rounding only in ``percent_text`` and
``points_text``.  Movements, names and screens are other people's business.
"""

from scoring.artificial import Artificial
from scoring.boards import Vulnerability, dealer, is_vulnerable, vulnerability
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
from scoring.faults import check_field
from scoring.matchpoints import matchpoints, neuberg
from scoring.methods import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Standing
from scoring.registry import SCORING_METHODS, TEAM_METHODS, find_method, rank

__all__ = [
    "SCORING_METHODS",
    "TEAM_METHODS",
    "Artificial",
    "Board",
    "Contract",
    "ContractError",
    "Entry",
    "EntryError",
    "EntryKind",
    "Field",
    "FieldError",
    "ImpossibleScoreError",
    "Line",
    "Option",
    "Points",
    "Ranking",
    "ScoredBoard",
    "ScoredLine",
    "ScoringError",
    "ScoringMethod",
    "Standing",
    "Vulnerability",
    "WhistEntryError",
    "check_field",
    "contract_score",
    "dealer",
    "exact_text",
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
    "vulnerability",
]
