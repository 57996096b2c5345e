"""Addresses of parties."""

from django.urls import path

from director.core.urls import prefix_patterns
from director.party.pages import custom, prizes, results, shell
from director.party.pages.field import views as field
from director.party.pages.play import cards, people, play, series, skat
from director.party.pages.play.play import PartyPlay
from director.party.pages.printing import PartyPrint
from director.party.pages.results import PartyHistory
from director.party.pages.seats import PartySeats

urlpatterns = [
    *prefix_patterns(
        "parties/<number:ref>/",
        [
            path("", shell.open_party, name="party_open"),
            path("field/", field.edit_field, name="party_field"),
            path("ways/", custom.show_custom_movements, name="party_ways"),
            path("ways/keep/", custom.save_custom_movement, name="party_custom_save"),
            path(
                "ways/<number:number>/", custom.archive_custom_movement, name="party_custom_archive"
            ),
            *PartySeats.list_urls(),
            path(
                "seats/<number:number>/",
                PartySeats.make_view(PartySeats.store_contestant_boxes),
                name="party_seats_player",
            ),
            *PartyPlay.list_urls(),
            *PartyPrint.list_urls(),
            path("acts/", PartyHistory.as_view(), name="party_acts"),
            path("teams/", series.edit_teams, name="party_teams"),
            path("players/<number:number>/", results.show_player, name="party_player"),
            path("room/", PartyPlay.make_view(PartyPlay.show_room), name="party_room"),
            path("results/", results.show_results, name="party_results"),
            path("results/tie/", results.settle_tie_for_prize, name="party_results_tie"),
            path("results/drawn/", results.draw_deciding_number, name="party_results_drawn"),
            path("money/", prizes.edit_money, name="party_money"),
            path("money/raffle/", prizes.draw_raffle_numbers, name="party_raffle"),
            path("giving/", prizes.show_prize_giving, name="party_prize_giving"),
        ],
    ),
    *prefix_patterns(
        "parties/<number:ref>/play/",
        [
            path("finish/", play.finish_or_reopen_play, name="party_play_finish"),
            path("undo/<number:number>/", play.undo_act, name="party_play_undo"),
            path("redo/<number:number>/", play.redo_act, name="party_play_redo"),
            path("cards/", cards.show_cards, name="party_cards"),
            path("cards/store/", cards.store_or_remove_card, name="party_cards_store"),
            path("cards/settle/", cards.change_card_layout, name="party_cards_settle"),
            path("people/", people.change_people, name="party_people"),
            path("rounds/<number:round_no>/next/", play.start_next_round, name="party_play_next"),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/",
                play.store_table_report,
                name="party_play_table",
            ),
            path("sessions/<number:round_no>/", skat.store_skat_sheets, name="party_skat_store"),
            path(
                "sessions/<number:round_no>/next/", skat.start_next_session, name="party_skat_next"
            ),
            path(
                "series/<number:round_no>/tables/<number:table_no>/",
                series.store_table_list,
                name="party_list_store",
            ),
            path(
                "series/<number:round_no>/tables/<number:table_no>/check/",
                series.check_table_list,
                name="party_list_check",
            ),
            path(
                "series/<number:round_no>/next/", series.start_next_series, name="party_series_next"
            ),
        ],
    ),
    path("p/<str:token>/", results.show_player_by_link, name="party_phone"),
    path(
        "events/<number:event_id>/players/<number:number>/",
        results.show_public_player,
        name="event_player",
    ),
]
