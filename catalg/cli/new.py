"""`catalg new`: a commented starter file that checks."""

from __future__ import annotations

import os

import click

STARTER = '''\
"""Kernels on the plane that commute with every shift: what makes a convolution."""

# Signs have ASCII spellings, which do as well: -> for →, int for ∫, * for ×, kappa for κ.

# A group is a category with one object. The library knows many: SO(3), SE(2), Sym(n), Dihedral(6), ...
# `catalg explain SE(2)` says how a family's generators act.
group G = Translations(2)

# A functor from it to Man is an action on a manifold, one to Vect a representation.
functor X : G → Man  = R^2
functor Y : G → Vect = trivial

# The end over the group: all maps K with K(g q, g k) = g K(q, k) for every g.
end Ker = ∫ g : G. Map(X × X, Y)

# `catalg derive {file}` prints the derivation and its certificate.
derive Ker(q, k)

# What must hold. κ is not declared: it stands for an arbitrary function.
expect Ker(q, k) = κ(k - q)

# And what must not: this sum is not invariant under shifts.
refute Ker(q, k) = κ(k + q)
'''


@click.command("new")
@click.argument("name", metavar="NAME")
def command(name: str) -> int:
    """Write a commented starter file.

    NAME gets the ending .cat where it has none. A file that exists is never overwritten.
    """
    path = name if name.endswith(".cat") else f"{name}.cat"
    try:
        with open(path, "x", encoding="utf-8") as stream:
            stream.write(STARTER.replace("{file}", os.path.basename(path)))
    except FileExistsError:
        raise click.ClickException(f"{path} exists already, and is left as it is.") from None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {path}. Next: catalg check {path}")
    return 0
