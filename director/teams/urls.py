"""Addresses of what only teams have."""

from django.urls import path

from director.core.urls import patterns_below
from director.teams.butler import views as butler
from director.teams.lineups import views as lineups
from director.teams.lineups.captain import show_captain_line_up

PLAYERS = [
    path("players/", butler.event_players, name="event_players"),
    path("players.csv", butler.download_players_csv, name="event_players_csv"),
    path("players.xlsx", butler.download_players_xlsx, name="event_players_xlsx"),
]
"""The record of every player: of an event, or of one of its sessions."""

urlpatterns = [
    path(
        "captain/<str:token>/line-ups/<number:round_no>/",
        show_captain_line_up,
        name="captain_line_up",
    ),
    *patterns_below(
        "sessions/<place:session_id>/",
        [
            path("lineups/", lineups.edit_line_ups, name="session_lineups"),
            path("lineups/<number:round_no>/", lineups.edit_line_ups, name="session_lineups_round"),
            path(
                "results/players/", butler.session_results_players, name="session_results_players"
            ),
        ],
    ),
    *patterns_below("events/<number:event_id>/", PLAYERS),
    *patterns_below("events/<number:event_id>/sessions/<number:session_no>/", PLAYERS),
]
