"""The addresses of pages of events with boards, for pairs, teams and single players."""

from django.urls import path

from director.boards.pages import sessions as several
from director.boards.pages import withdrawals
from director.boards.pages.field import custom
from director.boards.pages.field import movements as field
from director.boards.pages.history import HISTORY
from director.boards.pages.play import views as play
from director.boards.pages.printing import PRINTING
from director.boards.pages.results import (
    extras,
    standings,
)
from director.boards.pages.results import public as results_public
from director.boards.pages.scores import direction, off_schedule
from director.boards.pages.scores import views as scores
from director.boards.pages.seats import door
from director.boards.pages.seats import views as seats
from director.core.pages.history import show_history
from director.core.pages.play.views import list_play_urls
from director.core.pages.printing.views import render_print_pdf, show_print_page
from director.core.pages.screens import list_room_urls, show_room
from director.core.pages.seats.views import (
    edit_seats,
    import_seat_list,
    list_seats_urls,
    run_seats_act,
    store_one_seat,
)
from director.core.urls import patterns_below

PRINT = {"printing": PRINTING}
SEATS = {"seats": seats.SEATS}

urlpatterns = [
    *patterns_below(
        "sessions/<place:session_id>/",
        [
            path("play/", play.show_play, name="session_play"),
            *list_play_urls(play.PLAY),
            *list_room_urls(play.PLAY),
            path("play/call/", play.store_director_call, name="session_play_call"),
            path("play/settle/", play.settle_disputed_line, name="session_play_settle"),
            path("play/undo/", play.undo_settlement, name="session_play_undo"),
            path(
                "room/calls/<number:number>/",
                play.mark_call_answered,
                name="session_room_call_tick",
            ),
            path(
                "room/calls/<number:number>/undo/",
                play.undo_call,
                name="session_room_call_undo",
            ),
            path("changed/direction/", direction.turn_round, name="session_direction"),
            path("withdrawals/", withdrawals.edit_withdrawals, name="session_withdrawals"),
            path("changed/undo/", play.undo_plan_change, name="session_changed_undo"),
            path("acts/", show_history, {"history": HISTORY}, name="session_acts"),
            path("sections/add/", several.add_next_section, name="session_section_add"),
            path("sections/remove/", several.remove_open_section, name="session_section_remove"),
            path("another/", several.add_next_session, name="session_add_another"),
            path("remove-last/", several.remove_last_session, name="session_remove_last"),
            path("field/", field.show_field, name="session_field"),
            path("field/movements/", field.list_movements, name="session_field_movements"),
            path("field/own/", custom.preview_custom_movement, name="session_field_own"),
            path("field/own/use/", custom.choose_custom_movement, name="session_field_own_use"),
            path(
                "field/file/<str:form>/",
                custom.download_current_movement,
                name="session_field_file",
            ),
            path("field/movement/", field.preview_movement, name="session_field_movement"),
            path("print/", show_print_page, PRINT, name="session_print"),
            path("print/sheets.pdf", render_print_pdf, PRINT, name="session_print_pdf"),
            path("results/", standings.show_results, name="session_results"),
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
            path("results/extras/", extras.edit_extras, name="session_results_extras"),
        ],
    ),
    path("sessions/<number:session_id>/room/", show_room, {"play": play.PLAY}, name="session_room"),
    *patterns_below(
        "sessions/<place:session_id>/scores/",
        [
            path("", scores.redirect_to_missing_result, name="session_scores"),
            path(
                "boards/<number:board_no>/",
                scores.enter_board,
                name="session_scores_board",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/",
                scores.enter_table,
                name="session_scores_table",
            ),
            path(
                "boards/<number:board_no>/trump/",
                scores.enter_trump,
                name="session_scores_trump",
            ),
            path(
                "boards/<number:board_no>/groups/",
                scores.change_groups,
                name="session_scores_groups",
            ),
            path(
                "boards/<number:board_no>/otherwise/",
                off_schedule.enter_off_schedule_result,
                name="session_off_schedule",
            ),
            path(
                "boards/<number:board_no>/otherwise/moved/",
                off_schedule.move_result_to_board,
                name="session_off_schedule_move",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/otherwise/",
                off_schedule.store_off_schedule_table,
                name="session_off_schedule_table",
            ),
            path(
                "matches/<number:round_no>/<number:home>/<number:away>/",
                scores.enter_match,
                name="session_scores_match",
            ),
            path("undo/", scores.undo_entry, name="session_scores_undo"),
            path("redo/", scores.redo_entry, name="session_scores_redo"),
            path(
                "history/<number:result_id>/",
                scores.show_line_history,
                name="session_scores_history",
            ),
        ],
    ),
    *patterns_below(
        "sessions/<place:session_id>/seats/",
        [
            path("door/", door.check_in, name="session_door"),
            path("", edit_seats, SEATS, name="session_seats"),
            path("list/", import_seat_list, SEATS, name="session_seats_list"),
            path(
                "swap/<number:first>/<number:second>/",
                run_seats_act,
                SEATS | {"act": seats.ACTS["swap"]},
                name="session_seats_swap",
            ),
            path("<number:pair_no>/", store_one_seat, SEATS, name="session_seats_pair"),
            path(
                "<number:pair_no>/clear/",
                run_seats_act,
                SEATS | {"act": seats.remove_names},
                name="session_seats_clear",
            ),
            *list_seats_urls(seats.SEATS, ""),
        ],
    ),
    *patterns_below(
        "events/<number:event_id>/",
        [
            path("pairs/<number:pair_no>/", results_public.event_pair, name="event_pair"),
            path("boards/<number:board_no>/", results_public.event_board, name="event_board"),
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
        ],
    ),
]
