"""The page of backups: list, create, save and restore.

A backup to restore is one of the list or an uploaded file; both show a preview of what would be
lost first. Restoring replaces the whole database, so it is offered only with SQLite, where one
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

from director.core.base.requests import render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.base.versions import LruCache
from director.core.club.people import fetch_twin_groups, format_twins_message
from director.core.files.backups.automatic import MAX_AUTOMATIC_FILES, write_automatic_backup
from director.core.files.backups.database import check_backup_path, restore_backup
from director.core.files.backups.folder import (
    BEFORE_RESTORE,
    BY_HAND,
    BackupFile,
    copy_backup,
    get_backup_folder,
    list_backup_files,
    make_backup_name,
    needs_second_copy,
)
from director.core.files.backups.preview import (
    delete_old_uploads,
    delete_uploaded_backup,
    fetch_lost_events,
    find_uploaded_backup,
    list_reopened_access,
    read_backup_contents,
    store_uploaded_backup,
)
from director.errors import BackupError
from director.models import Event


@require_http_methods(["GET", "HEAD", "POST"])
def edit_backups(request: HttpRequest) -> HttpResponse:
    """Show the backups. A POST makes one."""
    if request.method == "POST":
        with show_refusals_as_messages(request):
            write_automatic_backup(reason=BY_HAND)
            messages.success(request, "Backed up and checked.")
        return redirect("backups")
    # Uploads whose preview was left without an answer.
    delete_old_uploads()
    return _render_backups_page(request)


def _render_backups_page(request: HttpRequest, error: str = "") -> HttpResponse:
    context = {
        "nav": "club",
        "files": list_backup_files(),
        "folder": get_backup_folder(),
        "second": settings.SECOND_BACKUPS,
        "copy_missing": needs_second_copy(),
        "max_automatic_files": MAX_AUTOMATIC_FILES,
        "may_restore": connection.vendor == "sqlite",
        "refused": error,
    }
    return render_page(request, "core/backups.html", context, problems=error)


@require_role_to_read(Role.DIRECTOR)  # a backup has everybody's hashed password
@require_safe
def send_backup_file(_request: HttpRequest, name: str) -> FileResponse:
    """Answer with the file of a listed backup."""
    return FileResponse(_get_listed_backup(name).path.open("rb"), as_attachment=True, filename=name)


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def restore_listed_backup(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a backup would replace. A POST restores it."""
    backup = _get_listed_backup(name)
    refuse_several_processes()
    made_at = _format_time(backup.made_at)
    file_description = f"the backup of {made_at}"
    if request.method == "POST":
        _restore_backup(request, backup.path, file_description, made_at)
        return redirect("backups")
    return _render_backup_preview(request, backup.path, file_description, {"made_at": made_at})


@require_POST
def upload_backup(request: HttpRequest) -> HttpResponse:
    """Keep an uploaded backup and show what it would replace."""
    refuse_several_processes()
    upload = request.FILES.get("file")
    if upload is None:
        return _render_backups_page(request, "Choose a backup file. Its name ends in .backup.")
    try:
        return redirect("backup_sent", key=store_uploaded_backup(upload))
    except BackupError as error:
        return _render_backups_page(request, str(error))


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def restore_uploaded_backup(request: HttpRequest, key: str) -> HttpResponse:
    """Show what an uploaded backup would replace. A POST restores it, or cancels."""
    refuse_several_processes()
    path = find_uploaded_backup(key)
    if path is None:
        messages.error(
            request, "That file was restored already, or has waited too long. Choose it again."
        )
        return redirect("backups")
    file_description = "this file"
    if request.method == "POST":
        if "cancel" not in request.POST:
            _restore_backup(request, path, file_description)
        delete_uploaded_backup(path)
        return redirect("backups")
    return _render_backup_preview(request, path, file_description, {"is_uploaded": True})


def refuse_several_processes() -> None:
    """Raise if several processes may serve the database: they would keep serving old data.

    :raises Http404: on PostgreSQL
    """
    if connection.vendor != "sqlite":
        raise Http404


def _restore_backup(
    request: HttpRequest, path: Path, file_description: str, made_at: str = ""
) -> None:
    """Replace everything with the backup *path*. The next page shows the outcome.

    *file_description* stands for the path in errors.
    """
    safety_path = get_backup_folder() / make_backup_name(BEFORE_RESTORE)
    try:
        # This account stays as it is now, even if the backup is older than the account.
        director = User.objects.get(username=request.user.get_username())
        made_at = made_at or _format_time(check_backup_path(path).made_at)
        safety_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_backup(
            path=path,
            safety_path=safety_path,
            director=director,
            has_backup_access="access" in request.POST,
        )
    except BackupError as error:
        messages.error(request, _format_backup_error(error, path, file_description))
        return
    copy_backup(safety_path)
    # Everything that is cached belongs to the previous data.
    for cache in caches.all():
        cache.clear()
    LruCache.clear_all()
    # The session was in the previous database, where the account may have had another number.
    director = User.objects.get(username=request.user.get_username())
    login(request, director, backend=settings.AUTHENTICATION_BACKENDS[0])
    undo_address = reverse("backup_restore", args=[safety_path.name])
    state = f"everything is as it was on {made_at}" if made_at else "everything is as in the file"
    message = f"Restored: {state}. Your previous data is the first backup in the list."
    messages.success(request, message, extra_tags=undo_address)
    if twins_message := format_twins_message(fetch_twin_groups()):
        messages.warning(request, twins_message)


def _render_backup_preview(
    request: HttpRequest, path: Path, file_description: str, context: dict[str, object]
) -> HttpResponse:
    """Show the contents of the backup *path* and what would be lost."""
    try:
        contents = read_backup_contents(path)
    except BackupError as error:
        messages.error(request, _format_backup_error(error, path, file_description))
        return redirect("backups")
    events = fetch_lost_events(contents)
    context = {
        "nav": "club",
        "made_at": _format_time(contents.made_at),
        "contents": contents,
        "events": events,
        "result_count": sum(event.result_count for event in events),
        "reopened_access": list_reopened_access(contents),
        "is_empty": not Event.objects.exists(),
        **context,
    }
    return render(request, "core/backup_restore.html", context)


def _format_backup_error(error: BackupError, path: Path, file_description: str) -> str:
    return str(capfirst(str(error).replace(str(path), file_description)))


def _format_time(time: datetime | None) -> str:
    if time:
        return dateformat.format(timezone.localtime(time), "l j F Y, H:i")
    return ""


def _get_listed_backup(name: str) -> BackupFile:
    """Return the listed backup with this *name*, so that no other file can be read.

    :raises Http404: if no backup has it
    """
    for backup in list_backup_files():
        if backup.path.name == name:
            return backup
    raise Http404
