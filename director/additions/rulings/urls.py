"""The addresses of rulings, and of what went off schedule."""

from django.urls import path

from director.additions.rulings import page as rulings
from director.additions.rulings import problems
from director.core.urls import prefix_patterns

urlpatterns = prefix_patterns(
    "sessions/<section:ref>/",
    [
        path("happened/", problems.settle_irregularities, name="session_irregularities"),
        path("rulings/", rulings.give_rulings, name="session_rulings"),
        path(
            "rulings/<number:number>/withdraw/",
            rulings.withdraw_given_ruling,
            name="session_rulings_withdraw",
        ),
        path(
            "rulings/<number:number>/appeal/",
            rulings.save_appeal,
            name="session_rulings_appeal",
        ),
    ],
)
