"""What the program answers without a command: its own name, version and commands, and none of Django's."""

import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

from director import __main__ as program
from director.core.base.program import read_program_call, read_program_version
from director.models import Event

ROOT = Path(__file__).parents[3]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function that runs the program with arguments and returns what it prints."""

    def run_with(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["kalamazoo", *arguments])
        program._run()
        return capsys.readouterr().out

    return run_with


@pytest.fixture
def installed(settings, tmp_path, monkeypatch):
    """The program as the wheel installs it, without manage.py and pyproject.toml."""
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr("director.core.base.program.version", lambda _name: "9.8.7")


@pytest.mark.parametrize("argument", ["--version", "version"])
def test_the_version_is_the_program_s(argument, run):
    assert run(argument) == f"Kalamazoo {VERSION}\n"


@pytest.mark.parametrize("arguments", [("help",), ("--help",), ("-h",)])
def test_help_lists_its_own_commands(arguments, run):
    lines = run(*arguments).splitlines()
    assert lines[0] == f"Kalamazoo {VERSION}. Start it with: python manage.py serve"
    commands = [line.split()[0] for line in lines[3:-2]]
    assert commands == sorted(commands)
    assert {"serve", "demo", "backup", "restore", "changepassword"} <= set(commands)
    assert not {"makemigrations", "runserver", "dbshell", "flush"} & set(commands)


def test_a_command_has_the_program_s_version_too(run, capsys):
    with pytest.raises(SystemExit):
        run("standings", "--version")
    assert capsys.readouterr().out == f"{VERSION}\n"


@pytest.mark.usefixtures("installed")
def test_installed_it_is_called_kalamazoo(run):
    assert read_program_call() == "kalamazoo"
    assert read_program_version() == "9.8.7"
    assert run("help").startswith("Kalamazoo 9.8.7. Start it with: kalamazoo serve\n")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("installed")
def test_an_installed_program_is_told_of_no_manage_py(client, capsys):
    call_command("demo")
    told = capsys.readouterr().err
    assert (
        f"start the program with kalamazoo serve and open /events/{Event.objects.first().pk}/."
        in told
    )
    assert "manage.py" not in told
    page = client.get("/sign-in/").content.decode()
    assert "kalamazoo changepassword NAME" in page
    assert "manage.py" not in page
