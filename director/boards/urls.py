"""The addresses of pages of events with boards, for pairs, teams and single players."""

from django.urls import path

from director.boards.pages import hands, official, rulings, stages
from director.boards.pages import sessions as several
from director.boards.pages.draws import views as draws
from director.boards.pages.field import custom, editor, saved
from director.boards.pages.field import movements as field
from director.boards.pages.history import HISTORY
from director.boards.pages.imports import views as importing
from director.boards.pages.library import exchange
from director.boards.pages.library import views as library
from director.boards.pages.phones import PHONES
from director.boards.pages.play import views as play
from director.boards.pages.printing import PRINTING
from director.boards.pages.problems import irregularities, off_schedule
from director.boards.pages.replanning import views as changed
from director.boards.pages.results import (
    captains,
    extras,
    fixtures,
    matches,
    round_results,
    standings,
)
from director.boards.pages.results import exports as files
from director.boards.pages.results import public as results_public
from director.boards.pages.scores import views as scores
from director.boards.pages.seats import seeding
from director.boards.pages.seats import views as seats
from director.core.pages.history import history_page
from director.core.pages.phones.page import phones_addresses, phones_page
from director.core.pages.play.views import play_addresses
from director.core.pages.printing.views import print_page, print_pdf
from director.core.pages.screens import room_addresses, room_page
from director.core.pages.seats.views import seats_act, seats_acts, seats_list, seats_one, seats_page
from director.core.urls import patterns_below

PRINT = {"printing": PRINTING}
TABLES = {"phones": PHONES}
SEATS = {"seats": seats.SEATS}

