"""The addresses behind private links, and those where directors see phones."""

from django.urls import URLPattern, path

from director.additions.phones import codes, page, table_page
from director.additions.phones.boards import player_page as own
from director.additions.phones.boards import requested_checks
from director.additions.phones.boards.settings import SectionTables
from director.additions.phones.page import PhonesView
from director.core.urls import prefix_patterns
from director.event_kinds import list_event_kinds


def _list_urls_of_kinds() -> list[URLPattern]:
    """Return the addresses of kinds with an entry of their own."""
    urls: list[URLPattern] = []
    for kind in list_event_kinds():
        if kind.phones_page is None:
            continue
        phones: type[PhonesView] = type("KindPhones", (kind.phones_page, PhonesView), {})
        new_phones = phones.make_view(phones.show_new_phones)
        admit_phone = phones.make_view(phones.refuse_or_admit_phone)
        urls += prefix_patterns(
            f"{kind.event_link[0]}/<number:ref>/",
            [
                *phones.list_urls(),
                path("tables/came/", new_phones, name=f"{phones.url_prefix}_new_phones"),
                path("tables/phone/", admit_phone, name=f"{phones.url_prefix}_tables_phone"),
            ],
        )
    return urls


urlpatterns = [
    *prefix_patterns(
        "sessions/<section:ref>/",
        [
            *SectionTables.list_urls(),
            path("play/look/", requested_checks.change_check_request, name="session_play_look"),
            path(
                "play/phone/",
                SectionTables.make_view(SectionTables.refuse_or_admit_phone),
                name="session_play_phone",
            ),
        ],
    ),
    *_list_urls_of_kinds(),
    path("t/table.js", page.send_table_script, name="table_script"),
    path("t/", codes.enter_table_code, name="table_code"),
    path("t/<str:token>/", table_page.enter_table_results, name="table_page"),
    path("t/<str:token>/worker.js", page.send_service_worker, name="table_worker"),
    path("t/<str:token>/state.json", table_page.show_table_state, name="table_state"),
    path("t/<str:token>/results", table_page.store_table_result, name="table_results"),
    path("t/<str:token>/names", table_page.store_table_name, name="table_names"),
    path("t/<str:token>/people.json", table_page.suggest_people, name="table_people"),
    path("t/<str:token>/calls", table_page.store_table_call, name="table_calls"),
    path(
        "t/<str:token>/boards/<number:board_no>.json",
        table_page.reveal_board_results,
        name="table_board",
    ),
    path("t/<str:token>/matches", table_page.store_match_confirmation, name="table_match_word"),
    path(
        "t/<str:token>/matches/<number:round_no>.json",
        table_page.reveal_table_match,
        name="table_match",
    ),
    path("my/<str:token>/", own.show_own_page, name="own_page"),
    path("my/<str:token>/boards/<number:board_no>/", own.show_own_board, name="own_board"),
]
