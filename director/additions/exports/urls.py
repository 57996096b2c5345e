"""The address by which a file of an event is sent."""

from django.urls import path

from director.additions.exports.sending.views import send_event_file

urlpatterns = [
    path("events/<number:event_id>/send/", send_event_file, name="event_send"),
]
