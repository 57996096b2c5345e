"""Addresses of the rota of partners."""

from django.urls import path

from director.additions.partners import page

urlpatterns = [
    path("partners/", page.show_partners, name="partners"),
    path("partners/sheet.pdf", page.show_partners_pdf, name="partners_pdf"),
]
