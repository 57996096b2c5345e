"""The addresses of labels and lists of people, of the whole club and of an event."""

from django.urls import path

from director.additions.labels import page

urlpatterns = [
    path("people/labels/", page.choose_club_sheet, name="people_labels"),
    path("people/labels.pdf", page.show_club_sheet, name="people_labels_pdf"),
    path("events/<number:event_id>/labels/", page.choose_event_sheet, name="event_labels"),
    path("events/<number:event_id>/labels.pdf", page.show_event_sheet, name="event_labels_pdf"),
]
