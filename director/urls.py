"""Every address of the program."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path, register_converter
from django.urls.converters import IntConverter

from director.desk.backup.views import backup_file, backups
from director.views import (
    account,
    club,
    events,
    exports,
    extras,
    field,
    home,
    importing,
    official,
    own_movement,
    partners,
    party,
    party_acts,
    party_field,
    party_people,
    party_play,
    party_print,
    party_public,
    party_results,
    party_room,
    party_seats,
    party_skat,
    people,
    play,
    printing,
    results,
    rulings,
    scores,
    seats,
    shell,
)


class Number(IntConverter):
    """A number of at most nine digits: no database here holds a longer one, so a longer one is no page."""

    regex = "[0-9]{1,9}"


register_converter(Number, "number")

urlpatterns = [
    path("", home.tonight, name="tonight"),
    path("nights/", home.nights, name="nights"),
    path("welcome/<str:uid>/<str:token>/", account.welcome, name="welcome"),
    path("join/<str:uid>/<str:token>/", account.join, name="join"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-out/", login_not_required(account.SignOut.as_view()), name="sign_out"),
    path("partners/", partners.partners, name="partners"),
    path("partners/sheet.pdf", partners.partners_pdf, name="partners_pdf"),
    path("club/", club.club, name="club"),
    path("club/invite/", club.club_invite, name="club_invite"),
    path("club/backups/", backups, name="backups"),
    path("club/backups/<str:name>", backup_file, name="backup_file"),
    path("club/password/", club.own_password, name="own_password"),
    path("events/new/", home.event_new, name="event_new"),
    path("events/<number:event_id>/change/", home.event_change, name="event_change"),
    path("events/<number:event_id>/remove/", home.event_off, name="event_remove"),
    path("events/<number:event_id>/put-back/", home.event_back, name="event_put_back"),
    path("sessions/<number:session_id>/", shell.session_open, name="session_open"),
    path("sessions/<number:session_id>/field/", field.session_field, name="session_field"),
    path(
        "sessions/<number:session_id>/field/movements/", field.session_field_movements, name="session_field_movements"
    ),
    path("sessions/<number:session_id>/field/own/", own_movement.session_field_own, name="session_field_own"),
    path(
        "sessions/<number:session_id>/field/own/use/", own_movement.session_field_own_use, name="session_field_own_use"
    ),
    path(
        "sessions/<number:session_id>/field/file/<str:form>/",
        own_movement.session_field_file,
        name="session_field_file",
    ),
    path("sessions/<number:session_id>/field/movement/", field.session_field_movement, name="session_field_movement"),
    path("sessions/<number:session_id>/seats/", seats.session_seats, name="session_seats"),
    path("sessions/<number:session_id>/seats/list/", seats.session_seats_list, name="session_seats_list"),
    path("sessions/<number:session_id>/seats/swap/", seats.session_seats_swap, name="session_seats_swap"),
    path(
        "sessions/<number:session_id>/seats/swap/<number:first>/<number:second>/",
        seats.session_seats_swap,
        name="session_seats_swap",
    ),
    path("sessions/<number:session_id>/seats/draw/", seats.session_seats_draw, name="session_seats_draw"),
    path("sessions/<number:session_id>/seats/undraw/", seats.session_seats_undraw, name="session_seats_undraw"),
    path("sessions/<number:session_id>/seats/<number:pair_no>/", seats.session_seats_pair, name="session_seats_pair"),
    path(
        "sessions/<number:session_id>/seats/<number:pair_no>/clear/",
        seats.session_seats_clear,
        name="session_seats_clear",
    ),
    path("sessions/<number:session_id>/play/", play.session_play, name="session_play"),
    path("sessions/<number:session_id>/play/clock/", play.session_play_clock, name="session_play_clock"),
    path("sessions/<number:session_id>/play/minutes/", play.session_play_minutes, name="session_play_minutes"),
    path("sessions/<number:session_id>/scores/", scores.session_scores, name="session_scores"),
    path(
        "sessions/<number:session_id>/scores/boards/<number:board_no>/",
        scores.session_scores_board,
        name="session_scores_board",
    ),
    path(
        "sessions/<number:session_id>/scores/rounds/<number:round_no>/tables/<number:table_no>/",
        scores.session_scores_table,
        name="session_scores_table",
    ),
    path(
        "sessions/<number:session_id>/scores/boards/<number:board_no>/groups/",
        scores.session_scores_groups,
        name="session_scores_groups",
    ),
    path("sessions/<number:session_id>/scores/undo/", scores.session_scores_undo, name="session_scores_undo"),
    path(
        "sessions/<number:session_id>/scores/history/<number:result_id>/",
        scores.session_scores_history,
        name="session_scores_history",
    ),
    path("sessions/<number:session_id>/print/", printing.session_print, name="session_print"),
    path("sessions/<number:session_id>/print/sheets.pdf", printing.session_print_pdf, name="session_print_pdf"),
    path("sessions/<number:session_id>/rulings/", rulings.session_rulings, name="session_rulings"),
    path(
        "sessions/<number:session_id>/rulings/<number:number>/withdraw/",
        rulings.session_rulings_withdraw,
        name="session_rulings_withdraw",
    ),
    path(
        "sessions/<number:session_id>/rulings/<number:number>/appeal/",
        rulings.session_rulings_appeal,
        name="session_rulings_appeal",
    ),
    path("parties/<number:session_id>/", party.party_open, name="party_open"),
    path("parties/<number:session_id>/field/", party_field.party_field, name="party_field"),
    path("parties/<number:session_id>/seats/", party_seats.party_seats_page, name="party_seats"),
    path("parties/<number:session_id>/seats/list/", party_seats.party_seats_list, name="party_seats_list"),
    path("parties/<number:session_id>/seats/draw/", party_seats.party_seats_draw, name="party_seats_draw"),
    path("parties/<number:session_id>/seats/undraw/", party_seats.party_seats_undraw, name="party_seats_undraw"),
    path(
        "parties/<number:session_id>/seats/<number:number>/",
        party_seats.party_seats_player,
        name="party_seats_player",
    ),
    path("parties/<number:session_id>/print/", party_print.party_print, name="party_print"),
    path("parties/<number:session_id>/print/sheets.pdf", party_print.party_print_pdf, name="party_print_pdf"),
    path("parties/<number:session_id>/play/", party_play.party_play_page, name="party_play"),
    path("parties/<number:session_id>/play/clock/", party_play.party_play_clock, name="party_play_clock"),
    path("parties/<number:session_id>/play/finish/", party_play.party_play_finish, name="party_play_finish"),
    path("parties/<number:session_id>/play/undo/<number:number>/", party_play.party_play_undo, name="party_play_undo"),
    path("parties/<number:session_id>/acts/", party_acts.party_acts, name="party_acts"),
    path("parties/<number:session_id>/play/people/", party_people.party_people, name="party_people"),
    path(
        "parties/<number:session_id>/play/rounds/<number:round_no>/next/",
        party_play.party_play_next,
        name="party_play_next",
    ),
    path(
        "parties/<number:session_id>/play/rounds/<number:round_no>/tables/<number:table_no>/",
        party_play.party_play_table,
        name="party_play_table",
    ),
    path(
        "parties/<number:session_id>/play/sessions/<number:round_no>/",
        party_skat.party_skat_store,
        name="party_skat_store",
    ),
    path(
        "parties/<number:session_id>/play/sessions/<number:round_no>/next/",
        party_skat.party_skat_next,
        name="party_skat_next",
    ),
    path("parties/<number:session_id>/players/<number:number>/", party_room.party_player, name="party_player"),
    path("parties/<number:session_id>/room/", party_room.party_room_page, name="party_room"),
    path("parties/<number:session_id>/results/", party_results.party_results, name="party_results"),
    path("parties/<number:session_id>/results/tie/", party_results.party_results_tie, name="party_results_tie"),
    path("parties/<number:session_id>/results/drawn/", party_results.party_results_drawn, name="party_results_drawn"),
    path(
        "parties/<number:session_id>/results/publish/",
        party_results.party_results_publish,
        name="party_results_publish",
    ),
    path("p/<str:token>/", party_room.party_phone, name="party_phone"),
    path("people/", people.people, name="people"),
    path("people/new/", people.person_add, name="person_add"),
    path("people/<number:person_id>/", people.person, name="person"),
    path("people/<number:person_id>/merge/", people.person_merge, name="person_merge"),
    path("people/<number:person_id>/remove/", people.person_remove, name="person_remove"),
    path("sessions/<number:session_id>/results/", results.session_results, name="session_results"),
    path(
        "sessions/<number:session_id>/results/official/",
        official.session_results_official,
        name="session_results_official",
    ),
    path("sessions/<number:session_id>/results/extras/", extras.session_results_extras, name="session_results_extras"),
    path("events/<number:event_id>/publish/", results.event_publish, name="event_publish"),
    path("events/<number:event_id>/unpublish/", results.event_unpublish, name="event_unpublish"),
    path("events/<number:event_id>/final/", results.event_final, name="event_final"),
    path("events/<number:event_id>/open/", results.event_open, name="event_open"),
    path("events/<number:event_id>/changes/", party_public.changes_page, name="event_changes"),
    path("events/<number:event_id>/", party_public.event_page, name="event_standings"),
    path("events/<number:event_id>/players/<number:number>/", party_public.event_player, name="event_player"),
    path("events/<number:event_id>/pairs/<number:pair_no>/", events.event_pair, name="event_pair"),
    path("events/<number:event_id>/boards/<number:board_no>/", events.event_board, name="event_board"),
    path("events/<number:event_id>/recap/", events.event_recap, name="event_recap"),
    path("events/<number:event_id>/results.json", party_public.event_json, name="event_json"),
    path("events/<number:event_id>/export/<str:form>/", exports.event_export, name="event_export"),
    path("import/", importing.results_import, name="results_import"),
]

handler400 = "director.views.refusals.bad_request"
