"""Who may come in: the one-time links for accounts, sign-in and sign-out."""

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from director.desk.account.forms import AccountForm, SignInForm, WelcomeForm
from director.desk.account.limits import browser_known, link_used
from director.desk.account.links import account_join, invited_user, welcome_user
from director.desk.account.roles import MAY, role_of
from director.desk.club.write import club_set_up

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Ask for name and password and go where the director wanted."""

    template_name = "desk/account/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Let the account in, and know this browser for it from now on."""
        answer = super().form_valid(form)
        browser_known(self.request, answer, form.get_user())
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again with its sentences, and say how long to wait where there were too many attempts."""
        wait = form.wait if isinstance(form, SignInForm) else 0
        answer = self.render_to_response(self.get_context_data(form=form), status=429 if wait else 422)
        if wait:
            answer.headers["Retry-After"] = str(wait)
        return answer


class SignOut(LogoutView):
    """Sign out; pages that the browser brings back afterwards see by the missing cookie that they are old."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Sign out and take the cookie of the forms away."""
        answer = super().post(request, *args, **kwargs)
        answer.delete_cookie(settings.CSRF_COOKIE_NAME, samesite=settings.CSRF_COOKIE_SAMESITE)
        return answer


@login_not_required
@never_cache
def welcome(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Make the club and the first director's account, once."""
    user = welcome_user(uid=uid, token=token)
    if user is None:
        return render(request, "desk/account/welcome_used.html", status=404)
    form = WelcomeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        club_set_up(
            user=user,
            username=data["username"],
            password=data["password"],
            club_name=data["club_name"],
            paper=data["paper"],
        )
        return _come_in(request, user)
    return render(request, "desk/account/welcome.html", {"form": form}, status=422 if form.errors else 200)


@login_not_required
@never_cache
def join(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Make one more account, of the role its link was made for, once."""
    user = invited_user(uid=uid, token=token)
    if user is None:
        return render(request, "desk/account/join_used.html", status=404)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        account_join(user=user, username=data["username"], password=data["password"])
        return _come_in(request, user)
    role = role_of(user)
    context = {"form": form, "role": role, "words": MAY[role]} if role else {"form": form}
    return render(request, "desk/account/join.html", context, status=422 if form.errors else 200)


def _come_in(request: HttpRequest, user: User) -> HttpResponse:
    link_used(name=user.username, address=request.META.get("REMOTE_ADDR", ""))
    login(request, user, backend=BACKEND)
    answer = redirect("tonight")
    browser_known(request, answer, user)
    return answer
