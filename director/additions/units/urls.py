"""Table units have no pages: a command starts and reads them."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
