"""Constructions of machine learning as category theory: universes, data and closed forms that elaboration, strategies and
the verifier read."""
