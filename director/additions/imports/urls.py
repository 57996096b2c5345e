"""The addresses of *Import results* and *Official results*."""

from django.urls import path

from director.additions.imports.pages import official, views

urlpatterns = [
    path("import/", views.import_results, name="results_import"),
    path(
        "sessions/<place:session_id>/results/official/",
        official.show_official_results,
        name="session_results_official",
    ),
]
