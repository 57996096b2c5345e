"""Addresses of nights of pairs."""

from django.urls import path

from director.pairs.partners import forms as partners
from director.pairs.practice import views as practice

urlpatterns = [
    path("practice/", practice.practice, name="practice"),
    path("practice/fill/<str:step>/", practice.practice_fill, name="practice_fill"),
    path("practice/delete/", practice.remove_practice, name="practice_delete"),
    path("partners/", partners.partners, name="partners"),
    path("partners/sheet.pdf", partners.partners_pdf, name="partners_pdf"),
]
