"""Addresses of nights of pairs."""

from django.urls import path

from director.pairs import partners, practice

urlpatterns = [
    path("practice/", practice.open_practice, name="practice"),
    path("practice/fill/<str:step>/", practice.fill_practice, name="practice_fill"),
    path("practice/delete/", practice.remove_practice, name="practice_delete"),
    path("partners/", partners.show_partners, name="partners"),
    path("partners/sheet.pdf", partners.show_partners_pdf, name="partners_pdf"),
]
