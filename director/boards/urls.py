"""The addresses of pages of events with boards, for pairs, teams and single players."""

from django.urls import path

from director.boards.pages import door, play, withdrawals
from director.boards.pages.field import movements
from director.boards.pages.history import SectionHistory
from director.boards.pages.play import SectionPlay
from director.boards.pages.printing import SectionPrint
from director.boards.pages.results import extras, standings
from director.boards.pages.scores import direction, off_schedule
from director.boards.pages.scores import views as scores
from director.boards.pages.seats import SectionSeats, remove_names
from director.core.urls import prefix_patterns

urlpatterns = [
    *prefix_patterns(
        "sessions/<section:ref>/",
        [
            *SectionPlay.list_urls(),
            path(
                "play/call/",
                SectionPlay.make_view(SectionPlay.store_director_call),
                name="session_play_call",
            ),
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
            path("acts/", SectionHistory.as_view(), name="session_acts"),
            path("sections/add/", movements.add_next_section, name="session_section_add"),
            path("sections/remove/", movements.remove_open_section, name="session_section_remove"),
            path("another/", movements.add_next_session, name="session_add_another"),
            path("boards/", movements.number_session_boards, name="session_board_numbers"),
            path("remove-last/", movements.remove_last_session, name="session_remove_last"),
            path("field/", movements.show_field, name="session_field"),
            path("field/movements/", movements.show_movements, name="session_field_movements"),
            path("field/movement/", movements.preview_movement, name="session_field_movement"),
            path("field/undo/", movements.undo_movement, name="session_field_undo"),
            *SectionPrint.list_urls(),
            path("results/", standings.edit_results, name="session_results"),
            path(
                "results/pairs/<number:pair_no>/",
                standings.session_results_pair,
                name="session_results_pair",
            ),
            path(
                "results/boards/<number:board_no>/",
                standings.session_results_board,
                name="session_results_board",
            ),
            path("results/recap/", standings.session_results_recap, name="session_results_recap"),
            path("results/extras/", extras.edit_extras, name="session_results_extras"),
        ],
    ),
    # The screens of the room show all sections of a session, so this address has no letter.
    path(
        "sessions/<number:ref>/room/",
        SectionPlay.make_view(SectionPlay.show_room),
        name="session_room",
    ),
    *prefix_patterns(
        "sessions/<section:ref>/scores/",
        [
            path("", scores.redirect_to_missing_result, name="session_scores"),
            path(
                "boards/<number:board_no>/",
                scores.enter_lines,
                name="session_scores_board",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/",
                scores.enter_lines,
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
                "boards/<number:board_no>/otherwise/whole/",
                off_schedule.move_results_of_board,
                name="session_off_schedule_whole",
            ),
            path(
                "rounds/<number:round_no>/tables/<number:table_no>/otherwise/",
                off_schedule.show_or_store_off_schedule_table,
                name="session_off_schedule_table",
            ),
            path(
                "matches/<number:round_no>/<number:home>/<number:away>/",
                scores.enter_lines,
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
    *prefix_patterns(
        "sessions/<section:ref>/",
        [
            path("seats/door/", door.check_in, name="session_door"),
            path(
                "seats/swap/<number:first>/<number:second>/",
                SectionSeats.make_view(SectionSeats.run_act),
                {"act": SectionSeats.actions_by_name["swap"]},
                name="session_seats_swap",
            ),
            path(
                "seats/<number:pair_no>/",
                SectionSeats.make_view(SectionSeats.store_contestant_boxes),
                name="session_seats_pair",
            ),
            path(
                "seats/<number:pair_no>/clear/",
                SectionSeats.make_view(SectionSeats.run_act),
                {"act": remove_names},
                name="session_seats_clear",
            ),
            *SectionSeats.list_urls(),
        ],
    ),
    *prefix_patterns(
        "events/<number:event_id>/",
        [
            path("pairs/<number:pair_no>/", standings.event_pair, name="event_pair"),
            path("boards/<number:board_no>/", standings.event_board, name="event_board"),
            path("recap/", standings.event_recap, name="event_recap"),
        ],
    ),
    *prefix_patterns(
        "events/<number:event_id>/sessions/<number:session_no>/",
        [
            path("", standings.event_session, name="event_session"),
            path("pairs/<number:pair_no>/", standings.event_pair, name="event_pair"),
            path("boards/<number:board_no>/", standings.event_board, name="event_board"),
            path("recap/", standings.event_recap, name="event_recap"),
        ],
    ),
]
