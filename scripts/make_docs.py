"""Write docs/settings.md, docs/cli.md and docs/api.md from the code; a test fails when they are not up to date.

python scripts/make_docs.py            writes them
python scripts/make_docs.py --check    exits 1 when one differs
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic.fields import FieldInfo

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTE = "<!-- Made by scripts/make_docs.py from the code: change the code, then run `make docs`. -->"


def settings_page() -> str:
    """Every setting with its environment variable, default and meaning."""
    from core.settings import Settings

    lines = [
        NOTE,
        "",
        "# Settings",
        "",
        "Read from the environment, then from `sitequest.toml` in the working folder (or the file that",
        "`SITEQUEST_CONFIG` names; the keys are the names below), then the default.",
        "",
        "| setting | environment | default | meaning |",
        "|---|---|---|---|",
    ]
    lines += [_setting_row(name, field) for name, field in Settings.model_fields.items()]
    return "\n".join([*lines, ""])


def _setting_row(name: str, field: FieldInfo) -> str:
    alias = field.validation_alias
    names = [f"SITEQUEST_{name.upper()}"] if alias is None else [c for c in alias.choices if str(c).isupper()]  # type: ignore[union-attr]
    return f"| `{name}` | {', '.join(f'`{n}`' for n in names)} | {_default(name, field)} | {field.description} |"


def _default(name: str, field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "the user's data folder" if name == "home" else "the user's cache folder"
    value = field.default
    if value is None or value == "" or isinstance(value, SecretStr):
        return "–"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def cli_page() -> str:
    """Every command with its options."""
    import typer

    from app.main import make_app

    command = typer.main.get_command(make_app())
    lines = [NOTE, "", "# Command line", "", "Every command has `--help`. Exit codes: 0 done, 1 failed, 2 wrong use,"]
    lines += [
        "3 too many pages would go at once, 130 stopped with Ctrl-C. Errors are one sentence on standard error.",
        "",
    ]
    for name, part in _walk("sitequest", command):
        lines += _command_lines(name, part)
    return "\n".join(lines)


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    children = getattr(command, "commands", {})
    if not children or (command.callback and name != "sitequest"):
        yield name, command
    for child, part in sorted(children.items()):
        if not part.hidden:
            yield from _walk(f"{name} {child}", part)


def _command_lines(name: str, command: Any) -> list[str]:
    lines = [f"## {name}", "", " ".join((command.help or "").split("\n\n")[0].split()), ""]
    rest = (command.help or "").split("\n\n")[1:]
    lines += [line for part in rest for line in (" ".join(part.split()), "")]
    rows = [_parameter_row(parameter) for parameter in command.params if not getattr(parameter, "hidden", False)]
    rows = [row for row in rows if row]
    if rows:
        lines += ["| argument | meaning |", "|---|---|", *rows, ""]
    return lines


def _parameter_row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{parameter.name.upper()}` | {parameter.help or ''} |"
    if parameter.name == "help":
        return ""
    shown = ", ".join(f"`{option}`" for option in parameter.opts)
    default = parameter.default
    plain = default not in (None, False, "", ()) and not callable(default)
    return f"| {shown} | {parameter.help or ''}{f' Default: {default}.' if plain else ''} |"


OTHER_DOORS = (
    "**Errors** have a `type` of their own (`urn:sitequest:site-unknown`), or `about:blank` with the title of the",
    "status; an `error` inside a stream has the same fields. JSON that cannot be read is 400, a wrong field 422.",
    "",
    "**Pages** that a content management system pushes can be asked for when `PUT` has answered; names across",
    "pages and topics follow in the background. The address must be on a host of the site (its seeds, or where",
    "its pages are), else 422; a body that is no page of text is 422 with the reason and counted in the report;",
    "an address that is no page is 404 for `DELETE`. A crawl asks for pushed pages like any others: one the site",
    "does not serve leaves again.",
    "",
    "**Private hosts** are crawled over HTTP only where a site was crawled with `--allow-private` from a shell",
    "before (its own hosts and ports), or where the setting `private_hosts` lists them.",
    "",
    "**Chat programs** take `/v1` as the base address of an OpenAI-compatible server; every site is a model. What",
    "would change the form of an answer is refused (`n` over 1, `tools`, `functions`, `response_format` other",
    "than text, `logprobs`, `audio`, pictures); what only guides a writing model (`temperature`, `max_tokens`,",
    "`stop`, …) is unused.",
    "",
    "**Speed** on the demo site, by `make bench ARGS=tests/test_api_bench.py`, which prints these figures:",
    "",
    "| what | limit |",
    "|---|---|",
    "| first paint, bytes over the wire without the graph library | 150 kB |",
    "| first event of a stream after its request | 50 ms |",
    "| what HTTP adds to the answer's own time | 20 ms |",
    "",
    "**Agents** take the site as tools of the Model Context Protocol: ask, search, read_block, find_nodes, neighbors,",
    "path.",
    "`sitequest mcp` speaks over standard input and output, `sitequest mcp --http` at `http://127.0.0.1:8081/mcp`:",
    "",
    "```json",
    '{"mcpServers": {"sitequest": {"command": "sitequest", "args": ["mcp"]}}}',
    "```",
)


def api_page() -> str:
    """Every endpoint with its parameters, its body and its statuses."""
    from api.application import create_api

    document = create_api(_no_services).openapi()
    lines = [NOTE, "", "# HTTP API", "", document["info"]["description"], ""]
    lines += [
        "The same as OpenAPI: `/openapi.json`; to read and to try: `/docs`.",
        "From Python: [the client](../client/README.md).",
        "",
    ]
    lines += [*OTHER_DOORS, ""]
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            lines += _operation_lines(document, f"{method.upper()} {path}", operation)
    return "\n".join(lines)


def _no_services() -> Any:
    raise NotImplementedError


def _operation_lines(document: dict[str, Any], name: str, operation: dict[str, Any]) -> list[str]:
    lines = [f"## {name}", "", f"{operation['summary']}.", ""]
    rows = [_field_row(p["name"], p.get("schema", {}), p.get("description")) for p in operation.get("parameters", [])]
    body = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {}).get("schema", {})
    schema = document["components"]["schemas"].get(body.get("$ref", "").rpartition("/")[2], {})
    rows += [_field_row(n, field, field.get("description")) for n, field in schema.get("properties", {}).items()]
    if rows:
        lines += ["| name | type | meaning |", "|---|---|---|", *rows, ""]
    codes = ", ".join(f"{code} {item['description'].rstrip('.')}" for code, item in operation["responses"].items())
    return [*lines, f"Statuses: {codes}.", ""]


def _field_row(name: str, schema: dict[str, Any], description: str | None) -> str:
    limits = {"minimum": "least", "maximum": "most", "maxLength": "longest", "maxItems": "most items"}
    bounds = [f"{word} {schema[key]:g}" for key, word in limits.items() if key in schema]
    meaning = "; ".join(filter(None, [(description or "").rstrip("."), *bounds]))
    return f"| `{name}` | {_type(schema)} | {meaning} |"


def _type(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(part) for part in schema["anyOf"] if part.get("type") != "null"))
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = str(schema.get("type", "any"))
    return f"list of {_type(schema.get('items', {}))}" if kind == "array" else kind


PAGES: dict[str, Callable[[], str]] = {"settings.md": settings_page, "cli.md": cli_page, "api.md": api_page}


def main() -> int:
    """Write or check the pages."""
    stale = [name for name, make in PAGES.items() if _read(DOCS / name) != make()]
    if "--check" in sys.argv:
        print("\n".join(f"docs/{name} is not up to date; run `make docs`." for name in stale))
        return int(bool(stale))
    for name in stale:
        (DOCS / name).write_text(PAGES[name](), encoding="utf-8")
        print(f"wrote docs/{name}")
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.path.insert(0, str(DOCS.parent))
    raise SystemExit(main())
