"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python with exact arithmetic: ``int`` and ``Fraction`` throughout, rounded only in
``percent_text`` and ``points_text``. Movements, names and pages are left to other packages.
"""

from scoring.bridge.artificial import Artificial, is_artificial
from scoring.bridge.auction import honours_points, possible_honours
from scoring.bridge.boards import Vulnerability, dealer, is_vulnerable, vulnerability
from scoring.bridge.contracts import (
    Contract,
    contract_score,
    ns_score,
    possible_scores,
    read_contract,
)
from scoring.bridge.entries import EntryKind, ResultEntry, read_entry
from scoring.bridge.games import DUPLICATE_GAMES, DuplicateGame, duplicate_game
from scoring.bridge.rulings import BYE, Adjustment, Assigned, Credit, LineState, PointShift, Share
from scoring.bridge.sentences import BridgeSentences
from scoring.checking import check_party_standings, check_players, check_ranking
from scoring.deals.cribbage import CribbageEntry, CribbageSettled, compare_cards
from scoring.deals.euchre import play_off_points
from scoring.deals.games import GAMES, find_game, game_score_to_json, score_deals
from scoring.deals.model import DealGame, DealScore, GameScore
from scoring.deals.skat import (
    SKAT_PRIZES,
    PrizeGame,
    SkatAccount,
    SkatCard,
    SkatPrize,
    skat_prizes,
    skat_settlement,
)
from scoring.deals.skat import SUITS as SKAT_SUITS
from scoring.deals.skat_list import (
    SkatLine,
    line_faults,
    list_faults,
    list_sum,
    lost_games_cents,
    seeger_fabian,
    series_games,
)
from scoring.deals.two_cards import CardGame, CardLine, compare_all, cribbage_points
from scoring.deals.whist import whist_game_value
from scoring.display import exact_text, noted_text, percent_text, points_text, tally_text
from scoring.errors import ContractError, DealError, EntryError, FieldError, ScoringError
from scoring.exchange.bare_scores import TRICKS_OF_A_DEAL
from scoring.exchange.fields import field_from_json, ranking_to_json
from scoring.exchange.party import PartyFile, party_from_json, party_ranking_to_json, prizes_to_json
from scoring.exchange.players import individual_from_json
from scoring.exchange.units import settings_of_file
from scoring.explain.figures import (
    Explainer,
    Explanation,
    explain_line,
    explain_total,
    explanation_to_json,
)
from scoring.explain.party import (
    PartyExplainer,
    PartyExplanation,
    explain_party_total,
    party_explanation_to_json,
)
from scoring.faults import check_field
from scoring.hands.cards import CARDS, Hands, card_name, deal_of, read_deal
from scoring.hands.dealing import DEALS, deal_numbered, number_of, seeded_deal
from scoring.hands.makeable import Makeable, Par, ParContract, makeable_of, par
from scoring.hands.misplaced import FAR_OFF, Mending, Misplaced, PlayedContract, find_misplaced
from scoring.hands.trumps import NO_TRUMPS, read_trump, stored_trumps, trump_text, trumps_of
from scoring.knockout import knockout_progress, knockout_ranking
from scoring.laws import irregularities
from scoring.laws.irregular import (
    Irregularity,
    OffendingSide,
    Remedy,
    score_by_fault,
    score_shifted_hands,
    whist_remedy,
    wrong_cards_remedy,
)
from scoring.laws.revokes import (
    AuctionRevoke,
    Settlement,
    revoke_1900,
    revoke_auction,
    revoke_later,
    tricks_at_other_tables,
)
from scoring.method import ScoringMethod
from scoring.methods.matchpoints import matchpoints, neuberg
from scoring.methods.old.compass import compass_credits, round_difference
from scoring.methods.old.excess import ExcessEntry, check_balance, excess_entry
from scoring.methods.old.exponent import EquatedGain, ExponentSlip, equated_gains
from scoring.methods.old.individual import IndividualTable, individual_charges
from scoring.methods.old.safford import SharedRow, shared_totals
from scoring.methods.teams.match import MatchScore, TeamBoard, score_match
from scoring.methods.teams.victory_points import (
    check_match_boards,
    swiss_pairs_points,
    victory_points,
)
from scoring.methods.teams.withdrawals import (
    Withdrawal,
    Withdrawals,
    after_withdrawal,
    after_withdrawals,
    bye_points,
    full_match,
)
from scoring.model import (
    USUAL_LISTS,
    Board,
    DueMatch,
    Field,
    KnockedOut,
    Knockout,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    Standing,
    Stratum,
    TeamMatch,
    lists_to_json,
)
from scoring.naming import NamedNumber
from scoring.party.awarding import Prize
from scoring.party.cards import (
    ALL_TRICKS,
    CARRY,
    GAMES_PLAYED,
    HAND_POINTS,
    MISSING_HAND,
    SWAPPED,
    RoomSum,
    adds_up,
    card_hints,
    room_sum,
)
from scoring.party.decisions import (
    BY_HALVES,
    FINAL_TIES,
    Decision,
    OpenTie,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
    open_tie,
)
from scoring.party.drawn_number import draw_slip, prize_order, seeded_slip, slips
from scoring.party.faults import check_party
from scoring.party.kinds import JACKPOTS, PRIZE_KINDS, PrizeKind, jackpot_winners, prize_word
from scoring.party.methods import GAME_BONUS
from scoring.party.model import (
    GAMES_MADE,
    OWN_DEALS,
    SET_BACK,
    PartyGame,
    PartyMethod,
    PartyRanking,
    PartyStanding,
)
from scoring.party.money import (
    PER_CENT,
    SUMS,
    WAYS,
    WHOLE,
    Account,
    AccountLine,
    MoneyRules,
    Payout,
    group_key,
    party_account,
)
from scoring.party.presence import BEST, SHORT_TABLE, UNPLAYED, PartyPresence
from scoring.party.prizes import ORDINALS, Draws, PrizeRules, party_prizes, stale_decisions
from scoring.party.ranking import party_places, party_standings, totals_after, with_places
from scoring.party.season import SEASON_FIGURES, SeasonRules, SeasonStanding, season_standings
from scoring.party.ties import (
    TIE_RULES,
    TieResult,
    TieRule,
    counting_sides,
    find_tie_rule,
    settle_tie,
)
from scoring.plain.auction import auction_difference
from scoring.plain.contracts import contract_difference
from scoring.presets import PRESETS, Preset, find_preset, preset_of, presets_for
from scoring.registry import (
    MATCH_METHODS,
    PARTY_METHODS,
    SCORING_METHODS,
    TEAM_METHODS,
    check_game,
    find_method,
    find_party_method,
    methods_for,
    methods_of_files,
    party_methods_for,
    rank,
    usual_method,
)
from scoring.score_form import FormSum, ScoreForm, score_form
from scoring.season.rules import (
    SEASON_POINTS,
    SEASON_TIES,
    SeasonScoring,
    place_points,
    read_place_table,
)
from scoring.season.standings import EventResult, SeasonPlace, event_points, season_places
from scoring.totals.adjusting import signed_text
from scoring.totals.players import IndividualField, rank_players
from scoring.totals.sections import section_standings
from scoring.totals.sessions import AfterSessions, after_sessions, after_stages, are_finals
from scoring.totals.standings import standings_of

__all__ = [
    "ALL_TRICKS",
    "BEST",
    "BYE",
    "BY_HALVES",
    "CARDS",
    "CARRY",
    "DEALS",
    "DUPLICATE_GAMES",
    "FAR_OFF",
    "FINAL_TIES",
    "GAMES",
    "GAMES_MADE",
    "GAMES_PLAYED",
    "GAME_BONUS",
    "HAND_POINTS",
    "JACKPOTS",
    "MATCH_METHODS",
    "MISSING_HAND",
    "NO_TRUMPS",
    "ORDINALS",
    "OWN_DEALS",
    "PARTY_METHODS",
    "PER_CENT",
    "PRESETS",
    "PRIZE_KINDS",
    "SCORING_METHODS",
    "SEASON_FIGURES",
    "SEASON_POINTS",
    "SEASON_TIES",
    "SET_BACK",
    "SHORT_TABLE",
    "SKAT_PRIZES",
    "SKAT_SUITS",
    "SUMS",
    "SWAPPED",
    "TEAM_METHODS",
    "TIE_RULES",
    "TRICKS_OF_A_DEAL",
    "UNPLAYED",
    "USUAL_LISTS",
    "WAYS",
    "WHOLE",
    "Account",
    "AccountLine",
    "Adjustment",
    "AfterSessions",
    "Artificial",
    "Assigned",
    "AuctionRevoke",
    "Board",
    "BridgeSentences",
    "CardGame",
    "CardLine",
    "Contract",
    "ContractError",
    "Credit",
    "CribbageEntry",
    "CribbageSettled",
    "DealError",
    "DealGame",
    "DealScore",
    "Decision",
    "Draws",
    "DueMatch",
    "DuplicateGame",
    "EntryError",
    "EntryKind",
    "EquatedGain",
    "EventResult",
    "ExcessEntry",
    "Explainer",
    "Explanation",
    "ExponentSlip",
    "Field",
    "FieldError",
    "FormSum",
    "GameScore",
    "Hands",
    "IndividualField",
    "IndividualTable",
    "Irregularity",
    "KnockedOut",
    "Knockout",
    "Line",
    "LineState",
    "Makeable",
    "MatchScore",
    "Mending",
    "Misplaced",
    "MoneyRules",
    "NamedNumber",
    "OffendingSide",
    "OpenTie",
    "Par",
    "ParContract",
    "PartyExplainer",
    "PartyExplanation",
    "PartyFile",
    "PartyGame",
    "PartyMethod",
    "PartyPresence",
    "PartyRanking",
    "PartyStanding",
    "Payout",
    "PlayedContract",
    "PointShift",
    "Points",
    "Preset",
    "Prize",
    "PrizeGame",
    "PrizeKind",
    "PrizeRules",
    "Ranking",
    "Remedy",
    "ResultEntry",
    "RoomSum",
    "ScoreForm",
    "ScoredBoard",
    "ScoredLine",
    "ScoringError",
    "ScoringMethod",
    "SeasonPlace",
    "SeasonRules",
    "SeasonScoring",
    "SeasonStanding",
    "Settlement",
    "Share",
    "SharedRow",
    "SkatAccount",
    "SkatCard",
    "SkatLine",
    "SkatPrize",
    "Standing",
    "Stratum",
    "TeamBoard",
    "TeamMatch",
    "TieResult",
    "TieRule",
    "Vulnerability",
    "Withdrawal",
    "Withdrawals",
    "adds_up",
    "after_sessions",
    "after_stages",
    "after_withdrawal",
    "after_withdrawals",
    "are_finals",
    "auction_difference",
    "bye_points",
    "card_hints",
    "card_name",
    "check_balance",
    "check_field",
    "check_game",
    "check_match_boards",
    "check_party",
    "check_party_standings",
    "check_players",
    "check_ranking",
    "compare_all",
    "compare_cards",
    "compass_credits",
    "contract_difference",
    "contract_score",
    "counting_sides",
    "cribbage_points",
    "deal_numbered",
    "deal_of",
    "dealer",
    "decide_by_lot",
    "decide_cut",
    "decide_play_off",
    "decide_slips",
    "draw_slip",
    "duplicate_game",
    "equated_gains",
    "event_points",
    "exact_text",
    "excess_entry",
    "explain_line",
    "explain_party_total",
    "explain_total",
    "explanation_to_json",
    "field_from_json",
    "find_game",
    "find_method",
    "find_misplaced",
    "find_party_method",
    "find_preset",
    "find_tie_rule",
    "full_match",
    "game_score_to_json",
    "group_key",
    "honours_points",
    "individual_charges",
    "individual_from_json",
    "irregularities",
    "is_artificial",
    "is_vulnerable",
    "jackpot_winners",
    "knockout_progress",
    "knockout_ranking",
    "line_faults",
    "list_faults",
    "list_sum",
    "lists_to_json",
    "lost_games_cents",
    "makeable_of",
    "matchpoints",
    "methods_for",
    "methods_of_files",
    "neuberg",
    "noted_text",
    "ns_score",
    "number_of",
    "open_tie",
    "par",
    "party_account",
    "party_explanation_to_json",
    "party_from_json",
    "party_methods_for",
    "party_places",
    "party_prizes",
    "party_ranking_to_json",
    "party_standings",
    "percent_text",
    "place_points",
    "play_off_points",
    "points_text",
    "possible_honours",
    "possible_scores",
    "preset_of",
    "presets_for",
    "prize_order",
    "prize_word",
    "prizes_to_json",
    "rank",
    "rank_players",
    "ranking_to_json",
    "read_contract",
    "read_deal",
    "read_entry",
    "read_place_table",
    "read_trump",
    "revoke_1900",
    "revoke_auction",
    "revoke_later",
    "room_sum",
    "round_difference",
    "score_by_fault",
    "score_deals",
    "score_form",
    "score_match",
    "score_shifted_hands",
    "season_places",
    "season_standings",
    "section_standings",
    "seeded_deal",
    "seeded_slip",
    "seeger_fabian",
    "series_games",
    "settings_of_file",
    "settle_tie",
    "shared_totals",
    "signed_text",
    "skat_prizes",
    "skat_settlement",
    "slips",
    "stale_decisions",
    "standings_of",
    "stored_trumps",
    "swiss_pairs_points",
    "tally_text",
    "totals_after",
    "tricks_at_other_tables",
    "trump_text",
    "trumps_of",
    "usual_method",
    "victory_points",
    "vulnerability",
    "whist_game_value",
    "whist_remedy",
    "with_places",
    "wrong_cards_remedy",
]
