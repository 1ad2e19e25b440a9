"""Entities and relations that a language model finds in prose: our extractor beside LightRAG's prompt, same model.

    python -m models.local_llm --model qwen2.5-coder-1.5b --port 8090 --context 8192
    python -m evaluation.extraction_prose 2WIKIMULTIHOPQA --llm http://127.0.0.1:8090/v1 [--passages 40] [--skip 0]

The passages are those about whose title the questions' evidence states triples that the passage holds, the richest
first. They state more than the triples do, so precision is low for everyone; a prediction counts as right when it is
one of them. Names are equal when one, folded, holds the other as whole words. LightRAG's prompt is printed by the
library itself (`evaluation/bridges/show_lightrag_prompt.py`), in JSON mode and without a second asking, which is its
cheapest setting. `--skip` leaves that many passages out, so that a prompt can be worked on with others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import LLMError
from core.records import BlockRecord
from core.settings import load_settings
from evaluation.bridge import LIBRARIES, find_python
from ingest.entities.llm import FindingsCache, ModelExtractor
from ingest.entities.profile import load_profile
from ingest.identity import digest
from ingest.names import fold
from models.json_repair import NotJSONError, read_json
from models.llm import OpenAIModel
from models.protocols import LanguageModel

PROMPT = Path(__file__).resolve().parent / "bridges" / "show_lightrag_prompt.py"
LONGEST = 2000
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Prose:
    """A passage with what is known to stand in it: pairs of names that some relation joins."""

    title: str
    text: str
    pairs: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Both ends of all pairs, each once."""
        return tuple(dict.fromkeys(name for pair in self.pairs for name in pair))


@dataclass(frozen=True, slots=True)
class Graph:
    """What was found in one passage, and the tokens that it took; None for what could not be read."""

    names: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    tokens: int
    failed: bool = False


Extract = Callable[[Prose], Awaitable[Graph]]


@dataclass(slots=True)
class Tally:
    """Sums over passages: (right, said, wanted, found) of names and of pairs, tokens, answers not to be read."""

    names: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    pairs: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    tokens: int = 0
    failed: int = 0
    passages: int = 0

    def add(self, prose: Prose, graph: Graph) -> None:
        """Count one passage."""
        _count(self.names, graph.names, prose.names, same_name)
        _count(self.pairs, graph.pairs, prose.pairs, same_pair)
        self.tokens += graph.tokens
        self.failed += graph.failed
        self.passages += 1

    def row(self, name: str) -> str:
        """One line of the table."""
        cells = [f"{value:.3f}" for sums in (self.names, self.pairs) for value in scores_of(sums)]
        return f"| {name} | {' | '.join(cells)} | {self.tokens / max(1, self.passages):.0f} | {self.failed} |"


def scores_of(sums: Sequence[int]) -> tuple[float, float, float]:
    """Precision, recall and F1 of (right, said, wanted, found)."""
    right, said, wanted, found = sums
    precision, recall = right / max(1, said), found / max(1, wanted)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def same_name(one: str, other: str) -> bool:
    """Whether one name, folded, holds the other as whole words in a row."""
    first, second = (f" {' '.join(_WORD.findall(fold(name)))} " for name in (one, other))
    return first.strip() != "" and second.strip() != "" and (first in second or second in first)


