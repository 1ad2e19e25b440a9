"""The command `sitequest`. Each command is one function in `app/commands/`; what is heavy is imported inside it."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from app.commands import (
    asking,
    content,
    crawling,
    database,
    demonstration,
    entities,
    exchange,
    health,
    quality,
    serving,
    sites,
)
from app.entry import INTERRUPTED
from core.errors import SiteQuestError

STOPPED = "Stopped. Run the same command again to go on where it stopped."


class Guarded(TyperGroup):
    """Turns every error into one sentence on standard error and an exit code; Ctrl-C ends quietly with 130."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except SiteQuestError as error:
            raise fail(error.sentence("with --{}"), error.exit_code) from None
        except KeyboardInterrupt:
            raise stopped() from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as error:
            if was_interrupted(error):
                raise stopped() from None
            raise fail(refusal(error), 1) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            if was_interrupted(error):
                raise stopped() from None
            if is_usage_error(error) or os.environ.get("SITEQUEST_DEBUG"):
                raise
            raise fail(f"{unexpected(error)} SITEQUEST_DEBUG=1 shows where.", 1) from None


def stopped() -> typer.Exit:
    """Say once that the command was interrupted; a second Ctrl-C from then on ends what is left at once and quietly."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return fail(STOPPED, INTERRUPTED)


def refusal(error: OSError) -> str:
    """What the operating system refused, and what to do."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full: free some space, and run the same command again."
    return f"The operating system refused: {error}. Check the path, its rights and the disk."


def is_usage_error(error: Exception) -> bool:
    """Whether it is Typer's own: it prints those itself."""
    return hasattr(error, "exit_code") and hasattr(error, "show")


def was_interrupted(error: BaseException | None) -> bool:
    """Whether an error came up while an interrupt was ending the work: libraries trip over what it left half done."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def unexpected(error: Exception) -> str:
    """A sentence for what nobody foresaw."""
    words = " ".join(str(error).split())[:300]
    return f"Something went wrong that should not ({type(error).__name__}: {words}); please report it."


def fail(sentence: str, code: int) -> typer.Exit:
    """Say what is wrong on standard error; the exception to raise."""
    sys.stderr.write(sentence.rstrip() + "\n")
    return typer.Exit(code)


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"sitequest {version('sitequest')}\n")
        raise typer.Exit


def make_app() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        cls=Guarded,
        name="sitequest",
        help="A website as a graph in Neo4j, and questions answered from it with citations that were checked.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    rooms = (asking, crawling, serving, health, sites, database, content, demonstration, entities, exchange, quality)
    for room in rooms:
        room.register(app)
    return app


def _root(
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """A website as a graph in Neo4j, and questions answered from it with citations that were checked."""
    del show_version


def main() -> None:
    """Entry point of the `sitequest` command."""
    make_app()()


if __name__ == "__main__":
    main()
