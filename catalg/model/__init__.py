"""What a specification talks about, as frozen data: groups, functors, transformations, ends, goals, verdicts, solutions."""
