"""E01xx: the file cannot be read, or holds characters that are not part of the language."""

from catalg.diagnostics.codes import Code

ENTRIES = (
    Code(
        "E0100",
        "internal error",
        "The program failed while it read this statement. It is no mistake of the file, and none of its statements was\n"
        "judged. Please report it together with the file.",
        "",
        "",
    ),
    Code(
        "E0101",
        "file cannot be read",
        "The path does not exist, is a folder, or may not be read.",
        "",
        "",
    ),
    Code(
        "E0102",
        "file is not UTF-8 text",
        "A specification is text in UTF-8. The message names the first byte that is not, and the line it stands on. Files\n"
        "saved as UTF-16 or Latin-1 have to be saved again as UTF-8; a byte order mark at the beginning does no harm.",
        "",
        "",
    ),
    Code(
        "E0103",
        "file is not text",
        "The file holds NUL or other control characters, as binary files do. A specification is plain text.",
        "",
        "",
    ),
    Code(
        "E0104",
        "character that is not part of the language",
        "Names begin with a letter or an underscore and go on with letters, digits and underscores. Letters are the Latin\n"
        "ones without accents and the Greek ones. Inside comments, docstrings and quotation marks everything is allowed.",
        "group G$ = SO(3)\n",
        "group G = SO(3)\n",
    ),
    Code(
        "E0105",
        "quotation mark is never closed",
        "Text in quotation marks ends on the line on which it begins.",
        'group G = PointGroup("4/mmm)\n',
        'group G = PointGroup("4/mmm")\n',
    ),
    Code(
        "E0106",
        "docstring is never closed",
        'A docstring begins and ends with three quotation marks, """. It may run over many lines.',
        '"""Rotations of the sphere\ngroup G = SO(3)\n',
        '"""Rotations of the sphere"""\ngroup G = SO(3)\n',
    ),
    Code(
        "E0107",
        "file is too large",
        "A specification has at most 16 MB of text. Sets of many points are written as ranges, `{1..1000000}`.",
        "",
        "",
    ),
    Code(
        "E0108",
        "name or number is too long",
        "Names have at most 255 characters and numbers at most 1,000 digits. Large numbers are written as powers, 10^2000.",
        "",
        "",
    ),
)
