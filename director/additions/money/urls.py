"""The addresses of the money of a session, and of a month."""

from django.urls import path

from director.additions.money import month, page
from director.core.urls import prefix_patterns

urlpatterns = [
    path("money/<str:month>/", month.download_month, name="money_of_month"),
    *prefix_patterns(
        "sessions/<section:ref>/money/",
        [
            path("", page.edit_money, name="session_money"),
            path("paid/", page.change_payment, name="session_money_paid"),
            path("receipts/", page.print_receipts, name="session_money_receipts"),
        ],
    ),
    *prefix_patterns(
        "parties/<number:ref>/money/",
        [
            path("till/", page.change_party_till, name="party_money_till"),
            path("paid/", page.change_party_payment, name="party_money_paid"),
            path("receipts/", page.print_party_receipts, name="party_money_receipts"),
        ],
    ),
]
