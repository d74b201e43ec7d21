"""The small, trusted part: naturality, functoriality, certificates. It shares nothing with the strategies."""
