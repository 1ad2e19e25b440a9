"""Write docs/results.md and its plots from the runs kept in docs/results/; a test fails when they are not up to date.

scripts/make_results.py                                   writes them
scripts/make_results.py --check                           exits 1 when one differs
scripts/make_results.py add RUN.json NAME TITLE [NOTE …]  keeps the figures of a run of `sitequest eval … --json`
scripts/make_results.py baseline RUN.json FILE            keeps what `sitequest eval … --against FILE` compares with
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from evaluation.results import keep_metrics, keep_run, pictures_of, read_kept, read_targets, render_results
from evaluation.run import read_run

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = DOCS / "results"


def pages() -> dict[Path, str]:
    """Every file that is made."""
    kept = read_kept(FOLDER)
    made = {DOCS / "results.md": render_results(kept, read_targets(FOLDER / "targets.yaml"))}
    for one in kept:
        made |= {FOLDER / f"{one.name}-{name}.svg": plot for name, plot in pictures_of(one).items()}
    return made


def add(run: str, name: str, title: str, *notes: str) -> None:
    """Keep the figures of a run."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(keep_run(read_run(Path(run)), title, notes), ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def keep_baseline(run: str, path: str) -> None:
    """Keep the metrics of a run, question by question."""
    text = json.dumps(keep_metrics(read_run(Path(run))), ensure_ascii=False, indent=1)
    Path(path).write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Entry."""
    if arguments[:1] == ["add"]:
        add(*arguments[1:])
    if arguments[:1] == ["baseline"]:
        keep_baseline(*arguments[1:])
    made = pages()
    stale = [path for path in FOLDER.glob("*.svg") if path not in made]
    differing = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        for path in [*differing, *stale]:
            print(f"{path.name} is not up to date; run scripts/make_results.py")
        return int(bool(differing or stale))
    for path in stale:
        path.unlink()
    for path in differing:
        path.write_text(made[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
