"""The address of the list of duplicates."""

from django.urls import path

from director.additions.duplicates import page

urlpatterns = [
    path("people/duplicates/", page.show_duplicates, name="people_duplicates"),
]