def same_pair(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two pairs name the same two things, in either order."""
    (a, b), (c, d) = one, other
    return (same_name(a, c) and same_name(b, d)) or (same_name(a, d) and same_name(b, c))


def pick_passages(folder: Path, count: int, skip: int = 0) -> list[Prose]:
    """The passages with the most known pairs, `skip` of them left out; of equal ones spread over the data set."""
    stated: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    for question in json.loads((folder / "questions.dev400.json").read_text(encoding="utf-8")):
        for head, _, tail in question["evidence"]:
            stated[head][head, tail] = None
    found = []
    for passage in json.loads((folder / "corpus.json").read_text(encoding="utf-8")):
        text = passage["text"]
        pairs = tuple(pair for pair in stated.get(passage["title"], ()) if all(fold(end) in fold(text) for end in pair))
        if pairs:
            found.append(Prose(passage["title"], text, pairs))
    rich = [prose for prose in found if len(prose.pairs) > 1]
    rest = sorted(
        (prose for prose in found if len(prose.pairs) == 1), key=lambda prose: digest(prose.title, prose.text)
    )
    return [*rich, *rest][skip : skip + count]


def ours(extractor: ModelExtractor) -> Extract:
    """The extractor of the product; names that the passage does not hold are not believed, as in ingest."""

    async def extract(prose: Prose) -> Graph:
        before = extractor.usage.tokens
        block = _block(prose)
        found = (await extractor.extract_all([block])).get(block.id)
        tokens = extractor.usage.tokens - before
        if found is None:
            return Graph((), (), tokens, failed=True)
        names = tuple(name for name, _ in found.entities if name in prose.text)
        pairs = tuple((head, tail) for head, _, tail in found.relations if head in prose.text and tail in prose.text)
        return Graph(names, pairs, tokens)

    return extract


def lightrag(model: LanguageModel, prompt: dict[str, str]) -> Extract:
    """The same model with LightRAG's prompt."""

    async def extract(prose: Prose) -> Graph:
        user = prompt["user"].replace("{{PASSAGE}}", prose.text)
        done = await model.complete(prompt["system"], user, max_tokens=LONGEST)
        tokens = done.prompt_tokens + done.completion_tokens
        try:
            data = read_json(done.text)
        except NotJSONError:
            return Graph((), (), tokens, failed=True)
        return read_graph(data, tokens)

    return extract


def read_graph(data: Any, tokens: int) -> Graph:
    """LightRAG's form of an answer, incomplete items left out."""
    parts = data if isinstance(data, dict) else {}
    names = [item.get("name") for item in _items(parts.get("entities"))]
    pairs = [(item.get("source"), item.get("target")) for item in _items(parts.get("relationships"))]
    return Graph(
        tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name)),
        tuple(dict.fromkeys((a, b) for a, b in pairs if isinstance(a, str) and isinstance(b, str) and a and b)),
        tokens,
        failed=not names,
    )


async def measure(extract: Extract, passages: Sequence[Prose]) -> Tally:
    """One way over all passages, one after another, so that a server keeps what all prompts begin with."""
    tally = Tally()
    for prose in passages:
        try:
            graph = await extract(prose)
        except LLMError:
            graph = Graph((), (), 0, failed=True)
        tally.add(prose, graph)
        print(f"{tally.passages}: {prose.title}: {graph.pairs}", tally.row("so far"), sep="\n", flush=True)
    return tally


def ask_prompt() -> dict[str, str]:
    """LightRAG's prompt, from its own environment. Raises `SettingsError` where that is not installed."""
    python = find_python(LIBRARIES["lightrag"], load_settings().cache)
    done = subprocess.run([str(python), str(PROMPT)], capture_output=True, text=True, check=True)
    prompt: dict[str, str] = json.loads(done.stdout.strip().splitlines()[-1])
    return prompt


async def run(options: argparse.Namespace) -> str:
    """Both ways; the table."""
    passages = pick_passages(options.folder, options.passages, options.skip)
    model = OpenAIModel(options.llm, options.model, timeout=1200)
    prompt = ask_prompt() if not options.alone else {}
    head = "| prompt | names: P | R | F1 | relations: P | R | F1 | tokens a passage | failed |\n| --- |" + " --- |" * 8
    rows = [head]
    try:
        with tempfile.TemporaryDirectory() as folder:
            cache = FindingsCache(Path(folder) / "findings.sqlite")
            extractor = ModelExtractor(model, load_profile(options.profile), cache)
            rows.append((await measure(ours(extractor), passages)).row("sitequest"))
        if prompt:
            rows.append((await measure(lightrag(model, prompt), passages)).row("LightRAG"))
    finally:
        await model.close()
    return "\n".join(rows)


def _count(sums: list[int], said: Sequence[Any], wanted: Sequence[Any], same: Callable[[Any, Any], bool]) -> None:
    sums[0] += sum(any(same(one, other) for other in wanted) for one in said)
    sums[1] += len(said)
    sums[2] += len(wanted)
    sums[3] += sum(any(same(one, other) for one in said) for other in wanted)


def _items(value: Any) -> Iterable[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _block(prose: Prose) -> BlockRecord:
    name = digest(prose.title, prose.text)
    return BlockRecord(
        id=name,
        page_url=f"https://example.org/{name}",
        kind="paragraph",
        text=prose.text,
        markdown=prose.text,
        heading_path=(prose.title,),
        parent=None,
        order=0,
        words=len(prose.text.split()),
        main=1.0,
        leaf=True,
        content_hash=name,
    )


def main() -> None:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--llm", required=True, help="address of an OpenAI-compatible server, with /v1")
    parser.add_argument("--model", default="any")
    parser.add_argument("--passages", type=int, default=40)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--profile", default="university")
    parser.add_argument("--alone", action="store_true", help="our extractor only")
    print(asyncio.run(run(parser.parse_args())))


if __name__ == "__main__":
    main()
