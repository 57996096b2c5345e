"""Addresses of parties."""

from django.urls import path

from director.core.pages.history import history_page
from director.core.pages.phones.page import phones_addresses, phones_page
from director.core.pages.play.views import play_addresses
from director.core.pages.printing.views import print_page, print_pdf
from director.core.pages.screens import room_addresses, room_page
from director.core.pages.seats.views import seats_acts, seats_list, seats_one, seats_page
from director.core.urls import patterns_below
from director.party.pages import phones, shell
from director.party.pages.custom import views as custom
from director.party.pages.field import views as field
from director.party.pages.phones import PHONES
from director.party.pages.play.views import cards, cribbage, people, play, series, skat
from director.party.pages.printing import PRINTING
from director.party.pages.prizes import views as prizes
from director.party.pages.results import views as results
from director.party.pages.results.desk import HISTORY
from director.party.pages.screens import views as screens
from director.party.pages.season import views as season
from director.party.pages.seats import views as seats

PRINT = {"printing": PRINTING}
TABLES = {"phones": PHONES}
SEATS = {"seats": seats.SEATS}
urlpatterns = [
    *patterns_below(
        "parties/<number:session_id>/",
        [
            path("", shell.party_open, name="party_open"),
            path("field/", field.party_field, name="party_field"),
            path("ways/", custom.party_ways, name="party_ways"),
            path("ways/keep/", custom.party_custom_save, name="party_custom_save"),
            path("ways/<number:number>/", custom.party_custom_archive, name="party_custom_archive"),
            path("seats/", seats_page, SEATS, name="party_seats"),
            path("seats/list/", seats_list, SEATS, name="party_seats_list"),
            *seats_acts(seats.SEATS, "seats/"),
            path("seats/<number:number>/", seats_one, SEATS, name="party_seats_player"),
            *play_addresses(play.PLAY),
            *room_addresses(play.PLAY),
            path("print/", print_page, PRINT, name="party_print"),
            path("print/sheets.pdf", print_pdf, PRINT, name="party_print_pdf"),
            path("tables/", phones_page, TABLES, name="party_tables"),
            path("tables/addresses/", phones_addresses, TABLES, name="party_tables_addresses"),
            path("tables/came/", phones.party_new_phones, name="party_new_phones"),
            path("tables/phone/", phones.party_tables_phone, name="party_tables_phone"),
            path("acts/", history_page, {"history": HISTORY}, name="party_acts"),
            path("teams/", series.party_teams, name="party_teams"),
            path("players/<number:number>/", screens.party_player, name="party_player"),
            path("room/", room_page, {"play": play.PLAY}, name="party_room"),
            path("results/", results.party_results, name="party_results"),
            path("results/tie/", results.party_results_tie, name="party_results_tie"),
            path("results/drawn/", results.party_results_drawn, name="party_results_drawn"),
            path("money/", prizes.party_money, name="party_money"),
            path("money/raffle/", prizes.party_raffle, name="party_raffle"),
            path("giving/", prizes.party_prize_giving, name="party_prize_giving"),
            path("season/", season.party_season_choose, name="party_season_choose"),
        ],
    ),
    *patterns_below(
        "parties/<number:session_id>/play/",
        [
            path("", play.party_play_page, name="party_play"),
            path("finish/", play.party_play_finish, name="party_play_finish"),
            path("undo/<number:number>/", play.party_play_undo, name="party_play_undo"),
            path("redo/<number:number>/", play.party_play_redo, name="party_play_redo"),
            path("cards/", cards.party_cards, name="party_cards"),
            path("cards/store/", cards.party_cards_store, name="party_cards_store"),
            path("cards/settle/", cards.party_cards_settle, name="party_cards_settle"),
            path("cards/games/", cribbage.party_game_card, name="party_game_card"),
            path("people/", people.party_people, name="party_people"),
            path("rounds/<number:round_no>/next/", play.party_play_next, name="party_play_next"),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/",
                play.party_play_table,
                name="party_play_table",
            ),
            path("sessions/<number:round_no>/", skat.party_skat_store, name="party_skat_store"),
            path("sessions/<number:round_no>/next/", skat.party_skat_next, name="party_skat_next"),
            path(
                "series/<number:round_no>/tables/<number:table_no>/",
                series.party_list_store,
                name="party_list_store",
            ),
            path(
                "series/<number:round_no>/tables/<number:table_no>/check/",
                series.party_list_check,
                name="party_list_check",
            ),
            path(
                "series/<number:round_no>/next/", series.party_series_next, name="party_series_next"
            ),
        ],
    ),
    path("seasons/", season.party_seasons, name="party_seasons"),
    path("seasons/<number:season_id>/", season.party_season, name="party_season"),
    path("seasons/<number:season_id>/rules/", season.party_season_rules, name="party_season_rules"),
    path(
        "seasons/<number:season_id>/season.json", season.party_season_json, name="party_season_json"
    ),
    path(
        "seasons/<number:season_id>/export/<str:form>/",
        season.party_season_file,
        name="party_season_file",
    ),
    path("p/<str:token>/", screens.party_phone, name="party_phone"),
    path(
        "events/<number:event_id>/players/<number:number>/",
        results.event_player,
        name="event_player",
    ),
]
