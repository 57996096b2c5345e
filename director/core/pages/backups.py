"""The page of backups: list, create, save and restore."""

from datetime import datetime
from pathlib import Path

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
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.answers import refusals_as_messages
from director.core.base.roles import Role, read_by
from director.core.base.sentences import DeskSentences
from director.core.base.storage.lru_cache import LruCache
from director.core.files.backups.automatic import KEPT_BY_ITSELF, keep_backup
from director.core.files.backups.contents import backup_contents, lost_events
from director.core.files.backups.folder import (
    BEFORE_RESTORE,
    BY_HAND,
    BackupFile,
    backup_files,
    backup_folder,
    backup_name,
    copy_backup,
    copy_missing,
)
from director.core.files.backups.sent import forget, forget_old, keep_uploaded_file, sent_path
from director.core.files.backups.write import backup_readable, restore_backup
from director.errors import BackupError
from director.models import Event


@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups. A POST makes one."""
    if request.method == "POST":
        with refusals_as_messages(request):
            keep_backup(why=BY_HAND)
            messages.success(request, "Backed up and checked.")
        return redirect("backups")
    forget_old()
    return _page(request)


def _page(request: HttpRequest, refused: str = "", status: int = 200) -> HttpResponse:
    context = {
        "nav": "club",
        "tab": "backups",
        "files": backup_files(),
        "folder": backup_folder(),
        "second": settings.SECOND_BACKUPS,
        "copy_missing": copy_missing(),
        "kept": KEPT_BY_ITSELF,
        "may_restore": connection.vendor
        == "sqlite",  # there one process serves a folder, and holds nothing else
        "refused": refused,
    }
    return render(request, "core/backups.html", context, status=status)


@read_by(Role.DIRECTOR)  # it holds the passwords of everybody, in their stored form
@require_safe
def backup_file(_request: HttpRequest, name: str) -> FileResponse:
    """Send one of the backups there are, and no other file."""
    return FileResponse(_file(name).path.open("rb"), as_attachment=True, filename=name)


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def backup_restore_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a backup would replace. A POST restores it."""
    file = _file(name)
    refuse_several_processes()
    moment = _moment(file.made)
    called = f"the backup of {moment}"
    if request.method == "POST":
        _restore(request, file.path, called, moment)
        return redirect("backups")
    return _preview(request, file.path, called, {"moment": moment})


@require_POST
def backup_send(request: HttpRequest) -> HttpResponse:
    """Take an uploaded backup and show what it would replace."""
    refuse_several_processes()
    upload = request.FILES.get("file")
    if upload is None:
        return _page(request, DeskSentences.BACKUP_NOT_CHOSEN.says(), 422)
    try:
        return redirect("backup_sent", key=keep_uploaded_file(upload))
    except BackupError as error:
        return _page(request, str(error), 422)


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def backup_sent(request: HttpRequest, key: str) -> HttpResponse:
    """Do for a backup that was sent what :func:`backup_restore_page` does for one of the list."""
    refuse_several_processes()
    path = sent_path(key)
    if path is None:
        messages.error(request, DeskSentences.BACKUP_NO_LONGER_WAITS.says())
        return redirect("backups")
    called = "this file"
    if request.method == "POST":
        if "cancel" not in request.POST:
            _restore(request, path, called)
        forget(path)
        return redirect("backups")
    return _preview(request, path, called, {"is_sent": True})


def refuse_several_processes() -> None:
    """Refuse to restore on a page while several processes may serve the database.

    :raises Http404: on PostgreSQL
    """
    if connection.vendor != "sqlite":
        raise Http404


def _restore(request: HttpRequest, path: Path, called: str, moment: str = "") -> None:
    """Replace everything by the backup *path*, and say on the next page what became of it."""
    before = backup_folder() / backup_name(BEFORE_RESTORE)
    try:
        director = User.objects.get(username=request.user.get_username())
        moment = moment or _moment(backup_readable(path).made)
        before.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_backup(path=path, before=before, director=director)
    except BackupError as error:
        messages.error(request, _refusal(error, path, called))
        return
    copy_backup(before)
    for cache in caches.all():
        cache.clear()
    LruCache.clear_all()
    login(request, director, backend=settings.AUTHENTICATION_BACKENDS[0])
    undo = reverse("backup_restore", args=[before.name])
    as_it_was = f"everything is as it was on {moment}" if moment else "everything is as in the file"
    restored = f"Restored: {as_it_was}. Your previous data is the first backup in the list."
    messages.success(request, restored, extra_tags=undo)


def _preview(
    request: HttpRequest, path: Path, called: str, context: dict[str, object]
) -> HttpResponse:
    """Show what the backup *path* holds and what would be lost."""
    try:
        contents = backup_contents(path)
    except BackupError as error:
        messages.error(request, _refusal(error, path, called))
        return redirect("backups")
    events = lost_events(contents)
    context = {
        "nav": "club",
        "moment": _moment(contents.made),
        "contents": contents,
        "events": events,
        "results": sum(event.results for event in events),
        "is_empty": not Event.objects.exists(),
        **context,
    }
    return render(request, "core/backup_restore.html", context)


def _refusal(error: BackupError, path: Path, called: str) -> str:
    return str(capfirst(str(error).replace(str(path), called)))


def _moment(moment: datetime | None) -> str:
    if moment:
        return dateformat.format(timezone.localtime(moment), "l j F Y, H:i")
    return ""


def _file(name: str) -> BackupFile:
    """Return the backup with that name.

    :raises Http404: if there is none
    """
    for file in backup_files():
        if file.path.name == name:
            return file
    raise Http404
