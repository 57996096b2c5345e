"""The addresses of a month's masterpoints."""

from django.urls import path

from director.additions.masterpoints import page

urlpatterns = [
    path("people/masterpoints/", page.show_masterpoints, name="people_masterpoints"),
    path(
        "people/masterpoints/<str:form>/",
        page.download_masterpoints,
        name="people_masterpoints_file",
    ),
]
