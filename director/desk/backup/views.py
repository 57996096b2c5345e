"""The backups of the club: what there is, one more by a button, and each to save elsewhere."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from director.desk.account.roles import Role, read_by
from director.desk.backup.automatic import BY_HAND, KEPT_BY_ITSELF, backup_files, backup_folder, backup_keep
from director.errors import BackupError


@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups there are; a POST makes one more."""
    if request.method == "POST":
        try:
            path, count = backup_keep(why=BY_HAND)
        except BackupError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, f"{path.name} is written and read back: {count} records.")
        return redirect("backups")
    context = {"nav": "club", "files": backup_files(), "folder": backup_folder(), "kept": KEPT_BY_ITSELF}
    return render(request, "desk/backups.html", context)


@read_by(Role.DIRECTOR)  # it holds the passwords of everybody, in their stored form
@require_safe
def backup_file(_request: HttpRequest, name: str) -> FileResponse:
    """Send one of the backups there are, and no other file."""
    for file in backup_files():
        if file.path.name == name:
            return FileResponse(file.path.open("rb"), as_attachment=True, filename=name)
    raise Http404
