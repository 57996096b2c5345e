"""The addresses of the library, and of what Field saves there, takes from it and edits."""

from django.urls import path

from director.additions.library import custom, editor, exchange, pages, switches
from director.core.urls import prefix_patterns

urlpatterns = [
    *prefix_patterns(
        "sessions/<section:ref>/",
        [
            path("field/save/", pages.save_current_movement, name="session_field_save"),
            path("field/own/", custom.preview_custom_movement, name="session_field_own"),
            path("field/own/use/", custom.choose_custom_movement, name="session_field_own_use"),
            path(
                "field/file/<str:form>/",
                custom.download_current_movement,
                name="session_field_file",
            ),
            path("field/own/save/", pages.save_custom_movement, name="session_field_own_save"),
            path(
                "field/saved/<number:movement_id>/",
                pages.preview_saved_movement,
                name="session_field_saved",
            ),
            path("field/switches/", switches.improve_movement, name="session_field_switches"),
            path("field/grid/", editor.open_grid_editor, name="session_field_grid"),
            path(
                "field/grid/check/",
                editor.check_grid,
                name="session_field_grid_check",
            ),
            path("field/grid/use/", editor.choose_edited_movement, name="session_field_grid_use"),
            path("field/grid/save/", editor.save_edited_movement, name="session_field_grid_save"),
            path(
                "field/grid/file/<str:form>/",
                editor.download_edited_movement,
                name="session_field_grid_file",
            ),
        ],
    ),
    *prefix_patterns(
        "club/movements/",
        [
            path("", pages.show_saved_movements, name="movements"),
            path("import/", exchange.import_library, name="library_import"),
            path("import/undo/", exchange.undo_library_import, name="library_import_undo"),
            path("movements.json", exchange.export_library, name="library_export"),
            path("movements.txt", exchange.export_library_as_text, name="library_export_text"),
            path("<number:movement_id>/", pages.edit_saved_movement, name="library_movement"),
            path(
                "<number:movement_id>/versions/<number:number>/restore/",
                pages.restore_movement_version,
                name="library_version_restore",
            ),
            path(
                "<number:movement_id>/delete/", pages.delete_saved_movement, name="library_delete"
            ),
            path(
                "<number:movement_id>/undelete/",
                pages.restore_deleted_movement,
                name="library_undelete",
            ),
            path(
                "<number:movement_id>/file/<str:form>/",
                pages.download_saved_movement,
                name="library_movement_file",
            ),
        ],
    ),
]
