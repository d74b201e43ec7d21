"""Verdicts about presented categories: functors, transformations, paths, and solutions in Set and Vect."""
