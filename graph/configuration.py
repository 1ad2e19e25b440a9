"""The configuration of a local server and the command that starts it."""

from __future__ import annotations

import shlex
from pathlib import Path

from core.settings import Settings
from graph.jars import Lock
from graph.java import VECTOR_MODULE, Java
from graph.layout import Registration, ServerFolder

OPTIONS = (
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-OmitStackTraceInFastThrow",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dio.netty.leakDetection.level=DISABLED",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.layout.jsonTemplate.maxStringLength=32768",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)
UNSAFE_RELEASE = 24  # from here on Java warns of sun.misc.Unsafe unless told otherwise


def write_configuration(folder: ServerFolder, registration: Registration, settings: Settings) -> None:
    """Write neo4j.conf: loopback only, no telemetry, a small store, the files all in the folder."""
    values = {
        "server.default_listen_address": "127.0.0.1",
        "server.default_advertised_address": "localhost",
        "server.bolt.listen_address": f"127.0.0.1:{registration.bolt}",
        "server.bolt.advertised_address": f"localhost:{registration.bolt}",
        "server.http.listen_address": f"127.0.0.1:{registration.http}",
        "server.http.advertised_address": f"localhost:{registration.http}",
        "server.https.enabled": "false",
        "server.memory.heap.max_size": settings.neo4j_heap,
        "server.memory.pagecache.size": settings.neo4j_page_cache,
        "server.databases.default_to_read_only": str(registration.read_only).lower(),
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "1m",
        "db.tx_log.rotation.retention_policy": "false",
        "dbms.usage_report.enabled": "false",
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "client.allow_telemetry": "false",
    }
    lines = [f"{name}={value}" for name, value in values.items()]
    folder.write_private(folder.conf / "neo4j.conf", "\n".join((*lines, "")))


def build_command(folder: ServerFolder, lock: Lock, jars: list[Path], java: Java, settings: Settings) -> list[str]:
    """The command line of the server; the long class path goes into an argument file."""
    classpath = ":".join(map(str, jars)).replace("\\", "\\\\").replace('"', '\\"')
    folder.write_private(folder.conf / "java.args", f'-cp "{classpath}"\n')
    options = list(OPTIONS)
    if java.release >= UNSAFE_RELEASE:
        options.append("--sun-misc-unsafe-memory-access=allow")
    if java.vectors:
        options.append(f"--add-modules={VECTOR_MODULE}")
    options += shlex.split(settings.neo4j_java_options)
    main = (lock.main, folder.marker, f"--config-dir={folder.conf}")
    return [str(java.path), f"-Xmx{settings.neo4j_heap}", *options, f"@{folder.conf / 'java.args'}", *main]
