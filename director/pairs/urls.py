"""Addresses of nights of pairs."""

from django.urls import path

from director.pairs import partners

urlpatterns = [
    path("partners/", partners.show_partners, name="partners"),
    path("partners/sheet.pdf", partners.show_partners_pdf, name="partners_pdf"),
]
