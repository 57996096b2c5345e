"""Every address of the program."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from director.views import account, home, shell

sign_in = LoginView.as_view(template_name="director/sign_in.html", redirect_authenticated_user=True)

urlpatterns = [
    path("", home.tonight, name="tonight"),
    path("nights/", home.nights, name="nights"),
    path("welcome/<str:uid>/<str:token>/", account.welcome, name="welcome"),
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", login_not_required(LogoutView.as_view()), name="sign_out"),
    path("events/new/", home.event_new, name="event_new"),
    path("events/<int:event_id>/remove/", home.event_off, name="event_remove"),
    path("events/<int:event_id>/put-back/", home.event_back, name="event_put_back"),
    path("sessions/<int:session_id>/", shell.session_open, name="session_open"),
]
