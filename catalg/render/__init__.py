"""From verdicts, solutions, steps and diagnostics to text, LaTeX and JSON. Wording lives here and nowhere else."""
