"""The public home of the club: the nights that visitors may read."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.desk.club.write import club_here
from director.desk.site.read import by_year, nights_published

NIGHTS_A_PAGE = 100


@login_not_required
@require_safe
def published(request: HttpRequest) -> HttpResponse:
    """List the published nights, the latest first."""
    club = club_here()
    nights = Paginator(nights_published(club), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "nights": nights, "years": by_year(list(nights))}
    return render(request, "desk/site/home.html", context)
