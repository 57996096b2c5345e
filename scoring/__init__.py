"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python, exact arithmetic: ``int`` and ``Fraction`` throughout, rounding only in ``percent_text`` and
``points_text``.  Movements, names and screens are other people's business.
"""

from scoring.artificial import Artificial, is_artificial
from scoring.auction import honours_points
from scoring.bare_scores import TRICKS_OF_A_DEAL
from scoring.boards import Vulnerability, dealer, is_vulnerable, vulnerability
from scoring.checking import check_ranking
from scoring.compass import compass_credits, round_difference
from scoring.contracts import Contract, contract_score, ns_score, possible_scores, read_contract
from scoring.deals import DealScore, Game, GameScore
from scoring.display import exact_text, percent_text, points_text, tally_text
from scoring.entries import Entry, EntryKind, read_entry
from scoring.errors import (
    ContractError,
    EntryError,
    FieldError,
    ImpossibleScoreError,
    OtherGameError,
    ScoringError,
    WhistEntryError,
)
from scoring.euchre import play_off_points
from scoring.excess import ExcessEntry, check_balance, excess_entry
from scoring.exchange import field_from_json, ranking_to_json
from scoring.explain import Explainer, Explanation, explain_line, explain_total, explanation_to_json
from scoring.exponent import EquatedGain, ExponentSlip, equated_gains
from scoring.faults import check_field
from scoring.games import GAMES, find_game, game_score_to_json, score_deals
from scoring.individual import IndividualTable, individual_charges
from scoring.irregular import (
    Fault,
    Irregularity,
    Remedy,
    score_by_fault,
    score_shifted_hands,
    whist_remedy,
    wrong_cards_remedy,
)
from scoring.matchpoints import matchpoints, neuberg
from scoring.methods import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Standing, Stratum, TeamMatch
from scoring.moving import signed_text
from scoring.party_awarding import Prize
from scoring.party_decisions import (
    FINAL_TIES,
    Decision,
    OpenTie,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
    open_tie,
)
from scoring.party_exchange import PartyFile, party_from_json, party_ranking_to_json, prizes_to_json
from scoring.party_explain import PartyExplainer, PartyExplanation, explain_party_total, party_explanation_to_json
from scoring.party_faults import check_party
from scoring.party_methods import GAME_BONUS, PARTY_METHODS, find_party_method, party_methods_for
from scoring.party_model import PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party_plain import check_party_standings
from scoring.party_presence import PartyPresence
from scoring.party_prizes import PrizeRules, party_prizes, stale_decisions
from scoring.party_ranking import party_places, party_standings
from scoring.party_ties import TIE_RULES, SettledTie, TieRule, counting_sides, find_tie_rule, settle_tie
from scoring.plain_contracts import contract_difference
from scoring.prizes import draw_slip, prize_order, seeded_slip, slips
from scoring.registry import SCORING_METHODS, TEAM_METHODS, check_game, find_method, methods_for, rank
from scoring.revokes import AuctionRevoke, Settlement, revoke_1900, revoke_auction, revoke_later, tricks_at_other_tables
from scoring.rulings import Adjustment, Assigned, Credit, LineState, Moved, Share
from scoring.safford import SharedRow, shared_totals
from scoring.sections import section_standings
from scoring.skat import SKAT_PRIZES, PrizeGame, SkatAccount, SkatCard, SkatPrize, skat_prizes, skat_settlement
from scoring.skat import SUITS as SKAT_SUITS
from scoring.teams import MatchScore, TeamBoard, score_match
from scoring.totals import standings_of
from scoring.victory_points import victory_points
from scoring.whist import whist_game_value

__all__ = [
    "FINAL_TIES",
    "GAMES",
    "GAME_BONUS",
    "PARTY_METHODS",
    "SCORING_METHODS",
    "SKAT_PRIZES",
    "SKAT_SUITS",
    "TEAM_METHODS",
    "TIE_RULES",
    "TRICKS_OF_A_DEAL",
    "Adjustment",
    "Artificial",
    "Assigned",
    "AuctionRevoke",
    "Board",
    "Contract",
    "ContractError",
    "Credit",
    "DealScore",
    "Decision",
    "Entry",
    "EntryError",
    "EntryKind",
    "EquatedGain",
    "ExcessEntry",
    "Explainer",
    "Explanation",
    "ExponentSlip",
    "Fault",
    "Field",
    "FieldError",
    "Game",
    "GameScore",
    "ImpossibleScoreError",
    "IndividualTable",
    "Irregularity",
    "Line",
    "LineState",
    "MatchScore",
    "Moved",
    "OpenTie",
    "Option",
    "OtherGameError",
    "PartyExplainer",
    "PartyExplanation",
    "PartyFile",
    "PartyGame",
    "PartyMethod",
    "PartyPresence",
    "PartyRanking",
    "PartyStanding",
    "Points",
    "Prize",
    "PrizeGame",
    "PrizeRules",
    "Ranking",
    "Remedy",
    "ScoredBoard",
    "ScoredLine",
    "ScoringError",
    "ScoringMethod",
    "SettledTie",
    "Settlement",
    "Share",
    "SharedRow",
    "SkatAccount",
    "SkatCard",
    "SkatPrize",
    "Standing",
    "Stratum",
    "TeamBoard",
    "TeamMatch",
    "TieRule",
    "Vulnerability",
    "WhistEntryError",
    "check_balance",
    "check_field",
    "check_game",
    "check_party",
    "check_party_standings",
    "check_ranking",
    "compass_credits",
    "contract_difference",
    "contract_score",
    "counting_sides",
    "dealer",
    "decide_by_lot",
    "decide_cut",
    "decide_play_off",
    "decide_slips",
    "draw_slip",
    "equated_gains",
    "exact_text",
    "excess_entry",
    "explain_line",
    "explain_party_total",
    "explain_total",
    "explanation_to_json",
    "field_from_json",
    "find_game",
    "find_method",
    "find_party_method",
    "find_tie_rule",
    "game_score_to_json",
    "honours_points",
    "individual_charges",
    "is_artificial",
    "is_vulnerable",
    "matchpoints",
    "methods_for",
    "neuberg",
    "ns_score",
    "open_tie",
    "party_explanation_to_json",
    "party_from_json",
    "party_methods_for",
    "party_places",
    "party_prizes",
    "party_ranking_to_json",
    "party_standings",
    "percent_text",
    "play_off_points",
    "points_text",
    "possible_scores",
    "prize_order",
    "prizes_to_json",
    "rank",
    "ranking_to_json",
    "read_contract",
    "read_entry",
    "revoke_1900",
    "revoke_auction",
    "revoke_later",
    "round_difference",
    "score_by_fault",
    "score_deals",
    "score_match",
    "score_shifted_hands",
    "section_standings",
    "seeded_slip",
    "settle_tie",
    "shared_totals",
    "signed_text",
    "skat_prizes",
    "skat_settlement",
    "slips",
    "stale_decisions",
    "standings_of",
    "tally_text",
    "tricks_at_other_tables",
    "victory_points",
    "vulnerability",
    "whist_game_value",
    "whist_remedy",
    "wrong_cards_remedy",
]
