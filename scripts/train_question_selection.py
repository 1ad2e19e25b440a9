"""`python scripts/train_question_selection.py` is `python -m evaluation.train_question_selection`."""

from __future__ import annotations

from evaluation.train_question_selection import main

if __name__ == "__main__":
    main()
