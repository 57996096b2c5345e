"""Addresses of nights of pairs."""

from django.urls import path

from director.pairs.field.views import movements as field
from director.pairs.field.views import own
from director.pairs.partners import views as partners
from director.pairs.printing import views as printing
from director.pairs.results.views import extras, standings
from director.pairs.results.views import public as results_public
from director.pairs.seats import views as seats

urlpatterns = [
    path("partners/", partners.partners, name="partners"),
    path("partners/sheet.pdf", partners.partners_pdf, name="partners_pdf"),
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
    path("sessions/<place:session_id>/seats/<number:pair_no>/", seats.session_seats_pair, name="session_seats_pair"),
    path(
        "sessions/<place:session_id>/seats/<number:pair_no>/clear/",
        seats.session_seats_clear,
        name="session_seats_clear",
    ),
    path("sessions/<place:session_id>/print/", printing.session_print, name="session_print"),
    path("sessions/<place:session_id>/print/sheets.pdf", printing.session_print_pdf, name="session_print_pdf"),
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
    path("events/<number:event_id>/recap/", results_public.event_recap, name="event_recap"),
]
