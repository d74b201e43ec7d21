"""Editors and notebooks: a language server, a Pygments lexer, a TextMate grammar, and the `%%catalg` cell magic.

What an editor asks about a text is answered in terms of character spans by modules that need no optional library
(`analysis`, `names`, `hover`, `completion`, `actions`, `symbols`); `server` speaks the protocol.
"""
