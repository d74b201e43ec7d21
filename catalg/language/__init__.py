"""Source text and syntax trees: lossless tokens, the parser, the tree, the formatter."""

from catalg.language.formatter import format_source, format_with
from catalg.language.parser import ParsedFile, parse
from catalg.language.reading import parse_file, read_source

__all__ = ["ParsedFile", "format_source", "format_with", "parse", "parse_file", "read_source"]
