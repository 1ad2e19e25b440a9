from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from api.application import create_api
from app.main import make_app
from core.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


def read_doc(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def command_names(command: object, name: str = "sitequest") -> list[str]:
    children = getattr(command, "commands", {})
    if not children:
        return [name]
    shown = {child: part for child, part in children.items() if not part.hidden}
    return [found for child, part in shown.items() for found in command_names(part, f"{name} {child}")]


def test_the_made_pages_are_up_to_date():
    command = [sys.executable, "scripts/make_docs.py", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_documented_with_its_meaning(name: str):
    assert Settings.model_fields[name].description
    assert f"| `{name}` |" in read_doc("settings.md")


def test_every_command_is_documented():
    page = read_doc("cli.md")
    names = command_names(typer.main.get_command(make_app()))
    assert len(names) > 15
    for name in names:
        assert f"\n## {name}\n" in page, name


def test_every_option_says_what_it_is_for():
    def options(command: object) -> list[tuple[str, str | None]]:
        own = [(p.name, p.help) for p in command.params if p.param_type_name != "argument"]
        return own + [found for part in getattr(command, "commands", {}).values() for found in options(part)]

    for name, text in options(typer.main.get_command(make_app())):
        assert text, name


def test_every_endpoint_is_documented():
    page = read_doc("api.md")
    document = create_api(lambda: None).openapi()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"\n## {method.upper()} {path}\n" in page, path
