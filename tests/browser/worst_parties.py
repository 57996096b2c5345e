"""More parties with the worst data there can be: teams of long names, and an evening that was taken back."""

from director.core.night.history import find_act_to_undo
from director.core.night.publishing import publish_results
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from director.party.play.money import settle_money
from director.party.play.people import LateArrival, change_players
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from tests.browser.worst import give_long_names, make_long_name
from tests.director.party.parties import enter_winner, make_preset_party, make_seated_party


def military_whist(director) -> Party:
    """Forts of four with long names, all of them level, two rounds in, with a prize of money and one who came late."""
    party = give_long_names(make_preset_party(key="whist-flags", players=20))
    settle_money(party=party, user=director, sign="Fr.", fee=1_050, amounts={"first": 99_999_999})
    for round_no in (1, 2):
        for table_no in range(1, 6):
            reported = PartyTableReport(winner=None, points=(7, 6))
            enter_party_result(
                party=party, round_no=round_no, table_no=table_no, report=reported, user=director
            )
        if round_no == 1:
            change_players(
                party=party,
                arrivals=[LateArrival(make_long_name(21), "")],
                leavers=[3],
                user=director,
            )
            seat_next_round(party=party, round_no=1, user=director)
    publish_results(event=party.session.event, user=director)
    return party


def party_whose_draw_is_undone(director) -> Party:
    """A party of which everything is taken back until nobody has a seat."""
    party = give_long_names(make_seated_party(players=20, system="progressive-euchre"))
    enter_winner(party, 1, 0)
    while party.played_rounds.exists():
        undo_party(party=party, number=find_act_to_undo(party.acts).number, user=director)
    return fetch_party_by_session(party.pk)
