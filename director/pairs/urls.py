"""Addresses of nights of pairs."""

from django.urls import path

from director.pairs.partners import forms as partners

urlpatterns = [
    path("partners/", partners.partners, name="partners"),
    path("partners/sheet.pdf", partners.partners_pdf, name="partners_pdf"),
]
