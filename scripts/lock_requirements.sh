#!/usr/bin/env bash
# Writes requirements/*.txt: of the product, of its tests, and of the baselines with environments of their own; every
# dependency with its hashes, for all supported systems, no host named.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --annotation-style line -q)
.venv/bin/uv pip compile "${options[@]}" "$@" -o requirements/core.txt pyproject.toml
.venv/bin/uv pip compile "${options[@]}" --extra dev --extra browser --extra llm -c requirements/core.txt \
    -o requirements/dev.txt pyproject.toml
printf 'hatchling\neditables\n' |
    .venv/bin/uv pip compile "${options[@]}" -c requirements/dev.txt -o requirements/build.txt -
while read -r name packages; do
    tr ' ' '\n' <<<"$packages" | .venv/bin/uv pip compile "${options[@]}" --no-strip-extras -o "requirements/$name.txt" -
done < <(PYTHONPATH=. .venv/bin/python -c '
from evaluation.bridge import LIBRARIES
for one in LIBRARIES.values():
    print(one.kind, *one.packages)')
