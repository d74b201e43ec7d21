"""From goals to verdicts: the dispatch to strategies and verifier, the worker process, limits and progress."""
