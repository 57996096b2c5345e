"""Addresses of what is the same whatever is played."""

from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, path

from director.core.pages import backups as backup
from director.core.pages import club, events, people, players, sending, site
from director.core.pages import exports as files
from director.core.pages import health as storage
from director.core.pages import publishing as publish
from director.core.pages.accounts import views as account
from director.core.pages.accounts import views as accounts
from director.core.pages.help import views as helps
from director.core.pages.next_nights import views as coming
from director.core.pages.phones import codes
from director.core.pages.phones import page as script
from director.core.pages.phones import views as own
from director.core.pages.phones import views as tables
from director.core.pages.programs import views as programs
from director.core.pages.seasons import views as seasons


def patterns_below(prefix: str, patterns: list[URLPattern]) -> list[URLPattern]:
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
    path("", events.tonight, name="tonight"),
    path("health/", storage.health, name="health"),
    path("help/", helps.help_index, name="help"),
    path("help/for/<slug:page>/", helps.help_panel, name="help_panel"),
    path("help/components/", helps.help_components, name="help_components"),
    path("help/<path:name>", helps.help_document, name="help_document"),
    path("nights/", events.nights, name="nights"),
    path("welcome/<str:uid>/<str:token>/", account.welcome, name="welcome"),
    path("join/<str:uid>/<str:token>/", account.join, name="join"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-out/", login_not_required(account.SignOut.as_view()), name="sign_out"),
    path("club/", club.club, name="club"),
    path("club/phones/", club.club_phones, name="club_phones"),
    path("club/numbers/", club.club_numbers, name="club_numbers"),
    path("club/next-nights/", coming.next_nights, name="next_nights"),
    path(
        "club/next-nights/<number:night_id>/delete/",
        coming.next_night_removed,
        name="next_night_removed",
    ),
    path("club/programs/", programs.programs, name="programs"),
    path("club/programs/<number:token_id>/revoke/", programs.program_revoke, name="program_revoke"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/sign-ins/", accounts.sign_ins, name="sign_ins"),
    path("accounts/link/", accounts.account_link, name="account_link"),
    path(
        "accounts/links/<number:account_id>/withdraw/",
        accounts.account_link_withdraw,
        name="account_link_withdraw",
    ),
    path("accounts/<number:account_id>/role/", accounts.account_role, name="account_role"),
    path("accounts/<number:account_id>/close/", accounts.account_shut, name="account_shut"),
    path("accounts/<number:account_id>/open/", accounts.account_reopen, name="account_reopen"),
    path("accounts/<number:account_id>/devices/", accounts.account_devices, name="account_devices"),
    path("club/backups/", backup.backups, name="backups"),
    path("club/backups/files/", backup.backup_send, name="backup_send"),
    path("club/backups/files/<str:key>/", backup.backup_sent, name="backup_sent"),
    path("club/backups/<str:name>", backup.backup_file, name="backup_file"),
    path("club/backups/<str:name>/restore/", backup.backup_restore_page, name="backup_restore"),
    path("club/password/", club.own_password, name="own_password"),
    path("club/keys/", club.own_keys, name="own_keys"),
    path("club/devices/", accounts.own_devices, name="own_devices"),
    path("sessions/<place:session_id>/", events.session_open, name="session_open"),
    path("events/new/", events.event_new, name="event_new"),
    path("events/<number:event_id>/change/", events.change_event, name="event_change"),
    path("events/<number:event_id>/remove/", events.event_off, name="event_remove"),
    path("events/<number:event_id>/put-back/", events.event_back, name="event_restore"),
    path("events/<number:event_id>/seasons/", seasons.event_seasons, name="event_seasons"),
    path("club-seasons/new/", seasons.club_season_new, name="club_season_new"),
    path("club-seasons/<number:season_id>/", seasons.club_season, name="club_season"),
    path(
        "club-seasons/<number:season_id>/rules/",
        seasons.club_season_rules,
        name="club_season_rules",
    ),
    path(
        "club-seasons/<number:season_id>/events/",
        seasons.club_season_events,
        name="club_season_events",
    ),
    path(
        "club-seasons/<number:season_id>/events/<number:event_id>/remove/",
        seasons.club_season_event_remove,
        name="club_season_event_remove",
    ),
    path(
        "club-seasons/<number:season_id>/remove/",
        seasons.club_season_remove,
        name="club_season_remove",
    ),
    path(
        "club-seasons/<number:season_id>/season.json",
        seasons.club_season_json_file,
        name="club_season_json",
    ),
    path(
        "club-seasons/<number:season_id>/season.pdf",
        seasons.club_season_pdf,
        name="club_season_pdf",
    ),
    path(
        "club-seasons/<number:season_id>/export/<str:form>/",
        seasons.club_season_file,
        name="club_season_file",
    ),
    path("people/", people.people, name="people"),
    path("people/list/", people.people_read_in, name="people_read_in"),
    path("people/lists/<number:list_id>/undo/", people.people_list_undo, name="people_list_undo"),
    path("people/new/", people.add_person, name="person_add"),
    path("people/<number:person_id>/", people.person, name="person"),
    path("people/<number:person_id>/merge/", people.merge_person, name="person_merge"),
    path("people/merges/<number:merge_id>/undo/", people.merge_undo, name="merge_undo"),
    path("people/<number:person_id>/forget/", people.forget_person, name="person_forget"),
    path("people/<number:person_id>/remove/", people.remove_person, name="person_remove"),
    path("events/<number:event_id>/export/", files.event_export, name="event_files"),
    path("events/<number:event_id>/export/<str:form>/", files.event_export, name="event_export"),
    path("events/<number:event_id>/send/", sending.event_send, name="event_send"),
    path("events/<number:event_id>/numbers/", people.event_numbers, name="event_numbers"),
    path("events/<number:event_id>/publish/", publish.event_publish, name="event_publish"),
    path("events/<number:event_id>/unpublish/", publish.event_unpublish, name="event_unpublish"),
    path("events/<number:event_id>/final/", publish.event_final, name="event_final"),
    path("events/<number:event_id>/open/", publish.event_open, name="event_open"),
    path("events/<number:event_id>/changes/", publish.event_changes, name="event_changes"),
    path("events/<number:event_id>/", publish.event_standings, name="event_standings"),
    path("t/table.js", script.table_script, name="table_script"),
    path("t/", codes.table_code, name="table_code"),
    path("t/<str:token>/", tables.table_page, name="table_page"),
    path("t/<str:token>/worker.js", script.table_worker, name="table_worker"),
    path("t/<str:token>/state.json", tables.table_state, name="table_state"),
    path("t/<str:token>/results", tables.table_results, name="table_results"),
    path("t/<str:token>/names", tables.table_names, name="table_names"),
    path("t/<str:token>/people.json", tables.table_people, name="table_people"),
    path("t/<str:token>/calls", tables.table_calls, name="table_calls"),
    path("t/<str:token>/boards/<number:board_no>.json", tables.table_board, name="table_board"),
    path("t/<str:token>/matches", tables.table_match_word, name="table_match_word"),
    path("t/<str:token>/matches/<number:round_no>.json", tables.table_match, name="table_match"),
    path("my/<str:token>/", own.own_page, name="own_page"),
    path("captain/<str:token>/", own.captain_page, name="captain_page"),
    path("my/<str:token>/boards/<number:board_no>/", own.own_board, name="own_board"),
    path("results/", site.published, name="published"),
    path("players/<number:person_id>/", players.player, name="player"),
    path("results/feed.atom", site.feed, name="feed"),
    path("results/next-nights.ics", coming.next_nights_calendar, name="next_nights_calendar"),
    path("results/next-nights.atom", coming.next_nights_feed, name="next_nights_feed"),
    path("embedded/latest/", site.embedded_latest, name="embedded_latest"),
    path("embedded/<number:event_id>/", site.embedded_event, name="embedded_event"),
    path("events/<number:event_id>/results.json", publish.event_json, name="event_json"),
]
