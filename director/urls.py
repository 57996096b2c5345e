"""Every address of the program, room by room."""

from importlib import import_module

from django.utils.module_loading import module_has_submodule

from director.addition_config import list_additions

_ADDED = [
    addition.name for addition in list_additions() if module_has_submodule(addition.module, "urls")
]

_MOST_REQUESTED_NAMES = ("table_state", "event_standings", "published")
"""The addresses that phones and visitors look at again and again."""

urlpatterns = [
    pattern
    for package in ("director.core", "director.boards", "director.party", *_ADDED)
    for pattern in import_module(f"{package}.urls").urlpatterns
]
# Django tries one address after the other: behind 231 others, an unchanged state took a third longer.
urlpatterns.sort(key=lambda pattern: pattern.name not in _MOST_REQUESTED_NAMES)

handler400 = "director.core.pages.refusals.bad_request"
handler404 = "director.core.pages.refusals.page_not_found"
handler500 = "director.core.pages.refusals.handle_server_error"
