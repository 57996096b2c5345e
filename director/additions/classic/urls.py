"""Old movements and methods have no page of their own."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
