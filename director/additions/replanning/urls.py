"""The address of *Change movement*."""

from django.urls import path

from director.additions.replanning import page
from director.core.urls import prefix_patterns

urlpatterns = prefix_patterns(
    "sessions/<section:ref>/",
    [path("changed/", page.replan_session, name="session_changed")],
)
