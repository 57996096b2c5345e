"""Every address of the program, room by room."""

from importlib import import_module

from django.conf import settings

urlpatterns = [
    pattern
    for room in ("core", "boards", "pairs", *settings.ADDITIONS)
    for pattern in import_module(f"director.{room}.urls").urlpatterns
]

handler400 = "director.core.pages.refusals.bad_request"
handler404 = "director.core.pages.refusals.not_here"
handler500 = "director.core.pages.refusals.handle_server_error"
