"""Make a lock file of the jars of a Neo4j server: coordinate, SHA-256 and size of each.

    python scripts/lock_jars.py 5.26.30 5.24.0 graph/jars.lock
    python scripts/lock_jars.py 2026.08.1 5.24.0 graph/jars-2026.lock

Runs on the maintainer's machine only; it needs Maven. The product reads the lock file and never resolves anything.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

SERVERS = {"5": ("org.neo4j.server.CommunityEntryPoint", 17), "2": ("org.neo4j.server.Neo4jCommunity", 21)}
PROJECT = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>lock</groupId><artifactId>lock</artifactId><version>1</version><dependencies>{dependencies}</dependencies>
</project>"""
DEPENDENCY = """<dependency><groupId>{0}</groupId><artifactId>{1}</artifactId><version>{2}</version></dependency>"""


def collect_jars(server: str, browser: str, folder: Path) -> Path:
    """Let Maven resolve and copy the jars in repository layout."""
    wanted = (
        ("org.neo4j", "neo4j", server),
        ("org.neo4j.app", "neo4j-server", server),
        ("org.neo4j.client", "neo4j-browser", browser),
    )
    (folder / "pom.xml").write_text(PROJECT.format(dependencies="".join(DEPENDENCY.format(*one) for one in wanted)))
    command = ["mvn", "-B", "-q", "dependency:copy-dependencies", "-DincludeScope=runtime"]
    options = ["-Dmdep.useRepositoryLayout=true", "-DoutputDirectory=jars"]
    subprocess.run([*command, *options], cwd=folder, check=True)
    return folder / "jars"


def describe_jars(root: Path) -> Iterator[str]:
    """One line of TOML a jar, sorted by coordinate."""
    for path in sorted(root.rglob("*.jar")):
        *group, artifact, version, name = path.relative_to(root).parts
        classifier = name.removeprefix(f"{artifact}-{version}").removesuffix(".jar").removeprefix("-")
        coordinate = ":".join(filter(None, (".".join(group), artifact, version, classifier)))
        data = path.read_bytes()
        yield f'"{coordinate}" = {{ sha256 = "{hashlib.sha256(data).hexdigest()}", size = {len(data)} }}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", help="version of Neo4j")
    parser.add_argument("browser", help="version of Neo4j Browser")
    parser.add_argument("target", type=Path)
    choice = parser.parse_args()
    entry, java = SERVERS[choice.server[0]]
    with tempfile.TemporaryDirectory() as folder:
        jars = list(describe_jars(collect_jars(choice.server, choice.browser, Path(folder))))
    head = (
        "# Made by scripts/lock_jars.py; change it there.",
        f'version = "{choice.server}"',
        f'main = "{entry}"',
        f"java = {java}",
        "",
        "[jars]",
    )
    choice.target.write_text("\n".join((*head, *jars, "")))
    print(f"{len(jars)} jars in {choice.target}")


if __name__ == "__main__":
    main()
