"""The page of a file: one self-contained HTML document."""
