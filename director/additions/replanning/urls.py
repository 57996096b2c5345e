"""The address of *Change movement*."""

from django.urls import path

from director.additions.replanning import page
from director.core.urls import patterns_below

urlpatterns = patterns_below(
    "sessions/<place:session_id>/",
    [path("changed/", page.replan_session, name="session_changed")],
)
