"""`python scripts/train_main_content.py` is `python -m evaluation.train_main_content`."""

from __future__ import annotations

from evaluation.train_main_content import main

if __name__ == "__main__":
    main()
