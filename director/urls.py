"""Every address of the program, room by room."""

from importlib import import_module

from django.conf import settings

from director.additions import get_package_name

ROOMS = ("director.core", "director.boards")

urlpatterns = [
    pattern
    for package in (*ROOMS, *map(get_package_name, settings.ADDITIONS))
    for pattern in import_module(f"{package}.urls").urlpatterns
]

handler400 = "director.core.pages.refusals.bad_request"
handler404 = "director.core.pages.refusals.not_here"
handler500 = "director.core.pages.refusals.handle_server_error"
