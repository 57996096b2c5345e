"""The backups of the club: what there is, one more by a button, and each to save elsewhere."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import dateformat, timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_safe

from director.core.accounts.roles import Role, read_by
from director.core.answers import refusals_as_messages
from director.core.backups.automatic import KEPT_BY_ITSELF, backup_keep
from director.core.backups.folder import (
    BEFORE_RESTORE,
    BY_HAND,
    BackupFile,
    backup_copy,
    backup_files,
    backup_folder,
    backup_name,
    copy_missing,
)
from director.core.backups.write import backup_restore
from director.core.events.read import events_since
from director.core.storage.recent_values import Latest
from director.errors import BackupError


@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups there are; a POST makes one more."""
    if request.method == "POST":
        with refusals_as_messages(request):
            backup_keep(why=BY_HAND)
            messages.success(request, "Backed up and checked.")
        return redirect("backups")
    context = {
        "nav": "club",
        "tab": "backups",
        "files": backup_files(),
        "folder": backup_folder(),
        "second": settings.SECOND_BACKUPS,
        "copy_missing": copy_missing(),
        "kept": KEPT_BY_ITSELF,
        "may_restore": connection.vendor == "sqlite",  # there one process serves a folder, and holds nothing else
    }
    return render(request, "core/backups.html", context)


@read_by(Role.DIRECTOR)  # it holds the passwords of everybody, in their stored form
@require_safe
def backup_file(_request: HttpRequest, name: str) -> FileResponse:
    """Send one of the backups there are, and no other file."""
    return FileResponse(_file(name).path.open("rb"), as_attachment=True, filename=name)


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def backup_restore_page(request: HttpRequest, name: str) -> HttpResponse:
    """Say which results a backup does not have, and ask whether it is to replace everything; a POST does it."""
    file = _file(name)
    if connection.vendor != "sqlite":
        raise Http404
    moment = dateformat.format(timezone.localtime(file.made), "l j F Y, H:i")
    if request.method == "POST":
        before = backup_folder() / backup_name(BEFORE_RESTORE)
        try:
            director = User.objects.get(username=request.user.get_username())
            backup_restore(path=file.path, before=before, director=director)
        except BackupError as error:
            messages.error(request, capfirst(str(error).replace(str(file.path), f"the backup of {moment}")))
        else:
            backup_copy(before)
            for cache in caches.all():
                cache.clear()
            Latest.clear_all()
            login(request, director, backend=settings.AUTHENTICATION_BACKENDS[0])
            undo = reverse("backup_restore", args=[before.name])
            restored = (
                f"Restored: everything is as it was on {moment}. Your previous data is the first backup in the list."
            )
            messages.success(request, restored, extra_tags=undo)
        return redirect("backups")
    events = events_since(file.made)
    context = {"nav": "club", "file": file, "moment": moment, "events": events}
    return render(request, "core/backup_restore.html", context | {"results": sum(event["results"] for event in events)})


def _file(name: str) -> BackupFile:
    """Return the backup of that name among those there are.

    :raises Http404: if there is none
    """
    for file in backup_files():
        if file.path.name == name:
            return file
    raise Http404
