"""Addresses of what only teams have."""

from django.urls import path

from director.teams.butler import views as butler
from director.teams.lineups import views as lineups

urlpatterns = [
    path("sessions/<place:session_id>/lineups/", lineups.session_lineups, name="session_lineups"),
    path(
        "sessions/<place:session_id>/lineups/<number:round_no>/",
        lineups.session_lineups,
        name="session_lineups_round",
    ),
    path("events/<number:event_id>/players/", butler.event_players, name="event_players"),
    path("events/<number:event_id>/players.csv", butler.event_players_csv, name="event_players_csv"),
    path("events/<number:event_id>/players.xlsx", butler.event_players_xlsx, name="event_players_xlsx"),
    path("events/<number:event_id>/sessions/<number:session_no>/players/", butler.event_players, name="event_players"),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/players.csv",
        butler.event_players_csv,
        name="event_players_csv",
    ),
    path(
        "events/<number:event_id>/sessions/<number:session_no>/players.xlsx",
        butler.event_players_xlsx,
        name="event_players_xlsx",
    ),
]