urlpatterns = [
    *patterns_below(
        "sessions/<place:session_id>/",
        [
            path("play/", play.session_play, name="session_play"),
            *play_addresses(play.PLAY),
            *room_addresses(play.PLAY),
            path("play/call/", play.session_play_call, name="session_play_call"),
            path("play/look/", play.session_play_look, name="session_play_look"),
            path("play/phone/", play.session_play_phone, name="session_play_phone"),
            path("play/settle/", play.session_play_settle, name="session_play_settle"),
            path("play/undo/", play.session_play_undo, name="session_play_undo"),
            path(
                "room/calls/<number:number>/",
                play.session_room_call_tick,
                name="session_room_call_tick",
            ),
            path(
                "room/calls/<number:number>/undo/",
                play.session_room_call_undo,
                name="session_room_call_undo",
            ),
            path("tables/", phones_page, TABLES, name="session_tables"),
            path("tables/addresses/", phones_addresses, TABLES, name="session_tables_addresses"),
            path("captains/", captains.session_captains, name="session_captains"),
            path("captains/links/", captains.session_captains_links, name="session_captains_links"),
            path(
                "captains/decide/",
                captains.session_captains_decide,
                name="session_captains_decide",
            ),
            path("draw/", draws.session_draw, name="session_draw"),
            path("draw/decide/", draws.session_draw_decide, name="session_draw_decide"),
            path("draw/rounds/", draws.session_draw_rounds, name="session_draw_rounds"),
            path("draw/seeding/", seeding.session_seeding, name="session_seeding"),
            path("draw/date/", draws.session_draw_date, name="session_draw_date"),
            path("changed/", changed.session_changed, name="session_changed"),
            path("withdrawals/", changed.session_withdrawals, name="session_withdrawals"),
            path("changed/undo/", changed.session_changed_undo, name="session_changed_undo"),
            path("acts/", history_page, {"history": HISTORY}, name="session_acts"),
            path("hands/", hands.session_hands, name="session_hands"),
            path("hands/records.pdf", hands.session_hands_records, name="session_hands_records"),
            path("hands/deals.pbn", hands.session_hands_pbn, name="session_hands_pbn"),
            path("happened/", irregularities.session_irregularities, name="session_irregularities"),
            path("rulings/", rulings.session_rulings, name="session_rulings"),
            path(
                "rulings/<number:number>/withdraw/",
                rulings.session_rulings_withdraw,
                name="session_rulings_withdraw",
            ),
            path(
                "rulings/<number:number>/appeal/",
                rulings.session_rulings_appeal,
                name="session_rulings_appeal",
            ),
            path(
                "results/official/",
                official.session_results_official,
                name="session_results_official",
            ),
            path("sections/add/", several.session_section_add, name="session_section_add"),
            path("sections/remove/", several.session_section_remove, name="session_section_remove"),
            path("another/", several.session_add_another, name="session_add_another"),
            path("remove-last/", several.session_remove_last, name="session_remove_last"),
            path("field/", field.session_field, name="session_field"),
            path("field/save/", field.session_field_save, name="session_field_save"),
            path("field/movements/", field.session_field_movements, name="session_field_movements"),
            path("field/own/", custom.session_field_own, name="session_field_own"),
            path("field/own/use/", custom.session_field_own_use, name="session_field_own_use"),
            path("field/own/save/", custom.session_field_own_save, name="session_field_own_save"),
            path(
                "field/saved/<number:movement_id>/",
                saved.session_field_saved,
                name="session_field_saved",
            ),
            path("field/grid/", editor.session_field_grid, name="session_field_grid"),
            path(
                "field/grid/check/",
                editor.session_field_grid_check,
                name="session_field_grid_check",
            ),
            path("field/grid/use/", editor.session_field_grid_use, name="session_field_grid_use"),
            path(
                "field/grid/save/", editor.session_field_grid_save, name="session_field_grid_save"
            ),
            path(
                "field/grid/file/<str:form>/",
                editor.session_field_grid_file,
                name="session_field_grid_file",
            ),
            path("field/file/<str:form>/", custom.session_field_file, name="session_field_file"),
            path("field/movement/", field.session_field_movement, name="session_field_movement"),
            path("print/", print_page, PRINT, name="session_print"),
            path("print/sheets.pdf", print_pdf, PRINT, name="session_print_pdf"),
            path("results/", standings.session_results, name="session_results"),
            path(
                "results/receiver/",
                files.session_results_receiver,
                name="session_results_receiver",
            ),
            path(
                "results/pairs/<number:pair_no>/",
                results_public.session_results_pair,
                name="session_results_pair",
            ),
            path(
                "results/boards/<number:board_no>/",
                results_public.session_results_board,
                name="session_results_board",
            ),
            path(
                "results/recap/", results_public.session_results_recap, name="session_results_recap"
            ),
            path(
                "results/matches/",
                results_public.session_results_matches,
                name="session_results_matches",
            ),
            path(
                "results/matches/<number:home>/<number:away>/",
                matches.session_results_match,
                name="session_results_match",
            ),
            path("results/fixtures/", fixtures.session_fixtures, name="session_results_fixtures"),
            path(
                "results/fixtures/boards/",
                fixtures.session_fixtures_boards,
                name="session_results_fixtures_boards",
            ),
            path("results/stage/", stages.session_next_stage, name="session_results_stage"),
            path("results/extras/", extras.session_results_extras, name="session_results_extras"),
        ],
    ),
    path("sessions/<number:session_id>/room/", room_page, {"play": play.PLAY}, name="session_room"),
    path("import/", importing.results_import, name="results_import"),
    *patterns_below(
        "club/movements/",
        [
            path("", library.movements, name="movements"),
            path("import/", exchange.library_import, name="library_import"),
            path("import/undo/", exchange.library_import_undo, name="library_import_undo"),
            path("movements.json", exchange.library_export, name="library_export"),
            path("movements.txt", exchange.library_export_text, name="library_export_text"),
            path("<number:movement_id>/", library.movement, name="library_movement"),
            path(
                "<number:movement_id>/versions/<number:number>/restore/",
                library.movement_version,
                name="library_version_restore",
            ),
            path("<number:movement_id>/delete/", library.movement_delete, name="library_delete"),
            path(
                "<number:movement_id>/undelete/", library.movement_restore, name="library_undelete"
            ),
            path(
                "<number:movement_id>/file/<str:form>/",
                library.movement_download,
                name="library_movement_file",
            ),
        ],
    ),
    *patterns_below(
        "sessions/<place:session_id>/scores/",
        [
            path("", scores.session_scores, name="session_scores"),
            path(
                "boards/<number:board_no>/",
                scores.session_scores_board,
                name="session_scores_board",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/",
                scores.session_scores_table,
                name="session_scores_table",
            ),
            path(
                "boards/<number:board_no>/trump/",
                scores.session_scores_trump,
                name="session_scores_trump",
            ),
            path(
                "boards/<number:board_no>/groups/",
                scores.session_scores_groups,
                name="session_scores_groups",
            ),
            path(
                "boards/<number:board_no>/otherwise/",
                off_schedule.session_off_schedule,
                name="session_off_schedule",
            ),
            path(
                "boards/<number:board_no>/otherwise/moved/",
                off_schedule.session_off_schedule_move,
                name="session_off_schedule_move",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/otherwise/",
                off_schedule.session_off_schedule_table,
                name="session_off_schedule_table",
            ),
            path("matches/", round_results.session_scores_matches, name="session_scores_matches"),
            path(
                "matches/<number:round_no>/",
                round_results.session_scores_round,
                name="session_scores_round",
            ),
            path(
                "matches/<number:round_no>/<number:home>/<number:away>/",
                scores.session_scores_match,
                name="session_scores_match",
            ),
            path("undo/", scores.session_scores_undo, name="session_scores_undo"),
            path("redo/", scores.session_scores_redo, name="session_scores_redo"),
            path(
                "history/<number:result_id>/",
                scores.session_scores_history,
                name="session_scores_history",
            ),
        ],
    ),
    *patterns_below(
        "sessions/<place:session_id>/seats/",
        [
            path("", seats_page, SEATS, name="session_seats"),
            path("list/", seats_list, SEATS, name="session_seats_list"),
            path(
                "swap/<number:first>/<number:second>/",
                seats_act,
                SEATS | {"act": seats.ACTS["swap"]},
                name="session_seats_swap",
            ),
            path("<number:pair_no>/", seats_one, SEATS, name="session_seats_pair"),
            path(
                "<number:pair_no>/clear/",
                seats_act,
                SEATS | {"act": seats.clear},
                name="session_seats_clear",
            ),
            *seats_acts(seats.SEATS, ""),
        ],
    ),
    *patterns_below(
        "events/<number:event_id>/",
        [
            path("pairs/<number:pair_no>/", results_public.event_pair, name="event_pair"),
            path("boards/<number:board_no>/", results_public.event_board, name="event_board"),
            path("matches/", results_public.event_matches, name="event_matches"),
            path(
                "fixtures.ics",
                results_public.event_fixtures_calendar,
                name="event_fixtures_calendar",
            ),
            path(
                "matches/<number:home>/<number:away>/",
                results_public.event_match,
                name="event_match",
            ),
            path("recap/", results_public.event_recap, name="event_recap"),
        ],
    ),
    *patterns_below(
        "events/<number:event_id>/sessions/<number:session_no>/",
        [
            path("", results_public.event_session, name="event_session"),
            path("pairs/<number:pair_no>/", results_public.event_pair, name="event_pair"),
            path("boards/<number:board_no>/", results_public.event_board, name="event_board"),
            path("recap/", results_public.event_recap, name="event_recap"),
            path("matches/", results_public.event_matches, name="event_matches"),
            path(
                "fixtures.ics",
                results_public.event_fixtures_calendar,
                name="event_fixtures_calendar",
            ),
            path(
                "matches/<number:home>/<number:away>/",
                results_public.event_match,
                name="event_match",
            ),
        ],
    ),
]
