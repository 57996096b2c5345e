"""Addresses of what is the same whatever is played."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path

from director.desk.account import views as account
from director.desk.backup import views as backup
from director.desk.club import views as club
from director.desk.events import views as events
from director.desk.files import views as files
from director.desk.people import views as people
from director.desk.publish import views as publish

urlpatterns = [
    path("", events.tonight, name="tonight"),
    path("nights/", events.nights, name="nights"),
    path("welcome/<str:uid>/<str:token>/", account.welcome, name="welcome"),
    path("join/<str:uid>/<str:token>/", account.join, name="join"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-out/", login_not_required(account.SignOut.as_view()), name="sign_out"),
    path("club/", club.club, name="club"),
    path("club/invite/", club.club_invite, name="club_invite"),
    path("club/backups/", backup.backups, name="backups"),
    path("club/backups/<str:name>", backup.backup_file, name="backup_file"),
    path("club/password/", club.own_password, name="own_password"),
    path("sessions/<place:session_id>/", events.session_open, name="session_open"),
    path("events/new/", events.event_new, name="event_new"),
    path("events/<number:event_id>/change/", events.event_change, name="event_change"),
    path("events/<number:event_id>/remove/", events.event_off, name="event_remove"),
    path("events/<number:event_id>/put-back/", events.event_back, name="event_put_back"),
    path("people/", people.people, name="people"),
    path("people/new/", people.person_add, name="person_add"),
    path("people/<number:person_id>/", people.person, name="person"),
    path("people/<number:person_id>/merge/", people.person_merge, name="person_merge"),
    path("people/<number:person_id>/remove/", people.person_remove, name="person_remove"),
    path("events/<number:event_id>/export/<str:form>/", files.event_export, name="event_export"),
    path("events/<number:event_id>/changes/", publish.event_changes, name="event_changes"),
    path("events/<number:event_id>/", publish.event_standings, name="event_standings"),
    path("events/<number:event_id>/results.json", publish.event_json, name="event_json"),
]
