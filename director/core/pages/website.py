"""The club's website as one download: all published results as plain pages in a zip."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read
from director.core.club.club import get_or_create_club
from director.core.files.site import fetch_published_events, iter_club_site_files
from director.formats.figures import iter_zip_chunks


@never_cache
@require_role_to_read(Role.DIRECTOR)
@require_safe
def download_website(_request: DeskRequest) -> StreamingHttpResponse:
    """Answer with the club's website as a zip, which is made while it is sent.

    A hundred nights are 60 MB of pages, which would be a minute without an answer.
    """
    club = get_or_create_club()
    events = list(fetch_published_events(club))
    name = f"{slugify(club.name) or 'club'}-website-{timezone.localdate().isoformat()}"
    files = ((f"{name}/{path}", content) for path, content in iter_club_site_files(club, events))
    headers = {"Content-Disposition": content_disposition_header(True, f"{name}.zip")}
    return StreamingHttpResponse(
        iter_zip_chunks(files), content_type="application/zip", headers=headers
    )
