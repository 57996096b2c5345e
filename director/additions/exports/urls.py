"""The addresses of the receiver of files, and of sending them."""

from django.urls import path

from director.additions.exports.receiver_page import change_receiver
from director.additions.exports.sending.page import send_event_file
from director.core.urls import prefix_patterns

urlpatterns = [
    path("events/<number:event_id>/send/", send_event_file, name="event_send"),
    *prefix_patterns(
        "sessions/<section:ref>/",
        [path("results/receiver/", change_receiver, name="session_results_receiver")],
    ),
]
