"""The addresses of seasons, and of the seasons of an event."""

from django.urls import path

from director.additions.seasons import pages
from director.core.urls import prefix_patterns

urlpatterns = [
    path("events/<number:event_id>/seasons/", pages.edit_event_seasons, name="event_seasons"),
    path("seasons/", pages.show_seasons, name="seasons"),
    # Seasons of parties had numbers of their own, which old links still name.
    *prefix_patterns(
        "seasons/<number:season_id>/",
        [
            path("", pages.redirect_previous_season, name="former_season"),
            path("season.json", pages.show_previous_season_json, name="former_season_json"),
            path("export/<str:form>/", pages.redirect_previous_season, name="former_season_file"),
        ],
    ),
    path("club-seasons/new/", pages.create_club_season, name="club_season_new"),
    *prefix_patterns(
        "club-seasons/<number:season_id>/",
        [
            path("", pages.show_club_season, name="club_season"),
            path("rules/", pages.store_season_rules, name="club_season_rules"),
            path("events/", pages.add_events_to_season, name="club_season_events"),
            path(
                "events/<number:event_id>/remove/",
                pages.remove_event_from_season,
                name="club_season_event_remove",
            ),
            path("remove/", pages.delete_club_season, name="club_season_remove"),
            path("season.json", pages.show_season_json, name="club_season_json"),
            path("season.pdf", pages.show_season_pdf, name="club_season_pdf"),
            path("prizes.pdf", pages.show_season_prizes, name="club_season_prizes"),
            path("export/<str:form>/", pages.download_season, name="club_season_file"),
        ],
    ),
]
