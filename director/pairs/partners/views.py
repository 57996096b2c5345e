"""Who partners whom from session to session, on the screen and on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from director.desk.answers import file_answer, sentence
from director.desk.club.write import club_here
from director.pairs.paper.partners import render_partners
from director.pairs.partners.forms import PartnersForm
from director.pairs.partners.read import partner_sheet
from director.pairs.partners.sheets import PartnerSheet


@require_safe
def partners(request: HttpRequest) -> HttpResponse:
    """Ask for the system and the number of players, and show every session."""
    form = PartnersForm(request.GET if "players" in request.GET else None)
    context = {"nav": "nights", "form": form}
    if form.is_valid():
        context |= {"sheet": _sheet(form), "query": form.query()}
    return render(request, "pairs/partners.html", context, status=422 if form.errors else 200)


@require_safe
def partners_pdf(request: HttpRequest) -> HttpResponse:
    """Answer with the schedule that the address asks for, on the club's paper."""
    form = PartnersForm(request.GET)
    if not form.is_valid():
        return sentence(next(str(error) for errors in form.errors.values() for error in errors))
    content = render_partners(_sheet(form), club_here().paper, printed_at=timezone.localtime())
    return file_answer(content, "partners.pdf", "application/pdf", attached=False)


def _sheet(form: PartnersForm) -> PartnerSheet:
    data = form.cleaned_data
    return partner_sheet(data["plan"], data["names"], club=club_here().name, on=timezone.localdate())
