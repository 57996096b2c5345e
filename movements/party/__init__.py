"""Progressive parties: whist drives, euchre nights and the like, from one seating to the next.

Plain Python without dependencies. :func:`first_seating` returns the first seating, and
:func:`next_seating` the next one.
"""

from movements.party.arrivals import add_players, change_players, remove_players, seat_changes
from movements.party.command import PARTY_GUARANTEES, chart_promises
from movements.party.custom.checks import custom_movement_faults
from movements.party.custom.movement import (
    MOVE_WORDS,
    OWN_KEY,
    PARTNER_WORDS,
    CustomMovement,
    TableRule,
    custom_movement,
)
from movements.party.model import (
    OUT,
    PartySystem,
    PartyTable,
    Place,
    Player,
    SeatChange,
    Seating,
    TableOutcome,
    UnevenChoice,
)
from movements.party.rounds import (
    PARTY_SYSTEMS,
    check_outcome,
    find_party_system,
    first_seating,
    going_out,
    meets_again_words,
    next_seating,
    party_rounds,
    sit_out_turns,
)
from movements.party.rules.rotation import ChartFacts, ChartRound, chart_facts, rotation_chart
from movements.party.rules.series import seats_by_standing, separate_teams, series_sizes
from movements.party.seating_json import (
    PartyState,
    party_state_from_json,
    party_state_to_json,
    seating_to_json,
)
from movements.party.uneven import uneven_choices

__all__ = [
    "MOVE_WORDS",
    "OUT",
    "OWN_KEY",
    "PARTNER_WORDS",
    "PARTY_GUARANTEES",
    "PARTY_SYSTEMS",
    "ChartFacts",
    "ChartRound",
    "CustomMovement",
    "PartyState",
    "PartySystem",
    "PartyTable",
    "Place",
    "Player",
    "SeatChange",
    "Seating",
    "TableOutcome",
    "TableRule",
    "UnevenChoice",
    "add_players",
    "change_players",
    "chart_facts",
    "chart_promises",
    "check_outcome",
    "custom_movement",
    "custom_movement_faults",
    "find_party_system",
    "first_seating",
    "going_out",
    "meets_again_words",
    "next_seating",
    "party_rounds",
    "party_state_from_json",
    "party_state_to_json",
    "remove_players",
    "rotation_chart",
    "seat_changes",
    "seating_to_json",
    "seats_by_standing",
    "separate_teams",
    "series_sizes",
    "sit_out_turns",
    "uneven_choices",
]
