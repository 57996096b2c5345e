"""The addresses of the hands of a session."""

from django.urls import path

from director.additions.hands import page as hands
from director.core.urls import prefix_patterns

urlpatterns = prefix_patterns(
    "sessions/<section:ref>/",
    [
        path("hands/", hands.edit_hands, name="session_hands"),
        path("hands/records.pdf", hands.show_hand_records, name="session_hands_records"),
        path("hands/deals.pbn", hands.download_deals_as_pbn, name="session_hands_pbn"),
    ],
)
