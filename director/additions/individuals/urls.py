"""Addresses of what only single players have."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
