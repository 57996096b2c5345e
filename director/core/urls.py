"""Addresses of what is the same whatever is played."""

from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from director.core.pages import (
    accounts,
    backups,
    club,
    events,
    health,
    people,
    people_lists,
    players,
    practice,
    publishing,
    sign_in,
    site,
    tonight,
    website,
)
from director.core.pages import help as helps


def prefix_patterns(prefix: str, patterns: list[URLPattern]) -> list[URLPattern]:
    """Return *patterns* with their routes below *prefix*.

    Unlike ``include`` they stay one list, so tests can walk it.
    """
    return [
        path(
            f"{prefix}{pattern.pattern}", pattern.callback, pattern.default_args, name=pattern.name
        )
        for pattern in patterns
    ]


urlpatterns = [
    path("", tonight.show_tonight, name="tonight"),
    path("health/", health.check_health, name="health"),
    path("health/live/", health.check_process, name="health_live"),
    path("health/ready/", health.check_health, name="health_ready"),
    path("help/", helps.show_help_index, name="help"),
    path("help/for/<slug:page>/", helps.show_help_panel, name="help_panel"),
    path("help/components/", helps.show_components, name="help_components"),
    path("help/<path:name>", helps.show_help_document, name="help_document"),
    path("nights/", tonight.show_nights, name="nights"),
    path("practice/", practice.show_practice, name="practice"),
    path(
        "practice/<number:number>/fill/<str:step>/",
        practice.fill_practice,
        name="practice_fill",
    ),
    path(
        "practice/<number:number>/tip/<str:step>/",
        practice.show_practice_tip,
        name="practice_tip",
    ),
    path("practice/<number:number>/delete/", practice.remove_practice, name="practice_delete"),
    path("welcome/<str:uid>/<str:token>/", sign_in.set_up_first_account, name="welcome"),
    path("join/<str:uid>/<str:token>/", sign_in.join_by_link, name="join"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", login_not_required(sign_in.SignOut.as_view()), name="sign_out"),
    path("club/", club.edit_club, name="club"),
    path("club/phones/", club.edit_club_part, {"part": "club_phones"}, name="club_phones"),
    path("club/numbers/", club.edit_club_part, {"part": "club_numbers"}, name="club_numbers"),
    path("club/website/", RedirectView.as_view(url="/club/#website"), name="website"),
    path("club/website/website.zip", website.download_website, name="website_zip"),
    path("club/next-nights/", club.edit_next_nights, name="next_nights"),
    path(
        "club/next-nights/<number:night_id>/delete/",
        club.delete_next_night,
        name="next_night_removed",
    ),
    path("accounts/", accounts.show_accounts, name="accounts"),
    path("accounts/sign-ins/", accounts.show_sign_ins, name="sign_ins"),
    path("accounts/link/", accounts.create_account_link, name="account_link"),
    path(
        "accounts/links/<number:account_id>/withdraw/",
        accounts.withdraw_account_link,
        name="account_link_withdraw",
    ),
    path("accounts/<number:account_id>/role/", accounts.set_account_role, name="account_role"),
    path("accounts/<number:account_id>/close/", accounts.close_listed_account, name="account_shut"),
    path(
        "accounts/<number:account_id>/open/", accounts.reopen_closed_account, name="account_reopen"
    ),
    path(
        "accounts/<number:account_id>/devices/",
        accounts.sign_out_account_devices,
        name="account_devices",
    ),
    path("club/backups/", backups.edit_backups, name="backups"),
    path("club/backups/files/", backups.upload_backup, name="backup_send"),
    path("club/backups/files/<str:key>/", backups.restore_uploaded_backup, name="backup_sent"),
    path("club/backups/<str:name>", backups.send_backup_file, name="backup_file"),
    path("club/backups/<str:name>/restore/", backups.restore_listed_backup, name="backup_restore"),
    path("club/password/", club.edit_own_account, name="own_password"),
    path("club/keys/", club.set_single_keys, name="own_keys"),
    path("club/devices/", accounts.sign_out_own_devices, name="own_devices"),
    path("sessions/<section:ref>/", events.redirect_to_next_step, name="session_open"),
    path("events/new/", events.start_event, name="event_new"),
    path("events/<number:event_id>/repeat/", events.repeat_event, name="event_repeat"),
    path("events/<number:event_id>/change/", events.change_event, name="event_change"),
    path(
        "events/<number:event_id>/settings/<number:number>/undo/",
        events.undo_event_settings,
        name="event_settings_undo",
    ),
    path(
        "events/<number:event_id>/settings/<number:number>/redo/",
        events.redo_event_settings,
        name="event_settings_redo",
    ),
    path("events/<number:event_id>/remove/", events.archive_event, name="event_remove"),
    path("events/<number:event_id>/put-back/", events.restore_archived_event, name="event_restore"),
    path("people/", people.edit_people, name="people"),
    path("people/list/", people_lists.import_people, name="people_read_in"),
    path(
        "people/lists/<number:list_id>/undo/",
        people_lists.undo_people_import,
        name="people_list_undo",
    ),
    path("people/new/", people.add_person, name="person_add"),
    path("people/<number:person_id>/", people.edit_person, name="person"),
    path("people/<number:person_id>/merge/", people.merge_person, name="person_merge"),
    path("people/merges/<number:merge_id>/undo/", people.undo_person_merge, name="merge_undo"),
    path("people/<number:person_id>/forget/", people.forget_person, name="person_forget"),
    path("people/<number:person_id>/remove/", people.remove_person, name="person_remove"),
    path("events/<number:event_id>/export/", publishing.download_event, name="event_files"),
    path(
        "events/<number:event_id>/export/<str:form>/",
        publishing.download_event,
        name="event_export",
    ),
    path(
        "events/<number:event_id>/numbers/", people_lists.edit_event_numbers, name="event_numbers"
    ),
    path("events/<number:event_id>/publish/", publishing.publish_event, name="event_publish"),
    path("events/<number:event_id>/unpublish/", publishing.unpublish_event, name="event_unpublish"),
    path("events/<number:event_id>/final/", publishing.finalise_event, name="event_final"),
    path("events/<number:event_id>/open/", publishing.reopen_event, name="event_open"),
    path("events/<number:event_id>/changes/", publishing.show_event_changes, name="event_changes"),
    path("events/<number:event_id>/", publishing.show_event_standings, name="event_standings"),
    path("results/", site.show_published, name="published"),
    path("players/<number:person_id>/", players.show_player, name="player"),
    path("results/feed.atom", site.render_feed, name="feed"),
    path("results/next-nights.ics", club.render_calendar, name="next_nights_calendar"),
    path("results/next-nights.atom", club.render_next_nights_feed, name="next_nights_feed"),
    path("embedded/latest/", site.show_embedded_latest, name="embedded_latest"),
    path("embedded/<number:event_id>/", site.show_embedded_event, name="embedded_event"),
    path("events/<number:event_id>/results.json", publishing.show_event_json, name="event_json"),
]
