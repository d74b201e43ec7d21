"""The LaTeX document of a file."""
