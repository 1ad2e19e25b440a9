"""Whether the home folder can be one: said at once, instead of "stopped" or a message of the system later."""

from __future__ import annotations

import os
from pathlib import Path

from core.errors import SettingsError
from core.settings import Settings


def check_home(settings: Settings) -> None:
    """Raise `SettingsError` when the home folder is no folder, or can neither be written nor made."""
    home = settings.home.expanduser().absolute()
    place = nearest_existing(home)
    if not place.is_dir():
        raise _impossible(home, f"{place} is a file, not a folder" if place != home else "it is a file, not a folder")
    if not os.access(place, os.W_OK | os.X_OK) or is_system_made(place):
        raise _impossible(home, "it cannot be written" if place == home else f"it cannot be made in {place}")


def nearest_existing(folder: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    place = folder.expanduser().absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    return place


def is_system_made(place: Path) -> bool:
    """Whether a folder is one that the system makes up (as /proc is), in which even root can make none."""
    return any(part in (Path("/proc"), Path("/sys")) for part in (place, *place.parents))


def _impossible(home: Path, why: str) -> SettingsError:
    return SettingsError(f"The home folder {home} cannot be used: {why}. Set SITEQUEST_HOME to a folder you can write.")
