"""The page of backups: list, create, save and restore.

A backup to restore is one of the list or an uploaded file; both show a preview of what would be
lost first.  Restoring replaces the whole database, so it is offered only with SQLite, where one
process serves the folder.
"""

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
from director.core.club.people.namesakes import twin_groups, twins_sentence
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
from director.core.files.backups.returning import returning_access
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
    # Uploads whose preview was left without an answer.
    forget_old()
    return _render_page(request)


def _render_page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    context = {
        "nav": "club",
        "tab": "backups",
        "files": backup_files(),
        "folder": backup_folder(),
        "second": settings.SECOND_BACKUPS,
        "copy_missing": copy_missing(),
        "kept": KEPT_BY_ITSELF,
        "may_restore": connection.vendor == "sqlite",
        "refused": error,
    }
    return render(request, "core/backups.html", context, status=status)


@read_by(Role.DIRECTOR)  # a backup has everybody's hashed password
@require_safe
def backup_file(_request: HttpRequest, name: str) -> FileResponse:
    """Answer with the file of a listed backup."""
    return FileResponse(_listed_backup(name).path.open("rb"), as_attachment=True, filename=name)


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def backup_restore_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a backup would replace. A POST restores it."""
    backup = _listed_backup(name)
    refuse_several_processes()
    made_at = _format_time(backup.made)
    file_words = f"the backup of {made_at}"
    if request.method == "POST":
        _restore(request, backup.path, file_words, made_at)
        return redirect("backups")
    return _preview(request, backup.path, file_words, {"moment": made_at})


@require_POST
def backup_send(request: HttpRequest) -> HttpResponse:
    """Keep an uploaded backup and show what it would replace."""
    refuse_several_processes()
    upload = request.FILES.get("file")
    if upload is None:
        return _render_page(request, DeskSentences.BACKUP_NOT_CHOSEN.says(), 422)
    try:
        return redirect("backup_sent", key=keep_uploaded_file(upload))
    except BackupError as error:
        return _render_page(request, str(error), 422)


@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def backup_sent(request: HttpRequest, key: str) -> HttpResponse:
    """Show what an uploaded backup would replace. A POST restores it, or cancels."""
    refuse_several_processes()
    path = sent_path(key)
    if path is None:
        messages.error(request, DeskSentences.BACKUP_NO_LONGER_WAITS.says())
        return redirect("backups")
    file_words = "this file"
    if request.method == "POST":
        if "cancel" not in request.POST:
            _restore(request, path, file_words)
        forget(path)
        return redirect("backups")
    return _preview(request, path, file_words, {"is_sent": True})


def refuse_several_processes() -> None:
    """Raise if several processes may serve the database: they would keep serving old data.

    :raises Http404: on PostgreSQL
    """
    if connection.vendor != "sqlite":
        raise Http404


def _restore(request: HttpRequest, path: Path, file_words: str, made_at: str = "") -> None:
    """Replace everything with the backup *path*. The next page shows the outcome.

    *file_words* stands for the path in errors.
    """
    previous_data = backup_folder() / backup_name(BEFORE_RESTORE)
    try:
        # This account stays as it is now, even if the backup is older than the account.
        director = User.objects.get(username=request.user.get_username())
        made_at = made_at or _format_time(backup_readable(path).made)
        previous_data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_backup(
            path=path,
            safety_path=previous_data,
            director=director,
            with_access="access" in request.POST,
        )
    except BackupError as error:
        messages.error(request, _error_text(error, path, file_words))
        return
    copy_backup(previous_data)
    # Everything that is cached belongs to the previous data.
    for cache in caches.all():
        cache.clear()
    LruCache.clear_all()
    # The session was in the previous database, where the account may have had another number.
    director = User.objects.get(username=request.user.get_username())
    login(request, director, backend=settings.AUTHENTICATION_BACKENDS[0])
    undo_address = reverse("backup_restore", args=[previous_data.name])
    state = f"everything is as it was on {made_at}" if made_at else "everything is as in the file"
    message = f"Restored: {state}. Your previous data is the first backup in the list."
    messages.success(request, message, extra_tags=undo_address)
    if twins := twins_sentence(twin_groups()):
        messages.warning(request, twins)


def _preview(
    request: HttpRequest, path: Path, file_words: str, context: dict[str, object]
) -> HttpResponse:
    """Show the contents of the backup *path* and what would be lost."""
    try:
        contents = backup_contents(path)
    except BackupError as error:
        messages.error(request, _error_text(error, path, file_words))
        return redirect("backups")
    events = lost_events(contents)
    context = {
        "nav": "club",
        "moment": _format_time(contents.made),
        "contents": contents,
        "events": events,
        "results": sum(event.results for event in events),
        "access": returning_access(contents),
        "is_empty": not Event.objects.exists(),
        **context,
    }
    return render(request, "core/backup_restore.html", context)


def _error_text(error: BackupError, path: Path, file_words: str) -> str:
    return str(capfirst(str(error).replace(str(path), file_words)))


def _format_time(time: datetime | None) -> str:
    if time:
        return dateformat.format(timezone.localtime(time), "l j F Y, H:i")
    return ""


def _listed_backup(name: str) -> BackupFile:
    """Return the listed backup with this *name*, so that no other file can be read.

    :raises Http404: if no backup has it
    """
    for backup in backup_files():
        if backup.path.name == name:
            return backup
    raise Http404
