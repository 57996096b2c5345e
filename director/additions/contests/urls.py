"""Addresses of the pages of teams, and of every contest of matches."""

from django.urls import path

from director.additions.contests import butler
from director.additions.contests import lineup_pages as lineups
from director.additions.contests import next_stage as stages
from director.additions.contests.draws import page as draws
from director.additions.contests.draws import seeding
from director.additions.contests.matches import fixtures, pages
from director.core.urls import prefix_patterns

MATCHES = [
    path("matches/", pages.event_matches, name="event_matches"),
    path("matches/<number:home>/<number:away>/", pages.event_match, name="event_match"),
]
"""The matches: of an event, or of one of its sessions."""
PLAYERS = [
    path("players/", butler.event_players, name="event_players"),
    path("players.csv", butler.download_players_csv, name="event_players_csv"),
    path("players.xlsx", butler.download_players_xlsx, name="event_players_xlsx"),
]
"""The record of every player: of an event, or of one of its sessions."""

urlpatterns = [
    *prefix_patterns(
        "sessions/<section:ref>/",
        [
            path("draw/", draws.edit_draw, name="session_draw"),
            path("draw/decide/", draws.decide_knockout_match, name="session_draw_decide"),
            path("draw/rounds/", draws.change_round_count, name="session_draw_rounds"),
            path("draw/seeding/", seeding.edit_seeding, name="session_seeding"),
            path("draw/date/", draws.change_round_date, name="session_draw_date"),
            path("results/matches/", pages.session_results_matches, name="session_results_matches"),
            path(
                "results/matches/<number:home>/<number:away>/",
                pages.edit_match_result,
                name="session_results_match",
            ),
            path("results/fixtures/", fixtures.edit_fixtures, name="session_results_fixtures"),
            path(
                "results/fixtures/boards/",
                fixtures.change_match_boards,
                name="session_results_fixtures_boards",
            ),
            path("results/stage/", stages.start_next_stage, name="session_results_stage"),
            path(
                "scores/matches/",
                pages.redirect_to_open_round,
                name="session_scores_matches",
            ),
            path(
                "scores/matches/<number:round_no>/",
                pages.edit_round_results,
                name="session_scores_round",
            ),
            path("lineups/", lineups.edit_line_ups, name="session_lineups"),
            path("lineups/<number:round_no>/", lineups.edit_line_ups, name="session_lineups_round"),
            path(
                "results/players/", butler.session_results_players, name="session_results_players"
            ),
        ],
    ),
    *prefix_patterns("events/<number:event_id>/", [*MATCHES, *PLAYERS]),
    *prefix_patterns(
        "events/<number:event_id>/sessions/<number:session_no>/", [*MATCHES, *PLAYERS]
    ),
]
