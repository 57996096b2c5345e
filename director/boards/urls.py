"""Addresses of what is the same when boards are played."""

from django.urls import path

from director.boards.changed import views as changed
from director.boards.happened import views as happened
from director.boards.importing import views as importing
from director.boards.official import views as official
from director.boards.otherwise import views as otherwise
from director.boards.play import views as play
from director.boards.room import views as room
from director.boards.rulings import views as rulings
from director.boards.scores import views as scores
from director.boards.several import views as several

urlpatterns = [
    path("sessions/<place:session_id>/play/", play.session_play, name="session_play"),
    path("sessions/<place:session_id>/play/clock/", play.session_play_clock, name="session_play_clock"),
    path("sessions/<place:session_id>/play/minutes/", play.session_play_minutes, name="session_play_minutes"),
    path("sessions/<place:session_id>/play/break/", play.session_play_break, name="session_play_break"),
    path("sessions/<place:session_id>/play/message/", play.session_play_message, name="session_play_message"),
    path("sessions/<place:session_id>/play/call/", play.session_play_call, name="session_play_call"),
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
    path("sessions/<number:session_id>/room/", room.session_room, name="session_room"),
    path("sessions/<place:session_id>/room/standings/", room.session_room_standings, name="session_room_standings"),
    path("sessions/<place:session_id>/changed/", changed.session_changed, name="session_changed"),
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
]
