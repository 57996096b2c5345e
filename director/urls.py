"""Every address of the program, room by room."""

from django.urls import include, path

urlpatterns = [path("", include(f"director.{room}.urls")) for room in ("desk", "boards", "pairs", "party")]

handler400 = "director.desk.refusals.bad_request"
