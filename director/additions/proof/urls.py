"""The second calculation has no page."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
