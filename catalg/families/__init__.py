"""The library of groups: one file for each family, giving data (generators, relations, named actions) and never answers."""
