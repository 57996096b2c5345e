"""Build the program as a folder that needs no Python: ``python .ci/bundle.py dist``.

PyInstaller builds for the system that it runs on. The program gets its extras for files of table
units and for double dummy. What was built is tried before it is packed: an invented event, its
standings, a PDF, a spreadsheet, a backup, its restore and a page.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "kalamazoo"
EXTRAS = "bws,hands"
OWN_PACKAGES = ("director", "movements", "scoring")
OTHER_PACKAGES = (
    "django",
    "django_htmx",
    "django_tables2",
    "endplay",
    "markdown",
    "whitenoise",
)
"""Packages whose modules and files are found by name only, so that PyInstaller can't see them."""
LAUNCHER = "from director.__main__ import main\n\nmain()\n"
TRY_EXTRAS = """
import access_parser
from director.additions.hands.deals import parse_hands, solve_deals
solve_deals([parse_hands("N:A6.AQJ654.QT9.AK 7543.K873.AJ.743 KQ982.92.6.QJ962 JT.T.K875432.T85")])
"""
START_SECONDS = 120
TIME_PATTERN = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]+")
ENDING = ".exe" if sys.platform == "win32" else ""


def run(command: list[str | Path], *, folder: Path, **environment: str) -> str:
    """Run *command* in *folder* and return what it prints."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def make_environment(folder: Path) -> Path:
    """Make a virtual environment with PyInstaller and the program. Return its programs' folder."""
    run([sys.executable, "-m", "venv", folder], folder=ROOT)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = programs / f"python{ENDING}"
    run(
        [python, "-m", "pip", "install", "-q", "pyinstaller>=6.11,<7", f"{ROOT}[{EXTRAS}]"],
        folder=ROOT,
    )
    return programs


def build(programs: Path, *, work: Path, target: Path) -> Path:
    """Build the program into *target* and return its executable file."""
    launcher = work / "launcher.py"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    command: list[str | Path] = [programs / f"pyinstaller{ENDING}", "--noconfirm"]
    command += ["--log-level", "WARN", "--name", NAME, "--recursive-copy-metadata", NAME]
    command += ["--distpath", target, "--workpath", work / "build", "--specpath", work]
    hooks = work / "hooks"
    hooks.mkdir()
    for package in OWN_PACKAGES:
        # PyInstaller would import them, which only works once Django is set up.
        hook = f"hiddenimports = {_list_modules(programs, package)!r}\n"
        (hooks / f"hook-{package}.py").write_text(hook, encoding="utf-8")
    command += ["--additional-hooks-dir", hooks]
    for package in (*OWN_PACKAGES, "templates", "docs"):
        command += ["--collect-data", package]
    for package in OTHER_PACKAGES:
        command += ["--collect-data", package, "--collect-submodules", package]
    command += ["--collect-binaries", "endplay", launcher]
    # In the project's folder it would read the source in place of what is installed.
    run(command, folder=work)
    for folder in (target / NAME).rglob("locale/*"):
        # The program is in English.
        if folder.is_dir() and not folder.name.startswith("en"):
            shutil.rmtree(folder)
    return target / NAME / f"{NAME}{ENDING}"


def _list_modules(programs: Path, package: str) -> list[str]:
    """Return the names of all modules of *package*."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    root = Path(run([programs / f"python{ENDING}", "-c", code], folder=programs).strip())
    files = (path.relative_to(root).with_suffix("") for path in (root / package).rglob("*.py"))
    return sorted(".".join(path.parts).removesuffix(".__init__") for path in files)


def try_program(program: Path, *, data: Path) -> str:
    """Try *program* with an empty folder *data* and return the standings of its invented event."""
    data.mkdir()
    environment = {"KALAMAZOO_DATA": str(data / "club")}

    def call(*arguments: str) -> str:
        return run([program, *arguments], folder=data, **environment)

    call("demo")
    standings = TIME_PATTERN.sub("", call("standings", "1", "--json"))
    call("print", "1", "--kind", "guide-cards", "--output", "cards.pdf")
    call("export", "1", "--format", "xlsx", "--output", "night.xlsx")
    call("shell", "-c", TRY_EXTRAS)
    call("backup", "club.backup")
    call("restore", "club.backup")
    for name, start in (("cards.pdf", b"%PDF"), ("night.xlsx", b"PK")):
        if not (data / name).read_bytes().startswith(start):
            raise SystemExit(f"{name} isn't what its name says.")
    _ask_for_pages(program, data=data, environment=os.environ | environment)
    return standings


def _ask_for_pages(program: Path, *, data: Path, environment: dict[str, str]) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(program), "serve", "--no-browser", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=data, env=environment, stdout=subprocess.DEVNULL)
    try:
        for path in ("health/", "sign-in/", "help/first-evening/"):
            _wait_for(f"http://127.0.0.1:{port}/{path}", server)
    finally:
        server.terminate()
        server.wait(timeout=60)


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=20):  # noqa: S310  our own address
                return
        except OSError:
            time.sleep(0.5)
    raise SystemExit(f"{address} isn't answered.")


def main() -> None:
    """Build, try and pack the program."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").absolute()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        programs = make_environment(work / "environment")
        program = build(programs, work=work, target=target)
        built = try_program(program, data=work / "built")
        installed = try_program(programs / f"{NAME}{ENDING}", data=work / "installed")
    if built != installed:
        raise SystemExit("The standings differ from those of the installed program.")
    # A zip file would lose links, and on Mac and Linux often who may run it.
    archive_format = "zip" if sys.platform == "win32" else "gztar"
    base_name = str(target / f"{NAME}-{sys.platform}")
    archive = shutil.make_archive(base_name, archive_format, target, NAME)
    size, packed = sum(file.stat().st_size for file in program.parent.rglob("*")), Path(archive)
    print(f"{packed}: {packed.stat().st_size // 10**6} MB, {size // 10**6} MB unpacked")


if __name__ == "__main__":
    main()
