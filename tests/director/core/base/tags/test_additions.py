"""Tabs of additions stand behind the tab that they name, or last."""

from director.addition_config import AdditionTab
from director.core.base.tags.additions import Tab, _insert_tabs


def test_a_tab_comes_last_without_the_tab_that_it_follows():
    tabs = [Tab("nights", "Nights", "/nights/"), Tab("partners", "Partners", "/partners/")]
    added = [
        AdditionTab("club", "Beside nothing", previous_tab_key="left-out"),
        AdditionTab("backups", "Backups", previous_tab_key="nights"),
    ]
    _insert_tabs(tabs, added, directs=True)
    assert [tab.key for tab in tabs] == ["nights", "backups", "partners", "club"]
