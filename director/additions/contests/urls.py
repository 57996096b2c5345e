"""Addresses of the pages of contests."""

urlpatterns: list[object] = []
