"""Figures of made-up sites, halves that were looked at while the code was made and halves that were not.

Who is who at a research centre, and what stands on the pages of universities unlike the first. Usage, in the project's
folder: python -m scripts.measure_people [--seen] [--show]. `--show` lists faults of the halves that may be looked at.
"""

from __future__ import annotations

import argparse

from tests.sites import campus_seen, campus_unseen
from tests.sites.campus_scores import score_campus
from tests.sites.centre import make_centre
from tests.sites.centre_scores import score_centre


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--seen", action="store_true")
    options = parser.parse_args()
    for unseen in (False,) if options.seen else (False, True):
        half = "unseen" if unseen else "seen"
        scores = score_centre(make_centre(unseen=unseen))
        print(f"centre, {half} half: {scores.people} people in {scores.spellings} spellings")
        print("  names on their pages", scores.names)
        print("  pairs of one person ", scores.pairs)
        share, faults = score_campus(campus_unseen.PAGES if unseen else campus_seen.PAGES)
        print(f"universities, {half} half: facts", share)
        if options.show and not unseen:
            print("\n".join((*scores.faults, *faults)))


if __name__ == "__main__":
    main()
