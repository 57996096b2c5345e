"""The addresses of *Import results* and *Official results*."""

from django.urls import path

from director.additions.imports import import_page, official_page

urlpatterns = [
    path("import/", import_page.import_results, name="results_import"),
    path(
        "sessions/<section:ref>/results/official/",
        official_page.show_official_results,
        name="session_results_official",
    ),
]
