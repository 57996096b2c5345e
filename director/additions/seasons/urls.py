"""The addresses of seasons, and of the seasons of an event."""

from django.urls import path

from director.additions.seasons import views
from director.core.urls import patterns_below

urlpatterns = [
    path("events/<number:event_id>/seasons/", views.edit_event_seasons, name="event_seasons"),
    path("seasons/", views.show_seasons, name="seasons"),
    # Seasons of parties had numbers of their own, which old links still name.
    *patterns_below(
        "seasons/<number:season_id>/",
        [
            path("", views.redirect_former_season, name="former_season"),
            path("season.json", views.show_former_season_json, name="former_season_json"),
            path("export/<str:form>/", views.redirect_former_season, name="former_season_file"),
        ],
    ),
    path("club-seasons/new/", views.create_club_season, name="club_season_new"),
    *patterns_below(
        "club-seasons/<number:season_id>/",
        [
            path("", views.show_club_season, name="club_season"),
            path("rules/", views.store_season_rules, name="club_season_rules"),
            path("events/", views.add_events_to_season, name="club_season_events"),
            path(
                "events/<number:event_id>/remove/",
                views.remove_event_from_season,
                name="club_season_event_remove",
            ),
            path("remove/", views.delete_club_season, name="club_season_remove"),
            path("season.json", views.show_season_json, name="club_season_json"),
            path("season.pdf", views.show_season_pdf, name="club_season_pdf"),
            path("export/<str:form>/", views.download_season, name="club_season_file"),
        ],
    ),
]
