"""Addresses of what is the same when boards are played."""

from django.urls import path

from director.boards.changed import views as changed
from director.boards.draws import views as draws
from director.boards.field.views import movements as field
from director.boards.field.views import own
from director.boards.hands import views as hands
from director.boards.happened import views as happened
from director.boards.importing import views as importing
from director.boards.official import views as official
from director.boards.otherwise import views as otherwise
from director.boards.play import views as play
from director.boards.printing.page import PRINTING
from director.boards.results.views import extras, standings
from director.boards.results.views import public as results_public
from director.boards.room import views as room
from director.boards.rulings import views as rulings
from director.boards.scores import views as scores
from director.boards.seats import views as seats
from director.boards.several import views as several
from director.boards.tables.forms import PHONES
from director.desk.paper.views import print_page, print_pdf
from director.desk.tables.page import phones_addresses, phones_page

PRINT = {"printing": PRINTING}
TABLES = {"phones": PHONES}

urlpatterns = [
    path("sessions/<place:session_id>/play/", play.session_play, name="session_play"),
    path("sessions/<place:session_id>/play/clock/", play.session_play_clock, name="session_play_clock"),
    path("sessions/<place:session_id>/play/minutes/", play.session_play_minutes, name="session_play_minutes"),
    path("sessions/<place:session_id>/play/break/", play.session_play_break, name="session_play_break"),
    path("sessions/<place:session_id>/play/message/", play.session_play_message, name="session_play_message"),
    path("sessions/<place:session_id>/play/call/", play.session_play_call, name="session_play_call"),
    path("sessions/<place:session_id>/play/look/", play.session_play_look, name="session_play_look"),
    path("sessions/<place:session_id>/play/phone/", play.session_play_phone, name="session_play_phone"),
    path("sessions/<place:session_id>/play/settle/", play.session_play_settle, name="session_play_settle"),
    path("sessions/<place:session_id>/play/undo/", play.session_play_undo, name="session_play_undo"),
    path(
        "sessions/<place:session_id>/room/messages/<number:number>/away/",
        room.session_room_message_away,
        name="session_room_message_away",
    ),
    path(
        "sessions/<place:session_id>/room/calls/<number:number>/",
        room.session_room_call_tick,
        name="session_room_call_tick",
    ),
    path(
        "sessions/<place:session_id>/room/calls/<number:number>/undo/",
        room.session_room_call_undo,
        name="session_room_call_undo",
    ),
    path("sessions/<number:session_id>/room/", room.session_room, name="session_room"),
    path("sessions/<place:session_id>/room/standings/", room.session_room_standings, name="session_room_standings"),
    path("sessions/<place:session_id>/tables/", phones_page, TABLES, name="session_tables"),
    path(
        "sessions/<place:session_id>/tables/addresses/",
        phones_addresses,
        TABLES,
        name="session_tables_addresses",
    ),
    path("sessions/<place:session_id>/draw/", draws.session_draw, name="session_draw"),
    path("sessions/<place:session_id>/draw/decide/", draws.session_draw_decide, name="session_draw_decide"),
    path("sessions/<place:session_id>/draw/rounds/", draws.session_draw_rounds, name="session_draw_rounds"),
    path("sessions/<place:session_id>/changed/", changed.session_changed, name="session_changed"),
    path("sessions/<place:session_id>/withdrawals/", changed.session_withdrawals, name="session_withdrawals"),
    path("sessions/<place:session_id>/changed/undo/", changed.session_changed_undo, name="session_changed_undo"),
    path("sessions/<place:session_id>/scores/", scores.session_scores, name="session_scores"),
    path(
        "sessions/<place:session_id>/scores/boards/<number:board_no>/",
        scores.session_scores_board,
        name="session_scores_board",
    ),
    path(
        "sessions/<place:session_id>/scores/rounds/<number:round_no>/tables/<number:table_no>/",
        scores.session_scores_table,
        name="session_scores_table",
    ),
    path(
        "sessions/<place:session_id>/scores/boards/<number:board_no>/groups/",
        scores.session_scores_groups,
        name="session_scores_groups",
    ),
    path(
        "sessions/<place:session_id>/scores/boards/<number:board_no>/otherwise/",
        otherwise.session_otherwise,
        name="session_otherwise",
    ),
    path(
        "sessions/<place:session_id>/scores/boards/<number:board_no>/otherwise/moved/",
        otherwise.session_otherwise_moved,
        name="session_otherwise_moved",
    ),
    path(
        "sessions/<place:session_id>/scores/rounds/<number:round_no>/tables/<number:table_no>/otherwise/",
        otherwise.session_otherwise_table,
        name="session_otherwise_table",
    ),
    path("sessions/<place:session_id>/scores/undo/", scores.session_scores_undo, name="session_scores_undo"),
    path("sessions/<place:session_id>/scores/redo/", scores.session_scores_redo, name="session_scores_redo"),
    path(
        "sessions/<place:session_id>/scores/history/<number:result_id>/",
        scores.session_scores_history,
        name="session_scores_history",
    ),
    path("sessions/<place:session_id>/acts/", scores.session_acts, name="session_acts"),
    path("sessions/<place:session_id>/hands/", hands.session_hands, name="session_hands"),
    path("sessions/<place:session_id>/hands/records.pdf", hands.session_hands_records, name="session_hands_records"),
    path("sessions/<place:session_id>/hands/deals.pbn", hands.session_hands_pbn, name="session_hands_pbn"),
    path("sessions/<place:session_id>/happened/", happened.session_happened, name="session_happened"),
    path("sessions/<place:session_id>/rulings/", rulings.session_rulings, name="session_rulings"),
    path(
        "sessions/<place:session_id>/rulings/<number:number>/withdraw/",
        rulings.session_rulings_withdraw,
        name="session_rulings_withdraw",
    ),
    path(
        "sessions/<place:session_id>/rulings/<number:number>/appeal/",
        rulings.session_rulings_appeal,
        name="session_rulings_appeal",
    ),
    path(
        "sessions/<place:session_id>/results/official/",
        official.session_results_official,
        name="session_results_official",
    ),
    path("sessions/<place:session_id>/sections/add/", several.session_section_add, name="session_section_add"),
    path(
        "sessions/<place:session_id>/sections/remove/",
        several.session_section_remove,
        name="session_section_remove",
    ),
    path("sessions/<place:session_id>/another/", several.session_add_another, name="session_add_another"),
    path("sessions/<place:session_id>/remove-last/", several.session_remove_last, name="session_remove_last"),
    path("import/", importing.results_import, name="results_import"),
    path("sessions/<place:session_id>/field/", field.session_field, name="session_field"),
    path(
        "sessions/<place:session_id>/field/movements/",
        field.session_field_movements,
        name="session_field_movements",
    ),
    path("sessions/<place:session_id>/field/own/", own.session_field_own, name="session_field_own"),
    path("sessions/<place:session_id>/field/own/use/", own.session_field_own_use, name="session_field_own_use"),
    path(
        "sessions/<place:session_id>/field/file/<str:form>/",
        own.session_field_file,
        name="session_field_file",
    ),
    path(
        "sessions/<place:session_id>/field/movement/",
        field.session_field_movement,
        name="session_field_movement",
    ),
    path("sessions/<place:session_id>/seats/", seats.session_seats, name="session_seats"),
    path("sessions/<place:session_id>/seats/list/", seats.session_seats_list, name="session_seats_list"),
    path("sessions/<place:session_id>/seats/swap/", seats.session_seats_swap, name="session_seats_swap"),
    path(
        "sessions/<place:session_id>/seats/swap/<number:first>/<number:second>/",
        seats.session_seats_swap,
        name="session_seats_swap",
    ),
    path("sessions/<place:session_id>/seats/move/", seats.session_seats_move, name="session_seats_move"),
    path("sessions/<place:session_id>/seats/draw/", seats.session_seats_draw, name="session_seats_draw"),
    path("sessions/<place:session_id>/seats/undraw/", seats.session_seats_undraw, name="session_seats_undraw"),
    path("sessions/<place:session_id>/seats/undo/", seats.session_seats_undo, name="session_seats_undo"),
    path("sessions/<place:session_id>/seats/redo/", seats.session_seats_redo, name="session_seats_redo"),
    path("sessions/<place:session_id>/seats/<number:pair_no>/", seats.session_seats_pair, name="session_seats_pair"),
    path(
        "sessions/<place:session_id>/seats/<number:pair_no>/clear/",
        seats.session_seats_clear,
        name="session_seats_clear",
    ),
    path("sessions/<place:session_id>/seats/address/", seats.session_seats_address, name="session_seats_address"),
    path("sessions/<place:session_id>/print/", print_page, PRINT, name="session_print"),
    path("sessions/<place:session_id>/print/sheets.pdf", print_pdf, PRINT, name="session_print_pdf"),
    path("sessions/<place:session_id>/results/", standings.session_results, name="session_results"),
    path(
        "sessions/<place:session_id>/results/extras/",
        extras.session_results_extras,
        name="session_results_extras",
    ),
    path("events/<number:event_id>/publish/", standings.event_publish, name="event_publish"),
    path("events/<number:event_id>/unpublish/", standings.event_unpublish, name="event_unpublish"),
    path("events/<number:event_id>/final/", standings.event_final, name="event_final"),
    path("events/<number:event_id>/open/", standings.event_open, name="event_open"),
    path("events/<number:event_id>/sessions/<number:session_no>/", results_public.event_session, name="event_session"),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/pairs/<number:pair_no>/",
        results_public.event_pair,
        name="event_pair",
    ),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/boards/<number:board_no>/",
        results_public.event_board,
        name="event_board",
    ),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/recap/",
        results_public.event_recap,
        name="event_recap",
    ),
    path("events/<number:event_id>/pairs/<number:pair_no>/", results_public.event_pair, name="event_pair"),
    path("events/<number:event_id>/boards/<number:board_no>/", results_public.event_board, name="event_board"),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/matches/",
        results_public.event_matches,
        name="event_matches",
    ),
    path("events/<number:event_id>/matches/", results_public.event_matches, name="event_matches"),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/matches/<number:home>/<number:away>/",
        results_public.event_match,
        name="event_match",
    ),
    path(
        "events/<number:event_id>/matches/<number:home>/<number:away>/", results_public.event_match, name="event_match"
    ),
    path("events/<number:event_id>/recap/", results_public.event_recap, name="event_recap"),
]
